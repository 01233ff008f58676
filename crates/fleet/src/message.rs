//! The protocol between coordinator and workers, as plain values that any transport can encode.
//!
//! A worker builds its leaf search from a [`Setup`](crate::setup::Setup), sends [`FromWorker::Hello`], receives jobs,
//! and answers each job with any number of partial results and one final result. Messages may be lost, delayed,
//! repeated or reordered. That does no harm, because a result names the position that it is about by its table key, and
//! what it proves stays true. The coordinator uses the first final result of a job and ignores the others.

use foregone_solve::effort::{Effort, ProofNumbers};
use foregone_solve::leaf_search::{Fact, LeafChild, LeafResult};
use serde::{Deserialize, Serialize};

/// The version of this protocol. Coordinator and workers must have the same one.
pub const PROTOCOL: u32 = 4;

/// The number of a worker. The transport chooses it.
pub type WorkerId = u64;

/// The number of a host. The workers of one host share a table.
pub type HostId = u64;

/// Identifies one assignment of a job.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Ticket {
    /// The run.
    pub run: u64,
    /// The epoch of the coordinator. A coordinator that is restarted has a new epoch and numbers its jobs from 0 again,
    /// while answers to jobs of the previous epoch may still arrive.
    pub epoch: u64,
    /// The number of the job within the epoch.
    pub job: u64,
    /// How often the job was assigned before. It is assigned again if its worker is gone.
    pub attempt: u32,
}

/// A leaf to be searched.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Job {
    /// The assignment.
    pub ticket: Ticket,
    /// The moves from the root, each as its index in the canonical order.
    pub line: Vec<u16>,
    /// The question that the search is about, counted from 0.
    pub aim: u8,
    /// The outcomes that still matter at the leaf, as ranks above the worst outcome in question (Saffidine and Cazenave
    /// 2012 §4.6).
    pub window: (u8, u8),
    /// The most descents that the search may make.
    pub budget: u64,
    /// The number of descents between two partial results; 0 for no partial results.
    pub partial: u64,
    /// Facts that other hosts have proved since the worker's host was last sent facts.
    pub facts: Vec<WireFact>,
}

/// A message to a worker.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum ToWorker {
    /// Search this leaf after the leaves that are queued already.
    Job(Job),
    /// Stop the search of this leaf: its result is not needed any more.
    Cancel(Ticket),
    /// The run is over.
    Stop,
}

/// A message from a worker.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum FromWorker {
    /// The worker is ready.
    Hello {
        /// The host of the worker.
        host: HostId,
        /// The number of jobs that the worker holds at a time: one that it searches, the others queued.
        slots: u32,
    },
    /// The numbers of a leaf before its search is done.
    Partial {
        /// The assignment.
        ticket: Ticket,
        /// The table key of the leaf.
        #[serde(with = "key_halves")]
        table_key: u128,
        /// The descents made so far.
        spent: u64,
        /// The proof numbers of the leaf.
        label: Label,
    },
    /// The search of a leaf is done.
    Final {
        /// The assignment.
        ticket: Ticket,
        /// The result.
        result: JobResult,
    },
    /// The worker cannot search this leaf. The coordinator assigns the job to another worker.
    Decline {
        /// The assignment.
        ticket: Ticket,
        /// The reason, as a sentence.
        why: String,
    },
    /// The worker leaves. The jobs that it has not answered stay undone.
    Bye,
}

/// The proof and the disproof number of every question, as the ranks of [`Effort`].
pub type Label = Vec<(u32, u32)>;

/// The result of a job.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct JobResult {
    /// The table key of the leaf.
    #[serde(with = "key_halves")]
    pub table_key: u128,
    /// The descents made.
    pub spent: u64,
    /// The positions that the search saw for the first time.
    pub created: u64,
    /// The proof numbers of the leaf.
    pub label: Label,
    /// The children of the leaf; empty if all questions about the leaf are answered.
    pub children: Vec<Child>,
    /// Facts that were proved during the search and that cost at least
    /// [`Setup::min_shared_work`](crate::setup::Setup::min_shared_work).
    pub facts: Vec<WireFact>,
}

/// A child of a leaf.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Child {
    /// The index of the move in the canonical order.
    pub mv: u16,
    /// The table key of the child.
    #[serde(with = "key_halves")]
    pub table_key: u128,
    /// Whether Max is to move.
    pub max_moves: bool,
    /// The proof numbers of the child.
    pub label: Label,
}

/// A proved fact: the values of all positions with this table key lie between two outcomes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct WireFact {
    /// The table key.
    #[serde(with = "key_halves")]
    pub table_key: u128,
    /// The lower bound, as the rank of an outcome.
    pub low: u8,
    /// The upper bound, as the rank of an outcome.
    pub high: u8,
    /// The work behind the proof.
    pub work: u64,
}

impl From<Fact> for WireFact {
    fn from(fact: Fact) -> WireFact {
        WireFact { table_key: fact.table_key, low: fact.low, high: fact.high, work: fact.work }
    }
}

impl From<WireFact> for Fact {
    fn from(fact: WireFact) -> Fact {
        Fact { table_key: fact.table_key, low: fact.low, high: fact.high, work: fact.work }
    }
}

/// Encodes proof numbers.
pub fn encode_label(all_numbers: &[ProofNumbers]) -> Label {
    all_numbers
        .iter()
        .map(|numbers| (numbers.proof.rank() as u32, numbers.disproof.rank() as u32))
        .collect()
}

/// Decodes proof numbers. None if some pair cannot be the numbers of a question.
pub fn decode_label(label: &[(u32, u32)]) -> Option<Vec<ProofNumbers>> {
    let numbers = |&(proof, disproof): &(u32, u32)| {
        let numbers =
            ProofNumbers { proof: Effort::from_rank(proof), disproof: Effort::from_rank(disproof) };
        let is_finite = proof < u32::MAX && disproof < u32::MAX;
        (numbers.is_possible() && is_finite != numbers.is_settled()).then_some(numbers)
    };
    label.iter().map(numbers).collect()
}

impl JobResult {
    /// Encodes the result of a leaf search.
    pub fn new(result: LeafResult) -> JobResult {
        let LeafResult { table_key, spent, created, label: own, children, child_labels, facts } =
            result;
        let numbers = child_labels.chunks_exact(own.len().max(1));
        let child = |(child, numbers): (LeafChild, &[ProofNumbers])| Child {
            mv: child.mv,
            table_key: child.table_key,
            max_moves: child.player == foregone_game::Player::Max,
            label: encode_label(numbers),
        };
        JobResult {
            table_key,
            spent,
            created,
            label: encode_label(&own),
            children: children.into_iter().zip(numbers).map(child).collect(),
            facts: facts.into_iter().map(WireFact::from).collect(),
        }
    }
}

/// Table keys as two numbers of 64 bits: not every format can write 128 bits.
mod key_halves {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(super) fn serialize<S: Serializer>(table_key: &u128, out: S) -> Result<S::Ok, S::Error> {
        ((table_key >> 64) as u64, *table_key as u64).serialize(out)
    }

    pub(super) fn deserialize<'d, D: Deserializer<'d>>(source: D) -> Result<u128, D::Error> {
        let (upper, lower) = <(u64, u64)>::deserialize(source)?;
        Ok(u128::from(upper) << 64 | u128::from(lower))
    }
}
