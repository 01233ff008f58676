//! Ballard 1983: the leaves that Star1 and Star2 evaluate on regular random trees, as shares of all leaves.

mod tree;

use foregone_chance::number::Words;
use foregone_chance::search::{Method, search};
use foregone_chance::{ChanceGame, Fraction};

use super::{Measured, Records};
use crate::context::Context;
use crate::error::Error;
use crate::figures::{Figure, Section};
use crate::findings::{Finding, solved};
use crate::table::Selection;
use tree::RegularTree;

/// In which order the moves of players are tried. The order of outcomes is that of the tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// As the random tree lists them.
    Listed,
    /// The best move first.
    BestFirst,
}

impl Order {
    /// The words in tables.
    pub fn name(self) -> &'static str {
        match self {
            Order::Listed => "random order",
            Order::BestFirst => "best first",
        }
    }
}

/// A curve: the leaves that a search evaluates on trees of one depth, over the number of moves.
#[derive(Clone, PartialEq, Debug)]
pub struct Savings {
    /// The depth of the trees.
    pub depth: u32,
    /// The order of moves.
    pub order: Order,
    /// The name of the search.
    pub search: &'static str,
    /// The number of moves, and the mean and the standard deviation of the share of leaves, in per cent.
    pub points: Vec<(u16, f64, f64)>,
}

/// The searches, with the words for their columns. What they evaluate is a share of what expectimax does.
const SEARCHES: [(&str, &str, Method); 3] = [
    ("Star1", "Star1 ±", Method::Star1),
    ("Star2", "Star2 ±", Method::Star2 { keep: true }),
    ("Star2, forgets", "forgets ±", Method::Star2 { keep: false }),
];

/// Trees of one depth and width, in one order, with the shares of the reference in tenths of a per cent.
struct Trees {
    depth: u32,
    width: u16,
    order: Order,
    reference: [Option<u64>; 3],
}

/// Trees of a depth.
const WIDTHS: [(u32, &[u16]); 4] = [
    (3, &[2, 3, 4, 5, 6, 8, 10, 20]),
    (5, &[2, 3, 4, 5, 6, 8, 10]),
    (7, &[2, 3, 4, 5, 6]),
    (9, &[2, 3, 4]),
];

/// Trees with more leaves are not for those in a hurry.
const QUICK_LEAVES: u64 = 20_000;
/// How many trees of each shape are searched.
const SEEDS: u64 = 20;

/// The shares of the reference.
fn reference(depth: u32, width: u16, order: Order) -> [Option<u64>; 3] {
    match (depth, width, order) {
        (5, 5, Order::Listed) => [Some(827), Some(718), None],
        (5, 5, Order::BestFirst) => [Some(685), Some(213), None],
        (7, 4, Order::Listed) => [Some(759), Some(589), None],
        (7, 4, Order::BestFirst) => [Some(580), Some(149), None],
        (7, 6, Order::BestFirst) => [Some(624), Some(71), None],
        (7, 2, Order::Listed) => [None, Some(770), Some(2180)],
        _ => [None; 3],
    }
}

fn all_trees(order: Order, quick: bool) -> Vec<Trees> {
    let shapes = WIDTHS.iter().flat_map(|&(depth, widths)| widths.iter().map(move |&w| (depth, w)));
    let chosen =
        shapes.filter(|&(depth, width)| !quick || u64::from(width).pow(depth) <= QUICK_LEAVES);
    let trees =
        |(depth, width)| Trees { depth, width, order, reference: reference(depth, width, order) };
    chosen.map(trees).collect()
}

/// The tables, as far as the caller did not stop them.
pub(super) fn reproduce(selection: Selection, context: &Context<'_>) -> Result<Measured, Error> {
    let head = ["depth", "width", "order", "seed", "search", "nodes", "leaves", "all_leaves"];
    let mut measured = Measured { records: Some(Records::new(head)), ..Measured::default() };
    for order in [Order::Listed, Order::BestFirst] {
        let rows = all_trees(order, selection.quick);
        let name = match order {
            Order::Listed => "random order of moves",
            Order::BestFirst => "best move first",
        };
        let title =
            format!("leaves evaluated in per cent of all, {name}, {SEEDS} trees of each shape");
        let section =
            context.section(&title, &rows, |trees| trees.measure(SEEDS, &mut measured, context))?;
        measured.sections.extend(section);
    }
    if measured.sections.len() == 2 && measured.sections.iter().all(Section::is_whole) {
        measured.sections.extend(abstract_of_ballard(&measured.savings, context)?);
    }
    Ok(measured)
}

impl Trees {
    fn measure(
        &self,
        seeds: u64,
        measured: &mut Measured,
        context: &Context<'_>,
    ) -> Result<Vec<Figure>, Error> {
        let mut shares: [Vec<f64>; 3] = Default::default();
        let mut records = Vec::new();
        for seed in 1..=seeds {
            let tree = RegularTree::random(self.depth, self.width, seed);
            let tree = match self.order {
                Order::Listed => tree,
                Order::BestFirst => tree.best_first(),
            };
            let all = count(&tree, Method::Expectimax, context)?;
            let mut counted = vec![("expectimax", all.clone())];
            for ((name, _, method), shares) in SEARCHES.into_iter().zip(&mut shares) {
                let found = count(&tree, method, context)?;
                if found.value != all.value {
                    return Err(Error::failed(format!(
                        "{name} and expectimax find different values"
                    )));
                }
                shares.push(100.0 * found.leaves as f64 / tree.size() as f64);
                counted.push((name, found));
            }
            records.extend(counted.into_iter().map(|(name, found)| {
                let fields = [
                    self.depth.into(),
                    self.width.into(),
                    seed,
                    found.nodes,
                    found.leaves,
                    tree.size(),
                ];
                let [depth, width, seed, nodes, leaves, size] =
                    fields.map(|field: u64| field.to_string());
                [
                    depth,
                    width,
                    self.order.name().to_owned(),
                    seed,
                    name.to_owned(),
                    nodes,
                    leaves,
                    size,
                ]
            }));
        }
        let statistics = shares.map(|shares| mean_and_deviation(&shares));
        if let Some(all) = &mut measured.records {
            records.into_iter().for_each(|record| all.add(record));
        }
        for ((search, ..), &(mean, deviation)) in SEARCHES.iter().zip(&statistics) {
            self.draw(search, (self.width, mean, deviation), &mut measured.savings);
        }
        Ok(self.figures(&statistics))
    }

    /// Adds a point to its curve.
    fn draw(&self, search: &'static str, point: (u16, f64, f64), curves: &mut Vec<Savings>) {
        let (depth, order) = (self.depth, self.order);
        let is_same = |curve: &&mut Savings| {
            (curve.depth, curve.order, curve.search) == (depth, order, search)
        };
        match curves.iter_mut().find(is_same) {
            Some(curve) => curve.points.push(point),
            None => curves.push(Savings { depth, order, search, points: vec![point] }),
        }
    }

    /// The row of the table.
    fn figures(&self, statistics: &[(f64, f64); 3]) -> Vec<Figure> {
        let row = format!("depth {}, width {}", self.depth, self.width);
        let figure = |what: &str, number| Figure::in_row(row.clone(), what, None, number, false);
        let tenths = |share: f64| (10.0 * share).round() as u64;
        let mut figures = vec![figure("leaves", u64::from(self.width).pow(self.depth))];
        for ((index, (mean, deviation)), (name, spread, _)) in
            statistics.iter().enumerate().zip(SEARCHES)
        {
            let mean = figure(name, tenths(*mean)).with_reference(self.reference[index]);
            figures.extend([mean, figure(spread, tenths(*deviation))].map(Figure::in_tenths));
        }
        figures
    }
}

/// What a search of a tree took.
#[derive(Clone)]
struct Count {
    value: Fraction,
    nodes: u64,
    leaves: u64,
}

fn count(tree: &RegularTree, method: Method, context: &Context<'_>) -> Result<Count, Error> {
    let (utility, start) = (tree.utility(), tree.start());
    let words = tree.denominator(&start).and_then(|below| Words::<i64>::exact(&utility, below));
    let words =
        words.ok_or_else(|| Error::failed("the values of a tree do not fit into 64 bits"))?;
    let window = (utility.least(), utility.greatest());
    let found = search(tree, &words, &start, window, method, context.chance_limits());
    let found = solved("a random tree", found)?;
    Ok(Count { value: found.answer, nodes: found.tally.nodes, leaves: found.tally.leaves })
}

fn mean_and_deviation(shares: &[f64]) -> (f64, f64) {
    let count = shares.len() as f64;
    let mean = shares.iter().sum::<f64>() / count;
    let squares = shares.iter().map(|share| (share - mean).powi(2)).sum::<f64>();
    (mean, (squares / (count - 1.0).max(1.0)).sqrt())
}

/// What the abstract of the paper says, beside what was measured.
fn abstract_of_ballard(
    curves: &[Savings],
    context: &Context<'_>,
) -> Result<Option<Section>, Error> {
    let rows = [
        ("Star1 saves, random order", "25 to 30 %", "Star1", Order::Listed),
        ("Star2 saves, random order", "more than 50 %", "Star2", Order::Listed),
        (
            "Star2 divides the leaves by, best first",
            "an order of magnitude",
            "Star2",
            Order::BestFirst,
        ),
    ];
    context.findings(
        "what the abstract of Ballard 1983 says",
        &rows,
        |&(what, published, search, order)| {
            let of_depth = |depth: u32| {
                let is_asked =
                    |it: &&Savings| (it.depth, it.search, it.order) == (depth, search, order);
                let shares: Vec<f64> = curves
                    .iter()
                    .filter(is_asked)
                    .flat_map(|it| it.points.iter().map(|&(_, mean, _)| mean))
                    .collect();
                let (least, most) = (
                    shares.iter().copied().fold(f64::MAX, f64::min),
                    shares.iter().copied().fold(0.0, f64::max),
                );
                match order {
                    Order::Listed => {
                        format!("depth {depth}: {:.0} to {:.0} %", 100.0 - most, 100.0 - least)
                    }
                    Order::BestFirst => {
                        format!("depth {depth}: {:.1} to {:.1}", 100.0 / most, 100.0 / least)
                    }
                }
            };
            let measured = WIDTHS.map(|(depth, _)| of_depth(depth)).join("; ");
            Ok(vec![Finding {
                published: Some(published.to_owned()),
                ..Finding::new(what, measured)
            }])
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_and_deviations() {
        assert_eq!(mean_and_deviation(&[1.0, 2.0, 3.0]), (2.0, 1.0));
        assert_eq!(mean_and_deviation(&[5.0]), (5.0, 0.0));
    }

    /// The shares of the reference, which were computed by another program from other random numbers: with so many leaves the
    /// means differ by little.
    #[test]
    fn shares_are_those_of_the_reference() {
        let trees = Trees { depth: 7, width: 4, order: Order::BestFirst, reference: [None; 3] };
        let figures =
            trees.measure(5, &mut Measured::default(), &Context::default()).expect("measured");
        let share =
            |what: &str| figures.iter().find(|figure| figure.what == what).expect(what).measured;
        assert!(share("Star1").abs_diff(580) < 30 && share("Star2").abs_diff(149) < 15);
        assert!(share("Star2, forgets") > share("Star2"));
    }
}
