//! `foregone bench`: fixed work and a signature of it. A change that should not change the searches must not change the
//! signature; one that does says so.

use std::time::Duration;

use foregone_solve::limits::Limits;
use foregone_solve::options::Algorithm;
use foregone_solve::request::Request;
use serde::Serialize;

use crate::arguments::experiments::BenchArguments;
use crate::contest::contender::Contender;
use crate::failure::{Ending, Failure};
use crate::opening;
use crate::output::{self, in_thousands};
use crate::progress::ContestLine;
use crate::table::{Align, Table};

/// A search of the benchmark.
struct Case {
    game: &'static str,
    moves: &'static str,
    contender: &'static str,
    nodes: u64,
    bytes: u64,
}

const fn case(game: &'static str, moves: &'static str, contender: &'static str) -> Case {
    Case { game, moves, contender, nodes: 1_000_000, bytes: 1 << 28 }
}

/// Every algorithm, every technique, every store; some run into the node limit, some into that of memory.
const CASES: &[Case] = &[
    case("connect4:4x5", "", "pns:binary"),
    case("connect4:6x5", "", "pns:linear"),
    case("mnk:5,4,4", "", "pns:binary+mobility"),
    case("woodpush:8,3", "f3 f6", "pns:doubling+no-restart"),
    case("connect4:5x5", "33", "pns:binary+dag+sum=weak"),
    Case { bytes: 2_000_000, ..case("connect4:5x4", "", "pns:binary+delete-least-proving") },
    case("connect4:4x5", "", "mopns"),
    case("connect4:7x6,score=pons", "444444", "mopns"),
    case("mnk:4,4,4", "", "mopns+mobility+no-stop-unchanged"),
    case("woodpush:8,3", "f3 f6", "mopns+ties=highest"),
    case("connect4:5x5", "33", "mopns+dag"),
    Case { bytes: 2_000_000, ..case("connect4:5x4", "", "mopns+delete-solved+no-prune") },
    case("connect4:5x4", "", "pn2:binary:fixed:1000"),
    case("woodpush:8,3", "f3 f6", "pn2:binary:full"),
    case("connect4:5x5", "33", "pn2:binary:breuker:1000:100+dag"),
    case("connect4:5x4", "", "mopn2:fixed:1000"),
    case("woodpush:8,3", "f3 f6", "mopn2:full+ties=highest"),
    case("mnk:4,4,4", "", "mopn2:breuker:1000:100+mobility"),
    case("connect4:5x5", "33", "dfpn:binary"),
    case("woodpush:8,3", "", "dfpn:doubling+mobility+epsilon=0.5"),
    Case { bytes: 1_000_000, ..case("mnk:4,4,4", "", "dfpn:binary+sum=weak") },
    case("connect4:5x5", "33", "dfmopns"),
    case("connect4:5x5,score=pons", "33", "dfmopns+mobility"),
    Case { bytes: 1_000_000, ..case("woodpush:8,3,ko=previous", "", "dfmopns+sum=weak") },
    case("tictactoe", "", "minimax"),
    case("torere", "", "minimax"),
    case("connect4:5x5", "33", "alphabeta"),
    case("connect4:5x4", "", "alphabeta+depth=full"),
    case("connect4:6x5", "", "alphabeta-tt"),
    case("connect4:5x5,score=pons", "33", "alphabeta-tt+depth=deepening"),
    Case { bytes: 1_000_000, ..case("mnk:4,4,4", "", "alphabeta-tt") },
];

/// What came of the cases of one algorithm.
#[derive(Serialize)]
struct Line {
    algorithm: &'static str,
    /// Sixteen hexadecimal digits.
    signature: String,
    created: u64,
    seconds: f64,
    nodes_per_second: u64,
}

/// What `--json` prints.
#[derive(Serialize)]
struct Bench {
    schema: u32,
    algorithms: Vec<Line>,
    signature: String,
    created: u64,
    seconds: f64,
    nodes_per_second: u64,
}

/// Runs the benchmark.
pub(crate) fn run(arguments: &BenchArguments) -> Result<Ending, Failure> {
    let mut lines: Vec<Line> = Vec::new();
    let mut whole = Tally::default();
    let progress = ContestLine::counting("searches", "benchmark", CASES.len(), !arguments.json);
    for algorithm in Algorithm::ALL {
        let mut tally = Tally::default();
        for case in CASES {
            let contender = Contender::parse(case.contender).map_err(Failure::BadInput)?;
            if contender.algorithm() == Some(algorithm) {
                tally.run(case, &contender)?;
                progress.advance();
            }
        }
        whole.take_in(&tally);
        lines.push(tally.line(algorithm.name()));
    }
    progress.clear();
    let total = whole.line("total");
    if arguments.json {
        output::print_json(&Bench {
            schema: 1,
            algorithms: lines,
            signature: total.signature,
            created: total.created,
            seconds: total.seconds,
            nodes_per_second: total.nodes_per_second,
        })?;
    } else {
        lines.push(total);
        output::print(&table(&lines).to_string())?;
    }
    Ok(Ending::Answered)
}

fn table(lines: &[Line]) -> Table {
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

/// What the cases come to.
struct Tally {
    /// FNV-1a over everything that a search decides for itself.
    signature: u64,
    created: u64,
    elapsed: Duration,
}

impl Default for Tally {
    fn default() -> Tally {
        Tally { signature: 0xcbf2_9ce4_8422_2325, created: 0, elapsed: Duration::ZERO }
    }
}

impl Tally {
    fn run(&mut self, case: &Case, contender: &Contender) -> Result<(), Failure> {
        let opened = opening::open(case.game)?;
        let placed = opened.place(None, Some(case.moves))?;
        let limits = Limits { nodes: Some(case.nodes), bytes: case.bytes, ..Limits::default() };
        let question = contender.decided(&opened, None)?.question;
        let report = placed.solve(Request::new(&question, limits))?;
        let counters = report.counters;
        for number in [
            counters.created,
            counters.expanded,
            counters.peak_nodes,
            counters.deleted,
            counters.given_up,
            counters.runs,
            u64::from(report.bounds.0.0),
            u64::from(report.bounds.1.0),
        ] {
            self.fold(number);
        }
        for (_, numbers) in &report.efforts {
            self.fold(numbers.proof.rank());
            self.fold(numbers.disproof.rank());
        }
        self.created += counters.created;
        self.elapsed += report.elapsed;
        Ok(())
    }

    fn fold(&mut self, number: u64) {
        for byte in number.to_le_bytes() {
            self.signature = (self.signature ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    fn take_in(&mut self, other: &Tally) {
        self.fold(other.signature);
        self.created += other.created;
        self.elapsed += other.elapsed;
    }

    fn line(&self, algorithm: &'static str) -> Line {
        let seconds = self.elapsed.as_secs_f64();
        Line {
            algorithm,
            signature: format!("{:016x}", self.signature),
            created: self.created,
            seconds,
            nodes_per_second: (self.created as f64 / seconds.max(1e-6)) as u64,
        }
    }
}
