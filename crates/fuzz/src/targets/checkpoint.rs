//! Checkpoints: the header of one and the whole state of a search. An input is a complete file, or a header line and a state
//! that are sealed with the right hashes, so that mutations reach the loader and not only the comparison of a hash.

use std::sync::OnceLock;
use std::time::Duration;

use foregone::checkpoint::{EVERY, Header, Keeper, Reader};
use foregone::{Decided, Game, Goal, Method, Settings, Solver, StopHandle};

use crate::{Target, parts};

/// Files that searches go on from.
pub(super) struct Checkpoint;

/// One of each kind of search that can be saved, with a game in which play never returns and one in which it can return.
const SEARCHES: [(&str, &str); 7] = [
    ("pns", "connect4:4x4"),
    ("mopns", "connect4:4x4"),
    ("dfpn", "connect4:4x4"),
    ("dfmopns", "connect4:4x4"),
    ("alphabeta-tt", "connect4:4x4"),
    ("dfpn", "torere"),
    ("dfmopns", "torere"),
];

/// The memory of the searches: so little that the state is shorter than the longest input.
const MEMORY: u64 = 1 << 15;

/// The first line of a checkpoint, the bytes of a hash and of the length of a chunk, and the most bytes of a chunk, as
/// `docs/checkpoints.md` says.
const FIRST_LINE: &[u8] = b"foregone checkpoint 1\n";
const HASH: usize = 32;
const LENGTH: usize = 4;
const CHUNK: usize = 1 << 20;

/// The game that a header names, or else the first one.
fn game(named: &str) -> &'static Game {
    static GAMES: OnceLock<Vec<Game>> = OnceLock::new();
    let games = GAMES.get_or_init(|| {
        let games = ["connect4:4x4", "torere"].iter();
        games.map(|game| Game::open(game).expect("a game")).collect()
    });
    games.iter().find(|game| game.spelling() == named).unwrap_or(&games[0])
}

impl Target for Checkpoint {
    fn name(&self) -> &'static str {
        "checkpoint"
    }

    fn seeds(&self) -> Vec<Vec<u8>> {
        let files: Vec<Vec<u8>> = SEARCHES.iter().map(|&search| saved(search)).collect();
        let sealed = files.iter().map(|file| header_and_state(file)).collect::<Vec<_>>();
        [sealed, files].concat()
    }

    fn run(&self, input: &[u8]) -> String {
        match parts::split(input).split_first() {
            Some((header, [state @ .., last])) => {
                // A state can have the bytes that separate parts.
                let state = parts::join(&[state, &[last]].concat());
                answer(&sealed(header, &state))
            }
            _ => format!("{} / {}", answer(input), answer(&repaired(input))),
        }
    }
}

/// Loads the file and searches a little further.
fn answer(file: &[u8]) -> String {
    let (header, mut reader) = match Reader::new(file, StopHandle::new()) {
        Ok(read) => read,
        Err(unusable) => return kind(unusable.why()),
    };
    let game = game(&header.game);
    let place = header.place(game);
    let question = header.question(game).map_err(|error| error.to_string());
    let (position, question) = match (place, question) {
        (Ok(position), Ok(question)) => (position, question),
        (Err(why), _) | (_, Err(why)) => return kind(&why),
    };
    let mut settings = Settings::new();
    (settings.memory, settings.nodes) = (MEMORY, Some(2_000));
    // An altered table can keep a search from ever creating a node; then the time ends it.
    settings.time = Some(Duration::from_secs(1));
    let decided = Decided { question, policy: None, chosen: None };
    let mut solver = Solver::with(game, settings);
    match solver.search(&position, decided, &mut (), None, Some(&mut reader)) {
        Ok(answer) => format!("resumed: {}", answer.status().name()),
        Err(error) => error.to_string(),
    }
}

/// The sentence about an unusable header without the texts of the header, which do not tell which code gave the answer.
fn kind(why: &str) -> String {
    let before_text = ["was written by foregone", "is of "].into_iter();
    let mut prefixes = before_text.filter(|prefix| why.starts_with(prefix));
    let quoted = || why.split(['"', '`']).next().unwrap_or_default();
    prefixes.next().unwrap_or_else(quoted).to_owned()
}

/// A checkpoint of a search that was stopped early.
fn saved((method, spelling): (&str, &str)) -> Vec<u8> {
    let game = game(spelling);
    let mut settings = Settings::by(Method::named(method).expect("an algorithm"));
    settings.set("threads", "1").expect("a number");
    (settings.memory, settings.nodes) = (MEMORY, Some(300));
    let start = game.start();
    let decided = settings.decide(game, Goal::Value).expect("options that fit");
    let header = Header::new(&start, &decided.question, settings.memory, EVERY);
    let name = format!("foregone-fuzz-{}-{method}.fgk", std::process::id());
    let file = std::env::temp_dir().join(name);
    let mut keeper = Keeper::start(&file, header, true).expect("a new file");
    let mut solver = Solver::with(game, settings);
    solver.search(&start, decided, &mut (), Some(&mut keeper), None).expect("an answer");
    let bytes = std::fs::read(&file).expect("a file that was just written");
    keeper.remove().expect("a file of ours");
    bytes
}

/// The header line of a valid file and its state, as parts.
fn header_and_state(file: &[u8]) -> Vec<u8> {
    let (header, mut rest) = split_header(file).expect("a header");
    let mut state = Vec::new();
    while let Some((frame, after)) = split_chunk(rest) {
        state.extend(zstd::bulk::decompress(frame, CHUNK).expect("a chunk"));
        rest = after;
    }
    parts::join(&[header, &state])
}

/// The header line without its line feed, and the bytes after the hash of the header.
fn split_header(file: &[u8]) -> Option<(&[u8], &[u8])> {
    let rest = file.strip_prefix(FIRST_LINE)?;
    let end = rest.iter().position(|&byte| byte == b'\n')?;
    Some((&rest[..end], rest.get(end + 1 + HASH..)?))
}

/// The compressed bytes of the first chunk, and the bytes after it.
fn split_chunk(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let (length, rest) = bytes.split_first_chunk::<LENGTH>()?;
    rest.get(HASH..)?.split_at_checked(u32::from_le_bytes(*length) as usize)
}

/// A file with this header line and this state.
fn sealed(header: &[u8], state: &[u8]) -> Vec<u8> {
    let frames = state.chunks(CHUNK);
    let frames = frames.map(|chunk| zstd::bulk::compress(chunk, 1).expect("compression in memory"));
    with_hashes(header, frames.collect::<Vec<_>>().iter().map(Vec::as_slice))
}

/// The file with all its hashes made right. Bytes after the last complete chunk are lost.
fn repaired(file: &[u8]) -> Vec<u8> {
    let Some((header, mut rest)) = split_header(file) else { return file.to_vec() };
    let frames = core::iter::from_fn(|| {
        let (frame, after) = split_chunk(rest)?;
        rest = after;
        Some(frame)
    });
    with_hashes(header, frames)
}

/// The file of a header line and compressed chunks. The hash of a chunk is of the hash before it and of the chunk.
fn with_hashes<'f>(header: &[u8], frames: impl Iterator<Item = &'f [u8]>) -> Vec<u8> {
    let mut file = [FIRST_LINE, header, b"\n"].concat();
    let mut hash = blake3::hash(&file);
    file.extend(hash.as_bytes());
    for frame in frames {
        hash = blake3::Hasher::new().update(hash.as_bytes()).update(frame).finalize();
        file.extend((frame.len() as u32).to_le_bytes());
        file.extend(hash.as_bytes());
        file.extend(frame);
    }
    file
}
