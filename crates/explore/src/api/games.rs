//! The games that can be explored.

use axum::Json;
use foregone::view::GameView;
use serde::Serialize;

#[derive(Serialize)]
pub(crate) struct List {
    schema: u32,
    games: Vec<GameView>,
}

/// `GET /api/games`: all games.
pub(crate) async fn get() -> Json<List> {
    Json(List { schema: 1, games: GameView::all() })
}
