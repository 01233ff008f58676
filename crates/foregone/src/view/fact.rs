//! What is known about one position, and how knowledge passes between a position and those after its moves.

use foregone_game::{Outcome, Player};

use super::{Plies, Source, wants_much};

/// What is known about a position.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Fact {
    /// At least, at most.
    pub(super) low: Outcome,
    pub(super) high: Outcome,
    /// Where the bounds come from, if there are any.
    pub(super) source: Option<Source>,
    /// Nodes that searches of the position have created.
    pub(super) nodes: u64,
    /// Best play, as far as a search has told it.
    pub(super) line: Vec<String>,
    /// How long play lasts.
    pub(super) plies: Option<Plies>,
}

impl Fact {
    /// Nothing but the bounds of the scale.
    pub(super) fn nothing((low, high): (Outcome, Outcome)) -> Fact {
        Fact { low, high, source: None, nodes: 0, line: Vec::new(), plies: None }
    }

    /// Whether the value is known.
    pub(super) fn is_exact(&self) -> bool {
        self.low == self.high
    }

    /// Takes bounds in; where they say more than was known, they name the source.
    pub(super) fn learn(&mut self, (low, high): (Outcome, Outcome), source: Option<Source>) {
        // Facts from different sources are all proved, so that they cannot contradict each other.
        debug_assert!(low <= self.high && high >= self.low, "{low:?}..{high:?} against {self:?}");
        if low > self.low || high < self.high {
            (self.low, self.high) = (self.low.max(low), self.high.min(high));
            self.source = source;
        }
    }

    /// Takes in what the positions after the moves say about the position itself.
    pub(super) fn learn_from_moves(&mut self, moves: &[Fact], player: Player) {
        let lows = moves.iter().map(|fact| fact.low);
        let highs = moves.iter().map(|fact| fact.high);
        let best = match wants_much(player) {
            true => lows.max().zip(highs.max()),
            false => lows.min().zip(highs.min()),
        };
        let Some(bounds) = best else { return };
        // The bounds rest on the least direct of the sources.
        let source = moves.iter().filter_map(|fact| fact.source).min();
        self.learn(bounds, source);
    }

    /// Takes in what the position before a move of that player says: no move does better than the position.
    pub(super) fn learn_from_before(&mut self, before: &Fact, player: Player) {
        let bounds = match wants_much(player) {
            true => (self.low, before.high),
            false => (before.low, self.high),
        };
        self.learn(bounds, before.source);
    }

    /// Takes in what was proved about the position before a move of that player that keeps it.
    pub(super) fn learn_kept(
        &mut self,
        proved: (Outcome, Outcome),
        player: Player,
        source: Source,
    ) {
        let bounds = match wants_much(player) {
            true => (proved.0, self.high),
            false => (self.low, proved.1),
        };
        self.learn(bounds, Some(source));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fact(low: u8, high: u8) -> Fact {
        Fact::nothing((Outcome(low), Outcome(high)))
    }

    #[test]
    fn a_position_is_worth_what_its_best_move_is_worth() {
        let mut before = fact(0, 4);
        before.learn_from_moves(&[fact(1, 2), fact(0, 3)], Player::Max);
        assert_eq!((before.low, before.high), (Outcome(1), Outcome(3)));
        let mut before = fact(0, 4);
        before.learn_from_moves(&[fact(1, 2), fact(0, 3)], Player::Min);
        assert_eq!((before.low, before.high), (Outcome(0), Outcome(2)));
        let mut over = fact(2, 2);
        over.learn_from_moves(&[], Player::Max);
        assert!(over.is_exact());
    }

    #[test]
    fn no_move_is_better_than_the_position() {
        let before = fact(1, 2);
        let after = |player| {
            let mut after = fact(0, 4);
            after.learn_from_before(&before, player);
            (after.low.0, after.high.0)
        };
        assert_eq!((after(Player::Max), after(Player::Min)), ((0, 2), (1, 4)));
    }

    #[test]
    fn a_move_that_keeps_what_is_proved_is_worth_as_much_to_its_player() {
        let kept = |player| {
            let mut after = fact(0, 4);
            after.learn_kept((Outcome(1), Outcome(2)), player, Source::Proof);
            (after.low.0, after.high.0)
        };
        assert_eq!((kept(Player::Max), kept(Player::Min)), ((1, 4), (0, 2)));
    }
}
