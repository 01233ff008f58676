//! Estimates are no proofs, but a better position should have a better estimate, and symmetric positions must have the same.

use foregone_game::notation::read_line;
use foregone_game::random::Random;
use foregone_game::{Game, Notation, Symmetric};
use foregone_games::connect4::Score;
use foregone_games::othello::{Score as Discs, Start};
use foregone_games::{Breakthrough, Connect4, Hounds, Mnk, Othello, Qubic};

fn after<G: Notation>(game: &G, moves: &str) -> i32 {
    game.estimate(&read_line(game, game.start(), moves).expect("a legal line").0)
}

/// Symmetric images of a position have the same estimate, along random games.
fn check_images<G: Symmetric>(game: &G) {
    let mut random = Random::new(1);
    for _ in 0..20 {
        let (mut position, mut moves) = (game.start(), Vec::new());
        for _ in 0..30 {
            if game.outcome(&position).is_some() {
                break;
            }
            let estimates: Vec<i32> =
                game.images(&position).iter().map(|image| game.estimate(image)).collect();
            assert!(estimates.iter().all(|&estimate| estimate == estimates[0]), "{estimates:?}");
            moves.clear();
            game.moves(&position, &mut moves);
            game.play(&mut position, moves[random.below(moves.len())]);
        }
    }
}

#[test]
fn images_look_the_same() {
    check_images(&Connect4::<u64>::new(7, 6, Score::Result).expect("a board"));
    check_images(&Mnk::new(5, 5, 4).expect("a board"));
    check_images(&Qubic::new());
    check_images(&Hounds::new());
    check_images(&Othello::new(8, Start::Diagonal, Discs::Difference).expect("a board"));
    check_images(&Breakthrough::new(5, 6, 0).expect("a board"));
}

#[test]
fn better_positions_look_better() {
    let four = Connect4::<u64>::new(7, 6, Score::Result).expect("a board");
    assert_eq!(after(&four, ""), 0);
    assert!(after(&four, "4") > after(&four, "1"), "the middle is better than the edge");
    assert!(after(&four, "42527") > after(&four, "42521"), "a gap in a row is a threat");
    let lines = Mnk::new(3, 3, 3).expect("a board");
    assert_eq!(after(&lines, "b2"), 4, "four lines lead through the middle");
    assert_eq!(after(&lines, "b2 a1"), 3 - 2);
    let hounds = Hounds::new();
    let estimate = |text: &str| hounds.estimate(&hounds.read_position(text).expect("a position"));
    assert!(
        estimate("..x/..x.o/..x o") > estimate("x../x...o/x.. o"),
        "a hare with few ways out is nearly caught"
    );
    let pawns = Breakthrough::new(4, 6, 0).expect("a board");
    assert_eq!(after(&pawns, ""), 0);
    assert!(after(&pawns, "b2-b3") > 0, "a step ahead");
    let estimate = |text: &str| pawns.estimate(&pawns.read_position(text).expect("a position"));
    assert!(
        estimate("b.../..w./..../.b../..../.w.. b") > estimate(".b../..w./..../.b../..../.w.. b"),
        "an attacked pawn is worth less"
    );
}
