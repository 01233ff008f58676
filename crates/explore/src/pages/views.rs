//! The switch between the views of a position, and the list of what was opened with the explorer.

use std::sync::Arc;

use foregone::{ProofFile, ProofState};
use maud::{Markup, html};

use super::history;
use super::proof::Where;
use crate::address::{Address, Placed, encoded};
use crate::app::App;

/// Links from a position to its game so far, to proofs of its game, to tables of it, and to the drawing of its graph.
pub(super) fn switch(app: &App, placed: &Placed) -> Markup {
    let Address { game, m, .. } = Address::of(placed);
    let opened = &app.config.opened;
    let link = |(name, file): (String, Arc<ProofFile>)| {
        let root = file.tree()?.root();
        let notation = root.to_string();
        let at = match placed.along().iter().position(|at| at.notation() == notation) {
            Some(0) => m.clone(),
            Some(before) => placed.line()[before..].join(" "),
            None => String::new(),
        };
        let place = Where { at, ..Where::default() };
        (root.game().spelling() == game).then(|| place.link("", &name))
    };
    let named = (1..).zip(&opened.proofs).map(|(number, file)| (number.to_string(), file.clone()));
    let runs = app.runs.all();
    let searched =
        runs.iter().rev().filter_map(|run| Some((run.proof_name(), run.proof()?.clone())));
    // Of searches that have proved something about the game only the latest has a link.
    let proofs = named.filter_map(link).chain(searched.filter_map(link).take(1));
    let tables = (1..).zip(&opened.tables).filter_map(|(number, tables)| {
        let name = tables.tables.manifest().game.as_str();
        let query = format!("?p={}", encoded(&placed.notation(), false));
        (name.split('#').next() == Some(game.as_str())).then(|| format!("/table/{number}{query}"))
    });
    let links: Vec<(&str, String)> = (!placed.line().is_empty())
        .then(|| history::link_of(placed).map(|link| ("history", link.to_string())))
        .flatten()
        .into_iter()
        .chain(proofs.map(|link| ("proof", link)))
        .chain(tables.map(|link| ("table", link)))
        .chain(graph(placed).map(|link| ("graph", link)))
        .collect();
    html! {
        @if !links.is_empty() {
            nav class="views" aria-label="Views" {
                span aria-current="page" { "board" }
                @for (name, link) in &links { a href=(link) { (name) } }
            }
        }
    }
}

/// The graph is drawn of games that are one.
fn graph(placed: &Placed) -> Option<String> {
    let Placed::Plain(at) = placed else { return None };
    let address = Address { p: placed.notation(), m: String::new(), ..Address::of(placed) };
    (at.game().info().name == "graph").then(|| address.link_to("/graph/", ""))
}

/// What the start page says of certificates, tables and runs.
pub(super) fn opened(app: &App) -> Markup {
    let opened = &app.config.opened;
    html! {
        @for (number, file) in (1..).zip(&opened.proofs) {
            p {
                a href={ "/proof/" (number) } { "proof " (number) } " is the file " code { (file.name()) } ": "
                @match file.state() {
                    ProofState::Reading | ProofState::Checking => "being checked",
                    ProofState::Accepted { accepted, .. } => {
                        (accepted.game) ", " (accepted.claims.join(", "))
                        @if !accepted.trusted.is_empty() { ", on trust in " (accepted.trusted.join(", ")) }
                    },
                    ProofState::Refused { rejected: true, .. } => b class="loss" { "rejected by the checker" },
                    ProofState::Refused { why, .. } => (why),
                }
            }
        }
        @for (number, tables) in (1..).zip(&opened.tables) {
            p { a href={ "/table/" (number) } { "table " (number) } " is the folder " code { (tables.name) } ": " (tables.tables.manifest().game) }
        }
        @for (number, log) in (1..).zip(&opened.logs) {
            p { a href={ "/cluster/" (number) } { "run " (number) } " has its events in " code { (log.name) } }
        }
    }
}
