//! From the text of a graph file to a graph. Raw values are slices of the text, so they know where they are.

use std::collections::HashMap;

use foregone_game::{Outcome, Scale};
use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::{ChanceGraphError, ChanceGraphFile};
use crate::fraction::{self, Fraction};
use crate::game::Turn;
use crate::graph::ChanceGraphBuilder;
use crate::graph::build::total_weight;

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
    #[serde(default, deserialize_with = "present")]
    about: Option<String>,
}

/// A member that may be absent, but is not absent because it is `null`.
fn present<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NodeText<'t> {
    #[serde(borrow, default, deserialize_with = "present")]
    value: Option<&'t RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    player: Option<&'t RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    moves: Option<Vec<&'t RawValue>>,
    #[serde(borrow, default, deserialize_with = "present")]
    weights: Option<&'t RawValue>,
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

pub(super) fn read(bytes: &[u8]) -> Result<ChanceGraphFile, ChanceGraphError> {
    let text = core::str::from_utf8(bytes).map_err(|error| {
        let (line, column) = place(bytes, error.valid_up_to());
        ChanceGraphError { line, column, reason: "this is not UTF-8 text".to_owned() }
    })?;
    let start = text.len() - text.trim_start().len();
    if !text[start..].starts_with('{') {
        let (line, column) = place(bytes, start);
        let reason = "a graph file is a JSON object with the members outcomes, start and nodes";
        return Err(ChanceGraphError { line, column, reason: reason.to_owned() });
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

fn from_json(error: serde_json::Error) -> ChanceGraphError {
    let (line, column) = (error.line(), error.column());
    let reason = error.to_string();
    let suffix = format!(" at line {line} column {column}");
    let reason = reason.strip_suffix(&suffix).unwrap_or(&reason).to_owned();
    ChanceGraphError { line, column, reason }
}

/// The text that raw values are slices of.
struct Source<'t> {
    text: &'t str,
}

impl<'t> Source<'t> {
    fn error(&self, at: &'t RawValue, reason: impl Into<String>) -> ChanceGraphError {
        let offset = at.get().as_ptr() as usize - self.text.as_ptr() as usize;
        let (line, column) = place(self.text.as_bytes(), offset);
        ChanceGraphError { line, column, reason: reason.into() }
    }

    fn string(&self, raw: &'t RawValue, what: &str) -> Result<String, ChanceGraphError> {
        serde_json::from_str(raw.get())
            .map_err(|_| self.error(raw, format!("{what} is a text in quotes, not {}", raw.get())))
    }

    fn build(&self, file: FileText<'t>) -> Result<ChanceGraphFile, ChanceGraphError> {
        let scale = self.scale(file.outcomes)?;
        let mut builder = ChanceGraphBuilder::new(scale.clone());
        let mut ids: HashMap<String, u32> = HashMap::new();
        for (name, node) in &file.nodes.0 {
            let text = self.string(name, "the name of a node")?;
            let id = builder.node(&text, self.turn(name, &text, node, &scale)?);
            if ids.insert(text.clone(), id).is_some() {
                return Err(self.error(name, format!("a second node named \"{text}\"")));
            }
        }
        for (id, (name, node)) in (0..).zip(&file.nodes.0) {
            self.moves(&mut builder, &ids, id, name, node)?;
        }
        let start = self.find(&ids, file.start, &self.string(file.start, "start")?)?;
        let graph = builder.build(start).map_err(|error| self.error(file.start, error.0))?;
        let repetition = match file.repetition {
            Some(raw) => Some(self.outcome(raw, "repetition", &scale)?),
            None => None,
        };
        Ok(ChanceGraphFile { graph, repetition, about: file.about })
    }

    /// Outcomes are numbers that rise, so that the scale and the worths agree.
    fn scale(&self, raw: &'t RawValue) -> Result<Scale, ChanceGraphError> {
        let names: Vec<String> = serde_json::from_str(raw.get()).map_err(|_| {
            self.error(raw, "outcomes is a list of numbers in quotes, worst for Max first")
        })?;
        let mut last: Option<Fraction> = None;
        for name in &names {
            let number = fraction::read(name).ok_or_else(|| {
                self.error(raw, format!("the outcome \"{name}\" of a graph with chance is a number in quotes, such as \"-3\" or \"1/2\""))
            })?;
            if last.as_ref().is_some_and(|last| number <= *last) {
                let reason = format!(
                    "the outcome \"{name}\" is not larger than the one before it; list the outcomes from the lowest to the highest"
                );
                return Err(self.error(raw, reason));
            }
            last = Some(number);
        }
        Scale::try_new(names).map_err(|error| self.error(raw, error.0))
    }

    fn outcome(
        &self,
        raw: &'t RawValue,
        what: &str,
        scale: &Scale,
    ) -> Result<Outcome, ChanceGraphError> {
        let text = self.string(raw, what)?;
        scale.find(&text).ok_or_else(|| {
            let known = scale.names().join(", ");
            self.error(raw, format!("{what} is one of {known}, not \"{text}\""))
        })
    }

    /// Whether a node is finished, or whose turn it is.
    fn turn(
        &self,
        at: &'t RawValue,
        name: &str,
        node: &NodeText<'t>,
        scale: &Scale,
    ) -> Result<Turn, ChanceGraphError> {
        let wrong = |what: &str| Err(self.error(at, format!("the node \"{name}\" {what}")));
        let turn = match (node.value, node.player, &node.moves) {
            (Some(value), None, None) => Turn::Over(self.outcome(value, "a value", scale)?),
            (None, Some(_), Some(moves)) if moves.is_empty() => {
                return wrong("has no moves; a finished one has a value");
            }
            (None, Some(player), Some(_)) => match self.string(player, "a player")?.as_str() {
                "max" => Turn::Max,
                "min" => Turn::Min,
                "chance" => Turn::Chance,
                other => {
                    let reason = format!("a player is max, min or chance, not \"{other}\"");
                    return Err(self.error(player, reason));
                }
            },
            (None, None, None) => return wrong("has neither a value nor a player and moves"),
            (Some(_), _, _) => {
                return wrong("has a value, so it can have neither player nor moves");
            }
            (None, Some(_), None) => return wrong("has a player but no moves"),
            (None, None, Some(_)) => return wrong("has moves but no player"),
        };
        match (turn, node.weights) {
            (Turn::Chance, None) => wrong(
                "is a chance node without weights; add one positive whole number for each move",
            ),
            (Turn::Chance, Some(_)) | (_, None) => Ok(turn),
            (_, Some(raw)) => {
                let reason =
                    format!("the node \"{name}\" has weights, which only chance nodes have");
                Err(self.error(raw, reason))
            }
        }
    }

    /// Adds the moves of a node, with their weights.
    fn moves(
        &self,
        builder: &mut ChanceGraphBuilder,
        ids: &HashMap<String, u32>,
        id: u32,
        at: &'t RawValue,
        node: &NodeText<'t>,
    ) -> Result<(), ChanceGraphError> {
        let moves = node.moves.as_deref().unwrap_or_default();
        let weights = match node.weights {
            Some(raw) => self.weights(raw, at, moves.len())?,
            None => vec![1; moves.len()],
        };
        let mut names: Vec<String> = Vec::new();
        for (raw, weight) in moves.iter().zip(weights) {
            let (name, target, target_raw) = self.named_move(raw)?;
            if names.contains(&name) {
                return Err(self.error(raw, format!("a second move named \"{name}\" in one node")));
            }
            builder.named(id, self.find(ids, target_raw, &target)?, name.clone(), weight);
            names.push(name);
        }
        Ok(())
    }

    fn weights(
        &self,
        raw: &'t RawValue,
        at: &'t RawValue,
        moves: usize,
    ) -> Result<Vec<u64>, ChanceGraphError> {
        let list: Vec<&'t RawValue> = serde_json::from_str(raw.get())
            .map_err(|_| self.error(raw, "weights is a list of positive whole numbers"))?;
        if list.len() != moves {
            let name = self.string(at, "the name of a node")?;
            let reason = format!(
                "the node \"{name}\" has {moves} moves and {} weights; give one weight for each move",
                list.len()
            );
            return Err(self.error(raw, reason));
        }
        let mut weights = Vec::with_capacity(moves);
        for item in list {
            match serde_json::from_str::<u64>(item.get()) {
                Ok(weight) if weight > 0 => weights.push(weight),
                _ => {
                    let reason = format!(
                        "a weight is a positive whole number below 2^63, not {}",
                        item.get()
                    );
                    return Err(self.error(item, reason));
                }
            }
        }
        match total_weight(weights.iter().copied()) {
            Some(_) => Ok(weights),
            None => Err(self.error(
                raw,
                "the weights of a node add up to less than 2^63; divide them by a common number",
            )),
        }
    }

    fn find(
        &self,
        ids: &HashMap<String, u32>,
        raw: &'t RawValue,
        name: &str,
    ) -> Result<u32, ChanceGraphError> {
        ids.get(name)
            .copied()
            .ok_or_else(|| self.error(raw, format!("there is no node named \"{name}\"")))
    }

    /// A move's name, the node it leads to, and where that is written.
    fn named_move(
        &self,
        raw: &'t RawValue,
    ) -> Result<(String, String, &'t RawValue), ChanceGraphError> {
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
