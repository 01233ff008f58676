//! The arguments of `foregone engine`.

use clap::Args;

use super::limits::{bytes, number};

/// `foregone engine`.
#[derive(Args)]
pub(crate) struct EngineArguments {
    /// Speak UGI instead, about that game until the option Game names another; connect4 unless given
    #[arg(long, value_name = "GAME", num_args = 0..=1, default_missing_value = "connect4")]
    pub(crate) ugi: Option<String>,
    /// Questions that are answered side by side; as many as there are cores unless given
    #[arg(long, value_name = "N", value_parser = number::<usize>, conflicts_with = "ugi")]
    pub(crate) jobs: Option<usize>,
    /// Memory for each search whose message has no limit, such as 1GiB; 256 MiB unless given
    #[arg(long, value_name = "SIZE", value_parser = bytes, conflicts_with = "ugi")]
    pub(crate) memory: Option<u64>,
}
