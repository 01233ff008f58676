//! The settings of a coordinator: which leaf is assigned next, and how large jobs are.

use foregone_solve::options::Sum;
use foregone_solve::options::Ties;

/// Which leaf is assigned while others are away, that is, being searched by workers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Policy {
    /// A leaf that is away is locked, and so is a node whose open children are all locked. A minimum is taken over the
    /// children that are not locked, so that it leads to the best leaf that is free; a sum is taken over all children.
    /// The numbers 0 and infinity stay permanent.
    #[default]
    Lock,
    /// A leaf that is away is flagged, and the first most-proving leaf without a flag is selected (Saffidine, Jouandeau
    /// and Cazenave 2011 §2.3).
    Ppn2(WhenTaken),
    /// A leaf that is away counts as settled until its numbers arrive (Saffidine, Jouandeau and Cazenave 2011 §2.2).
    /// The coordinator therefore keeps a second set of numbers in which 0 and infinity are permanent.
    Jlpns(Virtual),
}

/// What a worker gets when every most-proving leaf is away, which Saffidine, Jouandeau and Cazenave 2011 leave open.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum WhenTaken {
    /// The next best leaf.
    #[default]
    NextBest,
    /// No job until a result arrives.
    Wait,
}

/// How a leaf counts while it is away.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Virtual {
    /// As disproved.
    #[default]
    Loss,
    /// As proved.
    Win,
    /// As proved if its proof number is at most its disproof number, otherwise as disproved.
    Greedy,
}

impl Policy {
    /// The name of the policy.
    pub fn name(self) -> &'static str {
        match self {
            Policy::Lock => "lock",
            Policy::Ppn2(WhenTaken::NextBest) => "ppn2",
            Policy::Ppn2(WhenTaken::Wait) => "ppn2-wait",
            Policy::Jlpns(Virtual::Loss) => "jlpns",
            Policy::Jlpns(Virtual::Win) => "jlpns-win",
            Policy::Jlpns(Virtual::Greedy) => "jlpns-greedy",
        }
    }

    /// All policies.
    pub const ALL: [Policy; 6] = [
        Policy::Lock,
        Policy::Ppn2(WhenTaken::NextBest),
        Policy::Ppn2(WhenTaken::Wait),
        Policy::Jlpns(Virtual::Loss),
        Policy::Jlpns(Virtual::Win),
        Policy::Jlpns(Virtual::Greedy),
    ];
}

/// How the coordinator treats an answer that a worker claims.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ClaimPolicy {
    /// As a fact.
    #[default]
    Believed,
    /// As an answer that counts, but is stored apart from verified answers so that it can be withdrawn.
    Marked,
    /// As a hint that guides the search. It counts once the coordinator has verified it.
    Verified,
}

/// The settings of a coordinator.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Plan {
    /// Which leaf is assigned next.
    pub policy: Policy,
    /// Whether positions with equal table keys are one node. If not, the coordinator holds a tree, as Saffidine,
    /// Jouandeau and Cazenave 2011 do.
    pub merge: bool,
    /// How proof numbers add up.
    pub sum: Sum,
    /// Which outcome is selected among equals.
    pub ties: Ties,
    /// Descents of a job.
    pub job: u64,
    /// Descents of a job per worker, if that is more than `job`: a coordinator of many workers should hear from each of
    /// them less often.
    pub job_per_worker: u64,
    /// Descents between two partial results; 0 for no partial results.
    pub partial: u64,
    /// The time, in units of the transport, without a sign of a job after which the job is assigned to another worker.
    pub patience: u64,
    /// The most bytes of the graph.
    pub bytes: u64,
    /// Whether facts that one host proves are sent to the other hosts.
    pub share: bool,
    /// How the coordinator treats claims of workers.
    pub claims: ClaimPolicy,
    /// The most jobs that are away at a time, whatever the workers ask for.
    pub away: usize,
}

impl Default for Plan {
    fn default() -> Plan {
        Plan {
            policy: Policy::Lock,
            merge: true,
            sum: Sum::Plain,
            ties: Ties::Lowest,
            job: 1000,
            job_per_worker: 0,
            partial: 100,
            patience: u64::MAX,
            bytes: 1 << 30,
            share: true,
            claims: ClaimPolicy::Believed,
            away: usize::MAX,
        }
    }
}
