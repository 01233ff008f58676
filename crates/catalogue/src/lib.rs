//! Every game with its searches compiled: a spelling goes in, a game that questions can be put to comes out.
//!
//! This is the one place where games and algorithms meet, so it is where the compiler spends its time. Programs use what
//! comes out and are compiled in seconds.

use std::fmt::Debug;

use game::{Acyclic, Coded, Cyclic as Loops, Keyed, Notation, NotationError, Picture};
use games::registry::ReadFile;
use games::{Facts, SpecError, Visitor};
use solve::hosted::{Cyclic, Host, Hosted, Placed, Searching};
use solve::identity::{ByKey, Unkeyed};

/// A game that questions can be put to, and what is known about it.
pub struct Opened {
    /// The game.
    pub game: Box<dyn Hosted>,
    /// Its spelling and its file, if it has one.
    pub facts: Facts,
    /// Whether positions can be told apart, so that transpositions can be merged.
    pub has_keys: bool,
}

impl Opened {
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
    games::open(spec, read_file, Erase)
}

/// Takes in a game of any type.
struct Erase;

impl Visitor for Erase {
    type Output = Opened;

    fn keyed<G>(self, game: G, facts: Facts) -> Opened
    where
        G: Keyed + Coded + Acyclic + Notation + Picture + Send + Sync + 'static,
        G::Position: PartialEq + Debug + Send + Sync + 'static,
        G::Move: Send + Sync + 'static,
        G::Key: Send + Sync + 'static,
    {
        Opened { game: Box::new(Host::new(game, Searching(ByKey))), facts, has_keys: true }
    }

    fn path<G>(self, game: G, facts: Facts) -> Opened
    where
        G: Coded + Acyclic + Notation + Picture + Send + Sync + 'static,
        G::Position: PartialEq + Debug + Send + Sync + 'static,
        G::Move: Send + Sync + 'static,
    {
        Opened { game: Box::new(Host::new(game, Searching(Unkeyed))), facts, has_keys: false }
    }

    fn cyclic<G>(self, game: G, facts: Facts) -> Opened
    where
        G: Coded + Loops + Notation + Picture + Send + Sync + 'static,
        G::Position: PartialEq + Debug + Send + Sync + 'static,
        G::Move: Send + Sync + 'static,
        G::Key: Send + Sync + 'static,
    {
        self.undecided(game, facts)
    }

    fn undecided<G>(self, game: G, facts: Facts) -> Opened
    where
        G: Keyed + Notation + Picture + Send + Sync + 'static,
        G::Position: PartialEq + Debug + Send + Sync + 'static,
        G::Move: Send + Sync + 'static,
        G::Key: Send + Sync + 'static,
    {
        let why = facts.why_cyclic.clone().unwrap_or_else(|| "in this game it can".to_owned());
        Opened { game: Box::new(Host::new(game, Cyclic { why })), facts, has_keys: true }
    }
}
