//! All positions that can be reached from one, as an explicit graph.

use core::hash::BuildHasher;

use foldhash::fast::FixedState;
use hashbrown::HashTable;

use crate::cyclic::components::{Components, Kind, kind};
use crate::game::{ChanceGame, Turn};
use crate::limits::{Limits, Meter, Stop, Tally};

/// The positions of a finite game and the moves between them. Positions are numbered in the order in which they were met.
pub struct Explored<G: ChanceGame> {
    positions: Vec<G::Position>,
    turns: Vec<Turn>,
    /// Where the moves of each position begin; one more than positions.
    first: Vec<u32>,
    to: Vec<u32>,
    weights: Vec<u64>,
    index: HashTable<u32>,
    hasher: FixedState,
    tally: Tally,
}

impl<G: ChanceGame> Explored<G> {
    /// All positions that can be reached from a position, unless there are more than the limits allow.
    pub fn new(game: &G, start: &G::Position, limits: Limits<'_>) -> Result<Explored<G>, Stop> {
        Explored::counted(game, start, limits).map_err(|(stop, _)| stop)
    }

    /// The same; if there are more, it says also how many were entered until then.
    pub fn counted(
        game: &G,
        start: &G::Position,
        limits: Limits<'_>,
    ) -> Result<Explored<G>, (Stop, Tally)> {
        let mut explored = Explored {
            positions: Vec::new(),
            turns: Vec::new(),
            first: vec![0],
            to: Vec::new(),
            weights: Vec::new(),
            index: HashTable::new(),
            hasher: FixedState::with_seed(0x1319_8a2e_0370_7344),
            tally: Tally::default(),
        };
        let mut meter = Meter::new(limits, 0);
        explored.number(start.clone());
        let (mut node, mut moves) = (0, Vec::new());
        while node < explored.positions.len() {
            meter.enter(0).map_err(|stop| (stop, meter.tally))?;
            if explored.bytes() > limits.bytes || explored.to.len() > u32::MAX as usize {
                return Err((Stop::Memory, meter.tally));
            }
            explored.expand(game, node, &mut moves, &mut meter.tally);
            node += 1;
        }
        explored.tally = meter.tally;
        Ok(explored)
    }

    /// Adds the moves of a position.
    fn expand(&mut self, game: &G, node: usize, moves: &mut Vec<G::Move>, tally: &mut Tally) {
        let position = self.positions[node].clone();
        let turn = game.turn(&position);
        moves.clear();
        match turn {
            Turn::Over(_) => tally.leaves += 1,
            _ => game.moves(&position, moves),
        }
        for &mv in moves.iter() {
            let child = self.number(game.after(&position, mv));
            self.to.push(child);
            self.weights.push(if turn == Turn::Chance { game.weight(&position, mv) } else { 1 });
        }
        self.turns.push(turn);
        self.first.push(self.to.len() as u32);
    }

    /// The number of a position, which it gets if it has none.
    fn number(&mut self, position: G::Position) -> u32 {
        let hash = self.hasher.hash_one(&position);
        if let Some(&known) = self.index.find(hash, |&at| self.positions[at as usize] == position) {
            return known;
        }
        let number = self.positions.len() as u32;
        self.positions.push(position);
        let (positions, hasher) = (&self.positions, &self.hasher);
        self.index.insert_unique(hash, number, |&at| hasher.hash_one(&positions[at as usize]));
        number
    }

    /// Roughly the memory that is used.
    fn bytes(&self) -> usize {
        self.positions.len() * (size_of::<G::Position>() + 16) + self.to.len() * 12
    }

    /// How many positions there are.
    #[allow(clippy::len_without_is_empty)] // never empty
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// The number of a position, if it can be reached.
    pub fn find(&self, position: &G::Position) -> Option<usize> {
        let hash = self.hasher.hash_one(position);
        let found = self.index.find(hash, |&at| self.positions[at as usize] == *position);
        found.map(|&number| number as usize)
    }

    /// The position of a number.
    pub fn position(&self, node: usize) -> &G::Position {
        &self.positions[node]
    }

    /// Whose turn it is.
    #[inline]
    pub fn turn(&self, node: usize) -> Turn {
        self.turns[node]
    }

    /// Where the moves of a position lead, in canonical order.
    #[inline]
    pub fn successors(&self, node: usize) -> &[u32] {
        &self.to[self.first[node] as usize..self.first[node + 1] as usize]
    }

    /// The weights of the moves; 1 where a player moves.
    #[inline]
    pub fn weights(&self, node: usize) -> &[u64] {
        &self.weights[self.first[node] as usize..self.first[node + 1] as usize]
    }

    /// How many positions lie on cycles with a turn of chance. Where there are none, exact values take no fractions.
    /// The limits are those of what is left to do.
    pub fn returning_through_chance(&self, limits: Limits<'_>) -> Result<usize, Stop> {
        let components = Components::new(self, &Meter::new(limits, 0))?;
        let stochastic = components.iter().filter(|nodes| kind(self, nodes) == Kind::Stochastic);
        Ok(stochastic.map(<[u32]>::len).sum())
    }

    /// How many positions were entered, and how many of them are finished.
    pub fn tally(&self) -> Tally {
        self.tally
    }
}
