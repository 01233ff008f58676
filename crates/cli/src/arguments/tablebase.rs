//! The arguments of `foregone tablebase`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand};

use super::limits::{bytes, count, default_bytes, time};
use super::question::{default_threads, threads};
use super::{PlaceArguments, ShownArguments, help};

/// `foregone tablebase`.
#[derive(Args)]
pub(crate) struct TablebaseArguments {
    #[command(subcommand)]
    pub(crate) command: TablebaseCommand,
}

/// What can be done with tables.
#[derive(Subcommand)]
pub(crate) enum TablebaseCommand {
    /// Compute the value of every position, layer by layer
    #[command(after_help = help::BUILD)]
    Build(BuildArguments),
    /// Look up the value of a position
    #[command(after_help = help::PROBE)]
    Probe(ProbeArguments),
    /// Count wins, draws and losses
    #[command(after_help = help::STATS)]
    Stats(StatsArguments),
    /// Check all checksums, and all values by a second method
    #[command(after_help = help::VERIFY)]
    Verify(VerifyArguments),
}

/// Threads, memory and time.
#[derive(Args)]
pub(crate) struct EffortArguments {
    /// Number of threads; as many as there are cores unless given
    #[arg(long, value_name = "N", value_parser = threads, help_heading = "Limits")]
    threads: Option<usize>,
    /// Most memory to use, such as 2GiB; three quarters of the available memory unless given
    #[arg(long, value_name = "SIZE", value_parser = bytes, help_heading = "Limits")]
    memory: Option<u64>,
    /// Most time to take, such as 90s or 1h30m
    #[arg(long, value_name = "TIME", value_parser = time, help_heading = "Limits")]
    pub(crate) time: Option<Duration>,
}

impl EffortArguments {
    pub(crate) fn threads(&self) -> usize {
        self.threads.unwrap_or_else(default_threads)
    }

    pub(crate) fn memory(&self) -> u64 {
        self.memory.unwrap_or_else(default_bytes)
    }
}

/// `foregone tablebase build`.
#[derive(Args)]
pub(crate) struct BuildArguments {
    /// The game, such as awari:stones=13, breakthrough:5x5, mnk:3,3,3 or darkchess:2x4,pieces=KPPP
    #[arg(value_name = "GAME")]
    pub(crate) game: String,
    /// The folder; it is created if it does not exist
    #[arg(long, value_name = "DIR")]
    pub(crate) dir: PathBuf,
    /// What outcomes of a game with chance are worth: score, win (tables of which also tell not-lose), or a list such as
    /// loss=-3,draw=0,win=1
    #[arg(long, value_name = "UTILITY")]
    pub(crate) utility: Option<String>,
    #[command(flatten)]
    pub(crate) effort: EffortArguments,
    /// Build damaged layers again
    #[arg(long)]
    pub(crate) force: bool,
    #[command(flatten)]
    pub(crate) shown: ShownArguments,
}

/// `foregone tablebase probe`.
#[derive(Args)]
pub(crate) struct ProbeArguments {
    /// The game that the tables are of
    #[arg(value_name = "GAME")]
    pub(crate) game: String,
    /// The folder
    #[arg(long, value_name = "DIR")]
    pub(crate) dir: PathBuf,
    #[command(flatten)]
    pub(crate) place: PlaceArguments,
    /// Find how many plies are left if the winner hurries and the loser delays (Breakthrough)
    #[arg(long)]
    pub(crate) distance: bool,
    #[command(flatten)]
    pub(crate) effort: EffortArguments,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

/// `foregone tablebase stats`.
#[derive(Args)]
pub(crate) struct StatsArguments {
    /// The game that the tables must be of
    #[arg(value_name = "GAME")]
    pub(crate) game: Option<String>,
    /// The folder
    #[arg(long, value_name = "DIR")]
    pub(crate) dir: PathBuf,
    /// Show how many positions of this layer have each value
    #[arg(long, value_name = "N")]
    pub(crate) layer: Option<usize>,
    /// Count the plies of all positions if the winner hurries and the loser delays (Breakthrough)
    #[arg(long)]
    pub(crate) distance: bool,
    #[command(flatten)]
    pub(crate) effort: EffortArguments,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

/// `foregone tablebase verify`.
#[derive(Args)]
pub(crate) struct VerifyArguments {
    /// The game that the tables must be of
    #[arg(value_name = "GAME")]
    pub(crate) game: Option<String>,
    /// The folder
    #[arg(long, value_name = "DIR")]
    pub(crate) dir: PathBuf,
    /// Check only this many random positions of each layer
    #[arg(long, value_name = "N", value_parser = count)]
    pub(crate) sample: Option<u64>,
    #[command(flatten)]
    pub(crate) effort: EffortArguments,
    #[command(flatten)]
    pub(crate) shown: ShownArguments,
}
