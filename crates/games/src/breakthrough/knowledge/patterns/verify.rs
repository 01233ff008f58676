//! Whether a pattern wins: an exhaustive search of the worst position that it allows.

use super::{Pattern, Turn};
use crate::breakthrough::field::{CELLS, Field};
use crate::breakthrough::knowledge::view::{Down, Up, View, bits};

/// The strip in which a pattern is tried: its window, with columns full of defenders beside it where the board goes on.
struct Strip {
    field: Field,
    /// The cells of the window: attackers do not leave it.
    window: u64,
}

/// How many columns beside a window matter: a defender makes at most `order` moves before the attacker's last.
fn margin(order: u32) -> u32 {
    order
}

/// Whether the attacker wins with a pattern. None if the strip does not fit on a board.
pub fn holds(pattern: &Pattern) -> Option<bool> {
    let beside = pattern.edges.map(|edge| if edge { 0 } else { margin(pattern.order) });
    let width = (beside[0] + pattern.width + beside[1]).max(2);
    let height = pattern.height().max(3);
    if width * height > CELLS {
        return None;
    }
    // A row below does no harm, and a column of walls makes a window of one column between edges a board.
    let placed = |cells: u64| {
        bits(cells).fold(0, |set, bit| {
            let cell = bit.trailing_zeros();
            let row = cell / pattern.width + height - pattern.height();
            set | 1u64 << (row * width + beside[0] + cell % pattern.width)
        })
    };
    let window = placed(u64::MAX >> (CELLS - pattern.width * pattern.height()));
    let walls = if beside[0] + pattern.width + beside[1] < width {
        (0..height).fold(0, |set, row| set | 1 << (row * width + 1))
    } else {
        0
    };
    let strip = Strip { field: Field::new(width, height, walls), window };
    let (own, free) = (placed(pattern.attackers), placed(pattern.free));
    let other = strip.field.open() & !own & !free;
    let view = View { field: &strip.field, own, other };
    Some(match pattern.turn {
        Turn::First => strip.attacks(&view, pattern.order, pattern.passes - 1),
        Turn::Second => strip.withstands(&view, pattern.order, pattern.passes),
    })
}

impl Strip {
    /// Whether the attacker, to move, arrives within `moves` moves, the defender passing at most `passes` times.
    fn attacks(&self, view: &View, moves: u32, passes: u32) -> bool {
        if view.own == 0 || view.distance::<Up>() > moves {
            return false;
        }
        let goal = self.field.goal();
        let steps = view.steps::<Up>(u64::MAX);
        if steps.iter().any(|(targets, _)| targets & self.window & goal != 0) {
            return true;
        }
        steps.into_iter().any(|(targets, shift)| {
            bits(targets & self.window).any(|target| {
                self.withstands(&view.after::<Up>(target >> shift, target), moves - 1, passes)
            })
        })
    }

    /// Whether the attacker does so after any move of the defender, or none.
    fn withstands(&self, view: &View, moves: u32, passes: u32) -> bool {
        moves > 0
            && passes > 0
            && self.attacks(view, moves, passes - 1)
            && view.steps::<Down>(u64::MAX).into_iter().all(|(targets, shift)| {
                bits(targets).all(|target| {
                    self.attacks(&view.after::<Down>(target << shift, target), moves, passes)
                })
            })
    }
}
