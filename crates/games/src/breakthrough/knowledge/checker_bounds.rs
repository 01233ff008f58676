//! What proofs may leave out: wins that the checker finds by itself (`docs/certificate.md` says which). It is less than
//! [`super::Knowledge`] recognises, and exactly what is written there, so that both end a proof at the same positions.
//!
//! A player who is to win by threats only arrives, threatens to arrive, or captures a pawn that is about to; the opponent
//! may do anything. There can be too many lines of threats to try, so at most [`EXAMINED_MAX`] positions are examined, in an order
//! that is fixed: the moves in the canonical order, each position once.

use std::collections::HashMap;

use super::runner::race;
use super::view::{Direction, Down, Up, View};

/// The most positions that are examined for one position. Where threats need more, no win is found. The number is part of
/// the format of certificates.
const EXAMINED_MAX: u32 = 32_768;

/// Whether the mover wins or loses, if a proof may leave that out. The game is not over. `turned` says that the board is
/// seen by the second player, so that the first cell of the board is the last one here.
pub fn checker_bounds(view: &View, turned: bool) -> Option<bool> {
    if examine_threats(view, turned).0 { Some(true) } else { race(view) }
}

/// Whether the mover wins by threats, and how many positions were examined to see it.
pub fn examine_threats(view: &View, turned: bool) -> (bool, u32) {
    let mut threats = Threats { turned, examined: HashMap::new(), count: 0 };
    let wins = threats.wins::<Up>(view);
    (wins.unwrap_or(false), threats.count)
}

/// The search for a win of the player whose pawns go up.
struct Threats {
    turned: bool,
    /// Whether that player wins, by the pawns of both and whether that player is to move.
    examined: HashMap<(u64, u64, bool), bool>,
    count: u32,
}

impl Threats {
    /// Whether the player whose pawns go up wins, if a player is to move; nothing if that takes too much.
    fn wins<D: Direction>(&mut self, view: &View) -> Option<bool> {
        if view.arriving::<D>() != 0 {
            return Some(D::UP);
        }
        let key = (view.own, view.other, D::UP);
        if let Some(&wins) = self.examined.get(&key) {
            return Some(wins);
        }
        if self.count == EXAMINED_MAX {
            return None;
        }
        self.count += 1;
        let wins = if D::UP { self.attack(view)? } else { self.defend(view)? };
        self.examined.insert(key, wins);
        Some(wins)
    }

    /// The player is to move and tries what the opponent must answer.
    fn attack(&mut self, view: &View) -> Option<bool> {
        let danger = view.arriving::<Down>();
        let (from, to) = match danger {
            0 => (view.row::<Up>(view.field.height() - 3), u64::MAX),
            _ if danger.is_power_of_two() => (u64::MAX, danger),
            // One move captures one pawn.
            _ => return Some(false),
        };
        for (from, to) in self.moves::<Up>(view, from, to) {
            let then = view.after::<Up>(from, to);
            if (danger != 0 || then.arriving::<Up>() != 0) && self.wins::<Down>(&then)? {
                return Some(true);
            }
        }
        Some(false)
    }

    /// The opponent is to move and tries everything.
    fn defend(&mut self, view: &View) -> Option<bool> {
        for (from, to) in self.moves::<Down>(view, u64::MAX, u64::MAX) {
            if !self.wins::<Up>(&view.after::<Down>(from, to))? {
                return Some(false);
            }
        }
        Some(true)
    }

    /// The moves of a player between some cells, in the canonical order.
    fn moves<'s, D: Direction>(
        &self,
        view: &'s View,
        from: u64,
        to: u64,
    ) -> impl Iterator<Item = (u64, u64)> + use<'s, D> {
        let turned = self.turned;
        let (pawns, empty) = (view.pawns::<D>(), !(view.own | view.other));
        in_order(pawns & from, turned).flat_map(move |from| {
            let targets = view.ahead::<D>(from) & empty | view.strikes::<D>(from) & !pawns;
            in_order(targets & to, turned).map(move |to| (from, to))
        })
    }
}

/// The cells of a set as the first player counts them, one by one.
fn in_order(mut set: u64, turned: bool) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let highest = 63_u32.checked_sub(set.leading_zeros());
        let highest = highest.map(|bit| 1_u64 << bit)?;
        let next = if turned { highest } else { set & set.wrapping_neg() };
        set ^= next;
        Some(next)
    })
}
