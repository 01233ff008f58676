//! How many plies positions of Breakthrough last if the winner hurries and the loser delays. The tables tell only the
//! winner; the number of plies is computed from them.

use super::{Effort, Endgames, Tables};
use crate::TableError;
use crate::breakthrough::{Board, Depths, StrongSolution, depth_bytes};
use crate::retro::Control;

/// Positions that a search may visit before sweeps take over, which need more memory, and where sweeps do not fit.
const FEW: u64 = 200_000;
const MANY: u64 = 20_000_000;
/// The most bytes that remembering one of them takes, growth of the hash table included.
const NODE_BYTES: u64 = 120;

impl Endgames {
    fn board(&self) -> Result<&Board, TableError> {
        self.0.board().ok_or_else(|| TableError::NoDistances { game: self.name().to_owned() })
    }

    /// The number of plies that every position lasts, computed without the tables. Only Breakthrough has them.
    pub fn depths(&self, effort: &Effort<'_>) -> Result<Depths, TableError> {
        let board = self.board()?;
        let need = depth_bytes(board, effort.threads);
        TableError::unless_fits("finding how long all positions last", need, effort.memory)?;
        Ok(Depths::find(board, &control(effort))?)
    }
}

impl Tables {
    /// The number of plies that a position lasts: the one after some moves from a written position, or from the start. Only
    /// Breakthrough has them.
    pub fn distance(
        &self,
        position: Option<&str>,
        moves: Option<&str>,
        effort: &Effort<'_>,
    ) -> Result<u16, TableError> {
        let board = self.endgames.board()?;
        let located = self.endgames.0.locate(position, moves)?;
        let Some((white, black, white_moves)) = located.pawns else {
            return Err(TableError::NoDistances { game: self.endgames.name().to_owned() });
        };
        let (first, goal) = ((1 << board.width()) - 1, (board.height() - 1) * board.width());
        if black & first != 0 || white >> goal != 0 {
            return Ok(0);
        }
        let (manifest, memory) = (self.table.manifest(), effort.memory);
        let sizes = manifest.layers.iter().map(|layer| manifest.form().bytes(layer.size));
        let held = sizes.sum::<u64>();
        TableError::unless_fits("finding how long a position lasts", held, memory)?;
        let strong =
            StrongSolution::load(board, |layer, words| self.table.layer(layer)?.words(words))?;
        let room = (memory - held) / NODE_BYTES;
        let search = |nodes: u64| {
            let nodes = room.min(nodes);
            strong.distance((white, black), white_moves, nodes, effort.stop.flag())
        };
        if let Some(plies) = search(FEW) {
            return Ok(plies);
        }
        let need = held.saturating_add(depth_bytes(board, effort.threads));
        let fits = TableError::unless_fits("finding how long this position lasts", need, memory);
        if fits.is_ok() {
            return Ok(strong.distance_by_sweeps(white, black, white_moves, &control(effort))?);
        }
        match search(MANY) {
            Some(plies) => Ok(plies),
            None => effort.stop.check().and(fits).and(Err(TableError::Stopped)),
        }
    }
}

fn control<'e>(effort: &'e Effort<'_>) -> Control<'e> {
    Control { threads: effort.threads.max(1), stop: effort.stop.flag(), report: &|_| () }
}
