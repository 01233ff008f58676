//! What building, probing and verifying need to know about a game, with the type of the game erased.

use foregone_game::notation::read_line;
use foregone_game::random::Random;
use foregone_game::{Notation, NotationError, Outcome};

use crate::TableError;
use crate::breakthrough::Board;
use crate::file::{Folder, Form, Layer, Table};
use crate::retro::verify::LayerCheck;
use crate::retro::{Control, Values};

/// Looks up the value of the position with an index of a layer.
pub(super) type LookUp<'l> = &'l dyn Fn(usize, u64) -> i8;

/// A position with its place in the tables and the meaning of its value.
pub(super) struct Located {
    /// The position in the notation of the game.
    pub(super) position: String,
    /// Its layer and its index there; none if its value follows from the values of other positions.
    pub(super) place: Option<(usize, u64)>,
    /// Its value, computed from the values in the tables.
    pub(super) value: Box<dyn Fn(LookUp<'_>) -> i8>,
    /// The meaning of a value in words.
    pub(super) meaning: Box<dyn Fn(i8) -> String>,
    /// The outcome of the game that a value means; none if only a board is known.
    pub(super) outcome: Box<dyn Fn(i8) -> Option<Outcome>>,
    /// White's and Black's pawns and whether White is to move, in Breakthrough, whose tables tell how many plies are left.
    pub(super) pawns: Option<(u64, u64, bool)>,
}

impl Located {
    /// A position that is stored.
    pub(super) fn stored(
        position: String,
        (layer, index): (usize, u64),
        meaning: Box<dyn Fn(i8) -> String>,
        outcome: Box<dyn Fn(i8) -> Option<Outcome>>,
    ) -> Located {
        let value = Box::new(move |look_up: LookUp<'_>| look_up(layer, index));
        Located { position, place: Some((layer, index)), value, meaning, outcome, pawns: None }
    }
}

/// The position after some moves from a written position, or from the start.
pub(super) fn place<G: Notation>(
    game: &G,
    position: Option<&str>,
    moves: Option<&str>,
) -> Result<G::Position, NotationError> {
    let start = position.map_or_else(|| Ok(game.start()), |text| game.read_position(text))?;
    Ok(read_line(game, start, moves.unwrap_or_default())?.0)
}

/// The positions of a game as tables name them. Every game implements this itself.
pub(super) trait Positions: Send + Sync {
    fn name(&self) -> &str;
    /// Fails if the layers of the table do not have the sizes of these layers.
    fn fits(&self, table: &Table) -> Result<(), TableError>;
    /// The position after some moves from a written position, or from the start.
    fn locate(&self, position: Option<&str>, moves: Option<&str>) -> Result<Located, TableError>;
    /// The position with that index in the notation of the game.
    fn position(&self, layer: usize, index: u64) -> String;
}

/// A game whose positions are numbered in layers. How layers are computed and verified depends on how values are stored; games
/// with one byte for each position get this from [`Retrograde`](super::retrograde::Retrograde).
pub(super) trait Numbering: Positions {
    fn form(&self) -> Form;
    fn layers(&self) -> usize;
    fn size(&self, layer: usize) -> u64;
    /// The most memory that building all layers takes.
    fn build_bytes(&self, threads: usize) -> u64;
    fn builder(&self) -> Box<dyn LayerBuilder + '_>;
    /// The most memory that verifying this many layers takes.
    fn verify_bytes(&self, layers: usize) -> u64;
    /// Whether values can be verified only when all layers are there.
    fn needs_all_layers(&self) -> bool {
        false
    }
    fn verifier(&self) -> Box<dyn LayerVerifier + '_>;
    /// Checks the values of `count` random positions of a layer against those of their successors.
    fn sample(
        &self,
        layer: usize,
        count: u64,
        random: &mut Random,
        look_up: LookUp<'_>,
    ) -> LayerCheck;
    /// The board, in Breakthrough, whose tables tell how many plies are left.
    fn board(&self) -> Option<&Board> {
        None
    }
}

/// Computes layer after layer, and holds those in memory that the next one needs.
pub(super) trait LayerBuilder {
    /// Takes the next layer from its file.
    fn load(&mut self, layer: &Layer) -> Result<(), TableError>;
    /// Computes the next layer.
    fn compute(&mut self, number: usize, control: &Control<'_>) -> Result<(), TableError>;
    /// Writes the layer that was computed last.
    fn write(
        &self,
        number: usize,
        folder: &mut Folder,
        control: &Control<'_>,
    ) -> Result<(), TableError>;
    /// The values of all layers so far, where they are bytes.
    fn into_values(self: Box<Self>) -> Option<Values> {
        None
    }
}

/// Verifies layers by another method than they were computed with.
pub(super) trait LayerVerifier {
    /// Takes the next layer; returns the number of positions with each value.
    fn load(
        &mut self,
        number: usize,
        layer: &Layer,
        control: &Control<'_>,
    ) -> Result<Vec<u64>, TableError>;
    /// Verifies a layer after all of them have been loaded.
    fn verify(&self, number: usize, control: &Control<'_>) -> Result<LayerCheck, TableError>;
}
