//! Tables of games with chance: exact expectations of every position.

use std::sync::Once;
use std::time::Instant;

use foregone::chance::{Fraction, Rounded, Tables, Verification, decimal};
use foregone_tablebase::TableError;
use foregone_tablebase::endgames::{Effort, Progress};
use foregone_tablebase::file::Manifest;
use serde::Serialize;

use crate::arguments::tablebase::{BuildArguments, ProbeArguments, VerifyArguments};
use crate::failure::{Ending, Failure};
use crate::output::{self, Rows};
use crate::progress::TableLine;

use super::build::{self, Report};
use super::{effort, verify};

/// Decimal places that are shown.
const PLACES: usize = 6;

/// The value of a position for the first player, by a utility.
#[derive(Serialize)]
pub(super) struct Value {
    utility: String,
    value: String,
    /// Rounded down.
    about: String,
}

impl Value {
    fn new((utility, value): (String, Fraction)) -> Value {
        let about = decimal(&value, PLACES, Rounded::Down);
        Value { utility, value: value.to_string(), about }
    }

    pub(super) fn add_to(&self, rows: &mut Rows) {
        let Value { value, about, .. } = self;
        let text = if value == about { value.clone() } else { format!("{value}, about {about}") };
        let label = match self.utility.as_str() {
            "score" => "score",
            "win" => "win",
            "not-lose" => "not-lose",
            _ => "value",
        };
        rows.add(label, text);
    }
}

/// Builds the layers that are missing.
pub(super) fn build(arguments: &BuildArguments) -> Result<Ending, Failure> {
    let tables = Tables::open(&arguments.game, arguments.utility.as_deref())?;
    let (top, need) = (tables.layers() - 1, tables.build_bytes());
    let line = TableLine::new(tables.positions(), arguments.shown.progress());
    // The plan is told once the work begins: a folder or a limit that does not fit is refused before.
    let told = Once::new();
    let show = |progress: Progress| {
        if arguments.shown.progress() {
            let plan = || build::plan(&tables.name(), top, tables.positions(), need);
            told.call_once(|| line.say(&plan()));
        }
        build::show(&line, top, progress);
    };
    let effort = Effort { progress: &show, ..effort(&arguments.effort) };
    let begun = Instant::now();
    let (ending, built) = tables.build(&arguments.dir, arguments.force, &effort);
    line.clear();
    let Some(manifest) = built.manifest else {
        return ending.map(|()| Ending::Answered).map_err(Failure::from);
    };
    let mut report = Report::new(&manifest, &built.layers, top, need, begun.elapsed());
    if ending.is_ok() {
        let start = tables.probe(&arguments.dir, None, None)?;
        report.values = start.values.into_iter().map(Value::new).collect();
    }
    build::end(ending, &report, arguments)
}

/// Looks a position up.
pub(super) fn probe(arguments: &ProbeArguments) -> Result<Ending, Failure> {
    let manifest = Manifest::read(&arguments.dir)?;
    let tables = of_manifest(&manifest, &arguments.dir, Some(&arguments.game))?;
    if arguments.distance {
        return Err(TableError::NoDistances { game: manifest.game }.into());
    }
    let (position, moves) = (arguments.place.position.as_deref(), arguments.place.moves.as_deref());
    let found = tables.probe(&arguments.dir, position, moves)?;
    let probe = Probe {
        schema: 1,
        game: &manifest.game,
        position: &found.position,
        layer: found.place.map(|(layer, _)| layer),
        index: found.place.map(|(_, index)| index),
        values: found.values.into_iter().map(Value::new).collect(),
    };
    if arguments.json {
        output::print_json(&probe)?;
    } else {
        let title = output::printable(&format!("{} at {}", probe.game, probe.position));
        output::print(&format!("{title}\n\n{}", probe.rows()))?;
    }
    Ok(Ending::Answered)
}

/// Verifies the tables of a folder.
pub(super) fn verify(arguments: &VerifyArguments, manifest: &Manifest) -> Result<Ending, Failure> {
    let begun = Instant::now();
    let tables = match of_manifest(manifest, &arguments.dir, arguments.game.as_deref()) {
        Err(TableError::Damaged(why)) => return verify::reject(arguments, &why),
        tables => tables?,
    };
    let line = TableLine::new(manifest.positions(), arguments.shown.progress());
    let show = |progress: Progress| {
        line.show(progress.done, || format!("verifying layer {}", progress.layer));
    };
    let effort = Effort { progress: &show, ..effort(&arguments.effort) };
    let verified = tables.verify(&arguments.dir, arguments.sample, &effort);
    line.clear();
    match verified {
        Ok(Verification::Correct(_)) => {
            verify::accept(arguments, manifest, begun.elapsed())?;
            Ok(Ending::Answered)
        }
        Ok(Verification::Wrong(why)) | Err(TableError::Damaged(why)) => {
            verify::reject(arguments, &why)
        }
        Err(TableError::Stopped) => Err(verify::unfinished()),
        Err(error) => Err(error.into()),
    }
}

/// The manifest of a folder, which must be of that game if one is named.
pub(super) fn manifest(dir: &std::path::Path, game: &str) -> Result<Manifest, Failure> {
    let manifest = Manifest::read(dir)?;
    of_manifest(&manifest, dir, Some(game))?;
    Ok(manifest)
}

fn of_manifest(
    manifest: &Manifest,
    dir: &std::path::Path,
    game: Option<&str>,
) -> Result<Tables, TableError> {
    if let Some(game) = game.filter(|_| !foregone::chance::has_numbers(manifest)) {
        return Err(TableError::Unfit(format!(
            "{} holds tables of {}, not of {game}; use another folder",
            dir.display(),
            manifest.game
        )));
    }
    Tables::of_manifest(dir, manifest, game)
}

#[derive(Serialize)]
struct Probe<'p> {
    schema: u32,
    game: &'p str,
    position: &'p str,
    /// Where it is stored, if it is.
    layer: Option<usize>,
    index: Option<usize>,
    /// For the first player.
    values: Vec<Value>,
}

impl Probe<'_> {
    fn rows(&self) -> Rows {
        let mut rows = Rows::default();
        self.values.iter().for_each(|value| value.add_to(&mut rows));
        rows.add(
            "place",
            match (self.layer, self.index) {
                (Some(layer), Some(index)) => format!("layer {layer}, number {index}"),
                _ => "none: the value follows from others".to_owned(),
            },
        );
        rows
    }
}
