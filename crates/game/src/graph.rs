//! The game that is written down node by node: papers' figures, teaching, tests.

use crate::capability::{Acyclic, Cyclic, Keyed, Picture, TableKeyed};
use crate::game::{Game, Player};
use crate::graph_layout::{DrawnGraph, NodeShape};
use crate::invalid::InvalidGame;
use crate::notation::{Notation, NotationError};
use crate::outcome::{Outcome, Scale};
use crate::record;
use crate::scene::{Drawing, Place};

/// What is not known of a [`Graph`]: whether play can return.
pub const UNDECIDED: u8 = 0;
/// The kind of [`AcyclicGraph`].
const ACYCLIC: u8 = 1;
/// The kind of [`CyclicGraph`].
const CYCLIC: u8 = 2;

/// An explicit game: a tree, an acyclic graph or a graph with cycles. Only [`Graph::acyclic`] makes an
/// [`AcyclicGraph`], after looking, and only [`Graph::cyclic`] a [`CyclicGraph`], when told what infinite play is worth.
#[derive(Clone, Debug)]
pub struct Graph<const KIND: u8 = UNDECIDED> {
    scale: Scale,
    /// What infinite play is worth; of no interest unless the graph is a [`CyclicGraph`].
    infinite: Outcome,
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    start: u32,
}

#[derive(Clone, Debug)]
struct Node {
    name: String,
    kind: NodeKind,
}

#[derive(Clone, Debug)]
enum NodeKind {
    Over(Outcome),
    Turn { player: Player, first: u32, count: u16 },
}

#[derive(Clone, Debug)]
struct Edge {
    name: String,
    to: u32,
}

/// Collects the nodes and moves of a [`Graph`].
///
/// ```
/// use foregone_game::graph::GraphBuilder;
/// use foregone_game::{Game, Notation, Outcome, Player, Scale};
///
/// let mut builder = GraphBuilder::new(Scale::loss_win().clone());
/// let start = builder.turn("start", Player::Max);
/// let (lost, won) = (builder.over("lost", Outcome(0)), builder.over("won", Outcome(1)));
/// builder.edge(start, lost);
/// builder.edge(start, won);
/// let graph = builder.build(start)?.acyclic().expect("no move leads back");
/// let mv = graph.read_move(&graph.start(), "won")?;
/// let mut position = graph.start();
/// graph.play(&mut position, mv);
/// assert_eq!(graph.outcome(&position), Some(Outcome(1)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct GraphBuilder {
    scale: Scale,
    nodes: Vec<(String, Result<Outcome, Player>)>,
    edges: Vec<Vec<Edge>>,
}

impl GraphBuilder {
    /// An empty graph with that scale.
    pub fn new(scale: Scale) -> GraphBuilder {
        GraphBuilder { scale, nodes: Vec::new(), edges: Vec::new() }
    }

    /// Adds a finished position.
    pub fn over(&mut self, name: &str, outcome: Outcome) -> u32 {
        self.add(name, Ok(outcome))
    }

    /// Adds a position in which that player moves.
    pub fn turn(&mut self, name: &str, player: Player) -> u32 {
        self.add(name, Err(player))
    }

    fn add(&mut self, name: &str, kind: Result<Outcome, Player>) -> u32 {
        self.nodes.push((name.to_owned(), kind));
        self.edges.push(Vec::new());
        (self.nodes.len() - 1) as u32
    }

    /// Adds a move, named after the position it leads to.
    pub fn edge(&mut self, from: u32, to: u32) {
        let name = self.nodes[to as usize].0.clone();
        self.named_edge(from, to, name);
    }

    /// Adds a move with a name of its own.
    pub fn named_edge(&mut self, from: u32, to: u32, name: String) {
        self.edges[from as usize].push(Edge { name, to });
    }

    /// Whether a move leads from the one to the other already.
    pub fn has_edge(&self, from: u32, to: u32) -> bool {
        self.edges[from as usize].iter().any(|edge| edge.to == to)
    }

    /// The finished graph, or a sentence about what is wrong with it.
    pub fn build(self, start: u32) -> Result<Graph, InvalidGame> {
        let mut nodes = Vec::with_capacity(self.nodes.len());
        let mut edges = Vec::new();
        for ((name, kind), moves) in self.nodes.into_iter().zip(self.edges) {
            let kind = match kind {
                Ok(_) if !moves.is_empty() => {
                    return Err(InvalidGame(format!("the finished position \"{name}\" has moves")));
                }
                Ok(outcome) => NodeKind::Over(outcome),
                Err(_) if moves.is_empty() => {
                    return Err(InvalidGame(format!(
                        "the position \"{name}\" has neither moves nor a value"
                    )));
                }
                Err(player) => {
                    let count = u16::try_from(moves.len()).map_err(|_| {
                        let most = u16::MAX;
                        InvalidGame(format!("the position \"{name}\" has more than {most} moves"))
                    })?;
                    NodeKind::Turn { player, first: edges.len() as u32, count }
                }
            };
            edges.extend(moves);
            nodes.push(Node { name, kind });
        }
        Ok(Graph { scale: self.scale, infinite: Outcome(0), nodes, edges, start })
    }
}

impl Graph {
    /// The graph with the promise that no play returns, or the positions along a cycle.
    pub fn acyclic(self) -> Result<AcyclicGraph, Cycle> {
        match self.find_cycle() {
            None => Ok(self.decided(Outcome(0))),
            Some(names) => Err(Cycle { names, graph: self }),
        }
    }

    /// The graph with the rule that a play that never ends is worth `infinite`.
    pub fn cyclic(self, infinite: Outcome) -> CyclicGraph {
        self.decided(infinite)
    }

    fn decided<const KIND: u8>(self, infinite: Outcome) -> Graph<KIND> {
        Graph {
            scale: self.scale,
            infinite,
            nodes: self.nodes,
            edges: self.edges,
            start: self.start,
        }
    }
}

impl<const KIND: u8> Graph<KIND> {
    /// How many positions there are.
    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// How many moves there are.
    pub fn edge_count(&self) -> usize {
        self.edges.len()
    }

    /// The name of a position.
    pub fn name(&self, node: u32) -> &str {
        &self.nodes[node as usize].name
    }

    /// The position of that name.
    pub fn find(&self, name: &str) -> Option<u32> {
        self.nodes.iter().position(|node| node.name == name).map(|index| index as u32)
    }

    /// The positions that moves lead to, in order.
    pub fn successors(&self, node: u32) -> impl Iterator<Item = u32> + '_ {
        self.edges_of(node).iter().map(|edge| edge.to)
    }

    fn edges_of(&self, node: u32) -> &[Edge] {
        match self.nodes[node as usize].kind {
            NodeKind::Over(_) => &[],
            NodeKind::Turn { first, count, .. } => {
                &self.edges[first as usize..][..usize::from(count)]
            }
        }
    }

    /// The names along some cycle that can be reached from any node, if there is one.
    pub fn find_cycle(&self) -> Option<Vec<String>> {
        const NEW: u8 = 0;
        const OPEN: u8 = 1;
        const DONE: u8 = 2;
        let mut state = vec![NEW; self.nodes.len()];
        for root in 0..self.nodes.len() as u32 {
            if state[root as usize] != NEW {
                continue;
            }
            let mut line: Vec<(u32, usize)> = vec![(root, 0)];
            state[root as usize] = OPEN;
            while let Some((node, next)) = line.last_mut() {
                let Some(edge) = self.edges_of(*node).get(*next) else {
                    state[*node as usize] = DONE;
                    line.pop();
                    continue;
                };
                *next += 1;
                match state[edge.to as usize] {
                    NEW => {
                        state[edge.to as usize] = OPEN;
                        line.push((edge.to, 0));
                    }
                    OPEN => {
                        let from = line
                            .iter()
                            .position(|&(node, _)| node == edge.to)
                            .expect("open nodes are on the line");
                        let mut names: Vec<String> = line[from..]
                            .iter()
                            .map(|&(node, _)| self.name(node).to_owned())
                            .collect();
                        names.push(self.name(edge.to).to_owned());
                        return Some(names);
                    }
                    _ => {}
                }
            }
        }
        None
    }

    /// The graph in Graphviz' language: boxes for `Max`, circles for `Min`, plain text for results.
    pub fn dot(&self) -> String {
        crate::graph_svg::dot(self)
    }
}

impl<const KIND: u8> DrawnGraph for Graph<KIND> {
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
        match self.nodes[node as usize].kind {
            NodeKind::Over(outcome) => NodeShape::Over(self.scale.name(outcome)),
            NodeKind::Turn { player: Player::Max, .. } => NodeShape::Max,
            NodeKind::Turn { player: Player::Min, .. } => NodeShape::Min,
        }
    }

    fn targets(&self, node: u32) -> impl Iterator<Item = u32> {
        self.successors(node)
    }

    fn arrow(&self, node: u32, place: usize) -> Option<String> {
        let edge = &self.edges_of(node)[place];
        (edge.name != self.name(edge.to)).then(|| edge.name.clone())
    }
}

impl<const KIND: u8> Game for Graph<KIND> {
    type Position = u32;
    /// Place of the move in the list of its position.
    type Move = u16;

    fn scale(&self) -> &Scale {
        &self.scale
    }

    fn start(&self) -> u32 {
        self.start
    }

    fn player(&self, &position: &u32) -> Player {
        match self.nodes[position as usize].kind {
            NodeKind::Over(_) => Player::Max,
            NodeKind::Turn { player, .. } => player,
        }
    }

    fn outcome(&self, &position: &u32) -> Option<Outcome> {
        match self.nodes[position as usize].kind {
            NodeKind::Over(outcome) => Some(outcome),
            NodeKind::Turn { .. } => None,
        }
    }

    fn moves(&self, &position: &u32, moves: &mut Vec<u16>) {
        moves.extend(0..self.edges_of(position).len() as u16);
    }

    fn play(&self, position: &mut u32, mv: u16) {
        *position = self.edges_of(*position)[usize::from(mv)].to;
    }
}

impl<const KIND: u8> Keyed for Graph<KIND> {
    type Key = u32;

    fn key(&self, &position: &u32) -> u32 {
        position
    }
}

impl<const KIND: u8> TableKeyed for Graph<KIND> {
    #[inline]
    fn table_key_bits(&self) -> u32 {
        32
    }

    fn table_key(&self, &position: &u32) -> u128 {
        u128::from(position)
    }
}

impl<const KIND: u8> Notation for Graph<KIND> {
    fn write_move(&self, &position: &u32, mv: u16) -> String {
        self.edges_of(position)[usize::from(mv)].name.clone()
    }

    fn read_move(&self, &position: &u32, text: &str) -> Result<u16, NotationError> {
        let edges = self.edges_of(position);
        edges.iter().position(|edge| edge.name == text).map(|index| index as u16).ok_or_else(|| {
            let known: Vec<&str> = edges.iter().map(|edge| edge.name.as_str()).collect();
            NotationError(format!(
                "no such move from \"{}\"; the moves are {}",
                self.name(position),
                known.join(", ")
            ))
        })
    }

    /// Moves have whatever names the file gives them: only whole words are numbers.
    fn split_record<'t>(&self, text: &'t str) -> Vec<&'t str> {
        let whole = |word: &str| Some(record::number(word)).filter(|&n| n == word.len());
        let pieces = record::pieces(text, |word| whole(word).unwrap_or(0));
        pieces.into_iter().flat_map(|piece| self.split_moves(piece)).collect()
    }

    fn write_position(&self, &position: &u32) -> String {
        self.name(position).to_owned()
    }

    fn read_position(&self, text: &str) -> Result<u32, NotationError> {
        self.find(text)
            .ok_or_else(|| NotationError(format!("the graph has no position named \"{text}\"")))
    }
}

impl<const KIND: u8> Picture for Graph<KIND> {
    fn text(&self, &position: &u32) -> String {
        match self.nodes[position as usize].kind {
            NodeKind::Over(outcome) => {
                format!("{} = {}\n", self.name(position), self.scale.name(outcome))
            }
            NodeKind::Turn { player, .. } => {
                let named = |edge: &Edge| match self.name(edge.to) {
                    target if target == edge.name => target.to_owned(),
                    target => format!("{} ({target})", edge.name),
                };
                let targets: Vec<String> = self.edges_of(position).iter().map(named).collect();
                format!(
                    "{} ({} player moves) -> {}\n",
                    self.name(position),
                    player.name(),
                    targets.join(", ")
                )
            }
        }
    }

    fn drawing(&self, position: &u32) -> Drawing {
        crate::graph_svg::draw(self, *position)
    }

    fn places(&self, &position: &u32, mv: u16, drawing: &Drawing) -> Vec<Place> {
        let to = self.edges_of(position)[usize::from(mv)].to;
        crate::graph_svg::places(self, (position, to), drawing)
    }
}

/// A [`Graph`] that has been found to have no cycle.
pub type AcyclicGraph = Graph<ACYCLIC>;

impl Acyclic for AcyclicGraph {}

/// A [`Graph`] in which play may return, and which says what that is worth.
pub type CyclicGraph = Graph<CYCLIC>;

impl Cyclic for CyclicGraph {
    fn infinite(&self, _: &u32) -> Outcome {
        self.infinite
    }
}

/// Why a [`Graph`] cannot promise that play never returns.
#[derive(Clone, Debug)]
pub struct Cycle {
    /// The positions along a cycle; the first one again at the end.
    pub names: Vec<String>,
    /// The graph, given back.
    pub graph: Graph,
}
