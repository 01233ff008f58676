//! Version 3 of the format: the header of a certificate of an expectation, and the integers of its records.

use serde::{Deserialize, Deserializer, Serialize};

use super::header::{Header, object, text};

/// What a certificate of an expectation claims. The texts are interpreted by the checker, not here.
///
/// ```
/// use foregone_proof::format::ExpectationHeader;
///
/// let mut header = ExpectationHeader::new("ewn:3x3,stones=3", "12./3.c/.ba max", ["0", "1"]);
/// header.at_least = Some("170/243".to_owned());
/// header.denominator = Some("243".to_owned());
/// assert_eq!(header.rules, 1);
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExpectationHeader {
    /// The game in its canonical spelling.
    pub game: String,
    /// The version of that game's rules.
    pub rules: u64,
    /// The position.
    pub position: String,
    /// What every outcome is worth, worst outcome first, as fractions.
    pub utility: Vec<String>,
    /// The number of which every number in the records is a fraction; without it they are exact.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "text")]
    pub denominator: Option<String>,
    /// Whether the records are those of a table: bounds of all positions before a roll.
    #[serde(default, skip_serializing_if = "core::ops::Not::not", deserialize_with = "only_true")]
    pub table: bool,
    /// The expectation that Max can force at least, if that is claimed: a fraction.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "text")]
    pub at_least: Option<String>,
    /// The expectation that Min can force at most, if that is claimed: a fraction.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "text")]
    pub at_most: Option<String>,
    /// The outcome of infinite play, only for games in which play can return.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "text")]
    pub infinite: Option<String>,
    /// The BLAKE3 hash of the graph file, only for `graph:` games.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "text")]
    pub graph: Option<String>,
}

/// A member that may be absent, but is `true` where it is there.
fn only_true<'de, D: Deserializer<'de>>(deserializer: D) -> Result<bool, D::Error> {
    match bool::deserialize(deserializer)? {
        true => Ok(true),
        false => Err(serde::de::Error::custom("`table` is true, or left out")),
    }
}

impl ExpectationHeader {
    /// A header that claims nothing yet, with exact numbers and the first [version of the rules](crate::rules::VERSION).
    pub fn new(
        game: impl Into<String>,
        position: impl Into<String>,
        utility: impl IntoIterator<Item = impl Into<String>>,
    ) -> ExpectationHeader {
        ExpectationHeader {
            game: game.into(),
            rules: crate::rules::VERSION,
            position: position.into(),
            utility: utility.into_iter().map(Into::into).collect(),
            denominator: None,
            table: false,
            at_least: None,
            at_most: None,
            infinite: None,
            graph: None,
        }
    }

    /// Reads the header line; the error is a sentence.
    pub(super) fn read(line: &[u8]) -> Result<ExpectationHeader, String> {
        object(line)
    }

    /// The header line without its line feed.
    pub(super) fn write(&self) -> serde_json::Result<Vec<u8>> {
        serde_json::to_vec(self)
    }

    /// The members that the headers of all versions have.
    pub(crate) fn common(&self) -> Header {
        let mut header = Header::new(&self.game, &self.position);
        header.rules = self.rules;
        header.at_least.clone_from(&self.at_least);
        header.at_most.clone_from(&self.at_most);
        header.infinite.clone_from(&self.infinite);
        header.graph.clone_from(&self.graph);
        header
    }
}

/// The meaning of a record of a certificate of an expectation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExpectationRecord {
    /// The position is followed: the index of the owner's move, or 0 where somebody else moves.
    Followed {
        /// The index of a legal move in the canonical order.
        choice: u64,
        /// Whether the number of the position is stated: then it follows, with its length where one is needed.
        stated: bool,
    },
    /// The position is given up: its number is the worst worth.
    GivenUp,
}

impl ExpectationRecord {
    /// The meaning of an integer; the error is the end of a sentence about the record.
    pub(super) fn new(integer: u64) -> Result<ExpectationRecord, &'static str> {
        match (integer & 3, integer >> 2) {
            (0, choice) => Ok(ExpectationRecord::Followed { choice, stated: false }),
            (1, choice) => Ok(ExpectationRecord::Followed { choice, stated: true }),
            (2, 0) => Ok(ExpectationRecord::GivenUp),
            (2, _) => Err("gives the position up, so it has nothing else to say"),
            _ => Err("has the two lowest bits 3, which have no meaning"),
        }
    }
}

/// The largest number of bytes of an integer that stands for a number.
pub const LONG_INTEGER: usize = 4096;

/// An unsigned integer of up to [`LONG_INTEGER`] bytes in LEB128, being read byte by byte: groups of seven bits, low ones first.
#[derive(Default)]
pub(super) struct LongInteger {
    pub(super) groups: Vec<u8>,
}

impl LongInteger {
    /// Adds the next byte, and says whether it was the last one. The error is the end of a sentence about the integer.
    pub(super) fn add(&mut self, byte: u8) -> Result<bool, &'static str> {
        if self.groups.len() == LONG_INTEGER {
            return Err("has a number of more than 4096 bytes");
        }
        if byte == 0 && !self.groups.is_empty() {
            return Err("has a number that is not in the shortest form");
        }
        self.groups.push(byte & 0x7f);
        Ok(byte < 0x80)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        let mut header = ExpectationHeader::new("graph:a\nb.json", "n\"0", ["-1/2", "0", "7"]);
        header.at_most = Some("1/3".to_owned());
        header.denominator = Some("12".to_owned());
        header.table = true;
        header.infinite = Some("0".to_owned());
        header.graph = Some("00".repeat(32));
        let line = header.write().unwrap();
        assert!(!line.contains(&b'\n'), "one line");
        assert_eq!(ExpectationHeader::read(&line), Ok(header.clone()));
        assert_eq!(header.common().at_most, header.at_most);
    }

    #[test]
    fn only_the_specified_members_are_read() {
        let refused = |line: &str, why: &str| {
            let error = ExpectationHeader::read(line.as_bytes()).unwrap_err();
            assert!(error.contains(why), "{error}");
        };
        refused(r#"["pig:3",1,"",["0","1"]]"#, "not a JSON object");
        refused(r#"{"game":"g","rules":1,"position":""}"#, "missing field `utility`");
        refused(r#"{"game":"g","rules":1,"position":"","utility":"0"}"#, "expected a sequence");
        refused(r#"{"game":"g","rules":1,"position":"","utility":[0,1]}"#, "expected a string");
        refused(r#"{"game":"g","rules":1,"position":"","utility":null}"#, "invalid type: null");
        refused(r#"{"game":"g","rules":1,"position":"","utility":[],"utility":[]}"#, "duplicate");
        let with = |member: &str| {
            format!(r#"{{"game":"g","rules":1,"position":"","utility":["0","1"],{member}}}"#)
        };
        assert!(ExpectationHeader::read(with(r#""denominator":"3""#).as_bytes()).is_ok());
        refused(&with(r#""denominator":3"#), "expected a string");
        refused(&with(r#""table":false"#), "true, or left out");
        refused(&with(r#""table":null"#), "invalid type: null");
        refused(&with(r#""at_least":null"#), "expected a string");
        refused(&with(r#""at_least":0.5"#), "expected a string");
        refused(&with(r#""tablebase":"1:00""#), "unknown field");
        refused(&with(r#""game":"h""#), "duplicate field");
    }

    #[test]
    fn records_have_one_meaning() {
        use ExpectationRecord::{Followed, GivenUp};
        assert_eq!(ExpectationRecord::new(0), Ok(Followed { choice: 0, stated: false }));
        assert_eq!(ExpectationRecord::new(13), Ok(Followed { choice: 3, stated: true }));
        assert_eq!(ExpectationRecord::new(2), Ok(GivenUp));
        assert!(ExpectationRecord::new(6).is_err() && ExpectationRecord::new(3).is_err());
        assert!(ExpectationRecord::new(u64::MAX).is_err());
    }

    #[test]
    fn long_integers_have_one_form() {
        let read = |bytes: &[u8]| {
            let mut integer = LongInteger::default();
            let mut last = Ok(false);
            for &byte in bytes {
                last = integer.add(byte);
            }
            last
        };
        assert_eq!((read(&[0]), read(&[0x80]), read(&[0x80, 1])), (Ok(true), Ok(false), Ok(true)));
        assert!(read(&[0x80, 0]).is_err());
        let longest = [vec![0xff; LONG_INTEGER - 1], vec![1]].concat();
        assert_eq!(read(&longest), Ok(true));
        assert!(read(&[&longest[..LONG_INTEGER - 1], &[0x80, 1]].concat()).is_err());
    }
}
