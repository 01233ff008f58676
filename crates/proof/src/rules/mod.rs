//! The rules of the games, written a second time, the slow and obvious way. Nothing here is shared with what
//! searches: a mistake there cannot hide behind the same mistake here.

mod awari;
mod breakthrough;
mod connect4;
mod graph;
mod grid;
mod hounds;
mod mnk;
mod spelling;
mod torere;
mod woodpush;

use core::hash::Hash;

pub use awari::Awari;
pub use breakthrough::Breakthrough;
pub use connect4::Connect4;
pub use graph::Graph;
pub use grid::Cell;
pub use hounds::Hounds;
pub use mnk::Mnk;
pub use torere::Torere;
pub use woodpush::Woodpush;

/// The version of the rules that certificates name.
pub const VERSION: u64 = 1;

/// The rules of one game. Outcomes are ranks into [`Rules::outcomes`], stated for Max, the player who moves first in
/// the game.
pub trait Rules {
    /// A state of play. Two of them are equal exactly if play can go on in the same ways with the same results.
    type Position: Clone + Eq + Hash;

    /// The names of the outcomes, worst for Max first; at least two.
    fn outcomes(&self) -> &[String];

    /// The rank of a play that comes back to this position for ever, in games where play can return; in others `None`
    /// everywhere. The same for all positions between which play can go to and fro.
    fn infinite(&self, position: &Self::Position) -> Option<usize>;

    /// The position where the game begins.
    fn start(&self) -> Self::Position;

    /// Reads a position; the error is a sentence that says what is impossible about it.
    fn read(&self, text: &str) -> Result<Self::Position, String>;

    /// A text that is read as this position.
    fn write(&self, position: &Self::Position) -> String;

    /// The rank of the result, exactly when the game is over here.
    fn outcome(&self, position: &Self::Position) -> Option<usize>;

    /// The ranks between which the result must lie, as far as that is plain to see. Asked when the game is not over.
    fn reach(&self, position: &Self::Position) -> (usize, usize) {
        let _ = position;
        (0, self.outcomes().len() - 1)
    }

    /// The bytes that a position takes besides its own size, as far as they grow with it.
    fn heap(&self, position: &Self::Position) -> usize {
        let _ = position;
        0
    }

    /// How the tablebases of the game are spelled, if it has any that certificates can cite.
    fn tables(&self) -> Option<String> {
        None
    }

    /// How many numbers a layer of the tablebases has, if there is such a layer.
    fn layer_size(&self, layer: usize) -> Option<u64> {
        let _ = layer;
        None
    }

    /// Where the tablebases of the game have the position: the layer and the number in it.
    fn entry(&self, position: &Self::Position) -> Option<(usize, u64)> {
        let _ = position;
        None
    }

    /// The rank of the result of a position for which a tablebase has that value.
    fn rank_of_entry(&self, position: &Self::Position, value: i8) -> usize {
        let _ = (position, value);
        0
    }

    /// Whether Max is to move. Means nothing when the game is over.
    fn max_to_move(&self, position: &Self::Position) -> bool;

    /// The position after the legal move with that index in the canonical order, if there are that many. Not asked
    /// when the game is over; there is a first move otherwise.
    fn successor(&self, position: &Self::Position, index: usize) -> Option<Self::Position>;
}

/// Any of the games, opened by its spelling.
#[derive(Clone, Debug)]
pub enum Game {
    /// `connect4:`
    Connect4(Connect4),
    /// `mnk:` and `tictactoe`
    Mnk(Mnk),
    /// `woodpush:`
    Woodpush(Woodpush),
    /// `hounds`
    Hounds(Hounds),
    /// `torere`
    Torere(Torere),
    /// `awari`
    Awari(Awari),
    /// `breakthrough:`
    Breakthrough(Breakthrough),
}

impl Game {
    /// Opens a game by its canonical spelling; the error is a sentence. Graph games are not among these: they need
    /// their file, see [`Graph::read_file`].
    pub fn open(spelling: &str) -> Result<Game, String> {
        let (name, parameters) = spelling.split_once(':').unwrap_or((spelling, ""));
        match name {
            "connect4" => Connect4::open(parameters).map(Game::Connect4),
            "mnk" => Mnk::open(parameters).map(Game::Mnk),
            "tictactoe" if spelling == name => Mnk::open("3,3,3").map(Game::Mnk),
            "woodpush" => Woodpush::open(parameters).map(Game::Woodpush),
            "hounds" if spelling == name => Ok(Game::Hounds(Hounds::new())),
            "torere" if spelling == name => Ok(Game::Torere(Torere::new())),
            "awari" => {
                let parameters = (spelling != name).then_some(parameters);
                Awari::open(parameters).map(Game::Awari)
            }
            "breakthrough" => Breakthrough::open(parameters).map(Game::Breakthrough),
            _ => Err("this checker does not know the game; it knows connect4:CxR, mnk:M,N,K, tictactoe, \
                      woodpush:L,P, hounds, torere, awari, breakthrough:WxH and graph:FILE, perhaps a newer \
                      foregone-check knows more"
                .to_owned()),
        }
    }
}

/// `loss`, `draw`, `win`.
fn loss_draw_win() -> Vec<String> {
    ["loss", "draw", "win"].map(str::to_owned).to_vec()
}
