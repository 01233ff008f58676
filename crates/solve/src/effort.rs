//! Proof and disproof numbers: how many leaves a proof still seems to need (Allis et al. 1994 §3.1; Saffidine and
//! Cazenave 2012 §2).

use foregone_game::Player;

use crate::persist::FixedBytes;

/// An estimated number of leaves that a proof still has to settle. `DONE` marks a statement that is proved, `INFINITE`
/// one that can no longer be proved. Sums saturate just below `INFINITE`, so that a large effort is never mistaken for
/// a refutation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Effort(u32);

impl Effort {
    /// The statement is proved.
    pub const DONE: Effort = Effort(0);
    /// The effort of one open leaf.
    pub const UNIT: Effort = Effort(1);
    /// The statement cannot be proved.
    pub const INFINITE: Effort = Effort(u32::MAX);
    /// The largest finite effort.
    pub const LARGEST: Effort = Effort(u32::MAX - 1);

    /// A finite effort; a larger number becomes [`Effort::LARGEST`].
    #[inline]
    pub const fn new(leaves: u32) -> Effort {
        if leaves < Effort::LARGEST.0 { Effort(leaves) } else { Effort::LARGEST }
    }

    /// Whether the statement has been proved.
    #[inline]
    pub fn is_done(self) -> bool {
        self == Effort::DONE
    }

    /// Whether the statement cannot be proved any more.
    #[inline]
    pub fn is_infinite(self) -> bool {
        self == Effort::INFINITE
    }

    /// The number of leaves, or `None` if the effort is infinite.
    pub fn finite(self) -> Option<u32> {
        (!self.is_infinite()).then_some(self.0)
    }

    /// This sum after the summand `part` has become `new`. `None` if the sum is saturated before or after, because then
    /// the difference is not exact.
    #[inline]
    pub fn exchanged(self, part: Effort, new: Effort) -> Option<Effort> {
        let sum = self.rank().wrapping_sub(part.rank()).wrapping_add(new.rank());
        (self < Effort::LARGEST && sum < Effort::LARGEST.rank()).then_some(Effort(sum as u32))
    }

    /// The effort plus one; an infinite effort stays infinite.
    #[inline]
    pub fn next(self) -> Effort {
        Effort(self.0.saturating_add(1))
    }

    /// The effort with that [`rank`](Effort::rank).
    #[inline]
    pub const fn from_rank(rank: u32) -> Effort {
        Effort(rank)
    }

    /// The effort as an integer with the same order; infinity is the largest `u32`.
    #[inline]
    pub fn rank(self) -> u64 {
        u64::from(self.0)
    }
}

impl FixedBytes for Effort {
    const BYTES: usize = u32::BYTES;

    #[inline]
    fn write(self, bytes: &mut [u8]) {
        self.0.write(bytes);
    }

    #[inline]
    fn read(bytes: &[u8]) -> Effort {
        Effort(u32::read(bytes))
    }
}

/// How the efforts of several statements that must all be proved are combined.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Sum {
    /// The plain sum (Allis et al. 1994 §3.1). It is right for trees; in a DAG it counts shared subgraphs several
    /// times.
    #[default]
    Plain,
    /// The largest effort plus one for each other open statement (weak proof-number search, Ueda et al. 2008). It does
    /// not count shared subgraphs of a DAG several times.
    Weak,
}

/// Combines the efforts of statements that must all be proved.
pub trait Total: Copy {
    /// The total of no statements.
    const NONE: Self;
    /// Adds the effort of one statement.
    fn add(&mut self, effort: Effort);
    /// The effort of all statements together. `parts` lists the efforts once more for the rare total that has
    /// saturated.
    fn effort<I: Iterator<Item = Effort>>(self, parts: impl FnOnce() -> I) -> Effort;
}

/// The total of [`Sum::Plain`]. A saturated total is infinite only if one of the parts is, so the parts are read again.
#[derive(Clone, Copy)]
pub struct PlainTotal(u32);

impl Total for PlainTotal {
    const NONE: PlainTotal = PlainTotal(0);

    #[inline]
    fn add(&mut self, effort: Effort) {
        self.0 = self.0.saturating_add(effort.0);
    }

    #[inline]
    fn effort<I: Iterator<Item = Effort>>(self, parts: impl FnOnce() -> I) -> Effort {
        if Effort(self.0).is_infinite() { largest(parts()) } else { Effort(self.0) }
    }
}

/// The effort of parts whose sum does not fit.
#[cold]
fn largest(mut parts: impl Iterator<Item = Effort>) -> Effort {
    if parts.any(Effort::is_infinite) { Effort::INFINITE } else { Effort::LARGEST }
}

/// The total of [`Sum::Weak`].
#[derive(Clone, Copy)]
pub struct WeakTotal {
    largest: Effort,
    open: u32,
}

impl Total for WeakTotal {
    const NONE: WeakTotal = WeakTotal { largest: Effort::DONE, open: 0 };

    #[inline]
    fn add(&mut self, effort: Effort) {
        self.largest = self.largest.max(effort);
        self.open += u32::from(!effort.is_done());
    }

    #[inline]
    fn effort<I: Iterator<Item = Effort>>(self, _parts: impl FnOnce() -> I) -> Effort {
        if self.largest.is_infinite() || self.largest.is_done() {
            return self.largest;
        }
        Effort::new(self.largest.0.saturating_add(self.open - 1))
    }
}

/// Proof number and disproof number of one two-valued question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProofNumbers {
    /// The effort to prove that the answer is yes.
    pub proof: Effort,
    /// The effort to prove that the answer is no.
    pub disproof: Effort,
}

impl ProofNumbers {
    /// The numbers of a leaf about which nothing is known.
    pub const FRESH: ProofNumbers = ProofNumbers { proof: Effort::UNIT, disproof: Effort::UNIT };

    /// The numbers of a deleted node: both infinite (Allis et al. 1994 §4.1). They are not an answer; they say that
    /// this node will prove nothing.
    pub const UNKNOWN: ProofNumbers =
        ProofNumbers { proof: Effort::INFINITE, disproof: Effort::INFINITE };

    /// The numbers of an answered question.
    #[inline]
    pub fn settled(holds: bool) -> ProofNumbers {
        if holds {
            ProofNumbers { proof: Effort::DONE, disproof: Effort::INFINITE }
        } else {
            ProofNumbers { proof: Effort::INFINITE, disproof: Effort::DONE }
        }
    }

    /// The numbers from the point of view of a player: `own` is the effort to get the answer that the player wants.
    #[inline]
    pub fn of(player: Player, own: Effort, other: Effort) -> ProofNumbers {
        match player {
            Player::Max => ProofNumbers { proof: own, disproof: other },
            Player::Min => ProofNumbers { proof: other, disproof: own },
        }
    }

    /// Both numbers from the point of view of a player, the player's own first.
    #[inline]
    pub fn seen_by(self, player: Player) -> (Effort, Effort) {
        match player {
            Player::Max => (self.proof, self.disproof),
            Player::Min => (self.disproof, self.proof),
        }
    }

    /// Whether the question has been answered.
    #[inline]
    pub fn is_settled(self) -> bool {
        self.proof.is_done() || self.disproof.is_done()
    }

    /// Whether the question is open and may still be answered.
    #[inline]
    pub fn is_open(self) -> bool {
        !self.is_settled() && self != ProofNumbers::UNKNOWN
    }

    /// Whether a node can have these numbers: if one number is 0, the other must be infinite. In particular both are
    /// never 0.
    #[inline]
    pub fn is_possible(self) -> bool {
        let excludes = |one: Effort, other: Effort| !one.is_done() || other.is_infinite();
        excludes(self.proof, self.disproof) && excludes(self.disproof, self.proof)
    }

    /// The numbers of the question when its node is deleted: an answer stays, an open question becomes unknown.
    #[inline]
    pub fn given_up(self) -> ProofNumbers {
        if self.is_settled() { self } else { ProofNumbers::UNKNOWN }
    }

    /// The answer, if there is one.
    #[inline]
    pub fn answer(self) -> Option<bool> {
        if self.proof.is_done() {
            Some(true)
        } else if self.disproof.is_done() {
            Some(false)
        } else {
            None
        }
    }
}

impl FixedBytes for ProofNumbers {
    const BYTES: usize = 2 * Effort::BYTES;

    #[inline]
    fn write(self, bytes: &mut [u8]) {
        [self.proof, self.disproof].write(bytes);
    }

    #[inline]
    fn read(bytes: &[u8]) -> ProofNumbers {
        let [proof, disproof] = FixedBytes::read(bytes);
        ProofNumbers { proof, disproof }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sum<T: Total>(efforts: &[Effort]) -> Effort {
        let mut total = T::NONE;
        efforts.iter().for_each(|&effort| total.add(effort));
        total.effort(|| efforts.iter().copied())
    }

    #[test]
    fn a_large_sum_is_never_infinite() {
        let many = vec![Effort::LARGEST; 65_535];
        assert_eq!(sum::<PlainTotal>(&many), Effort::LARGEST);
        assert_eq!(sum::<WeakTotal>(&many), Effort::LARGEST);
    }

    #[test]
    fn one_impossible_part_makes_the_whole_impossible() {
        let mut parts = vec![Effort::LARGEST; 65_534];
        parts.push(Effort::INFINITE);
        assert_eq!(sum::<PlainTotal>(&parts), Effort::INFINITE);
        assert_eq!(sum::<WeakTotal>(&parts), Effort::INFINITE);
        assert_eq!(sum::<PlainTotal>(&vec![Effort::INFINITE; 65_535]), Effort::INFINITE);
    }

    #[test]
    fn done_parts_cost_nothing() {
        let parts = [Effort::DONE, Effort::new(3), Effort::DONE, Effort::new(2)];
        assert_eq!(sum::<PlainTotal>(&parts), Effort::new(5));
        assert_eq!(sum::<WeakTotal>(&parts), Effort::new(4)); // 3 + one other open part
        assert_eq!(sum::<PlainTotal>(&[Effort::DONE; 3]), Effort::DONE);
        assert_eq!(sum::<WeakTotal>(&[Effort::DONE; 3]), Effort::DONE);
    }

    #[test]
    fn unknown_is_no_answer() {
        assert_eq!(ProofNumbers::UNKNOWN.answer(), None);
        assert!(!ProofNumbers::UNKNOWN.is_settled() && !ProofNumbers::UNKNOWN.is_open());
        assert_eq!(ProofNumbers::settled(false).answer(), Some(false));
    }
}
