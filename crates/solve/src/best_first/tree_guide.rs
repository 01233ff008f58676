//! A guide for proof extraction from a tree or a DAG. Parts that the search has not kept (deleted subtrees, second
//! levels, irrelevant parts) are searched again.

use foregone_game::{Game, Outcome};

use crate::best_first::run;
use crate::certify::{Claim, Guide};
use crate::effort::Sum;
use crate::expand::{Nested, OnePly};
use crate::limits::{Meter, Stop};
use crate::options::{SecondLevel, Techniques, When};
use crate::pns::Pns;
use crate::rule::Rule;
use crate::tree::Tree;

/// Proofs are not counted beyond this many nodes.
const WEIGHT_MAX: u32 = 256;

/// The nodes that a finished search still holds.
pub trait FinishedSearch<M> {
    /// Appends the moves of a node with the nodes they lead to.
    fn children(&self, node: u32, children: &mut Vec<(M, u32)>);

    /// The answer of a node to "at least `goal`?", if it is known.
    fn answer(&self, node: u32, goal: Outcome) -> Option<bool>;
}

/// A node of the original search or of a later one.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// Which search; 0 is the original.
    search: usize,
    node: u32,
    /// Whether the search was started for this node; leaving the node then ends the search.
    own: bool,
}

/// The original search and the stack of later searches, each started below a node of the one before.
pub struct TreeGuide<'a, G: Game> {
    game: &'a G,
    rule: Pns,
    answer: bool,
    original: &'a dyn FinishedSearch<G::Move>,
    searches: Vec<Tree<G, Pns>>,
    spare: Vec<Tree<G, Pns>>,
    bytes: u64,
    nodes: u64,
    /// The knowledge level that the original search used, if one was asked for: later searches use it, too, and what it
    /// says is proved move by move.
    knowledge: Option<u8>,
    children: Vec<(G::Move, u32)>,
}

impl<'a, G: Game> TreeGuide<'a, G> {
    /// A guide whose later searches may together hold `bytes` and create `nodes`.
    pub fn new(
        game: &'a G,
        claim: Claim,
        original: &'a dyn FinishedSearch<G::Move>,
        bytes: u64,
        nodes: u64,
        knowledge: Option<u8>,
    ) -> Self {
        let rule = Pns { goal: claim.goal(), sum: Sum::Plain };
        TreeGuide {
            game,
            rule,
            answer: claim.answer(),
            original,
            searches: Vec::new(),
            spare: Vec::new(),
            bytes,
            nodes,
            knowledge,
            children: Vec::new(),
        }
    }

    /// Collects the moves from a node with the nodes they lead to; none if they were not kept.
    fn look_up(&mut self, place: Place) {
        self.children.clear();
        match place.search {
            0 => self.original.children(place.node, &mut self.children),
            later => {
                let pool = &self.searches[later - 1].pool;
                let nodes = pool.child_ids(place.node);
                self.children.extend(nodes.map(|id| (pool.node(id).mv, id)));
            }
        }
    }

    /// Number of nodes that a search holds below a node, counted up to a maximum. Of several proofs the smallest is
    /// preferred.
    fn weight(&mut self, search: usize, node: u32) -> u32 {
        let (mut open, mut weight) = (vec![node], 0);
        while let Some(node) = open.pop().filter(|_| weight < WEIGHT_MAX) {
            weight += 1;
            self.look_up(Place { search, node, own: false });
            open.extend(self.children.iter().map(|&(_, child)| child));
        }
        weight
    }

    /// The answer of a node of one of the searches.
    fn answer(&self, search: usize, node: u32) -> Option<bool> {
        match search {
            0 => self.original.answer(node, self.rule.goal),
            later => {
                self.rule.answer(&self.searches[later - 1].pool.node(node).label, self.rule.goal)
            }
        }
    }

    /// Searches a position again and returns the root of the new search.
    fn search(&mut self, position: &G::Position, meter: &mut Meter<'_>) -> Result<Place, Stop> {
        // Each later search gets half of the memory that the one before has left, so that any number of them fits.
        let bytes = self.bytes >> (self.searches.len() + 1).min(63);
        let techniques = Techniques {
            delete_solved: When::Never,
            prune: When::Never,
            knowledge: self.knowledge,
            ..Techniques::default()
        };
        let mut tree = match self.spare.pop() {
            Some(mut tree) => {
                tree.restart(self.game, &self.rule, position, bytes);
                tree
            }
            None => Tree::new(self.game, &self.rule, position, bytes, &techniques),
        };
        let before = meter.counters;
        let mut one_ply = OnePly::new(&techniques);
        let mut stop = run(self.game, &self.rule, &mut tree, &mut one_ply, self.nodes, meter, None);
        if stop == Stop::Memory {
            // Too large for one tree: a second level keeps the first level small, and the leaves of the first level are
            // searched again in turn.
            let mut nested = Nested::new(SecondLevel::Full, bytes / 2, &techniques);
            tree.restart(self.game, &self.rule, position, bytes / 2);
            stop = run(self.game, &self.rule, &mut tree, &mut nested, self.nodes, meter, None);
        }
        let created = meter.counters.created - before.created;
        self.nodes = self.nodes.saturating_sub(created);
        meter.counters.created = before.created;
        meter.counters.expanded = before.expanded;
        meter.counters.second_levels = before.second_levels;
        meter.counters.certificate_created += created;
        if stop != Stop::Solved {
            return Err(stop);
        }
        let answer = self.rule.answer(&tree.pool.node(0).label, self.rule.goal);
        if answer != Some(self.answer) {
            return Err(Stop::Contradicted);
        }
        self.searches.push(tree);
        Ok(Place { search: self.searches.len(), node: 0, own: true })
    }
}

impl<G: Game> Guide<G> for TreeGuide<'_, G> {
    type Place = Place;

    fn enter(
        &mut self,
        position: &G::Position,
        from: Option<(Place, G::Move)>,
        meter: &mut Meter<'_>,
    ) -> Result<Place, Stop> {
        let place = match from {
            None => Some(Place { search: 0, node: 0, own: false }),
            Some((place, mv)) => {
                self.look_up(place);
                let found = self.children.iter().find(|(known, _)| *known == mv);
                found.map(|&(_, node)| Place { search: place.search, node, own: false })
            }
        };
        if let Some(place) = place {
            self.look_up(place);
            if !self.children.is_empty() {
                return Ok(place);
            }
        }
        self.search(position, meter)
    }

    fn choose(
        &mut self,
        _position: &G::Position,
        place: Place,
        _meter: &mut Meter<'_>,
    ) -> Result<G::Move, Stop> {
        self.look_up(place);
        let mut winning = self.children.clone();
        winning.retain(|&(_, node)| self.answer(place.search, node) == Some(self.answer));
        if winning.len() > 1 {
            winning.sort_by_cached_key(|&(_, node)| self.weight(place.search, node));
        }
        winning.first().map(|&(mv, _)| mv).ok_or(Stop::Contradicted)
    }

    fn leave(&mut self, place: Place) {
        if place.own {
            self.spare.extend(self.searches.pop());
        }
    }
}
