//! Safety: every variable of a rule stands in a positive sentence of its body, so that only finitely many terms are meant.

use crate::error::{Error, Place, Stage};
use crate::rules::{Literal, Rule, RuleSet};

pub(super) fn check(set: &RuleSet, rule: &Rule) -> Result<(), Error> {
    let mut bound = vec![false; rule.variables.len()];
    for literal in &rule.body {
        if let Literal::Holds(sentence) = literal {
            sentence.variables(&mut |index| bound[index as usize] = true);
        }
    }
    bind_equals(rule, &mut bound);
    let unbound = |variables: &[u32]| {
        let found = variables.iter().find(|&&index| !bound[index as usize]);
        found.map(|&index| rule.variables[index as usize].as_str())
    };
    let mut variables = Vec::new();
    rule.head.variables(&mut |index| variables.push(index));
    let wrong = |place: Place, message: String| Err(Error::at(Stage::Checking, place, message));
    if let Some(name) = unbound(&variables) {
        let head = set.write(rule, &rule.head);
        return wrong(
            rule.head.place,
            format!("unbound variable: {name} of the head {head} is bound by no positive sentence"),
        );
    }
    for literal in &rule.body {
        variables.clear();
        literal.variables(&mut |index| variables.push(index));
        let Some(name) = unbound(&variables) else { continue };
        return match literal {
            Literal::Fails(sentence) => wrong(
                sentence.place,
                format!("unsafe negation: {name} is bound by no positive sentence"),
            ),
            Literal::Distinct(_, _, place) | Literal::Same(_, _, place) => wrong(
                rule.head.place,
                format!(
                    "unbound variable: {name} in 'distinct' at {place} is bound by no positive sentence"
                ),
            ),
            Literal::Holds(_) => continue,
        };
    }
    Ok(())
}

/// `(not (distinct ?x ?y))` binds one side when the other is bound.
fn bind_equals(rule: &Rule, bound: &mut [bool]) {
    loop {
        let before = bound.iter().filter(|bound| **bound).count();
        for literal in &rule.body {
            let Literal::Same(one, other, _) = literal else { continue };
            for (from, to) in [(one, other), (other, one)] {
                let mut known = true;
                from.variables(&mut |index| known &= bound[index as usize]);
                if known {
                    to.variables(&mut |index| bound[index as usize] = true);
                }
            }
        }
        if bound.iter().filter(|bound| **bound).count() == before {
            return;
        }
    }
}
