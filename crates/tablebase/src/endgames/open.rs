//! The tables of a game by its spelling.

use foregone_game::{Acyclic, Cyclic, ExploreProgress, Game, Keyed};
use foregone_games::registry::{ReadFile, RegistryGame};
use foregone_games::{Awari, Breakthrough, GameInfo, SpecError, Visitor};

use super::Endgames;
use super::awari::MOST_LAYERS;
use crate::file::{Form, Manifest};
use crate::{StopFlag, TableError};

/// A game whose tables have a numbering of their own. All other games with keys have tables by enumeration:
/// [`Endgames::acyclic`] and [`Endgames::cyclic`].
pub trait HasTables: Game {
    /// The numbering, with that many layers where the number can be chosen; `None` if this instance of the game is to be
    /// enumerated.
    fn endgames(&self, layers: Option<usize>) -> Result<Option<Endgames>, TableError>;
}

/// How a game is opened. Only games that have to be enumerated need time and memory for that.
#[derive(Clone)]
pub struct OpenOptions<'o> {
    /// The most memory, in bytes, that an enumeration may take.
    pub memory: u64,
    /// Ends an enumeration.
    pub stop: StopFlag,
    /// Is called with the progress of an enumeration every few thousand positions.
    pub enumeration: &'o (dyn Fn(ExploreProgress) + Sync),
    /// Reads a file that a spelling names.
    pub read_file: ReadFile<'o>,
}

impl Default for OpenOptions<'_> {
    /// Any amount of memory, no end, no reports and no files.
    fn default() -> Self {
        OpenOptions {
            memory: u64::MAX,
            stop: StopFlag::default(),
            enumeration: &|_| (),
            read_file: &|_| Err("files are not read here".to_owned()),
        }
    }
}

impl Endgames {
    /// Opens the game of that spelling. For Awari `stones=N` sets the number of layers.
    pub fn open(spec: &str, options: &OpenOptions<'_>) -> Result<Endgames, TableError> {
        open(spec, options, Wanted::Any)
    }

    /// Opens the game of that spelling if searches can use its tables. Nothing is enumerated for that.
    pub(super) fn for_search(
        spec: &str,
        options: &OpenOptions<'_>,
    ) -> Result<Endgames, TableError> {
        Endgames::for_search_with(spec, options, None)
    }

    /// The same with that many layers, where the number can be chosen.
    pub(super) fn for_search_with(
        spec: &str,
        options: &OpenOptions<'_>,
        layers: Option<usize>,
    ) -> Result<Endgames, TableError> {
        let (spec, spelled) = split_stones(spec)?;
        let layers = layers.or(spelled);
        let open = Open { options, wanted: Wanted::ForSearch, layers };
        foregone_games::open(&spec, options.read_file, open)?
    }

    /// Opens the game of that spelling as tables in that form have it.
    pub(super) fn in_form(
        spec: &str,
        form: Form,
        options: &OpenOptions<'_>,
    ) -> Result<Endgames, TableError> {
        open(spec, options, if form == Form::Bytes { Wanted::Bytes } else { Wanted::Any })
    }

    /// Opens the game that a manifest names.
    pub fn of_manifest(
        manifest: &Manifest,
        options: &OpenOptions<'_>,
    ) -> Result<Endgames, TableError> {
        let stones = manifest.layers.len().clamp(1, MOST_LAYERS) - 1;
        let spec = match manifest.game.starts_with("awari:") {
            true => format!("{},stones={stones}", manifest.game),
            false => manifest.game.split('#').next().unwrap_or_default().to_owned(),
        };
        Endgames::in_form(&spec, manifest.form(), options)
    }

    /// The name that a manifest has for the game of that spelling. Nothing is enumerated for that.
    pub fn name_of(spec: &str, read_file: ReadFile<'_>) -> Result<String, TableError> {
        let (spec, _) = split_stones(spec)?;
        foregone_games::open(&spec, read_file, Name)?
    }
}

fn open(spec: &str, options: &OpenOptions<'_>, wanted: Wanted) -> Result<Endgames, TableError> {
    let (spec, layers) = split_stones(spec)?;
    foregone_games::open(&spec, options.read_file, Open { options, wanted, layers })?
}

/// Splits `stones=N` from a spelling of Awari: the game has no such option, its tables have. Returns the spelling of the
/// game and the number of layers.
fn split_stones(spec: &str) -> Result<(String, Option<usize>), TableError> {
    let Some(("awari", parameters)) = spec.trim().split_once(':') else {
        return Ok((spec.to_owned(), None));
    };
    let (mut layers, mut rest) = (None, Vec::new());
    for piece in parameters.split(',').map(str::trim) {
        let Some(stones) = piece.strip_prefix("stones=") else {
            rest.push(piece);
            continue;
        };
        let number = stones.parse::<usize>().ok().filter(|&stones| stones < MOST_LAYERS);
        layers = Some(
            1 + number.ok_or_else(|| {
                SpecError(format!(
                    "tables of awari have stones=0 to {}, not \"{stones}\"",
                    MOST_LAYERS - 1
                ))
            })?,
        );
    }
    let colon = if rest.is_empty() { "" } else { ":" };
    Ok((format!("awari{colon}{}", rest.join(",")), layers))
}

/// The spelling, and for a game that is read from a file the hash of the file.
fn file_name(info: &GameInfo) -> String {
    match &info.file {
        Some(bytes) => format!("{}#{}", info.spec, blake3::hash(bytes).to_hex()),
        None => info.spec.clone(),
    }
}

/// Which tables of a game are wanted.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wanted {
    /// Those that are built.
    Any,
    /// Those with one byte for each position.
    Bytes,
    /// Those that searches look values up in.
    ForSearch,
}

/// Takes a game of any type and opens its tables.
struct Open<'o, 'f> {
    options: &'o OpenOptions<'f>,
    wanted: Wanted,
    layers: Option<usize>,
}

impl Open<'_, '_> {
    /// An error if tables by enumeration are not wanted.
    fn enumerates(&self, info: &GameInfo) -> Result<(), TableError> {
        if self.wanted == Wanted::ForSearch {
            return Err(TableError::NotForSearches { game: info.name.to_owned() });
        }
        Ok(())
    }
}

impl Visitor for Open<'_, '_> {
    type Output = Result<Endgames, TableError>;

    fn any<G: RegistryGame>(self, _: G, info: GameInfo) -> Self::Output {
        self.enumerates(&info)?;
        Err(TableError::Unfit(match (info.name, info.why_cyclic) {
            ("gdl", Some(why)) => format!("there are no tables of {}: {why}", info.spec),
            _ => format!(
                "play can return in {}, and its rules do not say what playing on for ever is worth; a graph file says it as \"repetition\"",
                info.spec
            ),
        }))
    }

    fn never_returns<G: RegistryGame + Keyed + Acyclic>(
        self,
        game: G,
        info: GameInfo,
    ) -> Self::Output {
        self.enumerates(&info)?;
        Endgames::acyclic(&file_name(&info), game, self.options)
    }

    fn carries_past<G: RegistryGame>(self, _: G, info: GameInfo) -> Self::Output {
        self.enumerates(&info)?;
        Err(TableError::Unfit(format!(
            "positions of {} carry their past and have no indices, so there are no tables of them",
            info.spec
        )))
    }

    fn can_return<G: RegistryGame + Cyclic>(self, game: G, info: GameInfo) -> Self::Output {
        self.enumerates(&info)?;
        Endgames::cyclic(&file_name(&info), game, self.options)
    }

    fn awari(self, game: Awari, info: GameInfo) -> Self::Output {
        match game.endgames(self.layers)? {
            Some(endgames) => Ok(endgames),
            None => self.can_return(game, info),
        }
    }

    fn breakthrough(self, game: Breakthrough, info: GameInfo) -> Self::Output {
        let endgames = match self.wanted {
            Wanted::Bytes => None,
            _ => game.endgames(self.layers)?,
        };
        match endgames {
            Some(endgames) => Ok(endgames),
            None => self.never_returns(game, info),
        }
    }
}

/// Takes a game of any type and names its tables.
struct Name;

impl Visitor for Name {
    type Output = Result<String, TableError>;

    fn any<G: RegistryGame>(self, _: G, info: GameInfo) -> Self::Output {
        Ok(file_name(&info))
    }

    fn awari(self, game: Awari, info: GameInfo) -> Self::Output {
        Ok(game.endgames(Some(1))?.map_or(info.spec, |endgames| endgames.name().to_owned()))
    }
}
