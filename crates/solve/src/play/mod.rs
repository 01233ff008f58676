//! A player, made as Lithidion was (001 section 7.3): alpha-beta with an evaluation proposes moves, and a bounded two-valued
//! proof-number search vetoes those that it proves lost. What a search has settled is played as it says.
//!
//! Read `choose.rs` for the order of things, `look_ahead.rs` for the proposals, `score.rs` for what their scores mean. Within
//! limits of nodes everything is a function of the game, the position, the moves that led there, and the [`Style`].

mod choose;
mod look_ahead;
mod score;

use std::time::Duration;

use foregone_game::{Game, Outcome, Player, Scale};

pub(crate) use choose::Chooser;
pub use score::Score;

use crate::current_line::Infinite;
use crate::options::Algorithm;

/// How a player thinks about a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Style {
    /// Nodes that every search for a proposal may visit; none is as many as the time allows, or the usual number.
    pub nodes: Option<u64>,
    /// Nodes that a search may create which tries to prove that a proposal loses; 0 is no such search.
    pub veto: u64,
    /// Nodes that the search for the value of the position may create; 0 is no such search.
    pub prove: u64,
    /// Time for the whole move.
    pub time: Option<Duration>,
    /// Puts moves that look alike into another order; 0 is the game's own.
    pub seed: u64,
}

impl Style {
    /// Nodes for a proposal unless anything else is said.
    pub const NODES: u64 = 200_000;
    /// Nodes for a veto unless anything else is said: Lithidion's (001 section 7.3).
    pub const VETO: u64 = 150_000;
}

impl Default for Style {
    fn default() -> Style {
        Style { nodes: None, veto: Style::VETO, prove: Style::VETO, time: None, seed: 0 }
    }
}

/// A move that was chosen, and reason.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice<M> {
    /// The move.
    pub mv: M,
    /// Reason.
    pub reason: Reason,
    /// How the move looked to the search that proposed it, if one did.
    pub search_score: Option<SearchScore>,
    /// What has been proved about the position before the move: at least, at most.
    pub bounds: (Outcome, Outcome),
    /// Best play from here, as far as a proof has shown it.
    pub line: Vec<M>,
    /// Proposals that were proved lost, in the order in which they were made.
    pub vetoed: Vec<M>,
    /// Nodes visited and created, all searches together.
    pub nodes: u64,
    /// How long it took.
    pub elapsed: Duration,
}

/// What led to a choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// There is no other move.
    OnlyMove,
    /// The value of the position is known, and the move keeps it.
    Proved,
    /// It looked best, or best of those that were not proved lost.
    BestScore,
    /// All moves were proved lost; this one looked best.
    AllLost,
}

/// How a move looked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SearchScore {
    /// What it leads to.
    pub score: Score,
    /// How many plies the search looked ahead.
    pub depth: u32,
}

/// What was found about the moves of the opponent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PonderResult<M> {
    /// The opponent's moves that lose, each with an answer that was proved to win.
    pub wins: Vec<(M, M)>,
    /// Nodes that took.
    pub nodes: u64,
}

/// What a player has to know about a kind of game.
pub struct PlaySetup<G: Game> {
    /// What finds values.
    pub value: Algorithm,
    /// What answers a two-valued question.
    pub two_valued: Algorithm,
    /// What tells positions apart and what infinite play is score, if play can return.
    pub repetition: Option<RepetitionRules<G>>,
}

/// How to deal with play that returns.
pub struct RepetitionRules<G: Game> {
    /// The number of a position; equal numbers, equal values.
    pub table_key: fn(&G, &G::Position) -> u128,
    /// What a play that comes back to a position for ever is score.
    pub infinite: Infinite<G>,
}

impl<G: Game> Clone for RepetitionRules<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for RepetitionRules<G> {}

/// The lowest outcome that is no loss for `Max`, and the lowest that is a win: the middle of the scale parts them. On a scale
/// without a middle they are the same.
pub(crate) fn middle(scale: &Scale) -> (Outcome, Outcome) {
    let len = scale.len() as u8;
    (Outcome(len / 2), Outcome(len.div_ceil(2)))
}

/// Which half of the scale an outcome lies in: the player whom it pleases, or nobody if it is the middle.
pub fn winner(scale: &Scale, outcome: Outcome) -> Option<Player> {
    let (even, win) = middle(scale);
    if outcome >= win {
        Some(Player::Max)
    } else if outcome < even {
        Some(Player::Min)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_middle_of_a_scale_parts_wins_and_losses() {
        let winners = |scale: &Scale| {
            scale.outcomes().map(|outcome| winner(scale, outcome)).collect::<Vec<_>>()
        };
        let (max, min) = (Some(Player::Max), Some(Player::Min));
        assert_eq!(winners(&Scale::loss_draw_win()), [min, None, max]);
        assert_eq!(winners(&Scale::scores_without_zero(2)), [min, min, max, max]);
        assert_eq!(winners(&Scale::new(["loss", "win"])), [min, max]);
    }
}
