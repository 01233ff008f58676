//! What the depth-first search keeps of the line it is on: the positions, and for each the moves from it with the efforts
//! behind them. All children of the line lie in one vector, those of the deepest position last.

use foregone_game::Player;

use crate::effort::{Effort, ProofNumbers, Sum};

/// Not conditional on any position of the line.
pub const UNCONDITIONAL: u32 = u32::MAX;

/// A move from a position of the line, and what is known about where it leads. Numbers are those of the parent's
/// player first.
#[derive(Clone, Copy, Debug)]
pub struct Child<M> {
    pub mv: M,
    pub table_key: u128,
    /// The effort for the player who moves at the parent to get what they want.
    pub own: Effort,
    /// The effort for the opponent.
    pub other: Effort,
    /// Established bounds, whatever the line.
    pub low: u8,
    pub high: u8,
    /// If the numbers are an answer that holds only as long as positions of the line are taken for granted: the
    /// depth of the highest of them. [`UNCONDITIONAL`] otherwise.
    pub assumes: u32,
}

/// A position of the line.
#[derive(Clone, Debug)]
pub struct StackNode<P, K> {
    pub position: P,
    pub key: K,
    pub table_key: u128,
    /// The line up to here, hashed.
    pub path: u128,
    pub player: Player,
    /// Who gets what they want if play comes back here for ever.
    pub cycle_winner: Player,
    /// Where its children begin.
    pub first: usize,
    /// The child that is being searched.
    pub current: usize,
    /// Whether all moves were looked at; a winning one ends the looking.
    pub complete: bool,
    /// To be left when a number reaches these.
    pub thresholds: ProofNumbers,
    pub low: u8,
    pub high: u8,
    /// Positions entered before this one.
    pub entered: u64,
    /// The shortest known way from the root.
    pub distance: u16,
    /// Whether no child has been searched yet.
    pub fresh: bool,
    /// Whether the child_thresholds here and below have to let a descent through (Kishimoto's threshold controlling algorithm).
    pub raise_thresholds: bool,
    /// Where the claims made below it begin.
    pub mark: usize,
}

impl<M> Child<M> {
    /// Whether the question is answered here.
    #[inline]
    pub fn is_settled(&self) -> bool {
        self.own.is_done() || self.other.is_done()
    }
}

/// The numbers of a position from those of its children, and where to go on.
#[derive(Clone, Copy, Debug)]
pub struct Summary {
    pub own: Effort,
    pub other: Effort,
    /// The child to search next: the first with the least own effort.
    pub best: usize,
    /// The least own effort among the others.
    pub second: Effort,
    /// What the other children contribute to `other`.
    pub rest: u64,
}

impl Summary {
    /// Looks at all children (001 section 3.1, or Ueda et al. 2008 for the weak sum). `shared` is how many other threads
    /// are busy below a child: each makes it look harder, so that threads spread (Kaneko 2010), but not to the parent.
    #[inline]
    pub fn new<M>(children: &[Child<M>], sum: Sum, shared: impl Fn(u128) -> u32) -> Summary {
        let (mut best, mut least, mut second) = (0, u64::MAX, u64::MAX);
        let (mut own, mut total, mut largest, mut open) = (Effort::INFINITE, 0u64, 0u64, 0u64);
        for (index, child) in children.iter().enumerate() {
            let number = child.own.rank();
            own = own.min(child.own);
            let with_virtual = with_virtual(number, shared(child.table_key));
            if with_virtual < least {
                (second, least, best) = (least, with_virtual, index);
            } else if with_virtual < second {
                second = with_virtual;
            }
            total += child.other.rank();
            largest = largest.max(child.other.rank());
            open += u64::from(!child.other.is_done());
        }
        let infinite = largest == Effort::INFINITE.rank();
        let mine = children.get(best).map_or(0, |child| child.other.rank());
        let (total, rest) = match sum {
            Sum::Plain => (total, total - mine),
            Sum::Weak => (largest + open.saturating_sub(1), open.saturating_sub(1)),
        };
        let other = match () {
            () if infinite => Effort::INFINITE,
            () => Effort::new(total.min(Effort::LARGEST.rank()) as u32),
        };
        let second = Effort::from_rank(second.min(Effort::INFINITE.rank()) as u32);
        Summary { own, other, best, second, rest }
    }

    /// The child_thresholds for the search of the best child: on to the next best one, with a little more so that the search does
    /// not go back and forth (Pawlewicz and Lew 2007: 1 + epsilon, here in 256ths), and what is left of the sum.
    #[inline]
    pub fn child_thresholds(
        &self,
        own: Effort,
        other: Effort,
        mine: (Effort, Effort),
        epsilon: u32,
    ) -> (Effort, Effort) {
        let second = self.second.rank();
        let more = (second * u64::from(epsilon)).div_ceil(256).max(1);
        let own = own.rank().min(second + more).max(mine.0.rank() + 1);
        let other = other.rank().saturating_sub(self.rest).max(mine.1.rank() + 1);
        let effort = |rank: u64| Effort::from_rank(rank.min(Effort::INFINITE.rank()) as u32);
        (effort(own), effort(other))
    }
}

/// A number with what busy threads add to it. However many there are, an open child stays better than one that cannot be
/// proved: a search that is led into a settled child comes back at once with nothing learned, for as long as the others stay.
#[inline]
fn with_virtual(number: u64, threads: u32) -> u64 {
    if threads == 0 || number == 0 || number == Effort::INFINITE.rank() {
        return number;
    }
    let more = u64::from(threads) * (1 + number / 4);
    (number + more).min(Effort::LARGEST.rank())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn child(own: Effort, other: Effort) -> Child<u8> {
        Child { mv: 0, table_key: 7, own, other, low: 0, high: 1, assumes: UNCONDITIONAL }
    }

    #[test]
    fn threads_never_make_an_open_child_look_worse_than_a_settled_one() {
        let lost = child(Effort::INFINITE, Effort::DONE);
        for number in [1, 5, 1 << 31, Effort::LARGEST.rank() as u32] {
            let children = [lost, child(Effort::new(number), Effort::UNIT), lost];
            for threads in [0, 1, 7, 1000] {
                let summary = Summary::new(&children, Sum::Plain, |_| threads);
                assert_eq!(summary.best, 1, "{number} and {threads} threads");
                assert_eq!(summary.own, Effort::new(number));
            }
        }
    }
}
