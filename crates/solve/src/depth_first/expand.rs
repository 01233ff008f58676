//! Entering a position: its moves with what the rules, the current line and the table say about each.

use foregone_game::{Outcome, Player, TableKeyed};

use super::Search;
use super::repetition::extended;
use super::stack::{Child, StackNode, UNCONDITIONAL};
use crate::class::StaticClass;
use crate::effort::ProofNumbers;
use crate::limits::Meter;

impl<G: TableKeyed, C: StaticClass<G>> Search<'_, G, C> {
    /// Pushes a position onto the line.
    #[expect(clippy::too_many_arguments, reason = "what a parent knows of its child")]
    pub(super) fn enter(
        &mut self,
        position: G::Position,
        table_key: u128,
        thresholds: ProofNumbers,
        (low, high): (u8, u8),
        mut raise_thresholds: bool,
        path: u128,
        meter: &mut Meter<'_>,
    ) {
        let depth = self.stack.len();
        let key = C::key(self.game, &position);
        let mut distance = 0;
        if C::CAN_RETURN {
            self.repetitions.line.insert(key, depth as u32);
            distance = u16::try_from(depth).unwrap_or(u16::MAX);
            match self.table.probe(table_key) {
                Some(entry) => distance = distance.min(entry.facts.hint),
                None => raise_thresholds = false, // a leaf: the descent has reached it
            }
        }
        if let Some(shared) = self.shared {
            shared.enter(table_key);
        }
        let first = self.children.len();
        meter.counters.expanded += 1;
        self.visits += 1;
        let mut node = StackNode {
            player: self.game.player(&position),
            cycle_winner: self.cycle_winner(&position),
            position,
            key,
            table_key,
            path,
            first,
            current: first,
            complete: true,
            has_later: false,
            thresholds,
            low,
            high,
            entered: self.visits,
            distance,
            fresh: true,
            raise_thresholds,
            mark: self.repetitions.pending.len(),
        };
        self.expand(&mut node, meter);
        self.stack.push(node);
    }

    /// Generates the children, up to the first one that answers the question.
    fn expand(&mut self, node: &mut StackNode<G::Position, C::Key>, meter: &mut Meter<'_>) {
        let mut moves = core::mem::take(&mut self.moves);
        moves.clear();
        self.game.moves(&node.position, &mut moves);
        self.game.order_moves(&node.position, &mut moves);
        if moves.iter().any(|&mv| self.game.move_score(&node.position, mv) != 0) {
            moves.sort_by_key(|&mv| -self.game.move_score(&node.position, mv));
        }
        let mut count = moves.len();
        if self.options.promising_first {
            count = self.game.promising_moves(&node.position, Outcome(self.goal), &mut moves);
            node.has_later = count < moves.len();
        }
        self.add_children(node, &moves[..count], meter);
        self.moves = moves;
    }

    /// Adds the children after these moves, up to the first one that answers the question.
    fn add_children(
        &mut self,
        node: &mut StackNode<G::Position, C::Key>,
        moves: &[G::Move],
        meter: &mut Meter<'_>,
    ) {
        node.complete = !node.has_later;
        let mut known = core::mem::take(&mut self.bounds_after);
        known.clear();
        self.game.bounds_after(&node.position, moves, &mut known);
        for (index, &mv) in moves.iter().enumerate() {
            let child = self.child(node, mv, known.get(index).copied(), meter);
            self.children.push(child);
            if child.own.is_done() && child.assumes == UNCONDITIONAL {
                node.complete &= index + 1 == moves.len();
                break;
            }
        }
        self.bounds_after = known;
    }

    /// Adds the moves of the last position that are not promising, if it has such moves that are still to be added. Says whether
    /// it had.
    #[cold]
    pub(super) fn add_later(&mut self, meter: &mut Meter<'_>) -> bool {
        let Some(mut node) = self.stack.pop_if(|node| node.has_later) else { return false };
        let mut moves = core::mem::take(&mut self.moves);
        moves.clear();
        self.game.moves(&node.position, &mut moves);
        let there = &self.children[node.first..];
        moves.retain(|&mv| there.iter().all(|child| child.mv != mv));
        node.has_later = false;
        self.add_children(&mut node, &moves, meter);
        self.moves = moves;
        self.stack.push(node);
        true
    }

    /// The numbers and bounds of the position after a move.
    #[inline]
    fn child(
        &mut self,
        node: &mut StackNode<G::Position, C::Key>,
        mv: G::Move,
        bounds: Option<(Outcome, Outcome)>,
        meter: &mut Meter<'_>,
    ) -> Child<G::Move> {
        let (game, goal, player) = (self.game, self.goal, node.player);
        self.spare.clone_from(&node.position);
        game.play(&mut self.spare, mv);
        let known = |table_key: u128, numbers: ProofNumbers, low: u8, high: u8, assumes: u32| {
            let (own, other) = numbers.seen_by(player);
            Child { mv, table_key, own, other, low, high, assumes }
        };
        if let Some(outcome) = game.outcome(&self.spare) {
            meter.counters.created += 1;
            return known(
                0,
                ProofNumbers::settled(outcome.0 >= goal),
                outcome.0,
                outcome.0,
                UNCONDITIONAL,
            );
        }
        let (mut low, mut high) = self.ends;
        if C::CAN_RETURN {
            let key = C::key(game, &self.spare);
            let met = if key == node.key {
                Some(self.stack.len() as u32)
            } else {
                self.repetitions.line.get(&key).copied()
            };
            if let Some(depth) = met {
                let answer = ProofNumbers::settled(node.cycle_winner == Player::Max);
                return known(0, answer, low, high, depth);
            }
        }
        if let Some((least, most)) = bounds
            && (least.0 >= goal || most.0 < goal)
        {
            meter.counters.created += 1;
            let numbers = ProofNumbers::settled(least.0 >= goal);
            return known(0, numbers, least.0, most.0, UNCONDITIONAL);
        }
        let table_key = game.table_key(&self.spare);
        self.table.fetch(table_key);
        let (least, most) = game.static_bounds(&self.spare);
        (low, high) = (low.max(least.0), high.min(most.0));
        if low >= goal || high < goal {
            meter.counters.created += 1;
            return known(0, ProofNumbers::settled(low >= goal), low, high, UNCONDITIONAL);
        }
        let mut numbers = None;
        if let Some(entry) = self.table.probe(table_key) {
            (low, high) = (low.max(entry.facts.low), high.min(entry.facts.high));
            debug_assert!(
                !self.table.is_trusted() || low <= high,
                "static bounds {:?} contradict the table: {entry:?}",
                (least, most)
            );
            let found = entry.numbers(goal);
            if found.is_settled() {
                return known(table_key, found, low, high, UNCONDITIONAL);
            }
            // The child has a shorter distance from the root than this position, so searching it may lead back here:
            // raise the thresholds (TCA, Kishimoto 2010).
            if C::CAN_RETURN && entry.facts.hint < node.distance {
                node.raise_thresholds = true;
            }
            numbers = Some(found);
        }
        if C::CAN_RETURN
            && let Some(assumes) = self.repetitions.claimed(extended(node.path, table_key))
        {
            return known(
                table_key,
                ProofNumbers::settled(node.cycle_winner == Player::Max),
                low,
                high,
                assumes,
            );
        }
        let numbers = numbers.unwrap_or_else(|| {
            meter.counters.created += 1;
            self.options.initial.numbers(game, &self.spare, Outcome(goal), &mut self.replies)
        });
        known(table_key, numbers, low, high, UNCONDITIONAL)
    }
}
