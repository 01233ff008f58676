//! The positions in which a claim holds, in games with cycles: retrograde analysis of all reachable positions by
//! attractor sets, without search. It needs memory for all positions, and is fast if they fit.

use foregone_game::TableKeyed;

use super::progress_strategy::{CLAIM_FAILS, CLAIM_HOLDS, StrategyGraph};
use crate::class::StaticClass;
use crate::limits::{Meter, Stop};

/// The two players from the point of view of a claim.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    Owner,
    Opponent,
}

impl<G: TableKeyed, C: StaticClass<G>> StrategyGraph<'_, '_, G, C> {
    /// Removes the owner's moves to positions where the claim does not hold, and all moves of such positions.
    pub(super) fn restrict_to_winning(&mut self, meter: &mut Meter<'_>) -> Result<(), Stop> {
        let holds = self.winning_region(meter)?;
        for (node, &wins) in self.nodes.iter_mut().zip(&holds) {
            if node.owned || !wins {
                node.moves.retain(|&(_, to)| {
                    wins && (to == CLAIM_HOLDS || to != CLAIM_FAILS && holds[to as usize])
                });
            }
            node.infinite_ok &= wins;
        }
        Ok(())
    }

    /// Whether the claim holds, for every position; all moves must be known. All positions of a cycle agree on whether
    /// infinite play satisfies the claim, so the owner must either reach an end that satisfies it or come again and
    /// again to positions where infinite play does (a Büchi objective, computed as a nested fixpoint).
    fn winning_region(&self, meter: &mut Meter<'_>) -> Result<Vec<bool>, Stop> {
        let before = self.predecessors();
        let mut lost = vec![false; self.nodes.len()];
        self.attract(Role::Opponent, &before, &mut lost, |_| false, meter)?;
        loop {
            let mut reaching = vec![false; self.nodes.len()];
            let lost_before = lost.clone();
            let repeats = |at: usize| self.nodes[at].infinite_ok && !lost_before[at];
            self.attract(Role::Owner, &before, &mut reaching, repeats, meter)?;
            let mut news = false;
            for (lost, reaching) in lost.iter_mut().zip(&reaching) {
                news |= !*lost && !reaching;
                *lost |= !reaching;
            }
            if !news {
                return Ok(lost.iter().map(|lost| !lost).collect());
            }
            self.attract(Role::Opponent, &before, &mut lost, |_| false, meter)?;
        }
    }

    /// The predecessors of every position.
    fn predecessors(&self) -> Vec<Vec<u32>> {
        let mut before = vec![Vec::new(); self.nodes.len()];
        for (from, node) in (0..).zip(&self.nodes) {
            for &(_, to) in
                node.moves.iter().filter(|&&(_, to)| to != CLAIM_HOLDS && to != CLAIM_FAILS)
            {
                before[to as usize].push(from);
            }
        }
        before
    }

    /// Adds to `set` the attractor of a player: the positions from which the player can force play into the set, into
    /// `more`, or to an end that is good for the player.
    fn attract(
        &self,
        side: Role,
        before: &[Vec<u32>],
        set: &mut [bool],
        more: impl Fn(usize) -> bool,
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop> {
        let (end, mut open) =
            (if side == Role::Owner { CLAIM_HOLDS } else { CLAIM_FAILS }, Vec::new());
        let mut missing: Vec<usize> = self.nodes.iter().map(|node| node.moves.len()).collect();
        for (at, node) in self.nodes.iter().enumerate() {
            meter.check(0)?;
            let ends = node.moves.iter().filter(|&&(_, to)| to == end).count();
            missing[at] -= ends;
            let own = node.owned == (side == Role::Owner);
            if set[at] || more(at) || own && ends > 0 || missing[at] == 0 {
                set[at] = true;
                open.push(at);
            }
        }
        while let Some(at) = open.pop() {
            meter.check(0)?;
            for &from in &before[at] {
                let from = from as usize;
                missing[from] -= 1;
                let own = self.nodes[from].owned == (side == Role::Owner);
                if !set[from] && (own || missing[from] == 0) {
                    set[from] = true;
                    open.push(from);
                }
            }
        }
        Ok(())
    }
}
