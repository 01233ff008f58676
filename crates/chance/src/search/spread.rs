//! A chance node that is partly known: bounds of every outcome, and what follows from them.

use crate::number::Arithmetic;

/// Bounds of the outcomes of a chance node, with their weighted sums kept up to date (Ballard 1983; in Hsu's lecture the
/// sums divided by the weights are `m` and `M`, and the ends of the windows `A` and `B`).
#[derive(Clone, Debug)]
pub(crate) struct Spread<N> {
    weights: Vec<u64>,
    low: Vec<N>,
    high: Vec<N>,
    total: u64,
    /// Sums of weight times bound.
    sums: Option<(N, N)>,
    /// All weights times the window: a sum of upper bounds up to the first, or of lower bounds from the second on, decides.
    ends: Option<(N, N)>,
}

impl<N> Default for Spread<N> {
    fn default() -> Spread<N> {
        let (weights, low, high) = (Vec::new(), Vec::new(), Vec::new());
        Spread { weights, low, high, total: 0, sums: None, ends: None }
    }
}

impl<N: Clone + Ord> Spread<N> {
    /// Nothing is known but the weights and the range of the utility.
    pub fn begin<A: Arithmetic<Number = N>>(
        &mut self,
        arithmetic: &A,
        weights: impl IntoIterator<Item = u64>,
        (alpha, beta): (&N, &N),
    ) {
        self.weights.clear();
        self.weights.extend(weights);
        self.total = self.weights.iter().sum();
        let (least, greatest) = (arithmetic.least(), arithmetic.greatest());
        self.sums =
            Some((arithmetic.times(&least, self.total), arithmetic.times(&greatest, self.total)));
        self.ends = Some((arithmetic.times(alpha, self.total), arithmetic.times(beta, self.total)));
        self.low.clear();
        self.low.resize(self.weights.len(), least);
        self.high.clear();
        self.high.resize(self.weights.len(), greatest);
    }

    /// The outcome is worth at least that much.
    pub fn raise<A: Arithmetic<Number = N>>(&mut self, arithmetic: &A, index: usize, bound: &N) {
        let sum = &mut self.sums.as_mut().expect("begun").0;
        arithmetic.add(sum, &arithmetic.times(bound, self.weights[index]));
        arithmetic.subtract(sum, &arithmetic.times(&self.low[index], self.weights[index]));
        self.low[index] = bound.clone();
    }

    /// The outcome is worth at most that much.
    pub fn lower<A: Arithmetic<Number = N>>(&mut self, arithmetic: &A, index: usize, bound: &N) {
        let sum = &mut self.sums.as_mut().expect("begun").1;
        arithmetic.add(sum, &arithmetic.times(bound, self.weights[index]));
        arithmetic.subtract(sum, &arithmetic.times(&self.high[index], self.weights[index]));
        self.high[index] = bound.clone();
    }

    /// The outcome is worth exactly that much.
    pub fn settle<A: Arithmetic<Number = N>>(&mut self, arithmetic: &A, index: usize, value: &N) {
        self.raise(arithmetic, index, value);
        self.lower(arithmetic, index, value);
    }

    /// The outcome is worth between `low` and `high`: what is not yet known of that is taken over.
    pub fn narrow<A: Arithmetic<Number = N>>(
        &mut self,
        arithmetic: &A,
        index: usize,
        low: &N,
        high: &N,
    ) {
        if *low > self.low[index] {
            self.raise(arithmetic, index, low);
        }
        if *high < self.high[index] {
            self.lower(arithmetic, index, high);
        }
    }

    /// Whether the value of an outcome is known.
    pub fn is_settled(&self, index: usize) -> bool {
        self.low[index] >= self.high[index]
    }

    /// The bounds of the node.
    pub fn means<A: Arithmetic<Number = N>>(&self, arithmetic: &A) -> (N, N) {
        let (low, high) = self.sums.as_ref().expect("begun");
        (arithmetic.mean(low, self.total), arithmetic.mean(high, self.total))
    }

    /// The answer, if the bounds place the node at or beyond an end of its window.
    pub fn cut<A: Arithmetic<Number = N>>(&self, arithmetic: &A) -> Option<N> {
        let ((low, high), (alpha, beta)) = self.sums.as_ref().zip(self.ends.as_ref())?;
        if low >= beta {
            Some(arithmetic.mean(low, self.total))
        } else if high <= alpha {
            Some(arithmetic.mean(high, self.total))
        } else {
            None
        }
    }

    /// What an outcome must exceed so that the node can exceed the lower end of its window, the others being as good
    /// as they can be; at least the lower bound of the outcome.
    pub fn alpha<A: Arithmetic<Number = N>>(&self, arithmetic: &A, index: usize) -> N {
        let (mut rest, weight) =
            (self.ends.as_ref().expect("begun").0.clone(), self.weights[index]);
        arithmetic.subtract(&mut rest, &self.sums.as_ref().expect("begun").1);
        arithmetic.add(&mut rest, &arithmetic.times(&self.high[index], weight));
        arithmetic.divide_down(&rest, weight).max(self.low[index].clone())
    }

    /// What an outcome must reach so that the node reaches the upper end of its window, the others being as bad as
    /// they can be; at most the upper bound of the outcome.
    pub fn beta<A: Arithmetic<Number = N>>(&self, arithmetic: &A, index: usize) -> N {
        let (mut rest, weight) =
            (self.ends.as_ref().expect("begun").1.clone(), self.weights[index]);
        arithmetic.subtract(&mut rest, &self.sums.as_ref().expect("begun").0);
        arithmetic.add(&mut rest, &arithmetic.times(&self.low[index], weight));
        arithmetic.divide_up(&rest, weight).min(self.high[index].clone())
    }
}
