//! Limits of single requests: the length of the address and the time until the answer begins.

use std::time::Duration;

use axum::extract::Request;
use axum::http::StatusCode;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::problem::Problem;

/// The longest body of a request.
pub(crate) const BODY_BYTES: usize = 1 << 20;
/// The longest address of a request.
const ADDRESS_BYTES: usize = 8 << 10;
/// The longest time until an answer begins.
const TIME: Duration = Duration::from_secs(30);

/// Refuses what is too long, and gives up what takes too long.
pub(crate) async fn limits(request: Request, next: Next) -> Response {
    let length = request.uri().path_and_query().map_or(0, |text| text.as_str().len());
    if length > ADDRESS_BYTES {
        let sentence = format!(
            "the address has {length} bytes, and {ADDRESS_BYTES} are the most; give the position instead of its moves"
        );
        return Problem::new(StatusCode::URI_TOO_LONG, sentence).into_response();
    }
    tokio::time::timeout(TIME, next.run(request)).await.unwrap_or_else(|_| {
        let sentence = format!(
            "there was no answer after {} seconds; try again when less is searched",
            TIME.as_secs()
        );
        Problem::new(StatusCode::SERVICE_UNAVAILABLE, sentence).into_response()
    })
}
