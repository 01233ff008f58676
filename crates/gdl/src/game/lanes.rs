//! Sweeps: many states at once through the code of a game, one state in each bit lane.

use super::code::StatusCode;
use super::compiled::Compiled;
use crate::network::{Program, read};

/// Values of the network for `64 * W` states.
pub(crate) struct Lanes<const W: usize> {
    next: Vec<[u64; W]>,
    status: Vec<[u64; W]>,
    /// The inputs of moves that are set.
    set: Vec<u32>,
}

/// What holds in each lane.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Status<const W: usize> {
    /// Play is over.
    pub over: [u64; W],
    /// The role has a move.
    pub moves: [[u64; W]; 2],
    /// The role has more than one.
    pub choice: [[u64; W]; 2],
    /// The role has a goal.
    pub goals: [[u64; W]; 2],
    /// The role has more than one.
    pub goals_twice: [[u64; W]; 2],
}

/// Adds a bit to a count of none, one, or more, in every lane.
#[inline]
fn count<const W: usize>(one: &mut [u64; W], more: &mut [u64; W], value: &[u64; W]) {
    for word in 0..W {
        more[word] |= one[word] & value[word];
        one[word] |= value[word];
    }
}

impl<const W: usize> Lanes<W> {
    pub(crate) fn new(game: &Compiled) -> Lanes<W> {
        Lanes {
            next: vec![[0; W]; game.network.next.value_count()],
            status: vec![[0; W]; game.network.status.value_count()],
            set: Vec::new(),
        }
    }

    /// Sets a part of the state before [`Lanes::judge`].
    #[inline]
    pub(crate) fn set_state(&mut self, state: usize, value: [u64; W]) {
        self.status[1 + state] = value;
    }

    /// The states in the lanes.
    pub(crate) fn states(&self, count: usize) -> &[[u64; W]] {
        &self.status[1..=count]
    }

    /// Computes what holds in the states.
    #[inline]
    pub(crate) fn look(&mut self, code: &StatusCode) {
        code.program.run(&mut self.status);
    }

    /// The same, and counts moves and goals. `each` is called with where each move is legal, role by role.
    pub(crate) fn judge(
        &mut self,
        code: &StatusCode,
        mut each: impl FnMut(&[u64; W]),
    ) -> Status<W> {
        self.look(code);
        let zero = [[0; W]; 2];
        let over = self.value(code.program.outputs[0]);
        let mut status = Status { over, moves: zero, choice: zero, goals: zero, goals_twice: zero };
        for (role, legal) in code.legal.iter().enumerate() {
            for &(_, output) in legal {
                let value = self.value(output);
                count(&mut status.moves[role], &mut status.choice[role], &value);
                each(&value);
            }
        }
        for (role, goals) in code.goals.iter().enumerate() {
            for &output in goals {
                let value = self.value(output);
                count(&mut status.goals[role], &mut status.goals_twice[role], &value);
            }
        }
        status
    }

    /// An output of the code that has looked at the states.
    #[inline]
    pub(crate) fn value(&self, output: u32) -> [u64; W] {
        read(&self.status, output)
    }

    /// Takes the states of the last [`Lanes::judge`] as those to move on from, without moves.
    pub(crate) fn begin(&mut self, game: &Compiled) {
        let states = game.network.states.len();
        self.next[1..=states].copy_from_slice(&self.status[1..=states]);
        for &input in &self.set {
            self.next[1 + states + input as usize] = [0; W];
        }
        self.set.clear();
    }

    /// Makes a move in some lanes. Every role makes one in each lane that is of interest.
    #[inline]
    pub(crate) fn make(&mut self, game: &Compiled, role: usize, mv: usize, lanes: [u64; W]) {
        let before = if role == 0 { 0 } else { game.network.moves[0].len() };
        let slot = &mut self.next[1 + game.network.states.len() + before + mv];
        for word in 0..W {
            slot[word] |= lanes[word];
        }
        self.set.push((before + mv) as u32);
    }

    /// Computes the next states, which are those to judge now.
    pub(crate) fn advance(&mut self, next: &Program) {
        next.run(&mut self.next);
        for (state, &output) in next.outputs.iter().enumerate() {
            self.status[1 + state] = read(&self.next, output);
        }
    }
}

/// Rows become columns: bit `c` of row `r` becomes bit `r` of row `c`.
pub(crate) fn transpose(rows: &mut [u64; 64]) {
    let (mut width, mut mask) = (32, 0x0000_0000_ffff_ffffu64);
    while width != 0 {
        let mut row = 0;
        while row < 64 {
            let swap = (rows[row] >> width ^ rows[row | width]) & mask;
            rows[row] ^= swap << width;
            rows[row | width] ^= swap;
            row = ((row | width) + 1) & !width;
        }
        width >>= 1;
        mask ^= mask << width;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_become_columns() {
        let mut rows: [u64; 64] =
            core::array::from_fn(|row| (row as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let before = rows;
        transpose(&mut rows);
        for (row, word) in rows.iter().enumerate() {
            for (column, other) in before.iter().enumerate() {
                assert_eq!(word >> column & 1, other >> row & 1);
            }
        }
    }
}
