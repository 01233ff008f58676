//! Reading graph files.

use std::collections::{HashMap, HashSet};

use super::{Graph, Node, Player};
use crate::failure::{Failure, quote};
use crate::json::Json;
use crate::limits::Meter;
use crate::number;

/// The two forms of a graph file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::rules) enum Form {
    /// Two players move.
    WithoutChance,
    /// Chance may move, and outcomes are numbers.
    WithChance,
}

/// The largest number of moves of a node, in files with chance.
const MOVES: usize = u16::MAX as usize;

impl Graph {
    /// The error is a sentence; it has no meaning if the meter has reached a limit.
    pub(in crate::rules) fn from_file(
        bytes: &[u8],
        form: Form,
        meter: &Meter<'_>,
    ) -> Result<Graph, String> {
        let counted = |result: Result<(), Failure>| result.map_err(|failure| failure.to_string());
        let mut members = Members::of(Json::read(bytes, meter)?, "the file")?;
        let outcomes = read_outcomes(members.take("outcomes")?)?;
        if form == Form::WithChance {
            check_numbers(&outcomes)?;
        }
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
                read_node(node, (&what, form), &outcomes, &index)
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

/// Compares the outcomes of a file with chance: they are numbers that rise.
fn check_numbers(outcomes: &[String]) -> Result<(), String> {
    let mut last = None;
    for name in outcomes {
        let number = number::of_outcome(name);
        let Some(number) = number else {
            return Err(format!("the outcome {} is not a number", quote(name)));
        };
        if last.is_some_and(|last| number <= last) {
            return Err(format!("the outcome {} is not more than the one before it", quote(name)));
        }
        last = Some(number);
    }
    Ok(())
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
    (what, form): (&str, Form),
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
    let player = match (player.as_str(), form) {
        ("max", _) => Player::Max,
        ("min", _) => Player::Min,
        ("chance", Form::WithChance) => Player::Chance,
        (other, _) => {
            return Err(format!("the player of {what} is max or min, not {}", quote(other)));
        }
    };
    let weights = match player {
        Player::Chance => read_weights(members.take("weights")?, what, moves.len())?,
        _ => Box::default(),
    };
    members.nothing_left()?;
    if moves.is_empty() {
        return Err(format!("{what} has no moves and no value"));
    }
    if form == Form::WithChance && moves.len() > MOVES {
        return Err(format!("{what} has more than {MOVES} moves"));
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
    Ok(Node::Turn { player, moves: targets, weights })
}

/// The weights of a chance node with so many moves.
fn read_weights(weights: Json, what: &str, moves: usize) -> Result<Box<[u64]>, String> {
    let weights = weights.list(&format!("the member \"weights\" of {what}"))?;
    let positive = |weight: Json| match weight {
        Json::Integer(weight) if weight > 0 => Ok(weight),
        _ => Err(format!("a weight of {what} is not a positive integer below 2^63")),
    };
    let weights: Vec<u64> = weights.into_iter().map(positive).collect::<Result<_, _>>()?;
    if weights.len() != moves {
        let given = weights.len();
        return Err(format!("{what} has {moves} moves, but {given} weights"));
    }
    let sum = weights.iter().try_fold(0_u64, |sum, &weight| sum.checked_add(weight));
    match sum {
        Some(sum) if sum < 1 << 63 => Ok(weights.into()),
        _ => Err(format!("the weights of {what} do not add up to less than 2^63")),
    }
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
