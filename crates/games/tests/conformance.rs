//! Every game passes the conformance kit, on boards of several sizes, those that fill a word to the last bit included.

use std::path::Path;

use foregone_game::conformance::{acyclic, infinite, keys, notation, pictures, rules, symmetry};
use foregone_game::{Acyclic, Keyed, Notation, Picture, Symmetric};
use foregone_games::awari::Score as Stones;
use foregone_games::awari::board::{GrandSlam, Rest, Variant};
use foregone_games::connect4::{Connect4, Score};
use foregone_games::woodpush::{Rules, Score as Worth, WoodpushPath, WoodpushPrevious};
use foregone_games::{Awari, Breakthrough, Hounds, Mnk, Torere, graph_file};

const SEED: u64 = 2012;

/// What every game that is keyed, acyclic and symmetric has to pass.
fn board_game<G>(game: &G, playouts: usize)
where
    G: Keyed + Acyclic + Symmetric + Notation + Picture,
    G::Position: PartialEq + std::fmt::Debug,
{
    rules(game, SEED, playouts);
    keys(game, SEED, playouts);
    acyclic(game, SEED, playouts);
    symmetry(game, SEED, playouts);
    notation(game, SEED, playouts.div_ceil(4));
    pictures(game, SEED, playouts.div_ceil(4));
}

#[test]
fn connect4_in_64_bits() {
    for (columns, rows) in [(7, 6), (4, 5), (1, 1), (1, 63), (3, 3), (8, 7), (16, 3), (32, 1)] {
        for score in [Score::Result, Score::Pons] {
            board_game(&Connect4::<u64>::new(columns, rows, score).expect("a board"), 40);
        }
    }
}

#[test]
fn connect4_in_128_bits() {
    for (columns, rows) in [(7, 6), (9, 9), (8, 15), (1, 127), (2, 63), (32, 3), (64, 1)] {
        board_game(&Connect4::<u128>::new(columns, rows, Score::Result).expect("a board"), 20);
    }
    board_game(&Connect4::<u128>::new(8, 15, Score::Pons).expect("a board"), 20);
}

#[test]
fn mnk() {
    for (columns, rows, align) in
        [(3, 3, 3), (4, 3, 3), (5, 5, 4), (1, 1, 1), (1, 128, 3), (26, 4, 5), (16, 8, 5), (2, 2, 9)]
    {
        board_game(&Mnk::new(columns, rows, align).expect("a board"), 15);
    }
}

#[test]
fn woodpush_that_remembers_the_line() {
    for (length, pieces) in [(8, 3), (13, 2), (2, 1), (5, 2), (30, 2), (12, 6)] {
        for score in [Worth::Pieces, Worth::Moves] {
            let game = WoodpushPath::new(Rules::new(length, pieces, score, None).expect("rules"));
            rules(&game, SEED, 60);
            notation(&game, SEED, 15);
            pictures(&game, SEED, 15);
        }
    }
}

#[test]
fn woodpush_that_remembers_the_previous_board() {
    for (length, pieces) in [(8, 3), (13, 2), (2, 1), (5, 2), (30, 15), (12, 6)] {
        let rules_of = Rules::new(length, pieces, Worth::Pieces, None).expect("rules");
        let game = WoodpushPrevious::new(rules_of, "0").expect("a score");
        infinite(&game, 11, 30);
        rules(&game, SEED, 60);
        keys(&game, SEED, 60);
        notation(&game, SEED, 15);
        pictures(&game, SEED, 15);
    }
}

#[test]
fn hare_and_hounds() {
    let game = Hounds::new();
    infinite(&game, 11, 30);
    rules(&game, SEED, 200);
    keys(&game, SEED, 200);
    symmetry(&game, SEED, 200);
    notation(&game, SEED, 20);
    pictures(&game, SEED, 5);
}

#[test]
fn mu_torere() {
    let game = Torere::new();
    infinite(&game, 11, 30);
    rules(&game, SEED, 50);
    keys(&game, SEED, 50);
    symmetry(&game, SEED, 50);
    notation(&game, SEED, 2);
    pictures(&game, SEED, 2);
}

#[test]
fn awari() {
    for grand_slam in [GrandSlam::Legal, GrandSlam::Forbidden, GrandSlam::Empty] {
        for rest in [Rest::Opponent, Rest::Divided] {
            for score in [Stones::Difference, Stones::Result] {
                let game = Awari::new(Variant { grand_slam, rest }, score);
                infinite(&game, 11, 30);
                rules(&game, SEED, 30);
                keys(&game, SEED, 30);
                notation(&game, SEED, 2);
                pictures(&game, SEED, 2);
            }
        }
    }
}

#[test]
fn breakthrough() {
    for (width, height, walls) in [
        (8, 8, ""),
        (2, 3, ""),
        (3, 3, ""),
        (4, 5, ""),
        (21, 3, ""),
        (2, 32, ""),
        (5, 6, "c3,c4"),
        (5, 6, "a3,c4,e4"),
        (8, 8, "a4,h5"),
    ] {
        let game = Breakthrough::new(width, height, 0).expect("a board");
        board_game(&if walls.is_empty() { game } else { game.walled(walls).expect("walls") }, 40);
    }
}

#[test]
fn graphs_of_the_examples() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/graphs");
    let mut count = 0;
    for file in std::fs::read_dir(folder).expect("the examples") {
        let path = file.expect("an entry").path();
        let bytes = std::fs::read(&path).expect("an example");
        let file = graph_file::read(&bytes).unwrap_or_else(|error| panic!("{path:?}: {error}"));
        assert!(
            file.about.is_some_and(|about| about.len() > 20),
            "{path:?} does not say what it is"
        );
        count += 1;
        match file.graph.acyclic() {
            Ok(graph) => {
                rules(&graph, SEED, 50);
                keys(&graph, SEED, 50);
                acyclic(&graph, SEED, 50);
                notation(&graph, SEED, 10);
                pictures(&graph, SEED, 5);
            }
            Err(cycle) => {
                let graph = cycle.graph.cyclic(file.repetition.expect("a value of infinite play"));
                rules(&graph, SEED, 50);
                keys(&graph, SEED, 50);
                infinite(&graph, 11, 30);
                notation(&graph, SEED, 10);
                pictures(&graph, SEED, 5);
            }
        }
    }
    assert_eq!(count, 5);
}
