//! How the program is called. The comments on the fields are the texts of `--help`.

#[cfg(feature = "nats")]
pub(crate) mod cluster;
pub(crate) mod engine;
pub(crate) mod experiments;
#[cfg(feature = "explore")]
pub(crate) mod explore;
pub(crate) mod fleet;
pub(crate) mod gdl;
mod help;
pub(crate) mod keeping;
pub(crate) mod limits;
pub(crate) mod lookup;
pub(crate) mod model;
pub(crate) mod patterns;
pub(crate) mod playing;
pub(crate) mod proof;
pub(crate) mod question;
pub(crate) mod tablebase;

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::error::ErrorKind;
use clap::{ArgGroup, Args, FromArgMatches, Parser, Subcommand};

use crate::failure::Failure;
use foregone::{Game, Position};

#[cfg(feature = "nats")]
use cluster::{CheckFleetArguments, CoordinateArguments, WorkArguments};
use engine::EngineArguments;
use experiments::{BenchArguments, CompareArguments, ReproduceArguments};
#[cfg(feature = "explore")]
use explore::ExploreArguments;
use fleet::SimulateArguments;
use gdl::GdlArguments;
use keeping::KeepingArguments;
use limits::LimitArguments;
use lookup::LookupArguments;
use model::ModelArguments;
use patterns::PatternsArguments;
use playing::{AnalyseArguments, PlayArguments, TournamentArguments};
use proof::ProofArguments;
use question::QuestionArguments;
use tablebase::TablebaseArguments;

#[derive(Parser)]
#[command(name = "foregone", version, about = help::ABOUT, after_help = help::EXAMPLES, max_term_width = 100)]
#[command(arg_required_else_help = true)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

/// What can be asked for.
#[derive(Subcommand)]
pub(crate) enum Command {
    /// List the games, describe one, or look at a position
    #[command(after_help = help::GAMES)]
    Games(GamesArguments),
    /// Prove what a position is worth
    #[command(after_help = help::SOLVE)]
    Solve(Box<SolveArguments>),
    /// Verify certificates
    #[command(after_help = help::CHECK)]
    // A check needs no server.
    #[cfg_attr(feature = "nats", command(mut_arg("nats", |it| it.required(false))))]
    Check(Box<CheckArguments>),
    /// Look into the proof of a certificate
    #[command(after_help = help::SHOW)]
    Proof(ProofArguments),
    /// Check rule files, or write their rules without variables
    #[command(after_help = help::GDL)]
    Gdl(GdlArguments),
    /// Find the moves of a game that changed its result
    #[command(after_help = help::ANALYSE)]
    Analyse(AnalyseArguments),
    /// Play against the solver
    #[command(after_help = help::PLAY)]
    Play(PlayArguments),
    /// Look at positions in a browser: values, searches while they run, play
    #[cfg(feature = "explore")]
    #[command(after_help = help::EXPLORE)]
    Explore(ExploreArguments),
    /// Answer other programs line by line, in JSON-RPC or UGI
    #[command(after_help = help::ENGINE)]
    Engine(EngineArguments),
    /// Let two configurations of the solver play games against each other
    #[command(after_help = help::TOURNAMENT)]
    Tournament(TournamentArguments),
    /// Find what a position is worth against a model of the opponent, which is no proof
    #[command(after_help = help::MODEL)]
    Model(ModelArguments),
    /// Let several algorithms solve the same positions
    #[command(after_help = help::COMPARE)]
    Compare(CompareArguments),
    /// Let fleets of many workers search a position in virtual time
    #[command(after_help = help::SIMULATE)]
    Simulate(Box<SimulateArguments>),
    /// Let workers on many machines search a position, through a NATS server
    #[cfg(feature = "nats")]
    #[command(after_help = help::COORDINATE)]
    Coordinate(Box<CoordinateArguments>),
    /// Work for a coordinator, through a NATS server
    #[cfg(feature = "nats")]
    #[command(after_help = help::WORK)]
    Work(WorkArguments),
    /// Repeat the experiments of the papers: published figures beside measured ones
    #[command(after_help = help::REPRODUCE)]
    Reproduce(ReproduceArguments),
    /// Build, ask and verify tables with the value of every position
    #[command(after_help = help::TABLEBASE)]
    Tablebase(TablebaseArguments),
    /// Find and verify patterns that win a race, for what a game knows without a search
    #[command(after_help = help::PATTERNS)]
    Patterns(PatternsArguments),
    /// Do a fixed amount of work and print a signature of what was done
    #[command(after_help = help::BENCH)]
    Bench(BenchArguments),
    /// Print a script that lets a shell complete commands and options
    #[command(after_help = help::COMPLETIONS)]
    Completions(CompletionsArguments),
    /// Write the manual pages
    #[command(after_help = help::MAN)]
    Man(ManArguments),
    /// Print the version
    #[command(after_help = help::VERSION)]
    Version,
}

/// A position.
#[derive(Args)]
pub(crate) struct PlaceArguments {
    /// Moves played from the start, or from --position, in the game's notation
    #[arg(long, value_name = "MOVES")]
    pub(crate) moves: Option<String>,
    /// A position to start from, in the game's notation
    #[arg(long, value_name = "POSITION")]
    pub(crate) position: Option<String>,
}

impl PlaceArguments {
    /// Whether it is anything but the start.
    pub(crate) fn is_given(&self) -> bool {
        self.moves.is_some() || self.position.is_some()
    }

    /// The position in that game.
    pub(crate) fn of(&self, opened: &Game) -> Result<Position, Failure> {
        Ok(opened.place(self.position.as_deref(), self.moves.as_deref())?)
    }

    /// The game and how the position was given, for people: `connect4:4x5 after 1123`.
    pub(crate) fn subject(&self, game: &str) -> String {
        let mut text = game.to_owned();
        if let Some(position) = &self.position {
            text.push_str(&format!(" at {position}"));
        }
        if let Some(moves) = self.moves.as_deref().filter(|moves| !moves.trim().is_empty()) {
            text.push_str(&format!(" after {}", moves.trim()));
        }
        text
    }
}

/// `foregone games`.
#[derive(Args)]
pub(crate) struct GamesArguments {
    /// A game's name to read about it, or with parameters (connect4:4x5) to look at a position
    #[arg(value_name = "GAME")]
    pub(crate) game: Option<String>,
    #[command(flatten)]
    pub(crate) place: PlaceArguments,
    /// Write a drawing of the position to a file; - is standard output
    #[arg(long, value_name = "FILE", requires = "game")]
    pub(crate) svg: Option<PathBuf>,
    /// Write a graph game in Graphviz' language to a file; - is standard output
    #[arg(long, value_name = "FILE", requires = "game")]
    pub(crate) dot: Option<PathBuf>,
    /// Replace the files if they exist
    #[arg(long)]
    pub(crate) force: bool,
    /// Count the lines of play of 1 to N moves, outcomes of chance included, from the position
    #[arg(long, value_name = "N", value_parser = limits::number::<u32>, requires = "game")]
    pub(crate) perft: Option<u32>,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

/// `foregone solve`.
#[derive(Args)]
#[command(group(ArgGroup::new("written").args(["certificate", "checkpoint", "resume"]).multiple(true)))]
pub(crate) struct SolveArguments {
    /// The game, `NAME[:PARAMETERS]`; `foregone games` lists them
    #[arg(value_name = "GAME", required_unless_present = "resume")]
    pub(crate) game: Option<String>,
    #[command(flatten)]
    pub(crate) place: PlaceArguments,
    /// Solve every position of a file, one on each line: moves from the start (- for none), or a position in the game's
    /// notation, which may follow @; needs --json and prints one line for each; - is standard input
    #[arg(long, value_name = "FILE", requires = "json")]
    #[arg(conflicts_with_all = ["PlaceArguments", "certificate", "checkpoint", "resume"])]
    pub(crate) positions: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) question: QuestionArguments,
    /// What outcomes are worth in a game with chance: score, win, not-lose, a list such as loss=-3,draw=0,win=1, or all for
    /// the first three side by side
    #[arg(long, value_name = "UTILITY", conflicts_with = "resume", help_heading = "Question")]
    pub(crate) utility: Option<String>,
    #[command(flatten)]
    pub(crate) limits: LimitArguments,
    #[command(flatten)]
    pub(crate) keeping: KeepingArguments,
    #[command(flatten)]
    pub(crate) lookup: LookupArguments,
    /// Let the proof cite nothing: below values that were looked up it goes on to the end of play
    #[arg(long, requires = "certificate", help_heading = "Output")]
    pub(crate) strict: bool,
    /// Write a proof of what was found, for `foregone check`
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub(crate) certificate: Option<PathBuf>,
    /// Let the certificate depend on the position and the claim alone, not on algorithm, threads and memory
    #[arg(long, requires = "certificate", help_heading = "Output")]
    pub(crate) canonical: bool,
    /// Look for a small certificate: search once more for moves with small proofs, which takes longer
    #[arg(long, requires = "certificate", conflicts_with = "canonical", help_heading = "Output")]
    pub(crate) small: bool,
    /// Tell the value of every move, too; the limits hold for the position and its moves together
    #[arg(long, conflicts_with = "resume", help_heading = "Output")]
    pub(crate) every_move: bool,
    /// Replace the certificate and the checkpoint if they exist
    #[arg(long, requires = "written", help_heading = "Output")]
    pub(crate) force: bool,
    #[command(flatten)]
    pub(crate) shown: ShownArguments,
}

/// How results and progress are shown.
#[derive(Args)]
pub(crate) struct ShownArguments {
    /// Print one JSON object
    #[arg(long, help_heading = "Output")]
    pub(crate) json: bool,
    /// Show no progress
    #[arg(long, short, help_heading = "Output")]
    quiet: bool,
}

impl ShownArguments {
    /// Whether progress is wanted: it would be in the way of a program that reads JSON.
    pub(crate) fn progress(&self) -> bool {
        !self.quiet && !self.json
    }
}

/// `foregone check`.
#[derive(Args)]
pub(crate) struct CheckArguments {
    /// Certificates; - is standard input
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// The graph file or rule file, for certificates of graph: and gdl: games; without it a file of the name that the
    /// certificate has is looked for beside the certificate
    #[arg(long, value_name = "FILE", alias = "graph")]
    pub(crate) game_file: Option<PathBuf>,
    /// The folder of the tablebase, for certificates that cite one; all that is cited is compared with their hash
    #[arg(long, value_name = "FOLDER")]
    pub(crate) tablebase: Option<PathBuf>,
    /// Reject certificates that cite anything
    #[arg(long)]
    pub(crate) strict: bool,
    /// Follow the parts of a certificate by this many threads side by side; one for each core unless given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
    /// What the check of a certificate may take, such as 500MB or 2GiB; 4GiB unless given
    #[arg(long, value_name = "SIZE", value_parser = limits::bytes)]
    pub(crate) memory: Option<u64>,
    /// The same in time, such as 90s or 1h30m; no limit unless given
    #[arg(long, value_name = "TIME", value_parser = limits::time)]
    pub(crate) time: Option<Duration>,
    /// Save the state of the check here once a minute and when it is stopped; if the file exists, go on from there; for one
    /// certificate
    #[arg(long, value_name = "FILE")]
    #[cfg_attr(feature = "nats", arg(conflicts_with = "nats"))]
    pub(crate) checkpoint: Option<PathBuf>,
    /// Print one JSON object per certificate and line
    #[arg(long)]
    pub(crate) json: bool,
    /// Say nothing about certificates that are accepted without trust in anything
    #[arg(long, short)]
    pub(crate) quiet: bool,
    #[cfg(feature = "nats")]
    #[command(flatten)]
    pub(crate) fleet: CheckFleetArguments,
}

/// `foregone completions`.
#[derive(Args)]
pub(crate) struct CompletionsArguments {
    /// The shell
    #[arg(value_enum)]
    pub(crate) shell: clap_complete::Shell,
}

/// `foregone man`.
#[derive(Args)]
pub(crate) struct ManArguments {
    /// The folder, which gets a page for the program and one for each command; - prints the page of the program
    #[arg(value_name = "FOLDER")]
    pub(crate) folder: PathBuf,
    /// Replace the pages if they exist
    #[arg(long)]
    pub(crate) force: bool,
}

/// The command line as a whole. A negative number is always a value, so that it is refused for what it is.
pub(crate) fn command_line() -> clap::Command {
    with_negative_numbers(<Arguments as clap::CommandFactory>::command())
}

fn with_negative_numbers(command: clap::Command) -> clap::Command {
    command
        .mut_args(|arg| match arg.get_action().takes_values() {
            true if !arg.is_allow_hyphen_values_set() => arg.allow_negative_numbers(true),
            _ => arg,
        })
        .mut_subcommands(with_negative_numbers)
}

/// Reads the command line. Help and version are printed here; what is wrong is one sentence.
pub(crate) fn read(
    arguments: impl IntoIterator<Item = impl Into<OsString> + Clone>,
) -> Result<Command, Failure> {
    let parsed = command_line().try_get_matches_from(arguments);
    match parsed.and_then(|matches| Arguments::from_arg_matches(&matches)) {
        Ok(arguments) => Ok(arguments.command),
        Err(error) => match error.kind() {
            ErrorKind::DisplayHelp
            | ErrorKind::DisplayVersion
            | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
                let code = error.exit_code();
                // A closed pipe is the reader's wish.
                let _ = error.print();
                std::process::exit(if code == 0 { 0 } else { 2 })
            }
            _ => Err(Failure::BadInput(in_one_sentence(&error.to_string()))),
        },
    }
}

/// What clap says in paragraphs, in one sentence: the error and the tips, without the usage.
fn in_one_sentence(text: &str) -> String {
    let mut pieces = Vec::new();
    for paragraph in text.split("\n\n") {
        let line = paragraph.lines().map(str::trim).collect::<Vec<_>>().join(" ");
        // Nothing here takes values after `--`.
        let is_noise = ["Usage:", "For more information", "tip: to pass '"];
        if is_noise.iter().any(|start| line.starts_with(start)) {
            continue;
        }
        let line = line.trim_start_matches("error: ").replace(" tip: ", "; ");
        pieces.push(line.trim_start_matches("tip: ").to_owned());
    }
    let text = pieces.join("; ");
    // The words of Rust for a number that is none, or too large.
    let text =
        text.replace("invalid digit found in string", "write a whole number that is not negative");
    let text = text.replace("number too large to fit in target type", "the number is too large");
    format!("{text}; --help says more")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        command_line().debug_assert();
    }

    #[test]
    fn errors_of_the_command_line_are_one_sentence() {
        let error = Arguments::try_parse_from(["foregone", "solve"]).err().expect("no game");
        assert_eq!(
            in_one_sentence(&error.to_string()),
            "the following required arguments were not provided: <GAME>; --help says more"
        );
    }
}
