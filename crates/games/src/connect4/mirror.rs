//! A board and its mirror image are worth the same: one table key for both. On 7x5 that halves the work of a search with a table.

use foregone_game::{Keyed, Symmetric, TableKeyed};

use super::{Board, Connect4, Position};

impl<W: Board> Connect4<W> {
    /// The columns of a word in reverse order.
    #[inline]
    fn mirrored(&self, word: W) -> W {
        let mut image = W::ZERO;
        let (mut from, mut to) = (0, (self.columns - 1) * self.stride);
        for _ in 0..self.columns {
            image = image | ((word >> from) & self.column) << to;
            from += self.stride;
            to = to.wrapping_sub(self.stride);
        }
        image
    }

    #[inline]
    fn mirror_image(&self, position: &Position<W>) -> Position<W> {
        let mover = self.mirrored(position.mover);
        Position { mover, all: self.mirrored(position.all), ..*position }
    }

    /// One position for a position and its mirror image: the one with the smaller key.
    #[inline]
    pub(super) fn mirror_representative(&self, position: &Position<W>) -> Position<W> {
        let image = self.mirror_image(position);
        if self.key(&image) < self.key(position) { image } else { *position }
    }
}

impl<W: Board> TableKeyed for Connect4<W> {
    #[inline]
    fn table_key_bits(&self) -> u32 {
        W::BITS
    }

    /// The key of the position or of its mirror image, whichever is smaller: the columns of a key mirror like those of the
    /// board.
    #[inline]
    fn table_key(&self, position: &Position<W>) -> u128 {
        let key = self.key(position);
        key.min(self.mirrored(key)).wide()
    }
}

impl<W: Board> Symmetric for Connect4<W> {
    /// The position and its mirror image.
    fn images(&self, position: &Position<W>) -> Vec<Position<W>> {
        vec![*position, self.mirror_image(position)]
    }
}
