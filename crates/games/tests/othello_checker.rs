//! Othello is the same game by the rules of the search and by those of the checker, and both find the same stable discs, on all
//! boards along random games.

use std::collections::HashMap;

use foregone_game::conformance::playouts;
use foregone_game::random::Random;
use foregone_game::{Game, Keyed, Notation, Outcome, Player};
use foregone_games::othello::{Othello, Score, Start};
use foregone_proof::rules::{self, Rules};

/// Compares random games, and gives the number of positions whose bounds say something.
fn compare(size: u32, start: Start, score: Score, random: &mut Random, games: usize) -> usize {
    let game = Othello::new(size, start, score).expect("a board");
    let parallel = if start == Start::Parallel { ",start=parallel" } else { "" };
    let score = match score {
        Score::Difference => "",
        Score::Empties => ",score=empties",
        Score::Result => ",score=result",
    };
    let rules = rules::Othello::open(&format!("{size}x{size}{parallel}{score}")).expect("a board");
    assert_eq!(game.scale().names(), rules.outcomes());
    let rank = |outcome: Outcome| usize::from(outcome.0);
    let mut narrow = 0;
    for _ in 0..games {
        let (mut position, mut plain) = (game.start(), rules.start());
        loop {
            let text = game.write_position(&position);
            assert_eq!(rules.read(&text).as_ref(), Ok(&plain), "{text}");
            assert_eq!(rules.write(&plain), text);
            let outcome = game.outcome(&position).map(rank);
            assert_eq!(rules.outcome(&plain), outcome, "{text}");
            if outcome.is_some() {
                break;
            }
            assert_eq!(rules.max_to_move(&plain), game.player(&position) == Player::Max, "{text}");
            let (low, high) = game.checker_bounds(&position);
            assert_eq!(rules.static_bounds(&plain), Some((rank(low), rank(high))), "{text}");
            narrow += usize::from((low, high) != (game.scale().worst(), game.scale().best()));
            let (mut moves, mut next) = (Vec::new(), Vec::new());
            game.moves(&position, &mut moves);
            rules.successors(&plain, &mut next);
            assert_eq!(next.len(), moves.len(), "{text}");
            for (index, (&mv, next)) in moves.iter().zip(&next).enumerate() {
                let mut after = position;
                game.play(&mut after, mv);
                assert_eq!(rules.write(next), game.write_position(&after), "{text}");
                assert_eq!(rules.successor(&plain, index).as_ref(), Some(next), "{text}");
            }
            assert_eq!(rules.successor(&plain, moves.len()), None, "{text}");
            let choice = random.below(moves.len());
            game.play(&mut position, moves[choice]);
            plain = next.swap_remove(choice);
        }
    }
    narrow
}

#[test]
fn both_rules_are_the_same_game() {
    let mut random = Random::new(64);
    for (size, games) in [(4, 200), (6, 60), (8, 30)] {
        for start in [Start::Diagonal, Start::Parallel] {
            for score in [Score::Difference, Score::Empties, Score::Result] {
                let narrow = compare(size, start, score, &mut random, games);
                assert!(narrow > games, "{size} {start:?} {score:?}: only {narrow} positions");
            }
        }
    }
}

/// The value by minimax; on the way the bounds of every position below are compared with it.
fn value(
    game: &Othello,
    position: &<Othello as Game>::Position,
    known: &mut HashMap<u128, Outcome>,
) -> Outcome {
    if let Some(outcome) = game.outcome(position) {
        return outcome;
    }
    if let Some(&value) = known.get(&game.key(position)) {
        return value;
    }
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    let after = moves.iter().map(|&mv| {
        let mut after = *position;
        game.play(&mut after, mv);
        value(game, &after, known)
    });
    let found = match game.player(position) {
        Player::Max => after.max(),
        Player::Min => after.min(),
    };
    let found = found.expect("a move");
    for (low, high) in [game.static_bounds(position), game.checker_bounds(position)] {
        assert!(low <= found && found <= high, "{}", game.write_position(position));
    }
    known.insert(game.key(position), found);
    found
}

/// On 4x4 the conformance kit compares all positions.
#[test]
fn bounds_of_endgames_hold() {
    for (size, empty) in [(6, 9), (8, 8)] {
        for score in [Score::Difference, Score::Empties] {
            let game = Othello::new(size, Start::Diagonal, score).expect("a board");
            let mut known = HashMap::new();
            playouts(&game, 11, 12, |position, _| {
                if game.write_position(position).matches('.').count() == empty {
                    value(&game, position, &mut known);
                }
            });
            assert!(known.len() > 1_000, "{size}: {} positions", known.len());
        }
    }
}
