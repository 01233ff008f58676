//! Tables with the types of their game and their numbers erased.

use std::path::Path;

use foregone_chance::layers::{
    self, BuildError, Extent, Fault, Layered, Number, VerifyError, build_bytes, look_up,
};
use foregone_chance::limits::Limits;
use foregone_chance::notation::read_line;
use foregone_chance::{ChanceGame, ChanceNotation, Fraction, Utility};
use foregone_game::{NotationError, Outcome};
use foregone_tablebase::TableError;
use foregone_tablebase::endgames::{Effort, Progress, Stage};
use foregone_tablebase::file::{Folder, Form, Manifest, Table, Width};

use super::folder::{Building, Reading};
use super::{Built, Meaning, Probe, Verification};

/// What can be done with tables.
pub(super) trait Erased: Send + Sync {
    fn name(&self) -> String;
    fn layers(&self) -> usize;
    fn positions(&self) -> u64;
    fn build_bytes(&self) -> u64;
    fn build(
        &self,
        folder: &Path,
        force: bool,
        effort: &Effort<'_>,
        built: &mut Built,
    ) -> Result<(), TableError>;
    fn probe(
        &self,
        folder: &Path,
        position: Option<&str>,
        moves: Option<&str>,
    ) -> Result<Probe, TableError>;
    fn verify(
        &self,
        folder: &Path,
        sample: Option<u64>,
        effort: &Effort<'_>,
    ) -> Result<Verification, TableError>;
}

type PositionOf<G> = <<G as Layered>::Game as ChanceGame>::Position;

/// A numbering, what its numbers mean, and how players are exchanged.
pub(super) struct Whole<G: Layered> {
    pub(super) layers: G,
    pub(super) meaning: Meaning,
    pub(super) exchange: fn(&PositionOf<G>) -> PositionOf<G>,
}

impl<G: Layered> Whole<G> {
    fn form(&self) -> Form {
        Form::Numbers(Width::of_bytes(G::Number::BYTES).unwrap_or(Width::Sixteen))
    }

    /// Fails if the layers of a manifest do not have the sizes of these layers.
    fn fits(&self, folder: &Path, manifest: &Manifest) -> Result<(), TableError> {
        for (layer, info) in manifest.layers.iter().enumerate() {
            let size = (layer < self.layers.layers()).then(|| self.layers.size(layer) as u64);
            if size != Some(info.size) {
                return Err(TableError::Damaged(format!(
                    "{} says something about layer {layer} that does not fit the game",
                    folder.display()
                )));
            }
        }
        Ok(())
    }

    fn table(&self, folder: &Path) -> Result<Table, TableError> {
        let table = Table::open(folder, &self.layers.name(), self.form())?;
        self.fits(folder, table.manifest())?;
        Ok(table)
    }

    /// The number of an index.
    fn number(
        &self,
        table: &Table,
        (layer, index): (usize, usize),
    ) -> Result<G::Number, TableError> {
        let bytes = table.layer(layer)?.number_bytes(index as u64)?;
        Ok(G::Number::of_bytes(&bytes))
    }

    /// The value of a position for the first player.
    fn value(&self, table: &Table, position: &PositionOf<G>) -> Result<Fraction, TableError> {
        let known =
            &mut |at: &PositionOf<G>, place| Ok(self.layers.value(at, self.number(table, place)?));
        let worth = worths(&self.meaning.utility);
        look_up::<G, TableError>(&self.layers, position, &worth, known)?.ok_or_else(unknown)
    }

    /// The value by the opposite utility: what the opponent does not get with the players exchanged.
    fn exchanged_value(
        &self,
        table: &Table,
        position: &PositionOf<G>,
        utility: &Utility,
    ) -> Result<Fraction, TableError> {
        let known = &mut |at: &PositionOf<G>, _| {
            let other = (self.exchange)(at);
            let place = self.layers.locate(&other).ok_or_else(unknown)?;
            let value = self.layers.value(&other, self.number(table, place)?);
            Ok(Fraction::from_integer(1.into()) - value)
        };
        look_up::<G, TableError>(&self.layers, position, &worths(utility), known)?
            .ok_or_else(unknown)
    }
}

fn worths(utility: &Utility) -> impl Fn(Outcome) -> Fraction + '_ {
    |outcome| utility.worth(outcome).clone()
}

fn unknown() -> TableError {
    NotationError::new("the tables do not have this position: its pieces are not those of the game")
        .into()
}

/// The limits of a build or a verification.
fn limits<'e>(effort: &'e Effort<'_>) -> Limits<'e> {
    Limits { interrupt: Some(effort.stop.flag()), ..Limits::default() }
}

/// Tells the progress of layers to who watches tables.
fn watch<'e>(effort: &'e Effort<'_>, stage: Stage) -> impl FnMut(layers::Progress) + 'e {
    move |progress| {
        let layers::Progress { layer, layers, done, positions } = progress;
        (effort.progress)(Progress { stage, layer, layers, done, positions });
    }
}

impl<G: Layered> Erased for Whole<G>
where
    G::Game: ChanceNotation,
{
    fn name(&self) -> String {
        self.layers.name()
    }

    fn layers(&self) -> usize {
        self.layers.layers()
    }

    fn positions(&self) -> u64 {
        (0..self.layers.layers()).map(|layer| self.layers.size(layer) as u64).sum()
    }

    fn build_bytes(&self) -> u64 {
        build_bytes(&self.layers)
    }

    fn build(
        &self,
        path: &Path,
        force: bool,
        effort: &Effort<'_>,
        built: &mut Built,
    ) -> Result<(), TableError> {
        let (need, allowed) = (self.build_bytes(), effort.memory);
        if need > allowed {
            let work = format!("building {}", self.name());
            return Err(TableError::Memory { work, need, allowed });
        }
        let folder = Folder::open(path, &self.name(), self.form(), self.layers())?;
        let mut folder = folder.with_threads(effort.threads).stopped_by(effort.stop.clone());
        built.manifest = Some(folder.manifest().clone());
        self.fits(path, folder.manifest())?;
        let mut finished = folder.manifest().layers.len();
        if force {
            let is_damaged = |&layer: &usize| {
                let checked = folder.layer(layer).and_then(|layer| layer.check());
                matches!(checked, Err(TableError::Damaged(_)))
            };
            finished = (0..finished).find(is_damaged).unwrap_or(finished);
        }
        let mut building = Building::new(&mut folder, finished);
        let mut watch = watch(effort, Stage::Computing);
        let ending = layers::build(&self.layers, &mut building, limits(effort), &mut watch);
        built.layers = building.built;
        built.manifest = Some(folder.manifest().clone());
        ending.map_err(|error| match error {
            BuildError::Stopped(_) => TableError::Stopped,
            BuildError::Store(error) => error,
        })
    }

    fn probe(
        &self,
        folder: &Path,
        position: Option<&str>,
        moves: Option<&str>,
    ) -> Result<Probe, TableError> {
        let table = self.table(folder)?;
        let game = self.layers.game();
        let start = position.map_or_else(|| Ok(game.start()), |text| game.read_position(text))?;
        let (position, _) = read_line(game, start, moves.unwrap_or_default())?;
        let mut values = vec![(self.meaning.name.clone(), self.value(&table, &position)?)];
        if let Some((name, utility)) = &self.meaning.exchanged {
            values.push((name.clone(), self.exchanged_value(&table, &position, utility)?));
        }
        let (place, position) = (self.layers.locate(&position), game.write_position(&position));
        Ok(Probe { position, place, values })
    }

    fn verify(
        &self,
        folder: &Path,
        sample: Option<u64>,
        effort: &Effort<'_>,
    ) -> Result<Verification, TableError> {
        let table = self.table(folder)?.stopped_by(&effort.stop);
        let count = |count: u64| usize::try_from(count).unwrap_or(usize::MAX);
        let extent = sample.map_or(Extent::Complete, |sample| Extent::Sample(count(sample)));
        let mut watch = watch(effort, Stage::Verifying);
        let source = &mut Reading(&table);
        match layers::verify(&self.layers, source, extent, limits(effort), &mut watch) {
            Ok(seen) => Ok(Verification::Correct(seen)),
            Err(VerifyError::Stopped(_)) => Err(TableError::Stopped),
            Err(VerifyError::Store(error)) => Err(error),
            Err(VerifyError::Wrong(Fault { layer, index, is_promise })) => {
                let position = self.layers.position(layer, index);
                let game = self.layers.game();
                let at = position.map_or_else(String::new, |at| game.write_position(&at));
                let what = if is_promise {
                    "promises more than endless play gives, and nothing forces it"
                } else {
                    "is not what the turns there give"
                };
                let folder = folder.display();
                Ok(Verification::Wrong(format!(
                    "{folder} is wrong: the value of {at} (layer {layer}, number {index}) {what}"
                )))
            }
        }
    }
}
