//! The search loop: fail-soft alpha-beta (Knuth and Moore 1975) on pairs of bounds, with an explicit stack.
//!
//! A search without depth limit surveys all successors of a position before it searches any of them: often the static
//! bounds or the table show that one is sufficient (enhanced transposition cutoffs, Plaat et al. 1996). A search with a
//! depth limit takes the moves one by one, as in Allis et al. 1994 §6.3.

use core::cmp::Reverse;

use foregone_game::{Outcome, Player, TableKeyed};

use super::ProgressFn;
use super::abdada::RootBounds;
use super::bounds::{Bounds, Window};
use super::node::{Candidate, Node, Surveyed, nothing_reached};
use super::pv_table::PvTable;
use super::table_access::TableAccess;
use crate::current_line::{CurrentLine, Infinite};
use crate::limits::{Meter, Stop};
use crate::virtual_numbers::SharedSearch;

/// A search with its buffers.
pub(super) struct Search<'a, G: TableKeyed> {
    pub(super) game: &'a G,
    pub(super) table: TableAccess<'a>,
    /// The depth limit: positions this many plies from the root are not expanded.
    pub(super) limit: Option<usize>,
    /// The player whose guaranteed outcome is searched: the lower bound for Max, the upper bound for Min. `None`
    /// searches both.
    pub(super) side: Option<Player>,
    /// The principal variation of the previous iteration, which is searched first.
    pub(super) principal: Vec<G::Move>,
    /// Nodes at the depth limit, as Allis et al. 1994 §6.4 count them.
    pub(super) counted: u64,
    current_line: CurrentLine<G>,
    pub(super) stack: Vec<Node<G>>,
    pub(super) candidates: Vec<Candidate<G::Move>>,
    moves: Vec<G::Move>,
    /// The killer move of each depth: the last one that caused a cutoff there. It comes first among moves of equal
    /// score (killer heuristic, Huberman 1968).
    killers: Vec<Option<G::Move>>,
    /// The principal variation from each depth, if kept.
    pub(super) pv: PvTable<G::Move>,
    /// The number of created nodes at which to stop.
    pub(super) end: u64,
    /// The state shared with other threads, if there are any.
    pub(super) shared: Option<&'a SharedSearch<RootBounds>>,
    /// The depth of a position of the line that another thread has settled.
    pub(super) abandoned: Option<usize>,
    /// The nodes created and expanded that have been added to the shared counts, in an additional thread.
    pub(super) counted_so_far: Option<(u64, u64)>,
}

impl<'a, G: TableKeyed> Search<'a, G> {
    pub(super) fn new(
        game: &'a G,
        table: TableAccess<'a>,
        infinite: Option<Infinite<G>>,
        keep_pv: bool,
        meter: &Meter<'_>,
    ) -> Search<'a, G> {
        Search {
            game,
            table,
            limit: None,
            side: None,
            principal: Vec::new(),
            counted: 0,
            current_line: CurrentLine::new(infinite),
            stack: Vec::new(),
            candidates: Vec::new(),
            moves: Vec::new(),
            killers: Vec::new(),
            pv: PvTable::new(keep_pv),
            end: meter.end(u64::MAX),
            shared: None,
            abandoned: None,
            counted_so_far: None,
        }
    }

    /// Searches a position until its bounds settle the window within the depth limit. Returns the reason if it ended
    /// early, and the bounds of the root.
    pub(super) fn run(
        &mut self,
        root: &G::Position,
        window: Window,
        meter: &mut Meter<'_>,
        on_progress: ProgressFn<'_>,
    ) -> (Option<Stop>, (Outcome, Outcome)) {
        self.current_line.clear();
        self.pv.clear_from(0);
        match self.follow(root, window, meter, on_progress) {
            Ok(bounds) => (None, bounds.pair()),
            Err(stop) => {
                let scale = self.game.scale();
                let nothing = (scale.worst(), scale.best());
                let found = self.stack.first().map_or(nothing, Node::so_far);
                self.unwind(0);
                (Some(stop), found)
            }
        }
    }

    fn follow(
        &mut self,
        root: &G::Position,
        window: Window,
        meter: &mut Meter<'_>,
        on_progress: ProgressFn<'_>,
    ) -> Result<Bounds, Stop> {
        let mut answer = self.visit(root.clone(), None, window, meter, on_progress)?;
        loop {
            if self.abandon() {
                answer = None;
            }
            let Some(node) = self.stack.last_mut() else {
                return Ok(answer.expect("the root has been left with an answer"));
            };
            if let Some(bounds) = answer
                && node.absorb(bounds)
            {
                let pv_move = node.pv_move(bounds, self.side);
                self.pv.update(self.stack.len() - 1, pv_move);
            }
            answer = match self.choose() {
                Some((position, surveyed, window)) => {
                    self.visit(position, surveyed, window, meter, on_progress)?
                }
                None => Some(self.turn_back(meter)),
            };
        }
    }

    /// The next move to be searched at the end of the line: the resulting position, its surveyed bounds, and the
    /// window.
    #[inline]
    fn choose(&mut self) -> Option<(G::Position, Surveyed, Window)> {
        if self.shared.is_some() && self.spread() {
            return None;
        }
        loop {
            let node = self.stack.last_mut().expect("the search has not ended");
            if node.next == node.end || node.is_cut() {
                return None;
            }
            let candidate = self.candidates[node.next as usize];
            node.next += 1;
            node.current = candidate.mv;
            // The window may have narrowed since the survey.
            let enough = |surveyed| node.window.is_settled(Bounds::free(surveyed));
            if let Some(surveyed) = candidate.surveyed.filter(|&surveyed| enough(surveyed)) {
                self.absorb_leaf(Bounds::free(surveyed));
                continue;
            }
            let mut child = node.position.clone();
            self.game.play(&mut child, candidate.mv);
            return Some((child, candidate.surveyed, node.window));
        }
    }

    /// Takes in the bounds of the move being searched without entering the position.
    #[inline]
    fn absorb_leaf(&mut self, bounds: Bounds) {
        let node = self.stack.last_mut().expect("the search has not ended");
        if node.absorb(bounds) {
            let pv_move = node.pv_move(bounds, self.side);
            self.pv.clear_from(self.stack.len());
            self.pv.update(self.stack.len() - 1, pv_move);
        }
    }

    /// Visits a position. Returns its bounds if they settle the window; otherwise pushes it onto the line and returns
    /// `None`.
    #[inline]
    fn visit(
        &mut self,
        position: G::Position,
        surveyed: Surveyed,
        window: Window,
        meter: &mut Meter<'_>,
        on_progress: ProgressFn<'_>,
    ) -> Result<Option<Bounds>, Stop> {
        let mut bounds = match surveyed {
            Some(surveyed) => Bounds::free(surveyed),
            None => {
                self.count(meter, on_progress)?;
                self.counted += u64::from(self.limit == Some(self.stack.len()));
                self.look_at(&position)
            }
        };
        if window.is_settled(bounds) {
            return Ok(self.leaf(bounds));
        }
        let table_key = self.game.table_key(&position);
        let left = self.limit.map(|limit| limit - self.stack.len());
        let found = self.table.probe(table_key);
        if let Some(facts) = found {
            bounds = bounds.and(Outcome(facts.low), Outcome(facts.high));
            debug_assert!(!self.table.is_trusted() || bounds.is_possible(), "{bounds:?} {facts:?}");
            if window.is_settled(bounds) {
                return Ok(self.leaf(bounds));
            }
            if left.is_some_and(|left| TableAccess::is_exhausted(&facts, left, window, self.side)) {
                return Ok(self.leaf(bounds.seen_by(self.side)));
            }
        }
        if left == Some(0) {
            return Ok(self.leaf(bounds.seen_by(self.side)));
        }
        let hint = found.filter(|_| left.is_none()).map(|facts| facts.hint);
        self.expand(position, table_key, bounds, window, hint, meter, on_progress)?;
        Ok(None)
    }

    /// The bounds of a position without its successors.
    #[inline]
    fn look_at(&self, position: &G::Position) -> Bounds {
        if let Some(outcome) = self.game.outcome(position) {
            Bounds::free((outcome, outcome))
        } else if let Some((outcome, depth)) = self.current_line.find(self.game, position) {
            Bounds::returning(outcome, depth)
        } else {
            Bounds::free(self.game.static_bounds(position))
        }
    }

    /// Pushes a position onto the line, with its moves in search order.
    #[allow(clippy::too_many_arguments)]
    fn expand(
        &mut self,
        position: G::Position,
        table_key: u128,
        known: Bounds,
        window: Window,
        hint: Option<u16>,
        meter: &mut Meter<'_>,
        on_progress: ProgressFn<'_>,
    ) -> Result<(), Stop> {
        meter.counters.expanded += 1;
        let (depth, first) = (self.stack.len(), self.candidates.len());
        let principal = self.is_principal(depth);
        self.order(&position, depth, principal, hint);
        self.current_line.enter(self.game, &position, depth);
        self.pv.clear_from(depth);
        let player = self.game.player(&position);
        self.stack.push(Node {
            position,
            table_key,
            player,
            window,
            entered: window,
            prior: known,
            reached: nothing_reached(player, known),
            first: first as u32,
            next: first as u32,
            end: self.candidates.len() as u32,
            current: G::Move::default(),
            best: None,
            created: meter.counters.created,
            principal,
        });
        if let Some(shared) = self.shared {
            shared.enter(table_key);
        }
        match self.limit {
            None => self.survey(meter, on_progress),
            Some(_) => Ok(()),
        }
    }

    /// Appends the moves of a position in search order: first the move of the previous iteration or of the table, then
    /// by move score, then the killer move, then the move order of the game.
    #[inline]
    fn order(&mut self, position: &G::Position, depth: usize, principal: bool, hint: Option<u16>) {
        self.moves.clear();
        self.game.moves(position, &mut self.moves);
        self.game.order_moves(position, &mut self.moves);
        let before = principal.then(|| self.principal[depth]);
        let killer = self.killers.get(depth).copied().flatten();
        let first = self.candidates.len();
        for &mv in &self.moves {
            let best = before == Some(mv) || hint == Some(TableAccess::hint(mv));
            let move_score = if best { i32::MAX } else { self.game.move_score(position, mv) };
            self.candidates.push(Candidate {
                mv,
                move_score,
                killer: killer == Some(mv),
                surveyed: None,
            });
        }
        self.candidates[first..]
            .sort_by_key(|candidate| Reverse((candidate.move_score, candidate.killer)));
    }

    /// Surveys all successors of the position at the end of the line, and keeps the moves that still have to be
    /// searched.
    fn survey(&mut self, meter: &mut Meter<'_>, on_progress: ProgressFn<'_>) -> Result<(), Stop> {
        let depth = self.stack.len() - 1;
        let (first, end) = (self.stack[depth].first as usize, self.stack[depth].end as usize);
        let mut kept = first;
        for index in first..end {
            self.count(meter, on_progress)?;
            let mut candidate = self.candidates[index];
            let mut child = self.stack[depth].position.clone();
            self.game.play(&mut child, candidate.mv);
            let table_key = self.table.fetch(self.game, &child);
            let mut bounds = self.look_at(&child);
            let window = self.stack[depth].window;
            if !window.is_settled(bounds)
                && let Some(facts) = table_key.and_then(|table_key| self.table.probe(table_key))
            {
                bounds = bounds.and(Outcome(facts.low), Outcome(facts.high));
                debug_assert!(
                    !self.table.is_trusted() || bounds.is_possible(),
                    "{bounds:?} {facts:?}"
                );
            }
            let node = &mut self.stack[depth];
            node.current = candidate.mv;
            if node.window.is_settled(bounds) {
                self.absorb_leaf(bounds);
                let node = &mut self.stack[depth];
                if node.is_cut() {
                    // The moves kept so far are not searched, and the conclusion must take that into account.
                    node.next = first as u32;
                    node.end = if index + 1 < end { end as u32 } else { kept as u32 };
                    return Ok(());
                }
            } else {
                node.secure(bounds);
                candidate.surveyed = Some(bounds.pair());
                self.candidates[kept] = candidate;
                kept += 1;
            }
        }
        self.candidates.truncate(kept);
        self.stack[depth].end = kept as u32;
        Ok(())
    }

    /// Leaves the position at the end of the line and returns its bounds.
    #[inline]
    fn turn_back(&mut self, meter: &Meter<'_>) -> Bounds {
        let node = self.leave().expect("the search has not ended");
        let depth = self.stack.len();
        let bounds = node.conclusion().above(depth);
        let work = meter.counters.created - node.created;
        if self.limit.is_none() && node.is_cut() {
            self.note_killer(depth, node.best.map(|(mv, _)| mv));
        }
        let left = self.limit.map(|limit| limit - depth);
        // If another thread has settled the position before a move was finished here, its entry is better than ours.
        if self.shared.is_none() || node.best.is_some() {
            self.table.store(&node, bounds, work, left, self.side);
        }
        bounds
    }

    /// Takes the last position off the line.
    #[inline]
    pub(super) fn leave(&mut self) -> Option<Node<G>> {
        let node = self.stack.pop()?;
        self.current_line.leave(self.game, &node.position);
        self.candidates.truncate(node.first as usize);
        if let Some(shared) = self.shared {
            shared.leave(node.table_key);
        }
        Some(node)
    }

    #[inline]
    fn note_killer(&mut self, depth: usize, killer: Option<G::Move>) {
        if self.killers.len() <= depth {
            self.killers.resize(depth + 1, None);
        }
        self.killers[depth] = killer;
    }

    /// Counts a node; an error if a limit has been reached.
    #[inline]
    fn count(&mut self, meter: &mut Meter<'_>, on_progress: ProgressFn<'_>) -> Result<(), Stop> {
        if meter.tick(self.end) {
            self.look(meter, on_progress)?;
        }
        meter.counters.created += 1;
        Ok(())
    }

    #[cold]
    fn look(&mut self, meter: &mut Meter<'_>, on_progress: ProgressFn<'_>) -> Result<(), Stop> {
        let mut stop = meter.look();
        if meter.counters.created >= self.end {
            stop = stop.or(Some(Stop::Nodes));
        }
        stop = self.look_around(meter).or(stop);
        meter.hold(self.stack.len(), self.table.bytes());
        on_progress(&self.progress(meter.is_due()), meter);
        meter.showing();
        stop.map_or(Ok(()), Err)
    }

    /// Whether a position about to be pushed at `depth` continues the principal variation.
    fn is_principal(&self, depth: usize) -> bool {
        depth < self.principal.len()
            && self.stack.last().is_none_or(|parent| {
                parent.principal && parent.current == self.principal[depth - 1]
            })
    }

    fn leaf(&mut self, bounds: Bounds) -> Option<Bounds> {
        self.pv.clear_from(self.stack.len());
        Some(bounds)
    }
}
