//! What the search keeps in the table: only what is true whatever led to a position.
//!
//! Bounds of a search with a depth limit are true, too: what it does not see it takes for anything between the worst
//! and the best. How deep it looked, and for what, tells whether looking again is of any use.

use game::Coded;

use super::bounds::{Bounds, NOTHING, Window};
use super::frame::Frame;
use crate::effort::Duel;
use crate::table::{Entry, Facts, Table, work_code};

/// The table, if there is one.
#[derive(Clone, Copy)]
pub(super) struct Memory<'a> {
    pub(super) table: Option<&'a Table>,
}

impl Memory<'_> {
    /// What is known about a position.
    #[inline]
    pub(super) fn probe(&self, code: u128) -> Option<Facts> {
        self.table?.probe(code).map(|entry| entry.facts)
    }

    /// Bytes held.
    pub(super) fn bytes(&self) -> u64 {
        self.table.map_or(0, Table::bytes)
    }

    /// Whether a search with so many plies left cannot find out more about a position than the one that made the entry:
    /// it looked no less deep and for no less.
    #[inline]
    pub(super) fn is_exhausted(facts: &Facts, left: usize, window: Window) -> bool {
        let [alpha, beta] = facts.goals;
        alpha < beta
            && usize::from(facts.hint) >= left
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
    pub(super) fn store<G: Coded>(
        &self,
        frame: &Frame<G>,
        bounds: Bounds,
        work: u64,
        left: Option<usize>,
    ) {
        let Some(table) = self.table else { return };
        let low = if bounds.low_rests == NOTHING { bounds.low } else { frame.known.low };
        let high = if bounds.high_rests == NOTHING { bounds.high } else { frame.known.high };
        let (goals, hint) = match left {
            None => ([0; 2], frame.best.map_or(u16::MAX, |(mv, _)| Memory::hint(mv))),
            // A depth that does not fit was deep enough.
            Some(left) if bounds.low_rests == NOTHING && bounds.high_rests == NOTHING => (
                [frame.entered.alpha.0, frame.entered.beta.0],
                u16::try_from(left).unwrap_or(u16::MAX),
            ),
            Some(_) => ([0; 2], 0),
        };
        let facts = Facts { low: low.0, high: high.0, goals, hint, work: work_code(work) };
        table.store(frame.code, &Entry { facts, duels: [Duel::FRESH; 2] });
    }
}
