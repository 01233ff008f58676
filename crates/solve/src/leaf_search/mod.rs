//! A station: where leaves of somebody else's search graph are searched. It knows the game; who sends the leaves need not.
//!
//! The workers of a station share what it keeps. A leaf is given as the line of moves that leads to it from the root,
//! each by its place in the canonical order, and comes back as numbers: its own and those of its children. The second
//! level is a tree that is forgotten (`tree.rs`, 004 section 2.3), or a depth-first search on a table that is kept
//! (`table.rs`).

mod table;
mod tree;
mod typed;

use std::time::Duration;

use foregone_game::{Outcome, Player};

use crate::effort::ProofNumbers;
use crate::limits::{Counters, Limits, Stop};
use crate::observe::Observer;
use crate::options::{Question, Techniques};
use crate::solve::{Refusal, Report};

pub(crate) use typed::TypedLeafSearch;

/// What a station is equipped with.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LeafSearchConfig {
    /// The worst and the best outcome in question.
    pub range: (Outcome, Outcome),
    /// Whether leaves are searched on a table that is kept, or in trees.
    pub on_table: bool,
    /// Bytes for the table, or for each tree.
    pub bytes: u64,
    /// How the searches go about it.
    pub techniques: Techniques,
    /// Work behind a proved fact from which on it is worth telling, if facts are told.
    pub min_shared_work: Option<u64>,
}

impl LeafSearchConfig {
    /// How many questions "at least this?" there are.
    pub fn questions(&self) -> usize {
        usize::from(self.range.1.0 - self.range.0.0)
    }
}

/// The root as a coordinator has to know it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Root {
    /// Its code.
    pub table_key: u128,
    /// Whose turn it is.
    pub player: Player,
    /// The result, if the game is over.
    pub outcome: Option<Outcome>,
}

/// A leaf to be searched.
#[derive(Clone, Copy, Debug)]
pub struct Leaf<'l> {
    /// The moves that lead to it, by their places in the canonical order.
    pub line: &'l [u16],
    /// Which question the search is after, from 0.
    pub aim: u8,
    /// What still matters, as ranks above the worst outcome in question.
    pub window: (u8, u8),
}

/// A proved fact: the value of every position with that code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fact {
    /// The code.
    pub table_key: u128,
    /// At least this outcome, as its rank.
    pub low: u8,
    /// At most this one.
    pub high: u8,
    /// How much work is behind it.
    pub work: u64,
}

/// A child of a leaf that was searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LeafChild {
    /// The place of the move in the canonical order.
    pub mv: u16,
    /// The code of the position.
    pub table_key: u128,
    /// Who moves there.
    pub player: Player,
}

/// What was found in a leaf.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LeafResult {
    /// The code of the leaf.
    pub table_key: u128,
    /// Descents it took.
    pub spent: u64,
    /// Positions seen for the first time.
    pub created: u64,
    /// Its numbers, one duel for each question.
    pub label: Vec<ProofNumbers>,
    /// Its children in the order in which a search should try them; none if nothing is left to be proved.
    pub children: Vec<LeafChild>,
    /// Their numbers, one after the other.
    pub child_labels: Vec<ProofNumbers>,
    /// What was proved at great cost.
    pub facts: Vec<Fact>,
}

/// How a run has ended, for the report about it.
pub struct RunSummary<'v> {
    /// What has been proved about the root.
    pub bounds: (Outcome, Outcome),
    /// Why it ended.
    pub stop: Stop,
    /// The efforts at the root.
    pub efforts: Vec<(Outcome, ProofNumbers)>,
    /// The line to the leaf that would have come next, by the places of its moves.
    pub most_proving: Vec<u16>,
    /// What has been proved about other positions.
    pub facts: &'v mut dyn Iterator<Item = Fact>,
    /// What it has cost.
    pub counters: Counters,
    /// How long it has taken.
    pub elapsed: Duration,
}

/// Where leaves are searched.
pub trait LeafSearch: Sync {
    /// The root of the search graph that the leaves belong to.
    fn root(&self) -> Root;

    /// One more worker.
    fn searcher(&self) -> Box<dyn LeafSearcher + Send + '_>;

    /// Takes in what others have proved.
    fn learn(&self, facts: &mut dyn Iterator<Item = Fact>);

    /// Entries and bytes of the table.
    fn table_usage(&self) -> (u64, u64);

    /// The report about a run: with a line of best play and with the proofs that the question wants, made from what the
    /// station knows and by searching again what it does not.
    fn conclude(
        &self,
        question: &Question,
        summary: RunSummary<'_>,
        limits: Limits<'_>,
        observer: &mut dyn Observer,
    ) -> Report<String>;
}

/// A worker: searches one leaf after the other.
pub trait LeafSearcher {
    /// Begins with a leaf. The refusal says why it is none.
    fn begin(&mut self, leaf: Leaf<'_>) -> Result<(), Refusal>;

    /// The code of the leaf.
    fn table_key(&self) -> u128;

    /// Goes on for at most so many descents. Says how many it took, and whether nothing is left to do here.
    fn advance(&mut self, descents: u64) -> (u64, bool);

    /// The numbers of the leaf as they are now.
    fn label(&self) -> Vec<ProofNumbers>;

    /// Ends the search.
    fn finish(&mut self) -> LeafResult;
}
