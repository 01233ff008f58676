//! Who still wants to know what a node is worth: a node that is open and wanted wants its children. In a graph a node may
//! be wanted by several; when the last one is settled, nobody needs the job below any more (000 section 4.5 for DAGs: a
//! node is irrelevant only if it is by every way to it).

use super::graph::{Graph, NO_JOB, ROOT};

impl Graph {
    /// A node that has got children wants them if it is wanted itself.
    pub(super) fn want_children(&mut self, node: u32) {
        if self.nodes[node as usize].active {
            let mut open = self.children(node).to_vec();
            self.want(&mut open);
        }
    }

    /// One more wants each of these nodes.
    fn want(&mut self, open: &mut Vec<u32>) {
        while let Some(node) = open.pop() {
            let closed = self.closes(self.label(node));
            let known = &mut self.nodes[node as usize];
            known.wanted += 1;
            if known.wanted == 1 && !closed {
                known.active = true;
                open.extend_from_slice(self.children(node));
            }
        }
    }

    /// Tells the children of closed nodes that they are wanted by one less.
    pub(super) fn close(&mut self) {
        while let Some(node) = self.closed.pop() {
            if !core::mem::replace(&mut self.nodes[node as usize].active, false) {
                continue;
            }
            if self.nodes[node as usize].job != NO_JOB {
                self.unneeded.push(node);
            }
            let mut open = self.children(node).to_vec();
            while let Some(child) = open.pop() {
                let known = &mut self.nodes[child as usize];
                known.wanted = known.wanted.saturating_sub(1);
                if known.wanted == 0 && core::mem::replace(&mut known.active, false) {
                    if known.job != NO_JOB {
                        self.unneeded.push(child);
                    }
                    open.extend_from_slice(self.children(child));
                }
            }
        }
    }

    /// Works out anew who is wanted. What is open at the root has changed, so nodes may be closed that were not.
    pub(super) fn sweep(&mut self) {
        self.closed.clear();
        for node in &mut self.nodes {
            (node.wanted, node.active) = (0, false);
        }
        if !self.closes(self.label(ROOT)) {
            self.nodes[ROOT as usize].active = true;
            let mut open = self.children(ROOT).to_vec();
            self.want(&mut open);
        }
        let away = |&node: &u32| {
            let known = &self.nodes[node as usize];
            known.job != NO_JOB && !known.active
        };
        let unneeded: Vec<u32> = (0..self.nodes.len() as u32).filter(away).collect();
        self.unneeded.extend(unneeded);
    }
}
