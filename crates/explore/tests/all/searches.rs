//! Searches: started, followed, paused, stopped, and what they leave behind.

use std::time::Duration;

use axum::body::Body;
use axum::http::StatusCode;
use foregone_explore::Config;
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

async fn until(explorer: &Explorer, run: u64, mut wanted: impl FnMut(&Value) -> bool) -> Value {
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
async fn no_search_holds_more_memory_than_the_explorer_was_given() {
    let explorer = Explorer::with(Config { memory: 40 << 20, ..Config::default() });
    start(&explorer, r#"{"game": "connect4:7x6", "memory": 1000000000000, "time": 2}"#).await;
    let mut most = 0;
    let end = until(&explorer, 1, |now| {
        most = most.max(now["search"]["bytes"].as_u64().unwrap_or(0));
        now["state"] == "limited"
    });
    end.await;
    assert!(
        (1..=30 << 20).contains(&most),
        "{most} bytes, and three quarters of 40 MiB are allowed"
    );
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

#[tokio::test]
async fn reports_cost_a_search_less_than_a_hundredth() {
    let explorer = Explorer::usual();
    let mut runs = 1..;
    for method in ["mopns", "dfmopns", "pns"] {
        // Time in which other programs compute counts, too, so the best of a few searches tells.
        let mut least = f64::INFINITY;
        for run in runs.by_ref().take(4) {
            let body = format!(r#"{{"game": "connect4:7x6", "method": "{method}", "time": 1}}"#);
            assert_eq!(start(&explorer, &body).await.status, StatusCode::CREATED);
            // A page follows meanwhile, as a browser does.
            let events = explorer.get(&format!("/runs/{run}/live")).await;
            let panels = events.text.matches("event: panel").count();
            let end = until(&explorer, run, |now| now["state"] == "limited").await;
            let number = |name: &str| end[name].as_f64().expect("a number");
            // Four in a second, one at the start and one at the end; a busy machine searches for longer than it was told.
            let most = 4.0 * number("seconds") + 3.0;
            let is_usual = panels >= 2 && panels as f64 <= most;
            assert!(is_usual, "{method}: {panels} panels in {} s", number("seconds"));
            least = least.min(number("reporting") / number("seconds"));
            if least < 0.01 {
                break;
            }
        }
        println!("{method}: reports take {:.3} % of the search", 100.0 * least);
        assert!(least < 0.01, "{method}: {least}");
    }
}

#[tokio::test]
async fn searches_of_several_outcomes_show_the_efforts_of_all() {
    // Enough for more than a second, in which there are three samples.
    let explorer = Explorer::with(Config { memory: 1 << 30, ..Config::default() });
    start(&explorer, r#"{"game": "connect4:7x6", "method": "mopns"}"#).await;
    let now =
        until(&explorer, 1, |now| now["history"].as_array().is_some_and(|all| all.len() > 2)).await;
    let efforts = now["search"]["efforts"].as_array().expect("efforts");
    let questions: Vec<_> = efforts.iter().filter_map(|one| one["at_least"].as_str()).collect();
    assert_eq!(questions, ["draw", "win"]);
    let page = explorer.get("/g/connect4:7x6?run=1").await.text;
    assert!(page.contains("At least draw?") && page.contains("At least win?"), "{page}");
    act(&explorer, "stop").await;
    until(&explorer, 1, |now| now["state"] == "stopped").await;
}

#[tokio::test]
async fn the_proof_of_a_search_is_walked_through_and_tells_how_long_play_is() {
    let explorer = Explorer::usual();
    // The second player to move is lost: the proof has all moves.
    let body = r#"{"game": "mnk:3,3,3", "m": "b2 a2 a1", "certificate": true}"#;
    assert_eq!(start(&explorer, body).await.status, StatusCode::CREATED);
    until(&explorer, 1, |now| now["state"] == "solved").await;
    assert_eq!(explorer.get("/proof/search-1").await.status, StatusCode::OK);
    for _ in 0..200 {
        let proof = explorer.get("/api/proof/search-1").await.text;
        if proof.contains("\"measured\":true") {
            break;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let view = explorer.get("/api/position?game=mnk:3,3,3&m=b2_a2_a1").await.text;
    let view: Value = serde_json::from_str(&view).expect("JSON");
    assert_eq!((&view["value"], &view["source"]), (&Value::from("win"), &Value::from("proof")));
    let plies = |mv: &Value| mv["plies"]["in_proof"].as_u64();
    let moves = view["moves"].as_array().expect("moves");
    assert!(moves.iter().all(|mv| plies(mv).is_some()), "{view}");
    assert!(moves.iter().any(|mv| plies(mv) > Some(1)), "{view}");
    let page = explorer.get("/g/mnk:3,3,3?m=b2_a2_a1").await.text;
    assert!(page.contains("plies in the proof") && page.contains("/proof/search-1"), "{page}");
    assert_eq!(explorer.get("/proof/search-2").await.status, StatusCode::NOT_FOUND);
}

/// Sends the form of a page, without a script: the token is in the body.
async fn act(explorer: &Explorer, action: &str) {
    let body = format!("token={}&action={action}", explorer.app.page_token());
    let headers = [("content-type", "application/x-www-form-urlencoded")];
    let answer = explorer.send(request("POST", "/do/run/1", &headers, Body::from(body))).await;
    assert_eq!(answer.status, StatusCode::SEE_OTHER, "{}", answer.text);
}
