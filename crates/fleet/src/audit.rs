//! Looking whether claims hold, at a station of the coordinator's own, in portions: what the answer rests on, one claim after
//! the other, or a sample of what comes in. A claim that was found here as well is established. One that is too large to
//! be found again is withdrawn, and its position has its children instead, about which workers have to claim less.

use std::collections::VecDeque;

use foregone_solve::effort::ProofNumbers;
use foregone_solve::leaf_search::{Leaf, LeafSearch, LeafSearcher};

use crate::coordinator::{Claim, Coordinator, Envelope};
use crate::message::{Child, JobResult, Label, decode_label};
use crate::plan::ClaimPolicy;

/// ClaimPolicy that wait to be looked at, at most: the rest is looked at when it matters.
const WAITING: usize = 1 << 12;

/// Looks at claims.
pub struct Auditor<'s> {
    questions: u8,
    searcher: Box<dyn LeafSearcher + Send + 's>,
    /// For looking at what comes in, while the other is at a claim.
    result_searcher: Box<dyn LeafSearcher + Send + 's>,
    pending: VecDeque<Claim>,
    /// The claim that is looked at, and the descents made for it.
    current: Option<(Claim, u64)>,
    /// Descents made for claims.
    spent: u64,
}

/// What has come of a portion.
#[derive(Clone, PartialEq, Debug)]
pub enum AuditStep {
    /// There is nothing to look at.
    Idle,
    /// It is being looked at.
    Busy,
    /// A claim holds.
    Confirmed,
    /// It does not, and what was found here counts instead.
    Refuted(Claim),
    /// Nobody here could tell within the budget.
    TooLarge(Claim),
}

impl<'s> Auditor<'s> {
    /// An auditor at a station, for a run with so many questions.
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

    /// Whether there is something to look at that was asked for.
    pub fn is_busy(&self) -> bool {
        self.current.is_some() || !self.pending.is_empty()
    }

    /// Asks to have a look at a claim.
    pub fn enqueue(&mut self, claim: Claim) {
        if self.pending.len() < WAITING {
            self.pending.push_back(claim);
        }
    }

    /// Whether a result is about that position, lists its moves as the rules do, and says nothing that is known to be wrong
    /// here. If not, nobody honest has sent it. Where everything is known here, that counts instead.
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

    /// Looks at the next portion of a claim, which may take so many descents in all.
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

    /// Begins with the next claim that still stands.
    fn next(&mut self, coordinator: &Coordinator) -> Option<(Claim, u64)> {
        loop {
            if self.pending.is_empty() && coordinator.claim_policy() == ClaimPolicy::Verified {
                self.pending = coordinator.supporting_claims().into();
            }
            let claim = self.pending.pop_front()?;
            let leaf = Leaf { line: &claim.line, aim: claim.question, window: (0, self.questions) };
            // A line of our own graph can be followed.
            if coordinator.stands(&claim) && self.searcher.begin(leaf).is_ok() {
                return Some((claim, 0));
            }
        }
    }
}

/// Whether numbers answer something with the opposite of what is known.
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
