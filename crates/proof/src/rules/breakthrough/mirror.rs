//! The mirror image of a position, with the columns in the other order, and which of the two stands for both.

use super::{Breakthrough, Position};

impl Breakthrough {
    /// The one of a position and its mirror image whose text is smaller.
    pub(super) fn smaller_image(&self, position: &Position) -> Position {
        if !self.image_is_smaller(position) {
            return *position;
        }
        Position {
            white: self.board.mirrored(position.white),
            black: self.board.mirrored(position.black),
            ..*position
        }
    }

    /// Whether the text of the mirror image is smaller. Texts begin with the last row, and each row with the first column.
    /// Walls are the same in both, and the other symbols are in the order `.`, `b`, `w`.
    fn image_is_smaller(&self, position: &Position) -> bool {
        for row in (0..self.board.height).rev() {
            let symbols = [position.white, position.black].map(|set| self.board.columns(set, row));
            let image = symbols.map(|columns| self.board.mirrored_columns(columns));
            let differs = (symbols[0] ^ image[0]) | (symbols[1] ^ image[1]);
            if differs != 0 {
                let column = differs.trailing_zeros();
                let here = |[white, black]: [u64; 2]| (white >> column & 1, black >> column & 1);
                return here(image) < here(symbols);
            }
        }
        false
    }
}
