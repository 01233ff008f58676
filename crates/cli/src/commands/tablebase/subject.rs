//! A game whose tables are built, asked or verified, its type erased once per command.

use std::path::Path;

use foregone_game::random::Random;
use foregone_game::{Indexed, Layered};
use foregone_tablebase::breakthrough::Board;
use foregone_tablebase::file::{Folder, Form, Layer, Manifest, Table, TableError};
use foregone_tablebase::retro::verify::{self, LayerCheck};
use foregone_tablebase::retro::{self, AnalysisError, Control};

use crate::arguments::PlaceArguments;
use crate::failure::Failure;
use crate::{interrupt, opening};

use super::{awari, explored, strong};

/// Where a position is in the tables, and how its value is told.
pub(crate) struct Found {
    /// As it is written.
    pub(crate) position: String,
    /// Its layer and its number there; none if its value follows from those of others.
    pub(crate) place: Option<(usize, u64)>,
    /// Its value, by those that are in the tables.
    pub(crate) value: Box<dyn Fn(Find<'_>) -> i8>,
    /// What a value means here.
    pub(crate) say: Box<dyn Fn(i8) -> String>,
    /// White's and Black's pawns and whether White is to move, for a game whose tables tell how long it lasts.
    pub(crate) pawns: Option<(u64, u64, bool)>,
}

impl Found {
    /// A position that is in the tables.
    pub(super) fn at(
        position: String,
        (layer, index): (usize, u64),
        say: Box<dyn Fn(i8) -> String>,
    ) -> Found {
        let value = Box::new(move |find: Find<'_>| find(layer, index));
        Found { position, place: Some((layer, index)), value, say, pawns: None }
    }
}

/// Finds the value of a position in a layer.
pub(crate) type Find<'f> = &'f dyn Fn(usize, u64) -> i8;

/// What the commands need of a game.
pub(crate) trait Subject: Sync {
    /// The game with all that values depend on, as the manifest says it.
    fn identity(&self) -> &str;
    fn form(&self) -> Form;
    fn layers(&self) -> usize;
    fn size(&self, layer: usize) -> u64;
    /// The most memory that building all layers takes.
    fn peak_bytes(&self, threads: usize) -> u64;
    /// Someone who builds layers, the lowest first.
    fn builder(&self) -> Box<dyn Builder + '_>;
    /// The most memory that verifying the layers below this one takes.
    fn verify_bytes(&self, layers: usize) -> u64;
    /// Whether values can only be verified once all layers are there.
    fn verifies_all_or_nothing(&self) -> bool {
        false
    }
    /// Someone who verifies layers.
    fn verifier(&self) -> Box<dyn Verifier + '_>;
    fn sample(&self, layer: usize, count: u64, random: &mut Random, find: Find<'_>) -> LayerCheck;
    /// Refuses tables that are not as large as the game.
    fn fits(&self, table: &Table) -> Result<(), Failure>;
    fn find(&self, place: &PlaceArguments) -> Result<Found, Failure>;
    /// A position by its number, as it is written.
    fn position(&self, layer: usize, index: u64) -> String;
    /// The board whose tables tell how long positions last.
    fn board(&self) -> Option<&Board> {
        None
    }
}

/// Builds layer after layer, with those in memory that the next one needs.
pub(crate) trait Builder {
    /// Takes the next layer from its file.
    fn load(&mut self, layer: &Layer) -> Result<(), TableError>;
    /// Computes the next layer.
    fn analyse(&mut self, number: usize, control: &Control<'_>) -> Result<(), AnalysisError>;
    /// Keeps what was computed last.
    fn keep(&self, number: usize, folder: &mut Folder) -> Result<(), TableError>;
}

/// Verifies layers by another method than they were built with.
pub(crate) trait Verifier {
    /// Takes the next layer; how many positions have each value.
    fn load(&mut self, number: usize, layer: &Layer) -> Result<Vec<u64>, TableError>;
    /// Verifies a layer, when all of them have been taken.
    fn verify(&self, number: usize, control: &Control<'_>) -> Result<LayerCheck, AnalysisError>;
}

/// A game as the commands find it: what of [`Subject`] depends on the game.
pub(super) trait Tabled: Sync {
    /// As it is analysed.
    type Game: Indexed;
    /// As it is verified.
    type Plain: Layered;

    fn identity(&self) -> &str;
    fn game(&self) -> &Self::Game;
    fn plain(&self) -> &Self::Plain;
    /// Bytes that the game itself holds, its values aside.
    fn held(&self) -> u64 {
        0
    }
    fn fits(&self, table: &Table) -> Result<(), Failure>;
    fn find(&self, place: &PlaceArguments) -> Result<Found, Failure>;
    fn position(&self, layer: usize, index: u64) -> String;
}

/// A game with the values of its lowest layers.
struct Valued<'s, T> {
    subject: &'s T,
    values: Vec<Vec<i8>>,
}

impl<T: Tabled> Builder for Valued<'_, T> {
    fn load(&mut self, layer: &Layer) -> Result<(), TableError> {
        self.values.push(layer.values()?);
        Ok(())
    }

    fn analyse(&mut self, number: usize, control: &Control<'_>) -> Result<(), AnalysisError> {
        let values = retro::analyse(self.subject.game(), number, &self.values, control)?;
        self.values.push(values);
        Ok(())
    }

    fn keep(&self, number: usize, folder: &mut Folder) -> Result<(), TableError> {
        let (game, values) = (self.subject.game(), &self.values[number]);
        let counts = retro::count(game, number, values, interrupt::flag()).map_err(stopped)?;
        folder.keep(number, values, game.bound(number), counts)
    }
}

impl<T: Tabled> Verifier for Valued<'_, T> {
    fn load(&mut self, number: usize, layer: &Layer) -> Result<Vec<u64>, TableError> {
        self.values.push(layer.values()?);
        let (game, values) = (self.subject.game(), &self.values[number]);
        retro::count(game, number, values, interrupt::flag()).map_err(stopped)
    }

    fn verify(&self, number: usize, control: &Control<'_>) -> Result<LayerCheck, AnalysisError> {
        verify::verify(self.subject.plain(), number, &self.values, control)
    }
}

/// Counting ends early for no other reason.
fn stopped(_: AnalysisError) -> TableError {
    TableError::Stopped
}

impl<T: Tabled> Subject for T {
    fn identity(&self) -> &str {
        Tabled::identity(self)
    }

    fn form(&self) -> Form {
        Form::Bytes
    }

    fn layers(&self) -> usize {
        self.game().layers()
    }

    fn size(&self, layer: usize) -> u64 {
        self.game().size(layer)
    }

    fn peak_bytes(&self, threads: usize) -> u64 {
        self.held() + retro::peak_bytes(self.game(), self.game().layers() - 1, threads)
    }

    fn builder(&self) -> Box<dyn Builder + '_> {
        Box::new(Valued { subject: self, values: Vec::new() })
    }

    /// All values, and whether a position has a rank.
    fn verify_bytes(&self, layers: usize) -> u64 {
        let top = layers.saturating_sub(1);
        self.held() + positions_up_to(self, top) + Subject::size(self, top)
    }

    fn verifier(&self) -> Box<dyn Verifier + '_> {
        Box::new(Valued { subject: self, values: Vec::new() })
    }

    fn sample(&self, layer: usize, count: u64, random: &mut Random, find: Find<'_>) -> LayerCheck {
        verify::sample(self.plain(), layer, count, random, &find)
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

/// How the manifest of the tables of a game spells it. Nothing is explored for that.
pub(super) fn identity(spec: &str) -> Result<String, Failure> {
    match spec.split(':').next() {
        Some("awari") => Ok(Subject::identity(&awari::read(spec)?).to_owned()),
        _ => Ok(explored::identity(&opening::open(spec)?.facts)),
    }
}

/// Opens the game of that spelling; if its positions are written down, they may take so many bytes.
pub(crate) fn open(spec: &str, bytes: u64) -> Result<Box<dyn Subject>, Failure> {
    match spec.split(':').next() {
        Some("awari") => Ok(Box::new(awari::read(spec)?)),
        Some(strong::NAME) => match strong::open(spec)? {
            Some(strong) => Ok(Box::new(strong)),
            None => explored::open(spec, bytes),
        },
        _ => explored::open(spec, bytes),
    }
}

/// Opens the game of that spelling as tables in a form have it.
fn open_as(spec: &str, form: Form, bytes: u64) -> Result<Box<dyn Subject>, Failure> {
    match (spec.split(':').next(), form) {
        (Some(strong::NAME), Form::Bytes) => explored::open(spec, bytes),
        _ => open(spec, bytes),
    }
}

/// Opens the tables of a folder and their game: the one that was named, or the one that the manifest names.
pub(super) fn open_table(
    folder: &Path,
    named: Option<&str>,
    bytes: u64,
) -> Result<(Box<dyn Subject>, Table), Failure> {
    let manifest = Manifest::read(folder)?;
    let subject = match named {
        Some(spec) => {
            refuse_other(folder, &manifest, spec)?;
            open_as(spec, manifest.form(), bytes)?
        }
        None => open_named(&manifest, bytes)?,
    };
    tables_of(folder, subject)
}

/// Refuses tables of another game than the one that was named.
pub(super) fn refuse_other(folder: &Path, manifest: &Manifest, spec: &str) -> Result<(), Failure> {
    let identity = identity(spec)?;
    if identity == manifest.game {
        return Ok(());
    }
    Err(Failure::bad(format!(
        "{} holds tables of {}, not of {identity}; name another folder",
        folder.display(),
        manifest.game
    )))
}

/// Opens the game that a manifest names.
pub(super) fn open_named(manifest: &Manifest, bytes: u64) -> Result<Box<dyn Subject>, Failure> {
    let stones = manifest.layers.len().saturating_sub(1);
    let spec = match manifest.game.starts_with("awari:") {
        true => format!("{},stones={stones}", manifest.game),
        false => manifest.game.split('#').next().unwrap_or_default().to_owned(),
    };
    open_as(&spec, manifest.form(), bytes)
}

/// Opens the tables of a folder, which are those that `build` makes of the game.
pub(crate) fn open_table_of(
    folder: &Path,
    spec: &str,
    bytes: u64,
) -> Result<(Box<dyn Subject>, Table), Failure> {
    tables_of(folder, open(spec, bytes)?)
}

fn tables_of(
    folder: &Path,
    subject: Box<dyn Subject>,
) -> Result<(Box<dyn Subject>, Table), Failure> {
    let table = Table::open(folder, subject.identity(), subject.form())?;
    subject.fits(&table)?;
    Ok((subject, table.stopped_by(interrupt::flag())))
}

/// All positions of the layers up to one.
pub(crate) fn positions_up_to(subject: &dyn Subject, layer: usize) -> u64 {
    (0..=layer).map(|layer| subject.size(layer)).sum()
}

/// Refuses tables that do not fit a numbered game.
pub(super) fn fits<G: Layered>(table: &Table, game: &G) -> Result<(), Failure> {
    Ok(table.fits(game)?)
}
