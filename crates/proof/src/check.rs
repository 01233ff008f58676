//! The verdict on a certificate: plays the game along the choices in the file and believes nothing else.

use std::io::{self, Read};

use serde::Serialize;

use crate::failure::{Failure, Place, quote};
use crate::format::{CHUNK, COMPRESSED_CHUNK, HEADER_LINE, Header, Reader, Summary};
use crate::known;
use crate::limits::{Limits, Meter};
use crate::rules::{self, Game, Graph, Rules};
use crate::tables::Tables;
use crate::walk::{self, Claim, Sources, Tally};

/// Opens a file: the graph file of a `graph:` game, given the path in the game's spelling, or a file of a tablebase,
/// given its name. The names come from strangers.
pub type FileLoader<'l> = dyn Fn(&str) -> io::Result<Box<dyn Read + 'l>> + 'l;

/// What reading a certificate takes, whatever it is: a chunk packed and unpacked, and the header a few times.
const READING: u64 = (CHUNK + COMPRESSED_CHUNK + 4 * HEADER_LINE) as u64;

/// A graph file may have so many bytes.
pub const GRAPH_FILE: u64 = 1 << 30;

/// What a check may use besides the certificate.
#[derive(Default)]
pub struct Options<'l> {
    /// How to get graph files; without it certificates of `graph:` games cannot be checked.
    pub graph: Option<Box<FileLoader<'l>>>,
    /// How to get the files of a tablebase; without it certificates that cite one cannot be checked.
    pub tablebase: Option<Box<FileLoader<'l>>>,
    /// Refuse certificates that cite anything.
    pub strict: bool,
    /// What the check may take.
    pub limits: Limits<'l>,
}

impl<'l> Options<'l> {
    /// With that way to get graph files.
    pub fn with_graph_loader(
        loader: impl Fn(&str) -> io::Result<Box<dyn Read + 'l>> + 'l,
    ) -> Options<'l> {
        Options { graph: Some(Box::new(loader)), ..Options::default() }
    }

    /// With the bytes of the graph file, whatever its path is.
    pub fn with_graph(bytes: &'l [u8]) -> Options<'l> {
        Options::with_graph_loader(move |_| Ok(Box::new(bytes)))
    }
}

/// What an accepted certificate proves, and what it took to see it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Accepted {
    /// The game, as spelled in the certificate.
    pub game: String,
    /// The position.
    pub position: String,
    /// What is proved: `at least …`, `at most …`, or both.
    pub claims: Vec<String>,
    /// The value of the position, if it follows.
    pub value: Option<String>,
    /// Positions visited, as often as they were visited, over all claims.
    pub positions: u64,
    /// Records read.
    pub records: u64,
    /// Positions kept, over all claims.
    pub kept: u64,
    /// Moves in the longest line of play that was followed.
    pub longest_line: u64,
    /// Bytes of the certificate.
    pub bytes: u64,
    /// The BLAKE3 hash that the certificate ends with, in hexadecimal digits.
    pub hash: String,
    /// What the proof takes on trust from elsewhere, as phrases. Unless this is empty, it is no proof to anybody who does
    /// not share this trust.
    pub trusted: Vec<String>,
    /// Known tables, which anybody can build again, that the proof rests on, as phrases.
    pub rests_on: Vec<String>,
}

/// Checks a certificate. It is read once, from front to back; memory is bounded by the kept positions plus one line
/// of play (where play can return, by all positions of the proof), for graph games the graph, the tables that are cited,
/// and in any case by the limits.
pub fn check(input: impl Read, options: &Options<'_>) -> Result<Accepted, Failure> {
    let meter = Meter::new(options.limits);
    meter.take(READING)?;
    let mut reader = Reader::new(input)?;
    let verdict = open_and_examine(&mut reader, options, &meter);
    match &verdict {
        Err(Failure::Rejected(_)) => reader.damage(&meter).map_or(verdict, Err),
        _ => verdict,
    }
}

fn open_and_examine<R: Read>(
    reader: &mut Reader<R>,
    options: &Options<'_>,
    meter: &Meter<'_>,
) -> Result<Accepted, Failure> {
    let header = reader.header().clone();
    if header.rules != rules::VERSION {
        return Err(Failure::header(format!(
            "rules version {} of {} is not known; this checker has version {}: use a newer foregone-check",
            header.rules,
            quote(&header.game),
            rules::VERSION
        )));
    }
    if let Some(path) = header.game.strip_prefix("graph:") {
        let graph = open_graph(path, &header, options, meter)?;
        return examine(&graph, &header, reader, (options, meter));
    }
    if header.graph.is_some() {
        return Err(Failure::header("the member \"graph\" belongs to graph: games only"));
    }
    let game = Game::open(&header.game)
        .map_err(|reason| Failure::header(format!("the game {}: {reason}", quote(&header.game))))?;
    let given = (options, meter);
    match &game {
        Game::Connect4(rules) => examine(rules, &header, reader, given),
        Game::Mnk(rules) => examine(rules, &header, reader, given),
        Game::Woodpush(rules) => examine(rules, &header, reader, given),
        Game::Hounds(rules) => examine(rules, &header, reader, given),
        Game::Torere(rules) => examine(rules, &header, reader, given),
        Game::Awari(rules) => examine(rules, &header, reader, given),
        Game::Breakthrough(rules) => examine(rules, &header, reader, given),
    }
}

fn open_graph(
    path: &str,
    header: &Header,
    options: &Options<'_>,
    meter: &Meter<'_>,
) -> Result<Graph, Failure> {
    let Some(stated) = &header.graph else {
        return Err(Failure::header(
            "the member \"graph\" with the hash of the graph file is missing",
        ));
    };
    if stated.len() != 64 || !stated.bytes().all(|c| matches!(c, b'0'..=b'9' | b'a'..=b'f')) {
        return Err(Failure::header(
            "the member \"graph\" is not 64 lower-case hexadecimal digits",
        ));
    }
    let Some(load) = &options.graph else {
        return Err(Failure::Unreadable(
            "the certificate is about a graph game, but no graph file is given".to_owned(),
        ));
    };
    let (bytes, hash) = read_graph(load, path, meter)?;
    if hash.to_hex().as_str() != stated {
        let reason =
            "the file given is not the one that the certificate is about; its hash differs";
        return Err(Failure::at(Place::GraphFile, reason));
    }
    let graph = Graph::read_within(&bytes, meter)?;
    meter.give_back(bytes.capacity() as u64);
    Ok(graph)
}

/// The bytes of the graph file, for which memory is taken as they come, and their hash.
fn read_graph(
    load: &FileLoader<'_>,
    path: &str,
    meter: &Meter<'_>,
) -> Result<(Vec<u8>, blake3::Hash), Failure> {
    const PIECE: u64 = 1 << 20;
    let failed = |error: io::Error| {
        Failure::Unreadable(format!("the graph file {} cannot be read: {error}", quote(path)))
    };
    let mut file = load(path).map_err(failed)?;
    let (mut bytes, mut hasher) = (Vec::new(), blake3::Hasher::new());
    loop {
        meter.look()?;
        let (length, capacity) = (bytes.len(), bytes.capacity());
        if bytes.len() as u64 > GRAPH_FILE {
            return Err(failed(io::Error::other(format!("it has more than {GRAPH_FILE} bytes"))));
        }
        // Growing by half takes the old and the new for a moment.
        if capacity - length < PIECE as usize {
            let grown = capacity / 2 * 3 + PIECE as usize;
            meter.take(grown as u64)?;
            bytes.reserve_exact(grown - length);
            meter.give_back(capacity as u64);
        }
        let read = file.by_ref().take(PIECE).read_to_end(&mut bytes).map_err(failed)?;
        if read == 0 {
            return Ok((bytes, hasher.finalize()));
        }
        hasher.update(&bytes[length..]);
    }
}

fn examine<G: Rules, R: Read>(
    rules: &G,
    header: &Header,
    reader: &mut Reader<R>,
    (options, meter): (&Options<'_>, &Meter<'_>),
) -> Result<Accepted, Failure> {
    let claims = read_claims(header, rules.outcomes())?;
    let root = rules.read(&header.position).map_err(Failure::header)?;
    compare_infinite(header, rules, &root)?;
    let tables = open_tables(header, rules, options, meter)?;
    let mut tally = Tally::default();
    let sources = Sources { tables: tables.as_ref(), meter };
    for claim in &claims {
        walk::prove(rules, claim, reader, &mut tally, sources, root.clone())?;
    }
    let mut accepted = accepted(header, &claims, rules.outcomes(), &tally, reader.finish()?);
    if let Some(tables) = tables {
        let (positions, layers, hash) = (tally.cited, tables.layers(), tables.hash());
        let phrase = format!("{positions} positions by {layers} layers of the tablebase {hash}");
        if known::is_known(tables.game(), layers, hash) {
            accepted.rests_on.push(format!("the values of {phrase}, which is known"));
        } else {
            accepted.trusted.push(format!("the values of {phrase}"));
        }
    }
    Ok(accepted)
}

/// The tablebase that the certificate cites, every byte compared with the hash in the header.
fn open_tables<G: Rules>(
    header: &Header,
    rules: &G,
    options: &Options<'_>,
    meter: &Meter<'_>,
) -> Result<Option<Tables>, Failure> {
    let Some(cited) = &header.tablebase else { return Ok(None) };
    let Some(spelling) = rules.tables() else {
        return Err(Failure::header("the member \"tablebase\" is not for this game: it has none"));
    };
    if options.strict {
        return Err(Failure::header(
            "the proof cites a tablebase, which is not allowed here; solve again with --strict",
        ));
    }
    let Some(load) = &options.tablebase else {
        return Err(Failure::Unreadable(
            "the certificate cites a tablebase; name its folder with --tablebase".to_owned(),
        ));
    };
    Tables::open(load, (rules, spelling), cited, meter).map(Some)
}

/// What the certificate takes infinite play for must be what the rules say.
fn compare_infinite<G: Rules>(
    header: &Header,
    rules: &G,
    root: &G::Position,
) -> Result<(), Failure> {
    let expected = rules.infinite(root).map(|rank| &rules.outcomes()[rank]);
    match (&header.infinite, expected) {
        (stated, expected) if stated.as_ref() == expected => Ok(()),
        (None, Some(expected)) => Err(Failure::header(format!(
            "the member \"infinite\" is missing: play can return in this game, and infinite play is worth {}",
            quote(expected)
        ))),
        (Some(stated), Some(expected)) => Err(Failure::header(format!(
            "infinite play is worth {}, not {} as the member \"infinite\" says",
            quote(expected),
            quote(stated)
        ))),
        (_, None) => Err(Failure::header(
            "the member \"infinite\" belongs to games in which play can return only",
        )),
    }
}

/// What the header claims, in the order of the records.
fn read_claims(header: &Header, outcomes: &[String]) -> Result<Vec<Claim>, Failure> {
    let best = outcomes.len() - 1;
    let rank = |name: &String| {
        outcomes.iter().position(|known| known == name).ok_or_else(|| {
            let (worst, best) = (quote(&outcomes[0]), quote(&outcomes[best]));
            Failure::header(format!(
                "{} is not an outcome of the game; they go from {worst} to {best}",
                quote(name)
            ))
        })
    };
    let empty = |what: &str| {
        Failure::header(format!("{what} is true of every position and claims nothing"))
    };
    let mut claims = Vec::new();
    if let Some(name) = &header.at_least {
        let claim = Claim { text: format!("at least {name}"), by_max: true, bound: rank(name)? };
        claims.push(if claim.bound > 0 {
            claim
        } else {
            return Err(empty("at least the worst outcome"));
        });
    }
    if let Some(name) = &header.at_most {
        let claim = Claim { text: format!("at most {name}"), by_max: false, bound: rank(name)? };
        claims.push(if claim.bound < best {
            claim
        } else {
            return Err(empty("at most the best outcome"));
        });
    }
    match &claims[..] {
        [] => Err(Failure::header("nothing is claimed; \"at_least\" or \"at_most\" must be there")),
        [least, most] if least.bound > most.bound => {
            Err(Failure::header(format!("{} and {} contradict each other", least.text, most.text)))
        }
        _ => Ok(claims),
    }
}

fn accepted(
    header: &Header,
    claims: &[Claim],
    outcomes: &[String],
    tally: &Tally,
    file: Summary,
) -> Accepted {
    let least =
        claims.iter().filter(|claim| claim.by_max).map(|claim| claim.bound).max().unwrap_or(0);
    let most = claims.iter().filter(|claim| !claim.by_max).map(|claim| claim.bound).min();
    let most = most.unwrap_or(outcomes.len() - 1);
    Accepted {
        game: header.game.clone(),
        position: header.position.clone(),
        claims: claims.iter().map(|claim| claim.text.clone()).collect(),
        value: (least == most).then(|| outcomes[least].clone()),
        positions: tally.positions,
        records: file.records,
        kept: tally.kept,
        longest_line: tally.longest_line,
        bytes: file.bytes,
        hash: file.hash,
        trusted: Vec::new(),
        rests_on: Vec::new(),
    }
}
