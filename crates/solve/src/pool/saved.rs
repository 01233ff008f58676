//! Saving and loading a pool: the vector column by column, including the free blocks, because the place of the next
//! children depends on them.

use super::{BLOCK_MAX, NO_BLOCK, Node, NodeId, Pool};
use crate::persist::{
    FixedBytes, LoadError, Save, StateReader, StateWriter, put_all, put_count, put_moves, take_all,
    take_count, take_moves,
};
use crate::replay::ClaimedSlots;

impl<M: Copy + Into<u64>, L: FixedBytes> Save for Pool<M, L> {
    fn save(&self, out: &mut dyn StateWriter) {
        put_count(out, self.nodes.len());
        put_all(out, self.nodes.iter().map(|node| node.label));
        put_all(out, self.nodes.iter().map(|node| node.first));
        put_all(out, self.nodes.iter().map(|node| node.count));
        put_moves(out, self.nodes.iter().map(|node| node.mv));
        put_count(out, self.free.len());
        put_all(out, self.free.iter().copied());
        put_count(out, self.peak);
    }
}

impl<M: Copy + Default + TryFrom<u64>, L: Copy + FixedBytes> Pool<M, L> {
    /// Loads a pool that may grow to `bytes`. Only its size has been checked; the caller must check the nodes.
    pub(crate) fn load(bytes: u64, source: &mut dyn StateReader) -> Result<Self, LoadError> {
        let most = Self::most_in(bytes);
        let count = take_count(source, most as u64)?;
        let mut nodes: Vec<Node<M, L>> = Vec::with_capacity(count);
        take_all(source, count, |_, label: L| {
            nodes.push(Node::leaf(M::default(), label));
            Ok(())
        })?;
        take_all(source, count, |index, first| {
            nodes[index].first = first;
            Ok(())
        })?;
        take_all(source, count, |index, children| {
            nodes[index].count = children;
            Ok(())
        })?;
        take_moves(source, count, |index, mv| nodes[index].mv = mv)?;
        let sizes = take_count(source, BLOCK_MAX as u64 + 1)?;
        let mut free: Vec<NodeId> = Vec::with_capacity(sizes);
        take_all(source, sizes, |_, first| {
            free.push(first);
            Ok(())
        })?;
        let peak = take_count(source, most as u64)?;
        if nodes.is_empty() {
            return Err(LoadError::new("has a tree without a root"));
        }
        Ok(Pool { nodes, free, freed: 0, peak, most, doomed: Vec::new() })
    }

    /// Claims the free blocks and counts them. With the nodes of the tree, which are claimed already, they must cover
    /// all slots.
    pub(crate) fn claim_free(&mut self, claimed: &mut ClaimedSlots) -> Result<(), LoadError> {
        let before = claimed.count();
        for (size, &head) in self.free.iter().enumerate() {
            let mut first = head;
            while first != NO_BLOCK {
                if size == 0 {
                    return Err(LoadError::new("has free blocks of no size"));
                }
                claimed.claim(first, size)?;
                first = self.nodes[first as usize].first;
            }
        }
        self.freed = claimed.count() - before;
        claimed.all()
    }
}
