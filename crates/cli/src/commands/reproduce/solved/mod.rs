//! What docs/solved.md says, done again: every position is solved, certified and checked, and what comes out is compared
//! with the document.

mod boards;
mod lines;

use std::time::Instant;

use foregone::Position;
use foregone_proof::{Options, check};
use foregone_solve::Report;
use foregone_solve::limits::{Limits, Stop};
use foregone_solve::options::Question;
use foregone_solve::request::Request;
use serde::Serialize;

use crate::arguments::experiments::ReproduceArguments;
use crate::failure::{Ending, Failure};
use crate::interrupt;
use crate::opening;
use crate::output::{self, in_thousands};
use crate::progress::ContestLine;
use crate::table::{Align, Table};
use boards::Found;
use foregone::Game;
use lines::{BOARDS, LINES, Line, Proof};

/// Digits of a hash that are shown.
const SHOWN: usize = 16;

/// Solves everything, or what is quick, and prints it.
pub(super) fn run(arguments: &ReproduceArguments, limits: Limits<'_>) -> Result<Ending, Failure> {
    let mut again = Again { schema: 1, quick: arguments.quick, ..Again::default() };
    let lines = LINES.iter().filter(|line| line.is_quick || !arguments.quick);
    let boards = BOARDS.iter().filter(|board| board.is_quick || !arguments.quick);
    let count = lines.clone().count() + boards.clone().count();
    let progress = ContestLine::new("solved positions", count, arguments.shown.progress());
    for line in lines {
        let Some(solved) = solve(line, limits, arguments.memory, &mut again.wrong)? else { break };
        again.solved.push(solved);
        progress.advance();
    }
    for board in boards {
        let game = format!("breakthrough:{}x{}", board.width, board.height);
        let searched = again.solved.iter().find(|solved| solved.is(&game));
        let searched = searched.map(|solved| solved.value.clone());
        if interrupt::asked() {
            break;
        }
        let most = arguments.memory;
        let Some(found) = boards::solve(board, searched, most, &mut again.wrong)? else { break };
        again.boards.push(found);
        progress.advance();
    }
    progress.clear();
    if arguments.shown.json {
        output::print_json(&again)?;
    } else {
        output::print(&again.page())?;
    }
    if interrupt::asked() {
        output::warn(&format!("not everything was solved again: {}", interrupt::reason()));
    }
    Ok(match (interrupt::asked(), again.wrong.0.is_empty()) {
        (true, _) => Ending::LimitReached,
        (false, true) => Ending::Answered,
        (false, false) => Ending::Failed,
    })
}

/// What `--json` prints.
#[derive(Default, Serialize)]
struct Again {
    schema: u32,
    quick: bool,
    solved: Vec<Solved>,
    boards: Vec<Found>,
    wrong: Wrong,
}

/// Sentences about what is not as the document says.
#[derive(Default, Serialize)]
struct Wrong(Vec<String>);

impl Wrong {
    fn differ(&mut self, whose: &str, what: &str, found: &str, stated: &str) {
        if found != stated {
            self.0.push(format!("{whose}: the {what} is {found}, not {stated}"));
        }
    }
}

/// A position that was solved.
#[derive(Serialize)]
struct Solved {
    game: String,
    position: Option<String>,
    value: String,
    algorithm: &'static str,
    created: u64,
    /// With the certificate.
    seconds: f64,
    certificate: Option<Certificate>,
    command: String,
}

/// A certificate that was written, though not to a file.
#[derive(Serialize)]
struct Certificate {
    bytes: u64,
    records: u64,
    blake3: String,
    /// What the checker took to accept it.
    checked_seconds: f64,
}

/// Solves, certifies and checks, unless interrupted.
fn solve(
    line: &Line,
    limits: Limits<'_>,
    most: Option<u64>,
    wrong: &mut Wrong,
) -> Result<Option<Solved>, Failure> {
    let began = Instant::now();
    let opened = opening::open(line.game)?;
    let placed = opened.place(line.position, None)?;
    let question = Question {
        certificate: line.proof != Proof::None,
        canonical: matches!(line.proof, Proof::Canonical(_)),
        ..Question::value(opened.class().usual_algorithm(opened.scale()))
    };
    let limits = match line.proof {
        Proof::Single { gigabytes, .. } => {
            let bytes = gigabytes * 1_000_000_000;
            Limits { bytes: most.map_or(bytes, |most| most.min(bytes)), ..limits }
        }
        _ => limits,
    };
    let report = placed.solve(Request::new(&question, limits))?;
    if interrupt::asked() {
        return Ok(None);
    }
    let name = line.name();
    let (low, high) = report.bounds;
    if report.stop != Stop::Solved || low != high || report.unproved.is_some() {
        return Err(Failure::Failed(format!(
            "{name} could not be solved and certified with the memory there is"
        )));
    }
    let value = opened.scale().name(low).to_owned();
    wrong.differ(&name, "value", &value, line.value);
    let elapsed = began.elapsed();
    let certificate = match line.proof {
        Proof::None => None,
        Proof::Canonical(hash) | Proof::Single { hash, .. } => Some(hash),
    };
    let certificate = match certificate {
        Some(hash) => {
            let Some(written) = certify(&opened, &placed, &report)? else { return Ok(None) };
            wrong.differ(&name, "certificate", &written.blake3[..SHOWN], hash);
            Some(written)
        }
        None => None,
    };
    Ok(Some(Solved {
        game: line.game.to_owned(),
        position: line.position.map(str::to_owned),
        value,
        algorithm: question.algorithm.name(),
        created: report.counters.created,
        seconds: elapsed.as_secs_f64(),
        certificate,
        command: line.command(),
    }))
}

/// Writes a certificate and has it checked, unless interrupted.
fn certify(
    opened: &Game,
    placed: &Position,
    report: &Report<String>,
) -> Result<Option<Certificate>, Failure> {
    let name = placed.position();
    let mut file = Vec::new();
    let certificate = foregone::Certificate::new(placed, &report.proofs)
        .ok_or_else(|| Failure::Failed(format!("{name} has no proof")))?;
    let summary = certificate
        .write(&mut file)
        .map_err(|error| Failure::Failed(format!("{name} cannot be certified: {error}")))?;
    let began = Instant::now();
    let limits =
        foregone_proof::Limits { interrupt: Some(interrupt::flag()), ..Default::default() };
    let checked = check(&file[..], &Options { limits, ..Options::default() });
    if interrupt::asked() && matches!(checked, Err(foregone_proof::Failure::Undecided(_))) {
        return Ok(None);
    }
    let accepted =
        checked.map_err(|why| Failure::Failed(format!("the certificate of {name}: {why}")))?;
    if accepted.value.as_deref() != Some(opened.scale().name(report.bounds.0)) {
        return Err(Failure::Failed(format!("the certificate of {name} proves something else")));
    }
    Ok(Some(Certificate {
        bytes: summary.bytes,
        records: summary.records,
        blake3: summary.hash,
        checked_seconds: began.elapsed().as_secs_f64(),
    }))
}

impl Line {
    /// The game and the position.
    fn name(&self) -> String {
        match self.position {
            Some(position) => format!("{} at {position}", self.game),
            None => self.game.to_owned(),
        }
    }

    /// What does the same.
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
            Proof::None => {}
        }
        command
    }
}

impl Solved {
    /// Whether it is the start of that game.
    fn is(&self, game: &str) -> bool {
        self.game == game && self.position.is_none()
    }
}

impl Again {
    /// The page for people.
    fn page(&self) -> String {
        let mut text = format!("{}\n{}\n", self.table(), boards::table(&self.boards));
        if self.wrong.0.is_empty() {
            text.push_str("all as documented\n");
        }
        for sentence in &self.wrong.0 {
            text.push_str(&format!("{sentence}\n"));
        }
        text
    }

    fn table(&self) -> Table {
        let mut table = Table::new(&[
            ("value", Align::Left),
            ("algorithm", Align::Left),
            ("created", Align::Right),
            ("seconds", Align::Right),
            ("records", Align::Right),
            ("certificate", Align::Left),
            ("checked", Align::Right),
            ("command", Align::Left),
        ]);
        for solved in &self.solved {
            let certificate = solved.certificate.as_ref();
            let checked = certificate.map(|written| written.checked_seconds);
            table.add([
                solved.value.clone(),
                solved.algorithm.to_owned(),
                in_thousands(solved.created),
                format!("{:.3}", solved.seconds),
                certificate.map_or("-".to_owned(), |written| in_thousands(written.records)),
                certificate.map_or("-".to_owned(), |written| written.blake3[..SHOWN].to_owned()),
                checked.map_or("-".to_owned(), |seconds| format!("{seconds:.3}")),
                solved.command.clone(),
            ]);
        }
        table
    }
}
