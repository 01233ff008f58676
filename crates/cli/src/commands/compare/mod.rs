//! `foregone compare`: several algorithms on the same positions.

mod positions;

use foregone::BELIEF;
use foregone_reproduce::{
    Contender, Contest, Finder, Row, Score, Standing, problems_after, score, standings, values,
};
use serde::Serialize;

use crate::arguments::experiments::CompareArguments;
use crate::comparison_csv as csv;
use crate::experiment::ExperimentBars;
use crate::failure::{Ending, Failure};
use crate::files::{Destination, Named};
use crate::interrupt;
use crate::opening;
use crate::output::{self, counted, in_thousands, printable};
use crate::plot::Scatter;
use crate::progress;
use crate::table::{Align, Table};

/// So many positions that went wrong are named; the rest are in the CSV file.
const NAMED: usize = 10;

/// Measures the algorithms and prints the results.
pub(crate) fn run(arguments: &CompareArguments) -> Result<Ending, Failure> {
    let opened = opening::open(&arguments.game)?;
    let scale = opened.scale();
    let start = arguments.place.of(&opened)?;
    if arguments.plot.is_some() && arguments.algorithms.len() < 2 {
        return Err(Failure::bad("--plot needs two algorithms"));
    }
    Named::new(arguments.shown.json)
        .output("--csv", arguments.csv.as_ref())
        .output("--plot", arguments.plot.as_ref())
        .input("the list of positions", arguments.positions.as_ref())
        .game(&opened.info().spec)
        .check()?;
    let csv_file = Destination::of(arguments.csv.as_ref(), arguments.force)?;
    let plot_file = Destination::of(arguments.plot.as_ref(), arguments.force)?;
    let algorithms = arguments.algorithms.iter().map(|one| one.named_for(&opened));
    let algorithms: Vec<Contender> = algorithms.collect::<Result<_, _>>()?;
    // With two outcomes there is only one question to ask.
    let finder = (scale.len() > 2).then(|| opened.class().usual_algorithm(scale));
    let wanted = arguments.shown.progress();
    let bars = ExperimentBars::new("positions", wanted);
    let context = bars.context(arguments.limits.of_each_search());
    let (problems, list) = match &arguments.positions {
        Some(file) => {
            let problems = positions::read(file, &opened, Some(&start.position()))?;
            (problems, format!("positions from {}", file.display()))
        }
        None => {
            let depth = arguments.after.unwrap_or(0);
            let list = format!("positions after {}", counted(depth.into(), "move"));
            let sign = progress::sign_of_life(&format!("counting {list}"), wanted);
            let problems = problems_after(&start, depth, &context);
            sign.finish_and_clear();
            (problems?, list)
        }
    };
    if problems.is_empty() {
        return Err(Failure::bad(format!("there are no {list}")));
    }
    let title = arguments.place.subject(&opened.info().spec);
    let contest = Contest { title: &title, problems: &problems, contenders: &algorithms, finder };
    let rows = contest.run(&context)?;
    let heading = format!("{title}, {list}");
    let result = Comparison {
        schema: 1,
        game: title,
        list,
        positions: rows.len() as u64,
        interrupted: interrupt::asked(),
        algorithms: standings(&algorithms, &rows),
        finder: finder.and_then(|finder| Finder::new(finder, &rows)),
        values: values(scale, &rows),
        unsolved: rows.iter().filter(|row| row.is_unsolved()).count() as u64,
        expected: rows.iter().filter(|row| row.expected.is_some()).count() as u64,
        wrong: wrong(scale, &rows),
    };
    if arguments.shown.json {
        output::print_json(&result)?;
    } else {
        output::print(&result.page())?;
    }
    if result.interrupted {
        output::warn(&format!("not all positions were searched: {}", interrupt::reason()));
    }
    if let Some(file) = csv_file {
        file.write_text(&csv::write(scale, &algorithms, &rows))?;
    }
    if let Some(file) = plot_file {
        file.write_text(&scatter(&heading, &algorithms, &rows).svg())?;
    }
    Ok(result.ending())
}

/// The first contender's nodes over the second's, on the positions that both answered.
pub(crate) fn scatter(title: &str, contenders: &[Contender], rows: &[Row]) -> Scatter {
    let solved = rows.iter().filter(|row| row.results[..2].iter().all(|r| r.answer().is_some()));
    let points: Vec<(u64, u64)> = solved
        .map(|row| (row.results[1].counters.created, row.results[0].counters.created))
        .collect();
    let (first, second) = (&contenders[0].name, &contenders[1].name);
    let Score { lower, equal, higher } = score(rows, 0, 1);
    Scatter {
        lines: Vec::new(),
        title: title.to_owned(),
        note: format!(
            "{}: {first} lower on {lower}, equal on {equal}, higher on {higher}",
            counted(points.len() as u64, "position")
        ),
        x_label: format!("node creations of {second}"),
        y_label: format!("node creations of {first}"),
        points,
    }
}

/// Sentences about positions whose value is not what was expected, or not the same for all.
fn wrong(scale: &foregone_game::Scale, rows: &[Row]) -> Vec<String> {
    let mut sentences = Vec::new();
    for row in rows {
        let found = row.value().map_or("unknown", |value| scale.name(value));
        if row.is_contradictory() {
            sentences.push(format!("{}: the algorithms disagree about the value", row.moves));
        } else if let (true, Some(expected)) = (row.is_surprising(), &row.expected) {
            sentences.push(format!("{}: {found}, not {}", row.moves, expected.text));
        }
    }
    sentences
}

/// How the contest went.
#[derive(Serialize)]
struct Comparison {
    schema: u32,
    game: String,
    list: String,
    positions: u64,
    interrupted: bool,
    algorithms: Vec<Standing>,
    finder: Option<Finder>,
    #[serde(serialize_with = "as_object")]
    values: Vec<(String, u64)>,
    unsolved: u64,
    expected: u64,
    wrong: Vec<String>,
}

fn as_object<S: serde::Serializer>(
    values: &[(String, u64)],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_map(values.iter().map(|(name, count)| (name, count)))
}

impl Comparison {
    fn ending(&self) -> Ending {
        if !self.wrong.is_empty() {
            Ending::Failed
        } else if self.unsolved > 0 || self.interrupted {
            Ending::LimitReached
        } else {
            Ending::Answered
        }
    }

    fn page(&self) -> String {
        let rest = self.list.strip_prefix("positions").unwrap_or_default();
        let mut text = format!("{}, {}{rest}\n", self.game, counted(self.positions, "position"));
        if self.interrupted {
            let why = interrupt::reason();
            text.push_str(&format!("the positions that were left are not counted: {why}\n"));
        }
        text.push_str(&format!("\n{}\n", self.table()));
        let shown = self.values.iter().filter(|(_, count)| *count > 0);
        let values: Vec<String> =
            shown.map(|(name, count)| format!("{} {name}", in_thousands(*count))).collect();
        text.push_str(&format!("values: {}\n", printable(&values.join(", "))));
        for Standing { name, believed, misbelieved, .. } in &self.algorithms {
            if *believed > 0 {
                let answers = counted(*believed, "answer");
                text.push_str(&format!("{name} {BELIEF} ({answers}, {misbelieved} refuted)\n"));
            }
        }
        if self.unsolved > 0 {
            text.push_str(&format!("not solved by all: {}\n", counted(self.unsolved, "position")));
        }
        if self.expected > 0 {
            let right = self.expected - self.wrong.len() as u64;
            text.push_str(&format!("as expected: {right} of {}\n", in_thousands(self.expected)));
        }
        for sentence in self.wrong.iter().take(NAMED) {
            text.push_str(&format!("  {}\n", printable(sentence)));
        }
        text
    }

    fn table(&self) -> Table {
        let first = self.algorithms.first().map_or("", |standing| standing.name.as_str());
        let mut table = Table::new(&[
            ("algorithm", Align::Left),
            ("solved", Align::Right),
            ("nodes created", Align::Right),
            ("seconds", Align::Right),
            ("alone fewest", Align::Right),
            (&format!("lower/equal/higher than {first}"), Align::Right),
        ])
        .optional(4)
        .optional(3);
        for standing in &self.algorithms {
            let against = standing.against_first.map_or(String::new(), |score| {
                format!("{}/{}/{}", score.lower, score.equal, score.higher)
            });
            table.add([
                standing.name.clone(),
                in_thousands(standing.solved),
                in_thousands(standing.created),
                format!("{:.3}", standing.seconds),
                in_thousands(standing.fewest),
                against,
            ]);
        }
        if let Some(finder) = &self.finder {
            table.add([
                format!("(values by {})", finder.algorithm),
                in_thousands(finder.solved),
                in_thousands(finder.created),
                format!("{:.3}", finder.seconds),
                String::new(),
                String::new(),
            ]);
        }
        table
    }
}
