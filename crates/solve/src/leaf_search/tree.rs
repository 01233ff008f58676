//! The second level as a tree that is discarded when the leaf is done: PN² as published (Saffidine, Jouandeau and
//! Cazenave 2011 §2.3), for several outcomes with the relevancy bounds of the leaf (Saffidine and Cazenave 2012 §4.6).

use foregone_game::{Acyclic, Notation, TableKeyed};

use super::typed::TypedLeafSearch;
use super::{Leaf, LeafResult, LeafSearcher};
use crate::best_first::{Store, run};
use crate::class::StaticClass;
use crate::effort::ProofNumbers;
use crate::expand::OnePly;
use crate::limits::{Limits, Meter};
use crate::mopns::Mopns;
use crate::options::{Techniques, When};
use crate::report::Refusal;
use crate::rule::Rule;
use crate::tree::Tree;

/// A searcher with a tree, compiled for the number of questions. The sizes are those of whole searches, so that no
/// further code is compiled.
pub(super) fn searcher<'p, G, C>(
    shared: &'p TypedLeafSearch<'_, G, C>,
) -> Box<dyn LeafSearcher + Send + 'p>
where
    G: Acyclic + TableKeyed + Notation,
    C: StaticClass<G> + Send + Sync,
{
    match shared.config.questions() {
        1 => Box::new(TreeSearcher::<G, C, 1>::new(shared)),
        2 => Box::new(TreeSearcher::<G, C, 2>::new(shared)),
        _ if G::OUTCOMES_MAX <= 3 => Box::new(TreeSearcher::<G, C, 2>::new(shared)),
        3..=9 => Box::new(TreeSearcher::<G, C, 9>::new(shared)),
        10..=48 => Box::new(TreeSearcher::<G, C, 48>::new(shared)),
        _ => Box::new(TreeSearcher::<G, C, 127>::new(shared)),
    }
}

/// A searcher with a tree.
struct TreeSearcher<'p, 'g, G: TableKeyed, C, const K: usize> {
    shared: &'p TypedLeafSearch<'g, G, C>,
    /// The rules for all outcomes in question, and for those that matter at the leaf.
    whole: Mopns<K>,
    rule: Mopns<K>,
    tree: Tree<G, Mopns<K>>,
    expander: OnePly<G>,
    meter: Meter<'static>,
    leaf: G::Position,
    spent: u64,
    moves: Vec<G::Move>,
}

impl<'p, 'g, G, C, const K: usize> TreeSearcher<'p, 'g, G, C, K>
where
    G: Acyclic + TableKeyed + Notation,
    C: StaticClass<G> + Send + Sync,
{
    fn new(shared: &'p TypedLeafSearch<'g, G, C>) -> Self {
        // The tree is discarded anyway, so solved subtrees can be deleted at once.
        let techniques = Techniques {
            delete_solved: When::AtOnce,
            delete_least_proving: false,
            ..shared.config.techniques
        };
        let (low, high) = shared.config.range;
        let rule = Mopns::new(low, high, techniques.sum, techniques.ties);
        let root = shared.root.clone();
        let tree = Tree::new(shared.game(), &rule, &root, shared.config.bytes, &techniques);
        TreeSearcher {
            shared,
            whole: rule,
            rule,
            tree,
            expander: OnePly::new(&techniques),
            meter: Meter::new(Limits::default()),
            leaf: root,
            spent: 0,
            moves: Vec::new(),
        }
    }

    fn used(&self) -> usize {
        self.shared.config.questions()
    }
}

impl<G, C, const K: usize> LeafSearcher for TreeSearcher<'_, '_, G, C, K>
where
    G: Acyclic + TableKeyed + Notation,
    C: StaticClass<G> + Send + Sync,
{
    fn begin(&mut self, leaf: Leaf<'_>) -> Result<(), Refusal> {
        self.leaf = self.shared.follow(leaf.line, &mut self.moves, |_| {})?;
        self.rule = self.whole.narrowed(leaf.window);
        self.tree.restart(self.shared.game(), &self.rule, &self.leaf, self.shared.config.bytes);
        self.spent = 0;
        Ok(())
    }

    fn table_key(&self) -> u128 {
        self.shared.game().table_key(&self.leaf)
    }

    fn advance(&mut self, descents: u64) -> (u64, bool) {
        let before = self.spent;
        while self.spent - before < descents && self.tree.aim().is_some() {
            // Every expansion creates at least one node, so the limit of one node stops after one descent.
            let (game, expanded) = (self.shared.game(), self.meter.counters.expanded);
            run(game, &self.rule, &mut self.tree, &mut self.expander, 1, &mut self.meter, None);
            if self.meter.counters.expanded == expanded {
                return (self.spent - before, true); // no room: what is known will have to do
            }
            self.spent += 1;
        }
        (self.spent - before, self.tree.aim().is_none())
    }

    fn label(&self) -> Vec<ProofNumbers> {
        self.tree.root()[..self.used()].to_vec()
    }

    fn finish(&mut self) -> LeafResult {
        let mut result = LeafResult {
            table_key: self.table_key(),
            spent: self.spent,
            created: core::mem::take(&mut self.meter.counters.created),
            label: self.label(),
            ..LeafResult::default()
        };
        if result.label.iter().all(|numbers| numbers.is_settled()) {
            return result;
        }
        let used = self.used();
        let children: Vec<_> = self.tree.root_children().collect();
        let ordered: Vec<G::Move> = children.iter().map(|child| child.mv).collect();
        let shared = self.shared;
        shared.each_child(&self.leaf, &ordered, &mut self.moves, |child, _| {
            result.children.push(child);
        });
        for child in &children {
            result.child_labels.extend_from_slice(&child.label[..used]);
        }
        result
    }
}
