//! The interface between the best-first engine and the algorithms. "The two algorithms share a generic code for the
//! best first search module and only differ on the initialization, the update, and the selection procedures" (Saffidine
//! and Cazenave 2012 §5): those three procedures are this trait.

use foregone_game::{Outcome, Player};

use crate::effort::{Effort, ProofNumbers};
use crate::persist::FixedBytes;

/// Bounds that a label has established, as ranks of the rule's own outcomes: at least the first, at most the second.
pub type Span = (u8, u8);

/// The intersection of two spans.
#[inline]
pub fn meet(one: Span, other: Span) -> Span {
    (one.0.max(other.0), one.1.min(other.1))
}

/// The three procedures in which the algorithms differ: initialisation, update and selection.
pub trait Rule: Clone {
    /// The label that each node carries: one or several pairs of proof numbers.
    type Label: Copy + PartialEq + FixedBytes;
    /// The question that one descent works on, chosen at the root.
    type Aim: Copy + PartialEq;

    /// Initialisation: the label of a terminal position.
    fn over(&self, outcome: Outcome) -> Self::Label;

    /// Initialisation: the label of an open leaf with the given numbers.
    fn open(&self, proof: Effort, disproof: Effort) -> Self::Label;

    /// The label of a node that is deleted: answered questions stay answered, open ones become unknown.
    fn given_up(&self, label: &Self::Label) -> Self::Label;

    /// Update: the label of an inner node, computed from those of its children. `children` may be called several times.
    fn join<'l, I: Iterator<Item = &'l Self::Label>>(
        &self,
        player: Player,
        children: impl Fn() -> I,
    ) -> Self::Label
    where
        Self::Label: 'l;

    /// Update after one child has changed from `before` to `after` and nothing else has changed since the label was
    /// `parent`. Most of the time the other children need not be read.
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

    /// Selection at the root: the question to work on next. `None` if no question can be answered any more, either
    /// because all are answered or because the rest of the tree was deleted.
    fn aim(&self, player: Player, root: &Self::Label) -> Option<Self::Aim>;

    /// The proof numbers of the question `aim` in a label.
    fn numbers(label: &Self::Label, aim: Self::Aim) -> ProofNumbers;

    /// The bounds that a label has established.
    fn span(&self, label: &Self::Label) -> Span;

    /// Whether a label establishes more than the label before it.
    #[inline]
    fn is_news(&self, before: &Self::Label, label: &Self::Label) -> bool {
        self.span(before) != self.span(label)
    }

    /// Whether a node with this label needs no more search.
    #[inline]
    fn is_settled(&self, label: &Self::Label) -> bool {
        let (low, high) = self.span(label);
        low >= high
    }

    /// Whether the bounds of two labels of one node have an outcome in common. Debug assertions use this.
    fn agree(&self, one: &Self::Label, other: &Self::Label) -> bool {
        let (low, high) = meet(self.span(one), self.span(other));
        low <= high
    }

    /// The answer that this label gives to "at least `goal`?", if it gives one.
    fn answer(&self, label: &Self::Label, goal: Outcome) -> Option<bool>;

    /// Whether a position that is not terminal can have this label.
    fn is_possible(&self, label: &Self::Label) -> bool;

    /// The same rule restricted to the outcomes within a span (Saffidine and Cazenave 2012 §4.6: a nested search may
    /// inherit the interest bounds).
    fn narrowed(&self, span: Span) -> Self;

    /// All questions of a label with their numbers, for display.
    fn efforts(&self, label: &Self::Label) -> Vec<(Outcome, ProofNumbers)>;
}

/// Selection below the root: the leftmost child whose number equals that of its parent (Allis et al. 1994 §3.2),
/// `proof` where Max moves and `disproof` where Min moves.
///
/// After nodes were deleted, the parent's number for the player to move can be infinite while the other one is finite.
/// Then only the opponent's answer is still possible, and it needs every child that does not have it yet.
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

/// The least-proving child (Allis et al. 1994 §4.1, figure 10): among the open children the one that the search would
/// select last. The rightmost wins ties.
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
