//! Hare and Hounds, the French Military Hunt: `hounds` (Berlekamp, Conway, Guy, *Winning Ways*, chapter 21).
//!
//! Three hounds, who are `Max` and move first, try to trap a hare; they never go back. The hare goes where it likes and
//! has won when no hound is left of it. Hounds can step up and down for ever, and the hare to and fro, so play can return:
//! a hunt without end is the hare's.
//!
//! Cells are numbered as the canonical order has them: column by column from the left, each from the bottom. A bit per
//! cell, and every question about the board is a mask.

mod notation;
mod picture;

use foregone_game::{
    Cyclic, Evaluation, Game, Keyed, Outcome, Player, Scale, Symmetric, TableKeyed,
};

/// How many cells the board has.
const CELLS: u8 = 11;

/// The names of the cells in their order: the column's letter and the row's number from the bottom.
const NAMES: [&str; CELLS as usize] =
    ["a2", "b1", "b2", "b3", "c1", "c2", "c3", "d1", "d2", "d3", "e2"];

/// The lines of the board; the second cell is never left of the first.
const LINES: [(&str, &str); 22] = [
    ("a2", "b1"),
    ("a2", "b2"),
    ("a2", "b3"),
    ("b1", "b2"),
    ("b1", "c1"),
    ("b1", "c2"),
    ("b2", "b3"),
    ("b2", "c2"),
    ("b3", "c2"),
    ("b3", "c3"),
    ("c1", "c2"),
    ("c1", "d1"),
    ("c2", "c3"),
    ("c2", "d1"),
    ("c2", "d2"),
    ("c2", "d3"),
    ("c3", "d3"),
    ("d1", "d2"),
    ("d1", "e2"),
    ("d2", "d3"),
    ("d2", "e2"),
    ("d3", "e2"),
];

/// The three cells that the hounds start on, and the hare's.
const START: ([&str; 3], &str) = (["a2", "b1", "b3"], "e2");

fn cell(name: &str) -> Option<u8> {
    (0..CELLS).find(|&cell| NAMES[usize::from(cell)] == name)
}

/// The column of a cell, from 0 at the left.
fn column(cell: u8) -> u8 {
    NAMES[usize::from(cell)].as_bytes()[0] - b'a'
}

/// The row of a cell, from 0 at the bottom.
fn row(cell: u8) -> u8 {
    NAMES[usize::from(cell)].as_bytes()[1] - b'1'
}

/// The cells of a set in order.
#[inline]
fn cells(mut set: u16) -> impl Iterator<Item = u8> {
    core::iter::from_fn(move || {
        let cell = set.trailing_zeros() as u8;
        (set != 0).then(|| {
            set &= set - 1;
            cell
        })
    })
}

/// The game.
#[derive(Clone, Debug)]
pub struct Hounds {
    scale: Scale,
    /// For every cell, those that a line leads to.
    next: [u16; CELLS as usize],
    /// The same without those further left: where a hound may go.
    ahead: [u16; CELLS as usize],
    /// For every cell, those in columns further left.
    behind: [u16; CELLS as usize],
}

/// Where everyone stands, and whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// The cells of the hounds; always three.
    hounds: u16,
    /// The cell of the hare.
    hare: u8,
    player: Player,
}

impl Default for Hounds {
    fn default() -> Hounds {
        Hounds::new()
    }
}

impl Hounds {
    /// The game; there is only one board.
    pub fn new() -> Hounds {
        let (mut next, mut ahead) = ([0; CELLS as usize], [0; CELLS as usize]);
        for (from, to) in LINES {
            let (from, to) = (cell(from).expect("a cell"), cell(to).expect("a cell"));
            for (from, to) in [(from, to), (to, from)] {
                next[usize::from(from)] |= 1 << to;
                if column(to) >= column(from) {
                    ahead[usize::from(from)] |= 1 << to;
                }
            }
        }
        let left_of = |cell| {
            (0..CELLS)
                .filter(|&other| column(other) < column(cell))
                .fold(0, |set, other| set | 1 << other)
        };
        let behind = core::array::from_fn(|cell| left_of(cell as u8));
        Hounds { scale: Scale::new(["loss", "win"]), next, ahead, behind }
    }

    /// The cells that a piece on a cell may go to.
    #[inline]
    fn targets(&self, position: &Position, from: u8) -> u16 {
        let free = !(position.hounds | 1 << position.hare);
        let lines = match position.player {
            Player::Max => &self.ahead,
            Player::Min => &self.next,
        };
        lines[usize::from(from)] & free
    }

    /// The cells of the player to move.
    #[inline]
    fn movers(&self, position: &Position) -> u16 {
        match position.player {
            Player::Max => position.hounds,
            Player::Min => 1 << position.hare,
        }
    }
}

impl Game for Hounds {
    type Position = Position;
    /// Sixteen times the cell that is left, plus the cell that is entered.
    type Move = u8;

    const OUTCOMES_MAX: usize = 2;

    #[inline]
    fn scale(&self) -> &Scale {
        &self.scale
    }

    fn start(&self) -> Position {
        let (hounds, hare) = START;
        let bit = |name| 1 << cell(name).expect("a cell");
        Position {
            hounds: hounds.into_iter().map(bit).fold(0, |set: u16, bit: u16| set | bit),
            hare: cell(hare).expect("a cell"),
            player: Player::Max,
        }
    }

    #[inline]
    fn player(&self, position: &Position) -> Player {
        position.player
    }

    /// The hare has won when no hound is left of it; otherwise a player who cannot move has lost.
    #[inline]
    fn outcome(&self, position: &Position) -> Option<Outcome> {
        if position.hounds & self.behind[usize::from(position.hare)] == 0 {
            return Some(self.scale.worst());
        }
        let stuck = cells(self.movers(position)).all(|from| self.targets(position, from) == 0);
        stuck.then(|| match position.player {
            Player::Max => self.scale.worst(),
            Player::Min => self.scale.best(),
        })
    }

    #[inline]
    fn moves(&self, position: &Position, moves: &mut Vec<u8>) {
        for from in cells(self.movers(position)) {
            moves.extend(cells(self.targets(position, from)).map(|to| from << 4 | to));
        }
    }

    #[inline]
    fn play(&self, position: &mut Position, mv: u8) {
        let (from, to) = (mv >> 4, mv & 15);
        match position.player {
            Player::Max => position.hounds ^= 1 << from | 1 << to,
            Player::Min => position.hare = to,
        }
        position.player = position.player.other();
    }

    /// Hounds that the hare has yet to pass, and how few ways it has to go.
    fn estimate(&self, position: &Position) -> i32 {
        let hare = usize::from(position.hare);
        let ahead = (position.hounds & self.behind[hare]).count_ones() as i32;
        let ways = (self.next[hare] & !position.hounds).count_ones() as i32;
        8 * ahead - 5 * ways
    }

    fn evaluations(&self) -> &'static [Evaluation] {
        Evaluation::ESTIMATE_ONLY
    }
}

impl Keyed for Hounds {
    /// The hounds (11 bits), the hare's cell (4 bits) and the player.
    type Key = u16;

    #[inline]
    fn key(&self, position: &Position) -> u16 {
        position.hounds
            | u16::from(position.hare) << 11
            | u16::from(position.player == Player::Min) << 15
    }
}

impl TableKeyed for Hounds {
    #[inline]
    fn table_key_bits(&self) -> u32 {
        16
    }

    #[inline]
    fn table_key(&self, position: &Position) -> u128 {
        u128::from(self.key(position))
    }
}

impl Cyclic for Hounds {
    fn infinite(&self, _: &Position) -> Outcome {
        self.scale.worst()
    }
}

impl Symmetric for Hounds {
    fn images(&self, position: &Position) -> Vec<Position> {
        let upside_down = |at: u8| {
            (0..CELLS)
                .find(|&other| column(other) == column(at) && row(other) == 2 - row(at))
                .expect("the board is symmetric")
        };
        let hounds = cells(position.hounds).fold(0, |set, at| set | 1 << upside_down(at));
        let hare = upside_down(position.hare);
        vec![*position, Position { hounds, hare, player: position.player }]
    }
}

#[cfg(test)]
mod tests {
    use foregone_game::Notation;

    use super::*;

    fn moves(text: &str) -> String {
        let (game, mut moves) = (Hounds::new(), Vec::new());
        let position = game.read_position(text).expect("a position");
        game.moves(&position, &mut moves);
        moves.iter().map(|&mv| game.write_move(&position, mv)).collect::<Vec<_>>().join(" ")
    }

    fn outcome(text: &str) -> Option<&'static str> {
        let game = Hounds::new();
        let position = game.read_position(text).expect("a position");
        game.outcome(&position).map(|outcome| ["loss", "win"][usize::from(outcome.0)])
    }

    #[test]
    fn hounds_go_right_up_and_down_but_never_back() {
        assert_eq!(moves("x../x...o/x.. x"), "a2b2 b1b2 b1c1 b1c2 b3b2 b3c2 b3c3");
        assert_eq!(moves(".../x.x.o/.x. x"), "a2b1 a2b2 a2b3 c1d1 c2c3 c2d1 c2d2 c2d3");
    }

    #[test]
    fn the_hare_goes_anywhere_along_the_lines() {
        assert_eq!(moves("x../x.o../x.. o"), "c2b2 c2c1 c2c3 c2d1 c2d2 c2d3");
        assert_eq!(moves(".x./xx.../o.. o"), "b1c1 b1c2");
    }

    #[test]
    fn the_hunt_ends_when_the_hare_is_trapped_or_past() {
        assert_eq!(outcome("..x/...xo/..x o"), Some("win"));
        assert_eq!(outcome("..x/...xo/..x x"), Some("loss"), "the hounds would have to move");
        assert_eq!(outcome("x../x.o../x.. x"), None);
        assert_eq!(outcome("xo./.xx../... o"), None);
        assert_eq!(outcome("xo./.xx../... x"), None);
        assert_eq!(
            outcome("ox./.xx../... x"),
            Some("loss"),
            "level with the last hound is past it"
        );
        assert_eq!(outcome(".../o.x../.xx x"), Some("loss"));
    }
}
