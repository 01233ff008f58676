//! Notation and pictures.

use core::fmt::Debug;

use super::{Conformance, playouts};
use crate::capability::Picture;
use crate::notation::{Notation, read_line, write_line};

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

/// Pictures: neither is empty, and the SVG is one document.
///
/// # Panics
/// If the game breaks a promise.
pub fn pictures<G: Picture>(game: &G, plan: &Conformance) {
    playouts(game, plan.seed, plan.playouts.min(PICTURES_MAX), |position, line| {
        if line.len() > MOVES_MAX {
            return;
        }
        assert!(game.text(position).ends_with('\n'), "a text board ends its last line");
        let svg = game.svg(position);
        assert!(
            svg.starts_with("<svg ") && svg.trim_end().ends_with("</svg>"),
            "not an SVG document: {svg}"
        );
        assert!(
            svg.contains("viewBox") && svg.contains("xmlns="),
            "an SVG that does not stand alone"
        );
    });
}
