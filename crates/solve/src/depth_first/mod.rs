//! Depth-first proof-number search: df-pn (Nagai 2002) for one question at a time, with a transposition table in place
//! of a tree. The current line is on an explicit stack, so only memory limits its length.
//!
//! `dfpn` and `dfmopns` are the same search; they differ in the order of the questions, see [`questions`]. The table
//! stores bounds for all outcomes and proof numbers for the questions asked last.

mod attractor;
mod baseline;
mod conclude;
mod driver;
mod endgames;
mod expand;
mod extract;
mod leave;
mod progress_strategy;
pub mod questions;
mod repetition;
mod saved;
mod small;
mod stack;
mod threads;

use foregone_game::{Outcome, Player, TableKeyed};

use crate::class::StaticClass;
use crate::effort::{Effort, ProofNumbers, Sum};
use crate::initial::Initial;
use crate::leaf_search::Fact;
use crate::limits::{Meter, Stop};
use crate::observe::{RootMove, legal_moves};
use crate::options::{LATER_MOVES, Techniques};
use crate::table::{Table, work_of};
use crate::virtual_numbers::SharedSearch;
use repetition::{Repetitions, extended};
use stack::{Child, StackNode, Summary};

pub(crate) use conclude::{conclude, table, unproved};
pub(crate) use driver::drive;
pub(crate) use extract::canonical;

/// Options of the df-pn search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct DfpnOptions {
    /// How the efforts of several children are combined.
    pub sum: Sum,
    /// How far a child may exceed its threshold before the search turns to another child, in 256ths (1 + ε, Pawlewicz
    /// and Lew 2007).
    pub epsilon: u32,
    /// The initial numbers of a position.
    pub initial: Initial,
    /// Whether promising moves are tried first.
    pub promising_first: bool,
}

impl DfpnOptions {
    /// The options that the techniques ask for.
    pub fn new(techniques: &Techniques) -> DfpnOptions {
        let Techniques { sum, epsilon, initial, promising_first, .. } = *techniques;
        DfpnOptions { sum, epsilon, initial, promising_first }
    }
}

/// In games with cycles, positions that lead to each other can raise each other's numbers in steps of one for a very
/// long time. Thresholds that grow by a factor prevent that.
const EPSILON_CYCLIC: u32 = 16;

/// A df-pn search on a table. `C::CAN_RETURN` is for games with cycles.
pub struct Search<'s, G: TableKeyed, C: StaticClass<G>> {
    game: &'s G,
    table: &'s Table,
    options: DfpnOptions,
    shared: Option<&'s SharedSearch<ProofNumbers>>,
    /// The worst and the best outcome of the scale.
    ends: (u8, u8),
    /// The goal of the question "at least this?".
    goal: u8,
    stack: Vec<StackNode<G::Position, C::Key>>,
    children: Vec<Child<G::Move>>,
    repetitions: Repetitions<C::Key>,
    moves: Vec<G::Move>,
    replies: Vec<G::Move>,
    /// Bounds after the moves of a position, where the game finds them together.
    bounds_after: Vec<(Outcome, Outcome)>,
    spare: G::Position,
    /// Positions entered so far, and the most that may be.
    visits: u64,
    visits_max: u64,
    /// Proved facts with at least this much work are collected for other workers, and those not yet taken.
    report_from: u64,
    reported_facts: Vec<Fact>,
    /// The numbers with which the root was left.
    result: ProofNumbers,
    /// The root move that achieves the answer for the player to move.
    best: Option<G::Move>,
}

/// A callback that is called after each look at the clock.
pub type ProgressFn<'w, S> = &'w mut dyn FnMut(&S, &mut Meter<'_>);

impl<'s, G: TableKeyed, C: StaticClass<G>> Search<'s, G, C> {
    /// A search that has not begun. `spare` may be any position; its memory is reused. In games with cycles, `bytes` is
    /// the memory for answers that depend on the line.
    pub fn new(
        game: &'s G,
        spare: &G::Position,
        table: &'s Table,
        mut options: DfpnOptions,
        bytes: u64,
    ) -> Self {
        if C::CAN_RETURN {
            options.epsilon = options.epsilon.max(EPSILON_CYCLIC);
        }
        let scale = game.scale();
        Search {
            game,
            table,
            options,
            shared: None,
            ends: (scale.worst().0, scale.best().0),
            goal: 0,
            stack: Vec::new(),
            children: Vec::new(),
            repetitions: Repetitions::new(bytes),
            moves: Vec::new(),
            replies: Vec::new(),
            bounds_after: Vec::new(),
            spare: spare.clone(),
            visits: 0,
            visits_max: u64::MAX,
            report_from: u64::MAX,
            reported_facts: Vec::new(),
            result: ProofNumbers::FRESH,
            best: None,
        }
    }

    /// Makes this search one of several threads.
    #[must_use]
    pub fn among(mut self, shared: &'s SharedSearch<ProofNumbers>) -> Self {
        self.shared = Some(shared);
        self
    }

    /// Begins the search for the answer to "at least `goal`?" about a position that is not terminal. The search ends
    /// when a number of the position reaches its threshold.
    pub fn begin(
        &mut self,
        root: &G::Position,
        goal: u8,
        thresholds: ProofNumbers,
        meter: &mut Meter<'_>,
    ) {
        debug_assert!(self.stack.is_empty() && goal > 0);
        self.ask(goal);
        let table_key = self.game.table_key(root);
        self.enter(
            root.clone(),
            table_key,
            thresholds,
            self.ends,
            false,
            extended(0, table_key),
            meter,
        );
    }

    /// Allows the search to enter this many more positions.
    pub(crate) fn allow(&mut self, visits: u64) {
        self.visits_max = self.visits.saturating_add(visits);
    }

    /// Positions entered so far.
    pub(crate) fn visits(&self) -> u64 {
        self.visits
    }

    /// Collects facts that are proved with at least this much work, for other workers.
    pub(crate) fn report_facts(&mut self, work: u64) {
        self.report_from = work;
    }

    /// The facts collected since the last call.
    pub(crate) fn take_reported(&mut self) -> Vec<Fact> {
        core::mem::take(&mut self.reported_facts)
    }

    /// Switches to another question.
    fn ask(&mut self, goal: u8) {
        if self.goal != goal {
            self.goal = goal;
            self.repetitions.ask();
        }
    }

    /// The player who achieves the answer that they want if play comes back to a position for ever.
    fn cycle_winner(&self, position: &G::Position) -> Player {
        match C::INFINITE {
            Some(infinite) if infinite(self.game, position).0 >= self.goal => Player::Max,
            _ => Player::Min,
        }
    }

    /// Searches until the question is answered, a threshold of the root is reached, `end` nodes have been created or
    /// the meter reports a limit. `on_progress` is called after each look at the clock.
    pub fn run(
        &mut self,
        end: u64,
        meter: &mut Meter<'_>,
        on_progress: ProgressFn<'_, Self>,
    ) -> Stop {
        while let Some(node) = self.stack.last() {
            let children = &self.children[node.first..];
            let mut summary = match self.shared {
                None => Summary::new(children, self.options.sum, |_| 0),
                Some(shared) => Summary::new(children, self.options.sum, |table_key| {
                    shared.threads_below(table_key)
                }),
            };
            if node.has_later {
                summary.wait_for_later_moves();
            }
            let (own, other) = self.raised(&summary);
            if summary.own.rank() >= LATER_MOVES.into()
                && summary.own < own
                && self.add_later(meter)
            {
                continue;
            }
            if summary.own >= own || summary.other >= other {
                self.leave(&summary);
                continue;
            }
            let due = meter.tick(end) || self.visits >= self.visits_max;
            if due || self.shared.is_some_and(SharedSearch::yields) {
                match self.look(end, meter, on_progress) {
                    Some(stop) => return stop,
                    // The line may be shorter now, and its numbers may have changed.
                    None => continue,
                }
            }
            self.descend(&summary, own, other, meter);
        }
        Stop::Solved
    }

    #[cold]
    fn look(
        &mut self,
        end: u64,
        meter: &mut Meter<'_>,
        on_progress: ProgressFn<'_, Self>,
    ) -> Option<Stop> {
        on_progress(self, meter);
        let mut stop = meter.look();
        if let Some(shared) = self.shared {
            self.catch_up();
            stop = stop.or(shared.is_over().then_some(Stop::Interrupted));
        }
        let over = meter.counters.created >= end || self.visits >= self.visits_max;
        stop.or(over.then_some(Stop::Nodes))
    }

    /// If another thread has settled a position of the line, goes back to its parent.
    fn catch_up(&mut self) {
        let is_settled = |node: &StackNode<G::Position, C::Key>| {
            self.table
                .probe(node.table_key)
                .is_some_and(|entry| entry.numbers(self.goal).is_settled())
        };
        let Some(depth) = self.stack.iter().skip(1).position(is_settled) else { return };
        while self.stack.len() > depth + 1 {
            let node = &self.stack[self.stack.len() - 1];
            let summary = self.summary_of(node, self.children.len());
            self.leave(&summary);
        }
        self.refresh();
    }

    /// Leaves all positions of the line and carries their numbers back to the root.
    pub fn unwind(&mut self) {
        while let Some(node) = self.stack.last() {
            let summary = self.summary_of(node, self.children.len());
            self.leave(&summary);
        }
    }

    /// The numbers of a position of the line whose children end there.
    fn summary_of(&self, node: &StackNode<G::Position, C::Key>, end: usize) -> Summary {
        let mut summary = Summary::new(&self.children[node.first..end], self.options.sum, |_| 0);
        if node.has_later {
            summary.wait_for_later_moves();
        }
        summary
    }

    /// The root move that achieves the answer for the player to move, if the search has found it.
    pub fn best(&self) -> Option<G::Move> {
        self.best
    }

    /// The numbers with which the root was left.
    pub fn result(&self) -> ProofNumbers {
        self.result
    }

    /// Whether there is a current line to continue.
    pub(crate) fn is_under_way(&self) -> bool {
        !self.stack.is_empty()
    }

    /// Takes over the result of another thread.
    pub(super) fn adopt(&mut self, result: ProofNumbers) {
        self.result = result;
    }

    /// The moves from the root to the current position.
    pub fn line(&self) -> Vec<G::Move> {
        let above = self.stack.len().saturating_sub(1);
        self.stack[..above].iter().map(|node| self.children[node.current].mv).collect()
    }

    /// The current numbers of the root.
    pub fn numbers(&self) -> ProofNumbers {
        let Some(root) = self.stack.first() else { return self.result };
        let end = self.stack.get(1).map_or(self.children.len(), |next| next.first);
        let summary = self.summary_of(root, end);
        ProofNumbers::of(root.player, summary.own, summary.other)
    }

    /// What the search holds about the moves of the root, as far as the current question goes.
    pub(super) fn root_moves(&self) -> Vec<RootMove> {
        let Some(root) = self.stack.first() else { return Vec::new() };
        let end = self.stack.get(1).map_or(self.children.len(), |next| next.first);
        let canonical = legal_moves(self.game, &root.position);
        let held = |child: &Child<G::Move>| {
            let place = canonical.iter().position(|&known| known == child.mv)?;
            let numbers = ProofNumbers::of(root.player, child.own, child.other);
            let entry = self.table.probe(child.table_key);
            let nodes = entry.map_or(0, |entry| work_of(entry.facts.work));
            Some(RootMove {
                place,
                efforts: vec![(Outcome(self.goal), numbers)],
                bounds: (Outcome(child.low), Outcome(child.high)),
                nodes: Some(nodes),
            })
        };
        self.children[root.first..end].iter().filter_map(held).collect()
    }

    /// The goal of the current question.
    pub fn goal(&self) -> u8 {
        self.goal
    }

    /// The thresholds of the last position. The threshold controlling algorithm (TCA, Kishimoto 2010) raises them when
    /// a descent must get through: in games with cycles, a search that returns to a position nearer to the root could
    /// otherwise find all numbers above their thresholds and never reach a leaf.
    #[inline]
    fn raised(&mut self, summary: &Summary) -> (Effort, Effort) {
        let node = self.stack.last_mut().expect("a line");
        let (mut own, mut other) = node.thresholds.seen_by(node.player);
        if C::CAN_RETURN && node.fresh {
            node.fresh = false;
            let open = !summary.own.is_done() && !summary.other.is_done();
            if node.raise_thresholds && open {
                own = own.max(summary.own.next());
                other = other.max(summary.other.next());
                node.thresholds = ProofNumbers::of(node.player, own, other);
            }
        }
        (own, other)
    }

    /// Enters the best child.
    fn descend(&mut self, summary: &Summary, own: Effort, other: Effort, meter: &mut Meter<'_>) {
        let node = self.stack.last_mut().expect("a line");
        node.current = node.first + summary.best;
        let child = &self.children[node.current];
        let child_thresholds =
            summary.child_thresholds(own, other, (child.own, child.other), self.options.epsilon);
        let thresholds = ProofNumbers::of(node.player, child_thresholds.0, child_thresholds.1);
        let mut position = node.position.clone();
        self.game.play(&mut position, child.mv);
        let (table_key, bounds, raise_thresholds) =
            (child.table_key, (child.low, child.high), node.raise_thresholds);
        let path = if C::CAN_RETURN { extended(node.path, table_key) } else { 0 };
        self.enter(position, table_key, thresholds, bounds, raise_thresholds, path, meter);
    }
}
