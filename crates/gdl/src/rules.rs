//! Rules as they stand in a file: symbols, terms, literals and rules, with their places.

use core::fmt::Write;

use foldhash::HashMap;

use crate::error::Place;

/// A word of the file, in small letters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Symbol(pub u32);

/// All words of a file. The words that mean something in every rule file have fixed numbers.
#[derive(Clone, Debug)]
pub(crate) struct Symbols {
    names: Vec<String>,
    numbers: HashMap<String, Symbol>,
}

macro_rules! keywords {
    ($($name:ident $word:literal $arity:expr),* $(,)?) => {
        /// The words that mean something in every rule file, with how many arguments they take.
        const KEYWORDS: &[(&str, Option<usize>)] = &[$(($word, $arity)),*];
        keywords!(@constants 0u32; $($name)*);
    };
    (@constants $number:expr; $name:ident $($rest:ident)*) => {
        pub(crate) const $name: Symbol = Symbol($number);
        keywords!(@constants $number + 1; $($rest)*);
    };
    (@constants $number:expr;) => {};
}

keywords! {
    ROLE "role" Some(1), INIT "init" Some(1), TRUE "true" Some(1), DOES "does" Some(2), NEXT "next" Some(1),
    LEGAL "legal" Some(2), GOAL "goal" Some(2), TERMINAL "terminal" Some(0), BASE "base" Some(1),
    INPUT "input" Some(2), DISTINCT "distinct" Some(2), NOT "not" Some(1), OR "or" None, AND "and" None,
    IF "<=" None, SEES "sees" Some(2), RANDOM "random" None,
}

impl Symbols {
    pub(crate) fn new() -> Symbols {
        let mut symbols = Symbols { names: Vec::new(), numbers: HashMap::default() };
        for (word, _) in KEYWORDS {
            symbols.number(word);
        }
        symbols
    }

    /// The symbol of a word, which is in small letters.
    pub(crate) fn number(&mut self, word: &str) -> Symbol {
        if let Some(&known) = self.numbers.get(word) {
            return known;
        }
        let symbol = Symbol(self.names.len() as u32);
        self.names.push(word.to_owned());
        self.numbers.insert(word.to_owned(), symbol);
        symbol
    }

    /// How many words there are.
    pub(crate) fn len(&self) -> usize {
        self.names.len()
    }

    pub(crate) fn name(&self, symbol: Symbol) -> &str {
        &self.names[symbol.0 as usize]
    }
}

/// How many arguments a keyword takes, if the word is one that takes a fixed number.
pub(crate) fn keyword_arity(symbol: Symbol) -> Option<usize> {
    KEYWORDS.get(symbol.0 as usize).and_then(|(_, arity)| *arity)
}

/// A variable, numbered within its rule, or a symbol with arguments.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Term {
    Variable(u32),
    Compound(Compound),
}

/// A symbol with its arguments: a term that is no variable, or a sentence.
#[derive(Clone, Debug)]
pub(crate) struct Compound {
    pub symbol: Symbol,
    pub arguments: Vec<Term>,
    pub place: Place,
}

/// Terms are equal wherever they stand.
impl PartialEq for Compound {
    fn eq(&self, other: &Compound) -> bool {
        self.symbol == other.symbol && self.arguments == other.arguments
    }
}

impl Eq for Compound {}

/// The name of a relation: its symbol and the number of its arguments.
pub(crate) type Relation = (Symbol, u32);

impl Compound {
    pub(crate) fn relation(&self) -> Relation {
        (self.symbol, self.arguments.len() as u32)
    }

    /// Calls `visit` with every variable.
    pub(crate) fn variables(&self, visit: &mut impl FnMut(u32)) {
        for argument in &self.arguments {
            argument.variables(visit);
        }
    }
}

impl Term {
    pub(crate) fn variables(&self, visit: &mut impl FnMut(u32)) {
        match self {
            Term::Variable(index) => visit(*index),
            Term::Compound(compound) => compound.variables(visit),
        }
    }
}

/// One condition of a rule.
#[derive(Clone, Debug)]
pub(crate) enum Literal {
    /// The sentence holds.
    Holds(Compound),
    /// It does not.
    Fails(Compound),
    /// Two terms are different.
    Distinct(Term, Term, Place),
    /// Two terms are the same: `(not (distinct …))`.
    Same(Term, Term, Place),
}

impl Literal {
    pub(crate) fn variables(&self, visit: &mut impl FnMut(u32)) {
        match self {
            Literal::Holds(sentence) | Literal::Fails(sentence) => sentence.variables(visit),
            Literal::Distinct(one, other, _) | Literal::Same(one, other, _) => {
                one.variables(visit);
                other.variables(visit);
            }
        }
    }

    /// The sentence that must hold or must not hold.
    pub(crate) fn sentence(&self) -> Option<&Compound> {
        match self {
            Literal::Holds(sentence) | Literal::Fails(sentence) => Some(sentence),
            Literal::Distinct(..) | Literal::Same(..) => None,
        }
    }
}

/// The head holds if all conditions do.
#[derive(Clone, Debug)]
pub(crate) struct Rule {
    pub head: Compound,
    pub body: Vec<Literal>,
    /// The names of its variables, with the question mark.
    pub variables: Vec<String>,
}

/// A rule file that was read: every rule, with `or` and `and` resolved.
#[derive(Clone, Debug)]
pub(crate) struct RuleSet {
    pub symbols: Symbols,
    pub rules: Vec<Rule>,
    /// Words that are spelled with different letters, small and capital ones: the place of the second spelling.
    pub respelled: Vec<(String, String, Place)>,
}

impl RuleSet {
    /// A sentence of a rule as text.
    pub(crate) fn write(&self, rule: &Rule, sentence: &Compound) -> String {
        let mut out = String::new();
        self.write_compound(rule, sentence, &mut out);
        out
    }

    fn write_compound(&self, rule: &Rule, compound: &Compound, out: &mut String) {
        let name = self.symbols.name(compound.symbol);
        if compound.arguments.is_empty() {
            out.push_str(name);
            return;
        }
        write!(out, "({name}").expect("writing to a string");
        for argument in &compound.arguments {
            out.push(' ');
            match argument {
                Term::Variable(index) => out.push_str(&rule.variables[*index as usize]),
                Term::Compound(inner) => self.write_compound(rule, inner, out),
            }
        }
        out.push(')');
    }
}
