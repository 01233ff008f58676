//! Looks up single values, with a cache of unpacked blocks.

use super::layer::{Unpacker, values_of_a_block};
use super::{Form, Table};
use crate::TableError;

/// An unpacked block in the cache.
#[derive(Default)]
struct Slot {
    /// Its layer and its number there; the slot is empty if there are no values.
    layer: usize,
    block: usize,
    values: Vec<u8>,
}

/// Looks up values in tables. Each thread has its own prober.
pub struct Prober<'t> {
    table: &'t Table,
    form: Form,
    slots: Vec<Slot>,
    unpacker: Unpacker,
}

impl<'t> Prober<'t> {
    pub(super) fn new(table: &'t Table, blocks: usize) -> Prober<'t> {
        let mut slots = Vec::new();
        slots.resize_with(blocks.max(1).next_power_of_two(), Slot::default);
        Prober { table, form: table.manifest().form(), slots, unpacker: Unpacker::default() }
    }

    /// The value of a position for the player to move there.
    #[inline]
    pub fn value(&mut self, layer: usize, index: u64) -> Result<i8, TableError> {
        let values = values_of_a_block(self.form);
        let (block, at) = ((index / values) as usize, (index % values) as usize);
        // Neighbours in a layer and equal blocks of different layers should not compete.
        let place = (block + layer * 0x9e37) & (self.slots.len() - 1);
        let slot = &self.slots[place];
        if slot.layer == layer
            && slot.block == block
            && let Some(value) = self.form.value(&slot.values, at)
        {
            return Ok(value);
        }
        self.unpack(layer, index, place)
    }

    #[cold]
    fn unpack(&mut self, layer: usize, index: u64, place: usize) -> Result<i8, TableError> {
        let found = self.table.layer(layer)?;
        if index >= found.size() {
            return Err(self.table.outside(layer, index));
        }
        let values = values_of_a_block(self.form);
        let block = (index / values) as usize;
        found.unpack(block, &mut self.unpacker)?;
        let slot = &mut self.slots[place];
        // The buffer of the block that is evicted serves for the next one.
        core::mem::swap(&mut slot.values, &mut self.unpacker.values);
        (slot.layer, slot.block) = (layer, block);
        let value = self.form.value(&slot.values, (index % values) as usize);
        value.ok_or_else(|| self.table.outside(layer, index))
    }
}
