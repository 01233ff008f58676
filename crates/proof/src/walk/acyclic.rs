//! The walk through a game in which play never returns. It remembers what the file tells it to keep, and one line.

use std::collections::HashMap;
use std::io::Read;

use super::Proof;
use crate::failure::Failure;
use crate::limits::{insert, push};
use crate::rules::Rules;

/// What is still to be done. The walk keeps these on a stack of its own: lines of play can be longer than the
/// machine's stack would bear.
enum Task<P> {
    /// Establish the position.
    Establish(P),
    /// Establish the position after the opponent's reply of that index, and after all later ones.
    Replies(P, usize),
    /// All below the position is established: put it into the kept set. The number is that of its record.
    Keep(P, u64),
    /// All below the opponent's position is established. The number is that of the records read before.
    Walked(P, u64),
}

impl<P> Task<P> {
    fn position(&self) -> &P {
        match self {
            Task::Establish(position)
            | Task::Replies(position, _)
            | Task::Keep(position, _)
            | Task::Walked(position, _) => position,
        }
    }
}

/// A kept position that has been met again; otherwise the number of the record that kept it.
const MET: u64 = 0;

/// The proof of one claim in progress.
pub(super) struct Walk<'w, G: Rules, R> {
    proof: Proof<'w, G, R>,
    /// Each with the plies from the root.
    tasks: Vec<(Task<G::Position>, u64)>,
    kept: HashMap<G::Position, u64>,
    /// Positions of the opponent that need not be walked again.
    settled: HashMap<G::Position, ()>,
}

impl<'w, G: Rules, R: Read> Walk<'w, G, R> {
    pub(super) fn new(proof: Proof<'w, G, R>) -> Walk<'w, G, R> {
        Walk { proof, tasks: Vec::new(), kept: HashMap::new(), settled: HashMap::new() }
    }

    pub(super) fn prove(mut self, root: G::Position) -> Result<(), Failure> {
        self.plan(Task::Establish(root), 0)?;
        while let Some((task, depth)) = self.tasks.pop() {
            self.proof.give_back_for(task.position());
            match task {
                Task::Establish(position) => self.establish(position, depth)?,
                Task::Replies(position, index) => self.reply(position, index, depth)?,
                Task::Keep(position, record) => {
                    self.proof.take_for(&position)?;
                    insert(self.proof.sources.meter, &mut self.kept, position, record)?;
                    self.proof.tally.kept += 1;
                }
                Task::Walked(position, records) => {
                    // Nothing was read, so all the owner's positions reached were kept ones. They stay kept:
                    // walking here again would change nothing.
                    if records == self.proof.reader.records() {
                        self.proof.take_for(&position)?;
                        insert(self.proof.sources.meter, &mut self.settled, position, ())?;
                    }
                }
            }
        }
        match self.kept.values().filter(|&&record| record != MET).min() {
            None => Ok(()),
            Some(record) => {
                let reason = format!("the position kept by record {record} is never met again");
                Err(self.proof.fail(reason))
            }
        }
    }

    /// Leaves something to be done next.
    fn plan(&mut self, task: Task<G::Position>, depth: u64) -> Result<(), Failure> {
        self.proof.take_for(task.position())?;
        push(self.proof.sources.meter, &mut self.tasks, (task, depth))
    }

    fn establish(&mut self, position: G::Position, depth: u64) -> Result<(), Failure> {
        if self.proof.is_finished(&position, depth)? {
            return Ok(());
        }
        if !self.proof.owner_moves(&position) {
            return self.plan(Task::Replies(position, 0), depth);
        }
        if let Some(record) = self.kept.get_mut(&position) {
            *record = MET;
            return Ok(());
        }
        let (next, keep) = self.proof.choose(&position)?;
        if keep {
            self.plan(Task::Keep(position, self.proof.reader.records()), depth)?;
        }
        self.plan(Task::Establish(next), depth + 1)
    }

    /// Follows one reply of the opponent and leaves the later ones for later.
    fn reply(&mut self, position: G::Position, index: usize, depth: u64) -> Result<(), Failure> {
        let Some(next) = self.proof.reply(&position, index)? else { return Ok(()) };
        self.plan(Task::Replies(position, index + 1), depth)?;
        // Where the opponent moves twice running, the ways to a position can be more than anyone can walk.
        if !self.proof.owner_moves(&next) {
            if self.settled.contains_key(&next) {
                return Ok(());
            }
            self.plan(Task::Walked(next.clone(), self.proof.reader.records()), depth)?;
        }
        self.plan(Task::Establish(next), depth + 1)
    }
}
