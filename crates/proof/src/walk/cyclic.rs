//! The walk through a game in which play can return. It enters every position once and remembers all of them, those of
//! the opponent too: a line can come back to either player's.
//!
//! The choices make a graph of the positions that the opponent can steer to. In it every end must satisfy the claim, and
//! so must every cycle: what infinite play is worth is the same all along a cycle, and a walk that goes depth first comes
//! back to a position that is still open in every cycle there is.

use std::collections::HashMap;
use std::io::Read;

use super::Proof;
use crate::failure::{Failure, quote};
use crate::limits::{insert, push};
use crate::rules::Rules;

/// How far the walk is with a position it has entered.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// It is on the present line.
    Open,
    /// All below it has been entered and left, or is open.
    Done,
}

/// A position on the present line, and how many of its moves have been followed.
struct Step<P> {
    position: P,
    followed: usize,
}

/// The proof of one claim in progress.
pub(super) struct Walk<'w, G: Rules, R> {
    proof: Proof<'w, G, R>,
    /// The present line, on a stack of its own: lines can be longer than the machine's stack would bear.
    line: Vec<Step<G::Position>>,
    entered: HashMap<G::Position, State>,
}

impl<'w, G: Rules, R: Read> Walk<'w, G, R> {
    pub(super) fn new(proof: Proof<'w, G, R>) -> Walk<'w, G, R> {
        Walk { proof, line: Vec::new(), entered: HashMap::new() }
    }

    pub(super) fn prove(mut self, root: G::Position) -> Result<(), Failure> {
        self.meet(root)?;
        while let Some(mut step) = self.line.pop() {
            match self.next(&step)? {
                Some(next) => {
                    step.followed += 1;
                    // There is room: it was just taken from there.
                    self.line.push(step);
                    self.meet(next)?;
                }
                None => {
                    self.proof.give_back_for(&step.position);
                    self.entered.insert(step.position, State::Done);
                }
            }
        }
        Ok(())
    }

    /// A move has led to the position: enters it if that has not been done.
    fn meet(&mut self, position: G::Position) -> Result<(), Failure> {
        if self.proof.is_finished(&position, self.line.len() as u64)? {
            return Ok(());
        }
        match self.entered.get(&position) {
            None => {
                let meter = self.proof.sources.meter;
                self.proof.take_for(&position)?;
                self.proof.take_for(&position)?;
                insert(meter, &mut self.entered, position.clone(), State::Open)?;
                push(meter, &mut self.line, Step { position, followed: 0 })
            }
            Some(State::Open) => self.go_round(&position),
            Some(State::Done) => Ok(()),
        }
    }

    /// The line has come back to a position of its own: for ever, if the opponent wants it so.
    fn go_round(&self, position: &G::Position) -> Result<(), Failure> {
        let rules = self.proof.rules;
        let infinite = rules.infinite(position).expect("play can return in this game");
        if self.proof.claim.is_met_by(infinite) {
            return Ok(());
        }
        let (place, worth) = (quote(&rules.write(position)), quote(&rules.outcomes()[infinite]));
        Err(self.proof.fail(format!(
            "the line returns to {place}, which is not yet established; the claim needs progress, since infinite play is worth {worth}"
        )))
    }

    /// The next position to meet from one on the line: that of the owner's choice, once, or that of every reply.
    fn next(&mut self, step: &Step<G::Position>) -> Result<Option<G::Position>, Failure> {
        if !self.proof.owner_moves(&step.position) {
            return self.proof.reply(&step.position, step.followed);
        }
        if step.followed > 0 {
            return Ok(None);
        }
        let (next, keep) = self.proof.choose(&step.position)?;
        if keep {
            let place = quote(&self.proof.rules.write(&step.position));
            return Err(self.proof.fail(format!(
                "the keep mark is set at {place}, but where play can return every position is remembered; there are no keep marks"
            )));
        }
        Ok(Some(next))
    }
}
