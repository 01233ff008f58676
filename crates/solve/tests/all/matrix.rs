//! Every algorithm and option on thousands of random games, compared with plain minimax, with certificates checked.

use std::collections::HashMap;

use crate::support::{Judge, minimax, questions, random_options, small_game, tree_or_dag};
use foregone_game::graph::AcyclicGraph;
use foregone_game::random::{Random, Shape, tree};
use foregone_game::{Game, Outcome};
use foregone_solve::class::NeverReturns;
use foregone_solve::limits::{Limits, Stop};
use foregone_solve::options::{Algorithm, Goal, Question};
use foregone_solve::request::Request;
use foregone_solve::{Report, solve};

const GAMES: u64 = 10_000;

/// Every game gets a quarter of the combinations of options, every combination a quarter of the games. With the
/// environment variable FOREGONE_THOROUGH every game gets all of them, which takes some minutes.
fn share(seed: u64, random: &mut Random, value: Outcome) -> Vec<Question> {
    let all = questions(random, value);
    if std::env::var_os("FOREGONE_THOROUGH").is_some() {
        return all;
    }
    all.into_iter().skip((seed % 4) as usize).step_by(4).collect()
}

fn ask(graph: &AcyclicGraph, question: &Question, limits: Limits<'_>) -> Report<u16> {
    solve::<_, NeverReturns>(graph, &graph.start(), Request::new(question, limits))
        .expect("a fair question")
}

/// Tests one half of the seeds; the two halves run in parallel.
fn agree_with_minimax(half: u64) {
    for seed in (0..GAMES).filter(|seed| seed % 2 == half) {
        let graph = small_game(&mut Random::new(seed), 11);
        let mut random = Random::new(!seed);
        let value = minimax(&graph, graph.start(), &mut HashMap::new());
        let mut judge = Judge::new(&graph);
        for question in share(seed / 2, &mut random, value) {
            let context = (seed, &question);
            let report = ask(&graph, &question, Limits::default());
            assert_eq!((report.stop, report.bounds), (Stop::Solved, (value, value)), "{context:?}");
            assert_eq!(report.unproved, None, "{context:?}");
            judge.check(&report, &context);
        }
    }
}

#[test]
fn every_combination_agrees_with_minimax_even_seeds() {
    agree_with_minimax(0);
}

#[test]
fn every_combination_agrees_with_minimax_odd_seeds() {
    agree_with_minimax(1);
}

/// Whatever options of the table are combined, every algorithm that takes them finds the value and proves it.
#[test]
fn random_options_of_the_table_agree_with_minimax() {
    for seed in 0..2_000 {
        let mut random = Random::new(seed);
        let graph = small_game(&mut random, 7);
        let value = minimax(&graph, graph.start(), &mut HashMap::new());
        let mut judge = Judge::new(&graph);
        for algorithm in Algorithm::ALL {
            let question = random_options(&mut random, algorithm, graph.scale());
            let context = (seed, &question);
            let limits = Limits { bytes: 1 << 22, ..Limits::default() };
            let report = ask(&graph, &question, limits);
            assert_eq!((report.stop, report.bounds), (Stop::Solved, (value, value)), "{context:?}");
            assert_eq!(report.unproved, None, "{context:?}");
            judge.check(&report, &context);
        }
    }
}

/// With little memory or few nodes a search may stop early. Its bounds must be true nevertheless.
#[test]
fn limits_never_lead_to_a_false_claim() {
    let (mut solved, mut stopped, mut given_up) = (0, 0, 0);
    for seed in 0..300 {
        let mut random = Random::new(seed);
        let shape = Shape {
            outcomes: 2 + random.below(10),
            depth: 9,
            width: 4,
            early_end: 15,
            alternate: true,
        };
        let graph = tree_or_dag(&mut random, &shape, 60);
        let value = minimax(&graph, graph.start(), &mut HashMap::new());
        let mut judge = Judge::new(&graph);
        for mut question in questions(&mut random, value) {
            // With so little memory a certificate may cost a million nodes.
            question.certificate = random.percent(10);
            let limits = Limits {
                bytes: 4096 + random.below(40_000) as u64,
                nodes: random.percent(30).then(|| 1 + random.below(2000) as u64),
                ..Limits::default()
            };
            let context = (seed, &question, limits.bytes, limits.nodes);
            let report = ask(&graph, &question, limits);
            let (low, high) = report.bounds;
            assert!(low <= value && value <= high, "{context:?}");
            assert_eq!(report.stop == Stop::Solved, low == high, "{context:?}");
            if question.certificate && report.unproved.is_none() {
                judge.check(&report, &context);
            }
            match report.stop {
                Stop::Solved => solved += 1,
                _ => stopped += 1,
            }
            given_up += report.counters.given_up;
        }
    }
    // The test is meaningful only if all of these cases occur.
    assert!(solved > 1000 && stopped > 1000 && given_up > 1000, "{solved} {stopped} {given_up}");
}

/// A single question and a restricted range agree with the value.
#[test]
fn questions_and_ranges_agree_with_minimax() {
    for seed in 0..1000 {
        let graph = small_game(&mut Random::new(seed), 11);
        let mut random = Random::new(seed);
        let scale = graph.scale().clone();
        let value = minimax(&graph, graph.start(), &mut HashMap::new());
        let mut judge = Judge::new(&graph);
        for question in share(seed, &mut random, value) {
            for goal in scale.outcomes().skip(1) {
                let asked = Question { goal: Goal::AtLeast(goal), ..question };
                let report = ask(&graph, &asked, Limits::default());
                let (low, high) = report.bounds;
                assert_eq!(report.stop, Stop::Solved);
                assert!(if value >= goal { low >= goal } else { high < goal }, "{seed} {asked:?}");
                judge.check(&report, &(seed, asked));
            }
            let low = Outcome(random.below(scale.len() - 1) as u8);
            let high = Outcome(low.0 + 1 + random.below(usize::from(scale.best().0 - low.0)) as u8);
            let asked = Question { goal: Goal::Range(low, high), ..question };
            let report = ask(&graph, &asked, Limits::default());
            let expected = (
                if value > low { value.min(high) } else { scale.worst() },
                if value < high { value.max(low) } else { scale.best() },
            );
            assert_eq!((report.stop, report.bounds), (Stop::Solved, expected), "{seed} {asked:?}");
            judge.check(&report, &(seed, asked));
        }
    }
}

/// Scales of all sizes up to the largest: labels are compiled for some sizes only, and partly used for the sizes in
/// between.
#[test]
fn wide_scales_agree_with_minimax() {
    for outcomes in (12..=128).step_by(4) {
        for seed in 0..4 {
            let mut random = Random::new(seed);
            let shape = Shape { outcomes, depth: 6, width: 4, early_end: 10, alternate: true };
            let graph = tree(&mut random, &shape).acyclic().expect("a tree");
            let value = minimax(&graph, graph.start(), &mut HashMap::new());
            let mut judge = Judge::new(&graph);
            for question in questions(&mut random, value) {
                let report = ask(&graph, &question, Limits::default());
                let context = (outcomes, seed, &question);
                assert_eq!(
                    (report.stop, report.bounds),
                    (Stop::Solved, (value, value)),
                    "{context:?}"
                );
                judge.check(&report, &context);
            }
        }
    }
}
