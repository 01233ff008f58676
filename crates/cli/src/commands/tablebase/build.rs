//! `foregone tablebase build`: layer by layer, each one written as soon as it is computed.

use std::time::{Duration, Instant};

use foregone_game::ExploreProgress;
use foregone_tablebase::endgames::{Effort, LayerTime, Progress, Stage};
use foregone_tablebase::file::Manifest;
use foregone_tablebase::{Build, Endgames, TableError};
use serde::Serialize;

use crate::arguments::tablebase::BuildArguments;
use crate::failure::{Ending, Failure};
use crate::output::{self, Rows, counted, in_bytes, in_seconds, in_thousands};
use crate::progress::{self, TableLine};
use crate::{interrupt, trust};

use super::chance::{self, Value};
use super::{effort, options, warn_of_note};

/// Growth is shown only after layers that took at least this many seconds.
const GROWTH_FROM: f64 = 0.5;

/// Builds the layers that are missing.
pub(crate) fn run(arguments: &BuildArguments) -> Result<Ending, Failure> {
    interrupt::after(arguments.effort.time);
    if foregone::chance::is_named(&arguments.game) {
        return chance::build(arguments);
    }
    if arguments.utility.is_some() {
        return Err(Failure::bad(format!(
            "{} has no chance, and only expectations need a utility; leave --utility out",
            arguments.game
        )));
    }
    let endgames = open(arguments)?;
    let effort = effort(&arguments.effort);
    let (top, need) = (endgames.layers() - 1, endgames.build_bytes(effort.threads));
    let line = TableLine::new(endgames.positions(), arguments.shown.progress());
    let show = |progress: Progress| show(&line, top, progress);
    let effort = Effort { progress: &show, ..effort };
    let verified = trust::verified();
    let build = Build::new(&endgames, &arguments.dir, &effort)?;
    let mut build = build.rebuild_damaged(arguments.force).remember(&verified);
    if arguments.shown.progress() {
        line.say(&plan(endgames.name(), top, endgames.positions(), need));
    }
    let begun = Instant::now();
    let ending = build.run();
    line.clear();
    if let Some(error) = build.note_error() {
        warn_of_note(error);
    }
    let report = Report::new(build.manifest(), build.built(), top, need, begun.elapsed());
    end(ending, &report, arguments)
}

/// Shows how far a build is.
pub(super) fn show(line: &TableLine, top: usize, progress: Progress) {
    line.show(progress.done, || match progress.stage {
        Stage::Reading => format!("layer {} of {top} is there", progress.layer),
        _ => format!("layer {} of {top}", progress.layer),
    });
}

/// What a build is going to do.
pub(super) fn plan(name: &str, top: usize, positions: u64, need: u64) -> String {
    let positions = counted(positions, "position");
    format!("{name}: layers 0 to {top}, {positions}, at most {} of memory", in_bytes(need))
}

/// Prints what came of a build.
pub(super) fn end(
    ending: Result<(), TableError>,
    report: &Report,
    arguments: &BuildArguments,
) -> Result<Ending, Failure> {
    match ending {
        Ok(()) => {
            report.print(arguments.shown.json)?;
            Ok(Ending::Answered)
        }
        Err(TableError::Stopped) => {
            report.print(arguments.shown.json)?;
            output::warn(&format!("not all layers are finished: {}", interrupt::reason()));
            Ok(Ending::LimitReached)
        }
        Err(TableError::Damaged(why)) => {
            Err(Failure::bad(format!("{why}; --force builds that layer again")))
        }
        Err(TableError::Io(why)) => Err(Failure::Failed(format!("{why}; {}", report.remains()))),
        Err(error) => Err(error.into()),
    }
}

/// Opens the game. If its positions have to be enumerated, a line tells how far that is.
fn open(arguments: &BuildArguments) -> Result<Endgames, Failure> {
    let line = progress::sign_of_life("finding positions", arguments.shown.progress());
    let begun = Instant::now();
    let show = |progress: ExploreProgress| {
        if !line.is_hidden() {
            line.set_message(enumeration(&progress, begun.elapsed()));
        }
    };
    let opened = Endgames::open(&arguments.game, &options(arguments.effort.memory(), &show));
    line.finish_and_clear();
    match opened {
        Err(TableError::Stopped) => Err(Failure::unfinished(&format!(
            "the positions of {} were not all found",
            arguments.game
        ))),
        opened => Ok(opened?),
    }
}

/// How far an enumeration is: positions found, their rate, those whose moves are not generated yet, and memory.
fn enumeration(progress: &ExploreProgress, time: Duration) -> String {
    let rate = progress.found as f64 / time.as_secs_f64().max(1e-3);
    let (found, open) = (progress.found as u64, (progress.found - progress.expanded) as u64);
    format!(
        "finding positions: {}, {}/s, {} without moves yet, {}",
        in_thousands(found),
        in_thousands(rate as u64),
        in_thousands(open),
        in_bytes(progress.bytes)
    )
}

/// A layer and the time that it took, its file included.
#[derive(Clone, Copy, Serialize)]
struct Grown {
    layer: usize,
    positions: u64,
    seconds: f64,
}

/// What came of it, as `--json` says it.
#[derive(Serialize)]
pub(super) struct Report {
    schema: u32,
    game: String,
    status: &'static str,
    /// Finished layers, and those that were asked for.
    layers: usize,
    wanted: usize,
    built: usize,
    positions: u64,
    file_bytes: u64,
    memory_bytes: u64,
    content: String,
    seconds: f64,
    growth: Vec<Grown>,
    /// What the start is worth, in games with chance whose layers are all finished.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) values: Vec<Value>,
}

impl Report {
    pub(super) fn new(
        manifest: &Manifest,
        built: &[LayerTime],
        top: usize,
        need: u64,
        time: Duration,
    ) -> Report {
        let growth = built.iter().map(|built| Grown {
            layer: built.layer,
            positions: built.positions,
            seconds: built.time.as_secs_f64(),
        });
        let finished = manifest.layers.len();
        Report {
            schema: 1,
            game: manifest.game.clone(),
            status: if finished > top { "finished" } else { "interrupted" },
            layers: finished,
            wanted: top + 1,
            built: built.len(),
            positions: manifest.positions(),
            file_bytes: manifest.file_bytes(),
            memory_bytes: need,
            content: manifest.content(),
            seconds: time.as_secs_f64(),
            growth: growth.collect(),
            values: Vec::new(),
        }
    }

    /// What is there and what is missing.
    fn remains(&self) -> String {
        let missing = match self.wanted - self.layers.min(self.wanted) {
            0 => return "all layers are finished".to_owned(),
            1 => format!("layer {} is missing", self.layers),
            _ => format!("layers {} to {} are missing", self.layers, self.wanted - 1),
        };
        let there = match self.layers {
            0 => "no layer is finished".to_owned(),
            1 => "layer 0 is finished".to_owned(),
            layers => format!("layers 0 to {} are finished", layers - 1),
        };
        format!("{there}, {missing}, and building again goes on from there")
    }

    /// A line for every layer that took its time: how much more it has than the one below, and how much longer it took.
    fn grown(&self) -> String {
        let slow = self.growth.windows(2).filter(|pair| pair[0].seconds >= GROWTH_FROM);
        let lines = slow.map(|pair| {
            let more = pair[1].positions as f64 / pair[0].positions as f64;
            let longer = pair[1].seconds / pair[0].seconds;
            let Grown { layer, positions, seconds } = pair[1];
            let positions = counted(positions, "position");
            format!(
                "layer {layer}: {positions} ({more:.2} times), {seconds:.1} s ({longer:.2} times)\n"
            )
        });
        let lines: String = lines.collect();
        if lines.is_empty() { lines } else { format!("\n{lines}") }
    }

    fn print(&self, json: bool) -> Result<(), Failure> {
        if json {
            return output::print_json(self);
        }
        let mut rows = Rows::default();
        rows.add("layers", format!("{} ({} built now)", self.layers, self.built));
        rows.add("positions", in_thousands(self.positions));
        rows.add("files", in_bytes(self.file_bytes));
        rows.add("content", self.content.as_str());
        rows.add("time", in_seconds(Duration::from_secs_f64(self.seconds)));
        self.values.iter().for_each(|value| value.add_to(&mut rows));
        output::print(&format!("{}: {}\n\n{rows}{}", self.game, self.remains(), self.grown()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_enumeration_tells_positions_rate_and_memory() {
        let progress = ExploreProgress { found: 3_000_000, expanded: 2_000_000, bytes: 1 << 20 };
        assert_eq!(
            enumeration(&progress, Duration::from_secs(2)),
            "finding positions: 3,000,000, 1,500,000/s, 1,000,000 without moves yet, 1.0 MiB"
        );
    }
}
