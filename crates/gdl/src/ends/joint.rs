//! Moves that both roles may make at once, and what the next state is after them, as gates over the state before.

use super::facts::{Facts, add, has, outputs, parts};
use super::groups::Groups;
use crate::game::Compiled;

/// A move of each role, with what is known of the states in which both are legal and play is not over.
pub(super) struct Joint {
    pub moves: [usize; 2],
    pub facts: Facts,
}

/// More pairs of moves than this are not looked at.
const PAIRS: usize = 50_000;

/// A move that can be legal, with what is known of the states in which it is and play is not over.
pub(super) struct Legal {
    facts: Facts,
    /// The parts of the state that decide whether it is legal.
    support: Vec<u32>,
}

/// What is known where each move of each role is legal.
pub(super) fn legal_moves(game: &Compiled) -> [Vec<Legal>; 2] {
    let network = &game.network;
    let states = network.states.len();
    let facts = outputs(&network.status, states);
    let goes_on = facts[0][0];
    let parts_of = |support: &Vec<u64>| {
        let is_set = |state: &u32| support[*state as usize / 64] >> (state % 64) & 1 == 1;
        (0..states as u32).filter(is_set).collect()
    };
    let supports = network.status.supports();
    let mut all = facts.iter().zip(&supports).skip(1).map(|([_, holds], support)| Legal {
        facts: holds.and(&goes_on),
        support: parts_of(support),
    });
    [0, 1].map(|role: usize| all.by_ref().take(network.moves[role].len()).collect())
}

/// Adds what follows for single parts of the state: one with which the move is not legal fails, and one without which it is not
/// holds. False if no state is like this.
fn refine(
    game: &Compiled,
    output: usize,
    legal: &Legal,
    groups: &Groups,
    facts: &mut Facts,
) -> bool {
    let states = game.network.states.len();
    let is_open = |state: &u32| !has(&facts.holds, *state) && !has(&facts.fails, *state);
    // Parts that exclude what decides are looked at, too.
    let groups_of = |state: &u32| groups.of[*state as usize].iter();
    let related = legal.support.iter().flat_map(groups_of);
    let mut open: Vec<u32> =
        related.flat_map(|&group| parts(&groups.all[group as usize].members)).collect();
    open.extend(&legal.support);
    open.retain(is_open);
    open.sort_unstable();
    open.dedup();
    let before = *facts;
    for part in open.chunks(32) {
        let (mut must, mut can) = (vec![0u64; states], vec![0u64; states]);
        let mut excluded = 0u64;
        // Two lanes for each part: it fails, it holds.
        for (lane, &state) in part.iter().flat_map(|state| [state, state]).enumerate() {
            let mut case = before;
            add(if lane % 2 == 0 { &mut case.fails } else { &mut case.holds }, state);
            excluded |= u64::from(!groups.close(&mut case)) << lane;
            for state in 0..states as u32 {
                must[state as usize] |= u64::from(has(&case.holds, state)) << lane;
                can[state as usize] |= u64::from(!has(&case.fails, state)) << lane;
            }
        }
        let status = game.network.status.ternary(&must, &can);
        // Play is over, or the move is not legal.
        excluded |= status[0].0 | !status[output].1;
        for (number, &state) in part.iter().enumerate() {
            match excluded >> (2 * number) & 3 {
                0 => {}
                1 => add(&mut facts.holds, state),
                2 => add(&mut facts.fails, state),
                _ => return false,
            }
        }
    }
    groups.close(facts)
}

/// All pairs of moves that some state allows, as far as the groups tell; none if there are too many.
pub(super) fn joints(
    next: &mut NextState<'_>,
    legal: &[Vec<Legal>; 2],
    groups: &Groups,
) -> Option<Vec<Joint>> {
    let mut closed = [Vec::new(), Vec::new()];
    for (role, closed) in closed.iter_mut().enumerate() {
        let first = 1 + if role == 0 { 0 } else { legal[0].len() };
        for (mv, legal) in legal[role].iter().enumerate() {
            let mut facts = legal.facts;
            if facts.is_contradiction() || !groups.close(&mut facts) {
                continue;
            }
            let sweeps = 1 + legal.support.len() / 8;
            next.work += (sweeps * next.game.network.status.value_count()) as u64;
            next.work += (legal.support.len() * groups.all.len() * 64) as u64;
            if next.is_exhausted() {
                return None;
            }
            if refine(next.game, first + mv, legal, groups, &mut facts) {
                closed.push((mv, facts));
            }
        }
    }
    let mut found = Vec::new();
    let [firsts, seconds] = &closed;
    for (one, first) in firsts {
        for (other, second) in seconds {
            if first.contradicts(second) {
                continue;
            }
            let mut facts = first.and(second);
            if groups.close(&mut facts) {
                found.push(Joint { moves: [*one, *other], facts });
            }
            if found.len() > PAIRS {
                return None;
            }
        }
    }
    Some(found)
}

/// The next state as gates over the state before, when the moves and a part of the state are known. Literals are twice the
/// number of a node, and one more for its negation: node 0 never holds, the parts of the state follow, then the unknown values of
/// recursive relations, then gates.
pub(super) struct NextState<'g> {
    game: &'g Compiled,
    /// The literal of each value of the program.
    literal: Vec<u32>,
    /// How many nodes are no gates.
    leaves: usize,
    gates: Vec<[u32; 2]>,
    /// Nodes that were visited, by the number of the visit.
    seen: Vec<u32>,
    visit: u32,
    /// Steps that were taken.
    pub work: u64,
    /// Steps after which no proof is looked for any more.
    most: u64,
}

impl NextState<'_> {
    pub(super) fn new(game: &Compiled, most: u64) -> NextState<'_> {
        let next = &game.network.next;
        NextState {
            game,
            literal: vec![0; next.value_count()],
            leaves: 1 + game.network.states.len() + next.slots().len(),
            gates: Vec::new(),
            seen: Vec::new(),
            visit: 0,
            work: 0,
            most,
        }
    }

    /// Whether there were too many steps.
    pub(super) fn is_exhausted(&self) -> bool {
        self.work > self.most
    }

    /// Finds the next state after two moves.
    pub(super) fn set(&mut self, joint: &Joint) {
        self.work += 4 * self.literal.len() as u64;
        let network = &self.game.network;
        let states = network.states.len();
        self.literal.fill(0);
        for state in 0..states as u32 {
            self.literal[1 + state as usize] = self.before(&joint.facts, state);
        }
        let [one, other] = joint.moves;
        self.literal[1 + states + one] = 1;
        self.literal[1 + states + network.moves[0].len() + other] = 1;
        for (node, slot) in (1 + states..).zip(network.next.slots()) {
            self.literal[slot] = 2 * node as u32;
        }
        self.gates.clear();
        let (literal, gates, leaves) = (&mut self.literal, &mut self.gates, self.leaves);
        network.next.each_gate(|place, inputs| {
            let [a, b] = inputs.map(|input| literal[(input >> 1) as usize] ^ (input & 1));
            let [a, b] = [a.min(b), a.max(b)];
            literal[place] = match (a, b) {
                (0, _) => 0,
                (1, other) => other,
                (a, b) if a == b => a,
                (a, b) if a ^ 1 == b => 0,
                _ => {
                    gates.push([a, b]);
                    2 * (leaves + gates.len() - 1) as u32
                }
            };
        });
        self.seen.clear();
        self.seen.resize(self.leaves + self.gates.len(), 0);
        self.visit = 0;
    }

    /// A part of the state before the moves.
    pub(super) fn before(&self, facts: &Facts, state: u32) -> u32 {
        match (has(&facts.holds, state), has(&facts.fails, state)) {
            (true, _) => 1,
            (_, true) => 0,
            _ => 2 * (1 + state),
        }
    }

    /// A part of the state after the moves.
    pub(super) fn after(&self, state: u32) -> u32 {
        let output = self.game.network.next.outputs[state as usize];
        self.literal[(output >> 1) as usize] ^ (output & 1)
    }

    /// How many nodes there are.
    pub(super) fn nodes(&self) -> usize {
        self.leaves + self.gates.len()
    }

    /// The part of the state that a node is.
    pub(super) fn state_of(&self, node: u32) -> Option<u32> {
        (1..=self.game.network.states.len() as u32).contains(&node).then(|| node - 1)
    }

    /// The leaves that some literals depend on, and their gates, lowest first.
    pub(super) fn cone(&mut self, literals: &[u32]) -> (Vec<u32>, Vec<u32>) {
        self.visit += 1;
        let (mut inputs, mut gates) = (Vec::new(), Vec::new());
        let mut open: Vec<u32> = literals.iter().map(|literal| literal >> 1).collect();
        while let Some(node) = open.pop() {
            if node == 0
                || core::mem::replace(&mut self.seen[node as usize], self.visit) == self.visit
            {
                continue;
            }
            match (node as usize).checked_sub(self.leaves) {
                None => inputs.push(node),
                Some(gate) => {
                    gates.push(node);
                    open.extend(self.gates[gate].map(|literal| literal >> 1));
                }
            }
        }
        inputs.sort_unstable();
        gates.sort_unstable();
        self.work += (inputs.len() + 4 * gates.len()) as u64;
        (inputs, gates)
    }

    /// Computes gates in 64 lanes, lowest first.
    pub(super) fn run(&self, gates: &[u32], values: &mut [u64]) {
        for &gate in gates {
            let [a, b] = self.gates[gate as usize - self.leaves];
            values[gate as usize] = value(values, a) & value(values, b);
        }
    }
}

/// The value of a literal in 64 lanes.
pub(super) fn value(values: &[u64], literal: u32) -> u64 {
    values[(literal >> 1) as usize] ^ 0u64.wrapping_sub(u64::from(literal & 1))
}
