//! Best-first search in memory, for any [`Rule`], [`Expand`] and [`Store`]: walk to the most urgent leaf, label its
//! children, take them in. PNS, MOPNS and PN² differ in the rule or in the expander, trees and DAGs in the store; a
//! search over many machines calls the parts itself.

use foregone_game::Game;

use crate::expand::{Expand, Request};
use crate::limits::{Counters, Meter, Stop};
use crate::pool::Node;
use crate::rule::{Rule, Span};

/// A search tree or DAG that grows.
pub trait Store<G: Game, R: Rule> {
    /// What to go for next; `None` when nothing is left that could be proved.
    fn aim(&self) -> Option<R::Aim>;

    /// Walks to the most-proving leaf.
    fn select(&mut self, game: &G, rule: &R, aim: R::Aim);

    /// The position of the selected leaf.
    fn leaf(&self) -> &G::Position;

    /// Attaches the children of the selected leaf and updates its ancestors. False, and nothing has happened, if
    /// there is no room.
    fn absorb(&mut self, game: &G, rule: &R, children: &[Node<G::Move, R::Label>]) -> bool;

    /// Whether that many children can surely be attached.
    fn has_room(&self, children: usize) -> bool;

    /// Frees what can be spared. False if that is not enough to go on.
    fn make_room(&mut self, game: &G, rule: &R, meter: &mut Meter<'_>) -> bool;

    /// What still matters at the selected leaf, seen along the selected line (000 section 4.5).
    fn window(&self, rule: &R) -> Span;

    /// The moves from the root to the selected leaf.
    fn line(&self) -> Vec<G::Move>;

    /// The label of the root.
    fn root(&self) -> &R::Label {
        self.label(0)
    }

    /// The label of a node; the root is node 0.
    fn label(&self, node: u32) -> &R::Label;

    /// Appends the moves of a node with the nodes they lead to; none if it is a leaf.
    fn children(&self, node: u32, children: &mut Vec<(G::Move, u32)>);

    /// Nodes whose memory was given back.
    fn deleted(&self) -> usize;

    /// How many of the children last absorbed were in the store already.
    #[inline]
    fn merged(&self) -> usize {
        0
    }

    /// Nodes and bytes held.
    fn held(&self) -> (usize, u64);

    /// Most nodes held at one time so far.
    fn peak(&self) -> usize;

    /// Most nodes that were not settled at one time, if it is known.
    fn peak_unsettled(&self) -> usize {
        0
    }
}

/// A point between two expansions: everything fits together, and the search could go on from here.
pub struct SafePoint<'m, 'l, S> {
    /// The store.
    pub store: &'m S,
    /// Most children that an expansion has had, see [`Expand::widest`].
    pub widest: usize,
    /// What it has cost to come here.
    pub counters: Counters,
    /// The clock.
    pub meter: &'m Meter<'l>,
    /// Whether it is time to show something.
    pub show: bool,
    /// Whether the expansion that follows has been cut short: no other point will do to go on from.
    pub last: bool,
}

/// Who is shown such moments now and then.
pub type ProgressFn<'w, S> = &'w mut dyn FnMut(SafePoint<'_, '_, S>);

/// Runs until the root is settled, nothing more can be proved, `budget` more nodes have been created or the meter says
/// stop. `on_progress` is called whenever the meter has looked at the clock; a search inside another has none.
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
    let stop = loop {
        let Some(aim) = store.aim() else {
            break if rule.is_settled(store.root()) { Stop::Solved } else { Stop::Memory };
        };
        // A search in the leaf is not to be made in vain.
        if E::NESTED && !store.has_room(expander.widest()) {
            if !store.make_room(game, rule, meter) {
                break Stop::Memory;
            }
            continue; // what was given up may have changed the aim
        }
        store.select(game, rule, aim);
        let request = if E::NESTED { Request::of(store, rule) } else { Request::default() };
        let before = (meter.counters, expander.widest());
        expander.expand(game, rule, store.leaf(), request, meter, &mut children);
        if E::NESTED && meter.reached().is_some() {
            // What was found will do for a report, but without the limit there would have been more.
            show_before(store, before, meter, &mut on_progress);
        }
        if !store.absorb(game, rule, &children) {
            // The children did not fit after all: make room and come back to this leaf or to a better one.
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

/// Shows the point, and says whether the search has to stop.
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

/// Shows the point before an expansion that was cut short. The store has not changed since.
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
