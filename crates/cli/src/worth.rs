//! Values of games with chance as people read them: fractions, decimals, bounds, and tables of moves.

use foregone::chance::{Fraction, MoveValue, Position, Rounded, Utility, decimal};

use crate::output::printable;
use crate::table::{Align, Table};

/// Decimal places of a number that is known exactly, and of a bound.
const PLACES: usize = 6;
pub(crate) const PLACES_OF_BOUNDS: usize = 15;
/// Fractions with more digits are shown in a line of their own.
const LONG: usize = 40;

/// The board. That of a graph is one line with names from a file.
pub(crate) fn board(position: &Position) -> String {
    let text = position.text();
    match position.game().is_graph() {
        true => printable(text.trim_end_matches('\n')) + "\n",
        false => text,
    }
}

/// Whether a fraction is too long for a line.
pub(crate) fn is_long(value: &Fraction) -> bool {
    value.to_string().len() > LONG
}

/// A number as a fraction and as a decimal.
pub(crate) fn spelled(value: &Fraction) -> String {
    match (value.to_string(), about(value, PLACES)) {
        (whole, cut) if whole == cut => whole,
        (fraction, cut) if is_exact(value) => format!("{fraction} = {cut}"),
        (fraction, cut) => format!("{fraction}, about {cut}"),
    }
}

/// Whether nothing is cut off.
fn is_exact(value: &Fraction) -> bool {
    decimal(value, PLACES, Rounded::Down) == decimal(value, PLACES, Rounded::Up)
}

/// A number cut off after some decimal places.
pub(crate) fn about(value: &Fraction, places: usize) -> String {
    let is_negative = *value < Fraction::from_integer(0.into());
    decimal(value, places, if is_negative { Rounded::Up } else { Rounded::Down })
}

/// Bounds as decimals, rounded outward.
pub(crate) fn between(low: &Fraction, high: &Fraction) -> String {
    let low = decimal(low, PLACES_OF_BOUNDS, Rounded::Down);
    format!("between {low} and {}", decimal(high, PLACES_OF_BOUNDS, Rounded::Up))
}

/// The value of every move; outcomes of chance with their probability, below the move that they follow.
pub(crate) fn table(utility: &Utility, moves: &[MoveValue]) -> Table {
    let columns = [
        ("move", Align::Left),
        ("probability", Align::Right),
        ("value", Align::Left),
        ("about", Align::Left),
    ];
    let has_outcomes = moves.iter().any(|it| it.weight.is_some() || !it.outcomes.is_empty());
    let mut table = match has_outcomes {
        true => Table::new(&columns),
        false => Table::new(&[columns[0], columns[2], columns[3]]),
    };
    let mut add = |label: String, value: &MoveValue, total: u64| {
        let (exact, about) = worth(utility, value);
        let probability = value.weight.map(|weight| probability(weight, total));
        let probability = has_outcomes.then(|| probability.unwrap_or_default());
        table.add([label].into_iter().chain(probability).chain([exact, about]));
    };
    let total = |values: &[MoveValue]| values.iter().filter_map(|value| value.weight).sum();
    for value in moves {
        add(value.mv.clone(), value, total(moves));
        for outcome in &value.outcomes {
            add(format!("· {}", outcome.mv), outcome, total(&value.outcomes));
        }
    }
    table
}

/// The probability of an outcome.
pub(crate) fn probability(weight: u64, total: u64) -> String {
    Fraction::new(weight.into(), total.into()).to_string()
}

/// The value of a move as a fraction and as a decimal, or its bounds.
pub(crate) fn worth(utility: &Utility, value: &MoveValue) -> (String, String) {
    let is_open = value.low == *utility.least() && value.high == *utility.greatest();
    match value.value() {
        Some(exact) if is_long(exact) => {
            ("a long fraction".to_owned(), about(exact, PLACES_OF_BOUNDS))
        }
        Some(exact) => (exact.to_string(), about(exact, PLACES)),
        None if is_open => ("unknown".to_owned(), String::new()),
        None => (between(&value.low, &value.high), String::new()),
    }
}

/// What is certain of a value in a phrase, which stands for itself: `1/2 = 0.5`, or bounds.
pub(crate) fn phrase(utility: &Utility, low: &Fraction, high: &Fraction) -> String {
    let is_open = low == utility.least() && high == utility.greatest();
    match low == high {
        true if is_long(low) => format!("about {}", about(low, PLACES_OF_BOUNDS)),
        true => spelled(low),
        false if is_open => "unknown".to_owned(),
        false => between(low, high),
    }
}
