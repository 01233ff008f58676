//! Many threads on small tables with yields at random places: no search panics, hangs or gives a wrong answer.
//!
//! `FOREGONE_STRESS=20` makes twenty times as many runs.

use std::time::Duration;

use crate::depth_first::{cyclic_graph, expect};
use crate::support::{Judge, retrograde};
use foregone_game::random::{Random, Shape, cyclic_game, dag};
use foregone_game::{Cyclic, CyclicGraph, Game, Notation, Outcome};
use foregone_games::Awari;
use foregone_games::awari::Score;
use foregone_games::awari::board::Variant;
use foregone_solve::class::NeverReturns;
use foregone_solve::limits::{Limits, Stop};
use foregone_solve::options::Sum;
use foregone_solve::options::{Algorithm, Question, Techniques};
use foregone_solve::request::Request;
use foregone_solve::{inject_yields, solve, solve_cyclic};

/// Number of runs of each kind.
fn runs(usual: u64) -> u64 {
    let times = std::env::var("FOREGONE_STRESS").ok().and_then(|text| text.parse().ok());
    usual * times.unwrap_or(1)
}

/// A run takes milliseconds, unless it hangs.
fn limits() -> Limits<'static> {
    Limits { bytes: 1 << 22, time: Some(Duration::from_secs(120)), ..Limits::default() }
}

/// A question for several threads from the first node on, on a table that is usually too small.
fn question(random: &mut Random, tables: &[Option<u64>]) -> Question {
    let algorithms = [Algorithm::Dfpn, Algorithm::Dfmopns, Algorithm::AlphaBetaTable];
    let techniques = Techniques {
        sum: [Sum::Plain, Sum::Weak][random.below(2)],
        epsilon: [0, 32, 64][random.below(3)],
        collect: random.percent(50),
        ..Techniques::default()
    };
    Question {
        techniques,
        threads: 2 + random.below(7),
        alone: [0, 3, 30][random.below(3)],
        table: tables[random.below(tables.len())],
        certificate: true,
        ..Question::value(algorithms[random.below(algorithms.len())])
    }
}

fn check_cyclic(graph: &CyclicGraph, question: &Question, seed: u64) {
    let infinite = graph.infinite(&graph.start());
    let value = retrograde(graph, infinite)[graph.start() as usize];
    let context = (seed, question);
    let report = solve_cyclic(graph, &graph.start(), Request::new(question, limits()))
        .expect("a fair question");
    expect(&report, value, &context);
    Judge::cyclic(graph, Some(infinite)).check(&report, &context);
}

#[test]
fn threads_on_small_cyclic_graphs() {
    inject_yields(100);
    for seed in 0..runs(3000) {
        let mut random = Random::new(seed);
        let graph = cyclic_graph(&mut random);
        let question = question(&mut random, &[Some(1 << 8), Some(1 << 11), None]);
        check_cyclic(&graph, &question, seed);
    }
}

/// Long graphs with many lines through them, in which sums soon reach the largest effort.
fn long_shape(random: &mut Random) -> Shape {
    Shape {
        outcomes: 2 + random.below(3),
        depth: 20 + random.below(50),
        width: 2 + random.below(4),
        early_end: random.below(4),
        alternate: random.percent(80),
    }
}

#[test]
fn threads_on_long_cyclic_graphs() {
    inject_yields(100);
    for seed in 0..runs(300) {
        let mut random = Random::new(seed);
        let shape = long_shape(&mut random);
        let back = 5 + random.below(20);
        let graph = cyclic_game(&mut random, &shape, 4, back);
        if graph.find_cycle().is_some() {
            let question = question(&mut random, &[Some(1 << 15), None]);
            check_cyclic(&graph, &question, seed);
        }
    }
}

#[test]
fn threads_on_long_acyclic_graphs() {
    inject_yields(100);
    for seed in 0..runs(300) {
        let mut random = Random::new(seed);
        let shape = long_shape(&mut random);
        let graph = dag(&mut random, &shape, 5).acyclic().expect("no cycle");
        let value = retrograde(&graph, Outcome(0))[graph.start() as usize];
        let question = question(&mut random, &[Some(1 << 15), None]);
        let context = (seed, &question);
        let report =
            solve::<_, NeverReturns>(&graph, &graph.start(), Request::new(&question, limits()))
                .expect("a fair question");
        expect(&report, value, &context);
        Judge::new(&graph).check(&report, &context);
    }
}

/// Two endgames in which proof numbers grow without bound. Virtual numbers once kept the threads away from the only
/// open moves.
#[test]
fn threads_on_endgames_of_awari() {
    let endgames = [
        (Score::Difference, "1,0,2,0,1,0/0,1,0,1,1,2 10-12 N", "0"),
        (Score::Result, "1,0,2,0,1,0/0,1,2,1,1,0 18-18 S", "draw"),
    ];
    for (score, position, value) in endgames {
        let game = Awari::new(Variant::default(), score);
        let root = game.read_position(position).expect("a position");
        for threads in [2, 5] {
            let question = Question { threads, alone: 0, ..Question::value(Algorithm::Dfmopns) };
            let limits = Limits { bytes: 1 << 28, ..limits() };
            let report = solve_cyclic(&game, &root, Request::new(&question, limits)).expect("fair");
            assert_eq!(report.stop, Stop::Solved, "{position} with {threads} threads");
            assert_eq!(game.scale().name(report.bounds.0), value);
            assert_eq!(report.bounds.0, report.bounds.1);
        }
    }
}
