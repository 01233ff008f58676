//! The pages: every game has one, every legal move stands on it once, every link leads somewhere.

use axum::http::StatusCode;
use foregone::chance::{self, Opened, open_any};
use foregone::{Game, Solver};
use foregone_explore::{Config, NamedFile};
use serde_json::Value;

use crate::visit::{Explorer, attributes};

/// One spelling of each game at least, and a position to begin with where the start takes too long to solve.
const GAMES: &[(&str, &str)] = &[
    ("connect4:4x4", ""),
    ("connect4:4x4,score=pons", ""),
    ("mnk:3,3,3", ""),
    ("woodpush:5,2", ""),
    ("woodpush:6,2,ko=previous", ""),
    ("hounds", ""),
    ("torere", ""),
    ("breakthrough:3x5", ""),
    ("awari", "0,1,0,0,2,1/0,0,1,0,1,2 20-20 S"),
    ("othello:4x4", ""),
    ("qubic", ".o.x/ooxo/xoox/xxox/xxx./oxxx/o.ox/xxo./xoxo/oo.o/oxo./oo.x/ox.x/xooo/oxxx/ox.o"),
    ("graph:1", ""),
    ("gdl:2,infinite=draw", ""),
    ("graph:3", ""),
    ("pig:10", ""),
    ("piglet:3", ""),
    ("ewn:3x3", ""),
    ("darkchess:2x2,pieces=KC", ""),
    ("hypergammon:1", ""),
];
/// How many random positions of each are looked at, and of every how many all links are followed.
const POSITIONS: usize = 50;
const FOLLOWED: usize = 10;

/// The files of games that are opened with the explorer.
fn files() -> Vec<NamedFile> {
    let examples = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples");
    let read = |spelling: &str| {
        let (_, name) = spelling.split_once(':').expect("a file");
        let bytes = std::fs::read(format!("{examples}/{name}")).expect("an example");
        NamedFile { spelling: spelling.to_owned(), bytes }
    };
    ["graph:graphs/teaching.json", "gdl:gdl/tictactoe.kif", "graph:graphs/flip.json"]
        .map(read)
        .to_vec()
}

fn explorer() -> Explorer {
    Explorer::with(Config { memory: 256 << 20, files: files(), ..Config::default() })
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

#[test]
fn no_game_is_left_out() {
    for entry in foregone_games::registry::GAMES.iter().chain(chance::ENTRIES) {
        let is_of = |(game, _): &(&str, &str)| game.split(':').next() == Some(entry.name);
        assert!(GAMES.iter().any(is_of), "{} is not tested", entry.name);
    }
}

#[tokio::test]
async fn every_game_has_pages_with_each_legal_move_once_and_its_value() {
    let explorer = explorer();
    for &(game, position) in GAMES {
        let start = match position {
            "" => format!("/g/{game}"),
            position => format!("/g/{game}?p={}", position.replace(' ', "_")),
        };
        let mut truth = Truth::new(game);
        let (mut address, mut dice, mut proved) = (start.clone(), Dice(7), 0);
        for turn in 0..POSITIONS {
            let page = explorer.get(&address).await;
            assert_eq!(page.status, StatusCode::OK, "{address}: {}", page.text);
            let (table, board) = moves_of(&page.text);
            proved += compare(&explorer, &mut truth, &address, &table).await;
            assert!(board.iter().all(|mv| table.contains(mv)), "{address}: {board:?}");
            let mut once = board.clone();
            once.sort();
            once.dedup();
            assert_eq!(once.len(), board.len(), "{address}: a move twice on the board");
            let links = attributes(&page.text, "href");
            if turn % FOLLOWED == 0 {
                for link in links.iter().filter(|link| link.starts_with('/')) {
                    let answer = explorer.get(link).await;
                    assert_eq!(answer.status, StatusCode::OK, "{address}: {link}: {}", answer.text);
                }
            }
            let next: Vec<&String> = links.iter().filter(|link| leads_on(link, &address)).collect();
            address = match next.is_empty() {
                true => start.clone(),
                false => next[dice.below(next.len())].clone(),
            };
        }
        // Sweeps over all positions of a game take longer than a page may.
        let wanted = if game.starts_with("hypergammon") { 0 } else { POSITIONS };
        assert!(proved >= wanted, "{game}: only {proved} values of moves were proved");
    }
}

/// Whether a link of a page plays a move.
fn leads_on(link: &str, address: &str) -> bool {
    link.starts_with("/g/") && link.len() > address.len() && !link.contains("play=")
}

/// What the solver and the rules say.
enum Truth {
    Plain(Box<Solver>, Game),
    Chance(chance::Solver, chance::Game),
}

impl Truth {
    fn new(spelling: &str) -> Truth {
        let file = |name: &str| {
            let number = name.parse::<usize>().map_err(|error| error.to_string())?;
            Ok(files()[number - 1].bytes.clone())
        };
        match open_any(spelling, &file).expect("a game") {
            Opened::Plain(game) => Truth::Plain(Box::new(Solver::new(&game)), game),
            Opened::Chance(game) => Truth::Chance(chance::Solver::new(&game), game),
        }
    }

    /// Every legal move of a position, with its value if that is wanted.
    fn moves(
        &mut self,
        position: &str,
        wanted: &dyn Fn(&str) -> bool,
    ) -> Vec<(String, Option<String>)> {
        match self {
            Truth::Plain(solver, game) => {
                let position = game.position(position).expect("a position");
                let value = |mv: String| {
                    let value = wanted(&mv).then(|| {
                        let mut after = position.clone();
                        after.play(&mv).expect("a legal move");
                        solver
                            .value(&after)
                            .expect("an answer")
                            .value()
                            .expect("a value")
                            .to_owned()
                    });
                    (mv, value)
                };
                position.legal_moves().into_iter().map(value).collect()
            }
            Truth::Chance(solver, game) => {
                let position = game.place(Some(position), None).expect("a position");
                let names: Vec<String> = position.moves().into_iter().map(|mv| mv.name).collect();
                if !names.iter().any(|name| wanted(name)) {
                    return names.into_iter().map(|name| (name, None)).collect();
                }
                let question = chance::Question::value().every_move();
                let moves = solver.ask(&position, &question).expect("an answer").moves;
                let value = |mv: chance::MoveValue| {
                    let value = wanted(&mv.mv).then(|| mv.value().expect("a value").to_string());
                    (mv.mv, value)
                };
                moves.unwrap_or_default().into_iter().map(value).collect()
            }
        }
    }
}

/// Compares the moves of a page with the rules, and the values for programs with those of the solver. Says how many values
/// were proved.
async fn compare(explorer: &Explorer, truth: &mut Truth, address: &str, table: &[String]) -> usize {
    let (game, query) = address.split_once('?').unwrap_or((address, ""));
    let game = game.trim_start_matches("/g/");
    let object = explorer.get(&format!("/api/position?game={game}&{query}")).await;
    let object: Value = serde_json::from_str(&object.text).expect("JSON");
    let rows = object["moves"].as_array().expect("moves");
    let shown = |name: &str| rows.iter().find(|row| row["move"] == name)?["value"].as_str();
    let position = object["position"].as_str().expect("a position");
    let mut legal = Vec::new();
    let mut proved = 0;
    for (mv, value) in truth.moves(position, &|mv| shown(mv).is_some()) {
        assert_eq!(shown(&mv), value.as_deref(), "{address}: {mv}");
        proved += usize::from(value.is_some());
        legal.push(mv);
    }
    legal.sort();
    // A second look may know more, and then has another order.
    let mut names: Vec<&str> = rows.iter().filter_map(|row| row["move"].as_str()).collect();
    names.sort_unstable();
    assert_eq!(names, legal, "{address}: the object and the rules");
    let mut once = table.to_vec();
    once.sort();
    assert_eq!(once, legal, "{address}: the page and the rules");
    proved
}

#[tokio::test]
async fn the_form_of_the_start_page_spells_the_game() {
    let explorer = explorer();
    for (query, link) in [
        ("name=connect4&COLUMNSxROWS=4x4&score=pons", "/g/connect4:4x4,score=pons"),
        ("name=mnk&M=3&N=3&K=3", "/g/mnk:3,3,3"),
        ("name=hounds", "/g/hounds"),
        ("name=woodpush&LENGTH=6&PIECES=2&ko=&score=moves&scale=", "/g/woodpush:6,2,score=moves"),
    ] {
        let answer = explorer.get(&format!("/open?{query}")).await;
        assert_eq!(answer.status, StatusCode::SEE_OTHER, "{query}: {}", answer.text);
        assert_eq!(answer.headers["location"], link, "{query}");
    }
    for (query, sentence) in
        [("name=chess", "no game"), ("name=connect4&COLUMNSxROWS=0x9", "connect4")]
    {
        let answer = explorer.get(&format!("/open?{query}")).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{query}");
        assert!(answer.text.contains(sentence), "{query}: {}", answer.text);
    }
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
