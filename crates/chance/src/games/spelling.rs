//! Games as they are written on the command line: `NAME[:PARAMETERS]`.

use core::fmt;

use foregone_game::{InvalidGame, Player};

use super::{DarkChess, Ewn, Hypergammon, Pig};

/// Why a text names no game: one sentence that says what is wrong and what would be right.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SpellingError(pub String);

impl fmt::Display for SpellingError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

impl std::error::Error for SpellingError {}

impl From<InvalidGame> for SpellingError {
    fn from(error: InvalidGame) -> SpellingError {
        SpellingError(error.0)
    }
}

/// A game that was opened by its spelling. Those in which play can return are types of their own.
#[derive(Clone, Debug)]
pub enum Opened {
    /// Pig or Piglet without a limit of turns: play can return.
    Pig(Pig<false>),
    /// Pig or Piglet with a limit of turns.
    LimitedPig(Pig<true>),
    /// EinStein würfelt nicht!
    Ewn(Ewn),
    /// Chinese dark chess without a limit: play can return.
    DarkChess(DarkChess<false>),
    /// Chinese dark chess with a limit.
    LimitedDarkChess(DarkChess<true>),
    /// Backgammon with up to three checkers a side: play can return.
    Hypergammon(Hypergammon),
}

impl Opened {
    /// The canonical spelling.
    pub fn spelling(&self) -> String {
        match self {
            Opened::Pig(game) => game.spelling(),
            Opened::LimitedPig(game) => game.spelling(),
            Opened::Ewn(game) => game.spelling(),
            Opened::DarkChess(game) => game.spelling(),
            Opened::LimitedDarkChess(game) => game.spelling(),
            Opened::Hypergammon(game) => game.spelling(),
        }
    }
}

/// Opens a game by its spelling.
///
/// ```
/// use foregone_chance::games::open;
///
/// assert_eq!(open("ewn:5x5,stones=6,die=6,max=123456")?.spelling(), "ewn:5x5");
/// let error = open("pig:0").unwrap_err();
/// assert_eq!(error.to_string(), "pig needs a target from 1 to 1000, not 0");
/// # Ok::<(), foregone_chance::games::SpellingError>(())
/// ```
pub fn open(text: &str) -> Result<Opened, SpellingError> {
    let (name, parameters) = match text.trim().split_once(':') {
        Some((name, parameters)) => (name, Some(parameters)),
        None => (text.trim(), None),
    };
    match name {
        "pig" | "piglet" => open_pig(&Given::new(name, parameters, &["turns"])?),
        "ewn" => open_ewn(&Given::new(name, parameters, &["stones", "die", "max", "min"])?),
        "darkchess" => {
            open_darkchess(&Given::new(name, parameters, &["pieces", "min-pieces", "limit"])?)
        }
        "hypergammon" => open_hypergammon(&Given::new(name, parameters, &[])?),
        other => Err(SpellingError(format!(
            "there is no game with chance called \"{other}\"; there are pig, piglet, ewn, darkchess and hypergammon"
        ))),
    }
}

fn open_pig(given: &Given<'_>) -> Result<Opened, SpellingError> {
    let target = |default: u32| match given.plain {
        Some(text) => given.number(text, "target"),
        None => Ok(default),
    };
    let pig = match given.name {
        "pig" => Pig::with_die(target(100)?)?,
        _ => Pig::with_coin(target(10)?)?,
    };
    Ok(match given.option("turns") {
        Some(turns) => Opened::LimitedPig(pig.limited(given.number(turns, "turns")?)?),
        None => Opened::Pig(pig),
    })
}

fn open_ewn(given: &Given<'_>) -> Result<Opened, SpellingError> {
    let (columns, rows) = given.size((5, 5))?;
    let mut game = match given.option("stones") {
        Some(text) => Ewn::new(columns, rows, given.number(text, "stones")?)?,
        // As many stones as there is room for; the refusal is that of one stone.
        None => [6, 3, 1]
            .into_iter()
            .find_map(|stones| Ewn::new(columns, rows, stones).ok())
            .map_or_else(|| Ewn::new(columns, rows, 1), Ok)?,
    };
    if let Some(die) = given.option("die") {
        game = game.with_die(given.number(die, "faces of the die")?)?;
    }
    for (name, player) in [("max", Player::Max), ("min", Player::Min)] {
        if let Some(digits) = given.option(name) {
            game = game.with_arrangement(player, digits)?;
        }
    }
    Ok(Opened::Ewn(game))
}

fn open_darkchess(given: &Given<'_>) -> Result<Opened, SpellingError> {
    let size = given.size((4, 8))?;
    let max = match given.option("pieces") {
        Some(pieces) => pieces,
        None if size == (4, 8) => super::darkchess::USUAL_PIECES,
        None => {
            return Err(SpellingError(format!(
                "darkchess on {}x{} needs pieces that fill the board, as in darkchess:2x2,pieces=KP",
                size.0, size.1
            )));
        }
    };
    let min = given.option("min-pieces").unwrap_or(max);
    let game = DarkChess::new(size.0, size.1, max, min)?;
    Ok(match given.option("limit") {
        Some(limit) => Opened::LimitedDarkChess(game.limited(given.number(limit, "limit")?)?),
        None => Opened::DarkChess(game),
    })
}

fn open_hypergammon(given: &Given<'_>) -> Result<Opened, SpellingError> {
    let checkers = given.plain.map_or(Ok(3), |text| given.number(text, "checkers"))?;
    Ok(Opened::Hypergammon(Hypergammon::new(checkers)?))
}

/// The parameters of a game, cut at commas.
struct Given<'t> {
    name: &'t str,
    /// The one without a key.
    plain: Option<&'t str>,
    options: Vec<(&'t str, &'t str)>,
}

impl<'t> Given<'t> {
    fn new(
        name: &'t str,
        parameters: Option<&'t str>,
        known: &[&str],
    ) -> Result<Given<'t>, SpellingError> {
        let mut given = Given { name, plain: None, options: Vec::new() };
        let wrong = |what: String| Err(SpellingError(format!("{name} {what}")));
        for piece in parameters.into_iter().flat_map(|text| text.split(',')).map(str::trim) {
            if piece.is_empty() {
                return wrong("has an empty parameter".to_owned());
            }
            let Some((key, value)) = piece.split_once('=') else {
                if let Some(first) = given.plain.replace(piece) {
                    return wrong(format!(
                        "takes one parameter without a name; \"{piece}\" after \"{first}\" is too much"
                    ));
                }
                continue;
            };
            if !known.contains(&key) {
                return wrong(match known {
                    [] => format!("has no options, and \"{key}\" is one; leave it out"),
                    known => format!("has no option \"{key}\"; it knows {}", known.join(", ")),
                });
            }
            if given.option(key).is_some() {
                return wrong(format!("is given the option {key} twice"));
            }
            given.options.push((key, value));
        }
        Ok(given)
    }

    fn option(&self, key: &str) -> Option<&'t str> {
        self.options.iter().find(|(name, _)| *name == key).map(|&(_, value)| value)
    }

    fn number(&self, text: &str, what: &str) -> Result<u32, SpellingError> {
        text.parse().map_err(|_| {
            SpellingError(format!(
                "{} needs a whole number for the {what}, not \"{text}\"",
                self.name
            ))
        })
    }

    /// The size of a board.
    fn size(&self, default: (u32, u32)) -> Result<(u32, u32), SpellingError> {
        let Some(size) = self.plain else {
            return Ok(default);
        };
        let (columns, rows) = size.split_once(['x', 'X']).ok_or_else(|| {
            let name = self.name;
            SpellingError(format!(
                "{name} needs a size of the form COLUMNSxROWS, for example {name}:3x3, not \"{size}\""
            ))
        })?;
        Ok((self.number(columns, "columns")?, self.number(rows, "rows")?))
    }
}
