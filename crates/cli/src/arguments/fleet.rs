//! The options of fleets.

use std::path::PathBuf;
use std::time::Duration;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{ArgMatches, Args, Command, FromArgMatches};
use foregone::{OPTIONS, OptionRow};
use foregone_fleet::plan::{Plan, Policy};
use foregone_fleet::setup::LeafStore;
use foregone_fleet::simulate::Faults;
use foregone_solve::options::{Names, Question, Techniques};

use super::limits::{bytes, count, default_bytes, time};
use super::question::{arguments_of, given};
use super::{PlaceArguments, ShownArguments};
use crate::failure::Failure;

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
    /// The numbers of workers to simulate, one fleet after the other
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = workers)]
    #[arg(default_value = "1,4,8,16,32,64", help_heading = "Fleet")]
    pub(crate) workers: Vec<usize>,
    /// Which leaf is assigned next: lock, ppn2, ppn2-wait, jlpns, jlpns-win, jlpns-greedy
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = policies())]
    #[arg(default_value = "lock,ppn2,jlpns", help_heading = "Fleet")]
    pub(crate) policy: Vec<Policy>,
    /// The number of hosts; the workers of a host share a table
    #[arg(long, value_name = "N", default_value = "1", value_parser = workers)]
    #[arg(help_heading = "Fleet")]
    pub(crate) hosts: usize,
    /// The number of workers per host, instead of --hosts
    #[arg(long, value_name = "N", value_parser = workers, conflicts_with = "hosts")]
    #[arg(help_heading = "Fleet")]
    pub(crate) per_host: Option<usize>,
    #[command(flatten)]
    pub(crate) jobs: JobArguments,
    #[command(flatten)]
    pub(crate) network: NetworkArguments,
    /// Stop a fleet after this many descents
    #[arg(long, value_name = "N", value_parser = count, help_heading = "Limits")]
    pub(crate) descents: Option<u64>,
    /// Memory: half of it for the tables of all hosts, half for the coordinator
    #[arg(long, value_name = "SIZE", value_parser = bytes, help_heading = "Limits")]
    memory: Option<u64>,
    /// Time for the whole command, such as 90s or 1h30m
    #[arg(long, value_name = "TIME", value_parser = time, help_heading = "Limits")]
    pub(crate) time: Option<Duration>,
    /// Write one line per fleet to a CSV file
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub(crate) csv: Option<PathBuf>,
    /// Draw the speed-up by the number of workers as an SVG file; needs a fleet of 1 worker
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

    /// The number of hosts of a fleet with this many workers.
    pub(crate) fn hosts_of(&self, workers: usize) -> usize {
        self.per_host.map_or(self.hosts, |per_host| workers.div_ceil(per_host))
    }
}

/// The jobs, and how leaves are searched.
#[derive(Args)]
#[command(next_help_heading = "Jobs")]
pub(crate) struct JobArguments {
    /// Where the search of a leaf keeps its positions: tree (discarded with the job) or table (kept by the host)
    #[arg(long, value_name = "SECOND", value_parser = seconds(), default_value = "table")]
    pub(crate) second: LeafStore,
    /// What the coordinator holds: tree or dag; dag for lock and tree for the other policies unless given
    #[arg(long, value_name = "STORE", value_parser = stores())]
    pub(crate) store: Option<Merging>,
    /// Descents of a job
    #[arg(long, value_name = "N", value_parser = count, default_value = "1000")]
    pub(crate) job: u64,
    /// Descents of a job per worker, if that is more than --job
    #[arg(long, value_name = "N", default_value = "0")]
    pub(crate) job_per_worker: u64,
    /// Descents between two partial results; 0 for no partial results
    #[arg(long, value_name = "N", default_value = "100")]
    pub(crate) partial: u64,
    /// Jobs that a worker holds at a time
    #[arg(long, value_name = "N", default_value = "2", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) in_flight: u32,
    /// The least work behind a proved position that is sent to other hosts; 0 to send none
    #[arg(long, value_name = "N", default_value = "100")]
    pub(crate) heavy: u64,
    #[command(flatten)]
    pub(crate) options: WorkerOptions,
}

impl JobArguments {
    /// The plan of a run with these jobs; what depends on more than the jobs has its default.
    pub(crate) fn plan(&self, policy: Policy) -> Plan {
        Plan {
            policy,
            merge: self.store.map_or(policy == Policy::Lock, |store| store.0),
            job: self.job,
            job_per_worker: self.job_per_worker,
            partial: self.partial,
            ..Plan::default()
        }
    }
}

/// The options of the searches that workers make: those rows of the option table that concern the search of a leaf.
pub(crate) struct WorkerOptions {
    given: Vec<(&'static OptionRow, String)>,
}

impl WorkerOptions {
    /// The rows. The job size, the coordinator's graph, the memory and the threads have options of their own.
    fn rows() -> impl Iterator<Item = &'static OptionRow> {
        let others = ["second", "dag", "table", "threads"];
        OPTIONS.iter().filter(move |row| row.fleets && !others.contains(&row.name))
    }

    /// The techniques with which leaves are searched. The coordinator combines results of workers as proved, so the
    /// knowledge level must be a sound one.
    pub(crate) fn techniques(&self, names: Names<'_>) -> Result<Techniques, Failure> {
        let mut question = Question::of_any();
        for (row, value) in &self.given {
            row.set(&mut question, value, names)
                .map_err(|why| Failure::bad(format!("--{} {value}: {why}", row.name)))?;
        }
        if !question.techniques.are_sound(names.knowledge) {
            return Err(Failure::bad(
                "this knowledge level is not sound, so its results are no proof; workers take only sound levels",
            ));
        }
        Ok(question.techniques)
    }
}

impl Args for WorkerOptions {
    fn augment_args(command: Command) -> Command {
        let options = WorkerOptions::rows().flat_map(arguments_of);
        command.args(options.map(|option| option.help_heading("Search of a leaf")))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for WorkerOptions {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        Ok(WorkerOptions { given: given(matches, WorkerOptions::rows()) })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// How messages travel.
#[derive(Args)]
#[command(next_help_heading = "Network")]
pub(crate) struct NetworkArguments {
    /// The time of a message on its way, in descents
    #[arg(long, value_name = "UNITS", default_value = "20", value_parser = units)]
    pub(crate) latency: u64,
    /// The time that a message costs the coordinator, in descents
    #[arg(long, value_name = "UNITS", default_value = "0.05", value_parser = units)]
    pub(crate) cost: u64,
    /// The largest share by which a worker is slower than normal
    #[arg(long, value_name = "SHARE", default_value = "0", value_parser = factor)]
    pub(crate) spread: f64,
    /// The share of messages that are lost
    #[arg(long, value_name = "SHARE", default_value = "0", value_parser = share)]
    loss: f64,
    /// The share of messages that arrive twice
    #[arg(long, value_name = "SHARE", default_value = "0", value_parser = share)]
    duplicate: f64,
    /// The largest share of the latency by which a message is delayed, so that others overtake it
    #[arg(long, value_name = "SHARE", default_value = "0", value_parser = factor)]
    late: f64,
    /// The chance that a worker dies at a portion of up to 100 descents; it starts again later
    #[arg(long, value_name = "SHARE", default_value = "0", value_parser = share)]
    die: f64,
    /// The seed of all random choices
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

fn seconds() -> impl TypedValueParser<Value = LeafStore> {
    PossibleValuesParser::new(["tree", "table"]).map(|name| match name.as_str() {
        "tree" => LeafStore::Tree,
        _ => LeafStore::Table,
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

/// A time in descents, stored in thousandths.
fn units(text: &str) -> Result<u64, String> {
    match text.parse::<f64>() {
        Ok(units) if (0.0..=1e9).contains(&units) => Ok((units * 1000.0).round() as u64),
        _ => Err("it is a number of descents, such as 20 or 0.05".to_owned()),
    }
}

/// A share of messages or portions, less than all: a network that loses every message never ends.
fn share(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number| (0.0..=0.9).contains(number));
    number.ok_or_else(|| "it is a share from 0 to 0.9, such as 0.01".to_owned())
}

/// A factor by which something is larger.
fn factor(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number| (0.0..=1000.0).contains(number));
    number.ok_or_else(|| "it is a share from 0 to 1000, such as 0.5".to_owned())
}
