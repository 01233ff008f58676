//! Coming to a position: looking at the moves from it, with what the rules, the line and the table say about each.

use game::{Coded, Player};

use super::Search;
use super::frame::{Child, FREE, Frame};
use super::loops::extended;
use crate::effort::Duel;
use crate::identity::Identity;
use crate::limits::Meter;

impl<G: Coded, I: Identity<G>, const CYCLIC: bool> Search<'_, G, I, CYCLIC> {
    /// Adds a position to the line.
    #[expect(clippy::too_many_arguments, reason = "what a parent knows of its child")]
    pub(super) fn enter(
        &mut self,
        position: G::Position,
        code: u128,
        limit: Duel,
        (low, high): (u8, u8),
        mut raise: bool,
        path: u128,
        meter: &mut Meter<'_>,
    ) {
        let depth = self.frames.len();
        let key = I::key(self.game, &position);
        let mut distance = 0;
        if CYCLIC {
            self.loops.line.insert(key, depth as u32);
            distance = u16::try_from(depth).unwrap_or(u16::MAX);
            match self.table.probe(code) {
                Some(entry) => distance = distance.min(entry.facts.hint),
                None => raise = false, // a leaf: the descent has got through
            }
        }
        if let Some(crowd) = self.crowd {
            crowd.come(code);
        }
        let first = self.children.len();
        meter.counters.expanded += 1;
        self.visits += 1;
        let mut frame = Frame {
            player: self.game.player(&position),
            safe: self.safe(&position),
            position,
            key,
            code,
            path,
            first,
            current: first,
            complete: true,
            limit,
            low,
            high,
            entered: self.visits,
            distance,
            fresh: true,
            raise,
            mark: self.loops.pending.len(),
        };
        self.expand(&mut frame, meter);
        self.frames.push(frame);
    }

    /// Looks at every move, or at so many that one of them settles the question.
    fn expand(&mut self, frame: &mut Frame<G::Position, I::Key>, meter: &mut Meter<'_>) {
        let mut moves = core::mem::take(&mut self.moves);
        moves.clear();
        self.game.moves(&frame.position, &mut moves);
        self.game.arrange(&frame.position, &mut moves);
        if moves.iter().any(|&mv| self.game.merit(&frame.position, mv) != 0) {
            moves.sort_by_key(|&mv| -self.game.merit(&frame.position, mv));
        }
        for (index, &mv) in moves.iter().enumerate() {
            let child = self.child(frame, mv, meter);
            self.children.push(child);
            if child.own.is_done() && child.lead == FREE {
                frame.complete = index + 1 == moves.len();
                break;
            }
        }
        self.moves = moves;
    }

    /// What is known about where a move leads.
    #[inline]
    fn child(
        &mut self,
        frame: &mut Frame<G::Position, I::Key>,
        mv: G::Move,
        meter: &mut Meter<'_>,
    ) -> Child<G::Move> {
        let (game, goal, player) = (self.game, self.goal, frame.player);
        self.spare.clone_from(&frame.position);
        game.play(&mut self.spare, mv);
        let known = |code: u128, duel: Duel, low: u8, high: u8, lead: u32| {
            let (own, other) = duel.seen_by(player);
            Child { mv, code, own, other, low, high, lead }
        };
        if let Some(outcome) = game.outcome(&self.spare) {
            meter.counters.created += 1;
            return known(0, Duel::settled(outcome.0 >= goal), outcome.0, outcome.0, FREE);
        }
        let (mut low, mut high) = self.ends;
        if CYCLIC {
            let key = I::key(game, &self.spare);
            let met = if key == frame.key {
                Some(self.frames.len() as u32)
            } else {
                self.loops.line.get(&key).copied()
            };
            if let Some(depth) = met {
                let safe = Duel::settled(frame.safe == Player::Max);
                return known(0, safe, low, high, depth);
            }
        }
        let code = game.code(&self.spare);
        self.table.fetch(code);
        let (least, most) = game.verdict(&self.spare);
        (low, high) = (low.max(least.0), high.min(most.0));
        if low >= goal || high < goal {
            meter.counters.created += 1;
            return known(0, Duel::settled(low >= goal), low, high, FREE);
        }
        let mut duel = None;
        if let Some(entry) = self.table.probe(code) {
            (low, high) = (low.max(entry.facts.low), high.min(entry.facts.high));
            let found = entry.duel(goal);
            if found.is_settled() {
                return known(code, found, low, high, FREE);
            }
            // A child that can be reached on a shorter way: searching it may lead back here (TCA).
            if CYCLIC && entry.facts.hint < frame.distance {
                frame.raise = true;
            }
            duel = Some(found);
        }
        if CYCLIC && let Some(lead) = self.loops.claimed(extended(frame.path, code)) {
            return known(code, Duel::settled(frame.safe == Player::Max), low, high, lead);
        }
        let duel = duel.unwrap_or_else(|| {
            meter.counters.created += 1;
            self.manner.initial.duel(game, &self.spare, &mut self.replies)
        });
        known(code, duel, low, high, FREE)
    }
}
