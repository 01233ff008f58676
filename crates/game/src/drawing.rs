//! What drawings share: the frame, labels, boards of cells, graphs, and lines of text. All of them are SVG documents.

use core::fmt::{Display, Write};

pub use crate::graph_layout::{DrawnGraph, Layout, NodeShape, Placed};
pub use crate::graph_svg::{Arrow, dot, draw as graph_svg};

/// Size of a cell in a drawing, and of the margin that holds the labels.
pub const CELL: u32 = 40;
const MARGIN: u32 = 28;

/// The opening of a drawing of that size, with a title for screen readers.
pub fn svg_head(width: impl Display, height: impl Display, title: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" font-size=\"14\" role=\"img\">\n<title>{title}</title>\n<rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n"
    )
}

/// A line of text in a drawing.
pub fn label(x: u32, y: u32, anchor: &str, text: &str) -> String {
    format!("<text x=\"{x}\" y=\"{y}\" text-anchor=\"{anchor}\" fill=\"#22303f\">{text}</text>")
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

/// A board as an SVG document; `draw` draws the cell in a column and a row, from the bottom, whose middle is there.
pub fn board_svg(
    columns: u32,
    rows: u32,
    column_name: impl Fn(u32) -> String,
    row_name: impl Fn(u32) -> String,
    draw: impl Fn(u32, u32, u32, u32) -> String,
    below: &Below,
    status: &str,
) -> String {
    let board = (columns * CELL, rows * CELL);
    let left = if row_name(0).is_empty() { MARGIN / 2 } else { MARGIN };
    let inner = board.0.max(7 * status.len() as u32).max(below.width);
    let width = left + inner + MARGIN / 2;
    let names = if column_name(0).is_empty() { MARGIN / 2 } else { MARGIN };
    let under = MARGIN / 2 + board.1 + names;
    let height = under + below.height + MARGIN;
    let mut out = svg_head(width, height, status);
    let mut line = |text: String| {
        out.push_str(&text);
        out.push('\n');
    };
    line(format!(
        "<rect x=\"{left}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"#eef2f5\" stroke=\"#44546a\" stroke-width=\"2\"/>",
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
            line(draw(column, row, x, y));
        }
        let (_, y) = centre(0, row);
        if !row_name(row).is_empty() {
            line(label(left / 2, y + 5, "middle", &row_name(row)));
        }
    }
    for column in (0..columns).filter(|&column| !column_name(column).is_empty()) {
        let (x, y) = centre(column, 0);
        line(label(x, y + CELL / 2 + 18, "middle", &column_name(column)));
    }
    if !below.content.is_empty() {
        line(format!("<g transform=\"translate({left} {under})\">{}</g>", below.content));
    }
    line(label(left, height - 12, "start", status));
    out.push_str("</svg>\n");
    out
}

/// A square of a board whose middle is there.
pub fn square(x: u32, y: u32, fill: &str) -> String {
    format!(
        "<rect x=\"{}\" y=\"{}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"{fill}\" stroke=\"#c3ccd5\"/>",
        x - CELL / 2,
        y - CELL / 2
    )
}

/// Lines of text as an SVG document: the drawing of a position that has no better one.
pub fn text_svg(text: &str) -> String {
    const LINE: usize = 20;
    let width = 10 * text.lines().map(|line| line.chars().count()).max().unwrap_or(0) + LINE;
    let height = LINE * (text.lines().count() + 1);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" font-family=\"monospace\" font-size=\"16\" role=\"img\">\n"
    );
    for (number, line) in (1..).zip(text.lines()) {
        let (x, y) = (LINE / 2, LINE * number);
        writeln!(svg, "<text x=\"{x}\" y=\"{y}\" xml:space=\"preserve\">{}</text>", escape(line))
            .expect("writing to a string");
    }
    svg + "</svg>\n"
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
