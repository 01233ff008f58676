//! Spellings of games: what opens, its canonical form, and one clear sentence for everything else.

use std::path::Path;

use foregone_games::registry::{GAMES, find};
use foregone_games::{GameInfo, Visitor, open};

/// Tells which method was called, with what it was told about the game.
struct Kind;

impl Visitor for Kind {
    type Output = (&'static str, GameInfo);

    fn any<G>(self, _: G, info: GameInfo) -> Self::Output {
        ("any", info)
    }

    fn never_returns<G>(self, _: G, info: GameInfo) -> Self::Output {
        ("never_returns", info)
    }

    fn carries_past<G>(self, _: G, info: GameInfo) -> Self::Output {
        ("carries_past", info)
    }

    fn can_return<G>(self, _: G, info: GameInfo) -> Self::Output {
        ("can_return", info)
    }
}

const TREE: &str = r#"{"outcomes": ["0", "1"], "start": "a",
  "nodes": {"a": {"player": "max", "moves": ["b"]}, "b": {"value": "1"}}}"#;
const LOOP: &str = r#"{"outcomes": ["0", "1"], "start": "a",
  "nodes": {"a": {"player": "max", "moves": ["b"]}, "b": {"player": "min", "moves": ["a"]}}}"#;

const JUDGED: &str = r#"{"outcomes": ["0", "1"], "start": "a", "repetition": "1",
  "nodes": {"a": {"player": "max", "moves": ["b"]}, "b": {"player": "min", "moves": ["a"]}}}"#;
const HARMLESS: &str = r#"{"outcomes": ["0", "1"], "start": "b", "repetition": "1",
  "nodes": {"b": {"value": "1"}}}"#;

fn read(path: &str) -> Result<Vec<u8>, String> {
    match path {
        "tree.json" => Ok(TREE.into()),
        "a,b=c.json" => Ok(LOOP.into()),
        "judged.json" => Ok(JUDGED.into()),
        "harmless.json" => Ok(HARMLESS.into()),
        "broken.json" => Ok("{\"outcomes\": [\"0\", \"1\"],\n \"start\": }".into()),
        _ => Err("no such file".to_owned()),
    }
}

fn opened(spec: &str) -> (&'static str, GameInfo) {
    open(spec, &read, Kind).unwrap_or_else(|error| panic!("{spec}: {error}"))
}

fn refused(spec: &str) -> String {
    open(spec, &read, Kind).expect_err(spec).to_string()
}

#[test]
fn every_spelling_has_one_canonical_form() {
    for (spec, kind, canonical) in [
        ("connect4", "never_returns", "connect4:7x6"),
        ("connect4:7x6", "never_returns", "connect4:7x6"),
        (" connect4:4X5 ", "never_returns", "connect4:4x5"),
        ("connect4:09x9", "never_returns", "connect4:9x9"),
        ("connect4:score=pons", "never_returns", "connect4:7x6,score=pons"),
        ("connect4:score=pons,5x5", "never_returns", "connect4:5x5,score=pons"),
        ("tictactoe", "never_returns", "mnk:3,3,3"),
        ("mnk:16,8,5", "never_returns", "mnk:16,8,5"),
        ("woodpush", "carries_past", "woodpush:8,3"),
        ("woodpush:13,2", "carries_past", "woodpush:13,2"),
        ("woodpush:8, 3, ko=path, score=pieces, scale=3", "carries_past", "woodpush:8,3"),
        ("woodpush:8,3,scale=5", "carries_past", "woodpush:8,3,scale=5"),
        (
            "woodpush:score=moves,ko=previous,8,3",
            "can_return",
            "woodpush:8,3,ko=previous,score=moves",
        ),
        ("woodpush:8,3,ko=previous,loop=0", "can_return", "woodpush:8,3,ko=previous"),
        (
            "woodpush:8,3,loop=-2,scale=5,ko=previous",
            "can_return",
            "woodpush:8,3,ko=previous,loop=-2,scale=5",
        ),
        ("hounds", "can_return", "hounds"),
        ("torere", "can_return", "torere"),
        ("qubic", "never_returns", "qubic"),
        ("othello", "never_returns", "othello:8x8"),
        ("othello:4X4", "never_returns", "othello:4x4"),
        ("othello:score=empties", "never_returns", "othello:8x8,score=empties"),
        ("othello:score=difference,start=diagonal,6x6", "never_returns", "othello:6x6"),
        (
            "othello:6x6,score=result,start=parallel",
            "never_returns",
            "othello:6x6,start=parallel,score=result",
        ),
        ("awari", "can_return", "awari"),
        ("awari:grandslam=legal,rest=opponent,score=difference", "can_return", "awari"),
        ("awari:score=result", "can_return", "awari:score=result"),
        (
            "awari:score=result,rest=divided,grandslam=empty",
            "can_return",
            "awari:grandslam=empty,rest=divided,score=result",
        ),
        ("awari:grandslam=forbidden", "can_return", "awari:grandslam=forbidden"),
        ("breakthrough", "never_returns", "breakthrough:8x8"),
        ("breakthrough:5X6", "never_returns", "breakthrough:5x6"),
        ("breakthrough:walls=d4", "never_returns", "breakthrough:8x8,walls=d4"),
        ("breakthrough:5x6,walls=c4,d3,b3", "never_returns", "breakthrough:5x6,walls=b3,d3,c4"),
        ("breakthrough:walls=C3, 5x6, d3", "never_returns", "breakthrough:5x6,walls=c3,d3"),
        ("graph:tree.json", "never_returns", "graph:tree.json"),
        ("graph:a,b=c.json", "any", "graph:a,b=c.json"),
        ("graph:judged.json", "can_return", "graph:judged.json"),
        ("graph:harmless.json", "never_returns", "graph:harmless.json"),
    ] {
        let (found, info) = opened(spec);
        assert_eq!((found, info.spec.as_str()), (kind, canonical), "{spec}");
        let again = opened(&info.spec);
        assert_eq!(again, (found, info), "the canonical form of {spec} means the same");
    }
}

#[test]
fn facts_tell_files_and_cycles() {
    let (_, info) = opened("graph:tree.json");
    assert_eq!((info.name, info.file.as_deref()), ("graph", Some(TREE.as_bytes())));
    assert_eq!(info.why_cyclic, None);
    let (_, info) = opened("graph:a,b=c.json");
    assert_eq!(
        info.why_cyclic.as_deref(),
        Some(
            "the graph has the cycle a -> b -> a and does not say what going round for ever is worth; add \"repetition\" with one of 0, 1 to the file, or take one of these moves out"
        )
    );
    let (_, info) = opened("graph:judged.json");
    assert_eq!(info.why_cyclic.as_deref(), Some("the graph has the cycle a -> b -> a"));
    let (_, info) = opened("woodpush:8,3,ko=previous");
    assert_eq!(info.why_cyclic.as_deref(), Some("ko=previous allows repetition; ko=path does not"));
    assert_eq!((opened("tictactoe").1.name, opened("woodpush").1.file), ("mnk", None));
}

#[test]
fn errors_are_one_sentence_with_the_remedy() {
    for (spec, sentence) in [
        ("conect4", "unknown game \"conect4\"; did you mean connect4?"),
        ("Connect4:7x6", "unknown game \"Connect4\"; did you mean connect4?"),
        (
            "chess",
            "unknown game \"chess\"; the games are connect4, mnk, tictactoe, woodpush, hounds, torere, awari, breakthrough, othello, qubic, graph, gdl",
        ),
        (
            "",
            "unknown game \"\"; the games are connect4, mnk, tictactoe, woodpush, hounds, torere, awari, breakthrough, othello, qubic, graph, gdl",
        ),
        (
            "connect4:7",
            "connect4 needs a size of the form COLUMNSxROWS, for example connect4:7x6, not \"7\"",
        ),
        ("connect4:7xsix", "connect4 needs a whole number for the rows, not \"six\""),
        ("connect4:7x6,5", "connect4 takes one size, COLUMNSxROWS; \"5\" is too much"),
        ("connect4:", "connect4 has an empty parameter"),
        ("connect4:7x6,colour=red", "connect4 has no option \"colour\"; it knows score"),
        ("connect4:7x6,score=gold", "connect4 has no score=\"gold\"; it may be pons"),
        ("connect4:score=pons,score=pons", "connect4 is given the option score twice"),
        (
            "mnk",
            "mnk needs three numbers: columns, rows and how many in a row win, for example mnk:3,3,3",
        ),
        (
            "mnk:3,3",
            "mnk needs three numbers: columns, rows and how many in a row win, for example mnk:3,3,3",
        ),
        ("mnk:3,3,3,a=b", "mnk has no option \"a\"; it has none"),
        ("qubic:5", "qubic takes no parameters; there is only one board"),
        ("tictactoe:4", "tictactoe takes no parameters; other boards are mnk:M,N,K"),
        ("woodpush:8", "woodpush needs two numbers: length and pieces, for example woodpush:8,3"),
        ("woodpush:8,3,ko=none", "woodpush has no ko=\"none\"; it may be path or previous"),
        (
            "woodpush:8,3,loop=0",
            "woodpush takes loop only with ko=previous; with ko=path no play is infinite",
        ),
        (
            "woodpush:8,3,ko=previous,loop=4",
            "woodpush has no loop=\"4\"; it may be a whole number from -3 to 3",
        ),
        (
            "woodpush:8,3,ko=previous,loop=+1",
            "woodpush has no loop=\"+1\"; it may be a whole number from -3 to 3",
        ),
        (
            "woodpush:8,3,ko=previous,scale=64",
            "woodpush with loop=0 has scores up to 63 at most, not 64; take another score for loop, such as loop=-1",
        ),
        ("woodpush:8,3,scale=x", "woodpush needs a whole number for the scale, not \"x\""),
        ("torere:9", "torere takes no parameters; there is only one board"),
        ("hounds:3", "hounds takes no parameters; there is only one board"),
        (
            "othello:5x5",
            "an othello board has 4, 6 or 8 columns and as many rows; 5x5 is not possible",
        ),
        ("othello:6x8", "othello has as many rows as columns; 6x8 is no board"),
        (
            "othello:6",
            "othello needs a size of the form COLUMNSxROWS, for example othello:6x6, not \"6\"",
        ),
        (
            "othello:score=discs",
            "othello has no score=\"discs\"; it may be difference or empties or result",
        ),
        ("othello:8x8,handicap=1", "othello has no option \"handicap\"; it knows start, score"),
        ("awari:6", "awari takes only options, for example awari:rest=divided, not \"6\""),
        (
            "awari:grandslam=no",
            "awari has no grandslam=\"no\"; it may be legal or forbidden or empty",
        ),
        (
            "awari:stones=13",
            "awari is played with 48 stones; stones=N says how large a tablebase of endgames is, so leave it out here, and give the position instead",
        ),
        ("awari:ko=path", "awari has no option \"ko\"; it knows grandslam, rest, score"),
        (
            "breakthrough:8",
            "breakthrough needs a size of the form WIDTHxHEIGHT, for example breakthrough:5x6, not \"8\"",
        ),
        ("breakthrough:8xh", "breakthrough needs a whole number for the height, not \"h\""),
        ("breakthrough:8x8,6x6", "breakthrough takes one size, WIDTHxHEIGHT; \"6x6\" is too much"),
        (
            "breakthrough:9x8",
            "breakthrough needs a width of 2 or more, a height of 3 or more, and at most 64 cells; 9x8 is not possible",
        ),
        ("breakthrough:8x8,holes=c3", "breakthrough has no option \"holes\"; it knows walls"),
        (
            "breakthrough:8x8,c3",
            "breakthrough takes a size, WIDTHxHEIGHT, and walls, for example walls=c3,d4; \"c3\" is neither",
        ),
        (
            "breakthrough:5x6,walls=c3,f3",
            "breakthrough has walls on cells of the board, from a1 to e6, not on \"f3\"",
        ),
        ("breakthrough:5x6,walls=c3,d3,c3", "breakthrough is given the wall c3 twice"),
        ("breakthrough:5x6,walls=c3,walls=d3", "breakthrough is given the option walls twice"),
        (
            "breakthrough:5x4,walls=c3",
            "breakthrough has no walls where pawns start or off the board, as on c3",
        ),
        ("graph", "graph needs a file, for example graph:examples/graphs/teaching.json"),
        ("graph:missing.json", "graph file missing.json: no such file"),
        ("graph:broken.json", "graph file broken.json: line 2, column 11: expected value"),
    ] {
        assert_eq!(refused(spec), sentence, "{spec}");
    }
}

#[test]
fn impossible_sizes_are_refused_with_the_range() {
    for spec in
        ["connect4:0x0", "connect4:99x99", "connect4:128x1", "connect4:4294967295x4294967295"]
    {
        assert!(refused(spec).contains("columns x (rows + 1) at most 128"), "{spec}");
    }
    for spec in ["mnk:0,0,0", "mnk:99,99,5", "mnk:27,1,1", "mnk:3,3,0"] {
        assert!(
            refused(spec).contains("1 to 26 columns, at least 1 row, at most 128 cells"),
            "{spec}"
        );
    }
    for spec in ["woodpush:0,0", "woodpush:31,3", "woodpush:8,5", "woodpush:8,0"] {
        assert!(refused(spec).contains("2 to 30 cells and 1 to half as many pieces"), "{spec}");
    }
    assert!(refused("woodpush:8,3,scale=2").contains("3 to 64"));
    assert!(refused("woodpush:8,3,scale=99").contains("3 to 64"));
    assert!(refused("woodpush:8,3,score=moves,scale=5").contains("leave it out"));
    assert!(refused("woodpush:30,3,score=moves").contains("scores up to 87"));
    assert!(refused("connect4:99999999999x1").contains("whole number"));
}

#[test]
fn the_list_describes_games_that_open() {
    for entry in GAMES {
        assert!(find(entry.name).is_ok_and(|found| found.name == entry.name));
        assert!(entry.spelling.starts_with(entry.name));
        for spec in entry.examples.iter().copied().chain(entry.known.iter().map(|known| known.spec))
        {
            if let Some((_, file)) = spec.split_once(":examples/") {
                let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
                // Options may follow the path.
                let file = file.split(',').next().expect("a path");
                assert!(examples.join(file).exists(), "{spec}");
            } else {
                opened(spec);
            }
        }
    }
    assert_eq!(find("tictactoe").expect("another name").name, "mnk");
    assert!(find("wodpush").expect_err("a typing error").0.contains("did you mean woodpush?"));
}
