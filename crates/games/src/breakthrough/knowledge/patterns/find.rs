//! All minimal patterns up to an order, in windows up to a width.
//!
//! For every set of attackers the minimal sets of cells without defenders are found as follows: a set that wins is shrunk
//! cell by cell until it is minimal; every other minimal set lacks one of its cells, so one is looked for without each of
//! them in turn, and so on. Sets that a known pattern explains are taken from it without a search. Windows are tried from
//! narrow to wide and from few edges to many, attackers from few to many: so a pattern is new if none before it matches.

use std::collections::HashSet;

use super::{Pattern, Turn, holds};

/// Windows with more cells for attackers have too many sets of them to be listed.
const CELLS_MAX: u32 = 24;

/// About how many seconds an enumeration takes, so that callers can refuse: within a factor of 3 of what was measured for
/// orders 2 to 4 in windows of 3 to 5 columns.
pub fn estimate(order: u32, width: u32) -> f64 {
    // Attackers stand anywhere but on the goal row; every other cell may have to be free or not; one more move makes every
    // search about eight times as long.
    let sets = 3_f64.powi((order * width) as i32) * 2_f64.powi(width as i32);
    sets * 8_f64.powi(order as i32) / 2.5e9
}

/// Why an enumeration has not come to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unfinished {
    /// Some windows would have more cells than a board can have.
    TooLarge,
    /// The one who watched had enough.
    Stopped,
}

/// Told now and then which share of an enumeration is done, and asked whether to go on.
pub type Watch<'w> = &'w mut dyn FnMut(f64) -> bool;

/// All minimal patterns up to an order, both for the attacker to move and for the defender, in windows up to a width, with
/// their mirror images. None if some do not fit on a board.
pub fn minimal(order: u32, width: u32) -> Option<Vec<Pattern>> {
    minimal_watched(order, width, &mut |_| true).ok()
}

/// The same while someone watches.
pub fn minimal_watched(
    order: u32,
    width: u32,
    watch: Watch<'_>,
) -> Result<Vec<Pattern>, Unfinished> {
    collected((1..=order).map(|order| (order, order)), width, watch)
}

/// All minimal patterns that win within `order` moves, with the order of Saffidine, Jouandeau and Cazenave 2011 §3, which
/// counts how often the defender may pass.
pub fn minimal_by_passes(order: u32, width: u32) -> Option<Vec<Pattern>> {
    collected((1..=order).map(|passes| (order, passes)), width, &mut |_| true).ok()
}

/// The minimal patterns of some orders and passes, the strongest demands first.
fn collected(
    kinds: impl Iterator<Item = (u32, u32)> + Clone,
    width: u32,
    watch: Watch<'_>,
) -> Result<Vec<Pattern>, Unfinished> {
    if kinds.clone().any(|(order, _)| order * width > CELLS_MAX) {
        return Err(Unfinished::TooLarge);
    }
    let all_windows = kinds.clone().flat_map(|(order, _)| (1..=width).map(move |w| (order, w)));
    let whole: f64 = 6.0 * all_windows.map(|(order, width)| estimate(order, width)).sum::<f64>();
    let (mut done, mut all) = (0.0, Vec::new());
    for turn in [Turn::First, Turn::Second] {
        let mut found: Vec<Pattern> = Vec::new();
        for (order, passes) in kinds.clone() {
            for width in 1..=width {
                for edges in [[false, false], [true, false], [true, true]] {
                    let empty =
                        Pattern { order, passes, turn, width, edges, attackers: 0, free: 0 };
                    let part = estimate(order, width);
                    let mut within = |share: f64| watch((done + part * share) / whole);
                    let fresh = Window::new(empty, &found).enumerate(&mut within)?;
                    done += part;
                    if edges == [true, false] {
                        found.extend(fresh.iter().map(Pattern::mirrored));
                    }
                    found.extend(fresh);
                }
            }
        }
        all.extend(found);
    }
    Ok(all)
}

/// A search for the patterns of a window.
struct Window {
    /// The pattern without attackers and conditions.
    empty: Pattern,
    /// What is known: attackers, and cells that are free of defenders or have attackers.
    known: Vec<(u64, u64)>,
    fresh: Vec<Pattern>,
}

impl Window {
    fn new(empty: Pattern, found: &[Pattern]) -> Window {
        let known = found.iter().flat_map(|pattern| placements(pattern, &empty)).collect();
        Window { empty, known, fresh: Vec::new() }
    }

    fn enumerate(mut self, watch: Watch<'_>) -> Result<Vec<Pattern>, Unfinished> {
        let cells = self.empty.width * self.empty.order;
        let mut sets: Vec<u64> = (1..1 << cells).collect();
        sets.sort_by_key(|set| set.count_ones());
        let count = sets.len() as f64;
        for (index, attackers) in sets.into_iter().enumerate() {
            if index % 64 == 0 && !watch(index as f64 / count) {
                return Err(Unfinished::Stopped);
            }
            self.complete(attackers).ok_or(Unfinished::TooLarge)?;
        }
        Ok(self.fresh)
    }

    /// Finds the patterns with a set of attackers.
    fn complete(&mut self, attackers: u64) -> Option<()> {
        let all = (1u64 << (self.empty.width * self.empty.height())) - 1;
        let mut reasons: Vec<u64> = self
            .known
            .iter()
            .filter(|(needed, _)| needed & !attackers == 0)
            .map(|(_, free)| free & !attackers)
            .collect();
        let (mut open, mut seen) = (vec![0u64], HashSet::new());
        while let Some(without) = open.pop() {
            if !seen.insert(without) {
                continue;
            }
            let free = all & !attackers & !without;
            let reason = match reasons.iter().find(|reason| **reason & !free == 0) {
                Some(reason) => *reason,
                None if !self.wins(attackers, free)? => continue,
                None => {
                    let reason = self.shrunk(attackers, free)?;
                    reasons.push(reason);
                    self.known.push((attackers, reason));
                    self.fresh.push(Pattern { attackers, free: reason, ..self.empty });
                    reason
                }
            };
            open.extend(
                (0..64)
                    .map(|cell| 1 << cell)
                    .filter(|bit| reason & bit != 0)
                    .map(|bit| without | bit),
            );
        }
        Some(())
    }

    /// A minimal set of free cells within one that wins.
    fn shrunk(&self, attackers: u64, mut free: u64) -> Option<u64> {
        for cell in (0..64).map(|cell| 1u64 << cell) {
            if free & cell != 0 && self.wins(attackers, free & !cell)? {
                free &= !cell;
            }
        }
        Some(free)
    }

    fn wins(&self, attackers: u64, free: u64) -> Option<bool> {
        holds(&Pattern { attackers, free, ..self.empty })
    }
}

/// Where a pattern fits into a window that is no lower: its attackers, and its cells without defenders.
fn placements(pattern: &Pattern, window: &Pattern) -> Vec<(u64, u64)> {
    if pattern.width > window.width {
        return Vec::new();
    }
    let last = window.width - pattern.width;
    let fits = |shift: u32| {
        (!pattern.edges[0] || window.edges[0] && shift == 0)
            && (!pattern.edges[1] || window.edges[1] && shift == last)
    };
    let placed = |cells: u64, shift: u32| {
        (0..pattern.width * pattern.height()).filter(|cell| cells >> cell & 1 != 0).fold(
            0u64,
            |set, cell| {
                let row = cell / pattern.width + window.height() - pattern.height();
                set | 1 << (row * window.width + cell % pattern.width + shift)
            },
        )
    };
    (0..=last)
        .filter(|&shift| fits(shift))
        .map(|shift| (placed(pattern.attackers, shift), placed(pattern.free, shift)))
        .collect()
}
