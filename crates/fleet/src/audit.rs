//! Verification of claims by a leaf search of the coordinator's own, in portions: either of the claims that the answer
//! rests on, or of a random sample. A claim that the search confirms is verified. A claim that is too large for the
//! search is withdrawn; its position is expanded, and workers search the children, about which smaller claims suffice.

use std::collections::VecDeque;

use foregone_solve::effort::ProofNumbers;
use foregone_solve::leaf_search::{Leaf, LeafSearch, LeafSearcher};

use crate::coordinator::{Claim, Coordinator, Envelope};
use crate::message::{Child, JobResult, Label, decode_label};
use crate::plan::ClaimPolicy;

/// The most claims that wait for verification. Further claims are verified only when the answer rests on them.
const WAITING: usize = 1 << 12;

/// Verifies claims.
pub struct Auditor<'s> {
    questions: u8,
    searcher: Box<dyn LeafSearcher + Send + 's>,
    /// Checks incoming results while `searcher` is at a claim.
    result_searcher: Box<dyn LeafSearcher + Send + 's>,
    pending: VecDeque<Claim>,
    /// The claim that is being verified, and the descents made for it.
    current: Option<(Claim, u64)>,
    /// Descents made for all claims.
    spent: u64,
}

/// The outcome of a portion.
#[derive(Clone, PartialEq, Debug)]
pub enum AuditStep {
    /// No claim waits.
    Idle,
    /// The claim needs more descents.
    Busy,
    /// The claim holds.
    Confirmed,
    /// The claim is wrong; the result of the coordinator's own search replaces it.
    Refuted(Claim),
    /// The descents allowed did not suffice.
    TooLarge(Claim),
}

impl<'s> Auditor<'s> {
    /// An auditor with a leaf search, for a run with this many questions.
    pub fn new(leaf_search: &'s dyn LeafSearch, questions: u8) -> Auditor<'s> {
        Auditor {
            questions,
            searcher: leaf_search.searcher(),
            result_searcher: leaf_search.searcher(),
            pending: VecDeque::new(),
            current: None,
            spent: 0,
        }
    }

    /// Descents made for claims so far.
    pub fn spent(&self) -> u64 {
        self.spent
    }

    /// Whether a claim waits for verification or is being verified.
    pub fn is_busy(&self) -> bool {
        self.current.is_some() || !self.pending.is_empty()
    }

    /// Lets a claim wait for verification.
    pub fn enqueue(&mut self, claim: Claim) {
        if self.pending.len() < WAITING {
            self.pending.push_back(claim);
        }
    }

    /// Whether a result is about the position at the end of the line, lists the moves that the rules give, and
    /// contradicts nothing that is known without a search. An honest worker sends no other. If everything about the
    /// position is known without a search, that replaces the result.
    pub fn accepts_result(&mut self, line: &[u16], result: &mut JobResult) -> bool {
        let leaf = Leaf { line, aim: 0, window: (0, self.questions) };
        if self.result_searcher.begin(leaf).is_err() {
            return false;
        }
        self.result_searcher.advance(1);
        let own = JobResult::new(self.result_searcher.finish());
        if own.table_key != result.table_key || contradicts(&own.label, &result.label) {
            return false;
        }
        if own.children.is_empty() {
            (result.label, result.children) = (own.label, Vec::new());
            return true;
        }
        let place = |child: &Child| (child.mv, child.table_key, child.max_moves);
        let (mut ours, mut theirs) = (own.children, Vec::from_iter(&result.children));
        ours.sort_unstable_by_key(place);
        theirs.sort_unstable_by_key(|child| place(child));
        let same = ours.iter().map(place).eq(theirs.iter().map(|child| place(child)));
        let wrong = |(own, other): (&Child, &&Child)| contradicts(&own.label, &other.label);
        theirs.is_empty() || same && !ours.iter().zip(&theirs).any(wrong)
    }

    /// Verifies the next portion of a claim. The second number is the most descents for the whole claim.
    pub fn step(
        &mut self,
        coordinator: &mut Coordinator,
        (portion, budget): (u64, u64),
        out: &mut Vec<Envelope>,
    ) -> AuditStep {
        let Some((claim, before)) = self.current.take().or_else(|| self.next(coordinator)) else {
            return AuditStep::Idle;
        };
        let (taken, done) = self.searcher.advance(portion.min(budget - before.min(budget)).max(1));
        let spent = before + taken;
        self.spent += taken;
        if !done && spent < budget {
            self.current = Some((claim, spent));
            return AuditStep::Busy;
        }
        let result = JobResult::new(self.searcher.finish());
        if !coordinator.stands(&claim) {
            return AuditStep::Busy;
        }
        let question = usize::from(claim.question);
        let answer = decode_label(&result.label).and_then(|label| label.get(question)?.answer());
        match answer {
            Some(answer) if answer == claim.proved => {
                coordinator.confirm(&claim);
                AuditStep::Confirmed
            }
            Some(_) => {
                coordinator.overrule(&claim, &result, out);
                AuditStep::Refuted(claim)
            }
            None => {
                if coordinator.claim_policy() == ClaimPolicy::Verified {
                    coordinator.overrule(&claim, &result, out);
                }
                AuditStep::TooLarge(claim)
            }
        }
    }

    /// Begins to verify the next claim that still stands.
    fn next(&mut self, coordinator: &Coordinator) -> Option<(Claim, u64)> {
        loop {
            if self.pending.is_empty() && coordinator.claim_policy() == ClaimPolicy::Verified {
                self.pending = coordinator.supporting_claims().into();
            }
            let claim = self.pending.pop_front()?;
            let leaf = Leaf { line: &claim.line, aim: claim.question, window: (0, self.questions) };
            // A line of the coordinator's own graph can be followed.
            if coordinator.stands(&claim) && self.searcher.begin(leaf).is_ok() {
                return Some((claim, 0));
            }
        }
    }
}

/// Whether two labels answer a question differently.
fn contradicts(known: &Label, label: &Label) -> bool {
    let answers = |label: &Label| {
        decode_label(label).unwrap_or_default().into_iter().map(ProofNumbers::answer)
    };
    let opposite = |(known, said): (Option<bool>, Option<bool>)| match (known, said) {
        (Some(known), Some(said)) => known != said,
        _ => false,
    };
    answers(known).zip(answers(label)).any(opposite)
}
