//! EinStein würfelt nicht! by Ingo Althöfer: `ewn`.
//!
//! Max's stones start around the top left corner and walk right, down, or both at once; Min's start around the opposite
//! corner and walk the other way. The roll of a die says which stone moves; if it is gone, the nearest lower or the
//! nearest higher one moves, as the player likes. What stands on the target is captured, own stones as well. Who reaches
//! the opposite corner, or captures the last enemy stone, has won.

mod layers;
mod picture;
mod text;

use foregone_game::{InvalidGame, Player, Scale};

use crate::game::{AcyclicChance, ChanceGame, Denominator, Turn};
use crate::utility::Utility;

pub use layers::EwnLayers;

/// The most stones of a player.
const STONES_MAX: usize = 6;
/// The longest side, the most cells, and the most faces.
const SIDE_MAX: u32 = 26;
const CELLS_MAX: u32 = 250;
const DIE_MAX: u32 = 60;
/// Where a stone that was captured is.
const GONE: u8 = u8::MAX;

/// The game.
#[derive(Clone, Debug)]
pub struct Ewn {
    columns: u8,
    rows: u8,
    stones: u8,
    die: u8,
    /// The stones of `Max` and `Min` in the order of their squares, from the corner.
    arrangements: [[u8; STONES_MAX]; 2],
}

/// Where the stones are, whose turn it is, and what was rolled.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// The cell of every stone of `Max` and of `Min`, row by row from `Max`'s corner.
    cells: [[u8; STONES_MAX]; 2],
    player: Player,
    /// The smallest face that allows the same stones as the one that was rolled; 0 before the roll.
    roll: u8,
}

/// The ways to walk, in the order of moves: along the row, along the column, both.
const DIRECTIONS: [(u8, u8); 3] = [(1, 0), (0, 1), (1, 1)];

fn place(player: Player) -> usize {
    usize::from(player == Player::Min)
}

impl Ewn {
    /// The game with a die of as many faces as there are stones, which stand in their order.
    pub fn new(columns: u32, rows: u32, stones: u32) -> Result<Ewn, InvalidGame> {
        let wrong = |sentence: String| Err(InvalidGame(sentence));
        if ![1, 3, 6].contains(&stones) {
            return wrong(format!("ewn is played with 1, 3 or 6 stones a side, not {stones}"));
        }
        if columns == 0
            || rows == 0
            || columns > SIDE_MAX
            || rows > SIDE_MAX
            || columns * rows > CELLS_MAX
        {
            return wrong(format!(
                "ewn needs sides from 1 to {SIDE_MAX} and at most {CELLS_MAX} cells; {columns}x{rows} is not possible"
            ));
        }
        let mut arrangement = [0; STONES_MAX];
        for (index, stone) in arrangement.iter_mut().enumerate() {
            *stone = index as u8;
        }
        let (columns, rows, stones) = (columns as u8, rows as u8, stones as u8);
        let game = Ewn { columns, rows, stones, die: stones, arrangements: [arrangement; 2] };
        let squares = game.squares();
        let fits = squares.len() == usize::from(stones)
            && squares.iter().all(|&square| !squares.contains(&game.turned(square)));
        if !fits {
            return wrong(format!(
                "a board of {columns}x{rows} has no room for {stones} stones a side; take a larger board or fewer stones"
            ));
        }
        Ok(game)
    }

    /// The same game with another die.
    pub fn with_die(mut self, faces: u32) -> Result<Ewn, InvalidGame> {
        if !(1..=DIE_MAX).contains(&faces) {
            return Err(InvalidGame(format!(
                "ewn needs a die of 1 to {DIE_MAX} faces, not {faces}"
            )));
        }
        self.die = faces as u8;
        Ok(self)
    }

    /// The same game with the stones of a player in another order: digits from the corner on.
    pub fn with_arrangement(mut self, player: Player, digits: &str) -> Result<Ewn, InvalidGame> {
        let stones: Vec<u8> = digits.bytes().map(|digit| digit.wrapping_sub(b'1')).collect();
        let mut sorted = stones.clone();
        sorted.sort_unstable();
        if !sorted.iter().copied().eq(0..self.stones) {
            let name = if player == Player::Max { "max" } else { "min" };
            let example: String = (1..=self.stones).rev().map(|stone| stone.to_string()).collect();
            return Err(InvalidGame(format!(
                "{name} lists every stone once, from the corner on, as in {name}={example}, not \"{digits}\""
            )));
        }
        self.arrangements[place(player)][..stones.len()].copy_from_slice(&stones);
        Ok(self)
    }

    /// The canonical spelling.
    pub fn spelling(&self) -> String {
        let mut text = format!("ewn:{}x{}", self.columns, self.rows);
        if self.stones != 6 {
            text += &format!(",stones={}", self.stones);
        }
        if self.die != self.stones {
            text += &format!(",die={}", self.die);
        }
        for (name, arrangement) in ["max", "min"].iter().zip(&self.arrangements) {
            let stones = &arrangement[..usize::from(self.stones)];
            if !stones.is_sorted() {
                let digits: String = stones.iter().map(|stone| (stone + 1).to_string()).collect();
                text += &format!(",{name}={digits}");
            }
        }
        text
    }

    /// `Max`'s squares at the start: those nearest to the corner, by row and column together, then by row.
    fn squares(&self) -> Vec<u8> {
        let mut squares: Vec<(u8, u8, u8)> = (0..self.columns * self.rows)
            .map(|cell| (cell / self.columns + cell % self.columns, cell / self.columns, cell))
            .collect();
        squares.sort_unstable();
        squares.iter().map(|&(_, _, cell)| cell).take(usize::from(self.stones)).collect()
    }

    /// The cell after half a turn of the board.
    fn turned(&self, cell: u8) -> u8 {
        self.columns * self.rows - 1 - cell
    }

    /// The stones that a face allows: the lower and the higher one, which are the same unless the rolled one is gone.
    fn allowed(&self, position: &Position, face: u8) -> (u8, u8) {
        let cells = &position.cells[place(position.player)];
        let alive = |&stone: &u8| cells[usize::from(stone)] != GONE;
        let lower = (0..face.min(self.stones)).rev().find(alive);
        let higher = (face - 1..self.stones).find(alive);
        match (lower, higher) {
            (Some(lower), Some(higher)) => (lower, higher),
            (Some(only), None) | (None, Some(only)) => (only, only),
            (None, None) => (0, 0),
        }
    }

    /// Calls `each` with the smallest face and the number of faces of every outcome of the die.
    fn outcomes(&self, position: &Position, mut each: impl FnMut(u8, u64)) {
        let (mut first, mut stones) = (1, self.allowed(position, 1));
        for face in 2..=self.die {
            let next = self.allowed(position, face);
            if next != stones {
                each(first, u64::from(face - first));
                (first, stones) = (face, next);
            }
        }
        each(first, u64::from(self.die + 1 - first));
    }

    /// The cell that a move of a stone leads to.
    fn target(&self, position: &Position, mv: u8) -> u8 {
        let from = position.cells[place(position.player)][usize::from(mv / 3)];
        let (across, along) = DIRECTIONS[usize::from(mv % 3)];
        let step = across + along * self.columns;
        if position.player == Player::Max { from + step } else { from - step }
    }

    /// Whether the die decides anything.
    fn is_certain(&self, position: &Position) -> bool {
        self.allowed(position, 1) == self.allowed(position, self.die) && {
            let mut outcomes = 0;
            self.outcomes(position, |_, _| outcomes += 1);
            outcomes == 1
        }
    }

    fn winner(&self, position: &Position) -> Option<Player> {
        let corner = self.turned(0);
        let [max, min] = &position.cells;
        if max.contains(&corner) || min.iter().all(|&cell| cell == GONE) {
            Some(Player::Max)
        } else if min.contains(&0) || max.iter().all(|&cell| cell == GONE) {
            Some(Player::Min)
        } else {
            None
        }
    }

    /// Steps that a stone has left to the corner that it walks to.
    fn distance(&self, player: Player, cell: u8) -> u32 {
        let from_max = cell / self.columns + cell % self.columns;
        let whole = self.columns + self.rows - 2;
        u32::from(if player == Player::Max { whole - from_max } else { from_max })
    }

    /// The most moves that a player can still make.
    fn moves_left(&self, position: &Position, player: Player) -> u32 {
        let cells = position.cells[place(player)].iter().filter(|&&cell| cell != GONE);
        1 + cells.map(|&cell| self.distance(player, cell).saturating_sub(1)).sum::<u32>()
    }
}

impl ChanceGame for Ewn {
    type Position = Position;
    /// A stone, counted from 0, times 3 plus the direction; or the smallest face of an outcome of the die.
    type Move = u8;

    fn scale(&self) -> &Scale {
        Scale::loss_win()
    }

    /// The probability of winning.
    fn utility(&self) -> Utility {
        Utility::chance_of_winning(self.scale())
    }

    fn start(&self) -> Position {
        let mut cells = [[GONE; STONES_MAX]; 2];
        for (index, &square) in self.squares().iter().enumerate() {
            let [max, min] = self.arrangements.map(|stones| usize::from(stones[index]));
            cells[0][max] = square;
            cells[1][min] = self.turned(square);
        }
        Position { cells, player: Player::Max, roll: 0 }
    }

    fn turn(&self, position: &Position) -> Turn {
        match self.winner(position) {
            Some(Player::Max) => Turn::Over(self.scale().best()),
            Some(Player::Min) => Turn::Over(self.scale().worst()),
            None if position.roll == 0 && !self.is_certain(position) => Turn::Chance,
            None => position.player.into(),
        }
    }

    fn moves(&self, position: &Position, moves: &mut Vec<u8>) {
        if position.roll == 0 && !self.is_certain(position) {
            self.outcomes(position, |face, _| moves.push(face));
            return;
        }
        let (lower, higher) = self.allowed(position, position.roll.max(1));
        let mut walk = |stone: u8| {
            let cell = position.cells[place(position.player)][usize::from(stone)];
            let cell = if position.player == Player::Max { cell } else { self.turned(cell) };
            let room =
                (cell % self.columns + 1 < self.columns, cell / self.columns + 1 < self.rows);
            let possible = [room.0, room.1, room.0 && room.1];
            moves.extend(
                (0..3).filter(|&way| possible[usize::from(way)]).map(|way| stone * 3 + way),
            );
        };
        walk(lower);
        if higher != lower {
            walk(higher);
        }
    }

    fn weight(&self, position: &Position, mv: u8) -> u64 {
        let mut weight = 0;
        self.outcomes(position, |face, faces| {
            if face == mv {
                weight = faces;
            }
        });
        weight
    }

    fn play(&self, position: &mut Position, mv: u8) {
        if position.roll == 0 && !self.is_certain(position) {
            position.roll = mv;
            return;
        }
        let (own, stone, to) =
            (place(position.player), usize::from(mv / 3), self.target(position, mv));
        for cell in position.cells.iter_mut().flatten().filter(|cell| **cell == to) {
            *cell = GONE;
        }
        position.cells[own][stone] = to;
        position.player = position.player.other();
        position.roll = 0;
    }

    /// The faces of the die to the power of the rolls that are left.
    fn denominator(&self, position: &Position) -> Option<Denominator> {
        let mover = self.moves_left(position, position.player);
        let other = self.moves_left(position, position.player.other());
        let rolls = (2 * mover - 1).min(2 * other) - u32::from(position.roll > 0);
        let value = match self.winner(position) {
            Some(_) => 1,
            None => u128::from(self.die).checked_pow(rolls)?,
        };
        Some(Denominator { value, weights: self.die.into() })
    }

    /// The winning corner first, then captures of enemy stones, then the longest steps; captures of own stones last.
    fn move_score(&self, position: &Position, mv: u8) -> i32 {
        let (own, to) = (place(position.player), self.target(position, mv));
        let corner = if position.player == Player::Max { self.turned(0) } else { 0 };
        let wins = i32::from(to == corner);
        let enemy = i32::from(position.cells[1 - own].contains(&to));
        let friend = i32::from(position.cells[own].contains(&to));
        100 * wins + 10 * enemy - 10 * friend + i32::from(mv % 3 == 2)
    }
}

impl AcyclicChance for Ewn {}
