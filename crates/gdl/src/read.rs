//! From lists to rules: variables are numbered, `and`, `or` and double negations are resolved.

use foldhash::HashMap;

use crate::error::{Error, Place, Stage};
use crate::rules::{
    AND, Compound, DISTINCT, IF, Literal, NOT, OR, Rule, RuleSet, Symbol, Symbols, Term,
};
use crate::token::{Expression, expressions};

/// How many rules one rule may become when `or` is resolved.
const ALTERNATIVES: usize = 10_000;

/// How many conditions the rules of a file may have together, with `or` resolved.
const CONDITIONS: usize = 4_000_000;
/// How many members a list inside a rule may have.
const ARGUMENTS: usize = 1_000;
/// How many variables a rule may have.
const VARIABLES: usize = 1_000;

/// Reads a rule file.
pub(crate) fn read(bytes: &[u8]) -> Result<RuleSet, Error> {
    let mut reader = Reader {
        set: RuleSet { symbols: Symbols::new(), rules: Vec::new(), respelled: Vec::new() },
        spellings: HashMap::default(),
        variables: Vec::new(),
        conditions: 0,
    };
    for expression in expressions(bytes)? {
        reader.rule(&expression)?;
    }
    Ok(reader.set)
}

/// Reads one ground term, as positions and moves are written. `None` if the text is no such term.
pub(crate) fn read_terms<'t>(text: &'t str) -> Result<Vec<Expression<'t>>, Error> {
    expressions(text.as_bytes())
}

struct Reader<'t> {
    set: RuleSet,
    /// The first spelling of every word.
    spellings: HashMap<Symbol, &'t str>,
    /// The variables of the rule that is read.
    variables: Vec<String>,
    /// How many conditions have been read.
    conditions: usize,
}

fn wrong<T>(place: Place, message: impl Into<String>) -> Result<T, Error> {
    Err(Error::at(Stage::Reading, place, message))
}

/// Conditions of which one must hold; each is a list of which all must hold.
type Alternatives = Vec<Vec<Literal>>;

impl<'t> Reader<'t> {
    fn rule(&mut self, expression: &Expression<'t>) -> Result<(), Error> {
        self.variables.clear();
        let Expression::List(list, place) = expression else {
            return wrong(
                expression.place(),
                "a word outside all lists; rules and facts stand in parentheses",
            );
        };
        let is_rule = matches!(list.first(), Some(Expression::Word(word, _)) if *word == "<=");
        if !is_rule {
            let head = self.sentence(expression)?;
            return self.add(head, vec![Vec::new()]);
        }
        let Some(head) = list.get(1) else {
            return wrong(*place, "a rule without a head; write (<= head condition …)");
        };
        let head = self.sentence(head)?;
        let mut all = vec![Vec::new()];
        for condition in &list[2..] {
            let alternatives = self.condition(condition, true)?;
            all = product(all, alternatives, condition.place())?;
        }
        self.add(head, all)
    }

    fn add(&mut self, head: Compound, bodies: Alternatives) -> Result<(), Error> {
        if self.variables.len() > VARIABLES {
            return wrong(head.place, format!("a rule with more than {VARIABLES} variables"));
        }
        for body in bodies {
            self.conditions += body.len() + 1;
            if self.conditions > CONDITIONS {
                let sentence =
                    "the rules of the file have more than {} conditions when 'or' is resolved";
                return wrong(head.place, sentence.replace("{}", &CONDITIONS.to_string()));
            }
            let variables = self.variables.clone();
            self.set.rules.push(Rule { head: head.clone(), body, variables });
        }
        Ok(())
    }

    /// A condition, or its negation.
    fn condition(
        &mut self,
        expression: &Expression<'t>,
        holds: bool,
    ) -> Result<Alternatives, Error> {
        let place = expression.place();
        if let Expression::List(list, _) = expression
            && let Some(Expression::Word(word, _)) = list.first()
        {
            let rest = &list[1..];
            match word.to_ascii_lowercase().as_str() {
                "not" => {
                    let [inner] = rest else {
                        return wrong(place, "'not' takes one argument");
                    };
                    return self.condition(inner, !holds);
                }
                "or" | "and" => {
                    let is_or = word.eq_ignore_ascii_case("or");
                    return self.connective(rest, is_or == holds, holds, place);
                }
                "distinct" => {
                    let [one, other] = rest else {
                        return wrong(place, "'distinct' takes two arguments");
                    };
                    let (one, other) = (self.term(one)?, self.term(other)?);
                    let literal = match holds {
                        true => Literal::Distinct(one, other, place),
                        false => Literal::Same(one, other, place),
                    };
                    return Ok(vec![vec![literal]]);
                }
                "<=" => return wrong(place, "a rule inside a rule; close the one before it"),
                _ => {}
            }
        }
        let sentence = self.sentence(expression)?;
        Ok(vec![vec![if holds { Literal::Holds(sentence) } else { Literal::Fails(sentence) }]])
    }

    /// `or` and `and`: one of the conditions, or all of them, each as it stands or negated.
    fn connective(
        &mut self,
        list: &[Expression<'t>],
        one_suffices: bool,
        holds: bool,
        place: Place,
    ) -> Result<Alternatives, Error> {
        let mut all = if one_suffices { Vec::new() } else { vec![Vec::new()] };
        for inner in list {
            let alternatives = self.condition(inner, holds)?;
            match one_suffices {
                true => all.extend(alternatives),
                false => all = product(all, alternatives, place)?,
            }
            too_many(all.len(), place)?;
        }
        Ok(all)
    }

    /// A relation with its arguments.
    fn sentence(&mut self, expression: &Expression<'t>) -> Result<Compound, Error> {
        let compound = match self.term(expression)? {
            Term::Compound(compound) => compound,
            Term::Variable(_) => {
                return wrong(expression.place(), "a variable in the place of a sentence");
            }
        };
        if [AND, OR, NOT, DISTINCT, IF].contains(&compound.symbol) {
            let name = self.set.symbols.name(compound.symbol);
            return wrong(
                compound.place,
                format!("'{name}' cannot be concluded; it stands in conditions only"),
            );
        }
        Ok(compound)
    }

    fn term(&mut self, expression: &Expression<'t>) -> Result<Term, Error> {
        match expression {
            Expression::Word(word, _) if word.starts_with('?') => {
                Ok(Term::Variable(self.variable(word)))
            }
            Expression::Word(word, place) => Ok(Term::Compound(Compound {
                symbol: self.symbol(word, *place),
                arguments: Vec::new(),
                place: *place,
            })),
            Expression::List(list, place) => {
                let (symbol, word_place) = match list.first() {
                    None => return wrong(*place, "an empty list"),
                    Some(Expression::List(_, inner)) => {
                        return wrong(*inner, "a list in the place of a name");
                    }
                    Some(Expression::Word(word, inner)) if word.starts_with('?') => {
                        return wrong(
                            *inner,
                            format!("the variable {word} in the place of a name"),
                        );
                    }
                    Some(Expression::Word(word, inner)) => (*word, *inner),
                };
                let symbol = self.symbol(symbol, word_place);
                if list.len() > ARGUMENTS {
                    return wrong(*place, format!("a list with more than {ARGUMENTS} members"));
                }
                let arguments =
                    list[1..].iter().map(|inner| self.term(inner)).collect::<Result<_, _>>()?;
                Ok(Term::Compound(Compound { symbol, arguments, place: *place }))
            }
        }
    }

    fn variable(&mut self, word: &str) -> u32 {
        let name = word.to_ascii_lowercase();
        let known = self.variables.iter().position(|known| *known == name);
        known.unwrap_or_else(|| {
            self.variables.push(name);
            self.variables.len() - 1
        }) as u32
    }

    fn symbol(&mut self, word: &'t str, place: Place) -> Symbol {
        let symbol = self.set.symbols.number(&word.to_ascii_lowercase());
        let first = *self.spellings.entry(symbol).or_insert(word);
        let respelled = &mut self.set.respelled;
        if first != word && !respelled.iter().any(|(known, _, _)| known == first) {
            respelled.push((first.to_owned(), word.to_owned(), place));
        }
        symbol
    }
}

/// All pairs of alternatives.
fn product(one: Alternatives, other: Alternatives, place: Place) -> Result<Alternatives, Error> {
    too_many(one.len().saturating_mul(other.len()), place)?;
    if let [single] = other.as_slice() {
        let join = |mut all: Vec<Literal>| {
            all.extend(single.iter().cloned());
            all
        };
        return Ok(one.into_iter().map(join).collect());
    }
    let pairs = one
        .iter()
        .flat_map(|first| other.iter().map(|second| first.iter().chain(second).cloned().collect()));
    Ok(pairs.collect())
}

fn too_many(alternatives: usize, place: Place) -> Result<(), Error> {
    match alternatives > ALTERNATIVES {
        true => wrong(
            place,
            format!("'or' makes more than {ALTERNATIVES} rules of this one; give its parts names"),
        ),
        false => Ok(()),
    }
}
