//! Random graphs with chance, and their values by brute force: code that shares nothing with the solvers.

use foregone_chance::fraction::{Fraction, ratio};
use foregone_chance::graph::{AcyclicChanceGraph, ChanceGraphBuilder, CyclicChanceGraph};
use foregone_chance::{ChanceGame, CyclicChance, Turn};
use foregone_game::random::Random;
use foregone_game::{Outcome, Scale};

/// What a random graph looks like.
pub struct Shape {
    pub depth: usize,
    pub width: usize,
    pub per_layer: usize,
    pub weight: usize,
    pub early_end: usize,
}

fn scale() -> Scale {
    Scale::scores(10)
}

fn outcome(random: &mut Random) -> Outcome {
    Outcome(random.below(21) as u8)
}

fn turn(random: &mut Random) -> Turn {
    [Turn::Max, Turn::Min, Turn::Chance, Turn::Chance][random.below(4)]
}

/// A random tree.
pub fn tree(random: &mut Random, shape: &Shape) -> AcyclicChanceGraph {
    let mut builder = ChanceGraphBuilder::new(scale());
    let root = builder.node("n0", turn(random));
    let (mut open, mut count) = (vec![(root, 0)], 1);
    while let Some((node, depth)) = open.pop() {
        for _ in 0..1 + random.below(shape.width) {
            let name = format!("n{count}");
            count += 1;
            let over = depth + 1 == shape.depth || random.percent(shape.early_end);
            let child = match over {
                true => builder.over(&name, outcome(random)),
                false => builder.node(&name, turn(random)),
            };
            if !over {
                open.push((child, depth + 1));
            }
            builder.outcome(node, child, 1 + random.below(shape.weight) as u64);
        }
    }
    builder.build(root).expect("a graph").acyclic().expect("a tree")
}

/// A random acyclic graph: moves lead to the next layer, so that many lines meet.
pub fn dag(random: &mut Random, shape: &Shape) -> AcyclicChanceGraph {
    let mut builder = ChanceGraphBuilder::new(scale());
    let (mut layers, mut count): (Vec<Vec<(u32, bool)>>, usize) = (Vec::new(), 0);
    for depth in 0..=shape.depth {
        let size = if depth == 0 { 1 } else { 1 + random.below(shape.per_layer) };
        let mut layer = Vec::new();
        for _ in 0..size {
            let name = format!("n{count}");
            count += 1;
            let over = depth == shape.depth || (depth > 0 && random.percent(shape.early_end));
            let turn = if over { Turn::Over(outcome(random)) } else { turn(random) };
            layer.push((builder.node(&name, turn), over));
        }
        layers.push(layer);
    }
    for depth in 0..shape.depth {
        for &(node, over) in &layers[depth] {
            for _ in 0..if over { 0 } else { 1 + random.below(shape.width) } {
                let next = &layers[depth + 1];
                let (child, _) = next[random.below(next.len())];
                if !builder.has_edge(node, child) {
                    builder.outcome(node, child, 1 + random.below(shape.weight) as u64);
                }
            }
        }
    }
    builder.build(layers[0][0].0).expect("a graph").acyclic().expect("layers")
}

/// A random graph of `inner` unfinished nodes and three finished ones, in which a move leads anywhere.
pub fn cyclic(random: &mut Random, inner: usize) -> CyclicChanceGraph {
    let mut builder = ChanceGraphBuilder::new(scale());
    let nodes: Vec<u32> =
        (0..inner).map(|index| builder.node(&format!("n{index}"), turn(random))).collect();
    for index in 0..3 {
        let outcome = outcome(random);
        builder.over(&format!("over{index}"), outcome);
    }
    for &node in &nodes {
        for _ in 0..1 + random.below(3) {
            let child = random.below(inner + 3) as u32;
            if !builder.has_edge(node, child) {
                builder.outcome(node, child, 1 + random.below(4) as u64);
            }
        }
    }
    let endless = outcome(random);
    builder.build(nodes[0]).expect("a graph").cyclic(endless)
}

fn moves<G: ChanceGame<Position = u32, Move = u16>>(graph: &G, node: u32) -> Vec<(u32, u64)> {
    let mut moves = Vec::new();
    if !matches!(graph.turn(&node), Turn::Over(_)) {
        graph.moves(&node, &mut moves);
    }
    moves.into_iter().map(|mv| (graph.after(&node, mv), graph.weight(&node, mv))).collect()
}

/// The scale is from -10 to 10.
fn worth(outcome: Outcome) -> Fraction {
    ratio(i64::from(outcome.0) - 10, 1)
}

/// The value of the start by the definition.
pub fn reference(graph: &AcyclicChanceGraph) -> Fraction {
    value(graph, graph.start())
}

fn value(graph: &AcyclicChanceGraph, node: u32) -> Fraction {
    let values = || moves(graph, node).into_iter().map(|(to, weight)| (value(graph, to), weight));
    match graph.turn(&node) {
        Turn::Over(outcome) => worth(outcome),
        Turn::Max => values().map(|(value, _)| value).max().expect("a move"),
        Turn::Min => values().map(|(value, _)| value).min().expect("a move"),
        Turn::Chance => {
            let total: u64 = values().map(|(_, weight)| weight).sum();
            let sum = values().map(|(value, weight)| value * ratio(weight as i64, 1));
            sum.fold(ratio(0, 1), |sum, part| sum + part) / ratio(total as i64, 1)
        }
    }
}

/// The values of all nodes: the best over Max's positional strategies of the worst over Min's. Nothing if there are too
/// many of them.
pub fn brute_force(graph: &CyclicChanceGraph) -> Option<Vec<Fraction>> {
    let nodes: Vec<u32> = (0..graph.node_count() as u32).collect();
    let of = |turn: Turn| -> Vec<u32> {
        nodes.iter().copied().filter(|node| graph.turn(node) == turn).collect()
    };
    let (max, min) = (of(Turn::Max), of(Turn::Min));
    let count = |own: &[u32]| own.iter().map(|&node| moves(graph, node).len()).product::<usize>();
    if count(&max) * count(&min) > 300 {
        return None;
    }
    let mut best: Option<Vec<Fraction>> = None;
    for high in 0..count(&max) {
        let mut worst: Option<Vec<Fraction>> = None;
        for low in 0..count(&min) {
            let mut choice = vec![0; nodes.len()];
            decode(graph, &max, high, &mut choice);
            decode(graph, &min, low, &mut choice);
            let values = chain(graph, &choice);
            worst = Some(join(worst, values, |old, new| old.min(new)));
        }
        best = Some(join(best, worst.expect("a strategy"), |old, new| old.max(new)));
    }
    best
}

fn join(
    old: Option<Vec<Fraction>>,
    new: Vec<Fraction>,
    pick: impl Fn(Fraction, Fraction) -> Fraction,
) -> Vec<Fraction> {
    match old {
        None => new,
        Some(old) => old.into_iter().zip(new).map(|(old, new)| pick(old, new)).collect(),
    }
}

/// The strategy of that number.
fn decode(graph: &CyclicChanceGraph, own: &[u32], mut number: usize, choice: &mut [usize]) {
    for &node in own {
        let count = moves(graph, node).len();
        choice[node as usize] = number % count;
        number /= count;
    }
}

/// The expectations when both players play as chosen, by Gauss-Jordan elimination of the full system.
fn chain(graph: &CyclicChanceGraph, choice: &[usize]) -> Vec<Fraction> {
    let n = graph.node_count();
    let (zero, one) = (ratio(0, 1), ratio(1, 1));
    let steps = |node: u32| -> Vec<(u32, u64)> {
        let all = moves(graph, node);
        if graph.turn(&node) == Turn::Chance { all } else { vec![all[choice[node as usize]]] }
    };
    let mut ends: Vec<bool> =
        (0..n as u32).map(|node| matches!(graph.turn(&node), Turn::Over(_))).collect();
    for _ in 0..n {
        for node in 0..n as u32 {
            if !ends[node as usize] {
                ends[node as usize] = steps(node).iter().any(|&(to, _)| ends[to as usize]);
            }
        }
    }
    let mut rows = vec![vec![zero.clone(); n + 1]; n];
    for node in 0..n as u32 {
        let row = &mut rows[node as usize];
        row[node as usize] = one.clone();
        if let Turn::Over(outcome) = graph.turn(&node) {
            row[n] = worth(outcome);
        } else if !ends[node as usize] {
            row[n] = worth(graph.endless(&node));
        } else {
            let total: u64 = steps(node).iter().map(|&(_, weight)| weight).sum();
            for (to, weight) in steps(node) {
                row[to as usize] -= ratio(weight as i64, total as i64);
            }
        }
    }
    for column in 0..n {
        let pivot = (column..n).find(|&row| rows[row][column] != zero).expect("a solution");
        rows.swap(column, pivot);
        let scale = one.clone() / &rows[column][column];
        rows[column].iter_mut().for_each(|entry| *entry *= &scale);
        let source = rows[column].clone();
        for (index, row) in rows.iter_mut().enumerate() {
            if index != column && row[column] != zero {
                let factor = row[column].clone();
                row.iter_mut().zip(&source).for_each(|(entry, from)| *entry -= &factor * from);
            }
        }
    }
    rows.into_iter().map(|row| row[n].clone()).collect()
}
