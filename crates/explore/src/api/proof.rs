//! A certificate for programs: its state, its positions, and its map.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::response::{IntoResponse, Response};
use foregone::{Overview, ProofState};
use serde::Serialize;

use crate::app::App;
use crate::pages::proof::Where;
use crate::problem::Problem;

#[derive(Serialize)]
struct Object {
    schema: u32,
    file: String,
    game: Option<String>,
    position: Option<String>,
    claims: Vec<String>,
    records: Option<u64>,
    hash: Option<String>,
    #[serde(flatten)]
    state: ProofState,
    /// Records that the check, or the measuring after it, has followed.
    met: u64,
}

#[derive(Serialize)]
struct Map {
    schema: u32,
    /// Nothing as long as the proof is not measured.
    overview: Option<Overview>,
}

/// `GET /api/proof/1`.
pub(crate) async fn get(State(app): State<Arc<App>>, Path(name): Path<String>) -> Response {
    let object = app.proof(&name).map(|file| {
        let tree = file.tree();
        Object {
            schema: 1,
            file: file.name().to_owned(),
            game: tree.map(|tree| tree.root().game().spelling().to_owned()),
            position: tree.map(|tree| tree.root().to_string()),
            claims: tree.map_or_else(Vec::new, |tree| {
                tree.claims().into_iter().map(str::to_owned).collect()
            }),
            records: tree.map(|tree| tree.records()),
            hash: tree.map(|tree| tree.hash().to_owned()),
            state: file.state(),
            met: file.met(),
        }
    });
    object.map_or_else(Problem::json, |object| Json(object).into_response())
}

/// `GET /api/proof/1/node?claim=1&at=…`.
pub(crate) async fn node(
    State(app): State<Arc<App>>,
    Path(name): Path<String>,
    Query(at): Query<Where>,
) -> Response {
    let file = app.proof(&name);
    let node = app.think(move || {
        let file = file?;
        let tree = file.tree().ok_or_else(|| match file.state() {
            ProofState::Refused { why, .. } => Problem::missing(why),
            _ => Problem::missing("the certificate is not read yet; ask again in a moment"),
        })?;
        Ok(tree.node(at.claim(), &at.position(tree)?)?)
    });
    node.await.map_or_else(Problem::json, |node| Json(node).into_response())
}

/// `GET /api/proof/1/overview?claim=1`.
pub(crate) async fn overview(
    State(app): State<Arc<App>>,
    Path(name): Path<String>,
    Query(at): Query<Where>,
) -> Response {
    let map = app.proof(&name).map(|file| Map {
        schema: 1,
        overview: file.overview(at.claim()).map(|map| Overview::clone(&map)),
    });
    map.map_or_else(Problem::json, |map| Json(map).into_response())
}
