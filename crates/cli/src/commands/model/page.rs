//! The answer of `foregone model` for people.

use foregone::models::{ModelQuestion, ModelReport, Ties, write_opponents};
use foregone::{Game, Position, Stop};

use super::{Searches, limit};
use crate::output::{self, Rows, in_seconds, in_thousands, indented, printable};
use crate::table::{Align, Table};

/// The whole page.
pub(super) fn page(
    game: &Game,
    position: &Position,
    question: &ModelQuestion,
    searches: &Searches,
) -> String {
    let board = indented(&output::board(game, position));
    let headline = printable(&headline(position, searches));
    let rows = rows(game, position, question, searches);
    format!("{board}\n{headline}\n\n{rows}\n{}", table(searches))
}

fn headline(position: &Position, searches: &Searches) -> String {
    let subject = position.subject();
    let us = position.player();
    let (us, other) = (us.name(), us.other().name());
    match searches.answer() {
        Some(answer) => format!(
            "{subject} has the value {} against a model of the {other} player (higher is better for the first player); \
             that is no proof",
            answer.value
        ),
        None => format!(
            "{subject}: no value was found for the {us} player against the model: {} first",
            limit(searches.stop())
        ),
    }
}

fn rows(game: &Game, position: &Position, question: &ModelQuestion, searches: &Searches) -> Rows {
    let known = game.evaluations();
    let own = &known[usize::from(question.evaluation)];
    let mut rows = Rows::default();
    let us = position.player().name();
    rows.add("evaluation", format!("{} ({}), by which the {us} player plays", own.name, own.about));
    rows.add("opponent", write_opponents(known, &question.opponents));
    let ties = match question.ties {
        Ties::First => "the opponent picks the first of its best moves",
        Ties::Worst => "the opponent picks the one of its best moves that is worst for us",
    };
    rows.add("ties", ties);
    rows.add("depth", output::counted(question.depth.into(), "move"));
    if let Some(answer) = searches.answer() {
        rows.add("best move", answer.best.clone());
        rows.add("expected", answer.line.join(" "));
    }
    if let Some(minimax) = &searches.minimax.found {
        rows.add("minimax", format!("{}, by {}", minimax.value, minimax.line.join(" ")));
    }
    rows
}

/// What the searches have found and visited.
fn table(searches: &Searches) -> Table {
    let right = Align::Right;
    let mut table = Table::new(&[
        ("search", Align::Left),
        ("value", right),
        ("move", Align::Left),
        ("nodes", right),
        ("leaves", right),
        ("evaluations", right),
        ("time", right),
    ]);
    let mut add = |name: &str, report: &ModelReport<String>| {
        let (value, mv) = match &report.found {
            Some(found) => (found.value.to_string(), found.best.clone()),
            None => (open(report.stop).to_owned(), String::new()),
        };
        let counts = [report.visited.nodes, report.visited.leaves, report.visited.evaluations];
        let time = in_seconds(report.elapsed);
        let cells = [name.to_owned(), value, mv].into_iter();
        table.add(cells.chain(counts.map(in_thousands)).chain([time]));
    };
    for (method, report) in &searches.against {
        add(&format!("against the model, {}", method.name()), report);
    }
    add("minimax, alpha-beta", &searches.minimax);
    table
}

/// What stands in place of a value that was not found.
fn open(stop: Stop) -> &'static str {
    match stop {
        Stop::Nodes => "node limit",
        _ => "stopped",
    }
}
