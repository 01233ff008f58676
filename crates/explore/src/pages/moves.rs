//! The table of moves: what each is worth, how long it takes, what it cost, and why it is known.

use maud::{Markup, html};

use super::position::Shown;
use crate::view::Row;

/// The table; nothing where the game is over.
pub(super) fn table(shown: &Shown<'_>) -> Markup {
    let view = shown.view;
    let is_chance = view.shown.to_move == "chance";
    let total: u64 = view.moves.iter().filter_map(|row| row.shown.weight).sum();
    let has_plies = view.moves.iter().any(|row| row.shown.plies.is_some());
    let has_nodes = view.moves.iter().any(|row| row.shown.nodes > 0);
    html! {
        @if !view.moves.is_empty() {
            div class="scroll" {
                table class="moves" {
                    caption class="hidden" { "Legal moves, best first" }
                    thead {
                        tr {
                            th scope="col" { @if is_chance { "outcome" } @else { "move" } }
                            @if is_chance { th scope="col" class="number" { "probability" } }
                            th scope="col" class="hint" { "result" }
                            @if has_plies { th scope="col" class="number hint" { "how long" } }
                            @if has_nodes {
                                th scope="col" class="number hint" { "nodes" }
                                th scope="col" class="number hint" { "share" }
                            }
                            th scope="col" class="hint" { "why" }
                        }
                    }
                    tbody { @for row in &view.moves { (one(shown, row, total, (has_plies, has_nodes))) } }
                }
            }
            @if view.shown.line.len() > 1 {
                p class="soft hint best-play" { "Best play: " span class="mono" { (view.shown.line.join(" ")) } }
            }
        }
    }
}

fn one(shown: &Shown<'_>, row: &Row, total: u64, (has_plies, has_nodes): (bool, bool)) -> Markup {
    let mv = &row.shown;
    let Ok(after) = shown.placed.after(&mv.name) else { return html! {} };
    let kind = row.worth.kind;
    let share = mv.share.filter(|_| mv.nodes > 0).map_or("–".to_owned(), percent);
    html! {
        tr data-row=(mv.name) class=[mv.best.then_some("best")] {
            td { a data-move=(mv.name) href=(shown.link(&after)) { (mv.name) } }
            @if let Some(weight) = mv.weight { td class="number" { (weight) "/" (total) } }
            td class={ "hint " (kind.name()) } {
                span class="kind" aria-hidden="true" { (kind.mark()) } " " (row.worth.words)
            }
            @if has_plies { td class="number hint" { (row.plies()) } }
            @if has_nodes {
                td class="number hint" { @if mv.nodes > 0 { (thousands(mv.nodes)) } @else { "–" } }
                td class="number hint" { (share) }
            }
            td class="hint soft" { (row.source()) }
        }
    }
}

/// A share as a percentage; what is little is not called nothing.
pub(super) fn percent(share: f64) -> String {
    if share > 0.0 && share < 0.005 {
        "< 1 %".to_owned()
    } else {
        format!("{:.0} %", share * 100.0)
    }
}

/// A number with its thousands apart.
pub(super) fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push('\u{202f}');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    #[test]
    fn thousands_are_apart() {
        let cases = [(7, "7"), (1234, "1\u{202f}234"), (1_000_000, "1\u{202f}000\u{202f}000")];
        for (number, text) in cases {
            assert_eq!(super::thousands(number), text);
        }
    }
}
