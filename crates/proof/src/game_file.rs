//! The file of a `graph:` or `gdl:` game: loaded within the limits, and compared with the hash in the header.

use std::io::{self, Read};

use crate::failure::{Failure, Location, Missing, quote};
use crate::format::Header;
use crate::limits::Meter;
use crate::options::{FileLoader, Options};
use crate::rules;

/// The largest number of bytes of a graph file.
pub const GRAPH_FILE: u64 = 1 << 30;

/// The largest number of bytes of a rule file.
pub const RULE_FILE: u64 = 16 << 20;

/// The two kinds of files that games are read from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum FileKind {
    /// The file of a `graph:` game.
    Graph,
    /// The file of a `gdl:` game.
    Rules,
}

impl FileKind {
    /// The kind of file that a game needs, and the path to it in its spelling.
    pub(crate) fn of(game: &str) -> Option<(FileKind, &str)> {
        let graph = game.strip_prefix("graph:").map(|path| (FileKind::Graph, path));
        graph.or_else(|| Some((FileKind::Rules, rules::file_of(game)?)))
    }

    /// The member of a header that has the hash of the file.
    fn member(self) -> &'static str {
        match self {
            FileKind::Graph => "graph",
            FileKind::Rules => "gdl",
        }
    }

    /// What the member says.
    fn stated(self, header: &Header) -> Option<&String> {
        match self {
            FileKind::Graph => header.graph.as_ref(),
            FileKind::Rules => header.gdl.as_ref(),
        }
    }

    fn noun(self) -> &'static str {
        match self {
            FileKind::Graph => "graph file",
            FileKind::Rules => "rule file",
        }
    }

    /// Where faults of the file are reported.
    pub(crate) fn location(self) -> Location {
        match self {
            FileKind::Graph => Location::GraphFile,
            FileKind::Rules => Location::RuleFile,
        }
    }

    fn missing(self) -> Missing {
        match self {
            FileKind::Graph => Missing::GraphFile,
            FileKind::Rules => Missing::RuleFile,
        }
    }

    fn most(self) -> u64 {
        match self {
            FileKind::Graph => GRAPH_FILE,
            FileKind::Rules => RULE_FILE,
        }
    }
}

/// Refuses the hash of a file that the game of the header does not need.
pub(crate) fn refuse_other(header: &Header, needed: Option<FileKind>) -> Result<(), Failure> {
    for kind in [FileKind::Graph, FileKind::Rules] {
        if needed != Some(kind) && kind.stated(header).is_some() {
            let member = kind.member();
            let game = if kind == FileKind::Graph { "graph" } else { "gdl" };
            return Err(Failure::header(format!(
                "the member \"{member}\" is only for {game}: games"
            )));
        }
    }
    Ok(())
}

/// The game of the file at a path, which the header names by its hash, as `read` reads it.
pub(crate) fn open<G>(
    (kind, path): (FileKind, &str),
    header: &Header,
    options: &Options<'_>,
    meter: &Meter<'_>,
    read: impl FnOnce(&[u8], &Meter<'_>) -> Result<G, Failure>,
) -> Result<G, Failure> {
    refuse_other(header, Some(kind))?;
    let (member, noun) = (kind.member(), kind.noun());
    let Some(stated) = kind.stated(header) else {
        return Err(Failure::header(format!(
            "the member \"{member}\" with the hash of the {noun} is missing"
        )));
    };
    if stated.len() != 64 || !stated.bytes().all(|c| matches!(c, b'0'..=b'9' | b'a'..=b'f')) {
        return Err(Failure::header(format!(
            "the member \"{member}\" is not 64 lower-case hexadecimal digits"
        )));
    }
    let Some(load) = &options.game_file else {
        return Err(Failure::Missing(kind.missing()));
    };
    let (bytes, hash) = load_and_hash(load, (noun, path), kind.most(), meter)?;
    if hash.to_hex().as_str() != stated {
        let reason =
            "the file given is not the one that the certificate is about; its hash differs";
        return Err(Failure::at(kind.location(), reason));
    }
    let game = read(&bytes, meter)?;
    meter.release(bytes.capacity() as u64);
    Ok(game)
}

/// The bytes of the file that the game of the header needs, if they have the hash that it names, and if there are not more of
/// them than this.
pub(crate) fn read_small(header: &Header, options: &Options<'_>, most: u64) -> Option<Vec<u8>> {
    let (kind, path) = FileKind::of(&header.game)?;
    let load = options.game_file.as_ref()?;
    let file = load(path).ok()?;
    let mut bytes = Vec::new();
    file.take(most + 1).read_to_end(&mut bytes).ok()?;
    let is_it = kind.stated(header)? == blake3::hash(&bytes).to_hex().as_str();
    (is_it && bytes.len() as u64 <= most).then_some(bytes)
}

/// The number of bytes that are read at a time.
const PIECE: u64 = 1 << 20;

/// The bytes of the file, which has at most `limit` bytes, and their hash. Memory is reserved as the bytes arrive.
fn load_and_hash(
    load: &FileLoader<'_>,
    (noun, path): (&str, &str),
    limit: u64,
    meter: &Meter<'_>,
) -> Result<(Vec<u8>, blake3::Hash), Failure> {
    let failed = |error: io::Error| {
        Failure::Unreadable(format!("the {noun} {} cannot be read: {error}", quote(path)))
    };
    let mut file = load(path).map_err(failed)?;
    let (mut bytes, mut hasher) = (Vec::new(), blake3::Hasher::new());
    loop {
        meter.poll()?;
        let (length, capacity) = (bytes.len(), bytes.capacity());
        if bytes.len() as u64 > limit {
            return Err(failed(io::Error::other(format!("it has more than {limit} bytes"))));
        }
        // The buffer grows by half. While it is copied, the old and the new one are both allocated.
        if capacity - length < PIECE as usize {
            let grown = capacity / 2 * 3 + PIECE as usize;
            meter.reserve(grown as u64)?;
            bytes.reserve_exact(grown - length);
            meter.release(capacity as u64);
        }
        let read = file.by_ref().take(PIECE).read_to_end(&mut bytes).map_err(failed)?;
        if read == 0 {
            return Ok((bytes, hasher.finalize()));
        }
        hasher.update(&bytes[length..]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Loads a file of this many bytes.
    fn load(length: u64, limit: u64, meter: &Meter<'_>) -> Result<Vec<u8>, Failure> {
        let load: &FileLoader<'_> = &move |_| Ok(Box::new(io::repeat(b' ').take(length)));
        let (bytes, hash) = load_and_hash(load, ("file", "a"), limit, meter)?;
        assert_eq!(hash, blake3::hash(&bytes));
        Ok(bytes)
    }

    #[test]
    fn the_buffer_of_a_file_is_counted_and_grows_by_half() {
        for length in [0, 1, PIECE - 1, PIECE, PIECE + 1, 5 * PIECE, 20 * PIECE + 7] {
            let meter = Meter::unlimited();
            let bytes = load(length, 1 << 30, &meter).unwrap();
            let capacity = bytes.capacity() as u64;
            assert_eq!((bytes.len() as u64, meter.used()), (length, capacity), "{length}");
            assert!(capacity <= length / 2 * 3 + 3 * PIECE, "{length}: {capacity}");
        }
    }

    #[test]
    fn longer_files_are_refused() {
        let limit = 2 * PIECE + 3;
        assert_eq!(load(limit, limit, &Meter::unlimited()).unwrap().len() as u64, limit);
        for length in [limit + 1, limit + PIECE, u64::MAX] {
            let Err(Failure::Unreadable(why)) = load(length, limit, &Meter::unlimited()) else {
                panic!("{length} bytes were read");
            };
            assert!(why.ends_with("it has more than 2097155 bytes"), "{why}");
        }
    }
}
