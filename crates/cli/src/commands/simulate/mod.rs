//! `foregone simulate`: a search by many workers, in virtual time.

mod page;

use foregone::Position;
use foregone_fleet::coordinator::State;
use foregone_fleet::plan::{Plan, Policy};
use foregone_fleet::setup::LeafStore;
use foregone_fleet::simulate::{FleetSize, Network, SimulationResult, simulate};
use foregone_game::{Outcome, Scale};
use foregone_solve::asked_range;
use foregone_solve::leaf_search::LeafSearchConfig;
use foregone_solve::limits::{Limits, Stop};
use foregone_solve::options::Initial;
use foregone_solve::options::{Algorithm, Goal, Names, Question, Techniques};
use foregone_solve::request::Request;
use serde::Serialize;

use crate::arguments::fleet::{JobArguments, NetworkArguments, SimulateArguments};
use crate::arguments::question::outcome;
use crate::failure::{Ending, Failure};
use crate::files::{Destination, Named};
use crate::interrupt;
use crate::opening;
use crate::output;
use crate::progress::ContestLine;

/// The sequential searches, of which the best is the reference for fleets: epsilon in 256ths, and the initial numbers.
const SEQUENTIAL: [(u32, Initial); 4] =
    [(64, Initial::Unit), (128, Initial::Unit), (64, Initial::Mobility), (128, Initial::Mobility)];

/// Simulates one fleet after the other and prints the results.
pub(crate) fn run(arguments: &SimulateArguments) -> Result<Ending, Failure> {
    let opened = opening::open(&arguments.game)?;
    interrupt::after(arguments.time);
    let scale = opened.scale();
    let placed = arguments.place.of(&opened)?;
    if arguments.plot.is_some() && !arguments.workers.contains(&1) {
        return Err(Failure::bad("--plot shows speed-ups, which need --workers 1 among others"));
    }
    Named::new(arguments.shown.json)
        .output("--csv", arguments.csv.as_ref())
        .output("--plot", arguments.plot.as_ref())
        .game(&opened.info().spec)
        .check()?;
    let csv = Destination::of(arguments.csv.as_ref(), arguments.force)?;
    let plot = Destination::of(arguments.plot.as_ref(), arguments.force)?;
    let goal = match &arguments.at_least {
        Some(name) => Goal::AtLeast(outcome(scale, name)?),
        None => Goal::Value,
    };
    let subject = arguments.place.subject(&opened.info().spec);
    let trial = Trial::new(&placed, scale, goal, &arguments.jobs, arguments.bytes())?;
    let fleets = arguments.policy.len() * arguments.workers.len();
    let line = ContestLine::counting("fleets", &subject, fleets, arguments.shown.progress());
    let sequential = trial.sequential()?;
    let mut rows = Vec::new();
    for &policy in &arguments.policy {
        for &workers in &arguments.workers {
            let size = FleetSize {
                workers,
                hosts: arguments.hosts_of(workers),
                in_flight: arguments.jobs.in_flight,
            };
            let network = network(&arguments.network);
            let most = arguments.descents.unwrap_or(u64::MAX);
            if !interrupt::asked() {
                rows.push(Row::new(policy, size, trial.run(policy, size, network, most)?));
                line.advance();
            }
        }
    }
    line.clear();
    let result = Simulated { subject, scale, sequential, rows };
    if arguments.shown.json {
        output::print_json(&result.object(arguments))?;
    } else {
        output::print(&result.page(arguments))?;
    }
    if interrupt::asked() {
        output::warn(&format!("not all fleets have searched to the end: {}", interrupt::reason()));
    }
    if let Some(file) = csv {
        file.write_text(&result.csv())?;
    }
    if let Some(file) = plot {
        file.write_text(&result.plot().svg())?;
    }
    Ok(result.ending())
}

pub(crate) fn network(arguments: &NetworkArguments) -> Network {
    let &NetworkArguments { latency, cost, spread, seed, .. } = arguments;
    Network { latency, cost, spread, faults: arguments.faults(), seed }
}

/// A position that fleets search.
pub(crate) struct Trial<'p> {
    placed: &'p Position,
    goal: Goal,
    config: LeafSearchConfig,
    jobs: &'p JobArguments,
    bytes: u64,
}

impl<'p> Trial<'p> {
    pub(crate) fn new(
        placed: &'p Position,
        scale: &Scale,
        goal: Goal,
        jobs: &'p JobArguments,
        bytes: u64,
    ) -> Result<Trial<'p>, Failure> {
        if placed.outcome().is_some() {
            return Err(Failure::bad("the game is over here: there is nothing to search"));
        }
        let range = asked_range(scale, goal)?;
        let techniques =
            jobs.options.techniques(Names { scale, knowledge: placed.knowledge_levels() })?;
        let on_table = jobs.second == LeafStore::Table;
        let min_shared_work =
            Some(jobs.heavy).filter(|&min_shared_work| min_shared_work > 0 && on_table);
        let config = LeafSearchConfig { range, on_table, bytes, techniques, min_shared_work };
        Ok(Trial { placed, goal, config, jobs, bytes })
    }

    /// The best depth-first search by one thread. A position that it enters counts as a descent.
    pub(crate) fn sequential(&self) -> Result<Sequential, Failure> {
        let algorithm = Algorithm::dfpn_for(self.config.range);
        let mut best: Option<Sequential> = None;
        for (epsilon, initial) in SEQUENTIAL {
            let techniques = Techniques { epsilon, initial, ..self.config.techniques };
            let question = Question { goal: self.goal, techniques, ..Question::value(algorithm) };
            let limits = Limits {
                bytes: self.bytes,
                interrupt: Some(interrupt::flag()),
                ..Limits::default()
            };
            let report = self.placed.solve(Request::new(&question, limits))?;
            let visits = report.counters.expanded;
            if report.stop == Stop::Solved && best.is_none_or(|best| visits < best.visits) {
                let name = algorithm.name();
                let (mobility, bounds) = (initial == Initial::Mobility, report.bounds);
                best = Some(Sequential { algorithm: name, epsilon, mobility, visits, bounds });
            }
        }
        if interrupt::asked() && best.is_none() {
            return Err(Failure::unfinished(
                "the sequential search to measure against did not end",
            ));
        }
        best.ok_or_else(|| {
            Failure::Failed(
                "the sequential search to measure against did not end; allow more with --memory"
                    .to_owned(),
            )
        })
    }

    /// Simulates one fleet.
    pub(crate) fn run(
        &self,
        policy: Policy,
        size: FleetSize,
        network: Network,
        descents: u64,
    ) -> Result<SimulationResult, Failure> {
        let jobs = self.jobs;
        let plan = Plan {
            bytes: self.bytes,
            share: size.hosts > 1,
            sum: self.config.techniques.sum,
            ..jobs.plan(policy)
        };
        // A tree is no larger than its job, with all the children of its leaves.
        let bytes = match self.config.on_table {
            true => self.config.bytes / size.hosts as u64,
            false => (1 << 20) + jobs.job.saturating_mul(1 << 14),
        };
        let min_shared_work = self.config.min_shared_work.filter(|_| plan.share);
        let config = LeafSearchConfig { bytes, min_shared_work, ..self.config };
        let interrupt = Some(interrupt::flag());
        Ok(simulate(&**self.placed, &config, plan, network, size, descents, interrupt)?)
    }
}

/// The sequential search that is the reference for fleets.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sequential {
    pub(crate) algorithm: &'static str,
    pub(crate) epsilon: u32,
    pub(crate) mobility: bool,
    pub(crate) visits: u64,
    pub(crate) bounds: (Outcome, Outcome),
}

/// A fleet and its result.
pub(crate) struct Row {
    pub(crate) policy: Policy,
    pub(crate) size: FleetSize,
    pub(crate) result: SimulationResult,
}

impl Row {
    pub(crate) fn new(policy: Policy, size: FleetSize, result: SimulationResult) -> Row {
        Row { policy, size, result }
    }
}

/// All results.
struct Simulated<'s> {
    subject: String,
    scale: &'s Scale,
    sequential: Sequential,
    rows: Vec<Row>,
}

impl Simulated<'_> {
    /// The time of one worker with the same policy divided by that of the fleet, if one worker was simulated.
    fn speed_up(&self, row: &Row) -> Option<f64> {
        let alone = self.rows.iter().find(|it| it.policy == row.policy && it.size.workers == 1)?;
        let solved = alone.result.state == State::Solved && row.result.state == State::Solved;
        solved.then(|| alone.result.time / row.result.time)
    }

    /// The descents of the sequential search divided by the time of the fleet.
    fn against_sequential(&self, row: &Row) -> Option<f64> {
        let solved = row.result.state == State::Solved;
        solved.then(|| self.sequential.visits as f64 / row.result.time)
    }

    /// Whether a fleet contradicts the sequential search.
    fn is_wrong(&self, row: &Row) -> bool {
        let ((low, high), (least, most)) = (row.result.bounds, self.sequential.bounds);
        low > most || high < least
    }

    fn ending(&self) -> Ending {
        if self.rows.iter().any(|row| self.is_wrong(row)) {
            Ending::Failed
        } else if interrupt::asked()
            || self.rows.iter().any(|row| row.result.state != State::Solved)
        {
            Ending::LimitReached
        } else {
            Ending::Answered
        }
    }
}

/// How a run ended, in one word.
pub(crate) fn state_name(state: State) -> &'static str {
    match state {
        State::Solved => "solved",
        State::Exhausted => "memory",
        State::Running | State::Claimed => "stopped",
    }
}

/// A fleet as `--json` prints it.
#[derive(Serialize)]
struct Fleet {
    policy: &'static str,
    workers: usize,
    hosts: usize,
    state: &'static str,
    time: f64,
    speed_up: Option<f64>,
    against_sequential: Option<f64>,
    idle: f64,
    redundant: f64,
    coordinating: f64,
    descents: u64,
    messages: u64,
    jobs: u64,
    again: u64,
    cancelled: u64,
    expanded: u64,
    nodes: u64,
    bytes: u64,
}
