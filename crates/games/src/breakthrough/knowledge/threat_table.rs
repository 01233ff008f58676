//! Sequences of threats to arrive, as a table over the last three rows.
//!
//! A threat to arrive with the next move is a pawn on the row before the goal, so a move that makes one enters that row
//! from the row before it, and the only answer is to capture that pawn with one of the goal row. Whether an attacker
//! wins by threats alone therefore depends on three sets of columns only: attackers two steps from the goal (`entering`),
//! defenders on the row before the goal, which stop straight steps (`between`), and defenders on the goal row (`goal`).
//! Every threat uses up an attacker, so the table fills in the order of `entering`. A word holds 64 sets `goal`.
//!
//! The table holds three bits for every entry: whether the attacker, to move, wins by threats alone; whether the attacker
//! does so after any move of the defender in these rows, or none; and whether one more attacker would help. More attackers
//! or fewer defenders never turn a bit off: one more attacker is only one more that may enter; one defender less neither
//! captures nor stands in the way, and a cell that it left open only brings other defenders where it stood.

use std::ops::Range;

/// The widest board that has a table; wider ones would need gigabytes.
pub const WIDEST: u32 = 8;

/// The table of one direction of play.
#[derive(PartialEq, Eq, Debug)]
pub struct ThreatTable {
    width: u32,
    /// The columns of the two last rows that are no walls.
    open: Open,
    /// Words of 64 sets `goal` for every pair of the other two.
    words: usize,
    /// The attacker, to move, wins by threats.
    wins: Vec<u64>,
    /// The attacker wins by threats after any move of the defender.
    holds: Vec<u64>,
    /// The attacker, to move, would win by threats with one more attacker two steps from the goal.
    gains: Vec<u64>,
}

/// The columns that are no walls.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Open {
    /// In the row before the goal.
    pub between: u64,
    /// In the goal row.
    pub goal: u64,
}

/// The three sets of columns that threats depend on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Key {
    /// Attackers two steps from the goal.
    pub entering: u64,
    /// Defenders one step from it.
    pub between: u64,
    /// Defenders on it.
    pub goal: u64,
}

impl ThreatTable {
    /// The table for boards with these last rows, at most [`WIDEST`] wide.
    pub fn new(width: u32, open: Open) -> ThreatTable {
        let words = 1 << width.saturating_sub(6);
        let size = words << (2 * width);
        let [wins, holds, gains] = [(); 3].map(|()| vec![0; size]);
        let mut rows = ThreatTable { width, open, words, wins, holds, gains };
        for entering in 0..1 << width {
            for between in 0..1 << width {
                rows.fill_wins(entering, between);
            }
        }
        for entering in 0..1 << width {
            for between in 0..1 << width {
                rows.fill_holds(entering, between);
                rows.fill_gains(entering, between);
            }
        }
        rows
    }

    /// Whether the table is for boards with these last rows.
    pub fn is_for(&self, open: Open) -> bool {
        self.open == open
    }

    /// Whether the attacker, to move, wins by threats alone, provided that the defender cannot arrive with one move.
    #[inline]
    pub fn wins(&self, key: Key) -> bool {
        let (word, bit) = self.place(key);
        self.wins[word] >> bit & 1 != 0
    }

    /// Whether the attacker wins by threats alone after whatever the defender does in these rows.
    #[inline]
    pub fn holds(&self, key: Key) -> bool {
        let (word, bit) = self.place(key);
        self.holds[word] >> bit & 1 != 0
    }

    /// Whether the attacker, to move, would win by threats alone with some one more attacker two steps from the goal.
    #[inline]
    pub fn gains(&self, key: Key) -> bool {
        let (word, bit) = self.place(key);
        self.gains[word] >> bit & 1 != 0
    }

    #[inline]
    fn place(&self, key: Key) -> (usize, u32) {
        let pair = key.entering << self.width | key.between;
        (pair as usize * self.words + (key.goal >> 6) as usize, key.goal as u32 & 63)
    }

    /// Where the words of a pair of sets are.
    fn range(&self, entering: u64, between: u64) -> Range<usize> {
        let first = (entering << self.width | between) as usize * self.words;
        first..first + self.words
    }

    /// The columns next to one.
    fn beside(&self, column: u32) -> u64 {
        let bit = 1u64 << column;
        (bit << 1 | bit >> 1) & ((1 << self.width) - 1)
    }

    fn fill_wins(&mut self, entering: u64, between: u64) {
        let range = self.range(entering, between);
        for from in bits(entering) {
            let free = (1 << from) & !between | self.beside(from);
            for to in bits(free & self.open.between) {
                let then = self.range(entering & !(1 << from), between | 1 << to).start;
                for word in 0..self.words {
                    self.wins[range.start + word] |= self.entered(to, then, word);
                }
            }
        }
    }

    /// The sets `goal` of a word with which an attacker who just entered at a column wins: no defender captures it and it has
    /// a way to go, or the attacker wins after every capture. `then` is where the words are of what follows a capture.
    fn entered(&self, column: u32, then: usize, word: usize) -> u64 {
        let sides = self.beside(column) & self.open.goal;
        let ahead = if self.open.goal >> column & 1 != 0 { !lanes(column, word) } else { 0 };
        let mut won = if sides != 0 { u64::MAX } else { ahead };
        for side in bits(sides) {
            won &= !lanes(side, word) | self.without(side, then, word);
        }
        won
    }

    /// What is known of the sets of a word that have a column, once they have lost it.
    fn without(&self, column: u32, first: usize, word: usize) -> u64 {
        if column < 6 {
            self.wins[first + word] << (1 << column)
        } else {
            self.wins[first + (word & !(1 << (column - 6)))]
        }
    }

    fn fill_holds(&mut self, entering: u64, between: u64) {
        let range = self.range(entering, between);
        for word in 0..self.words {
            let mut held = self.wins[range.start + word];
            for from in bits(between) {
                let left = between & !(1 << from);
                held &= self.wins[self.range(entering, left).start + word];
                for to in bits(self.beside(from) & entering) {
                    held &= self.wins[self.range(entering & !(1 << to), left).start + word];
                }
            }
            for from in 0..self.width {
                let near = self.beside(from) | 1 << from;
                for to in bits(near & self.open.between & !between) {
                    let then = self.range(entering, between | 1 << to).start;
                    held &= !lanes(from, word) | self.without(from, then, word);
                }
            }
            self.holds[range.start + word] = held;
        }
    }

    fn fill_gains(&mut self, entering: u64, between: u64) {
        let range = self.range(entering, between);
        for column in 0..self.width {
            let more = self.range(entering | 1 << column, between);
            for (place, more) in range.clone().zip(more) {
                self.gains[place] |= self.wins[more];
            }
        }
    }
}

/// The sets of a word, bit `s` being set `64 * word + s`, that have a column.
fn lanes(column: u32, word: usize) -> u64 {
    const LANES: [u64; 6] = [
        0xaaaa_aaaa_aaaa_aaaa,
        0xcccc_cccc_cccc_cccc,
        0xf0f0_f0f0_f0f0_f0f0,
        0xff00_ff00_ff00_ff00,
        0xffff_0000_ffff_0000,
        0xffff_ffff_0000_0000,
    ];
    match column {
        0..6 => LANES[column as usize],
        _ if word >> (column - 6) & 1 != 0 => u64::MAX,
        _ => 0,
    }
}

/// The columns of a set.
fn bits(mut set: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let column = set.trailing_zeros();
        set &= set.wrapping_sub(1);
        (column < 64).then_some(column)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The rules of threats, one line of play at a time.
    fn wins(width: u32, open: Open, key: Key) -> bool {
        let near = |column: u32, other: u32| column.abs_diff(other) == 1;
        let moves = bits(key.entering).flat_map(|from| (0..width).map(move |to| (from, to)));
        moves
            .filter(|&(from, to)| open.between >> to & 1 != 0 && from.abs_diff(to) <= 1)
            .filter(|&(from, to)| from != to || key.between >> to & 1 == 0)
            .any(|(from, to)| {
                let sides =
                    |set: u64| (0..width).filter(move |&at| set >> at & 1 != 0 && near(at, to));
                let ahead = (open.goal & !key.goal) >> to & 1 != 0;
                (ahead || sides(open.goal).count() > 0)
                    && sides(key.goal).all(|captor| {
                        let entering = key.entering ^ 1 << from;
                        let (between, goal) = (key.between | 1 << to, key.goal ^ 1 << captor);
                        wins(width, open, Key { entering, between, goal })
                    })
            })
    }

    #[test]
    fn tables_agree_with_lines_of_play() {
        let mut seed = 1_u64;
        let mut random = || {
            seed = seed.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            seed >> 40
        };
        for width in 2..=WIDEST {
            let all = (1 << width) - 1;
            for open in [all, !(random() & random()) & all] {
                let open = Open { between: open, goal: !(random() & random() & random()) & all };
                let rows = ThreatTable::new(width, open);
                for _ in 0..4000 {
                    let (entering, between) = (random() & all, random() & open.between);
                    let key = Key { entering, between, goal: random() & open.goal };
                    assert_eq!(rows.wins(key), wins(width, open, key), "{width} {open:?} {key:?}");
                    let gains = (0..width).any(|column| {
                        wins(width, open, Key { entering: entering | 1 << column, ..key })
                    });
                    assert_eq!(rows.gains(key), gains, "{width} {open:?} {key:?}");
                    assert!(!rows.holds(key) || rows.wins(key), "{width} {open:?} {key:?}");
                }
            }
        }
    }

    #[test]
    fn attackers_help_and_defenders_hinder() {
        for (width, open) in [(3, 0b111), (4, 0b1111), (4, 0b1011)] {
            let rows = ThreatTable::new(width, Open { between: open, goal: open });
            let sets = 1_u64 << (3 * width);
            let key = |set: u64| Key {
                entering: set & ((1 << width) - 1),
                between: set >> width & open,
                goal: set >> (2 * width) & open,
            };
            for (set, cell) in (0..sets).flat_map(|set| (0..3 * width).map(move |cell| (set, cell)))
            {
                let better = if cell < width { set | 1 << cell } else { set & !(1 << cell) };
                let (key, better) = (key(set), key(better));
                assert!(!rows.wins(key) || rows.wins(better), "{key:?} {better:?}");
                assert!(!rows.holds(key) || rows.holds(better), "{key:?} {better:?}");
            }
        }
    }
}
