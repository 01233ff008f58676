//! Random trees, acyclic graphs and graphs with cycles: every search agrees with the plain reference.

use foregone_chance::cyclic::{bounds, solve as solve_cyclic};
use foregone_chance::fraction::{Fraction, ratio};
use foregone_chance::graph::AcyclicChanceGraph;
use foregone_chance::limits::{DEPTH_MAX, Limits, Stop};
use foregone_chance::number::{Arithmetic, Fractions, Rounding, Words};
use foregone_chance::search::{Approach, Method, Options, ProofSearch, Searcher, Solver, search};
use foregone_chance::{ChanceGame, Utility};
use foregone_game::random::Random;

use crate::random::{Shape, brute_force, cyclic, dag, reference, tree};

const SHAPE: Shape = Shape { depth: 5, width: 3, per_layer: 4, weight: 6, early_end: 15 };

fn options() -> Vec<Options> {
    let mut all = Vec::new();
    for bits in 0..16 {
        let on = |bit: u32| bits >> bit & 1 == 1;
        all.push(Options {
            probe: on(0),
            look_ahead: on(1),
            order_moves: on(2),
            heaviest_first: on(2),
            approach: if on(3) { Approach::Bisection } else { Approach::Window },
        });
    }
    all
}

/// One random graph by one random way of searching, in numbers that fit.
fn check(graph: &AcyclicChanceGraph, random: &mut Random, options: &[Options]) {
    let utility = graph.utility();
    let value = reference(graph);
    // Fractions are slow, and the same code.
    if random.percent(25) {
        check_in(graph, &Fractions::new(&utility), &utility, &value, random, options);
    }
    let below = graph.denominator(&graph.start());
    if let Some(words) = below.and_then(|below| Words::<i64>::exact(&utility, below)) {
        check_in(graph, &words, &utility, &value, random, options);
    } else if let Some(words) = below.and_then(|below| Words::<i128>::exact(&utility, below)) {
        check_in(graph, &words, &utility, &value, random, options);
    }
    for rounding in [Rounding::Down, Rounding::Up] {
        let words = Words::<i64>::fixed_point(&utility, 200, rounding).expect("fits");
        let limits = Limits { bytes: 1 << 16, ..Limits::default() };
        let mut solver = Solver::new(graph, &words, options[0], limits, DEPTH_MAX);
        let ((low, high), _) = solver.value(&graph.start());
        assert_eq!(low, high);
        let bound = words.fraction(&low);
        assert!(if rounding == Rounding::Down { bound <= value } else { bound >= value });
        assert!((&bound - &value) * ratio(1 << 40, 1) < ratio(1, 1), "{bound} is far from {value}");
    }
}

fn check_in<A: Arithmetic>(
    graph: &AcyclicChanceGraph,
    arithmetic: &A,
    utility: &Utility,
    value: &Fraction,
    random: &mut Random,
    options: &[Options],
) {
    let start = graph.start();
    let ends = [random.below(25), random.below(25)].map(|end| ratio(end as i64 - 12, 1));
    let (alpha, beta) = (ends.iter().min().expect("two"), ends.iter().max().expect("two"));
    if alpha < beta {
        for method in [Method::Star1, Method::Star2 { keep: true }, Method::Star2 { keep: false }] {
            let found = search(graph, arithmetic, &start, (alpha, beta), method, Limits::default());
            right_side(&found.expect("no limit").answer, value, alpha, beta);
        }
    }
    let bytes = [0, 1 << 16][random.below(2)];
    let limited = |nodes: Option<u64>| Limits { nodes, bytes, ..Limits::default() };
    let options = options[random.below(options.len())];
    let star = |nodes| Solver::new(graph, arithmetic, options, limited(nodes), DEPTH_MAX);
    check_searcher(graph, arithmetic, utility, value, random, star);
    let proof = |nodes| ProofSearch::new(graph, arithmetic, limited(nodes), DEPTH_MAX);
    check_searcher(graph, arithmetic, utility, value, random, proof);
}

/// A search finds the value, answers questions about thresholds and windows from the right side, and what it says
/// when it is stopped is certain.
fn check_searcher<A: Arithmetic, S: Searcher<AcyclicChanceGraph, A>>(
    graph: &AcyclicChanceGraph,
    arithmetic: &A,
    utility: &Utility,
    value: &Fraction,
    random: &mut Random,
    new: impl Fn(Option<u64>) -> S,
) {
    let start = graph.start();
    let fractions =
        |(low, high): &(A::Number, A::Number)| [low, high].map(|end| arithmetic.fraction(end));
    let mut searcher = new(None);
    let (bounds, stop) = searcher.value(&start);
    assert_eq!((stop, fractions(&bounds)), (Stop::Solved, [value.clone(), value.clone()]));
    let nodes = searcher.tally().nodes;

    let mut searcher = new(Some(random.below(nodes as usize) as u64));
    let (bounds, stop) = searcher.value(&start);
    let [low, high] = fractions(&bounds);
    assert!(low <= *value && *value <= high, "{low} to {high} does not hold {value}");
    assert!(stop == Stop::Nodes || low == high);
    assert!(low >= *utility.least() && high <= *utility.greatest());

    let near = value + ratio(random.below(3) as i64 - 1, 1 + random.below(100) as i64);
    let anywhere = ratio(random.below(2_001) as i64 - 1_000, 100);
    for threshold in [value.clone(), near, anywhere] {
        let (bounds, stop) = new(None).at_least(&start, &arithmetic.ceil(&threshold));
        let [low, high] = fractions(&bounds);
        assert_eq!(stop, Stop::Solved);
        assert!(low <= *value && *value <= high, "{low} to {high} does not hold {value}");
        let is_outside = threshold <= *utility.least() || threshold > *utility.greatest();
        assert!(is_outside || low >= threshold || high < threshold, "no answer to {threshold}");
    }
    let least = arithmetic.least();
    let (bounds, stop) = new(None).ask(&start, &least, &arithmetic.ceil(value));
    assert_eq!((stop, &fractions(&bounds)[0]), (Stop::Solved, value));
}

fn right_side(answer: &Fraction, value: &Fraction, alpha: &Fraction, beta: &Fraction) {
    if answer >= beta {
        assert!(value >= answer, "{answer} is no lower bound of {value}");
    } else if answer <= alpha {
        assert!(value <= answer, "{answer} is no upper bound of {value}");
    } else {
        assert_eq!(answer, value);
    }
}

#[test]
fn trees_and_acyclic_graphs() {
    let options = options();
    let rounds = if std::env::var_os("FOREGONE_THOROUGH").is_some() { 50_000 } else { 5_000 };
    for seed in 0..rounds {
        let mut random = Random::new(seed);
        let graph = tree(&mut random, &SHAPE);
        check(&graph, &mut random, &options);
        let graph = dag(&mut random, &SHAPE);
        check(&graph, &mut random, &options);
    }
}

/// Graphs with cycles against all pairs of positional strategies.
#[test]
fn graphs_with_cycles() {
    let rounds = if std::env::var_os("FOREGONE_THOROUGH").is_some() { 50_000 } else { 2_500 };
    let mut returning = 0;
    for seed in 0..rounds {
        let mut random = Random::new(seed);
        let graph = cyclic(&mut random, 3 + (seed % 5) as usize);
        let Some(expected) = brute_force(&graph) else { continue };
        returning += 1;
        for (node, expected) in (0..).zip(&expected) {
            let solution = solve_cyclic(&graph, &node, &graph.utility(), Limits::default());
            let value = solution.expect("no limit").value(&node).expect("the start");
            assert_eq!(value, *expected, "seed {seed}, node {node}");
            let brackets = bounds(&graph, &node, &graph.utility(), 45, Limits::default());
            let (low, high) = brackets.expect("no limit").bounds(&node).expect("the start");
            assert!(low <= *expected && *expected <= high, "seed {seed}, node {node}");
            assert!(&high - &low < ratio(1, 1 << 30), "seed {seed}, node {node}: {low} {high}");
        }
    }
    assert!(returning * 10 > rounds * 8, "only {returning} of {rounds} graphs were small enough");
}
