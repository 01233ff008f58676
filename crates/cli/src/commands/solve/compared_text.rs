//! A position by the three named utilities side by side, for people.

use foregone::chance::{Compared, Fraction, Row};

use crate::output::{Rows, indented, printable};
use crate::table::{Align, Table};
use crate::worth;

/// The whole page.
pub(super) fn page(compared: &Compared) -> String {
    let position = &compared.position;
    let mut text = format!("{}\n", indented(&worth::board(position)));
    text.push_str(&format!(
        "{} by each utility; values are those of the first player\n\n",
        printable(&position.subject())
    ));
    text.push_str(&values(compared).to_string());
    if compared.rows.iter().any(|row| row.answer.moves.as_ref().is_some_and(|it| !it.is_empty())) {
        text.push_str(&format!("\n{}", moves(compared)));
    }
    if compared.rows.iter().any(|row| !row.best.is_empty()) {
        text.push_str(&format!(
            "\nWhat the player to move gives up by each utility who plays a best move by another:\n\n{}",
            given_up(compared)
        ));
    }
    let mut rows = Rows::default();
    for (name, why) in &compared.left_out {
        rows.add("left out", format!("{name}: {why}"));
    }
    let rows = rows.to_string();
    if !rows.is_empty() {
        text.push_str(&format!("\n{rows}"));
    }
    if let Some(open) = compared.rows.iter().find(|row| !row.answer.is_complete()) {
        let why = super::limit(open.answer.stop);
        text.push_str(&format!("\nNot all is known: {why}.\n"));
    }
    text
}

/// The value and the best moves by every utility.
fn values(compared: &Compared) -> Table {
    let mut table = Table::new(&[
        ("utility", Align::Left),
        ("value", Align::Left),
        ("best moves", Align::Left),
    ]);
    for Row { name, answer, best } in &compared.rows {
        let value = worth::phrase(&answer.utility, &answer.low, &answer.high);
        table.add([(*name).to_owned(), value, best.join(" ")]);
    }
    if let Some(both) = &compared.lexicographic {
        let value = format!("{}, then {}", both.win, both.not_lose);
        table.add(["win, then not-lose".to_owned(), value, both.best.join(" ")]);
    }
    table
}

/// Every move or outcome by every utility, in the order of the first.
fn moves(compared: &Compared) -> Table {
    let mut columns = vec![("move", Align::Left)];
    columns.extend(compared.rows.iter().map(|row| (row.name, Align::Left)));
    let mut table = Table::new(&columns);
    let first = compared.rows.first().and_then(|row| row.answer.moves.as_deref());
    for value in first.unwrap_or_default() {
        let cell = |row: &Row| {
            let moves = row.answer.moves.as_deref().unwrap_or_default();
            let found = moves.iter().find(|other| other.mv == value.mv);
            found.map_or(String::new(), |it| worth::worth(&row.answer.utility, it).0)
        };
        table.add([value.mv.clone()].into_iter().chain(compared.rows.iter().map(cell)));
    }
    table
}

/// What every utility costs by every other one.
fn given_up(compared: &Compared) -> Table {
    let mut columns = vec![("plays for", Align::Left)];
    columns.extend(compared.rows.iter().map(|row| (row.name, Align::Left)));
    let mut table = Table::new(&columns);
    for playing in &compared.rows {
        let cell = |counting: &Row| match compared.given_up(playing, counting) {
            None => "unknown".to_owned(),
            Some((least, most)) if least == most => short(&least),
            Some((least, most)) => format!("{} to {}", short(&least), short(&most)),
        };
        let cells = compared.rows.iter().map(cell);
        table.add([playing.name.to_owned()].into_iter().chain(cells));
    }
    table
}

/// A number in a cell.
fn short(number: &Fraction) -> String {
    match worth::is_long(number) {
        true => format!("about {}", worth::about(number, worth::PLACES_OF_BOUNDS)),
        false => number.to_string(),
    }
}
