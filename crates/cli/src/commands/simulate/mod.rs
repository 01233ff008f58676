//! `foregone simulate`: a search by many workers, in virtual time.

mod page;

use foregone::Position;
use foregone_fleet::coordinator::State;
use foregone_fleet::message::Second;
use foregone_fleet::plan::{Plan, Policy};
use foregone_fleet::simulate::{Course, Crew, Network, simulate};
use foregone_game::{Outcome, Scale};
use foregone_solve::asked_range;
use foregone_solve::initial::Initial;
use foregone_solve::limits::{Limits, Stop};
use foregone_solve::options::{Algorithm, Goal, Question, Techniques};
use foregone_solve::request::Request;
use foregone_solve::station::Outfit;
use serde::Serialize;

use crate::arguments::fleet::{JobArguments, NetworkArguments, SimulateArguments};
use crate::arguments::question::outcome;
use crate::failure::{Ending, Failure};
use crate::files::Destination;
use crate::interrupt;
use crate::opening;
use crate::output;
use crate::progress::ContestLine;

/// The sequential searches whose best is what fleets are measured against: the share by which they may overrun, in
/// 256ths, and what positions begin with.
const SEQUENTIAL: [(u32, Initial); 4] =
    [(64, Initial::Unit), (128, Initial::Unit), (64, Initial::Mobility), (128, Initial::Mobility)];

/// Lets one fleet after the other search the position and prints how they fared.
pub(crate) fn run(arguments: &SimulateArguments) -> Result<Ending, Failure> {
    let opened = opening::open(&arguments.game)?;
    interrupt::after(arguments.time);
    let scale = opened.scale();
    let placed = arguments.place.of(&opened)?;
    let destination = |file: &Option<std::path::PathBuf>| match file {
        Some(file) => Destination::new(file, arguments.force).map(Some),
        None => Ok(None),
    };
    let (csv, plot) = (destination(&arguments.csv)?, destination(&arguments.plot)?);
    if plot.is_some() && !arguments.workers.contains(&1) {
        return Err(Failure::bad("--plot shows speed-ups, which need --workers 1 among others"));
    }
    let goal = match &arguments.at_least {
        Some(name) => Goal::AtLeast(outcome(scale, name)?),
        None => Goal::Value,
    };
    let subject = arguments.place.subject(&opened.facts().spec);
    let trial = Trial::new(&placed, scale, goal, &arguments.jobs, arguments.bytes())?;
    let fleets = arguments.policy.len() * arguments.workers.len();
    let line = ContestLine::counting("fleets", &subject, fleets, arguments.shown.progress());
    let sequential = trial.sequential()?;
    let mut rows = Vec::new();
    for &policy in &arguments.policy {
        for &workers in &arguments.workers {
            let crew = Crew {
                workers,
                hosts: arguments.hosts_of(workers),
                in_flight: arguments.jobs.in_flight,
            };
            let network = network(&arguments.network);
            let most = arguments.descents.unwrap_or(u64::MAX);
            if !interrupt::asked() {
                rows.push(Row::new(policy, crew, trial.run(policy, crew, network, most)?));
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

/// A position to let fleets search.
pub(crate) struct Trial<'p> {
    placed: &'p Position,
    goal: Goal,
    outfit: Outfit,
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
        let initial = if jobs.mobility { Initial::Mobility } else { Initial::Unit };
        let techniques = Techniques {
            knowledge: jobs.knowledge(placed.knowledge_levels())?,
            epsilon: jobs.epsilon,
            initial,
            ..Techniques::default()
        };
        let on_table = jobs.second == Second::Table;
        let heavy = Some(jobs.heavy).filter(|&heavy| heavy > 0 && on_table);
        let outfit = Outfit { range, on_table, bytes, techniques, heavy };
        Ok(Trial { placed, goal, outfit, jobs, bytes })
    }

    /// The best depth-first search by one thread: positions entered are its descents.
    pub(crate) fn sequential(&self) -> Result<Sequential, Failure> {
        let (low, high) = self.outfit.range;
        let several = high.0 - low.0 > 1;
        let algorithm = if several { Algorithm::Dfmopns } else { Algorithm::Dfpn };
        let mut best: Option<Sequential> = None;
        for (epsilon, initial) in SEQUENTIAL {
            let techniques = Techniques { epsilon, initial, ..self.outfit.techniques };
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

    /// How a fleet fares.
    pub(crate) fn run(
        &self,
        policy: Policy,
        crew: Crew,
        network: Network,
        descents: u64,
    ) -> Result<Course, Failure> {
        let jobs = self.jobs;
        let plan = Plan {
            policy,
            merge: jobs.store.map_or(policy == Policy::Lock, |store| store.0),
            job: jobs.job,
            job_per_worker: jobs.job_per_worker,
            partial: jobs.partial,
            bytes: self.bytes,
            share: crew.hosts > 1,
            ..Plan::default()
        };
        // A tree is no larger than its job, with all the children of its leaves.
        let bytes = match self.outfit.on_table {
            true => self.outfit.bytes / crew.hosts as u64,
            false => (1 << 20) + jobs.job.saturating_mul(1 << 14),
        };
        let heavy = self.outfit.heavy.filter(|_| plan.share);
        let outfit = Outfit { bytes, heavy, ..self.outfit };
        let interrupt = Some(interrupt::flag());
        Ok(simulate(&**self.placed, &outfit, plan, network, crew, descents, interrupt)?)
    }
}

/// The sequential search that fleets are measured against.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sequential {
    pub(crate) algorithm: &'static str,
    pub(crate) epsilon: u32,
    pub(crate) mobility: bool,
    pub(crate) visits: u64,
    pub(crate) bounds: (Outcome, Outcome),
}

/// A fleet and how it fared.
pub(crate) struct Row {
    pub(crate) policy: Policy,
    pub(crate) crew: Crew,
    pub(crate) course: Course,
}

impl Row {
    pub(crate) fn new(policy: Policy, crew: Crew, course: Course) -> Row {
        Row { policy, crew, course }
    }
}

/// What there is to show.
struct Simulated<'s> {
    subject: String,
    scale: &'s Scale,
    sequential: Sequential,
    rows: Vec<Row>,
}

impl Simulated<'_> {
    /// The time of the same policy with one worker over that of a fleet, if there was such a worker.
    fn speed_up(&self, row: &Row) -> Option<f64> {
        let alone = self.rows.iter().find(|it| it.policy == row.policy && it.crew.workers == 1)?;
        let solved = alone.course.state == State::Solved && row.course.state == State::Solved;
        solved.then(|| alone.course.time / row.course.time)
    }

    /// The visits of the sequential search over the time of a fleet.
    fn against_sequential(&self, row: &Row) -> Option<f64> {
        let solved = row.course.state == State::Solved;
        solved.then(|| self.sequential.visits as f64 / row.course.time)
    }

    /// Whether a fleet has found something else than the sequential search.
    fn is_wrong(&self, row: &Row) -> bool {
        let ((low, high), (least, most)) = (row.course.bounds, self.sequential.bounds);
        low > most || high < least
    }

    fn ending(&self) -> Ending {
        if self.rows.iter().any(|row| self.is_wrong(row)) {
            Ending::Failed
        } else if interrupt::asked()
            || self.rows.iter().any(|row| row.course.state != State::Solved)
        {
            Ending::LimitReached
        } else {
            Ending::Answered
        }
    }
}

/// How a run ended, in a word.
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
