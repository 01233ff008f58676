//! A game that a file defines node by node.

use std::collections::{HashMap, HashSet};

use super::{Rules, names};
use crate::failure::{Failure, Location, quote};
use crate::json::Json;
use crate::limits::Meter;

/// `graph:FILE`. The graph has no cycles, or the file gives the value of infinite play. A position is the index of a node in
/// the file.
#[derive(Clone, Debug)]
pub struct Graph {
    outcomes: Vec<String>,
    names: Vec<String>,
    nodes: Vec<Node>,
    index: HashMap<String, u32>,
    start: u32,
    /// The rank of infinite play, if there is a cycle.
    infinite: Option<usize>,
}

#[derive(Clone, Debug)]
enum Node {
    Over(usize),
    Turn { max: bool, moves: Vec<u32> },
}

impl Graph {
    /// Reads the bytes of a graph file; the error is a sentence.
    ///
    /// ```
    /// use foregone_proof::rules::{Graph, Rules};
    ///
    /// let file = br#"{"outcomes": ["loss", "win"], "start": "a", "nodes": {
    ///     "a": {"player": "max", "moves": ["b"]}, "b": {"value": "win"}}}"#;
    /// let graph = Graph::read_file(file)?;
    /// assert_eq!(graph.successor(&graph.start(), 0), Some(graph.read("b")?));
    /// # Ok::<(), String>(())
    /// ```
    pub fn read_file(bytes: &[u8]) -> Result<Graph, String> {
        Graph::from_file(bytes, &Meter::unlimited())
    }

    /// Reads a graph file within the limits.
    pub(crate) fn read_within(bytes: &[u8], meter: &Meter<'_>) -> Result<Graph, Failure> {
        let before = meter.used();
        let graph = Graph::from_file(bytes, meter).map_err(|reason| {
            meter.reached().unwrap_or(Failure::at(Location::GraphFile, reason))
        })?;
        // The memory that was reserved for reading is free again.
        meter.release(meter.used() - before);
        meter.reserve(graph.bytes())?;
        Ok(graph)
    }

    /// The error is a sentence; it has no meaning if the meter has reached a limit.
    fn from_file(bytes: &[u8], meter: &Meter<'_>) -> Result<Graph, String> {
        let counted = |result: Result<(), Failure>| result.map_err(|failure| failure.to_string());
        let mut members = Members::of(Json::read(bytes, meter)?, "the file")?;
        let outcomes = read_outcomes(members.take("outcomes")?)?;
        let start = members.take("start")?.text("the start")?;
        let nodes = members.take("nodes")?.object("the member \"nodes\"")?;
        let repetition = match members.take_if_any("repetition") {
            Some(outcome) => Some(read_repetition(outcome, &outcomes)?),
            None => None,
        };
        if let Some(about) = members.take_if_any("about") {
            about.text("the member \"about\"")?;
        }
        members.nothing_left()?;

        if u32::try_from(nodes.len()).is_err() {
            return Err("the graph has more than 4,294,967,295 nodes".to_owned());
        }
        // Two copies of the name, the node, and the memory of the search for a cycle.
        let room = nodes.iter().map(|(name, _)| 2 * name.len() + 256).sum::<usize>();
        counted(meter.reserve(room as u64))?;
        let names: Vec<String> = nodes.iter().map(|(name, _)| name.clone()).collect();
        let index: HashMap<String, u32> =
            (0..).zip(&names).map(|(node, name)| (name.clone(), node)).collect();
        let Some(&start) = index.get(&start) else {
            return Err(format!("the start {} is not the name of a node", quote(&start)));
        };
        let nodes = nodes
            .into_iter()
            .map(|(name, node)| {
                counted(meter.step())?;
                let what = format!("node {}", quote(&name));
                read_node(node, &what, &outcomes, &index)
            })
            .collect::<Result<_, _>>()?;
        let mut graph = Graph { outcomes, names, nodes, index, start, infinite: None };
        let on_cycle = graph.node_on_cycle(meter).map_err(|failure| failure.to_string())?;
        match (on_cycle, repetition) {
            (None, _) => {}
            (Some(_), Some(rank)) => graph.infinite = Some(rank),
            (Some(node), None) => {
                return Err(format!(
                    "the graph has a cycle through {} but no member \"repetition\" that says what infinite play is worth",
                    quote(&graph.names[node as usize])
                ));
            }
        }
        Ok(graph)
    }

    /// An estimate of the bytes that the graph has on the heap.
    fn bytes(&self) -> u64 {
        let name = |name: &String| 2 * (name.capacity() + size_of::<String>() + 16);
        let node = |node: &Node| match node {
            Node::Over(_) => size_of::<Node>(),
            Node::Turn { moves, .. } => {
                size_of::<Node>() + 16 + moves.capacity() * size_of::<u32>()
            }
        };
        // The map may be half empty.
        let index = 4 * self.names.len() * size_of::<(String, u32)>();
        let parts = self.names.iter().map(name).chain(self.nodes.iter().map(node));
        parts.map(|bytes| bytes as u64).sum::<u64>() + index as u64
    }

    fn moves(&self, node: u32) -> &[u32] {
        match &self.nodes[node as usize] {
            Node::Over(_) => &[],
            Node::Turn { moves, .. } => moves,
        }
    }

    /// A node on a cycle, if there is one. Nodes that no move leads to are removed until there are none: the nodes that are left
    /// lie on a cycle or can be reached from one.
    fn node_on_cycle(&self, meter: &Meter<'_>) -> Result<Option<u32>, Failure> {
        let all = || 0..self.nodes.len() as u32;
        let mut arrivals = vec![0_u64; self.nodes.len()];
        for to in all().flat_map(|node| self.moves(node)) {
            meter.step()?;
            arrivals[*to as usize] += 1;
        }
        let mut free: Vec<u32> = all().filter(|&node| arrivals[node as usize] == 0).collect();
        while let Some(node) = free.pop() {
            meter.step()?;
            for &to in self.moves(node) {
                arrivals[to as usize] -= 1;
                if arrivals[to as usize] == 0 {
                    free.push(to);
                }
            }
        }
        let left = |node: &u32| arrivals[*node as usize] > 0;
        // Every node that is left has a predecessor that is left, so the way backwards ends in a cycle.
        let mut predecessor = HashMap::new();
        for node in all().filter(left) {
            meter.step()?;
            predecessor.extend(self.moves(node).iter().map(|&to| (to, node)));
        }
        let Some(mut node) = all().find(left) else { return Ok(None) };
        let mut seen = HashSet::new();
        while seen.insert(node) {
            node = predecessor.get(&node).copied().unwrap_or(node);
        }
        Ok(Some(node))
    }

    /// The position where the game begins.
    pub fn start(&self) -> u32 {
        self.start
    }
}

fn read_outcomes(outcomes: Json) -> Result<Vec<String>, String> {
    let mut names = Vec::new();
    for outcome in outcomes.list("the member \"outcomes\"")? {
        let name = outcome.text("an outcome")?;
        if names.contains(&name) {
            return Err(format!("the outcome {} is listed twice", quote(&name)));
        }
        names.push(name);
        if names.len() > 128 {
            break;
        }
    }
    match names.len() {
        2..=128 => Ok(names),
        _ => Err("a graph has 2 to 128 outcomes".to_owned()),
    }
}

fn read_repetition(outcome: Json, outcomes: &[String]) -> Result<usize, String> {
    let name = outcome.text("the member \"repetition\"")?;
    outcomes
        .iter()
        .position(|known| *known == name)
        .ok_or_else(|| format!("the repetition {} is not one of the outcomes", quote(&name)))
}

fn read_node(
    node: Json,
    what: &str,
    outcomes: &[String],
    index: &HashMap<String, u32>,
) -> Result<Node, String> {
    let mut members = Members::of(node, what)?;
    if let Some(value) = members.take_if_any("value") {
        members.nothing_left()?;
        let value = value.text(&format!("the value of {what}"))?;
        return match outcomes.iter().position(|name| *name == value) {
            Some(rank) => Ok(Node::Over(rank)),
            None => {
                Err(format!("the value {} of {what} is not one of the outcomes", quote(&value)))
            }
        };
    }
    let player = members.take("player")?.text(&format!("the player of {what}"))?;
    let moves = members.take("moves")?.list(&format!("the member \"moves\" of {what}"))?;
    members.nothing_left()?;
    let max = match player.as_str() {
        "max" => true,
        "min" => false,
        other => return Err(format!("the player of {what} is max or min, not {}", quote(other))),
    };
    if moves.is_empty() {
        return Err(format!("{what} has no moves and no value"));
    }
    let (mut names, mut targets) = (HashSet::new(), Vec::with_capacity(moves.len()));
    for mv in moves {
        let (name, target) = read_move(mv, what)?;
        let Some(&target) = index.get(&target) else {
            return Err(format!(
                "a move of {what} leads to {}, which is not a node",
                quote(&target)
            ));
        };
        if let Some(name) = names.replace(name) {
            return Err(format!("{what} has two moves named {}", quote(&name)));
        }
        targets.push(target);
    }
    Ok(Node::Turn { max, moves: targets })
}

/// The name of a move, and the name of the node that it leads to.
fn read_move(mv: Json, what: &str) -> Result<(String, String), String> {
    let form =
        || format!("a move of {what} is neither the name of a node nor [\"move\", \"node\"]");
    match mv {
        Json::Text(target) => Ok((target.clone(), target)),
        Json::List(pair) => match <[Json; 2]>::try_from(pair) {
            Ok([Json::Text(name), Json::Text(target)]) => Ok((name, target)),
            _ => Err(form()),
        },
        _ => Err(form()),
    }
}

/// The members of an object that have not been read.
struct Members<'w> {
    what: &'w str,
    members: Vec<(String, Json)>,
}

impl<'w> Members<'w> {
    fn of(json: Json, what: &'w str) -> Result<Members<'w>, String> {
        Ok(Members { what, members: json.object(what)? })
    }

    fn take_if_any(&mut self, name: &str) -> Option<Json> {
        let at = self.members.iter().position(|(known, _)| known == name)?;
        Some(self.members.swap_remove(at).1)
    }

    fn take(&mut self, name: &str) -> Result<Json, String> {
        self.take_if_any(name).ok_or_else(|| format!("{} has no member \"{name}\"", self.what))
    }

    fn nothing_left(self) -> Result<(), String> {
        match self.members.first() {
            None => Ok(()),
            Some((name, _)) => Err(format!(
                "{} has the member {}, which does not belong there",
                self.what,
                quote(name)
            )),
        }
    }
}

impl Rules for Graph {
    type Position = u32;

    fn outcomes(&self) -> Vec<&str> {
        names(&self.outcomes)
    }

    fn infinite(&self, _: &Self::Position) -> Option<usize> {
        self.infinite
    }

    fn read(&self, text: &str) -> Result<u32, String> {
        self.index
            .get(text)
            .copied()
            .ok_or_else(|| format!("the graph has no node named {}", quote(text)))
    }

    fn write(&self, &node: &u32) -> String {
        self.names[node as usize].clone()
    }

    fn outcome(&self, &node: &u32) -> Option<usize> {
        match self.nodes[node as usize] {
            Node::Over(rank) => Some(rank),
            Node::Turn { .. } => None,
        }
    }

    fn max_to_move(&self, &node: &u32) -> bool {
        matches!(self.nodes[node as usize], Node::Turn { max: true, .. })
    }

    fn successor(&self, &node: &u32, index: usize) -> Option<u32> {
        self.moves(node).get(index).copied()
    }
}
