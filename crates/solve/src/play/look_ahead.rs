//! Alpha-beta with a heuristic evaluation and iterative deepening, until the nodes or the time are used up. Like
//! Lithidion it uses no transposition table (Allis et al. 1994 §7.3). In games with cycles, a position that has
//! occurred before, in this line or in the game, has the value of infinite play.

use foldhash::fast::FixedState;
use foregone_game::{Game, Player};
use hashbrown::HashSet;

use super::{RepetitionRules, Score, SearchScore, winner};
use crate::limits::Meter;

/// The largest depth; it also bounds the recursion.
const DEEPEST: u32 = 200;

/// A search that proposes moves.
pub(super) struct LookAhead<'a, G: Game> {
    game: &'a G,
    repetition: Option<RepetitionRules<G>>,
    /// The positions of the game so far and of the current line, if the game has cycles.
    seen: HashSet<u128, FixedState>,
    end: u64,
    /// Whether this iteration has reached the depth limit anywhere.
    cut: bool,
}

impl<'a, G: Game> LookAhead<'a, G> {
    /// A search after a game that went through the positions of `past`.
    pub(super) fn new(
        game: &'a G,
        repetition: Option<RepetitionRules<G>>,
        past: &[G::Position],
    ) -> Self {
        let seen = repetition.map_or_else(HashSet::default, |repetition| {
            past.iter().map(|position| (repetition.table_key)(game, position)).collect()
        });
        LookAhead { game, repetition, seen, end: 0, cut: false }
    }

    /// Whether a position has occurred before.
    pub(super) fn has_seen(&self, position: &G::Position) -> bool {
        self.repetition.is_some_and(|repetition| {
            self.seen.contains(&(repetition.table_key)(self.game, position))
        })
    }

    /// The best of the given moves, which are in move order. `None` if not even one ply could be searched.
    pub(super) fn best(
        &mut self,
        root: &G::Position,
        moves: &[G::Move],
        budget: u64,
        meter: &mut Meter<'_>,
    ) -> Option<(G::Move, SearchScore)> {
        self.end = meter.end(budget);
        let mut moves = moves.to_vec();
        let mut best = None;
        let mark = self.enter(root);
        for depth in 1..=DEEPEST {
            self.cut = false;
            let (found, stopped) = self.iterate(root, &moves, depth, meter);
            if let Some((place, score)) = found {
                best = Some((moves[place], SearchScore { score, depth }));
                moves[..=place].rotate_right(1);
            }
            let decided = found.is_some_and(|(_, score)| self.is_decided(root, score));
            if stopped || decided || !self.cut {
                break;
            }
        }
        self.leave(mark);
        best
    }

    /// Whether a deeper search cannot change the score at the root: either it is the best outcome, or it is a forced
    /// loss, which is chosen only if no move leads to an estimate.
    fn is_decided(&self, root: &G::Position, score: Score) -> bool {
        let (scale, player) = (self.game.scale(), self.game.player(root));
        let top = if player == Player::Max { scale.best() } else { scale.worst() };
        score
            .forced(scale)
            .is_some_and(|(outcome, _)| outcome == top || winner(scale, outcome) != Some(player))
    }

    /// One iteration over the root moves. Returns the index and the score of the best move, and whether a limit stopped
    /// the iteration. The best move of the previous iteration is searched first, so an incomplete iteration is no worse
    /// than the previous one.
    fn iterate(
        &mut self,
        root: &G::Position,
        moves: &[G::Move],
        depth: u32,
        meter: &mut Meter<'_>,
    ) -> (Option<(usize, Score)>, bool) {
        let player = self.game.player(root);
        let (mut alpha, mut beta) = (Score::LEAST, Score::MOST);
        let mut best = None;
        for (place, &mv) in moves.iter().enumerate() {
            let mut child = root.clone();
            self.game.play(&mut child, mv);
            let Some(score) = self.search(&child, depth - 1, 1, (alpha, beta), meter) else {
                return (best, true);
            };
            let better = match (player, best) {
                (_, None) => true,
                (Player::Max, Some((_, so_far))) => score > so_far,
                (Player::Min, Some((_, so_far))) => score < so_far,
            };
            if better {
                best = Some((place, score));
                match player {
                    Player::Max => alpha = score,
                    Player::Min => beta = score,
                }
            }
        }
        (best, false)
    }

    /// The score of a position searched `depth` plies deep, `ply` plies from the root; `None` if a limit is reached.
    fn search(
        &mut self,
        position: &G::Position,
        depth: u32,
        ply: u32,
        (mut alpha, mut beta): (Score, Score),
        meter: &mut Meter<'_>,
    ) -> Option<Score> {
        meter.counters.created += 1;
        if meter.tick(self.end) && (meter.look().is_some() || meter.counters.created >= self.end) {
            return None;
        }
        if let Some(score) = self.known(position, depth, ply) {
            return Some(score);
        }
        let (game, mark) = (self.game, self.enter(position));
        let player = game.player(position);
        let mut best = if player == Player::Max { Score::LEAST } else { Score::MOST };
        let mut stopped = false;
        let mut child = position.clone();
        for mv in ordered(game, position) {
            child.clone_from(position);
            game.play(&mut child, mv);
            let Some(score) = self.search(&child, depth - 1, ply + 1, (alpha, beta), meter) else {
                stopped = true;
                break;
            };
            match player {
                Player::Max => (best, alpha) = (best.max(score), alpha.max(score)),
                Player::Min => (best, beta) = (best.min(score), beta.min(score)),
            }
            if alpha >= beta {
                break;
            }
        }
        self.leave(mark);
        (!stopped).then_some(best)
    }

    /// The score of a position that needs no search: a terminal position, a repetition, static bounds that meet, or the
    /// depth limit.
    fn known(&mut self, position: &G::Position, depth: u32, ply: u32) -> Option<Score> {
        let (game, scale) = (self.game, self.game.scale());
        if let Some(outcome) = game.outcome(position) {
            return Some(Score::over(scale, outcome, ply));
        }
        if let (true, Some(repetition)) = (self.has_seen(position), self.repetition) {
            return Some(Score::over(scale, (repetition.infinite)(game, position), ply));
        }
        let (low, high) = game.static_bounds(position);
        if low == high {
            return Some(Score::over(scale, low, ply + 1));
        }
        (depth == 0).then(|| {
            self.cut = true;
            Score::guess(game.estimate(position))
        })
    }

    /// Records that a position is on the line. Returns what [`LookAhead::leave`] needs.
    fn enter(&mut self, position: &G::Position) -> Option<u128> {
        let table_key = (self.repetition?.table_key)(self.game, position);
        self.seen.insert(table_key).then_some(table_key)
    }

    fn leave(&mut self, mark: Option<u128>) {
        if let Some(table_key) = mark {
            self.seen.remove(&table_key);
        }
    }
}

/// The legal moves, ordered by move score.
pub(super) fn ordered<G: Game>(game: &G, position: &G::Position) -> Vec<G::Move> {
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    game.order_moves(position, &mut moves);
    moves.sort_by_cached_key(|&mv| core::cmp::Reverse(game.move_score(position, mv)));
    moves
}
