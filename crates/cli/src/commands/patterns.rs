//! `foregone patterns`: all minimal race patterns up to an order, found and verified by program.

use std::time::{Duration, Instant};

use foregone_games::breakthrough::knowledge::patterns::{
    Pattern, Turn, Unfinished, estimate, holds, minimal_watched,
};
use serde::Serialize;

use crate::arguments::patterns::PatternsArguments;
use crate::failure::{Ending, Failure};
use crate::interrupt;
use crate::output::{self, in_seconds};
use crate::progress::ShareLine;
use crate::table::{Align, Table};

/// What is expected to take more seconds has to be forced.
const PATIENCE: f64 = 60.0;

/// The characters that a row of pictures fills.
const WIDE: usize = 96;

/// Finds them and prints them.
pub(crate) fn run(arguments: &PatternsArguments) -> Result<Ending, Failure> {
    let PatternsArguments { order, columns, .. } = *arguments;
    if arguments.game != "breakthrough" {
        return Err(Failure::bad(format!(
            "{} has no race patterns; they are known for breakthrough, whatever the size of the board",
            arguments.game
        )));
    }
    let expected = estimate(order, columns);
    if expected > PATIENCE && !arguments.force {
        return Err(Failure::bad(format!(
            "patterns up to order {order} in windows of {columns} columns would take about {}; --force begins all the same",
            in_seconds(Duration::try_from_secs_f64(expected).unwrap_or(Duration::MAX))
        )));
    }
    interrupt::after(arguments.time);
    let begun = Instant::now();
    let patterns = find(order, columns, arguments.shown.progress())?;
    if arguments.shown.json {
        output::print_json(&Found::new(order, columns, &patterns))?;
    } else {
        let pictures = if arguments.count { String::new() } else { gallery(&patterns) };
        let time = in_seconds(begun.elapsed());
        output::print(&format!(
            "{}\nfound and verified in {time}\n{pictures}",
            counts(order, &patterns)
        ))?;
    }
    Ok(Ending::Answered)
}

/// Finds all patterns and tests each of them. A single one of high order can take minutes, so another thread looks at the clock.
fn find(order: u32, columns: u32, wanted: bool) -> Result<Vec<Pattern>, Failure> {
    let line = ShareLine::new("patterns", wanted);
    let shown = line.clone();
    let found = interrupt::unless_asked(move || {
        let patterns = minimal_watched(order, columns, &mut |share| {
            shown.show(share);
            !interrupt::asked()
        })?;
        let wrong = patterns.iter().find(|pattern| !is_minimal(pattern)).copied();
        Ok((patterns, wrong))
    });
    line.clear();
    match found {
        Some(Ok((patterns, None))) => Ok(patterns),
        Some(Ok((_, Some(wrong)))) => {
            Err(Failure::Failed(format!("a pattern failed its test:\n{}", wrong.picture())))
        }
        None | Some(Err(Unfinished::Stopped)) => Err(Failure::unfinished(
            "not all patterns were found, so none are shown, and a lower --order is quicker",
        )),
        Some(Err(Unfinished::TooLarge)) => Err(Failure::bad(format!(
            "windows of {columns} columns for {order} moves have too many cells to go through; lower --order or --columns"
        ))),
    }
}

/// Whether a pattern wins, and does not without one of its cells: neither with a cell that need not be free, nor with
/// a free cell in place of an attacker.
fn is_minimal(pattern: &Pattern) -> bool {
    let bits = |cells: u64| (0..u64::BITS).map(|bit| 1 << bit).filter(move |bit| cells & bit != 0);
    let wins = |attackers, free| holds(&Pattern { attackers, free, ..*pattern }) == Some(true);
    let Pattern { attackers, free, .. } = *pattern;
    wins(attackers, free)
        && !bits(free).any(|cell| wins(attackers, free & !cell))
        && !bits(attackers).any(|cell| wins(attackers & !cell, free | cell))
}

fn to_move(turn: Turn) -> &'static str {
    match turn {
        Turn::First => "attacker",
        Turn::Second => "defender",
    }
}

fn counts(order: u32, patterns: &[Pattern]) -> Table {
    let mut table = Table::new(&[
        ("order", Align::Right),
        ("to move", Align::Left),
        ("patterns", Align::Right),
        ("but for mirror images", Align::Right),
        ("away from the edges", Align::Right),
    ]);
    for turn in [Turn::First, Turn::Second] {
        for order in 1..=order {
            let of = || patterns.iter().filter(|one| one.order == order && one.turn == turn);
            table.add([
                order.to_string(),
                to_move(turn).to_owned(),
                of().count().to_string(),
                of().filter(|one| is_first(one)).count().to_string(),
                of().filter(|one| one.edges == [false, false]).count().to_string(),
            ]);
        }
    }
    table
}

/// Whether of a pattern and its mirror image this is the one that is shown.
fn is_first(pattern: &Pattern) -> bool {
    *pattern <= pattern.mirrored()
}

/// The patterns as pictures, many in a row.
fn gallery(patterns: &[Pattern]) -> String {
    let mut text = String::new();
    for turn in [Turn::First, Turn::Second] {
        let highest = patterns.iter().map(|one| one.order).max().unwrap_or(0);
        for order in 1..=highest {
            let of = patterns.iter().filter(|one| one.order == order && one.turn == turn);
            let pictures: Vec<String> =
                of.filter(|one| is_first(one)).map(Pattern::picture).collect();
            if !pictures.is_empty() {
                text += &format!("\norder {order}, {} to move\n", to_move(turn));
                text += &in_rows(&pictures);
            }
        }
    }
    text
}

/// Pictures side by side.
fn in_rows(pictures: &[String]) -> String {
    let widest = pictures.iter().flat_map(|picture| picture.lines()).map(str::len).max();
    let wide = widest.unwrap_or(0) + 3;
    let mut text = String::new();
    for row in pictures.chunks((WIDE / wide).max(1)) {
        text.push('\n');
        let height = row.iter().map(|picture| picture.lines().count()).max().unwrap_or(0);
        for line in 0..height {
            let of = |picture: &String| picture.lines().nth(line).unwrap_or("").to_owned();
            let words: String =
                row.iter().map(|picture| format!("{:<wide$}", of(picture))).collect();
            text += &format!("  {}\n", words.trim_end());
        }
    }
    text
}

/// What `--json` says.
#[derive(Serialize)]
struct Found {
    schema: u32,
    game: &'static str,
    order: u32,
    columns: u32,
    patterns: Vec<Described>,
}

#[derive(Serialize)]
struct Described {
    order: u32,
    passes: u32,
    to_move: &'static str,
    edges: [bool; 2],
    picture: Vec<String>,
}

impl Found {
    fn new(order: u32, columns: u32, patterns: &[Pattern]) -> Found {
        let described = |pattern: &Pattern| Described {
            order: pattern.order,
            passes: pattern.passes,
            to_move: to_move(pattern.turn),
            edges: pattern.edges,
            picture: pattern.picture().lines().map(str::to_owned).collect(),
        };
        let patterns = patterns.iter().map(described).collect();
        Found { schema: 1, game: "breakthrough", order, columns, patterns }
    }
}
