//! Instructions per created node, counted by Callgrind, for every algorithm and for the search written by hand. Unlike
//! times, the counts hardly vary from run to run. Fails if the generic search costs too much more than the other.

use std::io::ErrorKind;
use std::process::{Command, ExitCode};

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

const MISSING: &str = "valgrind is missing, so nothing was counted. Install it (`apt install valgrind`, `dnf install \
                       valgrind`, `pacman -S valgrind`, `brew install valgrind` where there is a port) and try again.";

/// Why there is no count.
enum Failure {
    /// Valgrind is not installed.
    Missing,
    /// Something else: a sentence.
    Broken(String),
}

fn main() -> ExitCode {
    match BOARDS.iter().map(|board| table(board)).collect::<Result<Vec<f64>, Failure>>() {
        Err(Failure::Missing) => {
            println!("{MISSING}");
            ExitCode::SUCCESS
        }
        Err(Failure::Broken(why)) => {
            eprintln!("error: {why}");
            ExitCode::FAILURE
        }
        Ok(ratios) if ratios[0] > MOST => {
            eprintln!("error: on {} PNS may cost {MOST} times the search by hand", BOARDS[0]);
            ExitCode::FAILURE
        }
        Ok(_) => ExitCode::SUCCESS,
    }
}

/// Prints the table of a board and returns the ratio of PNS to PNS by hand.
fn table(board: &str) -> Result<f64, Failure> {
    println!("Connect Four {board}, {NODES} nodes            instructions per node    to by hand");
    let mut costs = Vec::new();
    for (name, task) in SEARCHES {
        costs.push(cost(&task.replace("BOARD", board))?);
        let (last, by_hand) = (costs[costs.len() - 1], costs[0]);
        println!("  {name:<40} {last:>19.1} {:>13.3}", last / by_hand);
    }
    println!();
    Ok(costs[1] / costs[0])
}

/// Instructions per created node, without what starting and ending the process takes.
fn cost(task: &str) -> Result<f64, Failure> {
    let (empty, _) = count(&format!("{task} nodes=1"))?;
    let (instructions, created) = count(&format!("{task} nodes={NODES}"))?;
    // Depth-first searches see so much at a glance that they solve the small board before.
    if created < NODES / 100 {
        return Err(Failure::Broken(format!("`{task}` ends after {created} nodes")));
    }
    Ok((instructions - empty) as f64 / created as f64)
}

/// Instructions executed and nodes created in one run of `foregone-measure`.
fn count(task: &str) -> Result<(u64, u64), Failure> {
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(env!("CARGO_BIN_EXE_foregone-measure"))
        .args(task.split(' '))
        .output()
        .map_err(|error| match error.kind() {
            ErrorKind::NotFound => Failure::Missing,
            _ => Failure::Broken(format!("valgrind does not start: {error}")),
        })?;
    let number = |text: &[u8], label: &str| {
        let text = String::from_utf8_lossy(text).into_owned();
        let line = text.lines().find_map(|line| line.split_once(label));
        line.and_then(|(_, number)| number.trim().parse::<u64>().ok())
    };
    number(&output.stderr, "Collected :").zip(number(&output.stdout, "created=")).ok_or_else(|| {
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        Failure::Broken(format!("`{task}` could not be counted:\n{said}"))
    })
}
