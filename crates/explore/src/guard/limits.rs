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
    within(TIME, next.run(request)).await
}

/// An answer, if it begins within a time.
async fn within(time: Duration, answer: impl Future<Output = Response>) -> Response {
    tokio::time::timeout(time, answer).await.unwrap_or_else(|_| {
        let sentence = format!(
            "there was no answer after {} seconds; try again when less is searched",
            time.as_secs()
        );
        Problem::new(StatusCode::SERVICE_UNAVAILABLE, sentence).into_response()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn what_takes_too_long_is_given_up() {
        let never = within(Duration::from_millis(5), std::future::pending()).await;
        assert_eq!(never.status(), StatusCode::SERVICE_UNAVAILABLE);
        let soon = within(TIME, async { "soon".into_response() }).await;
        assert_eq!(soon.status(), StatusCode::OK);
    }
}
