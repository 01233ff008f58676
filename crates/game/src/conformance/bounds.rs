//! Static bounds and checker bounds against minimax.

use super::Values;
use crate::notation::Notation;
use crate::outcome::Outcome;

/// Static bounds: with every sound knowledge level, and as the game comes, the value of every unfinished position lies
/// within them; a numbered level is at least as narrow as the one before it.
///
/// # Panics
/// If the game breaks a promise.
pub fn static_bounds<G: Notation>(game: &G, values: &Values<G>) {
    within("static", "by default", game, values, G::static_bounds);
    let mut before: Option<G> = None;
    for (index, level) in game.knowledge_levels().iter().enumerate() {
        let with_level = game.with_knowledge(index as u8).expect("a level of the list");
        if level.is_sound {
            within("static", level.name, &with_level, values, G::static_bounds);
        }
        if level.name != index.to_string() {
            continue;
        }
        if let Some(before) = &before {
            for (position, _) in values.iter().filter(|(at, _)| game.outcome(at).is_none()) {
                let (wide, narrow) =
                    (before.static_bounds(position), with_level.static_bounds(position));
                assert!(
                    wide.0 <= narrow.0 && narrow.1 <= wide.1,
                    "knowledge level {index} says {narrow:?} about {}, the level before it {wide:?}",
                    game.write_position(position)
                );
            }
        }
        before = Some(with_level);
    }
}

/// Checker bounds: the value of every unfinished position lies within them.
///
/// # Panics
/// If the game breaks a promise.
pub fn checker_bounds<G: Notation>(game: &G, values: &Values<G>) {
    within("checker", "by default", game, values, G::checker_bounds);
}

fn within<G: Notation>(
    which: &str,
    level: &str,
    game: &G,
    values: &Values<G>,
    bounds: impl Fn(&G, &G::Position) -> (Outcome, Outcome),
) {
    for (position, value) in values.iter().filter(|(at, _)| game.outcome(at).is_none()) {
        let (low, high) = bounds(game, position);
        assert!(
            low <= value && value <= high,
            "{which} bounds ({level}) {low:?} to {high:?} of {}, which is worth {value:?}",
            game.write_position(position)
        );
    }
}
