//! The proof of a certificate: what the checker says of it, its tree position by position, and a map of the whole.

use std::sync::Arc;

use axum::extract::{Path, Query, State};
use axum::http::HeaderMap;
use axum::response::{Html, Response};
use foregone::{Position, ProofFile, ProofNode, ProofState, ProofTree};
use foregone_games::registry::GameFile;
use maud::{Markup, html};
use serde::Deserialize;

use super::layout::Page;
use super::moves::thousands;
use super::proof_rows::{Rows, rows};
use super::{board, icicle};
use crate::address::{Address, Placed, encoded};
use crate::app::App;
use crate::problem::Problem;

/// Where in a proof, and how it is shown.
#[derive(Clone, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Where {
    /// The number of the claim, from 1.
    pub(crate) claim: Option<usize>,
    /// The moves from the position of the certificate.
    pub(crate) at: String,
    /// Whether all legal moves are shown, and not only those of the proof.
    pub(crate) all: String,
    /// `moves` for the order of the game; the hardest reply comes first otherwise.
    pub(crate) order: String,
}

impl Where {
    pub(crate) fn claim(&self) -> usize {
        self.claim.unwrap_or(1).saturating_sub(1)
    }

    pub(crate) fn shows_all(&self) -> bool {
        self.all == "yes"
    }

    pub(crate) fn is_by_moves(&self) -> bool {
        self.order == "moves"
    }

    /// The same at another position.
    pub(crate) fn at(&self, at: String) -> Where {
        Where { at, ..self.clone() }
    }

    /// The address of a page about it.
    pub(crate) fn link(&self, page: &str, name: &str) -> String {
        let mut parts = Vec::new();
        if self.claim() > 0 {
            parts.push(format!("claim={}", self.claim() + 1));
        }
        if !self.at.is_empty() {
            parts.push(format!("at={}", encoded(&self.at, false)));
        }
        if self.shows_all() {
            parts.push("all=yes".to_owned());
        }
        if self.is_by_moves() {
            parts.push("order=moves".to_owned());
        }
        let query = if parts.is_empty() { String::new() } else { format!("?{}", parts.join("&")) };
        format!("/proof/{name}{page}{query}")
    }

    /// The position.
    pub(crate) fn position(&self, tree: &ProofTree) -> Result<Position, Problem> {
        let mut position = tree.root().clone();
        let game = position.game().spelling().to_owned();
        // Names in a file may have it.
        let at = match GameFile::of(&game) {
            Some(_) => self.at.clone(),
            None => self.at.replace('_', " "),
        };
        let played = position.play_line(&at);
        played.map_err(|error| Problem::missing(format!("the proof has no such line: {error}")))?;
        Ok(position)
    }
}

/// The page of a certificate.
pub(crate) async fn get(
    State(app): State<Arc<App>>,
    Path(name): Path<String>,
    Query(at): Query<Where>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let file = app.proof(&name)?;
    let work = app.clone();
    let main = app.think(move || main_part(&work, &file, &name, &at)).await?;
    Ok(Page { title: "Proof · Foregone", token: None, main }.respond(&headers))
}

/// The replies at a position, for a list that is being unfolded.
pub(crate) async fn part(
    State(app): State<Arc<App>>,
    Path(name): Path<String>,
    Query(at): Query<Where>,
) -> Result<Html<String>, Problem> {
    let file = app.proof(&name)?;
    app.think(move || {
        let tree =
            file.tree().ok_or_else(|| Problem::missing("the certificate is not read yet"))?;
        let shown = Rows::at(tree, &at, &at.position(tree)?)?;
        Ok(Html(rows(&shown, &at, &name).into_string()))
    })
    .await
}

fn main_part(app: &App, file: &ProofFile, name: &str, at: &Where) -> Result<Markup, Problem> {
    let state = file.state();
    let tree = match file.tree() {
        Some(tree) => tree,
        None => return Ok(without_tree(file, &state)),
    };
    let position = at.position(tree)?;
    let shown = Rows::at(tree, at, &position)?;
    let claims: Vec<String> = tree.claims().into_iter().map(str::to_owned).collect();
    let overview = file.overview(at.claim());
    Ok(html! {
        article {
            h1 { "Proof of " (shown.node.claim) ": " (shown.node.game) }
            (views(app, &position))
            (verdict(file, tree, &state))
            @if claims.len() > 1 {
                nav class="views claims" aria-label="Claims" {
                    @for (index, claim) in claims.iter().enumerate() {
                        @let other = Where { claim: Some(index + 1), ..at.clone() };
                        a href=(other.link("", name)) aria-current=[(index == at.claim()).then_some("page")] { (claim) }
                    }
                }
            }
            div class="position" {
                div {
                    figure class="board" { (board::still(&Placed::Plain(Box::new(position.clone())))) }
                    (line(&position, at, name))
                    p class="soft mono" { (shown.node.position) }
                }
                section aria-labelledby="tree-title" {
                    h2 id="tree-title" { (owner(&shown.node)) }
                    (options(at, name))
                    (rows(&shown, at, name))
                }
            }
            @if let Some(overview) = overview {
                (icicle::section(&overview, at, name, &position))
            }
        }
    })
}

/// What is said while there is nothing to show, or if there never will be.
fn without_tree(file: &ProofFile, state: &ProofState) -> Markup {
    html! {
        article {
            h1 { "Proof" }
            p { code { (file.name()) } }
            @match state {
                ProofState::Refused { rejected, why } => {
                    section class="problem" {
                        p class="verdict" {
                            @if *rejected { "The checker rejects this certificate: it proves nothing." }
                            @else { "This certificate cannot be shown." }
                        }
                        p { (why) }
                    }
                }
                _ => p class="verdict" data-again="1" { "The certificate is being read. Load the page again in a moment." },
            }
            p { a href="/" { "All games" } }
        }
    }
}

/// What the checker says, and how far the measuring is.
fn verdict(file: &ProofFile, tree: &ProofTree, state: &ProofState) -> Markup {
    let (met, all) = (file.met(), tree.records());
    let share = format!("{:.0} %", 100.0 * met as f64 / all.max(1) as f64);
    html! {
        p class="row soft" {
            @match state {
                ProofState::Accepted { accepted, measured } => {
                    @match accepted.trusted.as_slice() {
                        [] => span class="badge good" { "✓ accepted by the checker" },
                        trusted => span class="badge" { "accepted on trust in " (trusted.join(", ")) },
                    }
                    @if !measured {
                        span data-again="2" {
                            @if met < all { "sizes: " (share) " measured" } @else { "the map is being drawn" }
                        }
                    }
                }
                _ => span class="badge" data-again="1" { "not checked yet: " (share) " followed" },
            }
            span { (thousands(all)) " records, " (thousands(file.bytes() as u64)) " bytes" }
            span title=(tree.hash()) { "hash " code { (&tree.hash()[..16]) "…" } }
            span { code { (file.name()) } }
        }
    }
}

/// Whose claim it is, and what has to be shown.
fn owner(node: &ProofNode) -> String {
    let other = if node.owner == "first" { "second" } else { "first" };
    format!("The {} player answers every move of the {other} player", node.owner)
}

/// The moves that led here, each a link.
fn line(position: &Position, at: &Where, name: &str) -> Markup {
    let words = position.line();
    let mut here = position.clone();
    let mut links = vec![at.at(here.moves())];
    while here.undo() {
        links.push(at.at(here.moves()));
    }
    links.reverse();
    let last = words.len();
    html! {
        nav class="line" aria-label="Moves so far" {
            a href=(links[0].link("", name)) aria-current=[(last == 0).then_some("page")] { "start of the proof" }
            @for (ply, word) in (1..).zip(&words) {
                " " a href=(links[ply].link("", name)) aria-current=[(ply == last).then_some("page")] { (word) }
            }
            @if last > 0 {
                " " a class="button" data-back href=(links[last - 1].link("", name)) { "← Take back" }
            }
        }
    }
}

/// The switch to the page of the position. The file of a certificate need not be one that the explorer has.
fn views(app: &App, position: &Position) -> Markup {
    let address = Address::of(&Placed::Plain(Box::new(position.clone())));
    html! {
        @if app.games.open(&address.game).is_ok() {
            nav class="views" aria-label="Views" {
                a href=(address.link()) { "board" }
                span aria-current="page" { "proof" }
            }
        }
    }
}

fn options(at: &Where, name: &str) -> Markup {
    let toggled = |all: bool, moves: bool| Where {
        all: if all { "yes".to_owned() } else { String::new() },
        order: if moves { "moves".to_owned() } else { String::new() },
        ..at.clone()
    };
    let (all, moves) = (at.shows_all(), at.is_by_moves());
    let choice = |is: bool, words: &str, to: Where| {
        html! { a class="button" href=(to.link("", name)) aria-current=[is.then_some("true")] { (words) } }
    };
    html! {
        p class="row" {
            span class="either" {
                (choice(!all, "only the proof", toggled(false, moves)))
                (choice(all, "all legal moves", toggled(true, moves)))
            }
            span class="either" {
                (choice(!moves, "hardest first", toggled(all, false)))
                (choice(moves, "order of the game", toggled(all, true)))
            }
        }
    }
}
