//! What the searches of a view may take.

use std::time::{Duration, Instant};

/// What the searches of a view may still take.
pub(super) struct Budget {
    end: Option<Instant>,
    nodes: Option<u64>,
}

impl Budget {
    pub(super) fn new(time: Option<Duration>, nodes: Option<u64>) -> Budget {
        Budget { end: time.map(|time| Instant::now() + time), nodes }
    }

    /// One part of so many of what is left, or nothing if nothing is left.
    pub(super) fn part(&self, parts: usize) -> Option<(Option<Duration>, Option<u64>)> {
        let parts = parts.max(1);
        let left = self.end.map(|end| end.saturating_duration_since(Instant::now()));
        if left == Some(Duration::ZERO) || self.nodes == Some(0) {
            return None;
        }
        let time = left.map(|left| left / parts as u32);
        Some((time, self.nodes.map(|nodes| nodes.div_ceil(parts as u64))))
    }

    /// Whether the time is over.
    pub(super) fn is_late(&self) -> bool {
        self.end.is_some_and(|end| Instant::now() >= end)
    }

    pub(super) fn spend(&mut self, nodes: u64) {
        self.nodes = self.nodes.map(|left| left.saturating_sub(nodes));
    }
}
