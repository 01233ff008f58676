//! Depth-first searches on thousands of random graphs, with and without cycles, against a plain retrograde analysis.

mod support;

use game::graph::Graph;
use game::random::{Random, Shape, cyclic, dag};
use game::{Game, Outcome, Player};
use solve::identity::ByKey;
use solve::limits::{Limits, Stop};
use solve::options::{Algorithm, Question, Strategy, Techniques};
use solve::effort::Sum;
use solve::{solve, solve_cyclic};

/// The value of every position when infinite play is worth `infinite`, question by question: the player whom loops do not
/// help must be able to force the end, so the positions they win are those from which they can, found from the end
/// backwards until nothing changes.
fn retrograde<const K: u8>(graph: &Graph<K>, infinite: Outcome) -> Vec<Outcome> {
    let nodes = graph.node_count() as u32;
    let mut values = vec![graph.scale().worst(); nodes as usize];
    for goal in graph.scale().outcomes().skip(1) {
        let reacher = if infinite >= goal { Player::Min } else { Player::Max };
        let mut won = vec![false; nodes as usize];
        loop {
            let before = won.clone();
            for node in 0..nodes {
                let mut next = graph.successors(node).map(|child| before[child as usize]);
                won[node as usize] = match graph.outcome(&node) {
                    Some(outcome) => (outcome >= goal) == (reacher == Player::Max),
                    None if graph.player(&node) == reacher => next.any(|won| won),
                    None => next.all(|won| won),
                };
            }
            if won == before {
                break;
            }
        }
        for (value, &won) in values.iter_mut().zip(&won) {
            if won == (reacher == Player::Max) {
                *value = goal;
            }
        }
    }
    values
}

fn shape(random: &mut Random) -> Shape {
    Shape {
        outcomes: 2 + random.below(10),
        depth: 2 + random.below(7),
        width: 1 + random.below(4),
        early_end: random.below(40),
        alternate: random.percent(70),
    }
}

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
                questions.push(Question { strategy, techniques, ..Question::value(algorithm) });
            }
        }
    }
    questions
}

#[test]
fn acyclic_graphs() {

    for seed in 0..20_000 {
        let mut random = Random::new(seed);
        let shape = shape(&mut random);
        let graph = dag(&mut random, &shape, 6).acyclic().expect("no cycle");
        let value = retrograde(&graph, Outcome(0))[graph.start() as usize];
        for question in questions(&mut random, value) {
            let bytes = [1 << 8, 1 << 12, 1 << 18][random.below(3)];
            let limits = Limits { bytes, nodes: Some(1 << 22), ..Limits::default() };
            let t = std::time::Instant::now();
            let report = solve::<_, ByKey>(&graph, &graph.start(), &question, limits, &mut ())
                .expect("a fair question");
            if t.elapsed().as_millis() > 50 { eprintln!("{seed} {bytes} {:?} {} {:?}", t.elapsed(), graph.node_count(), question); }
            assert_eq!((report.stop, report.bounds), (Stop::Solved, (value, value)), "{seed} {question:?}");
        }
    }
}

#[test]
fn cyclic_graphs() {
    for seed in 0..20_000 {
        let mut random = Random::new(seed);
        let shape = shape(&mut random);
        let per_layer = 2 + random.below(5);
        let back = 10 + random.below(60);
        let graph = cyclic(&mut random, &shape, per_layer, back);
        let infinite = Outcome(random.below(shape.outcomes) as u8);
        let graph = graph.cyclic(infinite);
        let value = retrograde(&graph, infinite)[graph.start() as usize];
        for question in questions(&mut random, value) {
            let bytes = [1 << 8, 1 << 12, 1 << 18][random.below(3)];
            let limits = Limits { bytes, nodes: Some(1 << 22), ..Limits::default() };
            let report = solve_cyclic(&graph, &graph.start(), &question, limits, &mut ())
                .expect("a fair question");
            if report.stop != Stop::Solved { eprintln!("UNSOLVED {seed} bytes {bytes} {} {:?} eps {} nodes {}", question.algorithm.name(), question.techniques.sum, question.techniques.epsilon, graph.node_count()); continue; }
            if report.counters.created > 100_000 { eprintln!("LONG {seed} bytes {bytes} {} {:?} eps {} nodes {} created {}", question.algorithm.name(), question.techniques.sum, question.techniques.epsilon, graph.node_count(), report.counters.created); }
            assert_eq!((report.stop, report.bounds), (Stop::Solved, (value, value)), "{seed} {bytes} {question:?}");
        }
    }
}
