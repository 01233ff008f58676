//! A player for games with chance: the best move where its value can be found within the limits, and else what is certain.

use std::cell::RefCell;
use std::collections::HashMap;

use foregone_chance::Turn;
use foregone_chance::fraction::Fraction;
use foregone_chance::limits::{Limits, Stop};

use super::answer::{Answer, MoveValue};
use super::position::Position;
use super::solver::{Question, Solver};
use crate::error::Error;

/// Nodes of the look ahead where the value is not found, or where several moves keep it and play can return.
const LOOK_AHEAD: u64 = 100_000;

/// Why a move was chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// There is no other.
    OnlyMove,
    /// It is certain that no other move is better.
    Best,
    /// More is certain of it than of the others, but another one may be better.
    Certain,
    /// Nothing tells the moves apart but the order in which searches try them.
    Order,
}

impl Reason {
    /// The name in JSON output.
    pub fn name(self) -> &'static str {
        match self {
            Reason::OnlyMove => "only move",
            Reason::Best => "best",
            Reason::Certain => "certain",
            Reason::Order => "order",
        }
    }
}

/// A move, and why.
#[derive(Clone, Debug)]
pub struct Choice {
    /// The move with what is certain of it.
    pub value: MoveValue,
    /// Why this one.
    pub reason: Reason,
    /// Nodes that were entered for it.
    pub nodes: u64,
    /// Why the search ended.
    pub stop: Stop,
}

/// Chooses moves of one game by one utility, and remembers what it has found out.
///
/// ```
/// use foregone::chance::{Chooser, Game, Reason, Solver};
///
/// let game = Game::open("pig:10").unwrap();
/// let chooser = Chooser::new(Solver::new(&game), None);
/// let choice = chooser.choose(&game.place(Some("0:9+2 max choose"), None).unwrap()).unwrap();
/// let choice = choice.expect("a player moves");
/// assert_eq!((choice.value.mv.as_str(), choice.reason), ("roll", Reason::Best));
/// ```
pub struct Chooser {
    solver: Solver,
    utility: Option<String>,
    /// Answers by positions.
    known: RefCell<HashMap<String, Answer>>,
}

impl Chooser {
    /// A player that asks that solver, by the named utility or the usual one of the game.
    pub fn new(solver: Solver, utility: Option<&str>) -> Chooser {
        let utility = utility.map(str::to_owned);
        Chooser { solver: solver.keeping(), utility, known: RefCell::default() }
    }

    /// What is certain of every move, or of every outcome of chance: the values if they can be found within the limits of
    /// the solver, and otherwise what a look ahead adds to the bounds that were reached.
    pub fn values(&self, position: &Position) -> Result<Answer, Error> {
        let written = position.to_string();
        if let Some(known) = self.known.borrow().get(&written) {
            return Ok(Answer { position: position.clone(), ..known.clone() });
        }
        let question = Question::value().every_move();
        let question = match &self.utility {
            Some(utility) => question.by(utility),
            None => question,
        };
        let mut answer = self.solver.ask(position, &question)?;
        if answer.stop != Stop::Solved && !answer.is_over() {
            let (seen, nodes) = self.look_ahead(&answer);
            answer.tally.nodes += nodes;
            answer.moves = Some(match answer.moves.take() {
                Some(moves) => moves.into_iter().map(|value| joined(value, &seen)).collect(),
                None => seen,
            });
            answer.tighten();
            answer.sort_moves();
        }
        if answer.stop != Stop::Interrupted {
            self.known.borrow_mut().insert(written, answer.clone());
        }
        Ok(answer)
    }

    /// The best move for the player to move, as far as it can be told; nothing where nobody has a choice.
    ///
    /// Among moves of the same worth, one is preferred whose worth is certain in a few plies, then one that has not led to
    /// a position of this game before, so that play does not go round in circles.
    pub fn choose(&self, position: &Position) -> Result<Option<Choice>, Error> {
        let turn = position.turn();
        if !matches!(turn, Turn::Max | Turn::Min) {
            return Ok(None);
        }
        let answer = self.values(position)?;
        let moves = answer.moves.as_deref().unwrap_or_default();
        // From the first player's view more is better; the second player sees everything turned round.
        let key = |value: &MoveValue| match turn {
            Turn::Max => (value.low.clone(), value.high.clone()),
            _ => (-value.high.clone(), -value.low.clone()),
        };
        let Some(most) = moves.iter().map(key).max() else { return Ok(None) };
        let equal: Vec<&MoveValue> = moves.iter().filter(|value| key(value) == most).collect();
        let is_certain = moves.iter().all(|other| {
            let (_, at_most) = key(other);
            most.0 >= at_most
        });
        let is_known = answer.stop == Stop::Solved || is_certain;
        let (place, nodes) = self.among(position, &answer, &equal, is_known);
        let reason = match (moves.len(), is_certain, equal.len() == moves.len()) {
            (1, ..) => Reason::OnlyMove,
            (_, true, _) => Reason::Best,
            (_, false, true) => Reason::Order,
            (_, false, false) => Reason::Certain,
        };
        Ok(Some(Choice {
            value: equal[place].clone(),
            reason,
            nodes: answer.tally.nodes + nodes,
            stop: answer.stop,
        }))
    }

    /// Which of several moves that are worth the same, and the nodes that it took to tell.
    fn among(
        &self,
        position: &Position,
        answer: &Answer,
        equal: &[&MoveValue],
        is_known: bool,
    ) -> (usize, u64) {
        if equal.len() == 1 {
            return (0, 0);
        }
        let looks = is_known && position.game().can_return();
        let (seen, nodes) = if looks { self.look_ahead(answer) } else { (Vec::new(), 0) };
        let is_max = position.turn() == Turn::Max;
        let ahead = |mv: &str| -> Option<Fraction> {
            let seen = seen.iter().find(|value| value.mv == mv)?;
            Some(if is_max { seen.low.clone() } else { -seen.high.clone() })
        };
        let names = position.moves();
        let scores = position.erased.scores();
        let order = |mv: &str| names.iter().position(|other| other.name == mv).unwrap_or(0);
        let rank = |value: &&MoveValue| {
            let mut child = position.clone();
            let visits = child.play_word(&value.mv).map_or(0, |()| child.visits());
            let at = order(&value.mv);
            let fewer = core::cmp::Reverse((visits, at));
            (ahead(&value.mv), core::cmp::Reverse(visits), scores.get(at).copied(), fewer)
        };
        let best = equal.iter().enumerate().max_by_key(|(_, value)| rank(value));
        (best.map_or(0, |(place, _)| place), nodes)
    }

    /// What is certain a few plies ahead.
    fn look_ahead(&self, answer: &Answer) -> (Vec<MoveValue>, u64) {
        let settings = &self.solver.settings;
        let nodes = Some(settings.nodes.unwrap_or(LOOK_AHEAD).min(LOOK_AHEAD));
        let stop = self.solver.stop_handle();
        let limits = Limits {
            nodes,
            time: settings.time,
            interrupt: Some(stop.flag()),
            ..Limits::default()
        };
        answer.position.erased.foresee(&answer.utility, limits)
    }
}

/// What is certain of a move by two searches.
fn joined(value: MoveValue, seen: &[MoveValue]) -> MoveValue {
    match seen.iter().find(|other| other.mv == value.mv) {
        None => value,
        Some(other) => MoveValue {
            low: value.low.max(other.low.clone()),
            high: value.high.min(other.high.clone()),
            outcomes: value.outcomes.into_iter().map(|it| joined(it, &other.outcomes)).collect(),
            ..value
        },
    }
}
