//! Chinese dark chess: `darkchess`.
//!
//! All pieces start face down on a full board. A turn flips a piece, moves an own revealed piece one step to an empty
//! cell, or captures a revealed enemy piece. The first flip gives its colour to the first player. A player without pieces
//! or without a legal turn has lost; play that goes on for ever is a draw, or, with a limit, a draw as soon as that many
//! turns in a row neither flip nor capture.

mod layers;
mod moves;
mod picture;
mod piece;
mod text;

use foregone_game::{InvalidGame, Outcome, Player, Scale};

use crate::game::{AcyclicChance, ChanceGame, CyclicChance, Denominator, Turn};

use piece::{KINDS, RANKS, owner};

pub use layers::{DarkLayers, StartValues};

/// The most cells.
const CELLS_MAX: usize = 32;
/// What is on a cell, besides pieces: they are counted from `PIECE` on, by player and rank.
const EMPTY: u8 = 0;
const DARK: u8 = 1;
const PIECE: u8 = 2;
/// No piece is being flipped.
const NONE: u8 = u8::MAX;
/// The largest limit.
const LIMIT_MAX: u32 = 1_000;
/// The pieces of a side on the usual board.
pub(super) const USUAL_PIECES: &str = "KGGMMRRNNCCPPPPP";

/// The game; `LIMITED` if turns in a row without a flip or a capture are limited.
#[derive(Clone, Debug)]
pub struct DarkChess<const LIMITED: bool = false> {
    columns: u8,
    rows: u8,
    /// How many pieces of each kind there are, `Max`'s first.
    pieces: [u8; KINDS],
    limit: u16,
}

/// The board, what is still dark, and whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    cells: [u8; CELLS_MAX],
    /// How many dark pieces of each kind there are.
    dark: [u8; KINDS],
    player: Player,
    /// The cell of the piece that is being flipped.
    flipped: u8,
    /// Turns since the last flip or capture, if that is limited.
    quiet: u16,
}

impl Position {
    /// How many pieces are dark.
    #[inline]
    fn dark_count(&self) -> u32 {
        self.dark.iter().map(|&count| u32::from(count)).sum()
    }
}

impl DarkChess {
    /// The game on a board, with the pieces of `Max` and of `Min` as letters, which together fill the board.
    pub fn new(columns: u32, rows: u32, max: &str, min: &str) -> Result<DarkChess, InvalidGame> {
        let cells = columns.saturating_mul(rows);
        if columns == 0 || rows == 0 || columns > 26 || cells > CELLS_MAX as u32 {
            return Err(InvalidGame(format!(
                "darkchess needs 1 to 26 columns and at most {CELLS_MAX} cells; {columns}x{rows} is not possible"
            )));
        }
        let mut pieces = [0; KINDS];
        for (player, letters) in [(Player::Max, max), (Player::Min, min)] {
            if letters.is_empty() {
                return Err(InvalidGame("darkchess needs at least one piece a side".to_owned()));
            }
            for letter in letters.chars() {
                let rank = piece::rank(letter).ok_or_else(|| {
                    InvalidGame(format!(
                        "darkchess has the pieces K, G, M, R, N, C and P, and \"{letter}\" is none of them"
                    ))
                })?;
                pieces[piece::kind(player, rank)] += 1;
            }
        }
        let given = max.len() + min.len();
        if given != cells as usize {
            return Err(InvalidGame(format!(
                "the pieces of darkchess fill the board; {columns}x{rows} has {cells} cells, and there are {given} pieces"
            )));
        }
        Ok(DarkChess { columns: columns as u8, rows: rows as u8, pieces, limit: 0 })
    }

    /// The usual game: 4 columns, 8 rows and 16 pieces a side.
    pub fn usual() -> DarkChess {
        DarkChess::new(4, 8, USUAL_PIECES, USUAL_PIECES)
            .expect("the usual pieces fill the usual board")
    }

    /// The same game with a draw after that many turns in a row without a flip or a capture.
    pub fn limited(self, turns: u32) -> Result<DarkChess<true>, InvalidGame> {
        if !(1..=LIMIT_MAX).contains(&turns) {
            return Err(InvalidGame(format!(
                "the limit of darkchess is from 1 to {LIMIT_MAX} turns, not {turns}"
            )));
        }
        let DarkChess { columns, rows, pieces, .. } = self;
        Ok(DarkChess { columns, rows, pieces, limit: turns as u16 })
    }
}

impl<const LIMITED: bool> DarkChess<LIMITED> {
    #[inline]
    fn cells(&self) -> u8 {
        self.columns * self.rows
    }

    /// The canonical spelling.
    pub fn spelling(&self) -> String {
        let (max, min) = (self.letters(Player::Max), self.letters(Player::Min));
        let mut text = format!("darkchess:{}x{}", self.columns, self.rows);
        if (self.columns, self.rows, max.as_str(), min.as_str())
            != (4, 8, USUAL_PIECES, USUAL_PIECES)
        {
            text += &format!(",pieces={max}");
        }
        if max != min {
            text += &format!(",min-pieces={min}");
        }
        if LIMITED {
            text += &format!(",limit={}", self.limit);
        }
        text
    }

    /// The pieces of a side as letters, highest first.
    fn letters(&self, player: Player) -> String {
        let counts = &self.pieces[piece::kind(player, 0)..][..RANKS];
        let letters = counts.iter().zip(piece::LETTERS.chars());
        letters.flat_map(|(&count, letter)| core::iter::repeat_n(letter, count.into())).collect()
    }

    /// Whether a player has any pieces, dark ones included.
    fn has_pieces(&self, position: &Position, player: Player) -> bool {
        let dark = &position.dark[piece::kind(player, 0)..][..RANKS];
        dark.iter().any(|&count| count > 0)
            || position.cells.iter().any(|&cell| owner(cell) == Some(player))
    }

    /// The player who has lost.
    fn loser(&self, position: &Position) -> Option<Player> {
        let (mover, other) = (position.player, position.player.other());
        let dark = position.dark_count();
        if !self.has_pieces(position, mover) || (dark == 0 && !self.can_move(position)) {
            Some(mover)
        } else if !self.has_pieces(position, other) {
            Some(other)
        } else {
            None
        }
    }

    /// A dark piece turns out to be of that kind. The first one is `Max`'s: if it is the other colour's, the players
    /// exchange their names.
    fn reveal(&self, position: &mut Position, kind: u8) {
        let first = position.dark_count() == u32::from(self.cells());
        position.dark[usize::from(kind)] -= 1;
        let mut kind = kind;
        if first && usize::from(kind) >= RANKS {
            kind -= RANKS as u8;
            position.dark.rotate_left(RANKS);
        }
        position.cells[usize::from(position.flipped)] = PIECE + kind;
        position.flipped = NONE;
    }
}

impl<const LIMITED: bool> ChanceGame for DarkChess<LIMITED> {
    type Position = Position;
    /// The cell of the piece times 32 plus its target, twice the same cell for a flip; or the kind of the flipped piece.
    type Move = u16;

    fn scale(&self) -> &Scale {
        Scale::loss_draw_win()
    }

    fn start(&self) -> Position {
        let mut cells = [EMPTY; CELLS_MAX];
        cells[..usize::from(self.cells())].fill(DARK);
        Position { cells, dark: self.pieces, player: Player::Max, flipped: NONE, quiet: 0 }
    }

    fn turn(&self, position: &Position) -> Turn {
        if position.flipped != NONE {
            return Turn::Chance;
        }
        match self.loser(position) {
            Some(Player::Max) => Turn::Over(Outcome(0)),
            Some(Player::Min) => Turn::Over(Outcome(2)),
            None if LIMITED && position.quiet >= self.limit => Turn::Over(Outcome(1)),
            None => position.player.into(),
        }
    }

    fn moves(&self, position: &Position, moves: &mut Vec<u16>) {
        if position.flipped != NONE {
            moves.extend((0..KINDS as u16).filter(|&kind| position.dark[usize::from(kind)] > 0));
        } else {
            self.each_move(position, |mv| {
                moves.push(mv);
                true
            });
        }
    }

    #[inline]
    fn weight(&self, position: &Position, mv: u16) -> u64 {
        position.dark[usize::from(mv)].into()
    }

    fn play(&self, position: &mut Position, mv: u16) {
        if position.flipped != NONE {
            self.reveal(position, mv as u8);
            position.player = position.player.other();
            position.quiet = 0;
            return;
        }
        let (from, to) = (usize::from(mv >> 5), usize::from(mv & 31));
        if from == to {
            position.flipped = from as u8;
            return;
        }
        let is_capture = position.cells[to] != EMPTY;
        position.cells[to] = core::mem::replace(&mut position.cells[from], EMPTY);
        position.player = position.player.other();
        position.quiet = if is_capture || !LIMITED { 0 } else { position.quiet + 1 };
    }

    /// The factorial of the number of dark pieces.
    fn denominator(&self, position: &Position) -> Option<Denominator> {
        let dark = position.dark_count();
        let value = (1..=u128::from(dark)).product();
        Some(Denominator { value, weights: u64::from(dark.max(1)) })
    }

    /// Captures first, the highest piece first.
    fn move_score(&self, position: &Position, mv: u16) -> i32 {
        match position.cells[usize::from(mv & 31)] {
            piece if piece >= PIECE => 10 - i32::from((piece - PIECE) % RANKS as u8),
            _ => 0,
        }
    }
}

impl AcyclicChance for DarkChess<true> {}

impl CyclicChance for DarkChess<false> {
    /// A draw.
    fn endless(&self, _: &Position) -> Outcome {
        Outcome(1)
    }
}
