//! Patterns on a board: where they can lie, as masks, and what follows from those that match.
//!
//! Why it is sound. A pattern of order `k` lets the attacker arrive with at most `k` moves whatever the defender does, in
//! the strip; on a board the defender may also arrive, after at least `d` moves of its closest pawn. The attacker, to
//! move, is first if `k <= d`; the defender, to move, is too late if `k < d`.

use super::{Pattern, Turn};
use crate::breakthrough::field::Field;
use crate::breakthrough::knowledge::view::{Direction, Down, Up, View};

/// Patterns, ready to be matched on a board.
#[derive(Clone, Debug)]
pub struct Matches {
    /// For the pawns that go up: what matters when their player is to move, and when the opponent is.
    up: [Vec<PlacedPattern>; 2],
    /// For the pawns that go down.
    down: [Vec<PlacedPattern>; 2],
}

/// A pattern at a place of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct PlacedPattern {
    order: u32,
    passes: u32,
    attackers: u64,
    free: u64,
}

impl Matches {
    /// All places of patterns on a board as the player sees it whose pawns go up, lowest orders first. A window lies where
    /// all its cells are open, and with an edge where the board ends.
    pub fn new(field: &Field, patterns: &[Pattern]) -> Matches {
        let back = field.turned();
        let places = |field: &Field, turn: Turn| {
            let mut all: Vec<PlacedPattern> = patterns
                .iter()
                .filter(|pattern| pattern.turn == turn && pattern.height() <= field.height())
                .flat_map(|pattern| places(field, pattern))
                .collect();
            all.sort_by_key(|placed| (placed.order, placed.attackers.count_ones()));
            all
        };
        let turned = |turn: Turn| {
            let turned = |placed: PlacedPattern| PlacedPattern {
                attackers: back.turn(placed.attackers),
                free: back.turn(placed.free),
                ..placed
            };
            places(&back, turn).into_iter().map(turned).collect()
        };
        Matches {
            up: [places(field, Turn::First), places(field, Turn::Second)],
            down: [turned(Turn::First), turned(Turn::Second)],
        }
    }

    /// How many places there are.
    pub fn count(&self) -> usize {
        self.up.iter().chain(&self.down).map(Vec::len).sum()
    }

    /// Whether the mover wins or loses by a pattern that is fast enough.
    pub fn mover_wins(&self, field: &Field, own: u64, other: u64) -> Option<bool> {
        let view = View { field, own, other };
        let wins = |limit: u32| {
            let mut soon = self.up[0].iter().take_while(|placed| placed.order <= limit);
            soon.any(|placed| matching::<Up>(placed, &view))
        };
        let loses = |limit: u32| {
            let mut soon = self.down[1].iter().take_while(|placed| placed.order <= limit);
            soon.any(|placed| matching::<Down>(placed, &view))
        };
        if wins(view.distance::<Down>()) {
            return Some(true);
        }
        loses(view.distance::<Up>() - 1).then_some(false)
    }

    /// Whether the mover wins or loses by the rule of Saffidine, Jouandeau and Cazenave 2011 §3: the player with the lower
    /// order (counted by passes) wins, and the mover if they are equal, if two patterns of these orders share only cells
    /// about which they say nothing. The rule is not sound: a move that is no pass can stop one pattern, or gain time
    /// against it, and serve the other. Only for comparison.
    pub fn published_rule(&self, field: &Field, own: u64, other: u64) -> Option<bool> {
        let view = View { field, own, other };
        let mine = || self.up[0].iter().filter(|placed| matching::<Up>(placed, &view));
        let theirs = || self.down[1].iter().filter(|placed| matching::<Down>(placed, &view));
        let passes = |placed: &PlacedPattern| placed.passes;
        let (order, other_order) = match (mine().map(passes).min(), theirs().map(passes).min()) {
            (Some(order), Some(other_order)) => (order, other_order),
            (order, other_order) => return (order != other_order).then_some(order.is_some()),
        };
        let support = |placed: &PlacedPattern| placed.attackers | placed.free;
        let mut lowest = mine().filter(|placed| placed.passes == order);
        let apart = lowest.any(|one| {
            let mut lowest = theirs().filter(|placed| placed.passes == other_order);
            lowest.any(|two| support(one) & support(two) == 0)
        });
        apart.then_some(order <= other_order)
    }
}

/// Whether a pattern of a player matches.
#[inline]
fn matching<D: Direction>(placed: &PlacedPattern, view: &View) -> bool {
    placed.attackers & !view.pawns::<D>() == 0 && placed.free & view.pawns::<D::Opposite>() == 0
}

/// Where a pattern can lie on a board, as its player sees it.
fn places(field: &Field, pattern: &Pattern) -> Vec<PlacedPattern> {
    let (width, height) = (field.width(), field.height());
    if pattern.width > width {
        return Vec::new();
    }
    let last = width - pattern.width;
    let placed = |cells: u64, shift: u32| {
        (0..pattern.width * pattern.height()).filter(|cell| cells >> cell & 1 != 0).fold(
            0u64,
            |set, cell| {
                let row = cell / pattern.width + height - pattern.height();
                set | 1 << (row * width + cell % pattern.width + shift)
            },
        )
    };
    let ends =
        |shift: u32| (!pattern.edges[0] || shift == 0) && (!pattern.edges[1] || shift == last);
    (0..=last)
        .filter(|&shift| ends(shift) && placed(u64::MAX, shift) & !field.open() == 0)
        .map(|shift| PlacedPattern {
            order: pattern.order,
            passes: pattern.passes,
            attackers: placed(pattern.attackers, shift),
            free: placed(pattern.free, shift),
        })
        .collect()
}
