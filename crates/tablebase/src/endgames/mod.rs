//! The tables of a game: how its positions are numbered, how tables of them are built, probed, counted and verified.
//!
//! - `numbering.rs` what building, probing and verifying need to know about a game
//! - `retrograde.rs` games whose layers are computed by retrograde analysis, one byte for each position
//! - `awari.rs`, `breakthrough.rs`, `enumerated.rs` the games
//! - `open.rs` a game by its spelling
//! - `build.rs`, `verify.rs`, `distance.rs` the work
//! - `tables.rs` a folder that is opened for probes
//! - `stats.rs` how often each value occurs
//! - `search.rs` tables in memory for a search
//! - `in_memory.rs` tables that are computed for one proof
//! - `verified.rs` which tables this user has built or verified

mod awari;
mod breakthrough;
mod build;
mod distance;
mod enumerated;
mod in_memory;
mod numbering;
mod open;
mod retrograde;
mod search;
mod stats;
mod tables;
mod verified;
mod verify;

use crate::StopFlag;
use crate::file::Form;

pub use build::{Build, LayerTime};
pub use enumerated::MOST_POSITIONS;
pub use in_memory::MemoryTables;
pub use open::{HasTables, OpenOptions};
pub use search::SearchTables;
pub use stats::{DistanceStats, Extreme, LayerStats, Stats};
pub use tables::{Probe, Tables};
pub use verified::{Origin, VerifiedTables};
pub use verify::Verification;

use numbering::Numbering;

/// A game as its tables see it: positions in layers, and the means to compute and to verify their values.
///
/// ```
/// use foregone_tablebase::endgames::{Effort, OpenOptions};
/// use foregone_tablebase::{Build, Endgames, Tables};
///
/// let folder = tempfile::tempdir()?;
/// let endgames = Endgames::open("awari:stones=3", &OpenOptions::default())?;
/// assert_eq!((endgames.layers(), endgames.positions()), (4, 1 + 12 + 78 + 364));
/// let mut build = Build::new(&endgames, folder.path(), &Effort::default())?;
/// build.run()?;
/// let tables = Tables::open(folder.path(), Some("awari"), &OpenOptions::default())?;
/// let probe = tables.probe(Some("0 0 0 0 0 0 / 1 2 0 0 0 0"), None)?;
/// assert_eq!(probe.value, -3, "the player to move has no move and loses the rest");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Endgames(Box<dyn Numbering>);

impl core::fmt::Debug for Endgames {
    fn fmt(&self, out: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(out, "Endgames({}, {} layers)", self.name(), self.layers())
    }
}

impl Endgames {
    /// The game with everything that values depend on, as the manifest names it.
    pub fn name(&self) -> &str {
        self.0.name()
    }

    /// How values are stored.
    pub fn form(&self) -> Form {
        self.0.form()
    }

    /// The number of layers.
    pub fn layers(&self) -> usize {
        self.0.layers()
    }

    /// The number of indices in a layer below [`Endgames::layers`].
    pub fn size(&self, layer: usize) -> u64 {
        self.0.size(layer)
    }

    /// The number of indices in all layers.
    pub fn positions(&self) -> u64 {
        self.positions_below(self.layers())
    }

    /// The number of indices in the layers below one.
    fn positions_below(&self, layers: usize) -> u64 {
        (0..layers).map(|layer| self.size(layer)).fold(0, u64::saturating_add)
    }

    /// The most memory, in bytes, that building all layers takes.
    pub fn build_bytes(&self, threads: usize) -> u64 {
        self.0.build_bytes(threads)
    }
}

/// What long work may use, who may end it, and who hears about its progress.
#[derive(Clone)]
pub struct Effort<'e> {
    /// Threads; at least one.
    pub threads: usize,
    /// The most memory in bytes.
    pub memory: u64,
    /// Ends the work with [`TableError::Stopped`](crate::TableError::Stopped) when it is set.
    pub stop: StopFlag,
    /// Is called with the progress several times a second.
    pub progress: &'e (dyn Fn(Progress) + Sync),
}

impl Default for Effort<'_> {
    /// One thread, any amount of memory, no end and no reports.
    fn default() -> Self {
        Effort { threads: 1, memory: u64::MAX, stop: StopFlag::default(), progress: &|_| () }
    }
}

/// How far a build or a verification is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// What is done at the moment.
    pub stage: Stage,
    /// The layer that it is done with.
    pub layer: usize,
    /// The number of layers in all.
    pub layers: usize,
    /// Positions that are done.
    pub done: u64,
    /// The number of positions in all.
    pub positions: u64,
}

/// What is done with a layer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// It is read from its file.
    Reading,
    /// Its values are computed.
    Computing,
    /// Its values are verified.
    Verifying,
}
