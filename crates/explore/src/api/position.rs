//! A position with what is known about it and its moves.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Query, State};
use axum::response::{IntoResponse, Response};

use crate::address::Address;
use crate::app::App;
use crate::problem::Problem;

/// `GET /api/position?game=…&m=…&p=…`.
pub(crate) async fn get(State(app): State<Arc<App>>, Query(address): Query<Address>) -> Response {
    let work = app.clone();
    let view = app.think(move || Ok(work.values.view(&address.place(&work.games)?)?)).await;
    view.map_or_else(Problem::json, |view| Json(view).into_response())
}
