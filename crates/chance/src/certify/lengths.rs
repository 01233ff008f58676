//! How long play lasts among hot positions, on average and at most: upper bounds that close exactly in integers.
//!
//! The lengths are the least solution of `t = 1 + ...`, where the opponent plays to make them long. It is approached from below
//! in floating point, component by component. A bit more than that satisfies the inequality that a checker tests;
//! whether it does is tested here in the same integers, so a bad approximation costs time and nothing else.

use super::Unproved;
use super::plan::Plan;
use super::write::Walk;
use crate::cyclic::components::Components;
use crate::game::Turn;
use crate::limits::Meter;

/// One move.
const MOVE: u64 = 1024;
/// Lengths are less than this.
const END: u128 = 1 << 63;
/// What is added to the approximation, as a share of it: more if less does not close.
const SLACK: [f64; 3] = [0.01, 0.1, 1.0];
/// Sweeps over a component until it is given up.
const SWEEPS_MAX: usize = 4_000_000;

/// The lengths of the hot positions of a proof.
pub(super) struct Lengths {
    hot: Vec<bool>,
    lengths: Vec<u64>,
}

impl Lengths {
    /// The length of a position, if it is hot.
    pub fn of(&self, node: u32) -> Option<u64> {
        self.hot[node as usize].then(|| self.lengths[node as usize])
    }

    /// Lengths that close, for the positions of a walk that are hot.
    pub fn new(
        plan: &impl Plan,
        walk: &Walk,
        hot: Vec<bool>,
        meter: &Meter<'_>,
    ) -> Result<Lengths, Unproved> {
        let mut when_left = vec![0u32; plan.len()];
        for (time, &node) in (0..).zip(&walk.left) {
            when_left[node as usize] = time;
        }
        let inner = |node: usize| if hot[node] { plan.met(node as u32) } else { &[] };
        let components = Components::of(plan.len(), inner, meter)?;
        let lengths = vec![0; plan.len()];
        let mut work = Work { plan, hot: &hot, lengths, about: vec![0.0; plan.len()] };
        let mut nodes = Vec::new();
        for component in components.iter().filter(|nodes| hot[nodes[0] as usize]) {
            meter.look()?;
            nodes.clear();
            nodes.extend_from_slice(component);
            nodes.sort_unstable_by_key(|&node| when_left[node as usize]);
            match nodes.as_slice() {
                [only] if !plan.met(*only).contains(only) => {
                    work.lengths[*only as usize] = work.exact(*only).ok_or(Unproved::Endless)?;
                }
                nodes => work.close(nodes, meter)?,
            }
        }
        let lengths = work.lengths;
        Ok(Lengths { hot, lengths })
    }
}

struct Work<'a, P> {
    plan: &'a P,
    hot: &'a [bool],
    lengths: Vec<u64>,
    /// The lengths of the component at hand, roughly.
    about: Vec<f64>,
}

impl<P: Plan> Work<'_, P> {
    /// Lengths of a component in which play can return.
    fn close(&mut self, nodes: &[u32], meter: &Meter<'_>) -> Result<(), Unproved> {
        let mut tolerance = 1e-6;
        let mut sweeps = 0;
        for &node in nodes {
            self.about[node as usize] = 0.0;
        }
        while sweeps < SWEEPS_MAX {
            let mut change = f64::INFINITY;
            while change > tolerance && sweeps < SWEEPS_MAX {
                change = self.sweep(nodes);
                sweeps += 1;
                if sweeps % 16 == 0 {
                    meter.look()?;
                }
            }
            if SLACK.into_iter().any(|slack| self.try_slack(nodes, slack)) {
                return Ok(());
            }
            if tolerance < 1e-14 {
                break;
            }
            tolerance /= 16.0;
        }
        Err(Unproved::Endless)
    }

    /// One step of value iteration at all nodes. The largest relative change.
    fn sweep(&mut self, nodes: &[u32]) -> f64 {
        let mut change = 0.0f64;
        for &node in nodes {
            let new = self.rough(node);
            let old = core::mem::replace(&mut self.about[node as usize], new);
            change = change.max((new - old) / new);
        }
        change
    }

    fn rough(&self, node: u32) -> f64 {
        let length = |&to: &u32| match self.hot[to as usize] {
            // Positions outside the component have their final lengths.
            true if self.lengths[to as usize] > 0 => self.lengths[to as usize] as f64,
            true => self.about[to as usize],
            false => 0.0,
        };
        let met = self.plan.met(node).iter().map(length);
        let rest = match self.plan.turn(node) {
            Turn::Chance => {
                let weights = self.plan.weights(node);
                let sum: f64 =
                    met.zip(weights).map(|(length, &weight)| length * weight as f64).sum();
                sum / weights.iter().sum::<u64>() as f64
            }
            _ => met.fold(0.0, f64::max),
        };
        MOVE as f64 + rest
    }

    /// Sets the lengths to a bit more than the approximation. Whether they close; if not, they are unset.
    fn try_slack(&mut self, nodes: &[u32], slack: f64) -> bool {
        for &node in nodes {
            let length = (self.about[node as usize] * (1.0 + slack)).ceil() + 1.0;
            // A length that is too long is cut off here and does not close.
            self.lengths[node as usize] = length as u64;
        }
        let closes = |&node: &u32| {
            let length = self.lengths[node as usize];
            u128::from(length) < END && self.exact(node).is_some_and(|computed| computed <= length)
        };
        let all = nodes.iter().all(closes);
        if !all {
            nodes.iter().for_each(|&node| self.lengths[node as usize] = 0);
        }
        all
    }

    /// The length of a hot position as a checker computes it. Nothing if it is too long.
    fn exact(&self, node: u32) -> Option<u64> {
        let length = |&to: &u32| u128::from(self.lengths[to as usize]);
        let met = self.plan.met(node).iter().map(length);
        let rest = match self.plan.turn(node) {
            Turn::Chance => {
                let weights = self.plan.weights(node);
                let sum: u128 = met.zip(weights).map(|(length, &w)| length * u128::from(w)).sum();
                sum.div_ceil(weights.iter().map(|&weight| u128::from(weight)).sum())
            }
            _ => met.max().unwrap_or(0),
        };
        let length = u128::from(MOVE) + rest;
        (length < END).then_some(length as u64)
    }
}
