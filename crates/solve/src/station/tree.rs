//! The second level as a tree that is forgotten when the leaf is done: PN² as published (004 section 2.3), for several
//! outcomes with the relevancy bounds of the leaf (000 section 4.6).

use foregone_game::{Acyclic, Notation, TableKeyed};

use super::post::Post;
use super::{Findings, Labour, Leaf};
use crate::best_first::{Store, run};
use crate::class::StaticClass;
use crate::effort::ProofNumbers;
use crate::expand::OnePly;
use crate::limits::{Limits, Meter};
use crate::mopns::Mopns;
use crate::options::{Techniques, When};
use crate::rule::Rule;
use crate::solve::Refusal;
use crate::tree::Tree;

/// A worker with a tree, compiled for as many questions as there are; the sizes are those that whole searches have, too.
pub(super) fn worker<'p, G, C>(post: &'p Post<'_, G, C>) -> Box<dyn Labour + Send + 'p>
where
    G: Acyclic + TableKeyed + Notation,
    C: StaticClass<G> + Send + Sync,
{
    match post.outfit.questions() {
        1 => Box::new(InTree::<G, C, 1>::new(post)),
        2 => Box::new(InTree::<G, C, 2>::new(post)),
        _ if G::OUTCOMES_MAX <= 3 => Box::new(InTree::<G, C, 2>::new(post)),
        3..=9 => Box::new(InTree::<G, C, 9>::new(post)),
        10..=48 => Box::new(InTree::<G, C, 48>::new(post)),
        _ => Box::new(InTree::<G, C, 127>::new(post)),
    }
}

/// A worker with a tree.
struct InTree<'p, 'g, G: TableKeyed, C, const K: usize> {
    post: &'p Post<'g, G, C>,
    /// For all outcomes in question, and for those that matter at the leaf.
    whole: Mopns<K>,
    rule: Mopns<K>,
    tree: Tree<G, Mopns<K>>,
    expander: OnePly<G>,
    meter: Meter<'static>,
    leaf: G::Position,
    spent: u64,
    moves: Vec<G::Move>,
}

impl<'p, 'g, G, C, const K: usize> InTree<'p, 'g, G, C, K>
where
    G: Acyclic + TableKeyed + Notation,
    C: StaticClass<G> + Send + Sync,
{
    fn new(post: &'p Post<'g, G, C>) -> Self {
        // What is solved in a tree that is thrown away can go at once.
        let techniques = Techniques {
            delete_solved: When::AtOnce,
            delete_least_proving: false,
            ..post.outfit.techniques
        };
        let (low, high) = post.outfit.range;
        let rule = Mopns::new(low, high, techniques.sum, techniques.ties);
        let root = post.root.clone();
        let tree = Tree::new(post.game(), &rule, &root, post.outfit.bytes, &techniques);
        InTree {
            post,
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
        self.post.outfit.questions()
    }
}

impl<G, C, const K: usize> Labour for InTree<'_, '_, G, C, K>
where
    G: Acyclic + TableKeyed + Notation,
    C: StaticClass<G> + Send + Sync,
{
    fn begin(&mut self, leaf: Leaf<'_>) -> Result<(), Refusal> {
        self.leaf = self.post.follow(leaf.line, &mut self.moves, |_| {})?;
        self.rule = self.whole.narrowed(leaf.window);
        self.tree.restart(self.post.game(), &self.rule, &self.leaf, self.post.outfit.bytes);
        self.spent = 0;
        Ok(())
    }

    fn table_key(&self) -> u128 {
        self.post.game().table_key(&self.leaf)
    }

    fn go_on(&mut self, descents: u64) -> (u64, bool) {
        let before = self.spent;
        while self.spent - before < descents && self.tree.aim().is_some() {
            // Every expansion creates a node at least, so one node is one descent.
            let (game, expanded) = (self.post.game(), self.meter.counters.expanded);
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

    fn finish(&mut self) -> Findings {
        let mut findings = Findings {
            table_key: self.table_key(),
            spent: self.spent,
            created: core::mem::take(&mut self.meter.counters.created),
            label: self.label(),
            ..Findings::default()
        };
        if findings.label.iter().all(|numbers| numbers.is_settled()) {
            return findings;
        }
        let used = self.used();
        let children: Vec<_> = self.tree.root_children().collect();
        let arranged: Vec<G::Move> = children.iter().map(|child| child.mv).collect();
        let post = self.post;
        post.offspring(&self.leaf, &arranged, &mut self.moves, |child, _| {
            findings.offspring.push(child);
        });
        for child in &children {
            findings.labels.extend_from_slice(&child.label[..used]);
        }
        findings
    }
}
