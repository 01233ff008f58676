//! A run over a network, as its events file tells it: read only.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use foregone::{Point, RunLog};
use maud::{Markup, html};
use serde::Serialize;

use super::chart::{self, Chart, Line, QUESTIONS, Sample, time};
use super::layout::Page;
use super::moves::thousands;
use crate::app::App;
use crate::opened::{OpenedLog, numbered};
use crate::problem::Problem;

/// Workers that are listed; those that are present come first.
const HOSTS: usize = 200;

/// The page of a run.
pub(crate) async fn get(
    State(app): State<Arc<App>>,
    Path(number): Path<usize>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let file = numbered(&app.config.opened.logs, number, "file of events")?.clone();
    let main = app.think(move || Ok(main_part(&file, &read(&file)?))).await?;
    Ok(Page { title: "Run · Foregone", token: None, main }.respond(&headers))
}

/// The run for programs.
pub(crate) async fn json(State(app): State<Arc<App>>, Path(number): Path<usize>) -> Response {
    #[derive(Serialize)]
    struct Object {
        schema: u32,
        file: String,
        #[serde(flatten)]
        log: RunLog,
    }
    let file = numbered(&app.config.opened.logs, number, "file of events").cloned();
    let object = app.think(move || {
        let file = file?;
        Ok(Object { schema: 1, file: file.name.clone(), log: read(&file)? })
    });
    object.await.map_or_else(Problem::json, |object| axum::Json(object).into_response())
}

fn read(file: &OpenedLog) -> Result<RunLog, Problem> {
    file.look().map_err(|error| Problem::missing(format!("{} cannot be read: {error}", file.name)))
}

fn main_part(file: &OpenedLog, log: &RunLog) -> Markup {
    let is_over = log.answer.is_some();
    html! {
        article {
            h1 { "Run " @if let Some(run) = &log.run { (run) } @else { (file.name) } }
            p class="row soft" {
                @if is_over { span class="badge good" { "ended" } } @else { span class="badge" data-again="2" { "goes on, or was broken off" } }
                @if let Some(server) = &log.server { span { "at " code { (server) } } }
                span { "events from " code { (file.name) } }
                @if log.starts.len() > 1 { span { (log.starts.len() - 1) @if log.starts.len() == 2 { " restart" } @else { " restarts" } } }
                @if log.unreadable > 0 { span { (log.unreadable) " lines could not be read" } }
            }
            @if let Some(answer) = &log.answer { (ending(answer)) }
            @match log.latest() {
                None => p { "There is no progress in the file yet: it holds what " code { "foregone coordinate --json" } " prints." },
                Some(_) => (progress(log)),
            }
            (workers(log))
            @if !log.notes.is_empty() {
                h2 { "What happened" }
                ul { @for (seconds, note) in log.notes.iter().rev() { li { span class="soft" { (time(*seconds)) } " " (note) } } }
            }
        }
    }
}

/// The answer of a run that has ended.
fn ending(answer: &serde_json::Value) -> Markup {
    let text = |member: &str| answer[member].as_str().unwrap_or_default().to_owned();
    let bounds: Vec<&str> =
        answer["bounds"].as_array().into_iter().flatten().filter_map(|it| it.as_str()).collect();
    html! {
        p class="verdict" {
            (text("game")) ": "
            b {
                @match answer["value"].as_str() {
                    Some(value) => (value),
                    None if bounds.len() == 2 && answer["status"] != "unknown" => { (bounds[0]) " to " (bounds[1]) },
                    None => "open",
                }
            }
            " (" (text("status")) ")"
            @if let Some(certificate) = answer["certificate"]["file"].as_str() { ", certificate " code { (certificate) } }
        }
    }
}

fn progress(log: &RunLog) -> Markup {
    let point = log.latest().cloned().unwrap_or_default();
    html! {
        ul class="facts" {
            li { "workers " b { (point.workers) } " on hosts " b { (point.hosts) } }
            li { "jobs away " b { (thousands(point.away)) } " of " b { (thousands(point.job)) } " descents" }
            li { b { (format!("{:.1}", point.results_per_second)) } " results/s" }
            li { b { (thousands(point.descents_per_second.max(0.0) as u64)) } " descents/s" }
            li { b { (thousands(point.nodes)) } " nodes, " b { (thousands(point.bytes >> 20)) } " MiB in the coordinator" }
            li { b { (time(point.seconds)) } }
            li { @if let Some((seconds, file)) = &log.checkpoint { "checkpoint " code { (file) } " " (time((point.seconds - seconds).max(0.0))) " old" } @else { "no checkpoint" } }
            @if !point.server && log.answer.is_none() { li class="loss" { "the server is out of reach" } }
        }
        @if !log.most_proving.is_empty() {
            p { "Most proving: " span class="mono" { (log.most_proving.join(" ")) } }
        }
        (efforts(log))
        (workers_over_time(log))
    }
}

/// The size of a chart.
const CHART: (f64, f64) = (640.0, 130.0);

/// The efforts of the questions that are open, over time.
fn efforts(log: &RunLog) -> Markup {
    let last = log.latest().map(|point| point.efforts.as_slice()).unwrap_or_default();
    let open = last.iter().filter(|effort| effort.proof != Some(0) && effort.disproof != Some(0));
    let open: Vec<_> = open.collect();
    // Of a run that has ended the last questions are shown as they were answered.
    let shown = if open.is_empty() { last.iter().collect() } else { open };
    let samples = |question: &str| -> Vec<Sample> {
        let of = |point: &Point| {
            let effort = point.efforts.iter().find(|effort| effort.at_least == question)?;
            Some((point.seconds, effort.proof, effort.disproof))
        };
        log.points.iter().filter_map(of).collect()
    };
    html! {
        @for effort in shown.into_iter().take(QUESTIONS) {
            (chart::efforts(&effort.at_least, &samples(&effort.at_least), restarts(log), CHART))
        }
    }
}

/// Workers over time.
fn workers_over_time(log: &RunLog) -> Markup {
    let points = log.points.iter().map(|point| (point.seconds, Some(point.workers as f64)));
    let chart = Chart {
        label: "Workers over time",
        size: CHART,
        lines: vec![Line { class: "proof", points: points.collect() }],
        restarts: restarts(log),
        name: |count| format!("{count:.0}"),
    };
    html! {
        figure class="effort" {
            figcaption class="row soft" { b { "Workers" } }
            (chart.markup())
        }
    }
}

/// The starts after the first one.
fn restarts(log: &RunLog) -> &[f64] {
    log.starts.get(1..).unwrap_or_default()
}

fn workers(log: &RunLog) -> Markup {
    let mut hosts: Vec<_> = log.hosts.iter().collect();
    hosts.sort_by_key(|host| host.state != "present" && host.state != "excluded");
    let dash = |number: Option<u64>| number.map_or("–".to_owned(), thousands);
    html! {
        @if !hosts.is_empty() {
            h2 { "Workers" }
            div class="scroll" tabindex="0" role="group" aria-label="Workers" { table {
                thead { tr {
                    th scope="col" { "process" } th scope="col" class="number" { "workers" } th scope="col" { "state" }
                    th scope="col" class="number" { "results" } th scope="col" class="number" { "descents" } th scope="col" class="number" { "busy" }
                } }
                tbody { @for host in hosts.iter().take(HOSTS) { tr {
                    td { (host.name) }
                    td class="number" { (host.workers) }
                    td {
                        span class=(if host.state == "present" { "win" } else if host.state == "excluded" || host.state == "refused" { "loss" } else { "soft" }) {
                            (mark(host.state)) " " (host.state)
                        }
                        @if let Some(why) = &host.why { ": " (why) }
                    }
                    td class="number" { (dash(host.results)) }
                    td class="number" { (dash(host.descents)) }
                    td class="number" { (host.busy.map_or("–".to_owned(), |busy| format!("{:.0} %", busy * 100.0))) }
                } } }
            } }
            @if hosts.len() > HOSTS { p class="soft" { "and " (hosts.len() - HOSTS) " more" } }
            @if log.answer.is_none() { p class="soft" { "Results, descents and how busy a process was are in the last line of the file, when the run has ended." } }
        }
    }
}

fn mark(state: &str) -> &'static str {
    match state {
        "present" => "▲",
        "excluded" | "refused" => "▼",
        _ => "○",
    }
}
