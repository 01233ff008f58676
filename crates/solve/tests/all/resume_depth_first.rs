//! A depth-first search that is stopped, saved, loaded and resumed ends as an uninterrupted one: with the same answer,
//! proofs and counters. A damaged state is rejected with a message.

use crate::support::initial;
use foregone_game::random::{Random, Shape, cyclic_game};
use foregone_game::{CyclicGraph, Game};
use foregone_solve::limits::{Limits, Stop};
use foregone_solve::observe::{Observer, Snapshot};
use foregone_solve::options::Sum;
use foregone_solve::options::{Algorithm, Question, Techniques};
use foregone_solve::persist::{Save, StateReader};
use foregone_solve::request::Request;
use foregone_solve::{Refusal, Report, solve_cyclic};

/// Keeps the last state.
#[derive(Default)]
struct Keeper(Option<Vec<u8>>);

impl Observer for Keeper {
    fn progress(&mut self, _snapshot: &Snapshot) {}

    fn wants_checkpoint(&mut self, stopping: bool) -> bool {
        stopping
    }

    fn checkpoint(&mut self, state: &dyn Save) {
        let mut bytes = Vec::new();
        state.save(&mut bytes);
        self.0 = Some(bytes);
    }
}

type Answer = Result<Report<u16>, Refusal>;

fn answer(
    graph: &CyclicGraph,
    question: &Question,
    nodes: Option<u64>,
    state: Option<&[u8]>,
) -> (Answer, Option<Vec<u8>>) {
    let mut keeper = Keeper::default();
    let mut bytes = state.unwrap_or_default();
    let resume = state.is_some().then_some(&mut bytes as &mut dyn StateReader);
    let limits = Limits { nodes, bytes: 1 << 20, ..Limits::default() };
    let report = solve_cyclic(
        graph,
        &graph.start(),
        Request::new(question, limits).watched(&mut keeper).resumed(resume),
    );
    (report, keeper.0)
}

fn essence(report: &Report<u16>) -> String {
    let Report { bounds, stop, line, efforts, counters, proofs, unproved, .. } = report;
    format!("{bounds:?} {stop:?} {line:?} {efforts:?} {counters:?} {proofs:?} {unproved:?}")
}

fn graph(random: &mut Random) -> CyclicGraph {
    let shape = Shape {
        outcomes: 2 + random.below(8),
        depth: 4 + random.below(8),
        width: 2 + random.below(3),
        early_end: random.below(20),
        alternate: random.percent(70),
    };
    let back = [0, 10, 30][random.below(3)];
    cyclic_game(random, &shape, 8, back)
}

fn question(random: &mut Random, algorithm: Algorithm) -> Question {
    let techniques = Techniques {
        sum: if random.percent(50) { Sum::Plain } else { Sum::Weak },
        initial: initial(random),
        epsilon: [0, 64][random.below(2)],
        ..Techniques::default()
    };
    let table = [Some(1 << 11), None][random.below(2)];
    Question { techniques, table, certificate: true, ..Question::value(algorithm) }
}

#[test]
fn searches_can_be_stopped_anywhere() {
    let mut stops = 0;
    for seed in 0..600 {
        let mut random = Random::new(seed);
        let graph = graph(&mut random);
        for algorithm in [Algorithm::Dfpn, Algorithm::Dfmopns] {
            let question = question(&mut random, algorithm);
            let (whole, _) = answer(&graph, &question, None, None);
            let whole = whole.expect("a fair question");
            let (mut state, mut nodes) = (None::<Vec<u8>>, 0);
            loop {
                nodes += 1 + random.below(5) as u64;
                let (report, saved) = answer(&graph, &question, Some(nodes), state.as_deref());
                let report = report.unwrap_or_else(|why| panic!("{seed} {question:?}: {}", why.0));
                if report.stop == Stop::Solved {
                    assert_eq!(essence(&report), essence(&whole), "{seed} {question:?}");
                    break;
                }
                let (low, high) = report.bounds;
                assert!(low <= whole.bounds.0 && whole.bounds.1 <= high);
                state = saved;
                stops += 1;
            }
        }
    }
    assert!(stops > 5000, "{stops}");
}

#[test]
fn damaged_states_are_refused_or_harmless() {
    let mut refused = 0;
    for seed in 0..60 {
        let mut random = Random::new(seed);
        let graph = graph(&mut random);
        let question = Question { certificate: false, ..question(&mut random, Algorithm::Dfmopns) };
        let (_, Some(state)) = answer(&graph, &question, Some(20), None) else { continue };
        for _ in 0..200 {
            let mut damaged = state.clone();
            if random.percent(30) {
                damaged.truncate(random.below(damaged.len()));
            } else {
                // The current line is at the end of a state; the table, which is mostly empty, is at the start.
                let from = if random.percent(80) { damaged.len().saturating_sub(4000) } else { 0 };
                let at = from + random.below(damaged.len() - from);
                damaged[at] ^= 1 << random.below(8);
            }
            refused += u32::from(answer(&graph, &question, Some(5000), Some(&damaged)).0.is_err());
        }
    }
    assert!(refused > 1000, "{refused}");
}
