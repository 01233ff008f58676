//! Reads explicit games from JSON, as `docs/certificate.md` specifies them. Every error names line and column.

use foregone_game::graph::GraphBuilder;
use foregone_game::graph_text::{GraphText, NodeKind, NodeText, Raw};
use foregone_game::{Graph, Outcome, Player, Scale};

pub use foregone_game::graph_text::GraphFileError;

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
    let file = GraphText::read(bytes)?;
    let outcomes: Vec<String> = serde_json::from_str(file.outcomes.get()).map_err(|_| {
        file.error(file.outcomes, "outcomes is a list of names, worst for Max first")
    })?;
    let scale = Scale::try_new(outcomes).map_err(|error| file.error(file.outcomes, error.0))?;
    let mut builder = GraphBuilder::new(scale.clone());
    for node in &file.nodes {
        add(&mut builder, &file, node, &scale)?;
    }
    for (id, node) in (0..).zip(&file.nodes) {
        if let NodeKind::Turn { moves, .. } = &node.kind {
            for (name, target) in moves {
                builder.named_edge(id, *target, name.clone());
            }
        }
    }
    let start = file.start_node()?;
    let graph = builder.build(start).map_err(|error| file.error(file.start, error.0))?;
    let repetition = match file.repetition {
        Some(raw) => Some(repetition(&file, raw, &scale)?),
        None => None,
    };
    Ok(GraphFile { graph, repetition, about: file.about })
}

/// Adds a node without its moves.
fn add<'t>(
    builder: &mut GraphBuilder,
    file: &GraphText<'t>,
    node: &NodeText<'t>,
    scale: &Scale,
) -> Result<(), GraphFileError> {
    if let Some(raw) = node.weights {
        return Err(file.error(raw, "weights are for nodes of chance, and this graph has none"));
    }
    match &node.kind {
        NodeKind::Over(value) => {
            let name = file.string(value, "an outcome")?;
            let outcome = scale.find(&name).ok_or_else(|| {
                let known = scale.names().join(", ");
                file.error(value, format!("unknown outcome \"{name}\"; the outcomes are {known}"))
            })?;
            builder.over(&node.name, outcome);
        }
        NodeKind::Turn { player: raw, .. } => {
            let player = match file.string(raw, "a player")?.as_str() {
                "max" => Player::Max,
                "min" => Player::Min,
                other => {
                    let reason = format!("a player is max or min, not \"{other}\"");
                    return Err(file.error(raw, reason));
                }
            };
            builder.turn(&node.name, player);
        }
    }
    Ok(())
}

/// What infinite play is worth.
fn repetition<'t>(
    file: &GraphText<'t>,
    raw: Raw<'t>,
    scale: &Scale,
) -> Result<Outcome, GraphFileError> {
    let text = file.string(raw, "repetition")?;
    scale.find(&text).ok_or_else(|| {
        let known = scale.names().join(", ");
        let word = text.to_lowercase();
        file.error(raw, if JUDGED_BY_THE_LINE.iter().any(|rule| word.contains(rule)) {
            format!(
                "repetition is the outcome of infinite play, one of {known}; a rule like \"{text}\" makes values depend on the line of play, so the line has to be part of the position: write a node for every position and history"
            )
        } else {
            format!("repetition is the outcome of infinite play, one of {known}, not \"{text}\"")
        })
    })
}
