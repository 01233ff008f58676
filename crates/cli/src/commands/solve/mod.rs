//! `foregone solve`: what a position is worth, with a proof if one is wanted.

mod json;
pub(crate) mod order;
mod resume;
mod text;
mod thread_fleet;
mod watcher;

use foregone_fleet::plan::Policy;
use foregone_game::{KnowledgeLevel, Outcome, Player, Scale};
use foregone_proof::format::Summary;
use foregone_solve::Report;
use foregone_solve::certify::Claim;
use foregone_solve::hosted::Placed;
use foregone_solve::limits::{Limits, Stop};
use foregone_solve::options::{Goal, Question};
use serde::Serialize;

use self::order::Order;
use crate::arguments::{ShownArguments, SolveArguments};
use crate::certificate;
use crate::checkpoint::{Keeper, Kept};
use crate::failure::{Ending, Failure};
use crate::files::Destination;
use crate::output;
use foregone_catalogue::{Kind, Opened};

/// What somebody has done for a fleet.
#[derive(Serialize)]
pub(crate) struct Hand {
    /// The machine and the process.
    pub(crate) name: String,
    pub(crate) workers: u32,
    pub(crate) results: u64,
    pub(crate) descents: u64,
    /// The share of the time in which it has searched, if it was there for long enough.
    pub(crate) utilisation: Option<f64>,
    /// Why it was sent away, if it was.
    pub(crate) excluded: Option<String>,
}

/// What those who came from elsewhere have done, and what is known only from them.
pub(crate) struct Remote {
    pub(crate) hands: Vec<Hand>,
    pub(crate) reported: Option<Reported>,
}

/// What workers say and nobody here has established.
pub(crate) struct Reported {
    /// At least, at most.
    pub(crate) bounds: (Outcome, Outcome),
    /// Why it is not proved.
    pub(crate) why: String,
    /// Whether it is the answer: whoever asked believes the workers.
    pub(crate) counts: bool,
}

/// Everything there is to say about a question once the search is over.
struct Answer<'g> {
    /// The game and how the position was given.
    subject: String,
    game: &'g str,
    scale: &'g Scale,
    knowledge_levels: &'static [KnowledgeLevel],
    position: String,
    board: String,
    to_move: Player,
    is_over: bool,
    kind: Kind,
    question: Question,
    /// The policy of the fleet that has searched, if one has.
    policy: Option<Policy>,
    /// Why the algorithm was chosen, if it was.
    chosen: Option<String>,
    report: Report<String>,
    /// What values rest on that nobody has verified.
    trusted: Option<&'g str>,
    certificate: Option<Certificate>,
    /// Why there is no file with the certificate although it was made.
    unwritten: Option<String>,
    checkpoint: Option<Checkpoint>,
    /// Who has worked for the fleet, if they came from elsewhere.
    remote: Option<Remote>,
}

/// What has become of the checkpoint.
enum Checkpoint {
    /// It is there to go on from, or it could not be written.
    Left(Kept),
    /// It is not needed any more.
    Removed { file: String },
}

/// A certificate that was written.
struct Certificate {
    file: String,
    summary: Summary,
    claims: Vec<String>,
}

impl Answer<'_> {
    /// Whether what was asked is known: less than the value may have been asked.
    fn is_answered(&self) -> bool {
        self.report.stop == Stop::Solved
    }

    /// Whether what was found rests on a knowledge level that is not sound, so that nothing is proved.
    fn is_belief(&self) -> bool {
        !self.question.techniques.are_sound(self.knowledge_levels) && !self.is_over
    }

    /// What workers report and nobody here has established, if there is any such thing.
    fn reported(&self) -> Option<&Reported> {
        self.remote.as_ref()?.reported.as_ref()
    }

    /// Whether the answer is what workers report, and is not proved.
    fn is_report(&self) -> bool {
        self.reported().is_some_and(|reported| reported.counts)
    }

    /// Whether the rules do not bear out what was found.
    fn is_contradicted(&self) -> bool {
        self.report.unproved == Some(Stop::Contradicted)
    }

    /// What is proved: at least, at most.
    fn bounds(&self) -> (Outcome, Outcome) {
        match self.is_belief() || self.is_report() || self.is_contradicted() {
            true => (self.scale.worst(), self.scale.best()),
            false => self.report.bounds,
        }
    }

    /// The name of the algorithm.
    fn algorithm(&self) -> &'static str {
        self.policy.map_or(self.question.algorithm.name(), Policy::name)
    }

    /// Whether the value itself is known.
    fn value(&self) -> Option<&str> {
        let (low, high) = self.bounds();
        (low == high).then(|| self.scale.name(low))
    }

    /// What has been proved, as claims; none if nothing has.
    fn claims(&self) -> Vec<String> {
        self.spelled(self.bounds())
    }

    fn spelled(&self, (low, high): (Outcome, Outcome)) -> Vec<String> {
        let mut claims = Vec::new();
        if low > self.scale.worst() {
            claims.push(format!("at least {}", self.scale.name(low)));
        }
        if high < self.scale.best() {
            claims.push(format!("at most {}", self.scale.name(high)));
        }
        claims
    }

    /// Whether there is a checkpoint to go on from.
    fn can_resume(&self) -> bool {
        matches!(&self.checkpoint, Some(Checkpoint::Left(kept)) if kept.file.is_some())
    }

    fn ending(&self) -> Ending {
        match (self.is_answered(), self.report.unproved) {
            _ if self.unwritten.is_some() => Ending::Failed,
            (_, Some(Stop::Contradicted)) => Ending::Failed,
            (false, _) => Ending::LimitReached,
            (true, Some(_)) => Ending::Failed,
            (true, None) => Ending::Answered,
        }
    }
}

/// Solves and prints.
pub(crate) fn run(arguments: &SolveArguments) -> Result<Ending, Failure> {
    match (&arguments.keeping.resume, &arguments.game) {
        (Some(file), _) => resume::run(file, arguments),
        (None, Some(game)) => {
            let bytes = arguments.limits.bytes();
            let opened = arguments.lookup.open(game, !arguments.strict, bytes)?;
            let mut order = Order::start(arguments, &opened)?;
            let report = order.search(&arguments.shown, None)?;
            present(order, report, &arguments.shown, None)
        }
        (None, None) => Err(Failure::bad("there is no game to solve; --help says more")),
    }
}

/// Writes the certificate and prints what was found, whether it could be written or not: an answer may have taken days. A
/// checkpoint that is not needed any more is removed at the very end.
pub(crate) fn present(
    order: Order<'_>,
    report: Report<String>,
    shown: &ShownArguments,
    remote: Option<Remote>,
) -> Result<Ending, Failure> {
    let Order { opened, placed, subject, question, policy, chosen, keeper, .. } = order;
    let written = match &order.destination {
        Some(destination) => {
            let about = (opened, &*placed);
            write_certificate(destination, about, &report, &order.limits)
        }
        None => Ok(None),
    };
    let (certificate, unwritten) = match written {
        Ok(certificate) => (certificate, None),
        Err(failure) => (None, Some(failure.to_string())),
    };
    let mut answer = Answer {
        subject,
        game: &opened.facts.spec,
        scale: opened.game.scale(),
        knowledge_levels: opened.game.knowledge_levels(),
        position: placed.position(),
        board: output::board(opened, &*placed),
        to_move: placed.player(),
        is_over: placed.outcome().is_some(),
        kind: opened.kind,
        question,
        policy,
        chosen,
        report,
        trusted: opened.trusted.as_deref(),
        certificate,
        unwritten,
        checkpoint: None,
        remote,
    };
    let ending = answer.ending();
    answer.checkpoint = keeper.as_ref().and_then(|keeper| checkpoint(keeper, ending));
    if shown.json {
        output::print_json(&json::object(&answer))?;
    } else {
        output::print(&text::page(&answer))?;
    }
    if let (Some(stop), true) = (answer.report.unproved, answer.is_answered()) {
        output::complain(&text::unproved(&answer, stop));
    }
    if let Some(why) = &answer.unwritten {
        output::complain(&text::unwritten(&answer, why));
    }
    let keeper = keeper.filter(Keeper::is_ours);
    if let (Some(keeper), Ending::Answered) = (keeper, ending) {
        keeper.remove()?;
    }
    Ok(ending)
}

/// What there is to say about the checkpoint of a search that has ended so.
fn checkpoint(keeper: &Keeper, ending: Ending) -> Option<Checkpoint> {
    let kept = keeper.kept();
    match ending {
        Ending::Answered => keeper.is_ours().then(|| Checkpoint::Removed { file: keeper.name() }),
        _ => (kept.file.is_some() || kept.failed.is_some()).then_some(Checkpoint::Left(kept)),
    }
}

fn write_certificate(
    destination: &Destination,
    (opened, placed): (&Opened, &dyn Placed),
    report: &Report<String>,
    limits: &Limits<'_>,
) -> Result<Option<Certificate>, Failure> {
    if report.proofs.is_empty() {
        return Ok(None);
    }
    let scale = opened.game.scale();
    let header = certificate::header(opened, placed, &report.proofs);
    let summary = certificate::write(destination, &header, &report.proofs, limits)?;
    let claim = |claim| match claim {
        Claim::AtLeast(outcome) => format!("at least {}", scale.name(outcome)),
        Claim::AtMost(outcome) => format!("at most {}", scale.name(outcome)),
    };
    Ok(Some(Certificate {
        file: destination.name(),
        summary,
        claims: report.proofs.iter().map(|proof| claim(proof.claim)).collect(),
    }))
}

/// The goal as it is written in the JSON output.
fn goal_name(scale: &Scale, goal: Goal) -> String {
    match goal {
        Goal::Value => "value".to_owned(),
        Goal::AtLeast(outcome) => format!("at least {}", scale.name(outcome)),
        Goal::Range(low, high) => format!("range {}..{}", scale.name(low), scale.name(high)),
    }
}
