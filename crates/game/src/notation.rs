//! Positions and moves as people write them.

use core::fmt;

use crate::game::Game;
use crate::record;

/// Why a text is not what it should be: one sentence that names the place and the remedy.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotationError(pub String);

impl NotationError {
    /// An error with that sentence.
    pub fn new(sentence: impl Into<String>) -> NotationError {
        NotationError(sentence.into())
    }
}

impl fmt::Display for NotationError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

impl std::error::Error for NotationError {}

/// Reading and writing, both ways: what is written can be read again and gives the same thing.
///
/// Everything has a default, so that `impl Notation for MyGame {}` is enough: positions and moves are written as their
/// `Debug` form, and moves are read by comparing with the legal ones. Games whose moves have spaces or commas in that form,
/// or a notation that people know, write their own; so do games whose positions are to be read.
pub trait Notation: Game {
    /// A move, written in the notation its community uses, without white space and commas.
    fn write_move(&self, position: &Self::Position, mv: Self::Move) -> String {
        let _ = position;
        format!("{mv:?}")
    }

    /// Reads one move. The error says why it is not a legal move here.
    fn read_move(
        &self,
        position: &Self::Position,
        text: &str,
    ) -> Result<Self::Move, NotationError> {
        let mut moves = Vec::new();
        self.moves(position, &mut moves);
        let written = |mv: &Self::Move| self.write_move(position, *mv);
        moves.iter().copied().find(|mv| written(mv) == text).ok_or_else(|| {
            let all: Vec<String> = moves.iter().map(written).collect();
            NotationError(format!("no such move; the moves are {}", all.join(", ")))
        })
    }

    /// A forced move that people leave out of lists of moves, such as a pass: it is played before `text` is read. By default
    /// nothing is left out.
    fn left_out(&self, position: &Self::Position, text: &str) -> Option<Self::Move> {
        let _ = (position, text);
        None
    }

    /// A position, with everything that decides how play goes on; by default its `Debug` form.
    fn write_position(&self, position: &Self::Position) -> String {
        format!("{position:?}")
    }

    /// Reads a position. The error says what is impossible about it. By default only the start is read.
    fn read_position(&self, text: &str) -> Result<Self::Position, NotationError> {
        let start = self.start();
        match text == self.write_position(&start) {
            true => Ok(start),
            false => Err(NotationError::new(
                "this game reads no positions but its start; play the moves that lead there",
            )),
        }
    }

    /// Cuts a list of moves into single ones: at white space and commas, unless the game writes them without.
    fn split_moves<'t>(&self, text: &'t str) -> Vec<&'t str> {
        text.split(|c: char| c.is_whitespace() || c == ',')
            .filter(|piece| !piece.is_empty())
            .collect()
    }

    /// Cuts the record of a game into moves: as [`Notation::split_moves`], without comments (`{…}`, or from `#` to the
    /// end of a line) and the numbers of moves (`1.`, `12...`, also right before a move).
    fn split_record<'t>(&self, text: &'t str) -> Vec<&'t str> {
        let pieces = record::pieces(text, record::number);
        pieces.into_iter().flat_map(|piece| self.split_moves(piece)).collect()
    }

    /// Joins written moves into a list that [`Notation::split_moves`] cuts again.
    fn join_moves(&self, moves: &[String]) -> String {
        moves.join(" ")
    }
}

/// Plays a written list of moves from a position. The error names the move by number.
///
/// ```
/// use foregone_game::notation::{read_line, write_line};
/// use foregone_game::text_game::text_game;
/// use foregone_game::{Game, Notation};
///
/// let game = text_game("(0(21))");
/// let (position, line) = read_line(&game, game.start(), "n2 n4").unwrap();
/// assert_eq!(game.write_position(&position), "n4");
/// assert_eq!(write_line(&game, &game.start(), &line), "n2 n4");
/// let error = read_line(&game, game.start(), "n2 n9").unwrap_err();
/// assert_eq!(error.to_string(), "move 2 (\"n9\"): no such move from \"n2\"; the moves are n3, n4");
/// ```
pub fn read_line<G: Notation>(
    game: &G,
    position: G::Position,
    text: &str,
) -> Result<(G::Position, Vec<G::Move>), NotationError> {
    play_moves(game, position, &game.split_moves(text))
}

/// Plays written moves, one by one, from a position. The error names the move by number.
pub fn play_moves<G: Notation>(
    game: &G,
    mut position: G::Position,
    moves: &[impl AsRef<str>],
) -> Result<(G::Position, Vec<G::Move>), NotationError> {
    let mut line = Vec::new();
    for (number, piece) in (1..).zip(moves) {
        let piece = piece.as_ref();
        if game.outcome(&position).is_none()
            && let Some(mv) = game.left_out(&position, piece)
        {
            game.play(&mut position, mv);
            line.push(mv);
        }
        if let Some(outcome) = game.outcome(&position) {
            let result = game.scale().name(outcome);
            return Err(NotationError(format!(
                "move {number} (\"{piece}\"): the game is already over ({result}); leave out this move and what follows"
            )));
        }
        let mv = game
            .read_move(&position, piece)
            .map_err(|error| NotationError(format!("move {number} (\"{piece}\"): {error}")))?;
        game.play(&mut position, mv);
        line.push(mv);
    }
    Ok((position, line))
}

/// Writes a line of moves played from a position.
pub fn write_line<G: Notation>(game: &G, position: &G::Position, line: &[G::Move]) -> String {
    game.join_moves(&write_words(game, position, line))
}

/// The same as single words.
pub fn write_words<G: Notation>(game: &G, position: &G::Position, line: &[G::Move]) -> Vec<String> {
    let mut position = position.clone();
    let mut words = Vec::with_capacity(line.len());
    for &mv in line {
        words.push(game.write_move(&position, mv));
        game.play(&mut position, mv);
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text_game::text_game;

    #[test]
    fn a_line_is_read_and_written_back() {
        let game = text_game("(0(21))");
        let (position, line) = read_line(&game, game.start(), " n2, n4 ").expect("legal");
        assert_eq!((game.write_position(&position).as_str(), line.as_slice()), ("n4", &[1, 1][..]));
        assert_eq!(write_line(&game, &game.start(), &line), "n2 n4");
        let (start, none) = read_line(&game, game.start(), "").expect("legal");
        assert_eq!((start, none), (game.start(), Vec::new()));
    }

    #[test]
    fn records_have_numbers_and_comments() {
        let game = text_game("(0(21))");
        for text in ["1. n2 n4", "# one\n1. n2\n1... n4 {good}", "n2 n4"] {
            let words = game.split_record(text);
            assert_eq!(words, ["n2", "n4"], "{text}");
            assert_eq!(play_moves(&game, game.start(), &words).expect("legal").1, [1, 1]);
        }
        assert_eq!(game.split_record("1.n2"), ["1.n2"], "a graph may have such names");
    }

    #[test]
    fn errors_name_the_move_by_number() {
        let game = text_game("(0(21))");
        let error = |text| read_line(&game, game.start(), text).expect_err(text).to_string();
        assert_eq!(
            error("n2 n9"),
            "move 2 (\"n9\"): no such move from \"n2\"; the moves are n3, n4"
        );
        assert_eq!(
            error("n1 n2"),
            "move 2 (\"n2\"): the game is already over (0); leave out this move and what follows"
        );
    }
}
