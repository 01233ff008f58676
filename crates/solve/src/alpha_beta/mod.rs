//! Alpha-beta search for any number of outcomes: the baseline of 001 section 6.3, and a full-depth pass that solves.
//!
//! A result is a pair of bounds, at least and at most. What lies beyond a depth limit may be anything between the worst
//! and the best outcome, so bounds are true at every depth and so are the facts in the table. Where play can return, a
//! position of the current line is worth what infinite play is worth; bounds that rest on that are kept from the table
//! unless the loop is closed below the position (the graph-history-interaction problem, 002).
//!
//! Read [`mod@self`] for the drivers, `search.rs` for the loop, `node.rs` and `bounds.rs` for the arithmetic,
//! `abdada.rs` for threads.

mod abdada;
mod bounds;
mod node;
mod pv_from_table;
mod pv_table;
mod search;
mod table_access;

use foregone_game::{Outcome, Player, TableKeyed};

use crate::current_line::Infinite;
use crate::limits::{Meter, Stop};
use crate::table::Table;
use abdada::Team;
use bounds::Window;
use pv_table::{PvMove, value_keeping_length};
use search::Search;
use table_access::TableAccess;

/// How deep to look.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// One ply deeper in every iteration (001 section 6.3).
    Deepening,
    /// To the end of the game at once, one two-valued question after the other.
    Full,
}

/// A look at a running search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// What the current pass has established about the root so far.
    pub bounds: Option<(Outcome, Outcome)>,
    /// The depth limit of the current pass, if it has one.
    pub limit: Option<usize>,
    /// Plies from the root to where the search is.
    pub depth: usize,
}

/// Who looks at a search from time to time; whether there is something to show, the meter says.
pub type ProgressFn<'w> = &'w mut dyn FnMut(&Progress, &mut Meter<'_>);

/// What a search has found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AlphaBetaResult<M> {
    /// Why it ended.
    pub stop: Stop,
    /// What has been proved: at least, at most.
    pub bounds: (Outcome, Outcome),
    /// A line of best play, as far as it is known.
    pub line: Vec<M>,
    /// Nodes as 001 section 6.4 counts them: in the iteration with depth limit i those at depth i. With [`Mode::Full`]
    /// there is no such count, and this is 0.
    pub counted: u64,
}

/// What is to be found out about a position.
pub struct Task<G: TableKeyed> {
    /// The value if it lies between these outcomes, or else on which side of them.
    pub range: (Outcome, Outcome),
    /// Says what infinite play is worth, if play can return.
    pub infinite: Option<Infinite<G>>,
    /// How deep to look.
    pub mode: Mode,
    /// How many threads search a table to the end of the game where play never returns, and how many nodes one of them
    /// creates before the others join in.
    pub threads: (usize, u64),
}

impl<G: TableKeyed> Task<G> {
    /// A task for one thread.
    pub fn new(range: (Outcome, Outcome), infinite: Option<Infinite<G>>, mode: Mode) -> Task<G> {
        Task { range, infinite, mode, threads: (1, 0) }
    }
}

/// Finds the value of a position, or as much of it as the range asks for. Visited nodes are counted as created.
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

/// What has been established about the root by the passes so far.
struct RootResult<M> {
    bounds: (Outcome, Outcome),
    /// The lines of the last passes, on behalf of Max (or of nobody) and of Min.
    latest: [Vec<PvMove<M>>; 2],
    /// Those of the passes that raised the lower and lowered the upper bound.
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

    /// The longest line known to keep the value; without a value, the latest.
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

    /// What is left of the range, if anything.
    fn window(&self, (low, high): (Outcome, Outcome)) -> Option<Window> {
        let (alpha, beta) = (self.bounds.0.max(low), self.bounds.1.min(high));
        (alpha < beta).then_some(Window { alpha, beta })
    }
}

/// Iterative deepening: the bounds of each iteration are the window of the next, its line is tried first. What lies beyond the
/// depth limit is taken for the worst that can be for one side, then for the other: two searches for one bound each
/// cut off far more than one search for both.
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

/// One two-valued question after the other, from the middle of what is left: with loss, draw and win whether it is a
/// win comes first.
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
