//! A player of the same design as Lithidion (Allis et al. 1994 §7.3): alpha-beta with a heuristic evaluation proposes
//! moves, and a bounded two-valued proof-number search vetoes those that it proves lost. If a search has found the
//! value of the position, the player keeps it.
//!
//! [`models`] is another kind of player: it searches against a model of its opponent.
//!
//! Read `choose.rs` for the steps, `look_ahead.rs` for the proposals, `score.rs` for their scores. Under node limits
//! the choice depends only on the game, the position, the moves before it, and the [`Style`].

mod choose;
mod look_ahead;
pub mod models;
mod score;

use std::time::Duration;

use foregone_game::{Game, Outcome, Player, Scale};

pub(crate) use choose::Chooser;
pub use score::Score;

use crate::current_line::Infinite;
use crate::options::Algorithm;

/// How much a player searches for a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Style {
    /// Nodes that each search for a proposal may visit. `None`: as many as the time allows, or [`Style::NODES`].
    pub nodes: Option<u64>,
    /// Nodes that the search for a veto may create; 0 turns vetoes off.
    pub veto: u64,
    /// Nodes that the search for the value of the position may create; 0 turns it off.
    pub prove: u64,
    /// Time for the whole move.
    pub time: Option<Duration>,
    /// Shuffles moves of equal move score; 0 keeps the order of the game.
    pub seed: u64,
}

impl Style {
    /// The default number of nodes for a proposal.
    pub const NODES: u64 = 200_000;
    /// The default number of nodes for a veto, that of Lithidion (Allis et al. 1994 §7.3).
    pub const VETO: u64 = 150_000;
}

impl Default for Style {
    fn default() -> Style {
        Style { nodes: None, veto: Style::VETO, prove: Style::VETO, time: None, seed: 0 }
    }
}

/// A chosen move and the reason for it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice<M> {
    /// The move.
    pub mv: M,
    /// Why the move was chosen.
    pub reason: Reason,
    /// The score of the move in the search that proposed it, if one did.
    pub search_score: Option<SearchScore>,
    /// The bounds proved for the position before the move: at least, at most.
    pub bounds: (Outcome, Outcome),
    /// The principal variation, as far as a proof has shown it.
    pub line: Vec<M>,
    /// Proposals that were proved lost, in the order of the proposals.
    pub vetoed: Vec<M>,
    /// Nodes of all searches together.
    pub nodes: u64,
    /// The time taken.
    pub elapsed: Duration,
}

/// The reason for a choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// It is the only legal move.
    OnlyMove,
    /// The value of the position is known, and the move keeps it.
    Proved,
    /// It has the best score among the moves that were not proved lost.
    BestScore,
    /// All moves were proved lost; this one has the best score.
    AllLost,
}

/// The score of a move and the depth of the search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SearchScore {
    /// The score of the position it leads to.
    pub score: Score,
    /// The depth of the search in plies.
    pub depth: u32,
}

/// What pondering has found about the opponent's replies.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PonderResult<M> {
    /// The opponent's replies that lose, each with an answer that is proved to win.
    pub wins: Vec<(M, M)>,
    /// Nodes created.
    pub nodes: u64,
}

/// What a player needs to know about the class of a game.
pub struct PlaySetup<G: Game> {
    /// The algorithm that finds values.
    pub value: Algorithm,
    /// The algorithm that answers two-valued questions.
    pub two_valued: Algorithm,
    /// How repetitions are recognised and valued, if the game has cycles.
    pub repetition: Option<RepetitionRules<G>>,
}

/// How repetitions are recognised and valued.
pub struct RepetitionRules<G: Game> {
    /// The table key of a position.
    pub table_key: fn(&G, &G::Position) -> u128,
    /// The value of play that comes back to a position for ever.
    pub infinite: Infinite<G>,
}

impl<G: Game> Clone for RepetitionRules<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for RepetitionRules<G> {}

/// The lowest outcome that is no loss for `Max`, and the lowest that is a win. They differ if the scale has a middle,
/// the draw.
pub(crate) fn middle(scale: &Scale) -> (Outcome, Outcome) {
    let len = scale.len() as u8;
    (Outcome(len / 2), Outcome(len.div_ceil(2)))
}

/// The player for whom an outcome is a win; `None` for the middle of the scale.
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
        assert_eq!(winners(Scale::loss_draw_win()), [min, None, max]);
        assert_eq!(winners(&Scale::scores_without_zero(2)), [min, min, max, max]);
        assert_eq!(winners(&Scale::new(["loss", "win"])), [min, max]);
    }
}
