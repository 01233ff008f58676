//! Totals of a contest: nodes and time of each contender, and on how many positions it needed fewer nodes than others.

use std::time::Duration;

use foregone::{Algorithm, Scale};
use serde::Serialize;

use crate::contender::Contender;
use crate::contest::{Measurement, Row};

/// The totals of one contender.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Standing {
    /// The name of the contender.
    pub name: String,
    /// Positions solved.
    pub solved: u64,
    /// Positions answered by a rule that is not sound.
    pub believed: u64,
    /// Those among them whose value another contender proved to be different.
    pub misbelieved: u64,
    /// Nodes created.
    pub created: u64,
    /// Nodes expanded.
    pub expanded: u64,
    /// The most nodes held at one time, over all positions.
    pub peak_nodes: u64,
    /// Time of all searches.
    pub seconds: f64,
    /// Positions on which it alone needed fewest nodes, among those that all answered.
    pub fewest: u64,
    /// Against the first contender, on positions that both answered; nothing for the first one itself.
    pub against_first: Option<Score>,
}

/// On how many positions one contender created fewer nodes than another, as many, or more.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize)]
pub struct Score {
    /// Positions with fewer nodes.
    pub lower: u64,
    /// Positions with as many nodes.
    pub equal: u64,
    /// Positions with more nodes.
    pub higher: u64,
}

/// The totals of all contenders, in their order.
pub fn standings(contenders: &[Contender], rows: &[Row]) -> Vec<Standing> {
    let standing = |(index, contender): (usize, &Contender)| {
        let mine = || rows.iter().map(|row| &row.results[index]);
        Standing {
            name: contender.name.clone(),
            solved: mine().filter(|result| result.value().is_some()).count() as u64,
            believed: mine().filter(|result| result.belief().is_some()).count() as u64,
            misbelieved: rows.iter().filter(|row| is_mistaken(row, index)).count() as u64,
            created: mine().map(|result| result.counters.created).sum(),
            expanded: mine().map(|result| result.counters.expanded).sum(),
            peak_nodes: mine().map(|result| result.counters.peak_nodes).max().unwrap_or(0),
            seconds: mine().map(|result| result.elapsed).sum::<Duration>().as_secs_f64(),
            fewest: rows.iter().filter(|row| fewest(row) == Some(index)).count() as u64,
            against_first: (index > 0).then(|| score(rows, index, 0)),
        }
    };
    contenders.iter().enumerate().map(standing).collect()
}

/// The searches for values that contenders had to confirm and that no other contender had found.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Finder {
    /// The algorithm that searched for them.
    pub algorithm: &'static str,
    /// Positions searched.
    pub positions: u64,
    /// Positions among them whose value was found.
    pub solved: u64,
    /// Nodes created.
    pub created: u64,
    /// Time of all searches.
    pub seconds: f64,
}

impl Finder {
    /// The totals of these searches; `None` if none was needed.
    pub fn new(algorithm: Algorithm, rows: &[Row]) -> Option<Finder> {
        let searches = || rows.iter().filter_map(|row| row.finder.as_ref());
        let positions = searches().count() as u64;
        (positions > 0).then(|| Finder {
            algorithm: algorithm.name(),
            positions,
            solved: searches().filter(|search| search.value().is_some()).count() as u64,
            created: searches().map(|search| search.counters.created).sum(),
            seconds: searches().map(|search| search.elapsed).sum::<Duration>().as_secs_f64(),
        })
    }
}

/// Whether a contender believes something else than what was proved.
fn is_mistaken(row: &Row, index: usize) -> bool {
    let belief = row.results[index].belief();
    belief.is_some() && row.value().is_some_and(|value| Some(value) != belief)
}

/// The score of one contender against another, by their indices.
pub fn score(rows: &[Row], one: usize, other: usize) -> Score {
    let mut score = Score::default();
    for row in rows {
        let (mine, theirs) = (&row.results[one], &row.results[other]);
        if mine.answer().is_none() || theirs.answer().is_none() {
            continue;
        }
        match mine.counters.created.cmp(&theirs.counters.created) {
            std::cmp::Ordering::Less => score.lower += 1,
            std::cmp::Ordering::Equal => score.equal += 1,
            std::cmp::Ordering::Greater => score.higher += 1,
        }
    }
    score
}

/// The only one with the fewest nodes, where all have answered.
fn fewest(row: &Row) -> Option<usize> {
    if row.results.iter().any(|result| result.answer().is_none()) {
        return None;
    }
    let created = |result: &Measurement| result.counters.created;
    let least = row.results.iter().map(created).min()?;
    let mut at = row.results.iter().enumerate().filter(|(_, result)| created(result) == least);
    let (index, _) = at.next()?;
    at.next().is_none().then_some(index)
}

/// How many positions have each value, worst first, as far as values were found.
pub fn values(scale: &Scale, rows: &[Row]) -> Vec<(String, u64)> {
    let count = |outcome| rows.iter().filter(|row| row.value() == Some(outcome)).count() as u64;
    scale.outcomes().map(|outcome| (scale.name(outcome).to_owned(), count(outcome))).collect()
}
