//! `foregone tablebase verify`: checksums, and all values by a second method.

use std::time::{Duration, Instant};

use foregone_tablebase::endgames::{Effort, Origin, Progress, Stage, Verification};
use foregone_tablebase::file::Manifest;
use foregone_tablebase::{TableError, Tables};
use serde::Serialize;

use crate::arguments::tablebase::VerifyArguments;
use crate::failure::{Ending, Failure, reason};
use crate::interrupt;
use crate::output::{self, Rows, complain, counted, in_bytes, in_seconds};
use crate::progress::TableLine;
use crate::trust;

use super::{chance, effort, options, warn_of_note};

/// Verifies the tables of a folder.
pub(crate) fn run(arguments: &VerifyArguments) -> Result<Ending, Failure> {
    interrupt::after(arguments.effort.time);
    // Whatever is wrong with the manifest is said below.
    if let Ok(manifest) = Manifest::read(&arguments.dir)
        && foregone::chance::has_numbers(&manifest)
    {
        return chance::verify(arguments, &manifest);
    }
    let (begun, options) = (Instant::now(), options(arguments.effort.memory(), &|_| ()));
    let tables = match Tables::open(&arguments.dir, arguments.game.as_deref(), &options) {
        Err(TableError::Damaged(why)) => return reject(arguments, &why),
        tables => tables?,
    };
    let line = TableLine::new(tables.manifest().positions(), arguments.shown.progress());
    let show = |progress: Progress| {
        line.show(progress.done, || match progress.stage {
            Stage::Reading => format!("reading layer {}", progress.layer),
            _ => format!("verifying layer {}", progress.layer),
        });
    };
    let effort = Effort { progress: &show, ..effort(&arguments.effort) };
    let verified = tables.verify(arguments.sample, &effort);
    line.clear();
    match verified {
        Ok(Verification::Correct) => {}
        Ok(Verification::Wrong(why)) | Err(TableError::Damaged(why)) => {
            return reject(arguments, &why);
        }
        Err(TableError::Stopped) => {
            return Err(unfinished());
        }
        Err(TableError::Unfit(why)) => {
            return Err(Failure::bad(format!("{}: {why}", arguments.dir.display())));
        }
        Err(TableError::Memory { work, need, allowed }) => {
            return Err(Failure::bad(format!(
                "{work} needs {} of memory, and {} may be used; --memory allows more, or verify some positions with --sample",
                in_bytes(need),
                in_bytes(allowed)
            )));
        }
        Err(error) => return Err(error.into()),
    }
    let manifest = tables.manifest();
    accept(arguments, manifest, begun.elapsed())?;
    if arguments.sample.is_none()
        && let Err(error) = trust::verified().remember(manifest, Origin::Verified)
    {
        warn_of_note(&reason(&error));
    }
    Ok(Ending::Answered)
}

/// Not all values were looked at.
pub(super) fn unfinished() -> Failure {
    Failure::unfinished("not all values were verified, though nothing wrong was found so far")
}

/// Nothing wrong was found.
pub(super) fn accept(
    arguments: &VerifyArguments,
    manifest: &Manifest,
    time: Duration,
) -> Result<(), Failure> {
    let report = Report {
        schema: 1,
        game: &manifest.game,
        status: "accepted",
        layers: manifest.layers.len(),
        positions: manifest.positions(),
        sample: arguments.sample,
        content: manifest.content(),
        seconds: time.as_secs_f64(),
    };
    report.print(arguments.shown.json)
}

/// Something is wrong.
pub(super) fn reject(arguments: &VerifyArguments, why: &str) -> Result<Ending, Failure> {
    if arguments.shown.json {
        output::print_json(&Rejection { schema: 1, status: "rejected", why })?;
    } else {
        complain(why);
    }
    Ok(Ending::Rejected)
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
