//! Proofs in games with cycles. If infinite play satisfies the claim, any moves that keep the claim prove it. If it
//! does not, they are not sufficient: a player can stay in won positions for ever without winning. So the positions of
//! the proof are collected in a graph, and established backwards from the ends of play: every move of the strategy
//! leads to a position that was established earlier, or to one where infinite play satisfies the claim.

use foldhash::fast::FixedState;
use foregone_game::{Game, TableKeyed};
use hashbrown::HashMap;

use super::endgames::Endgames;
use super::extract::TableGuide;
use crate::class::StaticClass;
use crate::limits::{LONG_STEP, Meter, Stop};

/// The target of a move that ends the game in accordance with the claim, or after which the checker sees that the claim
/// holds.
pub(super) const CLAIM_HOLDS: u32 = u32::MAX;
/// The target of a move that ends the game against the claim.
pub(super) const CLAIM_FAILS: u32 = CLAIM_HOLDS - 1;

/// A position of the graph.
pub(super) struct StrategyNode<P, M> {
    position: P,
    pub(super) owned: bool,
    /// Whether infinite play that comes back to this position satisfies the claim.
    pub(super) infinite_ok: bool,
    /// Moves with their targets: all moves of the opponent, but of the owner's only those considered so far.
    pub(super) moves: Vec<(M, u32)>,
    /// Whether all moves of the owner that keep the claim have been considered.
    exhausted: bool,
}

/// The owner's move in each position.
pub(super) type Choices<G, C> = HashMap<<C as StaticClass<G>>::Key, <G as Game>::Move, FixedState>;

/// Finds a strategy that keeps a claim about the root and makes progress towards it.
pub(super) fn progress_strategy<G: TableKeyed, C: StaticClass<G>>(
    (table_guide, endgames): (TableGuide<'_, G, C>, Endgames<'_, G>),
    root: &G::Position,
    bytes: u64,
    meter: &mut Meter<'_>,
) -> Result<Choices<G, C>, Stop> {
    let mut graph = StrategyGraph {
        budget: table_guide.nodes,
        table_guide,
        endgames,
        nodes: Vec::new(),
        places: HashMap::with_hasher(FixedState::default()),
        open: Vec::new(),
        nodes_max: bytes as usize / node_bytes::<G>(),
    };
    match graph.find(root, meter) {
        // The repeated searches visit the same few positions very often: analyse all reachable positions instead.
        Err(Stop::Nodes) => graph.find_among_all(root, meter),
        found => found,
    }
}

/// About the bytes that a position of the graph takes, with its moves, its key and its place in the lists of predecessors.
fn node_bytes<G: Game>() -> usize {
    4 * size_of::<StrategyNode<G::Position, G::Move>>()
}

/// The graph of positions that a proof may use.
pub(super) struct StrategyGraph<'a, 't, G: TableKeyed, C: StaticClass<G>> {
    pub(super) table_guide: TableGuide<'a, G, C>,
    /// Nodes that searches could create in the beginning.
    budget: u64,
    endgames: Endgames<'t, G>,
    pub(super) nodes: Vec<StrategyNode<G::Position, G::Move>>,
    places: HashMap<C::Key, u32, FixedState>,
    /// Positions whose moves have not been generated yet.
    open: Vec<u32>,
    nodes_max: usize,
}

impl<G: TableKeyed, C: StaticClass<G>> StrategyGraph<'_, '_, G, C> {
    /// A strategy from moves that keep the claim according to the table or to searches.
    fn find(&mut self, root: &G::Position, meter: &mut Meter<'_>) -> Result<Choices<G, C>, Stop> {
        let root = self.place(root)?;
        loop {
            self.grow(meter)?;
            let choices = self.establish(meter)?;
            if let Some(choices) = self.strategy(root, &choices, meter)? {
                return Ok(choices);
            }
            self.widen(&choices, meter)?;
        }
    }

    /// A strategy among all reachable positions, if they fit into memory.
    fn find_among_all(
        &mut self,
        root: &G::Position,
        meter: &mut Meter<'_>,
    ) -> Result<Choices<G, C>, Stop> {
        (self.nodes, self.open) = (Vec::new(), Vec::new());
        self.places.clear();
        let root = self.place(root)?;
        self.explore(meter)?;
        self.restrict_to_winning(meter)?;
        self.strategy(root, &self.establish(meter)?, meter)?.ok_or(Stop::Contradicted)
    }

    /// The index of a position, which is added if it is new.
    fn place(&mut self, position: &G::Position) -> Result<u32, Stop> {
        let game = self.table_guide.game;
        if let Some(outcome) = game.outcome(position) {
            return Ok(if self.table_guide.claim.holds(outcome) {
                CLAIM_HOLDS
            } else {
                CLAIM_FAILS
            });
        }
        if self.table_guide.claim.is_evident(game, position) {
            return Ok(CLAIM_HOLDS);
        }
        let key = C::key(game, position);
        if let Some(&place) = self.places.get(&key) {
            return Ok(place);
        }
        if self.nodes.len() >= self.nodes_max {
            return Err(Stop::Memory);
        }
        let place = self.nodes.len() as u32;
        let owned = game.player(position) == self.table_guide.claim.owner();
        let infinite_ok = self.table_guide.infinite_play_holds(position);
        let position = position.clone();
        self.nodes.push(StrategyNode {
            position,
            owned,
            infinite_ok,
            moves: Vec::new(),
            exhausted: false,
        });
        self.places.insert(key, place);
        self.open.push(place);
        Ok(place)
    }

    /// A move of the owner that keeps the claim.
    fn keep(&mut self, position: &G::Position, meter: &mut Meter<'_>) -> Result<G::Move, Stop> {
        if let Some(&mv) = self.table_guide.keeping(position).first() {
            return Ok(mv);
        }
        self.prepare_endgames(meter)?;
        let (game, claim) = (self.table_guide.game, self.table_guide.claim);
        let mut moves = Vec::new();
        game.moves(position, &mut moves);
        game.order_moves(position, &mut moves);
        // The move with the best outcome for the owner, since it leads to the end soonest.
        let mut best = None;
        for mv in moves {
            let mut child = position.clone();
            game.play(&mut child, mv);
            let outcome = game.outcome(&child).or_else(|| self.endgames.value(&child));
            let Some(outcome) = outcome.filter(|&outcome| claim.holds(outcome)) else { continue };
            let margin = outcome.0.abs_diff(claim.goal().0);
            if best.is_none_or(|(most, _)| margin > most) {
                best = Some((margin, mv));
            }
        }
        match best {
            Some((_, mv)) => Ok(mv),
            None => self.table_guide.keep(position, meter),
        }
    }

    /// Whether the claim holds at a position.
    fn holds(&mut self, position: &G::Position, meter: &mut Meter<'_>) -> Result<bool, Stop> {
        let is_over = self.table_guide.game.outcome(position).is_some();
        if !is_over && self.table_guide.known(position).is_none() {
            self.prepare_endgames(meter)?;
            if let Some(outcome) = self.endgames.value(position) {
                return Ok(self.table_guide.claim.holds(outcome));
            }
        }
        self.table_guide.holds(position, meter)
    }

    /// Has tables of endgames computed, if that pays.
    fn prepare_endgames(&mut self, meter: &mut Meter<'_>) -> Result<(), Stop> {
        if 2 * self.nodes.len() > self.nodes_max {
            return Ok(()); // the other half of the memory is not free
        }
        let entered = meter.counters.created.max(meter.counters.expanded);
        let work = entered.saturating_add(self.budget - self.table_guide.nodes);
        if let Some(bytes) = self.endgames.prepare(self.table_guide.game, work, meter)? {
            self.nodes_max -= bytes as usize / node_bytes::<G>();
        }
        Ok(())
    }

    /// Follows all moves until there are no new positions.
    fn explore(&mut self, meter: &mut Meter<'_>) -> Result<(), Stop> {
        while let Some(place) = self.open.pop() {
            meter.check(LONG_STEP)?;
            let position = self.nodes[place as usize].position.clone();
            let mut moves = Vec::new();
            self.table_guide.game.moves(&position, &mut moves);
            self.follow(place, &position, &moves)?;
        }
        Ok(())
    }

    /// Follows one move of the owner and all moves of the opponent until there are no new positions.
    fn grow(&mut self, meter: &mut Meter<'_>) -> Result<(), Stop> {
        while let Some(place) = self.open.pop() {
            meter.check(LONG_STEP)?;
            let node = &self.nodes[place as usize];
            let position = node.position.clone();
            let mut moves = Vec::new();
            if node.owned {
                moves.push(self.keep(&position, meter)?);
            } else {
                self.table_guide.game.moves(&position, &mut moves);
            }
            self.follow(place, &position, &moves)?;
        }
        Ok(())
    }

    fn follow(
        &mut self,
        place: u32,
        position: &G::Position,
        moves: &[G::Move],
    ) -> Result<(), Stop> {
        for &mv in moves {
            let mut child = position.clone();
            self.table_guide.game.play(&mut child, mv);
            let target = self.place(&child)?;
            self.nodes[place as usize].moves.push((mv, target));
        }
        Ok(())
    }

    /// The positions that can be established one after the other, each with the index of the move that establishes it
    /// where the owner moves.
    fn establish(&self, meter: &mut Meter<'_>) -> Result<Vec<Option<usize>>, Stop> {
        let mut choices: Vec<Option<usize>> =
            self.nodes.iter().map(|node| node.infinite_ok.then_some(0)).collect();
        let mut missing: Vec<usize> = self.nodes.iter().map(|node| node.moves.len()).collect();
        let mut before: Vec<Vec<(u32, usize)>> = vec![Vec::new(); self.nodes.len()];
        let mut ready = Vec::new();
        for (place, node) in (0..).zip(&self.nodes) {
            meter.check(0)?;
            for (index, &(_, target)) in node.moves.iter().enumerate() {
                if target == CLAIM_FAILS {
                    continue; // such a move establishes nothing
                }
                if target == CLAIM_HOLDS || self.nodes[target as usize].infinite_ok {
                    ready.push((place, index));
                } else {
                    before[target as usize].push((place, index));
                }
            }
        }
        let mut next = 0;
        while next < ready.len() {
            meter.check(0)?;
            let (place, index) = ready[next];
            next += 1;
            let at = place as usize;
            missing[at] -= 1;
            if choices[at].is_some() || !self.nodes[at].owned && missing[at] > 0 {
                continue;
            }
            choices[at] = Some(index);
            ready.extend(&before[at]);
        }
        Ok(choices)
    }

    /// The owner's moves in all positions that the opponent can reach from the root, if all of them are established.
    /// The root may be terminal.
    fn strategy(
        &self,
        root: u32,
        choices: &[Option<usize>],
        meter: &mut Meter<'_>,
    ) -> Result<Option<Choices<G, C>>, Stop> {
        let mut strategy = HashMap::with_hasher(FixedState::default());
        let (mut met, mut open) = (vec![false; self.nodes.len()], vec![root]);
        while let Some(place) = open.pop() {
            meter.check(0)?;
            let at = place as usize;
            if place == CLAIM_FAILS {
                return Ok(None);
            }
            if place == CLAIM_HOLDS || core::mem::replace(&mut met[at], true) {
                continue;
            }
            let (node, Some(choice)) = (&self.nodes[at], choices[at]) else { return Ok(None) };
            if node.owned {
                let (mv, target) = node.moves[choice];
                strategy.insert(C::key(self.table_guide.game, &node.position), mv);
                open.push(target);
            } else {
                open.extend(node.moves.iter().map(|&(_, target)| target));
            }
        }
        Ok(Some(strategy))
    }

    /// Adds all other moves that keep the claim at positions that are not established yet.
    fn widen(&mut self, choices: &[Option<usize>], meter: &mut Meter<'_>) -> Result<(), Stop> {
        let mut wider = false;
        for (place, _) in choices.iter().enumerate().filter(|(_, choice)| choice.is_none()) {
            meter.check(LONG_STEP)?;
            let node = &mut self.nodes[place];
            if !node.owned || core::mem::replace(&mut node.exhausted, true) {
                continue;
            }
            let (position, taken) = (node.position.clone(), node.moves.clone());
            let mut moves = Vec::new();
            self.table_guide.game.moves(&position, &mut moves);
            for mv in moves {
                let mut child = position.clone();
                self.table_guide.game.play(&mut child, mv);
                let is_new = !taken.iter().any(|&(known, _)| known == mv);
                if is_new && self.holds(&child, meter)? {
                    self.follow(place as u32, &position, &[mv])?;
                    wider = true;
                }
            }
        }
        // A claim that holds can be established by some order of moves.
        if wider { Ok(()) } else { Err(Stop::Contradicted) }
    }
}
