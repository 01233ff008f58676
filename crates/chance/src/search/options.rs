//! How the searches with a table are led.

use super::children::Order;

/// How a position is searched. None of it changes a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// Whether one move of every outcome is tried first (Star2), or not (Star1).
    pub probe: bool,
    /// Whether the entries of all children are read first.
    pub look_ahead: bool,
    /// Whether moves are tried in the order of their scores, and not in the canonical one.
    pub order_moves: bool,
    /// Whether the outcomes with the largest weights come first, and not in the canonical order.
    pub heaviest_first: bool,
    /// How the value is approached.
    pub approach: Approach,
}

/// How the value is approached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Approach {
    /// One search with the widest window.
    Window,
    /// Questions whether the value is at least the middle of what is left. Searches that count in fractions use
    /// the widest window instead.
    Bisection,
    /// Questions as for the bisection, each answered by depth-first proof-number search, which has the other options
    /// on.
    ProofNumbers,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            probe: true,
            look_ahead: true,
            order_moves: true,
            heaviest_first: true,
            approach: Approach::Window,
        }
    }
}

impl Options {
    /// The order of moves and outcomes.
    pub(super) fn order(&self) -> Order {
        Order { by_score: self.order_moves, heaviest_first: self.heaviest_first }
    }
}
