//! Every game with its searches compiled: a spelling goes in, a game that questions can be put to comes out.
//!
//! This is the one place where games and algorithms meet, so it is where the compiler spends its time. The façade uses what
//! comes out, and is compiled in seconds.

pub mod awari;

use std::sync::Arc;

use foregone_game::{Acyclic, Cyclic, Keyed, TableKeyed};
use foregone_games::registry::{ReadFile, RegistryGame};
use foregone_games::{GameInfo, SpecError, Visitor};
use foregone_solve::class::{CanReturn, CarriesPast, NeverReturns, Undecided};
use foregone_solve::erased::{ErasedGame, erase};

/// Opens the game of that spelling: the game, and what the registry knows about it.
pub fn open(
    spec: &str,
    read_file: ReadFile<'_>,
) -> Result<(Arc<dyn ErasedGame>, GameInfo), SpecError> {
    foregone_games::open(spec, read_file, Erase)
}

/// Takes in a game of any type.
struct Erase;

impl Visitor for Erase {
    type Output = (Arc<dyn ErasedGame>, GameInfo);

    fn any<G: RegistryGame>(self, game: G, info: GameInfo) -> Self::Output {
        let why = info.why_cyclic.clone().unwrap_or_else(|| "in this game it can".to_owned());
        (erase(game, Undecided { why }), info)
    }

    fn never_returns<G>(self, game: G, info: GameInfo) -> Self::Output
    where
        G: RegistryGame + Keyed + TableKeyed + Acyclic,
    {
        (erase(game, NeverReturns), info)
    }

    fn carries_past<G>(self, game: G, info: GameInfo) -> Self::Output
    where
        G: RegistryGame + TableKeyed + Acyclic,
    {
        (erase(game, CarriesPast), info)
    }

    fn can_return<G>(self, game: G, info: GameInfo) -> Self::Output
    where
        G: RegistryGame + TableKeyed + Cyclic,
    {
        (erase(game, CanReturn), info)
    }
}
