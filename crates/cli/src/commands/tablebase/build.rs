//! `foregone tablebase build`: layer by layer, each one kept as soon as it is done.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use foregone_tablebase::file::{Folder, TableError};
use foregone_tablebase::retro::{AnalysisError, Control, Progress};
use serde::Serialize;

use crate::arguments::tablebase::BuildArguments;
use crate::failure::{Ending, Failure};
use crate::interrupt;
use crate::output::{self, Rows, counted, in_bytes, in_seconds, in_thousands};
use crate::progress::{self, TableLine};
use crate::trust::{self, How};

use super::remember;
use super::subject::{self, Builder, Subject, positions_up_to};

/// Growth is shown from layers on that took so many seconds: quicker ones say nothing.
const GROWTH_FROM: f64 = 0.5;

/// Builds what is missing.
pub(crate) fn run(arguments: &BuildArguments) -> Result<Ending, Failure> {
    interrupt::after(arguments.effort.time);
    let bar = progress::sign_of_life("looking for positions", arguments.shown.progress());
    let subject = subject::open(&arguments.game, arguments.effort.memory());
    bar.finish_and_clear();
    let subject = subject?;
    let top = subject.layers() - 1;
    let threads = arguments.effort.threads();
    let need = subject.peak_bytes(threads);
    let (positions, allowed) = (positions_up_to(&*subject, top), arguments.effort.memory());
    if need > allowed {
        return Err(Failure::bad(format!(
            "building {} up to layer {top} needs {} of memory, and {} may be used; --memory allows more, or build a smaller game",
            subject.identity(),
            in_bytes(need),
            in_bytes(allowed)
        )));
    }
    let folder =
        Folder::open(&arguments.dir, subject.identity(), subject.form(), subject.layers())?;
    let line = TableLine::new(positions, arguments.shown.progress());
    if arguments.shown.progress() {
        line.say(&format!(
            "{}: layers 0 to {top}, {}, at most {} of memory",
            subject.identity(),
            counted(positions, "position"),
            in_bytes(need)
        ));
    }
    let folder = folder.with_threads(threads).stopped_by(interrupt::flag());
    let known = trust::known(folder.manifest());
    let mut build = Build { subject: &*subject, folder, built: Vec::new(), known, note: None };
    let begun = Instant::now();
    let ending = build.run(arguments, threads, &line);
    line.clear();
    let report = Report::new(&build, top, need, begun.elapsed());
    match ending {
        Ok(ending) => {
            report.print(arguments.shown.json)?;
            if ending == Ending::LimitReached {
                output::warn(&format!("not all layers are finished: {}", interrupt::reason()));
            }
            Ok(ending)
        }
        Err(Failure::Failed(why)) => Err(Failure::Failed(format!("{why}; {}", report.remains()))),
        Err(failure) => Err(failure),
    }
}

/// A build under way.
struct Build<'s> {
    subject: &'s dyn Subject,
    folder: Folder,
    /// Layers that were not there before.
    built: Vec<Grown>,
    /// How many of the lowest layers that were there are known to be right. If all that were taken are, so are those that
    /// follow from them.
    known: usize,
    /// The last note that was made of it.
    note: Option<PathBuf>,
}

impl Build<'_> {
    fn run(
        &mut self,
        arguments: &BuildArguments,
        threads: usize,
        line: &TableLine,
    ) -> Result<Ending, Failure> {
        let (top, mut builder) = (self.subject.layers() - 1, self.subject.builder());
        let (mut done, mut is_sure) = (0, true);
        for layer in 0..=top {
            if interrupt::asked() {
                return Ok(Ending::LimitReached);
            }
            let size = self.subject.size(layer);
            let loaded = match self.load(&mut *builder, layer, arguments.force) {
                Err(Failure::Limit(_)) => return Ok(Ending::LimitReached),
                loaded => loaded?,
            };
            if loaded {
                is_sure &= layer < self.known;
                line.show(done, || format!("layer {layer} of {top} is there"));
                done += size;
                continue;
            }
            let report = |progress: Progress| {
                let now = done + (size as f64 * progress.share) as u64;
                line.show(now, || format!("layer {layer} of {top}"));
            };
            let begun = Instant::now();
            let control = Control { threads, stop: interrupt::flag(), report: &report };
            match builder.analyse(layer, &control) {
                Ok(()) => {}
                Err(AnalysisError::Stopped) => return Ok(Ending::LimitReached),
                Err(halt) => return Err(Failure::bad(halt.to_string())),
            }
            match builder.keep(layer, &mut self.folder) {
                Err(TableError::Stopped) => return Ok(Ending::LimitReached),
                kept => kept?,
            }
            if is_sure && layer + 1 == self.folder.manifest().layers.len() {
                let note = remember(self.folder.manifest(), How::Built);
                // Of a folder only the last note matters.
                if let Some(before) = std::mem::replace(&mut self.note, note) {
                    trust::forget(&before);
                }
            }
            done += size;
            let seconds = begun.elapsed().as_secs_f64();
            self.built.push(Grown { layer, positions: size, seconds });
        }
        Ok(Ending::Answered)
    }

    /// Takes a layer that was built before, if it was; damaged ones only count as missing if that is wanted.
    fn load(&self, builder: &mut dyn Builder, layer: usize, force: bool) -> Result<bool, Failure> {
        let Some(facts) = self.folder.manifest().layers.get(layer) else { return Ok(false) };
        let loaded = match self.folder.layer(layer) {
            _ if facts.size != self.subject.size(layer) => Err(TableError::Damaged(format!(
                "layer {layer} in the manifest has {} values where the game has {}",
                facts.size,
                self.subject.size(layer)
            ))),
            found => found.and_then(|found| builder.load(&found)),
        };
        match loaded {
            Ok(()) => Ok(true),
            Err(TableError::Damaged(_)) if force => Ok(false),
            Err(TableError::Damaged(why)) => {
                Err(Failure::bad(format!("{why}; --force builds that layer again")))
            }
            Err(other) => Err(other.into()),
        }
    }
}

/// A layer and what it took, file included.
#[derive(Clone, Copy, Serialize)]
struct Grown {
    layer: usize,
    positions: u64,
    seconds: f64,
}

/// What came of it, as `--json` says it.
#[derive(Serialize)]
struct Report {
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
}

impl Report {
    fn new(build: &Build<'_>, top: usize, need: u64, time: Duration) -> Report {
        let manifest = build.folder.manifest();
        let finished = manifest.layers.len();
        Report {
            schema: 1,
            game: manifest.game.clone(),
            status: if finished > top { "finished" } else { "interrupted" },
            layers: finished,
            wanted: top + 1,
            built: build.built.len(),
            positions: manifest.layers.iter().map(|layer| layer.size).sum(),
            file_bytes: manifest.layers.iter().map(|layer| layer.bytes).sum(),
            memory_bytes: need,
            content: manifest.content(),
            seconds: time.as_secs_f64(),
            growth: build.built.clone(),
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
        output::print(&format!("{}: {}\n\n{rows}{}", self.game, self.remains(), self.grown()))
    }
}
