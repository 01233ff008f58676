//! From instances to gates. A role makes exactly one move, so that "one of these moves" is "none of the others".

use foldhash::{HashMap, HashSet};

use super::gates::{FALSE, Gates, Literal, Node, TRUE};
use super::sentences::{NONE, Role, Sentences};
use super::ternary::Known;
use crate::ground::{Instance, TermId};

/// A group of sentences that depend on each other: slots, and what they become in each round.
#[derive(Clone, Debug)]
pub(crate) struct Loop {
    /// Pairs of a slot and the literal of its sentence.
    pub slots: Vec<(u32, Literal)>,
}

/// Moves of a role, as inputs: the sentence `does`, and the number of the input.
pub(super) struct Inputs {
    /// For every sentence: the number of the part of the state, or of the move, that it is.
    pub number: Vec<u32>,
    /// For every role, its moves as inputs.
    pub moves: Vec<Vec<u32>>,
    /// The role of a move, by its input.
    pub role_of: Vec<usize>,
}

/// Gates for the sentences that are wanted.
pub(super) struct Builder<'g> {
    sentences: &'g Sentences<'g>,
    known: &'g [Known],
    inputs: &'g Inputs,
    pub gates: Gates,
    pub loops: Vec<Loop>,
    /// The literal of each sentence that has been built.
    literal: Vec<Literal>,
    move_literal: Vec<Literal>,
}

impl<'g> Builder<'g> {
    pub(super) fn new(
        sentences: &'g Sentences<'g>,
        known: &'g [Known],
        inputs: &'g Inputs,
        states: usize,
    ) -> Builder<'g> {
        let mut gates = Gates::new();
        let state: Vec<Literal> =
            (0..states as u32).map(|at| gates.leaf(Node::State(at))).collect();
        let moves = inputs.role_of.len() as u32;
        let move_literal: Vec<Literal> = (0..moves).map(|at| gates.leaf(Node::Move(at))).collect();
        let mut literal = vec![NONE; sentences.roles.len()];
        for (sentence, slot) in literal.iter_mut().enumerate() {
            *slot = match (known[sentence].constant(), sentences.roles[sentence]) {
                (Some(value), _) => u32::from(value),
                (None, Role::True(_)) => state[inputs.number[sentence] as usize],
                (None, Role::Does) => move_literal[inputs.number[sentence] as usize],
                _ => NONE,
            };
        }
        Builder { sentences, known, inputs, gates, loops: Vec::new(), literal, move_literal }
    }

    /// Builds what these sentences need, and gives back their literals.
    pub(super) fn build(&mut self, wanted: &[u32]) -> Vec<Literal> {
        let mut needed: HashSet<u32> = HashSet::default();
        let mut open = wanted.to_vec();
        while let Some(sentence) = open.pop() {
            if self.literal[sentence as usize] == NONE && needed.insert(sentence) {
                let conditions = self
                    .possible(sentence)
                    .flat_map(|instance| self.sentences.ground.conditions(instance));
                open.extend(conditions.map(|condition| condition >> 1));
            }
        }
        for group in &self.sentences.order {
            if !group.iter().any(|member| needed.contains(member)) {
                continue;
            }
            if self.sentences.is_recursive(group) {
                self.build_loop(group);
            } else if self.literal[group[0] as usize] == NONE {
                self.literal[group[0] as usize] = self.sentence(group[0]);
            }
        }
        wanted.iter().map(|&sentence| self.literal[sentence as usize]).collect()
    }

    fn build_loop(&mut self, group: &[u32]) {
        let open: Vec<u32> =
            group.iter().copied().filter(|&member| self.literal[member as usize] == NONE).collect();
        for &member in &open {
            let number = self.gates.nodes.len() as u32;
            self.literal[member as usize] = self.gates.leaf(Node::Slot(number));
        }
        let slots: Vec<(u32, Literal)> = open
            .iter()
            .map(|&member| (self.literal[member as usize] >> 1, self.sentence(member)))
            .collect();
        if !slots.is_empty() {
            self.loops.push(Loop { slots });
        }
    }

    /// The instances of a sentence that can apply.
    fn possible(&self, sentence: u32) -> impl Iterator<Item = &'g Instance> + use<'g> {
        let (ground, known) = (self.sentences.ground, self.known);
        self.sentences.instances(sentence).filter(move |instance| {
            ground.conditions(instance).iter().all(|&condition| {
                known[(condition >> 1) as usize].constant() != Some(condition & 1 == 1)
            })
        })
    }

    /// One of the instances applies.
    fn sentence(&mut self, sentence: u32) -> Literal {
        let mut any: Vec<Literal> = Vec::new();
        let mut by_rest: HashMap<(usize, Vec<Literal>), Vec<u32>> = HashMap::default();
        let mut groups: Vec<(usize, Vec<Literal>)> = Vec::new();
        let possible: Vec<&Instance> = self.possible(sentence).collect();
        for instance in possible {
            let (mut rest, mut made) = (Vec::new(), Vec::new());
            for &condition in self.sentences.ground.conditions(instance) {
                let at = (condition >> 1) as usize;
                let literal = self.literal[at] ^ (condition & 1);
                match condition & 1 == 0 && self.is_open_move(at) {
                    true => made.push(self.inputs.number[at]),
                    false if literal == TRUE => {}
                    false => rest.push(literal),
                }
            }
            if let [mv] = made[..] {
                rest.sort_unstable();
                let key = (self.inputs.role_of[mv as usize], rest);
                let moves = by_rest.entry(key.clone()).or_default();
                if moves.is_empty() {
                    groups.push(key);
                }
                moves.push(mv);
            } else {
                rest.extend(made.iter().map(|&mv| self.move_literal[mv as usize]));
                any.push(self.gates.and(rest));
            }
        }
        for key in groups {
            let moves = by_rest.remove(&key).unwrap_or_default();
            let (role, mut rest) = key;
            rest.push(self.one_of(role, moves));
            any.push(self.gates.and(rest));
        }
        if any.contains(&TRUE) { TRUE } else { self.gates.or(any) }
    }

    fn is_open_move(&self, sentence: usize) -> bool {
        self.sentences.roles[sentence] == Role::Does && self.known[sentence].constant().is_none()
    }

    /// The role makes one of the moves.
    fn one_of(&mut self, role: usize, mut moves: Vec<u32>) -> Literal {
        moves.sort_unstable();
        moves.dedup();
        let all = &self.inputs.moves[role];
        let literals =
            |moves: &[u32]| moves.iter().map(|&mv| self.move_literal[mv as usize]).collect();
        if 2 * moves.len() <= all.len() {
            let any = literals(&moves);
            return self.gates.or(any);
        }
        let others: Vec<u32> =
            all.iter().copied().filter(|mv| moves.binary_search(mv).is_err()).collect();
        let any = literals(&others);
        if others.is_empty() { TRUE } else { self.gates.or(any) ^ 1 }
    }
}

/// The inputs: which parts of the state are not constant, and which moves can be made.
pub(super) fn inputs(
    sentences: &Sentences<'_>,
    known: &[Known],
    roles: &[TermId],
    states: &[u32],
    moves: &[Vec<(u32, TermId)>],
) -> Inputs {
    let mut number = vec![NONE; sentences.roles.len()];
    for (at, &sentence) in states.iter().enumerate() {
        number[sentence as usize] = at as u32;
    }
    let (mut by_role, mut role_of) = (vec![Vec::new(); roles.len()], Vec::new());
    for (role, list) in moves.iter().enumerate() {
        for &(sentence, _) in list {
            number[sentence as usize] = role_of.len() as u32;
            by_role[role].push(role_of.len() as u32);
            role_of.push(role);
        }
    }
    debug_assert!(known.len() == number.len() && FALSE == 0);
    Inputs { number, moves: by_role, role_of }
}
