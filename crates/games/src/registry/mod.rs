//! The games by name. [`open`] reads a spelling such as `connect4:7x6`, builds the game and hands it, with its own
//! type, to a [`Visitor`]: types are erased once per question, never per node of a search.

mod entries;
mod spec;

use core::fmt::Debug;

use foregone_game::{Acyclic, Cyclic, Game, Keyed, Notation, Picture, TableKeyed};

use crate::awari::board::{GrandSlam, Rest, Variant};
use crate::awari::{self, Awari};
use crate::breakthrough::Breakthrough;
use crate::connect4::{self, Connect4};
use crate::graph_file;
use crate::hounds::Hounds;
use crate::mnk::Mnk;
use crate::torere::Torere;
use crate::woodpush::{self, WoodpushPath, WoodpushPrevious};

pub use entries::{GAMES, GameEntry, KnownValue};
pub use spec::{Spec, SpecError};

/// What is known of an opened game besides its rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Facts {
    /// The canonical spelling: dimensions always, options only where they differ from the default.
    pub spec: String,
    /// The game's name in [`GAMES`].
    pub name: &'static str,
    /// The bytes of the file that the game was read from, if it was.
    pub file: Option<Vec<u8>>,
    /// Why play can return to a position, for a game where it can.
    pub why_cyclic: Option<String>,
}

/// What to do with a game once its type is known: one method for each set of capabilities.
pub trait Visitor: Sized {
    /// What comes of it.
    type Output;

    /// Play never returns, and positions have keys.
    fn keyed<G>(self, game: G, facts: Facts) -> Self::Output
    where
        G: Keyed + TableKeyed + Acyclic + Notation + Picture + Send + Sync + 'static,
        G::Position: PartialEq + Debug + Send + Sync + 'static,
        G::Move: Send + Sync + 'static,
        G::Key: Send + Sync + 'static;

    /// Play never returns, but only because a position carries its past: there is no small key.
    fn path<G>(self, game: G, facts: Facts) -> Self::Output
    where
        G: TableKeyed + Acyclic + Notation + Picture + Send + Sync + 'static,
        G::Position: PartialEq + Debug + Send + Sync + 'static,
        G::Move: Send + Sync + 'static;

    /// Positions have keys, play can return to them, and the rules say what playing on for ever is worth.
    fn cyclic<G>(self, game: G, facts: Facts) -> Self::Output
    where
        G: TableKeyed + Cyclic + Notation + Picture + Send + Sync + 'static,
        G::Position: PartialEq + Debug + Send + Sync + 'static,
        G::Move: Send + Sync + 'static,
        G::Key: Send + Sync + 'static;

    /// Positions have keys, and play can return to them, but the rules do not say what that is worth.
    fn undecided<G>(self, game: G, facts: Facts) -> Self::Output
    where
        G: Keyed + Notation + Picture + Send + Sync + 'static,
        G::Position: PartialEq + Debug + Send + Sync + 'static,
        G::Move: Send + Sync + 'static,
        G::Key: Send + Sync + 'static;

    /// Awari, whose endgame tables have a numbering of their own. A visitor for which that makes no difference keeps this
    /// default.
    fn awari(self, game: Awari, facts: Facts) -> Self::Output {
        self.cyclic(game, facts)
    }

    /// Breakthrough, whose tables have a numbering of their own, too.
    fn breakthrough(self, game: Breakthrough, facts: Facts) -> Self::Output {
        self.keyed(game, facts)
    }
}

/// How a file named in a spelling is read; the error is a sentence without the file's name.
pub type ReadFile<'f> = &'f dyn Fn(&str) -> Result<Vec<u8>, String>;

/// Builds the game of that spelling and shows it to the visitor.
///
/// ```
/// use foregone_game::{Acyclic, Cyclic, Keyed, Notation, Picture, TableKeyed};
/// use foregone_games::{Facts, Visitor, open};
///
/// /// Writes the start position.
/// struct Start;
///
/// impl Visitor for Start {
///     type Output = String;
///
///     fn keyed<G: Keyed + Acyclic + Notation>(self, game: G, facts: Facts) -> String {
///         format!("{}: {}", facts.spec, game.write_position(&game.start()))
///     }
///     fn path<G: Acyclic + Notation>(self, game: G, facts: Facts) -> String {
///         format!("{}: {}", facts.spec, game.write_position(&game.start()))
///     }
///     fn cyclic<G: Cyclic + Notation>(self, game: G, facts: Facts) -> String {
///         format!("{}: {}", facts.spec, game.write_position(&game.start()))
///     }
///     fn undecided<G: Keyed + Notation>(self, game: G, facts: Facts) -> String {
///         format!("{}: {}", facts.spec, game.write_position(&game.start()))
///     }
/// }
///
/// let no_files = |_: &str| Err("there are no files here".to_owned());
/// assert_eq!(open("tictactoe", &no_files, Start)?, "mnk:3,3,3: .../.../...");
/// assert_eq!(open("woodpush:4,1", &no_files, Start)?, "woodpush:4,1: L..R L");
/// let error = open("conect4", &no_files, Start).unwrap_err();
/// assert_eq!(error.to_string(), "unknown game \"conect4\"; did you mean connect4?");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn open<V: Visitor>(
    spec: &str,
    read_file: ReadFile<'_>,
    visitor: V,
) -> Result<V::Output, SpecError> {
    let spec = Spec::parse(spec);
    match spec.name {
        "connect4" => open_connect4(&spec, visitor),
        "mnk" => open_mnk(&spec, visitor),
        "tictactoe" => open_tictactoe(&spec, visitor),
        "woodpush" => open_woodpush(&spec, visitor),
        "hounds" => open_hounds(&spec, visitor),
        "torere" => open_torere(&spec, visitor),
        "awari" => open_awari(&spec, visitor),
        "breakthrough" => open_breakthrough(&spec, visitor),
        "graph" => open_graph(&spec, read_file, visitor),
        name => Err(unknown(name)),
    }
}

/// The entry of a game, by its name or another name of it.
///
/// ```
/// use foregone_games::registry::find;
///
/// let entry = find("tictactoe")?;
/// assert_eq!((entry.name, entry.spelling), ("mnk", "mnk:M,N,K"));
/// # Ok::<(), foregone_games::SpecError>(())
/// ```
pub fn find(name: &str) -> Result<&'static GameEntry, SpecError> {
    let is_named = |entry: &&GameEntry| entry.name == name || entry.other_names.contains(&name);
    GAMES.iter().find(is_named).ok_or_else(|| unknown(name))
}

fn unknown(name: &str) -> SpecError {
    let names = || GAMES.iter().flat_map(|entry| [&[entry.name], entry.other_names].concat());
    let nearest = names()
        .map(|known| (strsim::damerau_levenshtein(&name.to_lowercase(), known), known))
        .filter(|(distance, known)| *distance <= known.len() / 2)
        .min();
    SpecError(match nearest {
        Some((_, known)) => {
            format!("unknown game \"{name}\"; did you mean {known}?")
        }
        None => {
            format!(
                "unknown game \"{name}\"; the games are {}",
                names().collect::<Vec<_>>().join(", ")
            )
        }
    })
}

fn facts(name: &'static str, spec: String) -> Facts {
    Facts { spec, name, file: None, why_cyclic: None }
}

fn open_connect4<V: Visitor>(spec: &Spec<'_>, visitor: V) -> Result<V::Output, SpecError> {
    let arguments = spec.arguments(&[("score", &["pons"])])?;
    let (columns, rows) = match arguments.plain.as_slice() {
        [] => (7, 6),
        [size] => {
            let (columns, rows) = size.split_once(['x', 'X']).ok_or_else(|| {
                spec.error(&format!(
                    "needs a size of the form COLUMNSxROWS, for example connect4:7x6, not \"{size}\""
                ))
            })?;
            (spec.number(columns, "columns")?, spec.number(rows, "rows")?)
        }
        more => {
            return Err(spec.error(&format!(
                "takes one size, COLUMNSxROWS; \"{}\" is too much",
                more[1..].join(",")
            )));
        }
    };
    let (score, option) = match arguments.option("score") {
        Some(_) => (connect4::Score::Pons, ",score=pons"),
        None => (connect4::Score::Result, ""),
    };
    let facts = facts("connect4", format!("connect4:{columns}x{rows}{option}"));
    if connect4::fits(columns, rows, u64::BITS) {
        let game = Connect4::<u64>::new(columns, rows, score)?;
        Ok(visitor.keyed(game, facts))
    } else {
        let game = Connect4::<u128>::new(columns, rows, score)?;
        Ok(visitor.keyed(game, facts))
    }
}

fn open_mnk<V: Visitor>(spec: &Spec<'_>, visitor: V) -> Result<V::Output, SpecError> {
    let arguments = spec.arguments(&[])?;
    let [columns, rows, align] = arguments.plain.as_slice() else {
        return Err(spec.error(
            "needs three numbers: columns, rows and how many in a row win, for example mnk:3,3,3",
        ));
    };
    let columns = spec.number(columns, "columns")?;
    let rows = spec.number(rows, "rows")?;
    let align = spec.number(align, "stones in a row")?;
    let game = Mnk::new(columns, rows, align)?;
    Ok(visitor.keyed(game, facts("mnk", format!("mnk:{columns},{rows},{align}"))))
}

fn open_tictactoe<V: Visitor>(spec: &Spec<'_>, visitor: V) -> Result<V::Output, SpecError> {
    if spec.parameters.is_some() {
        return Err(spec.error("takes no parameters; other boards are mnk:M,N,K"));
    }
    open_mnk(&Spec { name: "mnk", parameters: Some("3,3,3") }, visitor)
}

fn open_woodpush<V: Visitor>(spec: &Spec<'_>, visitor: V) -> Result<V::Output, SpecError> {
    let known: &[(&str, &[&str])] = &[
        ("ko", &["path", "previous"]),
        ("loop", &[]),
        ("score", &["pieces", "moves"]),
        ("scale", &[]),
    ];
    let arguments = spec.arguments(known)?;
    let (length, pieces) = match arguments.plain.as_slice() {
        [] => (8, 3),
        [length, pieces] => (spec.number(length, "length")?, spec.number(pieces, "pieces")?),
        _ => {
            return Err(
                spec.error("needs two numbers: length and pieces, for example woodpush:8,3")
            );
        }
    };
    let score = match arguments.option("score") {
        Some("moves") => woodpush::Score::Moves,
        _ => woodpush::Score::Pieces,
    };
    let scale = match arguments.option("scale") {
        Some(text) => Some(spec.number(text, "scale")?),
        None => None,
    };
    let rules = woodpush::Rules::new(length, pieces, score, scale)?;
    let previous = arguments.option("ko") == Some("previous");
    let infinite = arguments.option("loop");
    if infinite.is_some() && !previous {
        return Err(
            spec.error("takes loop only with ko=previous; with ko=path no play is infinite")
        );
    }
    let mut text = format!("woodpush:{length},{pieces}");
    text.push_str(if previous { ",ko=previous" } else { "" });
    if let Some(score) = infinite.filter(|&score| score != "0") {
        text.push_str(&format!(",loop={score}"));
    }
    text.push_str(if score == woodpush::Score::Moves { ",score=moves" } else { "" });
    if let Some(limit) = scale.filter(|&limit| limit > pieces) {
        text.push_str(&format!(",scale={limit}"));
    }
    let mut facts = facts("woodpush", text);
    if previous {
        facts.why_cyclic = Some("ko=previous allows repetition; ko=path does not".to_owned());
        let game = WoodpushPrevious::new(rules, infinite.unwrap_or("0"))?;
        Ok(visitor.cyclic(game, facts))
    } else {
        Ok(visitor.path(WoodpushPath::new(rules), facts))
    }
}

fn open_hounds<V: Visitor>(spec: &Spec<'_>, visitor: V) -> Result<V::Output, SpecError> {
    if spec.parameters.is_some() {
        return Err(spec.error("takes no parameters; there is only one board"));
    }
    let mut facts = facts("hounds", "hounds".to_owned());
    facts.why_cyclic = Some("hounds and hare can step to and fro".to_owned());
    Ok(visitor.cyclic(Hounds::new(), facts))
}

fn open_torere<V: Visitor>(spec: &Spec<'_>, visitor: V) -> Result<V::Output, SpecError> {
    if spec.parameters.is_some() {
        return Err(spec.error("takes no parameters; there is only one board"));
    }
    let mut facts = facts("torere", "torere".to_owned());
    facts.why_cyclic = Some("pieces can go to and fro".to_owned());
    Ok(visitor.cyclic(Torere::new(), facts))
}

fn open_awari<V: Visitor>(spec: &Spec<'_>, visitor: V) -> Result<V::Output, SpecError> {
    let mut parameters = spec.parameters.unwrap_or_default().split(',').map(str::trim);
    if parameters.any(|parameter| parameter.starts_with("stones=")) {
        return Err(spec.error(
            "is played with 48 stones; stones=N says how large a tablebase of endgames is, so leave it out here, and give \
             the position instead",
        ));
    }
    let arguments = spec.arguments(&[
        ("grandslam", &["legal", "forbidden", "empty"]),
        ("rest", &["opponent", "divided"]),
        ("score", &["difference", "result"]),
    ])?;
    if !arguments.plain.is_empty() {
        return Err(spec.error(&format!(
            "takes only options, for example awari:rest=divided, not \"{}\"",
            arguments.plain.join(",")
        )));
    }
    let (grand_slam, slam) = match arguments.option("grandslam") {
        Some("forbidden") => (GrandSlam::Forbidden, "grandslam=forbidden"),
        Some("empty") => (GrandSlam::Empty, "grandslam=empty"),
        _ => (GrandSlam::Legal, ""),
    };
    let (rest, divided) = match arguments.option("rest") {
        Some("divided") => (Rest::Divided, "rest=divided"),
        _ => (Rest::Opponent, ""),
    };
    let (score, result) = match arguments.option("score") {
        Some("result") => (awari::Score::Result, "score=result"),
        _ => (awari::Score::Difference, ""),
    };
    let mut text = "awari".to_owned();
    for option in [slam, divided, result].into_iter().filter(|option| !option.is_empty()) {
        text.push(if text.contains(':') { ',' } else { ':' });
        text.push_str(option);
    }
    let mut facts = facts("awari", text);
    facts.why_cyclic = Some("stones can go round the board without a capture".to_owned());
    Ok(visitor.awari(Awari::new(Variant { grand_slam, rest }, score), facts))
}

/// Walls stand between commas, as parameters do; a size begins with a digit and a wall with a letter.
fn open_breakthrough<V: Visitor>(spec: &Spec<'_>, visitor: V) -> Result<V::Output, SpecError> {
    let arguments = spec.arguments(&[("walls", &[])])?;
    let is_cell = |text: &&str| text.starts_with(|symbol: char| symbol.is_ascii_alphabetic());
    let (more_walls, sizes): (Vec<&str>, Vec<&str>) =
        arguments.plain.iter().copied().partition(is_cell);
    let (width, height) = match sizes.as_slice() {
        [] => (8, 8),
        [size] => {
            let (width, height) = size.split_once(['x', 'X']).ok_or_else(|| {
                spec.error(&format!(
                    "needs a size of the form WIDTHxHEIGHT, for example breakthrough:5x6, not \"{size}\""
                ))
            })?;
            (spec.number(width, "width")?, spec.number(height, "height")?)
        }
        more => {
            return Err(spec.error(&format!(
                "takes one size, WIDTHxHEIGHT; \"{}\" is too much",
                more[1..].join(",")
            )));
        }
    };
    let game = Breakthrough::new(width, height, 0)?;
    let game = match (arguments.option("walls"), more_walls.as_slice()) {
        (Some(wall), more) => game.walled(&[&[wall], more].concat().join(","))?,
        (None, []) => game,
        (None, [other, ..]) => {
            return Err(spec.error(&format!(
                "takes a size, WIDTHxHEIGHT, and walls, for example walls=c3,d4; \"{other}\" is neither"
            )));
        }
    };
    let facts = facts("breakthrough", format!("breakthrough:{}", game.spelling()));
    Ok(visitor.breakthrough(game, facts))
}

fn open_graph<V: Visitor>(
    spec: &Spec<'_>,
    read_file: ReadFile<'_>,
    visitor: V,
) -> Result<V::Output, SpecError> {
    let path = spec.parameters.filter(|path| !path.is_empty()).ok_or_else(|| {
        spec.error("needs a file, for example graph:examples/graphs/teaching.json")
    })?;
    let bytes =
        read_file(path).map_err(|error| SpecError(format!("graph file {path}: {error}")))?;
    let file = graph_file::read(&bytes)
        .map_err(|error| SpecError(format!("graph file {path}: {error}")))?;
    let mut facts = facts("graph", format!("graph:{path}"));
    facts.file = Some(bytes);
    let cycle = match file.graph.acyclic() {
        Ok(graph) => return Ok(visitor.keyed(graph, facts)),
        Err(cycle) => cycle,
    };
    let why = format!("the graph has the cycle {}", cycle.names.join(" -> "));
    match file.repetition {
        Some(infinite) => {
            facts.why_cyclic = Some(why);
            Ok(visitor.cyclic(cycle.graph.cyclic(infinite), facts))
        }
        None => {
            let outcomes = cycle.graph.scale().names().join(", ");
            facts.why_cyclic = Some(format!(
                "{why} and does not say what going round for ever is worth; add \"repetition\" with one of {outcomes} to the file, or take one of these moves out"
            ));
            Ok(visitor.undecided(cycle.graph, facts))
        }
    }
}
