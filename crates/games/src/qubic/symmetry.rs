//! The 192 symmetries of Qubic: the 48 of the cube, each together with one of four exchanges of places along all three axes:
//! none, the outer with the inner places on each side (0 with 1, 2 with 3), the inner places (1 with 2), and so on. They are all maps
//! of cells that take lines to lines (Silver 1967).

use super::Position;

/// The maps of places along an axis that commute with mirror images: the identity, 0 and 1 with 2 and 3 exchanged side by side,
/// the inner two exchanged with each other, which is the outer two up to a mirror image, and both.
const PLACES: [[u8; 4]; 4] = [[0, 1, 2, 3], [1, 0, 3, 2], [0, 2, 1, 3], [1, 3, 0, 2]];

/// The orders of the axes.
const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// The maps, as tables of bytes: for each map, each of the eight bytes of a word, and each content of that byte, the image.
#[derive(Clone, Debug)]
pub(super) struct Symmetries {
    tables: Vec<[[u64; 256]; 8]>,
}

/// Where a symmetry takes each cell.
fn maps() -> impl Iterator<Item = [u8; 64]> {
    let all = PLACES.iter().flat_map(|places| {
        ORDERS.iter().flat_map(move |order| (0..8).map(move |mirrored| (places, order, mirrored)))
    });
    all.map(|(places, order, mirrored)| {
        core::array::from_fn(|cell| {
            let from = [cell % 4, cell / 4 % 4, cell / 16];
            let place = |axis: usize| {
                let place = places[from[order[axis]]];
                if mirrored >> axis & 1 == 1 { 3 - place } else { place }
            };
            place(0) + 4 * place(1) + 16 * place(2)
        })
    })
}

impl Symmetries {
    pub(super) fn new() -> Symmetries {
        let table = |map: [u8; 64]| {
            core::array::from_fn(|byte| {
                core::array::from_fn(|content| {
                    let bits = (0..8).filter(|bit| content >> bit & 1 == 1);
                    bits.map(|bit| 1u64 << map[8 * byte + bit]).sum()
                })
            })
        };
        Symmetries { tables: maps().map(table).collect() }
    }

    /// The images of a position, the position itself first.
    pub(super) fn images(&self, position: &Position) -> Vec<Position> {
        self.tables.iter().map(|table| image(table, position)).collect()
    }

    /// The image with the least stones of both, and of these the one with the least stones of the player to move.
    pub(super) fn representative(&self, position: &Position) -> Position {
        let mut best = *position;
        for table in &self.tables {
            let all = moved(table, position.all);
            if all <= best.all {
                let mover = moved(table, position.mover);
                if all < best.all || mover < best.mover {
                    best = Position { mover, all };
                }
            }
        }
        best
    }
}

fn image(table: &[[u64; 256]; 8], position: &Position) -> Position {
    Position { mover: moved(table, position.mover), all: moved(table, position.all) }
}

#[inline]
fn moved(table: &[[u64; 256]; 8], stones: u64) -> u64 {
    let bytes = stones.to_le_bytes();
    table.iter().zip(bytes).fold(0, |image, (table, byte)| image | table[usize::from(byte)])
}

#[cfg(test)]
mod tests {
    use super::super::lines::lines;
    use super::*;

    #[test]
    fn the_maps_are_different_and_take_lines_to_lines() {
        let maps: Vec<[u8; 64]> = maps().collect();
        assert_eq!(maps.len(), 192);
        assert_eq!(maps[0], core::array::from_fn(|cell| cell as u8));
        let symmetries = Symmetries::new();
        for (index, map) in maps.iter().enumerate() {
            assert!(!maps[..index].contains(map));
            let mut images: Vec<u128> = lines()
                .iter()
                .map(|&line| moved(&symmetries.tables[index], line as u64).into())
                .collect();
            let mut lines = lines();
            images.sort_unstable();
            lines.sort_unstable();
            assert_eq!(images, lines);
        }
    }
}
