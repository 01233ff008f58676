//! Tables 3 and 4 of Saffidine, Jouandeau and Cazenave, *Solving Breakthrough with Race Patterns and Job-Level Proof Number
//! Search* (ACG 2011), in virtual time: a fleet of clients on the 4x5 board, by the published policy and by others.

use std::time::Instant;

use fleet::message::Second;
use fleet::plan::{Policy, Virtual, WhenTaken};
use fleet::simulate::{Course, Crew, Faults, Network};
use solve::limits::Limits;
use solve::options::Goal;

use super::figures::{Figure, Section};
use crate::arguments::experiments::TableName;
use crate::arguments::fleet::{JobArguments, Merging};
use crate::commands::simulate::Trial;
use crate::failure::Failure;
use crate::interrupt;
use crate::opening;

/// Units of a message's way, and of what it costs, in thousandths.
const LATENCY: u64 = 20_000;
const COST: u64 = 50;

/// Descents of a job, and clients of table 4.
const JOB: u64 = 1000;
const CLIENTS: usize = 64;

/// A row of table 3: clients, and the published seconds, speed-up in tenths, and thousands of nodes expanded and touched.
type Scaling = (&'static str, usize, u64, Option<u64>, u64, u64);

const SCALING: [Scaling; 6] = [
    ("1", 1, 3397, None, 107, 915),
    ("4", 4, 1559, Some(22), 126, 1073),
    ("8", 8, 803, Some(42), 130, 1106),
    ("16", 16, 472, Some(72), 152, 1298),
    ("32", 32, 305, Some(111), 196, 1651),
    ("64", 64, 186, Some(183), 232, 1930),
];

/// A row of table 4: descents between partial results, and the published seconds and thousands of nodes.
type Partial = (&'static str, u64, u64, u64, u64);

const PARTIALS: [Partial; 7] = [
    ("none", 0, 263, 324, 2645),
    ("500", 500, 233, 281, 2336),
    ("250", 250, 205, 253, 2105),
    ("100", 100, 186, 232, 1930),
    ("50", 50, 190, 233, 1944),
    ("25", 25, 201, 243, 2023),
    ("12", 12, 193, 223, 1855),
];

/// A policy with the store of its coordinator and the second level of its workers.
struct Way {
    title: &'static str,
    policy: Policy,
    merge: bool,
    second: Second,
    /// Whether the published figures are about it.
    is_published: bool,
}

const WAYS: [Way; 4] = [
    Way {
        title: "ppn2 as published: a tree, clients forget",
        policy: Policy::Ppn2(WhenTaken::NextBest),
        merge: false,
        second: Second::Tree,
        is_published: true,
    },
    Way {
        title: "jlpns, virtual loss: a tree, clients forget",
        policy: Policy::Jlpns(Virtual::Loss),
        merge: false,
        second: Second::Tree,
        is_published: false,
    },
    Way {
        title: "lock: a graph, clients forget",
        policy: Policy::Lock,
        merge: true,
        second: Second::Tree,
        is_published: false,
    },
    Way {
        title: "lock: a graph, one table for all clients",
        policy: Policy::Lock,
        merge: true,
        second: Second::Table,
        is_published: false,
    },
];

/// The sections of a table: one for each way.
pub(super) fn repeat(
    table: TableName,
    is_quick: bool,
    limits: Limits<'_>,
) -> Result<Vec<Section>, Failure> {
    let board = if is_quick { "breakthrough:4x4" } else { "breakthrough:4x5" };
    let mut sections = Vec::new();
    for way in &WAYS {
        let began = Instant::now();
        let figures = match table {
            TableName::Breakthrough3 => scaling(board, is_quick, way, limits)?,
            _ => partials(board, is_quick, way, limits)?,
        };
        if interrupt::asked() {
            break;
        }
        sections.push(Section {
            title: format!("{board}, {}", way.title),
            figures,
            seconds: began.elapsed().as_secs_f64(),
        });
    }
    Ok(sections)
}

fn scaling(
    board: &str,
    is_quick: bool,
    way: &Way,
    limits: Limits<'_>,
) -> Result<Vec<Figure>, Failure> {
    let mut figures = Vec::new();
    let mut alone = None;
    for (row, clients, seconds, speed_up, expanded, touched) in SCALING {
        let course = simulated(board, way, clients, 100, limits)?;
        let first = *alone.get_or_insert(course.time);
        let is_published = way.is_published && !is_quick;
        let stated = |number: u64| Some(number).filter(|_| is_published);
        let thousands = |number: u64| number.div_ceil(1000);
        let faster = (10.0 * first / course.time).round() as u64;
        let units = thousands(course.time as u64);
        figures.extend([
            Figure::in_row(row, "time", stated(seconds), units, false),
            Figure::in_row(row, "speed-up", speed_up.and_then(stated), faster, false).in_tenths(),
            Figure::in_row(
                row,
                "k expanded",
                stated(expanded),
                thousands(course.tally.finals),
                false,
            ),
            Figure::in_row(row, "k touched", stated(touched), thousands(course.tally.nodes), false),
        ]);
        if interrupt::asked() {
            break;
        }
    }
    Ok(figures)
}

fn partials(
    board: &str,
    is_quick: bool,
    way: &Way,
    limits: Limits<'_>,
) -> Result<Vec<Figure>, Failure> {
    let mut figures = Vec::new();
    for (row, partial, seconds, expanded, touched) in PARTIALS {
        let course = simulated(board, way, CLIENTS, partial, limits)?;
        let is_published = way.is_published && !is_quick;
        let stated = |number: u64| Some(number).filter(|_| is_published);
        let thousands = |number: u64| number.div_ceil(1000);
        let units = thousands(course.time as u64);
        figures.extend([
            Figure::in_row(row, "time", stated(seconds), units, false),
            Figure::in_row(
                row,
                "k expanded",
                stated(expanded),
                thousands(course.tally.finals),
                false,
            ),
            Figure::in_row(row, "k touched", stated(touched), thousands(course.tally.nodes), false),
        ]);
        if interrupt::asked() {
            break;
        }
    }
    Ok(figures)
}

/// One fleet on one host, each worker with a job and no other.
fn simulated(
    board: &str,
    way: &Way,
    clients: usize,
    partial: u64,
    limits: Limits<'_>,
) -> Result<Course, Failure> {
    let opened = opening::open(board)?;
    let placed = opened.place(None, None)?;
    let jobs = JobArguments {
        second: way.second,
        store: Some(Merging(way.merge)),
        job: JOB,
        job_per_worker: 0,
        partial,
        in_flight: 1,
        heavy: 0,
        glance: Some(0),
        mobility: true,
        epsilon: 64,
    };
    let trial = Trial::new(&*placed, opened.game.scale(), Goal::Value, &jobs, limits.bytes / 2)?;
    let network =
        Network { latency: LATENCY, cost: COST, spread: 0.0, faults: Faults::NONE, seed: 1 };
    let crew = Crew { workers: clients, hosts: 1, in_flight: 1 };
    trial.run(way.policy, crew, network, u64::MAX)
}
