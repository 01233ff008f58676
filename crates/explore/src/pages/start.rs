//! The start page: all games, what was opened with the program, what was looked at last.

use std::sync::Arc;

use axum::extract::{Query, State};
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Redirect, Response};
use foregone_games::registry::GameEntry;
use maud::{Markup, html};

use super::layout::Page;
use super::{parameters, views};
use crate::address::Address;
use crate::app::App;
use crate::games::entries;
use crate::problem::Problem;

/// The start page.
pub(crate) async fn get(State(app): State<Arc<App>>, headers: HeaderMap) -> Response {
    let main = html! {
        h1 { "Which position?" }
        p class="soft" {
            "Write a game into the bar above as on the command line, such as "
            a href="/g/connect4:6x5?m=33" { code { "connect4:6x5 --moves 33" } }
            ", or choose one here."
        }
        (opened(&app))
        section data-recent hidden {
            h2 { "Looked at last" }
            ul class="recent" {}
        }
        (searches(&app))
        section aria-label="Games" class="games" {
            @for entry in entries().filter(|entry| !["graph", "gdl"].contains(&entry.name)) { (card(entry)) }
        }
    };
    Page { title: "Foregone", token: Some(app.page_token.text()), main }.respond(&headers)
}

/// The files that were named on the command line.
fn opened(app: &App) -> Markup {
    html! {
        @if !app.games.files().is_empty() || app.config.opened.is_some() || !app.config.games.is_empty() {
            section class="card" {
                h2 { "Opened with the explorer" }
                @for (number, file) in (1..).zip(app.games.files()) {
                    @let address = Address { game: file.numbered(number), ..Address::default() };
                    p { a href=(address.link()) { (address.game) } " is the file " code { (file.path()) } }
                }
                @for game in &app.config.games {
                    @let address = Address { game: game.spelling().to_owned(), ..Address::default() };
                    p {
                        a href=(address.link()) { (address.game) } " with its tables"
                        @if let Some(trusted) = game.trusted() { ", on trust in " (trusted) }
                    }
                }
                (views::opened(app))
            }
        }
    }
}

/// The searches of this start.
fn searches(app: &App) -> Markup {
    let all = app.runs.all();
    html! {
        @if !all.is_empty() {
            section class="card" {
                h2 { "Searches" }
                ul {
                    @for run in all.iter().rev() {
                        @let address = Address::of(&run.placed);
                        li {
                            a href=(address.link_to("/g/", &format!("run={}", run.number))) { (address.game) " " (address.m) }
                            " " span class="soft" { (run.latest().state.name()) }
                        }
                    }
                }
            }
        }
    }
}

/// A game, with examples and a form for its parameters.
fn card(entry: &GameEntry) -> Markup {
    html! {
        article class="card" {
            h2 { (entry.name) }
            p { (entry.about) }
            ul {
                @for example in entry.examples {
                    li { a href=(Address { game: (*example).to_owned(), ..Address::default() }.link()) { (example) } }
                }
            }
            details {
                summary { "How it is written" }
                dl {
                    @for (name, about) in entry.parameters { dt { (name) } dd { (about) } }
                    dt { "moves" } dd { (entry.moves) }
                    dt { "positions" } dd { (entry.positions) }
                }
            }
            (parameters::form(entry))
        }
    }
}

/// Leads from a form of the start page to the game.
pub(crate) async fn open(
    State(app): State<Arc<App>>,
    Query(said): Query<Vec<(String, String)>>,
) -> Result<Response, Problem> {
    let name = said.iter().find(|(name, _)| name == "name").map_or("", |(_, value)| value);
    let entry = entries().find(|entry| entry.name == name).ok_or_else(|| {
        Problem::missing(format!("there is no game \"{name}\"; choose one of the start page"))
    })?;
    let address = Address { game: parameters::spelling(entry, &said), ..Address::default() };
    let placed = address.place(&app.games)?;
    Ok(Redirect::to(&Address::of(&placed).link()).into_response())
}
