//! How `foregone patterns` is called.

use std::time::Duration;

use clap::Args;

use super::ShownArguments;
use super::limits::time;

/// `foregone patterns`.
#[derive(Args)]
pub(crate) struct PatternsArguments {
    /// The game: breakthrough
    #[arg(value_name = "GAME")]
    pub(crate) game: String,
    /// The most moves that the attacker may need
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=8))]
    pub(crate) order: u32,
    /// The most columns of a window
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=8))]
    pub(crate) columns: u32,
    /// Say how many there are, not what they look like
    #[arg(long)]
    pub(crate) count: bool,
    /// Begin even if it takes more than a minute
    #[arg(long)]
    pub(crate) force: bool,
    /// Time from now on, such as 90s or 1h30m
    #[arg(long, value_name = "TIME", value_parser = time, help_heading = "Limits")]
    pub(crate) time: Option<Duration>,
    #[command(flatten)]
    pub(crate) shown: ShownArguments,
}
