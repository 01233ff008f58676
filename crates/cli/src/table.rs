//! Tables for people: a rule below the head, nothing else drawn. Where the terminal is too narrow, heads and names are
//! broken into several lines; numbers are not. If that is not enough, columns that may be left out are left out.

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
    heads: Vec<String>,
    aligns: Vec<CellAlignment>,
    /// How wide the columns have to be for the longest number, or the longest word.
    least: Vec<usize>,
    /// The columns that may be left out, in the order in which they go.
    optional: Vec<usize>,
}

/// Where nothing else helps, names that are longer than this are broken within words.
const LONGEST_NAME: usize = 16;

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
        let heads: Vec<String> = columns.iter().map(|(head, _)| breakable(head)).collect();
        let least = heads.iter().map(|head| longest_word(head)).collect();
        Table { inner, heads, aligns, least, optional: Vec::new() }
    }

    /// Lets a column be left out where the terminal is too narrow for all of them.
    pub(crate) fn optional(mut self, column: usize) -> Table {
        self.optional.push(column);
        self
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
        let heads = self.heads.iter().zip(&self.aligns);
        table.set_header(heads.map(|(head, &align)| Cell::new(head).set_alignment(align)));
        table.set_content_arrangement(ContentArrangement::Dynamic);
        table.set_width(u16::try_from(width - 2).unwrap_or(u16::MAX));
        let widths = self.least_widths(width - 2);
        for (column, least) in table.column_iter_mut().zip(widths) {
            column.set_constraint(match least {
                Some(least) => ColumnConstraint::LowerBoundary(Width::Fixed(least)),
                None => ColumnConstraint::Hidden,
            });
        }
        table.lines().collect()
    }

    /// The least widths of the columns, with a space on both sides; none for a column that is left out. They fit the width if
    /// they can.
    fn least_widths(&self, width: usize) -> Vec<Option<u16>> {
        let mut widths: Vec<Option<usize>> =
            self.least.iter().map(|&least| Some(least + 2)).collect();
        let is_too_wide = |widths: &[Option<usize>]| widths.iter().flatten().sum::<usize>() > width;
        for &column in &self.optional {
            if is_too_wide(&widths) {
                widths[column] = None;
            }
        }
        if is_too_wide(&widths) {
            for (least, &align) in widths.iter_mut().zip(&self.aligns) {
                if align == CellAlignment::Left {
                    *least = least.map(|least| least.min(LONGEST_NAME + 2));
                }
            }
        }
        widths.iter().map(|least| least.map(|it| u16::try_from(it).unwrap_or(u16::MAX))).collect()
    }
}

/// A head that can be broken after its slashes, too.
fn breakable(head: &str) -> String {
    head.replace('/', "/ ")
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

    #[test]
    fn heads_break_after_slashes_and_optional_columns_go_last() {
        let columns =
            [("name", Align::Left), ("more", Align::Right), ("lower/equal", Align::Right)];
        let mut table = Table::new(&columns).optional(1);
        table.add(["dfpn:binary+knowledge=patterns".to_owned(), "17".to_owned(), "1/2".to_owned()]);
        let fits = |width: usize| {
            let lines = table.lines(Some(width));
            assert!(lines.iter().all(|line| line.chars().count() < width), "{width}: {lines:?}");
            lines.join("\n")
        };
        assert!(fits(60).contains("lower/equal"));
        let broken = fits(50);
        assert!(!broken.contains("lower/equal") && broken.contains("lower/"), "{broken}");
        assert!(broken.contains("17") && broken.contains("dfpn:binary+knowledge=patterns"));
        let dropped = fits(44);
        assert!(!dropped.contains("17") && dropped.contains("dfpn:binary+knowledge=patterns"));
        let cut = fits(30);
        assert!(cut.contains("1/2") && !cut.contains("dfpn:binary+knowledge=patterns"), "{cut}");
    }
}
