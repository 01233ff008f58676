//! Clocks: parts of the state that go on by themselves, whatever moves are made, until play is over.

use foldhash::HashSet;

use crate::game::Compiled;

/// A part of the state that goes on by itself, and at whose last value play is always over.
#[derive(Clone, Debug)]
pub(super) struct Clock {
    /// The parts of the state that are the clock.
    parts: Vec<u32>,
    /// Its values from the start until play is over, each as the parts that hold.
    values: HashSet<Vec<u32>>,
}

/// The longest clock that is followed.
const STEPS: usize = 10_000;

impl Clock {
    /// The clock of a game, if it has one that runs out.
    pub(super) fn find(game: &Compiled) -> Option<Clock> {
        let states = game.network.states.len();
        let parts = parts(game);
        let initial = |&state: &u32| game.network.initial[state as usize];
        let mut holds: Vec<u32> = parts.iter().copied().filter(initial).collect();
        let mut values = HashSet::default();
        while values.len() < STEPS && values.insert(holds.clone()) {
            let (mut must, mut can) = (vec![0; states], vec![u64::MAX; states]);
            for &state in &parts {
                let value = 0u64.wrapping_sub(u64::from(holds.contains(&state)));
                (must[state as usize], can[state as usize]) = (value, value);
            }
            if game.network.status.ternary(&must, &can)[0].0 & 1 == 1 {
                return Some(Clock { parts, values });
            }
            let next = game.network.next.ternary(&must, &can);
            let is_next = |&state: &u32| next[state as usize].0 & 1 == 1;
            holds = parts.iter().copied().filter(is_next).collect();
        }
        None
    }

    /// How many positions a line of play has at most.
    pub(super) fn steps(&self) -> usize {
        self.values.len()
    }

    /// Whether the clock of a position has one of its values.
    pub(super) fn knows(&self, words: &[u64]) -> bool {
        let is_set = |&state: &u32| words[state as usize / 64] >> (state % 64) & 1 == 1;
        self.values.contains(&self.parts.iter().copied().filter(is_set).collect::<Vec<u32>>())
    }
}

/// The largest part of the state that goes on by itself: what it becomes depends on nothing else, and on no move.
fn parts(game: &Compiled) -> Vec<u32> {
    let states = game.network.states.len();
    let supports = game.network.next.supports();
    let mut inside = vec![true; states];
    loop {
        let outside = |support: &Vec<u64>| {
            let mut bits = support.iter().enumerate().flat_map(|(word, &bits)| {
                (0..64).filter(move |bit| bits >> bit & 1 == 1).map(move |bit| 64 * word + bit)
            });
            bits.any(|input| input >= states || !inside[input])
        };
        let leave: Vec<usize> =
            (0..states).filter(|&state| inside[state] && outside(&supports[state])).collect();
        if leave.is_empty() {
            return (0..states as u32).filter(|&state| inside[state as usize]).collect();
        }
        leave.into_iter().for_each(|state| inside[state] = false);
    }
}
