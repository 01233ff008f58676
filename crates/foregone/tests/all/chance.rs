//! Games with chance through the library: reference values, utilities, limits and refusals.

use std::time::Duration;

use foregone::chance::{Answer, Fraction, Game, Method, Question, Settings, Solver, Stop, Turn};

fn ask(game: &str, question: &Question) -> Answer {
    let game = Game::open(game).expect(game);
    Solver::new(&game).ask(&game.start(), question).expect("an answer")
}

fn value(game: &str, question: &Question) -> String {
    ask(game, question).value().unwrap_or_else(|| panic!("{game} is not solved")).to_string()
}

fn fraction(text: &str) -> Fraction {
    text.parse().expect("a fraction")
}

#[test]
fn reference_values() {
    for (game, expected) in [
        ("piglet:2", "4/7"),
        ("piglet:6", "275848876/521145625"),
        ("pig:5", "216/271"),
        ("pig:10", "7776/10961"),
        ("pig:25", "13060694016/22207938913"),
        ("piglet:3,turns=4", "4209/8192"),
        ("pig:10,turns=2", "81543457/120932352"),
        ("ewn:3x3", "170/243"),
        ("ewn:3x3,stones=3,max=213,min=213", "143/243"),
        ("darkchess:2x2,pieces=KP", "-1"),
        ("darkchess:2x3,pieces=KCP", "-23/360"),
        ("darkchess:2x3,pieces=KCP,limit=2", "-2/45"),
    ] {
        assert_eq!(value(game, &Question::value()), expected, "{game}");
    }
}

#[test]
fn every_search_finds_the_same() {
    for (spelling, methods, expected) in [
        ("ewn:3x3", &["star1", "star2", "auto"][..], "170/243"),
        ("piglet:3,turns=4", &["expectimax", "star1", "star2"], "4209/8192"),
        ("piglet:4", &["graph", "auto"], "2236/4165"),
    ] {
        let game = Game::open(spelling).expect(spelling);
        for name in methods {
            let method = Method::named(name).expect(name);
            let solver = Solver::with(&game, Settings { method, ..Settings::default() });
            let answer = solver.ask(&game.start(), &Question::value()).expect("an answer");
            assert_eq!(answer.value(), Some(&fraction(expected)), "{spelling} by {name}");
            assert_eq!(answer.chosen.is_some(), *name == "auto");
        }
    }
}

#[test]
fn utilities_ask_different_questions() {
    let game = "darkchess:2x3,pieces=KCP";
    for (utility, expected) in [
        ("score", "-23/360"),
        ("win", "29/72"),
        ("not-lose", "193/360"),
        ("loss=-2,draw=0,win=2", "-23/180"),
    ] {
        assert_eq!(value(game, &Question::value().by(utility)), expected, "{utility}");
    }
}

/// The example of the lecture: what does flipping a1 give?
#[test]
fn every_move_has_a_value_and_every_outcome_of_a_flip() {
    let game = Game::open("darkchess:3x4,pieces=KGMCPP,limit=6").expect("a game");
    let position = game.place(Some("xgc/p../.M./x.. CK max"), None).expect("a position");
    let question = Question::value().every_move();
    let answer = Solver::new(&game).ask(&position, &question).expect("an answer");
    let moves = answer.moves.as_ref().expect("moves");
    assert_eq!(answer.best_move.as_deref(), Some(moves[0].mv.as_str()));
    assert_eq!(answer.value(), Some(&moves[0].low));
    let flip = moves.iter().find(|value| value.mv == "flip-a1").expect("a flip");
    let outcomes: Vec<_> = flip.outcomes.iter().map(|it| (it.mv.as_str(), it.weight)).collect();
    assert_eq!(outcomes, [("K", Some(1)), ("C", Some(1))]);
    let mean = (&flip.outcomes[0].low + &flip.outcomes[1].low) / Fraction::from_integer(2.into());
    assert_eq!(flip.low, mean);
}

#[test]
fn outcomes_of_a_throw_are_listed_with_their_weights() {
    let game = Game::open("pig:10").expect("a game");
    let start = game.start();
    assert_eq!(start.turn(), Turn::Chance);
    let names: Vec<_> = start.moves().into_iter().map(|mv| (mv.name, mv.weight)).collect();
    let expected: Vec<_> = (1..=6).map(|face| (face.to_string(), Some(1))).collect();
    assert_eq!(names, expected);
    let answer = ask("pig:10", &Question::value().every_move());
    let moves = answer.moves.expect("outcomes");
    let mean = moves.iter().map(|value| &value.low).sum::<Fraction>() / fraction("6");
    assert_eq!(mean, fraction("7776/10961"));
}

#[test]
fn thresholds_are_answered() {
    for (game, number, holds) in [
        ("ewn:3x3", "170/243", true),
        ("ewn:3x3", "0.7", false),
        ("piglet:3", "6/11", true),
        ("piglet:3", "0.55", false),
        ("darkchess:2x2,pieces=KC", "-1/3", true),
        ("darkchess:2x2,pieces=KC", "0", false),
    ] {
        let question = Question::value().at_least(number).expect(number);
        assert_eq!(ask(game, &question).holds(), Some(holds), "{game} {number}");
    }
}

#[test]
fn limits_leave_bounds_that_contain_the_value() {
    for (game, expected, method) in [
        ("ewn:3x3", "170/243", Method::Star2),
        ("ewn:3x3", "170/243", Method::Star1),
        ("ewn:3x3", "170/243", Method::Expectimax),
        ("piglet:6", "275848876/521145625", Method::Auto),
        ("pig:25", "13060694016/22207938913", Method::Interval),
    ] {
        let game = Game::open(game).expect(game);
        for nodes in [1, 10, 100, 1_000, 5_000] {
            let settings = Settings { method, nodes: Some(nodes), ..Settings::default() };
            let question = Question::value().every_move();
            let answer = Solver::with(&game, settings).ask(&game.start(), &question);
            let answer = answer.expect("an answer");
            let value = fraction(expected);
            assert!(answer.low <= value && value <= answer.high, "{answer:?}");
            assert!(answer.is_complete() || answer.stop == Stop::Nodes, "{answer:?}");
        }
    }
}

#[test]
fn a_stopped_search_says_so() {
    let game = Game::open("ewn:5x5").expect("a game");
    let solver = Solver::new(&game);
    solver.stop_handle().stop();
    let answer = solver.ask(&game.start(), &Question::value()).expect("an answer");
    assert_eq!((answer.stop, answer.status()), (Stop::Interrupted, "unknown"));
    let settings = Settings { time: Some(Duration::from_millis(50)), ..Settings::default() };
    let answer = Solver::with(&game, settings).ask(&game.start(), &Question::value());
    let answer = answer.expect("an answer");
    assert!(answer.stop == Stop::Time && answer.elapsed < Duration::from_secs(5), "{answer:?}");
}

#[test]
fn bounds_of_large_cyclic_games_are_narrow() {
    let game = Game::open("pig:40").expect("a game");
    let settings = Settings { method: Method::Interval, ..Settings::default() };
    let answer = Solver::with(&game, settings).ask(&game.start(), &Question::value());
    let answer = answer.expect("an answer");
    assert!(answer.value().is_none() && answer.is_complete());
    assert!(&answer.high - &answer.low < fraction("1/1000000000"), "{answer:?}");
}

/// Hypergammon has numbers for its positions. Interval iteration on the graph of one checker a side says the same.
#[test]
fn games_whose_positions_have_numbers_are_swept() {
    let game = Game::open("hypergammon:1").expect("a game");
    let ask = |method: Method, position: Option<&str>, moves: Option<&str>| {
        let settings = Settings { method, ..Settings::default() };
        let position = game.place(position, moves).expect("a position");
        let question = Question::value().every_move();
        Solver::with(&game, settings).ask(&position, &question).expect("an answer")
    };
    for (position, moves) in
        [(None, None), (None, Some("62")), (Some("24/20 min"), None), (Some("7/12 min 53"), None)]
    {
        let swept = ask(Method::Auto, position, moves);
        let graph = ask(Method::Interval, position, moves);
        assert_eq!((swept.method, swept.positions), (Method::Sweeps, Some(652)), "{swept:?}");
        assert!(swept.chosen.as_ref().is_some_and(|why| why.contains("sweeps")), "{swept:?}");
        assert!(swept.is_complete() && swept.low <= graph.high && graph.low <= swept.high);
        assert!(&swept.high - &swept.low < fraction("1/1000000000000"), "{swept:?}");
        let names = |answer: &Answer| -> Vec<String> {
            let moves = answer.moves.as_ref().expect("moves").iter();
            moves.map(|value| value.mv.clone()).collect()
        };
        assert_eq!(names(&swept), names(&graph));
        assert_eq!(swept.best_move, graph.best_move);
        assert_eq!(swept.best_move.is_some(), swept.position.turn() != Turn::Chance);
    }
    let stopped = Settings { nodes: Some(100), ..Settings::default() };
    let answer = Solver::with(&game, stopped).ask(&game.start(), &Question::value());
    let answer = answer.expect("an answer");
    assert_eq!((answer.stop, answer.status()), (Stop::Nodes, "unknown"));
    assert_eq!((answer.low, answer.high), (fraction("-3"), fraction("3")));
    let pig = Game::open("pig:10").expect("a game");
    let settings = Settings { method: Method::Sweeps, ..Settings::default() };
    let error = Solver::with(&pig, settings).ask(&pig.start(), &Question::value());
    let error = error.expect_err("no numbers").to_string();
    assert!(error.contains("such as hypergammon, and pig:10 has none; use graph"), "{error}");
}

#[test]
fn what_makes_no_sense_is_refused_in_a_sentence() {
    let wrong = |game: &str| Game::open(game).err().expect(game).to_string();
    assert!(wrong("ewn:3x3,stones=4").contains("1, 3 or 6 stones"));
    assert!(wrong("chess").contains("unknown game"));
    let plain = |game: &str| foregone::Game::open(game).err().expect(game).to_string();
    assert_eq!(
        plain("pig:25"),
        "pig:25 is a game with chance: such games can be solved, played, analysed and looked at, and darkchess and ewn have tables; nothing else takes them yet"
    );
    let game = Game::open("pig:10").expect("a game");
    let position = |text| game.place(Some(text), None).expect_err("no position").to_string();
    assert!(position("0:0+1 max choose").contains("has thrown"));
    let by = |method, question| {
        let solver = Solver::with(&game, Settings { method, ..Settings::default() });
        solver.ask(&game.start(), &question).expect_err("no question").to_string()
    };
    let star = by(Method::Star2, Question::value());
    assert!(star.contains("in pig:10 it can; use graph or interval"), "{star}");
    let monotone = by(Method::Auto, Question::value().by("loss=1,win=0"));
    assert!(monotone.contains("gives win less than the worse outcome loss"), "{monotone}");
    let unknown = by(Method::Auto, Question::value().by("fun"));
    assert!(unknown.contains("score, win, not-lose or a list"), "{unknown}");
}
