//! Certificates that hold a table, of hypergammon with one checker a side. The tables are made here, from the checker's rules
//! by a method of its own, and compared number by number with what the document demands.

use std::collections::HashMap;

use foregone_proof::format::ExpectationHeader;
use foregone_proof::rules::chance::{ChanceRules, Hypergammon, HypergammonPosition, Turn};
use foregone_proof::{Accepted, Failure, Options, check};

use super::model::Number;
use super::random::Random;
use super::writer::seal_raw;

/// Numbers are multiples of one part of this.
const D: i64 = 1 << 40;

/// What a play leads to: an outcome, in multiples of 1/D for the player who would roll, or a position.
enum Next {
    Over([i64; 2]),
    Place(usize),
}

/// The rolls at a position with their weights, and where each play leads.
type Rolls = Vec<(i64, Vec<Next>)>;

/// All positions before a roll with one checker a side, with everything that can follow.
struct Turns {
    places: Vec<(u8, u8)>,
    /// What follows every position, for each view.
    after: [Vec<Rolls>; 2],
}

fn name(place: u8) -> String {
    if place == 25 { "bar".to_owned() } else { place.to_string() }
}

/// The text of a position before a roll; view 0 is that of Max, view 1 that of Min.
fn text((rolls, waits): (u8, u8), view: usize) -> String {
    match view {
        0 => format!("{}/{} max", name(rolls), name(waits)),
        _ => format!("{}/{} min", name(waits), name(rolls)),
    }
}

impl Turns {
    fn new(worths: [i64; 6]) -> Turns {
        let Ok(rules) = Hypergammon::open("1") else { panic!("one checker") };
        let meets = |a: u8, b: u8| a < 25 && b < 25 && a + b == 25;
        let pairs = (1..=25).flat_map(|a| (1..=25).map(move |b| (a, b)));
        let places: Vec<(u8, u8)> = pairs.filter(|&(a, b)| !meets(a, b)).collect();
        let known: [HashMap<String, usize>; 2] = [0, 1].map(|view| {
            places.iter().enumerate().map(|(at, &place)| (text(place, view), at)).collect()
        });
        let next = |position: &HypergammonPosition, view: usize| match rules.turn(position) {
            Turn::Over(rank) => {
                let sign = if view == 0 { 1 } else { -1 };
                Next::Over([sign * worths[rank] * D, sign * worths[rank] * D])
            }
            _ => Next::Place(known[view][&rules.write(position)]),
        };
        let after = [0, 1].map(|view| {
            let rolls = |&place: &(u8, u8)| {
                let (mut rolls, position) = (Vec::new(), rules.read(&text(place, view)).unwrap());
                rules.successors(&position, &mut rolls);
                let played = |(rolled, weight): &(HypergammonPosition, u64)| {
                    let mut plays = Vec::new();
                    rules.successors(rolled, &mut plays);
                    let plays = plays.iter().map(|(position, _)| next(position, 1 - view));
                    (*weight as i64, plays.collect())
                };
                rolls.iter().map(played).collect()
            };
            places.iter().map(rolls).collect()
        });
        Turns { places, after }
    }

    /// The sum over all rolls of the weight times the greatest negative number of a column after a play.
    fn best(&self, table: &[Vec<[i64; 2]>], (view, at): (usize, usize), column: usize) -> i64 {
        let next_view = table.len() - 1 - view;
        let number = |next: &Next| match next {
            Next::Over(numbers) => -numbers[column],
            Next::Place(place) => -table[next_view][*place][column],
        };
        let best = |plays: &Vec<Next>| plays.iter().map(number).max().unwrap();
        self.after[view][at].iter().map(|(weight, plays)| weight * best(plays)).sum()
    }

    /// Bounds that satisfy what the document demands, of one view or of both.
    fn table(&self, views: usize) -> Vec<Vec<[i64; 2]>> {
        let mut table = vec![vec![[0; 2]; self.places.len()]; views];
        let all: Vec<(usize, usize)> =
            (0..views).flat_map(|view| (0..self.places.len()).map(move |at| (view, at))).collect();
        // Value iteration, until only rounding is left.
        loop {
            let mut change = 0;
            for &(view, at) in &all {
                let value = self.best(&table, (view, at), 0).div_euclid(36);
                change = change.max((value - table[view][at][0]).abs());
                table[view][at] = [value; 2];
            }
            if change <= 8 {
                break;
            }
        }
        // Then bounds move away from each other where they do not follow.
        while !all.iter().all(|&place| self.follows(&table, place)) {
            for &(view, at) in &all {
                let (low, high) = self.limits(&table, (view, at));
                let [old_low, old_high] = table[view][at];
                if old_low > low || old_high < high {
                    table[view][at] = [old_low.min(low - 4), old_high.max(high + 4)];
                }
            }
        }
        table
    }

    /// The highest lower bound and the lowest upper bound that follow.
    fn limits(&self, table: &[Vec<[i64; 2]>], place: (usize, usize)) -> (i64, i64) {
        let low = self.best(table, place, 1).div_euclid(36) - 1;
        let high = -(-self.best(table, place, 0)).div_euclid(36) + 1;
        (low, high)
    }

    fn follows(&self, table: &[Vec<[i64; 2]>], (view, at): (usize, usize)) -> bool {
        let (low, high) = self.limits(table, (view, at));
        table[view][at][0] <= low && table[view][at][1] >= high
    }
}

fn unsigned(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

fn records(table: &[Vec<[i64; 2]>]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for [low, high] in table.iter().flatten() {
        unsigned(&mut bytes, if *low < 0 { (-2 * low - 1) as u64 } else { 2 * *low as u64 });
        unsigned(&mut bytes, (high - low) as u64);
    }
    bytes
}

/// The claims of the bounds of a position before Max's roll.
fn header(worths: [i64; 6], place: (u8, u8), [low, high]: [i64; 2]) -> ExpectationHeader {
    let worths = worths.iter().map(ToString::to_string);
    let mut header = ExpectationHeader::new("hypergammon:1", text(place, 0), worths);
    let fraction = |number: i64| Some(Number::new(number.into(), D.into()).to_string());
    (header.at_least, header.at_most) = (fraction(low), fraction(high));
    header.denominator = Some(D.to_string());
    header.infinite = Some("-3".to_owned());
    header.table = true;
    header
}

const SCORE: [i64; 6] = [-3, -2, -1, 1, 2, 3];
/// What one player wins is not what the other one loses.
const CROOKED: [i64; 6] = [-9, -1, 0, 0, 1, 2];

/// A certificate of the start before an ordinary roll.
struct Case {
    turns: Turns,
    worths: [i64; 6],
    table: Vec<Vec<[i64; 2]>>,
    at: usize,
}

impl Case {
    fn new(worths: [i64; 6], views: usize) -> Case {
        let turns = Turns::new(worths);
        let table = turns.table(views);
        let at = turns.places.iter().position(|&place| place == (24, 24)).unwrap();
        Case { turns, worths, table, at }
    }

    fn header(&self) -> ExpectationHeader {
        header(self.worths, (24, 24), self.table[0][self.at])
    }

    fn file(&self, header: &ExpectationHeader, table: &[Vec<[i64; 2]>]) -> Vec<u8> {
        let count: usize = table.iter().map(Vec::len).sum();
        seal_raw(header, &records(table), count as u64)
    }

    fn verdict(&self, table: &[Vec<[i64; 2]>]) -> Result<Accepted, Failure> {
        verdict(&self.file(&self.header(), table))
    }
}

fn verdict(file: &[u8]) -> Result<Accepted, Failure> {
    check(file, &Options { threads: 2, ..Options::default() })
}

fn refused(file: &[u8], why: &str) {
    let failure = verdict(file).unwrap_err();
    assert!(matches!(failure, Failure::Rejected(_)), "{failure}");
    assert!(failure.to_string().contains(why), "{failure}");
}

#[test]
fn tables_prove_bounds() {
    for (worths, views) in [(SCORE, 1), (CROOKED, 2)] {
        let case = Case::new(worths, views);
        let accepted = case.verdict(&case.table).unwrap_or_else(|failure| panic!("{failure}"));
        assert_eq!(accepted.positions, 601 * views as u64);
        let [low, high] = case.table[0][case.at];
        assert!(high - low < D / 1_000_000 && high > low, "{low} {high}");
        let mut stronger = case.header();
        (stronger.at_least, stronger.at_most) =
            (Some(Number::new((low + 1).into(), D.into()).to_string()), None);
        refused(&case.file(&stronger, &case.table), "is not proved");
        (stronger.at_least, stronger.at_most) =
            (None, Some(Number::new((high - 1).into(), D.into()).to_string()));
        refused(&case.file(&stronger, &case.table), "is not proved");
    }
}

/// A number that is moved by one step is refused if it does not follow any more, or if another number rested on it; otherwise
/// it is a weaker or a stronger bound that holds.
#[test]
fn every_number_is_compared() {
    let (mut accepted, mut refused) = (0, 0);
    for (worths, views) in [(SCORE, 1), (CROOKED, 2)] {
        let case = Case::new(worths, views);
        let mut random = Random::new(7);
        for _ in 0..150 {
            let (view, at) = (random.below(views), random.below(case.turns.places.len()));
            let (low, high) = case.turns.limits(&case.table, (view, at));
            let column = random.below(2);
            let edge = [low, high][column];
            for by in [-1, 0, 1] {
                let mut table = case.table.clone();
                table[view][at][column] = edge + by;
                if table[view][at][0] > table[view][at][1] {
                    continue;
                }
                let all = (0..views)
                    .flat_map(|view| (0..case.turns.places.len()).map(move |at| (view, at)));
                let holds = all.into_iter().all(|place| case.turns.follows(&table, place));
                let [low, high] = table[0][case.at];
                let [claimed_low, claimed_high] = case.table[0][case.at];
                let expected = holds && low >= claimed_low && high <= claimed_high;
                let verdict = case.verdict(&table);
                assert_eq!(verdict.is_ok(), expected, "{view} {at} {column} {by}: {verdict:?}");
                let is_beyond = if column == 0 { by > 0 } else { by < 0 };
                assert!(!is_beyond || !expected, "a bound beyond what follows");
                if expected { accepted += 1 } else { refused += 1 }
            }
        }
    }
    assert!(accepted > 100 && refused > 300, "{accepted} accepted, {refused} refused");
}

#[test]
fn tables_are_complete_and_belong_to_hypergammon() {
    let case = Case::new(SCORE, 1);
    let mut short = case.table.clone();
    short[0].pop();
    refused(&case.file(&case.header(), &short), "breaks off before its last position");
    let mut long = case.table.clone();
    long[0].push([0; 2]);
    refused(&case.file(&case.header(), &long), "records are left");
    let mut exact = case.header();
    exact.denominator = None;
    refused(&case.file(&exact, &case.table), "need a \"denominator\"");
    let mut other = case.header();
    other.utility = CROOKED.iter().map(ToString::to_string).collect();
    refused(&case.file(&other, &case.table), "breaks off before its last position");
    let mut fine = case.header();
    fine.denominator = Some((1_u64 << 60).to_string());
    refused(&case.file(&fine, &case.table), "2^57 or more");
    let mut far = case.table.clone();
    far[0][0][0] = -(1 << 57);
    refused(&case.file(&case.header(), &far), "not between -2^57 and 2^57");
    let mut pig = ExpectationHeader::new("pig:10", "0:0+0 max throw", ["0", "1"]);
    pig.at_least = Some("1/2".to_owned());
    (pig.infinite, pig.table) = (Some("loss".to_owned()), true);
    refused(&seal_raw(&pig, &[], 0), "only for hypergammon");
    let mut without = case.header();
    without.table = false;
    refused(&case.file(&without, &case.table), "");
}
