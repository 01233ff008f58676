//! What must hold in a state in which some output of the code holds: parts of the state that hold, and parts that do not.

use crate::network::Program;

/// A set of parts of the state; a game has at most 1024 of them.
pub(super) type Bits = [u64; 16];

/// Whether the set has a part.
pub(super) fn has(bits: &Bits, state: u32) -> bool {
    bits[state as usize / 64] >> (state % 64) & 1 == 1
}

/// Adds a part to a set.
pub(super) fn add(bits: &mut Bits, state: u32) {
    bits[state as usize / 64] |= 1 << (state % 64);
}

/// The parts of a set.
pub(super) fn parts(bits: &Bits) -> impl Iterator<Item = u32> + '_ {
    let each = |(word, &bits): (usize, &u64)| {
        (0..64u32).filter(move |bit| bits >> bit & 1 == 1).map(move |bit| 64 * word as u32 + bit)
    };
    bits.iter().enumerate().flat_map(each)
}

/// Parts of the state that hold, and parts that do not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Facts {
    pub holds: Bits,
    pub fails: Bits,
}

impl Facts {
    pub(super) const NONE: Facts = Facts { holds: [0; 16], fails: [0; 16] };
    /// What follows from what never is: everything.
    const ALL: Facts = Facts { holds: [u64::MAX; 16], fails: [u64::MAX; 16] };

    fn join(&self, other: &Facts, of: impl Fn(u64, u64) -> u64) -> Facts {
        Facts {
            holds: core::array::from_fn(|word| of(self.holds[word], other.holds[word])),
            fails: core::array::from_fn(|word| of(self.fails[word], other.fails[word])),
        }
    }

    /// All facts of both.
    pub(super) fn and(&self, other: &Facts) -> Facts {
        self.join(other, |one, other| one | other)
    }

    /// The facts that both have.
    fn or(&self, other: &Facts) -> Facts {
        self.join(other, |one, other| one & other)
    }

    /// Whether no state is like this.
    pub(super) fn is_contradiction(&self) -> bool {
        self.holds.iter().zip(&self.fails).any(|(holds, fails)| holds & fails != 0)
    }

    /// Whether no state is like both.
    pub(super) fn contradicts(&self, other: &Facts) -> bool {
        let clash = |one: &Bits, other: &Bits| one.iter().zip(other).any(|(a, b)| a & b != 0);
        clash(&self.holds, &other.fails) || clash(&self.fails, &other.holds)
    }
}

/// What follows from each output of a program if it fails and if it holds. A conjunction that holds has the facts of all its
/// parts; one that fails has the facts that follow whichever part fails.
pub(super) fn outputs(program: &Program, states: usize) -> Vec<[Facts; 2]> {
    let mut facts = vec![[Facts::NONE; 2]; program.value_count()];
    facts[0] = [Facts::NONE, Facts::ALL];
    for state in 0..states as u32 {
        let [fails, holds] = &mut facts[1 + state as usize];
        add(&mut fails.fails, state);
        add(&mut holds.holds, state);
    }
    let of = |facts: &[[Facts; 2]], literal: u32, value: u32| {
        facts[(literal >> 1) as usize][(value ^ literal & 1) as usize]
    };
    program.each_gate(|place, [a, b]| {
        let fails = of(&facts, a, 0).or(&of(&facts, b, 0));
        let holds = of(&facts, a, 1).and(&of(&facts, b, 1));
        facts[place] = [fails, holds];
    });
    let outputs = program.outputs.iter();
    outputs.map(|&output| [of(&facts, output, 0), of(&facts, output, 1)]).collect()
}
