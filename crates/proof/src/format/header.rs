//! The header, the second line of a certificate: a position of a game, and what is claimed about it.

use serde::{Deserialize, Deserializer, Serialize};

/// What a certificate claims. The texts are interpreted by the checker, not here.
///
/// ```
/// use foregone_proof::format::Header;
///
/// let mut header = Header::new("connect4:4x5", "..../..../..../..../....");
/// header.at_least = Some("draw".to_owned());
/// header.at_most = Some("draw".to_owned());
/// assert_eq!(header.rules, 1);
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The game in its canonical spelling.
    pub game: String,
    /// The version of that game's rules.
    pub rules: u64,
    /// The position.
    pub position: String,
    /// The outcome that Max can force at least, if that is claimed.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "text")]
    pub at_least: Option<String>,
    /// The outcome that Min can force at most, if that is claimed.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "text")]
    pub at_most: Option<String>,
    /// The outcome of infinite play, only for games in which play can return.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "text")]
    pub infinite: Option<String>,
    /// The BLAKE3 hash of the graph file, only for `graph:` games.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "text")]
    pub graph: Option<String>,
    /// The BLAKE3 hash of the rule file, only for `gdl:` games.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "text")]
    pub gdl: Option<String>,
    /// The tablebase that the proof cites: the number of layers, a colon, and the BLAKE3 hash of their content.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "text")]
    pub tablebase: Option<String>,
}

/// A member that may be absent, but not `null`.
pub(super) fn text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    String::deserialize(deserializer).map(Some)
}

/// Reads a header line; the error is a sentence.
pub(super) fn object<'l, H: Deserialize<'l>>(line: &'l [u8]) -> Result<H, String> {
    // The derived reader would also accept an array with the values of the members.
    if !line.starts_with(b"{") {
        return Err("the header is not a JSON object that begins the second line".to_owned());
    }
    serde_json::from_slice(line).map_err(|error| format!("the header is not as specified: {error}"))
}

impl Header {
    /// A header that claims nothing yet, with the first [version of the rules](crate::rules::VERSION); a proof by a newer
    /// version must name that one.
    pub fn new(game: impl Into<String>, position: impl Into<String>) -> Header {
        Header {
            game: game.into(),
            rules: crate::rules::VERSION,
            position: position.into(),
            at_least: None,
            at_most: None,
            infinite: None,
            graph: None,
            gdl: None,
            tablebase: None,
        }
    }

    /// Reads the header line; the error is a sentence.
    pub(super) fn read(line: &[u8]) -> Result<Header, String> {
        object(line)
    }

    /// The header line without its line feed.
    pub(super) fn write(&self) -> serde_json::Result<Vec<u8>> {
        serde_json::to_vec(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        let mut header = Header::new("graph:a\nb.json", "n\"0");
        header.at_least = Some("draw".to_owned());
        header.infinite = Some("loss".to_owned());
        header.graph = Some("00".repeat(32));
        let line = header.write().unwrap();
        assert!(!line.contains(&b'\n'), "one line");
        assert_eq!(Header::read(&line), Ok(header));
    }

    #[test]
    fn only_the_specified_members_are_read() {
        let refused = |line: &str, why: &str| {
            let error = Header::read(line.as_bytes()).unwrap_err();
            assert!(error.contains(why), "{error}");
        };
        refused(r#"["connect4:4x4",1,"",null,null,null]"#, "not a JSON object");
        refused(r#"{"game":"g","rules":1,"position":"","at_least":null}"#, "expected a string");
        refused(r#"{"game":"g","rules":1,"position":"","note":""}"#, "unknown field");
        refused(r#"{"game":"g","game":"h","rules":1,"position":""}"#, "duplicate field");
        refused(r#"{"game":"g","rules":1}"#, "missing field `position`");
        refused(r#"{"game":"g","rules":-1,"position":""}"#, "expected u64");
        refused(r#"{"game":"g","rules":1.0,"position":""}"#, "expected u64");
        refused(r#"{"game":"g","rules":1e0,"position":""}"#, "expected u64");
        refused(r#"{"game":"g","rules":"1","position":""}"#, "expected u64");
        refused(r#"{"game":"g","rules":1,"position":"","at_least":3}"#, "expected a string");
        refused(r#"{"game":"g","rules":1,"position":"","at_most":-3}"#, "expected a string");
        refused(r#"{"game":"g","rules":1,"position":""} {}"#, "trailing characters");
    }
}
