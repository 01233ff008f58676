//! The addresses of the explorer.

use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::{from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};

use crate::app::App;
use crate::problem::Problem;
use crate::{api, assets, guard, pages};

/// Everything that an explorer answers, without a port.
pub fn router(app: Arc<App>) -> Router {
    Router::new()
        .route("/", get(pages::start::get))
        .route("/g", get(pages::position::find))
        .route("/g/{game}", get(pages::position::get))
        .route("/open", get(pages::start::open))
        .route("/reply/{game}", get(pages::position::reply))
        .route("/do/search", post(api::runs::search))
        .route("/do/run/{run}", post(api::runs::act))
        .route("/runs/{run}/live", get(api::runs::live))
        .route("/runs/{run}/certificate", get(api::runs::certificate))
        .route("/api/games", get(api::games::get))
        .route("/api/position", get(api::position::get))
        .route("/api/runs", post(api::runs::start))
        .route("/api/runs/{run}", get(api::runs::get).delete(api::runs::stop))
        .route("/api/runs/{run}/events", get(api::runs::events))
        .route("/proof/{number}", get(pages::proof::get))
        .route("/proof/{number}/part", get(pages::proof::part))
        .route("/history", get(pages::history::get))
        .route("/do/history", post(pages::history::post))
        .route("/history.svg", get(pages::history::svg))
        .route("/table/{number}", get(pages::table::get))
        .route("/cluster/{number}", get(pages::cluster::get))
        .route("/graph/{game}", get(pages::graph::get))
        .route("/api/proof/{number}", get(api::proof::get))
        .route("/api/proof/{number}/node", get(api::proof::node))
        .route("/api/proof/{number}/overview", get(api::proof::overview))
        .route("/api/history", get(pages::history::json))
        .route("/api/table/{number}", get(pages::table::stats))
        .route("/api/table/{number}/probe", get(pages::table::probe))
        .route("/api/cluster/{number}", get(pages::cluster::json))
        .route("/api/graph", get(pages::graph::json))
        .route("/assets/{name}", get(assets::get))
        .fallback(nothing_here)
        // The last layer is asked first.
        .layer(DefaultBodyLimit::max(guard::BODY_BYTES))
        .layer(from_fn_with_state(app.clone(), guard::changes))
        .layer(from_fn_with_state(app.clone(), guard::visitor))
        .layer(from_fn_with_state(app.clone(), guard::host))
        .layer(from_fn(guard::limits))
        .layer(from_fn(guard::headers))
        .with_state(app)
}

async fn nothing_here() -> Response {
    Problem::missing(
        "there is no page at this address; the start page has links to all that there are",
    )
    .into_response()
}
