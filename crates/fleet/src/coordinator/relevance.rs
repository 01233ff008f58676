//! Which nodes are needed: the root while it is open, and the children of every open node that is needed. In a graph a
//! node may be needed by several parents; its job is cancelled when the last of them is closed (Saffidine and Cazenave
//! 2012 §4.5: in a DAG a node is irrelevant only if it is on every path to it).

use super::graph::{Graph, NO_JOB, ROOT};

impl Graph {
    /// Counts the children of a new inner node as needed, if the node is.
    pub(super) fn want_children(&mut self, node: u32) {
        if self.nodes[node as usize].active {
            let mut open = self.children(node).to_vec();
            self.want(&mut open);
        }
    }

    /// Counts one more parent that needs these nodes.
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

    /// Counts one parent less for the children of closed nodes.
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

    /// Computes again which nodes are needed. The questions that are open at the root have changed, so more nodes may
    /// be closed.
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
