//! The rules of a game, and what a game can tell a search about its positions.

use crate::evaluation::Evaluation;
use crate::indexed::EndgameTable;
use crate::knowledge::KnowledgeLevel;
use crate::outcome::{Outcome, Scale};

/// The two players, named by what they want. `Max` is the one who moves first in the game. Outcomes are always
/// stated for `Max`, so no sign is ever flipped between a game and a solver.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Player {
    /// Wants a high outcome; moves first in the game.
    Max,
    /// Wants a low outcome.
    Min,
}

impl Player {
    /// The opponent.
    #[inline]
    pub fn other(self) -> Player {
        match self {
            Player::Max => Player::Min,
            Player::Min => Player::Max,
        }
    }

    /// The name of the player for people: `first` or `second`.
    pub fn name(self) -> &'static str {
        match self {
            Player::Max => "first",
            Player::Min => "second",
        }
    }
}

/// The rules of one game, with its parameters. A position is a plain value: all that decides how play goes on is
/// in it, and nothing else.
pub trait Game: Send + Sync {
    /// A state of play.
    type Position: Clone + core::fmt::Debug + Send + Sync;
    /// A move. It should be small, because every node of a search keeps one. Files hold it as a number. The default value
    /// is a filler that is never played.
    type Move: Copy + Eq + Default + core::fmt::Debug + Into<u64> + TryFrom<u64> + Send + Sync;

    /// The most outcomes that any board of the game has. Searches are compiled for that many.
    const OUTCOMES_MAX: usize = Scale::MAX_LEN;

    /// The possible results, worst for `Max` first. By default there are two, loss and win.
    fn scale(&self) -> &Scale {
        Scale::loss_win()
    }

    /// Where the game begins, `Max` to move.
    fn start(&self) -> Self::Position;

    /// Whose turn it is. On a finished position, whose turn it would be.
    fn player(&self, position: &Self::Position) -> Player;

    /// The result, exactly when the game is over here.
    fn outcome(&self, position: &Self::Position) -> Option<Outcome>;

    /// Appends the legal moves in the canonical order that `docs/certificate.md` fixes for the game: certificates
    /// name moves by their place in it. Never called on a finished position; appends at least one move.
    fn moves(&self, position: &Self::Position, moves: &mut Vec<Self::Move>);

    /// Plays a legal move.
    fn play(&self, position: &mut Self::Position, mv: Self::Move);

    /// Puts legal moves into the order in which a search should try them. The default keeps the canonical order.
    #[inline]
    fn order_moves(&self, position: &Self::Position, moves: &mut [Self::Move]) {
        let _ = (position, moves);
    }

    /// A score for move ordering: higher is better for the player who moves. Depth-first searches try moves with higher
    /// scores first; moves with equal scores stay in the order of [`order_moves`](Game::order_moves).
    #[inline]
    fn move_score(&self, position: &Self::Position, mv: Self::Move) -> i32 {
        let _ = (position, mv);
        0
    }

    /// The same game with the values of a tablebase, which [`static_bounds`](Game::static_bounds) then looks up, and
    /// [`checker_bounds`](Game::checker_bounds), too, if proofs may cite it. `None` if the game has no tablebases.
    fn with_tablebase(&self, lookup: EndgameTable) -> Option<Self>
    where
        Self: Sized,
    {
        let _ = lookup;
        None
    }

    /// Bounds on the value of a position that is not over which a certificate need not prove, at least and at most: the
    /// checker works out the same bounds by itself (`docs/certificate.md` specifies them for every game), or finds them in
    /// a tablebase that the certificate cites.
    #[inline]
    fn checker_bounds(&self, position: &Self::Position) -> (Outcome, Outcome) {
        let _ = position;
        (self.scale().worst(), self.scale().best())
    }

    /// The image that stands for the position in certificates: the checker takes a position and its images under the symmetries
    /// of the game's page for one.
    #[inline]
    fn checker_image(&self, position: &Self::Position) -> Self::Position {
        position.clone()
    }

    /// Bounds on the value of a position that is not over, worked out without a search: at least, at most. They must hold,
    /// unless the game was given a knowledge level that is not sound ([`KnowledgeLevel::is_sound`]). Depth-first searches
    /// always use them, tree searches if a level was asked for; a certificate proves them move by move.
    #[inline]
    fn static_bounds(&self, position: &Self::Position) -> (Outcome, Outcome) {
        let _ = position;
        (self.scale().worst(), self.scale().best())
    }

    /// Appends bounds on the values of the positions after these moves, one pair for each move: at least, at most. They must
    /// hold. A game implements this if one look at the position tells about many moves. By default nothing is appended, and
    /// searches ask for the [`static_bounds`](Game::static_bounds) after each move.
    #[inline]
    fn bounds_after(
        &self,
        position: &Self::Position,
        moves: &[Self::Move],
        bounds: &mut Vec<(Outcome, Outcome)>,
    ) {
        let _ = (position, moves, bounds);
    }

    /// A guess at the efforts to prove that a position that is not over is worth at least `goal`, and to refute it, in the unit
    /// of proof numbers: leaves that are still to be settled. It proves nothing. `None`, the default, says nothing.
    #[inline]
    fn guessed_efforts(&self, position: &Self::Position, goal: Outcome) -> Option<(u32, u32)> {
        let _ = (position, goal);
        None
    }

    /// Moves to the front the moves that a search for the answer to "at least `goal`?" should try before all others, and says
    /// how many they are. There may be none: the position then looks hopeless for the player to move. By default these are all
    /// moves.
    #[inline]
    fn promising_moves(
        &self,
        position: &Self::Position,
        goal: Outcome,
        moves: &mut [Self::Move],
    ) -> usize {
        let _ = (position, goal);
        moves.len()
    }

    /// The knowledge level with which proof-number search is expected to solve the game sooner than alpha-beta, starting from
    /// [guessed efforts](Game::guessed_efforts) with the [promising moves](Game::promising_moves) first. `None`, the default, if
    /// nothing is known about that.
    fn level_for_proof_numbers(&self) -> Option<u8> {
        None
    }

    /// The levels of [`static_bounds`](Game::static_bounds) that can be asked for. Numbered levels come first: the index of
    /// such a level is its number, and 0 is no knowledge at all. Which level is used by default is up to the game. An empty
    /// list, the default, means that there is nothing to choose from.
    fn knowledge_levels(&self) -> &'static [KnowledgeLevel] {
        &[]
    }

    /// The same game with another level, given as an index into [`knowledge_levels`](Game::knowledge_levels). `None` if
    /// there is no such level.
    fn with_knowledge(&self, level: u8) -> Option<Self>
    where
        Self: Sized,
    {
        let _ = level;
        None
    }

    /// A heuristic value of a position that is not over, for `Max`: 0 is even. It proves nothing; it is for choosing moves
    /// where the value is not known, and for initialising proof numbers.
    #[inline]
    fn estimate(&self, position: &Self::Position) -> i32 {
        let _ = position;
        0
    }

    /// What is wrong with the rules: a sentence about a position that play has come to, and at which they are not the rules of a
    /// game of two players. Once there is such a position, no answer about the game counts. Only rules that are read from a file
    /// can be wrong like this; whoever has an answer asks before using it.
    fn defect(&self) -> Option<String> {
        None
    }

    /// The evaluations that players of the game can be told to play by, and opponents can be modelled by. An empty list, the
    /// default, means that there are none.
    fn evaluations(&self) -> &'static [Evaluation] {
        &[]
    }

    /// How good a position that is not over looks for `Max` by the evaluation of that index; 0 is even. Like
    /// [`estimate`](Game::estimate), which is the default for every index, it proves nothing.
    #[inline]
    fn evaluate(&self, position: &Self::Position, evaluation: u8) -> i32 {
        let _ = evaluation;
        self.estimate(position)
    }
}
