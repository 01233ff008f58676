//! Any game that is small enough to be written down: its positions are explored from the start and numbered.
//!
//! Positions between which play can go to and fro are in the same layer; a layer is as high as the longest way down
//! through such groups. So games without cycles have layers without moves inside. Within a layer positions are numbered
//! in the order in which they are discovered, breadth first and move by move.

use std::collections::HashMap;

use crate::capability::{Acyclic, Cyclic, Keyed};
use crate::game::Player;
use crate::indexed::{Indexed, Located, Numbered, Step};
use crate::outcome::Outcome;

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
    fn turned(&self) -> Lists {
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
            for &to in self.of(from) {
                entries[next[to as usize] as usize] = from;
                next[to as usize] += 1;
            }
        }
        Lists { starts, entries }
    }
}

impl<G: Keyed + Acyclic> Explored<G> {
    /// A game without cycles, if it has at most that many positions; the error is a sentence.
    pub fn acyclic(game: G, limit: usize) -> Result<Explored<G>, String> {
        Explored::new(game, limit, |_, _| None)
    }
}

impl<G: Cyclic> Explored<G> {
    /// A game that can go on for ever, if it has at most that many positions; the error is a sentence.
    pub fn cyclic(game: G, limit: usize) -> Result<Explored<G>, String> {
        Explored::new(game, limit, |game, position| Some(game.infinite(position)))
    }
}

impl<G: Keyed> Explored<G> {
    fn new(
        game: G,
        limit: usize,
        infinite: impl Fn(&G, &G::Position) -> Option<Outcome>,
    ) -> Result<Explored<G>, String> {
        let outcomes = game.scale().len();
        if outcomes > 127 {
            return Err(format!(
                "a tablebase has room for 127 outcomes, and this game has {outcomes}"
            ));
        }
        let (positions, found, after) = explore(&game, limit)?;
        let before = after.turned();
        let heights = heights(&after);
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
        explored.arrange(&heights);
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
    fn arrange(&mut self, heights: &[u32]) {
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

/// All positions that can be reached, and where the moves of each lead.
#[allow(clippy::type_complexity)] // named by the one caller
fn explore<G: Keyed>(
    game: &G,
    limit: usize,
) -> Result<(Vec<G::Position>, HashMap<G::Key, u32>, Lists), String> {
    let start = game.start();
    let mut found = HashMap::from([(game.key(&start), 0)]);
    let (mut positions, mut moves) = (vec![start], Vec::new());
    let mut after = Lists { starts: vec![0], entries: Vec::new() };
    let mut next = 0;
    while next < positions.len() {
        let from = positions[next].clone();
        next += 1;
        moves.clear();
        if game.outcome(&from).is_none() {
            game.moves(&from, &mut moves);
        }
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
        if positions.len() > limit {
            return Err(format!(
                "the game has more than {limit} positions, too many to be written down one by one"
            ));
        }
    }
    Ok((positions, found, after))
}

/// How high the group of each position is: groups from which no move leads elsewhere are at 0, others one above the
/// highest they lead to. Groups are found as Tarjan did (1972), without recursion.
fn heights(after: &Lists) -> Vec<u32> {
    const NEVER: u32 = u32::MAX;
    let count = after.starts.len() - 1;
    let (mut order, mut low, mut heights) =
        (vec![NEVER; count], vec![0; count], vec![NEVER; count]);
    let (mut open, mut line, mut clock) = (Vec::new(), vec![(0u32, 0usize)], 0);
    while let Some((at, step)) = line.pop() {
        let here = at as usize;
        if step == 0 {
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
    heights
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
