//! The checker's rules of the games with chance: spellings, texts of positions, turns, moves and weights.

use foregone_proof::rules::chance::{ChanceGame, ChanceGraph, ChanceRules, Turn};

/// Calls a function with the rules of a game.
macro_rules! with_chance_rules {
    ($game:expr, |$rules:ident| $body:expr) => {
        match ChanceGame::open($game).unwrap_or_else(|error| panic!("{}: {error}", $game)) {
            ChanceGame::Pig($rules) => $body,
            ChanceGame::Ewn($rules) => $body,
            ChanceGame::DarkChess($rules) => $body,
            ChanceGame::Hypergammon($rules) => $body,
        }
    };
}

/// The texts of the positions after a position, with their weights.
fn after(game: &str, position: &str) -> Vec<String> {
    with_chance_rules!(game, |rules| {
        let position = rules.read(position).unwrap_or_else(|error| panic!("{position}: {error}"));
        let mut list = Vec::new();
        rules.successors(&position, &mut list);
        list.iter().map(|(next, weight)| format!("{weight} {}", rules.write(next))).collect()
    })
}

fn turn(game: &str, position: &str) -> Turn {
    with_chance_rules!(game, |rules| rules.turn(&rules.read(position).unwrap()))
}

fn refused(game: &str, position: &str) {
    with_chance_rules!(game, |rules| {
        assert!(rules.read(position).is_err(), "{game} {position} is read");
    });
}

/// The number of lines of play of so many moves.
fn lines<G: ChanceRules>(rules: &G, position: &G::Position, moves: u32) -> u64 {
    if moves == 0 {
        return 1;
    }
    if matches!(rules.turn(position), Turn::Over(_)) {
        return 0;
    }
    let mut list = Vec::new();
    rules.successors(position, &mut list);
    list.iter().map(|(next, _)| lines(rules, next, moves - 1)).sum()
}

#[test]
fn only_canonical_spellings_are_known() {
    for game in [
        "pig:1",
        "pig:1000,turns=10000",
        "piglet:10",
        "piglet:3,turns=1",
        "ewn:5x5",
        "ewn:3x3,stones=3",
        "ewn:26x9,stones=1",
        "ewn:3x3,stones=3,die=6,max=312,min=213",
        "ewn:1x2,stones=1",
        "darkchess:4x8",
        "darkchess:4x8,limit=1000",
        "darkchess:2x2,pieces=KP",
        "darkchess:1x3,pieces=KP,min-pieces=G",
        "darkchess:26x1,pieces=PPPPPPPPPPPPP,limit=5",
        "darkchess:4x8,pieces=KGGMMRRNNCCPPPPP,min-pieces=GGMMRRNNCCPPPPPP",
        "hypergammon:1",
        "hypergammon:3",
    ] {
        assert!(ChanceGame::open(game).is_ok(), "{game}");
    }
    for game in [
        "pig",
        "pig:",
        "pig:0",
        "pig:1001",
        "pig:010",
        "pig:+5",
        "pig:5,turns=0",
        "pig:5,turns=10001",
        "pig:5,",
        "pig:5,turns=2,turns=2",
        "piglet",
        "ewn",
        "ewn:5",
        "ewn:5x5,stones=6",
        "ewn:3x3,stones=2",
        "ewn:3x3",
        "ewn:2x2,stones=3",
        "ewn:27x1,stones=1",
        "ewn:16x16,stones=1",
        "ewn:0x3,stones=1",
        "ewn:1x1,stones=1",
        "ewn:3x3,stones=3,die=3",
        "ewn:3x3,stones=3,die=61",
        "ewn:3x3,stones=3,max=123",
        "ewn:3x3,stones=3,max=112",
        "ewn:3x3,stones=3,min=213,max=312",
        "ewn:3X3,stones=3",
        "darkchess",
        "darkchess:2x2",
        "darkchess:2x2,pieces=PK",
        "darkchess:2x2,pieces=KPP",
        "darkchess:2x2,pieces=",
        "darkchess:2x2,pieces=kp",
        "darkchess:2x2,pieces=KP,min-pieces=KP",
        "darkchess:4x8,pieces=KGGMMRRNNCCPPPPP",
        "darkchess:33x1,pieces=K",
        "darkchess:2x2,pieces=KP,limit=0",
        "darkchess:2x2,pieces=KP,limit=1001",
        "darkchess:2x2,limit=3,pieces=KP",
        "darkchess:4x8,min-pieces=K",
        "darkchess:18446744073709551615x2,pieces=K",
        "hypergammon",
        "hypergammon:0",
        "hypergammon:4",
        "hypergammon:3,turns=2",
        "tictactoe",
    ] {
        assert!(ChanceGame::open(game).is_err(), "{game}");
    }
}

#[test]
fn turns_of_pig() {
    assert_eq!(
        after("pig:100", "12:30+5 max throw"),
        [
            "1 12:30+0 min throw",
            "1 12:30+7 max choose",
            "1 12:30+8 max choose",
            "1 12:30+9 max choose",
            "1 12:30+10 max choose",
            "1 12:30+11 max choose"
        ]
    );
    assert_eq!(
        after("pig:100", "12:30+5 min choose"),
        ["1 12:30+5 min throw", "1 12:35+0 max throw"]
    );
    assert_eq!(
        after("piglet:10,turns=9", "1:2+0 min throw 4"),
        ["1 1:2+0 max throw 3", "1 1:2+1 min choose 4"]
    );
    assert_eq!(turn("pig:10", "8:0+2 max choose"), Turn::Over(1));
    assert_eq!(turn("pig:10", "0:8+7 min choose"), Turn::Over(0));
    assert_eq!(turn("pig:10,turns=3", "8:0+2 max choose 1"), Turn::Over(2));
    assert_eq!(turn("pig:10,turns=3", "8:0+0 min throw 0"), Turn::Over(1));
    for position in [
        "10:0+0 max throw",
        "0:10+0 max throw",
        "0:0+16 max choose",
        "0:0+1 max choose",
        "8:0+2 max throw",
        "0:0+0 max",
        "0:0+0 max throw 3",
        "00:0+0 max throw",
        "0:0+0  max throw",
        "0:0+0 max throw ",
        " 0:0+0 max throw",
        "0:0+0 Max throw",
        "0:0+0 max roll",
        "0:0 max throw",
        "65536:0+0 max throw",
        "",
    ] {
        refused("pig:10", position);
    }
    refused("piglet:10", "5:0+6 max choose");
    for position in
        ["0:0+0 max throw", "0:0+0 max throw 4", "0:0+1 max throw 0", "0:0+2 max choose 0"]
    {
        refused("piglet:10,turns=3", position);
    }
}

/// Far from the target a throw has one bust and five (or one) other faces, and a choice two moves.
#[test]
fn lines_of_pig() {
    for (game, faces) in [("pig:1000", 5), ("piglet:1000", 1)] {
        let (mut throws, mut choices) = (1, 1);
        for moves in 0..8 {
            let found = with_chance_rules!(game, |rules| {
                lines(&rules, &rules.read("0:0+0 max throw").unwrap(), moves)
            });
            assert_eq!(found, throws, "{game} {moves}");
            (throws, choices) = (throws + faces * choices, 2 * throws);
        }
    }
}

#[test]
fn turns_of_ewn() {
    let game = "ewn:3x3,stones=3";
    assert_eq!(
        after(game, "12./3.c/.ba max"),
        ["1 12./3.c/.ba max 1", "1 12./3.c/.ba max 2", "1 12./3.c/.ba max 3"]
    );
    // The stone 1 takes own stones along the row and the column.
    assert_eq!(
        after(game, "12./3.c/.ba max 1"),
        ["1 .1./3.c/.ba min", "1 .2./1.c/.ba min", "1 .2./31c/.ba min"]
    );
    assert_eq!(
        after(game, "12./3.c/.ba min 3"),
        ["1 12./3c./.ba max", "1 12c/3../.ba max", "1 1c./3../.ba max"]
    );
    // Stone 2 is gone: the face 2 allows the stones 1 and 3.
    assert_eq!(
        after(game, "1../..3/.ba max"),
        ["1 1../..3/.ba max 1", "1 1../..3/.ba max 2", "1 1../..3/.ba max 3"]
    );
    assert_eq!(
        after(game, "1../..3/.ba max 2"),
        ["1 .1./..3/.ba min", "1 .../1.3/.ba min", "1 .../.13/.ba min", "1 1../.../.b3 min"]
    );
    // Stone 1 is gone: the faces 1 and 2 both allow the stone 2 only.
    assert_eq!(after(game, ".2./3../..a max"), ["2 .2./3../..a max 1", "1 .2./3../..a max 3"]);
    // Only one stone is left: nothing is thrown.
    assert_eq!(turn(game, ".2./3../..a min"), Turn::Min);
    assert_eq!(
        after(game, ".2./3../..a min"),
        ["1 .2./3../.a. max", "1 .2./3.a/... max", "1 .2./3a./... max"]
    );
    assert_eq!(turn(game, ".a./.../..1 max"), Turn::Over(1), "as the page says");
    assert_eq!(turn(game, "a../.../.1. max"), Turn::Over(0));
    assert_eq!(turn(game, ".../1../... min"), Turn::Over(1));
    assert_eq!(turn(game, ".../.../... min"), Turn::Over(1));
    // A die of six faces and three stones: the faces 4 to 6 allow the stone 3.
    assert_eq!(
        after("ewn:3x3,stones=3,die=6", "12./3.c/.ba max"),
        ["1 12./3.c/.ba max 1", "1 12./3.c/.ba max 2", "4 12./3.c/.ba max 3"]
    );
    for position in [
        "12./3.c/.ba",
        "12./3.c/.ba max 4",
        "12./3.c/.ba max 0",
        "12./3.c/.ba max 1 ",
        "12./3.c max",
        "12./3.c/.b max",
        "12./3.c/.bd max",
        "14./3.c/.ba max",
        "11./3.c/.ba max",
        "12./3.C/.ba max",
        ".../1../... max",
        ".../a../... min",
        ".../.../... max",
        ".2./3../..a max 2",
        ".2./3../..a min 1",
        "a../.../.1. max 1",
        "12./3.c/.ba both",
    ] {
        refused(game, position);
    }
}

/// Three faces at first, and three moves of each stone.
#[test]
fn lines_of_ewn() {
    with_chance_rules!("ewn:3x3,stones=3", |rules| {
        let start = rules.read("12./3.c/.ba max").unwrap();
        let counts: Vec<u64> = (0..4).map(|moves| lines(&rules, &start, moves)).collect();
        // Of the nine first moves, the stone 2 takes c along the diagonal, and the stone 3 takes b. Of a and b the faces 2 and 3 allow
        // the same stone, of a and c all three faces allow others.
        assert_eq!(counts, [1, 3, 9, 7 * 3 + 2 + 3]);
    });
}

#[test]
fn turns_of_dark_chess() {
    let game = "darkchess:2x2,pieces=KP";
    assert_eq!(
        after(game, "xx/xx KPkp max"),
        [
            "xx/xx KPkp max flip=a1",
            "xx/xx KPkp max flip=b1",
            "xx/xx KPkp max flip=a2",
            "xx/xx KPkp max flip=b2"
        ]
        .map(|text| format!("1 {text}"))
    );
    // The first piece is Max's, whatever it is.
    assert_eq!(
        after(game, "xx/xx KPkp max flip=a1"),
        ["1 xx/Kx Pkp min", "1 xx/Px Kkp min", "1 xx/Kx Pkp min", "1 xx/Px Kkp min"]
    );
    // With other pieces on the other side the players change all of them.
    assert_eq!(
        after("darkchess:1x3,pieces=KP,min-pieces=G", "x/x/x KPg max flip=a2"),
        ["1 x/K/x Pg min", "1 x/P/x Kg min", "1 x/G/x kp min"]
    );
    // A later flip keeps the owners. Weights are numbers of dark pieces.
    assert_eq!(
        after("darkchess:2x4,pieces=KPPP", "Kx/xx/xx/xx PPPkppp min flip=b4"),
        ["3 KP/xx/xx/xx PPkppp max", "1 Kk/xx/xx/xx PPPppp max", "3 Kp/xx/xx/xx PPPkpp max"]
    );
    // A king does not take a pawn, a pawn takes a king; nobody takes a dark piece.
    assert_eq!(after(game, "K./p. - max"), ["1 .K/p. - min"]);
    assert_eq!(after(game, "K./p. - min"), ["1 K./.p - max", "1 p./.. - max"]);
    assert_eq!(after(game, "Kx/p. k max"), ["1 Kx/p. k max flip=b2"]);
    // A cannon steps, and jumps over one piece of any kind, at any distance.
    assert_eq!(
        after("darkchess:5x1,pieces=KC,min-pieces=KGP", "C.x.k G max"),
        ["1 .Cx.k G min", "1 ..x.C G min", "1 C.x.k G max flip=c1"]
    );
    assert_eq!(after("darkchess:5x1,pieces=KC,min-pieces=KGP", "Ckpg. - max"), ["1 .kCg. - min"]);
    // Cannons and pawns do not take what is beside them and higher; a guard takes a cannon.
    assert_eq!(after("darkchess:2x2,pieces=CP", "C./g. - max"), ["1 .C/g. - min"]);
    assert_eq!(after("darkchess:2x2,pieces=CP", "P./c. - max"), ["1 .P/c. - min"]);
    assert_eq!(after("darkchess:2x2,pieces=CP", "C./g. - min"), ["1 C./.g - max", "1 g./.. - max"]);
    assert_eq!(turn(game, "K./.. - min"), Turn::Over(2));
    assert_eq!(turn(game, "../p. - min"), Turn::Over(0));
    assert_eq!(turn(game, "../.. - max"), Turn::Over(0));
    assert_eq!(turn(game, "Kp/pp - max"), Turn::Over(0), "no move is left");
    assert_eq!(turn(game, "Kp/px p max"), Turn::Max, "there is a flip");
    assert_eq!(turn(game, "Kp/px p max flip=b1"), Turn::Chance);
    let limited = "darkchess:2x2,pieces=KP,limit=2";
    assert_eq!(after(limited, "K./p. - max quiet=1"), ["1 .K/p. - min quiet=2"]);
    assert_eq!(turn(limited, "K./.p - max quiet=2"), Turn::Over(1));
    assert_eq!(after(limited, "K./p. - min quiet=1"), ["1 K./.p - max quiet=2", "1 p./.. - max"]);
    assert_eq!(after(limited, "Kx/p. k max quiet=1"), ["1 Kx/p. k max flip=b2 quiet=1"]);
    assert_eq!(after(limited, "Kx/p. k max flip=b2 quiet=1"), ["1 Kk/p. - min"]);
    for position in [
        "xx/xx KPkp min",
        "xx/xx KPk max",
        "xx/xx KPkpp max",
        "xx/xx PKkp max",
        "xx/xx kpKP max",
        "xx/xx - max",
        "K./p.  max",
        "K./p. - max quiet=1",
        "K./p. - max flip=b1",
        "xx/xx KPkp max flip=c1",
        "xx/xx KPkp max flip=a1 flip=a1",
        "K./p - max",
        "K./p./.. - max",
        "K./z. - max",
        "X./p. - max",
        "K./p. - maximum",
        "K./p. -",
        "",
    ] {
        refused(game, position);
    }
    for position in [
        "K./p. - max quiet=0",
        "K./p. - max quiet=3",
        "K./p. - max quiet=01",
        "Kx/p. k max quiet=1 flip=b2",
    ] {
        refused(limited, position);
    }
}

/// Four flips, then four kinds; afterwards there are three flips, and the moves of the piece, which has no empty cell.
#[test]
fn lines_of_dark_chess() {
    with_chance_rules!("darkchess:2x2,pieces=KP", |rules| {
        let start = rules.read("xx/xx KPkp max").unwrap();
        let counts: Vec<u64> = (0..5).map(|moves| lines(&rules, &start, moves)).collect();
        assert_eq!(counts, [1, 4, 4 * 4, 4 * 4 * 3, 4 * 4 * 3 * 3]);
    });
}

/// Plays of hypergammon: both dice where that is possible, else the larger one; hits, the bar, and bearing off.
#[test]
fn moves_of_hypergammon() {
    let (one, two, three) = ("hypergammon:1", "hypergammon:2", "hypergammon:3");
    let rolls = after(three, "24,23,22/24,23,22 max opening");
    assert_eq!(rolls.len(), 15);
    assert_eq!(rolls[0], "2 24,23,22/24,23,22 max 21");
    let rolls = after(three, "24,23,22/24,23,22 max");
    assert_eq!(
        (rolls.len(), &*rolls[0], &*rolls[20]),
        (21, "1 24,23,22/24,23,22 max 11", "1 24,23,22/24,23,22 max 66",)
    );
    // The checker is passed by, or hit on the way.
    assert_eq!(after(one, "20/8 max 31"), ["1 16/8 min", "1 16/bar min"]);
    // A point with two checkers stops one of the two ways.
    assert_eq!(after(two, "10,off/18,18 max 31"), ["1 6,off/18,18 min"]);
    // Either of two dice can be played, but not both: the larger one.
    assert_eq!(after(two, "10,off/21,21 max 42"), ["1 6,off/21,21 min"]);
    // Nothing can be played.
    assert_eq!(after(two, "bar,3/3,3 max 33"), ["1 bar,3/3,3 min"]);
    // From the bar first; a double is played four times.
    assert_eq!(
        after(two, "bar,3/20,20 max 11"),
        ["1 21,3/20,20 min", "1 22,2/20,20 min", "1 23,1/20,20 min"]
    );
    // A number that is too high bears off the rearmost checker.
    assert_eq!(after(two, "3,1/23,23 max 65"), ["1 off,off/23,23 min"]);
    assert_eq!(turn(two, "24,24/off,off max"), Turn::Over(0));
    assert_eq!(turn(two, "18,18/off,off max"), Turn::Over(1));
    assert_eq!(turn(two, "24,off/off,off max"), Turn::Over(2));
    assert_eq!(turn(two, "off,off/bar,1 min"), Turn::Over(5));
    assert_eq!(turn(two, "24,23/24,23 max opening"), Turn::Chance);
    assert_eq!(turn(two, "24,23/24,23 min 21"), Turn::Min);
    for position in [
        "24/24,23 max",
        "23,24/24,23 max",
        "24,23/1,23 max",
        "24,0/24,23 max",
        "24,26/24,23 max",
        "24,23/24,23",
        "24,23/24,23 max 12",
        "24,23/24,23 max 77",
        "24,23/24,23 max 31 31",
        "24,23/24,23 min opening",
        "24,22/24,23 max opening",
        "off,off/24,23 max",
        "24,23/off,off max 31",
        "",
    ] {
        refused(two, position);
    }
}

#[test]
fn graph_files_with_chance() {
    let file = |outcomes: &str, node: &str| {
        format!(
            r#"{{"outcomes": [{outcomes}], "start": "a", "nodes": {{"a": {node}, "b": {{"value": "0"}}, "c": {{"value": "1"}}}}}}"#
        )
    };
    let good = |outcomes: &str, node: &str| {
        let graph = ChanceGraph::read_file(file(outcomes, node).as_bytes());
        graph.unwrap_or_else(|error| panic!("{error}"))
    };
    let usual = r#""0", "1""#;
    let chance = |weights: &str| {
        format!(r#"{{"player": "chance", "moves": ["b", "c"], "weights": [{weights}]}}"#)
    };
    let graph = good(usual, &chance("1, 9223372036854775806"));
    let mut list = Vec::new();
    graph.successors(&graph.start(), &mut list);
    assert_eq!(list.iter().map(|(_, weight)| *weight).collect::<Vec<_>>(), [1, (1 << 63) - 2]);
    good(r#""-0.5", "0", "1/2", "1""#, r#"{"player": "max", "moves": ["b", "c"]}"#);
    let refused = |outcomes: &str, node: &str, why: &str| {
        let error = ChanceGraph::read_file(file(outcomes, node).as_bytes()).unwrap_err();
        assert!(error.contains(why), "{error}");
    };
    refused(r#""loss", "0", "1""#, &chance("1, 1"), "is not a number");
    refused(r#""1", "0""#, &chance("1, 1"), "is not more than the one before it");
    refused(r#""0", "1", "2/2""#, &chance("1, 1"), "is not more than the one before it");
    refused(usual, &chance("1"), "has 2 moves, but 1 weights");
    refused(usual, &chance("0, 1"), "not a positive integer");
    refused(usual, &chance("-1, 1"), "not a positive integer");
    refused(usual, &chance("1.0, 1"), "not a positive integer");
    refused(usual, &chance("1e2, 1"), "not a positive integer");
    refused(usual, &chance("\"1\", 1"), "not a positive integer");
    refused(usual, &chance("1, 9223372036854775807"), "do not add up to less than 2^63");
    refused(usual, &chance("18446744073709551615, 18446744073709551615"), "do not add up");
    refused(usual, &chance("1, 18446744073709551616"), "not a positive integer");
    refused(usual, r#"{"player": "chance", "moves": ["b", "c"]}"#, "has no member \"weights\"");
    refused(usual, r#"{"player": "max", "moves": ["b"], "weights": [1]}"#, "does not belong there");
    refused(usual, r#"{"player": "dice", "moves": ["b"]}"#, "not \"dice\"");
    refused(
        usual,
        r#"{"player": "chance", "moves": ["a", "b"], "weights": [1, 1]}"#,
        "has a cycle",
    );
}
