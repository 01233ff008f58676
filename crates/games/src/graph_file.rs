//! Reads explicit games from JSON, as `docs/certificate.md` specifies them. Every error names line and column.

use std::collections::HashMap;

use foregone_game::graph::GraphBuilder;
use foregone_game::{Graph, Outcome, Player, Scale};
use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

/// A game from a file.
#[derive(Clone, Debug)]
pub struct GraphFile {
    /// The game.
    pub graph: Graph,
    /// What infinite play is worth, if the file says so.
    pub repetition: Option<Outcome>,
    /// What the file says about it.
    pub about: Option<String>,
}

/// Parts of words that people use for rules by which a repetition is judged by the moves that led to it. Positions have
/// no value of their own under such a rule.
const JUDGED_BY_THE_LINE: &[&str] =
    &["ko", "forbid", "perpetual", "repet", "repeat", "illegal", "mover", "loop", "fold", "cause"];

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

/// The members as they stand in the file. Raw values are slices of the text, so they know where they are.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FileText<'t> {
    #[serde(borrow)]
    outcomes: &'t RawValue,
    #[serde(borrow)]
    start: &'t RawValue,
    #[serde(borrow)]
    nodes: NodesText<'t>,
    #[serde(borrow, default, deserialize_with = "present")]
    repetition: Option<&'t RawValue>,
    #[serde(default)]
    about: Option<String>,
}

/// A member that may be absent, but is not absent because it is `null`.
fn present<'de: 't, 't, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<&'t RawValue>, D::Error> {
    <&RawValue>::deserialize(deserializer).map(Some)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NodeText<'t> {
    #[serde(borrow, default)]
    value: Option<&'t RawValue>,
    #[serde(borrow, default)]
    player: Option<&'t RawValue>,
    #[serde(borrow, default)]
    moves: Option<Vec<&'t RawValue>>,
}

/// The nodes in the order of the file: a map would silently keep only the last of two with the same name.
struct NodesText<'t>(Vec<(&'t RawValue, NodeText<'t>)>);

impl<'de: 't, 't> Deserialize<'de> for NodesText<'t> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<NodesText<'t>, D::Error> {
        struct Members;
        impl<'de> Visitor<'de> for Members {
            type Value = Vec<(&'de RawValue, NodeText<'de>)>;

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
        deserializer.deserialize_map(Members).map(NodesText)
    }
}

/// Reads a graph file.
///
/// ```
/// use foregone_games::graph_file::read;
/// use foregone_game::{Game, Notation};
///
/// let text = br#"{
///   "outcomes": ["loss", "win"],
///   "start": "a",
///   "nodes": {"a": {"player": "max", "moves": ["b"]}, "b": {"value": "win"}}
/// }"#;
/// let graph = read(text)?.graph;
/// assert_eq!(graph.write_position(&graph.start()), "a");
/// let error = read(b"{").unwrap_err();
/// assert_eq!((error.line, error.column), (1, 1));
/// # Ok::<(), foregone_games::graph_file::GraphFileError>(())
/// ```
pub fn read(bytes: &[u8]) -> Result<GraphFile, GraphFileError> {
    let text = core::str::from_utf8(bytes).map_err(|error| {
        let (line, column) = place(bytes, error.valid_up_to());
        GraphFileError { line, column, reason: "this is not UTF-8 text".to_owned() }
    })?;
    let start = text.len() - text.trim_start().len();
    if !text[start..].starts_with('{') {
        let (line, column) = place(bytes, start);
        let reason = "a graph file is a JSON object with the members outcomes, start and nodes";
        return Err(GraphFileError { line, column, reason: reason.to_owned() });
    }
    let file: FileText<'_> = serde_json::from_str(text).map_err(from_json)?;
    Source { text }.build(file)
}

/// The line and column, from 1, of a place in a text.
fn place(text: &[u8], offset: usize) -> (usize, usize) {
    let before = &text[..offset];
    let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
    let line_start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    (line, offset - line_start + 1)
}

fn from_json(error: serde_json::Error) -> GraphFileError {
    let (line, column) = (error.line(), error.column());
    let reason = error.to_string();
    let suffix = format!(" at line {line} column {column}");
    let reason = reason.strip_suffix(&suffix).unwrap_or(&reason).to_owned();
    GraphFileError { line, column, reason }
}

/// The text that raw values are slices of.
struct Source<'t> {
    text: &'t str,
}

impl<'t> Source<'t> {
    fn error(&self, at: &'t RawValue, reason: impl Into<String>) -> GraphFileError {
        let offset = at.get().as_ptr() as usize - self.text.as_ptr() as usize;
        let (line, column) = place(self.text.as_bytes(), offset);
        GraphFileError { line, column, reason: reason.into() }
    }

    fn string(&self, raw: &'t RawValue, what: &str) -> Result<String, GraphFileError> {
        serde_json::from_str(raw.get())
            .map_err(|_| self.error(raw, format!("{what} is a text in quotes, not {}", raw.get())))
    }

    fn build(&self, file: FileText<'t>) -> Result<GraphFile, GraphFileError> {
        let outcomes: Vec<String> = serde_json::from_str(file.outcomes.get()).map_err(|_| {
            self.error(file.outcomes, "outcomes is a list of names, worst for Max first")
        })?;
        let scale = Scale::try_new(outcomes).map_err(|error| self.error(file.outcomes, error.0))?;
        let mut builder = GraphBuilder::new(scale.clone());
        let mut ids: HashMap<String, u32> = HashMap::new();
        for (name, node) in &file.nodes.0 {
            let text = self.string(name, "the name of a node")?;
            let id = match self.kind(name, &text, node, &scale)? {
                Ok(outcome) => builder.over(&text, outcome),
                Err(player) => builder.turn(&text, player),
            };
            if ids.insert(text.clone(), id).is_some() {
                return Err(self.error(name, format!("a second node named \"{text}\"")));
            }
        }
        let find = |raw, name: &str| {
            ids.get(name)
                .copied()
                .ok_or_else(|| self.error(raw, format!("there is no node named \"{name}\"")))
        };
        for (id, (_, node)) in (0..).zip(&file.nodes.0) {
            let mut names: Vec<String> = Vec::new();
            for raw in node.moves.iter().flatten() {
                let (name, target, target_raw) = self.named_move(raw)?;
                if names.contains(&name) {
                    return Err(
                        self.error(raw, format!("a second move named \"{name}\" in one node"))
                    );
                }
                builder.named_edge(id, find(target_raw, &target)?, name.clone());
                names.push(name);
            }
        }
        let start = find(file.start, &self.string(file.start, "start")?)?;
        let graph = builder.build(start).map_err(|error| self.error(file.start, error.0))?;
        let repetition = match file.repetition {
            Some(raw) => Some(self.repetition(raw, &scale)?),
            None => None,
        };
        Ok(GraphFile { graph, repetition, about: file.about })
    }

    /// What infinite play is worth.
    fn repetition(&self, raw: &'t RawValue, scale: &Scale) -> Result<Outcome, GraphFileError> {
        let text = self.string(raw, "repetition")?;
        scale.find(&text).ok_or_else(|| {
            let known = scale.names().join(", ");
            let word = text.to_lowercase();
            self.error(raw, if JUDGED_BY_THE_LINE.iter().any(|rule| word.contains(rule)) {
                format!(
                    "repetition is the outcome of infinite play, one of {known}; a rule like \"{text}\" makes values depend on the line of play, so the line has to be part of the position: write a node for every position and history"
                )
            } else {
                format!("repetition is the outcome of infinite play, one of {known}, not \"{text}\"")
            })
        })
    }

    /// Whether a node is finished, or whose turn it is.
    fn kind(
        &self,
        at: &'t RawValue,
        name: &str,
        node: &NodeText<'t>,
        scale: &Scale,
    ) -> Result<Result<Outcome, Player>, GraphFileError> {
        match (node.value, node.player, &node.moves) {
            (Some(value), None, None) => {
                let outcome = self.string(value, "an outcome")?;
                scale.find(&outcome).map(Ok).ok_or_else(|| {
                    let known = scale.names().join(", ");
                    self.error(
                        value,
                        format!("unknown outcome \"{outcome}\"; the outcomes are {known}"),
                    )
                })
            }
            (None, Some(player), Some(moves)) => {
                if moves.is_empty() {
                    let reason =
                        format!("the node \"{name}\" has no moves; a finished one has a value");
                    return Err(self.error(at, reason));
                }
                match self.string(player, "a player")?.as_str() {
                    "max" => Ok(Err(Player::Max)),
                    "min" => Ok(Err(Player::Min)),
                    other => {
                        Err(self.error(player, format!("a player is max or min, not \"{other}\"")))
                    }
                }
            }
            (None, None, None) => Err(self.error(
                at,
                format!("the node \"{name}\" has neither a value nor a player and moves"),
            )),
            (Some(_), _, _) => Err(self.error(
                at,
                format!("the node \"{name}\" has a value, so it can have neither player nor moves"),
            )),
            (None, Some(_), None) => {
                Err(self.error(at, format!("the node \"{name}\" has a player but no moves")))
            }
            (None, None, Some(_)) => {
                Err(self.error(at, format!("the node \"{name}\" has moves but no player")))
            }
        }
    }

    /// A move's name, the node it leads to, and where that is written.
    fn named_move(
        &self,
        raw: &'t RawValue,
    ) -> Result<(String, String, &'t RawValue), GraphFileError> {
        if !raw.get().starts_with('[') {
            let target = self.string(raw, "a move")?;
            return Ok((target.clone(), target, raw));
        }
        let pair: Vec<&'t RawValue> =
            serde_json::from_str(raw.get()).map_err(|error| self.error(raw, error.to_string()))?;
        let [name, target] = pair.as_slice() else {
            return Err(self.error(raw, "a move is a node's name, or [\"move\", \"node\"]"));
        };
        Ok((self.string(name, "a move")?, self.string(target, "a node")?, target))
    }
}
