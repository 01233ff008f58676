//! The text of a rule file: lists, and rules in which `or`, `and` and `not` of them are resolved.

use super::terms::{Pattern, Terms};

/// A word or a list.
#[derive(Clone, Debug)]
pub(super) enum Sexp {
    Word(String),
    List(Vec<Sexp>),
}

/// A condition of a rule.
#[derive(Clone, Debug)]
pub(super) enum Condition {
    Holds(Pattern),
    Fails(Pattern),
    Distinct(Pattern, Pattern),
    Same(Pattern, Pattern),
}

/// A rule; its variables are numbered.
#[derive(Clone, Debug)]
pub(super) struct Rule {
    pub head: Pattern,
    pub body: Vec<Condition>,
    pub variables: usize,
}

/// How deep lists may be nested.
const NESTING: usize = 200;
/// The most variables of a rule.
const VARIABLES: usize = 1_000;
/// The most conditions that a file may have when `or` is resolved.
const CONDITIONS: usize = 4_000_000;

/// All lists and words of a text.
pub(super) fn sexps(text: &str) -> Result<Vec<Sexp>, String> {
    let mut stack: Vec<Vec<Sexp>> = vec![Vec::new()];
    for line in text.lines() {
        let line = line.split(';').next().unwrap_or_default().to_ascii_lowercase();
        let spaced = line.replace('(', " ( ").replace(')', " ) ");
        for word in spaced.split_whitespace() {
            match word {
                "(" if stack.len() > NESTING => {
                    return Err(format!("lists are nested more than {NESTING} deep"));
                }
                "(" => stack.push(Vec::new()),
                ")" => {
                    let list = stack.pop().unwrap_or_default();
                    let above = stack.last_mut().ok_or("')' without '('")?;
                    above.push(Sexp::List(list));
                }
                word if word.contains(char::is_control) => {
                    return Err("a word has a control character".to_owned());
                }
                _ => stack.last_mut().ok_or("')' without '('")?.push(Sexp::Word(word.to_owned())),
            }
        }
    }
    let top = stack.pop().unwrap_or_default();
    if stack.is_empty() { Ok(top) } else { Err("'(' is never closed".to_owned()) }
}

/// The rules of a file.
pub(super) fn rules(bytes: &[u8], terms: &mut Terms) -> Result<Vec<Rule>, String> {
    let text = core::str::from_utf8(bytes).map_err(|_| "the rule file is not UTF-8 text")?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut found = Vec::new();
    let mut conditions = 0;
    for sexp in sexps(text)? {
        let Sexp::List(list) = &sexp else { return Err("a word outside all lists".to_owned()) };
        let mut names = Vec::new();
        let (head, body) = match list.as_slice() {
            [Sexp::Word(word), head, body @ ..] if word == "<=" => (head, body),
            [Sexp::Word(word)] if word == "<=" => return Err("a rule without a head".to_owned()),
            _ => (&sexp, [].as_slice()),
        };
        let head = sentence(head, &mut names, terms)?;
        let mut all = vec![Vec::new()];
        for condition in body {
            let either = alternatives(condition, true, &mut names, terms)?;
            all = both(&all, &either)?;
        }
        for body in all {
            conditions += 1 + body.len();
            if conditions > CONDITIONS {
                return Err("the rule file has too many conditions".to_owned());
            }
            found.push(Rule { head: head.clone(), body, variables: names.len() });
        }
    }
    Ok(found)
}

type Alternatives = Vec<Vec<Condition>>;

/// All ways to choose one of each.
fn both(one: &Alternatives, other: &Alternatives) -> Result<Alternatives, String> {
    if one.len().saturating_mul(other.len()) > 10_000 {
        return Err("'or' makes too many rules of one".to_owned());
    }
    let mut all = Vec::new();
    for first in one {
        for second in other {
            all.push(first.iter().chain(second).cloned().collect());
        }
    }
    Ok(all)
}

/// The alternatives of a condition, or of its negation.
fn alternatives(
    sexp: &Sexp,
    holds: bool,
    names: &mut Vec<String>,
    terms: &mut Terms,
) -> Result<Alternatives, String> {
    if let Sexp::List(list) = sexp
        && let Some(Sexp::Word(word)) = list.first()
    {
        match (word.as_str(), &list[1..]) {
            ("not", [inner]) => return alternatives(inner, !holds, names, terms),
            ("or" | "and", parts) => {
                let one_suffices = (word == "or") == holds;
                let mut all = if one_suffices { Vec::new() } else { vec![Vec::new()] };
                for part in parts {
                    let more = alternatives(part, holds, names, terms)?;
                    if one_suffices {
                        all.extend(more);
                    } else {
                        all = both(&all, &more)?;
                    }
                }
                return Ok(all);
            }
            ("distinct", [one, other]) => {
                let (one, other) = (pattern(one, names, terms)?, pattern(other, names, terms)?);
                let condition = if holds {
                    Condition::Distinct(one, other)
                } else {
                    Condition::Same(one, other)
                };
                return Ok(vec![vec![condition]]);
            }
            ("not" | "distinct" | "<=", _) => return Err(format!("'{word}' with wrong arguments")),
            _ => {}
        }
    }
    let sentence = sentence(sexp, names, terms)?;
    Ok(vec![vec![if holds { Condition::Holds(sentence) } else { Condition::Fails(sentence) }]])
}

fn sentence(sexp: &Sexp, names: &mut Vec<String>, terms: &mut Terms) -> Result<Pattern, String> {
    match pattern(sexp, names, terms)? {
        Pattern::Variable(_) => Err("a variable in the place of a sentence".to_owned()),
        found => Ok(found),
    }
}

/// A term; variables are numbered in `names`.
pub(super) fn pattern(
    sexp: &Sexp,
    names: &mut Vec<String>,
    terms: &mut Terms,
) -> Result<Pattern, String> {
    let (name, arguments) = match sexp {
        Sexp::Word(word) if word.starts_with('?') => {
            let known = names.iter().position(|name| name == word);
            let number = known.unwrap_or_else(|| {
                names.push(word.clone());
                names.len() - 1
            });
            if number >= VARIABLES {
                return Err(format!("a rule has more than {VARIABLES} variables"));
            }
            return Ok(Pattern::Variable(number));
        }
        Sexp::Word(word) => (word, [].as_slice()),
        Sexp::List(list) => match list.as_slice() {
            [Sexp::Word(word), rest @ ..] if !word.starts_with('?') => (word, rest),
            _ => return Err("a list that does not begin with a name".to_owned()),
        },
    };
    let name = terms.name(name);
    let arguments: Result<Vec<Pattern>, String> =
        arguments.iter().map(|inner| pattern(inner, names, terms)).collect();
    Ok(Pattern::new(name, arguments?, terms))
}
