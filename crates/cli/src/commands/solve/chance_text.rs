//! The answer about a game with chance for people: the board, what it is worth, and what that took.

use foregone::chance::{Answer, Fraction, MoveValue, Rounded, Stop, Unproved, decimal};

use super::chance::Page;
use crate::output::{Rows, counted, in_seconds, in_thousands, indented, printable};
use crate::table::{Align, Table};

/// Decimal places of a number that is known exactly, and of a bound.
const PLACES: usize = 6;
const PLACES_OF_BOUNDS: usize = 15;
/// Fractions with more digits are shown in a line of their own.
const LONG: usize = 40;
/// Longer scales are shown by their ends.
const OUTCOMES: usize = 8;

/// The whole page.
pub(super) fn page(page: &Page<'_>) -> String {
    let answer = page.answer;
    let board = board(answer);
    let mut text = format!("{}\n{}\n\n", indented(&board), printable(&headline(answer)));
    let mut rows = Rows::default();
    if let Some(value) = answer.value().filter(|value| is_long(value)) {
        rows.add("fraction", value.to_string());
    }
    // The bounds of a value that was answered by them are in the headline.
    if answer.value().is_none() && (answer.at_least.is_some() || !answer.is_answered()) {
        rows.add("certain", certain(answer));
    }
    if let Some(best) = &answer.best_move {
        rows.add("best move", best);
    }
    rows.add("utility", utility(answer));
    if answer.is_over() {
        rows.add("note", "the game is over here; nothing had to be searched");
    } else {
        add_cost(&mut rows, answer);
    }
    match &page.certificate {
        Some(written) => written.add_to(&mut rows),
        None if page.unwritten.is_some() => {
            rows.add("certificate", "none: the file could not be written");
        }
        None if answer.unproved.is_some() => {
            rows.add("certificate", "none written: it could not be completed");
        }
        None if answer.wants_certificate => {
            rows.add("certificate", "none written: nothing was proved");
        }
        None => {}
    }
    text.push_str(&rows.to_string());
    if let Some(moves) = answer.moves.as_ref().filter(|moves| !moves.is_empty()) {
        text.push_str(&format!("\n{}", table(answer, moves)));
    }
    if !answer.is_complete() {
        text.push_str(&format!("\nTo go further: {}.\n", advice(answer).join("; ")));
    }
    text
}

/// The board. That of a graph is one line with names from a file.
fn board(answer: &Answer) -> String {
    let text = answer.position.text();
    match answer.position.game().is_graph() {
        true => printable(text.trim_end_matches('\n')) + "\n",
        false => text,
    }
}

/// The answer in one line.
fn headline(answer: &Answer) -> String {
    let subject = answer.position.subject();
    if !answer.is_answered() {
        return format!("{subject} is not solved: {} first", limit(answer.stop));
    }
    if let (Some(threshold), Some(holds)) = (&answer.at_least, answer.holds()) {
        let holds = if holds { "yes" } else { "no" };
        return format!("{subject} is worth at least {threshold}: {holds}");
    }
    let worth = match answer.value() {
        Some(value) if is_long(value) => {
            format!("about {}", about(value, PLACES_OF_BOUNDS))
        }
        Some(value) => spelled(value),
        None => between(&answer.low, &answer.high),
    };
    format!("{subject} is worth {worth} (for the first player)")
}

fn is_long(value: &Fraction) -> bool {
    value.to_string().len() > LONG
}

/// A number as a fraction and as a decimal.
fn spelled(value: &Fraction) -> String {
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
fn about(value: &Fraction, places: usize) -> String {
    let is_negative = *value < Fraction::from_integer(0.into());
    decimal(value, places, if is_negative { Rounded::Up } else { Rounded::Down })
}

/// Bounds as decimals, rounded outward.
fn between(low: &Fraction, high: &Fraction) -> String {
    let low = decimal(low, PLACES_OF_BOUNDS, Rounded::Down);
    format!("between {low} and {}", decimal(high, PLACES_OF_BOUNDS, Rounded::Up))
}

/// What is certain although the value is not known.
fn certain(answer: &Answer) -> String {
    let Answer { low, high, utility, .. } = answer;
    let (least, greatest) = (low > utility.least(), high < utility.greatest());
    let exact = |value: &Fraction, rounded| match is_long(value) {
        true => decimal(value, PLACES_OF_BOUNDS, rounded),
        false => spelled(value),
    };
    let least = least.then(|| format!("at least {}", exact(low, Rounded::Down)));
    let most = greatest.then(|| format!("at most {}", exact(high, Rounded::Up)));
    let claims: Vec<String> = least.into_iter().chain(most).collect();
    if claims.is_empty() { "nothing yet".to_owned() } else { claims.join("; ") }
}

fn utility(answer: &Answer) -> String {
    let names = answer.position.game().scale().names();
    let pairs = names.iter().zip(answer.utility.worths());
    if pairs.clone().all(|(name, worth)| *name == worth.to_string()) {
        return "the number that an outcome is".to_owned();
    }
    let pairs: Vec<String> = pairs.map(|(name, worth)| format!("{name}={worth}")).collect();
    match pairs.as_slice() {
        [worst, next, .., last, best] if pairs.len() > OUTCOMES => {
            format!("{worst}, {next}, …, {last}, {best}")
        }
        pairs => pairs.join(", "),
    }
}

fn add_cost(rows: &mut Rows, answer: &Answer) {
    rows.add("algorithm", answer.method.name());
    if let Some(why) = &answer.chosen {
        rows.add("chosen", why);
    }
    if let Some(numbers) = answer.counted_in {
        rows.add("counted in", numbers);
    }
    if let Some(positions) = answer.positions {
        rows.add("graph", counted(positions, "position"));
    }
    rows.add("entered", counted(answer.tally.nodes, "node"));
    let rate = answer.tally.nodes as f64 / answer.elapsed.as_secs_f64().max(1e-6);
    let time = in_seconds(answer.elapsed);
    rows.add("time", format!("{time} ({} nodes/s)", in_thousands(rate as u64)));
}

/// The value of every move; outcomes of chance with their probability, below the move that they follow.
fn table(answer: &Answer, moves: &[MoveValue]) -> Table {
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
        let (exact, about) = worth(answer, value);
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

fn probability(weight: u64, total: u64) -> String {
    Fraction::new(weight.into(), total.into()).to_string()
}

/// The value of a move as a fraction and as a decimal, or its bounds.
fn worth(answer: &Answer, value: &MoveValue) -> (String, String) {
    let utility = &answer.utility;
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

fn limit(stop: Stop) -> &'static str {
    match stop {
        Stop::Nodes => "the node limit was reached",
        Stop::Memory => "the memory limit was reached",
        Stop::Time => "the time limit was reached",
        Stop::Depth => "a line of play was too long for the stack",
        Stop::Interrupted => "it was interrupted",
        Stop::Solved => "the bounds were as narrow as their numbers allow",
    }
}

/// A sentence about a certificate that does not prove all that was found.
pub(super) fn unproved(page: &Page<'_>, why: Unproved) -> String {
    let rest = match &page.certificate {
        Some(written) => format!("proves only {}", written.claims.join(", ")),
        None => "was not written".to_owned(),
    };
    format!("the answer is certain, but the certificate {rest}: {}", reason(why))
}

/// Why a proof is missing.
pub(super) fn reason(why: Unproved) -> &'static str {
    match why {
        Unproved::Stopped(Stop::Memory) => "half of --memory was not enough for it; allow more",
        Unproved::Stopped(Stop::Time) => "the time limit was reached; allow more --time",
        Unproved::Stopped(Stop::Interrupted) => "it was interrupted",
        Unproved::Stopped(_) => {
            "parts of it had to be searched again; allow more --nodes or --memory"
        }
        Unproved::TooLong => "its numbers are too long; use --algorithm interval",
        Unproved::Endless => "no bound was found for how long play lasts; use --algorithm interval",
    }
}

/// What might help a search that has ended so.
fn advice(answer: &Answer) -> Vec<&'static str> {
    let mut advice = vec![match answer.stop {
        Stop::Nodes => "allow more --nodes",
        Stop::Time => "allow more --time",
        Stop::Memory => "allow more --memory",
        Stop::Depth => "begin at a later position",
        Stop::Interrupted => "let it run longer",
        Stop::Solved => "ask for the exact value with --algorithm graph",
    }];
    if answer.at_least.is_none() {
        advice.push("ask less with --at-least");
    }
    advice
}
