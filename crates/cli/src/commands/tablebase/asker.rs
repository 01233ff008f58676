//! Asks tables for values where a refusal cannot be answered at once.

use std::cell::RefCell;

use foregone_tablebase::file::{Prober, Table, TableError};

/// Finds values, and remembers the first refusal.
pub(super) struct Asker<'t> {
    prober: RefCell<Prober<'t>>,
    refusal: RefCell<Option<TableError>>,
}

impl<'t> Asker<'t> {
    /// Someone with room for that many unpacked blocks.
    pub(super) fn new(table: &'t Table, blocks: usize) -> Asker<'t> {
        Asker { prober: RefCell::new(table.prober(blocks)), refusal: RefCell::new(None) }
    }

    /// The value of a position in a layer; anything if that is refused.
    pub(super) fn value(&self, layer: usize, index: u64) -> i8 {
        let found = self.prober.borrow_mut().value(layer, index);
        found.unwrap_or_else(|refusal| {
            self.refusal.borrow_mut().get_or_insert(refusal);
            0
        })
    }

    /// What was found with these values, unless one of them was refused.
    pub(super) fn answer<T>(&self, found: T) -> Result<T, TableError> {
        self.refusal.take().map_or(Ok(found), Err)
    }
}
