//! Every game with its searches compiled: a spelling goes in, a game that questions can be put to comes out.
//!
//! This is the one place where games and algorithms meet, so it is where the compiler spends its time. The façade uses what
//! comes out, and is compiled in seconds.

pub mod awari;

use std::fmt::Debug;
use std::sync::Arc;

use foregone_game::{Acyclic, Cyclic, Keyed, Notation, Picture, TableKeyed};
use foregone_games::registry::ReadFile;
use foregone_games::{Facts, SpecError, Visitor};
use foregone_solve::class::{CanReturn, CarriesPast, NeverReturns, Undecided};
use foregone_solve::erased::{ErasedGame, erase};

/// Opens the game of that spelling: the game, and what the registry knows about it.
pub fn open(
    spec: &str,
    read_file: ReadFile<'_>,
) -> Result<(Arc<dyn ErasedGame>, Facts), SpecError> {
    foregone_games::open(spec, read_file, Erase)
}

/// Takes in a game of any type.
struct Erase;

impl Visitor for Erase {
    type Output = (Arc<dyn ErasedGame>, Facts);

    fn keyed<G>(self, game: G, facts: Facts) -> Self::Output
    where
        G: Keyed + TableKeyed + Acyclic + Notation + Picture + Send + Sync + 'static,
        G::Position: PartialEq + Debug + Send + Sync + 'static,
        G::Move: Send + Sync + 'static,
        G::Key: Send + Sync + 'static,
    {
        (erase(game, NeverReturns), facts)
    }

    fn path<G>(self, game: G, facts: Facts) -> Self::Output
    where
        G: TableKeyed + Acyclic + Notation + Picture + Send + Sync + 'static,
        G::Position: PartialEq + Debug + Send + Sync + 'static,
        G::Move: Send + Sync + 'static,
    {
        (erase(game, CarriesPast), facts)
    }

    fn cyclic<G>(self, game: G, facts: Facts) -> Self::Output
    where
        G: TableKeyed + Cyclic + Notation + Picture + Send + Sync + 'static,
        G::Position: PartialEq + Debug + Send + Sync + 'static,
        G::Move: Send + Sync + 'static,
        G::Key: Send + Sync + 'static,
    {
        (erase(game, CanReturn), facts)
    }

    fn undecided<G>(self, game: G, facts: Facts) -> Self::Output
    where
        G: Keyed + Notation + Picture + Send + Sync + 'static,
        G::Position: PartialEq + Debug + Send + Sync + 'static,
        G::Move: Send + Sync + 'static,
        G::Key: Send + Sync + 'static,
    {
        let why = facts.why_cyclic.clone().unwrap_or_else(|| "in this game it can".to_owned());
        (erase(game, Undecided { why }), facts)
    }
}
