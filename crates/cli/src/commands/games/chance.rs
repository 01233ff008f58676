//! A look at positions of games with chance.

use foregone::chance::{Game, Move};
use foregone::view::Look;

use super::{counted_lines, no_graph, outcomes};
use crate::arguments::GamesArguments;
use crate::failure::Failure;
use crate::files::{Destination, Named};
use crate::output::{self, Rows, indented, printable};
use crate::worth;

/// Shows a position.
pub(super) fn look(game: &Game, arguments: &GamesArguments) -> Result<(), Failure> {
    let place = &arguments.place;
    let placed = game.place(place.position.as_deref(), place.moves.as_deref())?;
    Named::new(arguments.json)
        .output("--svg", arguments.svg.as_ref())
        .output("--dot", arguments.dot.as_ref())
        .game(game.spelling())
        .check()?;
    if let Some(file) = Destination::of(arguments.svg.as_ref(), arguments.force)? {
        file.write_text(&placed.scene().svg())?;
    }
    if let Some(file) = Destination::of(arguments.dot.as_ref(), arguments.force)? {
        file.write_text(&game.dot().ok_or_else(|| no_graph(game.spelling()))?)?;
    }
    let moves = placed.moves();
    let count = |depth: u32| (1..=depth).map(|depth| placed.perft(depth)).collect();
    let perft: Option<Vec<u64>> = arguments.perft.map(count);
    if arguments.json {
        return output::print_json(&Look::at_chance(&placed).counted(perft));
    }
    if let Some(counts) = perft {
        return output::print(&counted_lines(&counts));
    }
    if arguments.svg.is_some() || arguments.dot.is_some() {
        return Ok(());
    }
    let mut rows = Rows::default();
    rows.add("position", placed.to_string());
    let is_chance = moves.iter().any(|mv| mv.weight.is_some());
    let label = if is_chance { "chance" } else { "moves" };
    rows.add(label, moves.iter().map(weighted).collect::<Vec<_>>().join(" "));
    rows.add("outcomes", outcomes(game.scale().names()));
    let board = worth::board(&placed);
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
