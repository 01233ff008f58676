//! The map of a proof: one row for each exchange of moves, one box for each part, as wide as the logarithm of its tree.

use foregone::{Overview, Position, ProofBox};
use maud::{Markup, html};

use super::proof::Where;
use super::proof_rows::about;

const WIDTH: f64 = 1000.0;
const ROW: f64 = 22.0;
/// Narrower boxes have no name written in them; a letter is about so wide.
const LETTER: f64 = 7.5;

/// The map, with a link for each box.
pub(super) fn section(overview: &Overview, at: &Where, proof: &str, here: &Position) -> Markup {
    let rows = overview.boxes.iter().map(|part| part.depth + 1).max().unwrap_or(1);
    let height = rows as f64 * ROW;
    let line = here.line();
    html! {
        section aria-labelledby="map-title" {
            h2 id="map-title" { "Map of the proof" }
            p class="soft" {
                "Each row is one exchange of moves; each box is as wide as the logarithm of the tree below it. Striped boxes are met elsewhere, too."
                @if overview.is_cut { " Small and deep parts are left out." }
            }
            div class="scroll" {
                svg class="icicle" viewBox={ "0 0 " (WIDTH) " " (height) } role="group" aria-label="Map of the proof" {
                    defs {
                        pattern id="stripes" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)" {
                            rect class="stripe" width="2" height="6" {}
                        }
                    }
                    @for part in &overview.boxes { (one(part, at, proof, &line)) }
                }
            }
        }
    }
}

fn one(part: &ProofBox, at: &Where, proof: &str, line: &[String]) -> Markup {
    let (x, y) = (part.left * WIDTH, part.depth as f64 * ROW);
    let width = (part.width * WIDTH - 1.0).max(0.5);
    let name = part.line.iter().rev().take(2).rev().cloned().collect::<Vec<_>>().join(" ");
    let name = if part.line.is_empty() { "start".to_owned() } else { name };
    let tree = format!("tree {}, at most {} plies", about(part.positions), part.longest_line);
    let is_on_line = !part.line.is_empty() && line.starts_with(&part.line) || part.depth == 0;
    let class = if is_on_line { "part near" } else { "part" };
    let place = at.at(part.line.join(" "));
    html! {
        a href=(place.link("", proof)) aria-label={ (name) ", " (tree) } {
            title { (part.line.join(" ")) " · " (tree) }
            rect class=(class) x=(format!("{x:.1}")) y=(format!("{y:.1}")) width=(format!("{width:.1}")) height=(ROW - 2.0) {}
            @if part.is_again {
                rect class="again" x=(format!("{x:.1}")) y=(format!("{y:.1}")) width=(format!("{width:.1}")) height=(ROW - 2.0) {}
            }
            @if name.chars().count() as f64 * LETTER < width {
                text x=(format!("{:.1}", x + 4.0)) y=(format!("{:.1}", y + 14.5)) { (name) }
            }
        }
    }
}
