//! A position on the current line of an alpha-beta search while its moves are being searched.

use foregone_game::{Outcome, Player, TableKeyed};

use super::bounds::{Bounds, UNCONDITIONAL, Window};
use super::pv_table::PvMove;

/// Bounds that the survey of all successors has found for a position, if there was a survey.
pub(super) type Surveyed = Option<(Outcome, Outcome)>;

/// A move that is still to be searched.
#[derive(Clone, Copy)]
pub(super) struct Candidate<M> {
    pub(super) mv: M,
    /// The move score of the game, for move ordering.
    pub(super) move_score: i32,
    /// Whether it is the killer move of this depth.
    pub(super) killer: bool,
    /// The bounds of the resulting position, if it has been surveyed.
    pub(super) surveyed: Surveyed,
}

/// A position with the results of its moves so far.
pub(super) struct Node<G: TableKeyed> {
    pub(super) position: G::Position,
    pub(super) table_key: u128,
    pub(super) player: Player,
    pub(super) window: Window,
    /// The window with which the position was entered.
    pub(super) entered: Window,
    /// The bounds from the rules and the table before any move was searched.
    pub(super) prior: Bounds,
    /// The bounds from the moves searched so far.
    pub(super) reached: Bounds,
    /// Its slice of the candidates: the first, the next to be searched, and the end.
    pub(super) first: u32,
    pub(super) next: u32,
    pub(super) end: u32,
    /// The move being searched.
    pub(super) current: G::Move,
    /// The best move so far with the bounds it leads to.
    pub(super) best: Option<(G::Move, (Outcome, Outcome))>,
    /// The number of nodes created before this one.
    pub(super) created: u64,
    /// Whether all moves from the root to this position are those of the principal variation.
    pub(super) principal: bool,
}

impl<G: TableKeyed> Node<G> {
    /// Takes in the bounds of the move being searched. Returns whether the move is the best so far.
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

    /// The move being searched as an element of the principal variation; only the bound of `side` is known.
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

    /// Takes in the bound that a move guarantees the player to move, even if the move is not fully searched.
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

    /// Whether the remaining moves are cut off.
    #[inline]
    pub(super) fn is_cut(&self) -> bool {
        match self.player {
            Player::Max => self.reached.low >= self.window.beta,
            Player::Min => self.reached.high <= self.window.alpha,
        }
    }

    /// The bounds of the position after its last move has been searched.
    #[inline]
    pub(super) fn conclusion(&self) -> Bounds {
        let mut bounds = self.reached;
        if self.next < self.end {
            // The moves that were cut off have unknown values.
            match self.player {
                Player::Max => {
                    (bounds.high, bounds.high_assumes) = (self.prior.high, UNCONDITIONAL)
                }
                Player::Min => (bounds.low, bounds.low_assumes) = (self.prior.low, UNCONDITIONAL),
            }
        }
        bounds.and(self.prior.low, self.prior.high)
    }

    /// The bounds of the position while moves are still being searched.
    pub(super) fn so_far(&self) -> (Outcome, Outcome) {
        match self.player {
            Player::Max => (self.reached.low.max(self.prior.low), self.prior.high),
            Player::Min => (self.prior.low, self.reached.high.min(self.prior.high)),
        }
    }
}

/// The bounds before any move is searched: the worst for the player to move.
#[inline]
pub(super) fn nothing_reached(player: Player, known: Bounds) -> Bounds {
    match player {
        Player::Max => Bounds::free((known.low, Outcome(0))),
        Player::Min => Bounds::free((Outcome(u8::MAX), known.high)),
    }
}
