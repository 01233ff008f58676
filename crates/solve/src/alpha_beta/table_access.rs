//! Access of alpha-beta to the transposition table. Only bounds that hold on every line are stored.
//!
//! Bounds of a search with a depth limit hold, too, because every outcome beyond the limit counts as possible. The
//! entry records depth and window, so that a later search with no more depth and a narrower window need not search
//! again.

use foregone_game::{Player, TableKeyed};

use super::bounds::{Bounds, UNCONDITIONAL, Window};
use super::node::Node;
use crate::effort::ProofNumbers;
use crate::table::{Entry, Facts, Table, work_code};

/// Set in the depth of an entry whose search was for Min.
const SIDE: u16 = 1 << 15;

fn side_mark(side: Option<Player>) -> u16 {
    if side == Some(Player::Min) { SIDE } else { 0 }
}

/// The transposition table, if there is one.
#[derive(Clone, Copy)]
pub(super) struct TableAccess<'a> {
    pub(super) table: Option<&'a Table>,
}

impl TableAccess<'_> {
    /// The facts stored about a position.
    #[inline]
    pub(super) fn probe(&self, table_key: u128) -> Option<Facts> {
        self.table?.probe(table_key).map(|entry| entry.facts)
    }

    /// Prefetches the entry of a position and returns its table key, if there is a table.
    #[inline]
    pub(super) fn fetch<G: TableKeyed>(&self, game: &G, position: &G::Position) -> Option<u128> {
        let table = self.table?;
        let table_key = game.table_key(position);
        table.fetch(table_key);
        Some(table_key)
    }

    /// Whether contradictory bounds are an error of this program, see [`Table::is_trusted`].
    pub(super) fn is_trusted(&self) -> bool {
        self.table.is_some_and(Table::is_trusted)
    }

    /// Bytes in use.
    pub(super) fn bytes(&self) -> u64 {
        self.table.map_or(0, Table::bytes)
    }

    /// Whether a search with `left` plies left cannot improve on the entry: the search that made it was at least as
    /// deep, had a window at least as wide, and was for the same player.
    #[inline]
    pub(super) fn is_exhausted(
        facts: &Facts,
        left: usize,
        window: Window,
        side: Option<Player>,
    ) -> bool {
        let [alpha, beta] = facts.goals;
        alpha < beta
            && facts.hint & SIDE == side_mark(side)
            && usize::from(facts.hint & !SIDE) >= left
            && alpha <= window.alpha.0
            && window.beta.0 <= beta
    }

    /// A move as a hint for move ordering. Two moves of a position may have the same hint.
    #[inline]
    pub(super) fn hint<M: Into<u64>>(mv: M) -> u16 {
        let number: u64 = mv.into();
        (number ^ number >> 16 ^ number >> 32 ^ number >> 48) as u16
    }

    /// Stores the bounds of a position with the number of nodes searched and, in a search with a depth limit, the plies
    /// left.
    #[inline]
    pub(super) fn store<G: TableKeyed>(
        &self,
        node: &Node<G>,
        bounds: Bounds,
        work: u64,
        left: Option<usize>,
        side: Option<Player>,
    ) {
        let Some(table) = self.table else { return };
        let free = (bounds.low_assumes == UNCONDITIONAL, bounds.high_assumes == UNCONDITIONAL);
        // A search for one player's guaranteed outcome establishes only that player's bound.
        let true_low = free.0 && side != Some(Player::Min);
        let true_high = free.1 && side != Some(Player::Max);
        let low = if true_low { bounds.low } else { node.prior.low };
        let high = if true_high { bounds.high } else { node.prior.high };
        let (goals, hint) = match left {
            None => ([0; 2], node.best.map_or(u16::MAX, |(mv, _)| TableAccess::hint(mv))),
            // A depth that does not fit into the hint is stored as the largest one.
            Some(left) if free == (true, true) => (
                [node.entered.alpha.0, node.entered.beta.0],
                (left.min(usize::from(!SIDE)) as u16) | side_mark(side),
            ),
            Some(_) => ([0; 2], 0),
        };
        let facts = Facts { low: low.0, high: high.0, goals, hint, work: work_code(work) };
        table.store(node.table_key, &Entry { facts, all_numbers: [ProofNumbers::FRESH; 2] });
    }
}
