//! The whole way from a game to bounds that are certain.

use foregone_game::{Outcome, Player, Scale};
use num_traits::Zero;

use super::backup::Tables;
use super::{Plan, Turns, bounds, values};
use crate::fraction::{Fraction, ratio};
use crate::game::Turn;
use crate::limits::{Limits, Meter, Stop, Tally};
use crate::number::{Arithmetic, Words};
use crate::utility::Utility;

/// Certain bounds of all positions of a game.
pub struct Swept<G: Turns> {
    pub(super) plan: G::Plan,
    pub(super) utility: Utility,
    /// What is added to numbers that are worths.
    centre: Fraction,
    pub(super) words: Words<i64>,
    /// Lower bounds as `Max` rolls and as `Min` rolls, and upper bounds; or of whoever rolls, if that does not matter.
    pub(super) tables: Vec<Vec<i64>>,
    sweeps: u32,
    tally: Tally,
}

/// Bounds of all positions of a game by every strategy of both players, or why there are none.
///
/// If what one player wins is worth as much as the other loses, one table serves both players; otherwise there are two.
///
/// ```
/// use foregone_chance::ChanceGame;
/// use foregone_chance::fraction::ratio;
/// use foregone_chance::games::Hypergammon;
/// use foregone_chance::limits::Limits;
/// use foregone_chance::sweeps::solve;
///
/// let game = Hypergammon::new(1).expect("checkers");
/// let swept = solve(&game, &game.utility(), Limits::default()).expect("no limit");
/// let (low, high) = swept.bounds(&game, &game.start());
/// assert!(low < high && high - low < ratio(1, 1_000_000_000_000));
/// ```
pub fn solve<G: Turns>(
    game: &G,
    utility: &Utility,
    limits: Limits<'_>,
) -> Result<Swept<G>, (Stop, Tally)> {
    let mut meter = Meter::new(limits, 0);
    found(game, utility, limits, &mut meter).map_err(|stop| (stop, meter.tally))
}

fn found<G: Turns>(
    game: &G,
    utility: &Utility,
    limits: Limits<'_>,
    meter: &mut Meter<'_>,
) -> Result<Swept<G>, Stop> {
    meter.look()?;
    let (centred, centre) = centred(utility, game.scale());
    let sides = if centre.is_some() { 1 } else { 2 };
    // Values and a copy of them, and later bounds of both sides.
    let bytes = 2 * sides * size_of::<i64>() * game.numbers();
    if bytes.saturating_add(game.plan_bytes()) > limits.bytes {
        return Err(Stop::Memory);
    }
    let plan = game.plan();
    let (down, up) = Words::bracket(&centred, plan.weights()).ok_or(Stop::Memory)?;
    let table = |words: &Words<i64>, side: usize| {
        let mut table = vec![0; game.numbers()];
        plan.finished(&mut |number, outcome| {
            table[number] = seen(words, game.scale().best(), outcome, side)
        });
        table
    };
    let tables: Vec<Vec<i64>> = (0..sides).map(|side| table(&down, side)).collect();
    let mut tables = Tables { tables, from: (0..sides).rev().collect() };
    let mut sweeps = values::iterate(&plan, &mut tables, meter)?;
    tables.tables.extend(tables.tables.clone());
    tables.from = (0..2 * sides).rev().collect();
    for (index, table) in tables.tables.iter_mut().enumerate() {
        let (is_low, side) = (index < sides, index % sides);
        // What Min loses at least is what Max wins at most.
        let words = if is_low == (side == 0) { &down } else { &up };
        plan.finished(&mut |number, outcome| {
            table[number] = seen(words, game.scale().best(), outcome, side)
        });
    }
    let farthest = 2 * down.least().abs().max(up.greatest().abs());
    loop {
        sweeps += bounds::widen(&plan, &mut tables, farthest, meter)?;
        if bounds::holds(&plan, &mut tables, meter)? {
            break;
        }
    }
    Ok(Swept {
        plan,
        utility: utility.clone(),
        centre: centre.unwrap_or_else(Fraction::zero),
        words: down,
        tables: tables.tables,
        sweeps: sweeps + 1,
        tally: meter.tally,
    })
}

/// What a finished position is worth to the player who would roll, if `outcome` is how it has ended where `Max` would roll.
/// Outcomes of the other player are counted from the best one on.
fn seen(words: &Words<i64>, best: Outcome, outcome: Outcome, side: usize) -> i64 {
    match side {
        0 => words.worth(outcome),
        _ => -words.worth(Outcome(best.0 - outcome.0)),
    }
}

/// The utility with 0 in the middle, and what was taken away, if opposite outcomes are worth the same to both players.
fn centred(utility: &Utility, scale: &Scale) -> (Utility, Option<Fraction>) {
    let worths = utility.worths();
    let mut sums = worths.iter().zip(worths.iter().rev()).map(|(one, other)| one + other);
    let sum = utility.least() + utility.greatest();
    if !sums.all(|other| other == sum) {
        return (utility.clone(), None);
    }
    let centre = sum * ratio(1, 2);
    let moved = worths.iter().map(|worth| worth - &centre).collect();
    let centred = Utility::new(utility.name(), moved, scale);
    (centred.unwrap_or_else(|error| panic!("{error}")), Some(centre))
}

impl<G: Turns> Swept<G> {
    /// At least and at most, for any position of the game.
    pub fn bounds(&self, game: &G, position: &G::Position) -> (Fraction, Fraction) {
        let turn = game.turn(position);
        if let Turn::Over(outcome) = turn {
            let worth = self.utility.worth(outcome);
            return (worth.clone(), worth.clone());
        }
        if let Some((number, player)) = game.number(&self.plan, position) {
            return self.bounds_of(number, player);
        }
        let mut moves = Vec::new();
        game.moves(position, &mut moves);
        let after = |&mv: &G::Move| self.bounds(game, &game.after(position, mv));
        let (lows, highs): (Vec<Fraction>, Vec<Fraction>) = moves.iter().map(after).unzip();
        let weights: Vec<Fraction> = match turn {
            Turn::Chance => moves
                .iter()
                .map(|&mv| Fraction::from_integer(game.weight(position, mv).into()))
                .collect(),
            _ => Vec::new(),
        };
        let of = |bounds: Vec<Fraction>| match turn {
            Turn::Max => bounds.into_iter().max(),
            Turn::Min => bounds.into_iter().min(),
            _ => {
                let total: Fraction = weights.iter().sum();
                let sum: Fraction =
                    bounds.iter().zip(&weights).map(|(bound, weight)| bound * weight).sum();
                Some(sum / total)
            }
        };
        let nothing = (self.utility.least().clone(), self.utility.greatest().clone());
        of(lows).zip(of(highs)).unwrap_or(nothing)
    }

    /// Those of a position before the roll of a player.
    fn bounds_of(&self, number: usize, player: Player) -> (Fraction, Fraction) {
        let sides = self.tables.len() / 2;
        let side = if player == Player::Max { 0 } else { sides - 1 };
        let of = |table: usize| self.words.fraction(&self.tables[table][number]);
        let (low, high) = (of(side), of(sides + side));
        let (low, high) = match player {
            Player::Max => (low, high),
            Player::Min => (-high, -low),
        };
        let (least, greatest) = (self.utility.least(), self.utility.greatest());
        let (low, high) = (low + &self.centre, high + &self.centre);
        (low.max(least.clone()), high.min(greatest.clone()))
    }

    /// How many positions there are, as the player sees them who rolls.
    pub fn positions(&self) -> u64 {
        self.plan.positions()
    }

    /// How many sweeps it took, the last one included, which proves the bounds.
    pub fn sweeps(&self) -> u32 {
        self.sweeps
    }

    /// What it has cost.
    pub fn tally(&self) -> Tally {
        self.tally
    }
}
