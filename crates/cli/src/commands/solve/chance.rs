//! `foregone solve` of a game with chance.

use foregone::StopHandle;
use foregone::chance::{Answer, AnswerObject, Game, Settings, Solver};
use serde::Serialize;

use super::certificate::{self, Written};
use super::chance_text;
use super::json::CertificateFile;
use crate::arguments::SolveArguments;
use crate::failure::{Ending, Failure};
use crate::files::{Destination, Named};
use crate::interrupt;
use crate::output;
use crate::progress::sign_of_life;

/// Solves and prints.
pub(super) fn run(game: &Game, arguments: &SolveArguments) -> Result<Ending, Failure> {
    refuse(arguments)?;
    let SolveArguments { place, limits, shown, .. } = arguments;
    Named::new(shown.json)
        .output("--certificate", arguments.certificate.as_ref())
        .game(game.spelling())
        .check()?;
    let position = game.place(place.position.as_deref(), place.moves.as_deref())?;
    let (question, method) = arguments.question.of_chance(arguments.utility.as_deref())?;
    let question = if arguments.every_move { question.every_move() } else { question };
    let settings = Settings {
        method,
        nodes: limits.nodes,
        memory: limits.bytes(),
        time: limits.time,
        certificate: arguments.certificate.is_some(),
    };
    let destination = Destination::of(arguments.certificate.as_ref(), arguments.force)?;
    let solver = Solver::with(game, settings).stopped_by(StopHandle::of(interrupt::flag()));
    let line = sign_of_life("solving", shown.progress());
    let answer = solver.ask(&position, &question);
    line.finish_and_clear();
    let answer = answer?;
    let written = destination
        .map(|destination| certificate::write(&destination, answer.certificate(), limits.time));
    let (certificate, unwritten) = match written {
        Some(Ok(written)) => (written, None),
        Some(Err(failure)) => (None, Some(failure.to_string())),
        None => (None, None),
    };
    let page = Page { answer: &answer, certificate, unwritten };
    match shown.json {
        true => output::print_json(&page.object())?,
        false => output::print(&chance_text::page(&page))?,
    }
    if let Some(why) = answer.unproved.filter(|_| answer.is_answered()) {
        output::complain(&chance_text::unproved(&page, why));
    }
    if let Some(why) = &page.unwritten {
        output::complain(&format!(
            "what was found is as it was printed, but the certificate {why}; make room for it or name another file, and solve it again"
        ));
    }
    Ok(page.ending())
}

/// All there is to show about an answer.
pub(super) struct Page<'a> {
    pub(super) answer: &'a Answer,
    pub(super) certificate: Option<Written>,
    /// Why there is no file with the certificate although it was made.
    pub(super) unwritten: Option<String>,
}

/// The object that `--json` prints.
#[derive(Serialize)]
struct Object<'a> {
    #[serde(flatten)]
    answer: AnswerObject<'a>,
    certificate: Option<CertificateFile<'a>>,
    certificate_unwritten: Option<&'a str>,
    /// Why a wanted proof is missing.
    unproved: Option<String>,
}

impl Page<'_> {
    fn object(&self) -> Object<'_> {
        Object {
            answer: self.answer.object(),
            certificate: self.certificate.as_ref().map(CertificateFile::new),
            certificate_unwritten: self.unwritten.as_deref(),
            unproved: self.answer.unproved.map(|why| chance_text::reason(why).to_owned()),
        }
    }

    fn ending(&self) -> Ending {
        match (self.answer.is_complete(), self.answer.unproved) {
            _ if self.unwritten.is_some() => Ending::Failed,
            (false, _) => Ending::LimitReached,
            (true, Some(_)) => Ending::Failed,
            (true, None) => Ending::Answered,
        }
    }
}

/// What is not possible yet with games with chance, and what is possible instead.
fn refuse(arguments: &SolveArguments) -> Result<(), Failure> {
    let SolveArguments { keeping, lookup, small, positions, .. } = arguments;
    let sentences = [
        (*small, "certificates of games with chance are not made smaller yet; leave --small out"),
        (
            keeping.checkpoint.is_some() || keeping.every.is_some(),
            "searches of games with chance cannot be saved yet; leave --checkpoint out, and bound them by --nodes, --time or --memory",
        ),
        (
            lookup.tablebase.is_some(),
            "games with chance have no tablebases yet; leave --tablebase out",
        ),
        (
            positions.is_some(),
            "--positions is for games without chance; place one position by --position or --moves",
        ),
    ];
    match sentences.into_iter().find(|(is_given, _)| *is_given) {
        Some((_, sentence)) => Err(Failure::bad(sentence)),
        None => Ok(()),
    }
}

/// A game without chance needs no utility: its outcomes are only compared.
pub(super) fn refuse_utility(arguments: &SolveArguments, game: &str) -> Result<(), Failure> {
    match arguments.utility {
        Some(_) => Err(Failure::bad(format!(
            "--utility is for games with chance, and {game} is none; leave it out"
        ))),
        None => Ok(()),
    }
}
