//! What is refused: each row of the table in docs/security.md, and what each refusal says.

use axum::body::Body;
use axum::http::StatusCode;
use foregone_explore::{Config, Server};

use crate::visit::{Explorer, PORT, request};

#[tokio::test]
async fn only_our_host_is_answered() {
    let explorer = Explorer::usual();
    for host in
        ["127.0.0.1:8123", "localhost:8123", "LOCALHOST:8123", "localhost.:8123", "[::1]:8123"]
    {
        let answer = explorer.get_with("/", &[("host", host)]).await;
        assert_eq!(answer.status, StatusCode::OK, "{host}");
    }
    for host in [
        "",
        "127.0.0.1",
        "127.0.0.1:80",
        "localhost:8124",
        "evil.example:8123",
        "127.0.0.1.evil.example:8123",
        "localhost.evil.example",
        "10.0.0.1:8123",
        "evil@localhost:8123",
        "[::2]:8123",
    ] {
        for address in ["/", "/g/connect4:4x4", "/api/games", "/assets/style.css", "/nowhere"] {
            let answer = explorer.get_with(address, &[("host", host)]).await;
            assert_eq!(answer.status, StatusCode::MISDIRECTED_REQUEST, "{host} {address}");
            assert!(answer.text.contains("http://127.0.0.1:8123/"), "{}", answer.text);
        }
    }
    let twice =
        request("GET", "/", &[("host", "localhost:8123"), ("host", "evil.example")], Body::empty());
    assert_eq!(explorer.send(twice).await.status, StatusCode::MISDIRECTED_REQUEST);
}

#[tokio::test]
async fn every_answer_says_what_a_browser_may_do() {
    let explorer = Explorer::usual();
    for address in ["/", "/g/connect4:4x4", "/nowhere", "/assets/style.css", "/api/games"] {
        let headers =
            explorer.get_with(address, &[("origin", "http://evil.example")]).await.headers;
        let policy = headers["content-security-policy"].to_str().expect("text");
        assert!(
            policy.starts_with("default-src 'none'")
                && !policy.contains("-inline")
                && !policy.contains("-eval"),
            "{policy}"
        );
        assert_eq!(headers["x-content-type-options"], "nosniff");
        assert_eq!(headers["referrer-policy"], "no-referrer");
        assert_eq!(headers["cross-origin-resource-policy"], "same-origin");
        assert!(!headers.keys().any(|name| name.as_str().starts_with("access-control")));
    }
}

#[tokio::test]
async fn nothing_is_changed_without_the_token_of_a_page() {
    let explorer = Explorer::usual();
    let good = explorer.app.page_token().to_owned();
    let send = async |token: Option<&str>, site: Option<&str>| {
        let mut headers = Vec::new();
        headers.extend(token.map(|token| ("x-foregone-token", token)));
        headers.extend(site.map(|site| ("sec-fetch-site", site)));
        explorer.send(request("DELETE", "/api/nothing", &headers, Body::empty())).await.status
    };
    for token in [None, Some(""), Some("0123"), Some(&good[1..])] {
        assert_eq!(send(token, None).await, StatusCode::FORBIDDEN, "{token:?}");
    }
    for site in ["cross-site", "same-site", "none"] {
        assert_eq!(send(Some(&good), Some(site)).await, StatusCode::FORBIDDEN, "{site}");
    }
    assert_eq!(send(Some(&good), None).await, StatusCode::NOT_FOUND);
    assert_eq!(send(Some(&good), Some("same-origin")).await, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn visitors_from_elsewhere_need_the_token_of_the_command_line() {
    let listen = "192.0.2.1:8123".parse().expect("an address");
    let explorer = Explorer::with(Config {
        listen,
        token: Some("open sesame".to_owned()),
        ..Config::default()
    });
    let host = ("host", "192.0.2.1:8123");
    assert_eq!(explorer.get_with("/", &[host]).await.status, StatusCode::UNAUTHORIZED);
    let wrong = explorer.get_with("/?token=open", &[host]).await;
    assert_eq!(wrong.status, StatusCode::UNAUTHORIZED);
    assert!(wrong.text.contains("use the link with the token"), "{}", wrong.text);
    let right = explorer.get_with("/?token=open%20sesame", &[host]).await;
    assert_eq!(right.status, StatusCode::SEE_OTHER);
    let cookie = right.headers["set-cookie"].to_str().expect("text");
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"), "{cookie}");
    let pair = cookie.split(';').next().expect("a pair");
    assert_eq!(explorer.get_with("/", &[host, ("cookie", pair)]).await.status, StatusCode::OK);
    let other = explorer.get_with("/", &[host, ("cookie", "foregone-token=open")]).await;
    assert_eq!(other.status, StatusCode::UNAUTHORIZED);
}

#[test]
fn an_open_address_needs_a_token() {
    let listen = "0.0.0.0:0".parse().expect("an address");
    let error = Server::bind(Config { listen, ..Config::default() }).err().expect("a refusal");
    assert!(error.to_string().contains("give a --token"), "{error}");
    assert!(
        Server::bind(Config { listen, token: Some("word".to_owned()), ..Config::default() })
            .is_ok()
    );
    let usual = Server::bind(Config::default()).expect("a port");
    assert!(usual.link().starts_with("http://127.0.0.1:"), "{}", usual.link());
}

#[test]
fn a_port_in_use_is_one_sentence() {
    let first = Server::bind(Config::default()).expect("a port");
    let link = first.link();
    let port = link.trim_end_matches('/').rsplit(':').next().expect("a port");
    let listen = format!("127.0.0.1:{port}").parse().expect("an address");
    let error = Server::bind(Config { listen, ..Config::default() }).err().expect("a refusal");
    assert!(error.to_string().contains("in use already"), "{error}");
}

#[tokio::test]
async fn what_is_too_long_is_refused() {
    let explorer = Explorer::usual();
    let answer = explorer.get(&format!("/g/connect4:4x4?m={}", "1".repeat(9000))).await;
    assert_eq!(answer.status, StatusCode::URI_TOO_LONG);
    assert!(answer.text.contains("8192 are the most"), "{}", answer.text);
    let headers =
        [("x-foregone-token", explorer.app.page_token()), ("content-type", "application/json")];
    let body = Body::from(format!("{{\"game\": \"{}\"}}", "x".repeat(2 << 20)));
    let answer = explorer.send(request("POST", "/api/runs", &headers, body)).await;
    assert_eq!(answer.status, StatusCode::PAYLOAD_TOO_LARGE);
}

#[tokio::test]
async fn text_from_elsewhere_is_never_markup() {
    let explorer = Explorer::usual();
    for address in [
        "/g/%3Cscript%3Ealert(1)%3C%2Fscript%3E",
        "/g/connect4:4x4?m=%3Cimg%20src%3Dx%3E",
        "/g/connect4:4x4?p=%22%3E%3Cscript%3E",
        "/g?q=%3Cscript%3E",
    ] {
        let page = explorer.get(address).await;
        let harmful = ["<script>", "<img"].into_iter().find(|word| page.text.contains(word));
        assert_eq!(harmful, None, "{address}: {}", page.text);
    }
    assert_eq!(PORT, 8123);
}

#[tokio::test]
async fn no_path_is_served_from_a_request() {
    let explorer = Explorer::usual();
    for address in [
        "/assets/..%2F..%2FCargo.toml",
        "/assets/%2Fetc%2Fpasswd",
        "/../Cargo.toml",
        "/assets//etc/passwd",
    ] {
        let answer = explorer.get(address).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{address}");
        assert!(!answer.text.contains("[package]") && !answer.text.contains("root:"), "{address}");
    }
}
