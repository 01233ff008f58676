//! How `foregone gdl` is called.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand};

use super::ShownArguments;
use super::help;
use super::limits::{bytes, count, time};

/// `foregone gdl`.
#[derive(Args)]
pub(crate) struct GdlArguments {
    #[command(subcommand)]
    pub(crate) command: GdlCommand,
}

/// What can be done with rule files.
#[derive(Subcommand)]
pub(crate) enum GdlCommand {
    /// Say what is wrong with rule files, or what the games are like
    #[command(after_help = help::GDL_CHECK)]
    Check(GdlCheckArguments),
    /// Write the rules of a file without variables
    #[command(after_help = help::GDL_GROUND)]
    Ground(GdlGroundArguments),
}

/// What a rule file may take.
#[derive(Args)]
#[command(next_help_heading = "Limits")]
pub(crate) struct GdlLimits {
    /// Time for each file, such as 90s or 15min
    #[arg(long, value_name = "TIME", value_parser = time, default_value = "60s")]
    pub(crate) time: Duration,
    /// The most instances of the rules of a file
    #[arg(long, value_name = "N", value_parser = count, default_value = "1000000")]
    pub(crate) instances: u64,
    /// Memory for the terms and sentences of a file, by an estimate
    #[arg(long, value_name = "SIZE", value_parser = bytes, default_value = "2GiB")]
    pub(crate) memory: u64,
}

/// `foregone gdl check`.
#[derive(Args)]
pub(crate) struct GdlCheckArguments {
    /// Rule files, or folders whose .kif files are checked, with a line for each; - is standard input
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// The role whose goals count, where those of the two roles do not have one sum
    #[arg(long, value_name = "NAME")]
    pub(crate) role: Option<String>,
    #[command(flatten)]
    pub(crate) limits: GdlLimits,
    #[command(flatten)]
    pub(crate) shown: ShownArguments,
}

/// `foregone gdl ground`.
#[derive(Args)]
pub(crate) struct GdlGroundArguments {
    /// The rule file; - is standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Write the rules here instead of standard output
    #[arg(long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Replace the file if it exists
    #[arg(long)]
    pub(crate) force: bool,
    #[command(flatten)]
    pub(crate) limits: GdlLimits,
    #[command(flatten)]
    pub(crate) shown: ShownArguments,
}
