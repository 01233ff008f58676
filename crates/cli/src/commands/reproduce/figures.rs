//! Published figures beside measured ones.

use std::fmt::Write as _;

use serde::Serialize;

use crate::interrupt;
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
    /// Whether the measurement was given up there, so that the number is larger.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(super) stopped: bool,
    /// The row it belongs to, in a table with several columns; `what` is then the column.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) row: Option<String>,
    /// Whether the numbers are tenths.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    tenths: bool,
    /// What stands before the published number.
    #[serde(skip)]
    mark: &'static str,
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
        Figure {
            what: what.into(),
            published,
            reference,
            measured,
            stopped: false,
            row: None,
            tenths: false,
            mark: "",
            difference_percent,
        }
    }

    /// One of a table with rows and columns.
    pub(super) fn in_row(
        row: impl Into<String>,
        column: &str,
        published: Option<u64>,
        measured: u64,
        stopped: bool,
    ) -> Figure {
        Figure { row: Some(row.into()), stopped, ..Figure::new(column, published, None, measured) }
    }

    /// With something before the published number.
    pub(super) fn with_mark(self, mark: &'static str) -> Figure {
        Figure { mark, ..self }
    }

    /// With both numbers in tenths.
    pub(super) fn in_tenths(self) -> Figure {
        Figure { tenths: true, ..self }
    }

    fn written(&self, number: u64) -> String {
        match self.tenths {
            true => format!("{}.{}", in_thousands(number / 10), number % 10),
            false => in_thousands(number),
        }
    }

    /// Both numbers, or one if they are the same.
    fn cells(&self) -> [String; 2] {
        let over = if self.stopped { "> " } else { "" };
        let published = match self.published {
            Some(published) if published == self.measured => "=".to_owned(),
            Some(published) => format!("{}{}", self.mark, self.written(published)),
            None => String::new(),
        };
        [format!("{over}{}", self.written(self.measured)), published]
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
    /// A part of which so many rows of all are finished: the title says so if an interruption left some. None without rows.
    pub(super) fn of(
        title: &str,
        figures: Vec<Figure>,
        seconds: f64,
        (done, all): (usize, usize),
    ) -> Option<Section> {
        let rest = match done < all {
            true => format!(" ({done} of {all} finished: {})", interrupt::reason()),
            false => String::new(),
        };
        (done > 0).then(|| Section { title: format!("{title}{rest}"), figures, seconds })
    }

    /// Row by row, if the figures are so.
    fn table(&self) -> Table {
        match self.figures.first() {
            Some(Figure { row: Some(_), .. }) => self.grid(),
            _ => self.list(),
        }
    }

    /// The measured numbers, each with the published one beside it if there are any in the column.
    fn grid(&self) -> Table {
        let first = &self.figures[0].row;
        let columns: Vec<&Figure> =
            self.figures.iter().take_while(|figure| figure.row == *first).collect();
        let is_published = |column: &Figure| {
            self.figures.iter().any(|it| it.what == column.what && it.published.is_some())
        };
        let mut heads = vec![("", Align::Left)];
        for column in &columns {
            heads.push((&column.what, Align::Right));
            if is_published(column) {
                heads.push(("published", Align::Right));
            }
        }
        let mut table = Table::new(&heads);
        for figures in self.figures.chunks(columns.len()) {
            let mut texts = vec![figures[0].row.clone().unwrap_or_default()];
            for figure in figures {
                let cells = figure.cells().into_iter();
                texts.extend(cells.take(1 + usize::from(is_published(figure))));
            }
            table.add(texts);
        }
        table
    }

    /// With the columns about the prototype only where it says something.
    fn list(&self) -> Table {
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
