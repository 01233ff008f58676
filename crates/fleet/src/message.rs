//! The protocol: what coordinator and workers say to each other, as plain values that any carrier can write down.
//!
//! A run begins with a [`Setup`], which says everything a worker has to know to make its station. Then the worker says
//! [`FromWorker::Hello`], is sent jobs, and answers each with any number of partial results and one final one. Messages may
//! be lost, come late, twice or in another order: a result is about a position, whose code it carries, and about
//! nothing that could have changed since. It is taken in once; what comes after it is ignored.

use foregone_solve::effort::{Effort, ProofNumbers};
use foregone_solve::leaf_search::{Fact, LeafChild, LeafResult};
use serde::{Deserialize, Serialize};

/// The number of this protocol. Workers and coordinators with different numbers do not understand each other.
pub const PROTOCOL: u32 = 3;

/// A worker, as the carrier numbers them.
pub type WorkerId = u64;

/// Workers of one host share a table.
pub type HostId = u64;

/// Which job a message is about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Ticket {
    /// The run.
    pub run: u64,
    /// The coordinator, by the number of its beginning: one that begins again numbers its jobs from 0, and answers to those
    /// of the one before may still come.
    pub epoch: u64,
    /// The job, numbered by the coordinator.
    pub job: u64,
    /// How often the job had been given away before: a worker may have died with it.
    pub attempt: u32,
}

/// A leaf to be searched.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Job {
    /// Which one.
    pub ticket: Ticket,
    /// The moves from the root, each by its place in the canonical order.
    pub line: Vec<u16>,
    /// Which of the questions the search is after, counted from 0.
    pub aim: u8,
    /// What still matters here, as ranks above the worst outcome in question (000 section 4.6).
    pub window: (u8, u8),
    /// Descents that the search may take.
    pub budget: u64,
    /// A partial result is wanted after so many descents; 0 for none.
    pub partial: u64,
    /// What other hosts have proved meanwhile.
    pub facts: Vec<WireFact>,
}

/// To a worker.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum ToWorker {
    /// Search this when there is time.
    Job(Job),
    /// Nobody needs the answer any more.
    Cancel(Ticket),
    /// The run is over.
    Stop,
}

/// From a worker.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum FromWorker {
    /// Here, and ready for so many jobs at a time.
    Hello {
        /// The workers with the same number share a table.
        host: HostId,
        /// Jobs that it takes at a time, one to work on and others to wait.
        slots: u32,
    },
    /// How a search stands.
    Partial {
        /// Of which job.
        ticket: Ticket,
        /// The code of the position.
        #[serde(with = "key_halves")]
        table_key: u128,
        /// Descents so far.
        spent: u64,
        /// The numbers of the position.
        label: Label,
    },
    /// A search is done.
    Final {
        /// Of which job.
        ticket: Ticket,
        /// What it found.
        result: JobResult,
    },
    /// The job cannot be done here. It is given to somebody else.
    Decline {
        /// Which job.
        ticket: Ticket,
        /// Why: a sentence.
        why: String,
    },
    /// Going away; jobs not answered yet are left undone.
    Bye,
}

/// The efforts for every question, proof first, as the ranks of [`Effort`].
pub type Label = Vec<(u32, u32)>;

/// What a search has found.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct JobResult {
    /// The code of the position.
    #[serde(with = "key_halves")]
    pub table_key: u128,
    /// Descents it took.
    pub spent: u64,
    /// Positions that it saw for the first time.
    pub created: u64,
    /// The numbers of the position.
    pub label: Label,
    /// Where its moves lead; empty if nothing is left to be proved.
    pub children: Vec<Child>,
    /// What was proved on the way at great cost.
    pub facts: Vec<WireFact>,
}

/// Where a move leads.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Child {
    /// The place of the move in the canonical order.
    pub mv: u16,
    /// The code of the position.
    #[serde(with = "key_halves")]
    pub table_key: u128,
    /// Whether Max moves there.
    pub max_moves: bool,
    /// Its numbers.
    pub label: Label,
}

/// A proved fact: the value of all positions with that code lies between these outcomes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct WireFact {
    /// The code.
    #[serde(with = "key_halves")]
    pub table_key: u128,
    /// At least this outcome, as its rank.
    pub low: u8,
    /// At most this one.
    pub high: u8,
    /// How much work is behind it.
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

/// Numbers as they travel.
pub fn encode_label(all_numbers: &[ProofNumbers]) -> Label {
    all_numbers
        .iter()
        .map(|numbers| (numbers.proof.rank() as u32, numbers.disproof.rank() as u32))
        .collect()
}

/// Numbers that have travelled. Those that cannot be are none.
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
    /// What a station has found, for sending.
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

/// Codes as two numbers of 64 bits, which every format can write.
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
