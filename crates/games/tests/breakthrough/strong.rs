//! The value of every position of small Breakthrough boards, found in the plainest way: with coordinates, one move at a time, and
//! with all values stored by number. It shares only the representation of positions with the code under test.

/// A board with walls, on which pawns of the player to move go up. A cell is bit `row * width + column`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Board {
    pub width: i32,
    pub height: i32,
    pub walls: u64,
}

impl Board {
    pub fn new(width: i32, height: i32, walls: u64) -> Board {
        Board { width, height, walls }
    }

    fn cells(&self) -> i32 {
        self.width * self.height
    }

    /// The board as the opponent sees it.
    pub fn turned(&self) -> Board {
        Board { walls: self.turn(self.walls), ..*self }
    }

    fn turn(&self, set: u64) -> u64 {
        let last = self.cells() - 1;
        (0..=last)
            .filter(|cell| set >> cell & 1 != 0)
            .fold(0, |turned, cell| turned | 1 << (last - cell))
    }

    /// The board as the opponent sees it after each move; none for a move that wins.
    pub fn moves(&self, own: u64, other: u64) -> Vec<Option<(u64, u64)>> {
        let mut found = Vec::new();
        for cell in (0..self.cells()).rev().filter(|cell| own >> cell & 1 != 0) {
            let (row, column) = (cell / self.width + 1, cell % self.width);
            for aside in [-1, 0, 1] {
                if column + aside < 0 || column + aside >= self.width || row >= self.height {
                    continue;
                }
                let to = 1u64 << (row * self.width + column + aside);
                let stopped = if aside == 0 { own | other } else { own };
                if (stopped | self.walls) & to != 0 {
                    continue;
                }
                let over = row == self.height - 1;
                let (moved, left) = (own & !(1 << cell) | to, other & !to);
                found.push((!over).then(|| (self.turn(left), self.turn(moved))));
            }
        }
        found
    }

    /// Whether a pawn of the mover, and a pawn of the opponent, may stand on a cell. No pawn stands on its goal row.
    fn may(&self, cell: i32) -> (bool, bool) {
        let (open, row) = (self.walls >> cell & 1 == 0, cell / self.width);
        (open && row != self.height - 1, open && row != 0)
    }

    /// The number of possible contents of a cell, the empty one included.
    fn states(&self, cell: i32) -> usize {
        let (own, other) = self.may(cell);
        1 + usize::from(own) + usize::from(other)
    }
}

/// The values of all positions of a board and of the same board turned.
pub struct Strong {
    boards: [Board; 2],
    /// By board and cell: how many positions the cells before can make.
    weights: [Vec<usize>; 2],
    /// By board and position: 0 unknown, 1 lost, 2 won by the player to move.
    values: [Vec<u8>; 2],
}

impl Strong {
    pub fn new(board: Board) -> Strong {
        let boards = [board, board.turned()];
        let weights = boards.map(|board| {
            let mut weights = vec![1];
            for cell in 0..board.cells() {
                weights.push(weights[cell as usize] * board.states(cell));
            }
            weights
        });
        let same = boards[0] == boards[1];
        let sizes = [weights[0][board.cells() as usize], weights[1][board.cells() as usize]];
        let values = [vec![0; sizes[0]], vec![0; if same { 0 } else { sizes[1] }]];
        Strong { boards, weights, values }
    }

    /// How many positions there are for one player.
    pub fn size(&self, second: bool) -> usize {
        self.weights[usize::from(second)][self.boards[0].cells() as usize]
    }

    /// The position with a number.
    pub fn position(&self, second: bool, mut number: usize) -> (u64, u64) {
        let board = self.boards[usize::from(second)];
        let mut position = (0, 0);
        for cell in 0..board.cells() {
            let (states, (own, _)) = (board.states(cell), board.may(cell));
            match number % states {
                0 => {}
                1 if own => position.0 |= 1 << cell,
                _ => position.1 |= 1 << cell,
            }
            number /= states;
        }
        position
    }

    fn number(&self, second: bool, own: u64, other: u64) -> usize {
        let (board, weights) =
            (self.boards[usize::from(second)], &self.weights[usize::from(second)]);
        let mut number = 0;
        for cell in 0..board.cells() {
            let (row, cell) = (cell / board.width, cell as usize);
            if own >> cell & 1 != 0 {
                number += weights[cell];
            } else if other >> cell & 1 != 0 {
                number += weights[cell] * if row == board.height - 1 { 1 } else { 2 };
            }
        }
        number
    }

    /// Whether the player to move wins.
    pub fn wins(&mut self, second: bool, own: u64, other: u64) -> bool {
        let second = second && self.boards[0] != self.boards[1];
        let (side, number) = (usize::from(second), self.number(second, own, other));
        if self.values[side][number] == 0 {
            let moves = self.boards[side].moves(own, other);
            let won = moves
                .iter()
                .any(|then| then.is_none_or(|(own, other)| !self.wins(!second, own, other)));
            self.values[side][number] = 1 + u8::from(won);
        }
        self.values[side][number] == 2
    }
}
