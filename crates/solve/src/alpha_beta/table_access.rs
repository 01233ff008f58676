//! What the search keeps in the table: only what is true whatever led to a position.
//!
//! Bounds of a search with a depth limit are true, too: what it does not see it takes for anything between the worst
//! and the best. How deep it looked, and for what, tells whether looking again is of any use.

use foregone_game::{Player, TableKeyed};

use super::bounds::{Bounds, UNCONDITIONAL, Window};
use super::node::Node;
use crate::effort::ProofNumbers;
use crate::table::{Entry, Facts, Table, work_code};

/// Set in the depth of an entry that was made on behalf of Min.
const SIDE: u16 = 1 << 15;

fn side_mark(side: Option<Player>) -> u16 {
    if side == Some(Player::Min) { SIDE } else { 0 }
}

/// The table, if there is one.
#[derive(Clone, Copy)]
pub(super) struct TableAccess<'a> {
    pub(super) table: Option<&'a Table>,
}

impl TableAccess<'_> {
    /// What is known about a position.
    #[inline]
    pub(super) fn probe(&self, table_key: u128) -> Option<Facts> {
        self.table?.probe(table_key).map(|entry| entry.facts)
    }

    /// The code of a position that will be looked up soon, if there is a table.
    #[inline]
    pub(super) fn fetch<G: TableKeyed>(&self, game: &G, position: &G::Position) -> Option<u128> {
        let table = self.table?;
        let table_key = game.table_key(position);
        table.fetch(table_key);
        Some(table_key)
    }

    /// Bytes held.
    pub(super) fn bytes(&self) -> u64 {
        self.table.map_or(0, Table::bytes)
    }

    /// Whether a search with so many plies left cannot find out more about a position than the one that made the entry:
    /// it looked no less deep and for no less, on behalf of the same side.
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

    /// A move as a hint. Two moves of a position may share one: it only says what to try first.
    #[inline]
    pub(super) fn hint<M: Into<u64>>(mv: M) -> u16 {
        let number: u64 = mv.into();
        (number ^ number >> 16 ^ number >> 32 ^ number >> 48) as u16
    }

    /// Remembers what was found out about a position with that many nodes and, if limited, plies left.
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
        // What one side can be sure of says nothing about the other bound.
        let true_low = free.0 && side != Some(Player::Min);
        let true_high = free.1 && side != Some(Player::Max);
        let low = if true_low { bounds.low } else { node.prior.low };
        let high = if true_high { bounds.high } else { node.prior.high };
        let (goals, hint) = match left {
            None => ([0; 2], node.best.map_or(u16::MAX, |(mv, _)| TableAccess::hint(mv))),
            // A depth that does not fit was deep enough.
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
