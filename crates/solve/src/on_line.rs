//! Which positions are on the line that a depth-first search follows: play that comes back to one of them can go on for
//! ever.

use foldhash::fast::FixedState;
use game::{Coded, Outcome};
use hashbrown::HashMap;

/// The positions of the current line by their codes, if play can return.
pub(crate) struct OnLine {
    infinite: Option<Outcome>,
    depths: HashMap<u128, u32, FixedState>,
}

impl OnLine {
    /// No position. `infinite` is what infinite play is worth, if play can return at all.
    pub(crate) fn new(infinite: Option<Outcome>) -> OnLine {
        OnLine { infinite, depths: HashMap::default() }
    }

    /// Notes that a position is on the line, so many plies from its root.
    #[inline]
    pub(crate) fn enter<G: Coded>(&mut self, game: &G, position: &G::Position, depth: usize) {
        if self.infinite.is_some() {
            self.depths.insert(game.code(position), depth as u32);
        }
    }

    /// Notes that the search turns back from a position.
    #[inline]
    pub(crate) fn leave<G: Coded>(&mut self, game: &G, position: &G::Position) {
        if self.infinite.is_some() {
            self.depths.remove(&game.code(position));
        }
    }

    /// If a position is on the line: what that is worth, and how deep it is there.
    #[inline]
    pub(crate) fn find<G: Coded>(
        &self,
        game: &G,
        position: &G::Position,
    ) -> Option<(Outcome, u32)> {
        let infinite = self.infinite?;
        Some((infinite, *self.depths.get(&game.code(position))?))
    }

    /// Forgets all positions.
    pub(crate) fn clear(&mut self) {
        self.depths.clear();
    }
}
