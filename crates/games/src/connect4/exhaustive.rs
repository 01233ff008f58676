//! Every position of small boards with its exact value: what the static knowledge is tested against.

use std::collections::HashMap;
use std::sync::OnceLock;

use foregone_game::{Game, Keyed, Outcome, Player};

use super::{Connect4, Position, Score};

/// Boards small enough: even and odd numbers of rows, of columns, and of cells.
pub(super) const BOARDS: [(u32, u32); 6] = [(4, 4), (5, 3), (4, 5), (5, 4), (7, 2), (3, 6)];

/// Every position of a board that is not over, and what it is worth to the player to move (0 for a draw). Tests share
/// the boards: finding the values is most of their work.
pub(super) fn positions(
    board: (u32, u32),
    score: Score,
    mut visit: impl FnMut(&Connect4, &Position, i32),
) {
    static KNOWN: [OnceLock<Vec<(Position, i32)>>; 2 * BOARDS.len()] =
        [const { OnceLock::new() }; 2 * BOARDS.len()];
    let game = Connect4::<u64>::new(board.0, board.1, score).expect("a board");
    let place = BOARDS.iter().position(|&known| known == board).expect("a small board");
    let place = 2 * place + usize::from(score == Score::Pons);
    for (position, value) in KNOWN[place].get_or_init(|| solved(&game)) {
        visit(&game, position, *value);
    }
}

fn solved(game: &Connect4) -> Vec<(Position, i32)> {
    let mut known = HashMap::new();
    value(game, &game.start(), &mut known);
    let middle = (game.scale().len() / 2) as i32;
    let for_mover = |(position, value): (Position, Outcome)| {
        let value = i32::from(value.0) - middle;
        (position, if game.player(&position) == Player::Max { value } else { -value })
    };
    known.into_values().map(for_mover).collect()
}

fn value(
    game: &Connect4,
    position: &Position,
    known: &mut HashMap<u64, (Position, Outcome)>,
) -> Outcome {
    if let Some(outcome) = game.outcome(position) {
        return outcome;
    }
    if let Some(&(_, value)) = known.get(&game.key(position)) {
        return value;
    }
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    let values = moves.into_iter().map(|mv| {
        let mut child = *position;
        game.play(&mut child, mv);
        value(game, &child, known)
    });
    let best = match game.player(position) {
        Player::Max => values.max(),
        Player::Min => values.min(),
    }
    .expect("an unfinished position has moves");
    known.insert(game.key(position), (*position, best));
    best
}

#[test]
fn positions_with_one_code_are_mirror_images() {
    use foregone_game::{Symmetric, TableKeyed};
    let mut table_keys: HashMap<u128, (Position, i32)> = HashMap::new();
    positions((5, 3), Score::Pons, |game, position, value| {
        let images = game.images(position);
        assert_eq!(game.table_key(&images[0]), game.table_key(&images[1]));
        let first = *table_keys.entry(game.table_key(position)).or_insert((*position, value));
        assert!(images.contains(&first.0) && first.1 == value, "{position:?}");
    });
}
