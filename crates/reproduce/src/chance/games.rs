//! Nodes that expectimax, Star1 and Star2 enter on small games: as published, and with a table, a look ahead and an order of
//! moves (Veness and Blair 2007).

use foregone_chance::games::{Opened, open};
use foregone_chance::limits::{Limits, Stop};
use foregone_chance::number::{Fractions, Words};
use foregone_chance::search::{Found, Method, Options, search, solve};
use foregone_chance::{AcyclicChance, ChanceNotation, Fraction};

use super::{Measured, Records};
use crate::context::Context;
use crate::error::Error;
use crate::figures::Figure;
use crate::findings::Finding;
use crate::table::Selection;

/// A search that enters more nodes is given up.
const NODES: u64 = 30_000_000;
const QUICK_NODES: u64 = 3_000_000;

/// A position with the nodes of the reference: of expectimax, Star1, Star2, and Star2 that forgets its probes.
struct Case {
    game: &'static str,
    /// The start, unless given.
    position: Option<&'static str>,
    is_quick: bool,
    reference: [Option<u64>; 4],
}

const fn case(game: &'static str, is_quick: bool) -> Case {
    Case { game, position: None, is_quick, reference: [None; 4] }
}

const fn known(game: &'static str, [ex, s1, s2, forgets]: [u64; 4]) -> Case {
    let reference = [Some(ex), Some(s1), Some(s2), Some(forgets)];
    Case { game, position: None, is_quick: true, reference }
}

const CASES: [Case; 15] = [
    known("piglet:3,turns=4", [973, 762, 760, 7_741]),
    Case {
        reference: [None, None, Some(6_664), Some(2_334_009)],
        ..case("piglet:5,turns=4", true)
    },
    known("pig:10,turns=2", [39_801, 26_255, 26_103, 565_741]),
    case("pig:12,turns=3", false),
    Case {
        position: Some("31./2../..a max"),
        reference: [Some(19_930), Some(3_847), Some(4_296), None],
        ..case("ewn:3x3,stones=3", true)
    },
    case("ewn:3x3,stones=3", true),
    case("ewn:4x4,stones=1", true),
    case("ewn:4x4,stones=3", false),
    known("darkchess:2x2,pieces=KP,limit=4", [116_869, 10_571, 10_373, 30_489]),
    case("darkchess:2x2,pieces=KC,limit=4", true),
    case("darkchess:2x3,pieces=KCP,limit=2", true),
    case("darkchess:2x3,pieces=KCP,limit=7", true),
    case("darkchess:2x3,pieces=KGM,limit=7", false),
    case("darkchess:2x4,pieces=KPPP,limit=2", false),
    case("darkchess:2x4,pieces=KPPP,limit=8", false),
];

/// The searches without a table.
const METHODS: [(&str, Method); 4] = [
    ("expectimax", Method::Expectimax),
    ("Star1", Method::Star1),
    ("Star2", Method::Star2 { keep: true }),
    ("Star2, forgets", Method::Star2 { keep: false }),
];

/// The searches with a table: whether they probe, look ahead, and try moves and outcomes in an order.
const TABLED: [(&str, [bool; 3]); 6] = [
    ("Star1", [false, false, false]),
    ("Star1, ETC", [false, true, false]),
    ("Star1, ETC, order", [false, true, true]),
    ("Star2", [true, false, false]),
    ("Star2, ETC", [true, true, false]),
    ("Star2, ETC, order", [true, true, true]),
];
/// Among them Star2 without and with a look ahead.
const STAR2: [usize; 2] = [3, 4];

/// What the searches of a position took, where they were not given up, and its value, if any was not.
struct Counts {
    name: String,
    plain: Vec<Option<u64>>,
    tabled: Vec<Option<u64>>,
    value: Option<Fraction>,
}

/// The tables, as far as the caller did not stop them.
pub(super) fn reproduce(selection: Selection, context: &Context<'_>) -> Result<Measured, Error> {
    let nodes = if selection.quick { QUICK_NODES } else { NODES };
    let limits = Limits { nodes: Some(nodes), ..context.chance_limits() };
    let cases: Vec<&Case> = CASES.iter().filter(|case| case.is_quick || !selection.quick).collect();
    let mut records =
        Records::new(["game", "position", "search", "table", "nodes", "given_up", "value"]);
    let mut counted: Vec<Counts> = Vec::new();
    let title = "nodes entered without a table, moves in the listed order";
    let plain = context.section(title, &cases, |case| {
        let counts = case.counts(limits)?;
        let figures =
            counts.figures(&METHODS.map(|(name, _)| name), &counts.plain, &case.reference, nodes);
        counts.record(case, nodes, &mut records);
        counted.push(counts);
        Ok(figures)
    })?;
    let names = TABLED.map(|(name, _)| name);
    let tabled = context.section("nodes entered with a table", &counted, |counts| {
        Ok(counts.figures(&names, &counts.tabled, &[], nodes))
    })?;
    let title = "nodes that the look ahead saves of those of Star2 (Veness and Blair 2007)";
    let saved =
        context.findings(title, &counted, |counts| Ok(counts.saved().into_iter().collect()))?;
    let sections = [plain, tabled, saved].into_iter().flatten().collect();
    Ok(Measured { sections, records: Some(records), ..Measured::default() })
}

impl Case {
    fn counts(&self, limits: Limits<'_>) -> Result<Counts, Error> {
        let opened = open(self.game).map_err(|error| Error::failed(error.to_string()))?;
        match &opened {
            Opened::Ewn(game) => self.counts_of(game, limits),
            Opened::LimitedPig(game) => self.counts_of(game, limits),
            Opened::LimitedDarkChess(game) => self.counts_of(game, limits),
            _ => Err(Error::failed(format!("play can return in {}; give it a limit", self.game))),
        }
    }

    fn counts_of<G: AcyclicChance + ChanceNotation>(
        &self,
        game: &G,
        limits: Limits<'_>,
    ) -> Result<Counts, Error> {
        let position = match self.position {
            Some(text) => {
                game.read_position(text).map_err(|error| Error::failed(error.to_string()))?
            }
            None => game.start(),
        };
        let mut values: Vec<Fraction> = Vec::new();
        let mut plain = Vec::new();
        for (_, method) in METHODS {
            plain.push(match searched(game, &position, method, limits) {
                Ok(found) => {
                    values.push(found.answer);
                    Some(found.tally.nodes)
                }
                Err(_) => None,
            });
        }
        let mut tabled = Vec::new();
        for (_, [probe, look_ahead, order]) in TABLED {
            let options = Options {
                probe,
                look_ahead,
                order_moves: order,
                heaviest_first: order,
                ..Options::default()
            };
            let answer = solve(game, &position, &game.utility(), options, limits);
            values.extend(answer.value().cloned());
            tabled.push((answer.stop == Stop::Solved).then_some(answer.tally.nodes));
        }
        let value = values.first().cloned();
        if values.iter().any(|other| Some(other) != value.as_ref()) {
            return Err(Error::failed(format!(
                "the searches of {} find different values",
                self.game
            )));
        }
        let at = self.position.map_or(String::new(), |position| format!(" at {position}"));
        Ok(Counts { name: format!("{}{at}", self.game), plain, tabled, value })
    }
}

/// A search without a table, in the smallest numbers that are exact.
pub(super) fn searched<G: AcyclicChance>(
    game: &G,
    position: &G::Position,
    method: Method,
    limits: Limits<'_>,
) -> Result<Found, Stop> {
    let (utility, below) = (game.utility(), game.denominator(position));
    let window = (utility.least(), utility.greatest());
    if let Some(words) = below.and_then(|below| Words::<i64>::exact(&utility, below)) {
        search(game, &words, position, window, method, limits)
    } else if let Some(words) = below.and_then(|below| Words::<i128>::exact(&utility, below)) {
        search(game, &words, position, window, method, limits)
    } else {
        search(game, &Fractions::new(&utility), position, window, method, limits)
    }
}

impl Counts {
    /// A row of a table. What was given up took more than `most`.
    fn figures(
        &self,
        columns: &[&str],
        counts: &[Option<u64>],
        reference: &[Option<u64>],
        most: u64,
    ) -> Vec<Figure> {
        let value = self.value.as_ref().map_or("?".to_owned(), Fraction::to_string);
        let row = format!("{}: {value}", self.name);
        let figure = |(place, (column, count)): (usize, (&&str, &Option<u64>))| {
            let figure =
                Figure::in_row(row.clone(), column, None, count.unwrap_or(most), count.is_none());
            figure.with_reference(reference.get(place).copied().flatten())
        };
        columns.iter().zip(counts).enumerate().map(figure).collect()
    }

    /// What a look ahead saves, if the searches were not given up.
    fn saved(&self) -> Option<Finding> {
        let [without, with] = STAR2.map(|place| self.tabled[place]);
        let (without, with) = (without?, with?);
        let share = |all: u64| 100.0 * (1.0 - with as f64 / all as f64);
        let of_plain = match self.plain[2] {
            Some(plain) => format!("; table and look ahead together {:.1} %", share(plain)),
            None => String::new(),
        };
        let measured = format!("{:.1} %{of_plain}", share(without));
        Some(Finding { published: Some("37 %".to_owned()), ..Finding::new(&self.name, measured) })
    }

    fn record(&self, case: &Case, most: u64, records: &mut Records) {
        let plain = METHODS.iter().map(|(name, _)| name).zip(&self.plain);
        let tabled = TABLED.iter().map(|(name, _)| name).zip(&self.tabled);
        let both = plain.map(|it| (it, false)).chain(tabled.map(|it| (it, true)));
        for ((name, count), has_table) in both {
            records.add([
                case.game.to_owned(),
                case.position.unwrap_or_default().to_owned(),
                (*name).to_owned(),
                has_table.to_string(),
                count.unwrap_or(most).to_string(),
                count.is_none().to_string(),
                self.value.as_ref().map(Fraction::to_string).unwrap_or_default(),
            ]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The nodes of the reference, to the node.
    #[test]
    fn the_reference_is_met() {
        let limits = Limits { nodes: Some(300_000), ..Limits::default() };
        let mut compared = 0;
        for case in CASES.iter().filter(|case| case.is_quick) {
            if case.reference[0].is_none() {
                continue;
            }
            let counts = case.counts(limits).expect(case.game);
            for (found, expected) in counts.plain.iter().zip(case.reference) {
                if let (Some(found), Some(expected)) = (found, expected) {
                    assert_eq!(*found, expected, "{}", counts.name);
                    compared += 1;
                }
            }
        }
        assert_eq!(compared, 14, "pig:10 forgets too much for the limit");
    }
}
