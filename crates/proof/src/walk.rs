//! The walk that proves one claim: one reply of its owner, every reply of the opponent, to the end of play.

use std::collections::{HashMap, HashSet};
use std::io::Read;

use crate::failure::{Failure, Place, quote};
use crate::format::Reader;
use crate::rules::Rules;

/// `at least` or `at most` some outcome.
pub(crate) struct Claim {
    /// As people say it.
    pub(crate) text: String,
    /// Whether Max owns it (`at least`) or Min (`at most`).
    pub(crate) by_max: bool,
    /// The rank of the outcome.
    pub(crate) bound: usize,
}

impl Claim {
    fn is_met_by(&self, rank: usize) -> bool {
        if self.by_max { rank >= self.bound } else { rank <= self.bound }
    }
}

/// What has been seen so far, over all claims.
#[derive(Default)]
pub(crate) struct Tally {
    pub(crate) positions: u64,
    pub(crate) kept: u64,
    pub(crate) longest_line: u64,
}

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

/// A kept position that has been met again; otherwise the number of the record that kept it.
const MET: u64 = 0;

/// The proof of one claim in progress.
pub(crate) struct Walk<'w, G: Rules, R> {
    rules: &'w G,
    claim: &'w Claim,
    reader: &'w mut Reader<R>,
    tally: &'w mut Tally,
    /// Each with the plies from the root.
    tasks: Vec<(Task<G::Position>, u64)>,
    kept: HashMap<G::Position, u64>,
    /// Positions of the opponent that need not be walked again.
    settled: HashSet<G::Position>,
}

impl<'w, G: Rules, R: Read> Walk<'w, G, R> {
    pub(crate) fn new(
        rules: &'w G,
        claim: &'w Claim,
        reader: &'w mut Reader<R>,
        tally: &'w mut Tally,
    ) -> Walk<'w, G, R> {
        let (tasks, kept, settled) = (Vec::new(), HashMap::new(), HashSet::new());
        Walk { rules, claim, reader, tally, tasks, kept, settled }
    }

    /// Follows the records from the root to the end of the claim's proof.
    pub(crate) fn prove(mut self, root: G::Position) -> Result<(), Failure> {
        self.tasks.push((Task::Establish(root), 0));
        while let Some((task, depth)) = self.tasks.pop() {
            match task {
                Task::Establish(position) => self.establish(position, depth)?,
                Task::Replies(position, index) => self.reply(position, index, depth)?,
                Task::Keep(position, record) => {
                    self.kept.insert(position, record);
                    self.tally.kept += 1;
                }
                Task::Walked(position, records) => {
                    // Nothing was read, so all the owner's positions reached were kept ones. They stay kept:
                    // walking here again would change nothing.
                    if records == self.reader.records() {
                        self.settled.insert(position);
                    }
                }
            }
        }
        match self.kept.values().filter(|&&record| record != MET).min() {
            None => Ok(()),
            Some(record) => {
                Err(self.fail(format!("the position kept by record {record} is never met again")))
            }
        }
    }

    fn establish(&mut self, position: G::Position, depth: u64) -> Result<(), Failure> {
        self.tally.positions += 1;
        self.tally.longest_line = self.tally.longest_line.max(depth);
        if let Some(rank) = self.rules.outcome(&position) {
            if self.claim.is_met_by(rank) {
                return Ok(());
            }
            let (place, outcome) =
                (quote(&self.rules.write(&position)), quote(&self.rules.outcomes()[rank]));
            return Err(
                self.fail(format!("play ends at {place} with {outcome}, against the claim"))
            );
        }
        if self.rules.max_to_move(&position) != self.claim.by_max {
            self.tasks.push((Task::Replies(position, 0), depth));
            return Ok(());
        }
        if let Some(record) = self.kept.get_mut(&position) {
            *record = MET;
            return Ok(());
        }
        self.choose(position, depth)
    }

    /// Follows the choice that the file makes for the owner.
    fn choose(&mut self, position: G::Position, depth: u64) -> Result<(), Failure> {
        let Some(record) = self.reader.record()? else {
            let place = quote(&self.rules.write(&position));
            return Err(self.fail(format!("there is no record for the move at {place}")));
        };
        let index = usize::try_from(record.choice).unwrap_or(usize::MAX);
        let Some(next) = self.rules.successor(&position, index) else {
            let legal = (0..index)
                .take_while(|&index| self.rules.successor(&position, index).is_some())
                .count();
            let (choice, place) = (record.choice, quote(&self.rules.write(&position)));
            return Err(self.fail(format!(
                "the choice {choice} at {place} is not below {legal}, the number of legal moves"
            )));
        };
        if record.keep {
            self.tasks.push((Task::Keep(position, self.reader.records()), depth));
        }
        self.tasks.push((Task::Establish(next), depth + 1));
        Ok(())
    }

    /// Follows one reply of the opponent and leaves the later ones for later.
    fn reply(&mut self, position: G::Position, index: usize, depth: u64) -> Result<(), Failure> {
        match self.rules.successor(&position, index) {
            Some(next) => {
                self.tasks.push((Task::Replies(position, index + 1), depth));
                // Where the opponent moves twice running, the ways to a position can be more than anyone can walk.
                if self.rules.max_to_move(&next) != self.claim.by_max {
                    if self.settled.contains(&next) {
                        return Ok(());
                    }
                    self.tasks.push((Task::Walked(next.clone(), self.reader.records()), depth));
                }
                self.tasks.push((Task::Establish(next), depth + 1));
                Ok(())
            }
            // The rules promise a first move. Were they wrong, taking "no reply" for "every reply" would be fatal.
            None if index == 0 => {
                let place = quote(&self.rules.write(&position));
                Err(self.fail(format!("the rules give neither a result nor a move at {place}")))
            }
            None => Ok(()),
        }
    }

    fn fail(&self, reason: String) -> Failure {
        Failure::at(
            Place::Claim { claim: self.claim.text.clone(), record: self.reader.records() },
            reason,
        )
    }
}
