//! Wins by threats to arrive, of which every single one must be answered: `docs/certificate.md`, *Threats*.
//!
//! Threats are tried by the rules alone: whoever is to win only tries moves that arrive, that threaten to, or that capture
//! a pawn about to arrive; the opponent tries every move there is. So what is found is a win, whatever was left out.

use std::collections::HashMap;

use super::{Breakthrough, Position};

/// So many positions are examined for one position at most. Wherever threats need more, they show nothing. The number is
/// part of the format: who proves must leave out exactly what the checker finds.
const EXAMINED_MAX: usize = 32_768;

/// The search for a win of one player by threats.
struct Threats<'g> {
    game: &'g Breakthrough,
    /// Whether it is White who is to win.
    white: bool,
    /// Whether that player wins, for every position that has been examined.
    examined: HashMap<Position, bool>,
    /// How many positions have been examined, those included that are being examined.
    count: usize,
}

impl Breakthrough {
    /// Whether the player to move wins by arriving, by threats, or by capturing what is about to arrive, and how many
    /// positions were examined to see it. The game is not over.
    pub fn examine_threats(&self, position: &Position) -> (bool, usize) {
        let white = position.white_to_move;
        let mut threats = Threats { game: self, white, examined: HashMap::new(), count: 0 };
        let wins = threats.wins(position);
        (wins.unwrap_or(false), threats.count)
    }

    /// A pawn of a player that arrives with its next move.
    fn arriving(&self, position: &Position, white: bool) -> Option<usize> {
        let (own, other) = position.pawns(white);
        let row = if white { self.height - 2 } else { 1 };
        (self.at(0, row)..self.at(0, row + 1))
            .filter(|&cell| own.has(cell))
            .find(|&cell| self.ahead(white, cell).iter().any(|step| step.is_open(own, other)))
    }
}

impl Threats<'_> {
    /// Whether the player who is to win does, from a position of either player; nothing if too many positions would have
    /// to be examined.
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

    /// Tries the moves in the canonical order, up to the first that serves the player who makes it.
    fn examine(&mut self, position: &Position, attacks: bool) -> Option<bool> {
        let danger = self.game.arriving(position, !position.white_to_move);
        let game = self.game;
        for (from, to) in game.moves(position) {
            let next = position.after(from, to);
            let is_tried = match danger {
                _ if !attacks => true,
                // Every other move lets it arrive.
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
