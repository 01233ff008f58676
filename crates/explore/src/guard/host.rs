//! The host that a request names must be ours. A page of another site can have its name resolved to this machine, and is then
//! allowed by browsers to read what it gets: the name is what gives it away.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::http::header::HOST;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::app::App;
use crate::problem::Problem;

/// Refuses requests whose host is not ours.
pub(crate) async fn host(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let mut named = request.headers().get_all(HOST).iter();
    let host = named.next().and_then(|host| host.to_str().ok()).unwrap_or_default();
    if named.next().is_none() && is_ours(host, &app) {
        return next.run(request).await;
    }
    let port = app.port;
    let sentence = format!(
        "this explorer does not answer to the host \"{host}\"; open http://127.0.0.1:{port}/, http://localhost:{port}/, or the address it was started with"
    );
    Problem::new(StatusCode::MISDIRECTED_REQUEST, sentence).into_response()
}

/// Whether a host with its port is that of this machine alone, or the address that was asked for with `--listen`.
fn is_ours(host: &str, app: &App) -> bool {
    let Some((name, port)) = split(host) else { return false };
    let name = name.strip_suffix('.').unwrap_or(name).to_ascii_lowercase();
    if port != app.port {
        return false;
    }
    let address = name.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>().ok();
    let is_loopback = name == "localhost" || name == "127.0.0.1" || name == "[::1]";
    // Behind an address that others reach stands the token; a name would be no more secret than the address.
    let is_open = app.visitor_token.is_some();
    is_loopback
        || (is_open
            && (address == Some(app.config.listen.ip()) || is_any(app) && address.is_some()))
}

/// Whether the explorer listens at all addresses of the machine.
fn is_any(app: &App) -> bool {
    app.config.listen.ip().is_unspecified()
}

/// A host and its port, which is 80 if it is left out.
fn split(host: &str) -> Option<(&str, u16)> {
    match host.rsplit_once(':') {
        Some((name, port)) if !port.contains(']') => Some((name, port.parse().ok()?)),
        _ => Some((host, 80)).filter(|(name, _)| !name.is_empty()),
    }
}
