//! `foregone bench`: fixed work and a signature of it. A change that should not change the searches must not change the
//! signature; one that does says so.

use foregone_reproduce::{BenchLine, Context, bench};
use serde::Serialize;

use crate::arguments::experiments::BenchArguments;
use crate::experiment::ExperimentBars;
use crate::failure::{Ending, Failure};
use crate::output::{self, in_thousands};
use crate::table::{Align, Table};

/// What `--json` prints.
#[derive(Serialize)]
struct BenchObject {
    schema: u32,
    algorithms: Vec<BenchLine>,
    signature: String,
    created: u64,
    seconds: f64,
    nodes_per_second: u64,
}

/// Runs the benchmark. Ctrl-C ends the program: a part of the work has no signature.
pub(crate) fn run(arguments: &BenchArguments) -> Result<Ending, Failure> {
    let bars = ExperimentBars::new("searches", !arguments.json);
    let context = Context { progress: &bars, ..Context::default() };
    let mut measured = bench(&context)?;
    let total = measured.total;
    if arguments.json {
        output::print_json(&BenchObject {
            schema: 1,
            algorithms: measured.algorithms,
            signature: total.signature,
            created: total.created,
            seconds: total.seconds,
            nodes_per_second: total.nodes_per_second,
        })?;
    } else {
        measured.algorithms.push(total);
        output::print(&table(&measured.algorithms).to_string())?;
    }
    Ok(Ending::Answered)
}

fn table(lines: &[BenchLine]) -> Table {
    let mut table = Table::new(&[
        ("algorithm", Align::Left),
        ("signature", Align::Left),
        ("nodes created", Align::Right),
        ("seconds", Align::Right),
        ("nodes/s", Align::Right),
    ]);
    for line in lines {
        table.add([
            line.algorithm.to_owned(),
            line.signature.clone(),
            in_thousands(line.created),
            format!("{:.3}", line.seconds),
            in_thousands(line.nodes_per_second),
        ]);
    }
    table
}
