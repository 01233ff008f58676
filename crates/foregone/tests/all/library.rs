//! The library as an engine author uses it.

use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

use foregone::checkpoint::{self, EVERY, Header, Keeper};
use foregone::{
    Algorithm, Game, Goal, Method, MoveValue, Settings, Snapshot, Solver, Status, Stop, StopHandle,
};

fn is_owned<T: Send + 'static>() {}

#[test]
fn handles_are_owned_and_can_be_sent() {
    is_owned::<Game>();
    is_owned::<foregone::Position>();
    is_owned::<Solver>();
    is_owned::<StopHandle>();
    is_owned::<foregone::Answer>();
    let position = {
        let game = Game::open("connect4:4x4").expect("a game");
        game.place(None, Some("12")).expect("legal moves")
    };
    let answer = thread::spawn(move || {
        Solver::new(position.game()).value(&position).expect("an answer").value().map(str::to_owned)
    });
    assert_eq!(answer.join().expect("no panic").as_deref(), Some("draw"));
}

#[test]
fn moves_are_played_and_taken_back() {
    let game = Game::open("hounds").expect("a game");
    let mut position = game.start();
    let start = position.to_string();
    let first = position.legal_moves()[0].clone();
    position.play(&first).expect("a legal move");
    assert_eq!(position.line(), [first]);
    let error = position.play("nonsense").expect_err("no such move");
    assert!(error.to_string().contains("nonsense"), "{error}");
    assert!(position.undo() && !position.undo());
    assert_eq!(position.to_string(), start);
}

/// A table that is kept makes the second question cheaper and changes no answer.
#[test]
fn the_table_stays_warm() {
    let game = Game::open("connect4:5x5").expect("a game");
    let position = game.place(None, Some("3")).expect("a legal move");
    for name in ["alphabeta-tt", "dfpn", "dfmopns"] {
        let mut settings = Settings::by(Method::named(name).expect("an algorithm"));
        settings.set("threads", "1").expect("a number");
        let cold = Solver::with(&game, settings.clone()).forgetful();
        let (mut cold, mut warm) = (cold, Solver::with(&game, settings));
        let created = |solver: &mut Solver, position| {
            let answer = solver.value(position).expect("an answer");
            (answer.value().map(str::to_owned), answer.report.counters.created)
        };
        let once = created(&mut cold, &position);
        assert_eq!(created(&mut cold, &position), once, "{name}: nothing is kept");
        assert_eq!(created(&mut warm, &position), once, "{name}: nothing is known yet");
        let again = created(&mut warm, &position);
        assert_eq!(again.0, once.0, "{name}");
        assert!(again.1 * 10 < once.1, "{name}: {} nodes, then {}", once.1, again.1);
    }
}

/// Knowledge that is not sound must not leave its beliefs in the table.
#[test]
fn beliefs_do_not_stay_in_the_table() {
    let game = Game::open("breakthrough:5x4").expect("a game");
    let settings = Settings::by(Method::Search(Algorithm::Dfpn));
    let proved = Solver::with(&game, settings.clone()).value(&game.start()).expect("an answer");
    let mut solver = Solver::with(&game, settings);
    solver.settings.set("knowledge", "patterns-paper").expect("an option");
    let believed = solver.value(&game.start()).expect("an answer");
    assert_eq!((believed.status(), believed.value()), (Status::Believed, None));
    solver.settings.set("knowledge", "0").expect("an option");
    let answer = solver.value(&game.start()).expect("an answer");
    assert_eq!(answer.value(), proved.value());
}

#[test]
fn every_move_has_its_value() {
    let game = Game::open("mnk:3,3,3").expect("a game");
    let mut solver = Solver::new(&game);
    for (moves, best, worst) in
        [("", "draw", "draw"), ("a1", "draw", "win"), ("b2 a2", "win", "draw")]
    {
        let position = game.place(None, Some(moves)).expect("legal moves");
        let values = solver.move_values(&position, &mut ()).expect("values");
        assert_eq!(values.len(), position.legal_moves().len());
        assert_eq!(values.first().and_then(|value| value.value()), Some(best), "{moves}");
        assert_eq!(values.last().and_then(|value| value.value()), Some(worst), "{moves}");
        let value = solver.value(&position).expect("an answer");
        assert_eq!(value.value(), Some(best), "the best move keeps the value");
    }
}

/// Each search has what the searches before it have left, so that all moves together stay within the limits.
#[test]
fn limits_hold_for_all_moves_together() {
    let game = Game::open("connect4:5x4").expect("a game");
    let position = game.start();
    let created = |values: &[MoveValue]| -> u64 {
        values.iter().map(|value| value.answer.report.counters.created).sum()
    };
    let mut settings = Settings::by(Method::named("mopns").expect("an algorithm"));
    let free = Solver::with(&game, settings.clone()).move_values(&position, &mut ());
    let all = created(&free.expect("values"));
    settings.nodes = Some(all / 2);
    let mut solver = Solver::with(&game, settings.clone());
    let values = solver.move_values(&position, &mut ()).expect("values");
    assert_eq!(solver.settings.nodes, Some(all / 2), "the settings are as they were");
    assert!(created(&values) < all / 2 + 1000, "{} of {}", created(&values), all / 2);
    let (solved, open): (Vec<_>, Vec<_>) =
        values.iter().partition(|value| value.answer.is_answered());
    assert!(!solved.is_empty() && !open.is_empty(), "{} solved", solved.len());
    assert!(open.iter().all(|value| value.answer.report.stop == Stop::Nodes));
    let untouched = open.iter().filter(|value| value.answer.report.counters.created == 0);
    assert!(untouched.count() > 0, "the last moves are not reached");
    let each = solver.move_values_each(&position, &mut ()).expect("values");
    assert!(each.iter().all(|value| value.answer.is_answered()), "half is enough for each");
    settings.nodes = None;
    settings.time = Some(Duration::ZERO);
    let values = Solver::with(&game, settings).move_values(&position, &mut ()).expect("values");
    assert!(values.iter().all(|value| value.answer.report.stop == Stop::Time));
}

#[test]
fn a_search_is_stopped_from_another_thread() {
    let game = Game::open("connect4:7x6").expect("a game");
    let mut solver = Solver::new(&game);
    let stop = solver.stop_handle();
    let (begun, wait) = channel();
    let stopper = thread::spawn(move || {
        wait.recv().expect("a search that has begun");
        stop.stop();
    });
    let mut watch = |_: &Snapshot| {
        // The stopper may be done already.
        let _ = begun.send(());
    };
    let answer = solver.ask(&game.start(), Goal::Value, &mut watch).expect("an answer");
    stopper.join().expect("no panic");
    assert_eq!((answer.status(), answer.report.stop), (Status::Unknown, Stop::Interrupted));
}

#[test]
fn a_search_is_saved_and_goes_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("search.fgk");
    let game = Game::open("connect4:5x5").expect("a game");
    let start = game.start();
    let mut settings = Settings::by(Method::Search(Algorithm::Dfpn));
    settings.set("threads", "1").expect("a number");
    let whole = Solver::with(&game, settings.clone()).value(&start).expect("an answer");
    settings.nodes = Some(whole.report.counters.created / 2);
    let mut solver = Solver::with(&game, settings.clone());
    let decided = settings.decide(&game, Goal::Value).expect("options that fit");
    let header = Header::new(&start, &decided.question, settings.memory, EVERY);
    let mut keeper = Keeper::start(&file, header, false).expect("a new file");
    let half = solver.search(&start, decided, &mut (), Some(&mut keeper), None).expect("an answer");
    assert_eq!(half.report.stop, Stop::Nodes);

    let (header, mut reader) = checkpoint::open(&file, &StopHandle::new()).expect("a checkpoint");
    let position = header.place(&game).expect("the same game");
    let question = header.question(&game).expect("the same question");
    settings.nodes = None;
    let decided = foregone::Decided { question, policy: None, chosen: None };
    let rest = Solver::with(&game, settings)
        .search(&position, decided, &mut (), None, Some(&mut reader))
        .expect("an answer");
    assert_eq!(rest.value(), whole.value());
    assert_eq!(rest.report.counters, whole.report.counters);
    assert!(rest.report.elapsed > Duration::ZERO);
}

#[test]
fn wrong_input_is_a_sentence() {
    let game = Game::open("connect4:4x4").expect("a game");
    let mut solver = Solver::new(&game);
    let error = |result: Result<foregone::Answer, foregone::Error>| match result {
        Ok(_) => panic!("accepted"),
        Err(error) => error.to_string(),
    };
    assert_eq!(
        error(solver.at_least(&game.start(), "checkmate")),
        "\"checkmate\" is not an outcome of this game; the outcomes are loss, draw, win"
    );
    let other = Game::open("connect4:5x4").expect("a game").start();
    assert!(error(solver.value(&other)).contains("this solver is for connect4:4x4"));
    solver.settings.method = Method::Search(Algorithm::Dfpn);
    solver.settings.set("dag", "on").expect("a switch");
    assert!(error(solver.value(&game.start())).contains("goes with pns, mopns, pn2 and mopn2"));
}
