//! What is refused: each row of the table in docs/security.md, and what each refusal says.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::body::Body;
use axum::http::StatusCode;
use foregone::Game;
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
        for part in [
            "script-src 'self'",
            "style-src 'self'",
            "connect-src 'self'",
            "frame-ancestors 'none'",
            "base-uri 'none'",
        ] {
            assert!(policy.contains(part), "{policy}");
        }
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

/// A request on a connection of its own, and the first byte of the answer if there is one soon.
fn ask(port: u16, wait: Duration) -> (TcpStream, bool) {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).expect("a connection");
    stream.set_read_timeout(Some(wait)).expect("a time");
    write!(stream, "GET /assets/icon.svg HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n")
        .expect("sent");
    let is_answered = stream.read(&mut [0; 1]).is_ok_and(|read| read == 1);
    (stream, is_answered)
}

#[test]
fn connections_beyond_sixty_four_wait_for_their_turn() {
    let server = Server::bind(Config::default()).expect("a port");
    let link = server.link();
    let port = link.trim_end_matches('/').rsplit(':').next().and_then(|port| port.parse().ok());
    let port: u16 = port.expect("a port");
    let ends = Arc::new(AtomicBool::new(false));
    let asked = ends.clone();
    let thread = std::thread::spawn(move || server.run(move || asked.load(Ordering::Relaxed)));
    let mut kept: Vec<TcpStream> = Vec::new();
    for number in 1..=64 {
        let (stream, is_answered) = ask(port, Duration::from_secs(20));
        assert!(is_answered, "connection {number}");
        kept.push(stream);
    }
    let (mut late, is_answered) = ask(port, Duration::from_millis(300));
    assert!(!is_answered, "the last one waits");
    kept.pop();
    late.set_read_timeout(Some(Duration::from_secs(20))).expect("a time");
    assert_eq!(late.read(&mut [0; 1]).expect("an answer"), 1);
    ends.store(true, Ordering::Relaxed);
    thread.join().expect("a thread").expect("an end");
}

#[tokio::test]
async fn a_record_is_sent_with_the_token_of_the_page_and_has_an_end() {
    let explorer = Explorer::usual();
    let send = async |token: &str, record: &str| {
        let body =
            Body::from(format!("token={token}&game=torere&record={}", record.replace(' ', "+")));
        let headers = [("content-type", "application/x-www-form-urlencoded")];
        explorer.send(request("POST", "/do/history", &headers, body)).await
    };
    let token = explorer.app.page_token().to_owned();
    assert_eq!(send("wrong", "1 5").await.status, StatusCode::FORBIDDEN);
    let game = Game::open("torere").expect("a game");
    let mut position = game.start();
    let mut moves = vec![position.legal_moves().swap_remove(0)];
    while moves.len() <= 2_000 {
        position.play(&moves[moves.len() - 1]).expect("a legal move");
        // A move that leaves the other player a move, if there is one.
        let legal = position.legal_moves();
        let goes_on = |mv: &&String| {
            let mut after = position.clone();
            after.play(mv).is_ok() && after.outcome().is_none()
        };
        moves.push(legal.iter().find(goes_on).expect("play can go on").clone());
    }
    let short = send(&token, &moves[..2].join(" ")).await;
    assert_eq!(short.status, StatusCode::SEE_OTHER, "{}", short.text);
    let long = send(&token, &moves.join(" ")).await;
    assert_eq!(long.status, StatusCode::BAD_REQUEST);
    assert!(long.text.contains("2001 moves, and 2000 are the most"), "{}", long.text);
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
