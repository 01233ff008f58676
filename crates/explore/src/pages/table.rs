//! The tables of a folder: layer by layer how often each value occurs, the best and worst positions, and probes.

use std::sync::Arc;

use axum::extract::{Path, Query, State};
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use foregone::chance::Opened;
use foregone::tablebase::endgames::{Extreme, LayerStats, Probe, Stats};
use maud::{Markup, html};
use serde::{Deserialize, Serialize};

use super::board;
use super::layout::Page;
use super::moves::thousands;
use crate::address::{Address, Placed, encoded};
use crate::app::App;
use crate::opened::{OpenedTables, numbered};
use crate::problem::Problem;

/// What is asked: a layer, and a position.
#[derive(Clone, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Asked {
    layer: Option<usize>,
    m: String,
    p: String,
}

/// How many extreme positions are shown, and how many values are looked at to find them.
const EXTREMES: usize = 6;
const LOOKED_AT: u64 = 2_000_000;

/// The page of a folder of tables.
pub(crate) async fn get(
    State(app): State<Arc<App>>,
    Path(number): Path<usize>,
    Query(asked): Query<Asked>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let opened = numbered(&app.config.opened.tables, number, "folder of tables")?.clone();
    let work = app.clone();
    let main = app.think(move || main_part(&work, &opened, number, &asked)).await?;
    Ok(Page { title: "Tables · Foregone", token: None, main }.respond(&headers))
}

/// The statistics for programs.
pub(crate) async fn stats(State(app): State<Arc<App>>, Path(number): Path<usize>) -> Response {
    match numbered(&app.config.opened.tables, number, "folder of tables") {
        Ok(opened) => axum::Json(Stats::new(opened.tables.manifest(), None, None)).into_response(),
        Err(problem) => problem.json(),
    }
}

/// The value of a position for programs.
pub(crate) async fn probe(
    State(app): State<Arc<App>>,
    Path(number): Path<usize>,
    Query(asked): Query<Asked>,
) -> Response {
    #[derive(Serialize)]
    struct Object {
        schema: u32,
        game: String,
        position: String,
        layer: Option<usize>,
        index: Option<u64>,
        value: i8,
        meaning: String,
    }
    let opened = numbered(&app.config.opened.tables, number, "folder of tables").cloned();
    let object = app.think(move || {
        let opened = opened?;
        let found = look_up(&opened, &asked)?;
        let game = opened.tables.manifest().game.clone();
        let (layer, index) = (found.place.map(|place| place.0), found.place.map(|place| place.1));
        let Probe { position, value, meaning, .. } = found;
        Ok(Object { schema: 1, game, position, layer, index, value, meaning })
    });
    object.await.map_or_else(Problem::json, |object| axum::Json(object).into_response())
}

fn look_up(opened: &OpenedTables, asked: &Asked) -> Result<Probe, Problem> {
    let words = |text: &str| text.replace('_', " ");
    let (position, moves) = (words(&asked.p), words(&asked.m));
    let given = |text: &String| !text.trim().is_empty();
    let (position, moves) = (Some(position).filter(given), Some(moves).filter(given));
    let found = opened.tables.probe(position.as_deref(), moves.as_deref());
    found.map_err(|error| Problem::missing(error.to_string()))
}

/// The spelling of the game of tables, without what only tables know.
fn game_of(opened: &OpenedTables) -> &str {
    let name = opened.tables.manifest().game.as_str();
    name.split('#').next().unwrap_or(name)
}

fn main_part(
    app: &App,
    opened: &OpenedTables,
    number: usize,
    asked: &Asked,
) -> Result<Markup, Problem> {
    let manifest = opened.tables.manifest();
    let stats = Stats::new(manifest, None, None);
    let is_asked = !asked.m.trim().is_empty() || !asked.p.trim().is_empty();
    let found = is_asked.then(|| look_up(opened, asked));
    let layer = asked.layer.unwrap_or(stats.layers.len().saturating_sub(1));
    let chosen = stats.layers.get(layer);
    if chosen.is_none() && !stats.layers.is_empty() {
        let sentence = format!("the tables have the layers below {}", stats.layers.len());
        return Err(Problem::missing(sentence));
    }
    let extremes = opened.tables.extremes(layer, EXTREMES, LOOKED_AT);
    let extremes = extremes.map_err(|error| Problem::missing(error.to_string()))?;
    Ok(html! {
        article {
            h1 { "Tables of " (game_of(opened)) }
            p class="row soft" {
                @if opened.is_verified { span class="badge good" { "✓ built or verified here" } }
                @else { span class="badge" { "never verified here" } }
                span { (thousands(manifest.positions())) " positions, " (thousands(manifest.file_bytes())) " bytes" }
                span title=(stats.content) { "hash " code { (stats.content.get(..16).unwrap_or(&stats.content)) "…" } }
                span { code { (opened.name) } }
            }
            @if stats.wanted > stats.layers.len() {
                p { (stats.wanted - stats.layers.len()) " of " (stats.wanted) " layers are missing; build again." }
            }
            (probe_form(app, opened, number, asked, found))
            @if let Some(chosen) = chosen {
                section class="card" {
                    h2 { "Layer " (layer) ": how often each value occurs" }
                    (histogram(chosen))
                    @for (what, list) in [("Best", &extremes[0]), ("Worst", &extremes[1])] {
                        @if !list.is_empty() {
                            h3 { (what) " for the player to move" }
                            ul { @for one in list { (extreme(app, opened, one, number)) } }
                        }
                    }
                }
            }
            h2 { "Layers" }
            p class="soft" { "For the player to move. " span class="win" { "▲ wins" } ", ● draws, " span class="loss" { "▼ losses" } "." }
            div class="scroll" { table {
                thead { tr {
                    th scope="col" { "layer" } th scope="col" class="number" { "positions" } th scope="col" class="number" { "▲" }
                    th scope="col" class="number" { "●" } th scope="col" class="number" { "▼" } th scope="col" { "shares" } th scope="col" class="number" { "values" }
                } }
                tbody { @for one in &stats.layers { (row(one, number, layer)) } }
            } }
        }
    })
}

fn row(one: &LayerStats, number: usize, chosen: usize) -> Markup {
    let extremes = one.lowest.zip(one.highest);
    html! {
        tr {
            td { a href={ "/table/" (number) "?layer=" (one.layer) } aria-current=[(one.layer == chosen).then_some("true")] { (one.layer) } }
            td class="number" { (thousands(one.positions)) }
            td class="number" { (thousands(one.wins)) }
            td class="number" { (thousands(one.draws)) }
            td class="number" { (thousands(one.losses)) }
            td { (shares([one.wins, one.draws, one.losses])) }
            td class="number" { @if let Some((lowest, highest)) = extremes { (signed(lowest.into())) " to " (signed(highest.into())) } }
        }
    }
}

/// A value with its sign; nothing has none.
fn signed(value: i64) -> String {
    if value == 0 { "0".to_owned() } else { format!("{value:+}") }
}

/// Wins, draws and losses as a bar.
fn shares(counts: [u64; 3]) -> Markup {
    let all = counts.iter().sum::<u64>().max(1) as f64;
    let mut left = 0.0;
    let bars = ["win", "draw", "loss"].into_iter().zip(counts).map(|(class, count)| {
        let (from, width) = (left, count as f64 / all * 100.0);
        left += width;
        (class, from, width)
    });
    html! {
        svg class="shares" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true" {
            @for (class, from, width) in bars {
                rect class=(class) x=(format!("{from:.2}")) width=(format!("{width:.2}")) height="10" {}
            }
        }
    }
}

fn histogram(layer: &LayerStats) -> Markup {
    let most = layer.histogram.iter().map(|&(_, count)| count).max().unwrap_or(1).max(1);
    html! {
        div class="scroll" tabindex="0" role="group" aria-label="Values" { table class="bars" {
            thead { tr { th scope="col" class="number" { "value" } th scope="col" class="number" { "positions" } th scope="col" { span class="hidden" { "share" } } } }
            tbody { @for &(value, count) in &layer.histogram {
                @let class = match value { 1.. => "win", 0 => "draw", _ => "loss" };
                tr {
                    td class="number" { (signed(value.into())) }
                    td class="number" { (thousands(count)) }
                    td { svg class="shares" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true" {
                        rect class=(class) width=(format!("{:.2}", count as f64 / most as f64 * 100.0)) height="10" {}
                    } }
                }
            } }
        } }
    }
}

/// The page of a position, if its game can read it.
fn place(app: &App, opened: &OpenedTables, text: &str) -> Option<Placed> {
    match &*app.games.open(game_of(opened)).ok()? {
        Opened::Plain(game) => Some(Placed::Plain(Box::new(game.position(text).ok()?))),
        Opened::Chance(_) => None,
    }
}

fn extreme(app: &App, opened: &OpenedTables, one: &Extreme, number: usize) -> Markup {
    let probe = format!("/table/{number}?layer={}&p={}", one.layer, encoded(&one.position, false));
    html! {
        li {
            a href=(probe) class="mono" { (one.position) }
            " " (signed(one.value.into()))
            @if let Some(placed) = place(app, opened, &one.position) { " · " a href=(Address::of(&placed).link()) { "its page" } }
        }
    }
}

fn probe_form(
    app: &App,
    opened: &OpenedTables,
    number: usize,
    asked: &Asked,
    found: Option<Result<Probe, Problem>>,
) -> Markup {
    html! {
        section class="card" aria-labelledby="probe-title" {
            h2 id="probe-title" { "Look a position up" }
            form action={ "/table/" (number) } class="row" {
                @if let Some(layer) = asked.layer { input type="hidden" name="layer" value=(layer); }
                label { "position " input name="p" value=(asked.p) autocomplete="off" spellcheck="false"; }
                label { "moves " input name="m" value=(asked.m) autocomplete="off" spellcheck="false"; }
                button { "Look up" }
            }
            @match found {
                None => {},
                Some(Err(problem)) => p class="loss" { (problem.sentence) },
                Some(Ok(found)) => {
                    p class="verdict" { b { (found.meaning) } }
                    p class="soft" {
                        span class="mono" { (found.position) }
                        @if let Some((layer, index)) = found.place { ", layer " (layer) ", number " (thousands(index)) }
                        @else { "; the value follows from those of other positions" }
                    }
                    @if let Some(placed) = place(app, opened, &found.position) {
                        figure class="board small" { (board::still(&placed)) }
                        p { a href=(Address::of(&placed).link()) { "Its page" } }
                    }
                },
            }
        }
    }
}
