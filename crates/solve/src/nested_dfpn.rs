//! PN² whose second level is df-pn with a transposition table that is kept from leaf to leaf. A second level without
//! memory would search the same positions again in every leaf.

use foregone_game::TableKeyed;

use crate::class::StaticClass;
use crate::depth_first::{DfpnOptions, Search};
use crate::effort::ProofNumbers;
use crate::expand::{Expand, Request};
use crate::limits::Meter;
use crate::options::Techniques;
use crate::pns::Pns;
use crate::pool::Node;
use crate::table::Table;

/// An expander that runs a df-pn search of `nodes` nodes in each leaf and labels the children by the table.
pub struct NestedDfpn<'t, G: TableKeyed, C: StaticClass<G>> {
    search: Search<'t, G, C>,
    table: &'t Table,
    nodes: u64,
    widest: usize,
    moves: Vec<G::Move>,
}

impl<'t, G: TableKeyed, C: StaticClass<G>> NestedDfpn<'t, G, C> {
    /// An expander that searches on `table`.
    pub fn new(
        game: &'t G,
        root: &G::Position,
        table: &'t Table,
        nodes: u64,
        techniques: &Techniques,
    ) -> Self {
        let options = DfpnOptions::new(techniques);
        let search = Search::new(game, root, table, options, 0);
        NestedDfpn { search, table, nodes, widest: 0, moves: Vec::new() }
    }

    fn label(&self, game: &G, goal: u8, child: &G::Position) -> ProofNumbers {
        if let Some(outcome) = game.outcome(child) {
            return ProofNumbers::settled(outcome.0 >= goal);
        }
        let (low, high) = game.static_bounds(child);
        if low.0 >= goal || high.0 < goal {
            return ProofNumbers::settled(low.0 >= goal);
        }
        let entry = self.table.probe(game.table_key(child));
        debug_assert!(
            !self.table.is_trusted()
                || entry.is_none_or(|it| it.facts.low <= high.0 && low.0 <= it.facts.high),
            "static bounds {:?} contradict the table: {entry:?}",
            (low, high)
        );
        entry.map_or(ProofNumbers::FRESH, |entry| entry.numbers(goal))
    }
}

impl<G: TableKeyed, C: StaticClass<G>> Expand<G, Pns> for NestedDfpn<'_, G, C> {
    const NESTED: bool = true;

    fn expand(
        &mut self,
        game: &G,
        rule: &Pns,
        leaf: &G::Position,
        request: Request,
        meter: &mut Meter<'_>,
        children: &mut Vec<Node<G::Move, ProofNumbers>>,
    ) {
        let goal = rule.goal.0;
        let end = meter.end(self.nodes);
        meter.counters.second_levels += 1;
        meter.nested(request.nodes, request.bytes, |meter| {
            self.search.begin(leaf, goal, ProofNumbers::UNKNOWN, meter);
            self.search.run(end, meter, &mut |_, _| {});
            self.search.unwind();
            meter.hold(self.table.used() as usize, self.table.bytes());
        });
        self.moves.clear();
        game.moves(leaf, &mut self.moves);
        game.order_moves(leaf, &mut self.moves);
        children.clear();
        let mut child = leaf.clone();
        for &mv in &self.moves {
            child.clone_from(leaf);
            game.play(&mut child, mv);
            children.push(Node::leaf(mv, self.label(game, goal, &child)));
        }
        self.widest = self.widest.max(children.len());
    }

    fn widest(&self) -> usize {
        self.widest
    }

    /// A resumed search starts with an empty table: it gives the same answer, with different counters.
    fn take_over(&mut self, widest: usize) {
        self.widest = widest;
    }
}
