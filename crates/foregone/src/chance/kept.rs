//! What a solver keeps of a solved game in which play can return, so that the next question about it is answered at once.

use core::any::Any;
use std::sync::Mutex;

use foregone_chance::limits::Stop;
use foregone_chance::{ChanceGame, CyclicChance, Utility};

use super::cyclic::{Bounds, Study};
use super::erased::{Found, TypedFound};
use super::method::Method;

/// A place for the last solved game, with its type erased.
pub(super) type Slot = Mutex<Option<Box<dyn Any + Send>>>;

/// The certain bounds of a position, if it is one of those that were solved.
pub(super) type LookUp<G> = Box<dyn Fn(&G, &<G as ChanceGame>::Position) -> Option<Bounds> + Send>;

/// A solved game.
struct Kept<G: ChanceGame> {
    look_up: LookUp<G>,
    utility: Utility,
    /// The method that was asked for.
    asked: Method,
    /// The method that has solved it.
    method: Method,
    why: String,
    counted_in: Option<&'static str>,
    positions: Option<u64>,
}

impl<G: CyclicChance + 'static> Study<'_, G> {
    /// The answer, if the position is one of a game that was kept; it takes no search. What was kept of something else is
    /// forgotten, so that two games are never in memory at once.
    pub(super) fn kept(&self) -> Option<TypedFound<G>> {
        let mut slot = self.slot()?;
        let answer = slot.as_ref().and_then(|kept| self.answer(kept.downcast_ref::<Kept<G>>()?));
        if answer.is_none() {
            *slot = None;
        }
        answer
    }

    fn answer(&self, kept: &Kept<G>) -> Option<TypedFound<G>> {
        let is_same = kept.utility == *self.asked.utility && kept.asked == self.asked.method;
        let is_known = is_same && (kept.look_up)(self.game, self.position).is_some();
        let of = |at: &G::Position| {
            (kept.look_up)(self.game, at).expect("what follows a solved position is solved")
        };
        is_known.then(|| {
            let found = self.found(&of, Stop::Solved, kept.method, kept.why.clone());
            Found { counted_in: kept.counted_in, positions: kept.positions, ..found }
        })
    }

    /// Keeps a game that was solved, if the solver keeps anything.
    pub(super) fn keep(&self, found: &TypedFound<G>, look_up: impl FnOnce() -> LookUp<G>) {
        // Bounds that answer a question about a threshold may be too wide for others.
        let is_whole = found.stop == Stop::Solved && self.asked.threshold.is_none();
        let Some(mut slot) = self.slot().filter(|_| is_whole) else { return };
        *slot = Some(Box::new(Kept {
            look_up: look_up(),
            utility: self.asked.utility.clone(),
            asked: self.asked.method,
            method: found.method,
            why: found.why.clone(),
            counted_in: found.counted_in,
            positions: found.positions,
        }));
    }

    /// The place, unless nothing is kept. Proofs are made only while a game is being solved.
    fn slot(&self) -> Option<std::sync::MutexGuard<'_, Option<Box<dyn Any + Send>>>> {
        let slot = self.asked.kept.filter(|_| !self.asked.certificate)?;
        Some(slot.lock().unwrap_or_else(|poisoned| poisoned.into_inner()))
    }
}
