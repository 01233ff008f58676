//! All positions of a game that can be reached from its start, with the moves between them.
//!
//! The positions are told apart by whatever key the caller has: the exact key of a game, or its notation.

use core::fmt;
use core::hash::Hash;
use core::sync::atomic::{AtomicBool, Ordering};
use std::collections::HashMap;

use crate::game::Game;

/// Positions between two looks at the stop flag, and between two progress reports.
const STOP_CHECK_INTERVAL: usize = 1 << 12;

/// How much of a game may be explored, what stops it, and who hears about its progress.
#[derive(Clone, Copy)]
pub struct ExploreLimits<'r> {
    /// The most positions.
    pub positions: usize,
    /// The most bytes that the positions and the tables to find them may take.
    pub bytes: u64,
    /// Exploring ends when it is set.
    pub stop: &'r AtomicBool,
    /// Is called with the progress every few thousand positions.
    pub report: &'r (dyn Fn(ExploreProgress) + Sync),
}

/// How far an exploration is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ExploreProgress {
    /// Positions found so far.
    pub found: usize,
    /// How many of them had their moves generated. When all have, the layers are computed.
    pub expanded: usize,
    /// Bytes that the exploration holds, those that its last steps need included.
    pub bytes: u64,
}

/// A flag that is never set.
static NEVER: AtomicBool = AtomicBool::new(false);

impl ExploreLimits<'static> {
    /// At most that many positions, whatever their size.
    pub fn positions(positions: usize) -> ExploreLimits<'static> {
        ExploreLimits { positions, bytes: u64::MAX, stop: &NEVER, report: &|_| () }
    }
}

impl ExploreLimits<'_> {
    /// Looks at the stop flag once in a while.
    fn check(&self, count: usize) -> Result<(), ExploreError> {
        let is_time = count.is_multiple_of(STOP_CHECK_INTERVAL);
        match is_time && self.stop.load(Ordering::Relaxed) {
            true => Err(ExploreError::Stopped),
            false => Ok(()),
        }
    }
}

/// Why a game was not explored to the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExploreError {
    /// The game has that many outcomes, more than a byte can tell apart.
    Outcomes(usize),
    /// The game has more than that many positions.
    Positions(usize),
    /// The positions do not fit into the memory that may be used.
    Memory {
        /// Positions found before the memory was full.
        found: usize,
        /// How many of them had their moves generated.
        expanded: usize,
        /// About as many bytes would be needed for as many positions as the limit allows.
        needed: u64,
    },
    /// The stop flag was set.
    Stopped,
}

impl fmt::Display for ExploreError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ExploreError::Outcomes(outcomes) => write!(
                out,
                "a tablebase has room for {OUTCOMES_MAX} outcomes, and this game has {outcomes}"
            ),
            ExploreError::Positions(limit) => write!(
                out,
                "the game has more than {limit} positions, which is too many to enumerate"
            ),
            ExploreError::Memory { found, expanded, .. } => write!(
                out,
                "the game has more positions than fit into memory: {found} were found, and the moves of {expanded} of them were generated"
            ),
            ExploreError::Stopped => out.write_str("the enumeration was stopped"),
        }
    }
}

impl std::error::Error for ExploreError {}

/// The most outcomes that values of one byte tell apart.
pub(crate) const OUTCOMES_MAX: usize = 127;

/// The positions in the order in which they were found, breadth first and move by move.
pub(crate) struct Reachable<P, K> {
    pub(crate) positions: Vec<P>,
    /// The number of each position by its key.
    pub(crate) numbers: HashMap<K, u32>,
    /// Where the moves of each position lead, in the canonical order.
    pub(crate) successors: Lists,
}

/// A list of positions for every position.
pub(crate) struct Lists {
    pub(crate) starts: Vec<u32>,
    pub(crate) entries: Vec<u32>,
}

impl Lists {
    /// The list of one position.
    pub(crate) fn of(&self, position: u32) -> &[u32] {
        let at = position as usize;
        &self.entries[self.starts[at] as usize..self.starts[at + 1] as usize]
    }

    /// For every position the positions that have it in their lists.
    pub(crate) fn reversed(&self, limits: &ExploreLimits<'_>) -> Result<Lists, ExploreError> {
        let count = self.starts.len() - 1;
        let mut starts = vec![0; count + 1];
        for &to in &self.entries {
            starts[to as usize + 1] += 1;
        }
        for at in 0..count {
            starts[at + 1] += starts[at];
        }
        let (mut next, mut entries) = (starts.clone(), vec![0; self.entries.len()]);
        for from in 0..count as u32 {
            limits.check(from as usize)?;
            for &to in self.of(from) {
                entries[next[to as usize] as usize] = from;
                next[to as usize] += 1;
            }
        }
        Ok(Lists { starts, entries })
    }
}

impl<P: Clone, K: Eq + Hash> Reachable<P, K> {
    /// Explores a game from its start, breadth first.
    pub(crate) fn new<G: Game<Position = P>>(
        game: &G,
        key: impl Fn(&P) -> K,
        limits: &ExploreLimits<'_>,
    ) -> Result<Reachable<P, K>, ExploreError> {
        let start = game.start();
        let mut reached = Reachable {
            numbers: HashMap::from([(key(&start), 0)]),
            positions: vec![start],
            successors: Lists { starts: vec![0], entries: Vec::new() },
        };
        let (mut next, mut moves) = (0, Vec::new());
        while next < reached.positions.len() {
            limits.check(next)?;
            if next.is_multiple_of(STOP_CHECK_INTERVAL) {
                (limits.report)(reached.progress());
            }
            let from: P = reached.positions[next].clone();
            next += 1;
            moves.clear();
            if game.outcome(&from).is_none() {
                game.moves(&from, &mut moves);
            }
            reached.fits(moves.len(), limits)?;
            for &mv in &moves {
                let mut to = from.clone();
                game.play(&mut to, mv);
                let new = reached.positions.len() as u32;
                let number = *reached.numbers.entry(key(&to)).or_insert(new);
                if number == new {
                    reached.positions.push(to);
                }
                reached.successors.entries.push(number);
            }
            reached.successors.starts.push(reached.successors.entries.len() as u32);
            if reached.positions.len() > limits.positions {
                return Err(ExploreError::Positions(limits.positions));
            }
        }
        (limits.report)(reached.progress());
        Ok(reached)
    }

    fn progress(&self) -> ExploreProgress {
        let (found, expanded) = (self.positions.len(), self.successors.starts.len() - 1);
        ExploreProgress { found, expanded, bytes: self.bytes(1) }
    }

    /// Bytes that are held if the hash table takes `growth` times its size, the memory that later steps need included.
    fn bytes(&self, growth: u64) -> u64 {
        self.positions.len() as u64 * (size_of::<P>() as u64 + BYTES_EACH)
            + growth * table_bytes(&self.numbers)
            + 8 * self.successors.entries.len() as u64
    }

    /// Whether the positions found so far fit, and the hash table, too, should it grow now: then both the old one and the new
    /// one, twice as large, are in memory.
    fn fits(&self, more: usize, limits: &ExploreLimits<'_>) -> Result<(), ExploreError> {
        let ExploreProgress { found, expanded, .. } = self.progress();
        let growth = if found + more > self.numbers.capacity() { 3 } else { 1 };
        let entries = self.successors.entries.len();
        // Entries are counted in 32 bits.
        if self.bytes(growth) <= limits.bytes && entries + more <= u32::MAX as usize {
            return Ok(());
        }
        let lists = 8 * entries as u64;
        let scaled = |bytes: u64, count: usize| {
            bytes.div_ceil(count.max(1) as u64).saturating_mul(limits.positions as u64)
        };
        let needed = scaled(self.bytes(2) - lists, found).saturating_add(scaled(lists, expanded));
        Err(ExploreError::Memory { found, expanded, needed: needed.max(self.bytes(growth)) })
    }
}

/// Bytes of the hash table that finds positions: slots with a byte each, an eighth of them free.
pub(crate) fn table_bytes<K>(numbers: &HashMap<K, u32>) -> u64 {
    let slots = numbers.capacity() as u64 * 8 / 7;
    slots * (size_of::<(K, u32)>() + 1) as u64
}

/// Bytes for each position beside itself and its slot in the hash table: the starts of both lists, and what [`heights`]
/// keeps while it runs.
const BYTES_EACH: u64 = 8 + 32;

/// How high the strongly connected component of each position is: components from which no move leads elsewhere are at 0,
/// others one above the highest they lead to. Found by Tarjan's algorithm (1972), without recursion.
pub(crate) fn heights(
    successors: &Lists,
    limits: &ExploreLimits<'_>,
) -> Result<Vec<u32>, ExploreError> {
    const NEVER: u32 = u32::MAX;
    let count = successors.starts.len() - 1;
    let (mut order, mut low, mut heights) =
        (vec![NEVER; count], vec![0; count], vec![NEVER; count]);
    let (mut open, mut line, mut clock) = (Vec::new(), vec![(0u32, 0usize)], 0);
    while let Some((at, step)) = line.pop() {
        let here = at as usize;
        if step == 0 {
            limits.check(clock as usize)?;
            (order[here], low[here]) = (clock, clock);
            clock += 1;
            open.push(at);
        }
        let targets = successors.of(at);
        let new = (step..targets.len()).find(|&step| order[targets[step] as usize] == NEVER);
        if let Some(step) = new {
            line.push((at, step + 1));
            line.push((targets[step], 0));
            continue;
        }
        for &to in targets.iter().filter(|&&to| heights[to as usize] == NEVER) {
            low[here] = low[here].min(low[to as usize]);
        }
        if low[here] == order[here] {
            let first = open.iter().rposition(|&other| other == at).unwrap_or(0);
            let group = open.split_off(first);
            let below = group.iter().flat_map(|&member| successors.of(member));
            let below = below.map(|&to| heights[to as usize]).filter(|&height| height != NEVER);
            let height = below.max().map_or(0, |height| height + 1);
            group.into_iter().for_each(|member| heights[member as usize] = height);
        }
    }
    Ok(heights)
}
