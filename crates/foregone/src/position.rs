//! Positions: placed, played on and taken back.

use core::fmt;
use core::ops::Deref;

use foregone_game::{Outcome, Player};
use foregone_solve::erased::ErasedPosition;

use crate::error::Error;
use crate::game::Game;

/// A position of a game, with the moves that led to it from where it was placed. It borrows nothing and can be cloned and
/// sent to other threads.
#[derive(Clone)]
pub struct Position {
    game: Game,
    erased: Box<dyn ErasedPosition>,
    /// How the position was given from which the moves were played, unless that is the start.
    base: Option<String>,
}

impl Position {
    pub(crate) fn new(
        game: Game,
        erased: Box<dyn ErasedPosition>,
        base: Option<String>,
    ) -> Position {
        Position { game, erased, base }
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Plays a move in the game's notation. The error says why it is not legal here.
    ///
    /// ```
    /// let mut position = foregone::Game::open("connect4:4x4").unwrap().start();
    /// position.play("2").unwrap();
    /// assert_eq!(position.to_string(), "..../..../..../.x..");
    /// assert!(position.play("9").is_err());
    /// assert!(position.undo());
    /// assert_eq!(position.line().len(), 0);
    /// ```
    pub fn play(&mut self, mv: &str) -> Result<(), Error> {
        self.play_words(&[mv])
    }

    /// Plays a list of moves in the game's notation. If one of them is not legal, none is played.
    pub fn play_line(&mut self, moves: &str) -> Result<(), Error> {
        let words = self.game.erased.split_moves(moves);
        self.play_words(&words)
    }

    /// Plays moves that are single words already.
    pub fn play_words(&mut self, moves: &[&str]) -> Result<(), Error> {
        Ok(self.erased.play(moves)?)
    }

    /// Takes the last move back. False if there is none.
    pub fn undo(&mut self) -> bool {
        self.erased.undo()
    }

    /// The moves that led here from where the position was placed, as single words.
    pub fn line(&self) -> Vec<String> {
        self.erased.words()
    }

    /// How the position was given from which the moves were played, unless that is the start.
    pub fn base(&self) -> Option<&str> {
        self.base.as_deref()
    }

    /// The legal moves in the canonical order; none if the game is over.
    pub fn legal_moves(&self) -> Vec<String> {
        self.erased.legal_moves()
    }

    /// The result, if the game is over.
    pub fn outcome(&self) -> Option<Outcome> {
        self.erased.outcome()
    }

    /// Whose turn it is.
    pub fn player(&self) -> Player {
        self.erased.player()
    }

    /// The positions after all lines of that many moves, in the canonical order.
    pub fn after(&self, depth: u32) -> Vec<Position> {
        let positions = self.erased.after(depth).into_iter();
        let position = |erased| Position::new(self.game.clone(), erased, self.base.clone());
        positions.map(position).collect()
    }

    /// The game and how the position was given, for people: `connect4:4x5 after 1123`.
    pub fn subject(&self) -> String {
        let mut text = self.game.spelling().to_owned();
        if let Some(base) = &self.base {
            text.push_str(&format!(" at {base}"));
        }
        let moves = self.erased.moves();
        if !moves.is_empty() {
            text.push_str(&format!(" after {moves}"));
        }
        text
    }
}

/// The position in the game's notation.
impl fmt::Display for Position {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.erased.position())
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}: {self}", self.game.spelling())
    }
}

/// Everything else that can be asked about a position without a search.
impl Deref for Position {
    type Target = dyn ErasedPosition;

    fn deref(&self) -> &Self::Target {
        &*self.erased
    }
}
