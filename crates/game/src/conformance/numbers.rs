//! Indexed positions: indices and positions belong together one to one, and successors are those of the game.

use crate::game::Game;
use crate::indexed::{Layered, PositionIndex, Successor};

/// Numbers: within every layer each number stands for a position that has this number, and [`Layered::advance`] goes from each
/// to the next. At most `most` numbers of a layer are looked at.
///
/// # Panics
/// If the numbering breaks a promise.
pub fn numbers<N: Layered>(numbering: &N, most: u64) {
    for layer in 0..numbering.layers() {
        let size = numbering.size(layer);
        let stride = (size / most.max(1)).max(1);
        for index in (0..size).step_by(stride as usize) {
            let mut decoded = numbering.decode(layer, index);
            assert_eq!(numbering.index(layer, decoded), index, "layer {layer}");
            if index + 1 < size {
                numbering.advance(layer, &mut decoded);
                assert_eq!(numbering.index(layer, decoded), index + 1, "layer {layer}, advancing");
            }
        }
    }
}

/// Steps: from every position that has a number, the steps lead where the moves of the game lead, and as often.
///
/// # Panics
/// If the numbering breaks a promise.
pub fn numbering<'p, G, N>(
    game: &G,
    numbering: &N,
    positions: impl IntoIterator<Item = &'p G::Position>,
) where
    G: Game,
    G::Position: 'p,
    N: PositionIndex<G>,
{
    // Where a position is: its layer and number, or none for the end of play.
    type Home = Option<(usize, u64)>;
    let home = |position: &G::Position| -> Home {
        let (layer, decoded) = numbering.find(game, position)?;
        Some((layer, numbering.index(layer, decoded)))
    };
    for position in positions {
        let Some((layer, decoded)) = numbering.find(game, position) else { continue };
        if game.outcome(position).is_some() {
            continue;
        }
        let mut moves = Vec::new();
        game.moves(position, &mut moves);
        let mut expected: Vec<Home> = Vec::new();
        for &mv in &moves {
            let mut next = position.clone();
            game.play(&mut next, mv);
            expected.push(home(&next));
        }
        let mut steps: Vec<Home> = Vec::new();
        numbering.successors(layer, decoded, |step| {
            steps.push(match step {
                Successor::Within { decoded, .. } => Some((layer, numbering.index(layer, decoded))),
                Successor::Below { layer, decoded, .. } => {
                    Some((layer, numbering.index(layer, decoded)))
                }
                Successor::Over(_) => None,
            });
        });
        expected.sort_unstable();
        steps.sort_unstable();
        assert_eq!(steps, expected, "the steps from number {:?}", home(position));
    }
}
