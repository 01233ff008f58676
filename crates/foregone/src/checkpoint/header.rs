//! What the beginning of a checkpoint says: which search it is of. Everything that shapes the search is in it, so that
//! resuming needs nothing else. Options are the words of the option table.

use std::time::Duration;

use foregone_games::registry::GameFile;
use foregone_solve::options::{Algorithm, Question};
use serde::{Deserialize, Serialize};

use crate::error::Error;
use crate::game::Game;
use crate::position::Position;

/// The version of this program; another one may search in another order.
const PROGRAM: &str = env!("CARGO_PKG_VERSION");

/// The search that a checkpoint is of.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The version of the program.
    program: String,
    /// The game in its canonical spelling.
    pub game: String,
    /// The BLAKE3 hash of the file that the game was read from, for `graph:` and `gdl:` games only.
    graph: Option<String>,
    /// How the position was given.
    pub position: Option<String>,
    /// The moves played from there.
    pub moves: Option<String>,
    /// The position itself, in the game's notation.
    board: String,
    /// What is asked, as [`Game::goal`] reads it.
    goal: String,
    /// The name of the algorithm.
    algorithm: String,
    /// The options that are not the usual ones.
    options: Vec<String>,
    /// Whether a certificate is wanted.
    pub proves: bool,
    /// Whether the certificate is to depend on the position and the claim alone.
    pub canonical: bool,
    /// Whether the certificate is to be small rather than soon made.
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    pub small: bool,
    /// The memory limit, in bytes: what is freed and when depends on it.
    pub memory: u64,
    /// Where the certificate goes.
    pub certificate: Option<String>,
    /// How often a checkpoint is written.
    pub every: Duration,
    /// The policy of the fleet whose coordinator this is, if it is one, and how it reaches its workers.
    #[serde(skip_serializing_if = "Option::is_none")]
    fleet: Option<String>,
}

impl Header {
    /// The header for a search by this program.
    pub fn new(position: &Position, question: &Question, memory: u64, every: Duration) -> Header {
        let game = position.game();
        let moves = Some(position.moves()).filter(|moves| !moves.is_empty());
        Header {
            program: PROGRAM.to_owned(),
            game: game.spelling().to_owned(),
            graph: graph_hash(game),
            position: position.base().map(str::to_owned),
            moves,
            board: position.to_string(),
            goal: game.goal_name(question.goal),
            algorithm: question.algorithm.name().to_owned(),
            options: question.words(game.names()),
            proves: question.certificate,
            canonical: question.canonical,
            small: question.small,
            memory,
            certificate: None,
            every,
            fleet: None,
        }
    }

    /// The header for the coordinator of a fleet, if it is one.
    #[must_use]
    pub fn of_fleet(self, fleet: Option<&str>) -> Header {
        Header { fleet: fleet.map(str::to_owned), ..self }
    }

    /// The fleet whose coordinator this is, if it is one.
    pub fn fleet(&self) -> Option<&str> {
        self.fleet.as_deref()
    }

    /// Reads the header line; the error is half a sentence that follows "it".
    pub(super) fn read(line: &[u8]) -> Result<Header, String> {
        #[derive(Deserialize)]
        struct Version {
            program: String,
        }
        let version: Result<Version, _> = serde_json::from_slice(line);
        match version {
            Ok(Version { program }) if program != PROGRAM => {
                Err(format!("was written by foregone {program}; that version can go on with it"))
            }
            _ => serde_json::from_slice(line)
                .map_err(|error| format!("has a header of another version: {error}")),
        }
    }

    /// Whether both are of the same search: where its files go and how long it may take is no part of it.
    pub fn is_same_search(&self, other: &Header) -> bool {
        let of_search = |header: &Header| Header {
            position: None,
            moves: None,
            memory: 0,
            certificate: None,
            every: Duration::ZERO,
            ..header.clone()
        };
        of_search(self) == of_search(other)
    }

    /// The position that the search is about, in that game. The error is half a sentence that follows "it".
    pub fn place(&self, game: &Game) -> Result<Position, String> {
        if self.game != game.spelling() {
            return Err(format!("is of {}, not of {}", self.game, game.spelling()));
        }
        if self.graph != graph_hash(game) {
            let kind = GameFile::of(&self.game).map_or("file", |file| file.kind());
            return Err(format!("is of a {kind} that has changed since; put the old one back"));
        }
        let strange = || format!("does not fit the rules of {}", self.game);
        let position = game.place(self.position.as_deref(), self.moves.as_deref());
        let position = position.map_err(|_| strange())?;
        if position.to_string() != self.board {
            return Err(strange());
        }
        Ok(position)
    }

    /// The question that the search answers, in that game.
    pub fn question(&self, game: &Game) -> Result<Question, Error> {
        let algorithm = Algorithm::named(&self.algorithm)
            .ok_or_else(|| Error::input(format!("\"{}\" is not an algorithm", self.algorithm)))?;
        let mut question = Question {
            goal: game.goal(&self.goal)?,
            certificate: self.proves,
            canonical: self.canonical,
            small: self.small,
            ..Question::value(algorithm)
        };
        question
            .read_words(self.options.iter().map(String::as_str), game.names())
            .map_err(Error::Input)?;
        Ok(question)
    }

    /// The same search with other threads and memory, and other files.
    pub fn continued(&self, game: &Game, question: &Question, memory: u64) -> Header {
        Header {
            options: question.words(game.names()),
            canonical: question.canonical,
            small: question.small,
            memory,
            ..self.clone()
        }
    }
}

/// The hash of the file that a game was read from, if it was.
fn graph_hash(game: &Game) -> Option<String> {
    game.info().file.as_deref().map(|bytes| blake3::hash(bytes).to_hex().to_string())
}

#[cfg(test)]
mod tests {
    use foregone_solve::options::{Goal, OPTIONS};

    use super::*;

    const EVERY: Duration = Duration::from_secs(60);

    /// Every option of the table comes back from a header, with every sample of its value.
    #[test]
    fn questions_come_back() {
        let game = Game::open("connect4:4x4").expect("a game");
        let start = game.start();
        let goals = [
            Goal::Value,
            game.goal("at least win").unwrap(),
            game.goal("range loss..draw").unwrap(),
        ];
        for row in &OPTIONS {
            for (value, goal) in row.values.samples().iter().zip(goals.into_iter().cycle()) {
                let usual = Question::value(row.group.algorithms[0]);
                let mut question = Question { goal, certificate: true, ..usual };
                row.set(&mut question, value, game.names()).expect("a sample");
                let header = Header::new(&start, &question, 1 << 30, EVERY);
                let text = serde_json::to_vec(&header).expect("JSON");
                let read = Header::read(&text).expect("a header");
                let again = read.question(&game).expect("a question");
                assert_eq!(again.words(game.names()), question.words(game.names()));
                assert_eq!((again.goal, again.certificate), (goal, true));
                assert!(read.is_same_search(&header));
                assert!(!read.is_same_search(&Header::new(&start, &usual, 1 << 30, EVERY)));
            }
        }
    }

    #[test]
    fn a_header_must_fit_the_game() {
        let game = Game::open("connect4:4x4").expect("a game");
        let question = Question::value(Algorithm::Pns);
        let header = Header::new(&game.start(), &question, 1 << 30, EVERY);
        assert!(header.place(&game).is_ok());
        let other = Game::open("connect4:4x5").expect("a game");
        assert_eq!(
            header.place(&other).err(),
            Some("is of connect4:4x4, not of connect4:4x5".into())
        );
        let moved = Header { moves: Some("1".to_owned()), ..header.clone() };
        assert!(moved.place(&game).is_err_and(|why| why.contains("rules")));
        let strange = Header { goal: "at least checkmate".to_owned(), ..header };
        assert!(strange.question(&game).is_err());
    }

    #[test]
    fn headers_of_other_versions_are_refused_whatever_else_they_say() {
        let error = Header::read(br#"{"program":"0.0.1","question":{}}"#).expect_err("older");
        assert_eq!(error, "was written by foregone 0.0.1; that version can go on with it");
    }
}
