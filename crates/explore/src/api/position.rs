//! A position with what is known about it and its moves.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Query, State};
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use crate::address::Address;
use crate::app::App;
use crate::problem::Problem;
use crate::values::BUDGET;
use crate::view::View;

#[derive(Serialize)]
struct Object {
    schema: u32,
    game: String,
    position: String,
    line: Vec<String>,
    #[serde(flatten)]
    view: View,
}

/// `GET /api/position?game=…&m=…&p=…`.
pub(crate) async fn get(State(app): State<Arc<App>>, Query(address): Query<Address>) -> Response {
    let work = app.clone();
    let object = app.think(move || look(&work, &address)).await;
    object.map_or_else(Problem::json, |object| Json(object).into_response())
}

fn look(app: &App, address: &Address) -> Result<Object, Problem> {
    let placed = address.place(&app.games)?;
    let view = app.values.view(&placed, BUDGET)?;
    Ok(Object {
        schema: 1,
        game: placed.game().to_owned(),
        position: placed.notation(),
        line: placed.line(),
        view,
    })
}
