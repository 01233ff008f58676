//! Small proofs: at the owner's positions, the move with the smallest proof among those known to keep the claim.
//!
//! Two things make a proof small. First, more moves are known: the claim is searched a second time by df-pn on a table of its
//! own, because proof numbers lead to proofs with few leaves (Allis et al. 1994 §3), whereas alpha-beta stops at the first move
//! that is good enough, and usually knows no other. Second, the sizes of proofs are added up over what both tables know: the
//! smallest of the owner's moves, and the sum of the opponent's. Sums count positions that are shared several times, so
//! positions that have a record already count nothing where the walk is.

use core::hash::BuildHasher;

use foldhash::fast::FixedState;
use foregone_game::TableKeyed;
use hashbrown::{HashMap, HashSet};

use super::extract::TableGuide;
use crate::certify::MoveSource;
use crate::class::StaticClass;
use crate::limits::{LONG_STEP, Meter, Stop};

/// Plies after which a size is no longer added up: it limits the recursion, and no game on a board is that long.
const DEPTH: u32 = 400;
/// Plies for which the walk looks ahead for positions that have a record already.
const AHEAD: u32 = 2;
/// Bytes of a size that is remembered and of a position that has a record. A hash table grows by doubling.
const ENTRY_BYTES: u64 = 2 * (size_of::<(u64, u32)>() + size_of::<u64>() + 2) as u64;

/// A guide to a small proof.
pub(super) struct SmallGuide<'a, G: TableKeyed, C: StaticClass<G>> {
    guide: TableGuide<'a, G, C>,
    /// The sizes of proofs, by the hash of the table key. They are estimates, so it does no harm if two hashes are equal.
    sizes: HashMap<u64, u32, FixedState>,
    /// The owner's positions that have a record.
    recorded: HashSet<u64, FixedState>,
    /// The most entries of each of the two.
    entries_max: usize,
}

impl<'a, G: TableKeyed, C: StaticClass<G>> SmallGuide<'a, G, C> {
    /// A guide that takes moves from another one. It remembers positions in that many bytes.
    pub(super) fn new(guide: TableGuide<'a, G, C>, bytes: u64) -> Self {
        SmallGuide {
            guide,
            sizes: HashMap::with_hasher(FixedState::default()),
            recorded: HashSet::with_hasher(FixedState::default()),
            entries_max: (bytes / ENTRY_BYTES) as usize,
        }
    }

    /// The owner's move with the smallest proof; the one with the least work among those of equal size.
    fn smallest(&mut self, position: &G::Position, meter: &mut Meter<'_>) -> Result<G::Move, Stop> {
        let mut best = None;
        for mv in self.guide.keeping(position) {
            let mut child = position.clone();
            self.guide.game.play(&mut child, mv);
            let size = self.remaining(&child, AHEAD, meter)?;
            if best.is_none_or(|(least, _)| size < least) {
                best = Some((size, mv));
            }
        }
        // Positions without exact keys get a record wherever they occur.
        if C::EXACT && self.recorded.len() < self.entries_max {
            self.recorded.insert(self.hash(position));
        }
        match best {
            Some((_, mv)) => Ok(mv),
            None => self.guide.keep(position, meter),
        }
    }

    /// The records that a position still needs, where positions that have one count nothing for some plies.
    fn remaining(
        &mut self,
        position: &G::Position,
        ahead: u32,
        meter: &mut Meter<'_>,
    ) -> Result<u64, Stop> {
        if ahead == 0 || self.needs_nothing(position) {
            return self.size(position, 0, meter);
        }
        if self.recorded.contains(&self.hash(position)) {
            return Ok(0);
        }
        self.combine(position, meter, |this, child, meter| this.remaining(child, ahead - 1, meter))
    }

    /// The records of a proof from a position where the claim holds, with shared positions counted wherever they occur.
    fn size(
        &mut self,
        position: &G::Position,
        depth: u32,
        meter: &mut Meter<'_>,
    ) -> Result<u64, Stop> {
        if self.needs_nothing(position) {
            return Ok(0);
        }
        let hash = self.hash(position);
        if let Some(&size) = self.sizes.get(&hash) {
            return Ok(size.into());
        }
        if depth >= DEPTH || self.sizes.len() >= self.entries_max {
            return Ok(self.guide.known(position).unwrap_or(u64::from(u32::MAX)));
        }
        let size =
            self.combine(position, meter, |this, child, meter| this.size(child, depth + 1, meter))?;
        self.sizes.insert(hash, u32::try_from(size).unwrap_or(u32::MAX));
        Ok(size)
    }

    fn hash(&self, position: &G::Position) -> u64 {
        FixedState::default().hash_one(self.guide.game.table_key(position))
    }

    /// Whether the game is over at a position, or the checker sees that the claim holds.
    fn needs_nothing(&self, position: &G::Position) -> bool {
        self.guide.game.outcome(position).is_some()
            || self.guide.claim.is_evident(self.guide.game, position)
    }

    /// The size at a position from those of its successors. Where they are not known, the work of the search counts instead.
    fn combine(
        &mut self,
        position: &G::Position,
        meter: &mut Meter<'_>,
        size: impl Fn(&mut Self, &G::Position, &mut Meter<'_>) -> Result<u64, Stop>,
    ) -> Result<u64, Stop> {
        meter.check(LONG_STEP)?;
        let game = self.guide.game;
        let is_owner = game.player(position) == self.guide.claim.owner();
        let mut moves = Vec::new();
        game.moves(position, &mut moves);
        let (mut child, mut least, mut sum) = (position.clone(), None, 0_u64);
        for mv in moves {
            child.clone_from(position);
            game.play(&mut child, mv);
            match (self.guide.known(&child), is_owner) {
                (None, true) => {}
                // Some search has refuted the position as a whole, and the table has forgotten this move.
                (None, false) => sum = sum.saturating_add(1),
                (Some(_), true) => {
                    let one = size(self, &child, meter)?;
                    least = Some(least.map_or(one, |least: u64| least.min(one)));
                }
                (Some(_), false) => sum = sum.saturating_add(size(self, &child, meter)?),
            }
        }
        let work = self.guide.known(position);
        Ok(match is_owner {
            true => least.or(work).unwrap_or(0).saturating_add(1),
            false => sum,
        })
    }
}

impl<G: TableKeyed, C: StaticClass<G>> MoveSource<G> for SmallGuide<'_, G, C> {
    fn next_move(
        &mut self,
        position: &G::Position,
        meter: &mut Meter<'_>,
    ) -> Result<G::Move, Stop> {
        self.smallest(position, meter)
    }

    fn work_behind(&self, position: &G::Position) -> Option<u64> {
        Some(self.guide.known(position).unwrap_or(u64::MAX))
    }
}
