//! The best lines of a running search, one from each depth on, where no table keeps them.

use foregone_game::{Outcome, Player};

/// A move of a line: who makes it, and what the search had shown about where it leads (at least, at most).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct PvMove<M> {
    pub(super) mv: M,
    pub(super) player: Player,
    pub(super) shown: (Outcome, Outcome),
}

/// PvTable of moves by the depth at which they begin, if they are kept.
pub(super) struct PvTable<M>(Option<Vec<Vec<PvMove<M>>>>);

impl<M: Copy> PvTable<M> {
    /// No lines yet, or never any.
    pub(super) fn new(keep: bool) -> PvTable<M> {
        PvTable(keep.then(Vec::new))
    }

    /// No best line is known from that depth on.
    #[inline]
    pub(super) fn clear_from(&mut self, depth: usize) {
        if let Some(lines) = &mut self.0 {
            if lines.len() <= depth {
                lines.resize_with(depth + 1, Vec::new);
            }
            lines[depth].clear();
        }
    }

    /// The best line from that depth on is that move, and then the best one from the next depth on.
    #[inline]
    pub(super) fn update(&mut self, depth: usize, pv_move: PvMove<M>) {
        if let Some(lines) = &mut self.0 {
            let (above, below) = lines.split_at_mut(depth + 1);
            above[depth].clear();
            above[depth].push(pv_move);
            above[depth].extend_from_slice(&below[0]);
        }
    }

    /// The best line from the root on.
    pub(super) fn line(&self) -> &[PvMove<M>] {
        self.0.as_ref().and_then(|lines| lines.first()).map_or(&[], Vec::as_slice)
    }
}

/// How many moves of a line surely keep the value: a pass that only had to show a bound leaves moves in its line that
/// were good enough for that and may give away more.
pub(super) fn value_keeping_length<M>(line: &[PvMove<M>], value: Outcome, best: Outcome) -> usize {
    let keeps = |pv_move: &PvMove<M>| match pv_move.player {
        Player::Max => pv_move.shown.0 >= value, // the worst outcome is kept by every move
        Player::Min => pv_move.shown.1 <= value || value == best,
    };
    line.iter().take_while(|pv_move| keeps(pv_move)).count()
}
