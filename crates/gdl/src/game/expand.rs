//! Expansion: all moves of a position and what they lead to, by one sweep with a move in each lane.

use super::compiled::Compiled;
use super::finding::{Fault, Findings};
use super::lanes::{Lanes, Status, transpose};
use super::rule_game::{MAX, MIN, Position};

/// A position with all its moves and what they lead to.
#[derive(Clone)]
pub(super) struct Expansion<const N: usize> {
    position: Position<N>,
    pub moves: Vec<u32>,
    pub children: Vec<Position<N>>,
}

/// What one thread at a time works with.
pub(super) struct Expander<const N: usize> {
    lanes: Lanes<1>,
    /// The words of the states in all lanes.
    words: Box<[[u64; N]; 64]>,
    /// The last expansions, each in a place that its position determines: a search asks for the moves of a position and then for
    /// what they lead to, one by one, and comes back after it has looked at some of them.
    kept: Vec<Expansion<N>>,
    /// The place of the last one.
    last: usize,
}

/// How many expansions are kept, a power of two.
const KEPT: usize = 1024;

impl<const N: usize> Expander<N> {
    pub(super) fn new(game: &Compiled) -> Expander<N> {
        // An expanded position is not over, so that no position is this one.
        let nothing = Position { words: [0; N], state: 0 };
        let none = Expansion { position: nothing, moves: Vec::new(), children: Vec::new() };
        Expander {
            lanes: Lanes::new(game),
            words: Box::new([[0; N]; 64]),
            kept: vec![none; KEPT],
            last: 0,
        }
    }

    /// The moves of a position that is not over, and what they lead to. Faults are written down.
    #[inline]
    pub(super) fn expansion(
        &mut self,
        game: &Compiled,
        findings: &Findings,
        position: &Position<N>,
    ) -> &Expansion<N> {
        if self.kept[self.last].position != *position {
            self.last = place(&position.words);
            if self.kept[self.last].position != *position {
                self.expand(game, findings, position);
            }
        }
        &self.kept[self.last]
    }

    /// A state as a position. Faults are written down.
    pub(super) fn judged(
        &mut self,
        game: &Compiled,
        findings: &Findings,
        words: [u64; N],
    ) -> Position<N> {
        self.load(game, &words);
        let status = self.lanes.judge(game);
        self.words[0] = words;
        Position { words, state: self.results(game, &status, 1, findings)[0] }
    }

    /// Puts one state into all lanes.
    fn load(&mut self, game: &Compiled, words: &[u64; N]) {
        for state in 0..game.network.states.len() {
            let bit = words[state / 64] >> (state % 64) & 1;
            self.lanes.set_state(state, [0u64.wrapping_sub(bit)]);
        }
    }

    fn expand(&mut self, game: &Compiled, findings: &Findings, position: &Position<N>) {
        self.load(game, &position.words);
        self.lanes.look(game);
        let chooser = usize::from(position.state == MIN);
        let lanes = &self.lanes;
        let is_legal = |role: usize, mv: usize| lanes.legal(game, role, mv)[0] & 1 == 1;
        let all = |role: usize| 0..game.network.moves[role].len();
        let place = self.last;
        let mut moves = core::mem::take(&mut self.kept[place].moves);
        let mut children = core::mem::take(&mut self.kept[place].children);
        moves.clear();
        moves.extend(all(chooser).filter(|&mv| is_legal(chooser, mv)).map(|mv| mv as u32));
        let other = all(1 - chooser).find(|&mv| is_legal(1 - chooser, mv));
        children.clear();
        for (number, part) in moves.chunks(64).enumerate() {
            if number > 0 {
                self.load(game, &position.words);
            }
            self.lanes.begin(game);
            for (lane, &mv) in part.iter().enumerate() {
                self.lanes.make(game, chooser, mv as usize, [1 << lane]);
            }
            if let Some(mv) = other {
                self.lanes.make(game, 1 - chooser, mv, [u64::MAX]);
            }
            self.lanes.advance(game);
            let status = self.lanes.judge(game);
            self.read_out(game);
            let states = self.results(game, &status, part.len(), findings);
            let positions = self.words.iter().zip(states).take(part.len());
            children.extend(positions.map(|(&words, state)| Position { words, state }));
        }
        self.kept[place] = Expansion { position: *position, moves, children };
    }

    /// Finds the words of the states in all lanes.
    fn read_out(&mut self, game: &Compiled) {
        let states = self.lanes.states(game.network.states.len());
        for (number, part) in states.chunks(64).enumerate() {
            let mut rows = [0; 64];
            for (row, [value]) in rows.iter_mut().zip(part) {
                *row = *value;
            }
            transpose(&mut rows);
            for (word, row) in self.words.iter_mut().zip(rows) {
                word[number] = row;
            }
        }
    }

    /// What the first lanes are: ranks, or whoever chooses. Faults are written down.
    fn results(
        &self,
        game: &Compiled,
        status: &Status<1>,
        count: usize,
        findings: &Findings,
    ) -> [u8; 64] {
        let used = u64::MAX >> (64 - count);
        let over = status.over[0];
        let fault = |lanes: u64, fault: Fault| {
            if lanes & used != 0 {
                let lane = (lanes & used).trailing_zeros() as usize;
                findings.add(fault, &game.roles, || game.text(&self.words[lane]));
            }
        };
        for role in 0..2 {
            fault(!over & !status.moves[role][0], Fault::NoMove(role));
        }
        for role in 0..game.roles_with_goals() {
            fault(over & !status.goals[role][0], Fault::NoGoal(role));
            fault(over & status.goals_twice[role][0], Fault::TwoGoals(role));
        }
        fault(!over & status.choice[0][0] & status.choice[1][0], Fault::BothChoose);
        let no_moves = !(status.moves[0][0] & status.moves[1][0]);
        let min = status.choice[1][0] & !status.choice[0][0];
        let mut ranks = [0u8; 64];
        if over & used != 0 {
            self.ranks(game, over & used, findings, &mut ranks);
        }
        for (lane, rank) in ranks.iter_mut().enumerate().take(count) {
            // A position without moves is no position to go on from.
            if (over | no_moves) >> lane & 1 == 0 {
                *rank = if min >> lane & 1 == 1 { MIN } else { MAX };
            }
        }
        ranks
    }

    /// The ranks of the lanes in which play is over.
    fn ranks(&self, game: &Compiled, over: u64, findings: &Findings, ranks: &mut [u8; 64]) {
        let mut sums = [[0i64; 64]; 2];
        for (role, values) in game.values.iter().enumerate() {
            for (goal, &value) in values.iter().enumerate() {
                for lane in lanes_of(self.lanes.goal(game, role, goal)[0] & over) {
                    sums[role][lane] = value;
                    if role == 0 {
                        ranks[lane] = game.ranks[goal];
                    }
                }
            }
        }
        if game.roles_with_goals() < 2 {
            return;
        }
        for lane in lanes_of(over) {
            let (one, other) = (sums[0][lane], sums[1][lane]);
            if let Some(sum) = findings.other_sum(one + other) {
                let fault = Fault::OtherSum(one, other, sum);
                findings.add(fault, &game.roles, || game.text(&self.words[lane]));
            }
        }
    }
}

/// The numbers of the lanes in a word.
fn lanes_of(mut word: u64) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let lane = word.trailing_zeros() as usize;
        word &= word.wrapping_sub(1);
        (lane < 64).then_some(lane)
    })
}

/// Where the expansion of a position is kept.
#[inline]
fn place<const N: usize>(words: &[u64; N]) -> usize {
    let mixed = words.iter().fold(0u64, |mixed, word| {
        (mixed.rotate_left(23) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    });
    (mixed >> 54) as usize % KEPT
}
