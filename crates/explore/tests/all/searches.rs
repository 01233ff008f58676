//! Searches: started, followed, paused, stopped, and what they leave behind.

use std::time::Duration;

use axum::body::Body;
use axum::http::StatusCode;
use serde_json::Value;

use crate::visit::{Answer, Explorer, request};

async fn start(explorer: &Explorer, body: &str) -> Answer {
    let headers =
        [("x-foregone-token", explorer.app.page_token()), ("content-type", "application/json")];
    explorer.send(request("POST", "/api/runs", &headers, Body::from(body.to_owned()))).await
}

async fn state(explorer: &Explorer, run: u64) -> Value {
    let answer = explorer.get(&format!("/api/runs/{run}")).await;
    serde_json::from_str(&answer.text).expect("JSON")
}

async fn until(explorer: &Explorer, run: u64, wanted: impl Fn(&Value) -> bool) -> Value {
    for _ in 0..600 {
        let now = state(explorer, run).await;
        if wanted(&now) {
            return now;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("the search does not get there: {}", state(explorer, run).await);
}

#[tokio::test]
async fn a_search_ends_with_a_value_and_a_certificate_that_the_checker_accepts() {
    let explorer = Explorer::usual();
    let started = start(&explorer, r#"{"game": "connect4:4x5", "certificate": true}"#).await;
    assert_eq!(started.status, StatusCode::CREATED, "{}", started.text);
    let end = until(&explorer, 1, |now| now["state"] == "solved").await;
    assert_eq!(end["result"], "draw");
    let bytes = explorer.bytes("/runs/1/certificate").await;
    let accepted =
        foregone::check(&bytes[..], &foregone::proof::Options::default()).expect("a proof");
    assert_eq!(accepted.value.as_deref(), Some("draw"));
    let page = explorer.get("/g/connect4:4x5").await.text;
    assert!(page.contains("<b>draw</b>, proved"), "{page}");
    let events = explorer.get("/api/runs/1/events").await.text;
    assert!(
        events.starts_with("event: progress\n") && events.ends_with("event: done\ndata: done\n\n"),
        "{events}"
    );
}

#[tokio::test]
async fn a_search_can_be_stopped_and_queued_and_the_queue_is_short() {
    let explorer = Explorer::usual();
    let long = r#"{"game": "connect4:7x6"}"#;
    assert_eq!(start(&explorer, long).await.status, StatusCode::CREATED);
    until(&explorer, 1, |now| now["state"] == "running").await;
    for _ in 0..4 {
        assert_eq!(start(&explorer, long).await.status, StatusCode::CREATED);
    }
    let refused = start(&explorer, long).await;
    assert_eq!(refused.status, StatusCode::TOO_MANY_REQUESTS);
    assert!(refused.text.contains("stop one of them"), "{}", refused.text);
    // Pages of the same game answer while a search has its solver.
    let page = explorer.get("/g/connect4:7x6?m=44").await;
    assert_eq!(page.status, StatusCode::OK);
    for run in (1..=5).rev() {
        let headers = [("x-foregone-token", explorer.app.page_token())];
        explorer
            .send(request("DELETE", &format!("/api/runs/{run}"), &headers, Body::empty()))
            .await;
        until(&explorer, run, |now| now["state"] == "stopped").await;
    }
    // The solver is not left stopped.
    assert_eq!(
        start(&explorer, r#"{"game": "connect4:7x6", "m": "4444443222211135567", "time": 20}"#)
            .await
            .status,
        StatusCode::CREATED
    );
    until(&explorer, 6, |now| now["state"] == "solved").await;
}

#[tokio::test]
async fn limits_of_a_search_are_kept() {
    let explorer = Explorer::usual();
    start(&explorer, r#"{"game": "connect4:7x6", "nodes": 10000}"#).await;
    let end = until(&explorer, 1, |now| now["state"] == "limited").await;
    assert_eq!(end["result"], "open");
    start(&explorer, r#"{"game": "connect4:7x6", "time": "1"}"#).await;
    until(&explorer, 2, |now| now["state"] == "limited").await;
    let wrong = start(&explorer, r#"{"game": "connect4:7x6", "time": "soon"}"#).await;
    assert_eq!(wrong.status, StatusCode::BAD_REQUEST);
    assert!(wrong.text.contains("time is a whole number"), "{}", wrong.text);
}

#[tokio::test]
async fn a_paused_search_waits() {
    let explorer = Explorer::usual();
    start(&explorer, r#"{"game": "connect4:7x6"}"#).await;
    until(&explorer, 1, |now| now["created"].as_u64() > Some(0)).await;
    act(&explorer, "pause").await;
    until(&explorer, 1, |now| now["state"] == "paused").await;
    tokio::time::sleep(Duration::from_millis(400)).await;
    let before = state(&explorer, 1).await;
    tokio::time::sleep(Duration::from_millis(400)).await;
    assert_eq!(state(&explorer, 1).await["created"], before["created"]);
    act(&explorer, "resume").await;
    until(&explorer, 1, |now| now["created"].as_u64() > before["created"].as_u64()).await;
    act(&explorer, "stop").await;
    until(&explorer, 1, |now| now["state"] == "stopped").await;
}

/// Sends the form of a page, without a script: the token is in the body.
async fn act(explorer: &Explorer, action: &str) {
    let body = format!("token={}&action={action}", explorer.app.page_token());
    let headers = [("content-type", "application/x-www-form-urlencoded")];
    let answer = explorer.send(request("POST", "/do/run/1", &headers, Body::from(body))).await;
    assert_eq!(answer.status, StatusCode::SEE_OTHER, "{}", answer.text);
}
