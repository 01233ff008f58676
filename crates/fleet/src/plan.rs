//! How a coordinator goes about it: which leaf is given away next, and in which portions.

use foregone_solve::effort::Sum;
use foregone_solve::mopns::Ties;

/// Which leaf is given away while others are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Policy {
    /// A leaf that is away is locked, and so is a node all of whose open children are. Numbers that are a minimum are
    /// taken over what is not locked, so that they lead to the best leaf that is free; sums are taken over everything. 0
    /// and infinity stay permanent.
    #[default]
    Lock,
    /// A leaf that is away is flagged, and the first most-proving leaf without a flag is taken (004 section 2.3).
    Ppn2(WhenTaken),
    /// A leaf that is away counts as settled until its numbers come back (004 section 2.2), so that 0 and infinity are
    /// permanent only in a second set of numbers.
    Jlpns(Virtual),
}

/// What a worker gets when every most-proving leaf is taken, which 004 leaves open.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum WhenTaken {
    /// The leaf that would come next.
    #[default]
    NextBest,
    /// Nothing, until a result comes in.
    Wait,
}

/// What a leaf that is away is taken for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Virtual {
    /// Refuted.
    #[default]
    Loss,
    /// Proved.
    Win,
    /// Whichever seems to be nearer.
    Greedy,
}

impl Policy {
    /// The name on the command line.
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

    /// All of them.
    pub const ALL: [Policy; 6] = [
        Policy::Lock,
        Policy::Ppn2(WhenTaken::NextBest),
        Policy::Ppn2(WhenTaken::Wait),
        Policy::Jlpns(Virtual::Loss),
        Policy::Jlpns(Virtual::Win),
        Policy::Jlpns(Virtual::Greedy),
    ];
}

/// What is done with what workers claim to be settled.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ClaimPolicy {
    /// It is taken for a fact.
    #[default]
    Believed,
    /// It counts, but it is kept apart from what was established here, so that it can be withdrawn.
    Marked,
    /// It leads the search, and counts only once it has been established here.
    Verified,
}

/// A whole plan.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Plan {
    /// Which leaf is next.
    pub policy: Policy,
    /// Whether positions with equal codes are one node; otherwise the coordinator holds a tree, as 004 does.
    pub merge: bool,
    /// How efforts add up.
    pub sum: Sum,
    /// Which outcome attracts among equals.
    pub ties: Ties,
    /// Descents of a job.
    pub job: u64,
    /// Descents of a job for each worker there is, if that is more: a coordinator that hears from many should not hear
    /// from each so often.
    pub job_per_worker: u64,
    /// Descents between two partial results; 0 for none.
    pub partial: u64,
    /// Units of the carrier's time after which a job that nothing is heard of is given to somebody else.
    pub patience: u64,
    /// Bytes that the graph may hold.
    pub bytes: u64,
    /// Whether what one host proves is told to the others.
    pub share: bool,
    /// What is done with claims.
    pub claims: ClaimPolicy,
    /// Jobs that may be away at a time, whatever the workers say that they take.
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
