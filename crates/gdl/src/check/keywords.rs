//! The words of the language: how many arguments they take, and which of them rules may conclude.

use crate::error::{Error, Stage};
use crate::rules::{
    AND, Compound, DISTINCT, DOES, IF, NOT, OR, RANDOM, Rule, RuleSet, SEES, TRUE, keyword_arity,
};

pub(super) fn check(set: &RuleSet, rule: &Rule) -> Result<(), Error> {
    if [TRUE, DOES].contains(&rule.head.symbol) {
        let (name, instead) = match rule.head.symbol == TRUE {
            true => ("true", "init and next"),
            false => ("does", "legal"),
        };
        return wrong(
            &rule.head,
            format!("'{name}' cannot be concluded; write rules for {instead}"),
        );
    }
    arity(set, &rule.head)?;
    for sentence in rule.body.iter().filter_map(|literal| literal.sentence()) {
        arity(set, sentence)?;
    }
    Ok(())
}

fn arity(set: &RuleSet, sentence: &Compound) -> Result<(), Error> {
    let name = set.symbols.name(sentence.symbol);
    if sentence.symbol == SEES {
        return wrong(
            sentence,
            "'sees' belongs to games with hidden information, which are not supported",
        );
    }
    if [AND, OR, NOT, DISTINCT, IF, RANDOM].contains(&sentence.symbol) {
        return wrong(sentence, format!("'{name}' is no relation; choose another name"));
    }
    match keyword_arity(sentence.symbol) {
        Some(count) if count != sentence.arguments.len() => {
            let takes = match count {
                0 => "no argument".to_owned(),
                1 => "one argument".to_owned(),
                _ => "two arguments".to_owned(),
            };
            wrong(sentence, format!("'{name}' takes {takes}, not {}", sentence.arguments.len()))
        }
        _ => Ok(()),
    }
}

fn wrong(sentence: &Compound, message: impl Into<String>) -> Result<(), Error> {
    Err(Error::at(Stage::Checking, sentence.place, message))
}
