//! Tables of whole games with chance in folders: the exact value of every position, built layer by layer.
//!
//! `foregone-chance` numbers the positions and computes their values, `foregone-tablebase` writes and reads the files; this
//! module brings them together.

mod erased;
mod folder;

use std::path::Path;
use std::time::Duration;

use foregone_chance::games::darkchess::DarkLayers;
use foregone_chance::games::ewn::EwnLayers;
use foregone_chance::games::{self, DarkChess, Ewn, Opened};
use foregone_chance::layers::Number;
use foregone_chance::{ChanceGame, Fraction, Utility};
use foregone_game::InvalidGame;
use foregone_games::SpecError;
use foregone_tablebase::TableError;
use foregone_tablebase::endgames::Effort;
use foregone_tablebase::file::{Form, Manifest};

use erased::{Erased, Whole};

/// What separates the game and the utility in a manifest.
const UTILITY: &str = " utility=";

/// The tables of one game and one utility, wherever they are kept.
///
/// ```
/// use foregone::chance::Tables;
/// use foregone::tablebase::endgames::Effort;
///
/// let folder = tempfile::tempdir().expect("a folder");
/// let tables = Tables::open("darkchess:2x2,pieces=KC", None)?;
/// tables.build(folder.path(), false, &Effort::default()).0?;
/// let probe = tables.probe(folder.path(), None, None)?;
/// assert_eq!(probe.values[0].1.to_string(), "-1/3");
/// # Ok::<(), foregone::tablebase::TableError>(())
/// ```
pub struct Tables(Box<dyn Erased>);

/// A layer that was built, and the time that it took, its file included.
pub type LayerTime = foregone_tablebase::endgames::LayerTime;

/// What tables say about a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Probe {
    /// The position in the notation of the game.
    pub position: String,
    /// Its layer and its index there, if it has them.
    pub place: Option<(usize, usize)>,
    /// What is asked, such as `score` or `win`, and the value for the first player.
    pub values: Vec<(String, Fraction)>,
}

/// What a verification found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verification {
    /// No mistake, in so many positions.
    Correct(u64),
    /// A mistake, as a sentence.
    Wrong(String),
}

/// What came of a build: the manifest, and the layers that were computed now.
#[derive(Clone, Debug)]
pub struct Built {
    /// What the folder holds, if it could be opened.
    pub manifest: Option<Manifest>,
    /// The layers that were computed.
    pub layers: Vec<LayerTime>,
}

impl Tables {
    /// The tables of the game with that spelling and of a utility. Without one they are of the score in dark chess, and of
    /// the probability of winning in EinStein würfelt nicht!
    pub fn open(spelling: &str, utility: Option<&str>) -> Result<Tables, TableError> {
        let refuse = |why: String| TableError::from(SpecError(why));
        match games::open(spelling).map_err(|error| refuse(error.0))? {
            Opened::DarkChess(game) => dark_chess(&game, utility),
            Opened::Ewn(_) if utility.is_some_and(|name| name != "win") => Err(refuse(
                "tables of ewn hold the probability of winning, from which everything else follows; leave --utility out"
                    .to_owned(),
            )),
            Opened::Ewn(game) => ewn(&game),
            other => Err(refuse(format!(
                "{} is a game with chance of which there are no tables; there are tables of darkchess without a limit and of ewn with up to 3 stones",
                other.spelling()
            ))),
        }
    }

    /// The tables that a manifest says it has. If a game is named, they must be of that game.
    pub fn of_manifest(
        folder: &Path,
        manifest: &Manifest,
        spelling: Option<&str>,
    ) -> Result<Tables, TableError> {
        let (game, utility) = match manifest.game.split_once(UTILITY) {
            Some((game, utility)) => (game, Some(utility)),
            None => (manifest.game.as_str(), None),
        };
        let damaged =
            |error: TableError| TableError::Damaged(format!("{}: {error}", folder.display()));
        let tables = Tables::open(game, utility).map_err(damaged)?;
        if let Some(spelling) = spelling {
            let wanted = Tables::open(spelling, utility)?;
            if wanted.name() != tables.name() {
                return Err(TableError::Unfit(format!(
                    "{} holds tables of {}, not of {spelling}; use another folder",
                    folder.display(),
                    manifest.game
                )));
            }
        }
        Ok(tables)
    }

    /// The game and the utility, as manifests name them.
    pub fn name(&self) -> String {
        self.0.name()
    }

    /// The number of layers.
    pub fn layers(&self) -> usize {
        self.0.layers()
    }

    /// The number of indices in all layers.
    pub fn positions(&self) -> u64 {
        self.0.positions()
    }

    /// The most memory, in bytes, that building all layers takes.
    pub fn build_bytes(&self) -> u64 {
        self.0.build_bytes()
    }

    /// Builds the layers that a folder does not have. Finished layers stay, whatever happens later. With `force` a layer that
    /// is damaged, and everything above it, is built again.
    pub fn build(
        &self,
        folder: &Path,
        force: bool,
        effort: &Effort<'_>,
    ) -> (Result<(), TableError>, Built) {
        let mut built = Built { manifest: None, layers: Vec::new() };
        let ending = self.0.build(folder, force, effort, &mut built);
        (ending, built)
    }

    /// Looks up the position after some moves from a written position, or from the start.
    pub fn probe(
        &self,
        folder: &Path,
        position: Option<&str>,
        moves: Option<&str>,
    ) -> Result<Probe, TableError> {
        self.0.probe(folder, position, moves)
    }

    /// Verifies the finished layers by the rules of the game: all positions, or so many of each layer.
    pub fn verify(
        &self,
        folder: &Path,
        sample: Option<u64>,
        effort: &Effort<'_>,
    ) -> Result<Verification, TableError> {
        self.0.verify(folder, sample, effort)
    }
}

/// Whether a manifest is that of a game with chance.
pub fn has_numbers(manifest: &Manifest) -> bool {
    matches!(manifest.form(), Form::Numbers(_))
}

/// The first of some numberings whose values fit.
fn first_that_fits(
    attempts: &[&dyn Fn() -> Result<Box<dyn Erased>, InvalidGame>],
) -> Result<Tables, TableError> {
    let mut refused = None;
    for attempt in attempts {
        match attempt() {
            Ok(tables) => return Ok(Tables(tables)),
            Err(error) => refused = Some(error),
        }
    }
    Err(SpecError(refused.map_or_else(String::new, |error| error.0)).into())
}

/// What the numbers of layers mean: a utility, and how its opposite is read from the same numbers.
#[derive(Clone)]
struct Meaning {
    name: String,
    utility: Utility,
    /// The name and the utility that are read from the positions with the players exchanged.
    exchanged: Option<(String, Utility)>,
}

fn dark_chess(game: &DarkChess, utility: Option<&str>) -> Result<Tables, TableError> {
    let read = |name: &str| {
        Utility::read(name, game.scale()).map_err(|error| TableError::from(SpecError(error.0)))
    };
    // Who does not want to lose is the opponent of who wants to win.
    let name = match utility.unwrap_or("score") {
        "not-lose" => "win",
        other => other,
    };
    let utility = read(name)?;
    let other = if name == "win" { Some(("not-lose".to_owned(), read("not-lose")?)) } else { None };
    let meaning = Meaning { name: name.to_owned(), utility, exchanged: other };
    fn whole<N: Number>(
        game: &DarkChess,
        meaning: &Meaning,
    ) -> Result<Box<dyn Erased>, InvalidGame> {
        let layers = DarkLayers::<N>::new(game, &meaning.utility)?;
        let exchange = DarkLayers::<N>::exchanged;
        Ok(Box::new(Whole { layers, meaning: meaning.clone(), exchange }))
    }
    first_that_fits(&[&|| whole::<i32>(game, &meaning), &|| whole::<i64>(game, &meaning), &|| {
        whole::<i128>(game, &meaning)
    }])
}

fn ewn(game: &Ewn) -> Result<Tables, TableError> {
    let meaning = Meaning { name: "win".to_owned(), utility: game.utility(), exchanged: None };
    fn whole<N: Number>(game: &Ewn, meaning: &Meaning) -> Result<Box<dyn Erased>, InvalidGame> {
        let layers = EwnLayers::<N>::new(game)?;
        Ok(Box::new(Whole { layers, meaning: meaning.clone(), exchange: |position| *position }))
    }
    first_that_fits(&[&|| whole::<i32>(game, &meaning), &|| whole::<i64>(game, &meaning), &|| {
        whole::<i128>(game, &meaning)
    }])
}

/// A layer and the time that it took.
fn layer_time(layer: usize, positions: usize, time: Duration) -> LayerTime {
    LayerTime { layer, positions: positions as u64, time }
}
