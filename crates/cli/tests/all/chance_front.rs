//! Games with chance in `games --svg`, `play`, `analyse` and `solve --utility all`.

use crate::common::{Folder, foregone, json, stdout, text};
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

fn find<'e>(events: &'e [Value], kind: &str) -> &'e Value {
    events.iter().find(|event| event["event"] == kind).unwrap_or_else(|| panic!("{kind}"))
}

/// The sentence that refuses these arguments.
fn refused(arguments: &[&str]) -> String {
    let assert = foregone(arguments).assert().code(2).stdout("");
    let error = String::from_utf8(assert.get_output().stderr.clone()).expect("UTF-8");
    assert_eq!(error.lines().count(), 1, "{arguments:?}: {error}");
    error
}

fn analysed(folder: &Folder, game: &str, record: &str, more: &[&str]) -> Value {
    let file = folder.write("record.txt", record);
    let arguments = ["analyse", game, "--game", text(&file), "--json"];
    json(foregone(&[&arguments[..], more].concat()).assert().success())
}

/// A fraction as a pair of numbers, for sums that are independent of the program.
fn fraction(value: &Value) -> (i128, i128) {
    let written = value.as_str().expect("a fraction");
    let (above, below) = written.split_once('/').unwrap_or((written, "1"));
    (above.parse().expect("a number"), below.parse().expect("a number"))
}

fn sum(a: (i128, i128), b: (i128, i128), sign: i128) -> (i128, i128) {
    let gcd = |mut a: i128, mut b: i128| {
        while b != 0 {
            (a, b) = (b, a % b);
        }
        a.abs().max(1)
    };
    let (above, below) = (a.0 * b.1 + sign * b.0 * a.1, a.1 * b.1);
    let common = gcd(above, below);
    (above / common, below / common)
}

#[test]
fn positions_are_drawn_and_counted() {
    let folder = Folder::new();
    for (game, moves, part) in [
        ("ewn:3x3", "2", "first player: stone 2"),
        ("darkchess:2x2,pieces=KC", "flip-a1", "a1 is being flipped"),
        ("pig:10", "4", "roll or hold"),
        ("piglet:3,turns=4", "", "turns left: 4"),
    ] {
        let file = folder.file("board.svg");
        foregone(&["games", game, "--moves", moves, "--svg", text(&file), "--force"])
            .assert()
            .success()
            .stdout("");
        let svg = std::fs::read_to_string(&file).expect("a drawing");
        assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n"), "{game}");
        assert!(svg.contains(part), "{part} in {svg}");
    }
    // Six faces; then six faces of the other player after a bust, or two choices after each of the other five.
    foregone(&["games", "pig:10", "--perft", "2"]).assert().success().stdout("  1  6\n  2  16\n");
    let object = json(foregone(&["games", "pig:10", "--perft", "1", "--json"]).assert().success());
    assert_eq!(object["perft"], serde_json::json!([6]));
    assert!(refused(&["games", "pig:10", "--dot", "-"]).contains("--dot goes with graph games"));
    let graph = concat!("graph:", env!("CARGO_MANIFEST_DIR"), "/../../examples/graphs/flip.json");
    foregone(&["games", graph, "--dot", "-"])
        .assert()
        .success()
        .stdout(contains("\"a1\" [label=\"a1\", shape=diamond]"));
    foregone(&["games", graph, "--svg", "-"])
        .assert()
        .success()
        .stdout(contains("diamond: chance"));
}

#[test]
fn the_same_seed_throws_the_same_dice() {
    let play = |seed: &str| typed(&["pig:20", "--seed", seed], "roll\nhold\nroll\nhold\n");
    assert_eq!(play("5"), play("5"));
    assert_ne!(play("5"), play("6"));
    let shown = typed(&["pig:20"], "");
    assert!(shown.starts_with("dice: --seed "), "a seed that was not given is shown: {shown}");
    let seed = shown.split_whitespace().nth(2).expect("a seed");
    let again = typed(&["pig:20", "--seed", seed], "");
    assert_eq!(shown.split_once('\n').expect("a line").1, again);
}

/// The hold table of Piglet 3 (Neller's course page): at 0:0 hold at 1, at 0:1 roll on.
#[test]
fn the_solver_plays_the_best_move() {
    for (position, mv) in [("0:0+1 max choose", "hold"), ("0:1+1 max choose", "roll")] {
        let arguments = ["piglet:3", "--position", position, "--first", "solver", "--dice", "ask"];
        let events = events(&arguments, "");
        let played = find(&events, "move");
        assert_eq!((&played["by"], &played["move"]), (&"solver".into(), &mv.into()), "{position}");
        assert_eq!((&played["why"], &played["stop"]), (&"best".into(), &"solved".into()));
    }
}

#[test]
fn what_is_certain_decides_where_the_value_is_not_found() {
    // Stone 1 takes the corner at once; nothing else has to be known.
    let position = "2..../...../..3../...1./a...b max 1";
    let arguments = ["ewn", "--position", position, "--first", "solver", "--nodes", "30", "--seed"];
    let page = typed(&[&arguments[..], &["1"]].concat(), "");
    assert!(page.contains("solver plays 1\\: the best move, worth 1"), "{page}");
    assert!(page.contains("the first player has won"), "{page}");
    let page = typed(&["darkchess", "--first", "solver", "--nodes", "500", "--seed", "1"], "");
    assert!(page.contains("not solved (the node limit was reached)"), "{page}");
    assert!(page.contains("first in the move order"), "{page}");
}

#[test]
fn a_person_says_what_came_up() {
    let lines = "7\ntails\nheads\nvalues\nhint\nhold\nundo\nroll\nheads\nheads\n";
    let page = typed(&["piglet:3", "--dice", "ask", "--two-humans"], lines);
    assert!(
        page.contains("chance> 7\n\"7\" is no outcome of chance; the outcomes are tails, heads")
    );
    assert!(page.contains("second> values\n"), "{page}");
    assert!(page.contains("probability"), "{page}");
    assert!(page.contains("hint: hold: the best move, worth "), "{page}");
    assert!(page.contains("second> roll\n"), "undo goes back to the choice: {page}");
    let hint = typed(&["piglet:3", "--dice", "ask"], "hint\n");
    assert!(hint.contains("chance has no choice"), "{hint}");
    // Two heads are a total of 2; the third wins.
    let won = typed(&["piglet:3", "--dice", "ask"], "heads\nroll\nheads\nroll\n(heads)\n");
    assert!(won.contains("the game is over; the first player has won"), "{won}");
}

#[test]
fn games_are_saved_resigned_and_analysed() {
    let folder = Folder::new();
    let file = folder.file("game.txt");
    let lines = format!("hold\nresign\nundo\nresign\nsave {}\nquit\n", text(&file));
    let events = events(&["pig:20", "--moves", "6", "--seed", "3"], &lines);
    let over = find(&events, "over");
    assert_eq!((&over["winner"], &over["by"]), (&"second".into(), &"resignation".into()));
    assert_eq!(events.iter().filter(|event| event["event"] == "over").count(), 2);
    let record = std::fs::read_to_string(&file).expect("a record");
    assert!(record.starts_with("# pig:20\n(6) hold ("), "{record}");
    let object =
        json(foregone(&["analyse", "pig:20", "--game", text(&file), "--json"]).assert().success());
    assert_eq!(
        (&object["status"], &object["moves"][1]["move"]),
        (&"solved".into(), &"hold".into())
    );
    let dice = find(&events, "dice");
    assert_eq!(dice["seed"], 3);
}

/// Play that only goes to and fro is a draw; turns of chance between break it.
#[test]
fn play_that_goes_round_in_circles_ends() {
    let lines = "a2-b2\na1-b1\nb2-a2\nb1-a1\n".repeat(3);
    let position = ["darkchess:2x3,pieces=KCP", "--position", "p./K./.k - max", "--two-humans"];
    let page = typed(&[&position[..], &["--seed", "1"]].concat(), "moves\n");
    assert!(page.contains("moves: "), "{page}");
    let game = ["darkchess:2x4,pieces=KCPP", "--position", "K./../../.C - max", "--two-humans"];
    let page = typed(&[&game[..], &["--seed", "1"]].concat(), &lines);
    assert!(page.contains("over: win"), "a player without pieces has lost: {page}");
    let game = ["darkchess:2x4,pieces=KCPP", "--position", "K./../../.k - max", "--two-humans"];
    let lines = "a4-b4\nb1-a1\nb4-a4\na1-b1\n".repeat(2);
    let events = events(&[&game[..], &["--seed", "1"]].concat(), &lines);
    let over = find(&events, "over");
    assert_eq!((&over["outcome"], &over["by"]), (&"draw".into(), &"repetition".into()));
}

/// Luck and errors explain the way from the value at the start to the end, summed up here by other code.
#[test]
fn skill_and_luck_add_up() {
    let folder = Folder::new();
    for (game, record) in [
        ("ewn:3x3", "(2) 2\\ (1) a- (3) 3|"),
        ("pig:10", "(2) roll (3) hold (1) (4) hold (6) hold (5)"),
        ("piglet:4,turns=6", "heads hold heads roll tails heads roll heads hold"),
        ("darkchess:2x2,pieces=KC", "flip-a1 (K) flip-b1 (k) flip-a2 (C)"),
    ] {
        let object = analysed(&folder, game, record, &[]);
        let moves = object["moves"].as_array().expect("moves");
        let mut value = fraction(&object["start"]["value"]);
        let mut totals = [(0, 1); 3];
        for ply in moves {
            let (place, sign, amount) = match ply["by"].as_str() {
                Some("first") => (0, -1, &ply["error"]),
                Some("second") => (1, 1, &ply["error"]),
                _ => (2, 1, &ply["luck"]),
            };
            assert!(place == 2 || fraction(amount).0 >= 0, "errors are not negative: {ply}");
            value = sum(value, fraction(amount), sign);
            totals[place] = sum(totals[place], fraction(amount), 1);
            assert_eq!(value, fraction(&ply["value"]), "{game}: {ply}");
        }
        for (total, name) in totals.iter().zip(["first_error", "second_error", "luck"]) {
            assert_eq!(*total, fraction(&object["totals"][name]), "{game}: {name}");
        }
        assert_eq!(object["totals"]["unknown"], 0);
    }
}

/// After flip-a1 K of 2x2 KC the second player keeps -1/3 by flip-b2; flip-b1 is worth 2/3, as docs/chance.md shows.
#[test]
fn a_blunder_is_found_and_drawn() {
    let folder = Folder::new();
    let (game, moves) = ("darkchess:2x2,pieces=KC", "flip-a1 (K) flip-b1 (k)");
    let object = analysed(&folder, game, moves, &[]);
    let flip = &object["moves"][2];
    assert_eq!((&flip["mark"], &flip["error"]), (&"blunder".into(), &"1".into()));
    assert_eq!(object["moves"][1]["best_move"], "flip-b2");
    let (record, plot) = (folder.write("record.txt", moves), folder.file("game.svg"));
    let arguments = ["analyse", game, "--game", text(&record), "--plot", text(&plot)];
    let page = stdout(foregone(&arguments).assert().success());
    let sentence = "3 flip-b1?? by the second player: from -1/3, about -0.333333 to 2/3, about 0.666666; flip-b2 was better";
    assert!(page.contains(sentence), "{page}");
    let svg = std::fs::read_to_string(&plot).expect("a chart");
    assert_eq!(svg.matches("l5 5l-5 5l-5 -5z").count(), 2, "two turns of chance: {svg}");
}

#[test]
fn limits_leave_bounds_that_are_counted() {
    let folder = Folder::new();
    let file = folder.write("record.txt", "(3) 3\\ (2) b\\");
    let arguments = ["analyse", "ewn:4x4,stones=3", "--game", text(&file), "--nodes", "200"];
    let page = stdout(foregone(&arguments).assert().code(3));
    assert!(page.contains("5 positions not settled: allow more --nodes"), "{page}");
    let object = json(foregone(&[&arguments[..], &["--json"]].concat()).assert().code(3));
    assert_eq!((&object["status"], &object["totals"]["unknown"]), (&"bounded".into(), &5.into()));
    assert!(object["totals"]["luck"].is_null() && object["totals"]["luck_bounds"].is_array());
}

/// The values are those of the lecture's position (computed by a second program), and of 2x3 KCP.
#[test]
fn three_utilities_stand_side_by_side() {
    let place = ["darkchess:3x4,pieces=KGMRCP", "--position", "xgc/p../.M./x.. CK max"];
    let solve = [&["solve"], &place[..], &["--utility", "all"]].concat();
    let object = json(foregone(&[&solve[..], &["--json"]].concat()).assert().success());
    let rows = object["utilities"].as_array().expect("rows");
    let values: Vec<&Value> = rows.iter().map(|row| &row["value"]).collect();
    assert_eq!(values, ["1/2", "1/2", "1"]);
    assert_eq!(rows[2]["best_moves"], serde_json::json!(["flip-a1", "b2-a2"]));
    assert_eq!(rows[2]["gives_up"]["win"], serde_json::json!(["0", "1/2"]));
    assert_eq!(rows[0]["gives_up"]["not-lose"], serde_json::json!(["0", "0"]));
    let both = &object["win_then_not_lose"];
    assert_eq!((&both["win"], &both["not_lose"]), (&"1/2".into(), &"1".into()));
    let moves = rows[0]["moves"].as_array().expect("moves");
    let pairs: Vec<(&str, &str)> = (moves.iter())
        .map(|it| (it["move"].as_str().expect("a move"), it["value"].as_str().expect("a value")))
        .collect();
    let expected = [
        ("flip-a1", "1/2"),
        ("b2-a2", "0"),
        ("b2-c2", "-1/2"),
        ("b2-b1", "-1"),
        ("b2-b3", "-1"),
        ("flip-a4", "-1"),
    ];
    assert_eq!(pairs, expected);
    let graph = concat!("graph:", env!("CARGO_MANIFEST_DIR"), "/../../examples/graphs/hope.json");
    let page = stdout(foregone(&["solve", graph, "--utility", "all"]).assert().success());
    for part in ["hold-on   -1/2    0     1/2", "gamble    -3/5    1/5   1/5", "1/10    0     3/10"]
    {
        assert!(page.contains(part), "{part} in\n{page}");
    }
    let chance = stdout(foregone(&["solve", "ewn:3x3", "--utility", "all"]).assert().success());
    assert!(chance.contains("170/243") && !chance.contains("gives up"), "{chance}");
}

#[test]
fn what_makes_no_sense_is_refused() {
    let folder = Folder::new();
    let record = |content: &str| text(&folder.write("record.txt", content)).to_owned();
    let illegal = record("# pig\n(4) roll\n(7) hold");
    let cases: &[(&[&str], &str)] = &[
        (&["play", "pig:10", "--utility", "fun"], "a utility is score, win, not-lose or a list"),
        (&["play", "pig:10", "--veto", "5"], "--veto and --prove are for games without chance"),
        (&["play", "pig:10", "--dice", "loaded"], "invalid value 'loaded'"),
        (&["play", "tictactoe", "--dice", "ask"], "--dice is for games with chance"),
        (&["play", "tictactoe", "--utility", "win"], "--utility is for games with chance"),
        (&["play", "pig:10", "--moves", "7"], "move 1 (\"7\"): \"7\" is no outcome of chance"),
        (&["analyse", "tictactoe", "--utility", "win", "--game", "-"], "--utility is for games"),
        (
            &["analyse", "pig:10", "--game", &illegal],
            "line 3, move 3 (\"(7)\"): \"7\" is no outcome of chance; the outcomes are 1, 2, 3, 4, 5, 6",
        ),
        (&["solve", "pig:10", "--utility", "all", "--at-least", "1/2"], "asks by one utility"),
        (&["analyse", "pig:10", "--game", &illegal, "--utility", "fun"], "line 3, move 3"),
    ];
    for (arguments, sentence) in cases {
        let error = refused(arguments);
        assert!(error.contains(sentence), "{arguments:?}: {error}");
    }
    for (content, sentence) in [
        ("# nothing\n", "has no moves"),
        ("4 hold hold", "line 1, move 3 (\"hold\"): \"hold\" is no outcome of chance"),
        ("(6) roll\n(6) roll", "line 2, move 4 (\"roll\"): the game is over here"),
        ("4 (roll)", "line 1, move 2 (\"(roll)\")"),
    ] {
        let file = record(content);
        let error = refused(&["analyse", "pig:10", "--game", &file]);
        assert!(error.contains(sentence), "{content}: {error}");
    }
    let bad = refused(&["analyse", "pig:10", "--game", &illegal, "--position", "x"]);
    assert!(bad.contains("write scores, total, player and phase"), "{bad}");
}
