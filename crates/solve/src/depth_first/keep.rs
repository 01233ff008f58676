//! The state of a depth-first search on disk: the table, the questions, and the line under way. Who loads it goes on to the
//! same answer, by one thread with the same counters. Several threads save no lines, and begin their question again on the
//! table as it was.

use core::time::Duration;

use foregone_game::{Outcome, TableKeyed};

use super::Search;
use super::ask::Asker;
use super::frame::{Child, Frame};
use crate::checkpoint::{as_numbers, counters};
use crate::effort::{Effort, ProofNumbers};
use crate::identity::Identity;
use crate::limits::Counters;
use crate::observe::Observer;
use crate::persist::{
    Broken, Save, Sink, Source, put, put_all, put_count, put_moves, take, take_all, take_count,
    take_moves,
};
use crate::table::Table;

/// The state ends with this number, so that a loader that has lost its way notices.
const END: u64 = u64::from_le_bytes(*b"foregone");

/// Lines, children and claims are never more.
const MANY: u64 = 1 << 32;

/// A question with the numbers at which to stop.
pub(super) type Asked = (u8, ProofNumbers);

/// What a session has found so far, apart from the line under way.
pub(super) struct Standing<'s> {
    pub(super) table: &'s Table,
    pub(super) bounds: (Outcome, Outcome),
    pub(super) efforts: &'s [(Outcome, ProofNumbers)],
    pub(super) asker: &'s Asker,
    /// The question under way.
    pub(super) asked: Option<Asked>,
}

/// The whole state at some moment.
struct Kept<'k> {
    standing: &'k Standing<'k>,
    counters: Counters,
    elapsed: Duration,
    search: Option<&'k dyn Save>,
}

impl Standing<'_> {
    /// Lets the observer save the state, if it wants to.
    pub(super) fn offer(
        &self,
        search: Option<&dyn Save>,
        (counters, elapsed): (Counters, Duration),
        stopping: bool,
        observer: &mut dyn Observer,
    ) {
        if observer.wants_checkpoint(stopping) {
            observer.checkpoint(&Kept { standing: self, counters, elapsed, search });
        }
    }
}

fn duel_numbers(numbers: ProofNumbers) -> [u32; 2] {
    [numbers.proof.rank() as u32, numbers.disproof.rank() as u32]
}

fn duel_of([proof, disproof]: [u32; 2]) -> ProofNumbers {
    ProofNumbers { proof: Effort::from_rank(proof), disproof: Effort::from_rank(disproof) }
}

impl Save for Kept<'_> {
    fn save(&self, out: &mut dyn Sink) {
        let standing = self.standing;
        standing.table.save(out);
        put(out, as_numbers(&self.counters));
        put(out, self.elapsed.as_nanos() as u64);
        put(out, [standing.bounds.0.0, standing.bounds.1.0]);
        put_count(out, standing.efforts.len());
        for &(goal, numbers) in standing.efforts {
            put(out, goal.0);
            put(out, duel_numbers(numbers));
        }
        standing.asker.save(out);
        let (goal, limit) = standing.asked.unwrap_or((0, ProofNumbers::UNKNOWN));
        put(out, goal);
        put(out, duel_numbers(limit));
        put(out, u8::from(self.search.is_some()));
        if let Some(search) = self.search {
            search.save(out);
        }
        put(out, END);
    }
}

/// What was loaded of a session, apart from the table.
pub(super) struct Loaded {
    pub(super) counters: Counters,
    pub(super) elapsed: Duration,
    pub(super) bounds: (Outcome, Outcome),
    pub(super) efforts: Vec<(Outcome, ProofNumbers)>,
    pub(super) asked: Option<Asked>,
}

impl Loaded {
    /// Loads it into an asker of the same question, and the line into a search that has not begun.
    pub(super) fn new<G: TableKeyed, I: Identity<G>, const CYCLIC: bool>(
        source: &mut dyn Source,
        asker: &mut Asker,
        search: &mut Search<'_, G, I, CYCLIC>,
        root: &G::Position,
    ) -> Result<Loaded, Broken> {
        let best = search.ends.1;
        let counters = counters(take(source)?)?;
        let elapsed = Duration::from_nanos(take(source)?);
        let [low, high] = take::<[u8; 2]>(source)?;
        if low > high || high > best {
            return Err(Broken::new("has bounds that are not on the scale"));
        }
        let mut efforts = Vec::new();
        for _ in 0..take_count(source, u64::from(u8::MAX))? {
            efforts.push((Outcome(take(source)?), duel_of(take(source)?)));
        }
        asker.load(source)?;
        let (goal, limit) = (take::<u8>(source)?, duel_of(take(source)?));
        if goal > best || efforts.iter().any(|(goal, _)| goal.0 > best) {
            return Err(Broken::new("asks about an outcome that is not on the scale"));
        }
        if take::<u8>(source)? != 0 {
            search.load(root, goal, source)?;
        }
        if take::<u64>(source)? != END {
            return Err(Broken::new("does not end where its state does"));
        }
        let asked = (goal > 0).then_some((goal, limit));
        let bounds = (Outcome(low), Outcome(high));
        Ok(Loaded { counters, elapsed, bounds, efforts, asked })
    }
}

impl<G: TableKeyed, I: Identity<G>, const CYCLIC: bool> Save for Search<'_, G, I, CYCLIC> {
    fn save(&self, out: &mut dyn Sink) {
        put(out, self.visits);
        put_count(out, self.frames.len());
        put_all(out, self.frames.iter().map(frame_numbers));
        put_count(out, self.children.len());
        put_moves(out, self.children.iter().map(|child| child.mv));
        put_all(out, self.children.iter().map(child_numbers));
        self.loops.save(out);
    }
}

fn frame_numbers<P, K>(frame: &Frame<P, K>) -> [u64; 9] {
    let flags = [frame.complete, frame.fresh, frame.raise];
    let flags = flags.into_iter().fold(0, |bits, flag| bits << 1 | u64::from(flag));
    [
        frame.path as u64,
        (frame.path >> 64) as u64,
        frame.first as u64,
        frame.current as u64,
        frame.limit.proof.rank() | frame.limit.disproof.rank() << 32,
        u64::from(frame.low) | u64::from(frame.high) << 8,
        frame.entered,
        u64::from(frame.distance) | flags << 16,
        frame.mark as u64,
    ]
}

fn child_numbers<M>(child: &Child<M>) -> [u64; 4] {
    [
        child.table_key as u64,
        (child.table_key >> 64) as u64,
        child.own.rank() | child.other.rank() << 32,
        u64::from(child.low) | u64::from(child.high) << 8 | u64::from(child.lead) << 16,
    ]
}

impl<G: TableKeyed, I: Identity<G>, const CYCLIC: bool> Search<'_, G, I, CYCLIC> {
    /// Loads the line of a search for the answer to a question.
    fn load(
        &mut self,
        root: &G::Position,
        goal: u8,
        source: &mut dyn Source,
    ) -> Result<(), Broken> {
        self.ask(goal);
        self.visits = take(source)?;
        let mut frames: Vec<[u64; 9]> = Vec::new();
        let count = take_count(source, MANY)?;
        take_all(source, count, |_, numbers| {
            frames.push(numbers);
            Ok(())
        })?;
        let count = take_count(source, MANY)?;
        let mut moves: Vec<G::Move> = Vec::new();
        take_moves(source, count, |_, mv| moves.push(mv))?;
        take_all(source, count, |index, numbers: [u64; 4]| {
            self.children.push(load_child(moves[index], numbers));
            Ok(())
        })?;
        self.loops.load(source)?;
        self.rebuild(root, &frames)
    }

    /// Plays the line again, and believes nothing about it that can be seen.
    fn rebuild(&mut self, root: &G::Position, frames: &[[u64; 9]]) -> Result<(), Broken> {
        let wrong = || Broken::new("has a line that cannot be played");
        let mut position = root.clone();
        for (depth, numbers) in frames.iter().enumerate() {
            let [path, upper, first, current, limit, bounds, entered, marks, mark] = *numbers;
            let (first, current) = (first as usize, current as usize);
            let end = frames.get(depth + 1).map_or(self.children.len(), |next| next[2] as usize);
            let is_last = depth + 1 == frames.len();
            if self.game.outcome(&position).is_some()
                || first >= end
                || end > self.children.len()
                || !is_last && !(first..end).contains(&current)
                || mark > self.loops.pending.len() as u64
                || self.children[first..end].iter().any(|child| child.high > self.ends.1)
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
            let key = I::key(self.game, &position);
            if CYCLIC && self.loops.line.insert(key, depth as u32).is_some() {
                return Err(wrong());
            }
            let flag = |bit: u32| marks >> (16 + bit) & 1 == 1;
            self.frames.push(Frame {
                player: self.game.player(&position),
                safe: self.safe(&position),
                key,
                table_key: self.game.table_key(&position),
                path: u128::from(upper) << 64 | u128::from(path),
                first,
                current,
                complete: flag(2),
                limit: duel_of([limit as u32, (limit >> 32) as u32]),
                low: bounds as u8,
                high: (bounds >> 8) as u8,
                entered: entered.min(self.visits),
                distance: marks as u16,
                fresh: flag(1),
                raise: flag(0),
                mark: mark as usize,
                position: position.clone(),
            });
            if !is_last {
                self.game.play(&mut position, self.children[current].mv);
            }
        }
        if self.frames.is_empty() { Err(wrong()) } else { Ok(()) }
    }

    /// Whether a child is where its move leads, if that matters, and is not answered both ways.
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
        lead: (rest >> 16) as u32,
    }
}
