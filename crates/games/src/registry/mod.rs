//! The games by name. [`open`] reads a spelling such as `connect4:7x6`, builds the game and hands it, with its own
//! type, to a [`Visitor`]: types are erased once per question, never per node of a search.

mod entries;
mod file;
mod rule_file;
mod spec;

use foregone_game::{Acyclic, Cyclic, Game, Keyed, Notation, Picture, TableKeyed};

use crate::awari::board::{GrandSlam, Rest, Variant};
use crate::awari::{self, Awari};
use crate::breakthrough::Breakthrough;
use crate::connect4::{self, Connect4};
use crate::graph_file;
use crate::hounds::Hounds;
use crate::mnk::Mnk;
use crate::othello::{self, Othello};
use crate::qubic::Qubic;
use crate::torere::Torere;
use crate::woodpush::{self, WoodpushPath, WoodpushPrevious};

pub use entries::{GAMES, GameEntry, KnownValue};
pub use file::GameFile;
pub use spec::{Spec, SpecError};

/// What is known of an opened game besides its rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameInfo {
    /// The canonical spelling: dimensions always, options only where they differ from the default.
    pub spec: String,
    /// The game's name in [`GAMES`].
    pub name: &'static str,
    /// The bytes of the file that the game was read from, if it was.
    pub file: Option<Vec<u8>>,
    /// What Max and Min are called, where that is not first and second player: the roles of a rule file.
    pub players: Option<[String; 2]>,
    /// Why play can return to a position, for a game where it can.
    pub why_cyclic: Option<String>,
}

/// What every game of the registry can do, whatever its class.
pub trait RegistryGame: Notation<Position: PartialEq> + Picture + 'static {}

impl<G: Notation<Position: PartialEq> + Picture + 'static> RegistryGame for G {}

/// What to do with a game once its type is known. One method is enough for a visitor to which the class of the game makes no
/// difference; the others are for those that need what only games of one class can do.
pub trait Visitor: Sized {
    /// What comes of it.
    type Output;

    /// Any game whose class has no method of this visitor. A game in which play can return to a position, and whose rules do
    /// not say what that is worth, always comes here.
    fn any<G: RegistryGame>(self, game: G, info: GameInfo) -> Self::Output;

    /// Play never returns, and positions have keys.
    fn never_returns<G>(self, game: G, info: GameInfo) -> Self::Output
    where
        G: RegistryGame + Keyed + TableKeyed + Acyclic,
    {
        self.any(game, info)
    }

    /// Play never returns, but only because a position carries its past: there is no small key.
    fn carries_past<G>(self, game: G, info: GameInfo) -> Self::Output
    where
        G: RegistryGame + TableKeyed + Acyclic,
    {
        self.any(game, info)
    }

    /// Positions have keys, play can return to them, and the rules say what playing on for ever is worth.
    fn can_return<G>(self, game: G, info: GameInfo) -> Self::Output
    where
        G: RegistryGame + TableKeyed + Cyclic,
    {
        self.any(game, info)
    }

    /// Awari, whose endgame tables have a numbering of their own. A visitor for which that makes no difference keeps this
    /// default.
    fn awari(self, game: Awari, info: GameInfo) -> Self::Output {
        self.can_return(game, info)
    }

    /// Breakthrough, whose tables have a numbering of their own, too.
    fn breakthrough(self, game: Breakthrough, info: GameInfo) -> Self::Output {
        self.never_returns(game, info)
    }
}

/// How a file named in a spelling is read; the error is a sentence without the file's name.
pub type ReadFile<'f> = &'f dyn Fn(&str) -> Result<Vec<u8>, String>;

/// Builds the game of that spelling and shows it to the visitor.
///
/// ```
/// use foregone_games::registry::RegistryGame;
/// use foregone_games::{GameInfo, Visitor, open};
///
/// /// Writes the start position.
/// struct Start;
///
/// impl Visitor for Start {
///     type Output = String;
///
///     fn any<G: RegistryGame>(self, game: G, info: GameInfo) -> String {
///         format!("{}: {}", info.spec, game.write_position(&game.start()))
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
    let file = GameFile::of(spec);
    let spec = Spec::parse(spec);
    if let Some(file) = file.filter(|file| file.game == "gdl") {
        return rule_file::open_gdl(&spec, &file, read_file, visitor);
    }
    match spec.name {
        "connect4" => open_connect4(&spec, visitor),
        "mnk" => open_mnk(&spec, visitor),
        "tictactoe" => open_tictactoe(&spec, visitor),
        "woodpush" => open_woodpush(&spec, visitor),
        "hounds" => open_hounds(&spec, visitor),
        "torere" => open_torere(&spec, visitor),
        "awari" => open_awari(&spec, visitor),
        "breakthrough" => open_breakthrough(&spec, visitor),
        "othello" => open_othello(&spec, visitor),
        "qubic" => open_qubic(&spec, visitor),
        "graph" => open_graph(&spec, read_file, visitor),
        "gdl" => Err(spec.error("needs a file, for example gdl:examples/gdl/tictactoe.kif")),
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

fn info_of(name: &'static str, spec: String) -> GameInfo {
    GameInfo { spec, name, file: None, players: None, why_cyclic: None }
}

fn open_connect4<V: Visitor>(spec: &Spec<'_>, visitor: V) -> Result<V::Output, SpecError> {
    let arguments = spec.arguments(&[("score", &["pons"])])?;
    let sides = ["columns", "rows"];
    let (columns, rows) = spec.size(&arguments.plain, (7, 6), sides, "connect4:7x6")?;
    let (score, option) = match arguments.option("score") {
        Some(_) => (connect4::Score::Pons, ",score=pons"),
        None => (connect4::Score::Result, ""),
    };
    let info = info_of("connect4", format!("connect4:{columns}x{rows}{option}"));
    if connect4::fits(columns, rows, u64::BITS) {
        let game = Connect4::<u64>::new(columns, rows, score)?;
        Ok(visitor.never_returns(game, info))
    } else {
        let game = Connect4::<u128>::new(columns, rows, score)?;
        Ok(visitor.never_returns(game, info))
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
    Ok(visitor.never_returns(game, info_of("mnk", format!("mnk:{columns},{rows},{align}"))))
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
    let mut info = info_of("woodpush", text);
    if previous {
        info.why_cyclic = Some("ko=previous allows repetition; ko=path does not".to_owned());
        let game = WoodpushPrevious::new(rules, infinite.unwrap_or("0"))?;
        Ok(visitor.can_return(game, info))
    } else {
        Ok(visitor.carries_past(WoodpushPath::new(rules), info))
    }
}

fn open_hounds<V: Visitor>(spec: &Spec<'_>, visitor: V) -> Result<V::Output, SpecError> {
    if spec.parameters.is_some() {
        return Err(spec.error("takes no parameters; there is only one board"));
    }
    let mut info = info_of("hounds", "hounds".to_owned());
    info.why_cyclic = Some("hounds and hare can step to and fro".to_owned());
    Ok(visitor.can_return(Hounds::new(), info))
}

fn open_torere<V: Visitor>(spec: &Spec<'_>, visitor: V) -> Result<V::Output, SpecError> {
    if spec.parameters.is_some() {
        return Err(spec.error("takes no parameters; there is only one board"));
    }
    let mut info = info_of("torere", "torere".to_owned());
    info.why_cyclic = Some("pieces can go to and fro".to_owned());
    Ok(visitor.can_return(Torere::new(), info))
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
    let mut info = info_of("awari", text);
    info.why_cyclic = Some("stones can go round the board without a capture".to_owned());
    Ok(visitor.awari(Awari::new(Variant { grand_slam, rest }, score), info))
}

/// Walls stand between commas, as parameters do; a size begins with a digit and a wall with a letter.
fn open_breakthrough<V: Visitor>(spec: &Spec<'_>, visitor: V) -> Result<V::Output, SpecError> {
    let arguments = spec.arguments(&[("walls", &[])])?;
    let is_cell = |text: &&str| text.starts_with(|symbol: char| symbol.is_ascii_alphabetic());
    let (more_walls, sizes): (Vec<&str>, Vec<&str>) =
        arguments.plain.iter().copied().partition(is_cell);
    let (width, height) = spec.size(&sizes, (8, 8), ["width", "height"], "breakthrough:5x6")?;
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
    let info = info_of("breakthrough", format!("breakthrough:{}", game.spelling()));
    Ok(visitor.breakthrough(game, info))
}

fn open_othello<V: Visitor>(spec: &Spec<'_>, visitor: V) -> Result<V::Output, SpecError> {
    let arguments = spec.arguments(&[
        ("start", &["diagonal", "parallel"]),
        ("score", &["difference", "empties", "result"]),
    ])?;
    let sides = ["columns", "rows"];
    let (columns, rows) = spec.size(&arguments.plain, (8, 8), sides, "othello:6x6")?;
    if columns != rows {
        return Err(
            spec.error(&format!("has as many rows as columns; {columns}x{rows} is no board"))
        );
    }
    let (start, parallel) = match arguments.option("start") {
        Some("parallel") => (othello::Start::Parallel, ",start=parallel"),
        _ => (othello::Start::Diagonal, ""),
    };
    let (score, option) = match arguments.option("score") {
        Some("empties") => (othello::Score::Empties, ",score=empties"),
        Some("result") => (othello::Score::Result, ",score=result"),
        _ => (othello::Score::Difference, ""),
    };
    let game = Othello::new(columns, start, score)?;
    let spelling = format!("othello:{columns}x{columns}{parallel}{option}");
    Ok(visitor.never_returns(game, info_of("othello", spelling)))
}

fn open_qubic<V: Visitor>(spec: &Spec<'_>, visitor: V) -> Result<V::Output, SpecError> {
    if spec.parameters.is_some() {
        return Err(spec.error("takes no parameters; there is only one board"));
    }
    Ok(visitor.never_returns(Qubic::new(), info_of("qubic", "qubic".to_owned())))
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
    let mut info = info_of("graph", format!("graph:{path}"));
    info.file = Some(bytes);
    let cycle = match file.graph.acyclic() {
        Ok(graph) => return Ok(visitor.never_returns(graph, info)),
        Err(cycle) => cycle,
    };
    let why = format!("the graph has the cycle {}", cycle.names.join(" -> "));
    match file.repetition {
        Some(infinite) => {
            info.why_cyclic = Some(why);
            Ok(visitor.can_return(cycle.graph.cyclic(infinite), info))
        }
        None => {
            let outcomes = cycle.graph.scale().names().join(", ");
            info.why_cyclic = Some(format!(
                "{why} and does not say what going round for ever is worth; add \"repetition\" with one of {outcomes} to the file, or take one of these moves out"
            ));
            Ok(visitor.any(cycle.graph, info))
        }
    }
}
