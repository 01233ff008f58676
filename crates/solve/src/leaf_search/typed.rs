//! The leaf search of a game whose type is known.

use core::marker::PhantomData;
use std::sync::RwLock;

use foregone_game::{Acyclic, Notation, Outcome, TableKeyed};

use super::{Fact, LeafChild, LeafSearch, LeafSearchConfig, LeafSearcher, Root, RunSummary};
use super::{table, tree};
use crate::class::StaticClass;
use crate::depth_first;
use crate::effort::ProofNumbers;
use crate::limits::Limits;
use crate::observe::Observer;
use crate::options::Question;
use crate::report::{Refusal, Report};
use crate::table::{Entry, Facts, Table, work_code};

/// The search of leaves below a position.
pub(crate) struct TypedLeafSearch<'g, G: TableKeyed, C> {
    game: &'g G,
    /// The game with another knowledge level, if one was asked for.
    with_knowledge: Option<G>,
    pub(super) root: G::Position,
    pub(super) config: LeafSearchConfig,
    /// The table, if leaves are searched on one.
    pub(super) table: Option<Table>,
    /// Held for reading while a searcher works on the table, and for writing while the table grows.
    pub(super) growth: RwLock<()>,
    class: PhantomData<fn() -> C>,
}

impl<'g, G, C> TypedLeafSearch<'g, G, C>
where
    G: Acyclic + TableKeyed + Notation,
    C: StaticClass<G> + Send + Sync,
{
    /// A search of leaves below a position. `with_knowledge` is the game to search with, if not `game` itself.
    pub(crate) fn new(
        game: &'g G,
        with_knowledge: Option<G>,
        root: &G::Position,
        config: &LeafSearchConfig,
    ) -> Result<Self, Refusal> {
        let table = match config.on_table {
            false => None,
            true => Some(depth_first::table(game, config.bytes, config.questions())?),
        };
        if let Some(table) = &table {
            table.share(true);
        }
        let table = table.map(|table| table.collecting(config.techniques.collect));
        let (root, growth) = (root.clone(), RwLock::new(()));
        Ok(TypedLeafSearch {
            game,
            with_knowledge,
            root,
            config: *config,
            table,
            growth,
            class: PhantomData,
        })
    }
}

impl<G: TableKeyed, C> TypedLeafSearch<'_, G, C> {
    pub(super) fn game(&self) -> &G {
        self.with_knowledge.as_ref().unwrap_or(self.game)
    }

    /// The position at the end of a line. Calls `step` for every move.
    pub(super) fn follow(
        &self,
        line: &[u16],
        moves: &mut Vec<G::Move>,
        mut step: impl FnMut(G::Move),
    ) -> Result<G::Position, Refusal> {
        let (game, mut position) = (self.game(), self.root.clone());
        for (number, &place) in line.iter().enumerate() {
            moves.clear();
            if game.outcome(&position).is_none() {
                game.moves(&position, moves);
            }
            let Some(&mv) = moves.get(usize::from(place)) else {
                return Err(Refusal(format!(
                    "move {} of the line to a leaf is number {place}, but there are only {}",
                    number + 1,
                    moves.len()
                )));
            };
            game.play(&mut position, mv);
            step(mv);
        }
        Ok(position)
    }

    /// Calls `each` for every child of a leaf, with the index of its move in the canonical order.
    pub(super) fn each_child(
        &self,
        leaf: &G::Position,
        ordered: &[G::Move],
        canonical: &mut Vec<G::Move>,
        mut each: impl FnMut(LeafChild, &G::Position),
    ) {
        let game = self.game();
        canonical.clear();
        game.moves(leaf, canonical);
        let mut child = leaf.clone();
        for &mv in ordered {
            let place = canonical.iter().position(|&other| other == mv);
            let mv_place = place.expect("the same moves in another order") as u16;
            child.clone_from(leaf);
            game.play(&mut child, mv);
            let (table_key, player) = (game.table_key(&child), game.player(&child));
            each(LeafChild { mv: mv_place, table_key, player }, &child);
        }
    }

    /// The numbers of a position for every question, if the game is over there.
    pub(super) fn terminal_numbers(
        &self,
        position: &G::Position,
        label: &mut Vec<ProofNumbers>,
    ) -> bool {
        let game = self.game();
        let (worst, questions) = (self.config.range.0.0, self.config.questions() as u8);
        let Some(outcome) = game.outcome(position) else { return false };
        label.extend((1..=questions).map(|k| answered(worst + k, outcome, outcome)));
        true
    }
}

/// The proof numbers of the question "at least `goal`?" when the value lies between two outcomes.
pub(super) fn answered(goal: u8, low: Outcome, high: Outcome) -> ProofNumbers {
    if low.0 >= goal || high.0 < goal {
        ProofNumbers::settled(low.0 >= goal)
    } else {
        ProofNumbers::FRESH
    }
}

/// Enters a fact into a table.
fn remember(table: &Table, fact: Fact) {
    let mut entry = table.probe(fact.table_key).unwrap_or(Entry {
        facts: Facts { low: fact.low, high: fact.high, goals: [0; 2], hint: u16::MAX, work: 0 },
        all_numbers: [ProofNumbers::FRESH; 2],
    });
    let facts = &mut entry.facts;
    (facts.low, facts.high) = (facts.low.max(fact.low), facts.high.min(fact.high));
    facts.work = facts.work.max(work_code(fact.work.max(1)));
    table.store(fact.table_key, &entry);
}

impl<G, C> LeafSearch for TypedLeafSearch<'_, G, C>
where
    G: Acyclic + TableKeyed + Notation,
    C: StaticClass<G> + Send + Sync,
{
    fn root(&self) -> Root {
        let (game, root) = (self.game(), &self.root);
        Root {
            table_key: game.table_key(root),
            player: game.player(root),
            outcome: game.outcome(root),
        }
    }

    fn searcher(&self) -> Box<dyn LeafSearcher + Send + '_> {
        match &self.table {
            Some(table) => Box::new(table::TableSearcher::new(self, table)),
            None => tree::searcher(self),
        }
    }

    fn learn(&self, facts: &mut dyn Iterator<Item = Fact>) {
        if let Some(table) = &self.table {
            let _reading = self.growth.read();
            facts.for_each(|fact| remember(table, fact));
        }
    }

    fn table_usage(&self) -> (u64, u64) {
        self.table.as_ref().map_or((0, 0), |table| (table.used(), table.bytes()))
    }

    fn defect(&self) -> Option<String> {
        self.game().defect()
    }

    fn conclude(
        &self,
        question: &Question,
        summary: RunSummary<'_>,
        limits: Limits<'_>,
        observer: &mut dyn Observer,
    ) -> Report<String> {
        let game = self.game();
        let own;
        let table = match &self.table {
            Some(table) => table,
            None => {
                own = depth_first::table(game, limits.bytes / 2, self.config.questions()).ok();
                match &own {
                    Some(table) => table,
                    None => {
                        return depth_first::unproved(summary, question).written(game, &self.root);
                    }
                }
            }
        };
        let RunSummary { facts, .. } = summary;
        let mut next = Vec::new();
        // The coordinator's own line can be followed to its end; of another line the first part is shown.
        let _ = self.follow(&summary.most_proving, &mut Vec::new(), |mv| next.push(mv));
        facts.for_each(|fact| remember(table, fact));
        table.share(false);
        let summary = RunSummary { facts: &mut core::iter::empty(), ..summary };
        let about = (question, next);
        depth_first::conclude::<G, C>(game, &self.root, table, about, summary, limits, observer)
            .written(game, &self.root)
    }
}
