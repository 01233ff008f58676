//! Every way of tampering with a certificate is refused: damage to the file, and wrong proofs in sound files.

use crate::common::{Minimax, NARROW, Parts, rejection};
use foregone_proof::format::{Header, Record};
use foregone_proof::rules::Rules;
use foregone_proof::{Accepted, Failure, Missing, Options, check};

fn narrow() -> Parts {
    Parts::of_graph(NARROW)
}

/// Only what the first player can force; there is one way.
fn narrow_for_max() -> Parts {
    let mut parts = narrow();
    parts.header.at_most = None;
    parts.records.truncate(5);
    parts
}

fn check_narrow(bytes: &[u8]) -> Result<Accepted, Failure> {
    check(bytes, &Options::with_game_file(NARROW.as_bytes()))
}

/// Rejected although the file is sound, with that in the sentence.
fn refused(parts: &Parts, why: &str) {
    let sentence = rejection(check_narrow(&parts.seal()));
    assert!(sentence.contains(why), "{sentence}");
}

#[test]
fn every_flipped_bit_is_seen() {
    let sound = narrow().seal();
    check_narrow(&sound).unwrap();
    for bit in 0..sound.len() * 8 {
        let mut bytes = sound.clone();
        bytes[bit / 8] ^= 1 << (bit % 8);
        rejection(check_narrow(&bytes));
    }
}

#[test]
fn every_truncation_and_every_addition_is_seen() {
    let sound = narrow().seal();
    for length in 0..sound.len() {
        rejection(check_narrow(&sound[..length]));
    }
    for added in [0, 1, 0xff] {
        let bytes = [&sound[..], &[added]].concat();
        assert!(rejection(check_narrow(&bytes)).contains("bytes follow"));
    }
    assert!(rejection(check_narrow(&sound[..sound.len() - 1])).contains("truncated"));
}

#[test]
fn damage_is_named_before_its_consequences() {
    let mut bytes = narrow().seal();
    let position = bytes.windows(3).position(|window| window == b"\"a\"").unwrap() + 1;
    bytes[position] = b'b';
    assert!(rejection(check_narrow(&bytes)).contains("damaged"));
}

#[test]
fn every_record_is_needed_as_it_is() {
    let sound = narrow_for_max();
    check_narrow(&sound.seal()).unwrap();
    for at in 0..sound.records.len() {
        let mut dropped = sound.clone();
        dropped.records.remove(at);
        refused(&dropped, "");

        let mut altered = sound.clone();
        altered.records[at].choice ^= 1;
        refused(&altered, "");

        let mut marked = sound.clone();
        marked.records[at].keep ^= true;
        refused(&marked, "");

        let mut beyond = sound.clone();
        beyond.records[at].choice = 2 + at as u64;
        refused(&beyond, "is not below 2, the number of legal moves");
        beyond.records[at].choice = u64::MAX >> 1;
        refused(&beyond, "is not below 2, the number of legal moves");
    }
}

#[test]
fn records_cannot_be_added_or_swapped() {
    let sound = narrow_for_max();
    for at in 0..=sound.records.len() {
        for (choice, keep) in [(0, false), (0, true), (1, false), (1, true)] {
            let mut added = sound.clone();
            added.records.insert(at, Record { choice, keep });
            refused(&added, "");
        }
    }
    for at in 1..sound.records.len() {
        let mut swapped = sound.clone();
        swapped.records.swap(at - 1, at);
        if swapped.records != sound.records {
            refused(&swapped, "");
        }
    }
    let mut added = sound.clone();
    added.records.push(Record { choice: 0, keep: false });
    refused(&added, "records are left after record");
    let mut dropped = sound;
    dropped.records.clear();
    refused(
        &dropped,
        "claim \"at least draw\", before any record: there is no record for the move at \"a\"",
    );
}

#[test]
fn kept_positions_must_be_met_again() {
    let mut parts = narrow_for_max();
    parts.records[0].keep = true;
    refused(&parts, "the position kept by record 1 is never met again");
}

#[test]
fn other_claims_are_not_proved() {
    let sound = narrow();
    assert_eq!(sound.header.at_least.as_deref(), Some("draw"));
    let claim = |at_least: Option<&str>, at_most: Option<&str>, why: &str| {
        let mut parts = sound.clone();
        parts.header.at_least = at_least.map(str::to_owned);
        parts.header.at_most = at_most.map(str::to_owned);
        refused(&parts, why);
    };
    claim(Some("win"), None, "play ends at \"drawn\" with \"draw\", against the claim");
    claim(None, Some("loss"), "against the claim");
    claim(Some("win"), Some("draw"), "contradict each other");
    claim(Some("draw"), None, "records are left");
    claim(None, Some("draw"), "");
    claim(None, None, "nothing is claimed");
    claim(Some("loss"), Some("draw"), "at least the worst outcome is true of every position");
    claim(Some("draw"), Some("win"), "at most the best outcome is true of every position");
    claim(Some("triumph"), None, "\"triumph\" is not an outcome of the game");
}

#[test]
fn other_positions_and_graphs_are_not_proved() {
    for position in ["b", "c", "e", "f2", "lost", "won"] {
        let mut parts = narrow();
        parts.header.position = position.to_owned();
        refused(&parts, "");
    }
    let mut parts = narrow();
    parts.header.position = "nowhere".to_owned();
    refused(&parts, "header: the graph has no node named \"nowhere\"");

    let bytes = narrow().seal();
    let other = NARROW.replace("Every choice matters.", "No choice matters.");
    let verdict = check(&bytes[..], &Options::with_game_file(other.as_bytes()));
    assert!(rejection(verdict).contains("graph file: the file given is not the one"));

    let mut parts = narrow();
    parts.header.graph = None;
    refused(&parts, "the hash of the graph file is missing");
    parts.header.graph = Some("AB".repeat(32));
    refused(&parts, "64 lower-case hexadecimal digits");
    assert_eq!(narrow().verdict(), Err(Failure::Missing(Missing::GraphFile)));
}

#[test]
fn other_games_are_not_proved() {
    let sound = Parts::of("connect4:4x4", "..../..../ox../xo..");
    sound.verdict().unwrap();
    for game in [
        "connect4:4x5",
        "connect4:5x4",
        "mnk:4,4,5",
        "woodpush:4,2",
        "connect4:4x4,score=pons",
        "chess",
    ] {
        let mut parts = sound.clone();
        parts.header.game = game.to_owned();
        rejection(parts.verdict());
    }
    let mut parts = sound.clone();
    parts.header.rules = 3;
    assert!(
        rejection(parts.verdict()).contains("rules version 3 of \"connect4:4x4\" is not known")
    );
    let mut parts = sound;
    parts.header.graph = Some("00".repeat(32));
    assert!(rejection(parts.verdict()).contains("is only for graph: games"));
}

/// The strategy that proves the value proves nothing better, however one of its choices is changed.
fn cannot_be_strengthened<G: Rules>(rules: &G, game: &str, position: &str) {
    let root = rules.read(position).unwrap();
    let mut minimax = Minimax::new(rules);
    let value = minimax.value(&root);
    for by_max in [true, false] {
        let stronger = if by_max { value.checked_add(1) } else { value.checked_sub(1) };
        let outcomes = rules.outcomes();
        let Some(&name) = stronger.and_then(|rank| outcomes.get(rank)) else { continue };
        let mut header = Header::new(game, position);
        *(if by_max { &mut header.at_least } else { &mut header.at_most }) = Some(name.to_owned());
        let sound = Parts { header, records: minimax.records(&root, by_max) };
        assert!(rejection(sound.verdict()).contains("claim \"at "));
        for at in 0..sound.records.len() {
            for choice in 0..4 {
                let mut parts = sound.clone();
                parts.records[at].choice = choice;
                rejection(parts.verdict());
            }
        }
    }
}

#[test]
fn no_strategy_proves_more_than_the_value() {
    for (game, position) in [
        ("tictactoe", "x../.o./..x"),
        ("connect4:4x4", "o.../x.../ox../xo.."),
        ("connect4:4x4,score=pons", "x.../ox../oxox/xoxo"),
        ("woodpush:5,2", "LL.RR L"),
    ] {
        with_rules!(game, |rules| cannot_be_strengthened(&rules, game, position));
    }
}
