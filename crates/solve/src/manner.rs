//! The ways in which questions about a game are answered, by what kind of game it is.

use foregone_game::{Acyclic, Cyclic, Game, Notation, Outcome, TableKeyed};

use crate::identity::Identity;
use crate::leaf_search::{LeafSearch, LeafSearchConfig, TypedLeafSearch};
use crate::limits::Limits;
use crate::observe::Observer;
use crate::options::{Algorithm, Question};
use crate::persist::StateReader;
use crate::play::{PlaySetup, RepetitionRules};
use crate::solve::{Refusal, Report, solve, solve_cyclic};

/// How questions are answered for a game of type `G`.
pub trait Manner<G: Game>: Send + Sync {
    /// What a play that comes back to a position for ever is worth, where play can return.
    fn infinite(&self, game: &G, position: &G::Position) -> Option<Outcome> {
        let _ = (game, position);
        None
    }

    /// What somebody who plays the game has to know, or why nobody can.
    fn play_setup(&self, game: &G) -> Result<PlaySetup<G>, Refusal>;

    /// Answers, or says why not.
    fn solve(
        &self,
        game: &G,
        position: &G::Position,
        question: &Question,
        limits: Limits<'_>,
        observer: &mut dyn Observer,
        resume: Option<&mut dyn StateReader>,
    ) -> Result<Report<G::Move>, Refusal>;

    /// A station for leaves below a position, or why there cannot be one. `glancing` is the game to search with, if not
    /// the same.
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
        Err(Refusal(
            "many workers can share a search only where play never returns to a position, but in this game it can; \
             use dfpn or dfmopns, which take --threads"
                .to_owned(),
        ))
    }
}

/// By search, on games in which play never returns and whose positions are told apart by `I`.
#[derive(Clone, Copy, Debug)]
pub struct Searching<I>(pub I);

impl<G: Acyclic + TableKeyed, I: Identity<G> + Send + Sync + 'static> Manner<G> for Searching<I> {
    fn play_setup(&self, game: &G) -> Result<PlaySetup<G>, Refusal> {
        let value = Algorithm::usual(game.scale(), I::EXACT);
        Ok(PlaySetup { value, two_valued: Algorithm::Pns, repetition: None })
    }

    fn solve(
        &self,
        game: &G,
        position: &G::Position,
        question: &Question,
        limits: Limits<'_>,
        observer: &mut dyn Observer,
        resume: Option<&mut dyn StateReader>,
    ) -> Result<Report<G::Move>, Refusal> {
        solve::<G, I>(game, position, question, limits, observer, resume)
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
        Ok(Box::new(TypedLeafSearch::<G, I>::new(game, with_knowledge, root, config)?))
    }
}

/// By search, on games in which play can return and which say what that is worth.
#[derive(Clone, Copy, Debug)]
pub struct Looping;

impl<G: Cyclic + TableKeyed> Manner<G> for Looping {
    fn infinite(&self, game: &G, position: &G::Position) -> Option<Outcome> {
        Some(game.infinite(position))
    }

    fn play_setup(&self, game: &G) -> Result<PlaySetup<G>, Refusal> {
        Ok(PlaySetup {
            value: Algorithm::usual(game.scale(), false),
            two_valued: Algorithm::Dfpn,
            repetition: Some(RepetitionRules { table_key: G::table_key, infinite: G::infinite }),
        })
    }

    fn solve(
        &self,
        game: &G,
        position: &G::Position,
        question: &Question,
        limits: Limits<'_>,
        observer: &mut dyn Observer,
        resume: Option<&mut dyn StateReader>,
    ) -> Result<Report<G::Move>, Refusal> {
        solve_cyclic(game, position, question, limits, observer, resume)
    }
}

/// For games in which play can return and which do not say what that is worth: there is no answer to find.
#[derive(Clone, Debug)]
pub struct Undecided {
    /// Why play can return, as half a sentence.
    pub why: String,
}

impl<G: Game> Manner<G> for Undecided {
    fn play_setup(&self, _game: &G) -> Result<PlaySetup<G>, Refusal> {
        Err(Refusal(format!(
            "the solver cannot play this game, because its rules do not decide what positions are worth: {}",
            self.why
        )))
    }

    fn solve(
        &self,
        _game: &G,
        _position: &G::Position,
        _question: &Question,
        _limits: Limits<'_>,
        _observer: &mut dyn Observer,
        _resume: Option<&mut dyn StateReader>,
    ) -> Result<Report<G::Move>, Refusal> {
        Err(Refusal(format!(
            "what the position is worth is not decided by the rules: {}",
            self.why
        )))
    }
}
