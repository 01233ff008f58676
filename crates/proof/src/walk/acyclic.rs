//! The walk through a game in which play never returns. It remembers one line of play, and the positions that the
//! certificate tells it to keep.

use std::io::Read;

use super::{Counts, Map, Proof};
use crate::failure::Failure;
use crate::limits::{insert, push};
use crate::rules::Rules;

/// Work that is left. The tasks are on a stack on the heap, because a line of play can be longer than the stack of the
/// thread would allow.
enum Task<P> {
    /// Establish the position.
    Establish(P),
    /// Establish the position after the opponent's reply with this index, and after all later replies.
    Replies(P, usize),
    /// Everything below the position is established: put it into the kept set. The number is that of its record.
    Keep(P, u64),
    /// Everything below the opponent's position is established. The number is that of the records read before.
    Established(P, u64),
}

impl<P> Task<P> {
    fn position(&self) -> &P {
        match self {
            Task::Establish(position)
            | Task::Replies(position, _)
            | Task::Keep(position, _)
            | Task::Established(position, _) => position,
        }
    }
}

/// Marks a kept position that has been met again. The value of the other ones is the number of their record, which is
/// never 0.
const MET: u64 = 0;

/// The proof of one claim in progress.
pub(super) struct Walk<'w, G: Rules, R> {
    proof: Proof<'w, G, R>,
    /// Each task has the number of moves from the root.
    tasks: Vec<(Task<G::Position>, u64)>,
    kept: Map<G::Position, u64>,
    /// Positions of the opponent that were established without reading a record, and need not be walked again.
    without_records: Map<G::Position, ()>,
}

impl<'w, G: Rules, R: Read> Walk<'w, G, R> {
    pub(super) fn new(proof: Proof<'w, G, R>) -> Walk<'w, G, R> {
        Walk { proof, tasks: Vec::new(), kept: Map::default(), without_records: Map::default() }
    }

    pub(super) fn prove(mut self, root: G::Position) -> Result<Counts, Failure> {
        self.plan(Task::Establish(root), 0)?;
        while let Some((task, depth)) = self.tasks.pop() {
            self.proof.judge.release_for(task.position());
            match task {
                Task::Establish(position) => self.establish(position, depth)?,
                Task::Replies(position, index) => self.reply(position, index, depth)?,
                Task::Keep(position, record) => {
                    self.proof.judge.reserve_for(&position)?;
                    insert(self.proof.judge.resources.meter, &mut self.kept, position, record)?;
                    self.proof.judge.counts.kept += 1;
                }
                Task::Established(position, records) => {
                    // No record was read, so all of the owner's positions below were kept ones. They stay kept: walking
                    // here again would change nothing.
                    if records == self.proof.reader.records() {
                        self.proof.judge.reserve_for(&position)?;
                        let meter = self.proof.judge.resources.meter;
                        insert(meter, &mut self.without_records, position, ())?;
                    }
                }
            }
        }
        match self.kept.values().filter(|&&record| record != MET).min() {
            None => Ok(self.proof.judge.counts),
            Some(record) => {
                let reason = format!("the position kept by record {record} is never met again");
                Err(self.proof.fail(reason))
            }
        }
    }

    /// Puts a task on the stack.
    fn plan(&mut self, task: Task<G::Position>, depth: u64) -> Result<(), Failure> {
        self.proof.judge.reserve_for(task.position())?;
        push(self.proof.judge.resources.meter, &mut self.tasks, (task, depth))
    }

    fn establish(&mut self, position: G::Position, depth: u64) -> Result<(), Failure> {
        if self.proof.holds_here(&position, depth)? {
            return Ok(());
        }
        if !self.proof.judge.owner_moves(&position) {
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

    /// Follows one reply of the opponent, and plans the later ones.
    fn reply(&mut self, position: G::Position, index: usize, depth: u64) -> Result<(), Failure> {
        let Some(next) = self.proof.reply(&position, index)? else { return Ok(()) };
        self.plan(Task::Replies(position, index + 1), depth)?;
        // Where the opponent moves several times in a row, the number of lines can be exponential in the number of
        // positions.
        if !self.proof.judge.owner_moves(&next) {
            if self.without_records.contains_key(&next) {
                return Ok(());
            }
            self.plan(Task::Established(next.clone(), self.proof.reader.records()), depth)?;
        }
        self.plan(Task::Establish(next), depth + 1)
    }
}
