//! What drawings share: labels, boards of cells, graphs, and lines of text.

use core::fmt::Write;

pub use crate::graph_layout::{DrawnGraph, Layout, NodeShape, Placed};
pub use crate::graph_svg::{Arrow, dot, draw as graph_drawing, places as graph_places};
use crate::scene::{Drawing, Font};

/// Size of a cell in a drawing, and of the margin that holds the labels.
pub const CELL: u32 = 40;
const MARGIN: u32 = 28;

/// A line of text in a drawing.
pub fn label(x: u32, y: u32, anchor: &str, text: &str) -> String {
    format!(
        "<text class=\"ink\" x=\"{x}\" y=\"{y}\" text-anchor=\"{anchor}\" fill=\"#22303f\">{text}</text>"
    )
}

/// Something that stands between a board and the line below it, drawn from its top left corner.
#[derive(Default)]
pub struct Below {
    /// How wide it is.
    pub width: u32,
    /// How high it is, with the space below it.
    pub height: u32,
    /// The drawing.
    pub content: String,
}

/// How the cells of a board are called.
pub struct Names<C, R, F> {
    /// The label of a column; empty if columns have none.
    pub column: C,
    /// The label of a row; empty if rows have none.
    pub row: R,
    /// What a person calls the cell in a column and a row.
    pub cell: F,
}

/// A board of columns and rows; `draw` draws the cell in a column and a row, from the bottom, whose middle is there. The
/// cells of the drawing are in the same order: row by row from the bottom, each row from the left.
pub fn board_drawing(
    (columns, rows): (u32, u32),
    names: Names<impl Fn(u32) -> String, impl Fn(u32) -> String, impl Fn(u32, u32) -> String>,
    draw: impl Fn(u32, u32, u32, u32) -> String,
    below: &Below,
    status: &str,
) -> Drawing {
    let (column_name, row_name) = (names.column, names.row);
    let board = (columns * CELL, rows * CELL);
    let left = if row_name(0).is_empty() { MARGIN / 2 } else { MARGIN };
    let inner = board.0.max(7 * status.len() as u32).max(below.width);
    let width = left + inner + MARGIN / 2;
    let margin = if column_name(0).is_empty() { MARGIN / 2 } else { MARGIN };
    let under = MARGIN / 2 + board.1 + margin;
    let height = under + below.height + MARGIN;
    let mut out = Drawing::new(width, height, status);
    out.draw(&format!(
        "<rect class=\"board\" x=\"{left}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"#eef2f5\" stroke=\"#44546a\" stroke-width=\"2\"/>",
        MARGIN / 2,
        board.0,
        board.1
    ));
    let centre = |column: u32, row: u32| {
        (left + column * CELL + CELL / 2, MARGIN / 2 + (rows - 1 - row) * CELL + CELL / 2)
    };
    for row in 0..rows {
        for column in 0..columns {
            let (x, y) = centre(column, row);
            out.draw(&draw(column, row, x, y));
            out.cell((names.cell)(column, row), (x, y), (CELL, CELL));
        }
        let (_, y) = centre(0, row);
        if !row_name(row).is_empty() {
            out.draw(&label(left / 2, y + 5, "middle", &row_name(row)));
        }
    }
    for column in (0..columns).filter(|&column| !column_name(column).is_empty()) {
        let (x, y) = centre(column, 0);
        out.draw(&label(x, y + CELL / 2 + 18, "middle", &column_name(column)));
    }
    if !below.content.is_empty() {
        out.draw(&format!("<g transform=\"translate({left} {under})\">{}</g>", below.content));
    }
    out.draw(&label(left, height - 12, "start", status));
    out
}

/// A square of a board whose middle is there.
pub fn square(x: u32, y: u32, class: &str, fill: &str) -> String {
    format!(
        "<rect class=\"{class}\" x=\"{}\" y=\"{}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"{fill}\" stroke=\"#c3ccd5\"/>",
        x - CELL / 2,
        y - CELL / 2
    )
}

/// Lines of text: the drawing of a position that has no better one.
pub(crate) fn text_drawing(text: &str) -> Drawing {
    const LINE: usize = 20;
    let width = 10 * text.lines().map(|line| line.chars().count()).max().unwrap_or(0) + LINE;
    let height = LINE * (text.lines().count() + 1);
    let title = text.lines().last().unwrap_or_default();
    let mut out = Drawing::new(width as u32, height as u32, title);
    out.font = Font::Mono;
    for (number, line) in (1..).zip(text.lines()) {
        let (x, y) = (LINE / 2, LINE * number);
        writeln!(
            out.shapes,
            "<text class=\"ink\" x=\"{x}\" y=\"{y}\" xml:space=\"preserve\">{}</text>",
            escape(line)
        )
        .expect("writing to a string");
    }
    out
}

/// A text for XML.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for symbol in text.chars() {
        match symbol {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            // Control characters are not allowed in XML at all, not even escaped.
            control if control.is_control() => out.push('\u{fffd}'),
            other => out.push(other),
        }
    }
    out
}
