//! Proof extraction from a table: at each turn of the owner, the move that keeps the claim with the least work behind
//! it; if the table knows none, the position is searched again.

use foldhash::fast::FixedState;
use foregone_game::{Outcome, Player, TableKeyed};
use hashbrown::HashSet;

use super::driver::Session;
use super::endgames::Endgames;
use super::progress_strategy::progress_strategy;
use super::small::SmallGuide;
use super::{DfpnOptions, Search};
use crate::certify::{ByPosition, Claim, Extraction, MoveSource, Proof, ProofLimits};
use crate::class::StaticClass;
use crate::effort::ProofNumbers;
use crate::initial::Initial;
use crate::limits::{Meter, Stop};
use crate::options::Techniques;
use crate::proof_tables::ProofTables;
use crate::table::{Table, work_of};

/// Bytes of the table for a canonical proof. They are fixed, so that the table always loses the same entries.
const CANONICAL: u64 = 1 << 26;
/// In games with cycles: positions that a canonical proof may search before it turns to the analysis of all reachable
/// positions.
const CANONICAL_CYCLIC: u64 = 4_000_000;
/// Nodes that the second search for a small proof may create, and how many more for each node of the first search.
const SMALL_NODES: u64 = 4_000_000;
const SMALL_SHARE: u64 = 8;

/// A callback that receives the number of records so far.
pub(super) type ProgressFn<'w> = &'w mut dyn FnMut(&Meter<'_>, u64);

/// A guide that finds moves which keep a claim in the table or by searching.
pub(super) struct TableGuide<'a, G: TableKeyed, C: StaticClass<G>> {
    pub(super) game: &'a G,
    pub(super) claim: Claim,
    table: &'a Table,
    /// Another table, of which facts are used as well.
    other: Option<&'a Table>,
    search: Search<'a, G, C>,
    /// Nodes that may still be created.
    pub(super) nodes: u64,
    moves: Vec<G::Move>,
}

impl<G: TableKeyed, C: StaticClass<G>> TableGuide<'_, G, C> {
    /// The work behind the claim at a position, if the claim is known to hold there.
    pub(super) fn known(&self, position: &G::Position) -> Option<u64> {
        let (goal, answer) = (self.claim.goal().0, self.claim.answer());
        let holds = |low: u8, high: u8| if answer { low >= goal } else { high < goal };
        if let Some(outcome) = self.game.outcome(position) {
            return holds(outcome.0, outcome.0).then_some(0);
        }
        let (low, high) = self.game.static_bounds(position);
        if holds(low.0, high.0) {
            return Some(1);
        }
        let key = self.game.table_key(position);
        [Some(self.table), self.other].into_iter().flatten().find_map(|table| {
            let facts = table.probe(key)?.facts;
            holds(facts.low, facts.high).then(|| 2 + work_of(facts.work))
        })
    }

    /// The moves of the owner that are known to keep the claim, the one with the least work first.
    pub(super) fn keeping(&mut self, position: &G::Position) -> Vec<G::Move> {
        self.moves.clear();
        self.game.moves(position, &mut self.moves);
        let mut child = position.clone();
        let mut known = Vec::new();
        for &mv in &self.moves {
            child.clone_from(position);
            self.game.play(&mut child, mv);
            if let Some(work) = self.known(&child) {
                known.push((work, mv));
            }
        }
        known.sort_by_key(|&(work, _)| work);
        known.into_iter().map(|(_, mv)| mv).collect()
    }

    /// Whether play that comes back to a position for ever satisfies the claim.
    pub(super) fn infinite_play_holds(&self, position: &G::Position) -> bool {
        let holds = |worth: Outcome| (worth >= self.claim.goal()) == self.claim.answer();
        C::INFINITE.is_some_and(|infinite| holds(infinite(self.game, position)))
    }

    /// Whether the claim holds at a position; searches if the table does not know.
    pub(super) fn holds(
        &mut self,
        position: &G::Position,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Stop> {
        if self.known(position).is_some() {
            return Ok(true);
        }
        if self.game.outcome(position).is_some() {
            return Ok(false);
        }
        Ok(self.ask(position, meter)? == self.claim.answer())
    }

    /// A move of the owner that keeps the claim.
    pub(super) fn keep(
        &mut self,
        position: &G::Position,
        meter: &mut Meter<'_>,
    ) -> Result<G::Move, Stop> {
        if let Some(&mv) = self.keeping(position).first() {
            return Ok(mv);
        }
        if self.ask(position, meter)? != self.claim.answer() {
            return Err(Stop::Contradicted);
        }
        Ok(self.search.best().expect("the owner has a move that keeps the claim"))
    }

    /// Searches for the answer to the question of the claim at a position.
    fn ask(&mut self, position: &G::Position, meter: &mut Meter<'_>) -> Result<bool, Stop> {
        let before = meter.counters;
        self.search.begin(position, self.claim.goal().0, ProofNumbers::UNKNOWN, meter);
        let end = meter.counters.created.saturating_add(self.nodes);
        self.search.allow(self.nodes);
        let stop = self.search.run(end, meter, &mut |_, _| {});
        self.search.unwind();
        let created = meter.counters.created - before.created;
        let entered = meter.counters.expanded - before.expanded;
        self.nodes = self.nodes.saturating_sub(created.max(entered));
        meter.counters.created = before.created;
        meter.counters.expanded = before.expanded;
        meter.counters.certificate_created += created;
        self.search.result().answer().ok_or(stop)
    }
}

impl<G: TableKeyed, C: StaticClass<G>> MoveSource<G> for &mut TableGuide<'_, G, C> {
    fn next_move(
        &mut self,
        position: &G::Position,
        meter: &mut Meter<'_>,
    ) -> Result<G::Move, Stop> {
        self.keep(position, meter)
    }

    fn work_behind(&self, position: &G::Position) -> Option<u64> {
        // What the table has lost took as much work as anything else: it is not little.
        Some(self.known(position).unwrap_or(u64::MAX))
    }
}

/// The moves of a strategy that has been found. The work behind them is not known.
impl<G, F> MoveSource<G> for F
where
    G: TableKeyed,
    F: FnMut(&G::Position, &mut Meter<'_>) -> Result<G::Move, Stop>,
{
    fn next_move(
        &mut self,
        position: &G::Position,
        meter: &mut Meter<'_>,
    ) -> Result<G::Move, Stop> {
        self(position, meter)
    }
}

/// Extracts a proof with the help of a table guide, and of tables of endgames if somebody offers them.
fn extracted<G: TableKeyed, C: StaticClass<G>>(
    mut table_guide: TableGuide<'_, G, C>,
    tables: Option<&mut dyn ProofTables>,
    root: &G::Position,
    limits: ProofLimits,
    meter: &mut Meter<'_>,
    on_progress: ProgressFn<'_>,
) -> Result<Proof, Stop> {
    let (game, claim) = (table_guide.game, table_guide.claim);
    if C::CAN_RETURN {
        let limits = ProofLimits { bytes: limits.bytes / 2, ..limits };
        let tables = tables.map(|tables| tables as &mut dyn ProofTables);
        let endgames = Endgames::new(tables, limits.bytes / 2, &mut *on_progress);
        let choices = progress_strategy((table_guide, endgames), root, limits.bytes, meter)?;
        let choice = |position: &_, _: &mut Meter<'_>| Ok(choices[&C::key(game, position)]);
        let guide = (ByPosition(choice), true);
        Extraction::<G, C, _>::run(game, root, claim, guide, limits, meter, on_progress)
    } else {
        let guide = (ByPosition(&mut table_guide), false);
        Extraction::<G, C, _>::run(game, root, claim, guide, limits, meter, on_progress)
    }
}

/// A guide that searches the claim on a table of its own, always in the same way, within that many nodes.
fn canonical_guide<'a, G: TableKeyed, C: StaticClass<G>>(
    (game, root): (&'a G, &G::Position),
    claim: Claim,
    table: &'a Table,
    nodes: u64,
) -> TableGuide<'a, G, C> {
    let mut techniques = Techniques::default();
    if game.level_for_proof_numbers().is_some() {
        techniques.initial = Initial::Guess;
        techniques.promising_first = true;
    }
    let options = DfpnOptions::new(&techniques);
    let search = Search::new(game, root, table, options, CANONICAL / 8);
    TableGuide { game, claim, table, other: None, search, nodes, moves: Vec::new() }
}

/// A proof that depends only on the game, the position and the claim, not on the search that has found the claim: the
/// question is searched again, always in the same way.
pub(crate) fn canonical<G: TableKeyed, C: StaticClass<G>>(
    place: (&G, &G::Position),
    claim: Claim,
    limits: ProofLimits,
    meter: &mut Meter<'_>,
    on_progress: ProgressFn<'_>,
) -> Result<Proof, Stop> {
    let (game, root) = place;
    // The level does not depend on the algorithm that found the claim.
    let informed = game.level_for_proof_numbers().and_then(|level| game.with_knowledge(level));
    let game = informed.as_ref().unwrap_or(game);
    let table = Table::new(CANONICAL, game.table_key_bits(), 1).ok_or(Stop::Memory)?;
    let nodes = if C::CAN_RETURN { CANONICAL_CYCLIC } else { u64::MAX };
    let table_guide = canonical_guide::<G, C>((game, root), claim, &table, nodes);
    extracted(table_guide, None, root, limits, meter, on_progress)
}

/// A proof as without this, or a smaller one if there is one: the claim is searched again as for a canonical proof, and the sizes
/// of proofs are compared over what both tables know. A limit that is reached after the first proof leaves that one.
fn small<G: TableKeyed, C: StaticClass<G>>(
    mut found: TableGuide<'_, G, C>,
    root: &G::Position,
    limits: ProofLimits,
    meter: &mut Meter<'_>,
    on_progress: ProgressFn<'_>,
) -> Result<Proof, Stop> {
    let (game, claim) = (found.game, found.claim);
    let sizes_bytes = limits.bytes / 2;
    let limits = ProofLimits { bytes: limits.bytes / 4, ..limits };
    let usual = Extraction::<G, C, _>::run(
        game,
        root,
        claim,
        (ByPosition(&mut found), false),
        limits,
        meter,
        &mut *on_progress,
    )?;
    let bytes = limits.bytes.min(CANONICAL);
    let Some(table) = Table::new(bytes, game.table_key_bits(), 1) else { return Ok(usual) };
    let nodes = SMALL_NODES + SMALL_SHARE * meter.counters.created;
    let mut again = canonical_guide::<G, C>((game, root), claim, &table, nodes);
    // Even without an answer the table knows positions that the search has not come to.
    let _ = again.ask(root, meter);
    let guide = SmallGuide::new(TableGuide { other: Some(&table), ..found }, sizes_bytes);
    let guide = (ByPosition(guide), false);
    let proof = Extraction::<G, C, _>::run(game, root, claim, guide, limits, meter, on_progress);
    Ok(proof.ok().filter(|proof| proof.count < usual.count).unwrap_or(usual))
}

impl<'a, G, C> Session<'a, G, C>
where
    G: TableKeyed,
    C: StaticClass<G>,
{
    /// A guide that uses the table of this session.
    fn table_guide(&self, claim: Claim) -> TableGuide<'a, G, C> {
        let usual = 1_000_000 + 8 * self.meter.counters.created;
        let nodes = self.question.proof_search_nodes.unwrap_or(usual);
        let (game, table) = (self.game, self.state.table);
        let search = self.search();
        TableGuide { game, claim, table, other: None, search, nodes, moves: Vec::new() }
    }

    /// Proves the bounds, if a certificate is wanted.
    pub(super) fn prove(&mut self) {
        for claim in self.wanted_claims() {
            let proof = self.extract(claim);
            self.keep_proof(proof);
        }
    }

    fn extract(&mut self, claim: Claim) -> Result<Proof, Stop> {
        let table_guide = (!self.question.canonical).then(|| self.table_guide(claim));
        let is_small = self.question.small && !C::CAN_RETURN;
        let (game, root, limits) = (self.game, self.root, self.proof_limits());
        let (observer, table, bounds) = (&mut *self.observer, self.state.table, self.bounds);
        let (efforts, tables) = (self.efforts.clone(), &mut self.tables);
        let mut on_progress = |meter: &Meter<'_>, records: u64| {
            Self::show(observer, table, bounds, efforts.clone(), meter, Some(records));
        };
        self.meter.without_node_limit(|meter| match table_guide {
            Some(table_guide) if is_small => {
                small(table_guide, root, limits, meter, &mut on_progress)
            }
            Some(table_guide) => {
                let tables = tables.as_mut().map(|tables| &mut **tables as &mut dyn ProofTables);
                extracted(table_guide, tables, root, limits, meter, &mut on_progress)
            }
            None => canonical::<G, C>((game, root), claim, limits, meter, &mut on_progress),
        })
    }

    /// The principal variation, if the value is known, as far as the table has it; at least one move.
    pub(super) fn best_line(&mut self) -> Vec<G::Move> {
        let (low, high) = self.bounds;
        let (mut line, mut position) = (Vec::new(), self.root.clone());
        if low != high || !self.line.is_empty() {
            return if low == high { self.line.clone() } else { line };
        }
        let (worst, best) = (self.game.scale().worst(), self.game.scale().best());
        let mut guides = [Player::Max, Player::Min].map(|player| {
            let (claim, idle) = match player {
                Player::Max => (Claim::AtLeast(low), low == worst),
                Player::Min => (Claim::AtMost(high), high == best),
            };
            (!idle).then(|| self.table_guide(claim))
        });
        let mut met = HashSet::with_hasher(FixedState::default());
        while self.game.outcome(&position).is_none() && met.insert(self.game.table_key(&position)) {
            let owner = usize::from(self.game.player(&position) == Player::Min);
            let mv = match &mut guides[owner] {
                Some(table_guide) if line.is_empty() => {
                    self.meter.without_node_limit(|meter| table_guide.keep(&position, meter)).ok()
                }
                Some(table_guide) => table_guide.keeping(&position).first().copied(),
                // The value is the worst for the player to move: every move is equally good.
                None => {
                    let mut moves = Vec::new();
                    self.game.moves(&position, &mut moves);
                    moves.first().copied()
                }
            };
            let Some(mv) = mv else { break };
            self.game.play(&mut position, mv);
            line.push(mv);
        }
        line
    }

    /// A move that keeps the bound which the player to move has proved, where the value itself is not known.
    pub(super) fn bound_move(&mut self) -> Option<G::Move> {
        let (low, high) = self.bounds;
        let claim = match self.game.player(self.root) {
            _ if low == high => return None,
            Player::Max => (low > self.game.scale().worst()).then_some(Claim::AtLeast(low)),
            Player::Min => (high < self.game.scale().best()).then_some(Claim::AtMost(high)),
        }?;
        let (mut guide, root) = (self.table_guide(claim), self.root);
        self.meter.without_node_limit(|meter| guide.keep(root, meter)).ok()
    }
}
