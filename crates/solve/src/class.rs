//! What kind of game a game is, which decides which searches are sound for it. This is stated here and nowhere else:
//! [`GameClass`] as a value, [`StaticClass`] for searches, which are compiled for a class, and [`Class`] for those who put
//! questions to a game.

use core::hash::Hash;

use foregone_game::{Acyclic, Cyclic, Game, Keyed, Notation, Outcome, Scale, TableKeyed};

use crate::current_line::Infinite;
use crate::leaf_search::{LeafSearch, LeafSearchConfig, TypedLeafSearch};
use crate::options::Algorithm;
use crate::play::{PlaySetup, RepetitionRules};
use crate::report::{Refusal, Report};
use crate::request::Request;
use crate::solve::{solve, solve_cyclic};

/// What kind of game it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GameClass {
    /// Play never returns to a position, and positions have exact keys.
    NeverReturns,
    /// Play never returns to a position, because a position carries the moves that led to it.
    CarriesPast,
    /// Play can return to a position, and the rules say what infinite play is worth.
    CanReturn,
    /// Play can return to a position, and the rules do not say what that is worth.
    Undecided,
}

impl GameClass {
    /// The algorithm for the value of a position unless another is named.
    pub fn usual_algorithm(self, scale: &Scale) -> Algorithm {
        Algorithm::usual(scale, self == GameClass::NeverReturns)
    }

    /// What the class means for a search, as a clause.
    pub fn about(self) -> &'static str {
        match self {
            GameClass::NeverReturns => {
                "play never returns, and positions have exact keys for a table"
            }
            GameClass::CarriesPast => {
                "positions carry their past, and a table finds them by a hash"
            }
            GameClass::CanReturn => "play can return, which needs a search that knows its line",
            GameClass::Undecided => "the rules leave the value open",
        }
    }
}

/// The class of a game as searches know it when they are compiled.
pub trait StaticClass<G: Game>: Send + Sync + 'static {
    /// Whether positions can be told apart by exact keys.
    const EXACT: bool;

    /// What infinite play is worth, where play can return.
    const INFINITE: Option<Infinite<G>> = None;

    /// Whether play can return to a position.
    const CAN_RETURN: bool = Self::INFINITE.is_some();

    /// The exact key of a position.
    type Key: Copy + Eq + Hash + Send + Sync;

    /// The key of a position; meaningless unless `EXACT`.
    fn key(game: &G, position: &G::Position) -> Self::Key;
}

/// A class of games, as the type that answers questions about them: the compiler refuses a search that would be unsound.
pub trait Class<G: Game>: Send + Sync + 'static {
    /// Which class it is.
    fn class(&self) -> GameClass;

    /// What infinite play from a position is worth, where play can return.
    fn infinite(&self, game: &G, position: &G::Position) -> Option<Outcome> {
        let _ = (game, position);
        None
    }

    /// What a player of the game needs to know, or why the game cannot be played by search.
    fn play_setup(&self, game: &G) -> Result<PlaySetup<G>, Refusal>;

    /// Answers a question about a position, or says why it cannot.
    fn solve(
        &self,
        game: &G,
        position: &G::Position,
        request: Request<'_>,
    ) -> Result<Report<G::Move>, Refusal>;

    /// The search of leaves below a position, or why there is none. `with_knowledge` is the game to search with, if
    /// not the same.
    fn leaf_search<'g>(
        &self,
        game: &'g G,
        with_knowledge: Option<G>,
        root: &G::Position,
        config: &LeafSearchConfig,
    ) -> Result<Box<dyn LeafSearch + 'g>, Refusal>
    where
        G: Notation,
    {
        let _ = (game, with_knowledge, root, config);
        Err(Refusal::new(
            "many workers can share a search only where play never returns to a position, but in this game it can; \
             use dfpn or dfmopns, which take threads",
        ))
    }
}

/// [`GameClass::NeverReturns`].
#[derive(Clone, Copy, Debug)]
pub struct NeverReturns;

/// [`GameClass::CarriesPast`].
#[derive(Clone, Copy, Debug)]
pub struct CarriesPast;

/// [`GameClass::CanReturn`].
#[derive(Clone, Copy, Debug)]
pub struct CanReturn;

/// [`GameClass::Undecided`].
#[derive(Clone, Debug)]
pub struct Undecided {
    /// Why play can return, as half a sentence.
    pub why: String,
}

impl<G: Keyed> StaticClass<G> for NeverReturns {
    const EXACT: bool = true;
    type Key = G::Key;

    #[inline]
    fn key(game: &G, position: &G::Position) -> G::Key {
        game.key(position)
    }
}

impl<G: Game> StaticClass<G> for CarriesPast {
    const EXACT: bool = false;
    type Key = ();

    fn key(_game: &G, _position: &G::Position) {}
}

impl<G: Cyclic> StaticClass<G> for CanReturn {
    const EXACT: bool = true;
    const INFINITE: Option<Infinite<G>> = Some(G::infinite);
    type Key = G::Key;

    #[inline]
    fn key(game: &G, position: &G::Position) -> G::Key {
        game.key(position)
    }
}

/// A class in which play never returns.
macro_rules! acyclic_class {
    ($class:ident) => {
        impl<G: Acyclic + TableKeyed> Class<G> for $class
        where
            $class: StaticClass<G>,
        {
            fn class(&self) -> GameClass {
                GameClass::$class
            }

            fn play_setup(&self, game: &G) -> Result<PlaySetup<G>, Refusal> {
                let value = GameClass::$class.usual_algorithm(game.scale());
                Ok(PlaySetup { value, two_valued: Algorithm::Pns, repetition: None })
            }

            fn solve(
                &self,
                game: &G,
                position: &G::Position,
                request: Request<'_>,
            ) -> Result<Report<G::Move>, Refusal> {
                solve::<G, $class>(game, position, request)
            }

            fn leaf_search<'g>(
                &self,
                game: &'g G,
                with_knowledge: Option<G>,
                root: &G::Position,
                config: &LeafSearchConfig,
            ) -> Result<Box<dyn LeafSearch + 'g>, Refusal>
            where
                G: Notation,
            {
                let search = TypedLeafSearch::<G, $class>::new(game, with_knowledge, root, config)?;
                Ok(Box::new(search))
            }
        }
    };
}

acyclic_class!(NeverReturns);
acyclic_class!(CarriesPast);

impl<G: Cyclic + TableKeyed> Class<G> for CanReturn {
    fn class(&self) -> GameClass {
        GameClass::CanReturn
    }

    fn infinite(&self, game: &G, position: &G::Position) -> Option<Outcome> {
        Some(game.infinite(position))
    }

    fn play_setup(&self, game: &G) -> Result<PlaySetup<G>, Refusal> {
        Ok(PlaySetup {
            value: GameClass::CanReturn.usual_algorithm(game.scale()),
            two_valued: Algorithm::Dfpn,
            repetition: Some(RepetitionRules { table_key: G::table_key, infinite: G::infinite }),
        })
    }

    fn solve(
        &self,
        game: &G,
        position: &G::Position,
        request: Request<'_>,
    ) -> Result<Report<G::Move>, Refusal> {
        solve_cyclic(game, position, request)
    }
}

impl<G: Game> Class<G> for Undecided {
    fn class(&self) -> GameClass {
        GameClass::Undecided
    }

    fn play_setup(&self, _game: &G) -> Result<PlaySetup<G>, Refusal> {
        Err(Refusal::new(format!(
            "the solver cannot play this game, because its rules do not decide what positions are worth: {}",
            self.why
        )))
    }

    fn solve(
        &self,
        _game: &G,
        _position: &G::Position,
        _request: Request<'_>,
    ) -> Result<Report<G::Move>, Refusal> {
        Err(Refusal::new(format!(
            "what the position is worth is not decided by the rules: {}",
            self.why
        )))
    }
}
