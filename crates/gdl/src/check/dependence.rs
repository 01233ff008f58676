//! What relations depend on: `legal`, `goal` and `terminal` must not depend on moves, `init` and `role` must not depend
//! on the state of play.

use foldhash::{HashMap, HashSet};

use crate::error::{Error, Stage};
use crate::rules::{DOES, GOAL, INIT, LEGAL, NEXT, ROLE, RuleSet, Symbol, TERMINAL, TRUE};

pub(super) fn check(set: &RuleSet) -> Result<(), Error> {
    let mut uses: HashMap<Symbol, Vec<Symbol>> = HashMap::default();
    for rule in &set.rules {
        let used = rule.body.iter().filter_map(|literal| literal.sentence());
        uses.entry(rule.head.symbol).or_default().extend(used.map(|sentence| sentence.symbol));
    }
    let moves: &[Symbol] = &[DOES, NEXT];
    let play: &[Symbol] = &[DOES, NEXT, TRUE, LEGAL, GOAL, TERMINAL];
    for (relation, forbidden) in
        [(LEGAL, moves), (GOAL, moves), (TERMINAL, moves), (INIT, play), (ROLE, play)]
    {
        for rule in set.rules.iter().filter(|rule| rule.head.symbol == relation) {
            let mut reached: HashSet<Symbol> = HashSet::default();
            let mut open: Vec<Symbol> = rule
                .body
                .iter()
                .filter_map(|literal| literal.sentence())
                .map(|s| s.symbol)
                .collect();
            while let Some(symbol) = open.pop() {
                if forbidden.contains(&symbol) {
                    let (name, on) = (set.symbols.name(relation), set.symbols.name(symbol));
                    return Err(Error::at(
                        Stage::Checking,
                        rule.head.place,
                        format!("'{name}' must not depend on '{on}'"),
                    ));
                }
                if reached.insert(symbol) {
                    open.extend(uses.get(&symbol).into_iter().flatten());
                }
            }
        }
    }
    Ok(())
}
