//! Depth-first searches on thousands of random graphs, with and without cycles, against a plain retrograde analysis.

mod support;

use game::random::{Random, Shape, cyclic, dag};
use game::{Game, Outcome};
use solve::effort::Sum;
use solve::identity::ByKey;
use solve::limits::{Limits, Stop};
use solve::options::{Algorithm, Question, Strategy, Techniques};
use solve::{Report, solve, solve_cyclic};
use support::{Judge, retrograde};

/// As many graphs of each kind.
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

/// Every depth-first algorithm with every strategy and sum; the rest is drawn.
fn questions(random: &mut Random, value: Outcome) -> Vec<Question> {
    let mut questions = Vec::new();
    for algorithm in Algorithm::DEPTH_FIRST {
        let strategies =
            [Strategy::Binary, Strategy::Linear, Strategy::Doubling, Strategy::Known(value)];
        let strategies = if algorithm.is_multiple() { &strategies[..1] } else { &strategies[..] };
        for &strategy in strategies {
            for sum in [Sum::Plain, Sum::Weak] {
                let techniques = Techniques {
                    sum,
                    epsilon: [0, 32, 64, 256][random.below(4)],
                    mobility: random.percent(50),
                    forget: random.percent(20),
                    collect: random.percent(50),
                    ..Techniques::default()
                };
                let certificate = true;
                let usual = Question::value(algorithm);
                questions.push(Question { strategy, techniques, certificate, ..usual });
            }
        }
    }
    questions
}

/// A table that forgets almost everything, one that forgets much, one that forgets nothing.
fn limits(random: &mut Random) -> Limits<'static> {
    Limits { bytes: [1 << 9, 1 << 12, 1 << 18][random.below(3)], ..Limits::default() }
}

fn expect(report: &Report<u16>, value: Outcome, context: &dyn std::fmt::Debug) {
    assert_eq!((report.stop, report.bounds), (Stop::Solved, (value, value)), "{context:?}");
}

/// Certificates are made in a share of the memory; with next to none there may be none.
fn acyclic_graphs(half: u64) {
    for seed in (0..GRAPHS).filter(|seed| seed % 2 == half) {
        let mut random = Random::new(seed);
        let shape = shape(&mut random);
        let graph = dag(&mut random, &shape, 6).acyclic().expect("no cycle");
        let value = retrograde(&graph, Outcome(0))[graph.start() as usize];
        let mut judge = Judge::new(&graph);
        for question in questions(&mut random, value) {
            let limits = limits(&mut random);
            let context = (seed, &question, limits.bytes);
            let report = solve::<_, ByKey>(&graph, &graph.start(), &question, limits, &mut ())
                .expect("a fair question");
            expect(&report, value, &context);
            assert_eq!(report.unproved, None, "{context:?}");
            judge.check(&report, &context);
        }
    }
}

#[test]
fn acyclic_graphs_of_even_seeds() {
    acyclic_graphs(0);
}

#[test]
fn acyclic_graphs_of_odd_seeds() {
    acyclic_graphs(1);
}

#[test]
fn cyclic_graphs() {
    for seed in 0..GRAPHS {
        let mut random = Random::new(seed);
        let shape = shape(&mut random);
        let (per_layer, back) = (2 + random.below(5), 10 + random.below(60));
        let infinite = Outcome(random.below(shape.outcomes) as u8);
        let graph = cyclic(&mut random, &shape, per_layer, back).cyclic(infinite);
        let value = retrograde(&graph, infinite)[graph.start() as usize];
        for question in questions(&mut random, value) {
            let limits = limits(&mut random);
            let context = (seed, &question, limits.bytes);
            let report = solve_cyclic(&graph, &graph.start(), &question, limits, &mut ())
                .expect("a fair question");
            expect(&report, value, &context);
        }
    }
}
