//! Colours for values: green for a win of the first player, red for a loss, yellow for what lies between. They are there on
//! terminals only, unless `NO_COLOR` or `CLICOLOR_FORCE` say otherwise.

use std::env::var_os;
use std::io::{IsTerminal, stdout};

use foregone_game::{Outcome, Player, Scale};
use foregone_solve::play::winner;

const GREEN: &str = "\u{1b}[32m";
const YELLOW: &str = "\u{1b}[33m";
const RED: &str = "\u{1b}[31m";
const PLAIN: &str = "\u{1b}[0m";

/// A text that has one colour as a whole, without it and with a way to give it back once the text has been laid out.
pub(crate) fn strip(text: &str) -> (String, Option<&'static str>) {
    let colour = [GREEN, YELLOW, RED].into_iter().find(|colour| text.starts_with(colour));
    match colour.and_then(|colour| text.strip_prefix(colour)?.strip_suffix(PLAIN)) {
        Some(inner) if is_on() => (inner.to_owned(), colour),
        _ => (text.to_owned(), None),
    }
}

/// A text in a colour that was taken from it.
pub(crate) fn paint(text: &str, colour: &str) -> String {
    format!("{colour}{text}{PLAIN}")
}

/// Whether results have colours.
fn is_on() -> bool {
    let is_set = |name| var_os(name).is_some_and(|value| !value.is_empty() && value != "0");
    let is_dumb = || var_os("TERM").is_some_and(|term| term == "dumb");
    !is_set("NO_COLOR") && (is_set("CLICOLOR_FORCE") || stdout().is_terminal() && !is_dumb())
}

/// The name of an outcome in its colour.
pub(crate) fn value(scale: &Scale, outcome: Outcome) -> String {
    // Names of outcomes may come from a file: they are shown as they are, whatever they hold.
    let name = crate::output::printable(scale.name(outcome));
    let colour = match winner(scale, outcome) {
        _ if !is_on() => return name,
        Some(Player::Max) => GREEN,
        Some(Player::Min) => RED,
        None => YELLOW,
    };
    format!("{colour}{name}{PLAIN}")
}

/// Applies `change` to a text except for the colours in it.
pub(crate) fn keep(text: &str, change: impl Fn(&str) -> String) -> String {
    if !is_on() {
        return change(text);
    }
    let mut out = String::new();
    let mut rest = text;
    while !rest.is_empty() {
        let starts = [GREEN, YELLOW, RED, PLAIN].map(|colour| (rest.find(colour), colour));
        let next = starts.into_iter().filter_map(|(at, colour)| Some((at?, colour))).min();
        let (before, colour) = next.unwrap_or((rest.len(), ""));
        out.push_str(&change(&rest[..before]));
        out.push_str(colour);
        rest = &rest[before + colour.len()..];
    }
    out
}
