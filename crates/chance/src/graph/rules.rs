//! A graph as a game: rules, notation and pictures.

use foregone_game::{NotationError, Outcome, Scale};

use super::{AcyclicChanceGraph, ChanceGraph, CyclicChanceGraph, Edge};
use crate::game::{AcyclicChance, ChanceGame, CyclicChance, Denominator, Turn};
use crate::notation::ChanceNotation;

impl<const KIND: u8> ChanceGame for ChanceGraph<KIND> {
    type Position = u32;
    /// Place of the move in the list of its position.
    type Move = u16;

    fn scale(&self) -> &Scale {
        &self.scale
    }

    fn start(&self) -> u32 {
        self.start
    }

    #[inline]
    fn turn(&self, &position: &u32) -> Turn {
        self.nodes[position as usize].turn
    }

    #[inline]
    fn moves(&self, &position: &u32, moves: &mut Vec<u16>) {
        moves.extend(0..self.nodes[position as usize].count);
    }

    #[inline]
    fn weight(&self, &position: &u32, mv: u16) -> u64 {
        self.edges_of(position)[usize::from(mv)].weight
    }

    #[inline]
    fn play(&self, position: &mut u32, mv: u16) {
        *position = self.edges_of(*position)[usize::from(mv)].to;
    }

    fn denominator(&self, &position: &u32) -> Option<Denominator> {
        self.denominators.get(position as usize).copied().flatten()
    }
}

impl AcyclicChance for AcyclicChanceGraph {}

impl CyclicChance for CyclicChanceGraph {
    fn endless(&self, _: &u32) -> Outcome {
        self.endless
    }
}

impl<const KIND: u8> ChanceNotation for ChanceGraph<KIND> {
    fn write_move(&self, &position: &u32, mv: u16) -> String {
        self.edges_of(position)[usize::from(mv)].name.clone()
    }

    fn write_position(&self, &position: &u32) -> String {
        self.name(position).to_owned()
    }

    fn read_position(&self, text: &str) -> Result<u32, NotationError> {
        self.find(text)
            .ok_or_else(|| NotationError(format!("the graph has no position named \"{text}\"")))
    }

    fn text(&self, &position: &u32) -> String {
        let name = self.name(position);
        let turn = self.turn(&position);
        let player = match turn {
            Turn::Over(outcome) => return format!("{name} = {}\n", self.scale.name(outcome)),
            Turn::Max => "first player moves",
            Turn::Min => "second player moves",
            Turn::Chance => "chance moves",
        };
        let named = |edge: &Edge| {
            let target = self.name(edge.to);
            let target = match target == edge.name {
                true => target.to_owned(),
                false => format!("{} ({target})", edge.name),
            };
            match turn {
                Turn::Chance => format!("{} x {target}", edge.weight),
                _ => target,
            }
        };
        let targets: Vec<String> = self.edges_of(position).iter().map(named).collect();
        format!("{name} ({player}) -> {}\n", targets.join(", "))
    }
}
