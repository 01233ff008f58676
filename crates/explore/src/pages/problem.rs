//! The page of a request that cannot be answered.

use axum::response::Html;
use maud::html;

use super::layout::Page;
use crate::address::Address;
use crate::problem::Problem;

/// The page that says what is wrong, and where.
pub(crate) fn page(problem: &Problem) -> Html<String> {
    let start =
        problem.game.as_ref().map(|game| Address { game: game.clone(), ..Address::default() });
    let main = html! {
        section class="problem" {
            h1 { (problem.status.canonical_reason().unwrap_or("Not answered")) }
            p { (problem.sentence) }
            @if let Some((before, wrong, after)) = problem.marked.as_deref() {
                p class="written" { code { (before) mark { (wrong) } (after) } }
            }
            p {
                @if let Some(start) = start {
                    a href=(start.link()) { "Start of " (start.game) } " · "
                }
                a href="/" { "All games" }
            }
        }
    };
    Html(Page { title: "Foregone: not answered", token: None, main }.whole().into_string())
}
