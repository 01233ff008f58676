//! The rules of a compiled game as [`Game`]: positions, moves, and whole expansions by one sweep.

use std::sync::{Arc, Mutex, PoisonError};

use foregone_game::{Game, Outcome, Player, Scale, hash128};

use super::compiled::Compiled;
use super::finding::{Fault, Finding, Findings};
use super::keys::Keys;
use super::lanes::{Lanes, Status, transpose};
use crate::error::{Error, Stage};

/// A position: the sentences of the state that hold, and what the rules say about it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position<const N: usize> {
    pub(crate) words: [u64; N],
    /// The rank of the outcome, or [`MAX`] or [`MIN`].
    pub(crate) state: u8,
}

/// Max chooses.
pub(crate) const MAX: u8 = 254;
/// Min chooses.
pub(crate) const MIN: u8 = 255;

/// A position with all its moves and what they lead to.
#[derive(Clone)]
struct Expansion<const N: usize> {
    position: Position<N>,
    moves: Vec<u32>,
    children: Vec<Position<N>>,
}

/// What one thread at a time works with.
struct Workspace<const N: usize> {
    lanes: Lanes<1>,
    /// The words of the states in all lanes.
    words: Box<[[u64; N]; 64]>,
    /// The legal moves of the chooser.
    legal: Vec<u32>,
    /// The last expansions, by the hash of the position: a search asks for the moves of a position and then for what they
    /// lead to, one by one.
    expansions: Vec<Expansion<N>>,
}

/// How many expansions are kept, a power of two.
const EXPANSIONS: usize = 256;

/// A game made of a rule file, with positions of `N` words. `C` says what is known about play that goes on for ever.
pub struct RuleGame<const N: usize, C> {
    pub(crate) compiled: Arc<Compiled>,
    pub(crate) keys: Keys,
    pub(crate) findings: Arc<Findings>,
    pub(crate) class: C,
    start: Position<N>,
    workspaces: Mutex<Vec<Workspace<N>>>,
}

impl<const N: usize, C: Send + Sync> RuleGame<N, C> {
    /// A game, whose start is looked at first.
    ///
    /// # Panics
    /// If a position of the game does not have [`Compiled::words`] words.
    pub fn new(compiled: Arc<Compiled>, class: C) -> Result<RuleGame<N, C>, Error> {
        assert_eq!(compiled.words(), N, "the words of a position");
        let mut game = RuleGame {
            keys: Keys::long(),
            findings: Arc::default(),
            class,
            start: Position { words: [0; N], state: MAX },
            workspaces: Mutex::default(),
            compiled,
        };
        let mut words = [0; N];
        for (state, &holds) in game.compiled.network.initial.iter().enumerate() {
            words[state / 64] |= u64::from(holds) << (state % 64);
        }
        game.start =
            game.with_workspace(|game, workspace| game.judged(workspace, words, &game.findings));
        if let Some(finding) = game.finding() {
            return Err(Error::whole(Stage::Play, finding.message.clone()));
        }
        game.keys = Keys::guess(&game.compiled);
        Ok(game)
    }

    /// The same game, whose table keys are hashes of whole positions.
    #[must_use]
    pub fn with_long_keys(mut self) -> Self {
        self.keys = Keys::long();
        self.findings = Arc::default();
        self
    }

    /// The first position that any search of this game has met at which the rules do not say what a game of two players
    /// needs. With such a position no answer of a search is one.
    pub fn finding(&self) -> Option<&Finding> {
        self.findings.first()
    }

    /// The compiled rules.
    pub fn compiled(&self) -> &Compiled {
        &self.compiled
    }

    /// Appends all moves of a position that is not over, in the canonical order, with the positions they lead to.
    pub fn children(&self, position: &Position<N>, children: &mut Vec<(u32, Position<N>)>) {
        self.with_workspace(|game, workspace| {
            let expansion = game.expansion(workspace, position);
            children
                .extend(expansion.moves.iter().copied().zip(expansion.children.iter().copied()));
        });
    }

    /// The role that chooses: the only one with more than one move, or Max.
    pub(crate) fn chooser(&self, position: &Position<N>) -> usize {
        usize::from(position.state == MIN)
    }

    /// The position with these sentences. Nothing is written down if something is wrong with it.
    pub(crate) fn read_words(&self, words: [u64; N]) -> Result<Position<N>, Finding> {
        let apart = Findings::default();
        let position = self.with_workspace(|game, workspace| game.judged(workspace, words, &apart));
        match apart.first() {
            Some(finding) => Err(finding.clone()),
            None => Ok(position),
        }
    }

    fn with_workspace<T>(&self, work: impl FnOnce(&Self, &mut Workspace<N>) -> T) -> T {
        let pop = || self.workspaces.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let new = || Workspace {
            lanes: Lanes::new(&self.compiled),
            words: Box::new([[0; N]; 64]),
            legal: Vec::new(),
            expansions: Vec::new(),
        };
        let mut workspace = pop().unwrap_or_else(new);
        let result = work(self, &mut workspace);
        self.workspaces.lock().unwrap_or_else(PoisonError::into_inner).push(workspace);
        result
    }

    /// Puts one state into all lanes.
    fn load(&self, workspace: &mut Workspace<N>, words: [u64; N]) {
        for state in 0..self.compiled.network.states.len() {
            let bit = words[state / 64] >> (state % 64) & 1;
            workspace.lanes.set_state(state, [0u64.wrapping_sub(bit)]);
        }
    }

    fn judged(
        &self,
        workspace: &mut Workspace<N>,
        words: [u64; N],
        findings: &Findings,
    ) -> Position<N> {
        self.load(workspace, words);
        let status = workspace.lanes.judge(&self.compiled);
        workspace.words[0] = words;
        Position { words, state: self.results(workspace, &status, 1, findings)[0] }
    }

    fn expansion<'d>(
        &self,
        workspace: &'d mut Workspace<N>,
        position: &Position<N>,
    ) -> &'d Expansion<N> {
        if workspace.expansions.is_empty() {
            // The start is in no expansion: its state says that play is over, which no expanded position does.
            let nothing = Position { words: [0; N], state: 0 };
            let none = Expansion { position: nothing, moves: Vec::new(), children: Vec::new() };
            workspace.expansions = vec![none; EXPANSIONS];
        }
        let slot = hash128(&position.words) as usize % EXPANSIONS;
        if workspace.expansions[slot].position != *position {
            self.expand(workspace, position, slot);
        }
        &workspace.expansions[slot]
    }

    fn expand(&self, workspace: &mut Workspace<N>, position: &Position<N>, slot: usize) {
        let game = &*self.compiled;
        self.load(workspace, position.words);
        workspace.lanes.look(game);
        let chooser = self.chooser(position);
        let is_legal = |role: usize, mv: usize| workspace.lanes.legal(game, role, mv)[0] & 1 == 1;
        let all = |role: usize| 0..game.network.moves[role].len();
        workspace.legal.clear();
        workspace
            .legal
            .extend(all(chooser).filter(|&mv| is_legal(chooser, mv)).map(|mv| mv as u32));
        let other = all(1 - chooser).find(|&mv| is_legal(1 - chooser, mv));
        let mut expansion = core::mem::replace(
            &mut workspace.expansions[slot],
            Expansion { position: *position, moves: Vec::new(), children: Vec::new() },
        );
        expansion.position = *position;
        core::mem::swap(&mut expansion.moves, &mut workspace.legal);
        expansion.children.clear();
        for (number, part) in expansion.moves.chunks(64).enumerate() {
            if number > 0 {
                self.load(workspace, position.words);
            }
            workspace.lanes.begin(game);
            for (lane, &mv) in part.iter().enumerate() {
                workspace.lanes.make(game, chooser, mv as usize, [1 << lane]);
            }
            if let Some(mv) = other {
                workspace.lanes.make(game, 1 - chooser, mv, [u64::MAX]);
            }
            workspace.lanes.advance(game);
            let status = workspace.lanes.judge(game);
            self.read_out(workspace);
            let states = self.results(workspace, &status, part.len(), &self.findings);
            let positions = workspace.words.iter().zip(states).take(part.len());
            expansion.children.extend(positions.map(|(&words, state)| Position { words, state }));
        }
        workspace.expansions[slot] = expansion;
    }

    /// Finds the words of the states in all lanes.
    fn read_out(&self, workspace: &mut Workspace<N>) {
        let states = workspace.lanes.states(self.compiled.network.states.len());
        for (number, part) in states.chunks(64).enumerate() {
            let mut rows = [0; 64];
            for (row, [value]) in rows.iter_mut().zip(part) {
                *row = *value;
            }
            transpose(&mut rows);
            for (word, row) in workspace.words.iter_mut().zip(rows) {
                word[number] = row;
            }
        }
    }

    /// What the first lanes are: ranks, or whoever chooses. Faults are written down.
    fn results(
        &self,
        workspace: &Workspace<N>,
        status: &Status<1>,
        count: usize,
        findings: &Findings,
    ) -> [u8; 64] {
        let game = &*self.compiled;
        let used = u64::MAX >> (64 - count);
        let over = status.over[0];
        let fault = |lanes: u64, fault: Fault| {
            if lanes & used != 0 {
                let lane = (lanes & used).trailing_zeros() as usize;
                findings.add(fault, &game.roles, || self.text(&workspace.words[lane]));
            }
        };
        for role in 0..2 {
            fault(!over & !status.moves[role][0], Fault::NoMove(role));
            fault(over & !status.goals[role][0], Fault::NoGoal(role));
            fault(over & status.goals_twice[role][0], Fault::TwoGoals(role));
        }
        fault(!over & status.choice[0][0] & status.choice[1][0], Fault::BothChoose);
        let no_moves = !(status.moves[0][0] & status.moves[1][0]);
        let min = status.choice[1][0] & !status.choice[0][0];
        let mut ranks = [0u8; 64];
        if over & used != 0 {
            self.ranks(workspace, over & used, findings, &mut ranks);
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
        workspace: &Workspace<N>,
        over: u64,
        findings: &Findings,
        ranks: &mut [u8; 64],
    ) {
        let game = &*self.compiled;
        let mut sums = [[0i64; 64]; 2];
        for (role, values) in game.values.iter().enumerate() {
            for (goal, &value) in values.iter().enumerate() {
                let mut lanes = workspace.lanes.goal(game, role, goal)[0] & over;
                while lanes != 0 {
                    let lane = lanes.trailing_zeros() as usize;
                    lanes &= lanes - 1;
                    sums[role][lane] = value;
                    if role == 0 {
                        ranks[lane] = game.ranks[goal];
                    }
                }
            }
        }
        let mut lanes = over;
        while lanes != 0 {
            let lane = lanes.trailing_zeros() as usize;
            lanes &= lanes - 1;
            let (one, other) = (sums[0][lane], sums[1][lane]);
            if let Some(sum) = findings.other_sum(one + other) {
                let fault = Fault::OtherSum(one, other, sum);
                findings.add(fault, &game.roles, || self.text(&workspace.words[lane]));
            }
        }
    }
}

impl<const N: usize, C: Send + Sync> Game for RuleGame<N, C> {
    type Position = Position<N>;
    type Move = u32;

    fn scale(&self) -> &Scale {
        &self.compiled.scale
    }

    fn start(&self) -> Position<N> {
        self.start
    }

    fn defect(&self) -> Option<String> {
        self.finding().map(|finding| finding.message.clone())
    }

    #[inline]
    fn player(&self, position: &Position<N>) -> Player {
        if position.state == MIN { Player::Min } else { Player::Max }
    }

    #[inline]
    fn outcome(&self, position: &Position<N>) -> Option<Outcome> {
        (position.state < MAX).then_some(Outcome(position.state))
    }

    fn moves(&self, position: &Position<N>, moves: &mut Vec<u32>) {
        self.with_workspace(|game, workspace| {
            moves.extend(&game.expansion(workspace, position).moves)
        });
    }

    fn play(&self, position: &mut Position<N>, mv: u32) {
        let child = self.with_workspace(|game, workspace| {
            let expansion = game.expansion(workspace, position);
            let at = expansion.moves.binary_search(&mv);
            at.ok().map(|at| expansion.children[at])
        });
        debug_assert!(child.is_some(), "an illegal move");
        *position = child.unwrap_or(*position);
    }
}
