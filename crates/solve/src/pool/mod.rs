//! The nodes of a search tree in one vector. The children of a node are adjacent; freed blocks are reused.

mod saved;

use crate::effort::ProofNumbers;

/// The index of a node in its [`Pool`].
pub type NodeId = u32;

/// A node of a search tree.
#[derive(Clone, Copy, Debug)]
pub struct Node<M, L> {
    /// The label that the rule has given to the node.
    pub label: L,
    first: NodeId,
    count: u16,
    /// The move that leads to the node; meaningless at the root.
    pub mv: M,
}

impl<M, L> Node<M, L> {
    /// A node without children.
    #[inline]
    pub fn leaf(mv: M, label: L) -> Self {
        Node { label, first: 0, count: 0, mv }
    }

    /// Whether the node has no children in the tree.
    #[inline]
    pub fn is_leaf(&self) -> bool {
        self.count == 0
    }

    /// The number of children in the tree.
    #[inline]
    pub fn count(&self) -> usize {
        usize::from(self.count)
    }

    /// The index of the first child.
    #[inline]
    pub fn first(&self) -> NodeId {
        self.first
    }
}

// The node size with moves of up to two bytes.
const _: () = assert!(
    size_of::<Node<u8, ProofNumbers>>() <= 16 && size_of::<Node<u16, ProofNumbers>>() <= 16
);
const _: () = assert!(size_of::<Node<u16, [ProofNumbers; 2]>>() <= 32);

const NO_BLOCK: NodeId = NodeId::MAX;
/// Free blocks are merged only up to the largest number of children.
const BLOCK_MAX: usize = u16::MAX as usize;

/// All nodes of a tree. Node 0 is the root.
#[derive(Debug)]
pub struct Pool<M, L> {
    nodes: Vec<Node<M, L>>,
    /// The first free block of each size; blocks are linked through `first` of their first node.
    free: Vec<NodeId>,
    freed: usize,
    /// Most nodes in the tree before nodes were freed.
    peak: usize,
    /// The most nodes that the vector may hold.
    most: usize,
    /// Blocks that are still to be freed.
    doomed: Vec<Block>,
}

/// The block of the children of one node.
#[derive(Clone, Copy, Debug)]
struct Block {
    first: NodeId,
    count: u16,
}

impl<M: Copy + Default, L: Copy> Pool<M, L> {
    /// A tree that consists of its root and may grow to `bytes`.
    pub fn new(root: L, bytes: u64) -> Self {
        let (nodes, free, doomed) = (Vec::new(), Vec::new(), Vec::new());
        let mut pool = Pool { nodes, free, freed: 0, peak: 0, most: 0, doomed };
        pool.reset(root, bytes);
        pool
    }

    /// Starts again with one node and reuses the memory.
    pub fn reset(&mut self, root: L, bytes: u64) {
        self.most = Self::most_in(bytes);
        self.nodes.clear();
        if self.nodes.capacity() > self.most {
            self.nodes.shrink_to(self.most);
        }
        self.free.clear();
        (self.freed, self.peak) = (0, 0);
        self.nodes.push(Node::leaf(M::default(), root));
    }

    /// The number of nodes that fit into `bytes`.
    fn most_in(bytes: u64) -> usize {
        let most = bytes / size_of::<Node<M, L>>() as u64;
        most.clamp(1, u64::from(NO_BLOCK)) as usize
    }

    /// The node with an index.
    #[inline]
    pub fn node(&self, id: NodeId) -> &Node<M, L> {
        &self.nodes[id as usize]
    }

    /// The label of a node, for modification.
    #[inline]
    pub fn label_mut(&mut self, id: NodeId) -> &mut L {
        &mut self.nodes[id as usize].label
    }

    /// The children of a node; none if it is a leaf.
    #[inline]
    pub fn children(&self, id: NodeId) -> &[Node<M, L>] {
        self.children_of(self.node(id))
    }

    /// The children of a node of this tree, given the node itself.
    #[inline(always)]
    pub fn children_of(&self, node: &Node<M, L>) -> &[Node<M, L>] {
        &self.nodes[node.first as usize..][..usize::from(node.count)]
    }

    /// The indices of the children.
    #[inline]
    pub fn child_ids(&self, id: NodeId) -> core::ops::Range<NodeId> {
        let node = &self.nodes[id as usize];
        node.first..node.first + NodeId::from(node.count)
    }

    /// Whether a node has no children in the tree.
    #[inline]
    pub fn is_leaf(&self, id: NodeId) -> bool {
        self.nodes[id as usize].count == 0
    }

    /// Gives a leaf its children, which are leaves. Returns false and changes nothing if there is no room.
    #[inline(always)]
    pub fn attach(&mut self, leaf: NodeId, children: &[Node<M, L>]) -> bool {
        let count = children.len();
        let first = match self.take_block(count) {
            Some(first) => {
                self.nodes[first as usize..][..count].copy_from_slice(children);
                first
            }
            None if self.nodes.capacity() - self.nodes.len() >= count || self.grow(count) => {
                self.nodes.extend(children.iter().copied());
                (self.nodes.len() - count) as NodeId
            }
            None => return self.attach_to_part(leaf, children),
        };
        let leaf = &mut self.nodes[leaf as usize];
        (leaf.first, leaf.count) = (first, children.len() as u16);
        true
    }

    /// Whether this many children can be attached.
    #[inline]
    pub fn has_room(&self, size: usize) -> bool {
        self.nodes.len() + size <= self.most
            || self.free.iter().skip(size).any(|&first| first != NO_BLOCK)
    }

    /// Doubles the vector, up to its limit. Returns false if that is not enough.
    #[cold]
    fn grow(&mut self, more: usize) -> bool {
        let wanted = self.nodes.len() + more;
        if wanted > self.most {
            return false;
        }
        let doubled = (2 * self.nodes.capacity()).max(64).min(self.most);
        self.nodes.reserve_exact(doubled.max(wanted) - self.nodes.len());
        true
    }

    #[inline(always)]
    fn take_block(&mut self, size: usize) -> Option<NodeId> {
        let first = *self.free.get(size)?;
        if first == NO_BLOCK {
            return None;
        }
        self.free[size] = self.nodes[first as usize].first;
        self.freed -= size;
        Some(first)
    }

    /// Attaches children to a part of a larger free block, when the vector is full.
    #[cold]
    fn attach_to_part(&mut self, leaf: NodeId, children: &[Node<M, L>]) -> bool {
        let size = children.len();
        let larger = (size + 1..self.free.len()).find(|&larger| self.free[larger] != NO_BLOCK);
        let Some((larger, first)) =
            larger.and_then(|larger| Some((larger, self.take_block(larger)?)))
        else {
            return false;
        };
        self.free_block(first + size as NodeId, larger - size);
        self.free_block(first, size);
        self.attach(leaf, children)
    }

    fn free_block(&mut self, first: NodeId, size: usize) {
        if self.free.len() <= size {
            self.free.resize(size + 1, NO_BLOCK);
        }
        self.nodes[first as usize].first = core::mem::replace(&mut self.free[size], first);
        self.freed += size;
    }

    /// Frees everything below a node, which becomes a leaf. Returns the number of nodes freed.
    pub fn prune(&mut self, id: NodeId) -> usize {
        self.prune_seeing(id, |_| {})
    }

    /// The same as [`Pool::prune`], and passes each freed label to `see`.
    pub fn prune_seeing(&mut self, id: NodeId, mut see: impl FnMut(&L)) -> usize {
        let before = self.freed;
        self.peak = self.peak();
        let mut doomed = core::mem::take(&mut self.doomed);
        let node = &mut self.nodes[id as usize];
        doomed.push(Block { first: node.first, count: core::mem::take(&mut node.count) });
        while let Some(Block { first, count }) = doomed.pop() {
            if count == 0 {
                continue;
            }
            // Read the whole block before linking it into the free list, because that overwrites its first node.
            let block = &self.nodes[first as usize..][..usize::from(count)];
            doomed.extend(block.iter().map(|node| Block { first: node.first, count: node.count }));
            block.iter().for_each(|node| see(&node.label));
            self.free_block(first, usize::from(count));
        }
        self.doomed = doomed;
        self.freed - before
    }

    /// Merges adjacent free blocks, so that a node with many children finds room. It needs only one bit per node,
    /// because it runs when memory is full.
    pub fn coalesce(&mut self) {
        let mut is_free = vec![0u64; self.nodes.len().div_ceil(64)];
        for size in 1..self.free.len() {
            while let Some(first) = self.take_block(size) {
                for node in first as usize..first as usize + size {
                    is_free[node / 64] |= 1 << (node % 64);
                }
            }
        }
        let mut length = 0;
        for node in 0..=self.nodes.len() {
            let free = node < self.nodes.len() && is_free[node / 64] >> (node % 64) & 1 != 0;
            if length > 0 && (!free || length == BLOCK_MAX) {
                self.free_block((node - length) as NodeId, length);
                length = 0;
            }
            length += usize::from(free);
        }
    }

    /// The number of slots for nodes, including free ones.
    pub(crate) fn places(&self) -> usize {
        self.nodes.len()
    }

    /// The number of nodes in the tree.
    #[inline]
    pub fn live(&self) -> usize {
        self.nodes.len() - self.freed
    }

    /// The largest number of nodes in the tree so far.
    pub fn peak(&self) -> usize {
        self.peak.max(self.live())
    }

    /// Bytes in use.
    #[inline]
    pub fn bytes(&self) -> u64 {
        (self.nodes.len() * size_of::<Node<M, L>>()) as u64
    }

    /// The largest number of nodes the tree may have.
    pub fn most(&self) -> usize {
        self.most
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type TestPool = Pool<u8, u32>;

    fn grow(pool: &mut TestPool, leaf: NodeId, count: u8) -> bool {
        let children: Vec<_> = (0..count).map(|mv| Node::leaf(mv, u32::from(mv) * 10)).collect();
        pool.attach(leaf, &children)
    }

    #[test]
    fn children_lie_side_by_side() {
        let mut pool = TestPool::new(7, 1 << 20);
        assert!(grow(&mut pool, 0, 3) && grow(&mut pool, 2, 2));
        assert_eq!(pool.children(0).iter().map(|node| node.label).collect::<Vec<_>>(), [0, 10, 20]);
        assert_eq!((pool.child_ids(2), pool.live(), pool.is_leaf(1)), (4..6, 6, true));
    }

    #[test]
    fn freed_blocks_are_used_again_and_the_limit_holds() {
        let most = 64;
        let mut pool = TestPool::new(0, most * size_of::<Node<u8, u32>>() as u64);
        let mut random = foregone_game::random::Random::new(1);
        for _ in 0..10_000 {
            let mut leaf = 0;
            while !pool.is_leaf(leaf) {
                let ids = pool.child_ids(leaf);
                leaf = ids.start + random.below(ids.len()) as NodeId;
            }
            if !grow(&mut pool, leaf, 1 + random.below(5) as u8) {
                let ids = pool.child_ids(0);
                let child = ids.start + random.below(ids.len()) as NodeId;
                let (live, freed) = (pool.live(), pool.prune(child));
                assert_eq!(pool.live(), live - freed);
                if freed == 0 {
                    pool.prune(0);
                }
                pool.coalesce();
            }
            assert!(pool.live() <= most as usize && pool.bytes() <= most * 12);
            assert_eq!(count(&pool, 0), pool.live());
        }
    }

    fn count(pool: &TestPool, id: NodeId) -> usize {
        1 + pool.child_ids(id).map(|child| count(pool, child)).sum::<usize>()
    }
}
