//! `foregone reproduce solved`: what docs/solved.md says, done again and compared with the document.

use foregone_reproduce::{Limits, SolvedAgain, solve_again};
use serde::Serialize;

use crate::arguments::experiments::ReproduceArguments;
use crate::experiment::ExperimentBars;
use crate::failure::{Ending, Failure};
use crate::interrupt;
use crate::output::{self, in_thousands};
use crate::table::{Align, Table};

/// Digits of a hash that are shown.
const SHOWN: usize = 16;

/// What `--json` prints.
#[derive(Serialize)]
struct Object<'o> {
    schema: u32,
    quick: bool,
    #[serde(flatten)]
    again: &'o SolvedAgain,
}

/// Solves everything, or what is quick, and prints it.
pub(super) fn run(arguments: &ReproduceArguments, limits: Limits) -> Result<Ending, Failure> {
    let bars = ExperimentBars::new("positions", arguments.shown.progress());
    let again = solve_again(arguments.quick, arguments.memory, &bars.context(limits))?;
    if arguments.shown.json {
        output::print_json(&Object { schema: 1, quick: arguments.quick, again: &again })?;
    } else {
        output::print(&page(&again))?;
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

/// The page for people.
fn page(again: &SolvedAgain) -> String {
    let mut text = format!("{}\n{}\n", positions(again), boards(again));
    if again.wrong.0.is_empty() {
        text.push_str("all as documented\n");
    }
    for sentence in &again.wrong.0 {
        text.push_str(&format!("{sentence}\n"));
    }
    text
}

/// The positions.
fn positions(again: &SolvedAgain) -> Table {
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
    for solved in &again.solved {
        let certificate = &solved.certificate;
        table.add([
            solved.value.clone(),
            solved.algorithm.to_owned(),
            in_thousands(solved.created),
            format!("{:.3}", solved.seconds),
            in_thousands(certificate.records),
            certificate.blake3[..SHOWN].to_owned(),
            format!("{:.3}", certificate.checked_seconds),
            solved.command.clone(),
        ]);
    }
    table
}

/// The boards.
fn boards(again: &SolvedAgain) -> Table {
    let mut table = Table::new(&[
        ("all positions of", Align::Left),
        ("value", Align::Left),
        ("by search", Align::Left),
        ("positions", Align::Right),
        ("plies", Align::Right),
        ("longest", Align::Right),
        ("seconds", Align::Right),
        ("checksum", Align::Left),
    ]);
    let number = |number: Option<u16>| number.map_or("-".to_owned(), |number| number.to_string());
    for board in &again.boards {
        table.add([
            board.game.clone(),
            board.value.to_owned(),
            board.searched.clone().unwrap_or_else(|| "-".to_owned()),
            in_thousands(board.positions),
            number(board.plies),
            number(board.longest),
            format!("{:.3}", board.seconds),
            board.blake3[..SHOWN].to_owned(),
        ]);
    }
    table
}
