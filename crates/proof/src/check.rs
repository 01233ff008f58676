//! The verdict on a certificate: plays the game along the choices in the file and believes nothing else.

use std::io::{self, Read};

use serde::Serialize;

use crate::failure::{Failure, Place, quote};
use crate::format::{Header, Reader, Summary};
use crate::rules::{self, Game, Graph, Rules};
use crate::tables::Tables;
use crate::walk::{self, Claim, Tally};

/// Fetches a file: the graph file of a `graph:` game, given the path in the game's spelling, or a file of a tablebase,
/// given its name.
pub type FileLoader<'l> = dyn Fn(&str) -> io::Result<Vec<u8>> + 'l;

/// What a check may use besides the certificate.
#[derive(Default)]
pub struct Options<'l> {
    /// How to get graph files; without it certificates of `graph:` games cannot be checked.
    pub graph: Option<Box<FileLoader<'l>>>,
    /// How to get the files of a tablebase; without it certificates that cite one cannot be checked.
    pub tablebase: Option<Box<FileLoader<'l>>>,
    /// Refuse certificates that cite anything.
    pub strict: bool,
}

impl<'l> Options<'l> {
    /// With that way to get graph files.
    pub fn with_graph_loader(loader: impl Fn(&str) -> io::Result<Vec<u8>> + 'l) -> Options<'l> {
        Options { graph: Some(Box::new(loader)), ..Options::default() }
    }

    /// With the bytes of the graph file, whatever its path is.
    pub fn with_graph(bytes: &'l [u8]) -> Options<'l> {
        Options::with_graph_loader(move |_| Ok(bytes.to_vec()))
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
    /// What the proof takes on trust from elsewhere, as phrases.
    pub trusted: Vec<String>,
}

/// Checks a certificate. It is read once, from front to back; memory is bounded by the kept positions plus one line
/// of play (where play can return, by all positions of the proof), and for graph games the graph.
pub fn check(input: impl Read, options: &Options<'_>) -> Result<Accepted, Failure> {
    let mut reader = Reader::new(input)?;
    let verdict = open_and_examine(&mut reader, options);
    match &verdict {
        Err(Failure::Rejected(_)) => reader.damage().map_or(verdict, Err),
        _ => verdict,
    }
}

fn open_and_examine<R: Read>(
    reader: &mut Reader<R>,
    options: &Options<'_>,
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
        return examine(&open_graph(path, &header, options)?, &header, reader, options);
    }
    if header.graph.is_some() {
        return Err(Failure::header("the member \"graph\" belongs to graph: games only"));
    }
    let game = Game::open(&header.game)
        .map_err(|reason| Failure::header(format!("the game {}: {reason}", quote(&header.game))))?;
    match &game {
        Game::Connect4(rules) => examine(rules, &header, reader, options),
        Game::Mnk(rules) => examine(rules, &header, reader, options),
        Game::Woodpush(rules) => examine(rules, &header, reader, options),
        Game::Hounds(rules) => examine(rules, &header, reader, options),
        Game::Torere(rules) => examine(rules, &header, reader, options),
        Game::Awari(rules) => examine(rules, &header, reader, options),
        Game::Breakthrough(rules) => examine(rules, &header, reader, options),
    }
}

fn open_graph(path: &str, header: &Header, options: &Options<'_>) -> Result<Graph, Failure> {
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
    let bytes = load(path).map_err(|error| {
        Failure::Unreadable(format!("the graph file {} cannot be read: {error}", quote(path)))
    })?;
    if blake3::hash(&bytes).to_hex().as_str() != stated {
        let reason =
            "the file given is not the one that the certificate is about; its hash differs";
        return Err(Failure::at(Place::GraphFile, reason));
    }
    Graph::read_file(&bytes).map_err(|reason| Failure::at(Place::GraphFile, reason))
}

fn examine<G: Rules, R: Read>(
    rules: &G,
    header: &Header,
    reader: &mut Reader<R>,
    options: &Options<'_>,
) -> Result<Accepted, Failure> {
    let claims = read_claims(header, rules.outcomes())?;
    let root = rules.read(&header.position).map_err(Failure::header)?;
    compare_infinite(header, rules, &root)?;
    let tables = open_tables(header, rules.tables(), options)?;
    let mut tally = Tally::default();
    for claim in &claims {
        walk::prove(rules, claim, reader, &mut tally, tables.as_ref(), root.clone())?;
    }
    let mut accepted = accepted(header, &claims, rules.outcomes(), &tally, reader.finish()?);
    if let Some(tables) = tables {
        let (positions, layers, hash) = (tally.cited, tables.layers(), tables.hash());
        accepted.trusted.push(format!(
            "the values of {positions} positions by {layers} layers of the tablebase {hash}"
        ));
    }
    Ok(accepted)
}

/// The tablebase that the certificate cites, every byte compared with the hash in the header.
fn open_tables(
    header: &Header,
    spelling: Option<String>,
    options: &Options<'_>,
) -> Result<Option<Tables>, Failure> {
    let Some(cited) = &header.tablebase else { return Ok(None) };
    let Some(spelling) = spelling else {
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
    Tables::open(load, &spelling, cited).map(Some)
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
    }
}
