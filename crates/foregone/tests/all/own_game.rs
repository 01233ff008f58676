//! The example of a game of one's own: it runs, and its value is right.

#[path = "../../examples/own_game.rs"]
mod example;

use foregone::prelude::*;

#[test]
fn the_example_runs_and_its_certificate_is_accepted() {
    example::main().expect("a solved and certified game");
}

/// The plainest solution: a heap is won if a square leads to a heap that is lost.
#[test]
fn the_values_are_those_of_the_plain_recursion() {
    let mut won = vec![false];
    for stones in 1..=120_u32 {
        let squares = (1..).map(|side: u32| side * side).take_while(|&square| square <= stones);
        won.push(squares.into_iter().any(|square| !won[(stones - square) as usize]));
    }
    for (stones, won) in won.into_iter().enumerate().skip(1) {
        let game = Game::own("squares", example::Squares(stones as u32));
        for method in ["auto", "dfpn", "pns", "mopns"] {
            let mut solver = Solver::new(&game);
            solver.settings.method = foregone::Method::named(method).expect("an algorithm");
            let answer = solver.value(&game.start()).expect("an answer");
            let expected = if won { "win" } else { "loss" };
            assert_eq!(answer.value(), Some(expected), "{stones} stones by {method}");
            if method == "pns" && stones > 20 {
                break; // without a table the tree grows fast
            }
        }
    }
}
