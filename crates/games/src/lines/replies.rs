//! What a win by fours that threatens tells about the replies, and how hard positions look.
//!
//! Where the attacker would win by fours if the opponent passed, a reply loses if the same fours still win after it. They are
//! played again with the reply on the board, which needs no reasoning about the cells that the fours need.

use super::tally::Tally;
use super::{Attack, Lines, Stones, cells};

/// The effort of a position that looks even, for an attacker who is to move, and for one whose opponent is to move and to whose
/// win nothing forces the opponent to reply.
const TO_MOVE: i32 = 200;
const QUIET: i32 = 1_000;

impl Lines {
    /// The cells of which it is seen that the player to move loses with a stone there, because the opponent completes a line or
    /// wins by fours.
    pub(crate) fn lost_replies(&self, stones: Stones) -> u128 {
        let empty = self.full & !stones.all();
        let passed = stones.passed();
        let tally = Tally::new(self, passed);
        let seen = tally.scan(self, stones.all());
        if seen.other_completions != 0 {
            return 0;
        }
        if seen.own_completions.is_power_of_two() {
            return empty ^ seen.own_completions;
        }
        if seen.own_completions != 0 {
            return empty;
        }
        let mut attack = Attack::new(self, passed, tally.clone());
        if !attack.wins() {
            return 0;
        }
        let line = attack.into_line();
        let loses = |&cell: &u8| self.still_wins(passed, tally.clone(), cell, &line);
        cells(empty).filter(loses).map(|cell| 1 << cell).sum()
    }

    /// Whether the fours of the player to move win after the opponent has put one more stone on the board.
    fn still_wins(
        &self,
        stones: Stones,
        mut tally: Tally,
        reply: u8,
        line: &[(u8, Option<u8>)],
    ) -> bool {
        let mut occupied = stones.all() | 1 << reply;
        tally.put_other(self, reply);
        let mut danger = tally.other_completions_at(self, reply, occupied);
        for &(cell, _) in line {
            if danger & !(1 << cell) != 0 || occupied >> cell & 1 == 1 {
                return false;
            }
            tally.put_own(self, cell);
            occupied |= 1 << cell;
            let completions = tally.own_completions_at(self, cell, occupied);
            if completions == 0 {
                return false;
            }
            if !completions.is_power_of_two() {
                return true;
            }
            let answer = completions.trailing_zeros() as u8;
            tally.put_other(self, answer);
            occupied |= 1 << answer;
            danger = tally.other_completions_at(self, answer, occupied);
        }
        false
    }

    /// The cells on which a stone of the player to move makes a line that the next move would complete.
    pub(crate) fn fours(&self, stones: Stones) -> u128 {
        let mut found = 0;
        if self.length >= 2 {
            let tally = Tally::new(self, stones);
            tally.each_with_own(self, self.length - 2, |mask| found |= mask & !stones.all());
        }
        found
    }

    /// The only cell where the player to move does not lose at once, if the opponent has exactly one completion.
    pub(crate) fn forced_cell(&self, stones: Stones) -> Option<u128> {
        let seen = Tally::new(self, stones).scan(self, stones.all());
        let is_forced = seen.own_completions == 0 && seen.other_completions.is_power_of_two();
        is_forced.then_some(seen.other_completions)
    }

    /// A guess at the effort to prove that the attacker wins. The attacker is the player to move, or the other one. Where a move
    /// is forced, the guess is that after it.
    pub(crate) fn effort(&self, mut stones: Stones, mut attacker_moves: bool) -> u32 {
        while let Some(forced) = self.forced_cell(stones) {
            stones = stones.after(forced.trailing_zeros() as u8);
            attacker_moves = !attacker_moves;
        }
        let base = match attacker_moves {
            true => TO_MOVE - self.promise(stones.mover, stones.other),
            false => {
                let open = self.full & !stones.all();
                match self.lost_replies(stones) {
                    0 => QUIET - 2 * self.promise(stones.other, stones.mover),
                    lost => (open & !lost).count_ones() as i32,
                }
            }
        };
        base.max(1) as u32
    }

    /// How many lines the attacker could still complete, the more the fuller, less those of the defender.
    fn promise(&self, attacker: u128, defender: u128) -> i32 {
        let length = u32::from(self.length);
        let worth = |stones: u128, line: u128, full: i32| match (line & stones).count_ones() {
            count if count + 2 >= length && count > 0 => full,
            count => (count as i32).min(full),
        };
        let of_line = |&line: &u128| match (line & attacker, line & defender) {
            (_, 0) => worth(attacker, line, 4),
            (0, _) => -worth(defender, line, 2),
            _ => 0,
        };
        self.masks.iter().map(of_line).sum()
    }
}
