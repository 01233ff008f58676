//! How many nodes a second the searches of games with chance enter, beside alpha-beta on games without chance of like size, and how
//! many nodes the cuts save.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use foregone::Game;
use foregone_chance::AcyclicChance;
use foregone_chance::cyclic::Explored;
use foregone_chance::games::{Opened, open};
use foregone_chance::limits::Limits;
use foregone_chance::search::{Method, Options, solve};

use super::games::searched;
use super::{Measured, Records};
use crate::contender::Contender;
use crate::context::{self, Context};
use crate::error::Error;
use crate::findings::Finding;
use crate::table::Selection;

/// A search ends after so many nodes: that is enough to measure its speed.
const NODES: u64 = 10_000_000;
const QUICK_NODES: u64 = 300_000;

/// Games in which play never returns. The positions of the quick ones fit into memory, so that they can be counted.
const CHANCE: [(&str, bool); 4] = [
    ("ewn:3x3,stones=3", true),
    ("ewn:4x4,stones=3", false),
    ("darkchess:2x3,pieces=KCP,limit=7", true),
    ("darkchess:2x4,pieces=KPPP,limit=8", false),
];

/// Games without chance of about the same size.
const PLAIN: [&str; 4] = ["mnk:3,3,3", "mnk:4,4,4", "connect4:5x4", "breakthrough:4x4"];

/// The searches without a table.
const METHODS: [(&str, Method); 3] = [
    ("expectimax", Method::Expectimax),
    ("Star1", Method::Star1),
    ("Star2", Method::Star2 { keep: true }),
];

/// The searches with a table: whether they probe.
const TABLED: [(&str, bool); 2] = [("Star1, table", false), ("Star2, table", true)];

/// The baselines, without a table and with one.
const ALPHA_BETA: [&str; 2] = ["alphabeta", "alphabeta-tt"];

/// Nodes, and the time that they took.
#[derive(Clone, Copy)]
struct Speed {
    nodes: u64,
    time: Duration,
}

impl Speed {
    fn of(run: impl FnOnce() -> u64) -> Speed {
        let began = Instant::now();
        let nodes = run();
        Speed { nodes, time: began.elapsed() }
    }

    /// Millions of nodes a second.
    fn rate(self) -> f64 {
        self.nodes as f64 / self.time.as_secs_f64().max(1e-9) / 1e6
    }
}

/// The tables, as far as the caller did not stop them.
pub(super) fn reproduce(selection: Selection, context: &Context<'_>) -> Result<Measured, Error> {
    let nodes = if selection.quick { QUICK_NODES } else { NODES };
    let limits = context::Limits { nodes: Some(nodes), ..context.limits };
    let context = context.with_limits(limits);
    let mut records = Records::new(["game", "search", "nodes", "seconds"]);
    let mut baseline: HashMap<&str, Vec<f64>> = HashMap::new();
    let title = "alpha-beta on games without chance, in millions of nodes a second";
    let plain = context.findings(title, &PLAIN, |game| {
        let mut row = Vec::new();
        for name in ALPHA_BETA {
            let speed = alpha_beta(game, name, &context)?;
            baseline.entry(name).or_default().push(speed.rate());
            record(&mut records, game, name, speed);
            row.push(Finding::in_row(*game, name, format!("{:.2}", speed.rate())));
        }
        Ok(row)
    })?;
    let mean = |name: &str| {
        let rates = baseline.get(name).map_or(&[][..], Vec::as_slice);
        rates.iter().sum::<f64>() / rates.len().max(1) as f64
    };
    let means = ALPHA_BETA.map(mean);
    let chosen: Vec<&str> = CHANCE
        .iter()
        .filter(|(_, quick)| *quick || !selection.quick)
        .map(|(game, _)| *game)
        .collect();
    let title = "searches of games with chance, in millions of nodes a second, and beside the mean of alpha-beta";
    let rates = context.findings(title, &chosen, |game| {
        let speeds = with_game(game, Measure::Speeds, context.chance_limits())?.speeds;
        let mut row = Vec::new();
        for (name, speed) in speeds {
            let mean = means[usize::from(TABLED.iter().any(|(tabled, _)| *tabled == name))];
            record(&mut records, game, name, speed);
            let text = format!("{:.2} ({:.2})", speed.rate(), speed.rate() / mean.max(1e-9));
            row.push(Finding::in_row(*game, name, text));
        }
        Ok(row)
    })?;
    let title = "nodes of expectimax without and with a table that forgets nothing, beside Star2 with a table";
    let saved = context.findings(title, &chosen, |game| {
        let unbounded = Limits { nodes: None, ..context.chance_limits() };
        Ok(with_game(game, Measure::Savings, unbounded)?.savings(game))
    })?;
    let sections = [plain, rates, saved].into_iter().flatten().collect();
    Ok(Measured { sections, records: Some(records), ..Measured::default() })
}

fn record(records: &mut Records, game: &str, search: &str, speed: Speed) {
    let seconds = format!("{:.6}", speed.time.as_secs_f64());
    records.add([game.to_owned(), search.to_owned(), speed.nodes.to_string(), seconds]);
}

/// The speed of alpha-beta on a game without chance.
fn alpha_beta(game: &str, name: &str, context: &Context<'_>) -> Result<Speed, Error> {
    let game = Game::open(game)?;
    let contender = Contender::parse(name).map_err(foregone::Error::Input)?;
    let decided = contender.decided(&game, None)?;
    let mut solver = context.solver(&game, contender.settings.clone());
    let report = solver.search(&game.start(), decided, &mut (), None, None)?.report;
    Ok(Speed { nodes: report.counters.created, time: report.elapsed })
}

/// What is measured of a game with chance.
#[derive(Clone, Copy)]
enum Measure {
    Speeds,
    Savings,
}

/// What was measured of a game with chance.
#[derive(Default)]
struct OfGame {
    speeds: Vec<(&'static str, Speed)>,
    /// Nodes of the whole tree, and positions, if these fit into memory.
    all: Option<(u128, u64)>,
    /// Nodes of Star2 with a table.
    star2: u64,
}

fn with_game(game: &str, what: Measure, limits: Limits<'_>) -> Result<OfGame, Error> {
    let opened = open(game).map_err(|error| Error::failed(error.to_string()))?;
    Ok(match &opened {
        Opened::Ewn(game) => measured(game, what, limits),
        Opened::LimitedDarkChess(game) => measured(game, what, limits),
        _ => return Err(Error::failed(format!("play can return in {game}; give it a limit"))),
    })
}

fn measured<G: AcyclicChance>(game: &G, what: Measure, limits: Limits<'_>) -> OfGame {
    let (start, mut found) = (game.start(), OfGame::default());
    let tabled = |probe: bool| {
        let options = Options { probe, ..Options::default() };
        solve(game, &start, &game.utility(), options, limits).tally.nodes
    };
    match what {
        Measure::Speeds => {
            for (name, method) in METHODS {
                let most = limits.nodes.unwrap_or(NODES);
                // A search without a table that is given up says nothing but that it has entered as many as it may.
                let nodes = || {
                    let found = searched(game, &start, method, limits);
                    found.map_or(most, |found| found.tally.nodes)
                };
                found.speeds.push((name, Speed::of(nodes)));
            }
            for (name, probe) in TABLED {
                found.speeds.push((name, Speed::of(|| tabled(probe))));
            }
        }
        Measure::Savings => {
            found.star2 = tabled(true);
            let graph = Explored::new(game, &start, limits).ok();
            found.all = graph.map(|graph| (whole_tree(&graph), graph.len() as u64));
        }
    }
    found
}

/// The nodes of the tree of a graph, each position counted as often as there are ways to it.
fn whole_tree<G: AcyclicChance>(graph: &Explored<G>) -> u128 {
    fn below<G: AcyclicChance>(graph: &Explored<G>, node: usize, known: &mut [u128]) -> u128 {
        if known[node] == 0 {
            let children = graph.successors(node).iter();
            let sum: u128 = children.map(|&to| below(graph, to as usize, known)).sum();
            known[node] = 1 + sum;
        }
        known[node]
    }
    below(graph, 0, &mut vec![0; graph.len()])
}

impl OfGame {
    /// What the cuts save: the columns of a row.
    fn savings(&self, game: &str) -> Vec<Finding> {
        let Some((tree, positions)) = self.all else {
            let text = "more memory".to_owned();
            return vec![Finding::in_row(game, "expectimax", text)];
        };
        let times = |all: f64| format!("{:.1}", all / self.star2 as f64);
        vec![
            Finding::in_row(game, "expectimax", tree),
            Finding::in_row(game, "with a table", positions),
            Finding::in_row(game, "Star2, table", self.star2),
            Finding::in_row(game, "times fewer", times(tree as f64)),
            Finding::in_row(game, "with a table, times fewer", times(positions as f64)),
        ]
    }
}

#[cfg(test)]
mod tests {
    use foregone_chance::ChanceGame;
    use foregone_chance::games::Pig;

    use super::*;

    /// The whole tree has as many nodes as expectimax enters, by the reference of `chance-games`.
    #[test]
    fn trees_are_counted_as_expectimax_enters_them() {
        let piglet = Pig::with_coin(3).and_then(|pig| pig.limited(4)).expect("a game");
        let graph = Explored::new(&piglet, &piglet.start(), Limits::default()).expect("small");
        assert_eq!(whole_tree(&graph), 973);
    }
}
