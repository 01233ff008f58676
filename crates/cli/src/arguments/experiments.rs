//! How the commands that measure are called.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use foregone_reproduce::{Contender, Selection, Table};

use super::limits::{LimitArguments, bytes, number, time};
use super::{PlaceArguments, ShownArguments};

/// `foregone compare`.
#[derive(Args)]
pub(crate) struct CompareArguments {
    /// The game, `NAME[:PARAMETERS]`; `foregone games` lists them
    #[arg(value_name = "GAME")]
    pub(crate) game: String,
    /// The algorithms, separated by commas; the others are measured against the first
    #[arg(long, short, value_name = "LIST", required = true, value_delimiter = ',')]
    #[arg(value_parser = Contender::parse)]
    pub(crate) algorithms: Vec<Contender>,
    /// All positions after N moves, as often as there are lines that lead to them
    #[arg(long, value_name = "N", value_parser = number::<u32>, required_unless_present = "positions")]
    pub(crate) after: Option<u32>,
    /// The positions in a file; - is standard input
    #[arg(long, value_name = "FILE", conflicts_with = "after")]
    pub(crate) positions: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) place: PlaceArguments,
    #[command(flatten)]
    pub(crate) limits: LimitArguments,
    /// Write one line per position and algorithm to a file
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub(crate) csv: Option<PathBuf>,
    /// Draw the nodes of the first algorithm over those of the second
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub(crate) plot: Option<PathBuf>,
    /// Replace the files if they exist
    #[arg(long, help_heading = "Output")]
    pub(crate) force: bool,
    #[command(flatten)]
    pub(crate) shown: ShownArguments,
}

/// `foregone reproduce`.
#[derive(Args)]
pub(crate) struct ReproduceArguments {
    /// The table
    #[arg(value_enum, default_value = "all")]
    pub(crate) table: TableName,
    /// Only what takes seconds
    #[arg(long)]
    pub(crate) quick: bool,
    /// Of allis-1 only what Lithidion did, with its own conventions
    #[arg(long)]
    pub(crate) lithidion: bool,
    /// Write one line per position and algorithm, or per value, to files in a folder
    #[arg(long, value_name = "FOLDER")]
    pub(crate) csv: Option<PathBuf>,
    /// Draw the figures that belong to the tables into a folder
    #[arg(long, value_name = "FOLDER")]
    pub(crate) plot: Option<PathBuf>,
    /// Replace the files if they exist
    #[arg(long)]
    pub(crate) force: bool,
    /// Memory for each search, such as 2GiB; three quarters of what is available unless given
    #[arg(long, value_name = "SIZE", value_parser = bytes, help_heading = "Limits")]
    pub(crate) memory: Option<u64>,
    /// Time for all of it, such as 90s or 1h30m
    #[arg(long, value_name = "TIME", value_parser = time, help_heading = "Limits")]
    pub(crate) time: Option<Duration>,
    #[command(flatten)]
    pub(crate) shown: ShownArguments,
}

/// A published table, all of them, or the project's own.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum TableName {
    #[value(name = "allis-1")]
    Allis1,
    #[value(name = "breakthrough-3")]
    Breakthrough3,
    #[value(name = "breakthrough-4")]
    Breakthrough4,
    #[value(name = "breakthrough-5")]
    Breakthrough5,
    #[value(name = "mopns-1")]
    Mopns1,
    #[value(name = "mopns-2")]
    Mopns2,
    #[value(name = "mopns-3")]
    Mopns3,
    #[value(name = "star-trees")]
    StarTrees,
    #[value(name = "chance-games")]
    ChanceGames,
    #[value(name = "chance-speed")]
    ChanceSpeed,
    #[value(name = "chance-values")]
    ChanceValues,
    #[value(name = "chance-utilities")]
    ChanceUtilities,
    All,
    Solved,
}

impl TableName {
    /// The published tables that it stands for, in the order in which they are measured.
    pub(crate) fn tables(self) -> &'static [Table] {
        match self {
            TableName::Allis1 => &[Table::Allis1],
            TableName::Breakthrough3 => &[Table::Breakthrough3],
            TableName::Breakthrough4 => &[Table::Breakthrough4],
            TableName::Breakthrough5 => &[Table::Breakthrough5],
            TableName::Mopns1 => &[Table::Mopns1],
            TableName::Mopns2 => &[Table::Mopns2],
            TableName::Mopns3 => &[Table::Mopns3],
            TableName::StarTrees => &[Table::StarTrees],
            TableName::ChanceGames => &[Table::ChanceGames],
            TableName::ChanceSpeed => &[Table::ChanceSpeed],
            TableName::ChanceValues => &[Table::ChanceValues],
            TableName::ChanceUtilities => &[Table::ChanceUtilities],
            TableName::All => &Table::ALL,
            TableName::Solved => &[],
        }
    }
}

impl ReproduceArguments {
    /// Which part of a table is measured.
    pub(crate) fn selection(&self) -> Selection {
        Selection { quick: self.quick, lithidion: self.lithidion }
    }
}

/// `foregone bench`.
#[derive(Args)]
pub(crate) struct BenchArguments {
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}
