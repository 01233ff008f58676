//! The exact values of all positions of a game in which play can return.

use foregone_game::Player;

use crate::certify::{Proof, Unproved, prove_graph};
use crate::cyclic::components::{Components, Kind, kind};
use crate::cyclic::explore::Explored;
use crate::cyclic::{choices, improve};
use crate::fraction::Fraction;
use crate::game::{ChanceGame, CyclicChance, Denominator, Turn};
use crate::limits::{Limits, Meter, Stop};
use crate::number::{Arithmetic, Fractions, Word, Words};
use crate::utility::Utility;

/// The clock and the flag are looked at once in this many components.
const COMPONENTS_PER_LOOK: usize = 1 << 12;

/// The values of all positions that can be reached from one.
pub struct Solution<G: ChanceGame> {
    graph: Explored<G>,
    values: Values,
}

/// Values in whatever numbers they were counted in: fractions take much memory.
enum Values {
    Small(Words<i64>, Vec<i64>),
    Large(Words<i128>, Vec<i128>),
    Fractions(Fractions, Vec<Fraction>),
}

impl<G: ChanceGame> Solution<G> {
    /// The value of a position, if it can be reached.
    pub fn value(&self, position: &G::Position) -> Option<Fraction> {
        self.graph.find(position).map(|node| self.value_of(node))
    }

    /// The value of the position of that number.
    pub fn value_of(&self, node: usize) -> Fraction {
        match &self.values {
            Values::Small(words, values) => words.fraction(&values[node]),
            Values::Large(words, values) => words.fraction(&values[node]),
            Values::Fractions(_, values) => values[node].clone(),
        }
    }

    /// The positions and moves.
    pub fn graph(&self) -> &Explored<G> {
        &self.graph
    }

    /// The positions and moves, for another utility of the same game.
    pub fn into_graph(self) -> Explored<G> {
        self.graph
    }

    /// What was counted in: `i64`, `i128` or `fractions`.
    pub fn counted_in(&self) -> &'static str {
        match self.values {
            Values::Small(..) => "i64",
            Values::Large(..) => "i128",
            Values::Fractions(..) => "fractions",
        }
    }
}

impl<G: CyclicChance> Solution<G> {
    /// A proof of the value of the first position, by a player; nothing if that is the worst worth for the player.
    pub fn prove(
        &self,
        game: &G,
        player: Player,
        limits: Limits<'_>,
    ) -> Result<Option<Proof>, Unproved> {
        let graph = &self.graph;
        match &self.values {
            Values::Small(words, values) => prove_graph(game, graph, words, values, player, limits),
            Values::Large(words, values) => prove_graph(game, graph, words, values, player, limits),
            Values::Fractions(all, values) => prove_graph(game, graph, all, values, player, limits),
        }
    }
}

/// A game whose exact solution was given up.
pub struct Unsolved<G: ChanceGame> {
    /// Why.
    pub stop: Stop,
    /// The positions and moves.
    pub graph: Explored<G>,
}

/// Solves a game in which play can return, exactly: component by component of its graph, those that play ends in first.
///
/// A component without chance is solved by retrograde analysis, one with chance by strategy improvement in fractions,
/// which is for small components.
///
/// ```
/// use foregone_chance::ChanceGame;
/// use foregone_chance::cyclic::solve;
/// use foregone_chance::games::Pig;
/// use foregone_chance::limits::Limits;
///
/// let piglet = Pig::with_coin(2).expect("a target");
/// let solution = solve(&piglet, &piglet.start(), &piglet.utility(), Limits::default())
///     .expect("a small game");
/// assert_eq!(solution.value(&piglet.start()).expect("the start").to_string(), "4/7");
/// ```
pub fn solve<G: CyclicChance>(
    game: &G,
    start: &G::Position,
    utility: &Utility,
    limits: Limits<'_>,
) -> Result<Solution<G>, Stop> {
    let graph = Explored::new(game, start, limits)?;
    solve_graph(game, graph, utility, limits).map_err(|unsolved| unsolved.stop)
}

/// The same for a game that was explored already, and is given back if a limit is reached; the limits are those of what is
/// left to do.
pub fn solve_graph<G: CyclicChance>(
    game: &G,
    graph: Explored<G>,
    utility: &Utility,
    limits: Limits<'_>,
) -> Result<Solution<G>, Box<Unsolved<G>>> {
    match all_values(game, &graph, utility, limits) {
        Ok(values) => Ok(Solution { graph, values }),
        Err(stop) => Err(Box::new(Unsolved { stop, graph })),
    }
}

fn all_values<G: CyclicChance>(
    game: &G,
    graph: &Explored<G>,
    utility: &Utility,
    limits: Limits<'_>,
) -> Result<Values, Stop> {
    let meter = Meter::new(limits, 0);
    let components = Components::new(graph, &meter)?;
    let stochastic = components.iter().any(|nodes| kind(graph, nodes) == Kind::Stochastic);
    let below = if stochastic { None } else { game.denominator(graph.position(0)) };
    if let Some(words) = exact::<i64>(utility, below) {
        let values = values(game, graph, &components, &words, &meter)?;
        Ok(Values::Small(words, values))
    } else if let Some(words) = exact::<i128>(utility, below) {
        let values = values(game, graph, &components, &words, &meter)?;
        Ok(Values::Large(words, values))
    } else {
        let fractions = Fractions::new(utility);
        let values = values(game, graph, &components, &fractions, &meter)?;
        Ok(Values::Fractions(fractions, values))
    }
}

fn exact<T: Word>(utility: &Utility, below: Option<Denominator>) -> Option<Words<T>> {
    below.and_then(|below| Words::exact(utility, below))
}

/// The values of all nodes.
fn values<G: CyclicChance, A: Arithmetic>(
    game: &G,
    graph: &Explored<G>,
    components: &Components,
    arithmetic: &A,
    meter: &Meter<'_>,
) -> Result<Vec<A::Number>, Stop> {
    let mut values: Vec<Option<A::Number>> = vec![None; graph.len()];
    let mut local = vec![0u32; graph.len()];
    for (count, nodes) in components.iter().enumerate() {
        if count % COMPONENTS_PER_LOOK == 0 {
            meter.look()?;
        }
        let endless = || arithmetic.worth(game.endless(graph.position(nodes[0] as usize)));
        match kind(graph, nodes) {
            Kind::Single => {
                let node = nodes[0] as usize;
                values[node] = Some(single(graph, arithmetic, node, &values));
            }
            Kind::Choices => {
                choices::solve(graph, nodes, &mut values, &mut local, (&endless(), meter))?;
            }
            Kind::Stochastic => {
                for (place, &node) in nodes.iter().enumerate() {
                    local[node as usize] = place as u32;
                }
                let place = |node: u32| {
                    let place = local[node as usize] as usize;
                    (nodes.get(place) == Some(&node)).then_some(place)
                };
                let value = |node: u32| {
                    let known = values[node as usize].as_ref();
                    arithmetic.fraction(known.expect("exits are solved before"))
                };
                let endless = arithmetic.fraction(&endless());
                let found = improve::solve(graph, nodes, place, value, &endless, meter)?;
                for (&node, value) in nodes.iter().zip(&found) {
                    // Only fractions come here, and they are kept as they are.
                    values[node as usize] = Some(arithmetic.floor(value));
                }
            }
        }
    }
    let known = |value: Option<A::Number>| value.expect("every node is in a component");
    Ok(values.into_iter().map(known).collect())
}

/// The value of a node whose successors are solved.
fn single<G: ChanceGame, A: Arithmetic>(
    graph: &Explored<G>,
    arithmetic: &A,
    node: usize,
    values: &[Option<A::Number>],
) -> A::Number {
    let known = |&to: &u32| values[to as usize].as_ref().expect("successors are solved before");
    let successors = graph.successors(node).iter().map(known);
    match graph.turn(node) {
        Turn::Over(outcome) => arithmetic.worth(outcome),
        Turn::Max => successors.max().expect("a move").clone(),
        Turn::Min => successors.min().expect("a move").clone(),
        Turn::Chance => {
            let weights = graph.weights(node);
            let mut parts = weights.iter().zip(successors).map(|(&w, v)| arithmetic.times(v, w));
            let mut sum = parts.next().expect("an outcome");
            parts.for_each(|part| arithmetic.add(&mut sum, &part));
            arithmetic.mean(&sum, weights.iter().sum())
        }
    }
}
