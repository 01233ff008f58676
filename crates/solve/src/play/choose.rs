//! How a move is chosen, step by step.

use std::time::Duration;

use foregone_game::random::Random;
use foregone_game::{Game, Outcome, Player};

use super::look_ahead::{LookAhead, ordered};
use super::{Choice, PlaySetup, PonderResult, Reason, SearchScore, Style, middle};
use crate::class::Class;
use crate::limits::{Limits, Meter};
use crate::options::{Goal, Question, Techniques, When};
use crate::report::{Refusal, Report};
use crate::request::Request;

/// The memory of one search of a player: its trees and tables are small, and several games may be played at once.
const BYTES: u64 = 256 << 20;

/// A player of a game.
pub(crate) struct Chooser<'a, G: Game, M> {
    pub(crate) game: &'a G,
    pub(crate) class: &'a M,
    pub(crate) play_setup: PlaySetup<G>,
    pub(crate) style: Style,
    pub(crate) limits: Limits<'a>,
}

/// The state of one choice.
struct ChoiceState<'a, G: Game> {
    look_ahead: LookAhead<'a, G>,
    /// The clock; `nodes` counts the nodes.
    clock: Meter<'a>,
    nodes: u64,
    bounds: (Outcome, Outcome),
    line: Vec<G::Move>,
    vetoed: Vec<G::Move>,
}

impl<'a, G: Game, M: Class<G>> Chooser<'a, G, M> {
    /// Chooses a move in a position that is not over, after a game that went through the positions of `past`.
    pub(crate) fn choose(
        &self,
        past: &[G::Position],
        position: &G::Position,
    ) -> Result<Choice<G::Move>, Refusal> {
        let scale = self.game.scale();
        let mut state = ChoiceState {
            look_ahead: LookAhead::new(self.game, self.play_setup.repetition, past),
            clock: Meter::new(self.limits),
            nodes: 0,
            bounds: (scale.worst(), scale.best()),
            line: Vec::new(),
            vetoed: Vec::new(),
        };
        let mut moves = ordered(self.game, position);
        if let [only] = moves[..] {
            return Ok(state.choice(only, Reason::OnlyMove, None));
        }
        self.shuffle(position, &mut moves);
        let best = self.prove(position, &mut state)?;
        let (low, high) = state.bounds;
        if low == high {
            self.keep(position, &moves, best, state)
        } else {
            self.propose(position, &moves, state)
        }
    }

    /// Tries to find the value of the position, usually together with a move that keeps it.
    fn prove(
        &self,
        position: &G::Position,
        state: &mut ChoiceState<'a, G>,
    ) -> Result<Option<G::Move>, Refusal> {
        if self.style.prove == 0 {
            return Ok(None);
        }
        let question = Question::value(self.play_setup.value);
        let time = state.share(self.style.time, 4);
        let report = self.ask(position, &question, self.style.prove, time, state)?;
        state.bounds = report.bounds;
        state.line = report.line;
        Ok(report.best)
    }

    /// The value is known: plays the move with the best score among those that keep it. If the value is the worst one,
    /// every move keeps it. In games with cycles, moves to positions of the game so far are tried last, so that the
    /// player makes progress towards a win.
    fn keep(
        &self,
        position: &G::Position,
        moves: &[G::Move],
        best: Option<G::Move>,
        mut state: ChoiceState<'a, G>,
    ) -> Result<Choice<G::Move>, Refusal> {
        let value = state.bounds.0;
        let is_new =
            |state: &ChoiceState<'_, G>, mv| !state.look_ahead.has_seen(&self.after(position, mv));
        let (mut left, old): (Vec<_>, Vec<_>) =
            moves.iter().copied().partition(|&mv| is_new(&state, mv));
        let mut first = None;
        for rest in [old, Vec::new()] {
            while let Some((mv, search_score)) = self.look(position, &left, &mut state) {
                first.get_or_insert((mv, search_score));
                if best == Some(mv) || self.keeps(position, mv, value, &mut state)? {
                    return Ok(state.choice(mv, Reason::Proved, search_score));
                }
                left.retain(|&other| other != mv);
            }
            left = rest;
        }
        // The proof of the value gives a best move, which needs no confirmation by another search.
        let (mv, search_score) = match (best, first) {
            (Some(best), _) => (best, None),
            (None, Some(first)) => first,
            (None, None) => (moves[0], None),
        };
        Ok(state.choice(mv, Reason::Proved, search_score))
    }

    /// The value is not known: alpha-beta proposes a move and proof-number search vetoes it if it is proved lost, until
    /// a proposal is not vetoed or no move is left (Allis et al. 1994 §7.3).
    fn propose(
        &self,
        position: &G::Position,
        moves: &[G::Move],
        mut state: ChoiceState<'a, G>,
    ) -> Result<Choice<G::Move>, Refusal> {
        let mut left = moves.to_vec();
        let mut first = None;
        while let Some((mv, search_score)) = self.look(position, &left, &mut state) {
            first.get_or_insert((mv, search_score));
            if state.is_late(self.style.time) || !self.loses(position, mv, &mut state)? {
                return Ok(state.choice(mv, Reason::BestScore, search_score));
            }
            state.vetoed.push(mv);
            left.retain(|&other| other != mv);
        }
        let (mv, search_score) = first.unwrap_or((moves[0], None));
        Ok(state.choice(mv, Reason::AllLost, search_score))
    }

    /// The proposal among the moves that are left; `None` if no move is left.
    fn look(
        &self,
        position: &G::Position,
        left: &[G::Move],
        state: &mut ChoiceState<'a, G>,
    ) -> Option<(G::Move, Option<SearchScore>)> {
        let &first = left.first()?;
        let time = state.share(self.style.time, 2);
        let usual = if time.is_some() { u64::MAX } else { Style::NODES };
        let budget = self.style.nodes.unwrap_or(usual);
        let mut meter = Meter::new(Limits { nodes: Some(budget), time, ..self.limits });
        let best = state.look_ahead.best(position, left, budget, &mut meter);
        state.nodes += meter.counters.created;
        Some(best.map_or((first, None), |(mv, search_score)| (mv, Some(search_score))))
    }

    /// Whether a move can be proved to lose.
    fn loses(
        &self,
        position: &G::Position,
        mv: G::Move,
        state: &mut ChoiceState<'a, G>,
    ) -> Result<bool, Refusal> {
        if self.style.veto == 0 {
            return Ok(false);
        }
        let (even, win) = middle(self.game.scale());
        let (goal, lost) = match self.game.player(position) {
            Player::Max => (even, false),
            Player::Min => (win, true),
        };
        let question = self.two_valued(goal);
        let time = state.share(self.style.time, 1);
        let child = self.after(position, mv);
        let report = self.ask(&child, &question, self.style.veto, time, state)?;
        Ok(answer(&report, goal) == Some(lost))
    }

    /// Whether a move can be proved to keep the value.
    fn keeps(
        &self,
        position: &G::Position,
        mv: G::Move,
        value: Outcome,
        state: &mut ChoiceState<'a, G>,
    ) -> Result<bool, Refusal> {
        let scale = self.game.scale();
        let (goal, kept) = match self.game.player(position) {
            Player::Max if value == scale.worst() => return Ok(true),
            Player::Min if value == scale.best() => return Ok(true),
            Player::Max => (value, true),
            Player::Min => (Outcome(value.0 + 1), false),
        };
        let question =
            Question { goal: Goal::AtLeast(goal), ..Question::value(self.play_setup.value) };
        let time = state.share(self.style.time, 1);
        let child = self.after(position, mv);
        let report = self.ask(&child, &question, self.style.prove, time, state)?;
        Ok(answer(&report, goal) == Some(kept))
    }

    /// Pondering: for every reply of the opponent, searches for a forced win of the player who then moves (Allis et al.
    /// 1994 §7.3 describe how Lithidion uses the opponent's time). It stops at once when it is interrupted.
    pub(crate) fn ponder(&self, position: &G::Position) -> Result<PonderResult<G::Move>, Refusal> {
        let mut found = PonderResult { wins: Vec::new(), nodes: 0 };
        let (even, win) = middle(self.game.scale());
        let limits = Limits { nodes: Some(self.style.veto), ..self.bounded() };
        for reply in ordered(self.game, position) {
            let child = self.after(position, reply);
            let player = self.game.player(&child);
            if player == self.game.player(position) || self.game.outcome(&child).is_some() {
                continue;
            }
            let (goal, won) = if player == Player::Max { (win, true) } else { (even, false) };
            let question = self.two_valued(goal);
            let mut wins = |position: &G::Position| -> Result<_, Refusal> {
                let report = self.solve(position, &question, limits)?;
                found.nodes += report.counters.created;
                Ok((answer(&report, goal) == Some(won), report.best))
            };
            let (true, mut best) = wins(&child)? else { continue };
            // An answer to a two-valued question may come without a move.
            for mv in ordered(self.game, &child) {
                if best.is_some() {
                    break;
                }
                best = wins(&self.after(&child, mv))?.0.then_some(mv);
            }
            found.wins.extend(best.map(|best| (reply, best)));
        }
        Ok(found)
    }

    /// A two-valued question for proof-number search, with deletion of solved subtrees as in Allis et al. 1994 §7.3.
    fn two_valued(&self, goal: Outcome) -> Question {
        Question {
            goal: Goal::AtLeast(goal),
            techniques: Techniques { delete_solved: When::AtOnce, ..Techniques::default() },
            ..Question::value(self.play_setup.two_valued)
        }
    }

    fn ask(
        &self,
        position: &G::Position,
        question: &Question,
        nodes: u64,
        time: Option<Duration>,
        state: &mut ChoiceState<'a, G>,
    ) -> Result<Report<G::Move>, Refusal> {
        let limits = Limits { nodes: Some(nodes), time, ..self.bounded() };
        let report = self.solve(position, question, limits)?;
        state.nodes += report.counters.created;
        Ok(report)
    }

    fn solve(
        &self,
        position: &G::Position,
        question: &Question,
        limits: Limits<'_>,
    ) -> Result<Report<G::Move>, Refusal> {
        self.class.solve(self.game, position, Request::new(question, limits))
    }

    fn bounded(&self) -> Limits<'a> {
        Limits { bytes: self.limits.bytes.min(BYTES), ..self.limits }
    }

    fn after(&self, position: &G::Position, mv: G::Move) -> G::Position {
        let mut child = position.clone();
        self.game.play(&mut child, mv);
        child
    }

    /// Shuffles moves of equal move score, depending on the seed.
    fn shuffle(&self, position: &G::Position, moves: &mut [G::Move]) {
        if self.style.seed == 0 {
            return;
        }
        let mut random = Random::new(self.style.seed);
        for place in (1..moves.len()).rev() {
            moves.swap(place, random.below(place + 1));
        }
        moves.sort_by_cached_key(|&mv| core::cmp::Reverse(self.game.move_score(position, mv)));
    }
}

/// The answer to "at least `goal`?", if the search has found it.
fn answer<M>(report: &Report<M>, goal: Outcome) -> Option<bool> {
    let (low, high) = report.bounds;
    if low >= goal { Some(true) } else { (high < goal).then_some(false) }
}

impl<G: Game> ChoiceState<'_, G> {
    /// A fraction of the time that is left.
    fn share(&self, time: Option<Duration>, parts: u32) -> Option<Duration> {
        time.map(|time| time.saturating_sub(self.clock.elapsed()) / parts)
    }

    fn is_late(&self, time: Option<Duration>) -> bool {
        self.share(time, 1).is_some_and(|left| left.is_zero())
    }

    fn choice(
        self,
        mv: G::Move,
        reason: Reason,
        search_score: Option<SearchScore>,
    ) -> Choice<G::Move> {
        let line = if self.line.first() == Some(&mv) { self.line } else { Vec::new() };
        Choice {
            mv,
            reason,
            search_score,
            bounds: self.bounds,
            line,
            vetoed: self.vetoed,
            nodes: self.nodes,
            elapsed: self.clock.elapsed(),
        }
    }
}
