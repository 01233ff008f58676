//! The table of moves: what each is worth, how long it takes, what it cost, and why it is known.

use maud::{Markup, html};

use super::position::Shown;
use crate::view::Row;

/// The table; nothing where the game is over.
pub(super) fn table(shown: &Shown<'_>) -> Markup {
    let view = shown.view;
    let is_chance = view.to_move == "chance";
    let total: u64 = view.moves.iter().filter_map(|row| row.weight).sum();
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
                            th scope="col" class="number hint" { "nodes" }
                            th scope="col" class="number hint" { "share" }
                            th scope="col" class="hint" { "why" }
                        }
                    }
                    tbody { @for row in &view.moves { (one(shown, row, total)) } }
                }
            }
            @if view.line.len() > 1 {
                p class="soft hint" { "Best play: " span class="mono" { (view.line.join(" ")) } }
            }
        }
    }
}

fn one(shown: &Shown<'_>, row: &Row, total: u64) -> Markup {
    let Ok(after) = shown.placed.after(&row.mv) else { return html! {} };
    let kind = row.worth.kind;
    html! {
        tr data-row=(row.mv) {
            td { a data-move=(row.mv) href=(shown.link(&after)) { (row.mv) } }
            @if let Some(weight) = row.weight { td class="number" { (weight) "/" (total) } }
            td class={ "hint " (kind.name()) } {
                span class="kind" aria-hidden="true" { (kind.mark()) } " " (row.worth.words)
            }
            td class="number hint" { @if row.nodes > 0 { (thousands(row.nodes)) } @else { "–" } }
            td class="number hint" { (row.share.map_or("–".to_owned(), |share| format!("{:.0} %", share * 100.0))) }
            td class="hint soft" { (row.source.unwrap_or("–")) }
        }
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
