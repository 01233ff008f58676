//! Pig and Piglet: values and decisions of Neller and Presser 2004, and the tables of Neller's course page.

use foregone_chance::cyclic::{Brackets, Solution, bounds, solve};
use foregone_chance::games::Pig;
use foregone_chance::{ChanceGame, ChanceNotation, Fraction};
use foregone_game::InvalidGame;

use super::chosen;
use crate::context::Context;
use crate::error::Error;
use crate::figures::Section;
use crate::findings::{Finding, between, solved};
use crate::table::Selection;

/// Values as fractions. The published ones are those of Neller and Presser 2004, who use Piglet with target 2 as their example.
const EXACT: [(&str, u32, &str, Option<&str>); 12] = [
    ("piglet", 2, "0:0+0 max throw", Some("4/7")),
    ("piglet", 2, "1:0+0 max throw", Some("4/5")),
    ("piglet", 2, "0:1+0 max throw", Some("2/5")),
    ("piglet", 2, "1:1+0 max throw", Some("2/3")),
    ("piglet", 3, "0:0+0 max throw", None),
    ("piglet", 4, "0:0+0 max throw", None),
    ("piglet", 5, "0:0+0 max throw", None),
    ("piglet", 6, "0:0+0 max throw", None),
    ("piglet", 10, "0:0+0 max throw", None),
    ("pig", 5, "0:0+0 max throw", None),
    ("pig", 10, "0:0+0 max throw", None),
    ("pig", 25, "0:0+0 max throw", None),
];

/// What the reference says about the start.
fn reference(game: &str, target: u32, position: &str) -> Option<&'static str> {
    match (game, target, position) {
        (_, _, position) if !position.starts_with("0:0") => None,
        ("piglet", 2, _) => Some("4/7"),
        ("piglet", 3, _) => Some("6/11"),
        ("piglet", 4, _) => Some("2236/4165"),
        ("piglet", 5, _) => Some("1026/1925"),
        ("piglet", 6, _) => Some("275848876/521145625"),
        ("pig", 5, _) => Some("216/271"),
        ("pig", 10, _) => Some("7776/10961"),
        ("pig", 25, _) => Some("13060694016/22207938913"),
        _ => None,
    }
}

/// Piglet's targets, with the totals at which to hold: a row for each own score, a column for each score of the opponent.
const HOLDS: [(u32, Option<&str>); 3] =
    [(3, Some("133/222/111")), (6, Some("222226/122225/112224/111133/111222/111111")), (9, None)];

/// Games whose fractions are too long: bounds of the start, as a decimal of the reference, and the published words.
const BOUNDED: [(u32, Option<&str>, &str, bool); 2] =
    [(50, None, "0.546150844167", true), (100, Some("53.06 %"), "0.530592725274", false)];

/// The decisions of Pig with target 100 at 41:49.
const DECISIONS: &str = "roll below 22 and at 27";
/// Binary digits that settle when sweeps end.
const DIGITS: u32 = 45;

/// The tables.
pub(super) fn reproduce(
    selection: Selection,
    context: &Context<'_>,
) -> Result<Vec<Section>, Error> {
    let mut sections = Vec::new();
    let title = "Pig and Piglet: the probability of winning (Neller and Presser 2004)";
    sections.extend(context.findings(title, &EXACT, |row| exact(row, context))?);
    let title =
        "Piglet: the total at which to hold, by own score (rows) and the opponent's (Neller)";
    sections.extend(context.findings(title, &HOLDS, |row| holds(row, context))?);
    let rows = chosen(&BOUNDED, selection, |row| row.3);
    let title = "Pig: certain bounds of the probability of winning, and decisions";
    sections.extend(context.findings(title, &rows, |row| bounded(row, context))?);
    Ok(sections)
}

fn open(game: &str, target: u32) -> Result<Pig, Error> {
    let pig = if game == "pig" { Pig::with_die(target) } else { Pig::with_coin(target) };
    pig.map_err(|InvalidGame(sentence)| Error::failed(sentence))
}

fn read(pig: &Pig, text: &str) -> Result<<Pig as ChanceGame>::Position, Error> {
    pig.read_position(text).map_err(|error| Error::failed(error.to_string()))
}

fn solution(pig: &Pig, context: &Context<'_>) -> Result<Solution<Pig>, Error> {
    let solution = solve(pig, &pig.start(), &pig.utility(), context.chance_limits());
    solved(&pig.spelling(), solution)
}

fn exact(
    &(game, target, position, published): &(&str, u32, &str, Option<&'static str>),
    context: &Context<'_>,
) -> Result<Vec<Finding>, Error> {
    let pig = open(game, target)?;
    let found = solution(&pig, context)?.value(&read(&pig, position)?);
    let value = found.ok_or_else(|| Error::failed(format!("{position} cannot be reached")))?;
    let score = position.split('+').next().unwrap_or_default();
    let finding = Finding::new(format!("{} at {score}", pig.spelling()), value);
    Ok(vec![finding.published(published).reference(reference(game, target, position))])
}

/// The values of rolling and of holding with a total.
fn choices(
    pig: &Pig,
    (own, other): (u32, u32),
    total: u32,
) -> Result<[<Pig as ChanceGame>::Position; 2], Error> {
    let position = read(pig, &format!("{own}:{other}+{total} max choose"))?;
    let mut moves = Vec::new();
    pig.moves(&position, &mut moves);
    let names: Vec<String> = moves.iter().map(|&mv| pig.write_move(&position, mv)).collect();
    match (&moves[..], &names.iter().map(String::as_str).collect::<Vec<_>>()[..]) {
        (&[roll, hold], ["roll", "hold"]) => Ok([roll, hold].map(|mv| pig.after(&position, mv))),
        _ => Err(Error::failed("a player of Pig rolls or holds")),
    }
}

/// The first total at which holding is no worse than rolling; with the target it has won.
fn hold_at(
    pig: &Pig,
    target: u32,
    scores: (u32, u32),
    solution: &Solution<Pig>,
) -> Result<u32, Error> {
    for total in 1..target - scores.0 {
        let [roll, hold] = choices(pig, scores, total)?.map(|after| solution.value(&after));
        if hold >= roll {
            return Ok(total);
        }
    }
    Ok(target - scores.0)
}

fn holds(
    &(target, published): &(u32, Option<&'static str>),
    context: &Context<'_>,
) -> Result<Vec<Finding>, Error> {
    let pig = open("piglet", target)?;
    let solution = solution(&pig, context)?;
    let row = |own: u32| -> Result<String, Error> {
        (0..target)
            .map(|other| Ok(hold_at(&pig, target, (own, other), &solution)?.to_string()))
            .collect()
    };
    let rows = (0..target).map(row).collect::<Result<Vec<String>, Error>>()?;
    Ok(vec![Finding::new(pig.spelling(), rows.join("/")).published(published)])
}

fn bounded(
    &&(target, published, reference, _): &&(u32, Option<&'static str>, &'static str, bool),
    context: &Context<'_>,
) -> Result<Vec<Finding>, Error> {
    let pig = open("pig", target)?;
    let brackets = bounds(&pig, &pig.start(), &pig.utility(), DIGITS, context.chance_limits());
    let brackets = solved(&pig.spelling(), brackets)?;
    let start = of(&brackets, &pig.start())?;
    let is_near = near(reference, &start) && published.is_none_or(|text| near(text, &start));
    let (published, reference) = (published.map(str::to_owned), Some(reference.to_owned()));
    let value = Finding { published, reference, ..Finding::new(pig.spelling(), between(&start)) };
    let mut findings = vec![value.agreeing(is_near)];
    if target == 100 {
        let measured = decisions(&pig, &brackets, (41, 49))?;
        findings.push(Finding::new("pig:100 at 41:49", measured).published(DECISIONS));
    }
    Ok(findings)
}

fn of(
    brackets: &Brackets<Pig>,
    position: &<Pig as ChanceGame>::Position,
) -> Result<(Fraction, Fraction), Error> {
    brackets.bounds(position).ok_or_else(|| Error::failed("a position of Pig cannot be reached"))
}

/// Whether a decimal, or a number of per cent, is the value between the bounds, rounded to its last digit.
fn near(text: &str, (low, high): &(Fraction, Fraction)) -> bool {
    let (digits, scale) = match text.strip_suffix(" %") {
        Some(digits) => (digits, 100),
        None => (text, 1),
    };
    let places = digits.split_once('.').map_or(0, |(_, after)| after.len());
    let Some(number) = foregone_chance::fraction::read(digits) else { return false };
    let whole = |number: i64| foregone_chance::fraction::ratio(number, 1);
    let half = (0..places).fold(foregone_chance::fraction::ratio(1, 2), |half, _| half / whole(10));
    let (low, high) = (low * whole(scale), high * whole(scale));
    low >= &number - &half && high <= number + half
}

/// At which totals rolling is better, in words. Holding is right at all others, unless the bounds are too far apart to tell.
fn decisions(pig: &Pig, brackets: &Brackets<Pig>, scores: (u32, u32)) -> Result<String, Error> {
    let (mut rolls, mut open) = (Vec::new(), Vec::new());
    for total in 2..100 - scores.0 {
        let [roll, hold] = choices(pig, scores, total)?;
        let (roll, hold) = (of(brackets, &roll)?, of(brackets, &hold)?);
        if roll.0 > hold.1 {
            rolls.push(total);
        } else if roll.1 > hold.0 {
            open.push(total.to_string());
        }
    }
    let below = (2..).zip(&rolls).take_while(|(expected, total)| expected == *total).count();
    let others: Vec<String> = rolls[below..].iter().map(u32::to_string).collect();
    let mut words = format!("roll below {}", 2 + below);
    if !others.is_empty() {
        words += &format!(" and at {}", others.join(", "));
    }
    if !open.is_empty() {
        words += &format!("; undecided at {}", open.join(", "));
    }
    Ok(words)
}

#[cfg(test)]
mod tests {
    use foregone_chance::fraction::ratio;

    use super::*;

    #[test]
    fn decimals_are_rounded_values() {
        let value = ratio(5306, 10_000);
        assert!(near("53.06 %", &(value.clone(), value.clone())));
        assert!(near("0.531", &(value.clone(), value.clone())));
        assert!(!near("0.530", &(value.clone(), value.clone())));
        assert!(!near("53.06 %", &(value.clone(), ratio(54, 100))));
        assert!(!near("much", &(value.clone(), value)));
    }
}
