//! Positions of games with chance.

use core::fmt;
use std::sync::Arc;

use foregone_chance::Turn;
use foregone_game::{NotationError, Outcome, Scene};

use super::erased::ErasedPosition;
use super::game::Game;
use crate::error::Error;

/// A position, with the moves and outcomes of chance that led to it from where it was placed.
#[derive(Clone)]
pub struct Position {
    game: Game,
    pub(super) erased: Arc<dyn ErasedPosition>,
    /// How the position was given from which the moves were played, unless that is the start.
    base: Option<String>,
    line: Vec<String>,
    /// The positions before each move of the line.
    earlier: Vec<Arc<dyn ErasedPosition>>,
}

/// A move of a player, or an outcome of chance.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Move {
    /// As it is written.
    pub name: String,
    /// The weight of an outcome of chance; its probability is this divided by the sum of all weights of the position.
    pub weight: Option<u64>,
}

impl Position {
    pub(super) fn new(
        game: Game,
        erased: Arc<dyn ErasedPosition>,
        base: Option<String>,
    ) -> Position {
        Position { game, erased, base, line: Vec::new(), earlier: Vec::new() }
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Plays moves and lets outcomes of chance happen, separated by white space or commas. If one of them is not possible,
    /// none is played.
    ///
    /// ```
    /// let mut position = foregone::chance::Game::open("pig:10").unwrap().start();
    /// position.play_line("4 hold 1").unwrap();
    /// assert_eq!(position.to_string(), "4:0+0 max throw");
    /// let error = position.play_line("3 pass").unwrap_err();
    /// assert_eq!(error.to_string(), "move 2 (\"pass\"): \"pass\" is no move; the moves are roll, hold");
    /// ```
    pub fn play_line(&mut self, moves: &str) -> Result<(), Error> {
        let mut played = self.clone();
        for (number, word) in (1..).zip(words(moves)) {
            let why =
                |error: NotationError| Error::input(format!("move {number} (\"{word}\"): {error}"));
            played.play_word(word).map_err(why)?;
        }
        *self = played;
        Ok(())
    }

    /// Plays one move or lets one outcome of chance happen; the latter may stand in parentheses. The error says why it is
    /// not possible.
    pub fn play_word(&mut self, word: &str) -> Result<(), NotationError> {
        let bare = word.strip_prefix('(').and_then(|word| word.strip_suffix(')'));
        let (name, erased) = match (self.erased.play(word), bare) {
            (Ok(played), _) => played,
            (Err(_), Some(bare)) if self.turn() == Turn::Chance => self.erased.play(bare)?,
            (Err(error), _) => return Err(error),
        };
        self.earlier.push(std::mem::replace(&mut self.erased, erased));
        self.line.push(name);
        Ok(())
    }

    /// Takes the last move or outcome back; false if there is none since the position was placed.
    pub fn undo(&mut self) -> bool {
        let Some(before) = self.earlier.pop() else { return false };
        self.erased = before;
        self.line.pop();
        true
    }

    /// All positions from the one that was placed to this one.
    pub fn along(&self) -> Vec<Position> {
        let count = self.line.len();
        let at = |ply: usize| Position {
            game: self.game.clone(),
            erased: self.earlier.get(ply).unwrap_or(&self.erased).clone(),
            base: self.base.clone(),
            line: self.line[..ply].to_vec(),
            earlier: self.earlier[..ply].to_vec(),
        };
        (0..=count).map(at).collect()
    }

    /// How the position was given from which the moves were played, unless that is the start.
    pub fn base(&self) -> Option<&str> {
        self.base.as_deref()
    }

    /// How often this position has come since chance had a turn, this time included. Chance ends what players could repeat
    /// for ever.
    pub fn visits(&self) -> usize {
        let written = self.erased.written();
        let earlier = self.earlier.iter().rev();
        let since = earlier.take_while(|before| before.turn() != Turn::Chance);
        1 + since.filter(|before| before.written() == written).count()
    }

    /// The outcome of a play that returns here for ever, if play can return.
    pub fn endless(&self) -> Option<Outcome> {
        self.erased.endless()
    }

    /// The moves and outcomes that led here from where the position was placed.
    pub fn line(&self) -> &[String] {
        &self.line
    }

    /// The legal moves, or the outcomes of chance with their weights, in the canonical order; none if the game is over.
    pub fn moves(&self) -> Vec<Move> {
        self.erased.moves()
    }

    /// Whose turn it is, or how the game has ended.
    pub fn turn(&self) -> Turn {
        self.erased.turn()
    }

    /// The result, if the game is over.
    pub fn outcome(&self) -> Option<Outcome> {
        match self.turn() {
            Turn::Over(outcome) => Some(outcome),
            _ => None,
        }
    }

    /// Whose turn it is: `first`, `second`, `chance`, or `over`.
    pub fn to_move(&self) -> &'static str {
        match self.turn() {
            Turn::Over(_) => "over",
            Turn::Max => "first",
            Turn::Min => "second",
            Turn::Chance => "chance",
        }
    }

    /// The position as lines of text.
    pub fn text(&self) -> String {
        self.erased.text()
    }

    /// The position as a drawing, with its moves or the outcomes of chance.
    pub fn scene(&self) -> Scene {
        self.erased.scene()
    }

    /// How many lines of exactly that many moves and outcomes of chance begin here.
    pub fn perft(&self, depth: u32) -> u64 {
        self.erased.perft(depth)
    }

    /// The game and how the position was given, for people: `pig:10 after 4 hold`.
    pub fn subject(&self) -> String {
        let mut text = self.game.spelling().to_owned();
        if let Some(base) = &self.base {
            text.push_str(&format!(" at {base}"));
        }
        if !self.line.is_empty() {
            text.push_str(&format!(" after {}", self.line.join(" ")));
        }
        text
    }
}

/// The moves of a list, which white space or commas separate.
pub(super) fn words(moves: &str) -> impl Iterator<Item = &str> {
    moves.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty())
}

/// The position in the game's notation.
impl fmt::Display for Position {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.erased.written())
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}: {self}", self.game.spelling())
    }
}
