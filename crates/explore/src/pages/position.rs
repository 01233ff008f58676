//! The page of a position: board, moves with their values, the line, searches, play.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Path, Query, State};
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Redirect, Response};
use foregone::view::Source;
use maud::{Markup, html};
use serde::Deserialize;

use super::layout::Page;
use super::{board, moves, search, views};
use crate::address::{Address, Placed};
use crate::app::App;
use crate::find;
use crate::problem::Problem;
use crate::view::{View, outcome_words};

/// The words of the address bar.
#[derive(Deserialize)]
pub(crate) struct Words {
    #[serde(default)]
    q: String,
}

/// How a position is shown, besides which it is.
#[derive(Clone, Default, Deserialize)]
pub(crate) struct How {
    /// The player whom a person plays against the solver: `first` or `second`.
    #[serde(default)]
    pub(crate) play: String,
    /// The number of a search to show.
    pub(crate) run: Option<u64>,
}

/// Leads from the words of the address bar to the page of the position.
pub(crate) async fn find(
    State(app): State<Arc<App>>,
    Query(words): Query<Words>,
) -> Result<Response, Problem> {
    match find::address(&words.q)? {
        Some(address) => {
            let placed = address.place(&app.games)?;
            Ok(Redirect::to(&Address::of(&placed).link()).into_response())
        }
        None => Ok(Redirect::to("/").into_response()),
    }
}

/// The page of a position.
pub(crate) async fn get(
    State(app): State<Arc<App>>,
    Path(game): Path<String>,
    Query(address): Query<Address>,
    Query(how): Query<How>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let address = Address { game, ..address };
    let page = app.clone();
    let (title, main) = app.think(move || main_part(&page, &address, &how)).await?;
    Ok(Page { title: &title, token: Some(app.page_token.text()), main }.respond(&headers))
}

fn main_part(app: &App, address: &Address, how: &How) -> Result<(String, Markup), Problem> {
    let placed = address.place(&app.games)?;
    let view = View::of(&placed, app.values.view(&placed)?);
    let shown = Shown { app, placed: &placed, view: &view, how, address: Address::of(&placed) };
    let title = format!("{} · {}", shown.subject(), "Foregone");
    Ok((title, shown.markup()))
}

/// A position that is being shown.
pub(super) struct Shown<'s> {
    pub(super) app: &'s App,
    pub(super) placed: &'s Placed,
    pub(super) view: &'s View,
    pub(super) how: &'s How,
    pub(super) address: Address,
}

impl Shown<'_> {
    fn subject(&self) -> String {
        match self.placed {
            Placed::Plain(at) => at.subject(),
            Placed::Chance(at) => at.subject(),
        }
    }

    /// The link to a position, with whom a person plays.
    pub(super) fn link(&self, placed: &Placed) -> String {
        let more = match self.how.play.as_str() {
            side @ ("first" | "second") => format!("play={side}"),
            _ => String::new(),
        };
        Address::of(placed).link_to("/g/", &more)
    }

    fn markup(&self) -> Markup {
        html! {
            article data-link=(self.address.link()) data-subject=(self.subject()) {
                h1 { (self.placed.game()) }
                (views::switch(self.app, self.placed))
                div class="position" {
                    div class="shown" {
                        (board::figure(self))
                        (self.line())
                    }
                    div class="known" {
                        (self.verdict())
                        (moves::table(self))
                        (self.play())
                        (search::section(self))
                    }
                    (self.copies())
                }
            }
        }
    }

    /// Whose turn it is, and what the position is worth.
    fn verdict(&self) -> Markup {
        let (view, worth) = (self.view, &self.view.worth);
        html! {
            p class="verdict" {
                @match view.shown.to_move {
                    _ if view.shown.over => "The game is over: ",
                    "chance" => "Chance decides: ",
                    "first" => "First player to move: ",
                    _ => "Second player to move: ",
                }
                span class={ "hint " (worth.kind.name()) } {
                    span class="kind" aria-hidden="true" { (worth.kind.mark()) } " "
                    b { (worth.words) }
                    @if worth.is_exact && !view.shown.over { ", proved" }
                }
                @if let Some(Source::Proof) = view.shown.source {
                    " " span class="badge good hint" title="by a certificate that the checker has accepted" { "✓ checked" }
                }
                @for trusted in &view.shown.trusted { span class="soft" { ", on trust in " (trusted) } }
            }
            @if let Some(infinite) = &view.shown.infinite {
                p class="soft" { "Play that never ends counts as " (infinite) "." }
            }
        }
    }

    /// The moves that led here, each a link, and the way back.
    fn line(&self) -> Markup {
        let along = self.placed.along();
        let words = self.placed.line();
        let last = words.len();
        html! {
            nav class="line" aria-label="Moves so far" {
                a href=(self.link(&along[0])) aria-current=[(last == 0).then_some("page")] {
                    @if self.address.p.is_empty() { "start" } @else { "position" }
                }
                @for (ply, (word, placed)) in (1..).zip(words.iter().zip(&along[1..])) {
                    " " a href=(self.link(placed)) aria-current=[(ply == last).then_some("page")] { (word) }
                }
                @if last > 0 {
                    " " a class="button" data-back href=(self.link(&along[last - 1])) { "← Take back" }
                }
            }
        }
    }

    /// What can be copied: moves, position, link, command.
    fn copies(&self) -> Markup {
        let address = &self.address;
        let texts = [
            ("moves", address.m.clone()),
            ("position", self.placed.notation()),
            ("link", address.link()),
            ("command", address.command("solve")),
        ];
        html! {
            div class="copies" {
                p class="soft mono" { (self.placed.notation()) }
                p class="row soft" {
                    "Copy"
                    @for (name, text) in &texts {
                        @if !text.is_empty() {
                            button type="button" data-copy=(text) title=(text) { (name) }
                        }
                    }
                }
            }
        }
    }

    /// Playing against the solver: whose turn it is, and how to begin.
    fn play(&self) -> Markup {
        let play = self.how.play.as_str();
        let to_move = if self.view.shown.over { "over" } else { self.view.shown.to_move };
        let is_played = matches!(play, "first" | "second");
        let reply = self.address.link_to("/reply/", &format!("play={play}"));
        html! {
            p class="row play" {
                @if is_played && to_move == "over" {
                    b { "The game is over." }
                } @else if is_played && to_move == "chance" {
                    a class="button main" href=(reply) data-auto { "Let chance decide" }
                } @else if is_played && to_move != play {
                    a class="button main" href=(reply) data-auto { "Let the solver move" }
                } @else if is_played {
                    b { "Your move, " (play) " player." }
                }
                @if is_played {
                    a class="button" href=(self.address.link()) { "Stop playing" }
                } @else if to_move != "over" {
                    "Play against the solver as"
                    @for side in ["first", "second"] {
                        a class="button" href=(self.address.link_to("/g/", &format!("play={side}"))) { (side) }
                    }
                }
                button type="button" data-hints { "Hints" }
            }
        }
    }
}

/// How long the solver may think about a move.
const REPLY_TIME: Duration = Duration::from_secs(1);

/// Lets the solver or chance make a move, and leads to the position after it.
pub(crate) async fn reply(
    State(app): State<Arc<App>>,
    Path(game): Path<String>,
    Query(address): Query<Address>,
    Query(how): Query<How>,
) -> Result<Response, Problem> {
    let address = Address { game, ..address };
    let page = app.clone();
    let link = app.think(move || {
        let placed = address.place(&page.games)?;
        let mv = crate::play::choose(&page.values, &placed, REPLY_TIME)?;
        let more = if how.play.is_empty() { String::new() } else { format!("play={}", how.play) };
        let is_side = matches!(how.play.as_str(), "first" | "second");
        Ok(Address::of(&placed.after(&mv)?).link_to("/g/", if is_side { &more } else { "" }))
    });
    Ok(Redirect::to(&link.await?).into_response())
}

/// The result of a finished game, in words.
pub(super) fn result(placed: &Placed) -> Option<String> {
    match placed {
        Placed::Plain(at) => Some(outcome_words(at.game().scale(), at.outcome()?)),
        Placed::Chance(at) => Some(outcome_words(at.game().scale(), at.outcome()?)),
    }
}
