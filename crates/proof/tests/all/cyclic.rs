//! Games in which play can return: a proof that needs progress may not go round, one that does not may; and the checker
//! accepts exactly the strategies that a plain fixpoint finds to be right.

use crate::common::fixpoint::Fixpoint;
use crate::common::{CIRCLES, DETOURS, Parts, rejection};
use foregone_proof::format::{Header, Record};
use foregone_proof::rules::{Graph, Rules};
use foregone_proof::{Accepted, Failure, Options, check};

fn verdict(file: &str, parts: &Parts) -> Result<Accepted, Failure> {
    check(&parts.seal()[..], &Options::with_game_file(file.as_bytes()))
}

/// Rejected although the file is sound, with that in the sentence.
fn refused(file: &str, parts: &Parts, why: &str) {
    let sentence = rejection(verdict(file, parts));
    assert!(sentence.contains(why), "{sentence}");
}

/// A certificate about the start of a graph, made by hand.
fn by_hand(file: &str, at_least: &str, infinite: &str, choices: &[u64]) -> Parts {
    let mut header = Header::new("graph:game.json", "a");
    header.at_least = Some(at_least.to_owned());
    header.infinite = Some(infinite.to_owned());
    header.graph = Some(blake3::hash(file.as_bytes()).to_hex().to_string());
    let records = choices.iter().map(|&choice| Record { choice, keep: false }).collect();
    Parts { header, records }
}

/// Going round is a draw, and nothing more is claimed: the positions b and a are met while they are open.
fn round() -> Parts {
    by_hand(CIRCLES, "draw", "draw", &[1, 1, 0])
}

/// The first player wins without going round.
fn straight() -> Parts {
    by_hand(DETOURS, "win", "draw", &[1, 1, 1])
}

#[test]
fn going_round_proves_what_infinite_play_is_worth() {
    let accepted = verdict(CIRCLES, &round()).unwrap();
    assert_eq!((accepted.claims, accepted.value), (vec!["at least draw".to_owned()], None));
    // a, b, c, lost not at all: c goes to b again, d to a again.
    assert_eq!((accepted.positions, accepted.records, accepted.kept), (6, 3, 0));
    assert_eq!(accepted.longest_line, 3);
    assert_eq!(verdict(CIRCLES, &Parts::of_graph(CIRCLES)).unwrap().value.as_deref(), Some("draw"));
}

#[test]
fn a_claim_that_needs_progress_is_proved_by_progress() {
    assert_eq!(verdict(DETOURS, &straight()).unwrap().value.as_deref(), Some("win"));
    assert_eq!(Parts::of_graph(DETOURS).records, straight().records);
}

#[test]
fn going_round_proves_nothing_that_needs_progress() {
    // At d to e, where the opponent goes back to d: an owner's position returns.
    let by_the_owner = by_hand(DETOURS, "win", "draw", &[1, 1, 0]);
    refused(DETOURS, &by_the_owner, "the line returns to \"d\", which is not yet established");
    // At c to b: the opponent's position returns.
    let by_the_opponent = by_hand(DETOURS, "win", "draw", &[1, 0]);
    refused(
        DETOURS,
        &by_the_opponent,
        "record 2: the line returns to \"b\", which is not yet established; the claim needs progress, since infinite play is worth \"draw\"",
    );
    // The same circles where they are lost.
    let lost = CIRCLES.replace("\"repetition\": \"draw\"", "\"repetition\": \"loss\"");
    refused(&lost, &by_hand(&lost, "draw", "loss", &[1, 1, 0]), "the line returns to \"b\"");
    let won = CIRCLES.replace("\"repetition\": \"draw\"", "\"repetition\": \"win\"");
    verdict(&won, &by_hand(&won, "win", "win", &[1, 1, 0])).unwrap();
}

#[test]
fn the_header_says_what_the_rules_say() {
    let mut parts = round();
    parts.header.infinite = None;
    refused(CIRCLES, &parts, "header: the member \"infinite\" is missing");
    parts.header.infinite = Some("win".to_owned());
    refused(CIRCLES, &parts, "infinite play is worth \"draw\", not \"win\"");
    let mut parts = Parts::of("tictactoe", "x../.o./..x");
    parts.header.infinite = Some("draw".to_owned());
    assert!(rejection(parts.verdict()).contains("is only for games in which play can return"));
    let acyclic = crate::common::NARROW.replace("\"start\"", "\"repetition\": \"win\", \"start\"");
    let parts = Parts::of_graph(&acyclic);
    assert_eq!(parts.header.infinite, None, "the member changes nothing where play never returns");
    assert_eq!(verdict(&acyclic, &parts).unwrap().value.as_deref(), Some("draw"));
}

#[test]
fn every_flipped_bit_and_every_truncation_is_seen() {
    let sound = round().seal();
    let check = |bytes: &[u8]| check(bytes, &Options::with_game_file(CIRCLES.as_bytes()));
    check(&sound).unwrap();
    for bit in 0..sound.len() * 8 {
        let mut bytes = sound.clone();
        bytes[bit / 8] ^= 1 << (bit % 8);
        rejection(check(&bytes));
    }
    for length in 0..sound.len() {
        rejection(check(&sound[..length]));
    }
}

#[test]
fn every_record_is_needed_as_it_is() {
    for (file, sound) in [(CIRCLES, round()), (DETOURS, straight())] {
        for at in 0..sound.records.len() {
            let mut dropped = sound.clone();
            dropped.records.remove(at);
            refused(file, &dropped, "");

            let mut altered = sound.clone();
            altered.records[at].choice ^= 1;
            refused(file, &altered, "");
            altered.records[at].choice = 2;
            refused(file, &altered, "is not below 2, the number of legal moves");

            let mut marked = sound.clone();
            marked.records[at].keep = true;
            refused(file, &marked, "the keep mark is set at");
        }
        for at in 0..=sound.records.len() {
            for choice in [0, 1] {
                let mut added = sound.clone();
                added.records.insert(at, Record { choice, keep: false });
                refused(file, &added, "");
            }
        }
        let mut stronger = sound.clone();
        stronger.header.at_least = Some("win".to_owned());
        assert_eq!(verdict(file, &stronger).is_ok(), file == DETOURS);
        for position in ["b", "c", "d", "lost"] {
            let mut moved = sound.clone();
            moved.header.position = position.to_owned();
            refused(file, &moved, "");
        }
    }
}

/// A line with one move in every position but the last, which has another one: back to the start.
#[test]
fn lines_of_play_may_be_very_long() {
    const PLIES: usize = 300_000;
    let nodes: String = (0..PLIES)
        .map(|ply| {
            let player = if ply % 3 == 0 { "max" } else { "min" };
            let moves = match ply + 1 {
                PLIES => "\"end\",\"n0\"".to_owned(),
                next => format!("\"n{next}\""),
            };
            format!(r#","n{ply}":{{"player":"{player}","moves":[{moves}]}}"#)
        })
        .collect();
    for (infinite, sound) in [("1", true), ("0", false)] {
        let file = format!(
            r#"{{"outcomes":["0","1"],"start":"n0","repetition":"{infinite}","nodes":{{"end":{{"value":"1"}}{nodes}}}}}"#
        );
        let mut parts = by_hand(&file, "1", infinite, &vec![0; PLIES / 3]);
        parts.header.position = "n0".to_owned();
        if sound {
            assert_eq!(verdict(&file, &parts).unwrap().longest_line, PLIES as u64);
        } else {
            refused(&file, &parts, "the line returns to \"n0\"");
        }
    }
}

/// SplitMix64, for graphs that are the same everywhere.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % limit as u64) as usize
    }

    /// A graph of few positions in which moves lead anywhere.
    fn graph(&mut self) -> String {
        let count = 3 + self.below(7);
        let mut nodes = Vec::new();
        for node in 0..count {
            nodes.push(if node > 0 && self.below(4) == 0 {
                format!(r#""n{node}":{{"value":"{}"}}"#, self.below(3))
            } else {
                let player = ["max", "min"][self.below(2)];
                let width = 1 + self.below(3);
                let moves: Vec<String> =
                    (0..width).map(|mv| format!(r#"["m{mv}","n{}"]"#, self.below(count))).collect();
                format!(r#""n{node}":{{"player":"{player}","moves":[{}]}}"#, moves.join(","))
            });
        }
        let (infinite, nodes) = (self.below(3), nodes.join(","));
        format!(
            r#"{{"outcomes":["0","1","2"],"start":"n0","repetition":"{infinite}","nodes":{{{nodes}}}}}"#
        )
    }
}

/// A certificate about the start of a random graph.
fn certificate(
    file: &str,
    graph: &Graph,
    by_max: bool,
    bound: usize,
    records: Vec<Record>,
) -> Parts {
    let mut header = Header::new("graph:random.json", "n0");
    *(if by_max { &mut header.at_least } else { &mut header.at_most }) = Some(bound.to_string());
    header.infinite = graph.infinite(&graph.start()).map(|rank| rank.to_string());
    header.graph = Some(blake3::hash(file.as_bytes()).to_hex().to_string());
    Parts { header, records }
}

/// Every claim about many small graphs, with the strategy of the fixpoint and with random ones. A strategy is right if
/// the claim is still true once its owner has no other moves; exactly the right ones are accepted.
#[test]
fn exactly_the_right_strategies_are_accepted() {
    let mut random = Random(2012);
    let (mut graphs, mut right, mut wrong, mut false_claims) = (0, 0, 0, 0);
    while graphs < 2_000 {
        let file = random.graph();
        let graph = Graph::read_file(file.as_bytes()).unwrap();
        if graph.infinite(&graph.start()).is_none() {
            continue;
        }
        graphs += 1;
        let all = Fixpoint::new(&graph, &graph.start());
        for (by_max, bound) in [(true, 1), (true, 2), (false, 0), (false, 1)] {
            let accepted = |strategy: &[usize]| {
                let records = all.records(by_max, bound, strategy);
                verdict(&file, &certificate(&file, &graph, by_max, bound, records)).is_ok()
            };
            let is_true = all.true_at(by_max, bound)[0].is_some();
            assert_eq!(accepted(&all.strategy(by_max, bound)), is_true, "{file} {by_max} {bound}");
            false_claims += usize::from(!is_true);
            for _ in 0..3 {
                let strategy: Vec<usize> =
                    all.targets.iter().map(|to| random.below(to.len().max(1))).collect();
                let mut forced = all.clone();
                for at in all.turns(by_max) {
                    forced.targets[at] = vec![all.targets[at][strategy[at]]];
                }
                let is_right = forced.true_at(by_max, bound)[0].is_some();
                assert_eq!(accepted(&strategy), is_right, "{file} {by_max} {bound} {strategy:?}");
                assert!(is_true || !is_right, "a strategy cannot prove what is false");
                *(if is_right { &mut right } else { &mut wrong }) += 1;
            }
        }
    }
    assert!(
        right > 1_000 && wrong > 1_000 && false_claims > 1_000,
        "{right} {wrong} {false_claims}"
    );
}

/// Records that follow no strategy at all prove nothing false either.
#[test]
fn random_records_prove_nothing_false() {
    let mut random = Random(2013);
    let mut proved = 0;
    for _ in 0..4_000 {
        let file = random.graph();
        let graph = Graph::read_file(file.as_bytes()).unwrap();
        if graph.infinite(&graph.start()).is_none() {
            continue;
        }
        let all = Fixpoint::new(&graph, &graph.start());
        let (by_max, bound) = [(true, 1), (true, 2), (false, 0), (false, 1)][random.below(4)];
        let records = (0..random.below(5))
            .map(|_| Record { choice: random.below(3) as u64, keep: random.below(9) == 0 })
            .collect();
        if verdict(&file, &certificate(&file, &graph, by_max, bound, records)).is_ok() {
            assert!(all.true_at(by_max, bound)[0].is_some(), "{file} {by_max} {bound}");
            proved += 1;
        }
    }
    assert!(proved > 100, "{proved}");
}
