//! Positions and moves as text: the sentences of a position in the order of their bytes, and moves as in the file.

use foregone_game::{
    Acyclic, Cyclic, Game, Keyed, Notation, NotationError, Outcome, Picture, TableKeyed, hash128,
};

use super::finding::Fault;
use super::rule_game::{Position, RuleGame};
use crate::ends::{Ends, Returns};
use crate::read::read_terms;
use crate::token::Expression;

/// What a game asks of its class.
pub trait Class: Send + Sync + 'static {
    /// Whether play from these sentences is covered by what is known about play from the start.
    fn covers<const N: usize>(&self, words: &[u64; N]) -> bool;
}

impl Class for Ends {
    fn covers<const N: usize>(&self, words: &[u64; N]) -> bool {
        self.knows(words)
    }
}

impl Class for Returns {
    fn covers<const N: usize>(&self, _: &[u64; N]) -> bool {
        true
    }
}

impl<const N: usize, C: Send + Sync> RuleGame<N, C> {
    /// The sentences that hold, in the order of their bytes.
    pub(crate) fn text(&self, words: &[u64; N]) -> String {
        self.compiled.text(words)
    }
}

/// A term with one space between its parts and in small letters.
fn normal(expression: &Expression<'_>, out: &mut String) {
    match expression {
        Expression::Word(word, _) => out.push_str(&word.to_ascii_lowercase()),
        Expression::List(list, _) if list.len() == 1 => normal(&list[0], out),
        Expression::List(list, _) => {
            out.push('(');
            for (number, inner) in list.iter().enumerate() {
                if number > 0 {
                    out.push(' ');
                }
                normal(inner, out);
            }
            out.push(')');
        }
    }
}

fn terms(text: &str) -> Result<Vec<String>, NotationError> {
    let read = read_terms(text).map_err(|error| NotationError(format!("at {error}")))?;
    let write = |expression: &Expression<'_>| {
        let mut out = String::new();
        normal(expression, &mut out);
        out
    };
    Ok(read.iter().map(write).collect())
}

impl<const N: usize, C: Class> Notation for RuleGame<N, C> {
    fn write_move(&self, position: &Position<N>, mv: u32) -> String {
        self.compiled.network.moves[self.chooser(position)][mv as usize].clone()
    }

    fn read_move(&self, position: &Position<N>, text: &str) -> Result<u32, NotationError> {
        let mut legal = Vec::new();
        self.moves(position, &mut legal);
        let written = terms(text)?;
        let found = legal.iter().copied().find(|&mv| written == [self.write_move(position, mv)]);
        found.ok_or_else(|| {
            let role = &self.compiled.roles[self.chooser(position)];
            let all: Vec<String> = legal.iter().map(|&mv| self.write_move(position, mv)).collect();
            NotationError(format!("no such move of {role}; the moves are {}", all.join(" ")))
        })
    }

    fn write_position(&self, position: &Position<N>) -> String {
        self.text(&position.words)
    }

    fn read_position(&self, text: &str) -> Result<Position<N>, NotationError> {
        let mut words = [0; N];
        let mut always = 0;
        let mut seen: Vec<String> = terms(text)?;
        seen.sort_unstable();
        if let Some(twice) = seen.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(NotationError(format!("{} stands there twice", twice[0])));
        }
        let texts = &self.compiled.texts;
        for sentence in &seen {
            let found = texts.binary_search_by(|(text, _)| text.as_str().cmp(sentence));
            match found.map(|at| texts[at].1) {
                Ok(Some(state)) => words[state as usize / 64] |= 1 << (state % 64),
                Ok(None) => always += 1,
                Err(_) => {
                    return Err(NotationError(format!("{sentence} is never true in this game")));
                }
            }
        }
        if always < self.compiled.network.always.len() {
            let missing = self.compiled.network.always.iter().find(|text| !seen.contains(text));
            let missing = missing.map_or("", String::as_str);
            return Err(NotationError(format!("{missing} is always true in this game; add it")));
        }
        if !self.class.covers(&words) {
            return Err(NotationError::new(
                "this is no position of the game, as far as is known about its end; play the moves that lead to it",
            ));
        }
        if self.keys.bits().is_some() && self.keys.key(&words).is_none() {
            return Err(NotationError::new(
                "sentences that exclude each other in play hold together, or none of them holds; play the moves that lead to the position",
            ));
        }
        self.read_words(words).map_err(|finding| NotationError(finding.message))
    }

    /// Moves are words and lists; a list is one move with all that is in it.
    fn split_moves<'t>(&self, text: &'t str) -> Vec<&'t str> {
        let (mut pieces, mut depth, mut from) = (Vec::new(), 0usize, None);
        for (at, symbol) in text.char_indices() {
            let between = symbol.is_whitespace() || symbol == ',';
            if depth == 0 && (between || symbol == '(') {
                pieces.extend(from.take().map(|from| &text[from..at]));
            }
            if !between && from.is_none() {
                from = Some(at);
            }
            match symbol {
                '(' => depth += 1,
                ')' if depth > 0 => {
                    depth -= 1;
                    if depth == 0 {
                        let end = at + 1;
                        pieces.extend(from.take().map(|from| &text[from..end]));
                    }
                }
                _ => {}
            }
        }
        pieces.extend(from.map(|from| &text[from..]));
        pieces
    }

    /// As [`Notation::split_moves`]: a record of such a game has no numbers and comments, because its words may look like both.
    fn split_record<'t>(&self, text: &'t str) -> Vec<&'t str> {
        self.split_moves(text)
    }
}

impl<const N: usize, C: Class> Picture for RuleGame<N, C> {
    fn text(&self, position: &Position<N>) -> String {
        let role = &self.compiled.roles[self.chooser(position)];
        let turn = match self.outcome(position) {
            Some(outcome) => format!("over: {}", self.scale().name(outcome)),
            None => format!("{role} to choose"),
        };
        format!("{}\n{turn}\n", self.write_position(position).replace(") (", ")\n("))
    }
}

impl<const N: usize, C: Class> Keyed for RuleGame<N, C> {
    type Key = [u64; N];

    #[inline]
    fn key(&self, position: &Position<N>) -> [u64; N] {
        position.words
    }
}

impl<const N: usize, C: Class> TableKeyed for RuleGame<N, C> {
    fn table_key_bits(&self) -> u32 {
        self.keys.bits().unwrap_or(u128::BITS)
    }

    #[inline]
    fn table_key(&self, position: &Position<N>) -> u128 {
        if self.keys.bits().is_none() {
            return hash128(&position.words);
        }
        self.keys.smallest(&position.words).unwrap_or_else(|| {
            let text = || self.text(&position.words);
            self.findings.add(Fault::NoKey, &self.compiled.roles, text);
            0
        })
    }
}

impl<const N: usize> Acyclic for RuleGame<N, Ends> {}

impl<const N: usize> Cyclic for RuleGame<N, Returns> {
    fn infinite(&self, _: &Position<N>) -> Outcome {
        self.class.infinite
    }
}
