//! Addresses of positions: a game, moves and a written position, as text and as the end of an URL.

use std::fmt::Write;
use std::sync::Arc;

use foregone::Error;
use foregone::chance::{self, Opened};
use foregone_games::registry::GameFile;
use serde::Deserialize;

use crate::games::{Games, spelling};
use crate::problem::Problem;

/// A position as it was asked for: the same words as on the command line.
#[derive(Clone, Default, PartialEq, Eq, Debug, Deserialize)]
pub(crate) struct Address {
    /// The spelling of the game.
    #[serde(default)]
    pub(crate) game: String,
    /// The moves, as `--moves` takes them.
    #[serde(default)]
    pub(crate) m: String,
    /// The written position, as `--position` takes it; empty for the start.
    #[serde(default)]
    pub(crate) p: String,
}

/// The address of the page of a position, after moves from the written position or from the start.
///
/// ```
/// let game = foregone::chance::open_any("connect4:4x4", &foregone::read_file).unwrap();
/// assert_eq!(foregone_explore::link_to(&game, None, Some("12")).unwrap(), "/g/connect4:4x4?m=12");
/// ```
pub fn link_to(game: &Opened, base: Option<&str>, moves: Option<&str>) -> Result<String, Error> {
    Ok(Address::of(&place(game, base, moves.unwrap_or_default())?).link())
}

/// A position of a game with or without chance.
#[derive(Clone)]
pub(crate) enum Placed {
    Plain(Box<foregone::Position>),
    Chance(Box<chance::Position>),
}

impl Address {
    /// The address of a position, by the canonical spelling of its game.
    pub(crate) fn of(placed: &Placed) -> Address {
        let (game, m, p) = match placed {
            Placed::Plain(at) => (at.game().spelling(), at.moves(), at.base()),
            Placed::Chance(at) => (at.game().spelling(), at.line().join(" "), at.base()),
        };
        Address { game: game.to_owned(), m, p: p.unwrap_or_default().to_owned() }
    }

    /// The link to the page of the position.
    pub(crate) fn link(&self) -> String {
        self.link_to("/g/", "")
    }

    /// The link to what is at that address about the position; `more` is appended to the query.
    pub(crate) fn link_to(&self, page: &str, more: &str) -> String {
        let mut link = format!("{page}{}", encoded(&self.game, false).replace('/', "%2F"));
        let mut separator = '?';
        for (name, text) in [("m", &self.m), ("p", &self.p)] {
            if !text.is_empty() {
                let spaces = !self.is_from_file();
                let _ = write!(link, "{separator}{name}={}", encoded(text, spaces));
                separator = '&';
            }
        }
        if !more.is_empty() {
            let _ = write!(link, "{separator}{more}");
        }
        link
    }

    /// The command that asks the program the same.
    pub(crate) fn command(&self, command: &str) -> String {
        let mut text = format!("foregone {command} {}", quoted(&self.game));
        for (option, value) in [("--position", &self.p), ("--moves", &self.m)] {
            if !value.is_empty() {
                let _ = write!(text, " {option} {}", quoted(value));
            }
        }
        text
    }

    fn is_from_file(&self) -> bool {
        GameFile::of(&self.game).is_some()
    }

    /// Moves or a position as the game reads them: `_` stands for a space, except in games from files, whose names may have it.
    fn words(&self, text: &str) -> String {
        if self.is_from_file() { text.to_owned() } else { text.replace('_', " ") }
    }

    /// The position. What is wrong with the address is said with the place marked.
    pub(crate) fn place(&self, games: &Games) -> Result<Placed, Problem> {
        let game = games.open(&self.game).map_err(|error| Problem::game(&self.game, &error))?;
        self.place_in(&game)
    }

    /// The same in a game that is open.
    pub(crate) fn place_in(&self, game: &Arc<Opened>) -> Result<Placed, Problem> {
        let (base, moves) = (self.words(&self.p), self.words(&self.m));
        let base = Some(base.as_str()).filter(|base| !base.trim().is_empty());
        let name = spelling(game);
        place(game, base, "").map_err(|error| {
            Problem::place(name, "position", base.unwrap_or_default(), 0, &error)
        })?;
        place(game, base, &moves).map_err(|error| {
            Problem::place(name, "moves", &moves, good_prefix(game, base, &moves), &error)
        })
    }
}

impl Placed {
    /// The spelling of the game.
    pub(crate) fn game(&self) -> &str {
        match self {
            Placed::Plain(at) => at.game().spelling(),
            Placed::Chance(at) => at.game().spelling(),
        }
    }

    /// The position in the game's notation.
    pub(crate) fn notation(&self) -> String {
        match self {
            Placed::Plain(at) => at.to_string(),
            Placed::Chance(at) => at.to_string(),
        }
    }

    /// The moves that led here from where the position was placed.
    pub(crate) fn line(&self) -> Vec<String> {
        match self {
            Placed::Plain(at) => at.line(),
            Placed::Chance(at) => at.line().to_vec(),
        }
    }

    /// The position after one more move, which is legal.
    pub(crate) fn after(&self, mv: &str) -> Result<Placed, Error> {
        let mut after = self.clone();
        match &mut after {
            Placed::Plain(at) => at.play(mv)?,
            Placed::Chance(at) => at.play_word(mv).map_err(Error::from)?,
        }
        Ok(after)
    }

    /// The positions from where the position was placed to this one.
    pub(crate) fn along(&self) -> Vec<Placed> {
        let mut back = vec![self.clone()];
        let mut here = self.clone();
        while match &mut here {
            Placed::Plain(at) => at.undo(),
            Placed::Chance(at) => at.undo(),
        } {
            back.push(here.clone());
        }
        back.reverse();
        back
    }
}

fn place(game: &Opened, base: Option<&str>, moves: &str) -> Result<Placed, Error> {
    Ok(match game {
        Opened::Plain(game) => Placed::Plain(Box::new(game.place(base, Some(moves))?)),
        Opened::Chance(game) => Placed::Chance(Box::new(game.place(base, Some(moves))?)),
    })
}

/// How many bytes of a list of moves are legal. Long lists are not searched for the place.
fn good_prefix(game: &Opened, base: Option<&str>, moves: &str) -> usize {
    const SEARCHED: usize = 400;
    let ends = moves.char_indices().map(|(at, _)| at).take(SEARCHED);
    ends.filter(|&end| place(game, base, &moves[..end]).is_ok()).last().unwrap_or(0)
}

/// Percent-encodes what may not stand in a path or a query. Spaces become `_` where that is not ambiguous.
pub(crate) fn encoded(text: &str, underscores: bool) -> String {
    let mut out = String::new();
    for byte in text.bytes() {
        match byte {
            b' ' if underscores => out.push('_'),
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => {
                out.push(byte.into());
            }
            b':' | b',' | b'/' | b'@' | b'|' | b'!' | b'*' | b'(' | b')' | b'=' => {
                out.push(byte.into());
            }
            _ => {
                let _ = write!(out, "%{byte:02X}");
            }
        }
    }
    out
}

/// A word for a shell.
fn quoted(text: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || ":,./_-=".contains(c);
    match !text.is_empty() && text.chars().all(plain) {
        true => text.to_owned(),
        false => format!("'{}'", text.replace('\'', r"'\''")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(game: &str, m: &str, p: &str) -> Address {
        Address { game: game.to_owned(), m: m.to_owned(), p: p.to_owned() }
    }

    #[test]
    fn links_and_commands_have_the_words_of_the_command_line() {
        let at = address("woodpush:6,2", "f1 f6", "");
        assert_eq!(at.link(), "/g/woodpush:6,2?m=f1_f6");
        assert_eq!(at.command("solve"), "foregone solve woodpush:6,2 --moves 'f1 f6'");
        let at = address("graph:1", "a_b c", "x");
        assert_eq!(at.link(), "/g/graph:1?m=a_b%20c&p=x");
    }

    #[test]
    fn underscores_are_spaces_and_the_wrong_move_is_marked() {
        let games = Games::new(Vec::new(), Vec::new());
        let placed = address("woodpush:6,2", "f1_f6", "").place(&games);
        assert_eq!(placed.ok().map(|it| it.line().join(" ")).as_deref(), Some("f1 f6"));
        let problem = address("connect4:4x4", "1129", "").place(&games).err();
        let (before, wrong, after) =
            problem.and_then(|it| it.marked).map(|marked| *marked).unwrap_or_default();
        assert_eq!((before.as_str(), wrong.as_str(), after.as_str()), ("112", "9", ""));
    }
}
