//! Pairs of runs that must expand the same nodes although their options differ.

use std::collections::HashMap;

use crate::support::{minimax, tree_or_dag};
use foregone_game::random::{Random, Shape};
use foregone_game::{Acyclic, AcyclicGraph, Game, Outcome, TableKeyed};
use foregone_games::connect4::{Connect4, Score};
use foregone_games::mnk::Mnk;
use foregone_games::woodpush::{self, WoodpushPath};
use foregone_solve::Report;
use foregone_solve::class::CarriesPast;
use foregone_solve::limits::{Counters, Limits, Stop};
use foregone_solve::options::Initial;
use foregone_solve::options::{Algorithm, Goal, Question, SecondLevel, Techniques, When};
use foregone_solve::request::Request;
use foregone_solve::solve;

fn ask<G: Acyclic + TableKeyed>(
    game: &G,
    root: &G::Position,
    question: &Question,
) -> Report<G::Move> {
    solve::<G, CarriesPast>(game, root, Request::new(question, Limits::default()))
        .expect("a fair question")
}

fn work(counters: &Counters) -> (u64, u64) {
    (counters.created, counters.expanded)
}

/// Saffidine and Cazenave 2012, proposition 3: with two outcomes MOPNS and PNS develop the same tree.
fn same_tree_with_two_outcomes<G: Acyclic + TableKeyed>(game: &G, goal: Outcome) {
    let pns = Question { goal: Goal::AtLeast(goal), ..Question::value(Algorithm::Pns) };
    let mopns = Question { algorithm: Algorithm::Mopns, ..pns };
    for initial in [Initial::Unit, Initial::Mobility, Initial::Estimate(3)] {
        let techniques = Techniques { initial, ..Techniques::default() };
        let (pns, mopns) = (Question { techniques, ..pns }, Question { techniques, ..mopns });
        let (one, other) = (ask(game, &game.start(), &pns), ask(game, &game.start(), &mopns));
        assert_eq!(work(&one.counters), work(&other.counters));
        assert_eq!((one.bounds, one.stop), (other.bounds, other.stop));
    }
}

#[test]
fn mopns_with_two_outcomes_is_pns() {
    same_tree_with_two_outcomes(
        &Connect4::<u64>::new(4, 4, Score::Result).expect("a board"),
        Outcome(1),
    );
    same_tree_with_two_outcomes(
        &Connect4::<u64>::new(4, 4, Score::Result).expect("a board"),
        Outcome(2),
    );
    same_tree_with_two_outcomes(&Mnk::new(3, 3, 3).expect("a board"), Outcome(1));
    let rules = woodpush::Rules::new(6, 2, woodpush::Score::Pieces, None).expect("a strip");
    for goal in 1..4 {
        same_tree_with_two_outcomes(&WoodpushPath::new(rules.clone()), Outcome(goal));
    }
    for seed in 0..2000 {
        same_tree_with_two_outcomes(&random_game(seed, 2), Outcome(1));
    }
}

fn random_game(seed: u64, outcomes: usize) -> AcyclicGraph {
    let mut random = Random::new(seed);
    let shape =
        Shape { outcomes, depth: 7, width: 4, early_end: 20, alternate: random.percent(70) };
    tree_or_dag(&mut random, &shape, 9)
}

/// Techniques that free memory or save steps change no number: every run creates and expands the same nodes.
#[test]
fn saving_memory_and_steps_changes_no_node() {
    for seed in 0..300 {
        let game = random_game(seed, 2 + seed as usize % 9);
        for algorithm in Algorithm::ALL {
            let mut seen = None;
            for (delete_solved, prune) in [
                (When::Never, When::Never),
                (When::AtOnce, When::Never),
                (When::Full, When::AtOnce),
            ] {
                for (stop_unchanged, restart_changed) in
                    [(true, true), (true, false), (false, true), (false, false)]
                {
                    let techniques = Techniques {
                        delete_solved,
                        prune,
                        stop_unchanged,
                        restart_changed,
                        ..Techniques::default()
                    };
                    let question = Question { techniques, ..Question::value(algorithm) };
                    let question = Question { second_level: SecondLevel::Fixed(10), ..question };
                    let work = work(&ask(&game, &game.start(), &question).counters);
                    assert_eq!(*seen.get_or_insert(work), work, "seed {seed} {question:?}");
                }
            }
        }
    }
}

/// A second level without limit solves the root in the first expansion, with the nodes of the plain search.
#[test]
fn an_unlimited_second_level_does_it_all() {
    for seed in 0..300 {
        let game = random_game(seed, 3);
        for (nested, plain) in
            [(Algorithm::Pn2, Algorithm::Pns), (Algorithm::Mopn2, Algorithm::Mopns)]
        {
            let second_level = SecondLevel::Fixed(u64::MAX);
            let two =
                ask(&game, &game.start(), &Question { second_level, ..Question::value(nested) });
            let one = ask(&game, &game.start(), &Question::value(plain));
            assert_eq!((two.bounds, work(&two.counters)), (one.bounds, work(&one.counters)));
        }
    }
}

/// The same question gives the same run, with the same counters.
#[test]
fn runs_are_reproducible() {
    let game = Connect4::<u64>::new(4, 4, Score::Result).expect("a board");
    for algorithm in Algorithm::ALL {
        let question = Question { certificate: true, ..Question::value(algorithm) };
        let (one, other) =
            (ask(&game, &game.start(), &question), ask(&game, &game.start(), &question));
        assert_eq!(
            (one.counters, one.line, one.proofs),
            (other.counters, other.line, other.proofs)
        );
    }
}

/// Every move of the principal variation is legal, and a variation that reaches a terminal position has the value as
/// its outcome.
#[test]
fn the_line_keeps_the_value() {
    for seed in 0..500 {
        let game = random_game(seed, 5);
        let value = minimax(&game, game.start(), &mut HashMap::new());
        for algorithm in Algorithm::ALL {
            let report = ask(&game, &game.start(), &Question::value(algorithm));
            let mut position = game.start();
            for &mv in &report.line {
                game.play(&mut position, mv);
                assert_eq!(
                    minimax(&game, position, &mut HashMap::new()),
                    value,
                    "seed {seed} {algorithm:?}"
                );
            }
            assert!(
                report.stop == Stop::Solved && report.best.is_some(),
                "seed {seed} {algorithm:?}"
            );
        }
    }
}
