//! Values and leaf counts that an independent program has computed, and how models are read.

use foregone_game::Game;
use foregone_games::Mnk;
use foregone_solve::limits::Limits;
use foregone_solve::play::models::{
    Method, ModelQuestion, OpponentType, Ties, read_opponents, write_opponents,
};

use super::games::Drop;

const LINES: u8 = 0;
const CENTRE: u8 = 1;
const GREEDY_OF_DROP: u8 = 1;

/// The value as text and the leaves.
fn found<G: Game>(game: &G, question: &ModelQuestion, method: Method) -> (String, u64) {
    let report = question.answer(game, &game.start(), method, Limits::default()).expect("possible");
    (report.found.expect("no limit").value.to_string(), report.visited.leaves)
}

/// The minimax value, and value and leaves against the model without and with cuts.
fn values<G: Game>(
    game: &G,
    depth: u32,
    evaluation: u8,
    model: u8,
    ties: Ties,
) -> (String, String, u64, u64) {
    let opponents = vec![OpponentType { evaluations: vec![model], depth: None, weight: 1 }];
    let question = ModelQuestion { evaluation, depth, opponents, ties };
    let minimax = ModelQuestion { opponents: Vec::new(), ..question.clone() };
    let (minimax, _) = found(game, &minimax, Method::OnePass);
    let (plain, all) = found(game, &question, Method::Plain);
    let (cut, leaves) = found(game, &question, Method::OnePass);
    assert_eq!(plain, cut);
    (minimax, plain, all, leaves)
}

fn expected(minimax: &str, value: &str, all: u64, cut: u64) -> (String, String, u64, u64) {
    (minimax.to_owned(), value.to_owned(), all, cut)
}

#[test]
fn tic_tac_toe_against_models() {
    let game = Mnk::new(3, 3, 3).expect("a board");
    let three = |ties| values(&game, 3, LINES, CENTRE, ties);
    assert_eq!(three(Ties::First), expected("3", "4", 504, 248));
    let four = |ties| values(&game, 4, CENTRE, LINES, ties);
    assert_eq!(four(Ties::First), expected("2", "6", 3024, 1350));
    let (minimax, value, all, _) = four(Ties::Worst);
    assert_eq!((minimax.as_str(), value.as_str(), all), ("2", "4", 3024));
}

#[test]
fn dropped_stones_against_a_model() {
    let game = Drop { columns: 4, rows: 4, align: 3 };
    let first = values(&game, 4, LINES, GREEDY_OF_DROP, Ties::First);
    assert_eq!(first, expected("0", "4", 256, 156));
}

#[test]
fn models_are_read_and_written() {
    let known = Mnk::new(3, 3, 3).expect("a board").evaluations();
    let again = |text: &str| write_opponents(known, &read_opponents(known, text).expect(text));
    for text in
        ["lines", "centre@3", "centre/lines/greedy", "lines:1/3+centre@2:2/3", "lines:0+centre:1"]
    {
        assert_eq!(again(text), text);
    }
    assert_eq!(again("lines + centre"), "lines:1/2+centre:1/2");
    assert_eq!(again("lines:0.25+centre:.75"), "lines:1/4+centre:3/4");
    let weights = |text: &str| {
        let types = read_opponents(known, text).expect(text);
        types.iter().map(|it| it.weight).collect::<Vec<_>>()
    };
    assert_eq!(weights("lines:2/6+centre:4/6"), [1, 2]);
    assert_eq!(weights("lines:1"), [1]);
    let refused = |text: &str| read_opponents(known, text).expect_err(text).0;
    assert!(refused("hope").contains("no evaluation \"hope\"; there are lines ("));
    assert!(refused("").contains("no evaluation \"\""));
    assert!(refused("lines:1/2+centre:1/3").contains("add up to 5/6, not to 1"));
    assert!(refused("lines:1/2").contains("add up to 1/2, not to 1"));
    assert!(refused("lines:1/2+centre").contains("every type of the opponent a probability"));
    for wrong in ["lines:-1", "lines:1/0", "lines:x", "lines:1e3", "lines:", "lines:+1"] {
        assert!(refused(wrong).contains("is not a probability"), "{wrong}: {}", refused(wrong));
    }
    for wrong in ["lines@0", "lines@", "lines@-2", "lines@x"] {
        assert!(refused(wrong).contains("is not a depth"), "{wrong}");
    }
    let long = "lines:1/18446744073709551615+centre:18446744073709551613/18446744073709551614";
    assert!(refused(long).contains("too many digits"));
}
