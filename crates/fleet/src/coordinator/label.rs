//! The numbers of an inner node from those of its children, some of which may be locked.

use foregone_game::Player;
use foregone_solve::effort::{Effort, PlainTotal, ProofNumbers, Sum, Total, WeakTotal};

/// How the numbers of children are combined.
#[derive(Clone, Copy, Debug)]
pub struct Combine {
    /// How proof numbers add up.
    pub sum: Sum,
    /// Whether a minimum is taken over the children that are not locked.
    pub locking: bool,
}

impl Combine {
    /// The numbers for one question, and whether every open child is locked. In that case the node is locked as well,
    /// and takes the largest of their numbers, so that it is no more attractive than the leaves it waits for. A settled
    /// child is never locked, and a locked child never counts as settled, so that 0 and infinity stay permanent.
    pub fn combine<I>(self, player: Player, children: impl Fn() -> I) -> (ProofNumbers, bool)
    where
        I: Iterator<Item = (ProofNumbers, bool)>,
    {
        match self.sum {
            Sum::Plain => self.combine_with::<PlainTotal, I>(player, children),
            Sum::Weak => self.combine_with::<WeakTotal, I>(player, children),
        }
    }

    fn combine_with<T: Total, I>(
        self,
        player: Player,
        children: impl Fn() -> I,
    ) -> (ProofNumbers, bool)
    where
        I: Iterator<Item = (ProofNumbers, bool)>,
    {
        let (mut least, mut free, mut largest) = (Effort::INFINITE, Effort::INFINITE, Effort::DONE);
        let mut total = T::NONE;
        for (numbers, locked) in children() {
            let (own, other) = numbers.seen_by(player);
            total.add(other);
            if own.is_infinite() {
                continue;
            }
            least = least.min(own);
            largest = largest.max(own);
            if !locked {
                free = free.min(own);
            }
        }
        let parts = || children().map(|(numbers, _)| numbers.seen_by(player).1);
        let other = total.effort(parts);
        let open = !least.is_infinite() && !least.is_done();
        let locked = open && free.is_infinite();
        let own = match () {
            () if !open || !self.locking => least,
            () if locked => largest,
            () => free,
        };
        (ProofNumbers::of(player, own, other), locked)
    }
}

/// The bounds that a label proves, as ranks above the worst outcome in question.
pub fn span(label: &[ProofNumbers]) -> (u8, u8) {
    let proved = label.iter().take_while(|numbers| numbers.proof.is_done()).count();
    let open =
        label[proved..].iter().rev().skip_while(|numbers| numbers.disproof.is_done()).count();
    (proved as u8, (proved + open) as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOCKING: Combine = Combine { sum: Sum::Plain, locking: true };

    fn open(proof: u32, disproof: u32) -> ProofNumbers {
        ProofNumbers { proof: Effort::new(proof), disproof: Effort::new(disproof) }
    }

    fn at_max(children: &[(ProofNumbers, bool)]) -> (ProofNumbers, bool) {
        LOCKING.combine(Player::Max, || children.iter().copied())
    }

    #[test]
    fn what_is_locked_counts_in_sums_but_does_not_attract() {
        let children = [(open(2, 5), true), (open(7, 3), false), (open(9, 1), false)];
        assert_eq!(at_max(&children), (open(7, 9), false));
        let plain = Combine { locking: false, ..LOCKING };
        assert_eq!(plain.combine(Player::Max, || children.iter().copied()), (open(2, 9), false));
    }

    #[test]
    fn a_node_is_locked_when_all_that_is_open_below_it_is() {
        let lost = (ProofNumbers::settled(false), false);
        assert_eq!(at_max(&[(open(2, 5), true), lost]), (open(2, 5), true));
        assert_eq!(at_max(&[(open(2, 5), true), (open(4, 1), true)]), (open(4, 6), true));
    }

    #[test]
    fn answers_are_permanent_whatever_is_locked() {
        let (won, lost) =
            ((ProofNumbers::settled(true), false), (ProofNumbers::settled(false), false));
        assert_eq!(at_max(&[won, (open(2, 5), true)]), (ProofNumbers::settled(true), false));
        assert_eq!(at_max(&[lost, lost]), (ProofNumbers::settled(false), false));
        assert_eq!(
            LOCKING.combine(Player::Min, || [won, won].into_iter()).0,
            ProofNumbers::settled(true)
        );
        assert!(!at_max(&[lost, (open(3, 3), true)]).0.is_settled());
    }

    #[test]
    fn spans_are_what_is_proved_from_both_ends() {
        let (yes, no) = (ProofNumbers::settled(true), ProofNumbers::settled(false));
        assert_eq!(span(&[yes, ProofNumbers::FRESH, ProofNumbers::FRESH, no]), (1, 3));
        assert_eq!(span(&[yes, yes, no]), (2, 2));
        assert_eq!(span(&[ProofNumbers::FRESH]), (0, 1));
        assert_eq!((span(&[yes]), span(&[no])), ((1, 1), (0, 0)));
    }
}
