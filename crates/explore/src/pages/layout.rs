//! The frame of every page: head, navigation, help. A script that has the frame already asks for the main part alone.

use axum::http::header::{CACHE_CONTROL, HeaderName, VARY};
use axum::http::{HeaderMap, HeaderValue};
use axum::response::{Html, IntoResponse, Response};
use maud::{DOCTYPE, Markup, html};

/// The header by which the script asks for the main part alone.
const FRAGMENT: &str = "x-fragment";

/// A page.
pub(crate) struct Page<'p> {
    /// What the tab and the history of the browser call it.
    pub(crate) title: &'p str,
    /// The token of this start, which the script sends along with changes.
    pub(crate) token: Option<&'p str>,
    /// What is on it.
    pub(crate) main: Markup,
}

/// Whether only the main part is wanted.
pub(crate) fn is_fragment(headers: &HeaderMap) -> bool {
    headers.contains_key(FRAGMENT)
}

impl Page<'_> {
    /// The whole page, or the main part.
    pub(crate) fn respond(self, headers: &HeaderMap) -> Response {
        let markup = if is_fragment(headers) { self.main_part() } else { self.whole() };
        let mut response = Html(markup.into_string()).into_response();
        let headers = response.headers_mut();
        headers.insert(VARY, HeaderValue::from_name(HeaderName::from_static(FRAGMENT)));
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
        response
    }

    fn main_part(&self) -> Markup {
        html! {
            main id="main" data-title=(self.title) tabindex="-1" { (self.main) }
        }
    }

    /// The whole page.
    pub(crate) fn whole(&self) -> Markup {
        html! {
            (DOCTYPE)
            html lang="en" {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    meta name="color-scheme" content="light dark";
                    @if let Some(token) = self.token { meta name="foregone-token" content=(token); }
                    title { (self.title) }
                    link rel="icon" href="/assets/icon.svg" type="image/svg+xml";
                    link rel="stylesheet" href="/assets/style.css";
                    script type="module" src="/assets/explore.js" {}
                }
                body {
                    a class="skip" href="#main" { "Skip to the content" }
                    (header())
                    (self.main_part())
                    p id="notice" role="status" aria-live="polite" {}
                    (help())
                }
            }
        }
    }
}

fn header() -> Markup {
    html! {
        header class="top" {
            a class="brand" href="/" { "Foregone" }
            form action="/g" role="search" {
                label class="hidden" for="find" { "Game, moves and position" }
                input id="find" name="q" placeholder="connect4:6x5 --moves 4433" autocomplete="off" spellcheck="false";
                button { "Go" }
            }
        }
    }
}

/// What keys do, in the order of the help.
const KEYS: &[(&[&str], &str)] = &[
    (&["↓", "↑", "j", "k"], "choose a move"),
    (&["Enter"], "play the chosen move"),
    (&["Space"], "play the best move that is known"),
    (&["←", "Backspace"], "take a move back"),
    (&["→"], "go forward again"),
    (&["h"], "hide or show what is known"),
    (&["f"], "turn the board"),
    (&["s"], "start a search"),
    (&["p"], "pause the search, or go on"),
    (&["Esc"], "stop the search"),
    (&["t"], "show the proof, if a certificate was opened"),
    (&["g"], "go to the address bar"),
    (&["n"], "go to the start page"),
    (&["?"], "show or hide this help"),
];

fn help() -> Markup {
    html! {
        dialog id="help" aria-labelledby="help-title" {
            h2 id="help-title" { "Keys" }
            table {
                @for (keys, does) in KEYS {
                    tr {
                        td { @for key in *keys { kbd { (key) } " " } }
                        td { (does) }
                    }
                }
            }
            p class="soft" {
                "▲ wins for the player to move, ▼ loses, ● is a draw, ? is open: not proved either way."
            }
            form method="dialog" { button { "Close" } }
        }
    }
}
