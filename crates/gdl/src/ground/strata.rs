//! The order of relations: what is open (depends on the state of play), and the groups of the others, lowest first.

use foldhash::{HashMap, HashSet};

use crate::components::components;
use crate::rules::{DOES, GOAL, LEGAL, Literal, NEXT, Relation, RuleSet, TERMINAL, TRUE};

/// The relations of a rule set, in the order of their evaluation.
pub(crate) struct Strata {
    /// Relations that depend on the state of play, and those that depend on their own negation: for these it is decided
    /// sentence by sentence whether that makes sense.
    pub open: HashSet<Relation>,
    /// The others, in groups of relations that depend on each other, lowest group first.
    pub groups: Vec<Vec<Relation>>,
}

pub(crate) fn strata(set: &RuleSet) -> Strata {
    let mut numbers: HashMap<Relation, usize> = HashMap::default();
    let mut names: Vec<Relation> = Vec::new();
    let mut number = |relation: Relation| {
        *numbers.entry(relation).or_insert_with(|| {
            names.push(relation);
            names.len() - 1
        })
    };
    let mut edges: Vec<(usize, usize, bool)> = Vec::new();
    for rule in &set.rules {
        let head = number(rule.head.relation());
        for literal in &rule.body {
            let Some(sentence) = literal.sentence() else { continue };
            edges.push((head, number(sentence.relation()), matches!(literal, Literal::Fails(_))));
        }
    }
    let mut uses: Vec<Vec<u32>> = vec![Vec::new(); names.len()];
    for &(head, used, _) in &edges {
        uses[head].push(used as u32);
    }
    let order = components(&uses);
    let mut group_of = vec![0; names.len()];
    for (group, members) in order.iter().enumerate() {
        members.iter().for_each(|&member| group_of[member as usize] = group);
    }
    let mut is_open: Vec<bool> = names
        .iter()
        .map(|(symbol, _)| [TRUE, DOES, NEXT, LEGAL, GOAL, TERMINAL].contains(symbol))
        .collect();
    for &(head, used, negative) in &edges {
        if negative && group_of[head] == group_of[used] {
            is_open[head] = true;
        }
    }
    // A group comes after all that it uses.
    for members in &order {
        let any = members.iter().any(|&member| {
            is_open[member as usize]
                || uses[member as usize].iter().any(|&used| is_open[used as usize])
        });
        members.iter().for_each(|&member| is_open[member as usize] |= any);
    }
    let named = |members: &Vec<u32>| members.iter().map(|&member| names[member as usize]).collect();
    Strata {
        open: names
            .iter()
            .zip(&is_open)
            .filter(|(_, open)| **open)
            .map(|(name, _)| *name)
            .collect(),
        groups: order.iter().filter(|members| !is_open[members[0] as usize]).map(named).collect(),
    }
}
