//! Proof numbers at chance nodes.

use super::known::{Known, MOST, Numbers};
use super::{ProofSearch, Summary};
use crate::game::AcyclicChance;
use crate::number::Arithmetic;

/// An outcome that may be asked next.
#[derive(Clone, Copy)]
struct Candidate {
    index: usize,
    numbers: Numbers,
    /// Its share of what is not known.
    weight: u64,
}

impl Candidate {
    fn effort(self) -> u64 {
        self.numbers.proof + self.numbers.disproof
    }

    /// Whether an answer brings more for its effort.
    fn is_better(self, other: Candidate) -> bool {
        let gain = |a: Candidate, b: Candidate| u128::from(a.weight) * u128::from(b.effort());
        gain(self, other) > gain(other, self)
    }

    /// How hard it may become before the other one brings more, and twice that, so that positions are not entered anew
    /// again and again.
    fn room(self, other: Option<Candidate>) -> u64 {
        let Some(other) = other else { return 2 * MOST };
        let even = u128::from(self.weight) * u128::from(other.effort()) / u128::from(other.weight);
        u64::try_from(even).unwrap_or(MOST).min(MOST) * 2 + 1
    }
}

/// Sums of weight times bound, and of weight times threshold.
struct Sums<N> {
    low: N,
    high: N,
    wanted: N,
}

impl<G: AcyclicChance, A: Arithmetic> ProofSearch<'_, G, A> {
    /// A chance node: every outcome has its share of the question; the one with the most to gain per effort is next.
    ///
    /// A number is the sum of those of the outcomes, or that of a single outcome whose answer is enough by itself.
    pub(super) fn weigh(
        &self,
        known: &[Known<A::Number>],
        weights: &[u64],
        threshold: &A::Number,
        limits: Numbers,
    ) -> Summary<A::Number> {
        let total: u64 = weights.iter().sum();
        let sums = self.sums(known, weights, threshold, total);
        let (low, high) =
            (self.arithmetic.mean(&sums.low, total), self.arithmetic.mean(&sums.high, total));
        let mut summary = Summary {
            low,
            high,
            numbers: Numbers { proof: 0, disproof: 0 },
            child: 0,
            question: threshold.clone(),
            limits,
        };
        if sums.low >= sums.wanted || sums.high < sums.wanted {
            return summary;
        }
        let way = self.arithmetic.way(&sums.low, &sums.wanted, &sums.high);
        let mut sum = Numbers { proof: 0, disproof: 0 };
        let mut alone = Numbers { proof: MOST, disproof: MOST };
        let (mut best, mut second): (Option<Candidate>, Option<Candidate>) = (None, None);
        for (index, (known, &weight)) in known.iter().zip(weights).enumerate() {
            if known.low >= known.high {
                continue;
            }
            let question = self.arithmetic.portion(&known.low, &known.high, way);
            let numbers = known.numbers(self.arithmetic, &question);
            sum.proof = (sum.proof + numbers.proof).min(MOST);
            sum.disproof = (sum.disproof + numbers.disproof).min(MOST);
            if self.moved(&sums.low, &known.low, &question, weight) >= sums.wanted {
                alone.proof = alone.proof.min(numbers.proof);
            }
            if self.moved(&sums.high, &known.high, &question, weight) <= sums.wanted {
                alone.disproof = alone.disproof.min(numbers.disproof);
            }
            let certain = self.moved(&sums.low, &known.low, &known.high, weight);
            let weight = u64::from(self.arithmetic.way(&sums.low, &certain, &sums.high));
            let candidate = Candidate { index, numbers, weight };
            if best.is_none_or(|best| candidate.is_better(best)) {
                second = best.replace(candidate);
                summary.question = question;
            } else if second.is_none_or(|second| candidate.is_better(second)) {
                second = Some(candidate);
            }
        }
        summary.numbers = Numbers {
            proof: sum.proof.min(alone.proof),
            disproof: sum.disproof.min(alone.disproof),
        };
        let best = best.expect("the bounds of an outcome are apart");
        summary.child = best.index;
        let room = best.room(second);
        let below = |limit: u64, whole: u64, part: u64| {
            limit.saturating_sub(whole.saturating_sub(part)).min(room).max(part + 1)
        };
        summary.limits = Numbers {
            proof: below(limits.proof, summary.numbers.proof, best.numbers.proof),
            disproof: below(limits.disproof, summary.numbers.disproof, best.numbers.disproof),
        };
        summary
    }

    fn sums(
        &self,
        known: &[Known<A::Number>],
        weights: &[u64],
        threshold: &A::Number,
        total: u64,
    ) -> Sums<A::Number> {
        let arithmetic = self.arithmetic;
        let mut low = arithmetic.times(&known[0].low, weights[0]);
        let mut high = arithmetic.times(&known[0].high, weights[0]);
        for (known, &weight) in known.iter().zip(weights).skip(1) {
            arithmetic.add(&mut low, &arithmetic.times(&known.low, weight));
            arithmetic.add(&mut high, &arithmetic.times(&known.high, weight));
        }
        Sums { low, high, wanted: arithmetic.times(threshold, total) }
    }

    /// The sum after a bound of an outcome has moved.
    fn moved(&self, sum: &A::Number, from: &A::Number, to: &A::Number, weight: u64) -> A::Number {
        let mut sum = sum.clone();
        self.arithmetic.add(&mut sum, &self.arithmetic.times(to, weight));
        self.arithmetic.subtract(&mut sum, &self.arithmetic.times(from, weight));
        sum
    }
}
