//! Proof-number search (Allis, van der Meulen, van den Herik 1994): can Max reach at least `goal`?

use game::{Outcome, Player};

use crate::effort::{Duel, Effort, PlainTotal, Sum, Total, WeakTotal};
use crate::rule::{Rule, Span};

/// The two-valued question "at least `goal`?"; its own outcomes are 0 (no) and 1 (yes).
#[derive(Clone, Copy, Debug)]
pub struct Pns {
    /// The outcome asked about, not the worst one.
    pub goal: Outcome,
    /// How efforts add up.
    pub sum: Sum,
}

impl Rule for Pns {
    type Label = Duel;
    type Aim = ();

    #[inline]
    fn over(&self, outcome: Outcome) -> Duel {
        Duel::settled(outcome >= self.goal)
    }

    #[inline]
    fn open(&self, proof: Effort, disproof: Effort) -> Duel {
        Duel { proof, disproof }
    }

    fn given_up(&self, label: &Duel) -> Duel {
        label.given_up()
    }

    #[inline(always)]
    fn join<'l, I: Iterator<Item = &'l Duel>>(
        &self,
        player: Player,
        children: impl Fn() -> I,
    ) -> Duel {
        match self.sum {
            Sum::Plain => join::<PlainTotal, I>(player, children),
            Sum::Weak => join_weak(player, children),
        }
    }

    #[inline(always)]
    fn rejoin<'l, I: Iterator<Item = &'l Duel>>(
        &self,
        player: Player,
        parent: &Duel,
        before: &Duel,
        after: &Duel,
        children: impl Fn() -> I,
    ) -> Duel {
        match rejoin(self.sum, player, (*parent, *before, *after), || children().copied()) {
            Some(label) => label,
            None => self.join(player, children),
        }
    }

    #[inline]
    fn aim(&self, _player: Player, root: &Duel) -> Option<()> {
        root.is_open().then_some(())
    }

    #[inline]
    fn duel(label: &Duel, _aim: ()) -> Duel {
        *label
    }

    #[inline]
    fn span(&self, label: &Duel) -> Span {
        (u8::from(label.proof.is_done()), u8::from(!label.disproof.is_done()))
    }

    #[inline]
    fn is_settled(&self, label: &Duel) -> bool {
        label.is_settled()
    }

    fn answer(&self, label: &Duel, goal: Outcome) -> Option<bool> {
        match label.answer() {
            Some(true) if goal <= self.goal => Some(true),
            Some(false) if goal >= self.goal => Some(false),
            _ => None,
        }
    }

    fn is_possible(&self, label: &Duel) -> bool {
        label.is_possible()
    }

    fn narrowed(&self, _span: Span) -> Pns {
        *self
    }

    fn efforts(&self, label: &Duel) -> Vec<(Outcome, Duel)> {
        vec![(self.goal, *label)]
    }
}

/// The update of 001 figure 7: where Max moves one proved child proves, and every child must be disproved; where Min
/// moves it is the other way round.
#[inline(always)]
fn join<'l, T: Total, I: Iterator<Item = &'l Duel>>(
    player: Player,
    children: impl Fn() -> I,
) -> Duel {
    match player {
        Player::Max => {
            let efforts = || children().map(|duel| (duel.proof, duel.disproof));
            let (proof, disproof) = one_and_all::<T, _>(efforts);
            Duel { proof, disproof }
        }
        Player::Min => {
            let efforts = || children().map(|duel| (duel.disproof, duel.proof));
            let (disproof, proof) = one_and_all::<T, _>(efforts);
            Duel { proof, disproof }
        }
    }
}

/// Kept out of the way of the usual sum.
#[inline(never)]
fn join_weak<'l, I: Iterator<Item = &'l Duel>>(player: Player, children: impl Fn() -> I) -> Duel {
    join::<WeakTotal, I>(player, children)
}

/// The least of the first efforts, and the total of the second ones.
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

/// The update when one child has changed, by what is known about the parent and the child before and after: the sum
/// changes by as much as the part, and the least effort is still the least if another child has it, too. `None` when
/// that does not tell.
#[inline(always)]
pub(crate) fn rejoin<I: Iterator<Item = Duel>>(
    sum: Sum,
    player: Player,
    (parent, before, after): (Duel, Duel, Duel),
    children: impl Fn() -> I,
) -> Option<Duel> {
    if sum == Sum::Weak {
        return None;
    }
    match player {
        Player::Max => {
            let disproof = parent.disproof.exchanged(before.disproof, after.disproof)?;
            let least = (parent.proof, before.proof, after.proof);
            Some(Duel { proof: still_least(least, || children().map(|duel| duel.proof)), disproof })
        }
        Player::Min => {
            let proof = parent.proof.exchanged(before.proof, after.proof)?;
            let least = (parent.disproof, before.disproof, after.disproof);
            let disproof = still_least(least, || children().map(|duel| duel.disproof));
            Some(Duel { proof, disproof })
        }
    }
}

/// The least of all efforts, of which one has changed.
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
    use game::random::Random;

    use super::*;

    /// Any effort, small ones and the two ends often.
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
            let duel =
                |random: &mut Random| Duel { proof: effort(random), disproof: effort(random) };
            let mut children: Vec<Duel> =
                (0..1 + random.below(5)).map(|_| duel(&mut random)).collect();
            let parent = rule.join(player, || children.iter());
            let index = random.below(children.len());
            let before = core::mem::replace(&mut children[index], duel(&mut random));
            let quick = rule.rejoin(player, &parent, &before, &children[index], || children.iter());
            assert_eq!(quick, rule.join(player, || children.iter()), "{before:?} {children:?}");
        }
    }
}
