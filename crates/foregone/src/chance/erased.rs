//! Games with chance with their types erased, once per question: a search runs on the game's own type.

use core::marker::PhantomData;
use std::sync::Arc;

use foregone_chance::certify::{Proof, Unproved};
use foregone_chance::fraction::Fraction;
use foregone_chance::limits::{Limits, Stop, Tally};
use foregone_chance::notation::scene;
use foregone_chance::perft::perft;
use foregone_chance::search::{MoveValue as TypedValue, foresee};
use foregone_chance::{ChanceGame, ChanceNotation, Turn, Utility};
use foregone_game::{NotationError, Outcome, Player, Scale, Scene};

use super::answer::MoveValue;
use super::kept::Slot;
use super::method::Method;
use super::position::Move;

/// A question about a position, with everything decided that the class of the game does not decide.
pub(super) struct Asked<'a> {
    pub utility: &'a Utility,
    pub threshold: Option<&'a Fraction>,
    pub every_move: bool,
    /// Whether proofs are wanted.
    pub certificate: bool,
    pub method: Method,
    pub limits: Limits<'a>,
    /// Where a solved game is kept for the next question, if it is to be.
    pub kept: Option<&'a Slot>,
}

/// What a search has found out, with moves of type `M`.
pub(super) struct Found<M, V> {
    pub low: Fraction,
    pub high: Fraction,
    pub stop: Stop,
    pub tally: Tally,
    /// What was counted in, if anything was searched.
    pub counted_in: Option<&'static str>,
    /// How many positions the graph has, if there is one.
    pub positions: Option<u64>,
    pub method: Method,
    /// Why this method, in a phrase.
    pub why: String,
    pub best: Option<M>,
    pub moves: Option<Vec<V>>,
    /// What was proved, if proofs were wanted.
    pub proofs: Vec<Proof>,
    /// Why not everything that is known was proved.
    pub unproved: Option<Unproved>,
}

impl<M, V> Found<M, V> {
    /// Nothing but what every position of the game is worth.
    pub fn nothing(asked: &Asked<'_>, stop: Stop, method: Method, why: String) -> Found<M, V> {
        let (low, high) = (asked.utility.least().clone(), asked.utility.greatest().clone());
        Found {
            low,
            high,
            stop,
            tally: Tally::default(),
            counted_in: None,
            positions: None,
            method,
            why,
            best: None,
            moves: None,
            proofs: Vec::new(),
            unproved: None,
        }
    }
}

impl<M, V> Found<M, V> {
    /// The same with proofs, each unless it could not be completed.
    pub fn with_proofs(
        mut self,
        proofs: impl IntoIterator<Item = Result<Proof, Unproved>>,
    ) -> Found<M, V> {
        for proof in proofs {
            match proof {
                Ok(proof) => {
                    let bound = match proof.claim.owner() {
                        Player::Max => &self.low,
                        Player::Min => &self.high,
                    };
                    if proof.claim.bound() != bound {
                        self.unproved = Some(Unproved::Stopped(self.stop));
                    }
                    self.proofs.push(proof);
                }
                Err(why) => self.unproved = Some(why),
            }
        }
        self
    }
}

/// What a search on a game of a known type finds.
pub(super) type TypedFound<G> = Found<<G as ChanceGame>::Move, TypedValue<<G as ChanceGame>::Move>>;

/// How games of a class are searched.
pub(super) trait Class<G: ChanceGame>: Send + Sync + 'static {
    /// Whether play can return to a position.
    const CAN_RETURN: bool;

    /// Whether positions have numbers, so that a table holds them.
    const HAS_NUMBERS: bool = false;

    /// Answers a question about a position where the game is not over.
    fn solve(game: &G, position: &G::Position, asked: &Asked<'_>) -> TypedFound<G>;

    /// The outcome of a play that returns to a position for ever, if it can.
    fn endless(game: &G, position: &G::Position) -> Option<Outcome> {
        let _ = (game, position);
        None
    }
}

/// A game.
pub(super) trait ErasedGame: Send + Sync {
    fn scale(&self) -> &Scale;
    fn usual_utility(&self) -> Utility;
    fn can_return(&self) -> bool;
    /// In Graphviz' language, if the game is written down position by position.
    fn dot(&self) -> Option<String>;
    fn has_numbers(&self) -> bool;
    /// The written position, or the start.
    fn place(&self, text: Option<&str>) -> Result<Arc<dyn ErasedPosition>, NotationError>;
}

/// A position with its game.
pub(super) trait ErasedPosition: Send + Sync {
    fn turn(&self) -> Turn;
    fn written(&self) -> String;
    fn text(&self) -> String;
    fn scene(&self) -> Scene;
    fn perft(&self, depth: u32) -> u64;
    fn moves(&self) -> Vec<Move>;
    /// How promising the moves of a player look, in the canonical order; only their order counts.
    fn scores(&self) -> Vec<i32>;
    /// The outcome of a play that returns here for ever, if play can return.
    fn endless(&self) -> Option<Outcome>;
    /// What makes all values below whole if outcomes are worth whole numbers, if it is known.
    fn denominator(&self) -> Option<u128>;
    /// The position after a move or an outcome of chance, and how the game writes that.
    fn play(&self, word: &str) -> Result<(String, Arc<dyn ErasedPosition>), NotationError>;
    fn solve(&self, asked: &Asked<'_>) -> Found<String, MoveValue>;
    /// What is certain a few plies ahead, within limits of nodes and time, and the nodes that it took.
    fn foresee(&self, utility: &Utility, limits: Limits<'_>) -> (Vec<MoveValue>, u64);
}

/// Erases the type of a game.
pub(super) fn erase<G, C>(game: G) -> Arc<dyn ErasedGame>
where
    G: ChanceNotation + 'static,
    C: Class<G>,
{
    Arc::new(Whole::<G, C> { game: Arc::new(game), class: PhantomData })
}

struct Whole<G, C> {
    game: Arc<G>,
    class: PhantomData<C>,
}

impl<G: ChanceNotation + 'static, C: Class<G>> ErasedGame for Whole<G, C> {
    fn scale(&self) -> &Scale {
        self.game.scale()
    }

    fn usual_utility(&self) -> Utility {
        self.game.utility()
    }

    fn can_return(&self) -> bool {
        C::CAN_RETURN
    }

    fn dot(&self) -> Option<String> {
        self.game.dot()
    }

    fn has_numbers(&self) -> bool {
        C::HAS_NUMBERS
    }

    fn place(&self, text: Option<&str>) -> Result<Arc<dyn ErasedPosition>, NotationError> {
        let position = match text {
            Some(text) => self.game.read_position(text)?,
            None => self.game.start(),
        };
        Ok(Arc::new(Placed::<G, C> { game: self.game.clone(), position, class: PhantomData }))
    }
}

struct Placed<G: ChanceGame, C> {
    game: Arc<G>,
    position: G::Position,
    class: PhantomData<C>,
}

impl<G: ChanceNotation + 'static, C: Class<G>> ErasedPosition for Placed<G, C> {
    fn turn(&self) -> Turn {
        self.game.turn(&self.position)
    }

    fn written(&self) -> String {
        self.game.write_position(&self.position)
    }

    fn text(&self) -> String {
        self.game.text(&self.position)
    }

    fn scene(&self) -> Scene {
        scene(&*self.game, &self.position)
    }

    fn perft(&self, depth: u32) -> u64 {
        perft(&*self.game, &self.position, depth)
    }

    fn moves(&self) -> Vec<Move> {
        let moves = self.typed_moves();
        let is_chance = self.turn() == Turn::Chance;
        let named = |mv: G::Move| Move {
            name: self.game.write_move(&self.position, mv),
            weight: is_chance.then(|| self.game.weight(&self.position, mv)),
        };
        moves.into_iter().map(named).collect()
    }

    fn scores(&self) -> Vec<i32> {
        let score = |mv: G::Move| match self.turn() {
            Turn::Max | Turn::Min => self.game.move_score(&self.position, mv),
            _ => 0,
        };
        self.typed_moves().into_iter().map(score).collect()
    }

    fn endless(&self) -> Option<Outcome> {
        C::endless(&self.game, &self.position)
    }

    fn denominator(&self) -> Option<u128> {
        self.game.denominator(&self.position).map(|below| below.value)
    }

    fn play(&self, word: &str) -> Result<(String, Arc<dyn ErasedPosition>), NotationError> {
        let mv = self.game.read_move(&self.position, word)?;
        let name = self.game.write_move(&self.position, mv);
        let position = self.game.after(&self.position, mv);
        let game = self.game.clone();
        Ok((name, Arc::new(Placed::<G, C> { game, position, class: PhantomData })))
    }

    fn solve(&self, asked: &Asked<'_>) -> Found<String, MoveValue> {
        let found = C::solve(&self.game, &self.position, asked);
        let name = |mv: G::Move| self.game.write_move(&self.position, mv);
        Found {
            low: found.low,
            high: found.high,
            stop: found.stop,
            tally: found.tally,
            counted_in: found.counted_in,
            positions: found.positions,
            method: found.method,
            why: found.why,
            best: found.best.map(name),
            moves: found.moves.map(|values| named(&*self.game, &self.position, values)),
            proofs: found.proofs,
            unproved: found.unproved,
        }
    }

    fn foresee(&self, utility: &Utility, limits: Limits<'_>) -> (Vec<MoveValue>, u64) {
        let seen = foresee(&*self.game, &self.position, utility, limits);
        (named(&*self.game, &self.position, seen.moves), seen.tally.nodes)
    }
}

impl<G: ChanceGame, C> Placed<G, C> {
    /// The moves; none if the game is over.
    fn typed_moves(&self) -> Vec<G::Move> {
        let mut moves = Vec::new();
        if !matches!(self.game.turn(&self.position), Turn::Over(_)) {
            self.game.moves(&self.position, &mut moves);
        }
        moves
    }
}

/// The values of moves with their names.
fn named<G: ChanceNotation>(
    game: &G,
    position: &G::Position,
    values: Vec<TypedValue<G::Move>>,
) -> Vec<MoveValue> {
    let one = |value: TypedValue<G::Move>| MoveValue {
        mv: game.write_move(position, value.mv),
        weight: value.weight,
        low: value.low,
        high: value.high,
        outcomes: named(game, &game.after(position, value.mv), value.outcomes),
    };
    values.into_iter().map(one).collect()
}
