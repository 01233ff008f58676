//! How the commands about whole games are called: `play`, `tournament` and `analyse`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use foregone_solve::play::Style;

use super::limits::{LimitArguments, count, number, time};
use super::lookup::LookupArguments;
use super::question::{default_threads, threads};
use super::{PlaceArguments, ShownArguments};
use crate::commands::Contestant;
use crate::failure::Failure;

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
    /// What outcomes are worth in a game with chance: score, win, not-lose, or a list such as loss=-3,draw=0,win=1
    #[arg(long, value_name = "UTILITY")]
    pub(crate) utility: Option<String>,
    /// Who decides for chance: the program, by --seed, unless given; or a person, who is asked what came up
    #[arg(long, value_enum, value_name = "WHO")]
    pub(crate) dice: Option<DiceChoice>,
    #[command(flatten)]
    pub(crate) style: StyleArguments,
    /// Print one JSON object per event and line
    #[arg(long, help_heading = "Output")]
    pub(crate) json: bool,
}

impl PlayArguments {
    /// Refuses what is for games with chance.
    pub(crate) fn refuse_for_plain(&self, game: &str) -> Result<(), Failure> {
        refuse_utility(self.utility.as_deref(), game)?;
        match self.dice {
            Some(_) => Err(Failure::bad(format!(
                "--dice is for games with chance, and {game} is none; leave it out"
            ))),
            None => Ok(()),
        }
    }
}

/// A game without chance needs no utility: its outcomes are only compared.
pub(crate) fn refuse_utility(utility: Option<&str>, game: &str) -> Result<(), Failure> {
    match utility {
        Some(_) => Err(Failure::bad(format!(
            "--utility is for games with chance, and {game} is none; leave it out"
        ))),
        None => Ok(()),
    }
}

/// Who decides for chance.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum DiceChoice {
    /// The program
    Throw,
    /// A person, who is asked
    Ask,
}

/// Who plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Side {
    Human,
    Solver,
}

/// Nodes of the search that vetoes a move unless they are given.
const VETO: u64 = 150_000;

/// How the solver thinks.
#[derive(Args)]
#[command(next_help_heading = "How the solver thinks")]
pub(crate) struct StyleArguments {
    /// Time for a move, such as 5s; games are repeatable only without it
    #[arg(long, value_name = "TIME", value_parser = time)]
    time: Option<Duration>,
    /// Nodes of the alpha-beta search that proposes a move: 200000 unless given, as many as the time allows with --time; in
    /// games with chance, of the search for the value: 1000000
    #[arg(long, value_name = "N", value_parser = count)]
    nodes: Option<u64>,
    /// Nodes of the proof-number search that vetoes a move if it loses: 150000 unless given, 0 for none
    #[arg(long, value_name = "N", value_parser = count_or_none)]
    veto: Option<u64>,
    /// Nodes of the search for the value of the position; as --veto unless given
    #[arg(long, value_name = "N", value_parser = count_or_none)]
    prove: Option<u64>,
    /// Another number, another choice among moves that look alike: 0 unless given; in games with chance, other dice: a
    /// random number, which is shown
    #[arg(long, value_name = "SEED", value_parser = number::<u64>)]
    seed: Option<u64>,
}

impl StyleArguments {
    /// The style.
    pub(crate) fn style(&self) -> Style {
        let &StyleArguments { time, nodes, veto, prove, seed } = self;
        let veto = veto.unwrap_or(VETO);
        Style { nodes, veto, prove: prove.unwrap_or(veto), time, seed: seed.unwrap_or(0) }
    }

    /// Refuses what is not for games with chance.
    pub(crate) fn refuse_for_chance(&self) -> Result<(), Failure> {
        match self.veto.or(self.prove) {
            Some(_) => Err(Failure::bad(
                "--veto and --prove are for games without chance; bound the search by --nodes or --time",
            )),
            None => Ok(()),
        }
    }

    /// The nodes, if they were given.
    pub(crate) fn nodes(&self) -> Option<u64> {
        self.nodes
    }

    /// The time for a move, if it was given.
    pub(crate) fn time(&self) -> Option<Duration> {
        self.time
    }

    /// The seed, if it was given.
    pub(crate) fn seed(&self) -> Option<u64> {
        self.seed
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
    /// What outcomes are worth in a game with chance: score, win, not-lose, or a list such as loss=-3,draw=0,win=1
    #[arg(long, value_name = "UTILITY")]
    pub(crate) utility: Option<String>,
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

/// A number of nodes that may be 0.
pub(crate) fn count_or_none(text: &str) -> Result<u64, String> {
    if text == "0" { Ok(0) } else { count(text) }
}
