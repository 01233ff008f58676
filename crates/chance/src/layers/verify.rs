//! Verifies the values of layers by the rules of the game, which know nothing of numbers and layers.
//!
//! Every value must be what the values after its turns say. That alone would accept a promise that play never keeps: where a
//! player is promised more than endless play gives, a position gets a mark only when the player can leave the layer with
//! that value, or reach a marked position of the same value, whatever the opponent does. All such positions must get a mark.

use foregone_game::random::Random;
use num_traits::{Signed, Zero};

use super::Layered;
use super::build::{Progress, Source, Watch, lowest_from};
use crate::game::{ChanceGame, Turn};
use crate::limits::{Limits, Meter, Stop};

/// Positions between two looks at the limits.
const INTERVAL: usize = 256;

/// How much of every layer is verified.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extent {
    /// All positions.
    Complete,
    /// About this many of a layer, at random: each against the values after its turns, without marks.
    Sample(usize),
}

/// A value that is wrong, or a promise that is not kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The layer.
    pub layer: usize,
    /// The index.
    pub index: usize,
    /// Whether the value fits those after its turns, but nothing forces it.
    pub is_promise: bool,
}

/// Why a verification ended without an answer, or with a bad one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum VerifyError<E> {
    /// A value is wrong.
    Wrong(Fault),
    /// A limit was reached.
    Stopped(Stop),
    /// A layer cannot be read.
    Store(E),
}

/// Verifies all finished layers of a store. Returns how many positions were looked at.
pub fn verify<G: Layered, S: Source<G::Number>>(
    game: &G,
    store: &mut S,
    extent: Extent,
    limits: Limits<'_>,
    watch: Watch<'_>,
) -> Result<u64, VerifyError<S::Error>> {
    let meter = Meter::new(limits, 0);
    let layers = store.finished().min(game.layers());
    let positions = (0..layers).map(|layer| game.size(layer) as u64).sum();
    let mut values: Vec<Vec<G::Number>> = vec![Vec::new(); layers];
    let (mut done, mut seen) = (0, 0);
    for layer in 0..layers {
        for old in values.iter_mut().take(lowest_from(game, layer)) {
            *old = Vec::new();
        }
        values[layer] = store.load(layer).map_err(VerifyError::Store)?;
        let mut pulse = |at: usize| {
            watch(Progress { layer, layers, done: done + at as u64, positions });
            meter.look()
        };
        match verify_layer(game, &values, layer, extent, &mut pulse) {
            Ok(Ok(count)) => seen += count,
            Ok(Err(fault)) => return Err(VerifyError::Wrong(fault)),
            Err(stop) => return Err(VerifyError::Stopped(stop)),
        }
        done += game.size(layer) as u64;
    }
    Ok(seen)
}

/// Verifies one layer. `values` has the layers that it looks into, and the layer itself. The result is the number of
/// positions that were looked at, or the first fault; the error says that `pulse` ended the work.
pub fn verify_layer<G: Layered>(
    game: &G,
    values: &[Vec<G::Number>],
    layer: usize,
    extent: Extent,
    pulse: &mut dyn FnMut(usize) -> Result<(), Stop>,
) -> Result<Result<u64, Fault>, Stop> {
    let size = game.size(layer);
    let check = Check { game, values, layer };
    let fault = |index: usize, is_promise: bool| Ok(Err(Fault { layer, index, is_promise }));
    let is_sample = |count: usize| count < size;
    if let Extent::Sample(count) = extent
        && is_sample(count)
    {
        let (mut random, mut seen) = (Random::new(layer as u64), 0);
        for at in 0..count {
            if at.is_multiple_of(INTERVAL) {
                pulse((size as f64 * at as f64 / count as f64) as usize)?;
            }
            let index = random.below(size);
            match check.view(index) {
                Some(view) if !view.is_right => return fault(index, false),
                Some(_) => seen += 1,
                None => {}
            }
        }
        return Ok(Ok(seen));
    }
    let (mut seen, mut promised, mut marked) = (0, Vec::new(), vec![false; size]);
    for (index, mark) in marked.iter_mut().enumerate() {
        if index.is_multiple_of(INTERVAL) {
            pulse(index)?;
        }
        let Some(view) = check.view(index) else { continue };
        seen += 1;
        if !view.is_right {
            return fault(index, false);
        }
        // A position that play can only leave needs nothing else.
        *mark = !view.is_promise;
        if view.is_promise {
            promised.push(index);
        }
    }
    // Marks only in passes: the order within one does not matter, because a mark needs marks that are there.
    while !promised.is_empty() {
        let before = promised.len();
        let mut kept = Vec::new();
        for (at, &index) in promised.iter().enumerate() {
            if at.is_multiple_of(INTERVAL) {
                pulse(size)?;
            }
            match check.keeps(index, &marked) {
                true => marked[index] = true,
                false => kept.push(index),
            }
        }
        promised = kept;
        if promised.len() == before {
            return fault(promised[0], true);
        }
    }
    Ok(Ok(seen))
}

/// What a turn or an outcome of chance gives for Max.
struct Given {
    value: i128,
    /// The weight of an outcome.
    weight: i128,
    /// The index after it, if it stays in the layer.
    stays: Option<usize>,
}

/// What is found about one position.
struct View {
    is_right: bool,
    /// Whether somebody is promised more than endless play gives, though the game goes on.
    is_promise: bool,
}

/// What a position is worth by what its turns or outcomes give. Nothing if there are none, or if that is not whole.
fn expected(turn: Turn, given: &[Given]) -> Option<i128> {
    let values = given.iter().map(|given| given.value);
    match turn {
        Turn::Max | Turn::Over(_) => values.max(),
        Turn::Min => values.min(),
        Turn::Chance => {
            let weights: i128 = given.iter().map(|given| given.weight).sum();
            let sum: i128 = given.iter().map(|given| given.weight * given.value).sum();
            (weights > 0 && sum % weights == 0).then(|| sum / weights)
        }
    }
}

struct Check<'v, G: Layered> {
    game: &'v G,
    values: &'v [Vec<G::Number>],
    layer: usize,
}

impl<G: Layered> Check<'_, G> {
    /// All values below a position are whole when they are multiplied by this.
    fn scale(&self, position: &<G::Game as ChanceGame>::Position) -> i128 {
        self.game.game().denominator(position).map_or(1, |below| below.value as i128)
    }

    /// The value for Max of a position, times `scale`, and its index if it is in the layer. Positions without an index,
    /// such as those of chance, are looked through.
    fn given(&self, position: &<G::Game as ChanceGame>::Position, scale: i128) -> Option<Given> {
        let turn = self.game.game().turn(position);
        if let Turn::Over(outcome) = turn {
            let value = self.game.worths()[usize::from(outcome.0)] * scale;
            return Some(Given { value, weight: 0, stays: None });
        }
        let Some((layer, index)) = self.game.locate(position) else {
            let value = expected(turn, &self.after(position, scale)?)?;
            return Some(Given { value, weight: 0, stays: None });
        };
        let number = *self.values.get(layer)?.get(index)?;
        let value = self.game.for_max(position, number) * (scale / self.scale(position));
        Some(Given { value, weight: 0, stays: (layer == self.layer).then_some(index) })
    }

    /// What every turn or outcome of a position gives.
    fn after(
        &self,
        position: &<G::Game as ChanceGame>::Position,
        scale: i128,
    ) -> Option<Vec<Given>> {
        let rules = self.game.game();
        let is_chance = rules.turn(position) == Turn::Chance;
        let mut moves = Vec::new();
        rules.moves(position, &mut moves);
        let given = |mv| {
            let weight = if is_chance { i128::from(rules.weight(position, mv)) } else { 0 };
            Some(Given { weight, ..self.given(&rules.after(position, mv), scale)? })
        };
        moves.into_iter().map(given).collect()
    }

    /// Whose turn it is at an index, its value for Max, and what its turns give: nothing if they cannot be right. Nothing at
    /// all if there is no position.
    fn turns(&self, index: usize) -> Option<(Turn, i128, Option<Vec<Given>>)> {
        let position = self.game.position(self.layer, index)?;
        let scale = self.scale(&position);
        let value = self.game.for_max(&position, self.values[self.layer][index]);
        let turn = self.game.game().turn(&position);
        let given = match turn {
            Turn::Over(_) => self.given(&position, scale).map(|end| vec![end]),
            _ => self.after(&position, scale),
        };
        Some((turn, value, given))
    }

    fn view(&self, index: usize) -> Option<View> {
        let (turn, value, given) = self.turns(index)?;
        let given = given.unwrap_or_default();
        let goes_on = given.iter().any(|given| given.stays.is_some());
        let is_promise = goes_on && !self.values[self.layer][index].is_zero();
        Some(View { is_right: expected(turn, &given) == Some(value), is_promise })
    }

    /// Whether the player who is promised something at an index gets on towards it, given the marked positions.
    fn keeps(&self, index: usize, marked: &[bool]) -> bool {
        let Some((turn, value, Some(given))) = self.turns(index) else { return false };
        // The number is that of the player to move.
        let is_movers = self.values[self.layer][index].is_positive();
        debug_assert!(matches!(turn, Turn::Max | Turn::Min));
        let mut same = given.iter().filter(|given| given.value == value);
        let is_marked = |given: &Given| given.stays.is_none_or(|index| marked[index]);
        if is_movers { same.any(is_marked) } else { same.all(is_marked) }
    }
}
