//! How many lines of play there are, with outcomes of chance as plies: what tests of rules compare.

use crate::game::{ChanceGame, Turn};

/// The number of lines of exactly `depth` moves and outcomes of chance; lines that end earlier are left out.
///
/// ```
/// use foregone_chance::ChanceGame;
/// use foregone_chance::games::Pig;
/// use foregone_chance::perft::perft;
///
/// let pig = Pig::with_die(10)?;
/// // Six faces; a bust and six faces of the opponent, or one of five and two choices.
/// assert_eq!([0, 1, 2].map(|depth| perft(&pig, &pig.start(), depth)), [1, 6, 6 + 5 * 2]);
/// # Ok::<(), foregone_game::InvalidGame>(())
/// ```
pub fn perft<G: ChanceGame>(game: &G, position: &G::Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if matches!(game.turn(position), Turn::Over(_)) {
        return 0;
    }
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    match depth {
        1 => moves.len() as u64,
        _ => moves.iter().map(|&mv| perft(game, &game.after(position, mv), depth - 1)).sum(),
    }
}
