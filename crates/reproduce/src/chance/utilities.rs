//! Chinese dark chess by three utilities at once: the expected score, the probability of winning and that of not losing, for every
//! set of pieces that both sides can have on a small board.

use foregone_chance::cyclic::{Explored, solve_graph};
use foregone_chance::games::DarkChess;
use foregone_chance::games::darkchess::StartValues;
use foregone_chance::limits::Stop;
use foregone_chance::{ChanceGame, Utility};
use foregone_game::InvalidGame;

use super::{Measured, Records};
use crate::context::Context;
use crate::error::Error;
use crate::findings::{Finding, solved};
use crate::table::Selection;

/// The pieces of a side in the usual game, highest first.
const PIECES: [(char, usize); 7] =
    [('K', 1), ('G', 2), ('M', 2), ('R', 2), ('N', 2), ('C', 2), ('P', 5)];

/// The utilities, in the order of the columns.
const UTILITIES: [&str; 3] = ["score", "win", "not-lose"];

/// The values of the reference.
const REFERENCE: [(&str, [Option<&str>; 3]); 7] = [
    ("KCP", [Some("-23/360"), Some("29/72"), Some("193/360")]),
    ("GCP", [Some("-1/60"), None, None]),
    ("KGM", [Some("13/45"), None, None]),
    ("PPP", [Some("3/5"), None, None]),
    ("CCP", [Some("0"), None, None]),
    ("KPPP", [Some("-9/40"), Some("193/560"), Some("241/560")]),
    ("CPPP", [Some("-17/560"), None, None]),
];

/// What is solved in seconds.
const QUICK: [&str; 5] = ["KCP", "GCP", "KGM", "PPP", "CCP"];

/// The tables, as far as the caller did not stop them.
pub(super) fn reproduce(selection: Selection, context: &Context<'_>) -> Result<Measured, Error> {
    let mut sections = Vec::new();
    let sets = piece_sets(3);
    let rows: Vec<Row> = if selection.quick {
        QUICK.iter().map(|pieces| Row::new(2, 3, pieces, &sets)).collect()
    } else {
        sets.iter().map(|pieces| Row::new(2, 3, pieces, &sets)).collect()
    };
    let title = "dark chess on 2x3: the same pieces for both sides, three utilities";
    sections.extend(context.findings(title, &rows, |row| row.find(context))?);
    if !selection.quick {
        let sets = piece_sets(4);
        let kinds = sets.iter().filter(|pieces| first_like(pieces, &sets) == pieces.as_str());
        let mut rows: Vec<Row> = kinds.map(|pieces| Row::new(2, 4, pieces, &sets)).collect();
        // The smallest first: they have the fewest kinds of pieces.
        rows.sort_by_key(|row| placements(&row.pieces));
        let title =
            "dark chess on 2x4 by layers, one set of pieces of each kind, the smallest first";
        sections.extend(context.findings(title, &rows, |row| row.find_by_layers(context))?);
    }
    let records = Some(Records::of_findings(&sections));
    Ok(Measured { sections, records, ..Measured::default() })
}

/// All sets of that many pieces, as letters, highest first.
fn piece_sets(count: usize) -> Vec<String> {
    fn add(kinds: &[(char, usize)], left: usize, begin: &str, sets: &mut Vec<String>) {
        let Some(&(letter, most)) = kinds.first() else {
            if left == 0 {
                sets.push(begin.to_owned());
            }
            return;
        };
        for count in (0..=most.min(left)).rev() {
            let longer = format!("{begin}{}", letter.to_string().repeat(count));
            add(&kinds[1..], left - count, &longer, sets);
        }
    }
    let mut sets = Vec::new();
    add(&PIECES, count, "", &mut sets);
    sets
}

/// What play depends on: how many pieces of each kind there are, which of them jump, and which take which.
fn relations(pieces: &str) -> Vec<(usize, bool, Vec<bool>)> {
    let mut kinds: Vec<char> = pieces.chars().collect();
    kinds.dedup();
    let rank = |letter: char| PIECES.iter().position(|&(piece, _)| piece == letter);
    let takes = |by: char, taken: char| match (by, taken) {
        ('C', _) => false,
        ('K', 'P') => false,
        ('P', 'K') => true,
        _ => rank(by) <= rank(taken),
    };
    let kind = |&by: &char| {
        let count = pieces.matches(by).count();
        (count, by == 'C', kinds.iter().map(|&taken| takes(by, taken)).collect())
    };
    kinds.iter().map(kind).collect()
}

/// The same relations with the kinds in another order.
fn reordered(
    relations: &[(usize, bool, Vec<bool>)],
    order: &[usize],
) -> Vec<(usize, bool, Vec<bool>)> {
    let moved = |&from: &usize| {
        let (count, jumps, takes) = &relations[from];
        (*count, *jumps, order.iter().map(|&to| takes[to]).collect())
    };
    order.iter().map(moved).collect()
}

/// All orders of that many things.
fn orders(count: usize) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for thing in 0..count {
        let insert = |order: &Vec<usize>| {
            let order = order.clone();
            (0..=order.len()).map(move |place| {
                let mut longer = order.clone();
                longer.insert(place, thing);
                longer
            })
        };
        all = all.iter().flat_map(insert).collect();
    }
    all
}

/// Whether the pieces of one set act like those of the other, under other names (Saffidine et al. 2013, material classes).
fn are_alike(one: &str, other: &str) -> bool {
    let (one, other) = (relations(one), relations(other));
    one.len() == other.len()
        && orders(one.len()).iter().any(|order| reordered(&one, order) == other)
}

/// The first of some sets whose pieces act like these.
fn first_like<'s>(pieces: &'s str, sets: &'s [String]) -> &'s str {
    sets.iter().find(|set| are_alike(set, pieces)).map_or(pieces, String::as_str)
}

/// Roughly how many positions there are: the ways to place the pieces of both sides.
fn placements(pieces: &str) -> u64 {
    let factorial = |number: u64| (1..=number).product::<u64>();
    let mut kinds: Vec<char> = pieces.chars().collect();
    kinds.dedup();
    let repeated: u64 =
        kinds.iter().map(|&kind| factorial(pieces.matches(kind).count() as u64)).product();
    factorial(2 * pieces.len() as u64) / (repeated * repeated)
}

/// A board with pieces, and what is said about them.
struct Row {
    size: (u32, u32),
    pieces: String,
    /// The first set that acts like it, and how many there are.
    like: String,
    alike: usize,
}

impl Row {
    fn new(columns: u32, rows: u32, pieces: &str, sets: &[String]) -> Row {
        let like = first_like(pieces, sets).to_owned();
        let alike = sets.iter().filter(|set| are_alike(set, pieces)).count();
        Row { size: (columns, rows), pieces: pieces.to_owned(), like, alike }
    }

    fn game(&self) -> Result<DarkChess, Error> {
        let (columns, rows) = self.size;
        DarkChess::new(columns, rows, &self.pieces, &self.pieces).map_err(invalid)
    }

    /// Solves all layers for every utility, which takes far less memory than a graph.
    fn find_by_layers(&self, context: &Context<'_>) -> Result<Vec<Finding>, Error> {
        let game = self.game()?;
        let solved = StartValues::of(&game, context.chance_limits()).map_err(invalid)?;
        let solved = self::solved(&game.spelling(), solved)?;
        let values = [solved.score, solved.win, solved.not_lose];
        let columns = UTILITIES.into_iter().zip(values).zip(reference(&self.pieces));
        let value = |((name, value), known)| self.cell(name, value).reference(known);
        let mut cells: Vec<Finding> = columns.map(value).collect();
        cells.push(self.cell("positions", solved.positions));
        cells.push(self.alike());
        Ok(cells)
    }

    /// Explores the game once, and solves it for every utility.
    fn find(&self, context: &Context<'_>) -> Result<Vec<Finding>, Error> {
        let game = self.game()?;
        let mut cells = Vec::new();
        let (limits, known) = (context.chance_limits(), reference(&self.pieces));
        let mut graph = match Explored::new(&game, &game.start(), limits) {
            Err(Stop::Memory) => None,
            explored => Some(solved(&game.spelling(), explored)?),
        };
        let positions = graph.as_ref().map(|graph| graph.len().to_string());
        for (name, known) in UTILITIES.into_iter().zip(known) {
            let Some(explored) = graph.take() else {
                cells.push(self.cell(name, "-"));
                continue;
            };
            let utility = Utility::read(name, game.scale())
                .map_err(|error| Error::failed(error.to_string()))?;
            let solution = solve_graph(&game, explored, &utility, limits);
            let solution = solved(&game.spelling(), solution.map_err(|unsolved| unsolved.stop))?;
            cells.push(self.cell(name, solution.value_of(0)).reference(known));
            graph = Some(solution.into_graph());
        }
        let positions = positions.unwrap_or_else(|| "more memory".to_owned());
        cells.push(self.cell("positions", positions));
        cells.push(self.alike());
        Ok(cells)
    }

    fn alike(&self) -> Finding {
        self.cell("alike", format!("{} like {}", self.alike, self.like))
    }

    fn cell(&self, column: &str, measured: impl ToString) -> Finding {
        Finding::in_row(self.pieces.clone(), column, measured)
    }
}

fn invalid(InvalidGame(sentence): InvalidGame) -> Error {
    Error::failed(sentence)
}

/// The values of the reference, where there are any.
fn reference(pieces: &str) -> [Option<&'static str>; 3] {
    REFERENCE.iter().find(|(set, _)| *set == pieces).map_or([None; 3], |&(_, values)| values)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counted by hand: multisets of three of seven kinds are 84, without two kings or three of another kind that has two.
    #[test]
    fn all_sets_are_there() {
        let sets = piece_sets(3);
        assert_eq!(sets.len(), 84 - 7 - 5);
        assert!(sets.contains(&"PPP".to_owned()) && !sets.contains(&"GGG".to_owned()));
        assert!(sets.iter().all(|set| set.len() == 3));
    }

    #[test]
    fn sets_are_alike_if_their_pieces_take_each_other_alike() {
        assert!(are_alike("KGM", "GMR") && are_alike("KGM", "GRP"));
        assert!(!are_alike("KGM", "KGP"), "king, general and pawn take each other in a circle");
        assert!(are_alike("KGGP", "KGPP"), "in a circle it does not matter which kind is doubled");
        assert!(!are_alike("KCP", "GCP") && !are_alike("KCC", "KGG"));
        assert!(are_alike("KGC", "GMC") && !are_alike("KGC", "KCP"));
    }

    /// A graph and layers share nothing but the rules.
    #[test]
    fn layers_find_what_graphs_find() {
        let sets = piece_sets(3);
        let context = Context::default();
        for pieces in QUICK {
            let row = Row::new(2, 3, pieces, &sets);
            let values = |cells: Result<Vec<Finding>, Error>| -> Vec<String> {
                cells.expect("solved").into_iter().take(3).map(|cell| cell.measured).collect()
            };
            assert_eq!(values(row.find_by_layers(&context)), values(row.find(&context)));
        }
    }

    /// Sets that are alike have the same values, and the reference is met.
    #[test]
    fn values_of_small_sets() {
        let sets = piece_sets(3);
        let context = Context::default();
        let values = |pieces: &str| -> Vec<String> {
            let found = Row::new(2, 3, pieces, &sets).find(&context).expect("solved");
            assert!(found.iter().all(|cell| cell.agrees != Some(false)), "{found:?}");
            found.into_iter().take(3).map(|cell| cell.measured).collect()
        };
        assert_eq!(values("KCP"), ["-23/360", "29/72", "193/360"]);
        assert_eq!(values("PPP")[0], "3/5");
        assert_eq!(values("KGG"), values("GMM"));
    }
}
