//! Saving and loading a depth-first search: the table, the questions, and the current line. With one thread, a resumed
//! search reaches the same answer with the same counters. Several threads save no line and start the current question
//! again with the saved table.

use core::time::Duration;

use foregone_game::{Outcome, TableKeyed};

use super::Search;
use super::questions::QuestionChooser;
use super::stack::{Child, StackNode};
use crate::best_first::load_counters;
use crate::class::StaticClass;
use crate::effort::{Effort, ProofNumbers};
use crate::limits::Counters;
use crate::observe::Observer;
use crate::persist::{
    LoadError, Save, StateReader, StateWriter, put, put_all, put_count, put_moves, take, take_all,
    take_count, take_moves,
};
use crate::table::Table;

/// The last number of a state, which detects a reader that is out of step.
const END: u64 = u64::from_le_bytes(*b"foregone");

/// The most stack nodes or children of a saved search.
const MANY: u64 = 1 << 32;

/// A goal with the thresholds of its search.
pub(super) type Query = (u8, ProofNumbers);

/// The results of a session so far, without the current line.
pub(super) struct SessionState<'s> {
    pub(super) table: &'s Table,
    pub(super) bounds: (Outcome, Outcome),
    pub(super) efforts: &'s [(Outcome, ProofNumbers)],
    pub(super) chooser: &'s QuestionChooser,
    /// The goal that is being searched.
    pub(super) query: Option<Query>,
}

/// The whole state, as it is saved.
struct Checkpoint<'k> {
    state: &'k SessionState<'k>,
    counters: Counters,
    elapsed: Duration,
    search: Option<&'k dyn Save>,
}

impl SessionState<'_> {
    /// Saves the state if the observer wants it.
    pub(super) fn offer(
        &self,
        search: Option<&dyn Save>,
        (counters, elapsed): (Counters, Duration),
        stopping: bool,
        observer: &mut dyn Observer,
    ) {
        if observer.wants_checkpoint(stopping) {
            observer.checkpoint(&Checkpoint { state: self, counters, elapsed, search });
        }
    }
}

fn as_ranks(numbers: ProofNumbers) -> [u32; 2] {
    [numbers.proof.rank() as u32, numbers.disproof.rank() as u32]
}

fn numbers_of([proof, disproof]: [u32; 2]) -> ProofNumbers {
    ProofNumbers { proof: Effort::from_rank(proof), disproof: Effort::from_rank(disproof) }
}

impl Save for Checkpoint<'_> {
    fn save(&self, out: &mut dyn StateWriter) {
        let state = self.state;
        state.table.save(out);
        put(out, self.counters.values());
        put(out, self.elapsed.as_nanos() as u64);
        put(out, [state.bounds.0.0, state.bounds.1.0]);
        put_count(out, state.efforts.len());
        for &(goal, numbers) in state.efforts {
            put(out, goal.0);
            put(out, as_ranks(numbers));
        }
        state.chooser.save(out);
        let (goal, thresholds) = state.query.unwrap_or((0, ProofNumbers::UNKNOWN));
        put(out, goal);
        put(out, as_ranks(thresholds));
        put(out, u8::from(self.search.is_some()));
        if let Some(search) = self.search {
            search.save(out);
        }
        put(out, END);
    }
}

/// The loaded state of a session, without the table.
pub(super) struct LoadedState {
    pub(super) counters: Counters,
    pub(super) elapsed: Duration,
    pub(super) bounds: (Outcome, Outcome),
    pub(super) efforts: Vec<(Outcome, ProofNumbers)>,
    pub(super) query: Option<Query>,
}

impl LoadedState {
    /// Loads the state into a chooser for the same outcomes, and the line into a search that has not begun.
    pub(super) fn new<G: TableKeyed, C: StaticClass<G>>(
        source: &mut dyn StateReader,
        chooser: &mut QuestionChooser,
        search: &mut Search<'_, G, C>,
        root: &G::Position,
    ) -> Result<LoadedState, LoadError> {
        let best = search.ends.1;
        let counters = load_counters(source)?;
        let elapsed = Duration::from_nanos(take(source)?);
        let [low, high] = take::<[u8; 2]>(source)?;
        if low > high || high > best {
            return Err(LoadError::new("has bounds that are not on the scale"));
        }
        let mut efforts = Vec::new();
        for _ in 0..take_count(source, u64::from(u8::MAX))? {
            efforts.push((Outcome(take(source)?), numbers_of(take(source)?)));
        }
        chooser.load(source)?;
        let (goal, thresholds) = (take::<u8>(source)?, numbers_of(take(source)?));
        if goal > best || efforts.iter().any(|(goal, _)| !(1..=best).contains(&goal.0)) {
            return Err(LoadError::new("asks about an outcome that is not on the scale"));
        }
        if take::<u8>(source)? != 0 {
            search.load(root, goal, source)?;
        }
        if take::<u64>(source)? != END {
            return Err(LoadError::new("does not end where its state does"));
        }
        let query = (goal > 0).then_some((goal, thresholds));
        let bounds = (Outcome(low), Outcome(high));
        Ok(LoadedState { counters, elapsed, bounds, efforts, query })
    }
}

impl<G: TableKeyed, C: StaticClass<G>> Save for Search<'_, G, C> {
    fn save(&self, out: &mut dyn StateWriter) {
        put(out, self.visits);
        put_count(out, self.stack.len());
        put_all(out, self.stack.iter().map(node_numbers));
        put_count(out, self.children.len());
        put_moves(out, self.children.iter().map(|child| child.mv));
        put_all(out, self.children.iter().map(child_numbers));
        self.repetitions.save(out);
    }
}

fn node_numbers<P, K>(node: &StackNode<P, K>) -> [u64; 9] {
    let flags = [node.has_later, node.complete, node.fresh, node.raise_thresholds];
    let flags = flags.into_iter().fold(0, |bits, flag| bits << 1 | u64::from(flag));
    [
        node.path as u64,
        (node.path >> 64) as u64,
        node.first as u64,
        node.current as u64,
        node.thresholds.proof.rank() | node.thresholds.disproof.rank() << 32,
        u64::from(node.low) | u64::from(node.high) << 8,
        node.entered,
        u64::from(node.distance) | flags << 16,
        node.mark as u64,
    ]
}

fn child_numbers<M>(child: &Child<M>) -> [u64; 4] {
    [
        child.table_key as u64,
        (child.table_key >> 64) as u64,
        child.own.rank() | child.other.rank() << 32,
        u64::from(child.low) | u64::from(child.high) << 8 | u64::from(child.assumes) << 16,
    ]
}

impl<G: TableKeyed, C: StaticClass<G>> Search<'_, G, C> {
    /// Loads the line of a search for a goal.
    fn load(
        &mut self,
        root: &G::Position,
        goal: u8,
        source: &mut dyn StateReader,
    ) -> Result<(), LoadError> {
        self.ask(goal);
        self.visits = take(source)?;
        let mut stack: Vec<[u64; 9]> = Vec::new();
        let count = take_count(source, MANY)?;
        take_all(source, count, |_, numbers| {
            stack.push(numbers);
            Ok(())
        })?;
        let count = take_count(source, MANY)?;
        let mut moves: Vec<G::Move> = Vec::new();
        take_moves(source, count, |_, mv| moves.push(mv))?;
        take_all(source, count, |index, numbers: [u64; 4]| {
            self.children.push(load_child(moves[index], numbers));
            Ok(())
        })?;
        self.repetitions.load(source)?;
        self.rebuild(root, &stack)
    }

    /// Replays the line and checks everything that the rules determine.
    fn rebuild(&mut self, root: &G::Position, stack: &[[u64; 9]]) -> Result<(), LoadError> {
        let wrong = || LoadError::new("has a line that cannot be played");
        let mut position = root.clone();
        for (depth, numbers) in stack.iter().enumerate() {
            let [path, upper, first, current, thresholds, bounds, entered, marks, mark] = *numbers;
            let (first, current) = (first as usize, current as usize);
            let (low, high) = (bounds as u8, (bounds >> 8) as u8);
            let end = stack.get(depth + 1).map_or(self.children.len(), |next| next[2] as usize);
            let is_last = depth + 1 == stack.len();
            if self.game.outcome(&position).is_some()
                || first > end
                || first == end && marks >> (16 + 3) & 1 == 0
                || end > self.children.len()
                || !is_last && !(first..end).contains(&current)
                || mark > self.repetitions.pending.len() as u64
                || low.max(high) > self.ends.1
                || self.children[first..end]
                    .iter()
                    .any(|child| child.low.max(child.high) > self.ends.1)
            {
                return Err(wrong());
            }
            self.moves.clear();
            self.game.moves(&position, &mut self.moves);
            let fits = |child: &Child<G::Move>| {
                self.moves.contains(&child.mv) && self.fits(&position, child)
            };
            if !self.children[first..end].iter().all(fits) {
                return Err(wrong());
            }
            let key = C::key(self.game, &position);
            if C::CAN_RETURN && self.repetitions.line.insert(key, depth as u32).is_some() {
                return Err(wrong());
            }
            let flag = |bit: u32| marks >> (16 + bit) & 1 == 1;
            self.stack.push(StackNode {
                player: self.game.player(&position),
                cycle_winner: self.cycle_winner(&position),
                key,
                table_key: self.game.table_key(&position),
                path: u128::from(upper) << 64 | u128::from(path),
                first,
                current,
                complete: flag(2),
                has_later: flag(3),
                thresholds: numbers_of([thresholds as u32, (thresholds >> 32) as u32]),
                low,
                high,
                entered: entered.min(self.visits),
                distance: marks as u16,
                fresh: flag(1),
                raise_thresholds: flag(0),
                mark: mark as usize,
                position: position.clone(),
            });
            if !is_last {
                self.game.play(&mut position, self.children[current].mv);
            }
        }
        if self.stack.is_empty() { Err(wrong()) } else { Ok(()) }
    }

    /// Whether an open child has the table key of the position its move leads to, and a settled child has a consistent
    /// answer.
    fn fits(&self, position: &G::Position, child: &Child<G::Move>) -> bool {
        if child.is_settled() {
            return child.own.is_done() != child.other.is_done()
                && child.own.is_infinite() != child.other.is_infinite();
        }
        let mut there = position.clone();
        self.game.play(&mut there, child.mv);
        child.table_key == self.game.table_key(&there)
            && !child.own.is_infinite()
            && !child.other.is_infinite()
    }
}

fn load_child<M>(mv: M, [lower, upper, numbers, rest]: [u64; 4]) -> Child<M> {
    Child {
        mv,
        table_key: u128::from(upper) << 64 | u128::from(lower),
        own: Effort::from_rank(numbers as u32),
        other: Effort::from_rank((numbers >> 32) as u32),
        low: rest as u8,
        high: (rest >> 8) as u8,
        assumes: (rest >> 16) as u32,
    }
}
