//! What boards of cells have in common: reading and writing rows of `x`, `o` and `.`, and drawing boards.

use core::fmt::Write;

use foregone_game::drawing::{Below, board_drawing};
pub(crate) use foregone_game::drawing::{CELL, Names, label, square};
use foregone_game::{Drawing, NotationError, Player};

/// What stands on a cell.
pub(crate) type Cell = Option<Player>;

/// Writes rows from the top, separated by `/`. Row 0 is the bottom.
pub(crate) fn write_rows(columns: u32, rows: u32, cell: impl Fn(u32, u32) -> Cell) -> String {
    let mut out = String::with_capacity(((columns + 1) * rows) as usize);
    for row in (0..rows).rev() {
        out.extend((0..columns).map(|column| letter(cell(column, row))));
        if row > 0 {
            out.push('/');
        }
    }
    out
}

/// Reads what [`write_rows`] has written; calls `put` for every stone and gives back how many stones `Max` and
/// `Min` have. The numbers must allow for taking turns.
pub(crate) fn read_rows(
    text: &str,
    columns: u32,
    rows: u32,
    mut put: impl FnMut(u32, u32, Player),
) -> Result<(u32, u32), NotationError> {
    let lines: Vec<&str> = text.trim().split('/').collect();
    if lines.len() != rows as usize {
        return Err(NotationError(format!(
            "a position has {rows} rows separated by \"/\", top row first; this one has {}",
            lines.len()
        )));
    }
    let (mut max, mut min) = (0, 0);
    for (index, line) in lines.iter().enumerate() {
        let row = rows - 1 - index as u32;
        let width = line.chars().count();
        if width != columns as usize {
            return Err(NotationError(format!(
                "row {} from the top has {width} cells instead of {columns}",
                index + 1
            )));
        }
        for (column, symbol) in line.chars().enumerate() {
            let player = match symbol {
                '.' => continue,
                'x' => Player::Max,
                'o' => Player::Min,
                other => {
                    return Err(NotationError(format!(
                        "'{other}' in row {} from the top; cells are x (first player), o (second player) or . (empty)",
                        index + 1
                    )));
                }
            };
            *if player == Player::Max { &mut max } else { &mut min } += 1;
            put(column as u32, row, player);
        }
    }
    if max != min && max != min + 1 {
        return Err(NotationError(format!(
            "{max} x and {min} o: players take turns and x begins, so x has as many stones as o or one more"
        )));
    }
    Ok((max, min))
}

/// The letter for a cell.
pub(crate) fn letter(cell: Cell) -> char {
    match cell {
        None => '.',
        Some(Player::Max) => 'x',
        Some(Player::Min) => 'o',
    }
}

/// A line below a text board that says whose turn it is, or how it ended.
pub(crate) fn status(over: Option<&str>, player: Player) -> String {
    match over {
        Some(result) => format!("over: {result} for the first player (x)"),
        None if player == Player::Max => "first player (x) to move".to_owned(),
        None => "second player (o) to move".to_owned(),
    }
}

/// A board as text: rows from the top with their labels, then the labels of the columns.
pub(crate) fn text(
    columns: u32,
    rows: u32,
    column_name: impl Fn(u32) -> String,
    row_name: impl Fn(u32) -> String,
    symbol: impl Fn(u32, u32) -> char,
) -> String {
    let left = (0..rows).map(|row| row_name(row).len()).max().unwrap_or(0);
    let wide = (0..columns).map(|column| column_name(column).len()).max().unwrap_or(1);
    let mut out = String::new();
    for row in (0..rows).rev() {
        write!(out, "{:>left$}", row_name(row)).expect("writing to a string");
        for column in 0..columns {
            write!(out, " {:>wide$}", symbol(column, row)).expect("writing to a string");
        }
        out.push('\n');
    }
    write!(out, "{:>left$}", "").expect("writing to a string");
    for column in 0..columns {
        write!(out, " {:>wide$}", column_name(column)).expect("writing to a string");
    }
    out.push('\n');
    out
}

/// A board as a drawing; `draw` draws the cell in a column and a row whose middle is there.
pub(crate) fn drawing(
    size: (u32, u32),
    names: Names<impl Fn(u32) -> String, impl Fn(u32) -> String, impl Fn(u32, u32) -> String>,
    draw: impl Fn(u32, u32, u32, u32) -> String,
    status: &str,
) -> Drawing {
    board_drawing(size, names, draw, &Below::default(), status)
}

/// A stone on a cell whose middle is there, or none. The players differ in fill *and* shape: a dark disc with a cross, a
/// light disc with a ring.
pub(crate) fn stone(x: u32, y: u32, cell: Cell) -> String {
    let radius = CELL * 2 / 5;
    match cell {
        None => format!(
            "<circle class=\"hole\" cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"#ffffff\" stroke=\"#c3ccd5\"/>"
        ),
        Some(Player::Max) => format!(
            "<circle class=\"first\" cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"#14507d\" stroke=\"#0b2f4b\" stroke-width=\"2\"/><path class=\"first-mark\" d=\"M{} {}l12 12m0 -12l-12 12\" stroke=\"#ffffff\" stroke-width=\"3\" stroke-linecap=\"round\"/>",
            x - 6,
            y - 6
        ),
        Some(Player::Min) => format!(
            "<circle class=\"second\" cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"#f6c04d\" stroke=\"#6b4a00\" stroke-width=\"2\"/><circle class=\"second-mark\" cx=\"{x}\" cy=\"{y}\" r=\"7\" fill=\"none\" stroke=\"#6b4a00\" stroke-width=\"3\"/>"
        ),
    }
}
