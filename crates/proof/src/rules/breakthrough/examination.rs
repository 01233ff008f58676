//! Rules version 1: wins by a sequence of threats to arrive on the row that wins, found by trying them (`docs/certificate.md`,
//! *Threats* of version 1).
//!
//! The attacker tries only moves that arrive, that threaten to arrive, or that capture a pawn that is about to arrive. The
//! defender tries every legal move. So a win that is found is a win, although the attacker leaves moves out.

use std::collections::HashMap;

use super::board::Cells;
use super::{Breakthrough, Position};

/// The largest number of positions that are examined for one position. If more are needed, nothing is known. This number is
/// part of the format: a certificate has no records for exactly those positions where the checker knows the winner.
const EXAMINED_MAX: usize = 32_768;

/// The search for a win of one player by threats.
struct Examination<'g> {
    game: &'g Breakthrough,
    /// Whether White is the attacker.
    white: bool,
    /// Whether the attacker wins, for every position that has been examined.
    examined: HashMap<Position, bool>,
    /// The number of positions that have been examined or are being examined.
    count: usize,
}

impl Breakthrough {
    /// Whether the player to move wins by threats as version 1 finds them, and the number of positions that were examined. The
    /// game is not over.
    pub fn examine_threats(&self, position: &Position) -> (bool, usize) {
        let white = position.white_to_move;
        let mut threats = Examination { game: self, white, examined: HashMap::new(), count: 0 };
        let wins = threats.wins(position);
        (wins.unwrap_or(false), threats.count)
    }

    /// The pawns of a player that can arrive with their next move.
    fn arriving(&self, position: &Position, white: bool) -> Cells {
        position.pawns(white).0 & self.board.near(white)
    }
}

impl Examination<'_> {
    /// Whether the attacker wins, from a position of either player. Nothing if too many positions would have to be
    /// examined.
    fn wins(&mut self, position: &Position) -> Option<bool> {
        let attacks = position.white_to_move == self.white;
        if self.game.arriving(position, position.white_to_move) != 0 {
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
        self.examined.insert(*position, wins);
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
                0 => game.arriving(&next, self.white) != 0,
                // Every other move lets the pawn arrive.
                _ => to & danger != 0,
            };
            if is_tried && self.wins(&next)? == attacks {
                return Some(attacks);
            }
        }
        Some(!attacks)
    }
}
