//! Lines of play counted with the checker's rules, compared with published and independent counts.

use crate::common::successors;
use foregone_proof::rules::{
    Awari, Breakthrough, Connect4, Hounds, Mnk, Othello, Qubic, Rules, Torere, Woodpush,
};

/// The number of lines of play with exactly this many moves.
fn perft<G: Rules>(rules: &G, position: &G::Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        _ if rules.outcome(position).is_some() => 0,
        1 => successors(rules, position).count() as u64,
        _ => {
            // One by one or all at once, the moves are the same.
            let mut all = Vec::new();
            rules.successors(position, &mut all);
            assert!(successors(rules, position).eq(all.iter().cloned()), "{position:?}");
            all.iter().map(|next| perft(rules, next, depth - 1)).sum()
        }
    }
}

fn counts<G: Rules>(
    rules: &G,
    start: &G::Position,
    depths: core::ops::RangeInclusive<u32>,
) -> Vec<u64> {
    depths.map(|depth| perft(rules, start, depth)).collect()
}

#[test]
fn connect4() {
    let rules = Connect4::open("7x6").unwrap();
    // 13,032 lines end with the seventh move; some count each of them as one line of eight: 5,686,266.
    let known = [7, 49, 343, 2_401, 16_807, 117_649, 823_536, 5_673_234];
    assert_eq!(counts(&rules, &rules.start(), 1..=8), known);
}

#[test]
fn tictactoe() {
    let rules = Mnk::open("3,3,3").unwrap();
    let known = [9, 72, 504, 3_024, 15_120, 54_720, 148_176, 200_448, 127_872];
    assert_eq!(counts(&rules, &rules.start(), 1..=9), known);
}

#[test]
fn woodpush() {
    for (game, depth, lines) in [("8,3", 4, 99), ("13,2", 8, 256)] {
        let rules = Woodpush::open(game).unwrap();
        assert_eq!(perft(&rules, &rules.start(), depth), lines, "{game}");
    }
}

/// The counts of `crates/games/tests/perft/othello.perft`.
#[test]
fn othello() {
    for (game, known) in [
        ("8x8", &[4, 12, 56, 244, 1_396, 8_200][..]),
        ("6x6", &[4, 12, 56, 244, 1_364, 7_604]),
        ("4x4", &[4, 12, 44, 128, 424, 1_256, 3_624, 9_112]),
    ] {
        let rules = Othello::open(game).unwrap();
        assert_eq!(counts(&rules, &rules.start(), 1..=known.len() as u32), known, "{game}");
    }
}

/// The counts of `crates/games/tests/perft/qubic.perft`.
#[test]
fn qubic() {
    let rules = Qubic::open().unwrap();
    assert_eq!(counts(&rules, &rules.start(), 1..=3), [64, 4_032, 249_984]);
    let end = rules
        .read(".xoo/ooxo/.oxx/oxxx/xooo/xxx./o.oo/ox.x/oxxx/xxox/ooxx/ooxo/xoxo/oo.o/xoox/xxxo")
        .unwrap();
    assert_eq!(counts(&rules, &end, 1..=6), [6, 20, 56, 90, 120, 48]);
}

/// The counts of `crates/games/tests/perft/hounds.perft`.
#[test]
fn hounds() {
    let rules = Hounds::new();
    assert_eq!(counts(&rules, &rules.start(), 1..=6), [7, 21, 133, 443, 2_879, 9_044]);
}

/// The counts of `crates/games/tests/perft/torere.perft`.
#[test]
fn torere() {
    let rules = Torere::new();
    assert_eq!(counts(&rules, &rules.start(), 1..=10), [2, 2, 2, 6, 8, 12, 28, 34, 52, 128]);
}

/// The counts of `crates/games/tests/perft/breakthrough.perft`.
#[test]
fn breakthrough() {
    for (parameters, known) in [
        ("2x3", [4, 12, 22, 18, 12]),
        ("3x5", [7, 42, 276, 1_776, 11_860]),
        ("4x4", [6, 42, 334, 2_216, 16_118]),
        ("2x32", [4, 16, 80, 400, 2_240]),
        ("3x6,walls=a3,b4", [5, 20, 108, 538, 2_847]),
    ] {
        let rules = Breakthrough::open(parameters).unwrap();
        assert_eq!(counts(&rules, &rules.start(), 1..=5), known, "{parameters}");
    }
    let rules = Breakthrough::open("8x8").unwrap();
    assert_eq!(counts(&rules, &rules.start(), 1..=3), [22, 484, 11_132]);
    let rules = Breakthrough::open("4x5").unwrap();
    let position = rules.read("b.bb/.w../.bw./w.b./..ww b").unwrap();
    assert_eq!(perft(&rules, &position, 5), 26_109);
}

/// The counts of `crates/games/tests/perft/awari.perft`.
#[test]
fn awari() {
    let rules = Awari::open(None).unwrap();
    assert_eq!(counts(&rules, &rules.start(), 1..=7), [6, 36, 190, 1_014, 5_219, 27_332, 139_157]);
    for (parameters, position, depth, lines) in [
        (None, "1,0,4,19,4,2/1,1,3,1,0,0 5-7 S", 6, 4_473),
        (None, "0,1,0,0,1,0/0,0,0,0,0,1 22-23 S", 8, 3),
        (None, "1,0,0,0,1,2/1,1,0,0,0,0 22-20 S", 8, 345),
        (Some("grandslam=forbidden"), "1,0,0,0,1,2/1,1,0,0,0,0 22-20 S", 8, 345),
        (Some("grandslam=empty"), "1,0,0,0,1,2/1,1,0,0,0,0 22-20 S", 8, 612),
        (Some("score=result"), "1,0,0,0,1,2/1,1,0,0,0,0 22-20 S", 8, 326),
    ] {
        let rules = Awari::open(parameters).unwrap();
        let position = rules.read(position).unwrap();
        assert_eq!(perft(&rules, &position, depth), lines, "{parameters:?}");
    }
}
