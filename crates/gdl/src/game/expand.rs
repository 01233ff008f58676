//! Expansion: all moves of a position and what they lead to, by one sweep with a move in each lane.

use super::code::{Side, StatusCode};
use super::compiled::Compiled;
use super::finding::{Fault, Findings};
use super::lanes::{Lanes, Status, transpose};
use super::rule_game::{Link, MAX, MIN, Position};

/// A position with all its moves and what they lead to.
#[derive(Clone)]
pub(super) struct Expansion<const N: usize> {
    position: Position<N>,
    pub moves: Vec<u32>,
    pub children: Vec<Position<N>>,
    /// Where each move of the code is legal, a bit for each child; empty if it was not kept.
    legal: Vec<u64>,
    /// The number of the code.
    code: usize,
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
    /// The moves of a position that is being expanded.
    moves: Vec<u32>,
}

/// How many expansions are kept, a power of two.
const KEPT: usize = 1024;

impl<const N: usize> Expander<N> {
    pub(super) fn new(game: &Compiled) -> Expander<N> {
        // An expanded position is not over, so that no position is this one.
        let nothing = Position { words: [0; N], state: 0, link: Link::NONE };
        let none = Expansion {
            position: nothing,
            moves: Vec::new(),
            children: Vec::new(),
            legal: Vec::new(),
            code: 0,
        };
        Expander {
            lanes: Lanes::new(game),
            words: Box::new([[0; N]; 64]),
            kept: vec![none; KEPT],
            last: 0,
            moves: Vec::new(),
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
        let status = self.lanes.judge(&game.code.status, |_| ());
        self.words[0] = words;
        let state = self.results(game, &game.code.status, &status, 1, findings)[0];
        Position { words, state, link: Link::NONE }
    }

    /// Puts one state into all lanes.
    fn load(&mut self, game: &Compiled, words: &[u64; N]) {
        for state in 0..game.network.states.len() {
            let bit = words[state / 64] >> (state % 64) & 1;
            self.lanes.set_state(state, [0u64.wrapping_sub(bit)]);
        }
    }

    /// The number of the shortest code that fits the states in the first lanes.
    fn code_for(&self, game: &Compiled, used: u64) -> usize {
        let states = self.lanes.states(game.network.states.len());
        let fits = |side: &Option<Side>| {
            side.as_ref().is_some_and(|side| {
                side.shown_by.iter().all(|&(state, holds)| {
                    let [word] = states[state as usize];
                    (word ^ 0u64.wrapping_sub(u64::from(holds))) & used == 0
                })
            })
        };
        game.code.sides.iter().position(fits).map_or(0, |side| 1 + side)
    }

    /// Finds the moves of the chooser, and the move of the other role. Gives back that move and the number of the code.
    fn find_moves(&mut self, game: &Compiled, position: &Position<N>) -> (Option<u32>, usize) {
        let chooser = usize::from(position.state == MIN);
        self.load(game, &position.words);
        self.moves.clear();
        let number = self.code_for(game, u64::MAX);
        let Link { place, child } = position.link;
        let from = self.kept.get(usize::from(place)).filter(|from| {
            let known = from.children.get(usize::from(child));
            !from.legal.is_empty() && known.is_some_and(|known| known == position)
        });
        if let Some(from) = from {
            let code = game.code.status(from.code);
            let (first, second) = from.legal.split_at(code.legal[0].len());
            let rows = if chooser == 0 { [first, second] } else { [second, first] };
            self.moves.extend(legal_in(&code.legal[chooser], rows[0], child));
            let other = legal_in(&code.legal[1 - chooser], rows[1], child).next();
            return (other, number);
        }
        let code = game.code.status(number);
        self.lanes.look(code);
        let lanes = &self.lanes;
        let is_legal = |(_, output): &&(u32, u32)| lanes.value(*output)[0] & 1 == 1;
        self.moves.extend(code.legal[chooser].iter().filter(is_legal).map(|(mv, _)| *mv));
        (code.legal[1 - chooser].iter().find(is_legal).map(|(mv, _)| *mv), number)
    }

    fn expand(&mut self, game: &Compiled, findings: &Findings, position: &Position<N>) {
        let chooser = usize::from(position.state == MIN);
        let (other, number) = self.find_moves(game, position);
        let side = number.checked_sub(1).and_then(|side| game.code.sides[side].as_ref());
        let is_usual = |side: &&Side| number == 1 + chooser && other == Some(side.other);
        let next = side.filter(is_usual).map_or(&game.network.next, |side| &side.next);
        let place = self.last;
        let mut children = core::mem::take(&mut self.kept[place].children);
        let mut legal = core::mem::take(&mut self.kept[place].legal);
        children.clear();
        legal.clear();
        let moves = core::mem::take(&mut self.moves);
        let mut code = 0;
        for (chunk, part) in moves.chunks(64).enumerate() {
            if chunk > 0 {
                self.load(game, &position.words);
            }
            self.lanes.begin(game);
            for (lane, &mv) in part.iter().enumerate() {
                self.lanes.make(game, chooser, mv as usize, [1 << lane]);
            }
            if let Some(mv) = other {
                self.lanes.make(game, 1 - chooser, mv as usize, [u64::MAX]);
            }
            self.lanes.advance(next);
            code = self.code_for(game, u64::MAX >> (64 - part.len()));
            let status_code = game.code.status(code);
            let status = match moves.len() <= 64 && status_code.keeps_legal {
                true => self.lanes.judge(status_code, |&[word]| legal.push(word)),
                false => self.lanes.judge(status_code, |_| ()),
            };
            self.read_out(game);
            let states = self.results(game, status_code, &status, part.len(), findings);
            let positions = self.words.iter().zip(states).take(part.len());
            children.extend(positions.zip(64 * chunk..).map(|((&words, state), child)| {
                let link = Link { place: place as u16, child: child as u16 };
                Position { words, state, link }
            }));
        }
        let before = core::mem::replace(
            &mut self.kept[place],
            Expansion { position: *position, moves, children, legal, code },
        );
        self.moves = before.moves;
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
        code: &StatusCode,
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
            self.ranks(game, code, over & used, findings, &mut ranks);
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
    fn ranks(
        &self,
        game: &Compiled,
        code: &StatusCode,
        over: u64,
        findings: &Findings,
        ranks: &mut [u8; 64],
    ) {
        let mut sums = [[0i64; 64]; 2];
        for (role, values) in game.values.iter().enumerate() {
            for (goal, &value) in values.iter().enumerate() {
                for lane in lanes_of(self.lanes.value(code.goals[role][goal])[0] & over) {
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

/// The moves that are legal in a lane.
fn legal_in<'m>(
    moves: &'m [(u32, u32)],
    rows: &'m [u64],
    lane: u16,
) -> impl Iterator<Item = u32> + 'm {
    moves.iter().zip(rows).filter(move |(_, word)| *word >> lane & 1 == 1).map(|((mv, _), _)| *mv)
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
