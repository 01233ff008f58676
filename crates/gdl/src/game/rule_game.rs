//! The rules of a compiled game as [`Game`]: positions and moves.

use core::hash::{Hash, Hasher};
use std::sync::Arc;

use foregone_game::{Game, Outcome, Player, Scale};

use super::compiled::Compiled;
use super::expand::Expander;
use super::finding::{Finding, Findings};
use super::keys::Keys;
use super::per_thread::PerThread;
use crate::error::{Error, Stage};

/// A position: the sentences of the state that hold, and what the rules say about it.
#[derive(Clone, Copy, Debug)]
pub struct Position<const N: usize> {
    pub(crate) words: [u64; N],
    /// The rank of the outcome, or [`MAX`] or [`MIN`].
    pub(crate) state: u8,
    /// Where more may be known about it. That is no part of the position.
    pub(super) link: Link,
}

/// The place of an expansion, and which of its children a position was.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link {
    pub place: u16,
    pub child: u16,
}

impl Link {
    pub(super) const NONE: Link = Link { place: u16::MAX, child: 0 };
}

impl<const N: usize> PartialEq for Position<N> {
    #[inline]
    fn eq(&self, other: &Position<N>) -> bool {
        self.words == other.words && self.state == other.state
    }
}

impl<const N: usize> Eq for Position<N> {}

impl<const N: usize> Hash for Position<N> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.words.hash(hasher);
    }
}

/// Max chooses.
pub(crate) const MAX: u8 = 254;
/// Min chooses.
pub(crate) const MIN: u8 = 255;

/// A game made of a rule file, with positions of `N` words. `C` says what is known about play that goes on for ever.
pub struct RuleGame<const N: usize, C> {
    pub(crate) compiled: Arc<Compiled>,
    pub(crate) keys: Keys,
    pub(crate) findings: Arc<Findings>,
    pub(crate) class: C,
    start: Position<N>,
    expanders: PerThread<Expander<N>>,
}

impl<const N: usize, C: Send + Sync> RuleGame<N, C> {
    /// A game, whose start is looked at first.
    ///
    /// # Panics
    /// If a position of the game does not have [`Compiled::words`] words.
    pub fn new(compiled: Arc<Compiled>, class: C) -> Result<RuleGame<N, C>, Error> {
        assert_eq!(compiled.words(), N, "the words of a position");
        let mut game = RuleGame {
            keys: Keys::long(),
            findings: Arc::default(),
            class,
            start: Position { words: [0; N], state: MAX, link: Link::NONE },
            expanders: PerThread::default(),
            compiled,
        };
        let mut words = [0; N];
        for (state, &holds) in game.compiled.network.initial.iter().enumerate() {
            words[state / 64] |= u64::from(holds) << (state % 64);
        }
        let findings = &game.findings;
        game.start =
            game.with_expander(|compiled, expander| expander.judged(compiled, findings, words));
        if let Some(finding) = game.finding() {
            return Err(Error::whole(Stage::Play, finding.message.clone()));
        }
        game.keys = Keys::guess(&game.compiled);
        Ok(game)
    }

    /// The same game, whose table keys are hashes of whole positions.
    #[must_use]
    pub fn with_long_keys(mut self) -> Self {
        self.keys = Keys::long();
        self.findings = Arc::default();
        self
    }

    /// The first position that any search of this game has met at which the rules do not say what a game of two players
    /// needs. With such a position no answer of a search is one.
    pub fn finding(&self) -> Option<&Finding> {
        self.findings.first()
    }

    /// The compiled rules.
    pub fn compiled(&self) -> &Compiled {
        &self.compiled
    }

    /// Appends all moves of a position that is not over, in the canonical order, with the positions they lead to.
    pub fn children(&self, position: &Position<N>, children: &mut Vec<(u32, Position<N>)>) {
        self.with_expander(|compiled, expander| {
            let expansion = expander.expansion(compiled, &self.findings, position);
            children
                .extend(expansion.moves.iter().copied().zip(expansion.children.iter().copied()));
        });
    }

    /// The role that chooses: the only one with more than one move, or Max.
    pub(crate) fn chooser(&self, position: &Position<N>) -> usize {
        usize::from(position.state == MIN)
    }

    /// The position with these sentences. Nothing is written down if something is wrong with it.
    pub(crate) fn read_words(&self, words: [u64; N]) -> Result<Position<N>, Finding> {
        let apart = Findings::default();
        let position =
            self.with_expander(|compiled, expander| expander.judged(compiled, &apart, words));
        match apart.first() {
            Some(finding) => Err(finding.clone()),
            None => Ok(position),
        }
    }

    #[inline]
    fn with_expander<T>(&self, work: impl FnOnce(&Compiled, &mut Expander<N>) -> T) -> T {
        let compiled = &*self.compiled;
        self.expanders.with(|| Expander::new(compiled), |expander| work(compiled, expander))
    }
}

impl<const N: usize, C: Send + Sync> Game for RuleGame<N, C> {
    type Position = Position<N>;
    type Move = u32;

    fn scale(&self) -> &Scale {
        &self.compiled.scale
    }

    fn start(&self) -> Position<N> {
        self.start
    }

    fn defect(&self) -> Option<String> {
        self.finding().map(|finding| finding.message.clone())
    }

    #[inline]
    fn player(&self, position: &Position<N>) -> Player {
        if position.state == MIN { Player::Min } else { Player::Max }
    }

    #[inline]
    fn outcome(&self, position: &Position<N>) -> Option<Outcome> {
        (position.state < MAX).then_some(Outcome(position.state))
    }

    fn moves(&self, position: &Position<N>, moves: &mut Vec<u32>) {
        self.with_expander(|compiled, expander| {
            moves.extend(&expander.expansion(compiled, &self.findings, position).moves);
        });
    }

    fn play(&self, position: &mut Position<N>, mv: u32) {
        let child = self.with_expander(|compiled, expander| {
            let expansion = expander.expansion(compiled, &self.findings, position);
            let at = expansion.moves.binary_search(&mv);
            at.ok().map(|at| expansion.children[at])
        });
        debug_assert!(child.is_some(), "an illegal move");
        *position = child.unwrap_or(*position);
    }
}
