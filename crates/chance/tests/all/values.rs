//! Reference values of games in which play never returns, found by the search with a table. They were computed by an
//! independent program in fractions.

use foregone_chance::fraction::{Fraction, ratio, read};
use foregone_chance::games::{DarkChess, Ewn, Opened, open};
use foregone_chance::limits::{Limits, Stop};
use foregone_chance::search::{Answer, Approach, Options, at_least, every_move, solve};
use foregone_chance::{AcyclicChance, ChanceGame, ChanceNotation};

fn number(text: &str) -> Fraction {
    read(text).unwrap_or_else(|| panic!("{text} is no number"))
}

fn ewn(spelling: &str) -> Ewn {
    match open(spelling) {
        Ok(Opened::Ewn(game)) => game,
        other => panic!("{spelling}: {other:?}"),
    }
}

fn darkchess(spelling: &str) -> DarkChess<true> {
    match open(spelling) {
        Ok(Opened::LimitedDarkChess(game)) => game,
        other => panic!("{spelling}: {other:?}"),
    }
}

fn value<G: AcyclicChance>(game: &G, position: &G::Position) -> Answer {
    let bisection = Options { approach: Approach::Bisection, ..Options::default() };
    let utility = game.utility();
    let answer = solve(game, position, &utility, Options::default(), Limits::default());
    let again = solve(game, position, &utility, bisection, Limits::default());
    assert_eq!(answer.value(), again.value());
    answer
}

#[test]
fn ewn_on_small_boards() {
    for (spelling, expected) in [
        ("ewn:3x3,stones=3", "170/243"),
        ("ewn:3x3,stones=3,min=132", "56/81"),
        ("ewn:3x3,stones=3,max=213", "50/81"),
        ("ewn:3x3,stones=3,max=213,min=213", "143/243"),
    ] {
        let game = ewn(spelling);
        let answer = value(&game, &game.start());
        assert_eq!(answer.value(), Some(&number(expected)), "{spelling}");
        assert_eq!(answer.counted_in, "i64");
    }
}

#[test]
fn ewn_positions_of_a_real_game() {
    let game = ewn("ewn:5x5");
    for (position, expected) in [
        ("1...a/...../...../...../....e min", "20021/46656"),
        ("..ac./...../4..../.2.../..e.. min", "428747/2834352"),
    ] {
        let position = game.read_position(position).expect(position);
        assert_eq!(value(&game, &position).value(), Some(&number(expected)));
    }
}

/// With one stone each nothing is rolled. The second player wins where the longer side is odd and twice the shorter is at
/// most the longer plus one.
#[test]
fn ewn_with_one_stone_each() {
    for columns in 1..=9u32 {
        for rows in 1..=9u32 {
            if columns * rows < 2 {
                continue;
            }
            let game = Ewn::new(columns, rows, 1).expect("a board");
            let utility = game.utility();
            let answer =
                solve(&game, &game.start(), &utility, Options::default(), Limits::default());
            let (longer, shorter) = (columns.max(rows), columns.min(rows));
            let second = longer % 2 == 1 && 2 * shorter <= longer + 1;
            assert_eq!(answer.value(), Some(&ratio(i64::from(!second), 1)), "{columns}x{rows}");
        }
    }
}

#[test]
fn dark_chess_with_a_limit() {
    for (limit, expected) in
        [(1, "-1/30"), (2, "-2/45"), (4, "-11/180"), (6, "-5/72"), (7, "-23/360"), (8, "-23/360")]
    {
        let game = darkchess(&format!("darkchess:2x3,pieces=KCP,limit={limit}"));
        let utility = game.utility();
        let answer = solve(&game, &game.start(), &utility, Options::default(), Limits::default());
        assert_eq!(answer.value(), Some(&number(expected)), "limit {limit}");
    }
}

/// A pattern of Hsu's lecture on a smaller board: moving the minister and flipping a4 are bad. A limit of 8 is enough for
/// that. Flipping a1 is best, but winning then takes longer: `cyclic.rs` has that without a limit.
#[test]
fn the_example_of_the_lecture() {
    let game = darkchess("darkchess:3x4,pieces=KGMCPP,limit=8");
    let position = game.read_position("xgc/p../.M./x.. CK max").expect("a position");
    let (values, stop) =
        every_move(&game, &position, &game.utility(), Options::default(), Limits::default());
    assert_eq!(stop, Stop::Solved);
    let expected = [
        ("flip-a1", "0", vec![("K", 1, "0"), ("C", 1, "0")]),
        ("b2-b1", "-1", vec![]),
        ("b2-a2", "0", vec![]),
        ("b2-c2", "-1/2", vec![]),
        ("b2-b3", "-1", vec![]),
        ("flip-a4", "-1", vec![("K", 1, "-1"), ("C", 1, "-1")]),
    ];
    assert_eq!(values.len(), expected.len());
    for (found, (name, value, outcomes)) in values.iter().zip(expected) {
        assert_eq!(game.write_move(&position, found.mv), name);
        assert_eq!((&found.low, &found.high), (&number(value), &number(value)), "{name}");
        let flipped = game.after(&position, found.mv);
        assert_eq!(found.outcomes.len(), outcomes.len());
        for (found, (letter, weight, value)) in found.outcomes.iter().zip(outcomes) {
            assert_eq!(game.write_move(&flipped, found.mv), letter);
            let found = (found.weight, &found.low);
            assert_eq!(found, (Some(weight), &number(value)), "{name} {letter}");
        }
    }
}

#[test]
fn thresholds() {
    let game = ewn("ewn:3x3,stones=3");
    let utility = game.utility();
    let ask = |threshold: &str| {
        let threshold = number(threshold);
        at_least(&game, &game.start(), &utility, &threshold, Options::default(), Limits::default())
            .is_at_least(&threshold)
    };
    for (threshold, expected) in [
        ("0", true),
        ("3/5", true),
        ("170/243", true),
        ("7/10", false),
        ("171/243", false),
        ("2", false),
    ] {
        assert_eq!(ask(threshold), Some(expected), "{threshold}");
    }
}

/// Values of larger boards: `FOREGONE_THOROUGH=1 cargo test --release -p foregone-chance --test all values`.
#[test]
fn ewn_on_a_larger_board() {
    if std::env::var_os("FOREGONE_THOROUGH").is_none() {
        return;
    }
    for (spelling, expected) in [
        ("ewn:4x4,stones=3", "7909618/14348907"),
        ("ewn:4x4,stones=3,max=213,min=213", "2622113/4782969"),
    ] {
        let game = ewn(spelling);
        let limits = Limits { bytes: 2 << 30, ..Limits::default() };
        let answer = solve(&game, &game.start(), &game.utility(), Options::default(), limits);
        assert_eq!(answer.value(), Some(&number(expected)), "{spelling}");
    }
}
