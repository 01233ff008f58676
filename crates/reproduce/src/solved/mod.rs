//! What docs/solved.md says, done again: every position is solved, certified and checked, and the results are compared with
//! the document.

mod boards;
mod lines;

use std::time::Instant;

use foregone::proof::{Failure as CheckFailure, Limits as CheckLimits, Options};
use foregone::{Answer, Game, Goal, Settings, check};
use serde::Serialize;

use crate::context::{Context, Limits};
use crate::error::Error;
pub use boards::SolvedBoard;
use lines::{BOARDS, LINES, Line, Proof};

/// Digits of a hash that the document shows.
const SHOWN: usize = 16;

/// All that was solved again.
#[derive(Clone, Default, Debug, Serialize)]
pub struct SolvedAgain {
    /// The positions.
    pub solved: Vec<SolvedPosition>,
    /// The boards all of whose positions were solved.
    pub boards: Vec<SolvedBoard>,
    /// What is not as the document says.
    pub wrong: Wrong,
}

/// Sentences about what is not as the document says.
#[derive(Clone, Default, Debug, Serialize)]
pub struct Wrong(pub Vec<String>);

impl Wrong {
    fn differ(&mut self, whose: &str, what: &str, found: &str, stated: &str) {
        if found != stated {
            self.0.push(format!("{whose}: the {what} is {found}, not {stated}"));
        }
    }
}

/// A position that was solved.
#[derive(Clone, Debug, Serialize)]
pub struct SolvedPosition {
    /// The game by its spelling.
    pub game: String,
    /// The position in the game's notation, if it is not the start.
    pub position: Option<String>,
    /// Its value.
    pub value: String,
    /// The algorithm that found it.
    pub algorithm: &'static str,
    /// Nodes created.
    pub created: u64,
    /// The time it took, with the proof.
    pub seconds: f64,
    /// The certificate.
    pub certificate: CheckedCertificate,
    /// The command of the program that does the same.
    pub command: String,
}

/// A certificate that was written to memory and accepted by the checker.
#[derive(Clone, Debug, Serialize)]
pub struct CheckedCertificate {
    /// Bytes of the file.
    pub bytes: u64,
    /// Positions with a move.
    pub records: u64,
    /// The hash of the file.
    pub blake3: String,
    /// The time that the checker took.
    pub checked_seconds: f64,
}

/// Solves everything that the document lists, or only what takes less than a second each. `most` limits the memory, which the
/// document states otherwise. If the caller stops it, what was finished is returned.
pub fn solve_again(
    quick: bool,
    most: Option<u64>,
    context: &Context<'_>,
) -> Result<SolvedAgain, Error> {
    let mut again = SolvedAgain::default();
    let lines = LINES.iter().filter(|line| line.is_quick || !quick);
    let boards = BOARDS.iter().filter(|board| board.is_quick || !quick);
    let count = lines.clone().count() + boards.clone().count();
    context.progress.begin("solved positions", count);
    for line in lines {
        let Some(solved) = line.solve(most, &mut again.wrong, context)? else { break };
        again.solved.push(solved);
        context.progress.advance();
    }
    for board in boards {
        if context.is_stopped() {
            break;
        }
        let game = format!("breakthrough:{}x{}", board.width, board.height);
        let searched = again.solved.iter().find(|solved| solved.is_start_of(&game));
        let searched = searched.map(|solved| solved.value.clone());
        let solved = boards::solve(board, searched, most, &mut again.wrong, context)?;
        let Some(solved) = solved else { break };
        again.boards.push(solved);
        context.progress.advance();
    }
    context.progress.end();
    Ok(again)
}

impl Line {
    /// Solves, certifies and checks; `None` if the caller stopped it.
    fn solve(
        &self,
        most: Option<u64>,
        wrong: &mut Wrong,
        context: &Context<'_>,
    ) -> Result<Option<SolvedPosition>, Error> {
        let began = Instant::now();
        let game = Game::open(self.game)?;
        let placed = game.place(self.position, None)?;
        let mut settings = Settings::new();
        settings.set("threads", "1")?;
        settings.certificate = true;
        settings.canonical = matches!(self.proof, Proof::Canonical(_));
        let limits = self.limits(most, context.limits);
        let answer = context.with_limits(limits).ask(&placed, settings, Goal::Value)?;
        if context.is_stopped() {
            return Ok(None);
        }
        let (name, report) = (self.name(), &answer.report);
        let Some(value) = answer.value().filter(|_| report.unproved.is_none()) else {
            return Err(Error::failed(format!(
                "{name} could not be solved and certified with the memory there is"
            )));
        };
        wrong.differ(&name, "value", value, self.value);
        let seconds = began.elapsed().as_secs_f64();
        let (Proof::Canonical(hash) | Proof::Single { hash, .. }) = self.proof;
        let Some(certificate) = certify(&name, &answer, context)? else { return Ok(None) };
        wrong.differ(&name, "certificate", &certificate.blake3[..SHOWN], hash);
        Ok(Some(SolvedPosition {
            game: self.game.to_owned(),
            position: self.position.map(str::to_owned),
            value: value.to_owned(),
            algorithm: answer.algorithm(),
            created: report.counters.created,
            seconds,
            certificate,
            command: self.command(),
        }))
    }

    /// The limits of its search. A certificate as one thread writes it depends on the memory, which is stated with it.
    fn limits(&self, most: Option<u64>, limits: Limits) -> Limits {
        match self.proof {
            Proof::Single { gigabytes, .. } => {
                let stated = gigabytes * 1_000_000_000;
                Limits { memory: most.map_or(stated, |most| most.min(stated)), ..limits }
            }
            _ => limits,
        }
    }

    /// The game and the position.
    fn name(&self) -> String {
        match self.position {
            Some(position) => format!("{} at {position}", self.game),
            None => self.game.to_owned(),
        }
    }

    /// The command of the program that does the same.
    fn command(&self) -> String {
        let mut command = format!("foregone solve {}", self.game);
        if let Some(position) = self.position {
            command.push_str(&format!(" --position \"{position}\""));
        }
        match self.proof {
            Proof::Canonical(_) => command.push_str(" --canonical --certificate FILE"),
            Proof::Single { gigabytes, .. } => {
                command.push_str(&format!(" --threads 1 --memory {gigabytes}GB --certificate FILE"))
            }
        }
        command
    }
}

impl SolvedPosition {
    /// Whether it is the start of that game.
    fn is_start_of(&self, game: &str) -> bool {
        self.game == game && self.position.is_none()
    }
}

/// Writes a certificate and has it checked; `None` if the caller stopped it.
fn certify(
    name: &str,
    answer: &Answer,
    context: &Context<'_>,
) -> Result<Option<CheckedCertificate>, Error> {
    let mut file = Vec::new();
    let certificate =
        answer.certificate().ok_or_else(|| Error::failed(format!("{name} has no proof")))?;
    let summary = certificate
        .write(&mut file)
        .map_err(|error| Error::failed(format!("{name} cannot be certified: {error}")))?;
    let began = Instant::now();
    let limits = CheckLimits { interrupt: Some(context.stop.flag()), ..CheckLimits::default() };
    let checked = check(&file[..], &Options { limits, ..Options::default() });
    if context.is_stopped() && matches!(checked, Err(CheckFailure::Undecided(_))) {
        return Ok(None);
    }
    let accepted =
        checked.map_err(|why| Error::failed(format!("the certificate of {name}: {why}")))?;
    if accepted.value.as_deref() != answer.value() {
        return Err(Error::failed(format!("the certificate of {name} proves something else")));
    }
    Ok(Some(CheckedCertificate {
        bytes: summary.bytes,
        records: summary.records,
        blake3: summary.hash,
        checked_seconds: began.elapsed().as_secs_f64(),
    }))
}
