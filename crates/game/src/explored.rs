//! Any game that is small enough to be written down: its positions are explored from the start and numbered.
//!
//! Positions between which play can go to and fro are in the same layer; a layer is as high as the longest way down
//! through such groups. So games without cycles have layers without moves inside. Within a layer positions are numbered
//! in the order in which they are discovered, breadth first and move by move.

use std::collections::HashMap;

use crate::capability::{Acyclic, Cyclic, Keyed};
use crate::game::Player;
use crate::indexed::{Indexed, Layered, PositionIndex, Successor};
use crate::outcome::Outcome;
use crate::reachable::{
    ExploreError, ExploreLimits, Lists, OUTCOMES_MAX, Reachable, heights, table_bytes,
};

/// A game with all positions that can be reached in it.
pub struct Explored<G: Keyed> {
    game: G,
    positions: Vec<G::Position>,
    numbers: HashMap<G::Key, u32>,
    successors: Lists,
    predecessors: Lists,
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

impl<G: Keyed + Acyclic> Explored<G> {
    /// All positions of a game without cycles.
    ///
    /// ```
    /// use foregone_game::text_game::text_game;
    /// use foregone_game::{ExploreLimits, Explored, Layered};
    ///
    /// let explored = Explored::acyclic(text_game("(01(21))"), &ExploreLimits::positions(100)).unwrap();
    /// let positions: u64 = (0..explored.layers()).map(|layer| explored.size(layer)).sum();
    /// assert_eq!(positions, 6);
    /// ```
    pub fn acyclic(game: G, limits: &ExploreLimits<'_>) -> Result<Explored<G>, ExploreError> {
        Explored::new(game, limits, |_, _| None)
    }
}

impl<G: Cyclic> Explored<G> {
    /// All positions of a game that can go on for ever.
    pub fn cyclic(game: G, limits: &ExploreLimits<'_>) -> Result<Explored<G>, ExploreError> {
        Explored::new(game, limits, |game, position| Some(game.infinite(position)))
    }
}

impl<G: Keyed> Explored<G> {
    fn new(
        game: G,
        limits: &ExploreLimits<'_>,
        infinite: impl Fn(&G, &G::Position) -> Option<Outcome>,
    ) -> Result<Explored<G>, ExploreError> {
        let outcomes = game.scale().len();
        if outcomes > OUTCOMES_MAX {
            return Err(ExploreError::Outcomes(outcomes));
        }
        let Reachable { positions, numbers, successors } =
            Reachable::new(&game, |position| game.key(position), limits)?;
        let predecessors = successors.reversed(limits)?;
        let heights = heights(&successors, limits)?;
        let mut explored = Explored {
            infinite: Vec::new(),
            homes: Vec::new(),
            layers: Vec::new(),
            bound: 0,
            game,
            positions,
            numbers,
            successors,
            predecessors,
        };
        explored.build_layers(&heights);
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
    fn build_layers(&mut self, heights: &[u32]) {
        self.layers
            .resize_with(heights.iter().max().map_or(0, |top| *top as usize + 1), Layer::default);
        for (position, &height) in (0u32..).zip(heights) {
            let layer = &mut self.layers[height as usize];
            self.homes.push((height, layer.positions.len() as u32));
            layer.positions.push(position);
            let stays = |&to: &u32| heights[to as usize] == height;
            layer.is_cyclic |= self.successors.of(position).iter().any(stays);
        }
    }

    /// Bytes that it holds.
    pub fn bytes(&self) -> u64 {
        let count = self.positions.len() as u64;
        let lists = 8 * (count + self.successors.entries.len() as u64);
        let homes = count * (size_of::<(u32, u32)>() + size_of::<u32>() + size_of::<i8>()) as u64;
        count * size_of::<G::Position>() as u64 + table_bytes(&self.numbers) + lists + homes
    }

    /// The game.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The position with that number.
    pub fn position(&self, number: u32) -> &G::Position {
        &self.positions[number as usize]
    }

    /// An outcome as a value for the player to move.
    pub fn value(&self, position: &G::Position, outcome: Outcome) -> i8 {
        let value = outcome.0 as i8 - (self.game.scale().len() / 2) as i8;
        if self.game.player(position) == Player::Max { value } else { -value }
    }

    fn player(&self, number: u32) -> Player {
        self.game.player(&self.positions[number as usize])
    }
}

impl<G: Keyed> Layered for Explored<G> {
    type Decoded = u32;

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

    fn decode(&self, layer: usize, index: u64) -> u32 {
        self.layers[layer].positions[index as usize]
    }

    fn index(&self, _: usize, number: u32) -> u64 {
        u64::from(self.homes[number as usize].1)
    }

    fn infinite(&self, _: usize, number: u32) -> i8 {
        self.infinite[number as usize]
    }

    fn successors(&self, layer: usize, number: u32, mut visit: impl FnMut(Successor<u32>)) {
        let position = self.position(number);
        if let Some(outcome) = self.game.outcome(position) {
            return visit(Successor::Over(self.value(position, outcome)));
        }
        for &to in self.successors.of(number) {
            let opponent_moves = self.player(to) != self.player(number);
            let below = self.homes[to as usize].0 as usize;
            visit(if below == layer {
                Successor::Within { decoded: to, opponent_moves }
            } else {
                Successor::Below { layer: below, decoded: to, gain: 0, opponent_moves }
            });
        }
    }
}

impl<G: Keyed> Indexed for Explored<G> {
    fn predecessors(&self, layer: usize, number: u32, mut visit: impl FnMut(u32, bool)) {
        for &from in self.predecessors.of(number) {
            if self.homes[from as usize].0 as usize == layer {
                visit(from, self.player(from) != self.player(number));
            }
        }
    }
}

impl<G: Keyed> PositionIndex<G> for Explored<G> {
    fn find(&self, game: &G, position: &G::Position) -> Option<(usize, u32)> {
        let &number = self.numbers.get(&game.key(position))?;
        Some((self.homes[number as usize].0 as usize, number))
    }

    fn outcome(&self, game: &G, position: &G::Position, value: i8) -> Outcome {
        let value = if game.player(position) == Player::Max { value } else { -value };
        Outcome((value + (game.scale().len() / 2) as i8) as u8)
    }
}
