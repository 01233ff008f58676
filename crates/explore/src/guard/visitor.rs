//! Who may see anything, and who may change anything.

use std::sync::Arc;

use axum::extract::{Query, Request, State};
use axum::http::header::{COOKIE, SET_COOKIE};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;

use crate::app::App;
use crate::guard::Secret;
use crate::problem::Problem;

/// The cookie of visitors who know the token.
const COOKIE_NAME: &str = "foregone-token";
/// The header with the token of the page.
const PAGE_TOKEN: &str = "x-foregone-token";

#[derive(Deserialize)]
struct Token {
    #[serde(default)]
    token: String,
}

/// Refuses visitors who do not know the token, if one is needed. The link with the token leaves a cookie.
pub(crate) async fn visitor(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let Some(secret) = &app.visitor_token else { return next.run(request).await };
    if knows(request.headers(), secret) {
        return next.run(request).await;
    }
    let given = Query::<Token>::try_from_uri(request.uri()).ok();
    if request.method() == Method::GET && given.is_some_and(|given| secret.is(&given.token)) {
        let cookie = format!("{COOKIE_NAME}={}; HttpOnly; SameSite=Strict; Path=/", secret.text());
        let mut response = Redirect::to(request.uri().path()).into_response();
        if let Ok(cookie) = HeaderValue::from_str(&cookie) {
            response.headers_mut().insert(SET_COOKIE, cookie);
        }
        return response;
    }
    let sentence = "this explorer is not open to everybody; use the link with the token that it printed when it was started";
    Problem::new(StatusCode::UNAUTHORIZED, sentence).into_response()
}

/// Whether the cookie of a request has the token.
fn knows(headers: &HeaderMap, secret: &Secret) -> bool {
    let lines = headers.get_all(COOKIE).iter().filter_map(|line| line.to_str().ok());
    let mut pairs =
        lines.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.any(|(name, value)| name == COOKIE_NAME && secret.is(value))
}

/// Refuses what would change something without the token of a page. A form without a script has the token in its body, which
/// [`change_is_allowed`] looks at when the body is read.
pub(crate) async fn changes(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    if matches!(*request.method(), Method::GET | Method::HEAD) {
        return next.run(request).await;
    }
    let headers = request.headers();
    let site = headers.get("sec-fetch-site").map(HeaderValue::as_bytes);
    let is_form = request.uri().path().starts_with("/do/");
    let token = headers.get(PAGE_TOKEN).and_then(|token| token.to_str().ok());
    let is_allowed = match token {
        Some(token) => app.page_token.is(token),
        None => is_form,
    };
    match is_allowed && site.is_none_or(|site| site == b"same-origin") {
        true => next.run(request).await,
        false => refused().into_response(),
    }
}

/// Whether a form has the token of a page.
pub(crate) fn change_is_allowed(app: &App, token: &str) -> Result<(), Problem> {
    if app.page_token.is(token) { Ok(()) } else { Err(refused()) }
}

fn refused() -> Problem {
    let sentence = "the request does not come from a page of this explorer, or the explorer was started again; reload the page and repeat it";
    Problem::new(StatusCode::FORBIDDEN, sentence)
}
