//! Any game that is small enough to be enumerated: its positions are found from the start, stored and numbered.
//!
//! Positions between which play can return (a strongly connected component of the game graph) share a layer. The layer of
//! a component is the length of the longest path through components below it, so a game without cycles has layers
//! without moves inside. Within a layer positions are numbered in the order in which a breadth-first search finds them.

use core::sync::atomic::{AtomicBool, Ordering};
use std::collections::HashMap;

use crate::capability::{Acyclic, Cyclic, Keyed};
use crate::game::Player;
use crate::indexed::{Indexed, Layered, PositionIndex, Successor};
use crate::outcome::Outcome;

/// Positions between two looks at the stop flag, and between two progress reports.
const INTERVAL: usize = 1 << 12;

/// The limits of an enumeration, and who hears about its progress.
#[derive(Clone, Copy)]
pub struct EnumerationLimits<'l> {
    /// The most positions.
    pub positions: usize,
    /// The most bytes that the enumeration may take, temporary memory included.
    pub bytes: u64,
    /// Ends the enumeration when it is set.
    pub stop: &'l AtomicBool,
    /// Is called with the progress every few thousand positions.
    pub report: &'l (dyn Fn(EnumerationProgress) + Sync),
}

/// How far an enumeration is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EnumerationProgress {
    /// Positions found so far.
    pub found: usize,
    /// How many of them had their moves generated. When all have, the layers are computed.
    pub expanded: usize,
    /// Bytes that the enumeration holds.
    pub bytes: u64,
}

impl EnumerationLimits<'_> {
    /// Returns an error from time to time if the flag is set.
    fn poll(&self, count: usize) -> Result<(), EnumerationError> {
        let is_time = count.is_multiple_of(INTERVAL);
        let stops = is_time && self.stop.load(Ordering::Relaxed);
        if stops { Err(EnumerationError::Stopped) } else { Ok(()) }
    }
}

/// Why a game was not enumerated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EnumerationError {
    /// The game has this many outcomes, more than a value of one byte can tell apart.
    Outcomes(usize),
    /// The game has more positions than this limit.
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

impl core::fmt::Display for EnumerationError {
    fn fmt(&self, out: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            EnumerationError::Outcomes(outcomes) => write!(
                out,
                "a tablebase has room for {OUTCOMES} outcomes, and this game has {outcomes}"
            ),
            EnumerationError::Positions(limit) => write!(
                out,
                "the game has more than {limit} positions, which is too many to enumerate"
            ),
            EnumerationError::Memory { found, expanded, .. } => write!(
                out,
                "the game has more positions than fit into memory: {found} were found, and the moves of {expanded} of them were generated"
            ),
            EnumerationError::Stopped => out.write_str("the enumeration was stopped"),
        }
    }
}

impl std::error::Error for EnumerationError {}

/// The most outcomes that values of one byte tell apart.
const OUTCOMES: usize = 127;

/// A game with all positions that can be reached from its start.
pub struct Explored<G: Keyed> {
    game: G,
    positions: Vec<G::Position>,
    found: HashMap<G::Key, u32>,
    after: Lists,
    before: Lists,
    /// What infinite play is worth to the player to move; empty if there is none.
    infinite: Vec<i8>,
    /// The layer of every position, and its number there.
    homes: Vec<(u32, u32)>,
    layers: Vec<Layer>,
    bound: i8,
}

#[derive(Default)]
struct Layer {
    positions: Vec<u32>,
    is_cyclic: bool,
}

/// A list of positions for every position.
struct Lists {
    starts: Vec<u32>,
    entries: Vec<u32>,
}

impl Lists {
    fn of(&self, position: u32) -> &[u32] {
        let at = position as usize;
        &self.entries[self.starts[at] as usize..self.starts[at + 1] as usize]
    }

    /// The lists of the predecessors, if these are lists of successors.
    fn reversed(&self, limits: &EnumerationLimits<'_>) -> Result<Lists, EnumerationError> {
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
            limits.poll(from as usize)?;
            for &to in self.of(from) {
                entries[next[to as usize] as usize] = from;
                next[to as usize] += 1;
            }
        }
        Ok(Lists { starts, entries })
    }
}

impl<G: Keyed + Acyclic> Explored<G> {
    /// Enumerates a game without cycles.
    pub fn acyclic(
        game: G,
        limits: &EnumerationLimits<'_>,
    ) -> Result<Explored<G>, EnumerationError> {
        Explored::new(game, limits, |_, _| None)
    }
}

impl<G: Cyclic> Explored<G> {
    /// Enumerates a game in which play can go on for ever.
    pub fn cyclic(
        game: G,
        limits: &EnumerationLimits<'_>,
    ) -> Result<Explored<G>, EnumerationError> {
        Explored::new(game, limits, |game, position| Some(game.infinite(position)))
    }
}

impl<G: Keyed> Explored<G> {
    fn new(
        game: G,
        limits: &EnumerationLimits<'_>,
        infinite: impl Fn(&G, &G::Position) -> Option<Outcome>,
    ) -> Result<Explored<G>, EnumerationError> {
        let outcomes = game.scale().len();
        if outcomes > OUTCOMES {
            return Err(EnumerationError::Outcomes(outcomes));
        }
        let Search { positions, found, after } = explore(&game, limits)?;
        let before = after.reversed(limits)?;
        let heights = heights(&after, limits)?;
        let mut explored = Explored {
            infinite: Vec::new(),
            homes: Vec::new(),
            layers: Vec::new(),
            bound: 0,
            game,
            positions,
            found,
            after,
            before,
        };
        explored.assign_layers(&heights);
        let mut distance = (outcomes / 2) as i8;
        for position in &explored.positions {
            if let Some(outcome) = infinite(&explored.game, position) {
                let apart = outcome.0.max(outcomes as u8 - 1 - outcome.0);
                distance = distance.max(apart as i8);
                explored.infinite.push(explored.value(position, outcome));
            }
        }
        explored.bound = distance;
        Ok(explored)
    }

    /// Puts the positions into layers by their heights.
    fn assign_layers(&mut self, heights: &[u32]) {
        self.layers
            .resize_with(heights.iter().max().map_or(0, |top| *top as usize + 1), Layer::default);
        for (position, &height) in (0u32..).zip(heights) {
            let layer = &mut self.layers[height as usize];
            self.homes.push((height, layer.positions.len() as u32));
            layer.positions.push(position);
            let stays = |&to: &u32| heights[to as usize] == height;
            layer.is_cyclic |= self.after.of(position).iter().any(stays);
        }
    }

    /// Bytes that the positions, their lists of moves and their index take.
    pub fn bytes(&self) -> u64 {
        let count = self.positions.len() as u64;
        let lists = 8 * (count + self.after.entries.len() as u64);
        let homes = count * (size_of::<(u32, u32)>() + size_of::<u32>() + size_of::<i8>()) as u64;
        count * size_of::<G::Position>() as u64 + table_bytes::<G>(&self.found) + lists + homes
    }

    /// The game.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The position with that number in the order of discovery.
    pub fn position(&self, place: u32) -> &G::Position {
        &self.positions[place as usize]
    }

    /// An outcome as a value for the player to move.
    pub fn value(&self, position: &G::Position, outcome: Outcome) -> i8 {
        let value = outcome.0 as i8 - (self.game.scale().len() / 2) as i8;
        if self.game.player(position) == Player::Max { value } else { -value }
    }

    fn player(&self, place: u32) -> Player {
        self.game.player(&self.positions[place as usize])
    }
}

/// Bytes of the hash table that finds positions: an entry has one more byte, and an eighth of the entries is free.
fn table_bytes<G: Keyed>(found: &HashMap<G::Key, u32>) -> u64 {
    let places = found.capacity() as u64 * 8 / 7;
    places * (size_of::<(G::Key, u32)>() + 1) as u64
}

/// Bytes for each position beside the position itself and its entry in the hash table, at most at a time: the starts of
/// both lists, and what [`heights`] keeps.
const EACH: u64 = 8 + 32;

/// Positions while they are found.
struct Search<G: Keyed> {
    positions: Vec<G::Position>,
    found: HashMap<G::Key, u32>,
    after: Lists,
}

impl<G: Keyed> Search<G> {
    /// Bytes that are held, the memory that the later steps need included.
    fn bytes(&self, growth: u64) -> u64 {
        self.positions.len() as u64 * (size_of::<G::Position>() as u64 + EACH)
            + growth * table_bytes::<G>(&self.found)
            + 8 * self.after.entries.len() as u64
    }

    /// Returns an error unless the positions fit into memory. If the hash table has to grow for the next moves, the old
    /// table and the new one, which is twice as large, exist at the same time.
    fn fits(&self, more: usize, limits: &EnumerationLimits<'_>) -> Result<(), EnumerationError> {
        let found = self.found.len();
        let growth = if found + more > self.found.capacity() { 3 } else { 1 };
        // Entries are counted in 32 bits.
        let is_over = self.bytes(growth) > limits.bytes
            || self.after.entries.len() + more > u32::MAX as usize;
        if !is_over {
            return Ok(());
        }
        let expanded = self.after.starts.len() - 1;
        let lists = 8 * self.after.entries.len() as u64;
        let scaled = |bytes: u64, count: usize| {
            bytes.div_ceil(count.max(1) as u64).saturating_mul(limits.positions as u64)
        };
        let needed = scaled(self.bytes(2) - lists, found).saturating_add(scaled(lists, expanded));
        Err(EnumerationError::Memory { found, expanded, needed: needed.max(self.bytes(growth)) })
    }
}

/// Finds all positions that can be reached, and the successors of each.
fn explore<G: Keyed>(
    game: &G,
    limits: &EnumerationLimits<'_>,
) -> Result<Search<G>, EnumerationError> {
    let start = game.start();
    let mut search = Search::<G> {
        found: HashMap::from([(game.key(&start), 0)]),
        positions: vec![start],
        after: Lists { starts: vec![0], entries: Vec::new() },
    };
    let (mut next, mut moves) = (0, Vec::new());
    while next < search.positions.len() {
        limits.poll(next)?;
        if next.is_multiple_of(INTERVAL) {
            let (found, bytes) = (search.positions.len(), search.bytes(1));
            (limits.report)(EnumerationProgress { found, expanded: next, bytes });
        }
        let from = search.positions[next].clone();
        next += 1;
        moves.clear();
        if game.outcome(&from).is_none() {
            game.moves(&from, &mut moves);
        }
        search.fits(moves.len(), limits)?;
        for &mv in &moves {
            let mut to = from.clone();
            game.play(&mut to, mv);
            let new = search.positions.len() as u32;
            let number = *search.found.entry(game.key(&to)).or_insert(new);
            if number == new {
                search.positions.push(to);
            }
            search.after.entries.push(number);
        }
        search.after.starts.push(search.after.entries.len() as u32);
        if search.positions.len() > limits.positions {
            return Err(EnumerationError::Positions(limits.positions));
        }
    }
    let (found, bytes) = (search.positions.len(), search.bytes(1));
    (limits.report)(EnumerationProgress { found, expanded: found, bytes });
    Ok(search)
}

/// The layer of the strongly connected component of each position: 0 if no move leads out of the component, otherwise one
/// more than the highest layer that a move out of it leads to. Components are found by the algorithm of Tarjan 1972,
/// without recursion.
fn heights(after: &Lists, limits: &EnumerationLimits<'_>) -> Result<Vec<u32>, EnumerationError> {
    const NEVER: u32 = u32::MAX;
    let count = after.starts.len() - 1;
    let (mut order, mut low, mut heights) =
        (vec![NEVER; count], vec![0; count], vec![NEVER; count]);
    let (mut open, mut line, mut clock) = (Vec::new(), vec![(0u32, 0usize)], 0);
    while let Some((at, step)) = line.pop() {
        let here = at as usize;
        if step == 0 {
            limits.poll(clock as usize)?;
            (order[here], low[here]) = (clock, clock);
            clock += 1;
            open.push(at);
        }
        let targets = after.of(at);
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
            let below = group.iter().flat_map(|&member| after.of(member));
            let below = below.map(|&to| heights[to as usize]).filter(|&height| height != NEVER);
            let height = below.max().map_or(0, |height| height + 1);
            group.into_iter().for_each(|member| heights[member as usize] = height);
        }
    }
    Ok(heights)
}

impl<G: Keyed> Layered for Explored<G> {
    type Place = u32;

    fn layers(&self) -> usize {
        self.layers.len()
    }

    fn size(&self, layer: usize) -> u64 {
        self.layers[layer].positions.len() as u64
    }

    fn bound(&self, _: usize) -> i8 {
        self.bound
    }

    fn is_acyclic(&self, layer: usize) -> bool {
        !self.layers[layer].is_cyclic
    }

    fn place(&self, layer: usize, index: u64) -> u32 {
        self.layers[layer].positions[index as usize]
    }

    fn index(&self, _: usize, place: u32) -> u64 {
        u64::from(self.homes[place as usize].1)
    }

    fn infinite(&self, _: usize, place: u32) -> i8 {
        self.infinite[place as usize]
    }

    fn successors(&self, layer: usize, place: u32, mut visit: impl FnMut(Successor<u32>)) {
        let position = self.position(place);
        if let Some(outcome) = self.game.outcome(position) {
            return visit(Successor::Over(self.value(position, outcome)));
        }
        for &to in self.after.of(place) {
            let opponent_moves = self.player(to) != self.player(place);
            let below = self.homes[to as usize].0 as usize;
            visit(if below == layer {
                Successor::Within { place: to, opponent_moves }
            } else {
                Successor::Below { layer: below, place: to, gain: 0, opponent_moves }
            });
        }
    }
}

impl<G: Keyed> Indexed for Explored<G> {
    fn predecessors(&self, layer: usize, place: u32, mut visit: impl FnMut(u32, bool)) {
        for &from in self.before.of(place) {
            if self.homes[from as usize].0 as usize == layer {
                visit(from, self.player(from) != self.player(place));
            }
        }
    }
}

impl<G: Keyed> PositionIndex<G> for Explored<G> {
    fn find(&self, game: &G, position: &G::Position) -> Option<(usize, u32)> {
        let &place = self.found.get(&game.key(position))?;
        Some((self.homes[place as usize].0 as usize, place))
    }

    fn outcome(&self, game: &G, position: &G::Position, value: i8) -> Outcome {
        let value = if game.player(position) == Player::Max { value } else { -value };
        Outcome((value + (game.scale().len() / 2) as i8) as u8)
    }
}
