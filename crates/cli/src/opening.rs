//! Games opened by their spelling: what every command starts from.

use std::path::Path;

use foregone::Game;
use foregone::chance::{self, Opened};
use foregone_games::registry::GameFile;
use foregone_proof::GRAPH_FILE;

use crate::failure::Failure;
use crate::files;

/// Opens the game of that spelling.
pub(crate) fn open(spec: &str) -> Result<Game, Failure> {
    Ok(Game::open_with(spec, &read_file)?)
}

/// Opens the game of that spelling, with or without chance.
pub(crate) fn open_any(spec: &str) -> Result<Opened, Failure> {
    Ok(chance::open_any(spec, &read_file)?)
}

/// Reads the file of a game, or standard input for `-`.
fn read_file(path: &str) -> Result<Vec<u8>, String> {
    files::read(Path::new(path), GRAPH_FILE)
}

/// Whether the game of that spelling is read from standard input.
pub(crate) fn is_from_standard_input(spec: &str) -> bool {
    GameFile::of(spec).is_some_and(|file| files::is_standard(Path::new(file.path)))
}
