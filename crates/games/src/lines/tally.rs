//! How many stones of each player every line has, kept up to date stone by stone.

use super::{Lines, Stones, cells};

/// A board of 128 cells has at most four lines for each cell.
const LINES_MAX: usize = 512;

/// What the stones of the opponent count, so that one number tells both counts.
const OTHER: u16 = 1 << 8;

/// Lines are looked at in groups of this size, which a processor compares at once.
const GROUP: usize = 16;

/// The counts of a position. One player is *own*, the other is *other*.
#[derive(Clone)]
pub(crate) struct Tally {
    /// Own stones, and 256 for each stone of the other player. Places without a line have a count that no line has.
    counts: [u16; LINES_MAX],
}

/// What a look at all lines finds.
pub(super) struct Seen {
    /// Empty cells that complete a line of the own player.
    pub(super) own_completions: u128,
    /// Empty cells that complete a line of the other player.
    pub(super) other_completions: u128,
    /// Whether a line has no stone of the opponent, for each player.
    pub(super) own_has_lines: bool,
    pub(super) other_has_lines: bool,
}

impl Tally {
    /// The counts of a position; own stones are those of the player to move.
    pub(super) fn new(lines: &Lines, stones: Stones) -> Tally {
        let mut counts = [u16::MAX; LINES_MAX];
        counts[..lines.masks.len()].fill(0);
        let mut tally = Tally { counts };
        cells(stones.mover).for_each(|cell| tally.put_own(lines, cell));
        cells(stones.other).for_each(|cell| tally.put_other(lines, cell));
        tally
    }

    #[inline]
    pub(super) fn put_own(&mut self, lines: &Lines, cell: u8) {
        lines.through(cell).iter().for_each(|&line| self.counts[usize::from(line)] += 1);
    }

    #[inline]
    pub(super) fn take_own(&mut self, lines: &Lines, cell: u8) {
        lines.through(cell).iter().for_each(|&line| self.counts[usize::from(line)] -= 1);
    }

    #[inline]
    pub(super) fn put_other(&mut self, lines: &Lines, cell: u8) {
        lines.through(cell).iter().for_each(|&line| self.counts[usize::from(line)] += OTHER);
    }

    #[inline]
    pub(super) fn take_other(&mut self, lines: &Lines, cell: u8) {
        lines.through(cell).iter().for_each(|&line| self.counts[usize::from(line)] -= OTHER);
    }

    /// Exchanges the players.
    pub(super) fn exchange(&mut self) {
        self.counts.iter_mut().for_each(|count| *count = count.rotate_left(8));
    }

    /// Looks at all lines.
    pub(super) fn scan(&self, lines: &Lines, occupied: u128) -> Seen {
        let last = lines.length - 1;
        let mut seen = Seen {
            own_completions: 0,
            other_completions: 0,
            own_has_lines: false,
            other_has_lines: false,
        };
        for (&count, &mask) in self.counts.iter().zip(&lines.masks) {
            if count < OTHER {
                seen.own_has_lines = true;
                if count == last {
                    seen.own_completions |= mask & !occupied;
                }
            }
            if count % OTHER == 0 {
                seen.other_has_lines = true;
                if count / OTHER == last {
                    seen.other_completions |= mask & !occupied;
                }
            }
        }
        seen
    }

    /// Calls `visit` with every line that has so many own stones and none of the other player.
    #[inline]
    pub(super) fn each_with_own(&self, lines: &Lines, own: u16, mut visit: impl FnMut(u128)) {
        for (place, group) in self.counts.chunks_exact(GROUP).enumerate() {
            if place * GROUP >= lines.masks.len() {
                break;
            }
            if group.iter().fold(false, |found, &count| found | (count == own)) {
                for (&count, &mask) in group.iter().zip(&lines.masks[place * GROUP..]) {
                    if count == own {
                        visit(mask);
                    }
                }
            }
        }
    }

    /// The empty cells that complete a line of the own player through this cell.
    #[inline]
    pub(super) fn own_completions_at(&self, lines: &Lines, cell: u8, occupied: u128) -> u128 {
        self.completions_at(lines, cell, occupied, lines.length - 1)
    }

    /// The empty cells that complete a line of the other player through this cell.
    #[inline]
    pub(super) fn other_completions_at(&self, lines: &Lines, cell: u8, occupied: u128) -> u128 {
        self.completions_at(lines, cell, occupied, (lines.length - 1) * OTHER)
    }

    #[inline]
    fn completions_at(&self, lines: &Lines, cell: u8, occupied: u128, wanted: u16) -> u128 {
        let of_line = |&line: &u16| match self.counts[usize::from(line)] == wanted {
            true => lines.masks[usize::from(line)] & !occupied,
            false => 0,
        };
        lines.through(cell).iter().map(of_line).fold(0, |all, cells| all | cells)
    }
}

impl Lines {
    #[inline]
    fn through(&self, cell: u8) -> &[u16] {
        &self.through[usize::from(cell)]
    }
}
