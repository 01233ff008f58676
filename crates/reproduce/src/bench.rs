//! Fixed searches and a signature of them. A change that should leave the searches as they are must leave the signature as it is.

use std::time::Duration;

use foregone::{Algorithm, Error as LibraryError, Game};
use serde::Serialize;

use crate::contender::Contender;
use crate::context::{Context, Limits};
use crate::error::Error;

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

/// The searches of one algorithm, or of all.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct BenchLine {
    /// The algorithm, or `total`.
    pub algorithm: &'static str,
    /// Sixteen hexadecimal digits, from everything that the searches decide for themselves.
    pub signature: String,
    /// Nodes created.
    pub created: u64,
    /// The time of all searches.
    pub seconds: f64,
    /// Nodes created per second.
    pub nodes_per_second: u64,
}

/// The benchmark.
#[derive(Clone, PartialEq, Debug)]
pub struct Bench {
    /// One line for each algorithm.
    pub algorithms: Vec<BenchLine>,
    /// All algorithms together.
    pub total: BenchLine,
}

/// Runs the benchmark. Each case has limits of its own; those of the context do not count.
pub fn bench(context: &Context<'_>) -> Result<Bench, Error> {
    let mut algorithms = Vec::new();
    let mut whole = Tally::default();
    context.progress.begin("benchmark", CASES.len());
    for algorithm in Algorithm::ALL {
        let mut tally = Tally::default();
        for case in CASES {
            let contender = Contender::parse(case.contender).map_err(LibraryError::Input)?;
            if contender.algorithm() == Some(algorithm) {
                tally.run(case, &contender, context)?;
                context.progress.advance();
            }
        }
        whole.add(&tally);
        algorithms.push(tally.line(algorithm.name()));
    }
    context.progress.end();
    Ok(Bench { algorithms, total: whole.line("total") })
}

/// Sums over searches.
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
    fn run(
        &mut self,
        case: &Case,
        contender: &Contender,
        context: &Context<'_>,
    ) -> Result<(), Error> {
        let game = Game::open(case.game)?;
        let position = game.place(None, Some(case.moves))?;
        let limits = Limits { nodes: Some(case.nodes), memory: case.bytes, time: None };
        let decided = contender.decided(&game, None)?;
        let mut solver = context.with_limits(limits).solver(&game, contender.settings.clone());
        let report = solver.search(&position, decided, &mut (), None, None)?.report;
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

    fn add(&mut self, other: &Tally) {
        self.fold(other.signature);
        self.created += other.created;
        self.elapsed += other.elapsed;
    }

    fn line(&self, algorithm: &'static str) -> BenchLine {
        let seconds = self.elapsed.as_secs_f64();
        BenchLine {
            algorithm,
            signature: format!("{:016x}", self.signature),
            created: self.created,
            seconds,
            nodes_per_second: (self.created as f64 / seconds.max(1e-6)) as u64,
        }
    }
}
