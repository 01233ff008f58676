//! Awari endgames: the published statistics, the two ways to number and to move, and verification.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

use foregone_game::random::Random;
use foregone_game::{Indexed, Layered, Successor};
use foregone_games::awari::board::{Board, GrandSlam, Rest, Variant};
use foregone_games::awari::index::Endgames;
use foregone_games::awari::plain::PlainEndgames;
use foregone_tablebase::retro::verify::{LayerCheck, sample, verify};
use foregone_tablebase::retro::{AnalysisError, Control, Values, analyse, peak_bytes};

static NEVER: AtomicBool = AtomicBool::new(false);

fn control(threads: usize) -> Control<'static> {
    Control { threads, stop: &NEVER, report: &|_| () }
}

fn build(game: &Endgames, threads: usize) -> Values {
    let mut values = Values::new();
    for layer in 0..game.layers() {
        let next = analyse(game, layer, &values, &control(threads)).expect("values");
        values.push(next);
    }
    values
}

fn variants() -> impl Iterator<Item = Variant> {
    let slams = [GrandSlam::Legal, GrandSlam::Forbidden, GrandSlam::Empty];
    slams.into_iter().flat_map(|grand_slam| {
        [Rest::Opponent, Rest::Divided].map(|rest| Variant { grand_slam, rest })
    })
}

/// Wins, draws and losses of the player to move, and FNV-1a over the values as bytes.
const KNOWN: [(usize, usize, usize, u64); 10] = [
    (5, 0, 7, 0x5302_b295_8a64_1117),
    (25, 13, 40, 0x3cee_f613_06bd_fa2f),
    (123, 63, 178, 0x9581_1474_292d_bf64),
    (580, 143, 642, 0xc1b2_5131_5129_d679),
    (2165, 0, 2203, 0xe21b_73f9_3c68_6bc0),
    (5698, 1548, 5130, 0xcfd5_f918_20f2_188f),
    (14921, 4487, 12416, 0xb050_e982_9a72_752a),
    (37767, 8351, 29464, 0x6c0d_89c9_f99a_7934),
    (85285, 20308, 62367, 0xd4fb_de1b_2cba_92c2),
    (157721, 93743, 101252, 0x9f65_ba7d_f151_e537),
];

#[test]
fn statistics_are_the_known_ones() {
    let game = Endgames::new(Variant::default(), 10);
    for threads in [1, 3] {
        let values = build(&game, threads);
        for (stones, known) in (1..).zip(KNOWN) {
            let values = &values[stones];
            let count = |which: fn(&i8) -> bool| values.iter().filter(|value| which(value)).count();
            let hash = values.iter().fold(0xcbf2_9ce4_8422_2325u64, |hash, &value| {
                (hash ^ u64::from(value as u8)).wrapping_mul(0x100_0000_01b3)
            });
            let found = (
                count(|&value| value > 0),
                count(|&value| value == 0),
                count(|&value| value < 0),
                hash,
            );
            assert_eq!(found, known, "{stones} stones by {threads} threads");
        }
    }
}

/// A step with the board it leads to.
fn plainly(step: Successor<Board>) -> (usize, i8, Board) {
    match step {
        Successor::Within { decoded, .. } => (usize::MAX, 0, decoded),
        Successor::Below { layer, decoded, gain, .. } => (layer, gain, decoded),
        Successor::Over(value) => (0, value, Board::default()),
    }
}

/// Compares indices, successors and predecessors for every board with up to seven stones, and for some with up to 48.
#[test]
fn both_ways_to_number_and_to_move_agree() {
    for variant in variants() {
        let (fast, plain) = (Endgames::new(variant, 48), PlainEndgames::new(variant, 48));
        let mut random = Random::new(7);
        for layer in 0..=48 {
            let size = fast.size(layer);
            assert_eq!(size, plain.size(layer));
            let all = if layer <= 7 { size } else { 200 };
            let mut moves: HashMap<u64, Vec<u64>> = HashMap::new();
            for at in 0..all {
                let index = if all == size { at } else { random.below(size as usize) as u64 };
                let (decoded, board) = (fast.decode(layer, index), plain.decode(layer, index));
                assert_eq!(decoded.board(), board);
                assert_eq!((fast.index(layer, decoded), plain.index(layer, board)), (index, index));
                let mut next = decoded;
                if index + 1 < size {
                    fast.advance(layer, &mut next);
                    assert_eq!(fast.index(layer, next), index + 1);
                }
                let (mut some, mut others) = (Vec::new(), Vec::new());
                fast.successors(layer, decoded, |step| {
                    some.push(match step {
                        Successor::Within { decoded, .. } => (usize::MAX, 0, decoded.board()),
                        Successor::Below { layer, decoded, gain, .. } => {
                            (layer, gain, decoded.board())
                        }
                        Successor::Over(value) => (0, value, Board::default()),
                    });
                });
                plain.successors(layer, board, |step| others.push(plainly(step)));
                assert_eq!(some, others, "{board:?}");
                for (_, _, to) in others.iter().filter(|step| step.0 == usize::MAX) {
                    moves.entry(plain.index(layer, *to)).or_default().push(index);
                }
            }
            for (to, mut from) in moves {
                let mut found = Vec::new();
                fast.predecessors(layer, fast.decode(layer, to), |decoded, opponent_moves| {
                    assert!(opponent_moves);
                    found.push(fast.index(layer, decoded));
                });
                found.sort_unstable();
                from.sort_unstable();
                if all == size {
                    assert_eq!(found, from, "{variant:?} before {:?}", plain.decode(layer, to));
                } else {
                    assert!(from.iter().all(|index| found.contains(index)));
                }
            }
        }
    }
}

/// Every predecessor of a board has a move that leads to the board, also with many stones and after whole rounds.
#[test]
fn moves_backwards_are_moves() {
    for variant in variants() {
        let game = Endgames::new(variant, 48);
        let mut random = Random::new(3);
        for layer in 8..=48 {
            for _ in 0..300 {
                let decoded = game.decode(layer, random.below(game.size(layer) as usize) as u64);
                game.predecessors(layer, decoded, |from, _| {
                    let mut leads = 0;
                    game.successors(layer, from, |step| {
                        leads += usize::from(
                            step == Successor::Within { decoded, opponent_moves: true },
                        );
                    });
                    assert_eq!(leads, 1, "{:?} to {:?}", from.board(), decoded.board());
                });
            }
        }
    }
}

#[test]
fn values_of_every_variant_are_verified() {
    for variant in variants() {
        let values = build(&Endgames::new(variant, 7), 1);
        let plain = PlainEndgames::new(variant, 7);
        for layer in 0..plain.layers() {
            let verdict = verify(&plain, layer, &values, &control(2)).expect("a verdict");
            assert!(matches!(verdict, LayerCheck::Correct { .. }), "{variant:?}: {verdict:?}");
        }
    }
}

#[test]
fn a_wrong_value_is_found() {
    let mut values = build(&Endgames::new(Variant::default(), 6), 1);
    let plain = PlainEndgames::new(Variant::default(), 6);
    values[6][1234] += 1;
    let verdict = verify(&plain, 6, &values, &control(1)).expect("a verdict");
    assert!(matches!(verdict, LayerCheck::Inconsistent { .. }), "{verdict:?}");
    let find = |layer: usize, index: u64| values[layer][index as usize];
    let found = sample(&plain, 6, 200_000, &mut Random::new(1), &find);
    assert!(matches!(found, LayerCheck::Inconsistent { .. }), "{found:?}");
    assert_eq!(
        sample(&plain, 5, 1000, &mut Random::new(1), &find),
        LayerCheck::Correct { sweeps: 0 }
    );
}

#[test]
fn an_analysis_can_be_stopped_and_says_what_it_needs() {
    let game = Endgames::new(Variant::default(), 22);
    let stop = AtomicBool::new(true);
    let stopped = analyse(&game, 3, &[], &Control { stop: &stop, ..control(1) });
    assert_eq!(stopped, Err(AnalysisError::Stopped));
    let positions: u64 = (0..=22).map(|layer| game.size(layer)).sum();
    assert!(peak_bytes(&game, 22, 2) * 2 < positions * 5, "at most 2.5 bytes for each position");
}
