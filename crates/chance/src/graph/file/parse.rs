//! From the text of a graph file to a graph.

use foregone_game::graph_text::{GraphFileError, GraphText, NodeKind, NodeText, Raw};
use foregone_game::{Outcome, Scale};

use super::ChanceGraphFile;
use crate::fraction::{self, Fraction};
use crate::game::Turn;
use crate::graph::ChanceGraphBuilder;
use crate::graph::build::total_weight;

pub(super) fn read(bytes: &[u8]) -> Result<ChanceGraphFile, GraphFileError> {
    let file = GraphText::read(bytes)?;
    let scale = read_scale(&file)?;
    let mut builder = ChanceGraphBuilder::new(scale.clone());
    for node in &file.nodes {
        builder.node(&node.name, turn(&file, node, &scale)?);
    }
    for (id, node) in (0..).zip(&file.nodes) {
        let NodeKind::Turn { moves, .. } = &node.kind else { continue };
        let weights = match node.weights {
            Some(raw) => weights(&file, raw, &node.name, moves.len())?,
            None => vec![1; moves.len()],
        };
        for ((name, target), weight) in moves.iter().zip(weights) {
            builder.named(id, *target, name.clone(), weight);
        }
    }
    let start = file.start_node()?;
    let graph = builder.build(start).map_err(|error| file.error(file.start, error.0))?;
    let repetition = match file.repetition {
        Some(raw) => Some(outcome(&file, raw, "repetition", &scale)?),
        None => None,
    };
    Ok(ChanceGraphFile { graph, repetition, about: file.about })
}

/// Outcomes are numbers that rise, so that the scale and the worths agree.
fn read_scale(file: &GraphText<'_>) -> Result<Scale, GraphFileError> {
    let wrong = |reason: String| file.error(file.outcomes, reason);
    let names: Vec<String> = serde_json::from_str(file.outcomes.get()).map_err(|_| {
        wrong("outcomes is a list of numbers in quotes, worst for Max first".to_owned())
    })?;
    let mut last: Option<Fraction> = None;
    for name in &names {
        let number = fraction::read(name).ok_or_else(|| {
            wrong(format!("the outcome \"{name}\" of a graph with chance is a number in quotes, such as \"-3\" or \"1/2\""))
        })?;
        if last.as_ref().is_some_and(|last| number <= *last) {
            return Err(wrong(format!(
                "the outcome \"{name}\" is not larger than the one before it; list the outcomes from the lowest to the highest"
            )));
        }
        last = Some(number);
    }
    Scale::try_new(names).map_err(|error| wrong(error.0))
}

fn outcome<'t>(
    file: &GraphText<'t>,
    raw: Raw<'t>,
    what: &str,
    scale: &Scale,
) -> Result<Outcome, GraphFileError> {
    let text = file.string(raw, what)?;
    scale.find(&text).ok_or_else(|| {
        let known = scale.names().join(", ");
        file.error(raw, format!("{what} is one of {known}, not \"{text}\""))
    })
}

/// Whether a node is finished, or whose turn it is.
fn turn<'t>(
    file: &GraphText<'t>,
    node: &NodeText<'t>,
    scale: &Scale,
) -> Result<Turn, GraphFileError> {
    let turn = match &node.kind {
        NodeKind::Over(value) => Turn::Over(outcome(file, value, "a value", scale)?),
        NodeKind::Turn { player, .. } => match file.string(player, "a player")?.as_str() {
            "max" => Turn::Max,
            "min" => Turn::Min,
            "chance" => Turn::Chance,
            other => {
                let reason = format!("a player is max, min or chance, not \"{other}\"");
                return Err(file.error(player, reason));
            }
        },
    };
    let name = &node.name;
    match (turn, node.weights) {
        (Turn::Chance, None) => Err(file.error_at_node(
            node,
            format!("the node \"{name}\" is a chance node without weights; add one positive whole number for each move"),
        )),
        (Turn::Chance, Some(_)) | (_, None) => Ok(turn),
        (_, Some(raw)) => {
            let reason = format!("the node \"{name}\" has weights, which only chance nodes have");
            Err(file.error(raw, reason))
        }
    }
}

fn weights<'t>(
    file: &GraphText<'t>,
    raw: Raw<'t>,
    name: &str,
    moves: usize,
) -> Result<Vec<u64>, GraphFileError> {
    let list: Vec<Raw<'t>> = serde_json::from_str(raw.get())
        .map_err(|_| file.error(raw, "weights is a list of positive whole numbers"))?;
    if list.len() != moves {
        let reason = format!(
            "the node \"{name}\" has {moves} moves and {} weights; give one weight for each move",
            list.len()
        );
        return Err(file.error(raw, reason));
    }
    let mut weights = Vec::with_capacity(moves);
    for item in list {
        match serde_json::from_str::<u64>(item.get()) {
            Ok(weight) if weight > 0 => weights.push(weight),
            _ => {
                let reason =
                    format!("a weight is a positive whole number below 2^63, not {}", item.get());
                return Err(file.error(item, reason));
            }
        }
    }
    match total_weight(weights.iter().copied()) {
        Some(_) => Ok(weights),
        None => Err(file.error(
            raw,
            "the weights of a node add up to less than 2^63; divide them by a common number",
        )),
    }
}
