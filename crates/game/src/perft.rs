//! Counting lines of play: the quickest way to tell two sets of rules apart.

use crate::game::Game;

/// The number of lines of exactly `depth` moves from a position; lines that end earlier do not count.
///
/// ```
/// use foregone_game::perft::perft;
/// use foregone_game::text_game::text_game;
/// use foregone_game::Game;
///
/// let game = text_game("(01(21))");
/// assert_eq!([1, 2].map(|depth| perft(&game, &game.start(), depth)), [3, 2]);
/// ```
pub fn perft<G: Game>(game: &G, position: &G::Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if game.outcome(position).is_some() {
        return 0;
    }
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    if depth == 1 {
        return moves.len() as u64;
    }
    let play = |&mv: &G::Move| {
        let mut child = position.clone();
        game.play(&mut child, mv);
        perft(game, &child, depth - 1)
    };
    moves.iter().map(play).sum()
}

/// All lines of exactly `depth` moves, in the canonical order, with the positions they lead to: the test lists of
/// Saffidine and Cazenave 2012 §5. Lines that end earlier are left out; duplicates are kept.
pub fn lines<G: Game>(
    game: &G,
    position: &G::Position,
    depth: u32,
) -> Vec<(Vec<G::Move>, G::Position)> {
    let mut found = vec![(Vec::new(), position.clone())];
    for _ in 0..depth {
        let mut longer = Vec::new();
        for (line, position) in found {
            if game.outcome(&position).is_some() {
                continue;
            }
            let mut moves = Vec::new();
            game.moves(&position, &mut moves);
            for mv in moves {
                let (mut line, mut child) = (line.clone(), position.clone());
                game.play(&mut child, mv);
                line.push(mv);
                longer.push((line, child));
            }
        }
        found = longer;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text_game::text_game;

    #[test]
    fn lines_that_end_early_do_not_count() {
        let game = text_game("(01(21(00)))");
        let counts: Vec<u64> = (0..5).map(|depth| perft(&game, &game.start(), depth)).collect();
        assert_eq!(counts, [1, 3, 3, 2, 0]);
    }

    #[test]
    fn lines_come_in_the_canonical_order_and_as_many_as_counted() {
        let game = text_game("(01(21(00)))");
        let moves: Vec<Vec<u16>> =
            lines(&game, &game.start(), 2).into_iter().map(|(line, _)| line).collect();
        assert_eq!(moves, [[2, 0], [2, 1], [2, 2]]);
        for depth in 0..5 {
            let found = lines(&game, &game.start(), depth).len() as u64;
            assert_eq!(found, perft(&game, &game.start(), depth));
        }
    }
}
