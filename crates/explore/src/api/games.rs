//! The games that can be explored.

use axum::Json;
use serde::Serialize;

use crate::games::entries;

#[derive(Serialize)]
pub(crate) struct List {
    schema: u32,
    games: Vec<Game>,
}

#[derive(Serialize)]
struct Game {
    name: &'static str,
    about: &'static str,
    spelling: &'static str,
    examples: &'static [&'static str],
}

/// All games.
pub(crate) async fn get() -> Json<List> {
    let game = |entry: &foregone_games::registry::GameEntry| Game {
        name: entry.name,
        about: entry.about,
        spelling: entry.spelling,
        examples: entry.examples,
    };
    Json(List { schema: 1, games: entries().map(game).collect() })
}
