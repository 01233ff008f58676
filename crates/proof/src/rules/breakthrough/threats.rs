//! Wins by a sequence of threats to arrive on the row that wins: `docs/certificate.md`, *Threats*.
//!
//! The attacker tries only moves that arrive, that threaten to arrive, or that capture a pawn that is about to arrive. The
//! defender tries every legal move. So a win that is found is a win, although the attacker leaves moves out.

use std::collections::HashMap;

use super::{Breakthrough, Position};

/// The largest number of positions that are examined for one position. If more are needed, nothing is known. This number is
/// part of the format: a certificate has no records for exactly those positions where the checker knows the winner.
const EXAMINED_MAX: usize = 32_768;

/// The search for a win of one player by threats.
struct Threats<'g> {
    game: &'g Breakthrough,
    /// Whether White is the attacker.
    white: bool,
    /// Whether the attacker wins, for every position that has been examined.
    examined: HashMap<Position, bool>,
    /// The number of positions that have been examined or are being examined.
    count: usize,
}

impl Breakthrough {
    /// Whether the player to move wins by threats, and the number of positions that were examined. The game is not over.
    pub fn examine_threats(&self, position: &Position) -> (bool, usize) {
        let white = position.white_to_move;
        let mut threats = Threats { game: self, white, examined: HashMap::new(), count: 0 };
        let wins = threats.wins(position);
        (wins.unwrap_or(false), threats.count)
    }

    /// A pawn of a player that can arrive with its next move.
    fn arriving(&self, position: &Position, white: bool) -> Option<usize> {
        let (own, other) = position.pawns(white);
        let row = if white { self.height - 2 } else { 1 };
        (self.at(0, row)..self.at(0, row + 1))
            .filter(|&cell| own.has(cell))
            .find(|&cell| self.ahead(white, cell).iter().any(|step| step.is_open(own, other)))
    }
}

impl Threats<'_> {
    /// Whether the attacker wins, from a position of either player. Nothing if too many positions would have to be
    /// examined.
    fn wins(&mut self, position: &Position) -> Option<bool> {
        let attacks = position.white_to_move == self.white;
        if self.game.arriving(position, position.white_to_move).is_some() {
            return Some(attacks);
        }
        if let Some(&wins) = self.examined.get(position) {
            return Some(wins);
        }
        if self.count == EXAMINED_MAX {
            return None;
        }
        self.count += 1;
        let wins = self.examine(position, attacks)?;
        self.examined.insert(position.clone(), wins);
        Some(wins)
    }

    /// Tries the moves in the canonical order, up to the first one that is good for the player who makes it.
    fn examine(&mut self, position: &Position, attacks: bool) -> Option<bool> {
        let danger = self.game.arriving(position, !position.white_to_move);
        let game = self.game;
        for (from, to) in game.moves(position) {
            let next = position.after(from, to);
            let is_tried = match danger {
                _ if !attacks => true,
                // Every other move lets the pawn arrive.
                Some(pawn) => to == pawn,
                None => game.arriving(&next, self.white).is_some(),
            };
            if is_tried && self.wins(&next)? == attacks {
                return Some(attacks);
            }
        }
        Some(!attacks)
    }
}
