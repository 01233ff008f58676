//! A guide through a proof that a tree or a DAG has found: where it has forgotten (deleted subtrees, second levels, irrelevant
//! parts), the part is searched again.

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

/// Proofs with so many nodes are all alike.
const WEIGHT_MAX: u32 = 256;

/// What a finished search can tell about the nodes it still holds.
pub trait FinishedSearch<M> {
    /// Appends the moves of a node with the nodes they lead to.
    fn children(&self, node: u32, children: &mut Vec<(M, u32)>);

    /// Whether a node is known to answer "at least `goal`?", and how.
    fn answer(&self, node: u32, goal: Outcome) -> Option<bool>;
}

/// A node of one of the searches.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// Which one; 0 is the original.
    search: usize,
    node: u32,
    /// Whether the search was made for this place, and ends with it.
    own: bool,
}

/// The original search and the later ones, each below the one before.
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
    /// Later searches may hold `bytes` together and create `nodes` together.
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

    /// Finds the moves from a place with the nodes they lead to; none if they are forgotten.
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

    /// How many nodes a search holds below a node, as far as it is worth counting: of several proofs the smaller one
    /// is kept. What has been forgotten would have to be searched again.
    fn weight(&mut self, search: usize, node: u32) -> u32 {
        let (mut open, mut weight) = (vec![node], 0);
        while let Some(node) = open.pop().filter(|_| weight < WEIGHT_MAX) {
            weight += 1;
            self.look_up(Place { search, node, own: false });
            open.extend(self.children.iter().map(|&(_, child)| child));
        }
        weight
    }

    /// What is known at a node of a search.
    fn answer(&self, search: usize, node: u32) -> Option<bool> {
        match search {
            0 => self.original.answer(node, self.rule.goal),
            later => {
                self.rule.answer(&self.searches[later - 1].pool.node(node).label, self.rule.goal)
            }
        }
    }

    /// Searches a position again and says where the result is.
    fn search(&mut self, position: &G::Position, meter: &mut Meter<'_>) -> Result<Place, Stop> {
        // Each later search has half of what the one before left, so that any number fits.
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
            // Too large for one tree: a second level keeps the first one small, and its leaves are searched in turn.
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
