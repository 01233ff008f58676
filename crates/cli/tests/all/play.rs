//! `foregone play` and `foregone tournament`: games through a pipe.

use crate::common::{Folder, foregone, json, stdout, text};
use predicates::prelude::PredicateBooleanExt;
use predicates::str::contains;
use serde_json::Value;

/// What is printed when these lines are typed.
fn typed(arguments: &[&str], lines: &str) -> String {
    stdout(foregone(&[&["play"], arguments].concat()).write_stdin(lines).assert().success())
}

/// The events of a game.
fn events(arguments: &[&str], lines: &str) -> Vec<Value> {
    let printed = typed(&[arguments, &["--json"]].concat(), lines);
    printed.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

fn kinds(events: &[Value]) -> Vec<&str> {
    events.iter().map(|event| event["event"].as_str().expect("a kind")).collect()
}

/// The same without the times.
fn timeless(mut events: Vec<Value>) -> Vec<Value> {
    events.iter_mut().filter_map(Value::as_object_mut).for_each(|event| {
        event.remove("seconds");
    });
    events
}

#[test]
fn the_solver_punishes_a_blunder_and_says_that_it_is_proved() {
    let page = typed(&["tictactoe"], "a1\nb1\nc1\na3\nb3\n");
    assert!(page.contains("solver plays b2: a proved draw (draw for the first player)"), "{page}");
    assert!(page.contains("first> a1\n"), "what is typed is shown:\n{page}");
    let lost = typed(&["connect4:4x4", "--moves", "11", "--first", "solver"], "");
    assert!(lost.contains("solver plays"), "{lost}");
    // The second player does not stop three in a row with both ends free.
    let events = events(&["connect4:6x5", "--moves", "3344", "--first", "solver"], "1\n1\n1\n");
    let over = events.iter().find(|event| event["event"] == "over").expect("an end");
    assert_eq!((&over["outcome"], &over["winner"]), (&"win".into(), &"first".into()));
    let first = events.iter().find(|event| event["event"] == "move").expect("a move");
    assert_eq!((&first["by"], &first["why"]), (&"solver".into(), &"proved".into()));
    assert!(["2", "5"].contains(&first["move"].as_str().expect("a move")), "{first}");
}

#[test]
fn people_win_when_they_can() {
    let page = typed(&["tictactoe", "--position", "xx./oo./..."], "c3\n");
    assert!(page.contains("the game is over; the first player has won (win for the first player)"));
    let page = typed(&["connect4:5x4", "--two-humans"], "1\n2\n1\n2\n1\n2\n1\n");
    assert!(page.contains("first> 1\n") && page.contains("second> 2\n"), "{page}");
    assert!(page.contains("the first player has won") && !page.contains("solver"), "{page}");
    assert!(page.ends_with("over> \n"), "the end of the input ends it: {page}");
}

#[test]
fn commands_are_obeyed() {
    let folder = Folder::new();
    let file = folder.file("game.txt");
    let lines =
        format!("moves\nhelp\n3\nundo\nboard\nhint\n2\nsave {0}\nsave {0}\nquit\n9\n", text(&file));
    let page = typed(&["connect4:5x4", "--nodes", "2000"], &lines);
    for part in ["moves: 1 2 3 4 5", "take back your last move", "hint: 3: ", "saved to "] {
        assert!(page.contains(part), "{part} in\n{page}");
    }
    assert!(page.contains("exists already; choose another name"), "{page}");
    assert!(!page.contains("number of a column"), "nothing is read after quit");
    let saved = std::fs::read_to_string(&file).expect("a record");
    assert!(saved.starts_with("# connect4:5x4\n1. 2 "), "{saved}");
    foregone(&["analyse", "connect4:5x4", "--game", text(&file)]).assert().success();
}

#[test]
fn undo_takes_back_the_answer_too() {
    let nothing = events(&["connect4:5x4"], "undo\n");
    assert_eq!(nothing[1]["message"], "there is no move of yours to take back");
    let events = events(&["connect4:5x4", "--nodes", "1000", "--veto", "0"], "3\nundo\nundo\n");
    let positions: Vec<&Value> =
        events.iter().filter(|event| event["event"] == "position").map(|e| &e["moves"]).collect();
    assert_eq!(positions.len(), 4, "{positions:?}");
    assert_eq!(positions[2].as_array().map(Vec::len), Some(2));
    assert_eq!(positions[3].as_array().map(Vec::len), Some(0));
    assert_eq!(events.last().expect("events")["event"], "error");
    let two = typed(&["tictactoe", "--two-humans"], "a1\nb2\nundo\nc3\n");
    assert!(two.matches("second> ").count() == 2, "{two}");
}

#[test]
fn garbage_gets_a_sentence_and_another_chance() {
    let lines = b"9\nxyz\n\n\xff\xfe\nsave\n3 3\n3\n".as_slice();
    let page = stdout(
        foregone(&["play", "connect4:5x4", "--two-humans"]).write_stdin(lines).assert().success(),
    );
    assert_eq!(page.matches("a move is the number of a column, from 1 to 5").count(), 4, "{page}");
    assert!(page.contains("save needs the name of a file"), "{page}");
    assert!(page.contains("second player (o) to move"), "the last line is a move: {page}");
    let full = typed(&["connect4:5x4", "--two-humans", "--moves", "1111"], "1\n");
    assert!(full.contains("column 1 is full; help lists the commands"), "{full}");
    let events = events(&["connect4:5x4", "--two-humans"], "x\n");
    assert_eq!(kinds(&events), ["position", "error"]);
}

#[test]
fn all_kinds_of_games_are_played() {
    for (game, line) in [
        ("tictactoe", "b2"),
        ("woodpush:6,2", "f1"),
        ("woodpush:6,2,ko=previous", "f1"),
        ("hounds", "a2b2"),
        ("torere", "1"),
        ("mnk:4,4,3", "b2"),
        ("breakthrough:4x5", "b2-b3"),
    ] {
        let events = events(&[game, "--nodes", "2000", "--veto", "2000"], &format!("{line}\n"));
        let kinds = kinds(&events);
        assert_eq!(kinds, ["position", "move", "position", "move", "position"], "{game}");
    }
}

#[test]
fn the_same_settings_play_the_same_game() {
    let arguments = ["mnk:5,5,4", "--nodes", "3000", "--veto", "1000", "--seed", "7"];
    let lines = "c3\nb2\nd4\na1\na5\n";
    assert_eq!(timeless(events(&arguments, lines)), timeless(events(&arguments, lines)));
}

#[test]
fn hints_come_before_every_move() {
    let page = typed(&["tictactoe", "--two-humans", "--hints"], "b2\nno move\na1\n");
    assert_eq!(page.matches("hint: ").count(), 3, "{page}");
    assert!(page.contains("a proved draw"), "{page}");
}

/// A graph with a cycle that does not say what infinite play is worth.
#[test]
fn people_can_play_what_the_solver_cannot() {
    let graph = r#"{ "outcomes": ["loss", "win"], "start": "a", "nodes": {
        "a": { "player": "max", "moves": ["b", "undo"] },
        "b": { "player": "min", "moves": ["a", "undo"] },
        "undo": { "value": "win" } } }"#;
    let folder = Folder::new();
    let game = format!("graph:{}", text(&folder.write("game.json", graph)));
    foregone(&["play", &game])
        .assert()
        .code(2)
        .stdout("")
        .stderr(contains("use --two-humans without --hints"));
    let page = typed(&[&game, "--two-humans"], "b\n/undo\nhint\nundo\n");
    assert!(page.contains("no hints where the rules leave the value open"), "{page}");
    assert!(page.contains("the first player has won"), "a move may be called undo: {page}");
}

/// Neither player can win Mu Torere, so the game ends when a position occurs for the third time.
#[test]
fn play_that_goes_round_in_circles_ends() {
    let lines = "1\n8\nc\n".repeat(4);
    let events = events(&["torere", "--two-humans"], &lines);
    if let Some(over) = events.iter().find(|event| event["event"] == "over") {
        assert_eq!((&over["outcome"], &over["by"]), (&"draw".into(), &"repetition".into()));
    } else {
        panic!("no end: {events:?}");
    }
}

/// The solver wins with the hounds: it does not repeat positions for ever.
#[test]
fn a_proved_win_is_carried_through_where_play_can_return() {
    let arguments = ["tournament", "hounds", "--one", "", "--two", "veto=0,nodes=2000", "--games"];
    let more = ["8", "--opening-plies", "0", "--threads", "1", "--json"];
    let result = json(foregone(&[&arguments[..], &more].concat()).assert().success());
    assert_eq!(result["as_first"], serde_json::json!({ "wins": 4, "draws": 0, "losses": 0 }));
}

#[test]
fn what_makes_no_sense_is_refused() {
    foregone(&["play", "chess"]).assert().code(2).stdout("").stderr(contains("chess"));
    foregone(&["play", "tictactoe", "--moves", "z9"]).assert().code(2).stderr(contains("move 1"));
    foregone(&["play", "tictactoe", "--first", "solver", "--two-humans"])
        .assert()
        .code(2)
        .stderr(contains("cannot be used with"));
    foregone(&["tournament", "tictactoe", "--two", "speed=9"])
        .assert()
        .code(2)
        .stderr(contains("\"speed\" is not a setting of a player; there are veto, nodes"));
    foregone(&["tournament", "tictactoe", "--two", "", "--opening-plies", "9"])
        .assert()
        .code(2)
        .stderr(contains("take fewer --opening-plies"));
}

const TOURNAMENT: [&str; 9] = [
    "tournament",
    "connect4:5x4",
    "--one",
    "veto=2000,nodes=500,ponder=500",
    "--two",
    "veto=0,nodes=200",
    "--games",
    "12",
    "--seed",
];

#[test]
fn a_tournament_adds_up_and_can_be_repeated() {
    let play = |threads: &str| {
        let arguments = [&TOURNAMENT[..], &["5", "--threads", threads, "--json"]].concat();
        let mut result = json(foregone(&arguments).assert().success());
        for player in result["players"].as_array_mut().expect("two players") {
            player.as_object_mut().expect("an object").remove("seconds");
        }
        result
    };
    let result = play("1");
    let number = |value: &Value, name: &str| value[name].as_u64().expect("a number");
    let sum =
        |value: &Value| ["wins", "draws", "losses"].map(|name| number(value, name)).iter().sum();
    assert_eq!((sum(&result), sum(&result["as_first"]), sum(&result["as_second"])), (12, 6, 6));
    for name in ["wins", "draws", "losses"] {
        let sides = number(&result["as_first"], name) + number(&result["as_second"], name);
        assert_eq!(number(&result, name), sides);
    }
    let share = result["share"].as_f64().expect("a share");
    let points = number(&result, "wins") as f64 + number(&result, "draws") as f64 / 2.0;
    assert!((share - points / 12.0).abs() < 1e-9);
    let (low, high) = (result["interval"][0].as_f64(), result["interval"][1].as_f64());
    assert!(low < Some(share) && Some(share) < high, "{result}");
    assert_eq!(result, play("2"), "threads change nothing");
}

#[test]
fn games_of_a_tournament_are_written_down() {
    let folder = Folder::new();
    let csv = folder.file("games.csv");
    let arguments = [&TOURNAMENT[..], &["5", "--csv", text(&csv)]].concat();
    foregone(&arguments)
        .assert()
        .success()
        .stdout(contains("nodes=500,veto=2000,ponder=500 scores").and(contains("95% confidence")));
    let rows = std::fs::read_to_string(&csv).expect("a file");
    let rows: Vec<Vec<&str>> = rows.lines().map(|row| row.split(',').collect()).collect();
    assert_eq!(rows.len(), 13);
    for pair in rows[1..].chunks(2) {
        assert_eq!((pair[0][1], pair[1][1]), ("first", "second"), "the sides change");
        assert_eq!(pair[0][2], pair[1][2], "the opening does not");
    }
    assert!(rows[1..].chunks(2).any(|pair| pair[0][2] != rows[1][2]), "openings differ");
    foregone(&arguments).assert().code(2).stderr(contains("exists already"));
}
