//! How a fleet is described on the command line.

use std::path::PathBuf;
use std::time::Duration;

use super::limits::{bytes, count, default_bytes, time};
use super::question::{epsilon, knowledge};
use super::{PlaceArguments, ShownArguments};
use crate::failure::Failure;
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use foregone_fleet::message::Second;
use foregone_fleet::plan::Policy;
use foregone_fleet::simulate::Faults;
use foregone_game::KnowledgeLevel;

/// `foregone simulate`.
#[derive(Args)]
pub(crate) struct SimulateArguments {
    /// The game, `NAME[:PARAMETERS]`; `foregone games` lists them
    #[arg(value_name = "GAME")]
    pub(crate) game: String,
    #[command(flatten)]
    pub(crate) place: PlaceArguments,
    /// Only find out whether the value is at least this outcome
    #[arg(long, value_name = "OUTCOME", allow_hyphen_values = true)]
    pub(crate) at_least: Option<String>,
    /// How many workers, one fleet after the other
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = workers)]
    #[arg(default_value = "1,4,8,16,32,64", help_heading = "Fleet")]
    pub(crate) workers: Vec<usize>,
    /// Which leaf is given away next: lock, ppn2, ppn2-wait, jlpns, jlpns-win, jlpns-greedy
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = policies())]
    #[arg(default_value = "lock,ppn2,jlpns", help_heading = "Fleet")]
    pub(crate) policy: Vec<Policy>,
    /// On how many hosts; the workers of a host share a table
    #[arg(long, value_name = "N", default_value = "1", value_parser = workers)]
    #[arg(help_heading = "Fleet")]
    pub(crate) hosts: usize,
    /// The same by the number of workers on a host
    #[arg(long, value_name = "N", value_parser = workers, conflicts_with = "hosts")]
    #[arg(help_heading = "Fleet")]
    pub(crate) per_host: Option<usize>,
    #[command(flatten)]
    pub(crate) jobs: JobArguments,
    #[command(flatten)]
    pub(crate) network: NetworkArguments,
    /// Give a fleet up after so many descents
    #[arg(long, value_name = "N", value_parser = count, help_heading = "Limits")]
    pub(crate) descents: Option<u64>,
    /// Memory for the tables of all hosts, and as much for the coordinator
    #[arg(long, value_name = "SIZE", value_parser = bytes, help_heading = "Limits")]
    memory: Option<u64>,
    /// Time for all of it, such as 90s or 1h30m
    #[arg(long, value_name = "TIME", value_parser = time, help_heading = "Limits")]
    pub(crate) time: Option<Duration>,
    /// Write one line per fleet to a file
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub(crate) csv: Option<PathBuf>,
    /// Draw the speed-up over the number of workers; needs a fleet of 1
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub(crate) plot: Option<PathBuf>,
    /// Replace the files if they exist
    #[arg(long, help_heading = "Output")]
    pub(crate) force: bool,
    #[command(flatten)]
    pub(crate) shown: ShownArguments,
}

impl SimulateArguments {
    /// Half of the memory.
    pub(crate) fn bytes(&self) -> u64 {
        self.memory.unwrap_or_else(default_bytes) / 2
    }

    /// On how many hosts so many workers are.
    pub(crate) fn hosts_of(&self, workers: usize) -> usize {
        self.per_host.map_or(self.hosts, |per_host| workers.div_ceil(per_host))
    }
}

/// What is given away, and how it is searched.
#[derive(Args)]
#[command(next_help_heading = "Jobs")]
pub(crate) struct JobArguments {
    /// How a leaf is searched: tree (forgotten with the job), or table (kept by the host)
    #[arg(long, value_name = "SECOND", value_parser = seconds(), default_value = "table")]
    pub(crate) second: Second,
    /// What the coordinator holds: tree, or dag; dag for lock and tree for the others unless given
    #[arg(long, value_name = "STORE", value_parser = stores())]
    pub(crate) store: Option<Merging>,
    /// Descents of a job
    #[arg(long, value_name = "N", value_parser = count, default_value = "1000")]
    pub(crate) job: u64,
    /// Descents of a job for each worker, if that is more than --job
    #[arg(long, value_name = "N", default_value = "0")]
    pub(crate) job_per_worker: u64,
    /// Descents between two partial results; 0 for none
    #[arg(long, value_name = "N", default_value = "100")]
    pub(crate) partial: u64,
    /// Jobs that a worker has at a time
    #[arg(long, value_name = "N", default_value = "2", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) in_flight: u32,
    /// Work behind a proved position from which on other hosts are told; 0 for never
    #[arg(long, value_name = "N", default_value = "100")]
    pub(crate) heavy: u64,
    /// What the game works out about positions without a search: a sound level that `foregone games NAME` lists, such as
    /// 0 for nothing; trees use nothing and tables the game's default level unless given
    #[arg(long, value_name = "LEVEL")]
    pub(crate) knowledge: Option<String>,
    /// Let positions begin with the number of their moves
    #[arg(long)]
    pub(crate) mobility: bool,
    /// How far a depth-first search may overrun before it tries another move, as a share
    #[arg(long, value_name = "SHARE", value_parser = epsilon, default_value = "0.25")]
    pub(crate) epsilon: u32,
}

impl JobArguments {
    /// The index of the knowledge level, if one is given. Results of workers are put together as if they were proved, so
    /// it must be a sound one.
    pub(crate) fn knowledge(
        &self,
        levels: &'static [KnowledgeLevel],
    ) -> Result<Option<u8>, Failure> {
        let index = knowledge(self.knowledge.as_deref(), levels)?;
        match index.map(|index| &levels[usize::from(index)]) {
            Some(level) if !level.is_sound => Err(Failure::bad(format!(
                "the knowledge level {} is not sound, so its results are no proof; workers take only sound levels",
                level.name
            ))),
            _ => Ok(index),
        }
    }
}

/// How messages travel.
#[derive(Args)]
#[command(next_help_heading = "Network")]
pub(crate) struct NetworkArguments {
    /// How long a message is under way, in descents
    #[arg(long, value_name = "UNITS", default_value = "20", value_parser = units)]
    pub(crate) latency: u64,
    /// What a message costs the coordinator, in descents
    #[arg(long, value_name = "UNITS", default_value = "0.05", value_parser = units)]
    pub(crate) cost: u64,
    /// By which share the slowest worker is slower than the fastest, at most
    #[arg(long, value_name = "SHARE", default_value = "0", value_parser = factor)]
    pub(crate) spread: f64,
    /// The share of messages that are lost
    #[arg(long, value_name = "SHARE", default_value = "0", value_parser = share)]
    loss: f64,
    /// The share of messages that come twice
    #[arg(long, value_name = "SHARE", default_value = "0", value_parser = share)]
    duplicate: f64,
    /// By which share of the latency a message is late, at most, so that others overtake it
    #[arg(long, value_name = "SHARE", default_value = "0", value_parser = factor)]
    late: f64,
    /// The chance that a worker dies at a portion of 100 descents or less; it comes back later
    #[arg(long, value_name = "SHARE", default_value = "0", value_parser = share)]
    die: f64,
    /// The number from which all chance follows
    #[arg(long, value_name = "N", default_value = "1")]
    pub(crate) seed: u64,
}

impl NetworkArguments {
    pub(crate) fn faults(&self) -> Faults {
        let &NetworkArguments { loss, duplicate, late, die, .. } = self;
        Faults { loss, duplicate, late, die }
    }
}

/// Whether positions that are reached by several lines are one node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Merging(pub(crate) bool);

pub(super) fn policies() -> impl TypedValueParser<Value = Policy> {
    PossibleValuesParser::new(Policy::ALL.map(Policy::name))
        .map(|name| policy(&name).unwrap_or_default())
}

/// The policy of that name.
pub(super) fn policy(name: &str) -> Option<Policy> {
    Policy::ALL.into_iter().find(|policy| policy.name() == name)
}

fn seconds() -> impl TypedValueParser<Value = Second> {
    PossibleValuesParser::new(["tree", "table"]).map(|name| match name.as_str() {
        "tree" => Second::Tree,
        _ => Second::Table,
    })
}

fn stores() -> impl TypedValueParser<Value = Merging> {
    PossibleValuesParser::new(["tree", "dag"]).map(|name| Merging(name == "dag"))
}

/// A number of workers or hosts.
fn workers(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|number| (1..=100_000).contains(number));
    number.ok_or_else(|| "it is a number from 1 to 100000".to_owned())
}

/// A time in descents; kept in thousandths.
fn units(text: &str) -> Result<u64, String> {
    match text.parse::<f64>() {
        Ok(units) if (0.0..=1e9).contains(&units) => Ok((units * 1000.0).round() as u64),
        _ => Err("it is a number of descents, such as 20 or 0.05".to_owned()),
    }
}

/// A share of what happens, less than all of it: a network that loses everything never ends.
fn share(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number| (0.0..=0.9).contains(number));
    number.ok_or_else(|| "it is a share from 0 to 0.9, such as 0.01".to_owned())
}

/// How much more of something.
fn factor(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number| (0.0..=1000.0).contains(number));
    number.ok_or_else(|| "it is a share from 0 to 1000, such as 0.5".to_owned())
}
