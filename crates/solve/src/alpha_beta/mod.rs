//! Alpha-beta search (Knuth and Moore 1975) for any number of outcomes: the baseline of Allis et al. 1994 §6.3 with
//! iterative deepening, and a full-depth search that solves.
//!
//! A result is a pair of bounds. Beyond a depth limit every outcome counts as possible, so the bounds hold at every
//! depth, and so do the entries of the transposition table. In games with cycles, a position of the current line has
//! the value of infinite play. Bounds that depend on this are not stored, unless the cycle is closed below the position
//! (the graph-history-interaction problem: Hsu's lecture; Kishimoto and Müller 2004).
//!
//! Read [`mod@self`] for the drivers, `search.rs` for the loop, `node.rs` and `bounds.rs` for the arithmetic,
//! `abdada.rs` for threads.

mod abdada;
mod bounds;
mod node;
mod progress;
mod pv_from_table;
mod pv_table;
mod search;
mod table_access;

use foregone_game::{Outcome, Player, TableKeyed};

use crate::current_line::Infinite;
use crate::limits::{Meter, Stop};
use crate::observe::{Place, RootMove};
use crate::table::Table;
use abdada::Team;
use bounds::Window;
use pv_table::{PvMove, value_keeping_length};
use search::Search;
use table_access::TableAccess;

/// The depth of the search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// Iterative deepening, one ply per iteration (Allis et al. 1994 §6.3).
    Deepening,
    /// To the end of the game at once, one two-valued question (null window) after the other.
    Full,
}

/// The state of a running search.
#[derive(Clone, PartialEq, Debug)]
pub struct Progress {
    /// Bounds on the root that the current iteration has established so far.
    pub bounds: Option<(Outcome, Outcome)>,
    /// Where the search is. `None` until the root is expanded.
    pub place: Option<Place>,
    /// The moves of the root and the line to where the search is. Empty unless progress should be displayed now.
    pub moves: Vec<RootMove>,
    pub line: Vec<usize>,
}

/// A callback that is called after each look at the clock; the meter says whether progress should be displayed.
pub type ProgressFn<'w> = &'w mut dyn FnMut(&Progress, &mut Meter<'_>);

/// The result of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AlphaBetaResult<M> {
    /// Why the search ended.
    pub stop: Stop,
    /// The bounds that are proved: at least, at most.
    pub bounds: (Outcome, Outcome),
    /// The principal variation, as far as it is known.
    pub line: Vec<M>,
    /// Nodes as Allis et al. 1994 §6.4 count them: in the iteration with depth limit i, those at depth i. It is 0 in
    /// [`Mode::Full`], which has no such count.
    pub counted: u64,
}

/// The search to be made.
pub struct Task<G: TableKeyed> {
    /// The range of outcomes asked about: the search finds the value if it lies in the range, otherwise the side on
    /// which it lies.
    pub range: (Outcome, Outcome),
    /// The value of infinite play, if the game has cycles.
    pub infinite: Option<Infinite<G>>,
    /// The depth of the search.
    pub mode: Mode,
    /// The number of threads, and the nodes that one of them creates before the others start. Threads are used in
    /// [`Mode::Full`] with a table and without cycles.
    pub threads: (usize, u64),
}

/// Finds the value of a position within the range. Visited nodes are counted as created.
pub fn search<G: TableKeyed>(
    game: &G,
    root: &G::Position,
    task: &Task<G>,
    table: Option<&Table>,
    meter: &mut Meter<'_>,
    on_progress: ProgressFn<'_>,
) -> AlphaBetaResult<G::Move> {
    let keep_pv = table.is_none() || task.mode == Mode::Deepening;
    let access = TableAccess { table };
    let mut search = Search::new(game, access, task.infinite, keep_pv, meter);
    let mut known = RootResult::nothing((game.scale().worst(), game.scale().best()));
    let stop = match task.mode {
        Mode::Deepening => deepen(&mut search, root, task.range, &mut known, meter, on_progress),
        Mode::Full => {
            let (threads, alone) = task.threads;
            let team = table.filter(|_| threads > 1 && task.infinite.is_none());
            let team = team.map(|table| Team { game, root, table, threads, alone });
            ask(&mut search, team.as_ref(), (root, task.range), &mut known, meter, on_progress)
        }
    };
    meter.hold(0, access.bytes());
    let line = match table {
        Some(table) if task.mode == Mode::Full => {
            pv_from_table::walk(game, root, known.bounds, table)
        }
        _ => known.value_keeping_line(game.scale().best()),
    };
    let stop = stop.unwrap_or(Stop::Solved);
    AlphaBetaResult { stop, bounds: known.bounds, line, counted: search.counted }
}

/// Bounds and lines that the iterations so far have established about the root.
struct RootResult<M> {
    bounds: (Outcome, Outcome),
    /// The lines of the latest iterations: for Max (or for both players), and for Min.
    latest: [Vec<PvMove<M>>; 2],
    /// The lines of the iterations that raised the lower bound and lowered the upper bound.
    raised: Vec<PvMove<M>>,
    lowered: Vec<PvMove<M>>,
}

impl<M: Copy> RootResult<M> {
    fn nothing(bounds: (Outcome, Outcome)) -> RootResult<M> {
        RootResult {
            bounds,
            latest: [Vec::new(), Vec::new()],
            raised: Vec::new(),
            lowered: Vec::new(),
        }
    }

    fn tighten(
        &mut self,
        (low, high): (Outcome, Outcome),
        line: &[PvMove<M>],
        side: Option<Player>,
    ) {
        if low > self.bounds.0 {
            (self.bounds.0, self.raised) = (low, line.to_vec());
        }
        if high < self.bounds.1 {
            (self.bounds.1, self.lowered) = (high, line.to_vec());
        }
        if !line.is_empty() {
            line.clone_into(&mut self.latest[usize::from(side == Some(Player::Min))]);
        }
    }

    /// The longest line known to keep the value; if the value is unknown, the latest line.
    fn value_keeping_line(&self, best: Outcome) -> Vec<M> {
        let (low, high) = self.bounds;
        let sure = |line: &[PvMove<M>]| value_keeping_length(line, low, best);
        let line = if low < high {
            &self.latest[0][..]
        } else {
            let [one, other] = &self.latest;
            let lines = [&self.lowered, &self.raised, other, one];
            let longest = lines.into_iter().max_by_key(|line| sure(line)).expect("four lines");
            &longest[..sure(longest)]
        };
        line.iter().map(|pv_move| pv_move.mv).collect()
    }

    /// The part of the range that the bounds leave open.
    fn window(&self, (low, high): (Outcome, Outcome)) -> Option<Window> {
        let (alpha, beta) = (self.bounds.0.max(low), self.bounds.1.min(high));
        (alpha < beta).then_some(Window { alpha, beta })
    }
}

/// Iterative deepening: the bounds of each iteration narrow the window of the next, and its line is searched first.
/// Each iteration searches twice: once all outcomes beyond the depth limit count as the worst for Max, once as the
/// worst for Min. Two searches for one bound each cut off far more than one search for both bounds.
fn deepen<G: TableKeyed>(
    search: &mut Search<'_, G>,
    root: &G::Position,
    range: (Outcome, Outcome),
    known: &mut RootResult<G::Move>,
    meter: &mut Meter<'_>,
    on_progress: ProgressFn<'_>,
) -> Option<Stop> {
    let mut limit = 0;
    loop {
        limit += 1;
        search.limit = Some(limit);
        meter.counters.runs += 1;
        for side in [Player::Max, Player::Min] {
            let window = known.window(range)?;
            search.side = Some(side);
            let line = &known.latest[usize::from(side == Player::Min)];
            search.principal.clear();
            search.principal.extend(line.iter().map(|pv_move| pv_move.mv));
            let (stop, (low, high)) = search.run(root, window, meter, on_progress);
            let (worst, best) = (search.game.scale().worst(), search.game.scale().best());
            let bounds = if side == Player::Max { (low, best) } else { (worst, high) };
            known.tighten(bounds, search.pv.line(), Some(side));
            if stop.is_some() {
                return stop;
            }
        }
    }
}

/// Asks one two-valued question after the other, each in the middle of the range that is left: with loss, draw and win,
/// "is it a win?" comes first.
fn ask<G: TableKeyed>(
    search: &mut Search<'_, G>,
    team: Option<&Team<'_, G>>,
    (root, range): (&G::Position, (Outcome, Outcome)),
    known: &mut RootResult<G::Move>,
    meter: &mut Meter<'_>,
    on_progress: ProgressFn<'_>,
) -> Option<Stop> {
    while let Some(Window { alpha, beta }) = known.window(range) {
        let goal = Outcome((alpha.0 + beta.0) / 2 + 1);
        let window = Window { alpha: Outcome(goal.0 - 1), beta: goal };
        meter.counters.runs += 1;
        if let Some(team) = team {
            search.end = meter.end(team.alone(meter));
        }
        let (mut stop, mut bounds) = search.run(root, window, meter, on_progress);
        if let Some(team) = team.filter(|_| stop == Some(Stop::Nodes) && meter.look().is_none()) {
            (stop, bounds) = team.run(window, meter, on_progress);
        }
        known.tighten(bounds, search.pv.line(), None);
        if stop.is_some() {
            return stop;
        }
    }
    None
}
