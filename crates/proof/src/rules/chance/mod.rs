//! The rules of games with chance, as `docs/certificate-chance.md` describes them.

mod darkchess;
mod ewn;
mod graph;
mod hypergammon;
mod pig;

use core::fmt::Debug;
use core::hash::Hash;

pub use darkchess::DarkChess;
pub use ewn::Ewn;
pub use graph::ChanceGraph;
pub use hypergammon::{Hypergammon, HypergammonPosition, Places};
pub(crate) use hypergammon::{Numbers, Pair};
pub use pig::Pig;

use super::VERSION;

/// Whose turn it is, or how the game has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    /// The game is over, with the outcome of this rank.
    Over(usize),
    /// Max moves, who wants a high worth.
    Max,
    /// Min moves, who wants a low worth.
    Min,
    /// Chance moves.
    Chance,
}

/// The rules of one game with chance, as the checker needs them. Results are ranks, indices into [`ChanceRules::outcomes`].
///
/// A game of one's own needs five items: the type of a position, the names of the outcomes, reading a position, whose turn
/// it is, and the positions after it. [`check_expectation_with`](crate::check_expectation_with) checks certificates of such a
/// game, and has an example. The other methods have default implementations, for games in which play never returns to a
/// position.
pub trait ChanceRules {
    /// A state of play. Two positions are equal exactly if play can go on from them in the same ways with the same results:
    /// the checker takes equal positions for one position.
    type Position: Clone + Eq + Hash + Debug;

    /// The names of the outcomes, worst for Max first; at least two.
    fn outcomes(&self) -> Vec<&str>;

    /// Reads a position; the error is a sentence that says what is wrong with the text.
    fn read(&self, text: &str) -> Result<Self::Position, String>;

    /// Whose turn it is.
    fn turn(&self, position: &Self::Position) -> Turn;

    /// Appends the positions after all legal moves, or after all outcomes of chance, in the canonical order, each with its weight.
    /// The weight of an outcome of chance is positive, and the sum of the weights is less than 2^64. Where a player moves the
    /// weights have no meaning. Asked only when the game is not over; then there is at least one position.
    fn successors(&self, position: &Self::Position, list: &mut Vec<(Self::Position, u64)>);

    /// The version of these rules. A certificate that names another version is rejected.
    fn version(&self) -> u64 {
        VERSION
    }

    /// The text of a position in messages, by default its `Debug` form.
    fn write(&self, position: &Self::Position) -> String {
        format!("{position:?}")
    }

    /// The rank of infinite play that returns to this position again and again. `None` at every position says that play
    /// never returns, and is the default. It must be the same rank for all positions that lie on a common cycle.
    fn infinite(&self, position: &Self::Position) -> Option<usize> {
        let _ = position;
        None
    }

    /// The bytes that a position has on the heap. They count against the limit of memory.
    fn heap_bytes(&self, position: &Self::Position) -> usize {
        let _ = position;
        0
    }
}

/// A built-in game with chance, opened by its spelling.
#[derive(Clone, Debug)]
pub enum ChanceGame {
    /// `pig:` and `piglet:`
    Pig(Pig),
    /// `ewn:`
    Ewn(Ewn),
    /// `darkchess:`
    DarkChess(DarkChess),
    /// `hypergammon:`
    Hypergammon(Hypergammon),
}

impl ChanceGame {
    /// Opens a game by its canonical spelling; the error is a sentence. Graph games need their file: see
    /// [`ChanceGraph::read_file`].
    ///
    /// ```
    /// use foregone_proof::rules::chance::{ChanceGame, ChanceRules};
    ///
    /// let Ok(ChanceGame::Pig(rules)) = ChanceGame::open("piglet:3") else { panic!("a built-in game") };
    /// assert_eq!(rules.write(&rules.start()), "0:0+0 max throw");
    /// assert!(ChanceGame::open("piglet").is_err(), "the target is always written");
    /// ```
    pub fn open(spelling: &str) -> Result<ChanceGame, String> {
        let (name, parameters) = spelling.split_once(':').unwrap_or((spelling, ""));
        match name {
            "pig" => Pig::with_die(parameters).map(ChanceGame::Pig),
            "piglet" => Pig::with_coin(parameters).map(ChanceGame::Pig),
            "ewn" => Ewn::open(parameters).map(ChanceGame::Ewn),
            "darkchess" => DarkChess::open(parameters).map(ChanceGame::DarkChess),
            "hypergammon" => Hypergammon::open(parameters).map(ChanceGame::Hypergammon),
            _ => Err(
                "this checker knows no such game with chance; it knows pig:T, piglet:T, ewn:CxR, \
                      darkchess:CxR, hypergammon:N and graph:FILE, perhaps a newer checker knows more"
                    .to_owned(),
            ),
        }
    }
}

/// The player who is to move in a position where somebody moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Side {
    Max,
    Min,
}

impl Side {
    fn other(self) -> Side {
        match self {
            Side::Max => Side::Min,
            Side::Min => Side::Max,
        }
    }

    fn turn(self) -> Turn {
        match self {
            Side::Max => Turn::Max,
            Side::Min => Turn::Min,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Side::Max => "max",
            Side::Min => "min",
        }
    }

    /// The player of this name; the error is a sentence.
    fn read(name: Option<&str>) -> Result<Side, String> {
        match name {
            Some("max") => Ok(Side::Max),
            Some("min") => Ok(Side::Min),
            _ => {
                Err("the position does not say in its place whether max or min is to move"
                    .to_owned())
            }
        }
    }
}

/// The columns and rows of a board, and the pieces of text after them; the error is a sentence.
fn size<'t>(parameters: &'t str, what: &str) -> Result<(usize, usize, Vec<&'t str>), String> {
    let mut pieces: Vec<&str> = parameters.split(',').collect();
    let size = pieces.remove(0);
    let Some((columns, rows)) = size.split_once('x') else {
        return Err(format!("the board of {what} is columns x rows, as in 3x3"));
    };
    let columns = super::spelling::number(columns, "the number of columns")?;
    let rows = super::spelling::number(rows, "the number of rows")?;
    Ok((columns, rows, pieces))
}

/// Refuses a text of a position that is not the one that is written for it.
fn only_text<P>(text: &str, position: P, written: &str) -> Result<P, String> {
    if text == written {
        return Ok(position);
    }
    Err(format!(
        "the position is written {}, and not in another way",
        crate::failure::quote(written)
    ))
}
