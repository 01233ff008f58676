//! Bounds by sweeps: compared with interval iteration on the explicit graph, and with what the rules say about every position
//! after one.

use std::collections::{BTreeSet, HashMap};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use foregone_chance::conformance::{Plan, playouts};
use foregone_chance::cyclic::bounds;
use foregone_chance::fraction::{Fraction, ratio, read};
use foregone_chance::games::Hypergammon;
use foregone_chance::limits::{Limits, Stop};
use foregone_chance::sweeps::{Plan as _, Swept, Turns, Visitor, solve};
use foregone_chance::{ChanceGame, ChanceNotation, Turn, Utility};
use foregone_game::{Outcome, Player};

type Position = <Hypergammon as ChanceGame>::Position;

fn game(checkers: u32) -> Hypergammon {
    Hypergammon::new(checkers).expect("1 to 3 checkers")
}

fn swept(game: &Hypergammon, utility: &Utility) -> Swept<Hypergammon> {
    solve(game, utility, Limits::default()).unwrap_or_else(|(stop, _)| panic!("{stop:?}"))
}

fn number(text: &str) -> Fraction {
    read(text).unwrap_or_else(|| panic!("{text} is no number"))
}

/// 10 to the power of minus `places`.
fn small(places: u32) -> Fraction {
    ratio(1, 10_i64.pow(places))
}

/// Bounds of the same position by two computations have a value in common, and both are narrow.
fn agree(one: &(Fraction, Fraction), two: &(Fraction, Fraction), what: &str) {
    assert!(one.0 <= two.1 && two.0 <= one.1, "{what}: {one:?} {two:?}");
    for (low, high) in [one, two] {
        assert!(low <= high && high - low < small(12), "{what}: {one:?} {two:?}");
    }
}

/// One checker a side makes a graph that can be written down. Utilities for which what one player wins is not what the other
/// one loses need two tables.
#[test]
fn one_checker_is_worth_what_its_graph_says() {
    let game = game(1);
    for text in ["score", "win", "-3=0,-2=0,-1=0,1=0,2=0,3=1", "-3=-9,-2=-1/3,-1=0,1=0,2=1,3=2"] {
        let utility = Utility::read(text, game.scale()).expect(text);
        let swept = swept(&game, &utility);
        let graph =
            bounds(&game, &game.start(), &utility, 52, Limits::default()).expect("no limit");
        assert_eq!(graph.stop(), Stop::Solved);
        let mut compared = 0;
        playouts(&game, &Plan { seed: 2, playouts: 60 }, |position, _| {
            let found = swept.bounds(&game, position);
            let expected = graph.bounds(position).expect("a position of the graph");
            agree(&found, &expected, &format!("{text} {}", game.write_position(position)));
            compared += 1;
        });
        assert!(compared > 500, "{compared}");
    }
}

/// The bounds of the positions after a position before a roll: low and high of the best plays, averaged over the rolls.
fn looked_ahead(
    game: &Hypergammon,
    swept: &Swept<Hypergammon>,
    position: &Position,
) -> (Fraction, Fraction) {
    let (mut rolls, mut sums, mut total) = (Vec::new(), (ratio(0, 1), ratio(0, 1)), 0);
    game.moves(position, &mut rolls);
    for roll in rolls {
        let weight = game.weight(position, roll) as i64;
        let (low, high) = swept.bounds(game, &game.after(position, roll));
        sums = (sums.0 + low * ratio(weight, 1), sums.1 + high * ratio(weight, 1));
        total += weight;
    }
    (sums.0 / ratio(total, 1), sums.1 / ratio(total, 1))
}

/// The bounds prove themselves: they are beaten one turn later, for either player. The rules say here what follows, not the
/// lists of the sweeps.
#[test]
fn bounds_of_two_checkers_close() {
    let game = game(2);
    let swept = swept(&game, &game.utility());
    let (low, high) = swept.bounds(&game, &game.start());
    assert!(&high - &low < small(12), "{low} {high}");
    let mut compared = 0;
    playouts(&game, &Plan { seed: 4, playouts: 60 }, |position, line| {
        let is_roll = game.turn(position) == Turn::Chance && !line.is_empty();
        if !is_roll {
            return;
        }
        let (low, high) = swept.bounds(&game, position);
        let (next_low, next_high) = looked_ahead(&game, &swept, position);
        assert!(low <= next_low && next_high <= high, "{}", game.write_position(position));
        let is_open = low > ratio(-3, 1) && high < ratio(3, 1);
        assert!(
            !is_open || low < next_low && next_high < high,
            "{}",
            game.write_position(position)
        );
        compared += 1;
    });
    assert!(compared > 500, "{compared}");
}

/// What a sweep shows: for every position the positions after every play of every roll, with the weight of the roll.
#[derive(Default)]
struct Shown {
    group: Vec<u32>,
    after: HashMap<u32, Vec<(i64, BTreeSet<u32>)>>,
}

impl Visitor for Shown {
    fn begin(&mut self, numbers: &[u32]) {
        self.group = numbers.to_vec();
        for &number in numbers {
            assert!(self.after.insert(number, Vec::new()).is_none(), "{number} is shown twice");
        }
    }
    fn roll(&mut self, weight: i64) {
        for number in &self.group {
            self.after.get_mut(number).expect("begun").push((weight, BTreeSet::new()));
        }
    }
    fn play(&mut self, next: &[u32]) {
        assert_eq!(next.len(), self.group.len());
        for (number, &next) in self.group.iter().zip(next) {
            let rolls = self.after.get_mut(number).expect("begun");
            rolls.last_mut().expect("a roll").1.insert(next);
        }
    }
    fn end(&mut self) -> Result<(), Stop> {
        Ok(())
    }
}

/// The proof of the bounds rests on this: a sweep shows every unfinished position once, and with it what the rules say. All
/// sides but the empty one are unfinished, as the one that rolls and as the one that waits. The numbers of finished positions
/// are those of the empty side that waits.
#[test]
fn a_sweep_shows_what_the_rules_say() {
    for (checkers, sides) in [(1, 26), (2, 351)] {
        let game = game(checkers);
        let plan = game.plan();
        let mut shown = Shown::default();
        plan.sweep(&mut shown).expect("no limit");
        assert_eq!(shown.after.len() as u64, plan.positions() - (2 * sides - 1));
        let mut finished = HashMap::new();
        plan.finished(&mut |number, outcome| {
            assert!(!shown.after.contains_key(&(number as u32)));
            finished.insert(number as u32, outcome);
        });
        assert_eq!(finished.len() as u64, sides);
        let best = game.scale().best().0;
        let mut compared = 0;
        playouts(&game, &Plan { seed: 8, playouts: 90 }, |position, _| {
            let Some((number, player)) = game.number(&plan, position) else { return };
            // A finished position is seen by the loser, who would roll.
            let named = |next: &u32| match finished.get(next) {
                Some(outcome) if player == Player::Max => Next::Over(Outcome(best - outcome.0)),
                Some(&outcome) => Next::Over(outcome),
                None => Next::Open(*next),
            };
            let rolls = shown.after[&(number as u32)].iter();
            let found: Vec<(i64, BTreeSet<Next>)> =
                rolls.map(|(weight, next)| (*weight, next.iter().map(named).collect())).collect();
            let expected = by_rules(&game, &plan, position);
            assert_eq!(found, expected, "{}", game.write_position(position));
            compared += 1;
        });
        assert!(compared > 300, "{compared}");
    }
}

/// A position after a play: its number, or how the game has ended.
#[derive(PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Next {
    Open(u32),
    Over(Outcome),
}

/// The weight of every roll, and the positions after its plays.
fn by_rules(
    game: &Hypergammon,
    plan: &<Hypergammon as Turns>::Plan,
    position: &Position,
) -> Vec<(i64, BTreeSet<Next>)> {
    let next = |position: Position| match (game.turn(&position), game.number(plan, &position)) {
        (Turn::Over(outcome), _) => Next::Over(outcome),
        (_, number) => Next::Open(number.expect("before a roll").0 as u32),
    };
    let mut rolls = Vec::new();
    game.moves(position, &mut rolls);
    let after = |&roll: &u32| {
        let rolled = game.after(position, roll);
        let mut plays = Vec::new();
        game.moves(&rolled, &mut plays);
        let next = plays.iter().map(|&mv| next(game.after(&rolled, mv))).collect();
        (game.weight(position, roll) as i64, next)
    };
    rolls.iter().map(after).collect()
}

#[test]
fn limits_end_sweeps() {
    let game = game(2);
    let flag = AtomicBool::new(true);
    for (limits, expected) in [
        (Limits { nodes: Some(10_000), ..Limits::default() }, Stop::Nodes),
        (Limits { time: Some(Duration::ZERO), ..Limits::default() }, Stop::Time),
        (Limits { bytes: 1 << 20, ..Limits::default() }, Stop::Memory),
        (Limits { interrupt: Some(&flag), ..Limits::default() }, Stop::Interrupted),
    ] {
        let stopped = solve(&game, &game.utility(), limits).err().expect("a limit");
        assert_eq!(stopped.0, expected);
        assert_eq!(stopped.1.nodes >= 10_000, expected == Stop::Nodes);
    }
}

/// `FOREGONE_THOROUGH=1 cargo test --release -p foregone-chance --test all sweeps`.
fn is_thorough() -> bool {
    std::env::var_os("FOREGONE_THOROUGH").is_some()
}

/// The graph of two checkers a side has millions of positions.
#[test]
fn two_checkers_are_worth_what_their_graph_says() {
    if !is_thorough() {
        return;
    }
    let game = game(2);
    let limits = Limits { bytes: 4 << 30, ..Limits::default() };
    let graph = bounds(&game, &game.start(), &game.utility(), 52, limits).expect("no limit");
    let expected = graph.bounds(&game.start()).expect("the start");
    agree(&swept(&game, &game.utility()).bounds(&game, &game.start()), &expected, "the start");
}

/// The equity of the winner of the opening roll, published by T. Keith (Hyper Fun 06).
#[test]
fn three_checkers_are_worth_what_was_published() {
    if !is_thorough() {
        return;
    }
    let game = game(3);
    let (low, high) = swept(&game, &game.utility()).bounds(&game, &game.start());
    assert!(&high - &low < small(12), "{low} {high}");
    let published = number("0.0836795444708631");
    assert!(low <= published && published <= high, "{low} {high}");
}
