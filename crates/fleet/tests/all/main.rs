//! Fleets on random games: with every policy, network and fault the value is that of plain minimax.

mod controllers;
mod coordinators;
mod disasters;
mod identities;
mod queues;
mod truth;

use std::collections::HashMap;
use std::sync::Arc;

use foregone_fleet::plan::{Plan, Policy};
use foregone_fleet::setup::LeafStore;
use foregone_fleet::simulate::{Faults, FleetSize, Network, SimulationResult, simulate};
use foregone_game::random::{Random, Shape, dag, tree};
use foregone_game::{AcyclicGraph, Game, Outcome, Player};
use foregone_solve::class::NeverReturns;
use foregone_solve::erased::{ErasedGame, erase, place};
use foregone_solve::leaf_search::LeafSearchConfig;
use foregone_solve::options::Techniques;

/// A game of two to five outcomes, a tree or a DAG.
pub fn small_game(random: &mut Random) -> AcyclicGraph {
    let is_tree = random.percent(40);
    let shape = Shape {
        outcomes: 2 + random.below(4),
        depth: if is_tree { 4 + random.below(3) } else { 5 + random.below(7) },
        width: 2 + random.below(4),
        early_end: random.below(20),
        alternate: random.percent(70),
    };
    let graph = if is_tree { tree(random, &shape) } else { dag(random, &shape, 16) };
    graph.acyclic().expect("made without cycles")
}

/// The value of a position by plain minimax.
pub fn minimax(graph: &AcyclicGraph, node: u32, known: &mut HashMap<u32, Outcome>) -> Outcome {
    if let Some(&value) = known.get(&node) {
        return value;
    }
    let value = graph.outcome(&node).unwrap_or_else(|| {
        let values = graph.successors(node).map(|child| minimax(graph, child, known));
        let values: Vec<Outcome> = values.collect();
        match graph.player(&node) {
            Player::Max => values.into_iter().max(),
            Player::Min => values.into_iter().min(),
        }
        .expect("an inner node has moves")
    });
    known.insert(node, value);
    value
}

/// A game with its type erased, its value, and the configuration of a leaf search.
pub fn hosted(
    graph: AcyclicGraph,
    second: LeafStore,
) -> (Arc<dyn ErasedGame>, Outcome, LeafSearchConfig) {
    let value = minimax(&graph, graph.start(), &mut HashMap::new());
    let config = LeafSearchConfig {
        range: (graph.scale().worst(), graph.scale().best()),
        on_table: second == LeafStore::Table,
        bytes: 1 << 20,
        techniques: Techniques::default(),
        min_shared_work: Some(3),
    };
    (erase(graph, NeverReturns), value, config)
}

/// A network without faults.
pub const QUIET: Network =
    Network { latency: 20_000, cost: 50, spread: 0.0, faults: Faults::NONE, seed: 1 };

/// A simulated run from the start of a game.
pub fn run(
    game: &Arc<dyn ErasedGame>,
    config: &LeafSearchConfig,
    plan: Plan,
    network: Network,
    size: FleetSize,
) -> SimulationResult {
    let placed = place(game, None, "").expect("the start");
    simulate(&*placed, config, plan, network, size, 1_000_000, None).expect("a result")
}

/// A plan with small jobs.
pub fn plan(policy: Policy, merge: bool) -> Plan {
    Plan { policy, merge, job: 3, partial: 1, ..Plan::default() }
}
