//! How `foregone explore` is called.

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::Args;

use super::PlaceArguments;
use super::limits::bytes;

/// `foregone explore`.
#[derive(Args)]
pub(crate) struct ExploreArguments {
    /// The game to begin with, `NAME[:PARAMETERS]`; the start page lists all. Only a graph: or gdl: file that is named here is read
    #[arg(value_name = "GAME")]
    pub(crate) game: Option<String>,
    #[command(flatten)]
    pub(crate) place: PlaceArguments,
    /// Open the page in the browser of this machine
    #[arg(long)]
    pub(crate) open: bool,
    /// Where to listen, such as 127.0.0.1:9000; an address that other machines reach needs --token
    #[arg(long, value_name = "ADDRESS:PORT")]
    pub(crate) listen: Option<SocketAddr>,
    /// What visitors must know; the link that is printed has it
    #[arg(long, value_name = "TOKEN", requires = "listen")]
    pub(crate) token: Option<String>,
    /// Show the proof of a certificate, which is checked meanwhile; several may be given
    #[arg(long, value_name = "FILE")]
    pub(crate) certificate: Vec<PathBuf>,
    /// Show the tables of a folder, and look values of GAME up if they are of that game; several may be given
    #[arg(long, value_name = "FOLDER")]
    pub(crate) tablebase: Vec<PathBuf>,
    /// Show a run over a network by its events, the output of foregone coordinate --json; several may be given
    #[arg(long, value_name = "FILE")]
    pub(crate) events: Vec<PathBuf>,
    /// Memory for searches, tables and known values together, such as 2GiB; half of what is available unless given
    #[arg(long, value_name = "SIZE", value_parser = bytes)]
    pub(crate) memory: Option<u64>,
}
