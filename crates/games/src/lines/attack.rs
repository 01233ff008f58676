//! Wins by fours: the attacker makes one line after the other that the next move would complete, until two are open at once.
//!
//! Why a win that is found is a win: while the attacker has one completion, every reply but the one there loses at once. The
//! defender's completions are looked at before each move of the attacker, so that no reply is overlooked. Two completions of the
//! attacker are too many for the defender, who has none.

use super::examined::Examined;
use super::tally::Tally;
use super::{Lines, Stones, cells};

/// The most positions that are examined for one position. If more would have to be examined, nothing is known. This number is
/// part of the format of certificates: a certificate has no records for exactly those positions that the checker decides.
pub(crate) const EXAMINED_MAX: usize = 1_024;

/// A search for a win by fours of the player to move, the *attacker*.
pub(crate) struct Attack<'l> {
    lines: &'l Lines,
    attacker: u128,
    defender: u128,
    tally: Tally,
    examined: Examined,
    /// The moves of the win, once there is one: the attacker's and the defender's forced answer, the last ones first. The very
    /// last move has two completions and no answer.
    moves: Vec<(u8, Option<u8>)>,
}

impl<'l> Attack<'l> {
    /// An attack by the player to move. Own counts are those of this player. Neither player has a completion.
    pub(super) fn new(lines: &'l Lines, stones: Stones, tally: Tally) -> Attack<'l> {
        let Stones { mover: attacker, other: defender } = stones;
        let examined = Examined::default();
        Attack { lines, attacker, defender, tally, examined, moves: Vec::new() }
    }

    /// Whether the attacker wins by fours.
    pub(super) fn wins(&mut self) -> bool {
        self.lines.length >= 2 && self.is_won(0) == Some(true)
    }

    /// The line of the win that has been found, from its first move.
    pub(super) fn into_line(mut self) -> Vec<(u8, Option<u8>)> {
        self.moves.reverse();
        self.moves
    }

    /// Whether the attacker wins; nothing if too many positions would have to be examined. `danger` are the defender's
    /// completions.
    fn is_won(&mut self, danger: u128) -> Option<bool> {
        if danger & danger.wrapping_sub(1) != 0 {
            return Some(false);
        }
        let allowed = if danger == 0 { self.lines.full } else { danger };
        let (mut once, mut twice) = (0u128, 0u128);
        let mut answers = [0u8; 128];
        let occupied = self.attacker | self.defender;
        self.tally.each_with_own(self.lines, self.lines.length - 2, |mask| {
            let pair = mask & !occupied;
            let cell = pair.trailing_zeros() as u8;
            let other = (u128::BITS - 1 - pair.leading_zeros()) as u8;
            for (cell, answer) in [(cell, other), (other, cell)] {
                // Two lines may have the same two cells left.
                if once >> cell & 1 == 1 && answers[usize::from(cell)] != answer {
                    twice |= 1 << cell;
                }
                once |= 1 << cell;
                answers[usize::from(cell)] = answer;
            }
        });
        if twice & allowed != 0 {
            self.moves.push(((twice & allowed).trailing_zeros() as u8, None));
            return Some(true);
        }
        let key = (self.attacker, self.defender);
        if once & allowed == 0 || self.examined.contains(key) {
            return Some(false);
        }
        if self.examined.len() == EXAMINED_MAX {
            return None;
        }
        self.examined.insert(key);
        for cell in cells(once & allowed) {
            let answer = answers[usize::from(cell)];
            if self.try_four(cell, answer)? {
                self.moves.push((cell, Some(answer)));
                return Some(true);
            }
        }
        Some(false)
    }

    /// Plays a four and its answer, and sees whether the attacker wins after them.
    fn try_four(&mut self, cell: u8, answer: u8) -> Option<bool> {
        let danger = self.play(cell, answer);
        let won = self.is_won(danger);
        self.attacker ^= 1 << cell;
        self.defender ^= 1 << answer;
        self.tally.take_other(self.lines, answer);
        self.tally.take_own(self.lines, cell);
        won
    }

    /// Plays a four and its answer. Gives the defender's completions.
    fn play(&mut self, cell: u8, answer: u8) -> u128 {
        self.tally.put_own(self.lines, cell);
        self.tally.put_other(self.lines, answer);
        self.attacker |= 1 << cell;
        self.defender |= 1 << answer;
        let occupied = self.attacker | self.defender;
        self.tally.other_completions_at(self.lines, answer, occupied)
    }
}
