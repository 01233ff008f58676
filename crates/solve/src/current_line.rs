//! The positions on the current line of a depth-first search. In games with cycles, a move back to one of them is a
//! repetition.

use foldhash::fast::FixedState;
use foregone_game::{Game, Outcome, TableKeyed};
use hashbrown::HashMap;

/// The function that gives the value of infinite play which comes back to a position again and again.
pub type Infinite<G> = fn(&G, &<G as Game>::Position) -> Outcome;

/// The positions of the current line by table key, recorded only if the game has cycles.
pub(crate) struct CurrentLine<G: TableKeyed> {
    infinite: Option<Infinite<G>>,
    depths: HashMap<u128, u32, FixedState>,
}

impl<G: TableKeyed> CurrentLine<G> {
    /// An empty line. `infinite` is `None` if the game has no cycles.
    pub(crate) fn new(infinite: Option<Infinite<G>>) -> CurrentLine<G> {
        CurrentLine { infinite, depths: HashMap::default() }
    }

    /// Records a position on the line, `depth` plies from the root.
    #[inline]
    pub(crate) fn enter(&mut self, game: &G, position: &G::Position, depth: usize) {
        if self.infinite.is_some() {
            self.depths.insert(game.table_key(position), depth as u32);
        }
    }

    /// Removes a position from the line.
    #[inline]
    pub(crate) fn leave(&mut self, game: &G, position: &G::Position) {
        if self.infinite.is_some() {
            self.depths.remove(&game.table_key(position));
        }
    }

    /// If the position is on the line: the value of infinite play, and the depth at which it is there.
    #[inline]
    pub(crate) fn find(&self, game: &G, position: &G::Position) -> Option<(Outcome, u32)> {
        let infinite = self.infinite?;
        let depth = *self.depths.get(&game.table_key(position))?;
        Some((infinite(game, position), depth))
    }

    /// Removes all positions.
    pub(crate) fn clear(&mut self) {
        self.depths.clear();
    }
}
