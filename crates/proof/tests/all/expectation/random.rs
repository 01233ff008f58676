//! Random small games with chance.

use foregone_proof::rules::chance::Turn;

use super::model::{Model, Number, fraction};

/// Pseudo-random numbers (xorshift64*), the same for the same seed.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random((seed + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// A number below the bound.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % bound
    }

    /// One of these.
    pub fn pick<'l, T>(&mut self, list: &'l [T]) -> &'l T {
        &list[self.below(list.len())]
    }
}

/// Worths that a game may have.
fn worths(random: &mut Random) -> Vec<Number> {
    let all = [
        vec![fraction(0, 1), fraction(1, 1)],
        vec![fraction(-1, 1), fraction(0, 1), fraction(1, 1)],
        vec![fraction(-3, 2), fraction(-1, 3), fraction(1, 7), fraction(2, 1)],
    ];
    random.pick(&all).clone()
}

fn turn(random: &mut Random) -> Turn {
    *random.pick(&[Turn::Max, Turn::Min, Turn::Chance, Turn::Chance])
}

/// A game with so many nodes that are not finished, in which a move leads to a later node or, if play can return, to any.
pub fn model(random: &mut Random, open: usize, can_return: bool) -> Model {
    let worths = worths(random);
    let outcomes = worths.len();
    let size = open + 2 + random.below(outcomes);
    let mut model = Model { turns: Vec::new(), moves: Vec::new(), infinite: None, worths };
    for node in 0..size {
        if node >= open {
            model.turns.push(Turn::Over(random.below(outcomes)));
            model.moves.push(Vec::new());
            continue;
        }
        model.turns.push(turn(random));
        let first = if can_return { 0 } else { node + 1 };
        let count = 1 + random.below(3);
        let to =
            |random: &mut Random| (first + random.below(size - first), 1 + random.below(4) as u64);
        model.moves.push((0..count).map(|_| to(random)).collect());
    }
    if has_cycle(&model) {
        model.infinite = Some(random.below(outcomes));
    }
    model
}

/// Whether some node leads back to itself.
pub fn has_cycle(model: &Model) -> bool {
    let reaches = |from: usize| {
        let (mut seen, mut open) = (vec![false; model.len()], vec![from]);
        while let Some(node) = open.pop() {
            for &(to, _) in &model.moves[node] {
                if !std::mem::replace(&mut seen[to], true) {
                    open.push(to);
                }
            }
        }
        seen[from]
    };
    (0..model.len()).any(reaches)
}
