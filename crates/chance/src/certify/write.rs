//! From a strategy to the records of its proof, in the order in which a checker reads them.

use num_bigint::BigInt;

use super::encode;
use super::lengths::Lengths;
use super::plan::{Owner, Plan};
use super::{Claim, Proof, Unproved};
use crate::fraction::Fraction;
use crate::game::Turn;
use crate::limits::{Meter, Stop};
use crate::number::Arithmetic;

/// The order in which a checker enters and leaves the positions of a proof.
pub(super) struct Walk {
    /// Unfinished positions, as they are entered.
    pub entered: Vec<u32>,
    /// The same, as they are left.
    pub left: Vec<u32>,
    /// For every position whether the walk returns to it before it is left, so that its number must be stated.
    pub stated: Vec<bool>,
}

/// The most characters of a fraction that is claimed.
const FRACTION_MAX: usize = 5_000;
/// The most bits of the parts of a fraction. It is less than the format allows, because partial sums can be longer.
const BITS_MAX: u64 = 28_000;

const NEW: u8 = 0;
const ON_LINE: u8 = 1;
const LEFT: u8 = 2;

impl Walk {
    /// Walks depth first, without recursion.
    pub fn new(plan: &impl Plan, root: u32, meter: &mut Meter<'_>) -> Result<Walk, Stop> {
        let mut walk =
            Walk { entered: Vec::new(), left: Vec::new(), stated: vec![false; plan.len()] };
        let mut state = vec![NEW; plan.len()];
        let mut line: Vec<(u32, u32)> = Vec::new();
        if !is_over(plan, root) {
            line.push((root, 0));
        }
        while let Some((node, next)) = line.last_mut() {
            let at = *node;
            if *next == 0 {
                meter.enter(0)?;
                state[at as usize] = ON_LINE;
                walk.entered.push(at);
            }
            let met = if plan.index(at).is_some() { plan.met(at) } else { &[] };
            let to = met.get(*next as usize).copied();
            *next += 1;
            match to {
                None => {
                    state[at as usize] = LEFT;
                    walk.left.push(at);
                    line.pop();
                }
                Some(to) if state[to as usize] == ON_LINE => walk.stated[to as usize] = true,
                Some(to) if state[to as usize] == NEW && !is_over(plan, to) => line.push((to, 0)),
                Some(_) => {}
            }
        }
        Ok(walk)
    }
}

fn is_over(plan: &impl Plan, node: u32) -> bool {
    matches!(plan.turn(node), Turn::Over(_))
}

/// What a proof is made from.
pub(super) struct Sketch<'a, P, A> {
    pub plan: &'a P,
    pub arithmetic: &'a A,
    pub owner: Owner,
}

impl<P: Plan, A: Arithmetic> Sketch<'_, P, A> {
    /// The number of every position of the walk, as a checker computes it. `stated` gives the numbers of positions
    /// that the walk returns to. Nothing if one of those is better than what is computed for it.
    pub fn numbers(
        &self,
        walk: &Walk,
        stated: impl Fn(u32) -> A::Number,
    ) -> Option<Vec<A::Number>> {
        let mut numbers = vec![self.owner.worst(self.arithmetic); self.plan.len()];
        for &node in walk.entered.iter().filter(|&&node| walk.stated[node as usize]) {
            numbers[node as usize] = stated(node);
        }
        for &node in &walk.left {
            let computed = self.computed(node, &numbers);
            let number = &mut numbers[node as usize];
            if !walk.stated[node as usize] {
                *number = computed;
            } else if !self.owner.accepts(&computed, number) {
                return None;
            }
        }
        Some(numbers)
    }

    /// The number of a finished position, or of one that has a number.
    pub fn number(&self, node: u32, numbers: &[A::Number]) -> A::Number {
        match self.plan.turn(node) {
            Turn::Over(outcome) => self.arithmetic.worth(outcome),
            _ => numbers[node as usize].clone(),
        }
    }

    fn computed(&self, node: u32, numbers: &[A::Number]) -> A::Number {
        let (plan, owner) = (self.plan, self.owner);
        if plan.index(node).is_none() {
            return owner.worst(self.arithmetic);
        }
        let mut met = plan.met(node).iter().map(|&to| self.number(to, numbers));
        let first = met.next().expect("a position that is followed has a move");
        if plan.turn(node) != Turn::Chance {
            // The owner's position has one move, and that of the opponent all.
            return met.fold(
                first,
                |worst, number| {
                    if owner.accepts(&number, &worst) { worst } else { number }
                },
            );
        }
        let weights = plan.weights(node);
        let mut sum = self.arithmetic.times(&first, weights[0]);
        for (number, &weight) in met.zip(&weights[1..]) {
            self.arithmetic.add(&mut sum, &self.arithmetic.times(&number, weight));
        }
        self.arithmetic.mean(&sum, weights.iter().sum())
    }

    /// Whether a number is longer than a checker computes with.
    fn is_too_long(&self, walk: &Walk, numbers: &[A::Number]) -> bool {
        let is_long = |&node: &u32| {
            let number = self.arithmetic.fraction(&numbers[node as usize]);
            number.numer().bits().max(number.denom().bits()) > BITS_MAX
        };
        self.arithmetic.unit().is_none() && walk.entered.iter().any(is_long)
    }

    /// The proof with these numbers. `lengths` are there in games in which play can return.
    pub fn write(
        &self,
        walk: &Walk,
        numbers: &[A::Number],
        lengths: Option<&Lengths>,
        bound: Fraction,
    ) -> Result<Proof, Unproved> {
        let denominator: Option<BigInt> = self.arithmetic.unit().cloned();
        if bound.to_string().len() > FRACTION_MAX || self.is_too_long(walk, numbers) {
            return Err(Unproved::TooLong);
        }
        let mut bytes = Vec::new();
        for &node in &walk.entered {
            let place = node as usize;
            let Some(index) = self.plan.index(node) else {
                bytes.push(2);
                continue;
            };
            let is_stated = walk.stated[place];
            encode::unsigned(&mut bytes, u64::from(index) << 2 | u64::from(is_stated));
            if is_stated {
                let number = self.arithmetic.fraction(&numbers[place]);
                encode::number(&mut bytes, &number, denominator.as_ref())
                    .ok_or(Unproved::TooLong)?;
                if let Some(length) = lengths.and_then(|lengths| lengths.of(node)) {
                    encode::unsigned(&mut bytes, length);
                }
            }
        }
        let claim = Claim::of(self.owner.0, bound);
        let records = walk.entered.len() as u64;
        Ok(Proof { claim, bytes, records, denominator, is_table: false })
    }
}
