//! `foregone reproduce`: the experiments of the papers, published figures beside measured ones.

mod allis;
mod breakthrough;
mod figures;
mod fleets;
mod problem;
mod published;
mod solved;

use std::path::{Path, PathBuf};
use std::time::Instant;

use serde::Serialize;

use super::compare::{after, scatter};
use crate::arguments::experiments::{ReproduceArguments, TableName};
use crate::arguments::limits::default_bytes;
use crate::contest::contender::Contender;
use crate::contest::standing::{score, standings, values};
use crate::contest::{self, Row, csv};
use crate::failure::{Ending, Failure};
use crate::files::{self, Destination};
use crate::interrupt;
use crate::opening;
use crate::output;
use crate::progress::ContestLine;
use figures::{Figure, Reproduced, Section};
use foregone_solve::limits::Limits;
use published::{EXPERIMENTS, Experiment, Totals, notes};

/// Repeats the tables that were asked for.
pub(crate) fn run(arguments: &ReproduceArguments) -> Result<Ending, Failure> {
    interrupt::after(arguments.time);
    let bytes = arguments.memory.unwrap_or_else(default_bytes);
    let limits = Limits { bytes, interrupt: Some(interrupt::flag()), ..Limits::default() };
    if arguments.table == TableName::Solved {
        return solved::run(arguments, limits);
    }
    for folder in [&arguments.csv, &arguments.plot].into_iter().flatten() {
        if files::is_standard(folder) {
            return Err(Failure::bad(
                "--csv and --plot of this command name a folder, which - is not",
            ));
        }
        std::fs::create_dir_all(folder)
            .map_err(|error| Failure::file(&folder.display().to_string(), "made", &error))?;
    }
    let mut all = All { schema: 1, quick: arguments.quick, tables: Vec::new() };
    let (mut files, mut is_written) = (Vec::new(), true);
    for (table, name) in [
        (TableName::Allis1, "allis-1"),
        (TableName::Breakthrough5, "breakthrough-5"),
        (TableName::Mopns1, "mopns-1"),
        (TableName::Mopns2, "mopns-2"),
        (TableName::Mopns3, "mopns-3"),
        (TableName::Breakthrough3, "breakthrough-3"),
        (TableName::Breakthrough4, "breakthrough-4"),
    ] {
        if arguments.table != table && arguments.table != TableName::All {
            continue;
        }
        let sections = match table {
            TableName::Allis1 => allis::repeat(arguments, limits, &mut files)?,
            TableName::Breakthrough5 => breakthrough::repeat(arguments, limits)?,
            TableName::Mopns3 => problem::repeat(limits)?.into_iter().collect(),
            TableName::Breakthrough3 | TableName::Breakthrough4 => {
                fleets::repeat(table, arguments.quick, limits)?
            }
            _ => repeat(table, arguments, limits, &mut files)?,
        };
        let reproduced = Reproduced { table: name, sections, notes: notes(table) };
        if !arguments.shown.json && !reproduced.sections.is_empty() {
            let gap = if all.tables.is_empty() { "" } else { "\n" };
            output::print(&format!("{gap}{}", reproduced.page()))?;
            is_written &= write_all(&mut files);
        }
        all.tables.push(reproduced);
        if interrupt::asked() {
            break;
        }
    }
    if arguments.shown.json {
        output::print_json(&all)?;
    }
    is_written &= write_all(&mut files);
    if interrupt::asked() {
        output::warn(&format!("not all tables were repeated: {}", interrupt::reason()));
    }
    Ok(match (interrupt::asked(), is_written) {
        (true, _) => Ending::LimitReached,
        (false, false) => Ending::Failed,
        (false, true) => Ending::Answered,
    })
}

/// Files that are written once what was measured has been printed: what may have taken hours is not to depend on them.
type Files = Vec<(Destination, String)>;

/// Writes them; whether all could be written.
fn write_all(files: &mut Files) -> bool {
    let mut is_written = true;
    for (file, text) in files.drain(..) {
        if let Err(failure) = file.write_text(&text) {
            output::complain(&failure.to_string());
            is_written = false;
        }
    }
    is_written
}

/// What `--json` prints.
#[derive(Serialize)]
struct All {
    schema: u32,
    quick: bool,
    tables: Vec<Reproduced>,
}

/// The experiments of table 1 or 2 that were finished.
fn repeat(
    table: TableName,
    arguments: &ReproduceArguments,
    limits: Limits<'_>,
    files: &mut Files,
) -> Result<Vec<Section>, Failure> {
    let mut sections = Vec::new();
    for experiment in EXPERIMENTS.iter().filter(|experiment| experiment.table == table) {
        if interrupt::asked() || (arguments.quick && !experiment.is_quick) {
            continue;
        }
        sections.extend(repeat_one(experiment, arguments, limits, files)?);
    }
    Ok(sections)
}

fn repeat_one(
    experiment: &Experiment,
    arguments: &ReproduceArguments,
    limits: Limits<'_>,
    files: &mut Files,
) -> Result<Option<Section>, Failure> {
    let began = Instant::now();
    let file = |folder: &Option<PathBuf>, ending: &str| match folder {
        Some(folder) => destination(folder, experiment.file, ending, arguments.force).map(Some),
        None => Ok(None),
    };
    let (csv_file, plot_file) = (file(&arguments.csv, "csv")?, file(&arguments.plot, "svg")?);
    let opened = opening::open(experiment.game)?;
    let start = opened.place(None, None)?;
    let contenders: Vec<Contender> = experiment
        .contenders
        .iter()
        .map(|text| Contender::parse(text).map_err(Failure::BadInput))
        .collect::<Result<_, _>>()?;
    let finder = opened.class().usual_algorithm(opened.scale());
    let problems = after(&start, experiment.after, limits.bytes)?;
    let wanted = arguments.shown.progress();
    let line = ContestLine::new(experiment.title, problems.len(), wanted);
    let rows = contest::run(&problems, &contenders, Some(finder), limits, &line)?;
    let scale = opened.scale();
    let is_whole = rows.len() == problems.len();
    let table = csv_file
        .filter(|_| !rows.is_empty())
        .map(|file| (file, csv::write(scale, &contenders, &rows)));
    let plot = plot_file
        .filter(|_| is_whole)
        .map(|file| (file, scatter(experiment.title, &contenders, &rows).svg()));
    files.extend(table.into_iter().chain(plot));
    let figures = figures_of(experiment, scale, &contenders, &rows, is_whole);
    let seconds = began.elapsed().as_secs_f64();
    Ok(Section::of(experiment.title, figures, seconds, (rows.len(), problems.len())))
}

fn destination(
    folder: &Path,
    name: &str,
    ending: &str,
    replace: bool,
) -> Result<Destination, Failure> {
    Destination::new(&folder.join(format!("{name}.{ending}")), replace)
}

fn figures_of(
    experiment: &Experiment,
    scale: &foregone_game::Scale,
    contenders: &[Contender],
    rows: &[Row],
    is_whole: bool,
) -> Vec<Figure> {
    // What is published is about all positions.
    let nothing = &Totals::default();
    let (published, reference) = match is_whole {
        true => (&experiment.published, &experiment.reference),
        false => (nothing, nothing),
    };
    let standings = standings(contenders, rows);
    let score = score(rows, 0, 1);
    let mut figures = vec![
        Figure::new("MOPNS node creations", published.mopns, reference.mopns, standings[0].created),
        Figure::new("PNS node creations", published.pns, reference.pns, standings[1].created),
        Figure::new("MOPNS lower", published.mopns_lower, reference.mopns_lower, score.lower),
        Figure::new("PNS lower", published.pns_lower, reference.pns_lower, score.higher),
        Figure::new("equal", published.equal, reference.equal, score.equal),
    ];
    for (index, name) in ["win", "draw", "loss"].into_iter().enumerate() {
        let count = values(scale, rows).into_iter().find(|(value, _)| value == name);
        if let Some((_, count)) = count {
            let stated = |values: Option<[u64; 3]>| values.map(|values| values[index]);
            let what = format!("positions worth {name}");
            figures.push(Figure::new(
                what,
                stated(published.values),
                stated(reference.values),
                count,
            ));
        }
    }
    figures
}
