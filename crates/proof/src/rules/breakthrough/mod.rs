//! Breakthrough, with the pawns of a player as a set of cells.

mod attack;
mod board;
mod examination;
mod mirror;
mod notation;
mod runner;
mod table;
mod threat_table;

use std::sync::{Arc, OnceLock};

use super::{Rules, VERSION, names};
use board::{Board, Cells, each};
use threat_table::{ThreatTable, WIDEST};

/// The ranks of the outcomes.
const LOSS: usize = 0;
const WIN: usize = 1;

/// The version of the rules that knows what the searches know.
pub(super) const NEWEST: u64 = 2;

/// `breakthrough:WxH`, optionally `,walls=` and cells.
#[derive(Clone, Debug)]
pub struct Breakthrough {
    board: Board,
    /// The version of the rules. Versions differ in static bounds and symmetries only.
    version: u64,
    outcomes: Vec<String>,
    /// What version 2 knows about threats; nothing on boards that are too wide or too low.
    threats: Option<Arc<ThreatTable>>,
    /// Whether version 2 takes mirror images for one position.
    symmetric: bool,
    /// The layer of every arrangement of Black's pawns on the last two rows, and its number in the layer. Computed when it is
    /// first needed.
    places: OnceLock<Vec<Option<(usize, u64)>>>,
}

/// The pawns, and the player to move. White is Max.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    white: Cells,
    black: Cells,
    white_to_move: bool,
}

impl Position {
    /// The pawns of a player, and the pawns of the opponent.
    #[inline]
    fn pawns(&self, white: bool) -> (Cells, Cells) {
        if white { (self.white, self.black) } else { (self.black, self.white) }
    }

    /// The position after a move from one cell to another.
    #[inline]
    fn after(&self, from: Cells, to: Cells) -> Position {
        let (white, black) = match self.white_to_move {
            true => (self.white & !from | to, self.black & !to),
            false => (self.white & !to, self.black & !from | to),
        };
        Position { white, black, white_to_move: !self.white_to_move }
    }

    /// The same pawns with the opponent to move.
    #[inline]
    fn passed(&self) -> Position {
        Position { white_to_move: !self.white_to_move, ..*self }
    }
}

impl Board {
    /// The number of rows of pawns that a player has at the start.
    fn pawn_rows(&self) -> usize {
        if self.height == 3 { 1 } else { 2 }
    }
}

impl Breakthrough {
    /// Opens version 1 of the game from the parameters after `breakthrough:`.
    pub fn open(parameters: &str) -> Result<Breakthrough, String> {
        Ok(Breakthrough {
            board: Board::read(parameters)?,
            version: VERSION,
            outcomes: ["loss", "win"].map(str::to_owned).to_vec(),
            threats: None,
            symmetric: false,
            places: OnceLock::new(),
        })
    }

    /// The same board with the rules of a version; nothing if there is no such version.
    pub fn with_version(self, version: u64) -> Option<Breakthrough> {
        match version {
            VERSION => Some(Breakthrough { version, threats: None, symmetric: false, ..self }),
            NEWEST => {
                let Board { width, height, .. } = self.board;
                let has_threats = width <= WIDEST && height >= 4;
                let threats = has_threats.then(|| Arc::new(ThreatTable::new(width)));
                let symmetric = self.board.is_symmetric();
                Some(Breakthrough { version, threats, symmetric, ..self })
            }
            _ => None,
        }
    }

    /// The position where the game begins.
    pub fn start(&self) -> Position {
        let home = |white: bool| {
            (0..self.board.pawn_rows()).map(|row| self.board.row_of(white, row)).sum()
        };
        Position { white: home(true), black: home(false), white_to_move: true }
    }

    /// The legal moves, from and to, in the canonical order.
    fn moves(&self, position: &Position) -> impl Iterator<Item = (Cells, Cells)> {
        let (white, board) = (position.white_to_move, &self.board);
        let (own, other) = position.pawns(white);
        each(own).flat_map(move |from| {
            each(board.targets(white, from, own, other)).map(move |to| (from, to))
        })
    }

    /// Whether the player to move wins or loses, if that is known. The game is not over.
    fn known_winner(&self, position: &Position) -> Option<bool> {
        match self.version {
            VERSION if self.examine_threats(position).0 => Some(true),
            VERSION => self.board.race(position),
            _ => self.examine_attacks(position).0,
        }
    }
}

impl Rules for Breakthrough {
    type Position = Position;

    fn outcomes(&self) -> Vec<&str> {
        names(&self.outcomes)
    }

    fn version(&self) -> u64 {
        self.version
    }

    fn read(&self, text: &str) -> Result<Position, String> {
        self.read_position(text)
    }

    fn write(&self, position: &Position) -> String {
        self.write_position(position)
    }

    fn outcome(&self, position: &Position) -> Option<usize> {
        let white = position.white_to_move;
        let (own, other) = position.pawns(white);
        if position.white & self.board.goal(true) != 0 {
            Some(WIN)
        } else if position.black & self.board.goal(false) != 0 {
            Some(LOSS)
        } else {
            let is_stuck = self.board.targets(white, own, own, other) == 0;
            is_stuck.then_some(if white { LOSS } else { WIN })
        }
    }

    fn static_bounds(&self, position: &Position) -> Option<(usize, usize)> {
        let mover_wins = self.known_winner(position)?;
        let rank = if mover_wins == position.white_to_move { WIN } else { LOSS };
        Some((rank, rank))
    }

    fn representative(&self, position: &Position) -> Position {
        if self.symmetric { self.smaller_image(position) } else { *position }
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
        let white = position.white_to_move;
        let (own, other) = position.pawns(white);
        let mut left = index;
        for from in each(own) {
            let targets = self.board.targets(white, from, own, other);
            let count = targets.count_ones() as usize;
            if left < count {
                return each(targets).nth(left).map(|to| position.after(from, to));
            }
            left -= count;
        }
        None
    }

    fn successors(&self, position: &Position, list: &mut Vec<Position>) {
        list.extend(self.moves(position).map(|(from, to)| position.after(from, to)));
    }
}
