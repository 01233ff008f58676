//! Positions and moves as text: the sentences of a position in the order of their bytes, and moves as in the file.

use foregone_game::{
    Acyclic, Cyclic, Game, Keyed, Notation, NotationError, Outcome, TableKeyed, hash128,
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

/// A term in its usual form, as text.
pub(super) fn normal_text(expression: &Expression<'_>) -> String {
    let mut out = String::new();
    normal(expression, &mut out);
    out
}

fn terms(text: &str) -> Result<Vec<String>, NotationError> {
    let read = read_terms(text).map_err(|error| NotationError(format!("at {error}")))?;
    Ok(read.iter().map(normal_text).collect())
}

/// A move in its usual form. The parentheses around it may be left out.
fn written_move(text: &str) -> Result<String, NotationError> {
    let words = terms(text.trim_end_matches(','))?;
    match words.as_slice() {
        [one] => Ok(one.clone()),
        words => Ok(format!("({})", words.join(" "))),
    }
}

/// How many arguments a move has, if it has this name.
fn arguments(mv: &str, name: &str) -> Option<usize> {
    match mv.strip_prefix('(') {
        None => (mv == name).then_some(0),
        Some(inner) => {
            let rest = inner.strip_prefix(name)?.strip_prefix(' ')?;
            Some(pieces(rest.trim_end_matches(')')).len())
        }
    }
}

/// The words and lists of a text, each with whether a comma stands before it.
fn pieces(text: &str) -> Vec<(&str, bool)> {
    let (mut found, mut depth, mut from, mut comma) = (Vec::new(), 0usize, None, false);
    for (at, symbol) in text.char_indices() {
        let between = symbol.is_whitespace() || symbol == ',';
        if depth == 0 && (between || symbol == '(') {
            found.extend(from.take().map(|from| (&text[from..at], core::mem::take(&mut comma))));
        }
        comma |= depth == 0 && symbol == ',';
        if !between && from.is_none() {
            from = Some(at);
        }
        match symbol {
            '(' => depth += 1,
            ')' if depth > 0 => {
                depth -= 1;
                if depth == 0 {
                    let end = at + 1;
                    found.extend(
                        from.take().map(|from| (&text[from..end], core::mem::take(&mut comma))),
                    );
                }
            }
            _ => {}
        }
    }
    found.extend(from.map(|from| (&text[from..], comma)));
    found
}

/// Cuts a list of moves. `counts` are the numbers of arguments that moves of a name have.
fn split(text: &str, counts: impl Fn(&str) -> Vec<usize>) -> Vec<&str> {
    let pieces = pieces(text);
    let start = |piece: &str| piece.as_ptr() as usize - text.as_ptr() as usize;
    let (mut moves, mut at) = (Vec::new(), 0);
    while let Some(&(piece, _)) = pieces.get(at) {
        let name = piece.to_ascii_lowercase();
        let known = if piece.starts_with('(') { Vec::new() } else { counts(&name) };
        // A name with several numbers of arguments is taken as it stands.
        let wanted = known.first().filter(|count| known.iter().all(|other| other == *count));
        let wanted = wanted.copied().unwrap_or(0);
        let after = &pieces[at + 1..];
        let given = after.iter().take(wanted).take_while(|(_, comma)| !comma).count();
        let end = if given == wanted { at + wanted } else { at };
        let last = pieces[end].0;
        moves.push(&text[start(piece)..start(last) + last.len()]);
        at = end + 1;
    }
    moves
}

impl<const N: usize, C: Class> Notation for RuleGame<N, C> {
    fn write_move(&self, position: &Position<N>, mv: u32) -> String {
        self.compiled.network.moves[self.chooser(position)][mv as usize].clone()
    }

    fn read_move(&self, position: &Position<N>, text: &str) -> Result<u32, NotationError> {
        let mut legal = Vec::new();
        self.moves(position, &mut legal);
        let written = written_move(text)?;
        let found = legal.iter().copied().find(|&mv| written == self.write_move(position, mv));
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

    /// Moves are words and lists; a list is one move with all that is in it. The parentheses of a move may be left out where
    /// its name says how many arguments follow; a comma ends a move.
    fn split_moves<'t>(&self, text: &'t str) -> Vec<&'t str> {
        split(text, |name| {
            self.compiled
                .network
                .moves
                .iter()
                .flatten()
                .filter_map(|mv| arguments(mv, name))
                .collect()
        })
    }

    /// As [`Notation::split_moves`]: a record of such a game has no numbers and comments, because its words may look like both.
    fn split_record<'t>(&self, text: &'t str) -> Vec<&'t str> {
        self.split_moves(text)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parentheses_around_moves_may_be_left_out() {
        let moves = ["(mark 1 1)", "(mark 1 2)", "noop", "(put (at 1 2))", "(go 1)", "(go 1 2)"];
        let counts = |name: &str| moves.into_iter().filter_map(|mv| arguments(mv, name)).collect();
        let cut = |text| split(text, counts);
        assert_eq!(cut("(mark 1 1) noop (mark 1 2)"), ["(mark 1 1)", "noop", "(mark 1 2)"]);
        assert_eq!(cut("mark 1 1, noop mark 1 2"), ["mark 1 1", "noop", "mark 1 2"]);
        assert_eq!(cut("(mark 1 1)(mark 1 2)"), ["(mark 1 1)", "(mark 1 2)"]);
        assert_eq!(cut("put (at 1 2) noop"), ["put (at 1 2)", "noop"]);
        assert_eq!(cut("mark 1, mark 1 1"), ["mark", "1", "mark 1 1"], "arguments are missing");
        assert_eq!(cut("go 1"), ["go", "1"], "two moves have the name");
        assert_eq!(cut(" "), [""; 0]);
        assert_eq!(written_move("Mark 1  1").expect("a move"), "(mark 1 1)");
        assert_eq!(written_move("( mark 1 1 )").expect("a move"), "(mark 1 1)");
        assert_eq!(written_move("noop").expect("a move"), "noop");
    }
}
