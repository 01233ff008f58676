//! Games whose layers are computed by retrograde analysis, one byte for each position.

use foregone_game::random::Random;
use foregone_game::{Indexed, Layered};

use super::numbering::{LayerBuilder, LayerVerifier, LookUp, Numbering, Positions};
use crate::TableError;
use crate::file::{Folder, Form, Layer};
use crate::retro::verify::{self, LayerCheck};
use crate::retro::{self, Control};

/// The part of [`Numbering`] that depends on the game.
pub(super) trait Retrograde: Positions {
    /// The numbering that layers are computed with.
    type Game: Indexed;
    /// The numbering that they are verified with, which needs no predecessors.
    type Plain: Layered;

    fn game(&self) -> &Self::Game;
    fn plain(&self) -> &Self::Plain;
    /// Bytes that the numbering itself takes.
    fn numbering_bytes(&self) -> u64 {
        0
    }
}

impl<T: Retrograde> Numbering for T {
    fn form(&self) -> Form {
        Form::Bytes
    }

    fn layers(&self) -> usize {
        self.game().layers()
    }

    fn size(&self, layer: usize) -> u64 {
        self.game().size(layer)
    }

    fn build_bytes(&self, threads: usize) -> u64 {
        let top = self.game().layers() - 1;
        self.numbering_bytes() + retro::peak_bytes(self.game(), top, threads)
    }

    fn builder(&self) -> Box<dyn LayerBuilder + '_> {
        Box::new(Values { game: self, values: Vec::new() })
    }

    /// All values, and a flag for each position of the highest layer.
    fn verify_bytes(&self, layers: usize) -> u64 {
        let size = |layer: usize| self.game().size(layer);
        let top = layers.saturating_sub(1);
        self.numbering_bytes() + (0..=top).map(size).sum::<u64>() + size(top)
    }

    fn verifier(&self) -> Box<dyn LayerVerifier + '_> {
        Box::new(Values { game: self, values: Vec::new() })
    }

    fn sample(
        &self,
        layer: usize,
        count: u64,
        random: &mut Random,
        look_up: LookUp<'_>,
    ) -> LayerCheck {
        verify::sample(self.plain(), layer, count, random, &look_up)
    }
}

/// A game with the values of its lowest layers.
struct Values<'g, T> {
    game: &'g T,
    values: Vec<Vec<i8>>,
}

impl<T: Retrograde> LayerBuilder for Values<'_, T> {
    fn load(&mut self, layer: &Layer) -> Result<(), TableError> {
        self.values.push(layer.values()?);
        Ok(())
    }

    fn compute(&mut self, number: usize, control: &Control<'_>) -> Result<(), TableError> {
        let values = retro::analyse(self.game.game(), number, &self.values, control)?;
        self.values.push(values);
        Ok(())
    }

    fn write(
        &self,
        number: usize,
        folder: &mut Folder,
        control: &Control<'_>,
    ) -> Result<(), TableError> {
        let (game, values) = (self.game.game(), &self.values[number]);
        let counts = retro::count(game, number, values, control.stop)?;
        folder.write_bytes(number, values, game.bound(number), counts)
    }

    fn into_values(self: Box<Self>) -> Option<retro::Values> {
        Some(self.values)
    }
}

impl<T: Retrograde> LayerVerifier for Values<'_, T> {
    fn load(
        &mut self,
        number: usize,
        layer: &Layer,
        control: &Control<'_>,
    ) -> Result<Vec<u64>, TableError> {
        self.values.push(layer.values()?);
        Ok(retro::count(self.game.game(), number, &self.values[number], control.stop)?)
    }

    fn verify(&self, number: usize, control: &Control<'_>) -> Result<LayerCheck, TableError> {
        Ok(verify::verify(self.game.plain(), number, &self.values, control)?)
    }
}
