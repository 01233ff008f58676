//! Errors and warnings as values: the stage, the place in the file, one sentence; and the same with the line of the file.

use core::fmt;

/// A place in a rule file. Both numbers begin at 1, and a column is a character.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Place {
    /// The line.
    pub line: u32,
    /// The column.
    pub column: u32,
}

impl fmt::Display for Place {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}:{}", self.line, self.column)
    }
}

/// What was done with a rule file when an error was found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// The text was read.
    Reading,
    /// The rules were checked one by one and together.
    Checking,
    /// The rules were instantiated.
    Grounding,
    /// A game was made of the instances.
    Opening,
    /// A position was reached at which the rules do not say what a game of two players needs.
    Play,
}

/// Why a rule file is no game that can be solved: one sentence, with its place if it has one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Error {
    /// When it was found.
    pub stage: Stage,
    /// Where in the file.
    pub place: Option<Place>,
    /// The sentence.
    pub message: String,
}

impl Error {
    /// An error at a place.
    pub(crate) fn at(stage: Stage, place: Place, message: impl Into<String>) -> Error {
        Error { stage, place: Some(place), message: message.into() }
    }

    /// An error of the whole file.
    pub(crate) fn whole(stage: Stage, message: impl Into<String>) -> Error {
        Error { stage, place: None, message: message.into() }
    }

    /// The error in one sentence, with the name of the file, the place, and what stands there: for where there is one line.
    pub fn sentence(&self, name: &str, bytes: &[u8]) -> String {
        let Some(place) = self.place else { return format!("{name}: {}", self.message) };
        let text = String::from_utf8_lossy(bytes);
        let line = text.lines().nth(place.line as usize - 1).unwrap_or_default();
        let there: String = line.chars().skip(place.column as usize - 1).take(SHOWN).collect();
        match there.trim() {
            "" => format!("{name}:{place}: {}", self.message),
            there => format!("{name}:{place}: {}, at \"{there}\"", self.message),
        }
    }

    /// The error for a person: `file.kif:9:19: sentence`, the line of the file, and a caret below the place.
    pub fn render(&self, name: &str, text: &str) -> String {
        render(name, text, self.place, &self.message)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place {
            Some(place) => write!(out, "{place}: {}", self.message),
            None => out.write_str(&self.message),
        }
    }
}

impl std::error::Error for Error {}

/// What looks wrong in a rule file and is none the less a rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Warning {
    /// Where in the file.
    pub place: Place,
    /// The sentence.
    pub message: String,
}

impl Warning {
    /// The warning for a person, as [`Error::render`].
    pub fn render(&self, name: &str, text: &str) -> String {
        render(name, text, Some(self.place), &format!("warning: {}", self.message))
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}: {}", self.place, self.message)
    }
}

/// Characters of a source line that are shown on either side of the place.
const SHOWN: usize = 60;

fn render(name: &str, text: &str, place: Option<Place>, message: &str) -> String {
    let Some(place) = place else { return format!("{name}: {message}") };
    let head = format!("{name}:{place}: {message}");
    let Some(line) = text.lines().nth(place.line as usize - 1) else { return head };
    let column = place.column as usize - 1;
    let first = column.saturating_sub(SHOWN);
    let visible = |c: char| if c.is_control() { ' ' } else { c };
    let shown: String = line.chars().skip(first).take(2 * SHOWN).map(visible).collect();
    format!("{head}\n  {}\n  {}^", shown.trim_end(), " ".repeat(column - first))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_caret_stands_below_the_place() {
        let error = Error::at(Stage::Checking, Place { line: 2, column: 3 }, "a sentence");
        assert_eq!(
            error.render("f.kif", "one\nab\u{e9}d\n"),
            "f.kif:2:3: a sentence\n  abéd\n    ^"
        );
        assert_eq!(error.to_string(), "2:3: a sentence");
        let long = format!("{}X{}", "a".repeat(500), "b".repeat(500));
        let error = Error::at(Stage::Reading, Place { line: 1, column: 501 }, "far");
        let rendered = error.render("f", &long);
        let lines: Vec<&str> = rendered.lines().collect();
        assert_eq!(lines[1].find('X'), lines[2].find('^'));
        assert!(lines[1].len() < 130);
    }
}
