//! The search tree: selection along the current line, and update of its labels.

mod saved;

use foregone_game::{Game, Player};

use crate::best_first::Store;
use crate::effort::Effort;
use crate::free;
use crate::limits::Meter;
use crate::options::{Techniques, When};
use crate::pool::{Node, NodeId, Pool};
use crate::rule::{Rule, Span, meet, pick};

/// A tree that grows by best-first search.
pub struct Tree<G: Game, R: Rule> {
    pub(crate) pool: Pool<G::Move, R::Label>,
    /// The line from the root to the selected node. Elements beyond `top` are spare; they keep their memory for reuse.
    path: Vec<PathNode<G::Position>>,
    top: usize,
    aim: Option<R::Aim>,
    pub(crate) techniques: Techniques,
    /// Whether nodes are freed before memory is full.
    frees_at_once: bool,
    /// Elements of the line whose bounds the last update has changed, deepest first, with their bounds before.
    news: Vec<(usize, Span)>,
    /// A buffer for nodes whose windows have narrowed.
    narrowed: Vec<(NodeId, (Span, Span))>,
    /// Number of nodes freed so far.
    pub(crate) deleted: usize,
    /// Whether `unsettled` is counted. Counting looks at the labels of all children once more, so a tree that need not
    /// report the number does without.
    counts_unsettled: bool,
    /// Nodes that are not settled, now and at most: what Allis et al. 1994 §7.1 call the size of the tree.
    unsettled: (usize, usize),
    /// Whether contradictory labels are an error of this program: not if the knowledge is unsound or the tree was loaded.
    trusted: bool,
}

/// An element of the line from the root to the selected node.
#[derive(Debug)]
struct PathNode<P> {
    node: NodeId,
    player: Player,
    position: P,
}

impl<G: Game, R: Rule> Tree<G, R> {
    /// A tree that consists of its root and may hold `bytes`.
    pub fn new(
        game: &G,
        rule: &R,
        root: &G::Position,
        bytes: u64,
        techniques: &Techniques,
    ) -> Self {
        let label = root_label(game, rule, root);
        let step = PathNode { node: 0, player: game.player(root), position: root.clone() };
        let aim = rule.aim(step.player, &label);
        let pool = Pool::new(label, bytes);
        Tree {
            pool,
            path: vec![step],
            top: 0,
            aim,
            techniques: *techniques,
            frees_at_once: frees_at_once(techniques),
            news: Vec::new(),
            narrowed: Vec::new(),
            deleted: 0,
            counts_unsettled: counts_unsettled(techniques),
            unsettled: (1, 1),
            trusted: techniques.are_sound(game.knowledge_levels()),
        }
    }

    /// The same tree, which does not count its unsettled nodes.
    pub(crate) fn without_counting(mut self) -> Self {
        self.counts_unsettled = false;
        self
    }

    /// Starts again with another root and reuses the memory.
    pub fn restart(&mut self, game: &G, rule: &R, root: &G::Position, bytes: u64) {
        let label = root_label(game, rule, root);
        self.pool.reset(label, bytes);
        (self.top, self.deleted, self.unsettled) = (0, 0, (1, 1));
        let step = &mut self.path[0];
        step.player = game.player(root);
        step.position.clone_from(root);
        self.aim = rule.aim(step.player, &label);
    }

    /// The root moves with their labels.
    pub fn root_children(&self) -> impl Iterator<Item = Node<G::Move, R::Label>> + '_ {
        self.pool.children(0).iter().map(|child| Node::leaf(child.mv, child.label))
    }

    /// The position of the root.
    pub(crate) fn root_position(&self) -> &G::Position {
        &self.path[0].position
    }

    /// Goes back to the root, after nodes outside the current line have changed.
    pub(crate) fn rewind(&mut self, rule: &R) {
        self.top = 0;
        self.aim = rule.aim(self.path[0].player, &self.pool.node(0).label);
    }

    /// Descends to a leaf, or to the end of the allocated line. Returns whether it has reached a leaf.
    #[inline(always)]
    fn walk(&mut self, game: &G, aim: R::Aim) -> bool {
        let mut top = self.top;
        let mut steps = self.path[top..].iter_mut();
        let mut from = steps.next().expect("the line has a root");
        let at_leaf = loop {
            let node = self.pool.node(from.node);
            if node.is_leaf() {
                break true;
            }
            let Some(to) = steps.next() else { break false };
            let children = self.pool.children_of(node);
            let all_numbers = children.iter().map(|child| R::numbers(&child.label, aim));
            let index = pick(from.player, R::numbers(&node.label, aim), all_numbers);
            let mv = children[index].mv;
            to.node = node.first() + index as NodeId;
            to.position.clone_from(&from.position);
            game.play(&mut to.position, mv);
            to.player = game.player(&to.position);
            from = to;
            top += 1;
        };
        self.top = top;
        at_leaf
    }

    #[cold]
    fn lengthen(&mut self) {
        let position = self.path[0].position.clone();
        self.path.push(PathNode { node: 0, player: Player::Max, position });
    }

    /// Recomputes the labels from the selected leaf upwards, and goes back to the lowest node from which the next
    /// selection can start.
    #[inline(always)]
    fn update(&mut self, rule: &R) {
        let line = &self.path[..=self.top];
        let (mut at, mut highest) = (self.top, line.len());
        let mut step = &line[at];
        let mut label = rule
            .join(step.player, || self.pool.children(step.node).iter().map(|child| &child.label));
        loop {
            let old = core::mem::replace(self.pool.label_mut(step.node), label);
            debug_assert!(rule.is_possible(&label), "contradictory numbers");
            debug_assert!(
                !self.trusted || rule.agree(&old, &label),
                "the new bounds of a node contradict the old ones"
            );
            if label != old {
                highest = at;
                if self.frees_at_once && rule.is_news(&old, &label) {
                    self.news.push((at, rule.span(&old)));
                }
            } else if self.techniques.stop_unchanged {
                break;
            }
            if at == 0 {
                break;
            }
            at -= 1;
            step = &line[at];
            let parent = &self.pool.node(step.node).label;
            label = rule.rejoin(step.player, parent, &old, &label, || {
                self.pool.children(step.node).iter().map(|child| &child.label)
            });
        }
        // Start at the parent of the highest changed node: the nodes above have kept their numbers and lead there again
        // (Allis et al. 1994 §4.2), and the changed node itself may have become irrelevant.
        self.top = if self.techniques.restart_changed { highest.saturating_sub(1) } else { 0 };
    }

    /// Frees what the changed bounds have made solved or irrelevant, on and beside the line that ends at `deepest`.
    #[cold]
    fn free_news(&mut self, rule: &R, deepest: usize) {
        let mut news = core::mem::take(&mut self.news);
        // Once the root is settled, the tree is needed for the principal variation and the proof.
        if !rule.is_settled(&self.pool.node(0).label) {
            self.deleted += if self.techniques.prune == When::AtOnce {
                self.free_irrelevant(rule, deepest, &news)
            } else {
                self.free_solved(rule, &news)
            };
        }
        news.clear();
        self.news = news;
    }

    /// Counts the new children that are not settled, frees as [`free_news`](Self::free_news) does, and notes the most nodes
    /// that were left.
    #[inline(never)]
    fn free_counting(&mut self, rule: &R, deepest: usize, children: &[Node<G::Move, R::Label>]) {
        self.unsettled.0 += children.iter().filter(|child| !rule.is_settled(&child.label)).count();
        if !self.news.is_empty() {
            self.free_news(rule, deepest);
        }
        self.unsettled.1 = self.unsettled.1.max(self.unsettled.0);
    }

    /// Frees what is below the highest node of the line that has been settled (DeleteSolvedSubtrees, Allis et al. 1994 §4.1).
    fn free_solved(&mut self, rule: &R, news: &[(usize, Span)]) -> usize {
        let nodes = news.iter().filter(|&&(at, _)| at > 0).map(|&(at, _)| self.path[at].node);
        let solved = nodes.filter(|&node| rule.is_settled(&self.pool.node(node).label));
        let (mut gone, highest) =
            solved.fold((0, None), |(count, _), node| (count + 1, Some(node)));
        let Some(highest) = highest else { return 0 };
        if !self.counts_unsettled {
            return self.pool.prune(highest);
        }
        let freed = self.pool.prune_seeing(highest, |label| {
            gone += usize::from(!rule.is_settled(label));
        });
        self.unsettled.0 = self.unsettled.0.saturating_sub(gone);
        freed
    }

    /// Walks down the line from the highest changed bounds and frees what has become irrelevant beside it. Where the
    /// window has not changed, only bounds that changed further down can matter.
    fn free_irrelevant(&mut self, rule: &R, deepest: usize, news: &[(usize, Span)]) -> usize {
        let highest = news.last().map_or(0, |&(at, _)| at);
        let (mut news, mut freed) = (news.iter().rev().peekable(), 0);
        let mut before = self.window_above(rule, highest);
        let mut after = before;
        for at in highest..=deepest {
            let node = self.path[at].node;
            let span = rule.span(&self.pool.node(node).label);
            let old = news.next_if(|&&(step, _)| step == at).map_or(span, |&(_, old)| old);
            (before, after) = (meet(before, old), meet(after, span));
            if after.0 >= after.1 && at > 0 {
                return freed + self.pool.prune(node);
            }
            if before != after {
                let next = if at < deepest { self.path[at + 1].node } else { node };
                let (pool, open) = (&mut self.pool, &mut self.narrowed);
                freed += free::narrow(pool, rule, node, (before, after), next, open);
            }
        }
        freed
    }

    /// The relevancy bounds along the line, down to the element above `step` (Saffidine and Cazenave 2012 §4.5).
    fn window_above(&self, rule: &R, step: usize) -> Span {
        self.path[..step].iter().fold((0, u8::MAX), |window, step| {
            meet(window, rule.span(&self.pool.node(step.node).label))
        })
    }
}

fn frees_at_once(techniques: &Techniques) -> bool {
    techniques.prune.max(techniques.delete_solved) == When::AtOnce
}

/// Unsettled nodes are counted where solved subtrees, and nothing else, are deleted at once: then every settled node is
/// a leaf, and what is freed is known to be settled.
fn counts_unsettled(techniques: &Techniques) -> bool {
    techniques.delete_solved == When::AtOnce && techniques.prune != When::AtOnce
}

/// The label of a position that nothing is known about but the rules.
pub(crate) fn root_label<G: Game, R: Rule>(game: &G, rule: &R, root: &G::Position) -> R::Label {
    match game.outcome(root) {
        Some(outcome) => rule.over(outcome),
        None => rule.open(Effort::UNIT, Effort::UNIT),
    }
}

impl<G: Game, R: Rule> Store<G, R> for Tree<G, R> {
    #[inline(always)]
    fn aim(&self) -> Option<R::Aim> {
        self.aim
    }

    #[inline(always)]
    fn select(&mut self, game: &G, _rule: &R, aim: R::Aim) {
        while !self.walk(game, aim) {
            self.lengthen();
        }
    }

    #[inline(always)]
    fn leaf(&self) -> &G::Position {
        &self.path[self.top].position
    }

    #[inline(always)]
    fn absorb(&mut self, _game: &G, rule: &R, children: &[Node<G::Move, R::Label>]) -> bool {
        if !self.pool.attach(self.path[self.top].node, children) {
            return false;
        }
        let deepest = self.top;
        self.update(rule);
        if self.counts_unsettled {
            self.free_counting(rule, deepest, children);
        } else if !self.news.is_empty() {
            self.free_news(rule, deepest);
        }
        // Every change at the root leads back to it, so the aim is chosen again only there.
        if self.top == 0 {
            self.aim = rule.aim(self.path[0].player, &self.pool.node(0).label);
        }
        true
    }

    #[inline]
    fn has_room(&self, children: usize) -> bool {
        self.pool.has_room(children)
    }

    #[cold]
    fn make_room(&mut self, game: &G, rule: &R, meter: &mut Meter<'_>) -> bool {
        free::make_room(self, game, rule, meter)
    }

    #[inline]
    fn window(&self, rule: &R) -> Span {
        self.window_above(rule, self.top + 1)
    }

    fn line(&self) -> Vec<G::Move> {
        self.path[1..=self.top].iter().map(|step| self.pool.node(step.node).mv).collect()
    }

    #[inline]
    fn label(&self, node: NodeId) -> &R::Label {
        &self.pool.node(node).label
    }

    fn children(&self, node: NodeId, children: &mut Vec<(G::Move, NodeId)>) {
        children.extend(self.pool.child_ids(node).map(|id| (self.pool.node(id).mv, id)));
    }

    fn deleted(&self) -> usize {
        self.deleted
    }

    #[inline]
    fn held(&self) -> (usize, u64) {
        (self.pool.live(), self.pool.bytes())
    }

    fn peak(&self) -> usize {
        self.pool.peak()
    }

    fn peak_unsettled(&self) -> usize {
        if self.counts_unsettled { self.unsettled.1 } else { 0 }
    }
}
