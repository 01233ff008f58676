//! Searching again what a finished search has forgotten, for the sake of a certificate.

use game::{Game, Outcome};

use crate::best_first::run;
use crate::certify::{Advice, Claim};
use crate::effort::Sum;
use crate::expand::{Nested, OnePly};
use crate::limits::{Meter, Stop};
use crate::options::{SecondLevel, Techniques, When};
use crate::pns::Pns;
use crate::rule::Rule;
use crate::tree::Tree;

/// A node of one of the searches: which one (0 is the original), and which node.
pub type Place = (usize, u32);

/// The original search and the later ones, each below the one before.
pub struct Research<'a, G: Game> {
    game: &'a G,
    rule: Pns,
    answer: bool,
    original: &'a dyn Advice<G::Move>,
    searches: Vec<Tree<G, Pns>>,
    spare: Vec<Tree<G, Pns>>,
    bytes: u64,
    nodes: u64,
}

impl<'a, G: Game> Research<'a, G> {
    /// Later searches may hold `bytes` together and create `nodes` together.
    pub fn new(
        game: &'a G,
        claim: Claim,
        original: &'a dyn Advice<G::Move>,
        bytes: u64,
        nodes: u64,
    ) -> Self {
        let rule = Pns { goal: claim.goal(), sum: Sum::Plain };
        Research {
            game,
            rule,
            answer: claim.answer(),
            original,
            searches: Vec::new(),
            spare: Vec::new(),
            bytes,
            nodes,
        }
    }

    /// The moves from a place with the nodes they lead to.
    pub fn children(&self, place: Place, children: &mut Vec<(G::Move, u32)>) {
        children.clear();
        match place.0 {
            0 => self.original.children(place.1, children),
            later => {
                let pool = &self.searches[later - 1].pool;
                children.extend(pool.child_ids(place.1).map(|id| (pool.node(id).mv, id)));
            }
        }
    }

    /// Whether a place still has its children.
    pub fn has_children(&self, place: Place, scratch: &mut Vec<(G::Move, u32)>) -> bool {
        self.children(place, scratch);
        !scratch.is_empty()
    }

    /// What is known at a place.
    pub fn answer(&self, place: Place, goal: Outcome) -> Option<bool> {
        match place.0 {
            0 => self.original.answer(place.1, goal),
            later => self.rule.answer(&self.searches[later - 1].pool.node(place.1).label, goal),
        }
    }

    /// Searches a position again and says where the result is.
    pub fn search(&mut self, position: &G::Position, meter: &mut Meter<'_>) -> Result<Place, Stop> {
        // Each later search has half of what the one before left, so that any number fits.
        let bytes = self.bytes >> (self.searches.len() + 1).min(63);
        let techniques =
            Techniques { delete_solved: When::Never, prune: When::Never, ..Techniques::default() };
        let mut tree = match self.spare.pop() {
            Some(mut tree) => {
                tree.restart(self.game, &self.rule, position, bytes);
                tree
            }
            None => Tree::new(self.game, &self.rule, position, bytes, &techniques),
        };
        let before = meter.counters;
        let mut stop =
            run(self.game, &self.rule, &mut tree, &mut OnePly::new(false), self.nodes, meter, None);
        if stop == Stop::Memory {
            // Too large for one tree: a second level keeps the first one small, and its leaves are searched in turn.
            let mut nested = Nested::new(SecondLevel::Full, bytes / 2, &techniques);
            tree.restart(self.game, &self.rule, position, bytes / 2);
            stop = run(self.game, &self.rule, &mut tree, &mut nested, self.nodes, meter, None);
        }
        let created = meter.counters.created - before.created;
        self.nodes = self.nodes.saturating_sub(created);
        meter.counters.created = before.created;
        meter.counters.expanded = before.expanded;
        meter.counters.certificate_created += created;
        if stop != Stop::Solved {
            return Err(stop);
        }
        let answer = self.rule.answer(&tree.pool.node(0).label, self.rule.goal);
        assert_eq!(answer, Some(self.answer), "a second search contradicts the first");
        self.searches.push(tree);
        Ok((self.searches.len(), 0))
    }

    /// Forgets the latest search.
    pub fn forget(&mut self) {
        self.spare.extend(self.searches.pop());
    }
}
