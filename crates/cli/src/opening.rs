//! Games opened by their spelling: what every command starts from.

use foregone::Game;

use crate::failure::Failure;

/// Opens the game of that spelling.
pub(crate) fn open(spec: &str) -> Result<Game, Failure> {
    Ok(Game::open(spec)?)
}
