//! A look at positions of games with chance.

use foregone::chance::{Game, Move, Position};
use serde::Serialize;

use super::outcomes;
use crate::arguments::GamesArguments;
use crate::failure::Failure;
use crate::output::{self, Rows, indented, printable};

/// Shows a position.
pub(super) fn look(game: &Game, arguments: &GamesArguments) -> Result<(), Failure> {
    if arguments.svg.is_some() || arguments.dot.is_some() || arguments.perft.is_some() {
        return Err(Failure::bad(
            "positions of games with chance are shown as text and JSON only; leave --svg, --dot and --perft out",
        ));
    }
    let place = &arguments.place;
    let placed = game.place(place.position.as_deref(), place.moves.as_deref())?;
    let moves = placed.moves();
    if arguments.json {
        return output::print_json(&Look::new(game, &placed, &moves));
    }
    let mut rows = Rows::default();
    rows.add("position", placed.to_string());
    let is_chance = moves.iter().any(|mv| mv.weight.is_some());
    let label = if is_chance { "chance" } else { "moves" };
    rows.add(label, moves.iter().map(weighted).collect::<Vec<_>>().join(" "));
    rows.add("outcomes", outcomes(game.scale().names()));
    let board = match game.is_graph() {
        true => printable(placed.text().trim_end_matches('\n')) + "\n",
        false => placed.text(),
    };
    let subject = printable(&placed.subject());
    output::print(&format!("{subject}\n\n{}\n{rows}", indented(&board)))
}

/// A move, or an outcome of chance with its weight unless that is 1.
fn weighted(mv: &Move) -> String {
    match mv.weight {
        Some(weight) if weight > 1 => format!("{weight}x{}", mv.name),
        _ => mv.name.clone(),
    }
}

/// A position as `--json` shows it.
#[derive(Serialize)]
struct Look<'g> {
    schema: u32,
    chance: bool,
    game: &'g str,
    position: String,
    to_move: &'static str,
    value: Option<&'g str>,
    outcomes: &'g [String],
    legal_moves: Vec<&'g str>,
    /// Of outcomes of chance, in the order of the moves.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    weights: Vec<u64>,
    text: String,
}

impl<'g> Look<'g> {
    fn new(game: &'g Game, placed: &Position, moves: &'g [Move]) -> Look<'g> {
        let scale = game.scale();
        Look {
            schema: 1,
            chance: true,
            game: game.spelling(),
            position: placed.to_string(),
            to_move: placed.to_move(),
            value: placed.outcome().map(|outcome| scale.name(outcome)),
            outcomes: scale.names(),
            legal_moves: moves.iter().map(|mv| mv.name.as_str()).collect(),
            weights: moves.iter().filter_map(|mv| mv.weight).collect(),
            text: placed.text(),
        }
    }
}
