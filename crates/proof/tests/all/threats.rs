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

/// What version 1 knows along random games: wins and losses of the player to move, and positions where it knows nothing.
/// Certificates of version 1 leave exactly these positions out, so the numbers never change.
#[test]
fn version_1_knows_what_it_always_knew() {
    for (spelling, games, expected) in [
        ("4x4", 200, (1_036, 28, 358)),
        ("6x3", 200, (983, 9, 121)),
        ("5x5", 200, (1_223, 71, 1_775)),
        ("5x6,walls=b3,d3,a4", 200, (1_198, 324, 3_144)),
        ("8x8", 30, (500, 144, 1_260)),
        ("9x5", 30, (267, 4, 334)),
    ] {
        let rules = Breakthrough::open(spelling).unwrap();
        let (mut random, mut counts) = (Random::new(7), (0, 0, 0));
        for _ in 0..games {
            let mut position = rules.start();
            while rules.outcome(&position).is_none() {
                let win = usize::from(rules.max_to_move(&position));
                match rules.static_bounds(&position) {
                    None => counts.2 += 1,
                    Some((rank, _)) if rank == win => counts.0 += 1,
                    Some(_) => counts.1 += 1,
                }
                let mut next = Vec::new();
                rules.successors(&position, &mut next);
                position = next.swap_remove(random.below(next.len()));
            }
        }
        assert_eq!(counts, expected, "{spelling}");
    }
}

/// Numbers that look random.
struct Random(u64);

impl Random {
    fn new(seed: u64) -> Random {
        Random(seed ^ 0x9e37_79b9_7f4a_7c15)
    }

    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % limit
    }
}
