//! The second level on a table: what the search of one leaf finds is available to the search of the next, by whichever
//! worker.

use std::sync::{PoisonError, RwLockReadGuard};

use foregone_game::{Acyclic, Notation, TableKeyed};

use super::typed::{TypedLeafSearch, answered};
use super::{Leaf, LeafResult, LeafSearcher};
use crate::class::StaticClass;
use crate::depth_first::{DfpnOptions, Search};
use crate::effort::ProofNumbers;
use crate::limits::{Limits, Meter};
use crate::report::Refusal;
use crate::table::Table;

/// A searcher with a depth-first search.
pub(super) struct TableSearcher<'p, 'g, G: TableKeyed, C: StaticClass<G>> {
    shared: &'p TypedLeafSearch<'g, G, C>,
    table: &'p Table,
    search: Search<'p, G, C>,
    meter: Meter<'static>,
    /// The leaf, and the rank of the outcome that the search is about.
    leaf: G::Position,
    goal: u8,
    spent: u64,
    /// Whether the leaf was entered and nothing else has happened.
    begun: bool,
    moves: Vec<G::Move>,
    canonical: Vec<G::Move>,
}

impl<'p, 'g, G, C> TableSearcher<'p, 'g, G, C>
where
    G: Acyclic + TableKeyed + Notation,
    C: StaticClass<G> + Send + Sync,
{
    pub(super) fn new(shared: &'p TypedLeafSearch<'g, G, C>, table: &'p Table) -> Self {
        let options = DfpnOptions::new(&shared.config.techniques);
        let mut search = Search::new(shared.game(), &shared.root, table, options, 0);
        if let Some(work) = shared.config.min_shared_work {
            search.report_facts(work);
        }
        let meter = Meter::new(Limits::default());
        let (leaf, goal) = (shared.root.clone(), 0);
        let (moves, canonical) = (Vec::new(), Vec::new());
        let (spent, begun) = (0, false);
        TableSearcher { shared, table, search, meter, leaf, goal, spent, begun, moves, canonical }
    }

    /// Keeps the table from growing while the guard is held.
    fn reading(&self) -> RwLockReadGuard<'p, ()> {
        self.shared.growth.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn grow(&self) {
        if self.table.should_grow() {
            let _alone = self.shared.growth.write().unwrap_or_else(PoisonError::into_inner);
            if self.table.should_grow() {
                self.table.grow();
            }
        }
    }

    /// The numbers of a position by the rules, the game's knowledge and the table, for every question.
    fn numbers(&self, position: &G::Position, table_key: u128, label: &mut Vec<ProofNumbers>) {
        if self.shared.terminal_numbers(position, label) {
            return;
        }
        let (low, high) = self.shared.game().static_bounds(position);
        let entry = self.table.probe(table_key);
        let (worst, best) = self.shared.config.range;
        label.extend((worst.0 + 1..=best.0).map(|goal| match (answered(goal, low, high), entry) {
            (numbers, _) if numbers.is_settled() => numbers,
            (_, Some(entry)) => entry.numbers(goal),
            (numbers, None) => numbers,
        }));
    }

    /// The numbers of the leaf. For the question of the search they come from the search.
    fn own(&self, searched: ProofNumbers) -> Vec<ProofNumbers> {
        let mut label = Vec::new();
        self.numbers(&self.leaf, self.shared.game().table_key(&self.leaf), &mut label);
        let asked = usize::from(self.goal - self.shared.config.range.0.0 - 1);
        if let Some(numbers) = label.get_mut(asked)
            && !numbers.is_settled()
        {
            *numbers = searched;
        }
        label
    }
}

impl<G, C> LeafSearcher for TableSearcher<'_, '_, G, C>
where
    G: Acyclic + TableKeyed + Notation,
    C: StaticClass<G> + Send + Sync,
{
    fn begin(&mut self, leaf: Leaf<'_>) -> Result<(), Refusal> {
        self.leaf = self.shared.follow(leaf.line, &mut self.moves, |_| {})?;
        let (worst, best) = self.shared.config.range;
        self.goal = worst.0.saturating_add(leaf.aim).saturating_add(1);
        if self.goal > best.0 {
            return Err(Refusal(format!("there is no question {} in this run", leaf.aim)));
        }
        self.spent = 0;
        if self.shared.game().outcome(&self.leaf).is_none() {
            let _reading = self.reading();
            self.search.begin(&self.leaf, self.goal, ProofNumbers::UNKNOWN, &mut self.meter);
            self.begun = true;
        }
        Ok(())
    }

    fn table_key(&self) -> u128 {
        self.shared.game().table_key(&self.leaf)
    }

    fn advance(&mut self, descents: u64) -> (u64, bool) {
        self.grow();
        let _reading = self.reading();
        if !self.search.is_under_way() {
            return (0, true);
        }
        // The leaf itself was entered by `begin`.
        let first = u64::from(core::mem::take(&mut self.begun));
        let before = self.search.visits();
        self.search.allow(descents.saturating_sub(first));
        self.search.run(u64::MAX, &mut self.meter, &mut |_, _| {});
        let taken = self.search.visits() - before + first;
        self.spent += taken;
        (taken, !self.search.is_under_way())
    }

    fn label(&self) -> Vec<ProofNumbers> {
        let _reading = self.reading();
        self.own(self.search.numbers())
    }

    fn finish(&mut self) -> LeafResult {
        let _reading = self.reading();
        self.search.unwind();
        let game = self.shared.game();
        let mut result = LeafResult {
            table_key: game.table_key(&self.leaf),
            spent: self.spent,
            created: core::mem::take(&mut self.meter.counters.created),
            label: self.own(self.search.result()),
            facts: self.search.take_reported(),
            ..LeafResult::default()
        };
        if result.label.iter().all(|numbers| numbers.is_settled()) {
            return result;
        }
        self.moves.clear();
        game.moves(&self.leaf, &mut self.moves);
        game.order_moves(&self.leaf, &mut self.moves);
        let mut canonical = core::mem::take(&mut self.canonical);
        self.shared.each_child(&self.leaf, &self.moves, &mut canonical, |child, position| {
            self.numbers(position, child.table_key, &mut result.child_labels);
            result.children.push(child);
        });
        self.canonical = canonical;
        result
    }
}
