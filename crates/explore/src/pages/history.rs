//! A recorded game: the value over its moves, the moves that changed the result, and every move as a link to its position.

use std::sync::Arc;

use axum::Form;
use axum::extract::{Query, State};
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, Uri};
use axum::response::{IntoResponse, Redirect, Response};
use foregone::chance::{Fraction, Rounded, decimal};
use foregone::chart::Chart;
use foregone::{Analysis, Position, chance};
use maud::{Markup, PreEscaped, html};
use serde::Deserialize;

use super::layout::Page;
use super::moves::thousands;
use crate::address::{Address, Placed, encoded};
use crate::app::App;
use crate::guard::change_is_allowed;
use crate::problem::Problem;
use crate::records::{Judged, Record};

/// Records that make a longer address are shown at once, without an address of their own.
const LINK: usize = 4000;

/// The page of a record, or the form for one.
pub(crate) async fn get(
    State(app): State<Arc<App>>,
    Query(record): Query<Record>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    show(app, record, &headers).await
}

/// A record from the form, with the token of the page.
#[derive(Deserialize)]
pub(crate) struct Sent {
    #[serde(default)]
    token: String,
    game: String,
    record: String,
    #[serde(default)]
    p: String,
}

/// Takes a record from the form. A short one gets an address.
pub(crate) async fn post(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    Form(sent): Form<Sent>,
) -> Result<Response, Problem> {
    change_is_allowed(&app, &sent.token)?;
    let record = Record { game: sent.game, record: sent.record, p: sent.p, seconds: None };
    let link = link("/history", &record);
    match link.len() <= LINK {
        true => Ok(Redirect::to(&link).into_response()),
        false => show(app, record, &headers).await,
    }
}

/// The chart alone, as a file.
pub(crate) async fn svg(
    State(app): State<Arc<App>>,
    Query(record): Query<Record>,
) -> Result<Response, Problem> {
    let work = app.clone();
    let svg = app.think(move || Ok(chart(&*work.records.judge(&work, &record)?, false).svg()));
    Ok(([(CONTENT_TYPE, "image/svg+xml")], svg.await?).into_response())
}

/// The analysis for programs.
pub(crate) async fn json(State(app): State<Arc<App>>, Query(record): Query<Record>) -> Response {
    let work = app.clone();
    let object = app.think(move || {
        Ok(match &*work.records.judge(&work, &record)? {
            Judged::Plain(_, analysis) => analysis.object(),
            Judged::Chance(analysis) => analysis.object(),
        })
    });
    object.await.map_or_else(Problem::json, |object| axum::Json(object).into_response())
}

async fn show(app: Arc<App>, record: Record, headers: &HeaderMap) -> Result<Response, Problem> {
    let work = app.clone();
    let main = app.think(move || {
        let form = form(&work, &record);
        if record.record.trim().is_empty() {
            return Ok(html! { article { h1 { "A recorded game" } (form) } });
        }
        let judged = work.records.judge(&work, &record)?;
        Ok(html! {
            article {
                h1 { "A game of " (record.game) }
                figure class="history" {
                    // It is no single image: its points are links.
                    (PreEscaped(chart(&judged, true).svg().replacen("role=\"img\"", "role=\"group\"", 1)))
                    figcaption class="row soft" {
                        "A point leads to its position."
                        @if link("", &record).len() <= LINK {
                            a href=(link("/history.svg", &record)) download="history.svg" { "Save the drawing" }
                        }
                    }
                }
                (unfinished(&judged, &record))
                @match &*judged {
                    Judged::Plain(positions, analysis) => (plain(positions, analysis)),
                    Judged::Chance(analysis) => (with_chance(analysis)),
                }
                details { summary { "Another record" } (form) }
            }
        })
    });
    let main = main.await?;
    Ok(Page { title: "Game · Foregone", token: Some(app.page_token()), main }.respond(headers))
}

/// The address of a page about a record.
fn link(page: &str, record: &Record) -> String {
    let mut link = format!(
        "{page}?game={}&record={}",
        encoded(&record.game, false),
        encoded(&record.record, false)
    );
    if !record.p.is_empty() {
        link.push_str(&format!("&p={}", encoded(&record.p, false)));
    }
    if let Some(seconds) = record.seconds {
        link.push_str(&format!("&seconds={seconds}"));
    }
    link
}

/// The address of the history of a position.
pub(crate) fn link_of(placed: &Placed) -> Option<Uri> {
    let address = Address::of(placed);
    let record =
        Record { game: address.game, record: placed.line().join(" "), p: address.p, seconds: None };
    let link = link("/history", &record);
    (link.len() <= LINK).then(|| link.parse().ok()).flatten()
}

fn chart(judged: &Judged, links: bool) -> Chart {
    let link = |placed: Placed| links.then(|| Address::of(&placed).link());
    match judged {
        Judged::Plain(positions, analysis) => {
            analysis.chart(&|index| link(Placed::Plain(Box::new(positions[index].clone()))))
        }
        Judged::Chance(analysis) => {
            analysis.chart(&|at| link(Placed::Chance(Box::new(at.clone()))))
        }
    }
}

fn form(app: &App, record: &Record) -> Markup {
    html! {
        form class="card record" method="post" action="/do/history" data-whole {
            input type="hidden" name="token" value=(app.page_token());
            p {
                label { "Game " input name="game" value=(record.game) placeholder="connect4:6x5" required autocomplete="off" spellcheck="false"; }
                " " label { "from the position (if not the start) " input name="p" value=(record.p) autocomplete="off" spellcheck="false"; }
            }
            p {
                label for="record" { "Moves in the game's notation, with or without numbers; a file can be dropped here" }
                textarea id="record" name="record" rows="5" required spellcheck="false" data-drop { (record.record) }
            }
            p { button class="main" { "Show the game" } }
        }
    }
}

fn unfinished(judged: &Judged, record: &Record) -> Markup {
    let open = match judged {
        Judged::Plain(_, analysis) => {
            analysis.judged().filter(|judged| !judged.is_settled()).count()
        }
        Judged::Chance(analysis) => analysis.totals().unknown,
    };
    html! {
        @if open > 0 {
            p class="soft" {
                (open) " positions are open after " (record.seconds()) " seconds; their bounds are bars. "
                @if let Some(longer) = record.longer().filter(|longer| link("", longer).len() <= LINK) {
                    a href=(link("/history", &longer)) { "Look for " (longer.seconds()) " seconds" }
                } @else {
                    "A search from the page of a position takes as long as you allow."
                }
            }
        }
    }
}

/// The turning points and the moves of a game without chance.
fn plain(positions: &[Position], analysis: &Analysis) -> Markup {
    let place =
        |index: usize| Address::of(&Placed::Plain(Box::new(positions[index].clone()))).link();
    let better = |index: usize| {
        let best = analysis.plies[index].before.best.as_ref()?;
        let mut after = positions[index].clone();
        after.play(best).ok()?;
        Some((best.clone(), Address::of(&Placed::Plain(Box::new(after))).link()))
    };
    let turns: Vec<_> = (0..).zip(&analysis.plies).filter(|(_, ply)| ply.mark.is_wrong()).collect();
    html! {
        h2 { "Turning points" }
        @if turns.is_empty() {
            p { @if analysis.is_complete() { "No move changed the result." } @else { "No move is known to have changed the result." } }
        } @else {
            div class="scroll" { table {
                thead { tr { th scope="col" { "move" } th scope="col" { "by" } th scope="col" { "before" } th scope="col" { "after" } th scope="col" { "better" } } }
                tbody { @for &(index, ply) in &turns { tr {
                    td { (ply.number) " " a href=(place(index + 1)) { (ply.mv) } " " b class="loss" { (ply.mark.sign()) } " " (ply.mark.name()) }
                    td { (ply.player.name()) " player" }
                    td { (analysis.words(ply.before.bounds)) }
                    td { (analysis.words(ply.after.bounds)) }
                    td { @if let Some((best, link)) = better(index) { a href=(link) { (best) } } @else { "–" } }
                } } }
            } }
        }
        h2 { "All moves" }
        p class="soft" { "Values are those of the first player." }
        div class="scroll" { table {
            thead { tr { th scope="col" { "move" } th scope="col" { "value after" } th scope="col" class="number" { "nodes" } } }
            tbody {
                tr { td { a href=(place(0)) { "start" } } td { (analysis.words(analysis.before.bounds)) } td class="number" { (thousands(analysis.before.nodes)) } }
                @for (index, ply) in (1..).zip(&analysis.plies) { tr {
                    td { (ply.number) " " a href=(place(index)) { (ply.mv) } " " b class="loss" { (ply.mark.sign()) } }
                    td { (analysis.words(ply.after.bounds)) }
                    td class="number" { (thousands(ply.after.nodes)) }
                } }
            }
        } }
        @if let Some(trusted) = analysis.game().trusted() { p class="soft" { "Values are on trust in " (trusted) "." } }
    }
}

/// The moves of a game with chance, and what they gave up.
fn with_chance(analysis: &chance::Analysis) -> Markup {
    let along = analysis.end.along();
    let place = |index: usize| Address::of(&Placed::Chance(Box::new(along[index].clone()))).link();
    html! {
        h2 { "All moves" }
        p class="soft" { "Values are expectations of the first player. A move can only give up; what chance gives or takes is luck." }
        div class="scroll" { table {
            thead { tr { th scope="col" { "move" } th scope="col" { "by" } th scope="col" class="number" { "value after" } th scope="col" class="number" { "gave up" } th scope="col" class="number" { "luck" } } }
            tbody { @for (index, ply) in analysis.plies.iter().enumerate() {
                @let after = &analysis.judged[index + 1];
                @let is_chance = ply.turn == chance::Turn::Chance;
                tr {
                    td { (index + 1) " " a href=(place(index + 1)) { (ply.mv) } " " b class="loss" { (ply.mark.sign()) } }
                    td { @match ply.turn { chance::Turn::Max => "first player", chance::Turn::Min => "second player", _ => "chance" } }
                    td class="number" { (between(&after.low, &after.high)) }
                    td class="number" { @if !is_chance { @let (low, high) = ply.given_up(); (between(&low, &high)) } }
                    td class="number" { @if is_chance { (between(&ply.change.0, &ply.change.1)) } }
                }
            } }
        } }
    }
}

/// A number, or the bounds of one.
fn between(low: &Fraction, high: &Fraction) -> String {
    let (down, up) = (decimal(low, 4, Rounded::Down), decimal(high, 4, Rounded::Up));
    if low == high || down == up { down } else { format!("{down} to {up}") }
}
