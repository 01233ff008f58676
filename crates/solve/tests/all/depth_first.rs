//! Depth-first searches on thousands of random graphs, with and without cycles, compared with a simple retrograde
//! analysis.

use crate::support::{Judge, initial, retrograde};
use foregone_game::random::{Random, Shape, cyclic_game, dag};
use foregone_game::{Cyclic, CyclicGraph, Game, Outcome};
use foregone_solve::certify::LeafLimits;
use foregone_solve::class::NeverReturns;
use foregone_solve::limits::{Limits, Stop};
use foregone_solve::options::Sum;
use foregone_solve::options::{Algorithm, Question, Strategy, Techniques};
use foregone_solve::request::Request;
use foregone_solve::{Report, solve, solve_cyclic};

/// The algorithms with a table.
const WITH_TABLE: [Algorithm; 3] = [Algorithm::Dfpn, Algorithm::Dfmopns, Algorithm::AlphaBetaTable];

/// Number of graphs of each kind.
const GRAPHS: u64 = 20_000;

fn shape(random: &mut Random) -> Shape {
    Shape {
        outcomes: 2 + random.below(10),
        depth: 2 + random.below(7),
        width: 1 + random.below(4),
        early_end: random.below(40),
        alternate: random.percent(70),
    }
}

/// Every depth-first algorithm with every strategy and sum; the other options are drawn at random.
fn questions(random: &mut Random, value: Outcome) -> Vec<Question> {
    let mut questions = Vec::new();
    for algorithm in WITH_TABLE {
        let strategies =
            [Strategy::Binary, Strategy::Linear, Strategy::Doubling, Strategy::Known(value)];
        let strategies = if algorithm.is_multiple() { &strategies[..1] } else { &strategies[..] };
        for &strategy in strategies {
            for sum in [Sum::Plain, Sum::Weak] {
                let techniques = Techniques {
                    sum,
                    epsilon: [0, 32, 64, 256][random.below(4)],
                    initial: initial(random),
                    forget: random.percent(20),
                    collect: random.percent(50),
                    deepening: [None, Some(false), Some(true)][random.below(3)],
                    ..Techniques::default()
                };
                questions.push(Question {
                    strategy,
                    techniques,
                    certificate: true,
                    proof_part_records: [None, Some(1 + random.below(9) as u64)][random.below(2)],
                    proof_leaves: [None, Some(LeafLimits::NEVER), Some(LeafLimits::SMALL)]
                        [random.below(3)],
                    // Three sizes of table: one loses almost all entries, one many, one none.
                    table: [Some(1 << 8), Some(1 << 11), None][random.below(3)],
                    ..Question::value(algorithm)
                });
            }
        }
    }
    questions
}

fn limits() -> Limits<'static> {
    Limits { bytes: 1 << 20, ..Limits::default() }
}

pub fn expect(report: &Report<u16>, value: Outcome, context: &dyn std::fmt::Debug) {
    assert_eq!((report.stop, report.bounds), (Stop::Solved, (value, value)), "{context:?}");
}

/// Asks every question, modified by `change`, about random graphs that are deeper than usual by some plies.
fn acyclic_graphs(
    seeds: impl Iterator<Item = u64>,
    deeper: usize,
    change: fn(&mut Random, Question) -> Question,
) {
    for seed in seeds {
        let mut random = Random::new(seed);
        let mut shape = shape(&mut random);
        shape.depth += deeper;
        let graph = dag(&mut random, &shape, 6).acyclic().expect("no cycle");
        let value = retrograde(&graph, Outcome(0))[graph.start() as usize];
        let mut judge = Judge::new(&graph);
        for question in questions(&mut random, value) {
            let question = change(&mut random, question);
            let context = (seed, &question);
            let report =
                solve::<_, NeverReturns>(&graph, &graph.start(), Request::new(&question, limits()))
                    .expect("a fair question");
            expect(&report, value, &context);
            assert_eq!(report.unproved, None, "{context:?}");
            judge.check(&report, &context);
        }
    }
}

#[test]
fn acyclic_graphs_of_even_seeds() {
    acyclic_graphs((0..GRAPHS).step_by(2), 0, |_, question| question);
}

#[test]
fn acyclic_graphs_of_odd_seeds() {
    acyclic_graphs((1..GRAPHS).step_by(2), 0, |_, question| question);
}

/// The same with several threads, in graphs that are large enough for them: answers and proofs are as good.
#[test]
fn acyclic_graphs_by_threads() {
    acyclic_graphs(0..300, 3, |random, question| Question {
        threads: 2 + random.below(3),
        alone: 5,
        ..question
    });
}

/// A random graph with at least one cycle.
pub fn cyclic_graph(random: &mut Random) -> CyclicGraph {
    loop {
        let shape = shape(random);
        let (per_layer, back) = (2 + random.below(5), 10 + random.below(60));
        let graph = cyclic_game(random, &shape, per_layer, back);
        if graph.find_cycle().is_some() {
            return graph;
        }
    }
}

fn cyclic_graphs(half: u64) {
    let mut solved = 0;
    for seed in (0..GRAPHS).filter(|seed| seed % 2 == half) {
        let mut random = Random::new(seed);
        let graph = cyclic_graph(&mut random);
        let value = retrograde(&graph, graph.infinite(&graph.start()))[graph.start() as usize];
        let mut judge = Judge::cyclic(&graph, Some(graph.infinite(&graph.start())));
        for question in questions(&mut random, value) {
            let context = (seed, &question);
            let report = solve_cyclic(&graph, &graph.start(), Request::new(&question, limits()))
                .expect("a fair question");
            expect(&report, value, &context);
            assert_eq!(report.unproved, None, "{context:?}");
            judge.check(&report, &context);
        }
        for algorithm in [Algorithm::AlphaBeta, Algorithm::Minimax] {
            // Without a table, a graph may have too many lines.
            let question = Question { certificate: true, ..Question::value(algorithm) };
            let limits = Limits { nodes: Some(20_000), ..limits() };
            let report = solve_cyclic(&graph, &graph.start(), Request::new(&question, limits))
                .expect("a fair question");
            let (low, high) = report.bounds;
            assert!(low <= value && value <= high, "{seed} {algorithm:?}");
            solved += u64::from(report.stop == Stop::Solved && low == high);
            if report.unproved.is_none() {
                judge.check(&report, &(seed, algorithm));
            }
        }
    }
    assert!(solved > GRAPHS * 9 / 10, "without a table {solved} of {GRAPHS} were solved");
}

#[test]
fn cyclic_graphs_of_even_seeds() {
    cyclic_graphs(0);
}

#[test]
fn cyclic_graphs_of_odd_seeds() {
    cyclic_graphs(1);
}

/// If no position may be searched again, proofs are found by the analysis of all reachable positions.
#[test]
fn proofs_without_searching_again() {
    for seed in 0..2000 {
        let mut random = Random::new(seed);
        let graph = cyclic_graph(&mut random);
        let value = retrograde(&graph, graph.infinite(&graph.start()))[graph.start() as usize];
        let mut judge = Judge::cyclic(&graph, Some(graph.infinite(&graph.start())));
        for question in questions(&mut random, value) {
            let question = Question { proof_search_nodes: Some(0), ..question };
            let context = (seed, &question);
            let report = solve_cyclic(&graph, &graph.start(), Request::new(&question, limits()))
                .expect("a fair question");
            expect(&report, value, &context);
            assert_eq!(report.unproved, None, "{context:?}");
            judge.check(&report, &context);
        }
    }
}

/// Threads, table size and scheduling change neither the answer nor the existence of a proof. A canonical proof is the
/// same for every technique and algorithm.
#[test]
fn threads_and_tables_do_not_change_the_answer() {
    for seed in 0..300 {
        let mut random = Random::new(seed);
        let graph = cyclic_graph(&mut random);
        let value = retrograde(&graph, graph.infinite(&graph.start()))[graph.start() as usize];
        let mut judge = Judge::cyclic(&graph, Some(graph.infinite(&graph.start())));
        let mut proofs = None;
        for question in questions(&mut random, value) {
            for threads in [1, 2, 5] {
                let canonical = random.percent(50);
                // The size of parts and the leaves are no techniques: a canonical proof depends on them.
                let question = Question {
                    threads,
                    alone: 10,
                    canonical,
                    proof_part_records: None,
                    proof_leaves: None,
                    ..question
                };
                let context = (seed, &question);
                let report =
                    solve_cyclic(&graph, &graph.start(), Request::new(&question, limits()))
                        .expect("a fair question");
                expect(&report, value, &context);
                judge.check(&report, &context);
                if canonical {
                    let proofs = proofs.get_or_insert_with(|| report.proofs.clone());
                    assert_eq!(&report.proofs, proofs, "{context:?}");
                }
            }
        }
    }
}
