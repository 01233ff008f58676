//! A visitor without a browser: sends requests to the router and reads what comes.

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::http::{HeaderMap, Request, StatusCode};
use foregone_explore::{App, Config, router};
use http_body_util::BodyExt;
use tower::ServiceExt;

/// The port that the router is told it has.
pub(crate) const PORT: u16 = 8123;

/// An explorer without a port.
pub(crate) struct Explorer {
    router: Router,
    pub(crate) app: Arc<App>,
}

/// What was answered.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) text: String,
}

impl Explorer {
    /// One with the usual configuration.
    pub(crate) fn usual() -> Explorer {
        Explorer::with(Config { memory: 256 << 20, ..Config::default() })
    }

    pub(crate) fn with(config: Config) -> Explorer {
        let app = Arc::new(App::new(config, PORT));
        Explorer { router: router(app.clone()), app }
    }

    /// Sends a request.
    pub(crate) async fn send(&self, request: Request<Body>) -> Answer {
        let response = self.router.clone().oneshot(request).await.expect("infallible");
        let (status, headers) = (response.status(), response.headers().clone());
        let bytes = response.into_body().collect().await.expect("a whole answer").to_bytes();
        Answer { status, headers, text: String::from_utf8_lossy(&bytes).into_owned() }
    }

    /// The bytes at an address.
    pub(crate) async fn bytes(&self, address: &str) -> Vec<u8> {
        let request = request("GET", address, &[], Body::empty());
        let response = self.router.clone().oneshot(request).await.expect("infallible");
        response.into_body().collect().await.expect("a whole answer").to_bytes().to_vec()
    }

    /// Asks for an address.
    pub(crate) async fn get(&self, address: &str) -> Answer {
        self.get_with(address, &[]).await
    }

    /// Asks for an address with more headers.
    pub(crate) async fn get_with(&self, address: &str, headers: &[(&str, &str)]) -> Answer {
        self.send(request("GET", address, headers, Body::empty())).await
    }
}

/// A request from this machine.
pub(crate) fn request(
    method: &str,
    address: &str,
    headers: &[(&str, &str)],
    body: Body,
) -> Request<Body> {
    let mut builder = Request::builder().method(method).uri(address);
    if !headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("host")) {
        builder = builder.header("host", format!("127.0.0.1:{PORT}"));
    }
    for (name, value) in headers {
        builder = builder.header(*name, *value);
    }
    builder.body(body).expect("a request")
}

/// The values of an attribute, in the order of the page.
pub(crate) fn attributes(page: &str, name: &str) -> Vec<String> {
    let start = format!(" {name}=\"");
    let values = page.split(start.as_str()).skip(1);
    values.map(|rest| unescaped(rest.split('"').next().unwrap_or_default())).collect()
}

/// The text behind HTML entities.
pub(crate) fn unescaped(text: &str) -> String {
    let text = text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"");
    text.replace("&#39;", "'").replace("&amp;", "&")
}
