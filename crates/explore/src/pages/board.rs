//! The board, with every legal move on it: a link with its mark. Moves that have no place on the drawing are in the table.

use foregone::scene::{Drawing, Mark, MarkKind, Place, PlacedMove, Scene};
use maud::{Markup, PreEscaped, html};

use super::position::{Shown, result};
use crate::address::Placed;
use crate::view::{Kind, Row};

/// The drawing of the position.
pub(super) fn figure(shown: &Shown<'_>) -> Markup {
    let scene = parted(scene(shown.placed));
    html! {
        figure class="board" {
            (svg(&scene, &moves(shown, &scene)))
            @if let Some(result) = result(shown.placed) { figcaption { "The game is over: " (result) "." } }
        }
    }
}

/// The drawing of a position without moves.
pub(super) fn still(placed: &Placed) -> Markup {
    svg(&scene(placed), &html! {})
}

fn scene(placed: &Placed) -> Scene {
    match placed {
        Placed::Plain(at) => at.scene(),
        Placed::Chance(at) => at.scene(),
    }
}

/// A drawing with more on top of it.
fn svg(scene: &Scene, above: &Markup) -> Markup {
    let Drawing { width, height, title, font, shapes, .. } = &scene.drawing;
    let (family, size) = font.attributes();
    // Small boards are not blown up to the width of the page.
    let most = format!("0 0 {width} {height}");
    html! {
        svg viewBox=(most) font-family=(family) font-size=(size) role="group" aria-label=(title) {
            // Games write shapes and escape what comes from files.
            (PreEscaped(shapes))
            (above)
        }
    }
}

fn moves(shown: &Shown<'_>, scene: &Scene) -> Markup {
    html! {
        @for (number, mv) in scene.moves.iter().enumerate() {
            @let row = shown.view.moves.iter().find(|row| row.shown.name == mv.name);
            @if let (Some(row), Ok(after), false) = (row, shown.placed.after(&mv.name), mv.places.is_empty()) {
                a data-move=(mv.name) href=(shown.link(&after)) aria-label=(name(&mv.name, row)) {
                    (hits(scene, mv))
                    (PreEscaped(bare(&scene.overlay(&[mark(number, row)]))))
                }
            }
        }
    }
}

/// What a link is called. What is written on the board is part of it, so that it can be said to a program that follows spoken names.
fn name(mv: &str, row: &Row) -> String {
    let (words, short) = (&row.worth.words, &row.worth.short);
    match short.is_empty() || words.split_whitespace().any(|word| word == short) {
        true => format!("{mv}: {words}"),
        false => format!("{mv}: {short}, exactly {words}"),
    }
}

/// A mark without its title and without the edges of its letters: the link around it has a name that says more, and the style
/// of the page draws edges.
fn bare(mark: &str) -> String {
    let mut rest = mark;
    let mut out = String::new();
    for (opening, closing) in [("<title>", "</title>"), ("<text class=\"edge\"", "</text>")] {
        let Some((before, inside)) = rest.split_once(opening) else { continue };
        out.push_str(before);
        rest = inside.split_once(closing).map_or("", |(_, after)| after);
    }
    out + rest
}

fn mark(mv: usize, row: &Row) -> Mark {
    let kind = match row.worth.kind {
        Kind::Win => MarkKind::Win,
        Kind::Draw | Kind::Number => MarkKind::Draw,
        Kind::Loss => MarkKind::Loss,
        Kind::Open => MarkKind::Open,
    };
    Mark { mv, kind, label: row.worth.short.clone() }
}

/// Where a click plays a move: the cell, or the further half of the way.
fn hits(scene: &Scene, mv: &PlacedMove) -> Markup {
    let cells = &scene.drawing.cells;
    html! {
        @for place in &mv.places {
            @match *place {
                Place::Cell(number) => {
                    @let cell = &cells[number];
                    rect class="hit" x=(cell.x - cell.width / 2) y=(cell.y - cell.height / 2) width=(cell.width) height=(cell.height) {}
                },
                Place::Path { from, to } => {
                    @let (from, to) = (&cells[from], &cells[to]);
                    @let (x, y) = ((2 * from.x + 3 * to.x) / 5, (2 * from.y + 3 * to.y) / 5);
                    path class="hit way" d=(format!("M{x} {y}L{} {}", to.x, to.y)) {}
                },
            }
        }
    }
}

/// The same scene where cells that several moves share are cut into parts, side by side.
fn parted(mut scene: Scene) -> Scene {
    let shared = |moves: &[PlacedMove], cell: usize| {
        moves.iter().flat_map(|mv| &mv.places).filter(|&&place| place == Place::Cell(cell)).count()
            as u32
    };
    for cell in 0..scene.drawing.cells.len() {
        let count = shared(&scene.moves, cell);
        if count < 2 {
            continue;
        }
        let whole = scene.drawing.cells[cell].clone();
        let places = scene.moves.iter_mut().flat_map(|mv| &mut mv.places);
        for (part, place) in (0..).zip(places.filter(|place| **place == Place::Cell(cell))) {
            let mut piece = whole.clone();
            piece.width = whole.width / count;
            piece.x = whole.x - whole.width / 2 + piece.width / 2 + part * piece.width;
            piece.name = format!("{} ({part})", whole.name);
            *place = Place::Cell(scene.drawing.cells.len());
            scene.drawing.cells.push(piece);
        }
    }
    scene
}
