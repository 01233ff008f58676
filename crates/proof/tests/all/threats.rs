//! The wins by threats that the checker knows in Breakthrough: the number of positions examined, and the limit.

use std::time::{Duration, Instant};

use crate::common::{Parts, rejection};
use foregone_proof::format::Header;
use foregone_proof::rules::{Breakthrough, Rules};

/// The numbers in `docs/certificate.md`, for who writes a checker from it: in the start, and after its first move.
#[test]
fn positions_examined_are_those_documented() {
    for (spelling, start, after) in [
        ("4x4", (false, 86), (true, 267)),
        ("5x4", (false, 234), (true, 785)),
        ("6x4", (false, 592), (true, 2_161)),
        ("8x4", (false, 3_360), (true, 14_529)),
        ("9x4", (false, 7_712), (false, 32_768)),
    ] {
        let rules = Breakthrough::open(spelling).unwrap();
        let first = rules.successor(&rules.start(), 0).unwrap();
        let found = (rules.examine_threats(&rules.start()), rules.examine_threats(&first));
        assert_eq!(found, (start, after), "{spelling}");
    }
}

/// The start of 9x4, claimed without a record: the evaluation of every reply ends after so many positions, so this is
/// rejected soon. A checker that tried all lines of threats would need days.
#[test]
fn nothing_is_known_beyond_the_limit_of_positions() {
    let mut header = Header::new("breakthrough:9x4", "");
    let rules = Breakthrough::open("9x4").unwrap();
    header.position = rules.write(&rules.start());
    header.at_most = Some("loss".to_owned());
    let begin = Instant::now();
    let sentence = rejection(Parts { header, records: Vec::new() }.verdict());
    assert!(sentence.contains("there is no record for the move at"), "{sentence}");
    assert!(begin.elapsed() < Duration::from_secs(10), "{:?}", begin.elapsed());
}
