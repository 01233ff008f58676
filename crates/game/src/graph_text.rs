//! The text of graph files: strict JSON in which every error names line and column.
//!
//! This reads what graphs with and without chance have in common: the members, the names of nodes, and where moves lead.
//! What outcomes and players there are is decided by whoever builds the graph.

use std::collections::HashMap;

use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

/// What is wrong with a graph file, and where.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}, column {column}: {reason}")]
pub struct GraphFileError {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, counted in bytes.
    pub column: usize,
    /// What is wrong there.
    pub reason: String,
}

/// A value as it stands in the file. It is a slice of the text, so it knows where it is.
pub type Raw<'t> = &'t RawValue;

/// The members of a graph file as they stand there.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
struct Members<'t> {
    #[serde(borrow)]
    outcomes: Raw<'t>,
    #[serde(borrow)]
    start: Raw<'t>,
    #[serde(borrow)]
    nodes: Nodes<'t>,
    #[serde(borrow, default, deserialize_with = "present")]
    repetition: Option<Raw<'t>>,
    #[serde(default, deserialize_with = "present")]
    about: Option<String>,
}

/// A member that may be absent, but is not absent because it is `null`.
fn present<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
struct Node<'t> {
    #[serde(borrow, default, deserialize_with = "present")]
    value: Option<Raw<'t>>,
    #[serde(borrow, default, deserialize_with = "present")]
    player: Option<Raw<'t>>,
    #[serde(borrow, default, deserialize_with = "present")]
    moves: Option<Vec<Raw<'t>>>,
    #[serde(borrow, default, deserialize_with = "present")]
    weights: Option<Raw<'t>>,
}

/// The nodes in the order of the file: a map would silently keep only the last of two with the same name.
#[derive(Debug)]
struct Nodes<'t>(Vec<(Raw<'t>, Node<'t>)>);

impl<'de: 't, 't> Deserialize<'de> for Nodes<'t> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Nodes<'t>, D::Error> {
        struct Entries;
        impl<'de> Visitor<'de> for Entries {
            type Value = Vec<(Raw<'de>, Node<'de>)>;

            fn expecting(&self, out: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                out.write_str("an object whose members are the nodes")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut nodes = Vec::new();
                while let Some(node) = map.next_entry()? {
                    nodes.push(node);
                }
                Ok(nodes)
            }
        }
        deserializer.deserialize_map(Entries).map(Nodes)
    }
}

/// The parts of a graph file. Nodes are numbered in the order of the file.
#[derive(Debug)]
pub struct GraphText<'t> {
    text: &'t str,
    /// The list of outcomes.
    pub outcomes: Raw<'t>,
    /// The nodes.
    pub nodes: Vec<NodeText<'t>>,
    /// The name of the node where the game begins.
    pub start: Raw<'t>,
    /// The outcome of infinite play, if the file has one.
    pub repetition: Option<Raw<'t>>,
    /// What the file says about the game.
    pub about: Option<String>,
}

/// A node of a graph file.
#[derive(Debug)]
pub struct NodeText<'t> {
    /// Its name.
    pub name: String,
    /// Whether it is finished or somebody's turn.
    pub kind: NodeKind<'t>,
    /// The weights of its moves, if it has any.
    pub weights: Option<Raw<'t>>,
    at: Raw<'t>,
}

/// Whether a node is finished or somebody's turn.
#[derive(Debug)]
pub enum NodeKind<'t> {
    /// Play is over with that outcome.
    Over(Raw<'t>),
    /// The turn of that player.
    Turn {
        /// The player.
        player: Raw<'t>,
        /// The names of the moves and the nodes that they lead to; at least one.
        moves: Vec<(String, u32)>,
    },
}

impl<'t> GraphText<'t> {
    /// Reads the text of a graph file.
    ///
    /// ```
    /// use foregone_game::graph_text::{GraphText, NodeKind};
    ///
    /// let file = br#"{"outcomes": ["loss", "win"], "start": "a", "nodes": {
    ///     "a": {"player": "max", "moves": [["go", "b"]]}, "b": {"value": "win"}}}"#;
    /// let text = GraphText::read(file)?;
    /// let NodeKind::Turn { moves, .. } = &text.nodes[0].kind else { panic!("a turn") };
    /// assert_eq!(moves, &[("go".to_owned(), 1)]);
    /// assert_eq!(GraphText::read(b"[]").unwrap_err().column, 1);
    /// # Ok::<(), foregone_game::graph_text::GraphFileError>(())
    /// ```
    pub fn read(bytes: &'t [u8]) -> Result<GraphText<'t>, GraphFileError> {
        let refuse = |offset: usize, reason: &str| {
            let (line, column) = place(bytes, offset);
            GraphFileError { line, column, reason: reason.to_owned() }
        };
        let text = core::str::from_utf8(bytes)
            .map_err(|error| refuse(error.valid_up_to(), "this is not UTF-8 text"))?;
        let start = text.len() - text.trim_start().len();
        if !text[start..].starts_with('{') {
            let reason = "a graph file is a JSON object with the members outcomes, start and nodes";
            return Err(refuse(start, reason));
        }
        let members: Members<'t> = serde_json::from_str(text).map_err(from_json)?;
        Source(text).parts(members)
    }

    /// The number of the node where the game begins.
    pub fn start_node(&self) -> Result<u32, GraphFileError> {
        let name = self.string(self.start, "start")?;
        match (0..).zip(&self.nodes).find(|(_, node)| node.name == name) {
            Some((id, _)) => Ok(id),
            None => Err(self.error(self.start, no_such_node(&name))),
        }
    }

    /// An error at a place of the file.
    pub fn error(&self, at: Raw<'t>, reason: impl Into<String>) -> GraphFileError {
        Source(self.text).error(at, reason)
    }

    /// An error at the name of a node.
    pub fn error_at_node(&self, node: &NodeText<'t>, reason: impl Into<String>) -> GraphFileError {
        self.error(node.at, reason)
    }

    /// A text in quotes; `what` begins the sentence that says what it should be.
    pub fn string(&self, raw: Raw<'t>, what: &str) -> Result<String, GraphFileError> {
        Source(self.text).string(raw, what)
    }
}

/// The line and column, from 1, of a place in a text.
fn place(text: &[u8], offset: usize) -> (usize, usize) {
    let before = &text[..offset];
    let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
    let line_start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    (line, offset - line_start + 1)
}

fn no_such_node(name: &str) -> String {
    format!("there is no node named \"{name}\"")
}

fn from_json(error: serde_json::Error) -> GraphFileError {
    let (line, column) = (error.line(), error.column());
    let reason = error.to_string();
    let suffix = format!(" at line {line} column {column}");
    let reason = reason.strip_suffix(&suffix).unwrap_or(&reason).to_owned();
    GraphFileError { line, column, reason }
}

/// The text that raw values are slices of.
struct Source<'t>(&'t str);

impl<'t> Source<'t> {
    fn error(&self, at: Raw<'t>, reason: impl Into<String>) -> GraphFileError {
        let offset = at.get().as_ptr() as usize - self.0.as_ptr() as usize;
        let (line, column) = place(self.0.as_bytes(), offset);
        GraphFileError { line, column, reason: reason.into() }
    }

    fn string(&self, raw: Raw<'t>, what: &str) -> Result<String, GraphFileError> {
        serde_json::from_str(raw.get())
            .map_err(|_| self.error(raw, format!("{what} is a text in quotes, not {}", raw.get())))
    }

    fn parts(&self, members: Members<'t>) -> Result<GraphText<'t>, GraphFileError> {
        let mut names = Vec::new();
        let mut ids: HashMap<String, u32> = HashMap::new();
        for (id, (at, _)) in (0..).zip(&members.nodes.0) {
            let name = self.string(at, "the name of a node")?;
            if ids.insert(name.clone(), id).is_some() {
                return Err(self.error(at, format!("a second node named \"{name}\"")));
            }
            names.push(name);
        }
        let mut nodes = Vec::new();
        for (name, (at, node)) in names.into_iter().zip(members.nodes.0) {
            let kind = self.kind(at, &name, &node, &ids)?;
            nodes.push(NodeText { name, kind, weights: node.weights, at });
        }
        Ok(GraphText {
            text: self.0,
            outcomes: members.outcomes,
            nodes,
            start: members.start,
            repetition: members.repetition,
            about: members.about,
        })
    }

    fn find(
        &self,
        ids: &HashMap<String, u32>,
        at: Raw<'t>,
        name: &str,
    ) -> Result<u32, GraphFileError> {
        let id = ids.get(name).copied();
        id.ok_or_else(|| self.error(at, no_such_node(name)))
    }

    fn kind(
        &self,
        at: Raw<'t>,
        name: &str,
        node: &Node<'t>,
        ids: &HashMap<String, u32>,
    ) -> Result<NodeKind<'t>, GraphFileError> {
        let wrong = |what: &str| Err(self.error(at, format!("the node \"{name}\" {what}")));
        match (node.value, node.player, &node.moves) {
            (Some(value), None, None) => Ok(NodeKind::Over(value)),
            (None, Some(_), Some(moves)) if moves.is_empty() => {
                wrong("has no moves; a finished one has a value")
            }
            (None, Some(player), Some(moves)) => {
                Ok(NodeKind::Turn { player, moves: self.moves(moves, ids)? })
            }
            (None, None, None) => wrong("has neither a value nor a player and moves"),
            (Some(_), _, _) => wrong("has a value, so it can have neither player nor moves"),
            (None, Some(_), None) => wrong("has a player but no moves"),
            (None, None, Some(_)) => wrong("has moves but no player"),
        }
    }

    /// The moves of a node: their names, which differ, and the nodes that they lead to.
    fn moves(
        &self,
        list: &[Raw<'t>],
        ids: &HashMap<String, u32>,
    ) -> Result<Vec<(String, u32)>, GraphFileError> {
        let mut moves: Vec<(String, u32)> = Vec::with_capacity(list.len());
        for raw in list {
            let (name, target, target_at) = self.named_move(raw)?;
            if moves.iter().any(|(other, _)| *other == name) {
                return Err(self.error(raw, format!("a second move named \"{name}\" in one node")));
            }
            moves.push((name, self.find(ids, target_at, &target)?));
        }
        Ok(moves)
    }

    /// A move's name, the node it leads to, and where that is written.
    fn named_move(&self, raw: Raw<'t>) -> Result<(String, String, Raw<'t>), GraphFileError> {
        if !raw.get().starts_with('[') {
            let target = self.string(raw, "a move")?;
            return Ok((target.clone(), target, raw));
        }
        let pair: Vec<Raw<'t>> =
            serde_json::from_str(raw.get()).map_err(|error| self.error(raw, error.to_string()))?;
        let [name, target] = pair.as_slice() else {
            return Err(self.error(raw, "a move is a node's name, or [\"move\", \"node\"]"));
        };
        Ok((self.string(name, "a move")?, self.string(target, "a node")?, target))
    }
}
