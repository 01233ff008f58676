//! Games in which play can return: reference values, to the fraction. They were computed by an independent program.

use std::time::{Duration, Instant};

use foregone_chance::cyclic::{Solution, bounds, solve};
use foregone_chance::fraction::{Fraction, approximate, ratio, read as fraction};
use foregone_chance::games::{DarkChess, Pig};
use foregone_chance::graph::CyclicChanceGraph;
use foregone_chance::graph::file::{DecidedGraph, read};
use foregone_chance::limits::{Limits, Stop};
use foregone_chance::notation::read_line;
use foregone_chance::{ChanceGame, ChanceNotation, CyclicChance, Turn, Utility};

fn number(text: &str) -> Fraction {
    fraction(text).unwrap_or_else(|| panic!("{text} is no number"))
}

fn data(name: &str) -> String {
    let path = format!("{}/tests/data/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn solved<G: CyclicChance>(game: &G, start: &G::Position) -> Solution<G> {
    solve(game, start, &game.utility(), Limits::default()).expect("no limit")
}

#[test]
fn the_reference_graphs() {
    for line in data("cyclic.csv").lines().skip(1) {
        let row: Vec<&str> = line.split(',').collect();
        let file = read(data(&format!("{}.json", row[0])).as_bytes()).expect(row[0]);
        let endless = file.repetition.expect("what endless play is worth");
        let graph: CyclicChanceGraph = match file.decide() {
            Ok(DecidedGraph::Cyclic(graph)) => graph,
            Ok(DecidedGraph::Acyclic(_)) => panic!("{} has no cycle", row[0]),
            Err(error) => panic!("{}: {error}", row[0]),
        };
        assert_eq!(graph.scale().name(endless), row[3]);
        for (index, expected) in row[5].split(' ').enumerate() {
            let node = graph.find(&format!("n{index}")).expect("a node");
            let value = solved(&graph, &node).value(&node).expect("the start");
            assert_eq!(value, number(expected), "{} n{index}", row[0]);
        }
    }
}

#[test]
fn piglet_and_pig() {
    let value = |pig: Pig| solved(&pig, &pig.start()).value(&pig.start()).expect("the start");
    for (target, expected) in
        [(2, "4/7"), (3, "6/11"), (4, "2236/4165"), (5, "1026/1925"), (6, "275848876/521145625")]
    {
        assert_eq!(value(Pig::with_coin(target).expect("a target")), number(expected));
    }
    for (target, expected) in [(5, "216/271"), (10, "7776/10961"), (25, "13060694016/22207938913")]
    {
        assert_eq!(value(Pig::with_die(target).expect("a target")), number(expected), "{target}");
    }
}

#[test]
fn dark_chess_without_a_limit() {
    for (columns, rows, pieces, expected) in [
        (2, 2, "KP", "-1"),
        (2, 2, "KC", "-1/3"),
        (2, 3, "KCP", "-23/360"),
        (2, 3, "GCP", "-1/60"),
        (2, 3, "KGM", "13/45"),
        (2, 3, "PPP", "3/5"),
        (2, 3, "CCP", "0"),
    ] {
        let game = DarkChess::new(columns, rows, pieces, pieces).expect("a board");
        let solution = solved(&game, &game.start());
        assert_eq!(solution.value(&game.start()), Some(number(expected)), "{pieces}");
        assert_eq!(solution.counted_in(), "i64");
    }
}

#[test]
fn dark_chess_by_other_utilities() {
    let game = DarkChess::new(2, 3, "KCP", "KCP").expect("a board");
    for (utility, expected) in [("win", "29/72"), ("not-lose", "193/360"), ("score", "-23/360")] {
        let utility = Utility::read(utility, game.scale()).expect("a utility");
        let solution = solve(&game, &game.start(), &utility, Limits::default()).expect("no limit");
        assert_eq!(solution.value(&game.start()), Some(number(expected)), "{}", utility.name());
    }
}

/// Neller and Presser 2004 give the first player 53.06 per cent for a target of 100.
#[test]
fn bounds_of_pig() {
    for (target, expected) in [(10, 7776.0 / 10961.0), (50, 0.546_150_844_167)] {
        let pig = Pig::with_die(target).expect("a target");
        let brackets = bounds(&pig, &pig.start(), &pig.utility(), 45, Limits::default());
        let brackets = brackets.expect("no limit");
        assert_eq!(brackets.stop(), Stop::Solved);
        let (low, high) = brackets.bounds(&pig.start()).expect("the start");
        assert!(low <= high && &high - &low < ratio(1, 1 << 36));
        assert!((approximate(&low) - expected).abs() < 1e-11, "{target}: {low}");
    }
}

#[test]
fn limits_are_kept() {
    let game = DarkChess::new(2, 4, "KPPP", "KPPP").expect("a board");
    let stopped = |limits| solve(&game, &game.start(), &game.utility(), limits).err();
    assert_eq!(stopped(Limits { bytes: 1 << 20, ..Limits::default() }), Some(Stop::Memory));
    assert_eq!(stopped(Limits { nodes: Some(1000), ..Limits::default() }), Some(Stop::Nodes));
    let flag = std::sync::atomic::AtomicBool::new(true);
    let interrupt = Limits { interrupt: Some(&flag), ..Limits::default() };
    assert_eq!(stopped(interrupt), Some(Stop::Interrupted));
    // Exploring Pig is quick, and its fractions take long.
    let pig = Pig::with_die(60).expect("a target");
    let limits = Limits { time: Some(Duration::from_millis(600)), ..Limits::default() };
    let begun = Instant::now();
    assert_eq!(solve(&pig, &pig.start(), &pig.utility(), limits).err(), Some(Stop::Time));
    assert!(begun.elapsed() < Duration::from_secs(4));
}

/// Bounds are as close when no outcome is worth nearly nothing.
#[test]
fn bounds_do_not_depend_on_where_zero_is() {
    let piglet = Pig::with_coin(3).expect("a target");
    let utility = Utility::read("loss=100,win=101", piglet.scale()).expect("a utility");
    let brackets = bounds(&piglet, &piglet.start(), &utility, 40, Limits::default());
    let (low, high) = brackets.expect("no limit").bounds(&piglet.start()).expect("the start");
    let value = number("100") + number("6/11");
    assert!(low <= value && value <= high && high - low < ratio(1, 1 << 30));
}

/// Values of larger boards: `FOREGONE_THOROUGH=1 cargo test --release -p foregone-chance --test all cyclic`.
#[test]
fn dark_chess_on_larger_boards() {
    if std::env::var_os("FOREGONE_THOROUGH").is_none() {
        return;
    }
    let limits = Limits { bytes: 3 << 30, ..Limits::default() };
    for (pieces, values) in [
        ("KPPP", vec![("score", "-9/40"), ("win", "193/560"), ("not-lose", "241/560")]),
        ("CPPP", vec![("score", "-17/560")]),
    ] {
        let game = DarkChess::new(2, 4, pieces, pieces).expect("a board");
        for (name, expected) in values {
            let utility = Utility::read(name, game.scale()).expect("a utility");
            let solution = solve(&game, &game.start(), &utility, limits).expect("enough memory");
            assert_eq!(solution.value(&game.start()), Some(number(expected)), "{pieces} {name}");
            let graph = solution.graph();
            let chance = (0..graph.len()).filter(|&node| graph.turn(node) == Turn::Chance).count();
            println!("{pieces}: {} positions, {chance} of chance", graph.len());
        }
    }
}

/// The pattern of Hsu's lecture without a limit.
#[test]
fn the_example_of_the_lecture() {
    if std::env::var_os("FOREGONE_THOROUGH").is_none() {
        return;
    }
    let limits = Limits { bytes: 3 << 30, ..Limits::default() };
    let game = DarkChess::new(3, 4, "KGMCPP", "KGMCPP").expect("a board");
    let position = game.read_position("xgc/p../.M./x.. CK max").expect("a position");
    for (name, expected) in [("score", "1/2"), ("win", "1/2"), ("not-lose", "1")] {
        let utility = Utility::read(name, game.scale()).expect("a utility");
        let solution = solve(&game, &position, &utility, limits).expect("enough memory");
        assert_eq!(solution.value(&position), Some(number(expected)), "{name}");
    }
    let solution = solve(&game, &position, &game.utility(), limits).expect("enough memory");
    for (line, expected) in [
        ("flip-a1", "1/2"),
        ("flip-a1 K", "0"),
        ("flip-a1 C", "1"),
        ("b2-b1", "-1"),
        ("b2-a2", "0"),
        ("b2-c2", "-1/2"),
        ("b2-b3", "-1"),
        ("flip-a4", "-1"),
    ] {
        let (after, _) = read_line(&game, position, line).expect("a line");
        assert_eq!(solution.value(&after), Some(number(expected)), "{line}");
    }
}
