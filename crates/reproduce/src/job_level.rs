//! Tables 3 and 4 of Saffidine, Jouandeau and Cazenave, *Solving Breakthrough with Race Patterns and Job-Level Proof Number
//! Search* (ACG 2011), in virtual time: a fleet of clients on the 4x5 board, by the published policy and by others.

use foregone::{Algorithm, Game, Goal, Method, Policy, Settings};
use foregone_fleet::plan::{Plan, Virtual, WhenTaken};
use foregone_fleet::simulate::{Faults, FleetSize, Network, SimulationResult, simulate};
use foregone_solve::asked_range;
use foregone_solve::leaf_search::LeafSearchConfig;

use crate::context::Context;
use crate::error::Error;
use crate::figures::{Figure, Section};
use crate::table::{Selection, Table};

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

/// A policy with the store of its coordinator and that of its workers.
struct Variant {
    title: &'static str,
    policy: Policy,
    /// Whether the coordinator holds a graph in which transpositions are merged, instead of a tree.
    merge: bool,
    /// Whether workers search leaves on a table that they keep, instead of in trees that they discard.
    on_table: bool,
    /// Whether the published figures are about it.
    is_published: bool,
}

const VARIANTS: [Variant; 4] = [
    Variant {
        title: "ppn2 as published: a tree, clients forget",
        policy: Policy::Ppn2(WhenTaken::NextBest),
        merge: false,
        on_table: false,
        is_published: true,
    },
    Variant {
        title: "jlpns, virtual loss: a tree, clients forget",
        policy: Policy::Jlpns(Virtual::Loss),
        merge: false,
        on_table: false,
        is_published: false,
    },
    Variant {
        title: "lock: a graph, clients forget",
        policy: Policy::Lock,
        merge: true,
        on_table: false,
        is_published: false,
    },
    Variant {
        title: "lock: a graph, one table for all clients",
        policy: Policy::Lock,
        merge: true,
        on_table: true,
        is_published: false,
    },
];

/// The sections of a table: one for each variant.
pub(crate) fn reproduce(
    table: Table,
    selection: Selection,
    context: &Context<'_>,
) -> Result<Vec<Section>, Error> {
    let board = if selection.quick { "breakthrough:4x4" } else { "breakthrough:4x5" };
    let game = Game::open(board)?;
    let rows: &[Row] = if table == Table::Breakthrough3 { &SCALING } else { &PARTIALS };
    let has_speed_ups = rows.iter().any(|row| row.speed_up.is_some());
    let mut sections = Vec::new();
    for variant in &VARIANTS {
        let title = format!("{board}, {}", variant.title);
        let is_published = variant.is_published && !selection.quick;
        let mut alone = None;
        sections.extend(context.section(&title, rows, |row| {
            let result = simulated(&game, variant, row, context)?;
            let alone = *alone.get_or_insert(result.time);
            Ok(figures(row, &result, is_published, has_speed_ups.then_some(alone)))
        })?);
    }
    Ok(sections)
}

/// The figures of a row; with a speed-up if the time of one client is given.
fn figures(
    row: &Row,
    result: &SimulationResult,
    is_published: bool,
    alone: Option<f64>,
) -> Vec<Figure> {
    let thousands = |number: u64| number.div_ceil(1000);
    let figure = |column, published: Option<u64>, found| {
        let published = published.filter(|_| is_published);
        Figure::in_row(row.name, column, published, found, false)
    };
    let speed_up = alone.map(|alone| (10.0 * alone / result.time).round() as u64);
    let time = figure("time", Some(row.seconds), thousands(result.time as u64));
    let speed_up = speed_up.map(|tenths| figure("speed-up", row.speed_up, tenths).in_tenths());
    let expanded = figure("k expanded", Some(row.expanded), thousands(result.tally.finals));
    let touched = figure("k touched", Some(row.touched), thousands(result.tally.nodes));
    [Some(time), speed_up, Some(expanded), Some(touched)].into_iter().flatten().collect()
}

/// One fleet on one host, each worker with one job at a time.
fn simulated(
    game: &Game,
    variant: &Variant,
    row: &Row,
    context: &Context<'_>,
) -> Result<SimulationResult, Error> {
    let mut settings = Settings::by(Method::Search(Algorithm::Dfmopns));
    settings.set("knowledge", "0")?;
    settings.set("mobility", "on")?;
    let techniques = settings.decide(game, Goal::Value)?.question.techniques;
    let range = asked_range(game.scale(), Goal::Value)?;
    // Half for the coordinator, and half for its workers. A tree is no larger than its job, with all the children of its leaves.
    let half = context.limits.memory / 2;
    let bytes = if variant.on_table { half } else { (1 << 20) + (JOB << 14) };
    let on_table = variant.on_table;
    let config = LeafSearchConfig { range, on_table, bytes, techniques, min_shared_work: None };
    let plan = Plan {
        policy: variant.policy,
        merge: variant.merge,
        job: JOB,
        job_per_worker: 0,
        partial: row.partial,
        bytes: half,
        share: false,
        sum: techniques.sum,
        ..Plan::default()
    };
    let network =
        Network { latency: LATENCY, cost: COST, spread: 0.0, faults: Faults::NONE, seed: 1 };
    let size = FleetSize { workers: row.clients, hosts: 1, in_flight: 1 };
    let stop = Some(context.stop.flag());
    Ok(simulate(&*game.start(), &config, plan, network, size, u64::MAX, stop)?)
}
