//! Looks up single positions in the proof of a certificate in parts, without following all of it.
//!
//! A walk meets lines of play in the order of their moves, and each part begins with its line. So the part that has a line is
//! found by comparing lines, and only that part is followed. A position that is cited is found by the number of its record.

mod walk;

use std::io::Read;

use self::walk::{Met, Walk};
use crate::check::open_game;
use crate::claims::{self, Claim};
use crate::failure::{Failure, Location};
use crate::format::{Decompress, Header, Numbers, PARTS_VERSION, Reader};
use crate::graph_file;
use crate::limits::{Limits, Meter};
use crate::options::Options;
use crate::rules::{Game, Rules};

/// The proof of a certificate, of which single positions can be looked up. What it says has not been checked.
///
/// ```
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
/// let lookup = Lookup::new(rules, &certificate[..])?;
/// assert_eq!(lookup.find(0, &[])?.place, Place::Choice(0));
/// assert_eq!(lookup.find(0, &[0])?.place, Place::Over("win".to_owned()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Lookup<G: Rules> {
    rules: G,
    header: Header,
    claims: Vec<Claim>,
    root: G::Position,
    parts: Vec<PartAt>,
    records: u64,
}

/// [`Lookup`] for any game.
pub trait ProofLookup {
    /// What the certificate claims.
    fn header(&self) -> &Header;

    /// The claims in words, in the order of their numbers.
    fn claims(&self) -> Vec<&str>;

    /// The number of records.
    fn records(&self) -> u64;

    /// What the proof of a claim says about the position after some moves, given by their indices in the canonical order.
    fn find(&self, claim: usize, moves: &[usize]) -> Result<Found, Failure>;
}

/// Reads a certificate of a built-in game, or of a `graph:` game whose file the options can open.
pub fn open(
    file: &[u8],
    options: &Options<'_>,
) -> Result<Box<dyn ProofLookup + Send + Sync>, Failure> {
    let header = Reader::new(file)?.header().clone();
    if let Some(path) = header.game.strip_prefix("graph:") {
        let graph = graph_file::open(path, &header, options, &Meter::unlimited())?;
        return Ok(Box::new(Lookup::new(graph, file)?));
    }
    Ok(match open_game(&header)? {
        Game::Connect4(rules) => Box::new(Lookup::new(rules, file)?),
        Game::Mnk(rules) => Box::new(Lookup::new(rules, file)?),
        Game::Woodpush(rules) => Box::new(Lookup::new(rules, file)?),
        Game::Hounds(rules) => Box::new(Lookup::new(rules, file)?),
        Game::Torere(rules) => Box::new(Lookup::new(rules, file)?),
        Game::Awari(rules) => Box::new(Lookup::new(rules, file)?),
        Game::Breakthrough(rules) => Box::new(Lookup::new(rules, file)?),
    })
}

/// A part in memory.
struct PartAt {
    claim: usize,
    first: u64,
    /// The moves to where it begins.
    line: Vec<usize>,
    /// Its numbers.
    content: Vec<u8>,
}

/// What the proof says about a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    /// The moves from the root by which the proof itself comes to the position. They differ from those that were asked for where
    /// several lines lead to the same position, or to its image.
    pub line: Vec<usize>,
    /// What the proof does there.
    pub place: Place,
}

/// What a proof does at a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Place {
    /// Play is over, with this outcome.
    Over(String),
    /// The claim follows from the static bounds, or from a tablebase that is cited.
    Known,
    /// The owner of the claim makes the move with this index.
    Choice(usize),
    /// The opponent moves, and the proof answers all of this many replies.
    Replies(usize),
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
    /// Reads a certificate in parts, with the rules of its game. Its hash is compared; its proof is not checked.
    pub fn new(rules: G, input: impl Read) -> Result<Lookup<G>, Failure> {
        let mut reader = Reader::new(input)?;
        let header = reader.header().clone();
        if reader.version() != PARTS_VERSION {
            return Err(Failure::header(
                "the certificate is not in parts, so positions cannot be looked up in it",
            ));
        }
        if header.tablebase.is_some() {
            return Err(Failure::header(
                "the proof cites a tablebase, so positions cannot be looked up in it",
            ));
        }
        let claims = claims::read(&header, &rules.outcomes())?;
        let root = rules.read(&header.position).map_err(Failure::header)?;
        let mut lookup = Lookup { rules, header, claims, root, parts: Vec::new(), records: 0 };
        let (mut decompress, meter) = (Decompress::new()?, Meter::new(Limits::default(), None));
        while let Some(chunk) = reader.chunk()? {
            let content = decompress.chunk(&chunk)?;
            meter.reserve(content.len() as u64)?;
            let content = content.to_vec();
            let wrong = |why: &str| Failure::at(Location::Byte(chunk.offset), why);
            match lookup.parts.last_mut() {
                Some(last) if chunk.continues => last.content.extend(content),
                None if chunk.continues => return Err(wrong("there is no part to go on with")),
                _ => {
                    let part = lookup.part(content).map_err(|why| wrong(&why))?;
                    lookup.parts.push(part);
                }
            }
        }
        lookup.records = reader.summary()?.records;
        Ok(lookup)
    }

    fn part(&self, content: Vec<u8>) -> Result<PartAt, String> {
        let mut part = PartAt { claim: 0, first: 0, line: Vec::new(), content };
        let content = std::mem::take(&mut part.content);
        let mut numbers = Numbers::new(&content);
        let start = Walk::begin(self, &mut numbers)?;
        (part.claim, part.first, part.line) = (start.claim, start.number, start.line);
        part.content = content;
        Ok(part)
    }

    /// The last part of a claim that begins at a line, or before it.
    fn part_at(&self, claim: usize, line: &[usize]) -> Option<&PartAt> {
        self.parts.iter().rfind(|part| part.claim == claim && part.line.as_slice() <= line)
    }

    /// How far a line is in the proof, and what the proof does there.
    fn nearest(&self, claim: usize, target: &[usize]) -> Result<(usize, Met), String> {
        let Some(part) = self.part_at(claim, target) else {
            return self.root_only(claim, target);
        };
        let mut numbers = Numbers::new(&part.content);
        let mut walk = Walk::begin(self, &mut numbers)?;
        while let Some(met) = walk.step(&mut numbers)? {
            let line = &walk.met_line;
            let parts_here = matches!(met, Met::Choice { index, .. } if target.get(line.len()).is_some_and(|&next| next != index));
            let is_leaf = !matches!(met, Met::Choice { .. } | Met::Replies(_)) || parts_here;
            if line == target || is_leaf && target.starts_with(line) {
                return Ok((line.len(), met));
            }
        }
        Err("the line is not in the proof; perhaps a move of it does not exist".to_owned())
    }

    /// A claim without parts is established at the root.
    fn root_only(&self, claim: usize, target: &[usize]) -> Result<(usize, Met), String> {
        let Some(stated) = self.claims.get(claim) else {
            return Err(format!("there is no claim with the number {claim}"));
        };
        let mut walk = Walk::at(self, claim);
        while let Some(met) = walk.step(&mut Numbers::new(&[]))? {
            let is_leaf = !matches!(met, Met::Replies(_));
            if walk.met_line == target || is_leaf && target.starts_with(&walk.met_line) {
                return Ok((walk.met_line.len(), met));
            }
        }
        Err(format!("the line is not in the proof of {}", stated.text))
    }

    /// The line by which the proof comes to a position for the first time that it meets again at this line.
    fn home(&self, claim: usize, line: &[usize], met: Met) -> Result<Vec<usize>, String> {
        let lost = || "the record of a position that is met again is not there".to_owned();
        let part = match met {
            Met::Cited(number) => {
                let mut parts = self.parts.iter();
                parts.rfind(|part| part.claim == claim && part.first <= number)
            }
            _ => self.part_at(claim, line),
        };
        let wanted = self.rules.representative(&self.position(line)?);
        let part = part.ok_or_else(lost)?;
        let mut numbers = Numbers::new(&part.content);
        let mut walk = Walk::begin(self, &mut numbers)?;
        // The position may be on the line with which the part begins.
        for length in 0..walk.line.len() {
            let before = &walk.line[..length];
            if !matches!(met, Met::Cited(_))
                && self.rules.representative(&self.position(before)?) == wanted
            {
                return Ok(before.to_vec());
            }
        }
        while let Some(here) = walk.step(&mut numbers)? {
            let same = || self.rules.representative(&walk.met) == wanted;
            match (here, &met) {
                (Met::Choice { number, .. }, Met::Cited(cited)) if number == *cited => {
                    return Ok(walk.met_line);
                }
                (Met::Choice { .. }, Met::Kept) if same() => return Ok(walk.met_line),
                (cited @ Met::Cited(_), Met::Kept) if same() => {
                    return self.home(claim, &walk.met_line, cited);
                }
                _ => {}
            }
        }
        Err(lost())
    }

    /// The moves from another line to the same position, or to its image, on.
    fn moved(&self, from: &[usize], to: Vec<usize>, rest: &[usize]) -> Result<Vec<usize>, String> {
        let (mut there, mut here) = (self.position(from)?, self.position(&to)?);
        let mut line = to;
        for &index in rest {
            let missing = || format!("there is no move with the index {index}");
            there = self.rules.successor(&there, index).ok_or_else(missing)?;
            let wanted = self.rules.representative(&there);
            let mut all = Vec::new();
            self.rules.successors(&here, &mut all);
            let same = all.iter().position(|next| self.rules.representative(next) == wanted);
            let same = same.ok_or_else(missing)?;
            line.push(same);
            here = all.swap_remove(same);
        }
        Ok(line)
    }

    fn position(&self, line: &[usize]) -> Result<G::Position, String> {
        line.iter().try_fold(self.root.clone(), |position, &index| {
            let next = self.rules.successor(&position, index);
            next.ok_or_else(|| format!("there is no move with the index {index}"))
        })
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

    fn find(&self, claim: usize, moves: &[usize]) -> Result<Found, Failure> {
        let wrong = |reason: String| Failure::at(Location::Header, reason);
        let contradiction = || wrong("the parts contradict one another".to_owned());
        let (mut target, mut last) = (moves.to_vec(), usize::MAX);
        loop {
            let (at, met) = self.nearest(claim, &target).map_err(wrong)?;
            let line = target[..at].to_vec();
            // The same number of moves is left, whichever line leads there.
            let left = target.len() - at;
            let Some(after) = moves.len().checked_sub(left) else {
                return Err(contradiction());
            };
            let place = match met {
                Met::Over(rank) if left == 0 => Place::Over(self.rules.outcomes()[rank].to_owned()),
                Met::Known if left == 0 => Place::Known,
                Met::Over(_) | Met::Known => Place::Ended { after },
                Met::Choice { index, .. } => {
                    let same = self.moved(&line, moves[..after].to_vec(), &[index]);
                    let choice = same.map_err(wrong)?.pop().unwrap_or(index);
                    if left == 0 {
                        Place::Choice(choice)
                    } else {
                        Place::Elsewhere { after, choice }
                    }
                }
                Met::Replies(count) => Place::Replies(count),
                Met::Kept | Met::Cited(_) => {
                    // The record of the position is followed by at least one move, unless the parts are wrong.
                    if left >= last {
                        return Err(contradiction());
                    }
                    last = left;
                    let home = self.home(claim, &line, met).map_err(wrong)?;
                    target = self.moved(&line, home, &target[at..]).map_err(wrong)?;
                    continue;
                }
            };
            return Ok(Found { line, place });
        }
    }
}
