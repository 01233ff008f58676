//! Tables 3 and 4 of Saffidine, Jouandeau and Cazenave, *Solving Breakthrough with Race Patterns and Job-Level Proof Number
//! Search* (ACG 2011), in virtual time: a fleet of clients on the 4x5 board, by the published policy and by others.

use std::time::Instant;

use foregone_fleet::plan::{Policy, Virtual, WhenTaken};
use foregone_fleet::setup::LeafStore;
use foregone_fleet::simulate::{Faults, FleetSize, Network, SimulationResult};
use foregone_solve::limits::Limits;
use foregone_solve::options::Goal;

use super::figures::{Figure, Section};
use crate::arguments::experiments::TableName;
use crate::arguments::fleet::{JobArguments, Merging, WorkerOptions};
use crate::commands::simulate::Trial;
use crate::failure::Failure;
use crate::interrupt;
use crate::opening;

/// Units of a message's way, and of what it costs, in thousandths.
const LATENCY: u64 = 20_000;
const COST: u64 = 50;

/// Descents of a job.
const JOB: u64 = 1000;

/// A row of either table, with what is published: seconds, and thousands of nodes expanded and touched.
struct Row {
    name: &'static str,
    clients: usize,
    /// Descents between partial results.
    partial: u64,
    seconds: u64,
    /// In tenths; that of one client goes without saying, and table 4 has none.
    speed_up: Option<u64>,
    expanded: u64,
    touched: u64,
}

const fn scaling(
    name: &'static str,
    clients: usize,
    seconds: u64,
    speed_up: Option<u64>,
    [expanded, touched]: [u64; 2],
) -> Row {
    Row { name, clients, partial: 100, seconds, speed_up, expanded, touched }
}

const SCALING: [Row; 6] = [
    scaling("1", 1, 3397, None, [107, 915]),
    scaling("4", 4, 1559, Some(22), [126, 1073]),
    scaling("8", 8, 803, Some(42), [130, 1106]),
    scaling("16", 16, 472, Some(72), [152, 1298]),
    scaling("32", 32, 305, Some(111), [196, 1651]),
    scaling("64", 64, 186, Some(183), [232, 1930]),
];

const fn partials(
    name: &'static str,
    partial: u64,
    seconds: u64,
    [expanded, touched]: [u64; 2],
) -> Row {
    Row { name, clients: 64, partial, seconds, speed_up: None, expanded, touched }
}

const PARTIALS: [Row; 7] = [
    partials("none", 0, 263, [324, 2645]),
    partials("500", 500, 233, [281, 2336]),
    partials("250", 250, 205, [253, 2105]),
    partials("100", 100, 186, [232, 1930]),
    partials("50", 50, 190, [233, 1944]),
    partials("25", 25, 201, [243, 2023]),
    partials("12", 12, 193, [223, 1855]),
];

/// A policy with the store of its coordinator and the second level of its workers.
struct Way {
    title: &'static str,
    policy: Policy,
    merge: bool,
    second: LeafStore,
    /// Whether the published figures are about it.
    is_published: bool,
}

const WAYS: [Way; 4] = [
    Way {
        title: "ppn2 as published: a tree, clients forget",
        policy: Policy::Ppn2(WhenTaken::NextBest),
        merge: false,
        second: LeafStore::Tree,
        is_published: true,
    },
    Way {
        title: "jlpns, virtual loss: a tree, clients forget",
        policy: Policy::Jlpns(Virtual::Loss),
        merge: false,
        second: LeafStore::Tree,
        is_published: false,
    },
    Way {
        title: "lock: a graph, clients forget",
        policy: Policy::Lock,
        merge: true,
        second: LeafStore::Tree,
        is_published: false,
    },
    Way {
        title: "lock: a graph, one table for all clients",
        policy: Policy::Lock,
        merge: true,
        second: LeafStore::Table,
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
    let rows: &[Row] = if table == TableName::Breakthrough3 { &SCALING } else { &PARTIALS };
    for way in &WAYS {
        let began = Instant::now();
        let (figures, done) = figures(board, rows, way, is_quick, limits)?;
        let (title, seconds) = (format!("{board}, {}", way.title), began.elapsed().as_secs_f64());
        sections.extend(Section::of(&title, figures, seconds, (done, rows.len())));
        if interrupt::asked() {
            break;
        }
    }
    Ok(sections)
}

/// The figures of the rows that were finished, and how many rows those are.
fn figures(
    board: &str,
    rows: &[Row],
    way: &Way,
    is_quick: bool,
    limits: Limits<'_>,
) -> Result<(Vec<Figure>, usize), Failure> {
    let (mut figures, mut done) = (Vec::new(), 0);
    let mut alone = None;
    let has_speed_ups = rows.iter().any(|row| row.speed_up.is_some());
    let stated = |number: u64| Some(number).filter(|_| way.is_published && !is_quick);
    let thousands = |number: u64| number.div_ceil(1000);
    for row in rows {
        let result = simulated(board, way, (row.clients, row.partial), limits);
        // A row that was interrupted is none.
        if interrupt::asked() {
            break;
        }
        let result = result?;
        let figure = |column, published: Option<u64>, found| {
            Figure::in_row(row.name, column, published.and_then(stated), found, false)
        };
        figures.push(figure("time", Some(row.seconds), thousands(result.time as u64)));
        if has_speed_ups {
            let faster = (10.0 * *alone.get_or_insert(result.time) / result.time).round() as u64;
            figures.push(figure("speed-up", row.speed_up, faster).in_tenths());
        }
        figures.push(figure("k expanded", Some(row.expanded), thousands(result.tally.finals)));
        figures.push(figure("k touched", Some(row.touched), thousands(result.tally.nodes)));
        done += 1;
    }
    Ok((figures, done))
}

/// One fleet on one host, each worker with a job and no other.
fn simulated(
    board: &str,
    way: &Way,
    (clients, partial): (usize, u64),
    limits: Limits<'_>,
) -> Result<SimulationResult, Failure> {
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
        options: WorkerOptions::of(&["knowledge=0", "mobility"])?,
    };
    let trial = Trial::new(&placed, opened.scale(), Goal::Value, &jobs, limits.bytes / 2)?;
    let network =
        Network { latency: LATENCY, cost: COST, spread: 0.0, faults: Faults::NONE, seed: 1 };
    let size = FleetSize { workers: clients, hosts: 1, in_flight: 1 };
    trial.run(way.policy, size, network, u64::MAX)
}
