//! How a search is kept on disk and gone on with, as it is written on the command line.

use std::path::PathBuf;
use std::time::Duration;

use clap::{ArgGroup, Args};

use super::limits::time;

/// Checkpoints.
#[derive(Args)]
#[command(next_help_heading = "Checkpoints")]
#[command(group(ArgGroup::new("kept").args(["checkpoint", "resume"]).multiple(true)))]
pub(crate) struct KeepingArguments {
    /// Save the search to a file now and then and when it is stopped; the one before is kept as FILE.previous, and both
    /// are removed when the search is done
    #[arg(long, value_name = "FILE")]
    pub(crate) checkpoint: Option<PathBuf>,
    /// How often, such as 30s or 10min, 60s unless given; less often if saving would take more than a tenth of the time
    #[arg(long, value_name = "TIME", requires = "kept", value_parser = time)]
    pub(crate) every: Option<Duration>,
    /// Go on with the search that was saved in a file, and keep saving it there
    #[arg(long, value_name = "FILE")]
    #[arg(conflicts_with_all = ["QuestionArguments", "PlaceArguments"])]
    pub(crate) resume: Option<PathBuf>,
}
