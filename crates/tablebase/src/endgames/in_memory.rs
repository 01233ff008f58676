//! Tables of the layers at and below a position, computed in memory for one proof. They are not written, and nobody cites them.

use foregone_game::EndgameTable;

use super::awari::MOST_LAYERS;
use super::{Endgames, OpenOptions};
use crate::TableError;
use crate::file::Form;
use crate::retro::Control;

/// The layers that play from a position can reach, ready to be computed.
///
/// ```
/// use std::sync::atomic::AtomicBool;
///
/// use foregone_tablebase::endgames::MemoryTables;
/// use foregone_tablebase::retro::Control;
///
/// let position = "0,1,0,0,1,0/0,0,0,0,0,1 22-23 S";
/// let tables = MemoryTables::plan("awari", position, (1 << 22, 1)).expect("a game with tables");
/// assert_eq!((tables.layers(), tables.positions()), (4, 1 + 12 + 78 + 364));
/// let stop = AtomicBool::new(false);
/// let values = tables.compute(&Control { threads: 1, stop: &stop, report: &|_| () })?;
/// assert_eq!(values.layers(), 4);
/// # Ok::<(), foregone_tablebase::TableError>(())
/// ```
#[derive(Debug)]
pub struct MemoryTables {
    endgames: Endgames,
}

impl MemoryTables {
    /// All layers that play from a position can reach, or as many of the lowest ones as can be computed in that many bytes by
    /// that many threads. `None` if searches of the game use no tables with one byte for each position, or if no layer fits.
    /// This computes no values, and takes no time.
    pub fn plan(
        spec: &str,
        position: &str,
        (bytes, threads): (u64, usize),
    ) -> Option<MemoryTables> {
        let open = |layers: usize| {
            Endgames::with_layers(spec, layers).ok().filter(|it| it.form() == Form::Bytes)
        };
        let (root, _) = open(MOST_LAYERS)?.0.locate(Some(position), None).ok()?.place?;
        let fits = |endgames: &Endgames| endgames.build_bytes(threads) <= bytes;
        let mut layers = (1..=root + 1).rev().map_while(open);
        layers.find(fits).map(|endgames| MemoryTables { endgames })
    }

    /// The number of layers.
    pub fn layers(&self) -> usize {
        self.endgames.layers()
    }

    /// The number of indices in all layers, which is also the size of the values in bytes.
    pub fn positions(&self) -> u64 {
        self.endgames.positions()
    }

    /// Computes all layers.
    pub fn compute(&self, control: &Control<'_>) -> Result<EndgameTable, TableError> {
        let mut builder = self.endgames.0.builder();
        for layer in 0..self.layers() {
            builder.compute(layer, control)?;
        }
        let unfit = || TableError::Unfit(format!("{} has bits, not values", self.endgames.name()));
        Ok(EndgameTable::new(builder.into_values().ok_or_else(unfit)?, false))
    }
}

impl Endgames {
    /// Opens the game of that spelling with that many layers, if searches can use its tables.
    fn with_layers(spec: &str, layers: usize) -> Result<Endgames, TableError> {
        Endgames::for_search_with(spec, &OpenOptions::default(), Some(layers))
    }
}

#[cfg(test)]
mod tests {
    use core::sync::atomic::AtomicBool;

    use super::*;

    const POSITION: &str = "0,1,0,0,1,0/0,0,0,0,0,1 22-23 S";

    #[test]
    fn the_layers_are_those_that_fit() {
        let layers =
            |bytes| MemoryTables::plan("awari", POSITION, (bytes, 1)).map(|it| it.layers());
        assert_eq!(layers(u64::MAX), Some(4));
        let need = |layers| Endgames::with_layers("awari", layers).expect("tables").build_bytes(1);
        assert_eq!(layers(need(4)), Some(4));
        assert_eq!(layers(need(4) - 1), Some(3));
        assert_eq!(layers(need(1) - 1), None);
    }

    #[test]
    fn only_searches_that_use_bytes_have_them() {
        let plan = |spec: &str, position: &str| MemoryTables::plan(spec, position, (1 << 30, 1));
        assert!(plan("awari:rest=divided,score=result", POSITION).is_some());
        assert!(plan("awari", "no position").is_none());
        assert!(plan("torere", "").is_none());
        assert!(plan("breakthrough:4x5", "bbbb/bbbb/..../wwww/wwww w").is_none());
    }

    #[test]
    fn a_flag_stops_the_work() {
        let stop = AtomicBool::new(true);
        let tables = MemoryTables::plan("awari", POSITION, (1 << 30, 1)).expect("tables");
        let stopped = tables.compute(&Control { threads: 1, stop: &stop, report: &|_| () });
        assert_eq!(stopped.err(), Some(TableError::Stopped));
    }
}
