//! The searches without a table: expectimax, Star1 and Star2 as published, in the listed order of moves.

use crate::fraction::Fraction;
use crate::game::{AcyclicChance, Turn};
use crate::limits::{DEPTH_MAX, Limits, Meter, Stop, Tally};
use crate::number::{Arithmetic, Fractions};
use crate::search::spread::Spread;
use crate::utility::Utility;

/// Which of the searches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// Every position: the reference.
    Expectimax,
    /// Cuts at chance nodes by bounds of the expectation (Ballard 1983).
    Star1,
    /// Star1 after a probe of one move of every outcome, which bounds it from one side (Ballard 1983).
    Star2 {
        /// Whether the probed value is kept for the search of the outcome. Without a table a search that forgets it does
        /// the work twice.
        keep: bool,
    },
}

/// What a search without a table found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    /// The value if it lies inside the window, a lower bound of it if it is at or above the window, an upper bound if it
    /// is at or below.
    pub answer: Fraction,
    /// What that took.
    pub tally: Tally,
}

/// The value of a position by plain expectimax, in fractions: the reference for everything else.
///
/// ```
/// use foregone_chance::games::Ewn;
/// use foregone_chance::search::expectimax;
/// use foregone_chance::ChanceGame;
///
/// let game = Ewn::new(2, 2, 1)?;
/// let found = expectimax(&game, &game.start(), &game.utility()).expect("a small game");
/// assert_eq!(found.answer.to_string(), "1");
/// # Ok::<(), foregone_game::InvalidGame>(())
/// ```
pub fn expectimax<G: AcyclicChance>(
    game: &G,
    position: &G::Position,
    utility: &Utility,
) -> Result<Found, Stop> {
    let window = (utility.least(), utility.greatest());
    let arithmetic = Fractions::new(utility);
    search(game, &arithmetic, position, window, Method::Expectimax, Limits::default())
}

/// Searches a position with a window: fail-soft, so that the answer is a bound if it is not inside.
pub fn search<G: AcyclicChance, A: Arithmetic>(
    game: &G,
    arithmetic: &A,
    position: &G::Position,
    (alpha, beta): (&Fraction, &Fraction),
    method: Method,
    limits: Limits<'_>,
) -> Result<Found, Stop> {
    let (alpha, beta) = (arithmetic.floor(alpha), arithmetic.ceil(beta));
    let meter = Meter::new(limits, DEPTH_MAX);
    let mut search = Search { game, arithmetic, method, meter, levels: Vec::new() };
    let value = search.visit(position, 0, &alpha, &beta)?;
    Ok(Found { answer: arithmetic.fraction(&value), tally: search.meter.tally })
}

/// Buffers of one depth, which are used again and again.
struct Level<G: AcyclicChance, N> {
    moves: Vec<G::Move>,
    spread: Spread<N>,
    /// The values of the probed moves, of the outcomes that were probed.
    probed: Vec<Option<N>>,
}

impl<G: AcyclicChance, N> Default for Level<G, N> {
    fn default() -> Level<G, N> {
        Level { moves: Vec::new(), spread: Spread::default(), probed: Vec::new() }
    }
}

struct Search<'a, G: AcyclicChance, A: Arithmetic> {
    game: &'a G,
    arithmetic: &'a A,
    method: Method,
    meter: Meter<'a>,
    levels: Vec<Level<G, A::Number>>,
}

impl<G: AcyclicChance, A: Arithmetic> Search<'_, G, A> {
    fn visit(
        &mut self,
        position: &G::Position,
        depth: usize,
        alpha: &A::Number,
        beta: &A::Number,
    ) -> Result<A::Number, Stop> {
        self.meter.enter(depth)?;
        match self.game.turn(position) {
            Turn::Over(outcome) => {
                self.meter.tally.leaves += 1;
                Ok(self.arithmetic.worth(outcome))
            }
            Turn::Max => self.choose::<true>(position, depth, alpha, beta, None),
            Turn::Min => self.choose::<false>(position, depth, alpha, beta, None),
            Turn::Chance => {
                let mut level = self.open(position, depth);
                let value = match self.method {
                    Method::Expectimax => self.sum(position, depth, &mut level),
                    _ => self.chance(position, depth, &mut level, (alpha, beta)),
                };
                self.levels[depth] = level;
                value
            }
        }
    }

    /// The buffers of a depth with the moves of a position.
    fn open(&mut self, position: &G::Position, depth: usize) -> Level<G, A::Number> {
        if self.levels.len() <= depth {
            self.levels.resize_with(depth + 1, Level::default);
        }
        let mut level = core::mem::take(&mut self.levels[depth]);
        level.moves.clear();
        self.game.moves(position, &mut level.moves);
        level
    }

    /// A player's choice by alpha-beta. The value of the first move may be known from a probe.
    fn choose<const MAX: bool>(
        &mut self,
        position: &G::Position,
        depth: usize,
        alpha: &A::Number,
        beta: &A::Number,
        known: Option<A::Number>,
    ) -> Result<A::Number, Stop> {
        let level = self.open(position, depth);
        let (mut alpha, mut beta) = (alpha.clone(), beta.clone());
        let all = self.method == Method::Expectimax;
        let first = usize::from(known.is_some());
        let mut best = known;
        for &mv in &level.moves[first..] {
            let child = self.game.after(position, mv);
            let value = self.visit(&child, depth + 1, &alpha, &beta)?;
            let better = |best: &A::Number| if MAX { value > *best } else { value < *best };
            if !best.as_ref().is_none_or(better) {
                continue;
            }
            let cut = if MAX { value >= beta } else { value <= alpha };
            best = Some(value.clone());
            if all {
                continue;
            }
            if cut {
                break;
            }
            if MAX && value > alpha {
                alpha = value;
            } else if !MAX && value < beta {
                beta = value;
            }
        }
        self.levels[depth] = level;
        Ok(best.expect("an unfinished position has a move"))
    }

    /// A chance node without cuts.
    fn sum(
        &mut self,
        position: &G::Position,
        depth: usize,
        level: &mut Level<G, A::Number>,
    ) -> Result<A::Number, Stop> {
        let (least, greatest) = (self.arithmetic.least(), self.arithmetic.greatest());
        self.begin(position, level, (&least, &greatest));
        for (index, &mv) in level.moves.iter().enumerate() {
            let child = self.game.after(position, mv);
            let value = self.visit(&child, depth + 1, &least, &greatest)?;
            level.spread.settle(self.arithmetic, index, &value);
        }
        Ok(level.spread.means(self.arithmetic).0)
    }

    fn begin(
        &self,
        position: &G::Position,
        level: &mut Level<G, A::Number>,
        window: (&A::Number, &A::Number),
    ) {
        let weights = level.moves.iter().map(|&mv| self.game.weight(position, mv));
        level.spread.begin(self.arithmetic, weights, window);
    }

    /// A chance node by Star1 or Star2.
    fn chance(
        &mut self,
        position: &G::Position,
        depth: usize,
        level: &mut Level<G, A::Number>,
        window: (&A::Number, &A::Number),
    ) -> Result<A::Number, Stop> {
        self.begin(position, level, window);
        level.probed.clear();
        level.probed.resize(level.moves.len(), None);
        if let Method::Star2 { .. } = self.method
            && let Some(answer) = self.probe_all(position, depth, level)?
        {
            return Ok(answer);
        }
        for index in 0..level.moves.len() {
            if level.spread.is_settled(index) {
                continue;
            }
            let alpha = level.spread.alpha(self.arithmetic, index);
            let beta = level.spread.beta(self.arithmetic, index);
            let child = self.game.after(position, level.moves[index]);
            let value = match level.probed[index].take() {
                None => self.visit(&child, depth + 1, &alpha, &beta)?,
                known => match self.game.turn(&child) {
                    Turn::Max => self.choose::<true>(&child, depth + 1, &alpha, &beta, known)?,
                    _ => self.choose::<false>(&child, depth + 1, &alpha, &beta, known)?,
                },
            };
            level.spread.settle(self.arithmetic, index, &value);
            if let Some(answer) = level.spread.cut(self.arithmetic) {
                return Ok(answer);
            }
        }
        Ok(level.spread.means(self.arithmetic).0)
    }

    /// One move of every outcome. The answer, if that is enough.
    fn probe_all(
        &mut self,
        position: &G::Position,
        depth: usize,
        level: &mut Level<G, A::Number>,
    ) -> Result<Option<A::Number>, Stop> {
        for index in 0..level.moves.len() {
            let child = self.game.after(position, level.moves[index]);
            let turn = self.game.turn(&child);
            if turn == Turn::Chance {
                continue;
            }
            self.meter.enter(depth + 1)?;
            self.probe(&child, turn, depth + 1, level, index)?;
            if let Some(answer) = level.spread.cut(self.arithmetic) {
                return Ok(Some(answer));
            }
        }
        Ok(None)
    }

    /// One move of an outcome. Its window is open on the far side: a value that fails there would bound nothing.
    fn probe(
        &mut self,
        child: &G::Position,
        turn: Turn,
        depth: usize,
        level: &mut Level<G, A::Number>,
        index: usize,
    ) -> Result<(), Stop> {
        if let Turn::Over(outcome) = turn {
            self.meter.tally.leaves += 1;
            level.spread.settle(self.arithmetic, index, &self.arithmetic.worth(outcome));
            return Ok(());
        }
        let opened = self.open(child, depth);
        let first = self.game.after(child, opened.moves[0]);
        self.levels[depth] = opened;
        let value = if turn == Turn::Max {
            let beta = level.spread.beta(self.arithmetic, index);
            let value = self.visit(&first, depth + 1, &self.arithmetic.least(), &beta)?;
            level.spread.raise(self.arithmetic, index, &value);
            value
        } else {
            let alpha = level.spread.alpha(self.arithmetic, index);
            let value = self.visit(&first, depth + 1, &alpha, &self.arithmetic.greatest())?;
            level.spread.lower(self.arithmetic, index, &value);
            value
        };
        if self.method == (Method::Star2 { keep: true }) {
            level.probed[index] = Some(value);
        }
        Ok(())
    }
}
