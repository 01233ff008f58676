//! The graph-history-interaction problem (Hsu's lecture; Kishimoto and Müller 2004): a table that stores results of one
//! line and uses them on another gives wrong values. The table of this crate does not.

use std::collections::HashMap;
use std::path::Path;

use crate::support::retrograde;
use foregone_game::random::{Random, Shape, cyclic_game};
use foregone_game::{Cyclic, CyclicGraph, Game, Outcome, Player};
use foregone_games::graph_file;
use foregone_solve::limits::Limits;
use foregone_solve::options::{Algorithm, Group, Question};
use foregone_solve::request::Request;
use foregone_solve::solve_cyclic;

/// Minimax with a table that ignores the line, which is unsound.
fn naive(
    graph: &CyclicGraph,
    node: u32,
    line: &mut Vec<u32>,
    table: &mut HashMap<u32, Outcome>,
) -> Outcome {
    if line.contains(&node) {
        return graph.infinite(&graph.start());
    }
    if let Some(value) = graph.outcome(&node).or(table.get(&node).copied()) {
        return value;
    }
    line.push(node);
    let values: Vec<Outcome> =
        graph.successors(node).map(|child| naive(graph, child, line, table)).collect();
    line.pop();
    let value = match graph.player(&node) {
        Player::Max => values.into_iter().max(),
        Player::Min => values.into_iter().min(),
    };
    let value = value.expect("a move");
    table.insert(node, value);
    value
}

fn ours(graph: &CyclicGraph, algorithm: Algorithm) -> Outcome {
    let question = Question::value(algorithm);
    let limits = Limits { bytes: 1 << 16, ..Limits::default() };
    let report = solve_cyclic(graph, &graph.start(), Request::new(&question, limits));
    let (low, high) = report.expect("a fair question").bounds;
    assert_eq!(low, high);
    low
}

#[test]
fn the_example_of_the_lecture() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/graphs/ghi.json");
    let file = graph_file::read(&std::fs::read(path).expect("the example")).expect("a graph");
    let graph = file.graph.cyclic(file.repetition.expect("what infinite play is worth"));
    let name = |outcome| graph.scale().name(outcome);
    let wrong = naive(&graph, graph.start(), &mut Vec::new(), &mut HashMap::new());
    assert_eq!(name(wrong), "loss");
    for &algorithm in Group::DEPTH_FIRST.algorithms {
        assert_eq!(name(ours(&graph, algorithm)), "win", "{algorithm:?}");
    }
}

#[test]
fn a_naive_table_is_wrong_now_and_then() {
    let mut wrong = 0;
    for seed in 0..2000 {
        let mut random = Random::new(seed);
        let shape = Shape { outcomes: 3, depth: 5, width: 3, early_end: 15, alternate: true };
        let graph = cyclic_game(&mut random, &shape, 3, 40);
        let value = retrograde(&graph, graph.infinite(&graph.start()))[graph.start() as usize];
        wrong +=
            u32::from(naive(&graph, graph.start(), &mut Vec::new(), &mut HashMap::new()) != value);
        for &algorithm in Group::DEPTH_FIRST.algorithms {
            assert_eq!(ours(&graph, algorithm), value, "{seed} {algorithm:?}");
        }
    }
    assert!(wrong > 5, "the naive table was wrong on {wrong} of 2000 graphs only");
}
