//! The best lines of a running search, one from each depth on, where no table keeps them.

/// Lines of moves by the depth at which they begin, if they are kept.
pub(super) struct Lines<M>(Option<Vec<Vec<M>>>);

impl<M: Copy> Lines<M> {
    /// No lines yet, or never any.
    pub(super) fn new(keep: bool) -> Lines<M> {
        Lines(keep.then(Vec::new))
    }

    /// No best line is known from that depth on.
    #[inline]
    pub(super) fn begin(&mut self, depth: usize) {
        if let Some(lines) = &mut self.0 {
            if lines.len() <= depth {
                lines.resize_with(depth + 1, Vec::new);
            }
            lines[depth].clear();
        }
    }

    /// The best line from that depth on is that move, and then the best one from the next depth on.
    #[inline]
    pub(super) fn note(&mut self, depth: usize, mv: M) {
        if let Some(lines) = &mut self.0 {
            let (above, below) = lines.split_at_mut(depth + 1);
            above[depth].clear();
            above[depth].push(mv);
            above[depth].extend_from_slice(&below[0]);
        }
    }

    /// The best line from the root on.
    pub(super) fn best(&self) -> &[M] {
        self.0.as_ref().and_then(|lines| lines.first()).map_or(&[], Vec::as_slice)
    }
}
