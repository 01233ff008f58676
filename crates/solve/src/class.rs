//! What kind of game a game is, which decides which searches are sound for it. This is stated here and nowhere else:
//! [`GameClass`] as a value, and [`Class`] as the type that answers questions about games of the class.

use foregone_game::{Acyclic, Cyclic, Game, Notation, Outcome, Scale, TableKeyed};

use crate::identity::{ByKey, Identity, Unkeyed};
use crate::options::Algorithm;
use crate::play::{PlaySetup, RepetitionRules};
use crate::request::Request;
use crate::solve::{Refusal, Report, solve, solve_cyclic};
use crate::station::{Outfit, Post, Station};

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

    /// A station for leaves below a position, or why there cannot be one. `with_knowledge` is the game to search with, if
    /// not the same.
    fn station<'g>(
        &self,
        game: &'g G,
        with_knowledge: Option<G>,
        root: &G::Position,
        outfit: &Outfit,
    ) -> Result<Box<dyn Station + 'g>, Refusal>
    where
        G: Notation,
    {
        let _ = (game, with_knowledge, root, outfit);
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

/// A class in which play never returns, with the way in which positions are told apart.
macro_rules! acyclic_class {
    ($class:ident, $identity:ident) => {
        impl<G: Acyclic + TableKeyed> Class<G> for $class
        where
            $identity: Identity<G>,
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
                solve::<G, $identity>(game, position, request)
            }

            fn station<'g>(
                &self,
                game: &'g G,
                with_knowledge: Option<G>,
                root: &G::Position,
                outfit: &Outfit,
            ) -> Result<Box<dyn Station + 'g>, Refusal>
            where
                G: Notation,
            {
                Ok(Box::new(Post::<G, $identity>::new(game, with_knowledge, root, outfit)?))
            }
        }
    };
}

acyclic_class!(NeverReturns, ByKey);
acyclic_class!(CarriesPast, Unkeyed);

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
