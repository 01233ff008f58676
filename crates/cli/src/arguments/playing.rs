//! How the commands about whole games are called: `play`, `tournament` and `analyse`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use foregone_solve::options::Question;
use foregone_solve::play::Style;

use super::limits::{LimitArguments, count, number, time};
use super::lookup::LookupArguments;
use super::question::{default_threads, threads};
use super::{PlaceArguments, ShownArguments};
use crate::commands::Contestant;
use foregone::Game;

/// `foregone play`.
#[derive(Args)]
pub(crate) struct PlayArguments {
    /// The game, `NAME[:PARAMETERS]`; `foregone games` lists them
    #[arg(value_name = "GAME")]
    pub(crate) game: String,
    #[command(flatten)]
    pub(crate) place: PlaceArguments,
    #[command(flatten)]
    pub(crate) lookup: LookupArguments,
    /// Who makes the next move
    #[arg(long, value_enum, default_value = "human", conflicts_with = "two_humans")]
    pub(crate) first: Side,
    /// Let two people play; the solver only gives hints
    #[arg(long)]
    pub(crate) two_humans: bool,
    /// Show what the solver would play before every move of a person
    #[arg(long)]
    pub(crate) hints: bool,
    #[command(flatten)]
    pub(crate) style: StyleArguments,
    /// Print one JSON object per event and line
    #[arg(long, help_heading = "Output")]
    pub(crate) json: bool,
}

/// Who plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Side {
    Human,
    Solver,
}

/// How the solver thinks.
#[derive(Args)]
#[command(next_help_heading = "How the solver thinks")]
pub(crate) struct StyleArguments {
    /// Time for a move, such as 5s; games are repeatable only without it
    #[arg(long, value_name = "TIME", value_parser = time)]
    time: Option<Duration>,
    /// Nodes of the alpha-beta search that proposes a move: 200000 unless given, as many as the time allows with --time
    #[arg(long, value_name = "N", value_parser = count)]
    nodes: Option<u64>,
    /// Nodes of the proof-number search that vetoes a move if it loses; 0 for none
    #[arg(long, value_name = "N", value_parser = count_or_none, default_value = "150000")]
    veto: u64,
    /// Nodes of the search for the value of the position; as --veto unless given
    #[arg(long, value_name = "N", value_parser = count_or_none)]
    prove: Option<u64>,
    /// Another number, another choice among moves that look alike
    #[arg(long, value_name = "SEED", value_parser = number::<u64>, default_value = "0")]
    seed: u64,
}

impl StyleArguments {
    /// The style.
    pub(crate) fn style(&self) -> Style {
        let &StyleArguments { time, nodes, veto, prove, seed } = self;
        Style { nodes, veto, prove: prove.unwrap_or(veto), time, seed }
    }
}

/// `foregone tournament`.
#[derive(Args)]
pub(crate) struct TournamentArguments {
    /// The game, `NAME[:PARAMETERS]`; `foregone games` lists them
    #[arg(value_name = "GAME")]
    pub(crate) game: String,
    #[command(flatten)]
    pub(crate) place: PlaceArguments,
    /// The player whose score is counted, such as veto=150000,nodes=20000
    #[arg(long, value_name = "PLAYER", default_value = "", hide_default_value = true)]
    #[arg(value_parser = Contestant::parse)]
    pub(crate) one: Contestant,
    /// The opponent, such as veto=0,nodes=20000
    #[arg(long, value_name = "PLAYER", value_parser = Contestant::parse)]
    pub(crate) two: Contestant,
    /// How many games; every opening is played twice, with the sides changed
    #[arg(long, value_name = "N", value_parser = count, default_value = "100")]
    pub(crate) games: u64,
    /// Random moves that a game begins with
    #[arg(long, value_name = "N", value_parser = number::<u32>, default_value = "4")]
    pub(crate) opening_plies: u32,
    /// Another number, other openings
    #[arg(long, value_name = "SEED", value_parser = number::<u64>, default_value = "1")]
    pub(crate) seed: u64,
    /// Games at a time; as many as there are cores unless given
    #[arg(long, value_name = "N", value_parser = threads)]
    threads: Option<usize>,
    /// Time for all games, such as 90s or 1h30m; that for a move is in PLAYER
    #[arg(long, value_name = "TIME", value_parser = time)]
    pub(crate) time: Option<Duration>,
    /// Write one line per game to a file
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub(crate) csv: Option<PathBuf>,
    /// Replace the file if it exists
    #[arg(long, help_heading = "Output")]
    pub(crate) force: bool,
    #[command(flatten)]
    pub(crate) shown: ShownArguments,
}

impl TournamentArguments {
    /// Games at a time.
    pub(crate) fn threads(&self) -> usize {
        self.threads.unwrap_or_else(default_threads)
    }
}

/// `foregone analyse`.
#[derive(Args)]
pub(crate) struct AnalyseArguments {
    /// The game, `NAME[:PARAMETERS]`; `foregone games` lists them
    #[arg(value_name = "GAME")]
    pub(crate) game: String,
    /// The record: moves in the game's notation, with or without numbers; - is standard input
    #[arg(long = "game", value_name = "FILE", id = "record")]
    pub(crate) record: PathBuf,
    /// The position that the record starts from, unless it is the start of the game
    #[arg(long, value_name = "POSITION")]
    pub(crate) position: Option<String>,
    #[command(flatten)]
    pub(crate) limits: LimitArguments,
    #[command(flatten)]
    pub(crate) lookup: LookupArguments,
    /// Draw the value over the game
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub(crate) plot: Option<PathBuf>,
    /// Replace the file if it exists
    #[arg(long, help_heading = "Output")]
    pub(crate) force: bool,
    #[command(flatten)]
    pub(crate) shown: ShownArguments,
}

impl AnalyseArguments {
    /// What every position is asked: its value, by the algorithm that fits the game.
    pub(crate) fn question(&self, opened: &Game) -> Question {
        Question::value(opened.class().usual_algorithm(opened.scale()))
    }
}

/// A number of nodes that may be 0.
pub(crate) fn count_or_none(text: &str) -> Result<u64, String> {
    if text == "0" { Ok(0) } else { count(text) }
}
