//! Common pairs: where two literals stand together in several conjunctions, one gate does for all of them.

use std::collections::BinaryHeap;

use foldhash::HashMap;

use super::gates::{Gates, Literal, Node};

/// The most pairs that are counted. Conjunctions with very many literals are left out when there are more.
const PAIRS: usize = 6_000_000;

struct Pairs<'g> {
    gates: &'g mut Gates,
    counts: HashMap<(Literal, Literal), u32>,
    queue: BinaryHeap<(u32, Literal, Literal)>,
    /// The conjunctions that a literal stands in, or once stood in.
    uses: HashMap<Literal, Vec<u32>>,
}

/// Extracts common pairs from the conjunctions, most frequent first.
pub(super) fn extract(gates: &mut Gates, wanted: &[u32]) {
    let largest = largest(gates, wanted);
    let mut pairs = Pairs {
        gates,
        counts: HashMap::default(),
        queue: BinaryHeap::new(),
        uses: HashMap::default(),
    };
    for &node in wanted {
        let operands = pairs.gates.operands(node).to_vec();
        if operands.len() > largest {
            continue;
        }
        for (at, &one) in operands.iter().enumerate() {
            pairs.uses.entry(one).or_default().push(node);
            for &other in &operands[at + 1..] {
                *pairs.counts.entry((one, other)).or_default() += 1;
            }
        }
    }
    let queue: Vec<_> = pairs
        .counts
        .iter()
        .filter(|(_, count)| **count > 1)
        .map(|(&(a, b), &count)| (count, a, b))
        .collect();
    pairs.queue = queue.into();
    while let Some((count, one, other)) = pairs.queue.pop() {
        let now = pairs.counts.get(&(one, other)).copied().unwrap_or(0);
        match now {
            _ if now == count => pairs.replace(one, other),
            2.. => pairs.queue.push((now, one, other)),
            _ => {}
        }
    }
}

/// How many literals a conjunction may have to take part.
fn largest(gates: &Gates, wanted: &[u32]) -> usize {
    let mut sizes: Vec<usize> = wanted.iter().map(|&node| gates.operands(node).len()).collect();
    sizes.sort_unstable();
    let mut sum = 0;
    for &size in &sizes {
        sum += size * size / 2;
        if sum > PAIRS {
            return size - 1;
        }
    }
    usize::MAX
}

impl Pairs<'_> {
    /// Makes a gate of a pair and puts it into all conjunctions that have the pair.
    fn replace(&mut self, one: Literal, other: Literal) {
        let shorter = if self.uses[&one].len() <= self.uses[&other].len() { one } else { other };
        let mut hosts = self.uses[&shorter].clone();
        hosts.sort_unstable();
        hosts.dedup();
        let both = |gates: &Gates, node: u32| {
            let all = gates.operands(node);
            all.len() > 2 && all.contains(&one) && all.contains(&other)
        };
        hosts.retain(|&node| both(self.gates, node));
        self.counts.remove(&(one, other));
        if hosts.is_empty() {
            return;
        }
        let gate = self.gates.and(vec![one, other]);
        for &node in &hosts {
            let Node::And(all) = &mut self.gates.nodes[node as usize] else { continue };
            if gate >> 1 == node {
                continue;
            }
            all.retain(|&literal| literal != one && literal != other);
            let had = all.contains(&gate);
            let rest: Vec<Literal> =
                all.iter().copied().filter(|&literal| literal != gate).collect();
            if !had {
                all.push(gate);
                all.sort_unstable();
            }
            for literal in rest {
                for gone in [one, other] {
                    if let Some(count) = self.counts.get_mut(&ordered(gone, literal)) {
                        *count -= 1;
                    }
                }
                if !had {
                    *self.counts.entry(ordered(gate, literal)).or_default() += 1;
                }
            }
            self.uses.entry(gate).or_default().push(node);
        }
        let mut together: Vec<Literal> = hosts
            .iter()
            .flat_map(|&node| self.gates.operands(node))
            .copied()
            .filter(|&literal| literal != gate)
            .collect();
        together.sort_unstable();
        together.dedup();
        for literal in together {
            let (a, b) = ordered(gate, literal);
            if let Some(&count) = self.counts.get(&(a, b))
                && count > 1
            {
                self.queue.push((count, a, b));
            }
        }
    }
}

fn ordered(one: Literal, other: Literal) -> (Literal, Literal) {
    (one.min(other), one.max(other))
}
