//! What a program computes when not all of its inputs are known, and which inputs it looks at.

use super::program::Program;

impl Program {
    /// The outputs when a part of the inputs is known: for each output, where it must hold and where it can, in 64 lanes.
    /// The arguments say the same of the state; moves are not known.
    pub(crate) fn ternary(&self, must: &[u64], can: &[u64]) -> Vec<(u64, u64)> {
        let mut values = vec![(0, u64::MAX); self.value_count()];
        values[0] = (0, 0);
        for (slot, (&must, &can)) in values[1..].iter_mut().zip(must.iter().zip(can)) {
            *slot = (must, can);
        }
        self.run_known(&mut values, see);
        self.outputs.iter().map(|&output| see(&values, output)).collect()
    }

    /// The inputs that each output depends on, as bits: first the state, then the moves. What depends on a loop counts as
    /// depending on everything.
    pub(crate) fn supports(&self) -> Vec<Vec<u64>> {
        let inputs = self.input_count();
        let size = inputs.div_ceil(64);
        let mut values = vec![vec![u64::MAX; size]; self.value_count()];
        values[0].fill(0);
        for input in 0..inputs {
            values[1 + input].fill(0);
            values[1 + input][input / 64] = 1 << (input % 64);
        }
        self.each_gate(|place, [a, b]| {
            let joined = values[(a >> 1) as usize].iter().zip(&values[(b >> 1) as usize]);
            let joined = joined.map(|(one, other)| one | other).collect();
            values[place] = joined;
        });
        self.outputs.iter().map(|&output| values[(output >> 1) as usize].clone()).collect()
    }
}

/// What is known of a literal.
fn see(values: &[(u64, u64)], literal: u32) -> (u64, u64) {
    let (must, can) = values[(literal >> 1) as usize];
    if literal & 1 == 1 { (!can, !must) } else { (must, can) }
}
