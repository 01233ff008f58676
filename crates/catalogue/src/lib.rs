//! Every game with its searches compiled: a spelling goes in, a game that questions can be put to comes out.
//!
//! This is the one place where games and algorithms meet, so it is where the compiler spends its time. Programs use what
//! comes out and are compiled in seconds.

pub mod awari;

use std::fmt::Debug;

use foregone_game::{Acyclic, Cyclic, Keyed, Notation, NotationError, Picture, TableKeyed};
use foregone_games::registry::ReadFile;
use foregone_games::{Facts, SpecError, Visitor};
use foregone_solve::hosted::{Host, Hosted, Looping, Placed, Searching, Undecided};
use foregone_solve::identity::{ByKey, Unkeyed};

/// A game that questions can be put to, and what is known about it.
pub struct Opened {
    /// The game.
    pub game: Box<dyn Hosted>,
    /// Its spelling and its file, if it has one.
    pub facts: Facts,
    /// What kind of game it is.
    pub kind: Kind,
    /// The tablebase that proofs cite, if they do, as certificates name it.
    pub tablebase: Option<String>,
    /// What values rest on without anybody having verified it, if they do, in words that follow "on trust in".
    pub trusted: Option<String>,
}

/// What a search has to know about a game before it begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Play never returns, and positions can be told apart.
    Keyed,
    /// Play never returns, because a position carries the line that led to it.
    Path,
    /// Play can return, and the rules say what playing on for ever is worth.
    Cyclic,
    /// Play can return, and nobody says what that is worth.
    Undecided,
}

impl Opened {
    fn new(game: impl Hosted + 'static, facts: Facts, kind: Kind) -> Opened {
        Opened { game: Box::new(game), facts, kind, tablebase: None, trusted: None }
    }

    /// The position after the moves from the written position, or from the start.
    pub fn place(
        &self,
        position: Option<&str>,
        moves: Option<&str>,
    ) -> Result<Box<dyn Placed + '_>, NotationError> {
        self.game.place(position, moves.unwrap_or(""))
    }
}

/// Opens the game of that spelling.
pub fn open(spec: &str, read_file: ReadFile<'_>) -> Result<Opened, SpecError> {
    foregone_games::open(spec, read_file, Erase)
}

/// Takes in a game of any type.
struct Erase;

impl Visitor for Erase {
    type Output = Opened;

    fn keyed<G>(self, game: G, facts: Facts) -> Opened
    where
        G: Keyed + TableKeyed + Acyclic + Notation + Picture + Send + Sync + 'static,
        G::Position: PartialEq + Debug + Send + Sync + 'static,
        G::Move: Send + Sync + 'static,
        G::Key: Send + Sync + 'static,
    {
        Opened::new(Host::new(game, Searching(ByKey)), facts, Kind::Keyed)
    }

    fn path<G>(self, game: G, facts: Facts) -> Opened
    where
        G: TableKeyed + Acyclic + Notation + Picture + Send + Sync + 'static,
        G::Position: PartialEq + Debug + Send + Sync + 'static,
        G::Move: Send + Sync + 'static,
    {
        Opened::new(Host::new(game, Searching(Unkeyed)), facts, Kind::Path)
    }

    fn cyclic<G>(self, game: G, facts: Facts) -> Opened
    where
        G: TableKeyed + Cyclic + Notation + Picture + Send + Sync + 'static,
        G::Position: PartialEq + Debug + Send + Sync + 'static,
        G::Move: Send + Sync + 'static,
        G::Key: Send + Sync + 'static,
    {
        Opened::new(Host::new(game, Looping), facts, Kind::Cyclic)
    }

    fn undecided<G>(self, game: G, facts: Facts) -> Opened
    where
        G: Keyed + Notation + Picture + Send + Sync + 'static,
        G::Position: PartialEq + Debug + Send + Sync + 'static,
        G::Move: Send + Sync + 'static,
        G::Key: Send + Sync + 'static,
    {
        let why = facts.why_cyclic.clone().unwrap_or_else(|| "in this game it can".to_owned());
        Opened::new(Host::new(game, Undecided { why }), facts, Kind::Undecided)
    }
}
