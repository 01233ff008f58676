//! The seam between the best-first engine and the algorithms of the family. "The two algorithms share a generic code
//! for the best first search module and only differ on the initialization, the update, and the selection procedures"
//! (000 section 5): those three are this trait.

use foregone_game::{Outcome, Player};

use crate::effort::{Effort, ProofNumbers};
use crate::persist::FixedBytes;

/// What a label has established, as ranks of the rule's own outcomes: at least the first, at most the second.
pub type Span = (u8, u8);

/// What both spans leave open.
#[inline]
pub fn meet(one: Span, other: Span) -> Span {
    (one.0.max(other.0), one.1.min(other.1))
}

/// Initialisation, update and selection.
pub trait Rule: Clone {
    /// What each node carries.
    type Label: Copy + PartialEq + FixedBytes;
    /// What one descent is after, chosen at the root.
    type Aim: Copy + PartialEq;

    /// Initialisation: the label of a finished position.
    fn over(&self, outcome: Outcome) -> Self::Label;

    /// Initialisation: the label of an open leaf, with the efforts to start from.
    fn open(&self, proof: Effort, disproof: Effort) -> Self::Label;

    /// The label of a node that is given up: what is answered stays, what is open becomes unknown.
    fn given_up(&self, label: &Self::Label) -> Self::Label;

    /// Update: the label of an inner node from those of its children, which `children` lists as often as it is asked.
    fn join<'l, I: Iterator<Item = &'l Self::Label>>(
        &self,
        player: Player,
        children: impl Fn() -> I,
    ) -> Self::Label
    where
        Self::Label: 'l;

    /// The same when the label was `parent` and since then nothing has happened but that one child, `before`, became
    /// `after`: most of the time there is no need to look at the others.
    #[inline(always)]
    fn rejoin<'l, I: Iterator<Item = &'l Self::Label>>(
        &self,
        player: Player,
        parent: &Self::Label,
        before: &Self::Label,
        after: &Self::Label,
        children: impl Fn() -> I,
    ) -> Self::Label
    where
        Self::Label: 'l,
    {
        let _ = (parent, before, after);
        self.join(player, children)
    }

    /// Selection at the root: what to go for next. `None` when nothing is left that could be proved: either
    /// everything is, or the rest has been given up.
    fn aim(&self, player: Player, root: &Self::Label) -> Option<Self::Aim>;

    /// The question an aim is about, in a label.
    fn numbers(label: &Self::Label, aim: Self::Aim) -> ProofNumbers;

    /// What has been established about the rule's own outcomes.
    fn span(&self, label: &Self::Label) -> Span;

    /// Whether a label says more about the rule's own outcomes than the one before.
    #[inline]
    fn is_news(&self, before: &Self::Label, label: &Self::Label) -> bool {
        self.span(before) != self.span(label)
    }

    /// Whether nothing is left to prove at a node with this label.
    #[inline]
    fn is_settled(&self, label: &Self::Label) -> bool {
        let (low, high) = self.span(label);
        low >= high
    }

    /// Whether this label answers "at least `goal`?".
    fn answer(&self, label: &Self::Label, goal: Outcome) -> Option<bool>;

    /// Whether a node that is not over can have such a label at all.
    fn is_possible(&self, label: &Self::Label) -> bool;

    /// The same rule when only the outcomes within a span still matter (000 section 4.6: the interest bounds can be
    /// passed to a nested search).
    fn narrowed(&self, span: Span) -> Self;

    /// The questions with their efforts, for people to look at.
    fn efforts(&self, label: &Self::Label) -> Vec<(Outcome, ProofNumbers)>;
}

/// Selection below the root: the leftmost child whose number equals that of its parent (001 section 3.2), `proof` where
/// Max moves and `disproof` where Min does.
///
/// When nodes have been given up, the parent's number can be infinite while its other one is not: the question can
/// still be answered the other way, through every child that is not answered yet.
#[inline]
pub fn pick(
    player: Player,
    parent: ProofNumbers,
    mut children: impl Iterator<Item = ProofNumbers>,
) -> usize {
    let index = match player {
        Player::Max if parent.proof.is_infinite() => pick_unanswered(player, children),
        Player::Max => children.position(|child| child.proof == parent.proof),
        Player::Min if parent.disproof.is_infinite() => pick_unanswered(player, children),
        Player::Min => children.position(|child| child.disproof == parent.disproof),
    };
    index.expect("a child has its parent's number")
}

#[cold]
fn pick_unanswered(
    player: Player,
    mut children: impl Iterator<Item = ProofNumbers>,
) -> Option<usize> {
    children.position(|child| match player {
        Player::Max => !child.disproof.is_done(),
        Player::Min => !child.proof.is_done(),
    })
}

/// The least-proving child (001 section 4.1, figure 10): the one a search would come to last, among those that are still
/// open. The rightmost wins ties.
pub fn pick_least(
    player: Player,
    children: impl Iterator<Item = (usize, ProofNumbers)>,
) -> Option<usize> {
    let effort = |numbers: ProofNumbers| match player {
        Player::Max => numbers.proof,
        Player::Min => numbers.disproof,
    };
    children.max_by_key(|&(_, numbers)| effort(numbers)).map(|(index, _)| index)
}
