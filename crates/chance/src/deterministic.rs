//! A game without chance as a game with chance.

use core::hash::Hash;

use foregone_game::{
    Acyclic, Cyclic, Drawing, Game, Notation, NotationError, Outcome, Picture, Place, Scale,
};

use crate::game::{AcyclicChance, ChanceGame, CyclicChance, Denominator, Turn};
use crate::notation::ChanceNotation;

/// Any [`Game`] whose positions can be compared: a game with chance in which chance never moves.
///
/// ```
/// use foregone_chance::{ChanceGame, Deterministic, Turn};
/// use foregone_game::text_game::text_game;
///
/// let game = Deterministic(text_game("(0(21))"));
/// assert_eq!(game.turn(&game.start()), Turn::Max);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Deterministic<G>(pub G);

impl<G> ChanceGame for Deterministic<G>
where
    G: Game,
    G::Position: Eq + Hash,
{
    type Position = G::Position;
    type Move = G::Move;

    #[inline]
    fn scale(&self) -> &Scale {
        self.0.scale()
    }

    fn start(&self) -> G::Position {
        self.0.start()
    }

    #[inline]
    fn turn(&self, position: &G::Position) -> Turn {
        match self.0.outcome(position) {
            Some(outcome) => Turn::Over(outcome),
            None => self.0.player(position).into(),
        }
    }

    #[inline]
    fn moves(&self, position: &G::Position, moves: &mut Vec<G::Move>) {
        self.0.moves(position, moves);
    }

    /// Never asked for: chance has no turn.
    fn weight(&self, _: &G::Position, _: G::Move) -> u64 {
        1
    }

    #[inline]
    fn play(&self, position: &mut G::Position, mv: G::Move) {
        self.0.play(position, mv);
    }

    fn denominator(&self, _: &G::Position) -> Option<Denominator> {
        Some(Denominator { value: 1, weights: 1 })
    }

    #[inline]
    fn move_score(&self, position: &G::Position, mv: G::Move) -> i32 {
        self.0.move_score(position, mv)
    }
}

impl<G: Acyclic> AcyclicChance for Deterministic<G> where G::Position: Eq + Hash {}

impl<G: Cyclic> CyclicChance for Deterministic<G>
where
    G::Position: Eq + Hash,
{
    fn endless(&self, position: &G::Position) -> Outcome {
        self.0.infinite(position)
    }
}

impl<G> ChanceNotation for Deterministic<G>
where
    G: Notation + Picture,
    G::Position: Eq + Hash,
{
    fn write_move(&self, position: &G::Position, mv: G::Move) -> String {
        self.0.write_move(position, mv)
    }

    fn read_move(&self, position: &G::Position, text: &str) -> Result<G::Move, NotationError> {
        self.0.read_move(position, text)
    }

    fn write_position(&self, position: &G::Position) -> String {
        self.0.write_position(position)
    }

    fn read_position(&self, text: &str) -> Result<G::Position, NotationError> {
        self.0.read_position(text)
    }

    fn text(&self, position: &G::Position) -> String {
        self.0.text(position)
    }

    fn drawing(&self, position: &G::Position) -> Drawing {
        self.0.drawing(position)
    }

    fn places(&self, position: &G::Position, mv: G::Move, drawing: &Drawing) -> Vec<Place> {
        self.0.places(position, mv, drawing)
    }
}
