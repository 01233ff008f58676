//! Checks on a loaded tree or DAG: the moves are replayed by the rules, the labels are computed again, and every slot
//! of memory belongs to exactly one node or free list. A store that passes can be searched without a panic. Whether a
//! settled leaf is labelled truthfully, only a certificate can show.

use foregone_game::Game;

use crate::persist::LoadError;
use crate::rule::Rule;

/// Compares nodes with the rules of the game.
pub(crate) struct Replay<'a, G: Game, R> {
    game: &'a G,
    rule: &'a R,
    moves: Vec<G::Move>,
}

impl<'a, G: Game, R: Rule> Replay<'a, G, R> {
    /// A replay by the rules of `game` and `rule`.
    pub(crate) fn new(game: &'a G, rule: &'a R) -> Self {
        Replay { game, rule, moves: Vec::new() }
    }

    /// Checks a leaf: a terminal position must have the label of its outcome, any other position a possible label.
    pub(crate) fn leaf(&self, position: &G::Position, label: &R::Label) -> Result<(), LoadError> {
        let fits = match self.game.outcome(position) {
            Some(outcome) => *label == self.rule.over(outcome),
            None => self.rule.is_possible(label),
        };
        if fits { Ok(()) } else { Err(LoadError::new("has a leaf with impossible efforts")) }
    }

    /// Checks an inner node: its children must be all legal moves in move order, and their labels must combine to its
    /// own.
    pub(crate) fn inner<'l>(
        &mut self,
        position: &G::Position,
        label: &'l R::Label,
        moves: impl ExactSizeIterator<Item = G::Move>,
        labels: impl Iterator<Item = &'l R::Label> + Clone,
    ) -> Result<(), LoadError> {
        if self.game.outcome(position).is_some() {
            return Err(LoadError::new("goes on where the game is over"));
        }
        self.moves.clear();
        self.game.moves(position, &mut self.moves);
        self.game.order_moves(position, &mut self.moves);
        if moves.len() != self.moves.len() || moves.zip(&self.moves).any(|(mv, &legal)| mv != legal)
        {
            return Err(LoadError::new("has moves that are not those of the rules"));
        }
        if *label != self.rule.join(self.game.player(position), || labels.clone()) {
            return Err(LoadError::new("has efforts that do not add up"));
        }
        Ok(())
    }
}

/// Tracks which slots of an array are in use: each slot may have one owner only.
pub(crate) struct ClaimedSlots {
    bits: Vec<u64>,
    places: usize,
    claimed: usize,
}

impl ClaimedSlots {
    /// No slot of `places` is claimed.
    pub(crate) fn none(places: usize) -> ClaimedSlots {
        ClaimedSlots { bits: vec![0; places.div_ceil(64)], places, claimed: 0 }
    }

    /// An error unless the slot exists or directly follows the last one. A leaf keeps such an index although it has no
    /// children.
    pub(crate) fn reaches(&self, place: u32) -> Result<(), LoadError> {
        if place as usize <= self.places {
            return Ok(());
        }
        Err(LoadError::new(format!("refers to place {place} of {}", self.places)))
    }

    /// Claims `count` slots from `first` on; an error if they do not exist or one is claimed already.
    pub(crate) fn claim(&mut self, first: u32, count: usize) -> Result<(), LoadError> {
        let first = first as usize;
        if first + count > self.places {
            return Err(LoadError::new(format!(
                "refers to place {} of {}",
                first + count,
                self.places
            )));
        }
        for place in first..first + count {
            let (word, bit) = (&mut self.bits[place / 64], 1 << (place % 64));
            if *word & bit != 0 {
                return Err(LoadError::new(format!("uses place {place} twice")));
            }
            *word |= bit;
        }
        self.claimed += count;
        Ok(())
    }

    /// Whether an existing slot is claimed.
    pub(crate) fn has(&self, place: u32) -> bool {
        self.bits[place as usize / 64] >> (place % 64) & 1 != 0
    }

    /// How many slots are claimed.
    pub(crate) fn count(&self) -> usize {
        self.claimed
    }

    /// An error unless all slots are claimed.
    pub(crate) fn all(&self) -> Result<(), LoadError> {
        if self.claimed == self.places {
            return Ok(());
        }
        let lost = self.places - self.claimed;
        Err(LoadError::new(format!("has {lost} places that belong to nothing")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_place_belongs_to_two() {
        let mut claimed = ClaimedSlots::none(100);
        claimed.claim(60, 10).expect("free places");
        assert!(claimed.claim(69, 1).is_err() && claimed.claim(99, 2).is_err());
        assert!(claimed.has(60) && !claimed.has(70) && claimed.all().is_err());
        claimed.claim(0, 60).and_then(|()| claimed.claim(70, 30)).expect("free places");
        assert_eq!((claimed.all(), claimed.count()), (Ok(()), 100));
    }
}
