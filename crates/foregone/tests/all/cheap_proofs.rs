//! Proofs that are cheap to write, because tables of endgames replace repeated searches, and proofs that are small by choice.

use std::time::Duration;

use foregone::proof::Options;
use foregone::{Answer, Decided, Error, Game, Goal, Method, Settings, Solver, check};
use foregone_game::random::Random;

/// Awari with a proof that must make progress: without tables it is searched for many times as long as the value.
const PROGRESS: &str = "3,1,0,0,0,1/0,0,1,1,1,0 17-23 N";
/// Nodes that a search of a random position may create.
const NODES: u64 = 100_000;

/// Settings for a certificate by one thread, with changes.
fn settings(change: impl FnOnce(&mut Settings)) -> Settings {
    let mut settings = Settings::new();
    settings.certificate = true;
    settings.set("threads", "1").expect("a number");
    change(&mut settings);
    settings
}

fn ask(game: &Game, position: &str, settings: Settings, goal: Goal) -> Answer {
    let position = game.position(position).expect("a position");
    Solver::with(game, settings).ask(&position, goal, &mut ()).expect("an answer")
}

/// A random position with that many stones on the board, in which both players have some.
fn position(random: &mut Random, stones: u8) -> String {
    loop {
        let mut pits = [0_u8; 12];
        for _ in 0..stones {
            pits[random.below(12)] += 1;
        }
        let row = |pits: &[u8]| pits.iter().map(u8::to_string).collect::<Vec<_>>().join(",");
        let south = (48 - stones) / 2 - 3 + random.below(7) as u8;
        let player = if random.percent(50) { "S" } else { "N" };
        if pits[..6].iter().any(|&pit| pit > 0) && pits[6..].iter().any(|&pit| pit > 0) {
            let (south_row, north_row) = (row(&pits[..6]), row(&pits[6..]));
            return format!("{south_row}/{north_row} {south}-{} {player}", 48 - stones - south);
        }
    }
}

/// The checker accepts what an answer proves, and the proof says the same as the answer.
fn accepted(answer: &Answer) {
    let context = answer.position.to_string();
    let Some(certificate) = answer.certificate() else {
        assert!(answer.claims().is_empty(), "{context}");
        return;
    };
    assert_eq!(certificate.header().tablebase, None, "{context}: nothing is cited");
    let found = check(&certificate.to_bytes()[..], &Options::default()).expect(&context);
    assert_eq!(found.value.as_deref(), answer.value(), "{context}");
    assert_eq!(certificate.claims(), answer.claims(), "{context}");
}

#[test]
fn awari_proofs_of_all_claims_are_accepted() {
    let mut random = Random::new(1);
    let (mut proofs, mut searched) = (0, 0);
    for game in ["awari", "awari:grandslam=empty", "awari:grandslam=forbidden,score=result"] {
        let game = Game::open(game).expect("a game");
        for stones in (5..=13).flat_map(|stones| [stones; 2]) {
            let text = position(&mut random, stones);
            let outcomes: Vec<_> = game.scale().outcomes().collect();
            let middle = outcomes.len() / 2;
            let (low, high) = (outcomes[middle - 1], outcomes[middle + 1]);
            let least = outcomes[middle + random.below(2)];
            let goals = [Goal::Value, Goal::AtLeast(least), Goal::Range(low, high)];
            for goal in goals {
                // Searches of random positions may take minutes. What such a search has found by its limit is proved, too.
                let certifying = settings(|settings| settings.nodes = Some(NODES));
                let answer = ask(&game, &text, certifying, goal);
                assert_eq!(answer.report.unproved, None, "{text} {goal:?}");
                accepted(&answer);
                let plain = settings(|settings| {
                    (settings.nodes, settings.certificate) = (Some(NODES), false);
                });
                assert_eq!(ask(&game, &text, plain, goal).bounds(), answer.bounds(), "{text}");
                proofs += answer.report.proofs.len();
                searched += usize::from(answer.is_answered());
            }
        }
    }
    assert!(proofs >= 60 && searched >= 60, "{proofs} proofs, {searched} answers");
}

#[test]
fn tables_save_searches_and_change_no_search() {
    let game = Game::open("awari").expect("a game");
    let answer = ask(&game, PROGRESS, settings(|_| ()), Goal::Value);
    accepted(&answer);
    // With memory for no table of that many stones, the proof is searched for as before.
    let little = settings(|settings| settings.memory = 1 << 24);
    let searched = ask(&game, PROGRESS, little, Goal::Value);
    accepted(&searched);
    let (with, without) = (answer.report.counters, searched.report.counters);
    assert_eq!((with.created, with.expanded), (without.created, without.expanded));
    assert!(
        4 * with.certificate_created < without.certificate_created,
        "{} nodes with tables, {} without",
        with.certificate_created,
        without.certificate_created
    );
}

#[test]
fn limits_hold_while_tables_are_computed() {
    let game = Game::open("awari").expect("a game");
    let position = game.position(PROGRESS).expect("a position");
    let mut solver = Solver::with(&game, settings(|_| ()));
    solver.stop_handle().stop();
    let stopped = solver.value(&position).expect("an answer");
    assert!(stopped.value().is_none() && stopped.certificate().is_none());
    let time = Some(Duration::from_millis(1));
    let hurried = settings(|settings| settings.time = time);
    let answer = ask(&game, PROGRESS, hurried, Goal::Value);
    assert!(!answer.is_answered() || answer.report.unproved.is_some());
}

/// The same question with a small proof and without one.
fn records(spelling: &str, method: &str, small: bool) -> u64 {
    let game = Game::open(spelling).expect("a game");
    let method = Method::named(method).expect("a method");
    let asked = settings(|settings| (settings.method, settings.small) = (method, small));
    let mut solver = Solver::with(&game, asked);
    let answer = solver.value(&game.start()).expect("an answer");
    let file = answer.certificate().expect("a proof").to_bytes();
    let accepted = check(&file[..], &Options::default()).expect(spelling);
    assert_eq!(accepted.value.as_deref(), answer.value(), "{spelling}");
    answer.report.proofs.iter().map(|proof| proof.count).sum()
}

#[test]
fn small_proofs_are_never_larger() {
    let boards = ["connect4:4x4", "connect4:5x4", "breakthrough:4x5", "mnk:3,3,3", "woodpush:6,2"];
    for spelling in boards {
        for method in ["auto", "dfpn", "dfmopns", "alphabeta"] {
            let (small, usual) =
                (records(spelling, method, true), records(spelling, method, false));
            assert!(small <= usual, "{spelling} by {method}: {small} records, not {usual}");
        }
    }
}

#[test]
fn small_proofs_are_smaller_than_those_of_alpha_beta() {
    for spelling in ["connect4:5x5", "breakthrough:5x5"] {
        let (small, usual) = (records(spelling, "auto", true), records(spelling, "auto", false));
        assert!(3 * small < 2 * usual, "{spelling}: {small} records, not {usual}");
    }
}

#[test]
fn small_proofs_are_refused_where_there_are_none() {
    let refuse = |spelling: &str, settings: Settings| -> String {
        let game = Game::open(spelling).expect("a game");
        let decided: Result<Decided, Error> = settings.decide(&game, Goal::Value);
        decided.expect_err("a conflict").to_string()
    };
    let small = settings(|settings| settings.small = true);
    assert!(refuse("awari", small).contains("play never returns"));
    let canonical = settings(|settings| (settings.small, settings.canonical) = (true, true));
    assert!(refuse("connect4:4x4", canonical).contains("contradicts canonical"));
    let method = Method::named("pns").expect("a method");
    let tree = settings(|settings| (settings.small, settings.method) = (true, method));
    assert!(refuse("connect4:4x4", tree).contains("keep a table"));
}
