//! Saving and loading a table.

use core::sync::atomic::Ordering::Relaxed;

use foregone_game::Outcome;

use super::{FIRST, Facts, Table};
use crate::persist::{LoadError, Save, StateReader, StateWriter, put, put_all, take, take_all};

impl Table {
    /// Loads a table of at most `bytes` that a search of the same kind has saved, for a game whose best outcome is `best`.
    pub(crate) fn load(
        bytes: u64,
        (table_key_bits, questions): (u32, usize),
        best: Outcome,
        source: &mut dyn StateReader,
    ) -> Result<Table, LoadError> {
        let [buckets, most, used, collections] = take::<[u64; 4]>(source)?;
        let size = Table::bucket_bytes(table_key_bits, questions);
        if most == 0 || most > bytes / size || !is_size(buckets, most) {
            return Err(LoadError::new(format!(
                "has a table of {most} buckets, which does not fit"
            )));
        }
        let mut table = Table::new(most * size, table_key_bits, questions)
            .ok_or_else(|| LoadError::new("has a table that the system has no memory for"))?;
        table.trusted = false;
        table.buckets.store(buckets, Relaxed);
        table.used.0.store(used.min(table.capacity()), Relaxed);
        table.collections.store(collections, Relaxed);
        let is_on_scale = |facts: Facts| {
            [facts.low, facts.high, facts.goals[0], facts.goals[1]]
                .iter()
                .all(|&rank| rank <= best.0)
        };
        take_all(source, table.active().len(), |index, word: u64| {
            if index % table.stride == table.facts_at() && !is_on_scale(Facts::unpack(word)) {
                return Err(LoadError::new("has a table with an outcome that is not on the scale"));
            }
            table.words[index].store(word, Relaxed);
            Ok(())
        })?;
        Ok(table)
    }
}

/// Whether a table that may grow to `most` buckets has this size at some time.
fn is_size(buckets: u64, most: u64) -> bool {
    buckets == most
        || buckets < most
            && buckets >= FIRST
            && (buckets / FIRST).is_power_of_two()
            && buckets.is_multiple_of(FIRST)
}

impl Save for Table {
    fn save(&self, out: &mut dyn StateWriter) {
        let used = self.used.0.load(Relaxed);
        put(out, [self.buckets.load(Relaxed), self.buckets_max, used, self.collections()]);
        put_all(out, self.active().iter().map(|word| word.load(Relaxed)));
    }
}
