//! Tables for people: a rule below the head, nothing else drawn.

use std::fmt;

use comfy_table::{Cell, CellAlignment, ContentArrangement, LineStyle, TableStyle};

use crate::output::printable;

/// On which side a column's texts stand.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Align {
    Left,
    Right,
}

/// A table.
pub(crate) struct Table {
    inner: comfy_table::Table,
    aligns: Vec<CellAlignment>,
}

impl Table {
    /// A table with these columns.
    pub(crate) fn new(columns: &[(&str, Align)]) -> Table {
        let aligns: Vec<CellAlignment> = columns
            .iter()
            .map(|(_, align)| match align {
                Align::Left => CellAlignment::Left,
                Align::Right => CellAlignment::Right,
            })
            .collect();
        let mut inner = comfy_table::Table::new();
        let rule = LineStyle::none().fill('─').junction('─');
        inner.load_style(TableStyle::new().header_separator(rule));
        inner.set_content_arrangement(ContentArrangement::Disabled);
        let heads = columns.iter().zip(&aligns);
        inner.set_header(heads.map(|((head, _), &align)| Cell::new(head).set_alignment(align)));
        Table { inner, aligns }
    }

    /// Adds a row.
    pub(crate) fn add(&mut self, texts: impl IntoIterator<Item = String>) {
        let cells = texts.into_iter().zip(&self.aligns);
        self.inner
            .add_row(cells.map(|(text, &align)| Cell::new(printable(&text)).set_alignment(align)));
    }
}

impl fmt::Display for Table {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for line in self.inner.lines() {
            writeln!(out, " {}", line.trim_end())?;
        }
        Ok(())
    }
}
