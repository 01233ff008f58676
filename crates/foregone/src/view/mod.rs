//! Views: a position as a front end shows it, with the value of every move as far as it is known.
//!
//! A [`Viewer`] answers from what it knows: the rules, tables, proofs that were checked, and what it has found before. What is
//! left it searches, within a budget; what is open after that stays open, with the bounds that are proved. [`ChanceViewer`] does
//! the same for games with chance, whose values are fractions. Both give a [`PositionView`]; [`Progress`] is a look at a search
//! that runs. All of them serialise to the members that `docs/json.md` describes.

mod budget;
mod chance;
mod describe;
mod fact;
mod known;
mod progress;
mod viewer;

use foregone_game::Player;
use serde::Serialize;

pub use chance::ChanceViewer;
pub use describe::{GameView, KnownValue, Level, Look, Parameter};
pub use progress::{Duel, MoveProgress, Progress};
pub use viewer::Viewer;

/// The version of the object.
const SCHEMA: u32 = 1;

/// Where the value of a move, or the best bounds on it, come from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Source {
    /// A search.
    Search,
    /// Tables of endgames.
    Table,
    /// A certificate that was checked.
    Proof,
    /// The rules: play is over.
    Rules,
}

/// How many plies play lasts after a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Plies {
    /// Exactly so many.
    Exact(u64),
    /// The longest line of the proof after the move is so long. Where it ends the checker knows the rest, by a rule or by a
    /// search, so that play may last longer.
    InProof(u64),
}

/// A legal move, or an outcome of chance, and what is known about it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct MoveView {
    /// The move in the game's notation.
    #[serde(rename = "move")]
    pub name: String,
    /// What the position after the move is worth, if that is proved: an outcome, or a fraction in games with chance.
    pub value: Option<String>,
    /// What is proved about the position after the move: at least, at most.
    pub bounds: [String; 2],
    /// The weight of an outcome of chance.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weight: Option<u64>,
    /// How many plies play lasts after the move, if that is known.
    pub plies: Option<Plies>,
    /// Nodes that searches of the position after the move have created, as far as the viewer remembers.
    pub nodes: u64,
    /// The share of `nodes` among those of all moves; none if no move was searched.
    pub share: Option<f64>,
    /// Where the bounds come from; none if nothing is known.
    pub source: Option<Source>,
    /// Whether the move certainly keeps the value of the position for the player to move.
    pub best: bool,
}

/// A position with its moves.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PositionView {
    schema: u32,
    /// The canonical spelling of the game.
    pub game: String,
    /// Whether it is a game with chance, so that values are fractions.
    pub chance: bool,
    /// The position in the game's notation.
    pub position: String,
    /// The moves that led here from where the position was placed.
    pub played: Vec<String>,
    /// Whose turn it is: `first` or `second`, and in games with chance also `chance` or `over`.
    pub to_move: &'static str,
    /// Whether play is over.
    pub over: bool,
    /// The value, if it is proved.
    pub value: Option<String>,
    /// What is proved: at least, at most.
    pub bounds: [String; 2],
    /// What infinite play from here is worth, where play can return.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub infinite: Option<String>,
    /// Where the bounds of the position come from; none if nothing is known.
    pub source: Option<Source>,
    /// Each legal move once, best for the player to move first; outcomes of chance in their order.
    pub moves: Vec<MoveView>,
    /// Best play as far as it is known. It begins with the first move of `moves`; empty if the value is not known.
    pub line: Vec<String>,
    /// What values rest on that was never verified here, as phrases.
    pub trusted: Vec<String>,
}

impl PositionView {
    /// A move by its name.
    pub fn find(&self, name: &str) -> Option<&MoveView> {
        self.moves.iter().find(|mv| mv.name == name)
    }

    /// Whether the value of the position and of every move is proved.
    pub fn is_complete(&self) -> bool {
        self.value.is_some() && self.moves.iter().all(|mv| mv.value.is_some())
    }
}

/// Fills in the shares of nodes.
fn share(moves: &mut [MoveView]) {
    let total: u64 = moves.iter().map(|mv| mv.nodes).sum();
    if total > 0 {
        for mv in moves {
            mv.share = Some(mv.nodes as f64 / total as f64);
        }
    }
}

/// Whose bound a player can raise or lower: the first player wants much, the second little.
fn wants_much(player: Player) -> bool {
    player == Player::Max
}
