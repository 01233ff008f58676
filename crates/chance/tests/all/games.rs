//! The games: conformance, spellings, reference values and node counts. Values and counts were computed by an independent
//! program in fractions.

use foregone_chance::conformance::{Plan, check_acyclic, check_cyclic};
use foregone_chance::games::{DarkChess, Ewn, Opened, Pig, open};
use foregone_chance::limits::Limits;
use foregone_chance::number::Words;
use foregone_chance::search::{Method, search};
use foregone_chance::{AcyclicChance, ChanceGame, ChanceNotation};

const KEPT: Method = Method::Star2 { keep: true };
const FORGOTTEN: Method = Method::Star2 { keep: false };

fn ewn(spelling: &str) -> Ewn {
    match open(spelling) {
        Ok(Opened::Ewn(game)) => game,
        other => panic!("{spelling}: {other:?}"),
    }
}

fn limited_pig(spelling: &str) -> Pig<true> {
    match open(spelling) {
        Ok(Opened::LimitedPig(game)) => game,
        other => panic!("{spelling}: {other:?}"),
    }
}

fn limited_darkchess(spelling: &str) -> DarkChess<true> {
    match open(spelling) {
        Ok(Opened::LimitedDarkChess(game)) => game,
        other => panic!("{spelling}: {other:?}"),
    }
}

/// The value and the nodes of a search with the widest window.
fn counted<G: AcyclicChance>(game: &G, position: &G::Position, method: Method) -> (String, u64) {
    let utility = game.utility();
    let denominator = game.denominator(position).expect("a denominator");
    let words = Words::<i128>::exact(&utility, denominator).expect("numbers that fit");
    let window = (utility.least(), utility.greatest());
    let found =
        search(game, &words, position, window, method, Limits::default()).expect("no limit");
    (found.answer.to_string(), found.tally.nodes)
}

#[test]
fn games_keep_their_promises() {
    let plan = Plan { seed: 3, playouts: 30 };
    check_cyclic(&Pig::with_die(20).expect("a target"), &plan);
    check_cyclic(&Pig::with_coin(4).expect("a target"), &plan);
    for spelling in ["pig:1,turns=1", "pig:10,turns=2", "pig:100,turns=9", "piglet:3,turns=4"] {
        check_acyclic(&limited_pig(spelling), &plan);
    }
    for spelling in [
        "ewn:2x1,stones=1",
        "ewn:3x3,stones=3,max=312,min=213",
        "ewn:4x3,stones=3,die=6",
        "ewn:5x5",
        "ewn:5x5,die=2",
        "ewn:4x4,stones=3,die=1",
    ] {
        check_acyclic(&ewn(spelling), &plan);
    }
    for (columns, rows, max, min) in
        [(2, 2, "KP", "KP"), (3, 4, "KGMCPP", "KGMCPP"), (2, 3, "KC", "CPPP")]
    {
        let game = DarkChess::new(columns, rows, max, min).expect("a board");
        check_cyclic(&game, &plan);
        check_acyclic(&game.limited(4).expect("a limit"), &plan);
    }
    check_cyclic(&DarkChess::usual(), &Plan { seed: 1, playouts: 3 });
}

#[test]
fn node_counts_of_piglet_and_pig() {
    for (spelling, value, counts) in [
        ("piglet:3,turns=4", "4209/8192", [973, 762, 760, 7741]),
        ("pig:10,turns=2", "81543457/120932352", [39801, 26255, 26103, 565_741]),
        ("piglet:5,turns=4", "", [0, 0, 6_664, 2_334_009]),
    ] {
        let game = limited_pig(spelling);
        let methods = [Method::Expectimax, Method::Star1, KEPT, FORGOTTEN];
        for (method, nodes) in methods.into_iter().zip(counts) {
            let found = counted(&game, &game.start(), method);
            if nodes > 0 {
                assert_eq!(found.1, nodes, "{spelling} {method:?}");
            }
            if !value.is_empty() {
                assert_eq!(found.0, value, "{spelling} {method:?}");
            }
        }
    }
}

#[test]
fn node_counts_of_ewn() {
    let game = ewn("ewn:3x3,stones=3");
    let position = game.read_position("31./2../..a").expect("a position");
    for (method, nodes) in [(Method::Expectimax, 19_930), (Method::Star1, 3847), (KEPT, 4296)] {
        assert_eq!(counted(&game, &position, method), ("25/27".to_owned(), nodes), "{method:?}");
    }
}

#[test]
fn node_counts_of_dark_chess() {
    let game = limited_darkchess("darkchess:2x2,pieces=KP,limit=4");
    let methods = [Method::Expectimax, Method::Star1, KEPT, FORGOTTEN];
    for (method, nodes) in methods.into_iter().zip([116_869, 10_571, 10_373, 30_489]) {
        let (value, found) = counted(&game, &game.start(), method);
        assert_eq!((value.as_str(), found), ("-1", nodes), "{method:?}");
    }
}

#[test]
fn the_lectures_example() {
    let game = limited_darkchess("darkchess:3x4,pieces=KGMCPP,limit=6");
    let position = game.read_position("xgc/p../.M./x.. CK max").expect("a position");
    assert_eq!(game.write_position(&position), "xgc/p../.M./x.. KC max");
    let mut moves = Vec::new();
    game.moves(&position, &mut moves);
    let names: Vec<String> = moves.iter().map(|&mv| game.write_move(&position, mv)).collect();
    assert_eq!(names, ["flip-a1", "b2-b1", "b2-a2", "b2-c2", "b2-b3", "flip-a4"]);
}

#[test]
fn spellings_are_read_and_written() {
    for (spelling, canonical) in [
        ("pig", "pig:100"),
        (" piglet ", "piglet:10"),
        ("pig:20,turns=3", "pig:20,turns=3"),
        ("ewn", "ewn:5x5"),
        ("ewn:3X4,stones=3,die=3,min=123,max=312", "ewn:3x4,stones=3,max=312"),
        ("ewn:4x4,die=6,stones=3", "ewn:4x4,stones=3,die=6"),
        ("darkchess", "darkchess:4x8"),
        ("darkchess:2x2,pieces=PK", "darkchess:2x2,pieces=KP"),
        (
            "darkchess:2x3,pieces=KC,min-pieces=PPPC,limit=7",
            "darkchess:2x3,pieces=KC,min-pieces=CPPP,limit=7",
        ),
        ("darkchess:4x8,limit=180", "darkchess:4x8,limit=180"),
    ] {
        let opened = open(spelling).unwrap_or_else(|error| panic!("{spelling}: {error}"));
        assert_eq!(opened.spelling(), canonical);
        assert_eq!(open(canonical).expect(canonical).spelling(), canonical);
    }
}

#[test]
fn wrong_spellings_get_one_sentence() {
    for (spelling, part) in [
        ("chess", "no game with chance called \"chess\""),
        ("pig:x", "needs a whole number for the target, not \"x\""),
        ("pig:1001", "target from 1 to 1000, not 1001"),
        ("pig:10,turns=0", "needs 1 to 10000 turns, not 0"),
        ("pig:10,20", "\"20\" after \"10\" is too much"),
        ("pig:10,", "has an empty parameter"),
        ("pig:10,turns=1,turns=2", "the option turns twice"),
        ("pig:10,die=3", "no option \"die\"; it knows turns"),
        ("ewn:0x3", "sides from 1 to 26"),
        ("ewn:4294967295x4294967295", "sides from 1 to 26"),
        ("ewn:20x20", "at most 250 cells"),
        ("ewn:3", "size of the form COLUMNSxROWS"),
        ("ewn:3x3,stones=6", "no room for 6 stones"),
        ("ewn:1x1", "no room for 1 stones"),
        ("ewn:3x3,stones=4", "1, 3 or 6 stones a side, not 4"),
        ("ewn:3x3,stones=3,die=0", "die of 1 to 60 faces, not 0"),
        (
            "ewn:3x3,stones=3,max=122",
            "max lists every stone once, from the corner on, as in max=321",
        ),
        ("ewn:3x3,stones=3,min=0", "min lists every stone once"),
        ("darkchess:2x2", "needs pieces that fill the board"),
        ("darkchess:2x2,pieces=KPP", "has 4 cells, and there are 6 pieces"),
        ("darkchess:2x2,pieces=KX", "\"X\" is none of them"),
        ("darkchess:2x2,pieces=Kp", "\"p\" is none of them"),
        ("darkchess:2x2,pieces=", "at least one piece a side"),
        ("darkchess:0x2,pieces=K", "0x2 is not possible"),
        ("darkchess:99999x99999,pieces=K", "at most 32 cells"),
        ("darkchess:2x2,pieces=KP,limit=0", "from 1 to 1000 turns, not 0"),
    ] {
        let error = open(spelling).map(|game| game.spelling()).expect_err(spelling).to_string();
        assert!(error.contains(part), "{spelling}: {error}");
    }
}

#[test]
fn wrong_positions_get_one_sentence() {
    let pig = limited_pig("pig:10,turns=3");
    for text in [
        "",
        "0:0",
        "0:0+0 max",
        "10:0+0 max throw 3",
        "0:0+1 max choose 3",
        "0:0+0 max throw 4",
        "0:0+40 min choose 1",
        "0:0+99999 max throw 1",
        "0:0+2 max throw 0",
    ] {
        assert!(pig.read_position(text).is_err(), "{text}");
    }
    let ewn = ewn("ewn:3x3,stones=3");
    for text in [
        "",
        "...",
        ".../.../...",
        "1../1../..a",
        "4../.../..a",
        "1../.../..d",
        "1?./.../..a",
        "1../.../..a you",
        "1../.../..a max 1",
        "12./.../..a max 3",
        "12./.../..a max 1 1",
    ] {
        assert!(ewn.read_position(text).is_err(), "{text}");
    }
    let dark = limited_darkchess("darkchess:2x2,pieces=KP,limit=4");
    for text in [
        "",
        "xx/xx",
        "xx/xx KPk max",
        "xx/xx KPkp you",
        "xx/xx KPkp min",
        "x./.z K max",
        "K./.k - max flip=a1",
        "K./.k - max quiet=5",
        "K./.k - max quiet=x",
        "K/k - max",
    ] {
        assert!(dark.read_position(text).is_err(), "{text}");
    }
}
