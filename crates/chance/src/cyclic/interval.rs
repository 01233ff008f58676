//! Certain bounds for games in which play can return, where the exact solution takes too long: interval iteration.
//!
//! Value iteration from below gives lower bounds and from above upper bounds, but where play can stay for ever one of them
//! sticks, because a position can rest its value on itself. So sets of positions in which play can stay (end components)
//! are looked for again and again, and their bounds are brought to the best exit, or to the worth of endless play
//! (Kelmendi, Krämer, Křetínský and Weininger 2018, where endless play is lost). Bounds are rounded outward.

use foregone_game::{Outcome, Player};
use num_traits::ToPrimitive;

use crate::certify::{Proof, Unproved, prove_graph};
use crate::cyclic::components::{Components, Kind, kind};
use crate::cyclic::explore::Explored;
use crate::cyclic::{choices, stay};
use crate::fraction::Fraction;
use crate::game::{ChanceGame, CyclicChance, Turn};
use crate::limits::{Limits, Meter, Stop};
use crate::number::{Arithmetic, Words};
use crate::utility::Utility;

/// Sweeps between two looks for sets in which play can stay.
const SWEEPS: usize = 8;
/// More binary digits than the numbers have.
const DIGITS_MAX: u32 = 64;

/// Certain bounds of all positions that can be reached from one.
pub struct Brackets<G: ChanceGame> {
    graph: Explored<G>,
    sides: Sides,
}

/// The bounds of all positions, without the positions.
pub struct Sides {
    low: Side,
    high: Side,
    stop: Stop,
}

/// Bounds of one side.
struct Side {
    words: Words<i64>,
    values: Vec<i64>,
    /// Lower bounds only rise, and upper bounds only fall.
    rises: bool,
}

impl<G: ChanceGame> Brackets<G> {
    /// At least and at most, for a position that can be reached.
    pub fn bounds(&self, position: &G::Position) -> Option<(Fraction, Fraction)> {
        let node = self.graph.find(position)?;
        let of = |side: &Side| side.words.fraction(&side.values[node]);
        Some((of(&self.sides.low), of(&self.sides.high)))
    }

    /// The positions and moves.
    pub fn graph(&self) -> &Explored<G> {
        &self.graph
    }

    /// The positions and moves, for another look at the same game, and the bounds.
    pub fn split(self) -> (Explored<G>, Sides) {
        (self.graph, self.sides)
    }

    /// The bounds with the positions and moves that they were split from.
    pub fn join(graph: Explored<G>, sides: Sides) -> Brackets<G> {
        Brackets { graph, sides }
    }

    /// Why it ended. After a limit was reached, bounds of some positions are those of the utility.
    pub fn stop(&self) -> Stop {
        self.sides.stop
    }
}

impl<G: CyclicChance> Brackets<G> {
    /// A proof of a player's bound of the first position; nothing if that is the worst worth for the player. Bounds that
    /// only rise from the worst worth rest on nothing but each other, also after a limit was reached.
    pub fn prove(
        &self,
        game: &G,
        player: Player,
        limits: Limits<'_>,
    ) -> Result<Option<Proof>, Unproved> {
        let Side { words, values, .. } = match player {
            Player::Max => &self.sides.low,
            Player::Min => &self.sides.high,
        };
        prove_graph(game, &self.graph, words, values, player, limits)
    }
}

/// Bounds of all positions of a game in which play can return. Sweeps end when no bound changes by 2^-`digits` any more;
/// the bounds are certain however that is chosen. Refuses games whose weights are too large for fixed point, by
/// [`Stop::Memory`].
///
/// ```
/// use foregone_chance::ChanceGame;
/// use foregone_chance::cyclic::bounds;
/// use foregone_chance::fraction::ratio;
/// use foregone_chance::games::Pig;
/// use foregone_chance::limits::Limits;
///
/// let piglet = Pig::with_coin(2).expect("a target");
/// let brackets = bounds(&piglet, &piglet.start(), &piglet.utility(), 40, Limits::default())
///     .expect("a small game");
/// let (low, high) = brackets.bounds(&piglet.start()).expect("the start");
/// assert!(low <= ratio(4, 7) && ratio(4, 7) <= high && high - low < ratio(1, 1 << 30));
/// ```
pub fn bounds<G: CyclicChance>(
    game: &G,
    start: &G::Position,
    utility: &Utility,
    digits: u32,
    limits: Limits<'_>,
) -> Result<Brackets<G>, Stop> {
    bounds_of_graph(game, Explored::new(game, start, limits)?, utility, digits, limits)
}

/// The same for a game that was explored already; the limits are those of what is left to do.
pub fn bounds_of_graph<G: CyclicChance>(
    game: &G,
    graph: Explored<G>,
    utility: &Utility,
    digits: u32,
    limits: Limits<'_>,
) -> Result<Brackets<G>, Stop> {
    let sums = (0..graph.len()).map(|node| graph.weights(node).iter().sum::<u64>());
    let (down, up) = Words::bracket(utility, sums.max().unwrap_or(1).max(1)).ok_or(Stop::Memory)?;
    let small = (down.denominator() >> digits.min(DIGITS_MAX)).to_i64().unwrap_or(i64::MAX);
    let side = |words: Words<i64>, value, rises| {
        let values = vec![value; graph.len()];
        Side { words, values, rises }
    };
    let (least, greatest) = (down.least(), up.greatest());
    let (low, high) = (side(down, least, true), side(up, greatest, false));
    let (local, meter) = (vec![0; graph.len()], Meter::new(limits, 0));
    let mut iteration = Iteration { graph: &graph, low, high, local, small, meter };
    let stop = iteration.all(game).err().unwrap_or(Stop::Solved);
    let Iteration { low, high, .. } = iteration;
    Ok(Brackets { graph, sides: Sides { low, high, stop } })
}

struct Iteration<'a, G: ChanceGame> {
    graph: &'a Explored<G>,
    low: Side,
    high: Side,
    /// A place for every node, to renumber components.
    local: Vec<u32>,
    /// Changes up to this end the sweeps.
    small: i64,
    meter: Meter<'a>,
}

impl<G: ChanceGame> Iteration<'_, G> {
    /// Bounds all components, those that play ends in first.
    fn all(&mut self, game: &G) -> Result<(), Stop>
    where
        G: CyclicChance,
    {
        let components = Components::new(self.graph, &self.meter)?;
        components.iter().try_for_each(|nodes| {
            let endless = game.endless(self.graph.position(nodes[0] as usize));
            self.component(nodes, endless)
        })
    }

    /// Bounds a component whose exits are bounded.
    fn component(&mut self, nodes: &[u32], endless: Outcome) -> Result<(), Stop> {
        match kind(self.graph, nodes) {
            Kind::Stochastic => self.sweep(nodes, endless)?,
            Kind::Single => {
                self.low.update(self.graph, nodes[0] as usize);
                self.high.update(self.graph, nodes[0] as usize);
            }
            Kind::Choices => {
                for side in [&mut self.low, &mut self.high] {
                    let worth = side.words.worth(endless);
                    let exit = |node: u32| side.values[node as usize];
                    let local = &mut self.local;
                    let forced =
                        choices::forced(self.graph, nodes, exit, local, (&worth, &self.meter))?;
                    for (&node, value) in nodes.iter().zip(forced) {
                        side.values[node as usize] = value.unwrap_or(worth);
                    }
                }
            }
        }
        self.meter.look()
    }

    /// Sweeps over a component until hardly anything changes.
    fn sweep(&mut self, nodes: &[u32], endless: Outcome) -> Result<(), Stop> {
        let component = stay::Component::new(self.graph, nodes, &mut self.local);
        let can_stay = component.can_stay(&self.meter)?;
        let (low, high) = (&mut self.low, &mut self.high);
        loop {
            let mut change = 0;
            for _ in 0..SWEEPS {
                change = 0;
                for &node in nodes {
                    change = change.max(low.update(self.graph, node as usize));
                    change = change.max(high.update(self.graph, node as usize));
                }
            }
            if can_stay {
                let (least, most) = (low.words.worth(endless), high.words.worth(endless));
                let raised =
                    component.bring::<false>(&mut low.values, &high.values, least, &self.meter)?;
                let lowered =
                    component.bring::<true>(&mut high.values, &low.values, most, &self.meter)?;
                change = change.max(raised).max(lowered);
            }
            if change <= self.small {
                return Ok(());
            }
            self.meter.look()?;
        }
    }
}

impl Side {
    /// One step of value iteration at a node. By how much its bound changes.
    fn update<G: ChanceGame>(&mut self, graph: &Explored<G>, node: usize) -> i64 {
        let values = graph.successors(node).iter().map(|&to| self.values[to as usize]);
        let new = match graph.turn(node) {
            Turn::Over(outcome) => self.words.worth(outcome),
            Turn::Max => values.max().expect("a move"),
            Turn::Min => values.min().expect("a move"),
            Turn::Chance => {
                let weights = graph.weights(node);
                let parts = weights.iter().zip(values);
                let sum = parts.map(|(&weight, value)| self.words.times(&value, weight)).sum();
                self.words.mean(&sum, weights.iter().sum())
            }
        };
        let old = self.values[node];
        self.values[node] = if self.rises { old.max(new) } else { old.min(new) };
        (self.values[node] - old).abs()
    }
}
