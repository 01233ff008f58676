//! Views: values equal those of a search of every move, a budget that is used up leaves moves open, and what is known from
//! elsewhere is used.

use std::sync::Arc;
use std::time::Duration;

use foregone::chance::{Game as ChanceGame, Question, Solver as ChanceSolver};
use foregone::tablebase::endgames::{Build, Effort, Endgames, OpenOptions, Tables};
use foregone::view::{ChanceViewer, Plies, PositionView, Progress, Source, Viewer};
use foregone::{Game, Goal, Method, Player, Position, ProofTree, Settings, Snapshot, Solver};
use foregone_game::random::Random;

/// Games that are solved at once, one of each class.
const SMALL: [&str; 7] = [
    "connect4:4x4",
    "connect4:4x3,score=pons",
    "mnk:3,3,3",
    "breakthrough:3x5",
    "hounds",
    "woodpush:6,2",
    "torere",
];

/// Settings with that much memory.
fn settings(bytes: u64) -> Settings {
    let mut settings = Settings::new();
    settings.memory = bytes;
    settings
}

/// Enough for all small games; no clock, so that tests do not depend on the machine.
fn viewer(game: &Game) -> Viewer {
    let mut viewer = Viewer::with(game, settings(16 << 20));
    viewer.time = None;
    viewer
}

/// Positions of random games, the start first.
fn positions(game: &Game, count: usize, seed: u64) -> Vec<Position> {
    let (mut random, mut at, mut all) = (Random::new(seed), game.start(), Vec::new());
    while all.len() < count {
        all.push(at.clone());
        match at.legal_moves() {
            moves if moves.is_empty() => at = game.start(),
            moves => at.play(&moves[random.below(moves.len())]).expect("legal"),
        }
    }
    all
}

/// What every view promises, whatever is known.
fn check_form(view: &PositionView, position: &Position) {
    let mut names: Vec<&str> = view.moves.iter().map(|mv| mv.name.as_str()).collect();
    let mut legal = position.legal_moves();
    names.sort_unstable();
    legal.sort_unstable();
    assert_eq!(names, legal, "every legal move once");
    assert_eq!(view.over, position.outcome().is_some());
    assert_eq!(
        view.line.first(),
        view.moves.first().map(|mv| &mv.name).filter(|_| view.value.is_some())
    );
    assert!(view.moves.iter().all(|mv| !mv.best || mv.value == view.value));
    let total: f64 = view.moves.iter().filter_map(|mv| mv.share).sum();
    assert!(total == 0.0 || (total - 1.0).abs() < 1e-9, "shares add up to {total}");
    let mut after = position.clone();
    for mv in &view.line {
        after.play(mv).expect("the line is legal");
    }
}

#[test]
fn values_are_those_of_a_search_of_every_move() {
    for spelling in SMALL {
        let game = Game::open(spelling).expect("a game");
        let mut viewer = viewer(&game);
        let mut solver = Solver::with(&game, settings(16 << 20));
        for position in positions(&game, 25, 3) {
            let view = viewer.view(&position).expect("a view");
            check_form(&view, &position);
            assert!(view.is_complete(), "{spelling} {position}: {view:?}");
            let answer = solver.value(&position).expect("an answer");
            assert_eq!(view.value.as_deref(), answer.value(), "{spelling} {position}");
            let values = solver.move_values(&position, &mut ()).expect("values");
            let expected: Vec<(&str, Option<&str>)> =
                values.iter().map(|value| (value.mv.as_str(), value.value())).collect();
            let shown: Vec<(&str, Option<&str>)> =
                view.moves.iter().map(|mv| (mv.name.as_str(), mv.value.as_deref())).collect();
            assert_eq!(shown, expected, "{spelling} {position}");
        }
    }
}

#[test]
fn an_exhausted_budget_is_never_a_value() {
    for spelling in ["connect4:4x4", "hounds", "breakthrough:4x5", "woodpush:8,3"] {
        let game = Game::open(spelling).expect("a game");
        let mut full = Solver::with(&game, settings(64 << 20));
        for nodes in [0, 1, 30, 300] {
            let mut viewer = viewer(&game);
            viewer.nodes = Some(nodes);
            for position in positions(&game, 4, nodes) {
                let view = viewer.view(&position).expect("a view");
                check_form(&view, &position);
                for mv in view.moves.iter().filter(|mv| mv.value.is_some()) {
                    let mut after = position.clone();
                    after.play(&mv.name).expect("legal");
                    let truth = full.value(&after).expect("an answer");
                    assert_eq!(mv.value.as_deref(), truth.value(), "{spelling} {after:?}");
                }
                if let Some(value) = &view.value {
                    let truth = full.value(&position).expect("an answer");
                    assert_eq!(Some(value.as_str()), truth.value(), "{spelling} {position}");
                }
            }
        }
    }
    let game = Game::open("connect4:7x6").expect("a game");
    let mut viewer = viewer(&game);
    viewer.nodes = Some(0);
    let view = viewer.view(&game.start()).expect("a view");
    assert_eq!((view.value, view.source, view.line.len()), (None, None, 0));
    assert!(view.moves.iter().all(|mv| mv.source.is_none() && mv.bounds == ["loss", "win"]));
}

#[test]
fn what_was_found_is_remembered_and_finished_moves_are_known_from_the_rules() {
    let game = Game::open("mnk:3,3,3").expect("a game");
    let mut viewer = viewer(&game);
    let position = game.place(None, Some("a1 b1 a2 b2")).expect("a position");
    let first = viewer.view(&position).expect("a view");
    let won = first.find("a3").expect("the winning move");
    assert_eq!(
        (won.source, won.plies, won.best),
        (Some(Source::Rules), Some(Plies::Exact(0)), true)
    );
    assert_eq!(first.moves[0].name, "a3");
    viewer.nodes = Some(0);
    let mut again = viewer.view(&position).expect("a view");
    assert_eq!(again, first, "nothing is searched twice");
    again = viewer.at(None, Some("a1 b1 a2 b2 a3")).expect("a view");
    assert!(again.over && again.moves.is_empty());
    assert_eq!((again.value.as_deref(), again.source), (Some("win"), Some(Source::Rules)));
}

#[test]
fn time_is_kept_and_a_stopped_viewer_shows_what_is_known() {
    let game = Game::open("connect4:7x6").expect("a game");
    let mut viewer = Viewer::new(&game);
    viewer.time = Some(Duration::from_millis(50));
    let handle = viewer.stop_handle();
    let view = viewer.view(&game.start()).expect("a view");
    assert_eq!(view.value, None);
    assert!(view.moves.iter().any(|mv| mv.nodes > 0), "the moves have a part of the time");
    viewer.time = None;
    handle.stop();
    let view = std::thread::spawn(move || viewer.view(&viewer.game().start()).expect("a view"));
    assert_eq!(view.join().expect("the viewer is sent to a thread").value, None);
}

#[test]
fn a_checked_proof_and_tables_tell_values_without_a_search() {
    let game = Game::open("connect4:4x4").expect("a game");
    let answer = Solver::new(&game).certifying().value(&game.start()).expect("an answer");
    let file = answer.certificate().expect("a proof").to_bytes();
    foregone::check(&file[..], &Default::default()).expect("a proof that holds");
    let proof = ProofTree::open(&file, &game).expect("a proof");
    proof.measure().expect("sizes");
    let mut viewer = viewer(&game);
    viewer.nodes = Some(0);
    viewer.set_checked_proofs(vec![Arc::new(proof)]);
    let view = viewer.view(&game.start()).expect("a view");
    assert_eq!((view.value.as_deref(), view.source), (Some("draw"), Some(Source::Proof)));
    let best = &view.moves[0];
    assert_eq!((best.value.as_deref(), best.source), (Some("draw"), Some(Source::Proof)));
    assert!(matches!(best.plies, Some(Plies::InProof(1..=15))), "{best:?}");

    let folder = tempfile::tempdir().expect("a folder");
    let options = OpenOptions::default();
    let spelling = "mnk:3,3,3";
    let game = Game::open(spelling).expect("a game");
    let endgames = Endgames::open(spelling, &options).expect("a numbering");
    let effort = Effort::default();
    let build = Build::new(&endgames, folder.path(), &effort);
    build.and_then(|mut build| build.run()).expect("tables");
    let tables = Tables::open(folder.path(), Some(spelling), &options).expect("tables");
    let mut looking = self::viewer(&game).with_tables(tables);
    looking.nodes = Some(0);
    let mut searching = self::viewer(&game);
    for position in positions(&game, 40, 9) {
        let (looked, searched) = (looking.view(&position), searching.view(&position));
        let (looked, searched) = (looked.expect("a view"), searched.expect("a view"));
        check_form(&looked, &position);
        for (one, other) in looked.moves.iter().zip(&searched.moves) {
            assert_eq!((&one.name, &one.value), (&other.name, &other.value), "{position}");
            assert!(matches!(one.source, Some(Source::Table | Source::Rules)), "{one:?}");
        }
    }
}

#[test]
fn expectations_are_fractions_and_those_of_the_solver() {
    for spelling in ["ewn:3x3", "piglet:3", "darkchess:2x3,pieces=KCP"] {
        let game = ChanceGame::open(spelling).expect("a game");
        let mut viewer = ChanceViewer::new(&game);
        viewer.time = None;
        let (mut random, mut at) = (Random::new(5), game.start());
        for _ in 0..12 {
            let view = viewer.view(&at).expect("a view");
            let answer = ChanceSolver::new(&game).ask(&at, &Question::value().every_move());
            let answer = answer.expect("an answer");
            assert_eq!(view.value, answer.value().map(ToString::to_string), "{spelling} {at}");
            assert_eq!((view.to_move, view.chance), (at.to_move(), true));
            let expected: Vec<(String, Option<String>)> = answer
                .moves
                .iter()
                .flatten()
                .map(|mv| (mv.mv.clone(), mv.value().map(ToString::to_string)))
                .collect();
            let shown: Vec<(String, Option<String>)> =
                view.moves.iter().map(|mv| (mv.name.clone(), mv.value.clone())).collect();
            assert_eq!(shown, expected, "{spelling} {at}");
            match at.moves() {
                moves if moves.is_empty() => at = game.start(),
                moves => at.play_word(&moves[random.below(moves.len())].name).expect("legal"),
            }
        }
        let mut hurried = ChanceViewer::new(&game);
        hurried.nodes = Some(1);
        let view = hurried.view(&game.start()).expect("a view");
        assert_eq!(view.moves.len(), game.start().moves().len(), "every move, known or not");
    }
}

#[test]
fn views_serialise_with_the_names_of_the_documents() {
    let game = Game::open("torere").expect("a game");
    let view = viewer(&game).at(None, Some("1")).expect("a view");
    let object = serde_json::to_value(&view).expect("JSON");
    assert_eq!(object["game"], "torere");
    assert_eq!(object["to_move"], Player::Min.name());
    assert_eq!(object["infinite"], "draw");
    assert_eq!(object["played"], serde_json::json!(["1"]));
    let mv = &object["moves"][0];
    for member in ["move", "value", "bounds", "plies", "nodes", "share", "source", "best"] {
        assert!(mv.get(member).is_some(), "{member} in {mv}");
    }
}

/// Every kind of search tells what it holds about the moves, and where it is; with more outcomes, about all of them at once.
#[test]
fn progress_has_the_moves_of_the_root_and_a_line_that_can_be_played() {
    let game = Game::open("connect4:7x6").expect("a game");
    let position = game.place(None, Some("44")).expect("a position");
    for (algorithm, efforts, has_table) in [
        ("pns", 1, false),
        ("mopns", 2, false),
        ("pn2", 1, false),
        ("dfpn", 1, true),
        ("dfmopns", 1, true),
        ("alphabeta-tt", 0, true),
        ("alphabeta", 0, false),
    ] {
        let mut settings = Settings::by(Method::named(algorithm).expect("an algorithm"));
        settings.time = Some(Duration::from_secs(20));
        settings.memory = 1 << 30;
        let mut seen = Vec::new();
        let mut solver = Solver::with(&game, settings);
        let stop = solver.stop_handle();
        let mut watch = |snapshot: &Snapshot| {
            seen.push(Progress::of(&position, snapshot));
            let shown = |progress: &&Progress| !progress.most_proving.is_empty();
            if seen.len() > 2 && seen.iter().filter(shown).count() > 1 {
                stop.stop();
            }
        };
        let answer = solver.ask(&position, Goal::Value, &mut watch);
        assert_eq!(
            answer.expect("an answer").value(),
            None,
            "{algorithm} is too fast for this test"
        );
        let full = seen.iter().filter(|progress| !progress.moves.is_empty());
        assert!(full.clone().count() > 0, "{algorithm} shows no moves in {} looks", seen.len());
        for progress in full {
            let names: Vec<&str> = progress.moves.iter().map(|mv| mv.name.as_str()).collect();
            let legal = position.legal_moves();
            assert!(names.iter().all(|name| legal.iter().any(|mv| mv == name)), "{names:?}");
            assert!(names.is_sorted(), "{algorithm}: each once, in the canonical order: {names:?}");
            assert!(progress.moves.iter().all(|mv| mv.efforts.len() == efforts), "{algorithm}");
            assert_eq!(progress.table.is_some(), has_table, "{algorithm}");
            let mut after = position.clone();
            for mv in &progress.most_proving {
                after.play(mv).unwrap_or_else(|error| panic!("{algorithm}: {error}"));
            }
        }
        assert!(seen.iter().any(|progress| !progress.most_proving.is_empty()), "{algorithm}");
    }
}
