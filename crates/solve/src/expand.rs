//! How a leaf gets its children's labels: the second axis along which the family varies.

use core::mem::needs_drop;

use foregone_game::{Game, Outcome};

use crate::best_first::{Store, run};
use crate::effort::Effort;
use crate::initial::Initial;
use crate::limits::Meter;
use crate::options::{SecondLevel, Techniques, When};
use crate::pool::Node;
use crate::rule::{Rule, Span};
use crate::tree::Tree;

/// Who asks for an expansion; told only to those who make a search in the leaf.
#[derive(Clone, Copy, Debug, Default)]
pub struct Request {
    /// What still matters at the leaf.
    pub window: Span,
    /// Nodes held by the search that asks.
    pub nodes: usize,
    /// Bytes held by it.
    pub bytes: u64,
}

impl Request {
    /// A request by the search that has selected a leaf in this store.
    pub fn of<G: Game, R: Rule>(store: &impl Store<G, R>, rule: &R) -> Request {
        let (nodes, bytes) = store.held();
        Request { window: store.window(rule), nodes, bytes }
    }
}

/// Labels the children of a leaf.
pub trait Expand<G: Game, R: Rule> {
    /// Whether a search is made in the leaf, which wants to know the window.
    const NESTED: bool;

    /// Fills `children`, whatever was in it, with every child of `leaf` and its label, in the order in which a search
    /// should try them, and counts what was created and expanded.
    fn expand(
        &mut self,
        game: &G,
        rule: &R,
        leaf: &G::Position,
        request: Request,
        meter: &mut Meter<'_>,
        children: &mut Vec<Node<G::Move, R::Label>>,
    );

    /// Most children so far, if a search is made in the leaf: room for as many is made before it, and not after.
    #[inline]
    fn widest(&self) -> usize {
        0
    }

    /// Takes over from an expander whose widest it was.
    fn take_over(&mut self, _widest: usize) {}
}

/// PNS and MOPNS: look one move ahead. Finished children are recognised at once.
#[derive(Debug)]
pub struct OnePly<G: Game> {
    initial: Initial,
    /// Whether verdicts of the game are believed.
    with_knowledge: bool,
    /// Whether labels of leaves need more than the rules: one of the two above is not the default.
    guesses: bool,
    moves: Vec<G::Move>,
    replies: Vec<G::Move>,
    child: Option<G::Position>,
}

impl<G: Game> OnePly<G> {
    /// With leaves as the techniques say.
    pub fn new(techniques: &Techniques) -> Self {
        let (initial, with_knowledge) = (techniques.initial, techniques.knowledge.is_some());
        OnePly {
            initial,
            with_knowledge,
            guesses: with_knowledge || initial != Initial::Unit,
            moves: Vec::new(),
            replies: Vec::new(),
            child: None,
        }
    }

    /// The same with a look at the leaves themselves, kept out of the way of those who do without.
    #[inline(never)]
    fn look_further_ahead<R: Rule>(
        &mut self,
        game: &G,
        rule: &R,
        leaf: &G::Position,
        children: &mut Vec<Node<G::Move, R::Label>>,
    ) {
        self.look_ahead::<R, true>(game, rule, leaf, children);
    }

    /// Plays every move and labels what it leads to.
    #[inline(always)]
    fn look_ahead<R: Rule, const GUESS: bool>(
        &mut self,
        game: &G,
        rule: &R,
        leaf: &G::Position,
        children: &mut Vec<Node<G::Move, R::Label>>,
    ) {
        // Positions that own something are made once and reused; the others are cheapest as locals, the leaf included.
        let owns = needs_drop::<G::Position>();
        let mut child = self.child.take().filter(|_| owns).unwrap_or_else(|| leaf.clone());
        let copy;
        let leaf = if owns {
            leaf
        } else {
            copy = leaf.clone();
            &copy
        };
        children.clear();
        for &mv in &self.moves {
            child.clone_from(leaf);
            game.play(&mut child, mv);
            let label = match game.outcome(&child) {
                Some(outcome) => rule.over(outcome),
                None if GUESS
                    && self.with_knowledge
                    && let Some(outcome) = decided(game, &child) =>
                {
                    rule.over(outcome)
                }
                None if GUESS => {
                    let numbers = self.initial.numbers(game, &child, &mut self.replies);
                    rule.open(numbers.proof, numbers.disproof)
                }
                None => rule.open(Effort::UNIT, Effort::UNIT),
            };
            children.push(Node::leaf(mv, label));
        }
        self.child = Some(child).filter(|_| owns);
    }
}

/// What a position that is not over is worth, if the game sees that at a glance.
#[inline]
fn decided<G: Game>(game: &G, position: &G::Position) -> Option<Outcome> {
    let (low, high) = game.static_bounds(position);
    (low == high).then_some(low)
}

impl<G: Game, R: Rule> Expand<G, R> for OnePly<G> {
    const NESTED: bool = false;

    #[inline(always)]
    fn expand(
        &mut self,
        game: &G,
        rule: &R,
        leaf: &G::Position,
        _request: Request,
        meter: &mut Meter<'_>,
        children: &mut Vec<Node<G::Move, R::Label>>,
    ) {
        self.moves.clear();
        game.moves(leaf, &mut self.moves);
        game.order_moves(leaf, &mut self.moves);
        if self.guesses {
            self.look_further_ahead(game, rule, leaf, children);
        } else {
            self.look_ahead::<R, false>(game, rule, leaf, children);
        }
        meter.counters.created += self.moves.len() as u64;
        meter.counters.expanded += 1;
    }
}

/// PN²: run a second search below the leaf and keep its first ply.
pub struct Nested<G: Game, R: Rule> {
    inner: OnePly<G>,
    tree: Option<Tree<G, R>>,
    size: SecondLevel,
    bytes: u64,
    techniques: Techniques,
    widest: usize,
}

impl<G: Game, R: Rule> Nested<G, R> {
    /// With a second level of that size, which may hold `bytes`.
    pub fn new(size: SecondLevel, bytes: u64, techniques: &Techniques) -> Self {
        // The second level is thrown away, so what is solved in it can go at once.
        let techniques =
            Techniques { delete_solved: When::AtOnce, delete_least_proving: false, ..*techniques };
        let inner = OnePly::new(&techniques);
        Nested { inner, tree: None, size, bytes, techniques, widest: 0 }
    }
}

impl<G: Game, R: Rule> Expand<G, R> for Nested<G, R> {
    const NESTED: bool = true;

    fn expand(
        &mut self,
        game: &G,
        rule: &R,
        leaf: &G::Position,
        request: Request,
        meter: &mut Meter<'_>,
        children: &mut Vec<Node<G::Move, R::Label>>,
    ) {
        let rule = &rule.narrowed(request.window);
        let mut tree = match self.tree.take() {
            Some(mut tree) => {
                tree.restart(game, rule, leaf, self.bytes);
                tree
            }
            None => Tree::new(game, rule, leaf, self.bytes, &self.techniques).without_counting(),
        };
        let budget = self.size.nodes(request.nodes as u64);
        meter.counters.second_levels += 1;
        meter.nested(request.nodes, request.bytes, |meter| {
            run(game, rule, &mut tree, &mut self.inner, budget, meter, None)
        });
        children.clear();
        children.extend(tree.root_children());
        self.tree = Some(tree);
        if children.is_empty() {
            // No room even for the first ply.
            self.inner.expand(game, rule, leaf, request, meter, children);
        }
        self.widest = self.widest.max(children.len());
    }

    #[inline]
    fn widest(&self) -> usize {
        self.widest
    }

    fn take_over(&mut self, widest: usize) {
        self.widest = widest;
    }
}
