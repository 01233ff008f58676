//! Which of all positions that can be reached keep a claim, where play can return: by going backwards from the ends of
//! play, without any search. It needs room for all of them, and is quick where there is.

use foregone_game::TableKeyed;

use super::ordered::{Collection, FAILED, OVER};
use crate::identity::Identity;
use crate::limits::{Meter, Stop};

/// Who is to get somewhere.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Owner,
    Opponent,
}

impl<G: TableKeyed, I: Identity<G>, const CYCLIC: bool> Collection<'_, G, I, CYCLIC> {
    /// Leaves the owner only moves to where the claim holds, and elsewhere none.
    pub(super) fn keep_what_holds(&mut self, meter: &mut Meter<'_>) -> Result<(), Stop> {
        let holds = self.holding(meter)?;
        for (node, &holding) in self.nodes.iter_mut().zip(&holds) {
            if node.owned || !holding {
                node.moves.retain(|&(_, to)| {
                    holding && (to == OVER || to != FAILED && holds[to as usize])
                });
            }
            node.lasting &= holding;
        }
        Ok(())
    }

    /// Whether the claim holds, for all positions whose moves are all known. Where going round for ever satisfies it is the
    /// same wherever play can go to and fro, so the owner needs to come to such positions again and again, or to an end.
    fn holding(&self, meter: &mut Meter<'_>) -> Result<Vec<bool>, Stop> {
        let before = self.before();
        let mut lost = vec![false; self.nodes.len()];
        self.attract(Side::Opponent, &before, &mut lost, |_| false, meter)?;
        loop {
            let mut reaching = vec![false; self.nodes.len()];
            let kept = lost.clone();
            let lasts = |at: usize| self.nodes[at].lasting && !kept[at];
            self.attract(Side::Owner, &before, &mut reaching, lasts, meter)?;
            let mut news = false;
            for (lost, reaching) in lost.iter_mut().zip(&reaching) {
                news |= !*lost && !reaching;
                *lost |= !reaching;
            }
            if !news {
                return Ok(lost.iter().map(|lost| !lost).collect());
            }
            self.attract(Side::Opponent, &before, &mut lost, |_| false, meter)?;
        }
    }

    /// The positions from which a move leads to each.
    fn before(&self) -> Vec<Vec<u32>> {
        let mut before = vec![Vec::new(); self.nodes.len()];
        for (from, node) in (0..).zip(&self.nodes) {
            for &(_, to) in node.moves.iter().filter(|&&(_, to)| to != OVER && to != FAILED) {
                before[to as usize].push(from);
            }
        }
        before
    }

    /// Adds the positions from which a side can force play into the set, into `more`, or to an end that is good for it.
    fn attract(
        &self,
        side: Side,
        before: &[Vec<u32>],
        set: &mut [bool],
        more: impl Fn(usize) -> bool,
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop> {
        let (end, mut open) = (if side == Side::Owner { OVER } else { FAILED }, Vec::new());
        let mut missing: Vec<usize> = self.nodes.iter().map(|node| node.moves.len()).collect();
        for (at, node) in self.nodes.iter().enumerate() {
            meter.attend(0)?;
            let ends = node.moves.iter().filter(|&&(_, to)| to == end).count();
            missing[at] -= ends;
            let own = node.owned == (side == Side::Owner);
            if set[at] || more(at) || own && ends > 0 || missing[at] == 0 {
                set[at] = true;
                open.push(at);
            }
        }
        while let Some(at) = open.pop() {
            meter.attend(0)?;
            for &from in &before[at] {
                let from = from as usize;
                missing[from] -= 1;
                let own = self.nodes[from].owned == (side == Side::Owner);
                if !set[from] && (own || missing[from] == 0) {
                    set[from] = true;
                    open.push(from);
                }
            }
        }
        Ok(())
    }
}
