//! The positions of a small game, or those around one position, as a graph: with values, and with the moves that prove the value.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use foregone_game::drawing::{DrawnGraph, NodeShape};
use foregone_game::{Outcome, Player};
use foregone_solve::play::winner;
use serde::Serialize;

use crate::error::Error;
use crate::game::Game;
use crate::position::Position;
use crate::proofs::{ProofStep, ProofTree};
use crate::settings::Settings;
use crate::solver::Solver;

/// A game with more positions than this is not drawn whole.
const WHOLE: usize = 300;

/// Plies around a position, where the game is not drawn whole.
const AROUND: usize = 2;

/// Positions with the moves between them.
///
/// ```
/// use foregone::{Game, PositionGraph};
/// let game = Game::open("mnk:2,2,2").unwrap();
/// let start = game.start();
/// let graph = PositionGraph::of(&start, std::time::Duration::from_secs(2)).unwrap();
/// assert!(graph.is_whole && graph.nodes[0].name == start.to_string());
/// assert_eq!(graph.nodes[0].value.as_deref(), Some("win"));
/// let forced = graph.nodes[0].moves.iter().filter(|mv| mv.forced_by.is_some());
/// assert_eq!(forced.count(), 1, "one move of the first player proves the win");
/// ```
#[derive(Clone, Debug, Serialize)]
pub struct PositionGraph {
    /// The positions, the first one drawn first.
    pub nodes: Vec<GraphNode>,
    /// The number of the position that was asked for.
    pub marked: usize,
    /// Whether these are all positions of the game.
    pub is_whole: bool,
    #[serde(skip)]
    labels: Vec<String>,
}

/// A position.
#[derive(Clone, Debug, Serialize)]
pub struct GraphNode {
    /// The position in the game's notation.
    pub name: String,
    /// `first`, `second`, or `over`.
    pub to_move: &'static str,
    /// The result, where play is over.
    pub outcome: Option<String>,
    /// The value, if it is known.
    pub value: Option<String>,
    /// ▲ the first player wins, ▼ the second, ● nobody, ? open.
    pub mark: char,
    /// The legal moves that lead to positions of the graph.
    pub moves: Vec<GraphMove>,
    /// The position, with a line that leads to it.
    #[serde(skip)]
    pub position: Position,
}

/// A move.
#[derive(Clone, Debug, Serialize)]
pub struct GraphMove {
    /// The move in the game's notation.
    #[serde(rename = "move")]
    pub name: String,
    /// The number of the position that it leads to.
    pub to: usize,
    /// Whose strategy proves the value of the first position with this move, or has to answer it: `first` or `second`.
    pub forced_by: Option<&'static str>,
}

impl PositionGraph {
    /// The whole game of a position if it is small, or else what is at most two plies away from it. Values that are not found in
    /// that time are open.
    pub fn of(marked: &Position, time: Duration) -> Result<PositionGraph, Error> {
        let until = Instant::now() + time;
        let game = marked.game();
        let whole = explore(game.start(), usize::MAX)?;
        let whole = whole.filter(|nodes| nodes.iter().any(|node| node.name == marked.to_string()));
        let is_whole = whole.is_some();
        let mut nodes = match whole {
            Some(nodes) => nodes,
            None => explore(marked.clone(), AROUND)?.unwrap_or_default(),
        };
        find_values(&mut nodes, game, until)?;
        prove(&mut nodes, game, until)?;
        let name = marked.to_string();
        let marked = nodes.iter().position(|node| node.name == name).unwrap_or(0);
        let label = |node: &GraphNode| format!("{} {}", node.name, node.mark);
        let labels = nodes.iter().map(label).collect();
        Ok(PositionGraph { nodes, marked, is_whole, labels })
    }
}

/// All positions up to that many plies away; nothing if there are too many of them. Near a position, moves beyond the limit are
/// left out instead.
fn explore(start: Position, plies: usize) -> Result<Option<Vec<GraphNode>>, Error> {
    let mut numbers = HashMap::from([(start.to_string(), 0)]);
    let mut nodes = vec![(node(start), 0)];
    let mut at = 0;
    while let Some((here, depth)) =
        nodes.get(at).map(|(node, depth)| (node.position.clone(), *depth))
    {
        let mut moves = Vec::new();
        for name in if here.outcome().is_some() { Vec::new() } else { here.legal_moves() } {
            let mut after = here.clone();
            after.play(&name)?;
            let text = after.to_string();
            let to = match numbers.get(&text) {
                Some(&to) => to,
                None if depth == plies => continue,
                None if nodes.len() == WHOLE && plies == usize::MAX => return Ok(None),
                None if nodes.len() == WHOLE => continue,
                None => {
                    numbers.insert(text, nodes.len());
                    nodes.push((node(after), depth + 1));
                    nodes.len() - 1
                }
            };
            moves.push(GraphMove { name, to, forced_by: None });
        }
        nodes[at].0.moves = moves;
        at += 1;
    }
    Ok(Some(nodes.into_iter().map(|(node, _)| node).collect()))
}

fn node(position: Position) -> GraphNode {
    let scale = position.game().scale();
    let outcome = position.outcome();
    let name = outcome.map(|outcome| scale.name(outcome).to_owned());
    GraphNode {
        name: position.to_string(),
        to_move: if outcome.is_some() { "over" } else { position.player().name() },
        value: name.clone(),
        outcome: name,
        mark: mark(position.game(), outcome),
        moves: Vec::new(),
        position,
    }
}

fn mark(game: &Game, value: Option<Outcome>) -> char {
    match value.map(|value| winner(game.scale(), value)) {
        None => '?',
        Some(None) => '●',
        Some(Some(Player::Max)) => '▲',
        Some(Some(Player::Min)) => '▼',
    }
}

/// Small searches, each by one thread.
fn settings() -> Result<Settings, Error> {
    let mut settings = Settings::new();
    settings.memory = 64 << 20;
    settings.set("threads", "1")?;
    Ok(settings)
}

fn find_values(nodes: &mut [GraphNode], game: &Game, until: Instant) -> Result<(), Error> {
    let mut solver = Solver::with(game, settings()?);
    for node in nodes.iter_mut().filter(|node| node.value.is_none()) {
        let left = until.saturating_duration_since(Instant::now());
        if left.is_zero() {
            break;
        }
        solver.settings.time = Some(left);
        let answer = solver.value(&node.position)?;
        if let Some(value) = answer.value() {
            node.value = Some(value.to_owned());
            node.mark = mark(game, Some(answer.bounds().0));
        }
    }
    Ok(())
}

/// Marks the moves of the proof of the value of the first position: the winner's, or those of both players where nobody wins.
fn prove(nodes: &mut [GraphNode], game: &Game, until: Instant) -> Result<(), Error> {
    let Some(root) = nodes.first().filter(|node| node.outcome.is_none()) else { return Ok(()) };
    let left = until.saturating_duration_since(Instant::now());
    if left.is_zero() {
        return Ok(());
    }
    let mut solver = Solver::with(game, settings()?);
    solver.settings.time = Some(left);
    let root = game.position(&root.name)?;
    let answer = solver.certifying().value(&root)?;
    let Some(certificate) = answer.certificate() else { return Ok(()) };
    let tree = ProofTree::open(&certificate.to_bytes(), game)?;
    let wanted = answer.value().and_then(|_| winner(game.scale(), answer.bounds().0));
    for claim in 0..tree.claims().len() {
        let owner = tree.owner(claim);
        if wanted.is_none_or(|winner| winner == owner) {
            follow(nodes, &tree, claim, owner)?;
        }
    }
    Ok(())
}

fn follow(
    nodes: &mut [GraphNode],
    tree: &ProofTree,
    claim: usize,
    owner: Player,
) -> Result<(), Error> {
    let mut open = vec![(0, tree.root().clone())];
    let mut seen = vec![false; nodes.len()];
    while let Some((at, position)) = open.pop() {
        if core::mem::replace(&mut seen[at], true) {
            continue;
        }
        let names = match tree.at(claim, &position)? {
            ProofStep::Answer(mv) => vec![mv],
            ProofStep::Replies(replies) => replies.into_iter().map(|(mv, _)| mv).collect(),
            _ => Vec::new(),
        };
        for name in names {
            let Some(mv) = nodes[at].moves.iter_mut().find(|mv| mv.name == name) else { continue };
            mv.forced_by.get_or_insert(owner.name());
            let mut after = position.clone();
            after.play(&name)?;
            open.push((mv.to, after));
        }
    }
    Ok(())
}

impl DrawnGraph for PositionGraph {
    fn count(&self) -> usize {
        self.nodes.len()
    }

    fn first(&self) -> u32 {
        0
    }

    fn label(&self, node: u32) -> &str {
        &self.labels[node as usize]
    }

    fn shape(&self, node: u32) -> NodeShape<'_> {
        let node = &self.nodes[node as usize];
        match (&node.outcome, node.to_move) {
            (Some(outcome), _) => NodeShape::Over(outcome),
            (None, "first") => NodeShape::Max,
            _ => NodeShape::Min,
        }
    }

    fn targets(&self, node: u32) -> impl Iterator<Item = u32> {
        self.nodes[node as usize].moves.iter().map(|mv| mv.to as u32)
    }

    fn arrow(&self, node: u32, place: usize) -> Option<String> {
        let mv = &self.nodes[node as usize].moves[place];
        (mv.name != self.nodes[mv.to].name).then(|| mv.name.clone())
    }
}
