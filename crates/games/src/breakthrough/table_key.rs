//! Exact keys and table keys. Table keys are exact, too: two positions have the same one only if they are each other's
//! mirror images on a board that is its own, or if the same player has won them.

use foregone_game::{Keyed, Player, Symmetric, TableKeyed};

use super::board::Position;
use super::{Breakthrough, Field};

/// Bytes as numbers with the same digits to the base of three.
const TERNARY: [u16; 256] = {
    let mut table = [0; 256];
    let mut byte = 1;
    while byte < table.len() {
        table[byte] = 3 * table[byte >> 1] + (byte & 1) as u16;
        byte += 1;
    }
    table
};

/// How many numbers of eight digits there are to that base.
const BYTE: u64 = 3_u64.pow(8);

/// How table keys of 64 bits are put together. No pawn stands on the far row while play goes on, so a cell of the first row is
/// White's or not, one of the last row Black's or not, and only those in between can be three things.
#[derive(Clone, Copy, Debug)]
pub(super) struct Packing {
    /// The cells of a row.
    width: u32,
    /// The cells between the first row and the last.
    between: u32,
}

impl Packing {
    /// For boards on which it fits into 64 bits.
    pub fn of(field: &Field) -> Option<Packing> {
        let (width, between) = (field.width(), field.width() * (field.height() - 2));
        let rows = 1_u128 << (2 * width + 1); // and the player to move
        let fits = 3_u128.checked_pow(between)?.checked_mul(rows)? <= 1 << u64::BITS;
        fits.then_some(Packing { width, between })
    }

    /// The table key of a position at which no pawn has arrived. It is far below `u64::MAX`: no power of three is one of two,
    /// so the highest digits are never all ones.
    #[inline]
    fn pack(&self, position: &Position) -> u64 {
        let Packing { width, between } = *self;
        let (mut number, mut at) = (0, between.next_multiple_of(8));
        let mask = (1 << between) - 1;
        let (white, black) = (position.white >> width & mask, position.black >> width & mask);
        while at != 0 {
            at -= 8;
            let digits = |pawns: u64| u64::from(TERNARY[usize::from((pawns >> at) as u8)]);
            number = number * BYTE + digits(white) + 2 * digits(black);
        }
        let first = position.white & ((1 << width) - 1);
        let last = position.black >> (width + between);
        let player = u64::from(position.player == Player::Min);
        ((number << width | first) << width | last) << 1 | player
    }
}

impl Breakthrough {
    /// The position or its mirror image, whichever has the smaller words, where that is worth the same.
    #[inline]
    fn canonical(&self, position: &Position) -> Position {
        if !self.symmetric {
            return *position;
        }
        let white = self.field().mirror(position.white);
        if white > position.white {
            return *position;
        }
        let black = self.field().mirror(position.black);
        if white < position.white || black < position.black {
            Position { white, black, player: position.player }
        } else {
            *position
        }
    }

    fn mirrored(&self, position: &Position) -> Position {
        let field = self.field();
        Position {
            white: field.mirror(position.white),
            black: field.mirror(position.black),
            player: position.player,
        }
    }
}

impl Keyed for Breakthrough {
    /// White's pawns and Black's. Black's turn is marked by two cells at the end of White's far row, unless it follows from
    /// the one pawn that has arrived there.
    type Key = (u64, u64);

    #[inline]
    fn key(&self, position: &Position) -> (u64, u64) {
        let marked = position.player == Player::Min && position.white & self.field().goal() == 0;
        let mark = if marked { 0b11 << (self.field().cells() - 2) } else { 0 };
        (position.white | mark, position.black)
    }
}

impl TableKeyed for Breakthrough {
    /// Boards of about 40 cells have table keys of one word.
    #[inline]
    fn table_key_bits(&self) -> u32 {
        if self.packing.is_some() { u64::BITS } else { u128::BITS }
    }

    #[inline]
    fn table_key(&self, position: &Position) -> u128 {
        match &self.packing {
            Some(packing) => u128::from(match position.arrived(self.field()) {
                None => packing.pack(&self.canonical(position)),
                Some(Player::Max) => u64::MAX,
                Some(Player::Min) => u64::MAX - 1,
            }),
            None => {
                let (white, black) = self.key(&self.canonical(position));
                u128::from(white) | u128::from(black) << 64
            }
        }
    }
}

impl Symmetric for Breakthrough {
    /// The position, and its mirror image if the walls are their own.
    fn images(&self, position: &Position) -> Vec<Position> {
        let mut images = vec![*position];
        images.extend(self.symmetric.then(|| self.mirrored(position)));
        images
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use foregone_game::Notation;
    use foregone_game::conformance::playouts;

    use super::*;

    /// Along random games: one table key for a position and its images, and no other position with it.
    #[test]
    fn table_keys_are_exact_up_to_mirror_images() {
        for (width, height, walls, bits) in [
            (4, 5, "", 64),
            (8, 5, "", 64),
            (6, 7, "", 64),
            (12, 4, "", 64),
            (2, 20, "", 64),
            (3, 14, "", 128),
            (8, 6, "", 128),
            (8, 8, "", 128),
            (5, 6, "b3,c4", 64),
            (5, 6, "b3,d3", 64),
            (8, 8, "b3,h5", 128),
            (2, 32, "", 128),
            (21, 3, "", 128),
        ] {
            let game = Breakthrough::new(width, height, 0).expect("a board");
            let game = if walls.is_empty() { game } else { game.walled(walls).expect("walls") };
            assert_eq!(game.table_key_bits(), bits, "{width}x{height}");
            let mut seen: HashMap<u128, String> = HashMap::new();
            playouts(&game, 5, 40, |position, _| {
                let table_key = game.table_key(position);
                let images = game.images(position);
                assert_eq!(images.len(), if walls.is_empty() || walls == "b3,d3" { 2 } else { 1 });
                assert!(images.iter().all(|image| game.table_key(image) == table_key));
                assert!(table_key.checked_shr(bits).unwrap_or(0) == 0);
                let text = images.iter().map(|image| game.write_position(image)).min();
                let text = match (bits, position.arrived(game.field())) {
                    (64, Some(winner)) => winner.name().to_owned(),
                    _ => text.expect("an image"),
                };
                assert_eq!(*seen.entry(table_key).or_insert_with(|| text.clone()), text);
            });
        }
    }
}
