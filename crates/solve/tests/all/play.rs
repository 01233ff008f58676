//! The player: it keeps proved values, vetoes moves that are proved lost, and is deterministic.

use foregone_game::random::{self, Random, Shape};
use foregone_game::{Outcome, Player};
use foregone_games::connect4::Score;
use foregone_games::{Connect4, Hounds, Mnk};
use foregone_solve::class::{CanReturn, NeverReturns};
use foregone_solve::erased::{ErasedGame, ErasedPosition, erase, place};
use foregone_solve::limits::Limits;
use foregone_solve::options::{Algorithm, Question};
use foregone_solve::play::{Reason, Style};
use foregone_solve::request::Request;
use std::sync::Arc;

const SHAPE: Shape = Shape { outcomes: 4, depth: 7, width: 3, early_end: 10, alternate: false };

fn played(host: &Arc<dyn ErasedGame>, moves: &[String]) -> Box<dyn ErasedPosition> {
    let mut placed = host.clone().position(None).expect("a start");
    placed.play(&moves.iter().map(String::as_str).collect::<Vec<_>>()).expect("legal moves");
    placed
}

fn value(host: &Arc<dyn ErasedGame>, moves: &[String], algorithm: Algorithm) -> Outcome {
    let placed = played(host, moves);
    if let Some(outcome) = placed.outcome() {
        return outcome;
    }
    let report = placed.solve(Request::new(&Question::value(algorithm), Limits::default()));
    report.expect("a report").bounds.0
}

/// Plays a game against itself, and looks at every choice.
fn check_choices(host: &Arc<dyn ErasedGame>, algorithm: Algorithm, style: &Style) {
    let mut moves = Vec::new();
    for _ in 0..20 {
        let placed = played(host, &moves);
        if placed.outcome().is_some() {
            break;
        }
        let choice = placed.choose(style, Limits::default()).expect("a choice");
        assert!(placed.legal_moves().contains(&choice.mv));
        let before = value(host, &moves, algorithm);
        moves.push(choice.mv);
        let after = value(host, &moves, algorithm);
        assert_eq!(before, after, "{moves:?}: {:?}", choice.reason);
        let (low, high) = choice.bounds;
        assert!(low <= before && before <= high);
    }
}

#[test]
fn a_proved_value_is_kept() {
    let style = Style { nodes: Some(20), ..Style::default() };
    for seed in 0..60 {
        let style = Style { seed, ..style };
        let mut random = Random::new(seed);
        let dag = random::dag(&mut random, &SHAPE, 5).acyclic().expect("layers have no cycle");
        check_choices(&erase(dag, NeverReturns), Algorithm::Minimax, &style);
        let cyclic = random::cyclic_game(&mut random, &SHAPE, 5, 25);
        check_choices(&erase(cyclic, CanReturn), Algorithm::Dfmopns, &style);
    }
}

/// With so few nodes the look-ahead of the first player of tic-tac-toe sees nothing, but the veto works.
#[test]
fn moves_that_are_proved_lost_are_vetoed() {
    let host = erase(Mnk::new(3, 3, 3).expect("a board"), NeverReturns);
    let blind = Style { nodes: Some(1), veto: 0, prove: 0, ..Style::default() };
    let choose = |moves: &str, style: &Style| {
        let placed = place(&host, None, moves).expect("legal moves");
        placed.choose(style, Limits::default()).expect("a choice")
    };
    // After a corner only the centre holds; the first move in move order loses.
    let careless = choose("a1", &blind);
    assert_eq!((careless.mv.as_str(), careless.reason), ("b1", Reason::BestScore));
    let careful = choose("a1", &Style { veto: 10_000, ..blind });
    assert_eq!((careful.mv.as_str(), careful.reason), ("b2", Reason::BestScore));
    assert_eq!(careful.vetoed, ["b1", "c1", "a2"]);
    let lost = choose("a1 b1 b2", &Style { veto: 10_000, ..blind });
    assert_eq!((lost.reason, lost.vetoed.len()), (Reason::AllLost, 6));
    let proved = choose("a1 b1", &Style { prove: 10_000, ..blind });
    assert_eq!((proved.reason, proved.bounds), (Reason::Proved, (Outcome(2), Outcome(2))));
}

#[test]
fn replies_that_lose_are_foreseen() {
    let host = erase(Mnk::new(3, 3, 3).expect("a board"), NeverReturns);
    let placed = place(&host, None, "a1").expect("legal moves");
    let found = placed.ponder(&Style::default(), Limits::default()).expect("an answer");
    assert_eq!(found.wins.len(), 7, "all but the middle: {:?}", found.wins);
    assert!(found.nodes > 0);
    for (reply, answer) in found.wins {
        let moves = ["a1".to_owned(), reply, answer];
        assert_eq!(value(&host, &moves, Algorithm::Minimax), Outcome(2), "{moves:?}");
    }
}

#[test]
fn a_look_ahead_sees_the_end() {
    let game = Connect4::<u64>::new(7, 6, Score::Result).expect("a board");
    let host = erase(game, NeverReturns);
    let style = Style { nodes: Some(5_000), veto: 0, prove: 0, ..Style::default() };
    let placed = place(&host, None, "4455").expect("legal moves");
    let choice = placed.choose(&style, Limits::default()).expect("a choice");
    assert!(["3", "6"].contains(&choice.mv.as_str()), "three in a row, both ends free");
    let scale = host.scale();
    let (outcome, plies) = choice.search_score.and_then(|s| s.score.forced(scale)).expect("an end");
    assert!(outcome == scale.best() && plies <= 3, "{plies} plies to {outcome:?}");
    let mut again = placed.choose(&style, Limits::default()).expect("a choice");
    again.elapsed = choice.elapsed;
    assert_eq!(choice, again);
}

/// The hare loses only where it must, and the hounds make progress although every one of their moves keeps the win.
#[test]
fn a_win_is_carried_through_where_play_can_return() {
    let host = erase(Hounds::new(), CanReturn);
    for seed in 0..5 {
        let (mut moves, mut random) = (Vec::new(), Random::new(seed));
        loop {
            let placed = played(&host, &moves);
            if let Some(outcome) = placed.outcome() {
                assert_eq!(outcome, host.scale().best());
                break;
            }
            assert!(moves.len() < 200, "no progress: {moves:?}");
            moves.push(if placed.player() == Player::Max {
                placed.choose(&Style::default(), Limits::default()).expect("a choice").mv
            } else {
                let legal = placed.legal_moves();
                legal[random.below(legal.len())].clone()
            });
        }
    }
}
