//! Checking a certificate of an expectation, in a game with chance.

mod claims;
mod table;
mod walk;

use std::io::Read;

use self::claims::{Claims, ExpectationClaim};
use self::table::Table;
use self::walk::Walk;
use crate::check::{Accepted, compare_version, read_and_examine};
use crate::failure::{Failure, quote};
use crate::format::{ExpectationHeader, Header, Reader, Summary};
use crate::game_file::{self, FileKind, refuse_other};
use crate::limits::Meter;
use crate::number::{Arithmetic, Exact, WholeNumbers};
use crate::options::Options;
use crate::rules::chance::{ChanceGame, ChanceGraph, ChanceRules, Hypergammon};
use crate::walk::Counts;

/// Checks a certificate of an expectation with other rules than the built-in ones. `game` is the spelling that the certificate
/// must have for this game; a certificate of another game is rejected, and so is one without an expectation.
///
/// The checker believes these rules: a certificate proves only what follows from them. Memory and time are bounded as in
/// [`check`](crate::check), except for what the rules themselves take.
///
/// ```
/// use foregone_proof::format::{ExpectationHeader, Writer};
/// use foregone_proof::rules::chance::{ChanceRules, Turn};
/// use foregone_proof::{Options, check_expectation_with};
///
/// /// Max may take a sure draw, or toss a coin that falls on the right side twice in three times.
/// struct Offer;
///
/// impl ChanceRules for Offer {
///     /// 0, 1 and 2 for loss, draw and win, 3 at the start, 4 before the toss.
///     type Position = usize;
///
///     fn outcomes(&self) -> Vec<&str> {
///         vec!["loss", "draw", "win"]
///     }
///     fn read(&self, text: &str) -> Result<usize, String> {
///         if text == "start" { Ok(3) } else { Err(format!("{text} is not the start")) }
///     }
///     fn turn(&self, &position: &usize) -> Turn {
///         match position {
///             3 => Turn::Max,
///             4 => Turn::Chance,
///             rank => Turn::Over(rank),
///         }
///     }
///     fn successors(&self, &position: &usize, list: &mut Vec<(usize, u64)>) {
///         list.extend(if position == 3 { [(1, 1), (4, 1)] } else { [(0, 1), (2, 2)] });
///     }
/// }
///
/// // Two records: the second move at the start, and all outcomes of the toss.
/// let mut header = ExpectationHeader::new("offer", "start", ["-1", "0", "1"]);
/// header.at_least = Some("1/3".to_owned());
/// let mut certificate = Vec::new();
/// let mut writer = Writer::expectations(&mut certificate, &header)?;
/// writer.raw(&[4, 0], 2)?;
/// writer.finish()?;
///
/// let accepted = check_expectation_with(&Offer, "offer", &certificate[..], &Options::default())?;
/// assert_eq!(accepted.claims, ["at least 1/3"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn check_expectation_with<G: ChanceRules>(
    rules: &G,
    game: &str,
    input: impl Read,
    options: &Options<'_>,
) -> Result<Accepted, Failure> {
    read_and_examine(input, options, |reader, options, meter| {
        let Some(header) = reader.expectation().cloned() else {
            return Err(Failure::header(
                "this is not a certificate of an expectation, and these are rules with chance",
            ));
        };
        if header.game != game {
            return Err(Failure::header(format!(
                "the certificate is about the game {}, not about {}",
                quote(&header.game),
                quote(game)
            )));
        }
        compare_version(reader.header(), rules.version())?;
        refuse_other(reader.header(), None)?;
        examine(rules, &header, reader, (options, meter))
    })
}

/// Checks a certificate of a built-in game or of a `graph:` game.
pub(crate) fn open_and_examine<R: Read>(
    header: &ExpectationHeader,
    reader: &mut Reader<R>,
    options: &Options<'_>,
    meter: &Meter<'_>,
) -> Result<Accepted, Failure> {
    let (common, resources) = (reader.header().clone(), (options, meter));
    compare_version(&common, crate::rules::VERSION)?;
    if let Some(path) = common.game.strip_prefix("graph:") {
        let graph = game_file::open(
            (FileKind::Graph, path),
            &common,
            options,
            meter,
            ChanceGraph::read_within,
        )?;
        return examine(&graph, header, reader, resources);
    }
    match open_game(&common)? {
        ChanceGame::Pig(rules) => examine(&rules, header, reader, resources),
        ChanceGame::Ewn(rules) => examine(&rules, header, reader, resources),
        ChanceGame::DarkChess(rules) => examine(&rules, header, reader, resources),
        ChanceGame::Hypergammon(rules) if header.table => {
            examine_table(&rules, header, reader, resources)
        }
        ChanceGame::Hypergammon(rules) => examine(&rules, header, reader, resources),
    }
}

fn open_game(header: &Header) -> Result<ChanceGame, Failure> {
    refuse_other(header, None)?;
    ChanceGame::open(&header.game)
        .map_err(|reason| Failure::header(format!("the game {}: {reason}", quote(&header.game))))
}

/// Refuses what only certificates in parts can do.
fn refuse_options(options: &Options<'_>) -> Result<(), Failure> {
    let refuse = |why: &str| {
        Err(Failure::Unreadable(format!("a certificate of an expectation has no parts, so {why}")))
    };
    if options.save.is_some() || options.resume.is_some() {
        return refuse("its check cannot be saved");
    }
    if options.fleet.is_some() {
        return refuse("it cannot be checked by workers");
    }
    Ok(())
}

/// The claims of a header, and the position that they are about.
fn read_claims<G: ChanceRules>(
    rules: &G,
    header: &ExpectationHeader,
    options: &Options<'_>,
) -> Result<(Claims, G::Position), Failure> {
    refuse_options(options)?;
    let claims = Claims::read(header, rules.outcomes().len())?;
    let root = rules.read(&header.position).map_err(Failure::header)?;
    let expected = rules.infinite(&root).map(|rank| rules.outcomes()[rank]);
    crate::claims::compare_infinite_with(header.infinite.as_deref(), expected)?;
    Ok((claims, root))
}

/// Checks a table, and all claims by it.
fn examine_table<R: Read>(
    rules: &Hypergammon,
    header: &ExpectationHeader,
    reader: &mut Reader<R>,
    (options, meter): (&Options<'_>, &Meter<'_>),
) -> Result<Accepted, Failure> {
    let (claims, root) = read_claims(rules, header, options)?;
    let table = Table::read(rules, &claims, reader, meter)?;
    table.prove_all(&root, options.threads, meter)?;
    let file = reader.finish()?;
    let counts = table.counts();
    Ok(accepted(rules, header, claims, &counts, file))
}

/// Checks all claims with these rules.
fn examine<G: ChanceRules, R: Read>(
    rules: &G,
    header: &ExpectationHeader,
    reader: &mut Reader<R>,
    (options, meter): (&Options<'_>, &Meter<'_>),
) -> Result<Accepted, Failure> {
    if header.table {
        return Err(Failure::header("the member \"table\" is only for hypergammon"));
    }
    let (claims, root) = read_claims(rules, header, options)?;
    let mut counts = Counts::default();
    for claim in &claims.claims {
        let used = meter.used();
        match &claims.denominator {
            None => prove(rules, (&claims, claim), &root, Exact, (reader, meter, &mut counts))?,
            Some(denominator) => {
                let denominator = denominator.clone();
                let numbers = WholeNumbers { denominator, up: !claim.by_max };
                prove(rules, (&claims, claim), &root, numbers, (reader, meter, &mut counts))?;
            }
        }
        // The walk has been dropped with all that it kept.
        meter.release(meter.used() - used);
    }
    Ok(accepted(rules, header, claims, &counts, reader.finish()?))
}

fn prove<G: ChanceRules, A: Arithmetic, R: Read>(
    rules: &G,
    (claims, claim): (&Claims, &ExpectationClaim),
    root: &G::Position,
    arithmetic: A,
    (reader, meter, counts): (&mut Reader<R>, &Meter<'_>, &mut Counts),
) -> Result<(), Failure> {
    let worths = claims.worths.iter().map(|worth| arithmetic.worth(worth)).collect();
    let mut walk = Walk::new(rules, claim, arithmetic, worths, root, (meter, *counts));
    walk.prove(root.clone(), reader)?;
    *counts = walk.counts();
    Ok(())
}

fn accepted<G: ChanceRules>(
    rules: &G,
    header: &ExpectationHeader,
    claims: Claims,
    counts: &Counts,
    file: Summary,
) -> Accepted {
    let outcomes = rules.outcomes().into_iter().map(str::to_owned);
    let utility = outcomes.zip(header.utility.iter().cloned()).collect();
    let value = claims.value();
    let claims = claims.claims.into_iter().map(|claim| claim.text).collect();
    Accepted { utility, ..Accepted::new(&header.common(), (claims, value), counts, file) }
}
