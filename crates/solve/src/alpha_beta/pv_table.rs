//! The triangular table of principal variations, one line for each depth, for searches whose transposition table does
//! not keep the moves.

use foregone_game::{Outcome, Player};

/// A move of a principal variation, with the player who makes it and the bounds of the position it leads to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct PvMove<M> {
    pub(super) mv: M,
    pub(super) player: Player,
    pub(super) shown: (Outcome, Outcome),
}

/// The lines by the depth at which they start; `None` if they are not kept.
pub(super) struct PvTable<M>(Option<Vec<Vec<PvMove<M>>>>);

impl<M: Copy> PvTable<M> {
    /// An empty table; with `keep` false nothing is ever stored.
    pub(super) fn new(keep: bool) -> PvTable<M> {
        PvTable(keep.then(Vec::new))
    }

    /// Clears the line that starts at `depth`.
    #[inline]
    pub(super) fn clear_from(&mut self, depth: usize) {
        if let Some(lines) = &mut self.0 {
            if lines.len() <= depth {
                lines.resize_with(depth + 1, Vec::new);
            }
            lines[depth].clear();
        }
    }

    /// Sets the line that starts at `depth` to `pv_move` followed by the line of the next depth.
    #[inline]
    pub(super) fn update(&mut self, depth: usize, pv_move: PvMove<M>) {
        if let Some(lines) = &mut self.0 {
            let (above, below) = lines.split_at_mut(depth + 1);
            above[depth].clear();
            above[depth].push(pv_move);
            above[depth].extend_from_slice(&below[0]);
        }
    }

    /// The line that starts at the root.
    pub(super) fn line(&self) -> &[PvMove<M>] {
        self.0.as_ref().and_then(|lines| lines.first()).map_or(&[], Vec::as_slice)
    }
}

/// The number of leading moves of a line that certainly keep the value. A search for one bound leaves moves in its line
/// that were good enough for that bound, but may lose more.
pub(super) fn value_keeping_length<M>(line: &[PvMove<M>], value: Outcome, best: Outcome) -> usize {
    let keeps = |pv_move: &PvMove<M>| match pv_move.player {
        Player::Max => pv_move.shown.0 >= value, // the worst outcome is kept by every move
        Player::Min => pv_move.shown.1 <= value || value == best,
    };
    line.iter().take_while(|pv_move| keeps(pv_move)).count()
}
