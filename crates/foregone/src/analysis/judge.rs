//! What the positions of a game are worth, from the last one backwards: what a move has reached, the position before it was
//! worth at least, so less is left to be asked there.

use std::sync::atomic::Ordering;

use foregone_game::{Outcome, Player, Scale};
use foregone_solve::limits::{Limits, Stop};
use foregone_solve::options::{Goal, Question};
use foregone_solve::request::Request;

use crate::error::Error;
use crate::position::Position;

/// What was found about a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Judged {
    /// At least, at most.
    pub bounds: (Outcome, Outcome),
    /// A move that keeps the value, if the value is known and one was found.
    pub best: Option<String>,
    /// The nodes that the search has created.
    pub nodes: u64,
    /// Whether a search was cut short, or not even begun.
    pub stop: Stop,
}

impl Judged {
    /// Whether the value is known.
    pub fn is_settled(&self) -> bool {
        self.bounds.0 == self.bounds.1
    }
}

/// Judges all positions, the last one first; `done` is called after each. Those that an interruption left are bounded by what
/// comes after them.
pub(super) fn judge(
    positions: &[Position],
    question: Question,
    limits: Limits<'_>,
    done: &mut dyn FnMut(),
) -> Result<Vec<Judged>, Error> {
    let last = positions.last().map_or_else(Vec::new, |placed| placed.words());
    let mut judged: Vec<Judged> = Vec::with_capacity(positions.len());
    for (index, placed) in positions.iter().enumerate().rev() {
        let next = judged.last().map(|judged| (judged, last[index].as_str()));
        judged.push(one(placed.game().scale(), placed, next, question, limits)?);
        done();
    }
    judged.reverse();
    Ok(judged)
}

/// Judges a position, given what the move that was played there led to.
fn one(
    scale: &Scale,
    placed: &Position,
    next: Option<(&Judged, &str)>,
    question: Question,
    limits: Limits<'_>,
) -> Result<Judged, Error> {
    if let Some(outcome) = placed.outcome() {
        let bounds = (outcome, outcome);
        return Ok(Judged { bounds, best: None, nodes: 0, stop: Stop::Solved });
    }
    let player = placed.player();
    let (mut low, mut high) = (scale.worst(), scale.best());
    if let Some((next, _)) = next {
        match player {
            Player::Max => low = next.bounds.0,
            Player::Min => high = next.bounds.1,
        }
    }
    let mut judged = Judged { bounds: (low, high), best: None, nodes: 0, stop: Stop::Solved };
    if limits.interrupt.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
        judged.stop = Stop::Interrupted;
    } else if low < high {
        let goal = match (low, high) {
            all if all == (scale.worst(), scale.best()) => Goal::Value,
            (low, high) => Goal::Range(low, high),
        };
        let report = placed.solve(Request::new(&Question { goal, ..question }, limits))?;
        judged.bounds = (low.max(report.bounds.0), high.min(report.bounds.1));
        judged.best = report.best;
        (judged.nodes, judged.stop) = (report.counters.created, report.stop);
    }
    let is_value = judged.bounds.0 == judged.bounds.1;
    if let Some((next, mv)) = next.filter(|_| is_value && judged.best.is_none())
        && next.bounds == judged.bounds
    {
        judged.best = Some(mv.to_owned());
    }
    Ok(judged)
}

/// Whether a move has certainly lost something for the player who made it: what it led to is worse than what could be had.
pub(super) fn is_mistake(player: Player, before: &Judged, after: &Judged) -> bool {
    match player {
        Player::Max => after.bounds.1 < before.bounds.0,
        Player::Min => after.bounds.0 > before.bounds.1,
    }
}

/// Whether a move has certainly lost nothing.
pub(super) fn is_sound(player: Player, before: &Judged, after: &Judged) -> bool {
    match player {
        Player::Max => after.bounds.0 >= before.bounds.1,
        Player::Min => after.bounds.1 <= before.bounds.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_certain_is_a_mistake() {
        let judged = |low, high| Judged {
            bounds: (Outcome(low), Outcome(high)),
            best: None,
            nodes: 0,
            stop: Stop::Solved,
        };
        assert!(is_mistake(Player::Max, &judged(1, 2), &judged(0, 0)));
        assert!(!is_mistake(Player::Max, &judged(1, 2), &judged(0, 1)), "it may have kept 1");
        assert!(is_mistake(Player::Min, &judged(1, 1), &judged(2, 2)));
        assert!(!is_mistake(Player::Min, &judged(1, 1), &judged(0, 2)));
        assert!(is_sound(Player::Max, &judged(0, 1), &judged(1, 1)));
        assert!(!is_sound(Player::Max, &judged(0, 2), &judged(1, 1)));
        assert!(is_sound(Player::Min, &judged(1, 2), &judged(0, 1)));
    }
}
