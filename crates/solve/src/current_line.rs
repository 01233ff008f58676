//! Which positions are on the line that a depth-first search follows: play that comes back to one of them can go on for
//! ever.

use foldhash::fast::FixedState;
use foregone_game::{Game, Outcome, TableKeyed};
use hashbrown::HashMap;

/// What a play that comes back to a position again and again is worth, if play can return.
pub type Infinite<G> = fn(&G, &<G as Game>::Position) -> Outcome;

/// The positions of the current line by their codes, if play can return.
pub(crate) struct CurrentLine<G: TableKeyed> {
    infinite: Option<Infinite<G>>,
    depths: HashMap<u128, u32, FixedState>,
}

impl<G: TableKeyed> CurrentLine<G> {
    /// No position. `infinite` says what infinite play is worth, if play can return at all.
    pub(crate) fn new(infinite: Option<Infinite<G>>) -> CurrentLine<G> {
        CurrentLine { infinite, depths: HashMap::default() }
    }

    /// Notes that a position is on the line, so many plies from its root.
    #[inline]
    pub(crate) fn enter(&mut self, game: &G, position: &G::Position, depth: usize) {
        if self.infinite.is_some() {
            self.depths.insert(game.table_key(position), depth as u32);
        }
    }

    /// Notes that the search turns back from a position.
    #[inline]
    pub(crate) fn leave(&mut self, game: &G, position: &G::Position) {
        if self.infinite.is_some() {
            self.depths.remove(&game.table_key(position));
        }
    }

    /// If a position is on the line: what that is worth, and how deep it is there.
    #[inline]
    pub(crate) fn find(&self, game: &G, position: &G::Position) -> Option<(Outcome, u32)> {
        let infinite = self.infinite?;
        let depth = *self.depths.get(&game.table_key(position))?;
        Some((infinite(game, position), depth))
    }

    /// Forgets all positions.
    pub(crate) fn clear(&mut self) {
        self.depths.clear();
    }
}
