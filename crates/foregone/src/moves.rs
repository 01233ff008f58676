//! The value of every move.

use std::time::Instant;

use foregone_game::{Outcome, Player};
use foregone_solve::limits::Limits;
use foregone_solve::options::Goal;
use foregone_solve::play::{Choice, Style};

use crate::answer::Answer;
use crate::error::Error;
use crate::position::Position;
use crate::settings::Settings;
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
    /// canonical order. The table is kept from move to move. The limits of nodes and time hold for all moves together: each
    /// search has what the searches before it have left. A move that is not searched because nothing was left, or because the
    /// solver was stopped, has the bounds of the scale.
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
        let (limits, started) = (self.settings.clone(), Instant::now());
        let values = self.search_moves(position, watch, |created| {
            Some(limits.remaining_after(created, started.elapsed()))
        });
        self.settings = limits;
        values
    }

    /// The same with the limits for each move: no move takes the nodes and the time of another.
    pub fn move_values_each(
        &mut self,
        position: &Position,
        watch: &mut dyn Watch,
    ) -> Result<Vec<MoveValue>, Error> {
        self.search_moves(position, watch, |_| None)
    }

    /// Searches one move after the other. `settings` says how the next search is to be done, given the nodes that were created
    /// so far; none leaves the settings as they are.
    fn search_moves(
        &mut self,
        position: &Position,
        watch: &mut dyn Watch,
        settings: impl Fn(u64) -> Option<Settings>,
    ) -> Result<Vec<MoveValue>, Error> {
        let (mut values, mut created) = (Vec::new(), 0);
        for mv in position.legal_moves() {
            let mut after = position.clone();
            after.play(&mv)?;
            self.settings = settings(created).unwrap_or_else(|| self.settings.clone());
            let mut decided = self.settings.decide(self.game(), Goal::Value)?;
            decided.question.certificate = false;
            let answer = match self.settings.exhausted() {
                // A finished position takes no search.
                Some(limit) if after.outcome().is_none() => Answer::open(after, decided, limit),
                _ => self.search(&after, decided, watch, None, None)?,
            };
            created += answer.report.counters.created;
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
