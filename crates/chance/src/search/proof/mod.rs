//! Depth-first proof-number search for threshold questions: is the value at least `t`?
//!
//! Every position keeps bounds of its value, which are facts, and for the question that was last put to it a proof number
//! and a disproof number, which say how hard it looks and never decide anything. A player's choice passes the question on
//! and counts as in proof-number search. Chance gives every outcome a question of its own: if the threshold lies at
//! a share s of the way from the sum of the lower bounds to that of the upper ones, so does the threshold of every outcome
//! between its own bounds. If all answers are yes, so is the answer of the node, and the same with no; whatever they
//! are, they bring the bounds together, and the rest is shared out again. For a threshold at the upper end, that is an
//! AND of the outcomes, for one just above the lower end an OR.

mod known;
mod outcomes;

use crate::game::{AcyclicChance, Turn};
use crate::limits::{Limits, Meter, Stop, Tally};
use crate::number::Arithmetic;
use crate::search::children::{Child, Children, Order};
use crate::search::solve::{Bounded, Searcher};
use crate::search::table::{Fact, Table};

use known::{Known, MOST, Numbers};

/// Depth-first proof-number search with its table, which is kept from one question to the next.
///
/// The bounds of every answer are certain, also those of a search that a limit has stopped.
pub struct ProofSearch<'a, G: AcyclicChance, A: Arithmetic> {
    game: &'a G,
    arithmetic: &'a A,
    meter: Meter<'a>,
    table: Table<G::Position, Known<A::Number>>,
    levels: Vec<Level<G, A::Number>>,
    /// What is certain of the node that a stopped search has just left.
    certain: (A::Number, A::Number),
}

/// Buffers of one depth, which are used again and again.
struct Level<G: AcyclicChance, N> {
    children: Children<G>,
    known: Vec<Known<N>>,
}

impl<G: AcyclicChance, N> Default for Level<G, N> {
    fn default() -> Level<G, N> {
        Level { children: Children::default(), known: Vec::new() }
    }
}

/// What follows from the children: bounds and numbers of the node, and what to do next.
struct Summary<N> {
    low: N,
    high: N,
    numbers: Numbers,
    child: usize,
    question: N,
    /// The child is left as soon as one of its numbers reaches these.
    limits: Numbers,
}

/// The order of moves decides among equal numbers.
const ORDER: Order = Order { by_score: true, heaviest_first: true };

impl<'a, G: AcyclicChance, A: Arithmetic> ProofSearch<'a, G, A> {
    /// A search that has not begun. Positions deeper than `depth_max` plies stop it.
    pub fn new(game: &'a G, arithmetic: &'a A, limits: Limits<'a>, depth_max: usize) -> Self {
        let certain = (arithmetic.least(), arithmetic.greatest());
        let (meter, table) = (Meter::new(limits, depth_max), Table::new(limits.bytes));
        ProofSearch { game, arithmetic, meter, table, levels: Vec::new(), certain }
    }

    /// One question about a position.
    fn put(&mut self, position: &G::Position, threshold: &A::Number) -> Bounded<A::Number> {
        let turn = self.game.turn(position);
        if let Turn::Over(outcome) = turn {
            let worth = self.arithmetic.worth(outcome);
            return ((worth.clone(), worth), Stop::Solved);
        }
        let (least, greatest) = (self.arithmetic.least(), self.arithmetic.greatest());
        if *threshold <= least || *threshold > greatest {
            return ((least, greatest), Stop::Solved);
        }
        let root = Child { position: position.clone(), turn, hash: self.table.hash(position) };
        match self.visit(&root, 0, threshold, Numbers { proof: u64::MAX, disproof: u64::MAX }) {
            Ok(known) => ((known.low, known.high), Stop::Solved),
            Err(stop) => (self.certain.clone(), stop),
        }
    }

    /// Searches a position until the question is answered or a number reaches its limit.
    fn visit(
        &mut self,
        node: &Child<G::Position>,
        depth: usize,
        threshold: &A::Number,
        limits: Numbers,
    ) -> Result<Known<A::Number>, Stop> {
        if let Err(stop) = self.meter.enter(depth) {
            self.certain = (self.arithmetic.least(), self.arithmetic.greatest());
            return Err(stop);
        }
        let mut level = self.open(node, depth);
        let found = self.duel(node.turn, &mut level, depth, threshold, limits);
        self.levels[depth] = level;
        if let Ok(known) = &found {
            self.table.join(node.hash, &node.position, known.clone());
        }
        found
    }

    /// The buffers of a depth with what the moves of a position lead to and what is known of that.
    fn open(&mut self, node: &Child<G::Position>, depth: usize) -> Level<G, A::Number> {
        if self.levels.len() <= depth {
            self.levels.resize_with(depth + 1, Level::default);
        }
        let mut level = core::mem::take(&mut self.levels[depth]);
        let hash = |position: &G::Position| self.table.hash(position);
        level.children.fill(self.game, (&node.position, node.turn), ORDER, hash);
        level.known.clear();
        for child in &level.children.list {
            let known = match child.turn {
                Turn::Over(outcome) => {
                    self.meter.tally.nodes += 1;
                    self.meter.tally.leaves += 1;
                    let worth = self.arithmetic.worth(outcome);
                    Known::unasked(worth.clone(), worth)
                }
                _ => match self.table.get(child.hash, &child.position) {
                    Some(known) => known.clone(),
                    None => Known::unasked(self.arithmetic.least(), self.arithmetic.greatest()),
                },
            };
            level.known.push(known);
        }
        level
    }

    /// Puts questions to the children, one after the other.
    fn duel(
        &mut self,
        turn: Turn,
        level: &mut Level<G, A::Number>,
        depth: usize,
        threshold: &A::Number,
        limits: Numbers,
    ) -> Result<Known<A::Number>, Stop> {
        loop {
            let summary = self.sum_up(turn, level, threshold, limits);
            let Summary { low, high, numbers, child, question, limits: below } = summary;
            if low >= *threshold || high < *threshold {
                return Ok(Known::unasked(low, high));
            }
            if numbers.reach(limits) {
                return Ok(Known { low, high, asked: Some((threshold.clone(), numbers)) });
            }
            match self.visit(&level.children.list[child], depth + 1, &question, below) {
                Ok(known) => level.known[child].join(known),
                Err(stop) => {
                    let (low, high) = self.certain.clone();
                    level.known[child].join(Known::unasked(low, high));
                    let Summary { low, high, .. } = self.sum_up(turn, level, threshold, limits);
                    self.certain = (low, high);
                    return Err(stop);
                }
            }
        }
    }

    fn sum_up(
        &self,
        turn: Turn,
        level: &Level<G, A::Number>,
        threshold: &A::Number,
        limits: Numbers,
    ) -> Summary<A::Number> {
        match turn {
            Turn::Max => self.choose::<true>(&level.known, threshold, limits),
            Turn::Min => self.choose::<false>(&level.known, threshold, limits),
            _ => self.weigh(&level.known, &level.children.weights, threshold, limits),
        }
    }

    /// A player's choice: the number of the player's own side is the least among the children; that of the other side is
    /// the largest one plus one for every other child (weak proof numbers, Ueda et al. 2008), because in graphs sums
    /// count positions many times over.
    fn choose<const MAX: bool>(
        &self,
        known: &[Known<A::Number>],
        threshold: &A::Number,
        limits: Numbers,
    ) -> Summary<A::Number> {
        let lows = known.iter().map(|known| &known.low);
        let highs = known.iter().map(|known| &known.high);
        let (low, high) = if MAX { (lows.max(), highs.max()) } else { (lows.min(), highs.min()) };
        let (low, high) = (low.expect("a move").clone(), high.expect("a move").clone());
        let (mut own, mut second, mut largest, mut open) = (MOST, MOST, 0, 0);
        let (mut child, mut others_of_child) = (0, 0);
        for (index, known) in known.iter().enumerate() {
            let numbers = known.numbers(self.arithmetic, threshold);
            let (mine, others) = numbers.seen_by::<MAX>();
            if others == 0 {
                continue;
            }
            largest = others.max(largest);
            open += 1;
            if mine < own {
                (second, own) = (own, mine);
                (child, others_of_child) = (index, others);
            } else {
                second = second.min(mine);
            }
        }
        let others = if open == 0 { 0 } else { (largest + open - 1).min(MOST) };
        let (own_limit, others_limit) = limits.seen_by::<MAX>();
        // A child is left when its number is more than twice that of the next one, so that positions are not entered
        // anew again and again.
        let own_below = own_limit.min(second.saturating_mul(2) + 1).max(own + 1);
        let others_below = others_limit
            .saturating_sub(others - others_of_child.min(others))
            .max(others_of_child + 1);
        Summary {
            low,
            high,
            numbers: Numbers::of::<MAX>(own, others),
            child,
            question: threshold.clone(),
            limits: Numbers::of::<MAX>(own_below, others_below),
        }
    }
}

impl<G: AcyclicChance, A: Arithmetic> Searcher<G, A> for ProofSearch<'_, G, A> {
    fn tally(&self) -> Tally {
        self.meter.tally
    }

    fn table_bounds(&self, position: &G::Position) -> (A::Number, A::Number) {
        match self.table.get(self.table.hash(position), position) {
            Some(known) => (known.low.clone(), known.high.clone()),
            None => (self.arithmetic.least(), self.arithmetic.greatest()),
        }
    }

    fn value(&mut self, position: &G::Position) -> Bounded<A::Number> {
        let (least, greatest) = (self.arithmetic.least(), self.arithmetic.greatest());
        self.ask(position, &least, &greatest)
    }

    fn at_least(&mut self, position: &G::Position, threshold: &A::Number) -> Bounded<A::Number> {
        self.put(position, threshold)
    }

    /// Questions whether the value is at least the middle of what is left of the window.
    fn ask(
        &mut self,
        position: &G::Position,
        alpha: &A::Number,
        beta: &A::Number,
    ) -> Bounded<A::Number> {
        let (mut low, mut high) = (self.arithmetic.least(), self.arithmetic.greatest());
        while low < high && low < *beta && high > *alpha {
            let (from, to) = (alpha.max(&low), beta.min(&high));
            let threshold = self.arithmetic.between(from, to).unwrap_or_else(|| to.clone());
            let ((at_least, at_most), stop) = self.put(position, &threshold);
            (low, high) = (low.max(at_least), high.min(at_most));
            if stop != Stop::Solved {
                return ((low, high), stop);
            }
        }
        ((low, high), Stop::Solved)
    }
}
