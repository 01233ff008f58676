//! What looks wrong and is none the less allowed: names that nothing concludes, and spellings that differ.

use foldhash::{HashMap, HashSet};

use crate::error::{Place, Warning};
use crate::rules::{
    BASE, Compound, DOES, GOAL, INIT, INPUT, NEXT, ROLE, Relation, RuleSet, Symbol, TRUE, Term,
};

pub(super) fn warnings(set: &RuleSet) -> Vec<Warning> {
    let mut found = Vec::new();
    relations(set, &mut found);
    sentences(set, &mut found);
    roles(set, &mut found);
    for (first, second, place) in &set.respelled {
        let message = format!(
            "'{second}' is read as '{first}': capital letters make no difference here, but other programs tell them apart"
        );
        found.push(Warning { place: *place, message });
    }
    found.sort_by_key(|warning| warning.place);
    found
}

/// Relations that no rule concludes, and one name with several numbers of arguments.
fn relations(set: &RuleSet, found: &mut Vec<Warning>) {
    let concluded: HashSet<Relation> = set.rules.iter().map(|rule| rule.head.relation()).collect();
    let mut arities: HashMap<Symbol, u32> = HashMap::default();
    let mut told: HashSet<Relation> = HashSet::default();
    let mut one = |sentence: &Compound, used: bool| {
        let (symbol, arity) = sentence.relation();
        let name = set.symbols.name(symbol);
        let first = *arities.entry(symbol).or_insert(arity);
        if first != arity && told.insert((symbol, arity)) {
            let message = format!(
                "'{name}' has {arity} arguments here and {first} before: two relations of one name"
            );
            found.push(Warning { place: sentence.place, message });
        }
        let given = [TRUE, DOES, INIT, NEXT, BASE, INPUT].contains(&symbol);
        if used && !given && !concluded.contains(&(symbol, arity)) && told.insert((symbol, arity)) {
            let message = format!("'{name}' has no rule with {arity} arguments: it never holds");
            found.push(Warning { place: sentence.place, message });
        }
    };
    for rule in &set.rules {
        one(&rule.head, false);
        rule.body.iter().filter_map(|literal| literal.sentence()).for_each(|used| one(used, true));
    }
}

/// `(true (x …))` where no `init` and no `next` makes such a sentence.
fn sentences(set: &RuleSet, found: &mut Vec<Warning>) {
    let shape = |sentence: &Compound| match sentence.arguments.first() {
        Some(Term::Compound(inner)) => Some(inner.relation()),
        _ => None,
    };
    let makers = set.rules.iter().filter(|rule| [INIT, NEXT].contains(&rule.head.symbol));
    let made: Option<HashSet<Relation>> = makers.map(|rule| shape(&rule.head)).collect();
    // A variable in the place of the sentence can make anything.
    let Some(made) = made else { return };
    let mut told: HashSet<Relation> = HashSet::default();
    for rule in &set.rules {
        for sentence in rule.body.iter().filter_map(|literal| literal.sentence()) {
            let Some(relation) = shape(sentence).filter(|_| sentence.symbol == TRUE) else {
                continue;
            };
            if !made.contains(&relation) && told.insert(relation) {
                let (name, arity) = (set.symbols.name(relation.0), relation.1);
                let message = format!(
                    "no init and no next makes '{name}' with {arity} arguments: it is never true"
                );
                found.push(Warning { place: sentence.place, message });
            }
        }
    }
}

/// Goals of a name that is no role.
fn roles(set: &RuleSet, found: &mut Vec<Warning>) {
    let first = |sentence: &Compound| match sentence.arguments.first() {
        Some(Term::Compound(name)) => Some((name.clone(), sentence.place)),
        _ => None,
    };
    let facts = set.rules.iter().filter(|rule| rule.head.symbol == ROLE);
    let roles: Option<Vec<(Compound, Place)>> = facts.map(|rule| first(&rule.head)).collect();
    let Some(roles) = roles else { return };
    for rule in set.rules.iter().filter(|rule| rule.head.symbol == GOAL) {
        if let Some((name, place)) = first(&rule.head)
            && !roles.iter().any(|(role, _)| *role == name)
        {
            let name = set.write(rule, &name);
            found
                .push(Warning { place, message: format!("a goal for '{name}', which is no role") });
        }
    }
}
