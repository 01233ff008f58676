//! A plain writer of certificates of expectations, for tests: it follows a strategy as the page says, and states numbers where
//! it is told to.

use std::collections::{HashMap, HashSet};

use foregone_proof::format::{ExpectationHeader, Writer};
use foregone_proof::rules::chance::Turn;
use num_bigint::{BigInt, Sign};
use num_traits::{One, ToPrimitive};

use super::model::{Model, Number};

/// A record that can be tampered with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// The lowest two bits.
    pub bits: u64,
    /// The rest of the record.
    pub rest: u64,
    /// The integers of the stated number.
    pub number: Vec<BigInt>,
    pub length: Option<u64>,
}

impl Step {
    pub fn followed(choice: u64) -> Step {
        Step { bits: 0, rest: choice, number: Vec::new(), length: None }
    }

    pub fn stated(choice: u64, number: &[i64], length: Option<u64>) -> Step {
        let number = number.iter().map(|&integer| integer.into()).collect();
        Step { bits: 1, rest: choice, number, length }
    }

    pub fn given_up() -> Step {
        Step { bits: 2, rest: 0, number: Vec::new(), length: None }
    }

    /// Appends the bytes of the record and of its integers. The second integer of a number is its denominator.
    fn encode(&self, bytes: &mut Vec<u8>) {
        leb128(&BigInt::from(self.rest << 2 | self.bits), bytes);
        for (index, integer) in self.number.iter().enumerate() {
            let is_signed = index == 0;
            let coded = match integer.sign() {
                _ if !is_signed => integer.clone(),
                Sign::Minus => BigInt::from(-2) * integer - BigInt::one(),
                _ => integer * BigInt::from(2),
            };
            leb128(&coded, bytes);
        }
        if let Some(length) = self.length {
            leb128(&length.into(), bytes);
        }
    }
}

fn leb128(integer: &BigInt, bytes: &mut Vec<u8>) {
    let mut groups = integer.magnitude().to_radix_le(128);
    let last = groups.pop().unwrap();
    bytes.extend(groups.iter().map(|group| group | 0x80));
    bytes.push(last);
}

/// A certificate that can be tampered with.
#[derive(Clone, Debug)]
pub struct Certificate {
    pub header: ExpectationHeader,
    pub steps: Vec<Step>,
}

impl Certificate {
    /// The bytes, with the right count and hash.
    pub fn seal(&self) -> Vec<u8> {
        let mut records = Vec::new();
        self.steps.iter().for_each(|step| step.encode(&mut records));
        seal_raw(&self.header, &records, self.steps.len() as u64)
    }

    /// The bytes of the records.
    pub fn records(&self) -> Vec<u8> {
        let mut records = Vec::new();
        self.steps.iter().for_each(|step| step.encode(&mut records));
        records
    }
}

/// A certificate with these bytes as records.
pub fn seal_raw(header: &ExpectationHeader, records: &[u8], count: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut writer = Writer::expectations(&mut bytes, header).unwrap();
    writer.raw(records, count).unwrap();
    writer.finish().unwrap();
    bytes
}

/// A strategy of the owner of a claim, with what it gives at every node.
pub struct Plan<'m> {
    pub model: &'m Model,
    pub by_max: bool,
    /// The owner's moves.
    pub choices: Vec<usize>,
    pub numbers: Vec<Number>,
    /// The lengths of hot nodes.
    pub lengths: Vec<u64>,
    /// Numbers are multiples of 1 divided by this.
    pub denominator: Option<BigInt>,
}

impl Plan<'_> {
    /// Whether the node is hot.
    pub fn is_hot(&self, node: usize) -> bool {
        let Some(rank) = self.model.infinite else { return false };
        let (number, endless) = (&self.numbers[node], &self.model.worths[rank]);
        if self.by_max { number > endless } else { number < endless }
    }

    /// The nodes that the walk enters, in its order, and those that it returns to before it has left them.
    pub fn order(&self) -> (Vec<usize>, HashSet<usize>) {
        let (mut order, mut returned, mut entered) = (Vec::new(), HashSet::new(), HashMap::new());
        // The nodes on the line, and how many moves of each have been met.
        let mut line: Vec<(usize, usize)> = Vec::new();
        let mut next = Some(0);
        loop {
            if let Some(node) = next.take() {
                if entered.get(&node) == Some(&true) {
                    returned.insert(node);
                } else if !entered.contains_key(&node)
                    && !matches!(self.model.turns[node], Turn::Over(_))
                {
                    entered.insert(node, true);
                    order.push(node);
                    line.push((node, 0));
                }
            }
            let Some((node, met)) = line.last_mut() else { return (order, returned) };
            let after = self.after(*node);
            if *met < after.len() {
                next = Some(after[*met]);
                *met += 1;
            } else {
                entered.insert(*node, false);
                line.pop();
            }
        }
    }

    fn after(&self, node: usize) -> Vec<usize> {
        let all = self.model.moves[node].iter().map(|(to, _)| *to);
        match self.is_owner(node) {
            true => vec![self.model.moves[node][self.choices[node]].0],
            false => all.collect(),
        }
    }

    pub fn is_owner(&self, node: usize) -> bool {
        self.model.turns[node] == if self.by_max { Turn::Max } else { Turn::Min }
    }

    /// The records, with numbers where the walk returns and where `states` says so.
    pub fn steps(&self, mut states: impl FnMut(usize) -> bool) -> Vec<Step> {
        let (order, returned) = self.order();
        let step = |node: usize| {
            let choice = if self.is_owner(node) { self.choices[node] } else { 0 };
            if !returned.contains(&node) && !states(node) {
                return Step::followed(choice as u64);
            }
            let length = self.is_hot(node).then(|| self.lengths[node]);
            Step { bits: 1, rest: choice as u64, number: self.integers(node), length }
        };
        order.into_iter().map(step).collect()
    }

    /// The integers of the number of a node, which must be a multiple of 1 divided by the denominator.
    fn integers(&self, node: usize) -> Vec<BigInt> {
        let number = &self.numbers[node];
        match &self.denominator {
            None => vec![number.numer().clone(), number.denom().clone()],
            Some(denominator) => {
                let product = number * denominator;
                assert!(product.is_integer());
                vec![product.to_integer()]
            }
        }
    }

    /// Lengths for this strategy: the expected number of moves among hot nodes, if the opponent makes it as large as possible,
    /// a little rounded up. Nothing if play can stay there for ever.
    pub fn find_lengths(&mut self) -> Option<()> {
        let size = self.model.len();
        let mut times = vec![0.0_f64; size];
        for round in 0..=100_000 {
            let mut largest = 0.0_f64;
            for node in (0..size).filter(|&node| self.is_hot(node)) {
                let moves = &self.model.moves[node];
                let after = self.after(node);
                let time = match self.model.turns[node] {
                    Turn::Over(_) => continue,
                    Turn::Chance => {
                        let total: u64 = moves.iter().map(|(_, weight)| weight).sum();
                        let sum: f64 =
                            moves.iter().map(|(to, weight)| times[*to] * *weight as f64).sum();
                        1.0 + sum / total as f64
                    }
                    _ => 1.0 + after.iter().map(|to| times[*to]).fold(0.0, f64::max),
                };
                largest = largest.max(time - times[node]);
                times[node] = time;
            }
            if largest < 1e-6 {
                break;
            }
            if round == 100_000 || times.iter().any(|&time| time > 1e6) {
                return None;
            }
        }
        self.lengths = times.iter().map(|time| (time * 1030.0).ceil().to_u64().unwrap()).collect();
        Some(())
    }
}
