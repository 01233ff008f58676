//! Whether play ends: a clock that runs out proves it; otherwise the user says what infinite play is worth.

use foldhash::HashSet;

use super::compiled::Compiled;
use foregone_game::Outcome;

/// Play ends, because a clock runs out: a part of the state that goes on by itself, whatever moves are made, and at whose last
/// value play is always over.
#[derive(Clone, Debug)]
pub struct Ends {
    /// The parts of the state that are the clock.
    clock: Vec<u32>,
    /// Its values from the start until play is over, each as the parts that hold.
    values: HashSet<Vec<u32>>,
}

/// Play can come back to a position, as far as is known.
#[derive(Clone, Copy, Debug)]
pub struct Returns {
    /// What it is worth to play on for ever.
    pub infinite: Outcome,
}

/// The longest clock that is followed.
const STEPS: usize = 10_000;

impl Ends {
    /// The proof that play ends, if the rules have a clock that shows it.
    pub fn prove(game: &Compiled, _limits: crate::ground::Limits<'_>) -> Option<Ends> {
        let states = game.network.states.len();
        let clock = clock(game);
        let initial = |&state: &u32| game.network.initial[state as usize];
        let mut holds: Vec<u32> = clock.iter().copied().filter(initial).collect();
        let mut values = HashSet::default();
        while values.len() < STEPS && values.insert(holds.clone()) {
            let (mut must, mut can) = (vec![0; states], vec![u64::MAX; states]);
            for &state in &clock {
                let value = 0u64.wrapping_sub(u64::from(holds.contains(&state)));
                (must[state as usize], can[state as usize]) = (value, value);
            }
            if game.network.status.ternary(&must, &can)[0].0 & 1 == 1 {
                return Some(Ends { clock, values });
            }
            let next = game.network.next.ternary(&must, &can);
            let is_next = |&state: &u32| next[state as usize].0 & 1 == 1;
            holds = clock.iter().copied().filter(is_next).collect();
        }
        None
    }

    /// How many positions a line of play has at most.
    pub fn longest(&self) -> usize {
        self.values.len()
    }

    /// Whether the clock of a position has one of its values.
    pub(crate) fn knows<const N: usize>(&self, words: &[u64; N]) -> bool {
        let is_set = |&state: &u32| words[state as usize / 64] >> (state % 64) & 1 == 1;
        self.values.contains(&self.clock.iter().copied().filter(is_set).collect::<Vec<u32>>())
    }
}

/// The largest part of the state that goes on by itself: what it becomes depends on nothing else, and on no move.
fn clock(game: &Compiled) -> Vec<u32> {
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
