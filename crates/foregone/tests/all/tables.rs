//! Tablebases by the library: built into a folder, used by a game, and cited by certificates.

use std::fs::File;
use std::path::Path;

use foregone::proof::Options;
use foregone::tablebase::endgames::{Effort, OpenOptions, SearchTables};
use foregone::tablebase::{Build, Endgames};
use foregone::{Game, Method, Position, Settings, Solver, check};

/// Awari with eight to ten stones on the board, more than the tables hold, so that there is something to search.
const AWARI: [&str; 3] = [
    "0,0,1,2,0,1/0,0,3,0,0,1 0-0 S",
    "1,0,0,2,0,1/0,2,0,1,0,1 0-0 N",
    "0,1,0,0,4,0/1,0,1,0,2,0 20-19 S",
];

fn build(spelling: &str, folder: &Path) {
    let endgames = Endgames::open(spelling, &OpenOptions::default()).expect("a game");
    let mut build = Build::new(&endgames, folder, &Effort::default()).expect("a folder");
    build.run().expect("tables");
}

fn load(spelling: &str, folder: &Path, cite: bool) -> SearchTables {
    SearchTables::load(folder, spelling, cite, &OpenOptions::default()).expect("tables")
}

fn with_tables(spelling: &str, folder: &Path, cite: bool) -> Game {
    let mut game = Game::open(spelling).expect("a game");
    game.use_tables(load(spelling, folder, cite), cite, None).expect("a game with tables");
    game
}

/// The value of a position, and the nodes that it took. One thread does the same every time.
fn solve(position: &Position, algorithm: &str) -> (String, u64) {
    let mut settings = Settings::by(Method::named(algorithm).expect("an algorithm"));
    settings.set("threads", "1").expect("a number");
    let answer = Solver::with(position.game(), settings).value(position).expect("an answer");
    let value = answer.value().expect("an unlimited search").to_owned();
    (value, answer.report.counters.created)
}

/// The same values with tables and without, for fewer nodes.
fn compare(plain: &Position, helped: &Position, algorithm: &str) {
    let (plain, helped) = (solve(plain, algorithm), solve(helped, algorithm));
    assert_eq!(helped.0, plain.0, "{algorithm}");
    assert!(helped.1 < plain.1, "{algorithm}: {} nodes, without tables {}", helped.1, plain.1);
}

#[test]
fn values_are_the_same_with_tables_and_without() {
    let folder = tempfile::tempdir().expect("a folder");
    build("awari:stones=6", folder.path());
    let (plain, helped) =
        (Game::open("awari").expect("a game"), with_tables("awari", folder.path(), false));
    for text in AWARI {
        let [plain, helped] =
            [&plain, &helped].map(|game| game.position(text).expect("a position"));
        compare(&plain, &helped, "dfmopns");
    }

    let folder = tempfile::tempdir().expect("a folder");
    // On a smaller board the game knows as much without tables.
    let spelling = "breakthrough:4x5";
    build(spelling, folder.path());
    let (plain, helped) =
        (Game::open(spelling).expect("a game"), with_tables(spelling, folder.path(), false));
    for algorithm in ["auto", "dfpn"] {
        for (plain, helped) in plain.start().after(2).iter().zip(helped.start().after(2)) {
            let (plain, helped) = (solve(plain, algorithm), solve(&helped, algorithm));
            assert_eq!(helped.0, plain.0, "{algorithm}");
        }
        compare(&plain.start(), &helped.start(), algorithm);
    }
}

#[test]
fn certificates_cite_tables_only_if_they_may() {
    let folder = tempfile::tempdir().expect("a folder");
    build("awari:stones=6", folder.path());
    for cite in [true, false] {
        let game = with_tables("awari", folder.path(), cite);
        let citation = load("awari", folder.path(), cite).citation();
        assert_eq!(game.tables().expect("tables").citation, cite.then_some(citation.clone()));
        let position = game.position(AWARI[1]).expect("a position");
        let answer = Solver::new(&game).certifying().value(&position).expect("an answer");
        let certificate = answer.certificate().expect("a proof");
        assert_eq!(certificate.header().tablebase, cite.then_some(citation));

        let bytes = certificate.to_bytes();
        assert_eq!(check(&bytes[..], &Options::default()).is_ok(), !cite, "without the tables");
        let files = |name: &str| Ok(Box::new(File::open(folder.path().join(name))?) as Box<_>);
        let options = Options { tablebase: Some(Box::new(files)), ..Options::default() };
        let accepted = check(&bytes[..], &options).expect("a sound proof");
        assert_eq!(accepted.value.as_deref(), answer.value());
    }
}

#[test]
fn tables_on_trust_are_named() {
    let folder = tempfile::tempdir().expect("a folder");
    build("awari:stones=2", folder.path());
    let mut game = Game::open("awari").expect("a game");
    assert_eq!((game.tables(), game.trusted()), (None, None));
    let trusted = Some("a folder of somebody else".to_owned());
    game.use_tables(load("awari", folder.path(), false), false, trusted).expect("tables");
    assert_eq!(game.trusted(), Some("a folder of somebody else"));
}

#[test]
fn games_that_cannot_use_tables_refuse_them() {
    let folder = tempfile::tempdir().expect("a folder");
    build("awari:stones=2", folder.path());
    let refuse = |game: &mut Game| {
        let tables = load("awari", folder.path(), false);
        game.use_tables(tables, false, None).expect_err("a reason").to_string()
    };
    let mut connect4 = Game::open("connect4").expect("a game");
    assert_eq!(refuse(&mut connect4), "searches of connect4 use no tables; leave them out");
    let mut awari = Game::open("awari").expect("a game");
    let _position = awari.start();
    let reason = refuse(&mut awari);
    assert!(reason.starts_with("the game is in use already"), "{reason}");
    assert_eq!(awari.tables(), None);
}
