//! One search: fail-soft alpha-beta (Knuth and Moore 1975) on pairs of bounds, with the line on a stack of its own.
//!
//! A search without depth limit looks at all successors of a position before it goes into any of them: often one is
//! seen at a glance, or by the table (Plaat's enhanced transposition cut-offs), to be enough. A search with a depth limit
//! takes them one by one, as 001 section 6.3 has it.

use core::cmp::Reverse;

use foregone_game::{Outcome, Player, TableKeyed};

use super::bounds::{Bounds, Window};
use super::frame::{Choice, Frame, Seen, nothing_reached};
use super::lines::Lines;
use super::memory::Memory;
use super::together::Found;
use super::{Progress, Watch};
use crate::crowd::Crowd;
use crate::limits::{Meter, Stop};
use crate::observe::Place;
use crate::on_line::{Infinite, OnLine};

/// A search and the buffers it reuses.
pub(super) struct Search<'a, G: TableKeyed> {
    pub(super) game: &'a G,
    pub(super) memory: Memory<'a>,
    /// No position is expanded so many plies from the root.
    pub(super) limit: Option<usize>,
    /// Whose sure gain is asked for, the lower bound for Max or the upper one for Min; both if nobody's.
    pub(super) side: Option<Player>,
    /// The moves to be tried first: the line of the iteration before.
    pub(super) principal: Vec<G::Move>,
    /// Nodes at the depth limit, as 001 section 6.4 counts them.
    pub(super) counted: u64,
    on_line: OnLine<G>,
    pub(super) line: Vec<Frame<G>>,
    pub(super) choices: Vec<Choice<G::Move>>,
    moves: Vec<G::Move>,
    /// The move that was last enough, at each depth: among equals it is tried first (Huberman's killer heuristic).
    killers: Vec<Option<G::Move>>,
    /// The best lines from each depth on, if they are kept.
    pub(super) lines: Lines<G::Move>,
    /// Created nodes at which to stop.
    pub(super) end: u64,
    /// The other threads, if there are any.
    pub(super) crowd: Option<&'a Crowd<Found>>,
    /// The depth of a position of the line that another thread has settled meanwhile.
    pub(super) abandoned: Option<usize>,
    /// Nodes created and expanded of which the others know, if they are to be told.
    pub(super) told: Option<(u64, u64)>,
}

impl<'a, G: TableKeyed> Search<'a, G> {
    pub(super) fn new(
        game: &'a G,
        memory: Memory<'a>,
        infinite: Option<Infinite<G>>,
        keep_lines: bool,
        meter: &Meter<'_>,
    ) -> Search<'a, G> {
        Search {
            game,
            memory,
            limit: None,
            side: None,
            principal: Vec::new(),
            counted: 0,
            on_line: OnLine::new(infinite),
            line: Vec::new(),
            choices: Vec::new(),
            moves: Vec::new(),
            killers: Vec::new(),
            lines: Lines::new(keep_lines),
            end: meter.end(u64::MAX),
            crowd: None,
            abandoned: None,
            told: None,
        }
    }

    /// Searches a position until nothing is left to be found out within the window and the depth limit. Returns why it
    /// ended early, if it did, and what has been established about the root.
    pub(super) fn run(
        &mut self,
        root: &G::Position,
        window: Window,
        meter: &mut Meter<'_>,
        watch: Watch<'_>,
    ) -> (Option<Stop>, (Outcome, Outcome)) {
        self.on_line.clear();
        self.lines.begin(0);
        match self.follow(root, window, meter, watch) {
            Ok(bounds) => (None, bounds.pair()),
            Err(stop) => {
                let scale = self.game.scale();
                let nothing = (scale.worst(), scale.best());
                let found = self.line.first().map_or(nothing, Frame::so_far);
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
        watch: Watch<'_>,
    ) -> Result<Bounds, Stop> {
        let mut answer = self.visit(root.clone(), None, window, meter, watch)?;
        loop {
            if self.abandon() {
                answer = None;
            }
            let Some(frame) = self.line.last_mut() else {
                return Ok(answer.expect("the root has been left with an answer"));
            };
            if let Some(bounds) = answer
                && frame.absorb(bounds)
            {
                let step = frame.step(bounds, self.side);
                self.lines.note(self.line.len() - 1, step);
            }
            answer = match self.choose() {
                Some((position, seen, window)) => {
                    self.visit(position, seen, window, meter, watch)?
                }
                None => Some(self.turn_back(meter)),
            };
        }
    }

    /// The next move to be tried at the end of the line: where it leads, what has been seen there, and what matters.
    #[inline]
    fn choose(&mut self) -> Option<(G::Position, Seen, Window)> {
        if self.crowd.is_some() && self.spread() {
            return None;
        }
        loop {
            let frame = self.line.last_mut().expect("the search has not ended");
            if frame.next == frame.end || frame.is_cut() {
                return None;
            }
            let choice = self.choices[frame.next as usize];
            frame.next += 1;
            frame.current = choice.mv;
            // The window may have become smaller since the position was looked at.
            let enough = |seen| frame.window.is_settled(Bounds::free(seen));
            if let Some(seen) = choice.seen.filter(|&seen| enough(seen)) {
                self.absorb_leaf(Bounds::free(seen));
                continue;
            }
            let mut child = frame.position.clone();
            self.game.play(&mut child, choice.mv);
            return Some((child, choice.seen, frame.window));
        }
    }

    /// Takes in what the move being tried at the end of the line is worth, without having gone into it.
    #[inline]
    fn absorb_leaf(&mut self, bounds: Bounds) {
        let frame = self.line.last_mut().expect("the search has not ended");
        if frame.absorb(bounds) {
            let step = frame.step(bounds, self.side);
            self.lines.begin(self.line.len());
            self.lines.note(self.line.len() - 1, step);
        }
    }

    /// Comes to a position: what is known about it if that is enough, otherwise it is now the end of the line.
    #[inline]
    fn visit(
        &mut self,
        position: G::Position,
        seen: Seen,
        window: Window,
        meter: &mut Meter<'_>,
        watch: Watch<'_>,
    ) -> Result<Option<Bounds>, Stop> {
        let mut bounds = match seen {
            Some(seen) => Bounds::free(seen),
            None => {
                self.count(meter, watch)?;
                self.counted += u64::from(self.limit == Some(self.line.len()));
                self.look_at(&position)
            }
        };
        if window.is_settled(bounds) {
            return Ok(self.leaf(bounds));
        }
        let table_key = self.game.table_key(&position);
        let left = self.limit.map(|limit| limit - self.line.len());
        let found = self.memory.probe(table_key);
        if let Some(facts) = found {
            bounds = bounds.and(Outcome(facts.low), Outcome(facts.high));
            if window.is_settled(bounds) {
                return Ok(self.leaf(bounds));
            }
            if left.is_some_and(|left| Memory::is_exhausted(&facts, left, window, self.side)) {
                return Ok(self.leaf(bounds.seen_by(self.side)));
            }
        }
        if left == Some(0) {
            return Ok(self.leaf(bounds.seen_by(self.side)));
        }
        let hint = found.filter(|_| left.is_none()).map(|facts| facts.hint);
        self.expand(position, table_key, bounds, window, hint, meter, watch)?;
        Ok(None)
    }

    /// What can be seen of a position without its successors.
    #[inline]
    fn look_at(&self, position: &G::Position) -> Bounds {
        if let Some(outcome) = self.game.outcome(position) {
            Bounds::free((outcome, outcome))
        } else if let Some((outcome, depth)) = self.on_line.find(self.game, position) {
            Bounds::returning(outcome, depth)
        } else {
            Bounds::free(self.game.static_bounds(position))
        }
    }

    /// Puts a position at the end of the line, with its moves in the order in which they will be tried.
    #[allow(clippy::too_many_arguments)]
    fn expand(
        &mut self,
        position: G::Position,
        table_key: u128,
        known: Bounds,
        window: Window,
        hint: Option<u16>,
        meter: &mut Meter<'_>,
        watch: Watch<'_>,
    ) -> Result<(), Stop> {
        meter.counters.expanded += 1;
        let (depth, first) = (self.line.len(), self.choices.len());
        let principal = self.is_principal(depth);
        self.order(&position, depth, principal, hint);
        self.on_line.enter(self.game, &position, depth);
        self.lines.begin(depth);
        let player = self.game.player(&position);
        self.line.push(Frame {
            position,
            table_key,
            player,
            window,
            entered: window,
            known,
            reached: nothing_reached(player, known),
            first: first as u32,
            next: first as u32,
            end: self.choices.len() as u32,
            current: G::Move::default(),
            best: None,
            created: meter.counters.created,
            principal,
        });
        if let Some(crowd) = self.crowd {
            crowd.come(table_key);
        }
        match self.limit {
            None => self.survey(meter, watch),
            Some(_) => Ok(()),
        }
    }

    /// Appends the moves of a position to the choices in the order in which they are tried: the one that was best before,
    /// then by merit, then the last that was enough in another position of that depth, then as the game arranges them.
    #[inline]
    fn order(&mut self, position: &G::Position, depth: usize, principal: bool, hint: Option<u16>) {
        self.moves.clear();
        self.game.moves(position, &mut self.moves);
        self.game.order_moves(position, &mut self.moves);
        let before = principal.then(|| self.principal[depth]);
        let killer = self.killers.get(depth).copied().flatten();
        let first = self.choices.len();
        for &mv in &self.moves {
            let best = before == Some(mv) || hint == Some(Memory::hint(mv));
            let move_score = if best { i32::MAX } else { self.game.move_score(position, mv) };
            self.choices.push(Choice { mv, move_score, killer: killer == Some(mv), seen: None });
        }
        self.choices[first..].sort_by_key(|choice| Reverse((choice.move_score, choice.killer)));
    }

    /// Looks at all successors of the position at the end of the line, and keeps the moves that are still to be tried.
    fn survey(&mut self, meter: &mut Meter<'_>, watch: Watch<'_>) -> Result<(), Stop> {
        let depth = self.line.len() - 1;
        let (first, end) = (self.line[depth].first as usize, self.line[depth].end as usize);
        let mut kept = first;
        for index in first..end {
            self.count(meter, watch)?;
            let mut choice = self.choices[index];
            let mut child = self.line[depth].position.clone();
            self.game.play(&mut child, choice.mv);
            let table_key = self.memory.fetch(self.game, &child);
            let mut bounds = self.look_at(&child);
            let window = self.line[depth].window;
            if !window.is_settled(bounds)
                && let Some(facts) = table_key.and_then(|table_key| self.memory.probe(table_key))
            {
                bounds = bounds.and(Outcome(facts.low), Outcome(facts.high));
            }
            let frame = &mut self.line[depth];
            frame.current = choice.mv;
            if frame.window.is_settled(bounds) {
                self.absorb_leaf(bounds);
                let frame = &mut self.line[depth];
                if frame.is_cut() {
                    // What was kept has not been searched: the conclusion is to know.
                    frame.next = first as u32;
                    frame.end = if index + 1 < end { end as u32 } else { kept as u32 };
                    return Ok(());
                }
            } else {
                frame.secure(bounds);
                choice.seen = Some(bounds.pair());
                self.choices[kept] = choice;
                kept += 1;
            }
        }
        self.choices.truncate(kept);
        self.line[depth].end = kept as u32;
        Ok(())
    }

    /// Leaves the end of the line with what has been established there.
    #[inline]
    fn turn_back(&mut self, meter: &Meter<'_>) -> Bounds {
        let frame = self.leave().expect("the search has not ended");
        let depth = self.line.len();
        let bounds = frame.conclusion().above(depth);
        let work = meter.counters.created - frame.created;
        if self.limit.is_none() && frame.is_cut() {
            self.note_killer(depth, frame.best.map(|(mv, _)| mv));
        }
        let left = self.limit.map(|limit| limit - depth);
        // A position that another thread has settled before anything was found here is in the table already.
        if self.crowd.is_none() || frame.best.is_some() {
            self.memory.store(&frame, bounds, work, left, self.side);
        }
        bounds
    }

    /// Takes the last position off the line.
    #[inline]
    pub(super) fn leave(&mut self) -> Option<Frame<G>> {
        let frame = self.line.pop()?;
        self.on_line.leave(self.game, &frame.position);
        self.choices.truncate(frame.first as usize);
        if let Some(crowd) = self.crowd {
            crowd.go(frame.table_key);
        }
        Some(frame)
    }

    #[inline]
    fn note_killer(&mut self, depth: usize, killer: Option<G::Move>) {
        if self.killers.len() <= depth {
            self.killers.resize(depth + 1, None);
        }
        self.killers[depth] = killer;
    }

    /// Counts a node, unless a limit has been reached.
    #[inline]
    fn count(&mut self, meter: &mut Meter<'_>, watch: Watch<'_>) -> Result<(), Stop> {
        if meter.tick(self.end) {
            self.look(meter, watch)?;
        }
        meter.counters.created += 1;
        Ok(())
    }

    #[cold]
    fn look(&mut self, meter: &mut Meter<'_>, watch: Watch<'_>) -> Result<(), Stop> {
        let mut stop = meter.look();
        if meter.counters.created >= self.end {
            stop = stop.or(Some(Stop::Nodes));
        }
        stop = self.look_around(meter).or(stop);
        meter.hold(self.line.len(), self.memory.bytes());
        let bounds = self.line.first().map(Frame::so_far);
        watch(&Progress { bounds, place: self.place() }, meter);
        meter.showing();
        stop.map_or(Ok(()), Err)
    }

    /// Where the search is, for people who wait.
    fn place(&self) -> Option<Place> {
        /// Deeper positions change the share by less than what is shown.
        const LEVELS: usize = 6;
        let root = self.line.first()?;
        let moves = |frame: &Frame<G>| {
            let count = (frame.end - frame.first) as usize;
            (((frame.next - frame.first) as usize).clamp(1, count.max(1)), count.max(1))
        };
        let share = self.line.iter().take(LEVELS).rev().fold(0.0, |below, frame| {
            let (current, count) = moves(frame);
            ((current - 1) as f64 + below) / count as f64
        });
        Some(Place {
            window: (root.entered.alpha, root.entered.beta),
            root_move: moves(root),
            share,
            depth: self.line.len(),
            limit: self.limit,
        })
    }

    /// Whether a position at that depth, about to be the end of the line, continues the principal variation.
    fn is_principal(&self, depth: usize) -> bool {
        depth < self.principal.len()
            && self.line.last().is_none_or(|parent| {
                parent.principal && parent.current == self.principal[depth - 1]
            })
    }

    fn leaf(&mut self, bounds: Bounds) -> Option<Bounds> {
        self.lines.begin(self.line.len());
        Some(bounds)
    }
}
