//! Random play in all lanes at once: for measuring, and for seeing which sentences exclude each other.

use foregone_game::random::Random;

use super::compiled::Compiled;
use super::lanes::{Lanes, Status, transpose};

/// `64 * W` games that are played at random, each begun again where it is over.
pub struct RandomPlay<'g, const W: usize> {
    game: &'g Compiled,
    lanes: Lanes<W>,
    random: Random,
    /// The legal moves of each lane, 64 moves in a word.
    legal: Vec<[u64; 64]>,
}

impl<'g, const W: usize> RandomPlay<'g, W> {
    /// Games that are all at the start.
    pub fn new(game: &'g Compiled, seed: u64) -> RandomPlay<'g, W> {
        let most = game.network.moves.iter().map(Vec::len).max().unwrap_or(0);
        let mut lanes = Lanes::new(game);
        for (state, &holds) in game.network.initial.iter().enumerate() {
            lanes.set_state(state, [0u64.wrapping_sub(u64::from(holds)); W]);
        }
        RandomPlay {
            game,
            lanes,
            random: Random::new(seed),
            legal: vec![[0; 64]; most.div_ceil(64)],
        }
    }

    /// Judges the positions in all lanes and plays one move in each. Gives back in how many lanes play was over: these are
    /// at the start after the step.
    pub fn step(&mut self) -> usize {
        let game = self.game;
        let status = self.lanes.judge(&game.code.status, |_| ());
        self.lanes.begin(game);
        for role in 0..2 {
            for word in 0..W {
                self.choose(role, word, &status);
            }
        }
        self.lanes.advance(&game.network.next);
        self.restart(&status)
    }

    /// A move of a role for each of 64 lanes.
    fn choose(&mut self, role: usize, word: usize, status: &Status<W>) {
        let game = self.game;
        let count = game.network.moves[role].len();
        for (number, rows) in self.legal.iter_mut().enumerate().take(count.div_ceil(64)) {
            rows.fill(0);
            for (row, output) in rows.iter_mut().zip(&game.network.legal(role)[64 * number..]) {
                *row = self.lanes.value(*output)[word];
            }
            transpose(rows);
        }
        let parts = &self.legal[..count.div_ceil(64)];
        for lane in 0..64 {
            let all: u32 = parts.iter().map(|rows| rows[lane].count_ones()).sum();
            if all == 0 || status.over[word] >> lane & 1 == 1 {
                continue;
            }
            let mut left = if all == 1 { 0 } else { self.random.below(all as usize) as u32 };
            for (number, rows) in parts.iter().enumerate() {
                let here = rows[lane].count_ones();
                if left >= here {
                    left -= here;
                    continue;
                }
                let mut bits = rows[lane];
                for _ in 0..left {
                    bits &= bits - 1;
                }
                let mut lanes = [0; W];
                lanes[word] = 1 << lane;
                let mv = 64 * number + bits.trailing_zeros() as usize;
                self.lanes.make(game, role, mv, lanes);
                break;
            }
        }
    }

    /// Begins again in the lanes that are over, or in which a role has no move.
    fn restart(&mut self, status: &Status<W>) -> usize {
        let mut again = [0; W];
        let mut over = 0;
        for (word, again) in again.iter_mut().enumerate() {
            *again = status.over[word] | !(status.moves[0][word] & status.moves[1][word]);
            over += again.count_ones() as usize;
        }
        if over > 0 {
            for (state, &holds) in self.game.network.initial.iter().enumerate() {
                let mut value = self.lanes.states(state + 1)[state];
                for word in 0..W {
                    value[word] = value[word] & !again[word]
                        | again[word] & 0u64.wrapping_sub(u64::from(holds));
                }
                self.lanes.set_state(state, value);
            }
        }
        over
    }

    /// Where a part of the state holds.
    pub(crate) fn state(&self, state: usize) -> [u64; W] {
        self.lanes.states(state + 1)[state]
    }
}
