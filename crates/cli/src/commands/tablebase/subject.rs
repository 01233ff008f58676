//! A game whose tables are built, asked or verified, its type erased once per command.

use std::path::Path;

use game::random::Random;
use game::{Indexed, Numbered};
use tablebase::file::Table;
use tablebase::retro::plain::{self, Verdict};
use tablebase::retro::{self, Control, Halt};

use crate::arguments::PlaceArguments;
use crate::failure::Failure;

use super::{awari, explored};

/// Where a position is in the tables, and how its value is told.
pub(crate) struct Found {
    /// As it is written.
    pub(crate) position: String,
    pub(crate) layer: usize,
    pub(crate) index: u64,
    /// What a value means here.
    pub(crate) say: Box<dyn Fn(i8) -> String>,
}

/// Finds the value of a position in a layer.
pub(crate) type Find<'f> = &'f dyn Fn(usize, u64) -> i8;

/// What the commands need of a game.
pub(crate) trait Subject: Sync {
    /// The game with all that values depend on, as the manifest says it.
    fn identity(&self) -> &str;
    fn layers(&self) -> usize;
    fn size(&self, layer: usize) -> u64;
    fn bound(&self, layer: usize) -> i8;
    /// The most memory that building the layers up to this one takes.
    fn peak_bytes(&self, layer: usize, threads: usize) -> u64;
    fn analyse(
        &self,
        layer: usize,
        below: &[Vec<i8>],
        control: &Control<'_>,
    ) -> Result<Vec<i8>, Halt>;
    /// How many positions have each value.
    fn count(&self, layer: usize, values: &[i8]) -> Vec<u64>;
    fn verify(
        &self,
        layer: usize,
        values: &[Vec<i8>],
        control: &Control<'_>,
    ) -> Result<Verdict, Halt>;
    fn sample(&self, layer: usize, count: u64, random: &mut Random, find: Find<'_>) -> Verdict;
    /// Refuses tables that are not as large as the game.
    fn fits(&self, table: &Table) -> Result<(), Failure>;
    fn find(&self, place: &PlaceArguments) -> Result<Found, Failure>;
    /// A position by its number, as it is written.
    fn position(&self, layer: usize, index: u64) -> String;
}

/// A game as the commands find it: what of [`Subject`] depends on the game.
pub(super) trait Tabled: Sync {
    /// As it is analysed.
    type Game: Indexed;
    /// As it is verified.
    type Plain: Numbered;

    fn identity(&self) -> &str;
    fn game(&self) -> &Self::Game;
    fn plain(&self) -> &Self::Plain;
    fn fits(&self, table: &Table) -> Result<(), Failure>;
    fn find(&self, place: &PlaceArguments) -> Result<Found, Failure>;
    fn position(&self, layer: usize, index: u64) -> String;
}

impl<T: Tabled> Subject for T {
    fn identity(&self) -> &str {
        Tabled::identity(self)
    }

    fn layers(&self) -> usize {
        self.game().layers()
    }

    fn size(&self, layer: usize) -> u64 {
        self.game().size(layer)
    }

    fn bound(&self, layer: usize) -> i8 {
        self.game().bound(layer)
    }

    fn peak_bytes(&self, layer: usize, threads: usize) -> u64 {
        retro::peak_bytes(self.game(), layer, threads)
    }

    fn analyse(
        &self,
        layer: usize,
        below: &[Vec<i8>],
        control: &Control<'_>,
    ) -> Result<Vec<i8>, Halt> {
        retro::analyse(self.game(), layer, below, control)
    }

    fn count(&self, layer: usize, values: &[i8]) -> Vec<u64> {
        retro::count(self.game(), layer, values)
    }

    fn verify(
        &self,
        layer: usize,
        values: &[Vec<i8>],
        control: &Control<'_>,
    ) -> Result<Verdict, Halt> {
        plain::verify(self.plain(), layer, values, control)
    }

    fn sample(&self, layer: usize, count: u64, random: &mut Random, find: Find<'_>) -> Verdict {
        plain::sample(self.plain(), layer, count, random, &find)
    }

    fn fits(&self, table: &Table) -> Result<(), Failure> {
        Tabled::fits(self, table)
    }

    fn find(&self, place: &PlaceArguments) -> Result<Found, Failure> {
        Tabled::find(self, place)
    }

    fn position(&self, layer: usize, index: u64) -> String {
        Tabled::position(self, layer, index)
    }
}

/// Opens the game of that spelling.
pub(crate) fn open(spec: &str) -> Result<Box<dyn Subject>, Failure> {
    if spec.split(':').next() == Some("awari") {
        return Ok(Box::new(awari::read(spec)?));
    }
    explored::open(spec)
}

/// Opens the tables of a folder and their game: the one that was named, or the one that the manifest names.
pub(crate) fn open_table(
    folder: &Path,
    named: Option<&str>,
) -> Result<(Box<dyn Subject>, Table), Failure> {
    let manifest = tablebase::file::Manifest::read(folder)?;
    let stones = manifest.layers.len().saturating_sub(1);
    let spec = match named {
        Some(spec) => spec.to_owned(),
        None if manifest.game.starts_with("awari:") => format!("{},stones={stones}", manifest.game),
        None => manifest.game.split('#').next().unwrap_or_default().to_owned(),
    };
    let subject = open(&spec)?;
    let table = Table::open(folder, subject.identity())?;
    subject.fits(&table)?;
    Ok((subject, table))
}

/// All positions of the layers up to one.
pub(crate) fn positions_up_to(subject: &dyn Subject, layer: usize) -> u64 {
    (0..=layer).map(|layer| subject.size(layer)).sum()
}

/// Refuses tables that do not fit a numbered game.
pub(super) fn fits<G: Numbered>(table: &Table, game: &G) -> Result<(), Failure> {
    Ok(table.fits(game)?)
}
