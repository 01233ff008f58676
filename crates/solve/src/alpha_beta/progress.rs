//! What people who wait are told about a running alpha-beta search.

use foregone_game::{Outcome, TableKeyed};

use super::Progress;
use super::node::Node;
use super::search::Search;
use crate::observe::{Place, RootMove, legal_moves, numbered};
use crate::table::work_of;

impl<G: TableKeyed> Search<'_, G> {
    /// The state of the search, with the moves of the root and the line if it is to be displayed.
    pub(super) fn progress(&self, shown: bool) -> Progress {
        let bounds = self.stack.first().map(Node::so_far);
        let (moves, line) = match self.stack.first() {
            Some(root) if shown => (self.root_moves(root), self.line(root)),
            _ => (Vec::new(), Vec::new()),
        };
        Progress { bounds, place: self.place(), moves, line }
    }

    /// Where the search is, for people who wait.
    fn place(&self) -> Option<Place> {
        /// Deeper positions change the share by less than what is shown.
        const LEVELS: usize = 6;
        let root = self.stack.first()?;
        let moves = |node: &Node<G>| {
            let count = (node.end - node.first) as usize;
            (((node.next - node.first) as usize).clamp(1, count.max(1)), count.max(1))
        };
        let share = self.stack.iter().take(LEVELS).rev().fold(0.0, |below, node| {
            let (current, count) = moves(node);
            ((current - 1) as f64 + below) / count as f64
        });
        Some(Place {
            window: (root.entered.alpha, root.entered.beta),
            root_move: moves(root),
            share,
            depth: self.stack.len(),
            limit: self.limit,
        })
    }

    /// The moves of the root that the search has not cut off, with what the survey and the table know about them.
    fn root_moves(&self, root: &Node<G>) -> Vec<RootMove> {
        let canonical = legal_moves(self.game, &root.position);
        let all = (self.game.scale().worst(), self.game.scale().best());
        let candidates = &self.candidates[root.first as usize..root.end as usize];
        let mut moves = Vec::with_capacity(candidates.len());
        for candidate in candidates {
            let Some(place) = canonical.iter().position(|&known| known == candidate.mv) else {
                continue;
            };
            let mut after = root.position.clone();
            self.game.play(&mut after, candidate.mv);
            let stored = self.table.probe(self.game.table_key(&after));
            let bounds = match (stored, candidate.surveyed) {
                (Some(facts), _) => (Outcome(facts.low), Outcome(facts.high)),
                (None, surveyed) => surveyed.unwrap_or(all),
            };
            let nodes = self.table.table.map(|_| stored.map_or(0, |facts| work_of(facts.work)));
            moves.push(RootMove { place, efforts: Vec::new(), bounds, nodes });
        }
        moves
    }

    /// The moves from the root to where the search is.
    fn line(&self, root: &Node<G>) -> Vec<usize> {
        let above = self.stack.len().saturating_sub(1);
        let moves: Vec<G::Move> = self.stack[..above].iter().map(|node| node.current).collect();
        numbered(self.game, &root.position, &moves)
    }
}
