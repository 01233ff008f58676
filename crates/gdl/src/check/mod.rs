//! Checks of rules before they are instantiated. The first error ends the check; warnings are collected.

mod dependence;
mod keywords;
mod safety;
mod warnings;

use crate::error::{Error, Stage, Warning};
use crate::rules::{GOAL, LEGAL, ROLE, RuleSet, TERMINAL};

/// Checks all rules.
pub(crate) fn check(set: &RuleSet) -> Result<Vec<Warning>, Error> {
    if set.rules.is_empty() {
        return Err(Error::whole(Stage::Checking, "the file has no rule"));
    }
    for rule in &set.rules {
        keywords::check(set, rule)?;
        safety::check(set, rule)?;
    }
    for symbol in [ROLE, LEGAL, GOAL, TERMINAL] {
        if !set.rules.iter().any(|rule| rule.head.symbol == symbol) {
            let name = set.symbols.name(symbol);
            return Err(Error::whole(
                Stage::Checking,
                format!(
                    "no rule for '{name}'; a game needs rules for role, legal, goal and terminal"
                ),
            ));
        }
    }
    dependence::check(set)?;
    Ok(warnings::warnings(set))
}
