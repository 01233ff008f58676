//! Straight code: gates with two inputs in levels, in runs of one kind, for many states at once.
//!
//! A value is `W` words of 64 bits; every bit is another state, a *lane*. The values of a run stand one after the other, so
//! that the loop over a run stores without looking anything up.

use foldhash::HashMap;

use super::build::Loop;
use super::gates::{FALSE, Gates, Literal, TRUE};

/// What the gates of a run compute of their inputs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Kind {
    And,
    /// The first and not the second.
    AndNot,
    /// Neither.
    Nor,
}

#[derive(Clone, Debug)]
pub(super) struct Run {
    pub kind: Kind,
    /// Where the values begin.
    pub first: usize,
    pub gates: core::ops::Range<usize>,
}

/// Runs that are made once, or again and again until the slots do not change any more.
#[derive(Clone, Debug)]
pub(super) struct Stage {
    pub runs: core::ops::Range<usize>,
    /// Slots with the values that they take.
    pub feedback: Vec<(u32, u32)>,
}

/// Code that computes some sentences from the state, and from the moves.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    pub(super) gates: Vec<[u32; 2]>,
    pub(super) runs: Vec<Run>,
    pub(super) stages: Vec<Stage>,
    /// The values of loops, which begin with 0.
    pub(super) slots: core::ops::Range<usize>,
    pub(super) values: usize,
    /// Twice the place of a value, and one more if it is negated.
    pub outputs: Vec<u32>,
}

/// A gate with two inputs.
#[derive(Clone, Copy)]
struct Gate {
    inputs: [Literal; 2],
    stage: u32,
    level: u32,
}

/// From conjunctions to gates with two inputs.
struct Lowering<'g> {
    source: &'g Gates,
    /// The loop of a slot.
    loop_of: HashMap<u32, u32>,
    /// Leaves are the nodes of the source; these come after them.
    gates: Vec<Gate>,
    /// The literal of a node of the source.
    literal: Vec<Option<Literal>>,
    known: HashMap<[Literal; 2], u32>,
}

impl Lowering<'_> {
    fn gate(&self, literal: Literal) -> Gate {
        let node = (literal >> 1) as usize;
        match node.checked_sub(self.source.nodes.len()) {
            Some(at) => self.gates[at],
            None => {
                let stage = self.loop_of.get(&(node as u32)).map_or(0, |number| number + 1);
                Gate { inputs: [FALSE; 2], stage, level: 0 }
            }
        }
    }

    fn pair(&mut self, one: Literal, other: Literal) -> Literal {
        let inputs = [one.min(other), one.max(other)];
        match inputs {
            [FALSE, _] => return FALSE,
            [TRUE, other] => return other,
            [a, b] if a == b => return a,
            [a, b] if a ^ 1 == b => return FALSE,
            _ => {}
        }
        if let Some(&known) = self.known.get(&inputs) {
            return 2 * known;
        }
        let (a, b) = (self.gate(inputs[0]), self.gate(inputs[1]));
        let number = (self.source.nodes.len() + self.gates.len()) as u32;
        self.gates.push(Gate {
            inputs,
            stage: a.stage.max(b.stage),
            level: a.level.max(b.level) + 1,
        });
        self.known.insert(inputs, number);
        2 * number
    }

    /// The literal of a node and of all that it needs.
    fn lower(&mut self, root: u32) {
        let mut open = vec![root];
        while let Some(&node) = open.last() {
            let below = self.source.operands(node);
            let missing = below.iter().map(|literal| literal >> 1);
            let before = open.len();
            open.extend(missing.filter(|&inner| self.literal[inner as usize].is_none()));
            if open.len() > before {
                continue;
            }
            open.pop();
            if self.literal[node as usize].is_some() {
                continue;
            }
            self.literal[node as usize] = Some(match below {
                [] => 2 * node,
                _ => {
                    let all = below.iter().map(|&literal| self.of(literal)).collect();
                    self.conjunction(all)
                }
            });
        }
    }

    fn of(&self, literal: Literal) -> Literal {
        self.literal[(literal >> 1) as usize].unwrap_or(FALSE) ^ (literal & 1)
    }

    /// A tree of pairs; what is ready first is joined first.
    fn conjunction(&mut self, mut all: Vec<Literal>) -> Literal {
        let order = |this: &Self, literal: Literal| {
            let gate = this.gate(literal);
            core::cmp::Reverse((gate.stage, gate.level, literal))
        };
        all.sort_unstable_by_key(|&literal| order(self, literal));
        while let (Some(one), Some(other)) = (all.pop(), all.pop()) {
            let joined = self.pair(one, other);
            if all.is_empty() {
                return joined;
            }
            let key = order(self, joined);
            let at = all.partition_point(|&literal| order(self, literal) < key);
            all.insert(at, joined);
        }
        TRUE
    }
}

impl Program {
    /// The code for some literals, from so many parts of the state and so many moves: these are the nodes after the first.
    pub(super) fn new(
        source: &Gates,
        loops: &[Loop],
        outputs: &[Literal],
        states: usize,
        moves: usize,
    ) -> Program {
        let loop_of: HashMap<u32, u32> = (0..)
            .zip(loops)
            .flat_map(|(number, each)| each.slots.iter().map(move |(slot, _)| (*slot, number)))
            .collect();
        let literal = vec![None; source.nodes.len()];
        let mut lowering =
            Lowering { source, loop_of, gates: Vec::new(), literal, known: HashMap::default() };
        for &output in outputs {
            lowering.lower(output >> 1);
        }
        for (slot, result) in loops.iter().flat_map(|each| &each.slots) {
            lowering.lower(*slot);
            lowering.lower(result >> 1);
        }
        Layout::new(&lowering, loops, states, moves).program(outputs)
    }

    /// How many gates there are.
    pub(crate) fn gate_count(&self) -> usize {
        self.gates.len()
    }

    /// How many values a run needs.
    pub(crate) fn value_count(&self) -> usize {
        self.values
    }

    /// The places of the values of loops.
    pub(crate) fn slots(&self) -> core::ops::Range<usize> {
        self.slots.clone()
    }

    /// How many inputs there are: parts of the state and moves.
    pub(super) fn input_count(&self) -> usize {
        self.slots.start - 1
    }

    /// Calls `visit` with the place of every gate and its inputs as literals, lowest first; loops are passed once.
    pub(crate) fn each_gate(&self, mut visit: impl FnMut(usize, [u32; 2])) {
        self.runs.iter().for_each(|run| self.gates_of(run, &mut visit));
    }

    fn gates_of(&self, run: &Run, visit: &mut impl FnMut(usize, [u32; 2])) {
        let flips = match run.kind {
            Kind::And => [0, 0],
            Kind::AndNot => [0, 1],
            Kind::Nor => [1, 1],
        };
        for (place, gate) in (run.first..).zip(&self.gates[run.gates.clone()]) {
            visit(place, [2 * gate[0] + flips[0], 2 * gate[1] + flips[1]]);
        }
    }

    /// Computes what is known: pairs of words that say where a value must be 1 and where it can be.
    pub(super) fn run_known(
        &self,
        values: &mut [(u64, u64)],
        of: impl Fn(&[(u64, u64)], u32) -> (u64, u64),
    ) {
        values[self.slots.clone()].fill((0, 0));
        for stage in &self.stages {
            loop {
                for run in &self.runs[stage.runs.clone()] {
                    self.gates_of(run, &mut |place, inputs| {
                        let [a, b] = inputs.map(|input| of(values, input));
                        values[place] = (a.0 & b.0, a.1 & b.1);
                    });
                }
                let mut changed = false;
                for &(slot, result) in &stage.feedback {
                    let now = of(values, result);
                    changed |= values[slot as usize] != now;
                    values[slot as usize] = now;
                }
                if !changed {
                    break;
                }
            }
        }
    }

    /// Computes all values from those of the inputs. The first value is 0.
    pub(crate) fn run<const W: usize>(&self, values: &mut [[u64; W]]) {
        values[self.slots.clone()].fill([0; W]);
        for stage in &self.stages {
            loop {
                for run in &self.runs[stage.runs.clone()] {
                    self.run_gates(run, values);
                }
                let mut changed = false;
                for &(slot, result) in &stage.feedback {
                    let new = read(values, result);
                    let slot = &mut values[slot as usize];
                    for (word, new) in slot.iter_mut().zip(new) {
                        changed |= new & !*word != 0;
                        *word |= new;
                    }
                }
                if !changed {
                    break;
                }
            }
        }
    }

    #[inline]
    fn run_gates<const W: usize>(&self, run: &Run, values: &mut [[u64; W]]) {
        let (inputs, outputs) = values.split_at_mut(run.first);
        let gates = &self.gates[run.gates.clone()];
        let each = |out: &mut [u64; W], gate: &[u32; 2], of: fn(u64, u64) -> u64| {
            let (a, b) = (&inputs[gate[0] as usize], &inputs[gate[1] as usize]);
            for word in 0..W {
                out[word] = of(a[word], b[word]);
            }
        };
        match run.kind {
            Kind::And => {
                outputs.iter_mut().zip(gates).for_each(|(out, gate)| each(out, gate, |a, b| a & b));
            }
            Kind::AndNot => {
                outputs
                    .iter_mut()
                    .zip(gates)
                    .for_each(|(out, gate)| each(out, gate, |a, b| a & !b));
            }
            Kind::Nor => {
                outputs
                    .iter_mut()
                    .zip(gates)
                    .for_each(|(out, gate)| each(out, gate, |a, b| !(a | b)));
            }
        }
    }
}

/// The value of an output in all lanes.
#[inline]
pub(crate) fn read<const W: usize>(values: &[[u64; W]], output: u32) -> [u64; W] {
    let flip = 0u64.wrapping_sub(u64::from(output & 1));
    values[(output >> 1) as usize].map(|word| word ^ flip)
}

/// Where every value stands.
struct Layout<'l> {
    lowering: &'l Lowering<'l>,
    loops: &'l [Loop],
    /// The place of a node's value.
    place: Vec<u32>,
    /// The gates, in the order of their places.
    order: Vec<usize>,
    slots: core::ops::Range<usize>,
}

impl Layout<'_> {
    fn new<'l>(
        lowering: &'l Lowering<'l>,
        loops: &'l [Loop],
        states: usize,
        moves: usize,
    ) -> Layout<'l> {
        let leaves = lowering.source.nodes.len();
        let mut place = vec![0; leaves + lowering.gates.len()];
        for (at, slot) in place[..1 + states + moves].iter_mut().enumerate() {
            *slot = at as u32;
        }
        let first = 1 + states + moves;
        let mut next = first;
        for (slot, _) in loops.iter().flat_map(|each| &each.slots) {
            place[*slot as usize] = next as u32;
            next += 1;
        }
        let mut order: Vec<usize> = (0..lowering.gates.len()).collect();
        order.sort_by_key(|&gate| {
            let each = lowering.gates[gate];
            (each.stage, each.level, kind(each.inputs))
        });
        for (at, &gate) in order.iter().enumerate() {
            place[leaves + gate] = (next + at) as u32;
        }
        Layout { lowering, loops, place, order, slots: first..next }
    }

    fn program(&self, outputs: &[Literal]) -> Program {
        let place = |literal: Literal| self.place[(literal >> 1) as usize];
        let (mut gates, mut runs, mut stages) = (Vec::new(), Vec::<Run>::new(), Vec::new());
        let last = self.loops.len() as u32;
        let mut at = 0;
        for stage in 0..=last {
            let first_run = runs.len();
            let mut level = None;
            while let Some(gate) = self.order.get(at).map(|&gate| self.lowering.gates[gate]) {
                if gate.stage != stage {
                    break;
                }
                let kind = kind(gate.inputs);
                if level != Some((gate.level, kind)) {
                    level = Some((gate.level, kind));
                    runs.push(Run { kind, first: self.slots.end + at, gates: at..at });
                }
                let [a, b] = gate.inputs;
                // The negated input of a mixed gate comes second.
                gates.push(if a & 1 == 1 && b & 1 == 0 {
                    [place(b), place(a)]
                } else {
                    [place(a), place(b)]
                });
                at += 1;
                if let Some(run) = runs.last_mut() {
                    run.gates.end = at;
                }
            }
            let feedback = match stage {
                0 => Vec::new(),
                _ => self.loops[stage as usize - 1]
                    .slots
                    .iter()
                    .map(|&(slot, result)| {
                        let result = self.lowering.of(result);
                        (self.place[slot as usize], 2 * place(result) + (result & 1))
                    })
                    .collect(),
            };
            stages.push(Stage { runs: first_run..runs.len(), feedback });
        }
        let outputs = outputs.iter().map(|&output| {
            let literal = self.lowering.of(output);
            2 * place(literal) + (literal & 1)
        });
        let values = self.slots.end + gates.len();
        Program {
            outputs: outputs.collect(),
            gates,
            runs,
            stages,
            slots: self.slots.clone(),
            values,
        }
    }
}

pub(super) fn kind(inputs: [Literal; 2]) -> Kind {
    match (inputs[0] & 1) + (inputs[1] & 1) {
        0 => Kind::And,
        1 => Kind::AndNot,
        _ => Kind::Nor,
    }
}
