//! `foregone reproduce`: the experiments of the papers, published figures beside measured ones.

mod figure_13;
mod findings;
mod page;
mod savings;
mod solved;

use std::path::Path;

use foregone_reproduce::{Comparison, Experiment, Limits, Reproduced, Section, Table, figure_13};
use serde::Serialize;

use super::compare::scatter;
use crate::arguments::experiments::{ReproduceArguments, TableName};
use crate::arguments::limits::default_bytes;
use crate::comparison_csv as csv;
use crate::experiment::ExperimentBars;
use crate::failure::{Ending, Failure};
use crate::files::{self, Destination};
use crate::interrupt;
use crate::output;

/// What `--json` prints.
#[derive(Serialize)]
struct Object {
    schema: u32,
    quick: bool,
    tables: Vec<Reproduced>,
}

/// Reproduces the tables that were asked for.
pub(crate) fn run(arguments: &ReproduceArguments) -> Result<Ending, Failure> {
    interrupt::after(arguments.time);
    let memory = arguments.memory.unwrap_or_else(default_bytes);
    let limits = Limits { memory, ..Limits::default() };
    if arguments.table == TableName::Solved {
        return solved::run(arguments, limits);
    }
    make_folders(arguments)?;
    let bars = ExperimentBars::new("positions", arguments.shown.progress());
    let context = bars.context(limits);
    let mut object = Object { schema: 1, quick: arguments.quick, tables: Vec::new() };
    // Files are written when the figures have been printed, which may have taken hours and must not depend on files.
    let (mut pending, mut is_written) = (Vec::new(), true);
    for &table in arguments.table.tables() {
        let drawings = Drawings::new(table, arguments)?;
        let mut reproduced = table.reproduce(arguments.selection(), &context)?;
        drawings.fill(&reproduced, &mut pending);
        reproduced.sections.iter_mut().for_each(name_unfinished);
        if !arguments.shown.json && !reproduced.sections.is_empty() {
            let gap = if object.tables.is_empty() { "" } else { "\n" };
            output::print(&format!("{gap}{}", page::page(&reproduced)))?;
            is_written &= write_all(&mut pending);
        }
        object.tables.push(reproduced);
        if interrupt::asked() {
            break;
        }
    }
    if arguments.shown.json {
        output::print_json(&object)?;
    }
    is_written &= write_all(&mut pending);
    if interrupt::asked() {
        output::warn(&format!("not all tables were repeated: {}", interrupt::reason()));
    }
    Ok(match (interrupt::asked(), is_written) {
        (true, _) => Ending::LimitReached,
        (false, false) => Ending::Failed,
        (false, true) => Ending::Answered,
    })
}

/// Makes the folders for files.
fn make_folders(arguments: &ReproduceArguments) -> Result<(), Failure> {
    for folder in [&arguments.csv, &arguments.plot].into_iter().flatten() {
        if files::is_standard(folder) {
            return Err(Failure::bad(
                "--csv and --plot of this command name a folder, which - is not",
            ));
        }
        std::fs::create_dir_all(folder)
            .map_err(|error| Failure::file(&folder.display().to_string(), "made", &error))?;
    }
    Ok(())
}

/// Says in the title of a part how much of it was measured, if an interruption left some of it.
fn name_unfinished(section: &mut Section) {
    if !section.is_whole() {
        let ((done, all), why) = (section.finished, interrupt::reason());
        section.title.push_str(&format!(" ({done} of {all} finished: {why})"));
    }
}

/// Files with what is to be written into them.
type Pending = Vec<(Destination, String)>;

/// Writes them; whether all could be written.
fn write_all(pending: &mut Pending) -> bool {
    let mut is_written = true;
    for (file, text) in pending.drain(..) {
        if let Err(failure) = file.write_text(&text) {
            output::complain(&failure.to_string());
            is_written = false;
        }
    }
    is_written
}

/// The files of a table, which are checked before anything is measured.
struct Drawings {
    /// The CSV file and the drawing of each experiment.
    experiments: Vec<(Option<Destination>, Option<Destination>)>,
    figure_13: Option<Destination>,
    /// The CSV file of a table about games with chance.
    records: Option<Destination>,
    savings: Option<Destination>,
}

impl Drawings {
    fn new(table: Table, arguments: &ReproduceArguments) -> Result<Drawings, Failure> {
        let (csv, plot) = (arguments.csv.as_deref(), arguments.plot.as_deref());
        let file = |folder: Option<&Path>, name: &str, ending: &str| {
            let path = folder.map(|folder| folder.join(format!("{name}.{ending}")));
            Destination::of(path.as_ref(), arguments.force)
        };
        let experiments = Experiment::of(table, arguments.selection())
            .map(|it| Ok((file(csv, it.file, "csv")?, file(plot, it.file, "svg")?)))
            .collect::<Result<_, Failure>>()?;
        let has_figure_13 = table == Table::Allis1 && !arguments.lithidion;
        let figure_13 = file(plot.filter(|_| has_figure_13), "allis-1-figure-13", "svg")?;
        let records = file(csv.filter(|_| table.has_records()), table.name(), "csv")?;
        let savings = file(plot.filter(|_| table == Table::StarTrees), table.name(), "svg")?;
        Ok(Drawings { experiments, figure_13, records, savings })
    }

    /// Adds what is to be written about a table.
    fn fill(self, reproduced: &Reproduced, pending: &mut Pending) {
        for (comparison, (csv_file, plot_file)) in
            reproduced.comparisons.iter().zip(self.experiments)
        {
            let Comparison { experiment, game, contenders, rows, is_whole } = comparison;
            if let Some(file) = csv_file.filter(|_| !rows.is_empty()) {
                pending.push((file, csv::write(game.scale(), contenders, rows)));
            }
            if let Some(file) = plot_file.filter(|_| *is_whole) {
                pending.push((file, scatter(experiment.title, contenders, rows).svg()));
            }
        }
        if let (Some(file), Some(curves)) = (self.figure_13, figure_13(&reproduced.sections)) {
            pending.push((file, figure_13::draw(curves).svg()));
        }
        if let (Some(file), Some(records)) = (self.records, &reproduced.records)
            && !records.lines.is_empty()
        {
            pending.push((file, csv::text(&records.head, records.lines.iter().cloned())));
        }
        let is_whole =
            !reproduced.savings.is_empty() && reproduced.sections.iter().all(Section::is_whole);
        if let Some(file) = self.savings.filter(|_| is_whole) {
            pending.push((file, savings::draw(&reproduced.savings)));
        }
    }
}
