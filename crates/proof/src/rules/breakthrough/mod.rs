//! Breakthrough, with the pawns of a player as a set of cells.

mod runner;
mod table;
mod threats;

use std::sync::OnceLock;

use super::spelling::{nothing_left, number_from};
use super::{Rules, names};
use crate::failure::quote;

/// The ranks of the outcomes.
const LOSS: usize = 0;
const WIN: usize = 1;

/// `breakthrough:WxH`, optionally `,walls=` and cells.
#[derive(Clone, Debug)]
pub struct Breakthrough {
    width: usize,
    height: usize,
    /// The walls, in ascending order.
    walls: Vec<usize>,
    /// For White and for Black, for every cell: the cells ahead that are no walls, from left to right.
    steps: [Vec<Vec<Step>>; 2],
    outcomes: Vec<String>,
    /// The layer of every arrangement of Black's pawns on the last two rows, and its number in the layer. Computed when it is
    /// first needed.
    places: OnceLock<Vec<Option<(usize, u64)>>>,
}

/// One of the cells ahead of a cell.
#[derive(Clone, Copy, Debug)]
struct Step {
    to: usize,
    straight: bool,
}

impl Step {
    /// Whether a pawn can make this step: the cell holds no pawn of its own side, and for a straight step no pawn at all.
    fn is_open(&self, own: Cells, against: Cells) -> bool {
        !(own.has(self.to) || self.straight && against.has(self.to))
    }
}

/// A set of cells as a bit board. Cells are numbered row by row from the bottom, each row from the left.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
struct Cells(u64);

impl Cells {
    fn has(self, cell: usize) -> bool {
        self.0 >> cell & 1 == 1
    }

    fn add(&mut self, cell: usize) {
        self.0 |= 1 << cell;
    }

    fn remove(&mut self, cell: usize) {
        self.0 &= !(1 << cell);
    }

    fn count(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The cells of the set in ascending order.
    fn iter(self) -> impl Iterator<Item = usize> {
        let mut rest = self.0;
        core::iter::from_fn(move || {
            let first = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
            rest &= rest - 1;
            Some(first)
        })
    }
}

/// The pawns, and the player to move. White is Max.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    white: Cells,
    black: Cells,
    white_to_move: bool,
}

impl Position {
    /// The pawns of a player, and the pawns of the opponent.
    fn pawns(&self, white: bool) -> (Cells, Cells) {
        if white { (self.white, self.black) } else { (self.black, self.white) }
    }

    /// The position after a move.
    fn after(&self, from: usize, to: usize) -> Position {
        let mut next = Position { white_to_move: !self.white_to_move, ..self.clone() };
        let (own, other) = match self.white_to_move {
            true => (&mut next.white, &mut next.black),
            false => (&mut next.black, &mut next.white),
        };
        own.remove(from);
        own.add(to);
        other.remove(to);
        next
    }
}

impl Breakthrough {
    /// Opens the game from the parameters after `breakthrough:`.
    pub fn open(parameters: &str) -> Result<Breakthrough, String> {
        let mut pieces = parameters.split(',');
        let Some((width, height)) = pieces.next().and_then(|size| size.split_once('x')) else {
            return Err("breakthrough needs width x height, as in breakthrough:5x6".to_owned());
        };
        let width = number_from(width, "the width of the board", 2, 21)?;
        let height = number_from(height, "the height of the board", 3, 32)?;
        if width * height > 64 {
            return Err(format!("a breakthrough board of {width} x {height} is too large"));
        }
        let outcomes = ["loss", "win"].map(str::to_owned).to_vec();
        let mut game = Breakthrough {
            width,
            height,
            walls: Vec::new(),
            steps: Default::default(),
            outcomes,
            places: OnceLock::new(),
        };
        game.walls = game.read_walls(&pieces.collect::<Vec<_>>())?;
        game.steps = [true, false].map(|white| game.all_steps(white));
        Ok(game)
    }

    fn read_walls(&self, pieces: &[&str]) -> Result<Vec<usize>, String> {
        let Some(first) = pieces.first().and_then(|piece| piece.strip_prefix("walls=")) else {
            nothing_left(pieces)?;
            return Ok(Vec::new());
        };
        let mut walls = Vec::new();
        for name in core::iter::once(first).chain(pieces[1..].iter().copied()) {
            let wall = self.cell(name)?;
            if walls.last().is_some_and(|&last| last >= wall) {
                return Err(format!(
                    "the wall {name} is given twice or out of order, which is by row and then by column"
                ));
            }
            let row = wall / self.width;
            if row < self.pawn_rows() || row >= self.height - self.pawn_rows() {
                return Err(format!("the wall {name} is in a row where pawns start"));
            }
            walls.push(wall);
        }
        Ok(walls)
    }

    /// The steps of a player's pawns from every cell.
    fn all_steps(&self, white: bool) -> Vec<Vec<Step>> {
        let from = |cell: usize| {
            let (column, row) = (cell % self.width, cell / self.width);
            // A step down from the first row wraps around to a row beyond the last one.
            let ahead = if white { row + 1 } else { row.wrapping_sub(1) };
            if ahead >= self.height {
                return Vec::new();
            }
            let columns = column.saturating_sub(1)..=(column + 1).min(self.width - 1);
            let steps = columns
                .map(|entered| Step { to: self.at(entered, ahead), straight: entered == column });
            steps.filter(|step| !self.walls.contains(&step.to)).collect()
        };
        (0..self.width * self.height).map(from).collect()
    }

    /// The steps of a player's pawn from a cell, without regard to other pawns.
    fn ahead(&self, white: bool, cell: usize) -> &[Step] {
        &self.steps[usize::from(!white)][cell]
    }

    /// The cell with this name.
    fn cell(&self, name: &str) -> Result<usize, String> {
        let cell = (0..self.width * self.height).find(|&cell| self.name(cell) == name);
        cell.ok_or_else(|| format!("the board has no cell {}", quote(name)))
    }

    fn name(&self, cell: usize) -> String {
        let letter = "abcdefghijklmnopqrstu".chars().nth(cell % self.width).unwrap_or('?');
        format!("{letter}{}", cell / self.width + 1)
    }

    /// The number of rows of pawns that a player has at the start.
    fn pawn_rows(&self) -> usize {
        if self.height == 3 { 1 } else { 2 }
    }

    fn at(&self, column: usize, row: usize) -> usize {
        row * self.width + column
    }

    /// The legal moves, from and to, in the canonical order.
    fn moves(&self, position: &Position) -> impl Iterator<Item = (usize, usize)> {
        let white = position.white_to_move;
        let (own, other) = position.pawns(white);
        own.iter().flat_map(move |from| {
            let free = move |step: &&Step| step.is_open(own, other);
            self.ahead(white, from).iter().filter(free).map(move |step| (from, step.to))
        })
    }

    /// The number of white pawns on the last row, and of black pawns on the first.
    fn arrived(&self, position: &Position) -> (usize, usize) {
        let on = |pawns: Cells, white: bool| {
            pawns.iter().filter(|&cell| self.is_goal(white, cell)).count()
        };
        (on(position.white, true), on(position.black, false))
    }

    /// Whether the cell is on the row where the player wins.
    fn is_goal(&self, white: bool, cell: usize) -> bool {
        if white { cell >= self.at(0, self.height - 1) } else { cell < self.width }
    }

    /// The pawns of White and those of Black.
    fn read_board(&self, text: &str) -> Result<(Cells, Cells), String> {
        let lines: Vec<&str> = text.split('/').collect();
        if lines.len() != self.height {
            return Err(format!(
                "the position has {} rows, the board {}",
                lines.len(),
                self.height
            ));
        }
        let (mut white, mut black) = (Cells::default(), Cells::default());
        for (index, line) in lines.iter().enumerate().rev() {
            let (place, row) = (index + 1, self.height - 1 - index);
            let length = line.chars().count();
            if length != self.width {
                return Err(format!(
                    "row {place} from the top of the position has {length} cells, the board {} columns",
                    self.width
                ));
            }
            for (column, symbol) in line.chars().enumerate() {
                let cell = self.at(column, row);
                match symbol {
                    'w' => white.add(cell),
                    'b' => black.add(cell),
                    '.' | '#' => {}
                    other => {
                        return Err(format!(
                            "row {place} from the top of the position has {other:?}, which is none of w, b, . and #"
                        ));
                    }
                }
                if (symbol == '#') != self.walls.contains(&cell) {
                    let name = self.name(cell);
                    return Err(format!(
                        "in the position {name} is {symbol:?}, but exactly the walls of the board are #"
                    ));
                }
            }
        }
        Ok((white, black))
    }

    /// Checks that no player has more pawns than at the start, that play stopped at the first pawn on its last row, and that the
    /// opponent has a pawn that can have made the last move.
    fn check(&self, position: &Position) -> Result<(), String> {
        let most = self.pawn_rows() * self.width;
        let (white, black) = (position.white.count(), position.black.count());
        if white > most || black > most {
            return Err(format!(
                "the position has {white} w and {black} b, but there are {most} of each at most"
            ));
        }
        let (white_arrived, black_arrived) = self.arrived(position);
        if white_arrived + black_arrived > 1 {
            return Err(
                "in the position more than one pawn is on its far row, but the first ends the game"
                    .to_owned(),
            );
        }
        let (mover_arrived, others) = match position.white_to_move {
            true => (white_arrived, black),
            false => (black_arrived, white),
        };
        if mover_arrived > 0 {
            return Err(
                "in the position the player to move has a pawn on the far row, but the game was over before"
                    .to_owned(),
            );
        }
        if others == 0 {
            return Err(
                "in the position the player who is not to move has no pawn, but made the last move"
                    .to_owned(),
            );
        }
        Ok(())
    }

    /// The position where the game begins.
    pub fn start(&self) -> Position {
        let (mut white, mut black) = (Cells::default(), Cells::default());
        for column in 0..self.width {
            for row in 0..self.pawn_rows() {
                white.add(self.at(column, row));
                black.add(self.at(column, self.height - 1 - row));
            }
        }
        Position { white, black, white_to_move: true }
    }
}

impl Rules for Breakthrough {
    type Position = Position;

    fn outcomes(&self) -> Vec<&str> {
        names(&self.outcomes)
    }

    fn read(&self, text: &str) -> Result<Position, String> {
        let Some((board, mover)) = text.split_once(' ') else {
            return Err(
                "a position is a board, a space and the player to move, as in bbb/bbb/.../www/www w"
                    .to_owned(),
            );
        };
        let white_to_move = match mover {
            "w" => true,
            "b" => false,
            _ => return Err(format!("the player to move is w or b, not {}", quote(mover))),
        };
        let (white, black) = self.read_board(board)?;
        let position = Position { white, black, white_to_move };
        self.check(&position)?;
        Ok(position)
    }

    fn write(&self, position: &Position) -> String {
        let symbol = |cell: usize| match () {
            () if position.white.has(cell) => 'w',
            () if position.black.has(cell) => 'b',
            () if self.walls.contains(&cell) => '#',
            () => '.',
        };
        let row = |row: usize| (0..self.width).map(|column| symbol(self.at(column, row))).collect();
        let rows: Vec<String> = (0..self.height).rev().map(row).collect();
        format!("{} {}", rows.join("/"), if position.white_to_move { 'w' } else { 'b' })
    }

    fn outcome(&self, position: &Position) -> Option<usize> {
        let (white_arrived, black_arrived) = self.arrived(position);
        if white_arrived > 0 {
            return Some(WIN);
        }
        if black_arrived > 0 {
            return Some(LOSS);
        }
        let stuck = self.moves(position).next().is_none();
        stuck.then_some(if position.white_to_move { LOSS } else { WIN })
    }

    fn static_bounds(&self, position: &Position) -> Option<(usize, usize)> {
        let mover_wins = self.known_winner(position)?;
        let rank = if mover_wins == position.white_to_move { WIN } else { LOSS };
        Some((rank, rank))
    }

    fn tablebase_game(&self) -> Option<String> {
        self.has_tables().then(|| self.spelling())
    }

    fn tablebase_layer_size(&self, layer: usize) -> Option<u64> {
        self.numbers_in_layer(layer)
    }

    fn tablebase_index(&self, position: &Position) -> Option<(usize, u64)> {
        self.number_in_table(position)
    }

    fn tablebase_rank(&self, position: &Position, value: i8) -> usize {
        if position.white_to_move == (value > 0) { WIN } else { LOSS }
    }

    fn max_to_move(&self, position: &Position) -> bool {
        position.white_to_move
    }

    fn successor(&self, position: &Position, index: usize) -> Option<Position> {
        let (from, to) = self.moves(position).nth(index)?;
        Some(position.after(from, to))
    }
}
