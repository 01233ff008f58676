//! What the searches with a table cost on the same questions, in nodes.

use crate::fraction::{Fraction, ratio};
use crate::game::AcyclicChance;
use crate::limits::{Limits, Stop};
use crate::number::{Arithmetic, Fractions, Words};
use crate::search::options::{Approach, Options};
use crate::search::solve::{Answer, at_least, solve};
use crate::utility::Utility;

/// The nodes that searches enter for one question; nothing for a search that a limit has stopped.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Compared {
    /// What is asked: `value`, or the place of the threshold.
    pub question: &'static str,
    /// The threshold; for the question `value`, the value.
    pub number: Fraction,
    /// Whether the value is at least that much.
    pub at_least: bool,
    /// Star2: the widest window for the value, a window that holds no value for a threshold.
    pub star2: Option<u64>,
    /// Star2 with questions that halve what is left; only for the value.
    pub bisection: Option<u64>,
    /// Depth-first proof-number search.
    pub proof_numbers: Option<u64>,
}

/// Compares the searches on the value of a position and on thresholds: the value itself, the next larger number that a
/// value can be, and 1/4, 1/2 and 3/4 of the range of the utility. Nothing if Star2 does not find the value within the
/// limits.
///
/// ```
/// use foregone_chance::ChanceGame;
/// use foregone_chance::games::Ewn;
/// use foregone_chance::limits::Limits;
/// use foregone_chance::search::compare;
///
/// let game = Ewn::new(3, 3, 1)?;
/// let rows = compare(&game, &game.start(), &game.utility(), Limits::default()).expect("no limit");
/// assert_eq!(rows.len(), 6);
/// # Ok::<(), foregone_game::InvalidGame>(())
/// ```
pub fn compare<G: AcyclicChance>(
    game: &G,
    position: &G::Position,
    utility: &Utility,
    limits: Limits<'_>,
) -> Option<Vec<Compared>> {
    let star2 = Options::default();
    let bisection = Options { approach: Approach::Bisection, ..star2 };
    let proof_numbers = Options { approach: Approach::ProofNumbers, ..star2 };
    let of = |options| solve(game, position, utility, options, limits);
    let answer = of(star2);
    let value = answer.value()?.clone();
    let mut rows = vec![Compared {
        question: "value",
        number: value.clone(),
        at_least: true,
        star2: nodes(&answer),
        bisection: nodes(&of(bisection)),
        proof_numbers: nodes(&of(proof_numbers)),
    }];
    for (question, threshold) in thresholds(game, position, utility, &value) {
        let of = |options| nodes(&at_least(game, position, utility, &threshold, options, limits));
        rows.push(Compared {
            question,
            at_least: value >= threshold,
            star2: of(star2),
            bisection: None,
            proof_numbers: of(proof_numbers),
            number: threshold,
        });
    }
    Some(rows)
}

fn nodes(answer: &Answer) -> Option<u64> {
    (answer.stop == Stop::Solved).then_some(answer.tally.nodes)
}

/// The thresholds with their names.
fn thresholds<G: AcyclicChance>(
    game: &G,
    position: &G::Position,
    utility: &Utility,
    value: &Fraction,
) -> [(&'static str, Fraction); 5] {
    let step = |number: &Fraction| -> Fraction {
        let below = game.denominator(position);
        match below.and_then(|below| Words::<i128>::exact(utility, below)) {
            Some(words) => number + Fraction::new(1.into(), words.denominator().clone()),
            // Between this and the value lies no number that anybody asks for.
            None => Fractions::new(utility).ceil(&(number + ratio(1, 1 << 40))),
        }
    };
    let (least, greatest) = (utility.least(), utility.greatest());
    let quarter = |quarters| least + (greatest - least) * ratio(quarters, 4);
    [
        ("at least the value", value.clone()),
        ("one step more", step(value)),
        ("a quarter", quarter(1)),
        ("half", quarter(2)),
        ("three quarters", quarter(3)),
    ]
}
