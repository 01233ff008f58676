//! `foregone tablebase verify`: checksums, and all values by a second method.

use std::time::{Duration, Instant};

use foregone_game::random::Random;
use foregone_tablebase::file::{Table, TableError};
use foregone_tablebase::retro::verify::LayerCheck;
use foregone_tablebase::retro::{AnalysisError, Control, Progress};
use serde::Serialize;

use crate::arguments::tablebase::VerifyArguments;
use crate::failure::{Ending, Failure};
use crate::interrupt;
use crate::output::{self, Rows, complain, counted, in_bytes, in_seconds};
use crate::progress::TableLine;
use crate::trust::How;

use super::asker::Asker;
use super::remember;
use super::subject::{self, Subject, positions_up_to};

/// Unpacked blocks that are kept when only samples are looked at.
const BLOCKS: usize = 1 << 10;
/// Positions that are looked at between two looks at the clock.
const TOGETHER: u64 = 1 << 10;

/// Verifies the tables of a folder.
pub(crate) fn run(arguments: &VerifyArguments) -> Result<Ending, Failure> {
    interrupt::after(arguments.effort.time);
    let (begun, memory) = (Instant::now(), arguments.effort.memory());
    let opened = match subject::open_table(&arguments.dir, arguments.game.as_deref(), memory) {
        Err(Failure::BadInput(why)) if is_damage(arguments) => return reject(arguments, &why),
        opened => opened?,
    };
    let (subject, table) = opened;
    let layers = table.manifest().layers.len();
    let Some(top) = layers.checked_sub(1) else {
        return Err(Failure::bad(format!("{} has no finished layer yet", arguments.dir.display())));
    };
    let positions = positions_up_to(&*subject, top);
    if subject.verifies_all_or_nothing() && layers < subject.layers() {
        return Err(Failure::bad(format!(
            "{} has {layers} of {} layers, and these values rest on those of all others; build the rest first",
            arguments.dir.display(),
            subject.layers()
        )));
    }
    let need = subject.verify_bytes(layers);
    if arguments.sample.is_none() && need > memory {
        return Err(Failure::bad(format!(
            "verifying all values needs {} of memory, and {} may be used; --memory allows more, or look at some with --sample",
            in_bytes(need),
            in_bytes(memory)
        )));
    }
    let line = TableLine::new(positions, arguments.shown.progress());
    let verified = match arguments.sample {
        None => all(&*subject, &table, arguments.effort.threads(), &line),
        Some(count) => some(&*subject, &table, count, &line),
    };
    line.clear();
    match verified {
        Ok(None) => {}
        Ok(Some(wrong)) => return reject(arguments, &wrong),
        Err(Stop::Interrupted | Stop::Refused(TableError::Stopped)) => {
            return Err(Failure::unfinished(
                "not all values were verified, though nothing wrong was found so far",
            ));
        }
        Err(Stop::Refused(TableError::Damaged(why))) => return reject(arguments, &why),
        Err(Stop::Refused(refusal)) => return Err(refusal.into()),
    }
    let report = Report {
        schema: 1,
        game: &table.manifest().game,
        status: "accepted",
        layers,
        positions,
        sample: arguments.sample,
        content: table.manifest().content(),
        seconds: begun.elapsed().as_secs_f64(),
    };
    report.print(arguments.shown.json)?;
    if arguments.sample.is_none() {
        remember(table.manifest(), How::Verified);
    }
    Ok(Ending::Answered)
}

/// Why verifying ended early.
enum Stop {
    Interrupted,
    Refused(TableError),
}

impl From<TableError> for Stop {
    fn from(refusal: TableError) -> Stop {
        Stop::Refused(refusal)
    }
}

/// Whether the folder is of the right game, so that it was refused for what it holds.
fn is_damage(arguments: &VerifyArguments) -> bool {
    use foregone_tablebase::file::Manifest;
    match Manifest::read(&arguments.dir) {
        Err(refusal) => matches!(refusal, TableError::Damaged(_)),
        Ok(manifest) => arguments.game.as_deref().is_none_or(|game| {
            subject::identity(game).is_ok_and(|identity| identity == manifest.game)
        }),
    }
}

fn reject(arguments: &VerifyArguments, why: &str) -> Result<Ending, Failure> {
    if arguments.shown.json {
        output::print_json(&Rejection { schema: 1, status: "rejected", why })?;
    } else {
        complain(why);
    }
    Ok(Ending::Rejected)
}

/// What a verdict says, if it is a bad one.
fn wrong(subject: &dyn Subject, layer: usize, verdict: LayerCheck) -> Option<String> {
    let (index, why) = match verdict {
        LayerCheck::Right { .. } => return None,
        LayerCheck::Inconsistent { index } => (index, "is not the best that its moves give"),
        LayerCheck::Unfounded { index } => (index, "rests on other values that rest on it"),
    };
    let position = subject.position(layer, index);
    Some(format!("the value of {position} (layer {layer}, number {index}) {why}"))
}

/// Reads everything and verifies every value; what is wrong, if anything is.
fn all(
    subject: &dyn Subject,
    table: &Table,
    threads: usize,
    line: &TableLine,
) -> Result<Option<String>, Stop> {
    let mut verifier = subject.verifier();
    for (layer, facts) in table.manifest().layers.iter().enumerate() {
        if interrupt::asked() {
            return Err(Stop::Interrupted);
        }
        line.show(0, || format!("layer {layer} is read"));
        if verifier.load(layer, table.layer(layer)?)? != facts.counts {
            return Ok(Some(format!(
                "the manifest does not count the values of layer {layer} right"
            )));
        }
    }
    let mut done = 0;
    for layer in 0..table.manifest().layers.len() {
        let report = |progress: Progress| {
            let now = done + (subject.size(layer) as f64 * progress.share) as u64;
            line.show(now, || format!("layer {layer}"));
        };
        let control = Control { threads, stop: interrupt::flag(), report: &report };
        match verifier.verify(layer, &control) {
            Ok(verdict) => {
                if let Some(wrong) = wrong(subject, layer, verdict) {
                    return Ok(Some(wrong));
                }
            }
            Err(AnalysisError::Stopped) => return Err(Stop::Interrupted),
            Err(halt) => return Ok(Some(halt.to_string())),
        }
        done += subject.size(layer);
    }
    Ok(None)
}

/// Checks all checksums, and looks at some positions of each layer.
fn some(
    subject: &dyn Subject,
    table: &Table,
    count: u64,
    line: &TableLine,
) -> Result<Option<String>, Stop> {
    let asker = Asker::new(table, BLOCKS);
    let find = |layer: usize, index: u64| asker.value(layer, index);
    let (mut random, mut done) = (Random::new(1), 0);
    for layer in 0..table.manifest().layers.len() {
        if interrupt::asked() {
            return Err(Stop::Interrupted);
        }
        line.show(done, || format!("layer {layer}"));
        table.layer(layer)?.check()?;
        let mut left = count;
        while left > 0 {
            if interrupt::asked() {
                return Err(Stop::Interrupted);
            }
            let now = left.min(TOGETHER);
            let verdict = asker.answer(subject.sample(layer, now, &mut random, &find))?;
            if let Some(wrong) = wrong(subject, layer, verdict) {
                return Ok(Some(wrong));
            }
            left -= now;
        }
        done += subject.size(layer);
    }
    Ok(None)
}

#[derive(Serialize)]
struct Rejection<'r> {
    schema: u32,
    status: &'static str,
    why: &'r str,
}

#[derive(Serialize)]
struct Report<'r> {
    schema: u32,
    game: &'r str,
    status: &'static str,
    layers: usize,
    positions: u64,
    /// Positions of each layer that were looked at, if not all.
    sample: Option<u64>,
    content: String,
    seconds: f64,
}

impl Report<'_> {
    fn print(&self, json: bool) -> Result<(), Failure> {
        if json {
            return output::print_json(self);
        }
        let how = match self.sample {
            None => "all values are right".to_owned(),
            Some(count) => format!(
                "checksums are right, and no mistake was found in {} of each layer, which proves nothing about the others",
                counted(count, "position")
            ),
        };
        let mut rows = Rows::default();
        rows.add("layers", self.layers.to_string());
        rows.add("positions", output::in_thousands(self.positions));
        rows.add("content", self.content.as_str());
        rows.add("time", in_seconds(Duration::from_secs_f64(self.seconds)));
        output::print(&format!("{}: {how}\n\n{rows}", self.game))
    }
}
