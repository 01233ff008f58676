//! Splitting a rule with very many instances: the conditions on a variable that the head does not have become a rule of
//! their own, whose head keeps only the variables that the rest needs.

use super::Grounder;
use super::pattern::Pattern;
use super::plan::{CompiledRule, Condition};

impl Grounder<'_> {
    /// A part of a rule and the rest, which uses the part. Nothing if no split makes both narrower than the rule.
    pub(super) fn split(&mut self, rule: &CompiledRule) -> Option<(CompiledRule, CompiledRule)> {
        let has = |condition: &Condition| {
            let mut found = vec![false; rule.variables];
            visit(condition, &mut |index| found[index as usize] = true);
            found
        };
        let each: Vec<Vec<bool>> = rule.body.iter().map(has).collect();
        let mut in_head = vec![false; rule.variables];
        rule.head.variables(&mut |index| in_head[index as usize] = true);
        let total = (0..rule.variables)
            .filter(|&index| in_head[index] || each.iter().any(|all| all[index]))
            .count();
        let mut best: Option<(usize, Vec<usize>, Vec<u32>)> = None;
        for variable in (0..rule.variables).filter(|&index| !in_head[index]) {
            let part = closed(rule, &each, variable);
            let (used, kept) = widths(&each, &in_head, &part);
            let left = (0..each.len()).filter(|at| !part.contains(at));
            let outside = (0..rule.variables)
                .filter(|&index| in_head[index] || left.clone().any(|at| each[at][index]))
                .count();
            let helps =
                !part.is_empty() && used < total && outside < total && part.len() < rule.body.len();
            if helps && best.as_ref().is_none_or(|(least, _, _)| used.max(outside) < *least) {
                best = Some((used.max(outside), part, kept));
            }
        }
        let (_, part, kept) = best?;
        Some(self.parts(rule, &part, &kept))
    }

    fn parts(
        &mut self,
        rule: &CompiledRule,
        part: &[usize],
        kept: &[u32],
    ) -> (CompiledRule, CompiledRule) {
        // A name that no file can have: a word has no space.
        let name = format!("part {}", self.terms.len());
        let symbol = self.part_names.number(&name);
        let relation = self.database.relation((symbol, kept.len() as u32));
        let arguments: Box<[Pattern]> =
            kept.iter().map(|&index| Pattern::Variable(index)).collect();
        let head = match kept.is_empty() {
            true => Pattern::Ground(self.terms.intern(symbol, &[])),
            false => Pattern::Compound(symbol, arguments),
        };
        let take = |inside: bool| {
            let chosen =
                rule.body.iter().enumerate().filter(move |(at, _)| part.contains(at) == inside);
            chosen.map(|(_, condition)| condition.clone())
        };
        let open = take(true).any(|condition| {
            matches!(
                condition,
                Condition::Holds { open: true, .. } | Condition::Fails { open: true, .. }
            )
        });
        let use_of = Condition::Holds { pattern: head.clone(), relation, open };
        let one = CompiledRule { head, relation, body: take(true).collect(), ..rule.clone() };
        let rest = CompiledRule { body: take(false).chain([use_of]).collect(), ..rule.clone() };
        (one, rest)
    }
}

/// The conditions with a variable, and whatever makes them safe: conditions that bind the variables of negations and
/// comparisons among them stay outside if the part cannot bind them, so such a condition is no part.
fn closed(rule: &CompiledRule, each: &[Vec<bool>], variable: usize) -> Vec<usize> {
    let part: Vec<usize> = (0..each.len()).filter(|&at| each[at][variable]).collect();
    let binds = |index: usize| {
        part.iter().any(|&at| matches!(rule.body[at], Condition::Holds { .. }) && each[at][index])
    };
    let safe =
        part.iter().all(|&at| (0..rule.variables).all(|index| !each[at][index] || binds(index)));
    if safe { part } else { Vec::new() }
}

/// How many variables a part has, and which of them the rest needs.
fn widths(each: &[Vec<bool>], in_head: &[bool], part: &[usize]) -> (usize, Vec<u32>) {
    let used: Vec<usize> =
        (0..in_head.len()).filter(|&index| part.iter().any(|&at| each[at][index])).collect();
    let outside = |index: usize| {
        in_head[index] || (0..each.len()).any(|at| !part.contains(&at) && each[at][index])
    };
    let kept = used.iter().copied().filter(|&index| outside(index)).map(|index| index as u32);
    (used.len(), kept.collect())
}

fn visit(condition: &Condition, found: &mut impl FnMut(u32)) {
    match condition {
        Condition::Holds { pattern, .. } | Condition::Fails { pattern, .. } => {
            pattern.variables(found)
        }
        Condition::Distinct(one, other) | Condition::Same(one, other) => {
            one.variables(found);
            other.variables(found);
        }
    }
}
