//! Shorter code for when some inputs are known.

use foldhash::HashMap;

use super::program::{Program, Run, Stage, kind};

/// A gate with its inputs as literals: twice the number of a node, and one more for its negation. Nodes are the constant, the
/// inputs of the program, and gates.
struct Gate {
    inputs: [u32; 2],
    level: u32,
}

/// Gates in the making.
struct Rest {
    leaves: usize,
    gates: Vec<Gate>,
    known: HashMap<[u32; 2], u32>,
}

impl Rest {
    fn level(&self, literal: u32) -> u32 {
        let gate = (literal as usize >> 1).checked_sub(self.leaves);
        gate.map_or(0, |gate| self.gates[gate].level)
    }

    fn and(&mut self, one: u32, other: u32) -> u32 {
        let inputs = [one.min(other), one.max(other)];
        match inputs {
            [0, _] => return 0,
            [1, other] => return other,
            [a, b] if a == b => return a,
            [a, b] if a ^ 1 == b => return 0,
            _ => {}
        }
        let level = self.level(one).max(self.level(other)) + 1;
        let next = 2 * (self.leaves + self.gates.len()) as u32;
        let literal = *self.known.entry(inputs).or_insert(next);
        if literal == next {
            self.gates.push(Gate { inputs, level });
        }
        literal
    }

    /// Which gates some literals need.
    fn needed(&self, outputs: &[u32]) -> Vec<bool> {
        let mut needed = vec![false; self.gates.len()];
        let mut open: Vec<u32> = outputs.to_vec();
        while let Some(literal) = open.pop() {
            if let Some(gate) = (literal as usize >> 1).checked_sub(self.leaves)
                && !core::mem::replace(&mut needed[gate], true)
            {
                open.extend(self.gates[gate].inputs);
            }
        }
        needed
    }
}

impl Program {
    /// The code that is left when some inputs are known; none for code with loops. Inputs stay where they are.
    pub(crate) fn specialized(&self, known: impl Fn(usize) -> Option<bool>) -> Option<Program> {
        if !self.slots.is_empty() {
            return None;
        }
        let leaves = 1 + self.input_count();
        let mut literal = vec![0; self.value_count()];
        for input in 0..self.input_count() {
            literal[1 + input] = known(input).map_or(2 * (1 + input) as u32, u32::from);
        }
        let mut rest = Rest { leaves, gates: Vec::new(), known: HashMap::default() };
        self.each_gate(|place, inputs| {
            let [a, b] = inputs.map(|input| literal[(input >> 1) as usize] ^ (input & 1));
            literal[place] = rest.and(a, b);
        });
        let outputs = self.outputs.iter();
        let outputs: Vec<u32> =
            outputs.map(|&output| literal[(output >> 1) as usize] ^ (output & 1)).collect();
        Some(assemble(&rest, &outputs))
    }
}

/// Puts the gates that are needed into levels, in runs of one kind.
fn assemble(rest: &Rest, outputs: &[u32]) -> Program {
    let needed = rest.needed(outputs);
    let mut order: Vec<usize> = (0..rest.gates.len()).filter(|&gate| needed[gate]).collect();
    let rank = |gate: usize| (rest.gates[gate].level, kind(rest.gates[gate].inputs));
    order.sort_by_key(|&gate| rank(gate));
    let mut place: Vec<u32> = (0..(rest.leaves + rest.gates.len()) as u32).collect();
    for (at, &gate) in order.iter().enumerate() {
        place[rest.leaves + gate] = (rest.leaves + at) as u32;
    }
    let (mut gates, mut runs) = (Vec::new(), Vec::<Run>::new());
    let mut last = None;
    for (at, &gate) in order.iter().enumerate() {
        if last != Some(rank(gate)) {
            last = Some(rank(gate));
            runs.push(Run { kind: rank(gate).1, first: rest.leaves + at, gates: at..at });
        }
        let [a, b] = rest.gates[gate].inputs;
        // The negated input of a mixed gate comes second.
        let [a, b] = if a & 1 == 1 && b & 1 == 0 { [b, a] } else { [a, b] };
        gates.push([a, b].map(|input| place[(input >> 1) as usize]));
        if let Some(run) = runs.last_mut() {
            run.gates.end = at + 1;
        }
    }
    let placed = |&literal: &u32| 2 * place[(literal >> 1) as usize] + (literal & 1);
    Program {
        outputs: outputs.iter().map(placed).collect(),
        values: rest.leaves + gates.len(),
        stages: vec![Stage { runs: 0..runs.len(), feedback: Vec::new() }],
        slots: rest.leaves..rest.leaves,
        gates,
        runs,
    }
}
