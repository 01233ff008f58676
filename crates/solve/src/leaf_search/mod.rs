//! The search of leaves that belong to another search's graph. It knows the game; the sender of the leaves need not.
//!
//! The workers of a host share one [`LeafSearch`]. A leaf is given as the line of moves from the root, each as its
//! index in the canonical order. The result is proof numbers: those of the leaf and those of its children. The search
//! of a leaf is the second level of PN²: a tree that is discarded (`tree.rs`; Saffidine, Jouandeau and Cazenave 2011
//! §2.3), or a depth-first search on a table that is kept (`table.rs`).

mod table;
mod tree;
mod typed;

use std::time::Duration;

use foregone_game::{Outcome, Player};

use crate::effort::ProofNumbers;
use crate::limits::{Counters, Limits, Stop};
use crate::observe::Observer;
use crate::options::{Question, Techniques};
use crate::report::{Refusal, Report};

pub(crate) use typed::TypedLeafSearch;

/// The configuration of a leaf search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LeafSearchConfig {
    /// The worst and the best outcome in question.
    pub range: (Outcome, Outcome),
    /// Whether leaves are searched on a table that is kept, or in trees.
    pub on_table: bool,
    /// Bytes for the table, or for each tree.
    pub bytes: u64,
    /// The techniques of the search.
    pub techniques: Techniques,
    /// A result contains the proved facts with at least this much work behind them; none if facts are not shared.
    pub min_shared_work: Option<u64>,
}

impl LeafSearchConfig {
    /// The number of questions "at least this outcome?".
    pub fn questions(&self) -> usize {
        usize::from(self.range.1.0 - self.range.0.0)
    }
}

/// The root, as a coordinator has to know it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Root {
    /// Its table key.
    pub table_key: u128,
    /// The player to move.
    pub player: Player,
    /// The result, if the game is over.
    pub outcome: Option<Outcome>,
}

/// A leaf to be searched.
#[derive(Clone, Copy, Debug)]
pub struct Leaf<'l> {
    /// The moves from the root, each as its index in the canonical order.
    pub line: &'l [u16],
    /// The question of the search, counted from 0.
    pub aim: u8,
    /// The outcomes that still matter, as ranks above the worst outcome in question.
    pub window: (u8, u8),
}

/// A proved fact: bounds of the value of every position with this table key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fact {
    /// The table key.
    pub table_key: u128,
    /// The lower bound, as the rank of an outcome.
    pub low: u8,
    /// The upper bound, as the rank of an outcome.
    pub high: u8,
    /// The work behind the proof.
    pub work: u64,
}

/// A child of a leaf.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LeafChild {
    /// The index of the move in the canonical order.
    pub mv: u16,
    /// The table key of the child.
    pub table_key: u128,
    /// The player to move.
    pub player: Player,
}

/// The result of the search of a leaf.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LeafResult {
    /// The table key of the leaf.
    pub table_key: u128,
    /// The descents made.
    pub spent: u64,
    /// The positions seen for the first time.
    pub created: u64,
    /// The proof numbers of the leaf, one pair for each question.
    pub label: Vec<ProofNumbers>,
    /// The children in the order in which a search should try them; empty if all questions are answered.
    pub children: Vec<LeafChild>,
    /// The proof numbers of all children, one child after the other.
    pub child_labels: Vec<ProofNumbers>,
    /// Facts that were proved during the search, with much work behind them.
    pub facts: Vec<Fact>,
}

/// The end of a run, for the report about it.
pub struct RunSummary<'v> {
    /// The bounds of the root.
    pub bounds: (Outcome, Outcome),
    /// Why the run ended.
    pub stop: Stop,
    /// The proof numbers of the root.
    pub efforts: Vec<(Outcome, ProofNumbers)>,
    /// The line to the leaf that would have been searched next, each move as its index in the canonical order.
    pub most_proving: Vec<u16>,
    /// Proved facts about other positions.
    pub facts: &'v mut dyn Iterator<Item = Fact>,
    /// The counters.
    pub counters: Counters,
    /// The time of the run.
    pub elapsed: Duration,
}

/// The search of leaves below one root, shared by the workers of a host.
pub trait LeafSearch: Sync {
    /// The root of the graph that the leaves belong to.
    fn root(&self) -> Root;

    /// A searcher for one more worker.
    fn searcher(&self) -> Box<dyn LeafSearcher + Send + '_>;

    /// Takes facts that other hosts have proved.
    fn learn(&self, facts: &mut dyn Iterator<Item = Fact>);

    /// Entries and bytes of the table.
    fn table_usage(&self) -> (u64, u64);

    /// What is wrong with the rules, if a search of a leaf has come to a position that shows it: then no result counts.
    fn defect(&self) -> Option<String>;

    /// The report about a run, with a line of best play and the proofs that the question asks for. They are made from
    /// the table, and positions that are not in the table are searched again.
    fn conclude(
        &self,
        question: &Question,
        summary: RunSummary<'_>,
        limits: Limits<'_>,
        observer: &mut dyn Observer,
    ) -> Report<String>;
}

/// Searches one leaf after the other, for one worker.
pub trait LeafSearcher {
    /// Begins the search of a leaf. The refusal says why there is no such leaf.
    fn begin(&mut self, leaf: Leaf<'_>) -> Result<(), Refusal>;

    /// The table key of the leaf.
    fn table_key(&self) -> u128;

    /// Makes at most this many descents. Returns the number of descents made, and whether the search is done.
    fn advance(&mut self, descents: u64) -> (u64, bool);

    /// The proof numbers of the leaf so far.
    fn label(&self) -> Vec<ProofNumbers>;

    /// Ends the search.
    fn finish(&mut self) -> LeafResult;
}
