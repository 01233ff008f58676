//! Published figures beside measured ones, as data.

use std::time::Duration;

use serde::Serialize;

use crate::chance::{Records, Savings};
use crate::findings::Finding;
use crate::multiple_outcome::Comparison;
use crate::table::Table;

/// A published table, reproduced.
#[derive(Serialize)]
pub struct Reproduced {
    /// Which one.
    pub table: Table,
    /// Its parts, as far as they were measured.
    pub sections: Vec<Section>,
    /// Why the figures differ.
    pub notes: &'static [&'static str],
    /// The measurements position by position, where the table compares algorithms on a list of positions.
    #[serde(skip)]
    pub comparisons: Vec<Comparison>,
    /// What was measured search by search, for a file, where the table is about games with chance.
    #[serde(skip)]
    pub records: Option<Records>,
    /// The curves of the drawing of `star-trees`.
    #[serde(skip)]
    pub savings: Vec<Savings>,
}

/// A part of a table.
#[derive(Clone, Serialize)]
pub struct Section {
    /// What was measured.
    pub title: String,
    /// The numbers.
    pub figures: Vec<Figure>,
    /// The values that are no whole numbers.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub findings: Vec<Finding>,
    /// The time of the measurement.
    pub seconds: f64,
    /// Rows that were measured to the end, and all rows. They differ if the caller stopped the measurement.
    #[serde(skip)]
    pub finished: (usize, usize),
}

impl Section {
    /// A part of which some rows are finished; `None` without any.
    pub(crate) fn of(
        title: &str,
        figures: Vec<Figure>,
        time: Duration,
        finished: (usize, usize),
    ) -> Option<Section> {
        let (title, seconds) = (title.to_owned(), time.as_secs_f64());
        let findings = Vec::new();
        (finished.0 > 0).then_some(Section { title, figures, findings, seconds, finished })
    }

    /// Whether all rows were measured.
    pub fn is_whole(&self) -> bool {
        self.finished.0 == self.finished.1
    }
}

/// One number.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Figure {
    /// What it is.
    pub what: String,
    /// The published number.
    pub published: Option<u64>,
    /// The number of a prototype of ours that was written independently of this library.
    pub reference: Option<u64>,
    /// The number measured here.
    pub measured: u64,
    /// Whether the measurement was given up there, so that the number is larger.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub stopped: bool,
    /// The row it belongs to, in a table with several columns; `what` is then the column.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub row: Option<String>,
    /// Whether the numbers are tenths.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub tenths: bool,
    /// What stands before the published number, such as `~` for an estimate.
    #[serde(skip)]
    pub mark: &'static str,
    /// How far the measured number is from the published one.
    pub difference_percent: Option<f64>,
}

impl Figure {
    pub(crate) fn new(
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

    /// A number of a table with rows and columns.
    pub(crate) fn in_row(
        row: impl Into<String>,
        column: &str,
        published: Option<u64>,
        measured: u64,
        stopped: bool,
    ) -> Figure {
        Figure { row: Some(row.into()), stopped, ..Figure::new(column, published, None, measured) }
    }

    /// The same with a mark before the published number.
    pub(crate) fn with_mark(self, mark: &'static str) -> Figure {
        Figure { mark, ..self }
    }

    /// The same with a number of the prototype.
    pub(crate) fn with_reference(self, reference: Option<u64>) -> Figure {
        Figure { reference, ..self }
    }

    /// The same with both numbers in tenths.
    pub(crate) fn in_tenths(self) -> Figure {
        Figure { tenths: true, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_are_shares_of_the_published_number() {
        let share = |published| Figure::new("nodes", published, None, 110).difference_percent;
        assert_eq!([share(Some(100)), share(Some(0)), share(None)], [Some(10.0), None, None]);
    }

    #[test]
    fn a_part_without_finished_rows_is_left_out() {
        let part = |finished| Section::of("nodes", Vec::new(), Duration::ZERO, (finished, 3));
        assert!(part(0).is_none());
        assert!(part(2).is_some_and(|section| !section.is_whole()));
        assert!(part(3).is_some_and(|section| section.is_whole()));
    }
}
