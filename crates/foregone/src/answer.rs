//! Answers: what was asked, what was found, what it cost.

use foregone_game::{Outcome, Player, Scale};
use foregone_solve::Report;
use foregone_solve::limits::Stop;
use foregone_solve::options::{Goal, Question};

use crate::certificate::Certificate;
use crate::position::Position;
use crate::settings::Decided;
use crate::solver::unsearched;

/// The answer to a question about a position.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The position.
    pub position: Position,
    /// What was asked, with all options decided.
    pub decided: Decided,
    /// What the search reports.
    pub report: Report<String>,
    /// What workers from elsewhere report and nobody here has established.
    pub reported: Option<Reported>,
}

/// What workers from elsewhere report and nobody here has established.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reported {
    /// At least, at most.
    pub bounds: (Outcome, Outcome),
    /// Why it is not proved.
    pub why: String,
    /// Whether it counts as the answer: the asker trusts the workers.
    pub counts: bool,
}

/// How much an answer says, as the JSON output names it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// The value is proved.
    Solved,
    /// Bounds are proved.
    Bounded,
    /// Nothing is proved.
    Unknown,
    /// Workers report an answer, which nobody here has proved.
    Reported,
    /// An answer was found by knowledge that is not sound.
    Believed,
}

impl Status {
    /// The name.
    pub fn name(self) -> &'static str {
        match self {
            Status::Solved => "solved",
            Status::Bounded => "bounded",
            Status::Unknown => "unknown",
            Status::Reported => "reported",
            Status::Believed => "believed",
        }
    }
}

impl Answer {
    pub(crate) fn new(position: Position, decided: Decided, report: Report<String>) -> Answer {
        Answer { position, decided, report, reported: None }
    }

    /// The answer about a position that was not searched, because a limit left nothing for it.
    pub(crate) fn open(position: Position, decided: Decided, limit: Stop) -> Answer {
        let scale = position.game().scale();
        let bounds = (scale.worst(), scale.best());
        Answer::new(position, decided, unsearched(bounds, limit))
    }

    /// The answer of a fleet whose workers came from elsewhere.
    pub fn of_fleet(
        position: Position,
        decided: Decided,
        report: Report<String>,
        reported: Option<Reported>,
    ) -> Answer {
        Answer { position, decided, report, reported }
    }

    /// The question.
    pub fn question(&self) -> &Question {
        &self.decided.question
    }

    /// The outcomes of the game.
    pub fn scale(&self) -> &Scale {
        self.position.game().scale()
    }

    /// Whether the game is over in the position.
    pub fn is_over(&self) -> bool {
        self.position.outcome().is_some()
    }

    /// Whether what was asked is known; less than the value may have been asked.
    pub fn is_answered(&self) -> bool {
        self.report.stop == Stop::Solved
    }

    /// Whether what was found rests on knowledge that is not sound, so that nothing is proved.
    pub fn is_believed(&self) -> bool {
        let levels = self.position.game().knowledge_levels();
        !self.question().techniques.are_sound(levels) && !self.is_over()
    }

    /// Whether the answer is what workers report, and is not proved.
    pub fn is_reported(&self) -> bool {
        self.reported.as_ref().is_some_and(|reported| reported.counts)
    }

    /// Whether the rules contradict what was found, so that the state it rests on was not its own.
    pub fn is_contradicted(&self) -> bool {
        self.report.unproved == Some(Stop::Contradicted)
    }

    /// What is proved: at least, at most.
    pub fn bounds(&self) -> (Outcome, Outcome) {
        match self.is_believed() || self.is_reported() || self.is_contradicted() {
            true => (self.scale().worst(), self.scale().best()),
            false => self.report.bounds,
        }
    }

    /// The name of the value, if it is proved.
    pub fn value(&self) -> Option<&str> {
        let (low, high) = self.bounds();
        (low == high).then(|| self.scale().name(low))
    }

    /// The answer to "at least?", if that was asked and is proved.
    pub fn holds(&self) -> Option<bool> {
        let Goal::AtLeast(goal) = self.question().goal else { return None };
        let (low, high) = self.bounds();
        match (low >= goal, high < goal) {
            (true, _) => Some(true),
            (_, true) => Some(false),
            _ => None,
        }
    }

    /// A move that keeps what was proved for the player to move, if one is known.
    pub fn best_move(&self) -> Option<&str> {
        self.report.best.as_deref().filter(|_| !self.is_contradicted())
    }

    /// A line of best play, as far as the search knows it.
    pub fn line(&self) -> &[String] {
        if self.is_contradicted() { &[] } else { &self.report.line }
    }

    /// Whose turn it is.
    pub fn to_move(&self) -> Player {
        self.position.player()
    }

    /// The name of the algorithm, or of the policy of the fleet.
    pub fn algorithm(&self) -> &'static str {
        let policy = self.decided.policy.map(foregone_fleet::plan::Policy::name);
        policy.unwrap_or(self.question().algorithm.name())
    }

    /// What has been proved, as claims; none if nothing has.
    pub fn claims(&self) -> Vec<String> {
        self.spelled(self.bounds())
    }

    /// Bounds as claims.
    pub fn spelled(&self, (low, high): (Outcome, Outcome)) -> Vec<String> {
        let scale = self.scale();
        let least = (low > scale.worst()).then(|| format!("at least {}", scale.name(low)));
        let most = (high < scale.best()).then(|| format!("at most {}", scale.name(high)));
        least.into_iter().chain(most).collect()
    }

    /// How much it says.
    pub fn status(&self) -> Status {
        if self.value().is_some() {
            Status::Solved
        } else if self.is_contradicted() {
            Status::Unknown
        } else if self.is_reported() && self.is_answered() {
            Status::Reported
        } else if self.is_believed() && self.is_answered() {
            Status::Believed
        } else if self.claims().is_empty() {
            Status::Unknown
        } else {
            Status::Bounded
        }
    }

    /// The proof of what was found, if one was wanted and made.
    pub fn certificate(&self) -> Option<Certificate> {
        Certificate::new(&self.position, &self.report.proofs)
    }
}
