//! Games: opened by their spelling, or brought along.

use std::fs::File;
use std::io::Read;
use std::sync::Arc;

use foregone_game::{
    Acyclic, Cyclic, EndgameTable, Evaluation, Keyed, KnowledgeLevel, Notation, Outcome, Picture,
    Player, Scale, TableKeyed,
};
use foregone_games::GameInfo;
use foregone_games::registry::ReadFile;
use foregone_solve::class::{CanReturn, CarriesPast, GameClass, NeverReturns};
use foregone_solve::erased::{ErasedGame, erase};
use foregone_solve::options::{Goal, Names};
use foregone_tablebase::endgames::SearchTables;

use crate::chance::{self, has_chance, refusal};
use crate::error::{Error, reason};
use crate::position::Position;

/// A game with its parameters. Cheap to clone; it can be sent to other threads.
#[derive(Clone)]
pub struct Game {
    pub(crate) erased: Arc<dyn ErasedGame>,
    info: Arc<GameInfo>,
    tables: Option<Arc<Consulted>>,
}

/// Tables that a game looks values up in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Consulted {
    /// How certificates cite them, if proofs may end where a value is known: layers, a colon, the hash of their content.
    pub citation: Option<String>,
    /// What the values rest on that was never verified here, if they do: a phrase that follows "on trust in".
    pub trusted: Option<String>,
}

/// What the registry would call games that are brought along.
const OWN: &str = "own";

/// The file of a game has at most this many bytes.
const GAME_FILE: u64 = 1 << 30;

impl Game {
    /// Opens a game by its spelling, such as `connect4:5x5`. The file of a `graph:` or `gdl:` game is read from disk.
    ///
    /// ```
    /// let game = foregone::Game::open("connect4:5x4").unwrap();
    /// assert_eq!(game.spelling(), "connect4:5x4");
    /// let error = foregone::Game::open("conect4").err().unwrap();
    /// assert!(error.to_string().contains("connect4"), "{error}");
    /// ```
    pub fn open(spelling: &str) -> Result<Game, Error> {
        Game::open_with(spelling, &read_file)
    }

    /// Opens a game by its spelling; `read_file` gets the bytes of the file of a `graph:` or `gdl:` game, or says why it cannot.
    pub fn open_with(spelling: &str, read_file: ReadFile<'_>) -> Result<Game, Error> {
        if chance::is_named(spelling) {
            let what = format!("{} is a game with chance", spelling.trim());
            return Err(Error::Input(refusal(&what)));
        }
        let without_chance = |path: &str| match read_file(path)? {
            bytes if has_chance(&bytes) => Err(refusal("it has chance nodes")),
            bytes => Ok(bytes),
        };
        let (erased, info) = foregone_catalogue::open(spelling, &without_chance)?;
        Ok(Game { erased, info: Arc::new(info), tables: None })
    }

    /// Takes a game of one's own in which play never returns to a position. `name` stands in certificates. A game that is
    /// [`Plain`](crate::Plain) has all the traits that are asked for. The example `own_game` of this crate shows a whole game.
    pub fn own<G>(name: &str, game: G) -> Game
    where
        G: Acyclic + Keyed + TableKeyed + Notation + Picture + 'static,
    {
        Game::brought(name, erase(game, NeverReturns))
    }

    /// Takes a game of one's own whose positions carry the moves that led to them, so that no two lines meet.
    pub fn own_carrying_past<G>(name: &str, game: G) -> Game
    where
        G: Acyclic + TableKeyed + Notation + Picture + 'static,
    {
        Game::brought(name, erase(game, CarriesPast))
    }

    /// Takes a game of one's own in which play can return to a position.
    pub fn own_returning<G>(name: &str, game: G) -> Game
    where
        G: Cyclic + TableKeyed + Notation + Picture + 'static,
    {
        Game::brought(name, erase(game, CanReturn))
    }

    fn brought(name: &str, erased: Arc<dyn ErasedGame>) -> Game {
        let spec = name.to_owned();
        let info = GameInfo { spec, name: OWN, file: None, players: None, why_cyclic: None };
        Game { erased, info: Arc::new(info), tables: None }
    }

    /// The canonical spelling: what certificates and checkpoints call the game.
    pub fn spelling(&self) -> &str {
        &self.info.spec
    }

    /// What the registry knows about the game.
    pub fn info(&self) -> &GameInfo {
        &self.info
    }

    /// What a player is called in a sentence: `the first player`, or the role of a rule file.
    ///
    /// ```
    /// use foregone_game::Player;
    ///
    /// let game = foregone::Game::open("tictactoe").unwrap();
    /// assert_eq!(game.player_name(Player::Max), "the first player");
    /// ```
    pub fn player_name(&self, player: Player) -> &str {
        match (&self.info.players, player) {
            (Some([max, _]), Player::Max) => max,
            (Some([_, min]), Player::Min) => min,
            (None, Player::Max) => "the first player",
            (None, Player::Min) => "the second player",
        }
    }

    /// Whether the game is one of the registry, so that its spelling says everything about it.
    pub(crate) fn is_built_in(&self) -> bool {
        self.info.name != OWN
    }

    /// The outcomes, worst for the first player first.
    pub fn scale(&self) -> &Scale {
        self.erased.scale()
    }

    /// What kind of game it is, which decides which algorithms are sound.
    pub fn class(&self) -> GameClass {
        self.erased.class()
    }

    /// What the game can know about a position without a search, level by level.
    pub fn knowledge_levels(&self) -> &'static [KnowledgeLevel] {
        self.erased.knowledge_levels()
    }

    /// What is wrong with the rules of a game that was read from a file, if play has come to a position that shows it: a
    /// sentence. Then no answer about the game counts, and the [`Solver`](crate::Solver) gives none.
    pub fn defect(&self) -> Option<String> {
        self.erased.defect()
    }

    /// The knowledge level with which `auto` prefers proof-number search, if the game asks for that.
    pub(crate) fn level_for_proof_numbers(&self) -> Option<u8> {
        self.erased.level_for_proof_numbers()
    }

    /// The evaluations that players of the game can be told to play by, and opponents can be modelled by.
    pub fn evaluations(&self) -> &'static [Evaluation] {
        self.erased.evaluations()
    }

    /// The names that options may use.
    pub fn names(&self) -> Names<'_> {
        Names { scale: self.scale(), knowledge: self.knowledge_levels() }
    }

    /// The tables that the game looks values up in, if it does.
    pub fn tables(&self) -> Option<&Consulted> {
        self.tables.as_deref()
    }

    /// What values rest on that was never verified here, if they do: a phrase that follows "on trust in".
    pub fn trusted(&self) -> Option<&str> {
        self.tables.as_ref().and_then(|tables| tables.trusted.as_deref())
    }

    /// Lets the game look values up, from now on. Refused if the game has no use for tables, or if positions or clones of the
    /// game exist already, which would not know of them.
    fn look_up(&mut self, lookup: EndgameTable, tables: Consulted) -> Result<(), Error> {
        let Some(erased) = Arc::get_mut(&mut self.erased) else {
            return Err(Error::input(
                "the game is in use already; give it its tables before positions are made",
            ));
        };
        if !erased.use_tablebase(lookup) {
            let name = self.info.name;
            return Err(Error::input(format!("searches of {name} use no tables; leave them out")));
        }
        self.tables = Some(Arc::new(tables));
        Ok(())
    }

    /// Lets the game look values up in tables that were loaded for it. With `cite`, proofs may end at a value and cite the
    /// tables. `trusted` says what the values rest on if the tables were never verified here. Refused if positions or clones
    /// of the game exist already, which would not know of the tables.
    pub fn use_tables(
        &mut self,
        tables: SearchTables,
        cite: bool,
        trusted: Option<String>,
    ) -> Result<(), Error> {
        let citation = cite.then(|| tables.citation());
        self.look_up(tables.table, Consulted { citation, trusted })
    }

    /// Where the game begins.
    ///
    /// ```
    /// let position = foregone::Game::open("connect4:4x4").unwrap().start();
    /// assert_eq!(position.legal_moves(), ["1", "2", "3", "4"]);
    /// ```
    pub fn start(&self) -> Position {
        let erased = self.erased.clone().position(None);
        Position::new(self.clone(), erased.expect("a game has a start"), None)
    }

    /// The position that is written in the game's notation.
    pub fn position(&self, text: &str) -> Result<Position, Error> {
        let erased = self.erased.clone().position(Some(text))?;
        Ok(Position::new(self.clone(), erased, Some(text.to_owned())))
    }

    /// The position after the moves from the written position, or from the start.
    pub fn place(&self, position: Option<&str>, moves: Option<&str>) -> Result<Position, Error> {
        let mut placed = match position {
            Some(text) => self.position(text)?,
            None => self.start(),
        };
        placed.play_line(moves.unwrap_or(""))?;
        Ok(placed)
    }

    /// The position after single moves from the written position, or from the start.
    pub fn play(
        &self,
        position: Option<&str>,
        moves: &[impl AsRef<str>],
    ) -> Result<Position, Error> {
        let mut placed = self.place(position, None)?;
        placed.play_words(&moves.iter().map(AsRef::as_ref).collect::<Vec<_>>())?;
        Ok(placed)
    }

    /// The position after the moves of a record, which may have numbers and comments between them.
    pub fn replay(&self, position: Option<&str>, record: &str) -> Result<Position, Error> {
        let mut placed = self.place(position, None)?;
        placed.play_words(&self.erased.split_record(record))?;
        Ok(placed)
    }

    /// The outcome of that name; the error lists the names.
    pub fn outcome(&self, name: &str) -> Result<Outcome, Error> {
        self.scale().read(name).map_err(Error::Input)
    }

    /// Reads what is to be found out: `value`, `at least OUTCOME` or `range LOW..HIGH`.
    pub fn goal(&self, text: &str) -> Result<Goal, Error> {
        if let Some(name) = text.strip_prefix("at least ") {
            return Ok(Goal::AtLeast(self.outcome(name)?));
        }
        let Some(range) = text.strip_prefix("range ") else {
            return match text {
                "value" => Ok(Goal::Value),
                _ => Err(Error::input(format!("\"{text}\" is not a question"))),
            };
        };
        let Some((low, high)) = range.split_once("..") else {
            let (worst, best) = (self.scale().worst(), self.scale().best());
            return Err(Error::input(format!(
                "\"{range}\" is not a range; write it like {}..{}",
                self.scale().name(worst),
                self.scale().name(best)
            )));
        };
        Ok(Goal::Range(self.outcome(low)?, self.outcome(high)?))
    }

    /// Writes what is to be found out, as [`Game::goal`] reads it.
    pub fn goal_name(&self, goal: Goal) -> String {
        let scale = self.scale();
        match goal {
            Goal::Value => "value".to_owned(),
            Goal::AtLeast(outcome) => format!("at least {}", scale.name(outcome)),
            Goal::Range(low, high) => format!("range {}..{}", scale.name(low), scale.name(high)),
        }
    }
}

/// Reads the file of a `graph:` or `gdl:` game from disk; the error says why it cannot.
pub fn read_file(path: &str) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(|error| reason(&error))?;
    file.take(GAME_FILE + 1).read_to_end(&mut bytes).map_err(|error| reason(&error))?;
    if bytes.len() as u64 > GAME_FILE {
        return Err(format!("it has more than {GAME_FILE} bytes"));
    }
    Ok(bytes)
}
