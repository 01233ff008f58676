//! The arguments of `foregone proof`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::help;

/// `foregone proof`.
#[derive(Args)]
pub(crate) struct ProofArguments {
    #[command(subcommand)]
    pub(crate) command: ProofCommand,
}

/// What can be done with the proof of a certificate.
#[derive(Subcommand)]
pub(crate) enum ProofCommand {
    /// Show the answer, or the replies, at a position of the proof
    #[command(after_help = help::SHOW)]
    Show(ShowArguments),
    /// Measure how large the proof is below each position, for proof show
    #[command(after_help = help::INDEX)]
    Index(IndexArguments),
}

/// `foregone proof index`.
#[derive(Args)]
pub(crate) struct IndexArguments {
    /// The certificate; the index is written beside it, with .index behind its name
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Write the index here instead
    #[arg(long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) needs: NeededFiles,
    /// Replace the index if it exists
    #[arg(long)]
    pub(crate) force: bool,
}

/// The other files that certificates need.
#[derive(Args)]
pub(crate) struct NeededFiles {
    /// The graph file or rule file, for certificates of graph: and gdl: games; without it a file of the name that the
    /// certificate has is looked for beside the certificate
    #[arg(long, value_name = "FILE", alias = "graph")]
    pub(crate) game_file: Option<PathBuf>,
    /// The folder of the tablebase, for certificates that cite one
    #[arg(long, value_name = "DIR")]
    pub(crate) tablebase: Option<PathBuf>,
}

/// `foregone proof show`.
#[derive(Args)]
pub(crate) struct ShowArguments {
    /// The certificate; - is standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Moves from the position of the certificate, in the game's notation
    #[arg(long, value_name = "MOVES", default_value = "")]
    pub(crate) moves: String,
    /// The claim, if the certificate has two: 1 for at least, 2 for at most
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=2))]
    pub(crate) claim: u8,
    #[command(flatten)]
    pub(crate) needs: NeededFiles,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}
