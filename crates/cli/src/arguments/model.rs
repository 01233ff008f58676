//! How `foregone model` is called.

use std::time::Duration;

use clap::Args;
use clap::builder::PossibleValuesParser;
use foregone::models::{Method, Ties};

use super::limits::{count, number, time};
use super::{PlaceArguments, ShownArguments};

/// `foregone model`.
#[derive(Args)]
pub(crate) struct ModelArguments {
    /// The game, `NAME[:PARAMETERS]`; `foregone games NAME` lists its evaluations
    #[arg(value_name = "GAME")]
    pub(crate) game: String,
    #[command(flatten)]
    pub(crate) place: PlaceArguments,
    /// The evaluation of the player to move
    #[arg(long, value_name = "NAME", help_heading = "Model")]
    pub(crate) evaluation: String,
    /// The model of the opponent: `TYPE[+TYPE]...`, each `EVALUATION[/EVALUATION]...[@DEPTH][:PROBABILITY]`
    #[arg(long, value_name = "MODEL", help_heading = "Model")]
    pub(crate) opponent: String,
    /// How many plies to look ahead
    #[arg(long, value_name = "N", value_parser = number::<u32>, help_heading = "Model")]
    pub(crate) depth: u32,
    /// Which of several best moves the opponent picks: the one that is worst for us, or the first one
    #[arg(long, value_name = "RULE", default_value = "worst", help_heading = "Model")]
    #[arg(value_parser = PossibleValuesParser::new(Ties::ALL.map(Ties::name)))]
    ties: String,
    /// Search by this method only; by all that the model allows unless given, which compares what they visit
    #[arg(long, value_name = "NAME", help_heading = "Model")]
    #[arg(value_parser = PossibleValuesParser::new(Method::ALL.map(Method::name)))]
    method: Option<String>,
    /// Nodes that each search may visit
    #[arg(long, value_name = "N", value_parser = count, help_heading = "Limits")]
    pub(crate) nodes: Option<u64>,
    /// Time for all searches, such as 90s or 1h30m
    #[arg(long, value_name = "TIME", value_parser = time, help_heading = "Limits")]
    pub(crate) time: Option<Duration>,
    #[command(flatten)]
    pub(crate) shown: ShownArguments,
}

impl ModelArguments {
    /// The rule for ties.
    pub(crate) fn ties(&self) -> Ties {
        Ties::named(&self.ties).unwrap_or_default()
    }

    /// The method, if one was named.
    pub(crate) fn method(&self) -> Option<Method> {
        self.method.as_deref().and_then(Method::named)
    }
}
