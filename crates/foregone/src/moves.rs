//! The value of every move.

use foregone_game::{Outcome, Player};
use foregone_solve::limits::Limits;
use foregone_solve::options::Goal;
use foregone_solve::play::{Choice, Style};

use crate::answer::Answer;
use crate::error::Error;
use crate::position::Position;
use crate::solver::{Solver, Watch};

/// What a move is worth.
#[derive(Clone, Debug)]
pub struct MoveValue {
    /// The move.
    pub mv: String,
    /// The answer about the position that it leads to.
    pub answer: Answer,
}

impl MoveValue {
    /// What is proved about the position after the move: at least, at most.
    pub fn bounds(&self) -> (Outcome, Outcome) {
        self.answer.bounds()
    }

    /// The name of the value, if it is proved.
    pub fn value(&self) -> Option<&str> {
        self.answer.value()
    }
}

impl Solver {
    /// What every legal move of a position is worth, best for the player to move first; moves of equal value stay in the
    /// canonical order. The table is kept from move to move. The limits hold for each move; a search that was stopped leaves
    /// the remaining moves with the bounds of the scale.
    ///
    /// ```
    /// use foregone::{Game, Solver};
    /// let game = Game::open("mnk:3,3,3").unwrap();
    /// let position = game.place(None, Some("b2 a2")).unwrap();
    /// let values = Solver::new(&game).move_values(&position, &mut ()).unwrap();
    /// assert!(values.iter().any(|value| value.mv == "a1" && value.value() == Some("win")));
    /// ```
    pub fn move_values(
        &mut self,
        position: &Position,
        watch: &mut dyn Watch,
    ) -> Result<Vec<MoveValue>, Error> {
        let mut values = Vec::new();
        for mv in position.legal_moves() {
            let mut after = position.clone();
            after.play(&mv)?;
            let mut decided = self.settings.decide(self.game(), Goal::Value)?;
            decided.question.certificate = false;
            let answer = self.search(&after, decided, watch, None, None)?;
            values.push(MoveValue { mv, answer });
        }
        sort(&mut values, position.player());
        Ok(values)
    }
}

impl Solver {
    /// Chooses a move to play: what is proved is kept, what is proved lost is avoided, and alpha-beta with the game's
    /// estimate proposes the rest (Allis et al. 1994 §7.3). The position must not be over.
    ///
    /// ```
    /// use foregone::{Game, Solver, Style};
    /// let game = Game::open("mnk:3,3,3").unwrap();
    /// let position = game.place(None, Some("a1 b2 a2")).unwrap();
    /// let choice = Solver::new(&game).choose(&position, &Style::default()).unwrap();
    /// assert_eq!(choice.mv, "a3", "the only move that does not lose");
    /// ```
    pub fn choose(&self, position: &Position, style: &Style) -> Result<Choice<String>, Error> {
        if position.outcome().is_some() {
            return Err(Error::input("the game is over here: there is no move to choose"));
        }
        let stop = self.stop_handle();
        let limits = Limits { interrupt: Some(stop.flag()), ..Limits::default() };
        Ok(position.choose(style, limits)?)
    }
}

/// Best for the player to move first: by what the player is sure of, then by what is still possible.
fn sort(values: &mut [MoveValue], player: Player) {
    values.sort_by(|one, other| {
        let ((low, high), (other_low, other_high)) = (one.bounds(), other.bounds());
        match player {
            Player::Max => (other_low, other_high).cmp(&(low, high)),
            Player::Min => (high, low).cmp(&(other_high, other_low)),
        }
    });
}
