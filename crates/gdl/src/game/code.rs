//! The code that a position runs: shorter code for either side to choose, where the state shows who does.
//!
//! Which parts of the state show it is guessed from random play. Whoever runs the shorter code looks first whether the state has
//! these parts, in every lane; otherwise it runs the code for all states. So nothing rests on the guess.

use super::compiled::Compiled;
use super::keys::samples;
use super::lanes::Lanes;
use crate::network::{Network, Program};

/// Code for what holds in a state, with the moves that can be legal.
#[derive(Clone)]
pub(crate) struct StatusCode {
    pub program: Program,
    /// For each role, the moves that can be legal, each with its output.
    pub legal: [Vec<(u32, u32)>; 2],
    /// For each role, the outputs of its goals.
    pub goals: [Vec<u32>; 2],
    /// Whether it pays to keep what is legal in a position until its moves are asked for: where that is less work than to
    /// compute it again.
    pub keeps_legal: bool,
}

impl StatusCode {
    fn new(program: Program, network: &Network) -> StatusCode {
        let mut outputs = program.outputs[1..].iter().copied();
        let legal: [Vec<(u32, u32)>; 2] = [0, 1].map(|role: usize| {
            let outputs = outputs.by_ref().take(network.moves[role].len());
            // The output 0 never holds.
            (0u32..).zip(outputs).filter(|(_, output)| *output != 0).collect()
        });
        let goals =
            [0, 1].map(|role: usize| outputs.by_ref().take(network.goals[role].len()).collect());
        let keeps_legal = program.gate_count() > 3 * legal.iter().map(Vec::len).sum::<usize>();
        StatusCode { program, legal, goals, keeps_legal }
    }
}

/// Code for states in which a certain role chooses.
#[derive(Clone)]
pub(crate) struct Side {
    /// Parts of the state that show it, and whether they hold.
    pub shown_by: Vec<(u32, bool)>,
    /// The only move of the other role.
    pub other: u32,
    pub status: StatusCode,
    pub next: Program,
}

/// The code of a game.
#[derive(Clone)]
pub(crate) struct Code {
    /// For all states.
    pub status: StatusCode,
    /// For states in which a role chooses.
    pub sides: [Option<Side>; 2],
}

impl Code {
    /// The code for what holds in a state, by its number: first that for all states, then those for either side.
    pub(crate) fn status(&self, number: usize) -> &StatusCode {
        let side = number.checked_sub(1).and_then(|side| self.sides[side].as_ref());
        side.map_or(&self.status, |side| &side.status)
    }
}

/// No more parts of a state are looked at.
const SHOWN_BY: usize = 8;

impl Code {
    /// The code for all states alone.
    pub(crate) fn general(network: &Network) -> Code {
        Code { status: StatusCode::new(network.status.clone(), network), sides: [None, None] }
    }

    /// The shorter code of a game that has the code for all states.
    pub(crate) fn sides(game: &Compiled) -> [Option<Side>; 2] {
        let seen = [Seen::new(game, 0), Seen::new(game, 1)];
        let states = 0..game.network.states.len() as u32;
        let shows = |state: &u32| {
            let [one, other] = [&seen[0], &seen[1]].map(|seen| seen.constant(*state));
            one.is_some() && other.is_some() && one != other
        };
        let shown_by: Vec<u32> = states.filter(shows).take(SHOWN_BY).collect();
        [0, 1].map(|role: usize| {
            let value = |&state: &u32| Some((state, seen[role].constant(state)?));
            let shown_by: Vec<(u32, bool)> = shown_by.iter().filter_map(value).collect();
            if shown_by.is_empty() { None } else { side(game, role, shown_by, seen[role].other?) }
        })
    }
}

fn side(game: &Compiled, role: usize, shown_by: Vec<(u32, bool)>, other: u32) -> Option<Side> {
    let states = game.network.states.len();
    let known = |input: usize| {
        shown_by.iter().find(|(state, _)| *state as usize == input).map(|(_, value)| *value)
    };
    let before = if role == 0 { game.network.moves[0].len() } else { 0 };
    let others = states + before..states + before + game.network.moves[1 - role].len();
    let move_known = |input: usize| {
        let made = states + before + other as usize;
        others.contains(&input).then_some(input == made).or_else(|| known(input))
    };
    let status = StatusCode::new(game.network.status.specialized(known)?, &game.network);
    let next = game.network.next.specialized(move_known)?;
    Some(Side { shown_by, other, status, next })
}

/// What states of random play have in common in which a role chooses.
struct Seen {
    /// Parts that hold in some of them, and parts that do not.
    holds: Vec<bool>,
    fails: Vec<bool>,
    /// The only move of the other role in all of them.
    other: Option<u32>,
}

impl Seen {
    fn new(game: &Compiled, role: usize) -> Seen {
        let count = game.network.states.len();
        let mut seen = Seen { holds: vec![false; count], fails: vec![false; count], other: None };
        let mut lanes = Lanes::<1>::new(game);
        let mut always: Vec<u64> = vec![u64::MAX; game.code.status.legal[1 - role].len()];
        let mut any = false;
        for part in samples(game).chunks(64) {
            let mut words = vec![0u64; count];
            for (lane, state) in part.iter().enumerate() {
                state.iter().for_each(|&state| words[state as usize] |= 1 << lane);
            }
            for (state, &word) in words.iter().enumerate() {
                lanes.set_state(state, [word]);
            }
            let status = lanes.judge(&game.code.status, |_| ());
            let used = u64::MAX >> (64 - part.len());
            let chooses =
                status.choice[role][0] & !status.choice[1 - role][0] & !status.over[0] & used;
            any |= chooses != 0;
            for (state, &word) in words.iter().enumerate() {
                seen.holds[state] |= word & chooses != 0;
                seen.fails[state] |= !word & chooses != 0;
            }
            for (at, &(_, output)) in game.code.status.legal[1 - role].iter().enumerate() {
                always[at] &= lanes.value(output)[0] | !chooses;
            }
        }
        let other = always.iter().position(|&word| any && word == u64::MAX);
        seen.other = other.map(|at| game.code.status.legal[1 - role][at].0);
        seen
    }

    /// The value of a part in all of them.
    fn constant(&self, state: u32) -> Option<bool> {
        match (self.holds[state as usize], self.fails[state as usize]) {
            (true, false) => Some(true),
            (false, true) => Some(false),
            _ => None,
        }
    }
}
