//! Multiple-outcome proof-number search (Saffidine and Cazenave 2012): one tree for all questions "at least the k-th
//! outcome?".
//!
//! With m outcomes the paper keeps 2m numbers per node: G(o), the effort to prove "at least o", and S(o), the effort to
//! prove "at most o". Because the game is finite, G(worst) = S(best) = 0 (§4.4), and the other numbers form pairs:
//! G(o_k+1) and S(o_k) are the efforts for yes and no of the same question. A label is therefore m - 1 pairs of proof
//! numbers: `label[k].proof` = G(o_k+1), `label[k].disproof` = S(o_k). MOPNS with two outcomes is PNS (proposition 3).

use foregone_game::{Outcome, Player};

use crate::effort::{Effort, PlainTotal, ProofNumbers, Sum, Total, WeakTotal};
use crate::pns;
use crate::rule::{Rule, Span};

/// Which outcome is attracting when several have the same cost. The paper leaves this open.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Ties {
    /// The lowest outcome.
    #[default]
    Lowest,
    /// The highest outcome.
    Highest,
}

/// The rule for up to `K` + 1 outcomes of the game, from `lowest` on. Outcomes below `lowest` count as `lowest`,
/// outcomes above the last one as the last one (Saffidine and Cazenave 2012 §5.2 search [-5, 5] and [1, 3]).
#[derive(Clone, Copy, Debug)]
pub struct Mopns<const K: usize> {
    lowest: Outcome,
    /// How many of the `K` pairs are in use. The others have the same constant value in every label.
    questions: u8,
    /// The span of the rule's own outcomes that still matter.
    window: Span,
    sum: Sum,
    ties: Ties,
}

impl<const K: usize> Mopns<K> {
    /// The rule for the outcomes from `lowest` to `highest`.
    pub fn new(lowest: Outcome, highest: Outcome, sum: Sum, ties: Ties) -> Self {
        let questions = highest.0 - lowest.0;
        assert!(
            (1..=K).contains(&usize::from(questions)),
            "{questions} questions in a label for {K}"
        );
        Mopns { lowest, questions, window: (0, questions), sum, ties }
    }

    /// A constant for small scales, so that the compiler unrolls the loops below.
    #[inline]
    fn used(&self) -> usize {
        if K <= 2 { K } else { usize::from(self.questions) }
    }

    fn join_with<'l, T: Total, I: Iterator<Item = &'l [ProofNumbers; K]>>(
        &self,
        player: Player,
        children: impl Fn() -> I,
    ) -> [ProofNumbers; K] {
        let used = self.used();
        let (mut least, mut total) = ([Effort::INFINITE; K], [T::NONE; K]);
        match player {
            Player::Max => {
                for child in children() {
                    for k in 0..used {
                        least[k] = least[k].min(child[k].proof);
                        total[k].add(child[k].disproof);
                    }
                }
                self.label_of(|k| {
                    let parts = || children().map(|child| child[k].disproof);
                    ProofNumbers { proof: least[k], disproof: total[k].effort(parts) }
                })
            }
            Player::Min => {
                for child in children() {
                    for k in 0..used {
                        least[k] = least[k].min(child[k].disproof);
                        total[k].add(child[k].proof);
                    }
                }
                self.label_of(|k| {
                    let parts = || children().map(|child| child[k].proof);
                    ProofNumbers { proof: total[k].effort(parts), disproof: least[k] }
                })
            }
        }
    }

    /// A loop, because `from_fn` calls a function for each question.
    #[inline(always)]
    fn label_of(&self, numbers: impl Fn(usize) -> ProofNumbers) -> [ProofNumbers; K] {
        let mut label = [ProofNumbers::settled(false); K];
        for (k, question) in label[..self.used()].iter_mut().enumerate() {
            *question = numbers(k);
        }
        label
    }
}

impl<const K: usize> Rule for Mopns<K> {
    type Label = [ProofNumbers; K];
    /// The index of the question in the label.
    type Aim = u8;

    #[inline]
    fn over(&self, outcome: Outcome) -> [ProofNumbers; K] {
        self.label_of(|k| {
            ProofNumbers::settled(usize::from(outcome.0) > k + usize::from(self.lowest.0))
        })
    }

    #[inline]
    fn open(&self, proof: Effort, disproof: Effort) -> [ProofNumbers; K] {
        self.label_of(|_| ProofNumbers { proof, disproof })
    }

    fn given_up(&self, label: &[ProofNumbers; K]) -> [ProofNumbers; K] {
        self.label_of(|k| label[k].given_up())
    }

    #[inline]
    fn join<'l, I: Iterator<Item = &'l [ProofNumbers; K]>>(
        &self,
        player: Player,
        children: impl Fn() -> I,
    ) -> [ProofNumbers; K] {
        match self.sum {
            Sum::Plain => self.join_with::<PlainTotal, I>(player, children),
            Sum::Weak => self.join_with::<WeakTotal, I>(player, children),
        }
    }

    #[inline]
    fn rejoin<'l, I: Iterator<Item = &'l [ProofNumbers; K]>>(
        &self,
        player: Player,
        parent: &[ProofNumbers; K],
        before: &[ProofNumbers; K],
        after: &[ProofNumbers; K],
        children: impl Fn() -> I,
    ) -> [ProofNumbers; K] {
        let mut label = *parent;
        for k in 0..self.used() {
            let changed = (parent[k], before[k], after[k]);
            let all_numbers = || children().map(|child| child[k]);
            match pns::rejoin(self.sum, player, changed, all_numbers) {
                Some(numbers) => label[k] = numbers,
                None => return self.join(player, children),
            }
        }
        label
    }

    /// The root descent policy of §4.4: the question for which the answer that the player to move wants (yes for Max,
    /// no for Min) is the attracting outcome. The other answer is the distracting outcome.
    fn aim(&self, player: Player, root: &[ProofNumbers; K]) -> Option<u8> {
        let questions = usize::from(self.questions);
        let efforts = |outcome: usize| {
            let greater = if outcome == 0 { Effort::DONE } else { root[outcome - 1].proof };
            let smaller = if outcome == questions { Effort::DONE } else { root[outcome].disproof };
            (greater, smaller)
        };
        let question = |outcome: usize| match player {
            Player::Max => outcome - 1,
            Player::Min => outcome,
        };
        let (low, high) = (usize::from(self.window.0), usize::from(self.window.1));
        let candidates = match player {
            Player::Max => low + 1..high + 1,
            Player::Min => low..high,
        };
        let open = candidates.filter(|&outcome| root[question(outcome)].is_open());
        attracting(self.ties, open, efforts).map(|outcome| question(outcome) as u8)
    }

    #[inline]
    fn numbers(label: &[ProofNumbers; K], aim: u8) -> ProofNumbers {
        label[usize::from(aim)]
    }

    /// pess and opti of §4.5, restricted to the window.
    #[inline]
    fn span(&self, label: &[ProofNumbers; K]) -> Span {
        let (mut low, mut high) = self.window;
        while low < high && label[usize::from(low)].proof.is_done() {
            low += 1;
        }
        while low < high && label[usize::from(high - 1)].disproof.is_done() {
            high -= 1;
        }
        (low, high)
    }

    #[inline]
    fn is_news(&self, before: &[ProofNumbers; K], label: &[ProofNumbers; K]) -> bool {
        // A span changes only when a question is answered, and most labels have no answered question.
        label[..self.used()].iter().any(|numbers| numbers.is_settled())
            && self.span(before) != self.span(label)
    }

    fn answer(&self, label: &[ProofNumbers; K], goal: Outcome) -> Option<bool> {
        let question = goal.0.checked_sub(self.lowest.0 + 1)?;
        if question >= self.questions {
            return None;
        }
        label[usize::from(question)].answer()
    }

    fn is_possible(&self, label: &[ProofNumbers; K]) -> bool {
        let (used, unused) = label.split_at(self.used());
        used.iter().all(|numbers| numbers.is_possible())
            && unused.iter().all(|&numbers| numbers == ProofNumbers::settled(false))
    }

    fn narrowed(&self, span: Span) -> Self {
        Mopns { window: (span.0.max(self.window.0), span.1.min(self.window.1)), ..*self }
    }

    fn efforts(&self, label: &[ProofNumbers; K]) -> Vec<(Outcome, ProofNumbers)> {
        let outcome = |k: u8| Outcome(self.lowest.0 + k + 1);
        (0..self.questions).map(|k| (outcome(k), label[usize::from(k)])).collect()
    }
}

/// The attracting outcome of §4.4: the one with the least G(o) + S(o) among the candidates, which are the outcomes that
/// the player to move has not achieved yet. A sum of which one part is infinite (because nodes were deleted) comes
/// after all finite sums.
pub fn attracting(
    ties: Ties,
    candidates: impl DoubleEndedIterator<Item = usize>,
    efforts: impl Fn(usize) -> (Effort, Effort),
) -> Option<usize> {
    let cost = |&outcome: &usize| {
        let (greater, smaller) = efforts(outcome);
        greater.rank() + smaller.rank()
    };
    match ties {
        Ties::Lowest => candidates.min_by_key(cost),
        Ties::Highest => candidates.rev().min_by_key(cost),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Figure 2 of the paper: G and S of the outcomes lose, draw and win at one node.
    const FIGURE_2: [(Effort, Effort); 3] = [
        (Effort::DONE, Effort::INFINITE),
        (Effort::DONE, Effort::new(10)),
        (Effort::new(500), Effort::new(3)),
    ];

    #[test]
    fn figure_2_attracts_and_distracts_as_the_paper_says() {
        const WIN: usize = 2;
        const DRAW: usize = 1;
        let efforts = |outcome: usize| FIGURE_2[outcome];
        for ties in [Ties::Lowest, Ties::Highest] {
            // Max has not achieved the outcomes with G > 0, Min those with S > 0.
            let max = attracting(ties, (0..3).filter(|&o| !FIGURE_2[o].0.is_done()), efforts);
            let min = attracting(ties, (0..3).filter(|&o| !FIGURE_2[o].1.is_done()), efforts);
            assert_eq!(max, Some(WIN), "and the draw distracts: one below");
            assert_eq!(min, Some(DRAW), "and the win distracts: one above");
        }
        // The rule finds the same: the question between draw and win is the aim of both players.
        let rule = Mopns::<2>::new(Outcome(0), Outcome(2), Sum::Plain, Ties::Lowest);
        let label = [
            ProofNumbers { proof: Effort::DONE, disproof: Effort::INFINITE },
            ProofNumbers { proof: Effort::new(500), disproof: Effort::new(10) },
        ];
        assert_eq!(rule.aim(Player::Max, &label), Some(1));
        assert_eq!(rule.aim(Player::Min, &label), Some(1));
    }

    #[test]
    fn ties_go_where_they_are_told() {
        let fresh = [ProofNumbers::FRESH; 4];
        for (ties, max, min) in [(Ties::Lowest, 3, 0), (Ties::Highest, 3, 0)] {
            // G + S is 2 for the middle outcomes, 1 for the best (Max) and the worst (Min).
            let rule = Mopns::<4>::new(Outcome(0), Outcome(4), Sum::Plain, ties);
            assert_eq!(
                (rule.aim(Player::Max, &fresh), rule.aim(Player::Min, &fresh)),
                (Some(max), Some(min))
            );
        }
        let mut label = fresh;
        label[3] = ProofNumbers { proof: Effort::new(9), disproof: Effort::UNIT };
        let aim = |ties| {
            Mopns::<4>::new(Outcome(0), Outcome(4), Sum::Plain, ties).aim(Player::Max, &label)
        };
        assert_eq!((aim(Ties::Lowest), aim(Ties::Highest)), (Some(0), Some(2)));
    }

    #[test]
    fn a_span_is_what_has_been_proved_within_the_window() {
        let rule = Mopns::<4>::new(Outcome(0), Outcome(4), Sum::Plain, Ties::Lowest);
        let label = [
            ProofNumbers::settled(true),
            ProofNumbers::FRESH,
            ProofNumbers::FRESH,
            ProofNumbers::settled(false),
        ];
        assert_eq!(rule.span(&label), (1, 3));
        assert_eq!(rule.narrowed((2, 4)).span(&label), (2, 3));
        assert_eq!(rule.span(&rule.over(Outcome(2))), (2, 2));
        assert_eq!(rule.span(&rule.given_up(&label)), (1, 3));
        assert_eq!(rule.aim(Player::Max, &rule.given_up(&label)), None);
        assert_eq!(rule.answer(&label, Outcome(1)), Some(true));
        assert_eq!(rule.answer(&label, Outcome(4)), Some(false));
        assert_eq!(rule.answer(&label, Outcome(2)), None);
    }

    #[test]
    fn outcomes_outside_the_range_count_as_its_ends() {
        let rule = Mopns::<2>::new(Outcome(3), Outcome(5), Sum::Plain, Ties::Lowest);
        let spans: Vec<Span> = (0..8).map(|o| rule.span(&rule.over(Outcome(o)))).collect();
        assert_eq!(spans, [(0, 0), (0, 0), (0, 0), (0, 0), (1, 1), (2, 2), (2, 2), (2, 2)]);
    }
}
