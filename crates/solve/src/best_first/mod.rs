//! Best-first search in memory, for any [`Rule`], [`Expand`] and [`Store`]: select the most-proving leaf, label its
//! children, update the ancestors. PNS, MOPNS and PN² differ in the rule or in the expander, trees and DAGs in the
//! store. A search over many machines calls the parts itself.

mod driver;
mod results;
mod saved;
mod tree_guide;

use foregone_game::Game;

use crate::expand::{Expand, Request};
use crate::limits::{Counters, Meter, Stop};
use crate::pool::Node;
#[cfg(debug_assertions)]
use crate::rule::meet;
use crate::rule::{Rule, Span};

pub(crate) use driver::drive;
pub(crate) use saved::load_counters;

/// A search tree or DAG that grows by best-first search.
pub trait Store<G: Game, R: Rule> {
    /// The question to work on next; `None` if no question can be answered any more.
    fn aim(&self) -> Option<R::Aim>;

    /// Selects the most-proving leaf.
    fn select(&mut self, game: &G, rule: &R, aim: R::Aim);

    /// The position of the selected leaf.
    fn leaf(&self) -> &G::Position;

    /// Attaches the children of the selected leaf and updates its ancestors. Returns false and changes nothing if there
    /// is no room.
    fn absorb(&mut self, game: &G, rule: &R, children: &[Node<G::Move, R::Label>]) -> bool;

    /// Whether this many children can certainly be attached.
    fn has_room(&self, children: usize) -> bool;

    /// Frees memory. Returns false if it could not free enough to continue.
    fn make_room(&mut self, game: &G, rule: &R, meter: &mut Meter<'_>) -> bool;

    /// The relevancy bounds at the selected leaf, along the selected line (Saffidine and Cazenave 2012 §4.5).
    fn window(&self, rule: &R) -> Span;

    /// The moves from the root to the selected leaf.
    fn line(&self) -> Vec<G::Move>;

    /// The label of the root.
    fn root(&self) -> &R::Label {
        self.label(0)
    }

    /// The label of a node; the root is node 0.
    fn label(&self, node: u32) -> &R::Label;

    /// Appends the moves of a node with the nodes they lead to; appends nothing if the node is a leaf.
    fn children(&self, node: u32, children: &mut Vec<(G::Move, u32)>);

    /// Number of nodes freed so far.
    fn deleted(&self) -> usize;

    /// How many of the children attached last were in the store already.
    #[inline]
    fn merged(&self) -> usize {
        0
    }

    /// Nodes and bytes in use.
    fn held(&self) -> (usize, u64);

    /// Most nodes in use at one time so far.
    fn peak(&self) -> usize;

    /// Most unsettled nodes at one time so far, if the store counts them.
    fn peak_unsettled(&self) -> usize {
        0
    }
}

/// A consistent state between two expansions, from which a resumed search can continue.
pub struct SafePoint<'m, 'l, S> {
    /// The store.
    pub store: &'m S,
    /// Most children of one expansion so far, see [`Expand::widest`].
    pub widest: usize,
    /// The counters at this point.
    pub counters: Counters,
    /// The meter of the search.
    pub meter: &'m Meter<'l>,
    /// Whether progress should be displayed now.
    pub show: bool,
    /// Whether a limit has cut the expansion that follows short. Later states then differ from those of an
    /// uninterrupted search, so this is the last state to save.
    pub last: bool,
}

/// A callback that receives safe points, to display progress and to save checkpoints.
pub type ProgressFn<'w, S> = &'w mut dyn FnMut(SafePoint<'_, '_, S>);

/// Runs until the root is settled, no question can be answered any more, `budget` more nodes have been created or the
/// meter reports a limit. `on_progress` is called after each look at the clock; a nested search has none.
pub fn run<G: Game, R: Rule, S: Store<G, R>, E: Expand<G, R>>(
    game: &G,
    rule: &R,
    store: &mut S,
    expander: &mut E,
    budget: u64,
    meter: &mut Meter<'_>,
    mut on_progress: Option<ProgressFn<'_, S>>,
) -> Stop {
    let end = meter.end(budget);
    let mut children = Vec::new();
    #[cfg(debug_assertions)]
    let mut established = rule.span(store.root());
    let stop = loop {
        // A nested search works on the questions that are open at its leaf only, so an answered one may be lost again.
        #[cfg(debug_assertions)]
        if !E::NESTED && !meter.is_resumed() {
            let span = rule.span(store.root());
            assert_eq!(span, meet(span, established), "the root has lost a bound");
            established = span;
        }
        let Some(aim) = store.aim() else {
            break if rule.is_settled(store.root()) { Stop::Solved } else { Stop::Memory };
        };
        // Make room for the children first: a nested search whose result does not fit would be wasted.
        if E::NESTED && !store.has_room(expander.widest()) {
            if !store.make_room(game, rule, meter) {
                break Stop::Memory;
            }
            continue; // deletion may have changed the aim
        }
        store.select(game, rule, aim);
        let request = if E::NESTED { Request::of(store, rule) } else { Request::default() };
        let before = (meter.counters, expander.widest());
        expander.expand(game, rule, store.leaf(), request, meter, &mut children);
        if E::NESTED && meter.reached().is_some() {
            // The partial result is used for the report, but an uninterrupted search would have searched this leaf
            // further.
            show_before(store, before, meter, &mut on_progress);
        }
        debug_assert!(
            children.iter().all(|child| rule.is_possible(&child.label)),
            "an expansion has given a child contradictory numbers"
        );
        if !store.absorb(game, rule, &children) {
            // The children do not fit: make room and select again.
            if !E::NESTED {
                meter.counters.created -= children.len() as u64;
                meter.counters.expanded -= 1;
            }
            if !store.make_room(game, rule, meter) {
                break Stop::Memory;
            }
            continue;
        }
        if !E::NESTED {
            meter.counters.created -= store.merged() as u64;
        }
        if (meter.tick(end) || E::NESTED && meter.is_due())
            && let Some(stop) = look(rule, store, expander.widest(), end, meter, &mut on_progress)
        {
            break stop;
        }
    };
    meter.hold(store.peak(), store.held().1);
    let unsettled = &mut meter.counters.peak_unsettled;
    *unsettled = (*unsettled).max(store.peak_unsettled() as u64);
    stop
}

/// Offers the safe point to the callback and returns the reason to stop, if there is one.
#[cold]
fn look<G: Game, R: Rule, S: Store<G, R>>(
    rule: &R,
    store: &S,
    widest: usize,
    end: u64,
    meter: &mut Meter<'_>,
    on_progress: &mut Option<ProgressFn<'_, S>>,
) -> Option<Stop> {
    let stop = meter.look();
    if let Some(on_progress) = on_progress {
        let show = meter.showing();
        if show {
            meter.hold(store.peak(), store.held().1);
        }
        let counters = meter.counters;
        on_progress(SafePoint { store, widest, counters, meter, show, last: false });
    }
    let spent = meter.counters.created >= end;
    let stop = stop.or(spent.then_some(Stop::Nodes))?;
    let finished = store.aim().is_none() && rule.is_settled(store.root());
    Some(if finished { Stop::Solved } else { stop })
}

/// Offers the safe point before an expansion that was cut short. The store has not changed since then.
#[cold]
fn show_before<S>(
    store: &S,
    (counters, widest): (Counters, usize),
    meter: &Meter<'_>,
    on_progress: &mut Option<ProgressFn<'_, S>>,
) {
    if let Some(on_progress) = on_progress {
        on_progress(SafePoint { store, widest, counters, meter, show: false, last: true });
    }
}
