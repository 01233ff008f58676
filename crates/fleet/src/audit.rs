//! Looking whether claims hold, at a station of the coordinator's own, in portions: what the answer rests on, one claim after
//! the other, or a sample of what comes in. A claim that was found here as well is established. One that is too large to
//! be found again is withdrawn, and its position has its children instead, about which workers have to claim less.

use std::collections::VecDeque;

use foregone_solve::effort::ProofNumbers;
use foregone_solve::station::{Labour, Leaf, Station};

use crate::coordinator::{Assertion, Coordinator, Letter};
use crate::message::{Child, Found, Label, all_numbers};
use crate::plan::Claims;

/// Claims that wait to be looked at, at most: the rest is looked at when it matters.
const WAITING: usize = 1 << 12;

/// Looks at claims.
pub struct Auditor<'s> {
    questions: u8,
    labour: Box<dyn Labour + Send + 's>,
    /// For looking at what comes in, while the other is at a claim.
    reader: Box<dyn Labour + Send + 's>,
    pending: VecDeque<Assertion>,
    /// The claim that is looked at, and the descents made for it.
    current: Option<(Assertion, u64)>,
    /// Descents made for claims.
    spent: u64,
}

/// What has come of a portion.
#[derive(Clone, PartialEq, Debug)]
pub enum Outlook {
    /// There is nothing to look at.
    Idle,
    /// It is being looked at.
    Busy,
    /// A claim holds.
    Held,
    /// It does not, and what was found here counts instead.
    Refuted(Assertion),
    /// Nobody here could tell within the budget.
    TooLarge(Assertion),
}

impl<'s> Auditor<'s> {
    /// An auditor at a station, for a run with so many questions.
    pub fn new(station: &'s dyn Station, questions: u8) -> Auditor<'s> {
        Auditor {
            questions,
            labour: station.worker(),
            reader: station.worker(),
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
    pub fn ask(&mut self, claim: Assertion) {
        if self.pending.len() < WAITING {
            self.pending.push_back(claim);
        }
    }

    /// Whether a result is about that position, lists its moves as the rules do, and says nothing that is known to be wrong
    /// here. If not, nobody honest has sent it. Where everything is known here, that counts instead.
    pub fn recognises(&mut self, line: &[u16], found: &mut Found) -> bool {
        let leaf = Leaf { line, aim: 0, window: (0, self.questions) };
        if self.reader.begin(leaf).is_err() {
            return false;
        }
        self.reader.go_on(1);
        let own = Found::new(self.reader.finish());
        if own.table_key != found.table_key || contradicts(&own.label, &found.label) {
            return false;
        }
        if own.children.is_empty() {
            (found.label, found.children) = (own.label, Vec::new());
            return true;
        }
        let place = |child: &Child| (child.mv, child.table_key, child.max_moves);
        let (mut ours, mut theirs) = (own.children, Vec::from_iter(&found.children));
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
        out: &mut Vec<Letter>,
    ) -> Outlook {
        let Some((claim, before)) = self.current.take().or_else(|| self.next(coordinator)) else {
            return Outlook::Idle;
        };
        let (taken, done) = self.labour.go_on(portion.min(budget - before.min(budget)).max(1));
        let spent = before + taken;
        self.spent += taken;
        if !done && spent < budget {
            self.current = Some((claim, spent));
            return Outlook::Busy;
        }
        let found = Found::new(self.labour.finish());
        if !coordinator.stands(&claim) {
            return Outlook::Busy;
        }
        let question = usize::from(claim.question);
        let answer = all_numbers(&found.label).and_then(|label| label.get(question)?.answer());
        match answer {
            Some(answer) if answer == claim.proved => {
                coordinator.confirm(&claim);
                Outlook::Held
            }
            Some(_) => {
                coordinator.overrule(&claim, &found, out);
                Outlook::Refuted(claim)
            }
            None => {
                if coordinator.claims() == Claims::Verified {
                    coordinator.overrule(&claim, &found, out);
                }
                Outlook::TooLarge(claim)
            }
        }
    }

    /// Begins with the next claim that still stands.
    fn next(&mut self, coordinator: &Coordinator) -> Option<(Assertion, u64)> {
        loop {
            if self.pending.is_empty() && coordinator.claims() == Claims::Verified {
                self.pending = coordinator.assertions().into();
            }
            let claim = self.pending.pop_front()?;
            let leaf = Leaf { line: &claim.line, aim: claim.question, window: (0, self.questions) };
            // A line of our own graph can be followed.
            if coordinator.stands(&claim) && self.labour.begin(leaf).is_ok() {
                return Some((claim, 0));
            }
        }
    }
}

/// Whether numbers answer something with the opposite of what is known.
fn contradicts(known: &Label, label: &Label) -> bool {
    let answers = |label: &Label| {
        all_numbers(label).unwrap_or_default().into_iter().map(ProofNumbers::answer)
    };
    let opposite = |(known, said): (Option<bool>, Option<bool>)| match (known, said) {
        (Some(known), Some(said)) => known != said,
        _ => false,
    };
    answers(known).zip(answers(label)).any(opposite)
}
