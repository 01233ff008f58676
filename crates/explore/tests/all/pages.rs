//! The pages: every game has one, every legal move stands on it once, every link leads somewhere.

use axum::http::StatusCode;
use foregone::Solver;
use foregone::chance::{self, Opened, open_any};
use foregone_explore::{Config, NamedFile};
use serde_json::Value;

use crate::visit::{Explorer, attributes};

/// One game of each kind, and how many random positions of it are looked at.
const GAMES: [(&str, usize); 13] = [
    ("connect4:4x4", 50),
    ("connect4:4x4,score=pons", 50),
    ("mnk:3,3,3", 50),
    ("woodpush:5,2", 50),
    ("woodpush:6,2,ko=previous", 50),
    ("hounds", 50),
    ("torere", 50),
    ("breakthrough:3x5", 50),
    ("graph:1", 50),
    ("pig:10", 50),
    ("ewn:3x3", 50),
    ("darkchess:2x2,pieces=KC", 50),
    // Nothing is proved within a moment.
    ("awari", 6),
];

fn explorer() -> Explorer {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/graphs/teaching.json");
    let bytes = std::fs::read(file).expect("a graph");
    let graph = NamedFile { spelling: "graph:teaching.json".to_owned(), bytes };
    Explorer::with(Config { memory: 256 << 20, files: vec![graph], ..Config::default() })
}

/// Numbers that look random.
struct Dice(u64);

impl Dice {
    fn below(&mut self, count: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % count
    }
}

/// The links of the table of moves, and those of the board.
fn moves_of(page: &str) -> (Vec<String>, Vec<String>) {
    let (above, table) = page.split_once("<table class=\"moves\"").unwrap_or((page, ""));
    let table = table.split("</table>").next().unwrap_or_default();
    (attributes(table, "data-move"), attributes(above, "data-move"))
}

#[tokio::test]
async fn every_game_has_pages_with_each_legal_move_once_and_its_value() {
    let explorer = explorer();
    for (game, count) in GAMES {
        let (mut address, mut dice, mut proved) = (format!("/g/{game}"), Dice(7), 0);
        for _ in 0..count {
            let page = explorer.get(&address).await;
            assert_eq!(page.status, StatusCode::OK, "{address}: {}", page.text);
            let (mut table, board) = moves_of(&page.text);
            proved += compare(&explorer, game, &address, &table).await;
            let links = attributes(&page.text, "href");
            table.sort();
            let before = table.len();
            table.dedup();
            assert_eq!(table.len(), before, "{address}: a move twice");
            assert!(board.iter().all(|mv| table.contains(mv)), "{address}: {board:?}");
            let mut once = board.clone();
            once.sort();
            once.dedup();
            assert_eq!(once.len(), board.len(), "{address}: a move twice on the board");
            let next: Vec<&String> = links.iter().filter(|link| leads_on(link, &address)).collect();
            address = match next.is_empty() {
                true => format!("/g/{game}"),
                false => next[dice.below(next.len())].clone(),
            };
        }
        assert!(count < 50 || proved > 50, "{game}: only {proved} values of moves were proved");
    }
}

/// Whether a link of a page plays a move.
fn leads_on(link: &str, address: &str) -> bool {
    link.starts_with("/g/") && link.len() > address.len() && !link.contains("play=")
}

/// Compares the moves of a page with the rules, and the values for programs with those of the solver. Says how many values
/// were proved.
async fn compare(explorer: &Explorer, game: &str, address: &str, table: &[String]) -> usize {
    let (_, query) = address.split_once('?').unwrap_or((address, ""));
    let object = explorer.get(&format!("/api/position?game={game}&{query}")).await;
    let object: Value = serde_json::from_str(&object.text).expect("JSON");
    let text = object["position"].as_str().expect("a position").to_owned();
    let rows = object["moves"].as_array().expect("moves");
    // A second look may know more, and then has another order.
    let mut names: Vec<&str> = rows.iter().filter_map(|row| row["move"].as_str()).collect();
    names.sort_unstable();
    let mut shown = table.to_vec();
    shown.sort();
    assert_eq!(names, shown, "{address}: the page and the object");
    let graph = include_bytes!("../../../../examples/graphs/teaching.json");
    let opened = open_any(game, &|_: &str| Ok(graph.to_vec())).expect("a game");
    let (mut legal, mut proved) = (Vec::new(), 0);
    match opened {
        Opened::Plain(game) => {
            let position = game.position(&text).expect("a position");
            let mut solver = Solver::new(&game);
            for mv in position.legal_moves() {
                let shown = rows.iter().find(|row| row["move"] == mv.as_str()).expect("a row");
                if let Some(value) = shown["value"].as_str() {
                    let mut after = position.clone();
                    after.play(&mv).expect("a legal move");
                    let answer = solver.value(&after).expect("an answer");
                    assert_eq!(answer.value(), Some(value), "{address}: {mv}");
                    proved += 1;
                }
                legal.push(mv);
            }
        }
        Opened::Chance(game) => {
            let position = game.place(Some(&text), None).expect("a position");
            let question = chance::Question::value().every_move();
            let answer = chance::Solver::new(&game).ask(&position, &question).expect("an answer");
            for value in answer.moves.unwrap_or_default() {
                let shown =
                    rows.iter().find(|row| row["move"] == value.mv.as_str()).expect("a row");
                let exact = value.value().map(ToString::to_string);
                assert!(shown["value"].is_null() || shown["value"].as_str() == exact.as_deref());
                proved += usize::from(!shown["value"].is_null());
            }
            legal.extend(position.moves().into_iter().map(|mv| mv.name));
        }
    }
    legal.sort();
    assert_eq!(names, legal, "{address}: the page and the rules");
    proved
}

#[tokio::test]
async fn every_link_of_the_start_page_leads_somewhere() {
    let explorer = Explorer::usual();
    let page = explorer.get("/").await;
    let links = attributes(&page.text, "href");
    assert!(links.len() > 20, "{} links", links.len());
    for link in links.iter().filter(|link| link.starts_with('/')) {
        let answer = explorer.get(link).await;
        assert_eq!(answer.status, StatusCode::OK, "{link}: {}", answer.text);
    }
}

#[tokio::test]
async fn what_is_wrong_is_a_page_with_the_place_marked() {
    let explorer = Explorer::usual();
    for (address, marked, sentence) in [
        ("/g/connect4:4x4?m=1129", "112<mark>9</mark>", "moves of connect4:4x4"),
        ("/g/conect4", "<mark>conect4</mark>", "connect4"),
        ("/g/pig:10?m=4_hold_1_4_pass", "<mark>pass</mark>", "the moves are roll, hold"),
        ("/g/connect4:4x4?p=..../....", "<mark>", "position of connect4:4x4"),
        (
            "/g/graph:%2Fetc%2Fpasswd",
            "<mark>graph:/etc/passwd</mark>",
            "no file of a game was opened",
        ),
        ("/nowhere", "", "no page at this address"),
    ] {
        let page = explorer.get(address).await;
        assert_eq!(page.status, StatusCode::NOT_FOUND, "{address}");
        assert!(page.text.contains(marked), "{address}: {}", page.text);
        assert!(page.text.contains(sentence), "{address}: {}", page.text);
    }
}

#[tokio::test]
async fn a_fragment_is_the_main_part_of_the_page() {
    let explorer = Explorer::usual();
    let whole = explorer.get("/g/connect4:4x4?m=12").await;
    let part = explorer.get_with("/g/connect4:4x4?m=12", &[("x-fragment", "1")]).await;
    assert!(part.text.starts_with("<main"), "{}", part.text);
    assert!(whole.text.contains(&part.text));
    assert!(whole.headers["vary"] == "x-fragment" && part.headers["vary"] == "x-fragment");
}
