//! The stack of a df-pn search: the positions of the current line, each with its moves and their proof numbers. The
//! children of all positions are in one vector, those of the deepest position last.

use foregone_game::Player;

use crate::effort::{Effort, ProofNumbers, Sum};
use crate::options::LATER_MOVES;

/// An answer that assumes no position of the current line, so that it holds on every line.
pub const UNCONDITIONAL: u32 = u32::MAX;

/// A move from a position of the line with the numbers of the position it leads to, seen by the player who moves at the
/// parent.
#[derive(Clone, Copy, Debug)]
pub struct Child<M> {
    pub mv: M,
    pub table_key: u128,
    /// The effort for the player who moves at the parent to achieve their answer.
    pub own: Effort,
    /// The effort for the opponent to achieve the other answer.
    pub other: Effort,
    /// Bounds that hold on every line.
    pub low: u8,
    pub high: u8,
    /// If the numbers are an answer that assumes a position of the line: the depth of the shallowest one. Otherwise
    /// [`UNCONDITIONAL`].
    pub assumes: u32,
}

/// A position of the current line.
#[derive(Clone, Debug)]
pub struct StackNode<P, K> {
    pub position: P,
    pub key: K,
    pub table_key: u128,
    /// A hash of the line up to this position.
    pub path: u128,
    pub player: Player,
    /// The player who achieves their answer if play comes back to this position for ever.
    pub cycle_winner: Player,
    /// The index of its first child.
    pub first: usize,
    /// The index of the child that is being searched.
    pub current: usize,
    /// Whether all moves are among the children; a winning move makes the rest unnecessary.
    pub complete: bool,
    /// Whether moves that are not promising are still to be added to the children. Then `complete` is false.
    pub has_later: bool,
    /// The thresholds: the search leaves the position when a number reaches its threshold.
    pub thresholds: ProofNumbers,
    pub low: u8,
    pub high: u8,
    /// The number of positions entered up to this one.
    pub entered: u64,
    /// The shortest known distance from the root.
    pub distance: u16,
    /// Whether no child has been searched yet.
    pub fresh: bool,
    /// Whether thresholds are raised here and below so that the descent reaches a leaf (TCA, Kishimoto 2010).
    pub raise_thresholds: bool,
    /// Where the pending claims of positions below this one begin.
    pub mark: usize,
}

impl<M> Child<M> {
    /// Whether the question is answered for this child.
    #[inline]
    pub fn is_settled(&self) -> bool {
        self.own.is_done() || self.other.is_done()
    }
}

/// The numbers of a position computed from its children, and the child to search next.
#[derive(Clone, Copy, Debug)]
pub struct Summary {
    pub own: Effort,
    pub other: Effort,
    /// The index of the child to search next: the first with the least own effort.
    pub best: usize,
    /// The least own effort among the other children.
    pub second: Effort,
    /// What the other children contribute to `other`.
    pub rest: u64,
}

impl Summary {
    /// Combines the numbers of all children (Allis et al. 1994 §3.1; for the weak sum Ueda et al. 2008).
    /// `threads_below` gives the number of other threads below a child. Each of them adds virtual effort to the child,
    /// so that the threads spread (Kaneko 2010); the numbers of the parent do not include it.
    #[inline]
    pub fn new<M>(children: &[Child<M>], sum: Sum, threads_below: impl Fn(u128) -> u32) -> Summary {
        let (mut best, mut least, mut second) = (0, u64::MAX, u64::MAX);
        let (mut own, mut total, mut largest, mut open) = (Effort::INFINITE, 0u64, 0u64, 0u64);
        for (index, child) in children.iter().enumerate() {
            let number = child.own.rank();
            own = own.min(child.own);
            let virtual_number = with_virtual(number, threads_below(child.table_key));
            if virtual_number < least {
                (second, least, best) = (least, virtual_number, index);
            } else if virtual_number < second {
                second = virtual_number;
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

    /// Counts the moves that have not been added yet as one more child, which takes much effort to win and hardly any to refute.
    /// So a position with such moves is never lost.
    pub fn wait_for_later_moves(&mut self) {
        let later = Effort::new(LATER_MOVES);
        if self.own.is_done() {
            return;
        }
        self.second = self.second.min(later);
        self.rest += 1;
        if !self.other.is_infinite() {
            self.other = Effort::new((self.other.rank() + 1).min(Effort::LARGEST.rank()) as u32);
        }
        self.own = self.own.min(later);
    }

    /// The thresholds for the best child. For the own effort: just above the second best child, with a margin so that
    /// the search does not alternate between the two (1 + ε, Pawlewicz and Lew 2007; here in 256ths). For the other
    /// effort: what the other children leave of the parent's threshold.
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

/// An effort plus the virtual effort of other threads. However many threads there are, an open child stays below
/// infinity: a search that is led into a settled child returns at once without progress, as long as the other threads
/// stay where they are.
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
