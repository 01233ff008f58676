//! The rules of the games, written a second time, in a simple way, and only as fast as a check needs them. Nothing here is
//! shared with the searches, so a defect there cannot hide behind the same defect here.

mod awari;
mod breakthrough;
pub mod chance;
mod connect4;
mod gdl;
mod graph;
mod grid;
mod hounds;
mod lines;
mod mnk;
mod othello;
mod qubic;
mod spelling;
mod torere;
mod woodpush;

use core::fmt::Debug;
use core::hash::Hash;

pub use awari::Awari;
pub use breakthrough::Breakthrough;
pub use connect4::{Connect4, Stones};
pub(crate) use gdl::file_of;
pub use gdl::{Interpreter, Judged, RuleFile};
pub use graph::Graph;
pub use grid::Cell;
pub use hounds::Hounds;
pub use mnk::Mnk;
pub use othello::Othello;
pub use qubic::Qubic;
pub use torere::Torere;
pub use woodpush::Woodpush;

/// The first version of the rules of a game. Certificates name the version; most games have only this one.
pub const VERSION: u64 = 1;

/// The newest version of the rules of a built-in game, by its spelling; [`VERSION`] for all other games.
///
/// ```
/// use foregone_proof::rules::newest_version;
///
/// assert_eq!((newest_version("connect4:7x6"), newest_version("tictactoe")), (2, 1));
/// ```
pub fn newest_version(spelling: &str) -> u64 {
    let (name, parameters) = spelling.split_once(':').unwrap_or((spelling, ""));
    match name {
        "connect4" => connect4::NEWEST,
        "breakthrough" => breakthrough::NEWEST,
        "mnk" => mnk::newest(parameters),
        _ => VERSION,
    }
}

/// The rules of one game, as the checker needs them. Results are ranks, indices into [`Rules::outcomes`], and are stated
/// for Max, the player who moves first in the game.
///
/// A game of one's own needs six items: the type of a position, the names of the outcomes, reading a position, the result
/// of a finished game, the player to move, and the position after a move. [`check_with`](crate::check_with) checks
/// certificates of such a game; the [example of the crate](crate#example-a-game-of-your-own) is complete. All other methods have default implementations, for games in
/// which play never returns to a position, nothing is known about a position before play ends, and there are no
/// tablebases.
pub trait Rules: Sync {
    /// A state of play. Two positions are equal exactly if play can go on from them in the same ways with the same results:
    /// the checker takes equal positions for one position.
    type Position: Clone + Eq + Hash + Debug + Send + Sync;

    /// The names of the outcomes, worst for Max first; at least two.
    fn outcomes(&self) -> Vec<&str>;

    /// Reads a position; the error is a sentence that says what is wrong with the text.
    fn read(&self, text: &str) -> Result<Self::Position, String>;

    /// The rank of the result if the game is over, and nothing otherwise.
    fn outcome(&self, position: &Self::Position) -> Option<usize>;

    /// Whether Max is to move. Asked only when the game is not over.
    fn max_to_move(&self, position: &Self::Position) -> bool;

    /// The position after the legal move with this index in the canonical order, or nothing if there are not so many moves.
    /// Asked only when the game is not over; then there is at least one move.
    fn successor(&self, position: &Self::Position, index: usize) -> Option<Self::Position>;

    /// Appends the positions after all legal moves, in the canonical order. Games in which one pass over the board finds them
    /// all are checked faster with a method of their own.
    fn successors(&self, position: &Self::Position, list: &mut Vec<Self::Position>) {
        list.extend((0..).map_while(|index| self.successor(position, index)));
    }

    /// One position for all images of a position under the symmetries that the game's page lists: the image whose text is
    /// the first in the order of bytes. A position is established as soon as its representative is. By default there are no
    /// symmetries.
    fn representative(&self, position: &Self::Position) -> Self::Position {
        position.clone()
    }

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

    /// Whether play might return to a position for all that is known about these rules, although [`Rules::infinite`] says
    /// nothing. Then a line that returns is rejected: a claim is proved only by play that ends. By default play is known to end
    /// where infinite play has no rank.
    fn must_end(&self) -> bool {
        false
    }

    /// What is wrong with the rules at this position, as a sentence, where rules come from a file that may be wrong. A
    /// certificate whose proof comes to such a position is rejected.
    fn defect(&self, position: &Self::Position) -> Option<String> {
        let _ = position;
        None
    }

    /// The lowest and the highest rank that the result can have, as far as the checker knows without playing on. Asked only
    /// when the game is not over. By default nothing is known.
    fn static_bounds(&self, position: &Self::Position) -> Option<(usize, usize)> {
        let _ = position;
        None
    }

    /// The bytes that a position has on the heap. They count against the limit of memory.
    fn heap_bytes(&self, position: &Self::Position) -> usize {
        let _ = position;
        0
    }

    /// The spelling of the game in the manifests of its tablebases, if certificates may cite one.
    fn tablebase_game(&self) -> Option<String> {
        None
    }

    /// The number of indices in a layer of the tablebase, if there is such a layer.
    fn tablebase_layer_size(&self, layer: usize) -> Option<u64> {
        let _ = layer;
        None
    }

    /// The layer of the tablebase that holds the position, and the index of the position in this layer.
    fn tablebase_index(&self, position: &Self::Position) -> Option<(usize, u64)> {
        let _ = position;
        None
    }

    /// The rank of a position for which the tablebase holds this value.
    fn tablebase_rank(&self, position: &Self::Position, value: i8) -> usize {
        let _ = (position, value);
        0
    }
}

/// A built-in game, opened by its spelling.
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
    /// `othello:`
    Othello(Othello),
    /// `qubic`
    Qubic(Qubic),
}

impl Game {
    /// Opens version 1 of a game by its canonical spelling; the error is a sentence. Games that are read from a file need it: see
    /// [`Graph::read_file`] and [`RuleFile::open`].
    ///
    /// ```
    /// use foregone_proof::rules::{Game, Rules};
    ///
    /// let Ok(Game::Connect4(rules)) = Game::open("connect4:4x5") else { panic!("a built-in game") };
    /// assert_eq!(rules.write(&rules.start()), "..../..../..../..../....");
    /// assert!(Game::open("chess").is_err());
    /// ```
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
            "othello" => Othello::open(parameters).map(Game::Othello),
            "qubic" if spelling == name => Qubic::open().map(Game::Qubic),
            _ => Err("this checker does not know the game; it knows connect4:CxR, mnk:M,N,K, tictactoe, \
                      woodpush:L,P, hounds, torere, awari, breakthrough:WxH, othello:NxN, qubic, graph:FILE and gdl:FILE, \
                      perhaps a newer checker knows more"
                .to_owned()),
        }
    }

    /// The same game in another version of its rules; nothing if there is no such version. A newer version knows more
    /// without a proof, but the moves and their results are the same.
    pub fn with_version(self, version: u64) -> Option<Game> {
        match self {
            Game::Connect4(rules) => rules.with_version(version).map(Game::Connect4),
            Game::Breakthrough(rules) => rules.with_version(version).map(Game::Breakthrough),
            Game::Mnk(rules) => rules.with_version(version).map(Game::Mnk),
            game => (version == VERSION).then_some(game),
        }
    }
}

/// `loss`, `draw`, `win`.
fn loss_draw_win() -> Vec<String> {
    ["loss", "draw", "win"].map(str::to_owned).to_vec()
}

/// The names of outcomes as [`Rules::outcomes`] gives them.
fn names(outcomes: &[String]) -> Vec<&str> {
    outcomes.iter().map(String::as_str).collect()
}
