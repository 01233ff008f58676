//! Tables for people: a rule below the head, nothing else drawn. Where the terminal is too narrow, heads and names are
//! broken into several lines; numbers are not.

use std::fmt;

use comfy_table::{
    Cell, CellAlignment, ColumnConstraint, ContentArrangement, LineStyle, TableStyle, Width,
};

use crate::colour;
use crate::output::{printable, width};

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
    /// How wide the columns have to be for the longest number, or the longest word.
    least: Vec<usize>,
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
        let least = columns.iter().map(|(head, _)| longest_word(head)).collect();
        Table { inner, aligns, least }
    }

    /// Adds a row.
    pub(crate) fn add(&mut self, texts: impl IntoIterator<Item = String>) {
        let cells = texts.into_iter().zip(&self.aligns).zip(&mut self.least);
        self.inner.add_row(cells.map(|((text, &align), least)| {
            let (text, colour) = colour::strip(&text);
            let text = printable(&text);
            *least = longest_word(&text).max(*least);
            let text = colour.map_or(text.clone(), |colour| colour::paint(&text, colour));
            Cell::new(text).set_alignment(align)
        }));
    }

    /// The lines, with cells broken where the table would be wider than that.
    fn lines(&self, width: Option<usize>) -> Vec<String> {
        let is_narrow = |width: usize| self.inner.lines().any(|line| line.chars().count() >= width);
        let Some(width) = width.filter(|&width| is_narrow(width)) else {
            return self.inner.lines().collect();
        };
        let mut table = self.inner.clone();
        table.set_content_arrangement(ContentArrangement::Dynamic);
        table.set_width(u16::try_from(width - 2).unwrap_or(u16::MAX));
        for (column, &least) in table.column_iter_mut().zip(&self.least) {
            // With a space on both sides.
            let least = u16::try_from(least + 2).unwrap_or(u16::MAX);
            column.set_constraint(ColumnConstraint::LowerBoundary(Width::Fixed(least)));
        }
        table.lines().collect()
    }
}

fn longest_word(text: &str) -> usize {
    text.split(' ').map(|word| word.chars().count()).max().unwrap_or(0)
}

impl fmt::Display for Table {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for line in self.lines(width()) {
            writeln!(out, " {}", line.trim_end())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_narrow_table_breaks_between_words() {
        let mut table = Table::new(&[("name", Align::Left), ("nodes created here", Align::Right)]);
        table.add(["an algorithm".to_owned(), "1,234,567".to_owned()]);
        let wide = table.lines(Some(80));
        assert_eq!(wide.len(), 3, "{wide:?}");
        assert_eq!(wide, table.lines(None));
        let narrow = table.lines(Some(26));
        assert!(narrow.iter().all(|line| line.chars().count() < 26), "{narrow:?}");
        assert!(narrow.iter().any(|line| line.contains("1,234,567")), "{narrow:?}");
    }
}
