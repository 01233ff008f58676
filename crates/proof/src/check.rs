//! Checking a certificate: the game is played along the choices in the file, and nothing else in the file is believed.

use std::io::Read;

use serde::{Serialize, Serializer};

use crate::claims;
use crate::expectation;
use crate::failure::{Failure, Missing, quote};
use crate::format::{CHUNK, COMPRESSED_CHUNK, HEADER_LINE, Header, PARTS_VERSION, Reader, Summary};
use crate::game_file::{self, FileKind, refuse_other};
use crate::limits::Meter;
use crate::options::Options;
use crate::remote::Fleet;
use crate::rules::{self, Game, Graph, RuleFile, Rules};
use crate::tables::Tables;
use crate::verified_tablebases;
use crate::walk::{self, Counts, Resources};

/// The memory that reading takes for every certificate: one chunk, compressed and decompressed, and the header a few
/// times.
pub(crate) const READING: u64 = (CHUNK + COMPRESSED_CHUNK + 4 * HEADER_LINE) as u64;

/// What an accepted certificate proves, and the size of the proof.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Accepted {
    /// The game, as spelled in the certificate.
    pub game: String,
    /// The position.
    pub position: String,
    /// What is proved: `at least …`, `at most …`, or both.
    pub claims: Vec<String>,
    /// The value of the position, if it follows from the claims.
    pub value: Option<String>,
    /// The outcomes of a game with chance and what they are worth, if the claims are about expectations.
    #[serde(skip_serializing_if = "Vec::is_empty", serialize_with = "as_object")]
    pub utility: Vec<(String, String)>,
    /// Positions visited, each counted as often as it was visited, over all claims.
    pub positions: u64,
    /// Records read.
    pub records: u64,
    /// Positions kept, over all claims.
    pub kept: u64,
    /// Moves in the longest line of play that was followed.
    pub longest_line: u64,
    /// Bytes of the certificate.
    pub bytes: u64,
    /// The BLAKE3 hash at the end of the certificate, in hexadecimal digits.
    pub hash: String,
    /// What the proof takes from elsewhere without proof, as phrases. If there is something, the certificate convinces
    /// only those who trust it.
    pub trusted: Vec<String>,
    /// The verified tablebases that the proof cites, as phrases; see [`verified_tablebases`].
    pub rests_on: Vec<String>,
}

impl Accepted {
    /// What was accepted: the claims, the value that follows from them, and the size of the proof.
    pub(crate) fn new(
        header: &Header,
        (claims, value): (Vec<String>, Option<String>),
        counts: &Counts,
        file: Summary,
    ) -> Accepted {
        Accepted {
            game: header.game.clone(),
            position: header.position.clone(),
            claims,
            value,
            utility: Vec::new(),
            positions: counts.positions,
            records: file.records,
            kept: counts.kept,
            longest_line: counts.longest_line,
            bytes: file.bytes,
            hash: file.hash,
            trusted: Vec::new(),
            rests_on: Vec::new(),
        }
    }
}

/// An object with these members.
fn as_object<S: Serializer>(members: &[(String, String)], to: S) -> Result<S::Ok, S::Error> {
    to.collect_map(members.iter().map(|(name, value)| (name, value)))
}

/// Checks a certificate of a built-in game (see [`Game`] and [`ChanceGame`](rules::chance::ChanceGame)) or of a `graph:` or `gdl:` game.
///
/// The certificate is read once, from front to back. The limits bound the memory; below them it grows with the kept
/// positions and one line of play (in games in which play can return, with all positions of the proof), the graph, and the
/// layers of the tablebase that are cited.
///
/// ```
/// use foregone_proof::format::{Header, Writer};
/// use foregone_proof::{Failure, Options, check};
///
/// // x is to move and completes a line with the first free cell, c1.
/// let mut header = Header::new("tictactoe", "oo./.../xx.");
/// header.at_least = Some("win".to_owned());
/// let mut certificate = Vec::new();
/// let mut writer = Writer::new(&mut certificate, &header)?;
/// writer.record(0, false)?;
/// writer.finish()?;
///
/// let accepted = check(&certificate[..], &Options::default())?;
/// assert_eq!((accepted.value.as_deref(), accepted.positions), (Some("win"), 2));
///
/// let truncated = &certificate[..certificate.len() - 1];
/// assert!(matches!(check(truncated, &Options::default()), Err(Failure::Rejected(_))));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn check(input: impl Read, options: &Options<'_>) -> Result<Accepted, Failure> {
    read_and_examine(input, options, open_and_examine)
}

/// Checks a certificate with other rules than the built-in ones. `game` is the spelling that the certificate must have for
/// this game; a certificate of another game is rejected.
///
/// The checker believes these rules: a certificate proves only what follows from them. Memory and time are bounded as in
/// [`check`], except for what the rules themselves take.
///
/// The rules in this example are the `Heap` of the [example of the crate](crate#example-a-game-of-your-own).
///
/// ```
/// use foregone_proof::format::{Header, Writer};
/// # use foregone_proof::rules::Rules;
/// use foregone_proof::{Options, check_with};
///
/// # // Two players in turn take one or two stones from a heap. The player who takes the last stone wins.
/// # struct Heap;
/// #
/// # impl Rules for Heap {
/// #     // The stones that are left, and whether Max is to move.
/// #     type Position = (u32, bool);
/// #
/// #     fn outcomes(&self) -> Vec<&str> {
/// #         vec!["loss", "win"]
/// #     }
/// #     fn read(&self, text: &str) -> Result<Self::Position, String> {
/// #         let stones = text.parse().map_err(|_| format!("{text} is not a number of stones"))?;
/// #         Ok((stones, true))
/// #     }
/// #     fn outcome(&self, &(stones, max): &Self::Position) -> Option<usize> {
/// #         (stones == 0).then_some(if max { 0 } else { 1 })
/// #     }
/// #     fn max_to_move(&self, &(_, max): &Self::Position) -> bool {
/// #         max
/// #     }
/// #     fn successor(&self, &(stones, max): &Self::Position, index: usize) -> Option<Self::Position> {
/// #         let taken = [1, 2].get(index)?;
/// #         Some((stones.checked_sub(*taken)?, !max))
/// #     }
/// # }
/// #
/// // Max takes one stone of four; then two if Min takes one, and one if Min takes two.
/// let mut header = Header::new("heap", "4");
/// header.at_least = Some("win".to_owned());
/// let mut certificate = Vec::new();
/// let mut writer = Writer::new(&mut certificate, &header)?;
/// for choice in [0, 1, 0] {
///     writer.record(choice, false)?;
/// }
/// writer.finish()?;
///
/// let accepted = check_with(&Heap, "heap", &certificate[..], &Options::default())?;
/// assert_eq!((accepted.value.as_deref(), accepted.positions), (Some("win"), 6));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn check_with<G: Rules>(
    rules: &G,
    game: &str,
    input: impl Read,
    options: &Options<'_>,
) -> Result<Accepted, Failure> {
    read_and_examine(input, options, |reader, options, meter| {
        if reader.expectation().is_some() {
            return Err(Failure::header(
                "this is a certificate of an expectation, and these are rules without chance",
            ));
        }
        let stated = &reader.header().game;
        if stated != game {
            return Err(Failure::header(format!(
                "the certificate is about the game {}, not about {}",
                quote(stated),
                quote(game)
            )));
        }
        compare_version(reader.header(), rules.version())?;
        refuse_other(reader.header(), None)?;
        // Nobody else knows these rules.
        examine(rules, reader, options, (meter, None))
    })
}

/// Reads the header and leaves the rest to `examine`. If that rejects the certificate, looks whether the file is damaged,
/// which is then the better explanation.
pub(crate) fn read_and_examine<R: Read>(
    input: R,
    options: &Options<'_>,
    examine: impl FnOnce(&mut Reader<R>, &Options<'_>, &Meter<'_>) -> Result<Accepted, Failure>,
) -> Result<Accepted, Failure> {
    let clock = options.fleet.and_then(Fleet::clock);
    let meter = Meter::new(options.limits, options.observer.as_deref()).since(clock);
    meter.reserve(READING)?;
    let mut reader = Reader::new(input)?;
    let result = examine(&mut reader, options, &meter);
    match &result {
        Err(Failure::Rejected(_)) => reader.find_damage(&meter).map_or(result, Err),
        _ => result,
    }
}

fn open_and_examine<R: Read>(
    reader: &mut Reader<R>,
    options: &Options<'_>,
    meter: &Meter<'_>,
) -> Result<Accepted, Failure> {
    if let Some(header) = reader.expectation().cloned() {
        return expectation::open_and_examine(&header, reader, options, meter);
    }
    let header = reader.header().clone();
    with_rules(&header, options, meter, Examine { reader, options, meter })
}

/// Something to do with the rules of a game, whichever it is.
pub(crate) trait Task {
    /// What comes of it.
    type Output;

    /// Does it.
    fn run<G: Rules>(self, rules: &G) -> Result<Self::Output, Failure>;
}

/// The check of all claims.
struct Examine<'e, 'l, R> {
    reader: &'e mut Reader<R>,
    options: &'e Options<'l>,
    meter: &'e Meter<'e>,
}

impl<R: Read> Task for Examine<'_, '_, R> {
    type Output = Accepted;

    fn run<G: Rules>(self, rules: &G) -> Result<Accepted, Failure> {
        examine(rules, self.reader, self.options, (self.meter, self.options.fleet))
    }
}

/// Opens the game that a header names, and does something with its rules.
pub(crate) fn with_rules<T: Task>(
    header: &Header,
    options: &Options<'_>,
    meter: &Meter<'_>,
    task: T,
) -> Result<T::Output, Failure> {
    match FileKind::of(&header.game) {
        Some((FileKind::Graph, path)) => {
            return task.run(&open_graph(path, header, options, meter)?);
        }
        Some((FileKind::Rules, path)) => {
            return task.run(&open_rules(path, header, options, meter)?);
        }
        None => {}
    }
    match &open_game(header)? {
        Game::Connect4(rules) => task.run(rules),
        Game::Mnk(rules) => task.run(rules),
        Game::Woodpush(rules) => task.run(rules),
        Game::Hounds(rules) => task.run(rules),
        Game::Torere(rules) => task.run(rules),
        Game::Awari(rules) => task.run(rules),
        Game::Breakthrough(rules) => task.run(rules),
        Game::Othello(rules) => task.run(rules),
        Game::Qubic(rules) => task.run(rules),
    }
}

/// Opens the graph game that a header names.
pub(crate) fn open_graph(
    path: &str,
    header: &Header,
    options: &Options<'_>,
    meter: &Meter<'_>,
) -> Result<Graph, Failure> {
    compare_version(header, rules::VERSION)?;
    game_file::open((FileKind::Graph, path), header, options, meter, Graph::read_within)
}

/// Opens the game of a rule file that a header names.
pub(crate) fn open_rules(
    path: &str,
    header: &Header,
    options: &Options<'_>,
    meter: &Meter<'_>,
) -> Result<RuleFile, Failure> {
    compare_version(header, rules::VERSION)?;
    let names = [&header.at_least, &header.at_most, &header.infinite];
    let names: Vec<&str> = names.into_iter().flatten().map(String::as_str).collect();
    let read =
        |bytes: &[u8], meter: &Meter<'_>| RuleFile::read_within(bytes, &header.game, &names, meter);
    game_file::open((FileKind::Rules, path), header, options, meter, read)
}

/// Opens the built-in game that a header names, in the version of its rules that it names.
pub(crate) fn open_game(header: &Header) -> Result<Game, Failure> {
    let newest = rules::newest_version(&header.game);
    if !(rules::VERSION..=newest).contains(&header.rules) {
        return Err(unknown_version(header, newest));
    }
    refuse_other(header, None)?;
    let game = Game::open(&header.game)
        .map_err(|reason| Failure::header(format!("the game {}: {reason}", quote(&header.game))))?;
    game.with_version(header.rules).ok_or_else(|| unknown_version(header, newest))
}

pub(crate) fn compare_version(header: &Header, version: u64) -> Result<(), Failure> {
    if header.rules == version { Ok(()) } else { Err(unknown_version(header, version)) }
}

fn unknown_version(header: &Header, newest: u64) -> Failure {
    Failure::header(format!(
        "rules version {} of {} is not known; this checker has version {newest}: use a newer checker",
        header.rules,
        quote(&header.game),
    ))
}

/// Checks all claims with these rules, perhaps by a fleet.
fn examine<G: Rules, R: Read>(
    rules: &G,
    reader: &mut Reader<R>,
    options: &Options<'_>,
    (meter, fleet): (&Meter<'_>, Option<&Fleet<'_>>),
) -> Result<Accepted, Failure> {
    let header = reader.header().clone();
    let claims = claims::read(&header, &rules.outcomes())?;
    let root = rules.read(&header.position).map_err(Failure::header)?;
    claims::compare_infinite(&header, rules, &root)?;
    let tables = open_tables(&header, rules, options, meter)?;
    let resources = Resources { tables: tables.as_ref(), meter };
    let proof = (rules, &claims[..], &root);
    let counts = match reader.version() {
        PARTS_VERSION => walk::prove_parts(proof, reader, resources, (options, fleet))?,
        _ if options.save.is_some() || options.resume.is_some() => {
            return Err(Failure::Unreadable(
                "a certificate of format 1 has no parts, so its check cannot be saved".to_owned(),
            ));
        }
        _ => walk::prove_sequence(proof, reader, resources)?,
    };
    let outcomes = rules.outcomes();
    let value = claims::value(&claims, outcomes.len() - 1).map(|rank| outcomes[rank].to_owned());
    let claims = claims.into_iter().map(|claim| claim.text).collect();
    let mut accepted = Accepted::new(&header, (claims, value), &counts, reader.finish()?);
    accepted.trusted.extend(fleet.and_then(|fleet| fleet.ledger.borrow().phrase()));
    if let Some(tables) = tables {
        let (positions, layers, hash) = (counts.cited, tables.layers(), tables.hash());
        let phrase = format!("{positions} positions by {layers} layers of the tablebase {hash}");
        if verified_tablebases::contains(tables.game(), layers, hash) {
            accepted.rests_on.push(format!("the values of {phrase}, which is known"));
        } else {
            accepted.trusted.push(format!("the values of {phrase}"));
        }
    }
    Ok(accepted)
}

/// The tablebase that the certificate cites. All of its values are compared with the hash in the header.
pub(crate) fn open_tables<G: Rules>(
    header: &Header,
    rules: &G,
    options: &Options<'_>,
    meter: &Meter<'_>,
) -> Result<Option<Tables>, Failure> {
    let Some(cited) = &header.tablebase else { return Ok(None) };
    let Some(spelling) = rules.tablebase_game() else {
        return Err(Failure::header("the member \"tablebase\" is not for this game: it has none"));
    };
    if options.strict {
        return Err(Failure::header(
            "the proof cites a tablebase, which a strict check does not allow",
        ));
    }
    let Some(load) = &options.tablebase else {
        return Err(Failure::Missing(Missing::Tablebase));
    };
    Tables::open(load, (rules, spelling), cited, meter).map(Some)
}
