//! Star1 and Star2 with a transposition table, which also looks ahead: at every node the entries of all children are
//! read before anything is searched (Veness and Blair 2007, StarETC).

use crate::game::{AcyclicChance, Turn};
use crate::limits::{Limits, Meter, Stop, Tally};
use crate::number::Arithmetic;
use crate::search::children::{Child, Children};
use crate::search::options::{Approach, Options};
use crate::search::solve::{Bounded, Searcher};
use crate::search::spread::Spread;
use crate::search::table::Table;

/// A search with its table, which is kept from one question to the next.
///
/// The bounds of every answer are certain, also those of a search that a limit has stopped.
pub struct Solver<'a, G: AcyclicChance, A: Arithmetic> {
    game: &'a G,
    arithmetic: &'a A,
    options: Options,
    meter: Meter<'a>,
    table: Table<G::Position, Bounds<A::Number>>,
    levels: Vec<Level<G, A::Number>>,
    /// What is certain of the node that a stopped search has just left.
    certain: (A::Number, A::Number),
}

/// Buffers of one depth, which are used again and again.
struct Level<G: AcyclicChance, N> {
    children: Children<G>,
    /// What the table knows of the children of a player's choice.
    bounds: Vec<Bounds<N>>,
    spread: Spread<N>,
}

impl<G: AcyclicChance, N> Default for Level<G, N> {
    fn default() -> Level<G, N> {
        Level { children: Children::default(), bounds: Vec::new(), spread: Spread::default() }
    }
}

/// At least, and at most.
type Bounds<N> = (N, N);

impl<'a, G: AcyclicChance, A: Arithmetic> Solver<'a, G, A> {
    /// A search that has not begun. Positions deeper than `depth_max` plies stop it.
    pub fn new(
        game: &'a G,
        arithmetic: &'a A,
        options: Options,
        limits: Limits<'a>,
        depth_max: usize,
    ) -> Self {
        let certain = (arithmetic.least(), arithmetic.greatest());
        let (meter, table) = (Meter::new(limits, depth_max), Table::new(limits.bytes));
        Solver { game, arithmetic, options, meter, table, levels: Vec::new(), certain }
    }

    /// How many positions the table holds.
    pub fn entries(&self) -> usize {
        self.table.len()
    }

    /// The window of the next question of a bisection.
    fn next_window(&self, low: &A::Number, high: &A::Number) -> Option<Bounds<A::Number>> {
        if self.options.approach == Approach::Window {
            return None;
        }
        let beta = self.arithmetic.between(low, high).unwrap_or_else(|| high.clone());
        Some((self.arithmetic.previous(&beta)?, beta))
    }

    fn visit(
        &mut self,
        node: &Child<G::Position>,
        depth: usize,
        alpha: &A::Number,
        beta: &A::Number,
    ) -> Result<A::Number, Stop> {
        if let Err(stop) = self.meter.enter(depth) {
            self.certain = (self.arithmetic.least(), self.arithmetic.greatest());
            return Err(stop);
        }
        if let Turn::Over(outcome) = node.turn {
            self.meter.tally.leaves += 1;
            return Ok(self.arithmetic.worth(outcome));
        }
        let (low, high) = self.known(node);
        if low >= *beta || low >= high {
            return Ok(low);
        }
        if high <= *alpha {
            return Ok(high);
        }
        let (alpha, beta) = (alpha.max(&low).clone(), beta.min(&high).clone());
        let answer = match node.turn {
            Turn::Max => self.choose::<true>(node, depth, &alpha, &beta),
            Turn::Min => self.choose::<false>(node, depth, &alpha, &beta),
            _ => self.chance(node, depth, &alpha, &beta),
        };
        match answer {
            Ok(answer) => {
                let at_least = if answer > alpha { answer.clone() } else { low };
                let at_most = if answer < beta { answer.clone() } else { high };
                self.table.join(node.hash, &node.position, (at_least, at_most));
                Ok(answer)
            }
            Err(stop) => {
                let (at_least, at_most) = &mut self.certain;
                *at_least = low.max(at_least.clone());
                *at_most = high.min(at_most.clone());
                let (at_least, at_most) = self.certain.clone();
                self.table.join(node.hash, &node.position, (at_least, at_most));
                Err(stop)
            }
        }
    }

    /// Bounds from the table, or the worth of a finished position.
    fn known(&self, node: &Child<G::Position>) -> Bounds<A::Number> {
        if let Turn::Over(outcome) = node.turn {
            let worth = self.arithmetic.worth(outcome);
            return (worth.clone(), worth);
        }
        match self.table.get(node.hash, &node.position) {
            Some((low, high)) => (low.clone(), high.clone()),
            None => (self.arithmetic.least(), self.arithmetic.greatest()),
        }
    }

    /// The buffers of a depth with what the moves of a position lead to.
    fn open(&mut self, node: &Child<G::Position>, depth: usize) -> Level<G, A::Number> {
        if self.levels.len() <= depth {
            self.levels.resize_with(depth + 1, Level::default);
        }
        let mut level = core::mem::take(&mut self.levels[depth]);
        let hash = |position: &G::Position| self.table.hash(position);
        level.children.fill(self.game, (&node.position, node.turn), self.options.order(), hash);
        level
    }

    /// A player's choice by alpha-beta.
    fn choose<const MAX: bool>(
        &mut self,
        node: &Child<G::Position>,
        depth: usize,
        alpha: &A::Number,
        beta: &A::Number,
    ) -> Result<A::Number, Stop> {
        let mut level = self.open(node, depth);
        let Level { children, bounds, .. } = &mut level;
        let answer = match self.look_ahead::<MAX>(&children.list, bounds, alpha, beta) {
            Some(answer) => Ok(answer),
            None => self.choose_among::<MAX>(&children.list, bounds, depth, alpha, beta),
        };
        self.levels[depth] = level;
        answer
    }

    /// Reads what is known of all children. A bound of one that is good enough for the player, if there is one.
    fn look_ahead<const MAX: bool>(
        &mut self,
        children: &[Child<G::Position>],
        bounds: &mut Vec<Bounds<A::Number>>,
        alpha: &A::Number,
        beta: &A::Number,
    ) -> Option<A::Number> {
        bounds.clear();
        if !self.options.look_ahead {
            return None;
        }
        for child in children {
            let (low, high) = self.known(child);
            let is_enough = if MAX { low >= *beta } else { high <= *alpha };
            if is_enough {
                self.count_finished(child);
                return Some(if MAX { low } else { high });
            }
            bounds.push((low, high));
        }
        None
    }

    /// Counts a finished position that was looked at without entering it.
    fn count_finished(&mut self, node: &Child<G::Position>) {
        if let Turn::Over(_) = node.turn {
            self.meter.tally.nodes += 1;
            self.meter.tally.leaves += 1;
        }
    }

    fn choose_among<const MAX: bool>(
        &mut self,
        children: &[Child<G::Position>],
        bounds: &[Bounds<A::Number>],
        depth: usize,
        alpha: &A::Number,
        beta: &A::Number,
    ) -> Result<A::Number, Stop> {
        let (mut alpha, mut beta) = (alpha.clone(), beta.clone());
        let mut best: Option<A::Number> = None;
        // The best value that is no bound of the far side only.
        let mut sure: Option<A::Number> = None;
        for (index, child) in children.iter().enumerate() {
            let found = match bounds.get(index) {
                // It is known not to be good enough.
                Some((_, high)) if MAX && *high <= alpha => Ok(high.clone()),
                Some((low, _)) if !MAX && *low >= beta => Ok(low.clone()),
                _ => self.visit(child, depth + 1, &alpha, &beta),
            };
            let value = match found {
                Ok(value) => value,
                Err(stop) => {
                    let last = index + 1 == children.len();
                    self.give_up::<MAX>(best.filter(|_| last), sure, last);
                    return Err(stop);
                }
            };
            let better = |best: &A::Number| if MAX { value > *best } else { value < *best };
            if !best.as_ref().is_none_or(better) {
                continue;
            }
            best = Some(value.clone());
            if MAX {
                if value >= beta {
                    break;
                }
                if value > alpha {
                    sure = Some(value.clone());
                    alpha = value;
                }
            } else {
                if value <= alpha {
                    break;
                }
                if value < beta {
                    sure = Some(value.clone());
                    beta = value;
                }
            }
        }
        Ok(best.expect("an unfinished position has a move"))
    }

    /// What is certain of a choice when the search of a move was stopped: the player has the moves that are known,
    /// and the others may be worth anything.
    fn give_up<const MAX: bool>(
        &mut self,
        best: Option<A::Number>,
        sure: Option<A::Number>,
        last: bool,
    ) {
        let (low, high) = self.certain.clone();
        self.certain = if MAX {
            let far = if last {
                best.map_or(high.clone(), |best| best.max(high))
            } else {
                self.arithmetic.greatest()
            };
            (sure.map_or(low.clone(), |sure| sure.max(low)), far)
        } else {
            let far = if last {
                best.map_or(low.clone(), |best| best.min(low))
            } else {
                self.arithmetic.least()
            };
            (far, sure.map_or(high.clone(), |sure| sure.min(high)))
        };
    }

    fn chance(
        &mut self,
        node: &Child<G::Position>,
        depth: usize,
        alpha: &A::Number,
        beta: &A::Number,
    ) -> Result<A::Number, Stop> {
        let mut level = self.open(node, depth);
        let weights = level.children.weights.iter().copied();
        level.spread.begin(self.arithmetic, weights, (alpha, beta));
        let answer = self.weigh(&level.children.list, &mut level.spread, depth);
        self.levels[depth] = level;
        answer
    }

    /// The expectation: what the table knows, then the probe, then the outcomes one by one.
    fn weigh(
        &mut self,
        children: &[Child<G::Position>],
        spread: &mut Spread<A::Number>,
        depth: usize,
    ) -> Result<A::Number, Stop> {
        if self.options.look_ahead
            && let Some(answer) = self.read_all(children, spread)
        {
            return Ok(answer);
        }
        if self.options.probe
            && let Some(answer) = self.probe_all(children, spread, depth)?
        {
            return Ok(answer);
        }
        for (index, child) in children.iter().enumerate() {
            if spread.is_settled(index) {
                continue;
            }
            let alpha = spread.alpha(self.arithmetic, index);
            let beta = spread.beta(self.arithmetic, index);
            match self.visit(child, depth + 1, &alpha, &beta) {
                Ok(value) => spread.settle(self.arithmetic, index, &value),
                Err(stop) => return Err(self.give_up_outcome(spread, index, stop)),
            }
            if let Some(answer) = spread.cut(self.arithmetic) {
                return Ok(answer);
            }
        }
        Ok(spread.means(self.arithmetic).0)
    }

    /// What is certain of a chance node when the search of an outcome was stopped.
    fn give_up_outcome(
        &mut self,
        spread: &mut Spread<A::Number>,
        index: usize,
        stop: Stop,
    ) -> Stop {
        let (low, high) = self.certain.clone();
        spread.narrow(self.arithmetic, index, &low, &high);
        self.certain = spread.means(self.arithmetic);
        stop
    }

    /// Bounds of the outcomes from the table. The answer, if that is enough.
    fn read_all(
        &mut self,
        children: &[Child<G::Position>],
        spread: &mut Spread<A::Number>,
    ) -> Option<A::Number> {
        for (index, child) in children.iter().enumerate() {
            self.count_finished(child);
            let (low, high) = self.known(child);
            spread.narrow(self.arithmetic, index, &low, &high);
        }
        spread.cut(self.arithmetic)
    }

    /// One move of every outcome. The answer, if that is enough.
    fn probe_all(
        &mut self,
        children: &[Child<G::Position>],
        spread: &mut Spread<A::Number>,
        depth: usize,
    ) -> Result<Option<A::Number>, Stop> {
        for (index, child) in children.iter().enumerate() {
            if spread.is_settled(index) {
                continue;
            }
            match child.turn {
                Turn::Chance => continue,
                Turn::Over(outcome) => {
                    self.meter.tally.nodes += 1;
                    self.meter.tally.leaves += 1;
                    spread.settle(self.arithmetic, index, &self.arithmetic.worth(outcome));
                }
                Turn::Max | Turn::Min => {
                    if let Err(stop) = self.probe(child, spread, index, depth + 1) {
                        self.certain = spread.means(self.arithmetic);
                        return Err(stop);
                    }
                }
            }
            if let Some(answer) = spread.cut(self.arithmetic) {
                return Ok(Some(answer));
            }
        }
        Ok(None)
    }

    /// One move of an outcome, with a window that is open on the far side. The entry of the outcome keeps what it shows.
    fn probe(
        &mut self,
        child: &Child<G::Position>,
        spread: &mut Spread<A::Number>,
        index: usize,
        depth: usize,
    ) -> Result<(), Stop> {
        let level = self.open(child, depth);
        let first = &level.children.list[0];
        let (least, greatest) = (self.arithmetic.least(), self.arithmetic.greatest());
        let found = if child.turn == Turn::Max {
            let beta = spread.beta(self.arithmetic, index);
            self.visit(first, depth + 1, &least, &beta).map(|low| (low, greatest))
        } else {
            let alpha = spread.alpha(self.arithmetic, index);
            self.visit(first, depth + 1, &alpha, &greatest).map(|high| (least, high))
        };
        self.levels[depth] = level;
        let (low, high) = found?;
        spread.narrow(self.arithmetic, index, &low, &high);
        self.table.join(child.hash, &child.position, (low, high));
        Ok(())
    }
}

impl<G: AcyclicChance, A: Arithmetic> Searcher<G, A> for Solver<'_, G, A> {
    fn tally(&self) -> Tally {
        self.meter.tally
    }

    fn table_bounds(&self, position: &G::Position) -> (A::Number, A::Number) {
        match self.table.get(self.table.hash(position), position) {
            Some((low, high)) => (low.clone(), high.clone()),
            None => (self.arithmetic.least(), self.arithmetic.greatest()),
        }
    }

    fn value(&mut self, position: &G::Position) -> Bounded<A::Number> {
        let (mut low, mut high) = (self.arithmetic.least(), self.arithmetic.greatest());
        while low < high {
            let (alpha, beta) = match self.next_window(&low, &high) {
                Some(window) => window,
                None => (low.clone(), high.clone()),
            };
            let ((at_least, at_most), stop) = self.ask(position, &alpha, &beta);
            (low, high) = (low.max(at_least), high.min(at_most));
            if stop != Stop::Solved {
                return ((low, high), stop);
            }
        }
        ((low, high), Stop::Solved)
    }

    fn at_least(&mut self, position: &G::Position, threshold: &A::Number) -> Bounded<A::Number> {
        let least = || self.arithmetic.least();
        let alpha = self.arithmetic.previous(threshold).unwrap_or_else(least);
        self.ask(position, &alpha, threshold)
    }

    /// One search with a window.
    fn ask(
        &mut self,
        position: &G::Position,
        alpha: &A::Number,
        beta: &A::Number,
    ) -> Bounded<A::Number> {
        let (least, greatest) = (self.arithmetic.least(), self.arithmetic.greatest());
        let hash = self.table.hash(position);
        let root = Child { position: position.clone(), turn: self.game.turn(position), hash };
        match self.visit(&root, 0, alpha, beta) {
            Err(stop) => (self.certain.clone(), stop),
            Ok(answer) if answer >= *beta => ((answer, greatest), Stop::Solved),
            Ok(answer) if answer <= *alpha => ((least, answer), Stop::Solved),
            Ok(answer) => ((answer.clone(), answer), Stop::Solved),
        }
    }
}
