//! Any game that is small enough to be written down: its positions are explored from the start and numbered.
//!
//! Positions between which play can go to and fro are in the same layer; a layer is as high as the longest way down
//! through such groups. So games without cycles have layers without moves inside. Within a layer positions are numbered
//! in the order in which they are discovered, breadth first and move by move.

use core::sync::atomic::{AtomicBool, Ordering};
use std::collections::HashMap;

use crate::capability::{Acyclic, Cyclic, Keyed};
use crate::game::Player;
use crate::indexed::{Indexed, Located, Numbered, Step};
use crate::outcome::Outcome;

/// Positions that are gone through between two looks at the stop flag.
const PATIENCE: usize = 1 << 12;

/// How much of a game may be written down, and what stops it.
#[derive(Clone, Copy, Debug)]
pub struct Room<'r> {
    /// The most positions.
    pub positions: usize,
    /// The most bytes they may take, what is needed on the way included.
    pub bytes: u64,
    /// Ends it when it is set.
    pub stop: &'r AtomicBool,
}

impl Room<'_> {
    /// Looks now and then whether to stop.
    fn look(&self, count: usize) -> Result<(), Unexplored> {
        let is_time = count.is_multiple_of(PATIENCE);
        if is_time && self.stop.load(Ordering::Relaxed) { Err(Unexplored::Stopped) } else { Ok(()) }
    }
}

/// Why a game was not written down.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unexplored {
    /// It has so many outcomes, more than there is room for.
    Outcomes(usize),
    /// It has more than so many positions.
    Positions(usize),
    /// So many positions have filled the memory that was allowed.
    Memory(usize),
    /// It was stopped.
    Stopped,
}

impl core::fmt::Display for Unexplored {
    fn fmt(&self, out: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Unexplored::Outcomes(outcomes) => write!(
                out,
                "a tablebase has room for {OUTCOMES} outcomes, and this game has {outcomes}"
            ),
            Unexplored::Positions(limit) => write!(
                out,
                "the game has more than {limit} positions, too many to be written down one by one"
            ),
            Unexplored::Memory(found) => write!(
                out,
                "the game has more positions than fit into memory, where {found} have been written down one by one"
            ),
            Unexplored::Stopped => out.write_str("writing down the positions was stopped"),
        }
    }
}

/// The most outcomes that values of one byte tell apart.
const OUTCOMES: usize = 127;

/// A game with all positions that can be reached in it.
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

    /// The lists of those that have a position in their lists.
    fn turned(&self, room: &Room<'_>) -> Result<Lists, Unexplored> {
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
            room.look(from as usize)?;
            for &to in self.of(from) {
                entries[next[to as usize] as usize] = from;
                next[to as usize] += 1;
            }
        }
        Ok(Lists { starts, entries })
    }
}

impl<G: Keyed + Acyclic> Explored<G> {
    /// A game without cycles, if there is room for it.
    pub fn acyclic(game: G, room: &Room<'_>) -> Result<Explored<G>, Unexplored> {
        Explored::new(game, room, |_, _| None)
    }
}

impl<G: Cyclic> Explored<G> {
    /// A game that can go on for ever, if there is room for it.
    pub fn cyclic(game: G, room: &Room<'_>) -> Result<Explored<G>, Unexplored> {
        Explored::new(game, room, |game, position| Some(game.infinite(position)))
    }
}

impl<G: Keyed> Explored<G> {
    fn new(
        game: G,
        room: &Room<'_>,
        infinite: impl Fn(&G, &G::Position) -> Option<Outcome>,
    ) -> Result<Explored<G>, Unexplored> {
        let outcomes = game.scale().len();
        if outcomes > OUTCOMES {
            return Err(Unexplored::Outcomes(outcomes));
        }
        let (positions, found, after) = explore(&game, room)?;
        let before = after.turned(room)?;
        let heights = heights(&after, room)?;
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
        explored.order_moves(&heights);
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
    fn order_moves(&mut self, heights: &[u32]) {
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

    /// Bytes that it holds.
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

    /// The position at a place.
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

/// Bytes of the table that finds positions: entries with a byte each, an eighth of them free.
fn table_bytes<G: Keyed>(found: &HashMap<G::Key, u32>) -> u64 {
    let places = found.capacity() as u64 * 8 / 7;
    places * (size_of::<(G::Key, u32)>() + 1) as u64
}

/// Bytes for each position beside itself and its place in the table, at most at a time: the starts of both lists, and what
/// [`heights`] keeps.
const EACH: u64 = 8 + 32;

/// Sees whether the positions that were found fit, and the table, too, should it grow now: then both the old one and the new
/// one, twice as large, are there.
fn fits<G: Keyed>(
    found: &HashMap<G::Key, u32>,
    entries: usize,
    more: usize,
    room: &Room<'_>,
) -> Result<(), Unexplored> {
    let count = found.len() as u64;
    let growth = if found.len() + more > found.capacity() { 3 } else { 1 };
    let bytes = count * (size_of::<G::Position>() as u64 + EACH)
        + growth * table_bytes::<G>(found)
        + 8 * entries as u64;
    // Entries are counted in 32 bits.
    let is_over = bytes > room.bytes || entries + more > u32::MAX as usize;
    if is_over { Err(Unexplored::Memory(found.len())) } else { Ok(()) }
}

/// All positions that can be reached, and where the moves of each lead.
#[allow(clippy::type_complexity)] // named by the one caller
fn explore<G: Keyed>(
    game: &G,
    room: &Room<'_>,
) -> Result<(Vec<G::Position>, HashMap<G::Key, u32>, Lists), Unexplored> {
    let start = game.start();
    let mut found = HashMap::from([(game.key(&start), 0)]);
    let (mut positions, mut moves) = (vec![start], Vec::new());
    let mut after = Lists { starts: vec![0], entries: Vec::new() };
    let mut next = 0;
    while next < positions.len() {
        room.look(next)?;
        let from = positions[next].clone();
        next += 1;
        moves.clear();
        if game.outcome(&from).is_none() {
            game.moves(&from, &mut moves);
        }
        fits::<G>(&found, after.entries.len(), moves.len(), room)?;
        for &mv in &moves {
            let mut to = from.clone();
            game.play(&mut to, mv);
            let number = *found.entry(game.key(&to)).or_insert(positions.len() as u32);
            if number as usize == positions.len() {
                positions.push(to);
            }
            after.entries.push(number);
        }
        after.starts.push(after.entries.len() as u32);
        if positions.len() > room.positions {
            return Err(Unexplored::Positions(room.positions));
        }
    }
    Ok((positions, found, after))
}

/// How high the group of each position is: groups from which no move leads elsewhere are at 0, others one above the
/// highest they lead to. Groups are found as Tarjan did (1972), without recursion.
fn heights(after: &Lists, room: &Room<'_>) -> Result<Vec<u32>, Unexplored> {
    const NEVER: u32 = u32::MAX;
    let count = after.starts.len() - 1;
    let (mut order, mut low, mut heights) =
        (vec![NEVER; count], vec![0; count], vec![NEVER; count]);
    let (mut open, mut line, mut clock) = (Vec::new(), vec![(0u32, 0usize)], 0);
    while let Some((at, step)) = line.pop() {
        let here = at as usize;
        if step == 0 {
            room.look(clock as usize)?;
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

impl<G: Keyed> Numbered for Explored<G> {
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

    fn steps(&self, layer: usize, place: u32, mut visit: impl FnMut(Step<u32>)) {
        let position = self.position(place);
        if let Some(outcome) = self.game.outcome(position) {
            return visit(Step::Over(self.value(position, outcome)));
        }
        for &to in self.after.of(place) {
            let turned = self.player(to) != self.player(place);
            let below = self.homes[to as usize].0 as usize;
            visit(if below == layer {
                Step::Within { place: to, turned }
            } else {
                Step::Below { layer: below, place: to, gain: 0, turned }
            });
        }
    }
}

impl<G: Keyed> Indexed for Explored<G> {
    fn before(&self, layer: usize, place: u32, mut visit: impl FnMut(u32, bool)) {
        for &from in self.before.of(place) {
            if self.homes[from as usize].0 as usize == layer {
                visit(from, self.player(from) != self.player(place));
            }
        }
    }
}

impl<G: Keyed> Located<G> for Explored<G> {
    fn find(&self, game: &G, position: &G::Position) -> Option<(usize, u32)> {
        let &place = self.found.get(&game.key(position))?;
        Some((self.homes[place as usize].0 as usize, place))
    }

    fn outcome(&self, game: &G, position: &G::Position, value: i8) -> Outcome {
        let value = if game.player(position) == Player::Max { value } else { -value };
        Outcome((value + (game.scale().len() / 2) as i8) as u8)
    }
}
