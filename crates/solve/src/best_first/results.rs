//! Results of a finished best-first run: the principal variation and the proofs.

use core::marker::PhantomData;

use foregone_game::{Acyclic, Game, Outcome, Player, TableKeyed};

use super::Store;
use super::driver::Session;
use super::tree_guide::{FinishedSearch, TreeGuide};
use crate::certify::{Claim, Extraction, ProofLimits};
use crate::class::StaticClass;
use crate::depth_first;
use crate::limits::{Counters, Meter, Stop};
use crate::observe::Snapshot;
use crate::rule::Rule;
use crate::session::snapshot;

impl<G: Acyclic + TableKeyed, C: StaticClass<G>> Session<'_, G, C> {
    /// Extracts the principal variation and the wanted proofs from a finished run. If a time limit or an interruption
    /// prevents a proof, returns the counters from before that proof, so that a resumed run can extract it again.
    pub(crate) fn extract_results(
        &mut self,
        finished: &dyn FinishedSearch<G::Move>,
        held: u64,
    ) -> Option<Counters> {
        self.keep_line(finished);
        let mut cut = None;
        for claim in self.wanted_claims() {
            let known = finished.answer(0, claim.goal()) == Some(claim.answer());
            if known && !self.proofs.iter().any(|proof| proof.claim == claim) {
                self.proofs.retain(|proof| proof.claim.owner() != claim.owner());
                let before = self.meter.counters;
                self.extract(claim, finished, held);
                if matches!(self.unproved, Some(Stop::Time | Stop::Interrupted)) {
                    cut.get_or_insert(before);
                }
            }
        }
        cut
    }

    fn extract(&mut self, claim: Claim, finished: &dyn FinishedSearch<G::Move>, held: u64) {
        let nodes = 1_000_000 + 8 * self.meter.counters.created;
        let (limits, knowledge) = (self.proof_limits(), self.question.techniques.knowledge);
        let (game, root) = (self.game, self.root);
        let (observer, bounds, efforts) = (&mut *self.observer, self.bounds, &self.efforts);
        let mut watch = |meter: &Meter<'_>, records: u64| {
            let snapshot = snapshot(meter, bounds, efforts.clone(), (0, held));
            observer.progress(&Snapshot { proving: Some(records), ..snapshot });
        };
        let canonical = self.question.canonical;
        let proof = self.meter.without_node_limit(|meter| {
            meter.nested(0, held, |meter| {
                let watch = &mut watch;
                if canonical {
                    let place = (game, root);
                    return depth_first::canonical::<G, C>(place, claim, limits, meter, watch);
                }
                let bytes = limits.bytes;
                let guide =
                    (TreeGuide::new(game, claim, finished, bytes / 2, nodes, knowledge), false);
                let limits = ProofLimits { bytes: bytes / 4, ..limits };
                Extraction::<G, C, _>::run(game, root, claim, guide, limits, meter, watch)
            })
        });
        self.keep_proof(proof);
    }

    /// Keeps a root move that secures the bound of the player to move and, once the value is known, the principal
    /// variation as far as this search holds it.
    fn keep_line(&mut self, finished: &dyn FinishedSearch<G::Move>) {
        let (low, high) = self.bounds;
        let (bound, goal, wanted) = match self.game.player(self.root) {
            Player::Max => (low, low, true),
            Player::Min => (high, Outcome(high.0 + 1), false),
        };
        let mut children = Vec::new();
        finished.children(0, &mut children);
        let secures = |&&(_, child): &&(G::Move, u32)| finished.answer(child, goal) == Some(wanted);
        if let Some(&(mv, _)) = children.iter().find(secures) {
            self.state.secure = Some((bound, mv));
        }
        if low == high {
            self.line = self.principal_line(finished);
        }
    }

    /// The principal variation from the root if the value is known, or at least one best move.
    pub(crate) fn best_line(&self) -> Vec<G::Move> {
        let (low, high) = self.bounds;
        if low != high {
            return Vec::new();
        }
        if !self.line.is_empty() {
            return self.line.clone();
        }
        let scale = self.game.scale();
        match (self.state.secure, self.game.player(self.root)) {
            (Some((bound, mv)), _) if bound == low => vec![mv],
            // The value is the worst for the player to move: every move is equally good.
            (_, player)
                if low == if player == Player::Max { scale.worst() } else { scale.best() } =>
            {
                let mut moves = Vec::new();
                self.game.moves(self.root, &mut moves);
                moves[..1].to_vec()
            }
            _ => Vec::new(),
        }
    }

    /// A move that keeps the bound which the player to move has proved, where the value itself is not known.
    pub(crate) fn bound_move(&self) -> Option<G::Move> {
        let ((low, high), scale) = (self.bounds, self.game.scale());
        let proved = match self.game.player(self.root) {
            Player::Max => (low > scale.worst()).then_some(low),
            Player::Min => (high < scale.best()).then_some(high),
        }?;
        self.state.secure.filter(|&(bound, _)| bound == proved).map(|(_, mv)| mv)
    }

    /// The principal variation as far as one search holds it: Max keeps the lower bound, Min the upper bound. A bound
    /// at the end of the scale is kept by every move.
    fn principal_line(&self, finished: &dyn FinishedSearch<G::Move>) -> Vec<G::Move> {
        let (low, high) = self.bounds;
        let (worst, best) = (self.game.scale().worst(), self.game.scale().best());
        let (mut line, mut children, mut node) = (Vec::new(), Vec::new(), 0);
        let mut position = self.root.clone();
        while self.game.outcome(&position).is_none() {
            children.clear();
            finished.children(node, &mut children);
            let keeps = |&&(_, child): &&(G::Move, u32)| match self.game.player(&position) {
                Player::Max => low == worst || finished.answer(child, low) == Some(true),
                Player::Min => {
                    high == best || finished.answer(child, Outcome(high.0 + 1)) == Some(false)
                }
            };
            let Some(&(mv, child)) = children.iter().find(keeps) else { break };
            self.game.play(&mut position, mv);
            line.push(mv);
            node = child;
        }
        line
    }
}

/// A store together with the rule that interprets its labels.
pub(crate) struct FinishedStore<'a, G, R, S> {
    pub(crate) rule: &'a R,
    pub(crate) store: &'a S,
    pub(crate) game: PhantomData<G>,
}

impl<G: Game, R: Rule, S: Store<G, R>> FinishedSearch<G::Move> for FinishedStore<'_, G, R, S> {
    fn children(&self, node: u32, children: &mut Vec<(G::Move, u32)>) {
        self.store.children(node, children);
    }

    fn answer(&self, node: u32, goal: Outcome) -> Option<bool> {
        self.rule.answer(self.store.label(node), goal)
    }
}
