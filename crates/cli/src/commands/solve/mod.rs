//! `foregone solve`: what a position is worth, with a proof if one is wanted.

mod json;
mod text;

use game::{Player, Scale};
use proof::format::Summary;
use solve::Report;
use solve::certify::Claim;
use solve::hosted::Placed;
use solve::limits::{Counters, Limits, Stop};
use solve::options::{Goal, Question};

use crate::arguments::SolveArguments;
use catalogue::Opened;

use crate::certificate;
use crate::failure::{Ending, Failure};
use crate::files::Destination;
use crate::interrupt;
use crate::opening;
use crate::output;
use crate::progress::SearchLine;

/// Everything there is to say about a question once the search is over.
struct Answer<'g> {
    /// The game and how the position was given.
    subject: String,
    game: &'g str,
    scale: &'g Scale,
    position: String,
    board: String,
    to_move: Player,
    is_over: bool,
    has_keys: bool,
    question: Question,
    report: Report<String>,
    certificate: Option<Certificate>,
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

    /// Whether the value itself is known.
    fn value(&self) -> Option<&str> {
        let (low, high) = self.report.bounds;
        (low == high).then(|| self.scale.name(low))
    }

    /// What has been proved, as claims; none if nothing has.
    fn claims(&self) -> Vec<String> {
        let (low, high) = self.report.bounds;
        let mut claims = Vec::new();
        if low > self.scale.worst() {
            claims.push(format!("at least {}", self.scale.name(low)));
        }
        if high < self.scale.best() {
            claims.push(format!("at most {}", self.scale.name(high)));
        }
        claims
    }

    fn ending(&self) -> Ending {
        match (self.is_answered(), self.report.unproved) {
            (false, _) => Ending::LimitReached,
            (true, Some(_)) => Ending::Failed,
            (true, None) => Ending::Answered,
        }
    }
}

/// Solves and prints.
pub(crate) fn run(arguments: &SolveArguments) -> Result<Ending, Failure> {
    let opened = opening::open(&arguments.game)?;
    let placed = arguments.place.of(&opened)?;
    let scale = opened.game.scale();
    let wants_certificate = arguments.certificate.is_some();
    let question = arguments.question.question(scale, wants_certificate)?;
    let destination = match &arguments.certificate {
        Some(file) => Some(Destination::new(file, arguments.force)?),
        None => None,
    };
    let limits = arguments.limits.limits(interrupt::flag());
    let mut line = SearchLine::new(scale, &limits, arguments.shown.progress());
    let report = search(&*placed, &question, limits, &mut line);
    line.clear();
    let report = report?;
    let certificate = match &destination {
        Some(destination) => write_certificate(destination, &opened, &*placed, &report)?,
        None => None,
    };
    let answer = Answer {
        subject: arguments.place.subject(&opened.facts.spec),
        game: &opened.facts.spec,
        scale,
        position: placed.position(),
        board: placed.text(),
        to_move: placed.player(),
        is_over: placed.outcome().is_some(),
        has_keys: opened.has_keys,
        question,
        report,
        certificate,
    };
    if arguments.shown.json {
        output::print_json(&json::object(&answer))?;
    } else {
        output::print(&text::page(&answer))?;
    }
    if let (Some(stop), true) = (answer.report.unproved, answer.is_answered()) {
        output::complain(&text::unproved(&answer, stop));
    }
    Ok(answer.ending())
}

/// Asks the question. A finished position needs no search, in whatever game; only a certificate needs more than a look.
fn search(
    placed: &dyn Placed,
    question: &Question,
    limits: Limits<'_>,
    line: &mut SearchLine<'_>,
) -> Result<Report<String>, Failure> {
    match placed.outcome() {
        Some(outcome) if !question.certificate => Ok(Report {
            bounds: (outcome, outcome),
            stop: Stop::Solved,
            best: None,
            line: Vec::new(),
            most_proving: Vec::new(),
            efforts: Vec::new(),
            counters: Counters { created: 1, ..Counters::default() },
            elapsed: std::time::Duration::ZERO,
            proofs: Vec::new(),
            unproved: None,
        }),
        _ => Ok(placed.solve(question, limits, line, None)?),
    }
}

fn write_certificate(
    destination: &Destination,
    opened: &Opened,
    placed: &dyn Placed,
    report: &Report<String>,
) -> Result<Option<Certificate>, Failure> {
    if report.proofs.is_empty() {
        return Ok(None);
    }
    let scale = opened.game.scale();
    let header = certificate::header(&opened.facts, scale, placed.position(), &report.proofs);
    let summary = certificate::write(destination, &header, &report.proofs)?;
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
