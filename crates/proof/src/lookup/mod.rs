//! Looks up single positions in the proof of a certificate, without following all of it.
//!
//! A walk meets lines of play in the order of their moves, and each part begins with its line. So the part that has a line is
//! found by comparing lines, and only that part is followed. A position that is cited is found by the number of its record.

mod find;
mod parts;
mod sizes;

use std::io::Read;

use self::parts::{PartAt, read_parts};
pub use self::sizes::{Size, Sizes};
use crate::check::{open_game, open_graph, open_rules, open_tables};
use crate::claims::{self, Claim};
use crate::failure::Failure;
use crate::format::{Header, PARTS_VERSION, Reader};
use crate::game_file::FileKind;
use crate::limits::{Limits, Meter};
use crate::options::Options;
use crate::rules::{Game, Rules};
use crate::tables::Tables;

/// The proof of a certificate, of which single positions can be looked up. What it says has not been checked.
///
/// ```
/// use foregone_proof::Options;
/// use foregone_proof::lookup::{Lookup, Place, ProofLookup};
/// use foregone_proof::format::{Header, Writer};
/// use foregone_proof::rules::{Game, Rules};
///
/// // x is to move and completes a line with the first free cell, c1.
/// let mut header = Header::new("tictactoe", "oo./.../xx.");
/// header.at_least = Some("win".to_owned());
/// let mut certificate = Vec::new();
/// let mut writer = Writer::in_parts(&mut certificate, &header)?;
/// writer.part(0, &[0, 0, 0])?; // no records before, no line, the first legal move
/// writer.count(1);
/// writer.finish()?;
///
/// let Ok(Game::Mnk(rules)) = Game::open("tictactoe") else { panic!("a game") };
/// let lookup = Lookup::new(rules, &certificate[..], &Options::default())?;
/// assert_eq!(lookup.find(0, &[])?.place, Place::Choice(0));
/// assert_eq!(lookup.find(0, &[0])?.place, Place::Over("win".to_owned()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Lookup<G: Rules> {
    rules: G,
    header: Header,
    claims: Vec<Claim>,
    root: G::Position,
    tables: Option<Tables>,
    /// Whether positions and their images are one in the proof.
    symmetric: bool,
    parts: Vec<PartAt>,
    records: u64,
    hash: String,
    /// The limits of one question.
    limits: Limits<'static>,
}

/// [`Lookup`] for any game.
pub trait ProofLookup {
    /// What the certificate claims.
    fn header(&self) -> &Header;

    /// The claims in words, in the order of their numbers.
    fn claims(&self) -> Vec<&str>;

    /// The number of records.
    fn records(&self) -> u64;

    /// The hash at the end of the certificate, in hexadecimal digits.
    fn hash(&self) -> &str;

    /// The sizes of the proof below all positions that have a record. It takes about as long as a check; `report` hears what is
    /// measured so far.
    fn measure(&self, report: &mut dyn FnMut(&Sizes)) -> Result<Sizes, Failure>;

    /// What the proof of a claim says about the position after some moves, given by their indices in the canonical order.
    fn find(&self, claim: usize, moves: &[usize]) -> Result<Found, Failure>;
}

/// Reads a certificate of a built-in game, or of a `graph:` or `gdl:` game whose file the options can open. A tablebase that the proof
/// cites is opened by the options, too. Their limits of memory and time hold for reading, and for each question.
pub fn open(
    file: &[u8],
    options: &Options<'_>,
) -> Result<Box<dyn ProofLookup + Send + Sync>, Failure> {
    let reader = Reader::new(file)?;
    refuse_expectation(&reader)?;
    let header = reader.header().clone();
    let meter = Meter::unlimited();
    match FileKind::of(&header.game) {
        Some((FileKind::Graph, path)) => {
            let graph = open_graph(path, &header, options, &meter)?;
            return Ok(Box::new(Lookup::new(graph, file, options)?));
        }
        Some((FileKind::Rules, path)) => {
            let rules = open_rules(path, &header, options, &meter)?;
            return Ok(Box::new(Lookup::new(rules, file, options)?));
        }
        None => {}
    }
    Ok(match open_game(&header)? {
        Game::Connect4(rules) => Box::new(Lookup::new(rules, file, options)?),
        Game::Mnk(rules) => Box::new(Lookup::new(rules, file, options)?),
        Game::Woodpush(rules) => Box::new(Lookup::new(rules, file, options)?),
        Game::Hounds(rules) => Box::new(Lookup::new(rules, file, options)?),
        Game::Torere(rules) => Box::new(Lookup::new(rules, file, options)?),
        Game::Awari(rules) => Box::new(Lookup::new(rules, file, options)?),
        Game::Breakthrough(rules) => Box::new(Lookup::new(rules, file, options)?),
        Game::Othello(rules) => Box::new(Lookup::new(rules, file, options)?),
        Game::Qubic(rules) => Box::new(Lookup::new(rules, file, options)?),
    })
}

/// Refuses a certificate of an expectation, whose records do not say to which position they belong.
pub fn refuse_expectation<R: Read>(reader: &Reader<R>) -> Result<(), Failure> {
    match reader.expectation() {
        None => Ok(()),
        Some(_) => Err(Failure::Unreadable(
            "the proof of an expectation cannot be shown position by position; it can be checked"
                .to_owned(),
        )),
    }
}

/// What the proof says about a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    /// The moves from the root by which the proof itself comes to the position. They differ from those that were asked for where
    /// several lines lead to the same position, or to its image.
    pub line: Vec<usize>,
    /// What the proof does there.
    pub place: Place,
    /// The number of records of the claim before the one of the position, if it has one.
    pub record: Option<u64>,
    /// Whether a tablebase that is cited knows the position, and not the static bounds.
    pub in_tables: bool,
}

/// What a proof does at a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Place {
    /// Play is over, with this outcome.
    Over(String),
    /// The claim follows from the static bounds, or from a tablebase that is cited.
    Known,
    /// The checker searches by itself that the claim holds.
    Searched,
    /// The owner of the claim makes the move with this index.
    Choice(usize),
    /// The opponent moves, and the proof answers all replies.
    Replies,
    /// The position is not in the proof: the owner makes another move before, the one with this index after this many moves.
    Elsewhere {
        /// Moves to the position where the lines part.
        after: usize,
        /// The move of the proof there.
        choice: usize,
    },
    /// The position is not in the proof: it ends before, after this many moves.
    Ended {
        /// Moves to the position where the proof ends.
        after: usize,
    },
}

impl<G: Rules> Lookup<G> {
    /// Reads a certificate with the rules of its game. Its hash is compared; its proof is not checked. A certificate of
    /// format 1 is followed once, because its records do not say to which position they belong.
    pub fn new(rules: G, input: impl Read, options: &Options<'_>) -> Result<Lookup<G>, Failure> {
        let meter = Meter::new(options.limits, None);
        let mut reader = Reader::new(input)?;
        refuse_expectation(&reader)?;
        let header = reader.header().clone();
        let claims = claims::read(&header, &rules.outcomes())?;
        let root = rules.read(&header.position).map_err(Failure::header)?;
        claims::compare_infinite(&header, &rules, &root)?;
        let tables = open_tables(&header, &rules, options, &meter)?;
        let mut lookup = Lookup {
            rules,
            header,
            claims,
            root,
            tables,
            symmetric: reader.version() == PARTS_VERSION,
            parts: Vec::new(),
            records: 0,
            hash: String::new(),
            limits: Limits { interrupt: None, ..options.limits },
        };
        lookup.parts = read_parts(&lookup, &mut reader, &meter)?;
        let end = if lookup.symmetric { reader.summary() } else { reader.finish() };
        let end = end?;
        (lookup.records, lookup.hash) = (end.records, end.hash);
        Ok(lookup)
    }
}

impl<G: Rules> ProofLookup for Lookup<G> {
    fn header(&self) -> &Header {
        &self.header
    }

    fn claims(&self) -> Vec<&str> {
        self.claims.iter().map(|claim| claim.text.as_str()).collect()
    }

    fn records(&self) -> u64 {
        self.records
    }

    fn hash(&self) -> &str {
        &self.hash
    }

    fn measure(&self, report: &mut dyn FnMut(&Sizes)) -> Result<Sizes, Failure> {
        self.measure_all(report)
    }

    fn find(&self, claim: usize, moves: &[usize]) -> Result<Found, Failure> {
        self.find_line(claim, moves)
    }
}
