//! The board, with every legal move on it.

use maud::{Markup, PreEscaped, html};

use super::position::{Shown, result};
use crate::address::Placed;

/// The drawing of the position.
pub(super) fn figure(shown: &Shown<'_>) -> Markup {
    let svg = match shown.placed {
        Placed::Plain(at) => at.svg(),
        Placed::Chance(at) => at.svg(),
    };
    html! {
        figure class="board" {
            (PreEscaped(svg))
            @if let Some(result) = result(shown.placed) { figcaption { "The game is over: " (result) "." } }
        }
    }
}
