//! A position on the line that the search follows, while its moves are being tried.

use foregone_game::{Outcome, Player, TableKeyed};

use super::bounds::{Bounds, UNCONDITIONAL, Window};
use super::pv_table::PvMove;

/// What a first look at a position has shown, if there was one: at least, at most.
pub(super) type Surveyed = Option<(Outcome, Outcome)>;

/// A move that is still to be tried.
#[derive(Clone, Copy)]
pub(super) struct Candidate<M> {
    pub(super) mv: M,
    /// How promising it looks.
    pub(super) move_score: i32,
    /// Whether it was the last that was enough at this depth.
    pub(super) killer: bool,
    /// What is known about the position it leads to, if that has been looked at.
    pub(super) surveyed: Surveyed,
}

/// A position and what its moves have brought so far.
pub(super) struct Node<G: TableKeyed> {
    pub(super) position: G::Position,
    pub(super) table_key: u128,
    pub(super) player: Player,
    pub(super) window: Window,
    /// The window with which the position was entered.
    pub(super) entered: Window,
    /// What was known before any move was tried.
    pub(super) prior: Bounds,
    /// What the moves tried so far say.
    pub(super) reached: Bounds,
    /// Its candidates among those of all frames: where they begin, which is tried next, where they end.
    pub(super) first: u32,
    pub(super) next: u32,
    pub(super) end: u32,
    /// The move being tried.
    pub(super) current: G::Move,
    /// The best move so far and what it is worth.
    pub(super) best: Option<(G::Move, (Outcome, Outcome))>,
    /// Nodes created before it.
    pub(super) created: u64,
    /// Whether all moves that led here are those of the principal variation.
    pub(super) principal: bool,
}

impl<G: TableKeyed> Node<G> {
    /// Takes in what the move being tried is worth. Whether it is the best so far.
    #[inline]
    pub(super) fn absorb(&mut self, child: Bounds) -> bool {
        self.secure(child);
        let reached = &mut self.reached;
        match self.player {
            Player::Max => {
                reached.high = reached.high.max(child.high);
                reached.high_assumes = reached.high_assumes.min(child.high_assumes);
            }
            Player::Min => {
                reached.low = reached.low.min(child.low);
                reached.low_assumes = reached.low_assumes.min(child.low_assumes);
            }
        }
        let better = self.best.is_none_or(|(_, best)| match self.player {
            Player::Max => child.pair() > best,
            Player::Min => (child.high, child.low) < (best.1, best.0),
        });
        if better {
            self.best = Some((self.current, child.pair()));
        }
        better
    }

    /// The move being tried, as part of a line of a search for what a side can be sure of.
    #[inline]
    pub(super) fn pv_move(&self, child: Bounds, side: Option<Player>) -> PvMove<G::Move> {
        let (low, high) = child.pair();
        let shown = match side {
            None => (low, high),
            Some(Player::Max) => (low, Outcome(u8::MAX)),
            Some(Player::Min) => (Outcome(0), high),
        };
        PvMove { mv: self.current, player: self.player, shown }
    }

    /// Takes in what the player to move has for certain by a move, even if that move has not been searched to the end.
    #[inline]
    pub(super) fn secure(&mut self, child: Bounds) {
        let reached = &mut self.reached;
        match self.player {
            Player::Max => {
                if (child.low, child.low_assumes) > (reached.low, reached.low_assumes) {
                    (reached.low, reached.low_assumes) = (child.low, child.low_assumes);
                    self.window.alpha = self.window.alpha.max(child.low);
                }
            }
            Player::Min => {
                if child.high < reached.high
                    || child.high == reached.high && child.high_assumes > reached.high_assumes
                {
                    (reached.high, reached.high_assumes) = (child.high, child.high_assumes);
                    self.window.beta = self.window.beta.min(child.high);
                }
            }
        }
    }

    /// Whether the moves that are left do not matter.
    #[inline]
    pub(super) fn is_cut(&self) -> bool {
        match self.player {
            Player::Max => self.reached.low >= self.window.beta,
            Player::Min => self.reached.high <= self.window.alpha,
        }
    }

    /// What has been established when no more moves are tried.
    #[inline]
    pub(super) fn conclusion(&self) -> Bounds {
        let mut bounds = self.reached;
        if self.next < self.end {
            // What the moves left out are worth is not known.
            match self.player {
                Player::Max => {
                    (bounds.high, bounds.high_assumes) = (self.prior.high, UNCONDITIONAL)
                }
                Player::Min => (bounds.low, bounds.low_assumes) = (self.prior.low, UNCONDITIONAL),
            }
        }
        bounds.and(self.prior.low, self.prior.high)
    }

    /// The same while moves are still being tried.
    pub(super) fn so_far(&self) -> (Outcome, Outcome) {
        match self.player {
            Player::Max => (self.reached.low.max(self.prior.low), self.prior.high),
            Player::Min => (self.prior.low, self.reached.high.min(self.prior.high)),
        }
    }
}

/// What no move says: as bad as can be for the player, who has not tried any.
#[inline]
pub(super) fn nothing_reached(player: Player, known: Bounds) -> Bounds {
    match player {
        Player::Max => Bounds::free((known.low, Outcome(0))),
        Player::Min => Bounds::free((Outcome(u8::MAX), known.high)),
    }
}
