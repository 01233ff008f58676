//! Sweeps: many states at once through the code of a game, one state in each bit lane.

use super::compiled::Compiled;
use crate::network::read;

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

    /// Computes what holds in the states, for [`Lanes::legal`] and [`Lanes::goal`].
    pub(crate) fn look(&mut self, game: &Compiled) {
        game.network.status.run(&mut self.status);
    }

    /// The same, and counts moves and goals.
    pub(crate) fn judge(&mut self, game: &Compiled) -> Status<W> {
        let network = &game.network;
        self.look(game);
        let zero = [[0; W]; 2];
        let over = read(&self.status, network.status.outputs[0]);
        let mut status = Status { over, moves: zero, choice: zero, goals: zero, goals_twice: zero };
        let mut outputs = network.status.outputs[1..].iter();
        for role in 0..2 {
            for &output in outputs.by_ref().take(network.moves[role].len()) {
                let value = read(&self.status, output);
                count(&mut status.moves[role], &mut status.choice[role], &value);
            }
        }
        for role in 0..2 {
            for &output in outputs.by_ref().take(network.goals[role].len()) {
                let value = read(&self.status, output);
                count(&mut status.goals[role], &mut status.goals_twice[role], &value);
            }
        }
        status
    }

    /// Where a move is legal, after [`Lanes::judge`].
    #[inline]
    pub(crate) fn legal(&self, game: &Compiled, role: usize, mv: usize) -> [u64; W] {
        let before = if role == 0 { 0 } else { game.network.moves[0].len() };
        read(&self.status, game.network.status.outputs[1 + before + mv])
    }

    /// Where a goal holds, after [`Lanes::judge`].
    #[inline]
    pub(crate) fn goal(&self, game: &Compiled, role: usize, goal: usize) -> [u64; W] {
        let network = &game.network;
        let before = network.moves[0].len() + network.moves[1].len();
        let before = before + if role == 0 { 0 } else { network.goals[0].len() };
        read(&self.status, network.status.outputs[1 + before + goal])
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
    pub(crate) fn advance(&mut self, game: &Compiled) {
        game.network.next.run(&mut self.next);
        for (state, &output) in game.network.next.outputs.iter().enumerate() {
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
