//! Proof-number search (Allis et al. 1994): can Max reach at least `goal`?

use foregone_game::{Outcome, Player};

use crate::effort::{Effort, PlainTotal, ProofNumbers, Sum, Total, WeakTotal};
use crate::rule::{Rule, Span};

/// The rule for the two-valued question "at least `goal`?". Its own outcomes are 0 (no) and 1 (yes).
#[derive(Clone, Copy, Debug)]
pub struct Pns {
    /// The outcome asked about; never the worst one, which every position reaches.
    pub goal: Outcome,
    /// How the efforts of several children are combined.
    pub sum: Sum,
}

impl Rule for Pns {
    type Label = ProofNumbers;
    type Aim = ();

    #[inline]
    fn over(&self, outcome: Outcome) -> ProofNumbers {
        ProofNumbers::settled(outcome >= self.goal)
    }

    #[inline]
    fn open(&self, proof: Effort, disproof: Effort) -> ProofNumbers {
        ProofNumbers { proof, disproof }
    }

    fn given_up(&self, label: &ProofNumbers) -> ProofNumbers {
        label.given_up()
    }

    #[inline(always)]
    fn join<'l, I: Iterator<Item = &'l ProofNumbers>>(
        &self,
        player: Player,
        children: impl Fn() -> I,
    ) -> ProofNumbers {
        match self.sum {
            Sum::Plain => join::<PlainTotal, I>(player, children),
            Sum::Weak => join_weak(player, children),
        }
    }

    #[inline(always)]
    fn rejoin<'l, I: Iterator<Item = &'l ProofNumbers>>(
        &self,
        player: Player,
        parent: &ProofNumbers,
        before: &ProofNumbers,
        after: &ProofNumbers,
        children: impl Fn() -> I,
    ) -> ProofNumbers {
        match rejoin(self.sum, player, (*parent, *before, *after), || children().copied()) {
            Some(label) => label,
            None => self.join(player, children),
        }
    }

    #[inline]
    fn aim(&self, _player: Player, root: &ProofNumbers) -> Option<()> {
        root.is_open().then_some(())
    }

    #[inline]
    fn numbers(label: &ProofNumbers, _aim: ()) -> ProofNumbers {
        *label
    }

    #[inline]
    fn span(&self, label: &ProofNumbers) -> Span {
        (u8::from(label.proof.is_done()), u8::from(!label.disproof.is_done()))
    }

    #[inline]
    fn is_settled(&self, label: &ProofNumbers) -> bool {
        label.is_settled()
    }

    fn answer(&self, label: &ProofNumbers, goal: Outcome) -> Option<bool> {
        match label.answer() {
            Some(true) if goal <= self.goal => Some(true),
            Some(false) if goal >= self.goal => Some(false),
            _ => None,
        }
    }

    fn is_possible(&self, label: &ProofNumbers) -> bool {
        label.is_possible()
    }

    fn narrowed(&self, _span: Span) -> Pns {
        *self
    }

    fn efforts(&self, label: &ProofNumbers) -> Vec<(Outcome, ProofNumbers)> {
        vec![(self.goal, *label)]
    }
}

/// The update of Allis et al. 1994, figure 7: where Max moves, one proved child proves the node and all children must
/// be disproved to disprove it; where Min moves, the roles are exchanged.
#[inline(always)]
fn join<'l, T: Total, I: Iterator<Item = &'l ProofNumbers>>(
    player: Player,
    children: impl Fn() -> I,
) -> ProofNumbers {
    match player {
        Player::Max => {
            let efforts = || children().map(|numbers| (numbers.proof, numbers.disproof));
            let (proof, disproof) = one_and_all::<T, _>(efforts);
            ProofNumbers { proof, disproof }
        }
        Player::Min => {
            let efforts = || children().map(|numbers| (numbers.disproof, numbers.proof));
            let (disproof, proof) = one_and_all::<T, _>(efforts);
            ProofNumbers { proof, disproof }
        }
    }
}

/// A separate function, so that the code for the plain sum stays small.
#[inline(never)]
fn join_weak<'l, I: Iterator<Item = &'l ProofNumbers>>(
    player: Player,
    children: impl Fn() -> I,
) -> ProofNumbers {
    join::<WeakTotal, I>(player, children)
}

/// The minimum of the first efforts and the total of the second efforts.
#[inline(always)]
fn one_and_all<T: Total, I: Iterator<Item = (Effort, Effort)>>(
    efforts: impl Fn() -> I,
) -> (Effort, Effort) {
    let (least, total) =
        efforts().fold((Effort::INFINITE, T::NONE), |(least, mut total), (one, all)| {
            total.add(all);
            (least.min(one), total)
        });
    (least, total.effort(|| efforts().map(|(_, all)| all)))
}

/// The update after one child has changed, from the numbers of the parent and of the child before and after the change.
/// The sum changes by the difference of the summands; the minimum stays the minimum if another child has it, too.
/// `None` if these numbers do not determine the result.
#[inline(always)]
pub(crate) fn rejoin<I: Iterator<Item = ProofNumbers>>(
    sum: Sum,
    player: Player,
    (parent, before, after): (ProofNumbers, ProofNumbers, ProofNumbers),
    children: impl Fn() -> I,
) -> Option<ProofNumbers> {
    if sum == Sum::Weak {
        return None;
    }
    match player {
        Player::Max => {
            let disproof = parent.disproof.exchanged(before.disproof, after.disproof)?;
            let least = (parent.proof, before.proof, after.proof);
            Some(ProofNumbers {
                proof: still_least(least, || children().map(|numbers| numbers.proof)),
                disproof,
            })
        }
        Player::Min => {
            let proof = parent.proof.exchanged(before.proof, after.proof)?;
            let least = (parent.disproof, before.disproof, after.disproof);
            let disproof = still_least(least, || children().map(|numbers| numbers.disproof));
            Some(ProofNumbers { proof, disproof })
        }
    }
}

/// The minimum of all efforts after one of them has changed.
#[inline(always)]
fn still_least<I: Iterator<Item = Effort>>(
    (least, before, after): (Effort, Effort, Effort),
    efforts: impl Fn() -> I,
) -> Effort {
    if after <= least {
        return after;
    }
    if before > least {
        return least;
    }
    let mut next = Effort::INFINITE;
    for effort in efforts() {
        if effort == least {
            return least;
        }
        next = next.min(effort);
    }
    next
}

#[cfg(test)]
mod tests {
    use foregone_game::random::Random;

    use super::*;

    /// A random effort; small numbers, 0 and infinity are frequent.
    fn effort(random: &mut Random) -> Effort {
        match random.below(8) {
            0 => Effort::DONE,
            1 => Effort::INFINITE,
            2 => Effort::new(u32::MAX - random.below(4) as u32),
            _ => Effort::new(1 + random.below(3) as u32),
        }
    }

    #[test]
    fn one_changed_child_leads_to_the_same_label_as_all_children() {
        let mut random = Random::new(3);
        for _ in 0..100_000 {
            let sum = if random.percent(80) { Sum::Plain } else { Sum::Weak };
            let rule = Pns { goal: Outcome(1), sum };
            let player = if random.percent(50) { Player::Max } else { Player::Min };
            let numbers = |random: &mut Random| ProofNumbers {
                proof: effort(random),
                disproof: effort(random),
            };
            let mut children: Vec<ProofNumbers> =
                (0..1 + random.below(5)).map(|_| numbers(&mut random)).collect();
            let parent = rule.join(player, || children.iter());
            let index = random.below(children.len());
            let before = core::mem::replace(&mut children[index], numbers(&mut random));
            let quick = rule.rejoin(player, &parent, &before, &children[index], || children.iter());
            assert_eq!(quick, rule.join(player, || children.iter()), "{before:?} {children:?}");
        }
    }
}
