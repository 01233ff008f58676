//! The network of a game: what is constant, and code for what follows from a state and for the state after the moves.

mod analysis;
mod build;
mod gates;
mod pairs;
mod program;
mod sentences;
mod specialized;
mod ternary;

pub(crate) use program::{Program, read};

use build::{Builder, inputs};
use foldhash::HashSet;
use gates::{Gates, Literal};
use sentences::{NONE, Role, Sentences};
use ternary::simulate;

use crate::error::Error;
use crate::ground::{Ground, TermId};
use crate::rules::RuleSet;

/// A game as code. Sentences, moves and goals are in the order of their text.
pub(crate) struct Network {
    /// The parts of the state that vary, as text.
    pub states: Vec<String>,
    /// The sentences that hold in every state.
    pub always: Vec<String>,
    /// Which parts of the state hold at the start.
    pub initial: Vec<bool>,
    /// The moves of each role, as text.
    pub moves: Vec<Vec<String>>,
    /// The values of the goals of each role, as text.
    pub goals: Vec<Vec<String>>,
    /// From a state: whether play is over; which moves are legal, role by role; which goals hold, role by role.
    pub status: Program,
    /// From a state and the moves: the next state.
    pub next: Program,
}

/// A sentence of the ground program with its text.
type Named = (u32, TermId, String);

impl Network {
    pub(crate) fn new(ground: &Ground, set: &RuleSet) -> Result<Network, Error> {
        let sentences = Sentences::new(ground, set)?;
        let known = simulate(&sentences);
        let text = |term: TermId| ground.terms.write(&set.symbols, term);
        let all = |pick: &dyn Fn(Role) -> Option<TermId>| {
            let mut found: Vec<Named> = (0..sentences.roles.len() as u32)
                .filter(|&sentence| known[sentence as usize].can)
                .filter_map(|sentence| {
                    pick(sentences.roles[sentence as usize])
                        .map(|term| (sentence, term, text(term)))
                })
                .collect();
            found.sort_by(|one, other| one.2.cmp(&other.2));
            found
        };
        let truths = all(&|role| match role {
            Role::True(term) => Some(term),
            _ => None,
        });
        let (always, states): (Vec<Named>, Vec<Named>) =
            truths.into_iter().partition(|(sentence, _, _)| known[*sentence as usize].must);
        let by_role = |pick: &dyn Fn(Role, TermId) -> Option<TermId>| -> Vec<Vec<Named>> {
            ground.roles.iter().map(|&name| all(&|role| pick(role, name))).collect()
        };
        let legal = by_role(&|role, name| match role {
            Role::Legal(who, mv) if who == name => Some(mv),
            _ => None,
        });
        let goals = by_role(&|role, name| match role {
            Role::Goal(who, value) if who == name => Some(value),
            _ => None,
        });
        // The move of each legal sentence, as an input.
        let mut does = vec![NONE; sentences.roles.len()];
        for (sentence, &source) in sentences.source.iter().enumerate() {
            if sentences.roles[sentence] == Role::Does && source != NONE {
                does[source as usize] = sentence as u32;
            }
        }
        let moves: Vec<Vec<(u32, TermId)>> = legal
            .iter()
            .map(|list| list.iter().map(|(legal, mv, _)| (does[*legal as usize], *mv)).collect())
            .collect();
        let numbers: Vec<u32> = states.iter().map(|(sentence, _, _)| *sentence).collect();
        let inputs = inputs(&sentences, &known, &ground.roles, &numbers, &moves);
        let move_count = inputs.role_of.len();
        let mut builder = Builder::new(&sentences, &known, &inputs, numbers.len());
        let terminal = (0..sentences.roles.len() as u32)
            .find(|&sentence| sentences.roles[sentence as usize] == Role::Terminal);
        let mut status_of: Vec<u32> = terminal.into_iter().collect();
        status_of.extend(legal.iter().chain(&goals).flatten().map(|(sentence, _, _)| *sentence));
        let mut status = builder.build(&status_of);
        if terminal.is_none() {
            status.insert(0, gates::FALSE);
        }
        let (next_of, lost): (Vec<u32>, Vec<bool>) = numbers
            .iter()
            .map(|&sentence| sentences.source[sentence as usize])
            .map(|source| (source, source == NONE))
            .unzip();
        let built: Vec<u32> = next_of.iter().copied().filter(|&source| source != NONE).collect();
        let mut built = builder.build(&built).into_iter();
        let next: Vec<Literal> = lost
            .iter()
            .map(|&lost| if lost { gates::FALSE } else { built.next().unwrap_or(gates::FALSE) })
            .collect();
        let (mut gates, loops) = (builder.gates, builder.loops);
        let wanted = cone(&gates, status.iter().chain(&next), &loops);
        pairs::extract(&mut gates, &wanted);
        let status_loops = loops_of(&gates, &status, &loops);
        let next_loops = loops_of(&gates, &next, &loops);
        let states_count = numbers.len();
        let texts = |list: Vec<Named>| list.into_iter().map(|(_, _, text)| text).collect();
        Ok(Network {
            initial: states.iter().map(|(_, term, _)| ground.initial.contains(term)).collect(),
            states: texts(states),
            always: texts(always),
            moves: legal.into_iter().map(texts).collect(),
            goals: goals.into_iter().map(texts).collect(),
            status: Program::new(&gates, &status_loops, &status, states_count, move_count),
            next: Program::new(&gates, &next_loops, &next, states_count, move_count),
        })
    }

    /// The outputs of the code for all states that say which moves of a role are legal.
    pub(crate) fn legal(&self, role: usize) -> &[u32] {
        let before = if role == 0 { 0 } else { self.moves[0].len() };
        &self.status.outputs[1 + before..][..self.moves[role].len()]
    }
}

/// The conjunctions below some literals.
fn cone<'l>(
    gates: &Gates,
    roots: impl Iterator<Item = &'l Literal>,
    loops: &[build::Loop],
) -> Vec<u32> {
    let mut seen: HashSet<u32> = HashSet::default();
    let mut open: Vec<u32> = roots.map(|literal| literal >> 1).collect();
    open.extend(loops.iter().flat_map(|each| &each.slots).map(|(_, result)| result >> 1));
    while let Some(node) = open.pop() {
        if seen.insert(node) {
            open.extend(gates.operands(node).iter().map(|literal| literal >> 1));
        }
    }
    let mut found: Vec<u32> =
        seen.into_iter().filter(|&node| gates.operands(node).len() > 1).collect();
    found.sort_unstable();
    found
}

/// The loops that some literals need, in their order.
fn loops_of(gates: &Gates, roots: &[Literal], loops: &[build::Loop]) -> Vec<build::Loop> {
    let mut needed = vec![false; loops.len()];
    let mut seen: HashSet<u32> = HashSet::default();
    let mut open: Vec<u32> = roots.iter().map(|literal| literal >> 1).collect();
    while let Some(node) = open.pop() {
        if !seen.insert(node) {
            continue;
        }
        open.extend(gates.operands(node).iter().map(|literal| literal >> 1));
        if let Some(number) =
            loops.iter().position(|each| each.slots.iter().any(|slot| slot.0 == node))
        {
            needed[number] = true;
            open.extend(loops[number].slots.iter().map(|(_, result)| result >> 1));
        }
    }
    let kept = loops.iter().zip(&needed).filter(|(_, needed)| **needed);
    kept.map(|(each, _)| each.clone()).collect()
}
