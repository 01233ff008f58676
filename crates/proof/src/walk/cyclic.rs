//! The walk through a game in which play can return. It enters every position once and remembers the positions of both
//! players, because a line of play can return to either.
//!
//! The owner's choices and all replies of the opponent make a graph. Every position in it where play is over must satisfy
//! the claim. So must every cycle: all of its positions have the same value of infinite play, and a depth-first walk meets
//! a position that is still open in every cycle.

use std::io::Read;

use super::{Counts, Map, Proof};
use crate::failure::Failure;
use crate::limits::{insert, push};
use crate::rules::Rules;

/// The state of a position that the walk has entered.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// The position is on the present line.
    Open,
    /// The walk has left the position. Everything below it has been left as well, or is open.
    Done,
}

/// A position on the present line, and the number of its moves that have been followed.
struct Step<P> {
    position: P,
    followed: usize,
}

/// The proof of one claim in progress.
pub(super) struct Walk<'w, G: Rules, R> {
    proof: Proof<'w, G, R>,
    /// The present line. It is on the heap, because it can be longer than the stack of the thread would allow.
    line: Vec<Step<G::Position>>,
    entered: Map<G::Position, State>,
}

impl<'w, G: Rules, R: Read> Walk<'w, G, R> {
    pub(super) fn new(proof: Proof<'w, G, R>) -> Walk<'w, G, R> {
        Walk { proof, line: Vec::new(), entered: Map::default() }
    }

    pub(super) fn prove(mut self, root: G::Position) -> Result<Counts, Failure> {
        self.meet(root)?;
        while let Some(mut step) = self.line.pop() {
            match self.next(&step)? {
                Some(next) => {
                    step.followed += 1;
                    // No memory is reserved: the step has just been popped.
                    self.line.push(step);
                    self.meet(next)?;
                }
                None => {
                    self.proof.judge.release_for(&step.position);
                    self.entered.insert(step.position, State::Done);
                }
            }
        }
        Ok(self.proof.judge.counts)
    }

    /// A move has led to the position: enters it, unless it has been entered before.
    fn meet(&mut self, position: G::Position) -> Result<(), Failure> {
        if self.proof.holds_here(&position, self.line.len() as u64)? {
            return Ok(());
        }
        match self.entered.get(&position) {
            None => {
                let meter = self.proof.judge.resources.meter;
                // The position is stored twice: on the line and among the entered ones.
                self.proof.judge.reserve_for(&position)?;
                self.proof.judge.reserve_for(&position)?;
                insert(meter, &mut self.entered, position.clone(), State::Open)?;
                push(meter, &mut self.line, Step { position, followed: 0 })
            }
            Some(State::Open) => self.close_cycle(&position),
            Some(State::Done) => Ok(()),
        }
    }

    /// The line has returned to one of its own positions, and the opponent can repeat it for ever.
    fn close_cycle(&self, position: &G::Position) -> Result<(), Failure> {
        let Some(infinite) = self.proof.judge.rules.infinite(position) else {
            let text = self.proof.judge.text(position);
            return Err(self.proof.fail(format!(
                "the line returns to {text}, where the rules give no value of infinite play"
            )));
        };
        if self.proof.judge.claim.is_met_by(infinite) {
            return Ok(());
        }
        let (text, worth) = (self.proof.judge.text(position), self.proof.judge.outcome(infinite));
        Err(self.proof.fail(format!(
            "the line returns to {text}, which is not yet established; the claim needs progress, since infinite play is worth {worth}"
        )))
    }

    /// The next position to meet from a position on the line: the one after the owner's choice, or the one after the next
    /// reply of the opponent. Nothing if all have been met.
    fn next(&mut self, step: &Step<G::Position>) -> Result<Option<G::Position>, Failure> {
        if !self.proof.judge.owner_moves(&step.position) {
            return self.proof.reply(&step.position, step.followed);
        }
        if step.followed > 0 {
            return Ok(None);
        }
        let (next, keep) = self.proof.choose(&step.position)?;
        if keep {
            let text = self.proof.judge.text(&step.position);
            return Err(self.proof.fail(format!(
                "the keep mark is set at {text}, but where play can return every position is remembered; there are no keep marks"
            )));
        }
        Ok(Some(next))
    }
}
