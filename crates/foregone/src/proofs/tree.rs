//! The proof of a certificate as a tree to walk: at every position the answer of the claim's owner, or the opponent's replies.

use std::sync::{Arc, PoisonError, RwLock};

use foregone_proof::lookup::{self, Found, Place, ProofLookup, Size, Sizes};
use foregone_proof::{Failure, Options};

use crate::error::Error;
use crate::game::Game;
use crate::position::Position;

/// The proof of a certificate. What it says has not been checked; [`check`](crate::check) does that.
///
/// ```
/// use foregone::{Game, ProofStep, ProofTree, Solver};
///
/// let game = Game::open("connect4:4x4")?;
/// let answer = Solver::new(&game).certifying().value(&game.start())?;
/// let file = answer.certificate().ok_or("no proof")?.to_bytes();
///
/// let tree = ProofTree::open(&file, &game)?;
/// assert_eq!(tree.claims(), ["at least draw", "at most draw"]);
/// let ProofStep::Answer(mv) = tree.at(0, tree.root())? else { panic!("the first player moves") };
/// let mut position = tree.root().clone();
/// position.play(&mv)?;
/// assert!(matches!(tree.at(0, &position)?, ProofStep::Replies(replies) if replies.len() == 4));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct ProofTree {
    pub(super) lookup: Box<dyn ProofLookup + Send + Sync>,
    root: Position,
    /// What is measured so far; another thread may be measuring.
    sizes: RwLock<Option<Arc<Sizes>>>,
}

/// Moves of the opponent in a row that are followed to measure a position: where they can go round, there is no end of them.
pub(super) const REPLIES_IN_A_ROW: usize = 4;

/// So many records are measured before sizes are shown for the first time.
const SHOWN_FROM: u64 = 1 << 15;

/// What a proof does at a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ProofStep {
    /// Play is over, with this outcome.
    Over(String),
    /// The checker knows without a move that the claim holds.
    Known,
    /// The checker searches by itself that the claim holds; the proof has no moves here.
    Searched,
    /// The owner of the claim makes this move.
    Answer(String),
    /// The opponent moves: every legal move, and what the proof does after it.
    Replies(Vec<(String, ProofStep)>),
    /// The opponent moves after a reply; ask for that position to see the moves.
    MoreReplies,
    /// The proof does not come to the position: why.
    NotInProof(String),
}

impl ProofTree {
    /// Reads a certificate of a game. Its hash is compared, its proof is not checked.
    pub fn open(file: &[u8], game: &Game) -> Result<ProofTree, Error> {
        let graph = game.info().file.clone().unwrap_or_default();
        ProofTree::open_with(file, game, &Options::with_game_file(&graph))
    }

    /// The same with options that open the other files which the certificate needs, and with limits of memory and time for
    /// reading it and for each question.
    pub fn open_with(file: &[u8], game: &Game, options: &Options<'_>) -> Result<ProofTree, Error> {
        let refused = |failure: Failure| Error::Failed(failure.to_string());
        let lookup = lookup::open(file, options).map_err(refused)?;
        let header = lookup.header();
        if header.game != game.spelling() {
            let (stated, given) = (&header.game, game.spelling());
            return Err(Error::input(format!(
                "the certificate is about {stated}, not about {given}"
            )));
        }
        let root = game.position(&header.position)?;
        Ok(ProofTree { lookup, root, sizes: RwLock::default() })
    }

    /// The position that the certificate is about.
    pub fn root(&self) -> &Position {
        &self.root
    }

    /// What is claimed, in words.
    pub fn claims(&self) -> Vec<&str> {
        self.lookup.claims()
    }

    /// The hash at the end of the certificate, in hexadecimal digits.
    pub fn hash(&self) -> &str {
        self.lookup.hash()
    }

    /// The number of records.
    pub fn records(&self) -> u64 {
        self.lookup.records()
    }

    /// Measures how large the proof is below each position, for [`ProofTree::size`]. It takes about as long as a check. The bytes
    /// are an index that [`ProofTree::use_index`] reads later.
    pub fn measure(&self) -> Result<Vec<u8>, Error> {
        self.measure_watched(&mut |_| ())
    }

    /// The same; `watch` hears how many records were met. Meanwhile other threads see the sizes that are known already.
    pub fn measure_watched(&self, watch: &mut dyn FnMut(u64)) -> Result<Vec<u8>, Error> {
        let mut shown = 0;
        let sizes = self.lookup.measure(&mut |sizes| {
            // Showing them takes a copy, so it is done a few times only.
            if sizes.records() >= 2 * shown + SHOWN_FROM {
                shown = sizes.records();
                self.show(sizes.clone());
            }
            watch(sizes.records());
        });
        let sizes = sizes.map_err(|failure| Error::Failed(failure.to_string()))?;
        let index = sizes.to_bytes(self.lookup.hash());
        self.show(sizes);
        Ok(index)
    }

    /// Takes the sizes from an index. False if it is of another certificate, or damaged.
    pub fn use_index(&self, index: &[u8]) -> bool {
        let sizes = Sizes::from_bytes(index, self.lookup.hash(), self.lookup.records());
        let is_taken = sizes.is_some();
        sizes.into_iter().for_each(|sizes| self.show(sizes));
        is_taken
    }

    fn show(&self, sizes: Sizes) {
        *self.sizes.write().unwrap_or_else(PoisonError::into_inner) = Some(Arc::new(sizes));
    }

    /// What is measured so far.
    pub(super) fn sizes(&self) -> Option<Arc<Sizes>> {
        self.sizes.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// How large the proof of a claim is below a position that was reached by moves from the root. Nothing if the proof was not
    /// measured, or does not come to the position.
    pub fn size(&self, claim: usize, position: &Position) -> Result<Option<Size>, Error> {
        let Some(sizes) = self.sizes() else { return Ok(None) };
        let (here, path) = self.path(position)?;
        self.size_at((&sizes, claim), &path, &here, REPLIES_IN_A_ROW)
    }

    fn size_at(
        &self,
        (sizes, claim): (&Sizes, usize),
        path: &[usize],
        here: &Position,
        in_a_row: usize,
    ) -> Result<Option<Size>, Error> {
        let found = self.find(claim, path)?;
        self.size_of(&found, (sizes, claim), path, here, in_a_row)
    }

    /// What the proof says about the position after some moves.
    pub(super) fn find(&self, claim: usize, path: &[usize]) -> Result<Found, Error> {
        let found = self.lookup.find(claim, path);
        found.map_err(|failure| Error::Failed(failure.to_string()))
    }

    /// The size below a position that was found.
    pub(super) fn size_of(
        &self,
        found: &Found,
        (sizes, claim): (&Sizes, usize),
        path: &[usize],
        here: &Position,
        in_a_row: usize,
    ) -> Result<Option<Size>, Error> {
        match found.place {
            Place::Choice(_) => Ok(found.record.and_then(|record| sizes.of(claim, record))),
            Place::Replies if in_a_row == 0 => Ok(None),
            Place::Replies => {
                let mut size = Size::LEAF;
                for (index, mv) in here.legal_moves().into_iter().enumerate() {
                    let mut after = here.clone();
                    after.play(&mv)?;
                    let path = [path, &[index]].concat();
                    let child = self.size_at((sizes, claim), &path, &after, in_a_row - 1)?;
                    let Some(child) = child else { return Ok(None) };
                    size = size.with(child);
                }
                Ok(Some(size))
            }
            Place::Over(_) | Place::Known | Place::Searched => Ok(Some(Size::LEAF)),
            Place::Elsewhere { .. } | Place::Ended { .. } => Ok(None),
        }
    }

    /// The position, and the indices of the moves from the root to it.
    pub(super) fn path(&self, position: &Position) -> Result<(Position, Vec<usize>), Error> {
        let (mut here, mut path) = (self.root.clone(), Vec::new());
        for mv in position.line() {
            let legal = here.legal_moves();
            let index = legal.iter().position(|known| *known == mv);
            path.push(index.ok_or_else(|| Error::input(format!("{mv} is not a legal move")))?);
            here.play(&mv)?;
        }
        Ok((here, path))
    }

    /// What the proof of a claim does at a position that was reached by moves from the root. Where the opponent moves, the replies
    /// are left out.
    pub fn step_at(&self, claim: usize, position: &Position) -> Result<ProofStep, Error> {
        let (here, path) = self.path(position)?;
        self.step(claim, &path, &here)
    }

    /// What the proof of a claim does at a position that was reached by moves from the root.
    pub fn at(&self, claim: usize, position: &Position) -> Result<ProofStep, Error> {
        let (here, mut path) = self.path(position)?;
        let step = self.step(claim, &path, &here)?;
        if step != ProofStep::MoreReplies {
            return Ok(step);
        }
        let mut replies = Vec::new();
        for (index, mv) in here.legal_moves().into_iter().enumerate() {
            let mut after = here.clone();
            after.play(&mv)?;
            path.push(index);
            replies.push((mv, self.step(claim, &path, &after)?));
            path.pop();
        }
        Ok(ProofStep::Replies(replies))
    }

    fn step(&self, claim: usize, path: &[usize], here: &Position) -> Result<ProofStep, Error> {
        let found = self.find(claim, path)?;
        self.step_of(&found, path, here)
    }

    /// What the proof does at a position that was found.
    pub(super) fn step_of(
        &self,
        found: &Found,
        path: &[usize],
        here: &Position,
    ) -> Result<ProofStep, Error> {
        let moves = |count: usize| match count {
            0 => "at the root".to_owned(),
            1 => "after the first move".to_owned(),
            _ => format!("after {count} moves"),
        };
        Ok(match found.place {
            Place::Over(ref outcome) => ProofStep::Over(outcome.clone()),
            Place::Known => ProofStep::Known,
            Place::Choice(index) => ProofStep::Answer(here.legal_moves().swap_remove(index)),
            Place::Searched => ProofStep::Searched,
            Place::Replies => ProofStep::MoreReplies,
            Place::Ended { after } => ProofStep::NotInProof(format!(
                "the proof ends {}, where the checker needs no moves",
                moves(after)
            )),
            Place::Elsewhere { after, choice } => {
                let mut there = self.root.clone();
                for &index in &path[..after] {
                    let mv = there.legal_moves().swap_remove(index);
                    there.play(&mv)?;
                }
                let mv = there.legal_moves().swap_remove(choice);
                ProofStep::NotInProof(format!("the proof plays {mv} {}", moves(after)))
            }
        })
    }
}
