//! Instructions per created node, counted by Callgrind, for every algorithm and for the search written by hand. Fails if
//! the generic search costs too much more than the one written by hand, or if a count has grown against `counts.txt`.

use std::process::ExitCode;

use foregone_bench::counts::{Counts, settle};
use foregone_bench::instructions::{Failure, MISSING, per_node};

/// What the generic PNS may cost in instructions of the one written by hand, on the usual board.
const MOST: f64 = 1.15;
/// The usual board, and a small one: the fewer moves there are, the more the fixed costs of an expansion weigh.
const BOARDS: [&str; 2] = ["7x6", "5x4"];
const NODES: u64 = 300_000;

/// What is counted, as `foregone-measure` calls it; `BOARD` stands for the board.
const SEARCHES: [(&str, &str); 9] = [
    ("PNS, by hand", "by-hand BOARD goal=win"),
    ("PNS", "pns BOARD goal=win"),
    ("MOPNS, 2 outcomes", "mopns BOARD goal=win"),
    ("MOPNS, 3 outcomes", "mopns BOARD"),
    ("MOPNS, 3 outcomes, no pruning", "mopns BOARD prune=never"),
    ("PN²", "pn2 BOARD goal=win"),
    ("PNS, transpositions merged", "pns BOARD goal=win dag"),
    ("df-pn", "dfpn BOARD goal=win"),
    ("df-MOPNS, 3 outcomes", "dfmopns BOARD"),
];

fn main() -> ExitCode {
    match run() {
        Ok(said) => {
            print!("{said}");
            ExitCode::SUCCESS
        }
        Err(Failure::Missing) => {
            println!("{MISSING}");
            ExitCode::SUCCESS
        }
        Err(Failure::Broken(why)) => {
            eprintln!("error: {why}");
            ExitCode::FAILURE
        }
    }
}

/// Counts everything. Returns what to tell the user.
fn run() -> Result<String, Failure> {
    let mut counts = Counts::new();
    let ratios: Result<Vec<f64>, Failure> =
        BOARDS.iter().map(|board| table(board, &mut counts)).collect();
    let most = ratios?[0];
    let said = settle(&counts).map_err(Failure::Broken)?;
    if most > MOST {
        let why = format!("on {} PNS may cost {MOST} times the search by hand", BOARDS[0]);
        return Err(Failure::Broken(why));
    }
    Ok(said)
}

/// Prints the table of a board and returns the ratio of PNS to PNS by hand.
fn table(board: &str, counts: &mut Counts) -> Result<f64, Failure> {
    println!("Connect Four {board}, {NODES} nodes            instructions per node    to by hand");
    let mut costs = Vec::new();
    for (name, search) in SEARCHES {
        let task = format!("{} nodes={NODES}", search.replace("BOARD", board));
        let cost = per_node(env!("CARGO_BIN_EXE_foregone-measure"), &task)?;
        costs.push(cost);
        println!("  {name:<40} {cost:>19.1} {:>13.3}", cost / costs[0]);
        counts.insert(task, cost);
    }
    println!();
    Ok(costs[1] / costs[0])
}
