//! What is found out about a rule file, for people.

use foregone_gdl::{Error, Statistics};

use super::report::{Report, rate};
use crate::output::{Rows, counted, in_seconds, in_thousands, printable};

/// Everything about a game.
pub(super) fn page(name: &str, source: &str, report: &Report) -> String {
    let compiled = &report.compiled;
    let mut text = String::new();
    for warning in &compiled.warnings {
        text.push_str(&warning.render(name, source));
        text.push_str("\n\n");
    }
    let [max, min] = &compiled.roles;
    text.push_str(&format!("{}: a game of {max} (Max) and {min}\n\n", printable(name)));
    let size = report.size;
    let mut rows = Rows::default();
    let always = match compiled.constant_sentences() {
        0 => String::new(),
        always => format!(", and {} always hold", in_thousands(always as u64)),
    };
    rows.add("sentences", format!("{} vary{always}", in_thousands(size.states as u64)));
    let [one, other] = compiled.move_counts().map(|moves| in_thousands(moves as u64));
    rows.add("moves", format!("{one} of {max}, {other} of {min}"));
    let list = |values: &[i64]| values.iter().map(i64::to_string).collect::<Vec<_>>().join(" ");
    let [one, other] = compiled.goal_values();
    rows.add("goals", format!("{} of {max}, {} of {min}", list(&one), list(&other)));
    rows.add("outcomes", compiled.scale().names().join(" < "));
    let gates = [size.status_gates, size.next_gates].map(|gates| in_thousands(gates as u64));
    rows.add("gates", format!("{} to judge a position, {} for the next one", gates[0], gates[1]));
    let key = compiled.key_bits().map(|bits| format!("{bits} bits, exact"));
    rows.add("key", key.unwrap_or_else(|| "128 bits of a hash".to_owned()));
    rows.add("end", ending(report));
    played(&report.statistics, compiled.scale().names(), &mut rows);
    let rate = in_thousands(rate(report));
    rows.add(
        "time",
        format!("{} to open, {rate} positions a second in random play", in_seconds(report.time)),
    );
    text.push_str(&rows.to_string());
    text
}

/// Whether play ends.
fn ending(report: &Report) -> String {
    match &report.ends {
        Some(why) => format!("play always ends: {why}"),
        None => {
            let best = report.compiled.scale().names().last().map_or("", String::as_str);
            format!(
                "nothing in the rules shows that play ends; say what playing on for ever is worth, for example with ,infinite={best}"
            )
        }
    }
}

fn played(statistics: &Statistics, scale: &[String], rows: &mut Rows) {
    let games = statistics.games;
    let average = |number: u64, of: u64| format!("{:.1}", number as f64 / of.max(1) as f64);
    if games > 0 {
        let (shortest, longest) = (statistics.shortest, statistics.longest);
        rows.add(
            "random play",
            format!("{} with {shortest} to {longest} moves", counted(games, "game")),
        );
    }
    if statistics.unfinished > 0 {
        let label = if games > 0 { "" } else { "random play" };
        rows.add(
            label,
            format!("{} given up after 2,000 moves", counted(statistics.unfinished, "game")),
        );
    }
    let (moves, choices) = (statistics.moves, statistics.choices);
    rows.add(
        "",
        format!(
            "{} choices at a position, at most {}",
            average(choices, moves),
            statistics.most_choices
        ),
    );
    let outcomes = scale.iter().zip(&statistics.outcomes).filter(|(_, count)| **count > 0);
    let outcomes: Vec<String> =
        outcomes.map(|(name, &count)| format!("{name} {}", in_thousands(count))).collect();
    if !outcomes.is_empty() {
        rows.add("", outcomes.join(", "));
    }
}

/// The line about a file of a folder.
pub(super) fn line(name: &str, found: &Result<Report, Error>) -> String {
    let what = match found {
        Err(error) => match error.place {
            Some(place) => format!("{place}: {}", error.message),
            None => error.message.clone(),
        },
        Ok(report) => match &report.statistics.finding {
            Some(finding) => finding.clone(),
            None => {
                let ends = if report.ends.is_some() { "ends" } else { "may not end" };
                let sentences = in_thousands(report.size.states as u64);
                format!(
                    "{sentences} sentences, play {ends}, {} positions/s",
                    in_thousands(rate(report))
                )
            }
        },
    };
    format!("{name}  {}\n", printable(&shortened(&what)))
}

/// A sentence that fits a line.
fn shortened(text: &str) -> String {
    const LONGEST: usize = 140;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
