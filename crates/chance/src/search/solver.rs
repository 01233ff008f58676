//! Star1 and Star2 with a transposition table, which also looks ahead: at every node the entries of all children are
//! read before anything is searched (Veness and Blair 2007, StarETC).

use crate::game::{AcyclicChance, Turn};
use crate::limits::{Limits, Meter, Stop, Tally};
use crate::number::Arithmetic;
use crate::search::spread::Spread;
use crate::search::table::Table;

/// How a position is searched. None of it changes a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// Whether one move of every outcome is tried first (Star2), or not (Star1).
    pub probe: bool,
    /// Whether the entries of all children are read first.
    pub look_ahead: bool,
    /// Whether moves are tried in the order of their scores, and not in the canonical one.
    pub order_moves: bool,
    /// Whether the outcomes with the largest weights come first, and not in the canonical order.
    pub heaviest_first: bool,
    /// How the value is approached.
    pub approach: Approach,
}

/// How the value is approached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Approach {
    /// One search with the widest window.
    Window,
    /// Questions whether the value is at least the middle of what is left. Searches that count in fractions use
    /// the widest window instead.
    Bisection,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            probe: true,
            look_ahead: true,
            order_moves: true,
            heaviest_first: true,
            approach: Approach::Window,
        }
    }
}

/// A search with its table, which is kept from one question to the next.
///
/// The bounds of every answer are certain, also those of a search that a limit has stopped.
pub struct Solver<'a, G: AcyclicChance, A: Arithmetic> {
    game: &'a G,
    arithmetic: &'a A,
    options: Options,
    meter: Meter<'a>,
    table: Table<G::Position, A::Number>,
    levels: Vec<Level<G, A::Number>>,
    /// What is certain of the node that a stopped search has just left.
    certain: (A::Number, A::Number),
}

/// Buffers of one depth, which are used again and again.
struct Level<G: AcyclicChance, N> {
    moves: Vec<G::Move>,
    children: Vec<G::Position>,
    spread: Spread<N>,
}

impl<G: AcyclicChance, N> Default for Level<G, N> {
    fn default() -> Level<G, N> {
        Level { moves: Vec::new(), children: Vec::new(), spread: Spread::default() }
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

    /// What it has cost so far.
    pub fn tally(&self) -> Tally {
        self.meter.tally
    }

    /// How many positions the table holds.
    pub fn entries(&self) -> usize {
        self.table.len()
    }

    /// The value of a position, or what is certain about it when a limit is reached.
    pub fn value(&mut self, position: &G::Position) -> (Bounds<A::Number>, Stop) {
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

    /// The window of the next question of a bisection.
    fn next_window(&self, low: &A::Number, high: &A::Number) -> Option<Bounds<A::Number>> {
        if self.options.approach == Approach::Window {
            return None;
        }
        let beta = self.arithmetic.between(low, high).unwrap_or_else(|| high.clone());
        Some((self.arithmetic.previous(&beta)?, beta))
    }

    /// Bounds of a position from one search with a window, and why it ended.
    pub fn ask(
        &mut self,
        position: &G::Position,
        alpha: &A::Number,
        beta: &A::Number,
    ) -> (Bounds<A::Number>, Stop) {
        let (least, greatest) = (self.arithmetic.least(), self.arithmetic.greatest());
        match self.visit(position, 0, alpha, beta) {
            Err(stop) => (self.certain.clone(), stop),
            Ok(answer) if answer >= *beta => ((answer, greatest), Stop::Solved),
            Ok(answer) if answer <= *alpha => ((least, answer), Stop::Solved),
            Ok(answer) => ((answer.clone(), answer), Stop::Solved),
        }
    }

    fn visit(
        &mut self,
        position: &G::Position,
        depth: usize,
        alpha: &A::Number,
        beta: &A::Number,
    ) -> Result<A::Number, Stop> {
        if let Err(stop) = self.meter.enter(depth) {
            self.certain = (self.arithmetic.least(), self.arithmetic.greatest());
            return Err(stop);
        }
        let turn = self.game.turn(position);
        if let Turn::Over(outcome) = turn {
            self.meter.tally.leaves += 1;
            return Ok(self.arithmetic.worth(outcome));
        }
        let (low, high) = self.known(position);
        if low >= *beta || low >= high {
            return Ok(low);
        }
        if high <= *alpha {
            return Ok(high);
        }
        let (alpha, beta) = (alpha.max(&low).clone(), beta.min(&high).clone());
        let answer = match turn {
            Turn::Max => self.choose::<true>(position, depth, &alpha, &beta),
            Turn::Min => self.choose::<false>(position, depth, &alpha, &beta),
            _ => self.chance(position, depth, &alpha, &beta),
        };
        match answer {
            Ok(answer) => {
                let at_least = if answer > alpha { answer.clone() } else { low };
                let at_most = if answer < beta { answer.clone() } else { high };
                self.table.join(position, at_least, at_most);
                Ok(answer)
            }
            Err(stop) => {
                let (at_least, at_most) = &mut self.certain;
                *at_least = low.max(at_least.clone());
                *at_most = high.min(at_most.clone());
                let (at_least, at_most) = self.certain.clone();
                self.table.join(position, at_least, at_most);
                Err(stop)
            }
        }
    }

    /// Bounds from the table.
    pub(crate) fn known(&self, position: &G::Position) -> Bounds<A::Number> {
        match self.table.get(position) {
            Some((low, high)) => (low.clone(), high.clone()),
            None => (self.arithmetic.least(), self.arithmetic.greatest()),
        }
    }

    /// The buffers of a depth with the moves of a position and what they lead to.
    fn open(&mut self, position: &G::Position, depth: usize, turn: Turn) -> Level<G, A::Number> {
        if self.levels.len() <= depth {
            self.levels.resize_with(depth + 1, Level::default);
        }
        let mut level = core::mem::take(&mut self.levels[depth]);
        level.moves.clear();
        self.game.moves(position, &mut level.moves);
        if turn == Turn::Chance && self.options.heaviest_first {
            level.moves.sort_by_key(|&mv| core::cmp::Reverse(self.game.weight(position, mv)));
        } else if turn != Turn::Chance && self.options.order_moves {
            level.moves.sort_by_key(|&mv| core::cmp::Reverse(self.game.move_score(position, mv)));
        }
        level.children.clear();
        level.children.extend(level.moves.iter().map(|&mv| self.game.after(position, mv)));
        level
    }

    /// A player's choice by alpha-beta.
    fn choose<const MAX: bool>(
        &mut self,
        position: &G::Position,
        depth: usize,
        alpha: &A::Number,
        beta: &A::Number,
    ) -> Result<A::Number, Stop> {
        let level = self.open(position, depth, if MAX { Turn::Max } else { Turn::Min });
        let answer = match self.look_ahead::<MAX>(&level.children, alpha, beta) {
            Some(answer) => Ok(answer),
            None => self.choose_among::<MAX>(&level.children, depth, alpha, beta),
        };
        self.levels[depth] = level;
        answer
    }

    /// A bound from the entry of a child that is good enough for the player.
    fn look_ahead<const MAX: bool>(
        &self,
        children: &[G::Position],
        alpha: &A::Number,
        beta: &A::Number,
    ) -> Option<A::Number> {
        if !self.options.look_ahead {
            return None;
        }
        let entries = children.iter().filter_map(|child| self.table.get(child));
        if MAX {
            entries.map(|(low, _)| low).find(|low| *low >= beta).cloned()
        } else {
            entries.map(|(_, high)| high).find(|high| *high <= alpha).cloned()
        }
    }

    fn choose_among<const MAX: bool>(
        &mut self,
        children: &[G::Position],
        depth: usize,
        alpha: &A::Number,
        beta: &A::Number,
    ) -> Result<A::Number, Stop> {
        let (mut alpha, mut beta) = (alpha.clone(), beta.clone());
        let mut best: Option<A::Number> = None;
        // The best value that is no bound of the far side only.
        let mut sure: Option<A::Number> = None;
        for (index, child) in children.iter().enumerate() {
            let value = match self.visit(child, depth + 1, &alpha, &beta) {
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
        position: &G::Position,
        depth: usize,
        alpha: &A::Number,
        beta: &A::Number,
    ) -> Result<A::Number, Stop> {
        let mut level = self.open(position, depth, Turn::Chance);
        let weights = level.moves.iter().map(|&mv| self.game.weight(position, mv));
        level.spread.begin(self.arithmetic, weights, (alpha, beta));
        let answer = self.weigh(&level.children, &mut level.spread, depth);
        self.levels[depth] = level;
        answer
    }

    /// The expectation: what the table knows, then the probe, then the outcomes one by one.
    fn weigh(
        &mut self,
        children: &[G::Position],
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
        children: &[G::Position],
        spread: &mut Spread<A::Number>,
    ) -> Option<A::Number> {
        let mut any = false;
        for (index, child) in children.iter().enumerate() {
            if let Some((low, high)) = self.table.get(child) {
                spread.narrow(self.arithmetic, index, low, high);
                any = true;
            }
        }
        if any { spread.cut(self.arithmetic) } else { None }
    }

    /// One move of every outcome. The answer, if that is enough.
    fn probe_all(
        &mut self,
        children: &[G::Position],
        spread: &mut Spread<A::Number>,
        depth: usize,
    ) -> Result<Option<A::Number>, Stop> {
        for (index, child) in children.iter().enumerate() {
            if spread.is_settled(index) {
                continue;
            }
            let turn = self.game.turn(child);
            match turn {
                Turn::Chance => continue,
                Turn::Over(outcome) => {
                    self.meter.tally.nodes += 1;
                    self.meter.tally.leaves += 1;
                    spread.settle(self.arithmetic, index, &self.arithmetic.worth(outcome));
                }
                Turn::Max | Turn::Min => {
                    if let Err(stop) = self.probe(child, turn, spread, index, depth + 1) {
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
        child: &G::Position,
        turn: Turn,
        spread: &mut Spread<A::Number>,
        index: usize,
        depth: usize,
    ) -> Result<(), Stop> {
        let level = self.open(child, depth, turn);
        let first = level.children[0].clone();
        self.levels[depth] = level;
        let (least, greatest) = (self.arithmetic.least(), self.arithmetic.greatest());
        let (low, high) = if turn == Turn::Max {
            let beta = spread.beta(self.arithmetic, index);
            (self.visit(&first, depth + 1, &least, &beta)?, greatest)
        } else {
            let alpha = spread.alpha(self.arithmetic, index);
            (least, self.visit(&first, depth + 1, &alpha, &greatest)?)
        };
        spread.narrow(self.arithmetic, index, &low, &high);
        self.table.join(child, low, high);
        Ok(())
    }
}
