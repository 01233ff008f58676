//! A graph as a game: rules, notation and pictures.

use foregone_game::drawing::{self, DrawnGraph, NodeShape};
use foregone_game::{Drawing, NotationError, Outcome, Place, Scale};

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

    fn drawing(&self, &position: &u32) -> Drawing {
        drawing::graph_drawing(self, position)
    }

    fn places(&self, &position: &u32, mv: u16, drawing: &Drawing) -> Vec<Place> {
        let to = self.edges_of(position)[usize::from(mv)].to;
        drawing::graph_places(self, (position, to), drawing)
    }

    fn dot(&self) -> Option<String> {
        Some(drawing::dot(self))
    }
}

impl<const KIND: u8> DrawnGraph for ChanceGraph<KIND> {
    fn count(&self) -> usize {
        self.nodes.len()
    }

    fn first(&self) -> u32 {
        self.start
    }

    fn label(&self, node: u32) -> &str {
        self.name(node)
    }

    fn shape(&self, node: u32) -> NodeShape<'_> {
        match self.turn(&node) {
            Turn::Over(outcome) => NodeShape::Over(self.scale.name(outcome)),
            Turn::Max => NodeShape::Max,
            Turn::Min => NodeShape::Min,
            Turn::Chance => NodeShape::Chance,
        }
    }

    fn targets(&self, node: u32) -> impl Iterator<Item = u32> {
        self.edges_of(node).iter().map(|edge| edge.to)
    }

    /// Outcomes of chance have their weight.
    fn arrow(&self, node: u32, place: usize) -> Option<String> {
        let edge = &self.edges_of(node)[place];
        let name = (edge.name != self.name(edge.to)).then_some(edge.name.as_str());
        match (self.turn(&node), name) {
            (Turn::Chance, Some(name)) => Some(format!("{} x {name}", edge.weight)),
            (Turn::Chance, None) => Some(edge.weight.to_string()),
            (_, name) => name.map(str::to_owned),
        }
    }
}
