//! The analysis of a game with chance for people, and as a chart.

use foregone::chance::{Analysis, Fraction, Judged, Mark, Ply, Rounded, Turn, decimal};

use crate::output::{Rows, counted, printable};
use crate::table::{Align, Table};
use crate::worth;

/// Decimal places in the table.
const PLACES: usize = 4;

/// The whole page.
pub(super) fn page(analysis: &Analysis) -> String {
    let game = analysis.end.game().spelling();
    let chosen = analysis.plies.iter().filter(|ply| ply.turn != Turn::Chance).count();
    let moves = counted(chosen as u64, "move");
    let rolls = counted((analysis.plies.len() - chosen) as u64, "turn");
    let mut text = format!(
        "{}, {moves} and {rolls} of chance; values are those of the first player ({})\n\n{}\n",
        printable(game),
        utility(analysis),
        table(analysis)
    );
    for (index, ply) in analysis.plies.iter().enumerate() {
        if let Some(sentence) = sentence(analysis, index, ply) {
            text.push_str(&format!("{}\n", printable(&sentence)));
        }
    }
    if !analysis.plies.iter().any(|ply| matches!(ply.mark, Mark::Blunder | Mark::Mistake)) {
        text.push_str("no move is known to have given anything up\n");
    }
    text.push_str(&format!("\n{}", sums(analysis)));
    let unknown = analysis.totals().unknown as u64;
    if unknown > 0 {
        let unknown = counted(unknown, "position");
        text.push_str(&format!("{unknown} not settled: allow more --nodes, --time or --memory\n"));
    }
    text
}

/// What outcomes are worth.
fn utility(analysis: &Analysis) -> String {
    let names = analysis.end.game().scale().names();
    let pairs = names.iter().zip(analysis.utility.worths());
    let pairs: Vec<String> = pairs.map(|(name, worth)| format!("{name}={worth}")).collect();
    match pairs.as_slice() {
        [worst, .., best] if pairs.len() > 4 => format!("{worst}, …, {best}"),
        all => all.join(", "),
    }
}

fn table(analysis: &Analysis) -> Table {
    let mut table = Table::new(&[
        ("", Align::Right),
        ("by", Align::Left),
        ("move", Align::Left),
        ("value after", Align::Left),
        ("gave up", Align::Right),
        ("luck", Align::Right),
        ("better", Align::Left),
    ]);
    let value = |judged: &Judged| shown(analysis, &judged.low, &judged.high);
    let empty = String::new;
    let start = [empty(), empty(), "start".to_owned(), value(&analysis.judged[0])];
    table.add(start.into_iter().chain([empty(), empty(), empty()]));
    for (index, ply) in analysis.plies.iter().enumerate() {
        let (before, after) = (&analysis.judged[index], &analysis.judged[index + 1]);
        let is_chance = ply.turn == Turn::Chance;
        let wrong = matches!(ply.mark, Mark::Blunder | Mark::Mistake);
        let mv = match &ply.probability {
            Some(probability) => format!("{} ({probability})", ply.mv),
            None => format!("{}{}", ply.mv, ply.mark.sign()),
        };
        let (least, most) = ply.given_up();
        table.add([
            (index + 1).to_string(),
            who(ply.turn).to_owned(),
            mv,
            value(after),
            if is_chance { empty() } else { amount(&least, &most, false) },
            if is_chance { amount(&ply.change.0, &ply.change.1, true) } else { empty() },
            before.best.clone().filter(|_| wrong).unwrap_or_default(),
        ]);
    }
    table
}

fn who(turn: Turn) -> &'static str {
    match turn {
        Turn::Max => "first",
        Turn::Min => "second",
        _ => "chance",
    }
}

/// A value, or what is known about it: cut off where it is exact, rounded outward where it is not.
fn shown(analysis: &Analysis, low: &Fraction, high: &Fraction) -> String {
    if low == high {
        return worth::about(low, PLACES);
    }
    let (down, up) = (decimal(low, PLACES, Rounded::Down), decimal(high, PLACES, Rounded::Up));
    let (utility, cut) = (&analysis.utility, worth::about(low, PLACES));
    match low == utility.least() && high == utility.greatest() {
        true => "?".to_owned(),
        false if cut == worth::about(high, PLACES) => cut,
        false => format!("{down} to {up}"),
    }
}

/// What was given up or gained.
fn amount(low: &Fraction, high: &Fraction, signed: bool) -> String {
    let number = |value: &Fraction| {
        let text = worth::about(value, PLACES);
        let is_positive = *value > Fraction::from_integer(0.into());
        if signed && is_positive { format!("+{text}") } else { text }
    };
    match (number(low), number(high)) {
        (low, high) if low == high => low.replace("-0.0000", "0"),
        (low, high) => format!("{low} to {high}"),
    }
}

/// A sentence about a move that has given something up.
fn sentence(analysis: &Analysis, index: usize, ply: &Ply) -> Option<String> {
    if !matches!(ply.mark, Mark::Blunder | Mark::Mistake) {
        return None;
    }
    let (before, after) = (&analysis.judged[index], &analysis.judged[index + 1]);
    let value = |it: &Judged| worth::phrase(&analysis.utility, &it.low, &it.high);
    let better = before.best.as_ref().map_or(String::new(), |mv| format!("; {mv} was better"));
    let (number, mv, sign) = (index + 1, &ply.mv, ply.mark.sign());
    Some(format!(
        "{number} {mv}{sign} by the {} player: from {} to {}{better}",
        who(ply.turn),
        value(before),
        value(after)
    ))
}

/// Skill and luck: what explains the way from the value at the start to the end.
fn sums(analysis: &Analysis) -> Rows {
    let totals = analysis.totals();
    let exact = |(low, high): &(Fraction, Fraction)| match low == high {
        true if !worth::is_long(low) => worth::spelled(low),
        true => format!("about {}", worth::about(low, worth::PLACES_OF_BOUNDS)),
        false => worth::between(low, high),
    };
    let at = |judged: &Judged| exact(&(judged.low.clone(), judged.high.clone()));
    let last = &analysis.judged[analysis.judged.len() - 1];
    let end = if analysis.end.outcome().is_some() { "result" } else { "end" };
    let mut rows = Rows::default();
    rows.add("start", at(&analysis.judged[0]));
    rows.add("luck", exact(&totals.luck));
    rows.add("first player gave up", exact(&totals.first));
    rows.add("second player gave up", exact(&totals.second));
    rows.add(end, at(last));
    rows
}
