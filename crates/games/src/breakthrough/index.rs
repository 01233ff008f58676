//! The index of a position in tables that tell its winner (`docs/tablebase.md`), and the winner of positions that are not
//! stored.
//!
//! Tables store the positions in which no pawn is one step from its goal. Such a position consists of the *home*, Black's
//! pawns on the last two rows, the *lane*, White's pawns on the first two rows, and the *middle* between them. The layer is the
//! number of single steps that the pawns of the home need to leave it.

use foregone_game::{EndgameTable, Game, Player};

use super::board::Position;
use super::{Breakthrough, Field};

/// The widest board that has tables.
const WIDEST: u32 = 9;
/// The lowest.
const LOWEST: u32 = 4;
/// Numbers of a middle at least: lanes fill whole words.
const WORD: u64 = 64;
/// A home whose mirror image is stored instead.
const ELSEWHERE: u32 = u32::MAX;

/// The indices of all positions of a board.
#[derive(Clone, Debug)]
pub struct Numbering {
    field: Field,
    /// Whether positions with Black to move have indices of their own, because they are not positions with White to move on the
    /// same board.
    both: bool,
    /// The homes of each layer.
    homes: Vec<Vec<u32>>,
    /// The place of each home in its layer.
    places: Vec<u32>,
    /// For every set of pawns on a row of the middle, the number that black pawns there add to the index of the empty middle and
    /// white pawns subtract; rows one after the other.
    weights: Vec<u64>,
    /// The number of the empty middle, and how many there are.
    empty: u64,
    middles: u64,
    /// Numbers of a middle.
    lanes: u64,
}

impl Numbering {
    /// The indices of a board as White sees it; none if the board is too wide or too low, or has too many positions.
    pub fn new(field: &Field) -> Option<Numbering> {
        let (width, height) = (field.width(), field.height());
        if width > WIDEST || height < LOWEST {
            return None;
        }
        let (mut weight, mut weights) = (1u64, Vec::new());
        for row in 2..height - 2 {
            let mut cells = Vec::new();
            for column in 0..width {
                let open = field.open() >> (row * width + column) & 1 == 1;
                cells.push(if open { weight } else { 0 });
                weight = if open { weight.checked_mul(3)? } else { weight };
            }
            let of = |pawns: u32| {
                let pawns = (0..width).map(|column| u64::from(pawns >> column & 1));
                pawns.zip(&cells).map(|(pawn, weight)| pawn * weight).sum::<u64>()
            };
            weights.extend((0..1 << width).map(of));
        }
        let symmetric = field.is_symmetric();
        let (mut homes, mut places) = (vec![Vec::new(); 3 * width as usize + 1], Vec::new());
        for home in 0..1u32 << (2 * width) {
            let layer = &mut homes[layer_of(home, width)];
            let is_kept = !symmetric || home <= mirrored(home, width);
            places.push(if is_kept { layer.len() as u32 } else { ELSEWHERE });
            if is_kept {
                layer.push(home);
            }
        }
        let lanes = WORD.max(1 << (2 * width));
        // The number of all of them is one that can be written.
        weight.checked_mul(lanes)?.checked_mul(2 * places.len() as u64)?;
        let both = field.turned() != *field || height == LOWEST;
        let (empty, middles) = ((weight - 1) / 2, weight);
        Some(Numbering { field: *field, both, homes, places, weights, empty, middles, lanes })
    }

    /// How many layers there are.
    pub fn layers(&self) -> usize {
        self.homes.len()
    }

    /// The number of indices in a layer.
    pub fn size(&self, layer: usize) -> u64 {
        self.homes[layer].len() as u64 * self.of_a_home()
    }

    /// The number of indices in a layer that belong to positions.
    pub fn positions(&self, layer: usize) -> u64 {
        (self.size(layer) / self.lanes) << (2 * self.field.width())
    }

    /// How many numbers a home has.
    fn of_a_home(&self) -> u64 {
        (1 + u64::from(self.both)) * self.middles * self.lanes
    }

    /// The layer and the index of a position, if it is stored.
    #[inline]
    pub fn find(&self, position: &Position) -> Option<(usize, u64)> {
        let (field, width, height) = (&self.field, self.field.width(), self.field.height());
        let (mut white, mut black) = (position.white, position.black);
        let last_two = u64::MAX << ((height - 2) * width);
        let first_two = (1 << (2 * width)) - 1;
        if white & last_two | black & first_two != 0 {
            return None;
        }
        let blacks_turn = position.player == Player::Min;
        if blacks_turn && !self.both {
            (white, black) = (field.turn(black), field.turn(white));
        }
        let home_of = |black: u64| (black >> ((height - 2) * width)) as u32;
        if self.places[home_of(black) as usize] == ELSEWHERE {
            (white, black) = (field.mirror(white), field.mirror(black));
        }
        let home = home_of(black);
        let row = |cells: u64, row: u32| (cells >> (row * width)) as usize & ((1 << width) - 1);
        let mut middle = self.empty;
        for (at, weights) in (2..height - 2).zip(self.weights.chunks_exact(1 << width)) {
            middle = middle + weights[row(black, at)] - weights[row(white, at)];
        }
        let lane = (row(white, 0) << width | row(white, 1)) as u64;
        let side = u64::from(blacks_turn && self.both) * self.middles;
        let before = u64::from(self.places[home as usize]) * self.of_a_home();
        Some((layer_of(home, width), before + (side + middle) * self.lanes + lane))
    }

    /// The position with an index of a layer, if there is one.
    pub fn position(&self, layer: usize, number: u64) -> Option<Position> {
        let (width, height) = (self.field.width(), self.field.height());
        let home = *self.homes.get(layer)?.get((number / self.of_a_home()) as usize)?;
        let (rest, lane) = (number % self.of_a_home() / self.lanes, number % self.lanes);
        if lane >> (2 * width) != 0 {
            return None;
        }
        let row = (1 << width) - 1;
        let mut white = lane >> width | (lane & row) << width;
        let mut black = u64::from(home) << ((height - 2) * width);
        let mut middle = rest % self.middles;
        let between = (2 * width..(height - 2) * width).map(|cell| 1u64 << cell);
        for cell in between.filter(|cell| self.field.open() & cell != 0) {
            match middle % 3 {
                0 => white |= cell,
                1 => {}
                _ => black |= cell,
            }
            middle /= 3;
        }
        let player = if rest < self.middles { Player::Max } else { Player::Min };
        Some(Position { white, black, player })
    }

    /// Whether the player to move wins, by the rules and by the values of stored positions.
    pub fn wins(
        &self,
        game: &Breakthrough,
        position: &Position,
        is_won: &impl Fn(usize, u64) -> bool,
    ) -> bool {
        let mine = game.won_by(position.player);
        if let Some(outcome) = game.outcome(position) {
            return outcome == mine;
        }
        match self.find(position) {
            Some((layer, number)) => is_won(layer, number),
            // Winning moves are tried first, so that at most three moves in a row are followed.
            None => {
                game.next(*position).any(|next| game.outcome(&next) == Some(mine))
                    || self.wins_ahead(game, position, is_won)
            }
        }
    }

    /// The same by the values of all successors.
    pub fn wins_ahead(
        &self,
        game: &Breakthrough,
        position: &Position,
        is_won: &impl Fn(usize, u64) -> bool,
    ) -> bool {
        game.next(*position).any(|next| !self.wins(game, &next, is_won))
    }
}

/// The layer of a home, whose upper half is the last row.
#[inline]
fn layer_of(home: u32, width: u32) -> usize {
    ((home >> width).count_ones() + home.count_ones()) as usize
}

/// A home with the columns of both rows in the other order.
fn mirrored(home: u32, width: u32) -> u32 {
    let both = home.reverse_bits() >> (u32::BITS - 2 * width);
    both >> width | (both & ((1 << width) - 1)) << width
}

/// The values of a tablebase, ready to be looked up for positions of a board.
#[derive(Debug)]
pub struct TableValues {
    numbering: Numbering,
    lookup: EndgameTable,
}

impl TableValues {
    /// The values for a board; none if the board has no numbering.
    pub fn new(field: &Field, lookup: EndgameTable) -> Option<TableValues> {
        Some(TableValues { numbering: Numbering::new(field)?, lookup })
    }

    /// Whether proofs may end where a value is known.
    pub fn may_be_cited(&self) -> bool {
        self.lookup.cite
    }

    /// Whether the player to move wins, if a table says so.
    #[inline]
    pub fn wins(&self, position: &Position) -> Option<bool> {
        let (layer, number) = self.numbering.find(position)?;
        Some(self.lookup.value(layer, || number)? > 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every number stands for a position that has this number, or for none; and there are as many positions as there are
    /// ways to put pawns on the rows where they have numbers.
    #[test]
    fn numbers_and_positions_belong_together() {
        for (width, height, walls) in
            [(2, 4, 0), (3, 4, 0), (2, 6, 1 << 5), (3, 5, 0), (3, 5, 1 << 6), (3, 5, 1 << 7)]
        {
            let field = Field::new(width, height, walls);
            let numbering = Numbering::new(&field).expect("numbers");
            let mut found = 0;
            for layer in 0..numbering.layers() {
                let all = (0..numbering.size(layer)).filter_map(|n| numbering.position(layer, n));
                assert_eq!(all.count() as u64, numbering.positions(layer));
                for number in 0..numbering.size(layer) {
                    let Some(position) = numbering.position(layer, number) else { continue };
                    assert_eq!(numbering.find(&position), Some((layer, number)), "{position:?}");
                    assert_eq!((position.white | position.black) & walls, 0);
                    let home = position.black >> ((height - 2) * width);
                    let image = field.mirror(position.black) >> ((height - 2) * width);
                    found += if field.is_symmetric() && home != image { 2 } else { 1 };
                }
                assert_eq!(numbering.position(layer, numbering.size(layer)), None);
            }
            let open = width * (height - 4) - walls.count_ones();
            let sides = if field.turned() != field || height == 4 { 2 } else { 1 };
            assert_eq!(found, sides * 16u64.pow(width) * 3u64.pow(open), "{width}x{height}");
        }
    }

    #[test]
    fn pawns_one_step_from_their_goal_have_no_number() {
        let game = Breakthrough::new(3, 5, 0).expect("a board");
        let numbering = Numbering::new(game.field()).expect("numbers");
        let start = game.start();
        assert!(numbering.find(&start).is_some());
        let white = Position { white: start.white | 1 << 9, black: 1 << 14, ..start };
        let black = Position { white: 1, black: start.black | 1 << 5, ..start };
        assert_eq!((numbering.find(&white), numbering.find(&black)), (None, None));
        for (width, height) in [(10, 5), (4, 3), (8, 8), (2, 32)] {
            assert!(Numbering::new(&Field::new(width, height, 0)).is_none(), "{width}x{height}");
        }
    }
}
