//! Every game passes the conformance kit, on boards of several sizes, those that fill a word to the last bit included.
//! Small boards are solved by plain minimax, and table keys, static bounds and checker bounds are compared with the values.

use std::fmt::Debug;
use std::path::Path;

use foregone_game::conformance::{
    Conformance, Values, acyclic, check, check_cyclic, keys, numbering, numbers, symmetric_values,
    symmetry, table_keys_up_to_symmetry,
};
use foregone_game::{
    Acyclic, Cyclic, ExploreLimits, Explored, Game, Keyed, Picture, Symmetric, TableKeyed,
};
use foregone_games::awari::Score as Stones;
use foregone_games::awari::board::{GrandSlam, Rest, Variant};
use foregone_games::awari::index::Endgames;
use foregone_games::connect4::{Connect4, Score};
use foregone_games::othello::{Score as Discs, Start};
use foregone_games::woodpush::{Rules, Score as Worth, WoodpushPath, WoodpushPrevious};
use foregone_games::{Awari, Breakthrough, Hounds, Mnk, Othello, Qubic, Torere, graph_file};

const SEED: u64 = 2012;

/// Positions whose values are computed, at most.
const POSITIONS: usize = 60_000;

fn plan(playouts: usize) -> Conformance {
    Conformance { seed: SEED, playouts, positions: POSITIONS }
}

/// Checks a game that is keyed, acyclic and symmetric. Says whether all its positions were solved.
fn board_game<G>(game: &G, playouts: usize) -> bool
where
    G: Keyed + TableKeyed + Acyclic + Symmetric + Picture + Clone,
    G::Position: PartialEq + Debug,
{
    let plan = plan(playouts);
    keys(game, &plan);
    acyclic(game, &plan);
    symmetry(game, &plan);
    table_keys_up_to_symmetry(game, &plan);
    let is_small = check(game, &plan).is_some();
    if is_small {
        let values = Values::acyclic(game, POSITIONS).expect("a small game");
        symmetric_values(game, &values);
        // Only scales that fit into a byte have tablebases.
        if let Ok(explored) = Explored::acyclic(game.clone(), &ExploreLimits::positions(POSITIONS))
        {
            numbers(&explored, 1_000);
            numbering(game, &explored, values.iter().map(|(position, _)| position));
        }
    }
    is_small
}

/// Checks a game that is keyed and can go on for ever. Says whether all its positions were solved.
fn endless_game<G>(game: &G, playouts: usize) -> bool
where
    G: TableKeyed + Cyclic + Picture + Clone,
    G::Position: PartialEq + Debug,
{
    let plan = plan(playouts);
    keys(game, &plan);
    let is_small = check_cyclic(game, &plan).is_some();
    if is_small {
        let values = Values::cyclic(game, POSITIONS).expect("a small game");
        let explored = Explored::cyclic(game.clone(), &ExploreLimits::positions(POSITIONS));
        let explored = explored.expect("a small game");
        numbers(&explored, 1_000);
        numbering(game, &explored, values.iter().map(|(position, _)| position));
    }
    is_small
}

#[test]
fn connect4_in_64_bits() {
    let boards =
        [(7, 6), (4, 5), (1, 1), (1, 63), (3, 3), (4, 3), (5, 2), (8, 7), (16, 3), (32, 1)];
    let mut solved = Vec::new();
    for (columns, rows) in boards {
        for score in [Score::Result, Score::Pons] {
            let game = Connect4::<u64>::new(columns, rows, score).expect("a board");
            if board_game(&game, 40) {
                solved.push((columns, rows));
            }
        }
    }
    assert_eq!(
        solved,
        [(1, 1), (1, 1), (1, 63), (1, 63), (3, 3), (3, 3), (4, 3), (4, 3), (5, 2), (5, 2)]
    );
}

#[test]
fn connect4_in_128_bits() {
    for (columns, rows) in [(7, 6), (9, 9), (8, 15), (1, 127), (2, 63), (32, 3), (64, 1)] {
        board_game(&Connect4::<u128>::new(columns, rows, Score::Result).expect("a board"), 20);
    }
    board_game(&Connect4::<u128>::new(8, 15, Score::Pons).expect("a board"), 20);
    assert!(board_game(&Connect4::<u128>::new(4, 3, Score::Result).expect("a board"), 20));
}

#[test]
fn mnk() {
    for (columns, rows, align) in [(5, 5, 4), (1, 128, 3), (26, 4, 5), (16, 8, 5)] {
        board_game(&Mnk::new(columns, rows, align).expect("a board"), 15);
    }
    for (columns, rows, align) in [(3, 3, 3), (1, 1, 1), (2, 2, 9), (3, 2, 2), (5, 2, 3)] {
        assert!(board_game(&Mnk::new(columns, rows, align).expect("a board"), 15));
    }
}

#[test]
fn qubic() {
    let game = Qubic::new();
    board_game(&game, 10);
    assert_eq!(game.images(&game.start()).len(), 192);
}

#[test]
fn woodpush_that_remembers_the_line() {
    let boards = [(8, 3), (13, 2), (2, 1), (4, 1), (4, 2), (5, 2), (30, 2), (12, 6)];
    let mut solved = 0;
    for (length, pieces) in boards {
        for score in [Worth::Pieces, Worth::Moves] {
            let game = WoodpushPath::new(Rules::new(length, pieces, score, None).expect("rules"));
            solved += usize::from(check(&game, &plan(60)).is_some());
        }
    }
    assert!(solved >= 6, "{solved} boards were solved");
}

#[test]
fn woodpush_that_remembers_the_previous_board() {
    for (length, pieces) in [(8, 3), (13, 2), (2, 1), (5, 2), (6, 2), (30, 15), (12, 6)] {
        let rules = Rules::new(length, pieces, Worth::Pieces, None).expect("rules");
        let game = WoodpushPrevious::new(rules, "0").expect("a score");
        let is_small = endless_game(&game, 60);
        assert!(is_small || length > 6, "{length},{pieces}");
    }
}

#[test]
fn hare_and_hounds() {
    let game = Hounds::new();
    assert!(endless_game(&game, 200));
    symmetry(&game, &plan(200));
    symmetric_values(&game, &Values::cyclic(&game, POSITIONS).expect("a small game"));
    table_keys_up_to_symmetry(&game, &plan(50));
}

#[test]
fn mu_torere() {
    let game = Torere::new();
    assert!(endless_game(&game, 50));
    symmetry(&game, &plan(50));
    symmetric_values(&game, &Values::cyclic(&game, POSITIONS).expect("a small game"));
    table_keys_up_to_symmetry(&game, &plan(50));
}

#[test]
fn awari() {
    for grand_slam in [GrandSlam::Legal, GrandSlam::Forbidden, GrandSlam::Empty] {
        for rest in [Rest::Opponent, Rest::Divided] {
            for score in [Stones::Difference, Stones::Result] {
                let game = Awari::new(Variant { grand_slam, rest }, score);
                assert!(!endless_game(&game, 30));
            }
        }
    }
    numbers(&Endgames::new(Variant::default(), 9), 2_000);
}

#[test]
fn breakthrough() {
    for (width, height, walls) in [
        (8, 8, ""),
        (4, 5, ""),
        (21, 3, ""),
        (2, 32, ""),
        (5, 6, "c3,c4"),
        (5, 6, "a3,c4,e4"),
        (8, 8, "a4,h5"),
    ] {
        board_game(&breakthrough_board(width, height, walls), 40);
    }
    for (width, height, walls) in [
        (2, 3, ""),
        (3, 3, ""),
        (4, 3, ""),
        (2, 5, ""),
        (3, 4, ""),
        (2, 5, "a3"),
        (3, 3, "b2"),
        (4, 3, "b2"),
    ] {
        assert!(board_game(&breakthrough_board(width, height, walls), 40), "{width}x{height}");
    }
}

fn breakthrough_board(width: u32, height: u32, walls: &str) -> Breakthrough {
    let game = Breakthrough::new(width, height, 0).expect("a board");
    if walls.is_empty() { game } else { game.walled(walls).expect("walls") }
}

/// Table keys are the same for images near the start only. 4x4 has 62,789 positions, 64,541 with the parallel start.
#[test]
fn othello() {
    for size in [4, 6, 8] {
        for (start, score) in [
            (Start::Diagonal, Discs::Difference),
            (Start::Diagonal, Discs::Result),
            (Start::Parallel, Discs::Empties),
        ] {
            let game = Othello::new(size, start, score).expect("a board");
            let plan = Conformance { positions: 65_000, ..plan(20) };
            keys(&game, &plan);
            acyclic(&game, &plan);
            symmetry(&game, &plan);
            let solved = check(&game, &plan);
            let known = if start == Start::Diagonal { 62_789 } else { 64_541 };
            assert_eq!(solved, (size == 4).then_some(known), "{size} {start:?} {score:?}");
            if solved.is_some() && score == Discs::Difference {
                symmetric_values(&game, &Values::acyclic(&game, plan.positions).expect("small"));
            }
        }
    }
}

#[test]
fn graphs_of_the_examples() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/graphs");
    let mut count = 0;
    for file in std::fs::read_dir(folder).expect("the examples") {
        let path = file.expect("an entry").path();
        let bytes = std::fs::read(&path).expect("an example");
        if String::from_utf8_lossy(&bytes).contains("\"chance\"") {
            continue; // a game with chance, which crates/chance tests
        }
        let file = graph_file::read(&bytes).unwrap_or_else(|error| panic!("{path:?}: {error}"));
        assert!(
            file.about.is_some_and(|about| about.len() > 20),
            "{path:?} does not say what it is"
        );
        count += 1;
        match file.graph.acyclic() {
            Ok(graph) => {
                keys(&graph, &plan(50));
                acyclic(&graph, &plan(50));
                assert!(check(&graph, &plan(50)).is_some());
            }
            Err(cycle) => {
                let graph = cycle.graph.cyclic(file.repetition.expect("a value of infinite play"));
                assert!(endless_game(&graph, 50));
            }
        }
    }
    assert_eq!(count, 5);
}
