//! The rules of a game with chance, and the promises that searches ask for.

use core::fmt::Debug;
use core::hash::Hash;

use foregone_game::{Outcome, Player, Scale};

use crate::utility::Utility;

/// Whose turn it is, or how the game has ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Turn {
    /// The game is over with that outcome.
    Over(Outcome),
    /// The player who wants a high worth chooses.
    Max,
    /// The player who wants a low worth chooses.
    Min,
    /// Nobody chooses: the outcome is drawn according to its weight.
    Chance,
}

impl From<Player> for Turn {
    #[inline]
    fn from(player: Player) -> Turn {
        match player {
            Player::Max => Turn::Max,
            Player::Min => Turn::Min,
        }
    }
}

/// A number by which every value below a position becomes whole, and what else must be known so that sums of such
/// numbers fit into a machine word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Denominator {
    /// If all outcomes are worth whole numbers, this times the value of a position is whole; and at a chance position so
    /// is the expectation for any choice of such values of the positions after it.
    pub value: u128,
    /// No chance position below has outcomes with a larger sum of weights.
    pub weights: u64,
}

/// The rules of one game with chance, with its parameters. A position is a plain value: all that decides how play goes on
/// is in it, and nothing else.
///
/// ```
/// use foregone_chance::{ChanceGame, Turn};
/// use foregone_game::Outcome;
///
/// /// Max may take a sure draw, or toss a coin that falls on the right side once in three times.
/// struct Offer;
///
/// impl ChanceGame for Offer {
///     /// 0 at the start, 1 before the toss, and 2, 3, 4 for loss, draw and win.
///     type Position = u8;
///     /// The position after the move.
///     type Move = u8;
///
///     fn scale(&self) -> &foregone_game::Scale {
///         foregone_game::Scale::loss_draw_win()
///     }
///     fn start(&self) -> u8 {
///         0
///     }
///     fn turn(&self, &position: &u8) -> Turn {
///         match position {
///             0 => Turn::Max,
///             1 => Turn::Chance,
///             over => Turn::Over(Outcome(over - 2)),
///         }
///     }
///     fn moves(&self, &position: &u8, moves: &mut Vec<u8>) {
///         moves.extend(if position == 0 { [3, 1] } else { [2, 4] });
///     }
///     fn weight(&self, _: &u8, mv: u8) -> u64 {
///         if mv == 2 { 2 } else { 1 }
///     }
///     fn play(&self, position: &mut u8, mv: u8) {
///         *position = mv;
///     }
/// }
///
/// assert_eq!(Offer.turn(&Offer.start()), Turn::Max);
/// ```
pub trait ChanceGame: Send + Sync {
    /// A state of play. Tables compare whole positions, so equal positions must mean the same play from here on.
    type Position: Clone + Eq + Hash + Debug + Send + Sync;
    /// A move of a player, or an outcome of chance. It should be small. Files hold it as a number. The default value is a
    /// filler that is never played.
    type Move: Copy + Eq + Default + Debug + Into<u64> + TryFrom<u64> + Send + Sync;

    /// The possible results, worst for `Max` first. By default there are two, loss and win.
    fn scale(&self) -> &Scale {
        Scale::loss_win()
    }

    /// What the outcomes are worth if nobody says otherwise; by default their [score](Utility::score).
    fn utility(&self) -> Utility {
        Utility::score(self.scale())
    }

    /// Where the game begins.
    fn start(&self) -> Self::Position;

    /// Whose turn it is, or the outcome if the game is over here.
    fn turn(&self, position: &Self::Position) -> Turn;

    /// Appends the legal moves, or the outcomes of chance, in the canonical order of the game. Never called on a finished
    /// position; appends at least one move.
    fn moves(&self, position: &Self::Position, moves: &mut Vec<Self::Move>);

    /// The weight of an outcome at a chance position: positive. The probability is the weight divided by the sum of all
    /// weights of the position, which fits into 64 bits.
    fn weight(&self, position: &Self::Position, mv: Self::Move) -> u64;

    /// Plays a legal move, or lets an outcome happen.
    fn play(&self, position: &mut Self::Position, mv: Self::Move);

    /// A denominator for all positions that can follow this one, if the game knows one that fits. Searches then
    /// count in whole numbers instead of fractions. A game in which play can return has none in general.
    fn denominator(&self, position: &Self::Position) -> Option<Denominator> {
        let _ = position;
        None
    }

    /// A score for move ordering: higher is better for the player who moves. It never changes a value. At chance positions
    /// it is not used.
    #[inline]
    fn move_score(&self, position: &Self::Position, mv: Self::Move) -> i32 {
        let _ = (position, mv);
        0
    }

    /// The position after a move.
    #[inline]
    fn after(&self, position: &Self::Position, mv: Self::Move) -> Self::Position {
        let mut child = position.clone();
        self.play(&mut child, mv);
        child
    }
}

/// A promise: play never returns to a position it has left, and every play ends. The tree searches rely on it, so they do
/// not compile with a game that cannot promise it.
///
/// ```compile_fail
/// use foregone_chance::games::Pig;
/// use foregone_chance::search::expectimax;
/// use foregone_chance::ChanceGame;
///
/// let pig = Pig::with_die(10).expect("a target");
/// expectimax(&pig, &pig.start(), &pig.utility());
/// ```
pub trait AcyclicChance: ChanceGame {}

/// Play can return to a position, and the rules say what it is worth to play on for ever.
pub trait CyclicChance: ChanceGame {
    /// The outcome of a play that comes back to this position again and again. The same for all positions between which
    /// play can go to and fro, so that it is the outcome of every play that never ends.
    fn endless(&self, position: &Self::Position) -> Outcome;
}
