//! Promising moves and guesses of a game change the way of a search, and never what it proves: even a game that recommends
//! moves and guesses efforts at random.

use std::collections::HashMap;

use crate::support::{Judge, minimax, small_game};
use foregone_game::graph::AcyclicGraph;
use foregone_game::random::Random;
use foregone_game::{Acyclic, Game, Keyed, Outcome, Player, Scale, TableKeyed};
use foregone_solve::class::NeverReturns;
use foregone_solve::limits::{Limits, Stop};
use foregone_solve::options::{Algorithm, Initial, Question};
use foregone_solve::request::Request;
use foregone_solve::solve;

/// A graph with recommendations that mean nothing, the same ones each time.
struct Capricious<'g> {
    graph: &'g AcyclicGraph,
    values: HashMap<u32, Outcome>,
    seed: u64,
}

impl Capricious<'_> {
    fn random(&self, position: u32, goal: Outcome) -> Random {
        Random::new(self.seed ^ u64::from(position) << 8 ^ u64::from(goal.0))
    }
}

impl Game for Capricious<'_> {
    type Position = u32;
    type Move = u16;

    fn scale(&self) -> &Scale {
        self.graph.scale()
    }
    fn start(&self) -> u32 {
        self.graph.start()
    }
    fn player(&self, position: &u32) -> Player {
        self.graph.player(position)
    }
    fn outcome(&self, position: &u32) -> Option<Outcome> {
        self.graph.outcome(position)
    }
    fn moves(&self, position: &u32, moves: &mut Vec<u16>) {
        self.graph.moves(position, moves);
    }
    fn play(&self, position: &mut u32, mv: u16) {
        self.graph.play(position, mv);
    }

    /// For one move in three the value, for the others nothing.
    fn bounds_after(&self, position: &u32, moves: &[u16], bounds: &mut Vec<(Outcome, Outcome)>) {
        let mut random = self.random(*position, Outcome(77));
        for &mv in moves {
            let mut after = *position;
            self.play(&mut after, mv);
            let known = self.values.get(&after).filter(|_| random.percent(33));
            let (worst, best) = (self.scale().worst(), self.scale().best());
            bounds.push(known.map_or((worst, best), |&value| (value, value)));
        }
    }

    fn guessed_efforts(&self, position: &u32, goal: Outcome) -> Option<(u32, u32)> {
        let mut random = self.random(*position, goal);
        let mut effort = || [0, 1, 7, 300, 1 << 28, u32::MAX][random.below(6)];
        Some((effort(), effort())).filter(|_| !position.is_multiple_of(5))
    }

    /// Any number of moves, none among them, from the end of the list.
    fn promising_moves(&self, position: &u32, goal: Outcome, moves: &mut [u16]) -> usize {
        moves.reverse();
        self.random(*position, goal).below(moves.len() + 1)
    }
}

impl Acyclic for Capricious<'_> {}

impl Keyed for Capricious<'_> {
    type Key = u32;

    fn key(&self, position: &u32) -> u32 {
        *position
    }
}

impl TableKeyed for Capricious<'_> {
    fn table_key(&self, position: &u32) -> u128 {
        (*position).into()
    }
}

#[test]
fn the_value_does_not_depend_on_them() {
    for seed in 0..3_000 {
        let graph = small_game(&mut Random::new(seed), 11);
        let mut values = HashMap::new();
        let value = minimax(&graph, graph.start(), &mut values);
        let game = Capricious { graph: &graph, values, seed };
        let mut judge = Judge::new(&graph);
        for algorithm in [Algorithm::Dfpn, Algorithm::Dfmopns] {
            for (initial, promising_first) in
                [(Initial::Guess, true), (Initial::Guess, false), (Initial::Unit, true)]
            {
                let mut question = Question { certificate: true, ..Question::value(algorithm) };
                question.techniques.initial = initial;
                question.techniques.promising_first = promising_first;
                let request = Request::new(&question, Limits::default());
                let report = solve::<_, NeverReturns>(&game, &game.start(), request);
                let report = report.expect("a fair question");
                let context = (seed, &question);
                assert_eq!(
                    (report.stop, report.bounds),
                    (Stop::Solved, (value, value)),
                    "{context:?}"
                );
                assert_eq!(report.unproved, None, "{context:?}");
                judge.check(&report, &context);
            }
        }
    }
}
