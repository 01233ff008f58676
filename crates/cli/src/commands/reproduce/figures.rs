//! Published figures beside measured ones.

use std::fmt::Write as _;

use serde::Serialize;

use crate::output::{in_seconds, in_thousands};
use crate::table::{Align, Table};

/// A table of a paper, repeated.
#[derive(Serialize)]
pub(super) struct Reproduced {
    pub(super) table: &'static str,
    pub(super) sections: Vec<Section>,
    /// Why the figures differ.
    pub(super) notes: &'static [&'static str],
}

/// A part of a table.
#[derive(Serialize)]
pub(super) struct Section {
    pub(super) title: String,
    pub(super) figures: Vec<Figure>,
    /// What it took here.
    pub(super) seconds: f64,
}

/// One number.
#[derive(Serialize)]
pub(super) struct Figure {
    pub(super) what: String,
    pub(super) published: Option<u64>,
    /// What an independent prototype of ours gave.
    pub(super) reference: Option<u64>,
    pub(super) measured: u64,
    /// How far the measured number is from the published one.
    pub(super) difference_percent: Option<f64>,
}

impl Figure {
    pub(super) fn new(
        what: impl Into<String>,
        published: Option<u64>,
        reference: Option<u64>,
        measured: u64,
    ) -> Figure {
        let difference_percent = published
            .filter(|&published| published > 0)
            .map(|published| 100.0 * (measured as f64 - published as f64) / published as f64);
        Figure { what: what.into(), published, reference, measured, difference_percent }
    }
}

impl Figure {
    /// How far from the published number: nodes in per cent, positions by their number.
    fn difference(&self) -> String {
        match (self.published, self.difference_percent) {
            (Some(published), _) if published == self.measured => "none".to_owned(),
            (Some(published), _) if published < 1000 => {
                format!("{:+}", self.measured as i64 - published as i64)
            }
            (_, Some(share)) => format!("{share:+.2} %"),
            _ => String::new(),
        }
    }

    fn against_reference(&self) -> String {
        match self.reference {
            Some(reference) if reference == self.measured => "met".to_owned(),
            Some(reference) => {
                let share = self.measured as f64 / reference.max(1) as f64 - 1.0;
                format!("{:+.2} %", 100.0 * share)
            }
            None => String::new(),
        }
    }
}

impl Reproduced {
    /// The page for people.
    pub(super) fn page(&self) -> String {
        let mut text = String::new();
        for section in &self.sections {
            // Writing to a string does not fail.
            let _ = writeln!(text, "{}: {}\n", self.table, section.title);
            let _ = writeln!(text, "{}", section.table());
            let seconds = std::time::Duration::from_secs_f64(section.seconds);
            let _ = writeln!(text, " measured in {}\n", in_seconds(seconds));
        }
        for note in self.notes {
            let _ = writeln!(text, "{}", wrapped(note));
        }
        text
    }
}

impl Section {
    /// With the columns about the prototype only where it says something.
    fn table(&self) -> Table {
        let has_reference = self.figures.iter().any(|figure| figure.reference.is_some());
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
        for figure in &self.figures {
            let texts = [
                figure.what.clone(),
                number(figure.published),
                in_thousands(figure.measured),
                figure.difference(),
                number(figure.reference),
                figure.against_reference(),
            ];
            table.add(texts.into_iter().take(shown));
        }
        table
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
