//! No search may cost more instructions a node than `counts.txt` says, but for 3 %. This is the small version of
//! `cargo bench --bench instructions` for every test run: fewer nodes, and the build of the tests, so that nothing has to be
//! compiled again. That build has assertions on: its counts are higher and have a section of their own in the table.

use std::io::Write;

use foregone_bench::counts::{Counts, settle};
use foregone_bench::instructions::{Failure, MISSING, per_node};

/// One search for each way of holding nodes, and those that have grown unnoticed before.
const TASKS: [&str; 6] = [
    "pns 7x6 goal=win nodes=40000",
    "mopns 7x6 nodes=40000",
    "mopns 7x6 prune=never nodes=40000",
    "pn2 7x6 goal=win nodes=40000",
    "pns 7x6 goal=win dag nodes=20000",
    "dfpn 7x6 goal=win nodes=10000",
];

#[test]
fn no_search_takes_more_instructions_a_node_than_before() {
    let count = |task: &str| {
        let cost = per_node(env!("CARGO_BIN_EXE_foregone-measure"), task)?;
        Ok((task.to_owned(), cost))
    };
    match TASKS.into_iter().map(count).collect::<Result<Counts, Failure>>() {
        Ok(counts) => match settle(&counts) {
            Ok(said) => tell(&said),
            Err(why) => panic!("{why}"),
        },
        Err(Failure::Missing) => tell(MISSING),
        Err(Failure::Broken(why)) => panic!("{why}"),
    }
}

/// Shows a notice even if the test passes: `println!` would be captured.
fn tell(notice: &str) {
    if !notice.is_empty() {
        let _ = writeln!(std::io::stderr(), "{}", notice.trim_end());
    }
}
