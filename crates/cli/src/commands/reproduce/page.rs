//! Published figures beside measured ones, for people.

use std::fmt::Write as _;
use std::time::Duration;

use foregone_reproduce::{Figure, Reproduced, Section};

use super::findings;
use crate::output::{in_seconds, in_thousands};
use crate::table::{Align, Table};

/// The page about a table.
pub(super) fn page(reproduced: &Reproduced) -> String {
    let mut text = String::new();
    for section in &reproduced.sections {
        // Writing to a string does not fail.
        let _ = writeln!(text, "{}: {}\n", reproduced.table.name(), section.title);
        let _ = writeln!(text, "{}", table(section));
        let seconds = Duration::from_secs_f64(section.seconds);
        let _ = writeln!(text, " measured in {}\n", in_seconds(seconds));
    }
    for note in reproduced.notes {
        let _ = writeln!(text, "{}", wrapped(note));
    }
    text
}

/// Row by row, if the figures are so.
fn table(section: &Section) -> Table {
    if !section.findings.is_empty() {
        return findings::table(&section.findings);
    }
    match section.figures.first() {
        Some(Figure { row: Some(_), .. }) => grid(section),
        _ => list(section),
    }
}

/// The measured numbers, each with the published one and that of the prototype beside it if there are any in the column.
fn grid(section: &Section) -> Table {
    let first = &section.figures[0].row;
    let columns: Vec<&Figure> =
        section.figures.iter().take_while(|figure| figure.row == *first).collect();
    let is_published = |column: &Figure| {
        section.figures.iter().any(|it| it.what == column.what && it.published.is_some())
    };
    let has_reference = |column: &Figure| {
        section.figures.iter().any(|it| it.what == column.what && it.reference.is_some())
    };
    let mut heads = vec![("", Align::Left)];
    for column in &columns {
        heads.push((&column.what, Align::Right));
        if is_published(column) {
            heads.push(("published", Align::Right));
        }
        if has_reference(column) {
            heads.push(("reference", Align::Right));
        }
    }
    let mut table = Table::new(&heads);
    for figures in section.figures.chunks(columns.len()) {
        let mut texts = vec![figures[0].row.clone().unwrap_or_default()];
        for figure in figures {
            let [measured, published, reference] = cells(figure);
            texts.push(measured);
            texts.extend(Some(published).filter(|_| is_published(figure)));
            texts.extend(Some(reference).filter(|_| has_reference(figure)));
        }
        table.add(texts);
    }
    table
}

/// With the columns about the prototype only where it says something.
fn list(section: &Section) -> Table {
    let has_reference = section.figures.iter().any(|figure| figure.reference.is_some());
    let columns = [
        ("", Align::Left),
        ("published", Align::Right),
        ("measured", Align::Right),
        ("difference", Align::Right),
        ("reference", Align::Right),
        ("", Align::Left),
    ];
    let shown = if has_reference { columns.len() } else { columns.len() - 2 };
    let mut table = Table::new(&columns[..shown]);
    let number = |number: Option<u64>| number.map_or("-".to_owned(), in_thousands);
    for figure in &section.figures {
        let texts = [
            figure.what.clone(),
            number(figure.published),
            in_thousands(figure.measured),
            difference(figure),
            number(figure.reference),
            against_reference(figure),
        ];
        table.add(texts.into_iter().take(shown));
    }
    table
}

/// A number as it is printed.
fn written(figure: &Figure, number: u64) -> String {
    match figure.tenths {
        true => format!("{}.{}", in_thousands(number / 10), number % 10),
        false => in_thousands(number),
    }
}

/// The measured number, the published one and that of the prototype, or a sign if they are the same.
fn cells(figure: &Figure) -> [String; 3] {
    let over = if figure.stopped { "> " } else { "" };
    let other = |number: Option<u64>, mark: &str| match number {
        Some(number) if number == figure.measured && !figure.stopped => "=".to_owned(),
        Some(number) => format!("{mark}{}", written(figure, number)),
        None => String::new(),
    };
    [
        format!("{over}{}", written(figure, figure.measured)),
        other(figure.published, figure.mark),
        other(figure.reference, ""),
    ]
}

/// How far from the published number: nodes in per cent, positions by their number.
fn difference(figure: &Figure) -> String {
    match (figure.published, figure.difference_percent) {
        (Some(published), _) if published == figure.measured => "none".to_owned(),
        (Some(published), _) if published < 1000 => {
            format!("{:+}", figure.measured as i64 - published as i64)
        }
        (_, Some(share)) => format!("{share:+.2} %"),
        _ => String::new(),
    }
}

/// How far from the number of the prototype.
fn against_reference(figure: &Figure) -> String {
    match figure.reference {
        Some(reference) if reference == figure.measured => "met".to_owned(),
        Some(reference) => {
            let share = figure.measured as f64 / reference.max(1) as f64 - 1.0;
            format!("{:+.2} %", 100.0 * share)
        }
        None => String::new(),
    }
}

/// A note, broken into lines of about a hundred letters.
fn wrapped(note: &str) -> String {
    let (mut text, mut length) = (String::from(" *"), 2);
    for word in note.split_whitespace() {
        if length + word.chars().count() >= 98 {
            text.push_str("\n  ");
            length = 2;
        }
        text.push(' ');
        text.push_str(word);
        length += 1 + word.chars().count();
    }
    text
}
