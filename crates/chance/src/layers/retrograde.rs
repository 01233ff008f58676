//! The values of one layer: retrograde analysis with exits instead of finished positions.
//!
//! Endless play is worth 0. More than 0 is had only by an exit that the player forces, so exits are taken from the largest
//! absolute value down. A positive exit is taken by the player to move; a negative one is taken when nothing else is left.
//! Every position is settled once, and those that never are settled are worth 0.

use core::cmp::Reverse;

use super::{Number, OpenLayer, Survey};
use crate::limits::Stop;

/// Positions between two calls of the watch.
const INTERVAL: usize = 1 << 12;

/// The values of all indices of a layer. `pulse` hears how many positions are done, and ends
/// the work by an error.
pub(super) fn solve<N: Number, L: OpenLayer<N>>(
    layer: &L,
    size: usize,
    mut pulse: impl FnMut(usize) -> Result<(), Stop>,
) -> Result<Vec<N>, Stop> {
    let mut values = vec![N::zero(); size];
    if !L::HAS_QUIET {
        for (index, value) in values.iter_mut().enumerate() {
            if index.is_multiple_of(INTERVAL) {
                pulse(index)?;
            }
            *value = match layer.survey(index) {
                Survey::Open { exit: Some(exit), .. } => exit,
                _ => N::absent(),
            };
        }
        return Ok(values);
    }
    let mut force = Force { layer, values, left: vec![0; size], queue: Vec::new() };
    let mut exits: Vec<(N, u32)> = Vec::new();
    for index in 0..size {
        if index.is_multiple_of(INTERVAL) {
            pulse(index * 3 / 4)?;
        }
        let Survey::Open { exit, quiet } = layer.survey(index) else {
            force.values[index] = N::absent();
            continue;
        };
        force.left[index] = (quiet as u16 + u16::from(exit.is_some())) * layer.unit();
        exits.extend(exit.filter(|exit| !exit.is_zero()).map(|exit| (exit, index as u32)));
    }
    exits.sort_unstable_by_key(|&(exit, _)| Reverse(exit.abs()));
    for (done, &(exit, index)) in exits.iter().enumerate() {
        if done.is_multiple_of(INTERVAL) {
            pulse(size * 3 / 4 + done / 4)?;
        }
        force.reach(index as usize, exit, layer.unit());
        force.follow();
    }
    Ok(force.values)
}

/// A layer that is being settled.
struct Force<'l, N, L> {
    layer: &'l L,
    values: Vec<N>,
    /// The weight of the turns that may still be better for the player to move; 0 once a position is settled.
    left: Vec<u16>,
    /// Positions that were settled and not followed backwards yet.
    queue: Vec<u32>,
}

impl<N: Number, L: OpenLayer<N>> Force<'_, N, L> {
    /// A turn is worth that for the player to move.
    #[inline]
    fn reach(&mut self, index: usize, value: N, weight: u16) {
        let left = &mut self.left[index];
        if *left == 0 {
            return;
        }
        *left = if value.is_positive() { 0 } else { *left - weight };
        if *left == 0 {
            self.values[index] = value;
            self.queue.push(index as u32);
        }
    }

    /// Follows quiet turns backwards from all positions that were settled.
    fn follow(&mut self) {
        while let Some(index) = self.queue.pop() {
            let layer = self.layer;
            let value = -self.values[index as usize];
            layer.each_before(index as usize, |from, weight| self.reach(from, value, weight));
        }
    }
}
