//! Notation and pictures.

use core::fmt::Debug;
use std::collections::HashSet;

use super::{Conformance, playouts};
use crate::capability::Picture;
use crate::notation::{Notation, read_line, write_line};
use crate::scene::{Place, Scene};

/// Whole lines and pictures take long to write; a few random games are enough for them.
const LINES_MAX: usize = 15;
const PICTURES_MAX: usize = 3;
/// Nor is the end of very long games looked at: reading the line to every position takes quadratic time.
const MOVES_MAX: usize = 200;

/// Notation: moves, positions and whole lines survive being written and read again.
///
/// # Panics
/// If the game breaks a promise.
pub fn notation<G: Notation>(game: &G, plan: &Conformance)
where
    G::Position: PartialEq + Debug,
{
    playouts(game, plan.seed, plan.playouts.min(LINES_MAX), |position, line| {
        if line.len() > MOVES_MAX {
            return;
        }
        let text = game.write_position(position);
        let read = game.read_position(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(&read, position, "the position {text}");
        let written = write_line(game, &game.start(), line);
        let (after, moves) = read_line(game, game.start(), &written)
            .unwrap_or_else(|error| panic!("{written}: {error}"));
        assert_eq!((&after, moves.as_slice()), (position, line), "the line {written}");
    });
}

/// Pictures: the text is not empty, the SVG is one document, and each legal move is in the scene once, on cells that the
/// drawing has.
///
/// # Panics
/// If the game breaks a promise.
pub fn pictures<G: Picture>(game: &G, plan: &Conformance) {
    playouts(game, plan.seed, plan.playouts.min(PICTURES_MAX), |position, line| {
        if line.len() > MOVES_MAX {
            return;
        }
        assert!(game.text(position).ends_with('\n'), "a text board ends its last line");
        let scene = Scene::of(game, position);
        let svg = scene.svg();
        assert!(
            svg.starts_with("<svg ") && svg.trim_end().ends_with("</svg>"),
            "not an SVG document: {svg}"
        );
        assert!(
            svg.contains("viewBox") && svg.contains("xmlns="),
            "an SVG that does not stand alone"
        );
        self::scene(&scene);
        let mut moves = Vec::new();
        if game.outcome(position).is_none() {
            game.moves(position, &mut moves);
        }
        let written: Vec<String> =
            moves.into_iter().map(|mv| game.write_move(position, mv)).collect();
        let shown: Vec<&String> = scene.moves.iter().map(|mv| &mv.name).collect();
        assert_eq!(shown, written.iter().collect::<Vec<_>>(), "the moves of the scene");
    });
}

/// Scenes: cells lie within the drawing and have names of their own, and moves are on cells that there are.
///
/// # Panics
/// If the scene is not like that.
pub fn scene(scene: &Scene) {
    let (drawing, mut names) = (&scene.drawing, HashSet::new());
    for cell in &drawing.cells {
        assert!(!cell.name.is_empty() && names.insert(&cell.name), "the name \"{}\"", cell.name);
        let inside = |at: u32, long: u32, most: u32| long / 2 <= at && at + long / 2 <= most;
        assert!(
            inside(cell.x, cell.width, drawing.width)
                && inside(cell.y, cell.height, drawing.height),
            "{cell:?} is not within {} x {}",
            drawing.width,
            drawing.height
        );
    }
    for place in scene.moves.iter().flat_map(|mv| &mv.places) {
        let ends = match *place {
            Place::Cell(cell) => [cell; 2],
            Place::Path { from, to } => [from, to],
        };
        assert!(ends.iter().all(|&cell| cell < drawing.cells.len()), "{place:?}: no such cell");
    }
}
