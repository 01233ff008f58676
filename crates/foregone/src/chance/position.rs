//! Positions of games with chance.

use core::fmt;
use std::sync::Arc;

use foregone_chance::Turn;
use foregone_game::{NotationError, Outcome};

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
        Position { game, erased, base, line: Vec::new() }
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
        let words = moves.split(|c: char| c.is_whitespace() || c == ',').filter(|w| !w.is_empty());
        let (mut erased, mut line) = (self.erased.clone(), self.line.clone());
        for (number, word) in (1..).zip(words) {
            let why =
                |error: NotationError| Error::input(format!("move {number} (\"{word}\"): {error}"));
            erased = erased.play(word).map_err(why)?;
            line.push(word.to_owned());
        }
        (self.erased, self.line) = (erased, line);
        Ok(())
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

    /// The outcome of play that returns to this position for ever, if play can return in the game.
    pub fn infinite(&self) -> Option<Outcome> {
        self.erased.infinite()
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
