//! The answer about a game with chance for people: the board, what it is worth, and what that took.

use foregone::chance::{Answer, Fraction, Rounded, Stop, Unproved, decimal};

use super::chance::Page;
use crate::output::{Rows, counted, in_seconds, in_thousands, indented, printable};
use crate::worth::{self, PLACES_OF_BOUNDS, about, between, is_long, spelled};

/// Longer scales are shown by their ends.
const OUTCOMES: usize = 8;

/// The whole page.
pub(super) fn page(page: &Page<'_>) -> String {
    let answer = page.answer;
    let board = worth::board(&answer.position);
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
        text.push_str(&format!("\n{}", worth::table(&answer.utility, moves)));
    }
    if !answer.is_complete() {
        text.push_str(&format!("\nTo go further: {}.\n", advice(answer).join("; ")));
    }
    text
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

pub(crate) fn limit(stop: Stop) -> &'static str {
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
        Unproved::Stopped(Stop::Memory) => "--memory was not enough for it as well; allow more",
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
