//! From a finished search to the choices of a certificate (`docs/certificate.md`).
//!
//! A proof is walked depth-first: at the owner's turns one winning move is chosen and recorded, at the opponent's turns all
//! moves are followed. A [`Guide`] knows the winning moves: from the search that found the result, or, where that has
//! forgotten, by searching again. A position met twice is recorded once: its first record gets the keep mark. Where play can
//! return there are no marks: no position is entered twice.

use foldhash::fast::FixedState;
use foregone_game::{Game, Outcome, Player, Scale};
use hashbrown::{HashMap, HashSet};

use crate::identity::Identity;
use crate::limits::{LONG_STEP, Meter, Stop};

/// One half of what can be said about a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Claim {
    /// Max can force this outcome or better.
    AtLeast(Outcome),
    /// Min can force this outcome or worse.
    AtMost(Outcome),
}

impl Claim {
    /// What bounds on a scale claim; an end of the scale claims nothing.
    pub fn from_bounds((low, high): (Outcome, Outcome), scale: &Scale) -> Vec<Claim> {
        let at_least = (low > scale.worst()).then_some(Claim::AtLeast(low));
        let at_most = (high < scale.best()).then_some(Claim::AtMost(high));
        at_least.into_iter().chain(at_most).collect()
    }

    /// Who forces it.
    pub fn owner(self) -> Player {
        match self {
            Claim::AtLeast(_) => Player::Max,
            Claim::AtMost(_) => Player::Min,
        }
    }

    /// The two-valued question "at least this?" that the claim answers.
    pub fn goal(self) -> Outcome {
        match self {
            Claim::AtLeast(outcome) => outcome,
            Claim::AtMost(outcome) => Outcome(outcome.0 + 1),
        }
    }

    /// The answer it gives to that question.
    pub fn answer(self) -> bool {
        matches!(self, Claim::AtLeast(_))
    }

    pub(crate) fn holds(self, outcome: Outcome) -> bool {
        (outcome >= self.goal()) == self.answer()
    }

    /// Whether it needs no proof at a position.
    pub(crate) fn is_evident<G: Game>(self, game: &G, position: &G::Position) -> bool {
        let (low, high) = game.checker_bounds(position);
        self.holds(if self.answer() { low } else { high })
    }
}

/// A claim with the choices that prove it, encoded as certificates have them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proof {
    /// What is proved.
    pub claim: Claim,
    /// The records.
    pub records: Vec<u8>,
    /// How many there are.
    pub count: u64,
}

/// Someone who knows how a claim is kept.
pub trait Guide<G: Game> {
    /// Where the guide stands.
    type Place: Copy;

    /// Comes to a position for which the claim holds and which is not over: from a place by a move, or at the root.
    fn enter(
        &mut self,
        position: &G::Position,
        from: Option<(Self::Place, G::Move)>,
        meter: &mut Meter<'_>,
    ) -> Result<Self::Place, Stop>;

    /// A move of the owner that keeps the claim.
    fn choose(
        &mut self,
        position: &G::Position,
        place: Self::Place,
        meter: &mut Meter<'_>,
    ) -> Result<G::Move, Stop>;

    /// Leaves a place, the latest first.
    fn leave(&mut self, place: Self::Place);
}

/// A position whose proof is under way.
struct WalkNode<P, M, L> {
    position: P,
    place: L,
    /// The moves still to be followed, last first.
    moves: Vec<M>,
    /// For a position of the opponent entered by a move of the opponent: how many records there were.
    passed: Option<u64>,
}

/// Walks through a proof.
pub struct Extraction<'a, G: Game, I: Identity<G>, A: Guide<G>> {
    game: &'a G,
    claim: Claim,
    guide: A,
    /// Whether play can return.
    cyclic: bool,
    /// Where the record of a position stands.
    known: HashMap<I::Key, u64, FixedState>,
    /// Positions of the opponent, entered by a move of the opponent, below which nothing is left to be recorded. A
    /// walk through them would lead to known positions only, but on many ways (the checker leaves them out, too). Where
    /// play can return, all positions that have been entered.
    settled: HashSet<I::Key, FixedState>,
    known_max: usize,
    /// The most bytes of records. Positions that are not known any more are recorded again wherever they come up, so that there
    /// is no end of them if memory is short.
    records_max: usize,
    stack: Vec<WalkNode<G::Position, G::Move, A::Place>>,
    proof: Proof,
    moves: Vec<G::Move>,
}

impl<'a, G: Game, I: Identity<G>, A: Guide<G>> Extraction<'a, G, I, A> {
    /// Proves a claim about a position. Besides what the guide does it may hold `bytes` of positions of either kind, and as many of
    /// records; `on_progress` is told the number of records so far when it is time to show something.
    pub fn run(
        game: &'a G,
        root: &G::Position,
        claim: Claim,
        (guide, cyclic): (A, bool),
        bytes: u64,
        meter: &mut Meter<'_>,
        on_progress: &mut dyn FnMut(&Meter<'_>, u64),
    ) -> Result<Proof, Stop> {
        let entry = (size_of::<(I::Key, u64)>() + 1) * 2; // twice: the table doubles
        let mut walk = Extraction::<G, I, A> {
            game,
            claim,
            guide,
            cyclic,
            known: HashMap::with_hasher(FixedState::default()),
            settled: HashSet::with_hasher(FixedState::default()),
            known_max: bytes as usize / entry,
            records_max: bytes as usize,
            stack: Vec::new(),
            proof: Proof { claim, records: Vec::new(), count: 0 },
            moves: Vec::new(),
        };
        walk.enter(root.clone(), None, false, meter)?;
        while let Some(node) = walk.stack.last_mut() {
            meter.check(LONG_STEP)?;
            if meter.showing() {
                on_progress(meter, walk.proof.count);
            }
            let Some(mv) = node.moves.pop() else {
                walk.leave();
                continue;
            };
            let mut child = node.position.clone();
            let from = Some((node.place, mv));
            let by_opponent = game.player(&node.position) != claim.owner();
            game.play(&mut child, mv);
            walk.enter(child, from, by_opponent, meter)?;
        }
        Ok(walk.proof)
    }

    fn leave(&mut self) {
        let node = self.stack.pop().expect("the loop has seen one");
        self.guide.leave(node.place);
        if node.passed == Some(self.proof.count) && self.settled.len() < self.known_max {
            self.settled.insert(I::key(self.game, &node.position));
        }
    }

    /// Begins the proof of a position, unless it is done at once.
    fn enter(
        &mut self,
        position: G::Position,
        from: Option<(A::Place, G::Move)>,
        by_opponent: bool,
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop> {
        if let Some(outcome) = self.game.outcome(&position) {
            return if self.claim.holds(outcome) { Ok(()) } else { Err(Stop::Contradicted) };
        }
        if self.claim.is_evident(self.game, &position) {
            return Ok(());
        }
        let owned = self.game.player(&position) == self.claim.owner();
        if self.cyclic {
            if self.settled.len() >= self.known_max {
                return Err(Stop::Memory);
            }
            if !self.settled.insert(I::key(self.game, &position)) {
                return Ok(());
            }
        } else if owned && self.is_known(&position) {
            return Ok(());
        }
        let passing = !self.cyclic && I::EXACT && by_opponent && !owned;
        if passing && self.settled.contains(&I::key(self.game, &position)) {
            return Ok(());
        }
        let place = self.guide.enter(&position, from, meter)?;
        let mut moves = Vec::new();
        if owned {
            let mv = self.guide.choose(&position, place, meter)?;
            self.record(&position, mv)?;
            moves.push(mv);
        } else {
            self.game.moves(&position, &mut moves);
            moves.reverse();
        }
        let passed = passing.then_some(self.proof.count);
        self.stack.push(WalkNode { position, place, moves, passed });
        Ok(())
    }

    fn is_known(&mut self, position: &G::Position) -> bool {
        let Some(&at) = self.known.get(&I::key(self.game, position)).filter(|_| I::EXACT) else {
            return false;
        };
        self.proof.records[at as usize] |= 1;
        true
    }

    /// Records the move chosen for the owner.
    fn record(&mut self, position: &G::Position, mv: G::Move) -> Result<(), Stop> {
        if self.proof.records.len() >= self.records_max {
            return Err(Stop::Memory);
        }
        self.moves.clear();
        self.game.moves(position, &mut self.moves);
        let choice =
            self.moves.iter().position(|&known| known == mv).expect("a chosen move is legal");
        if I::EXACT && !self.cyclic && self.known.len() < self.known_max {
            self.known.insert(I::key(self.game, position), self.proof.records.len() as u64);
        }
        push_leb128(&mut self.proof.records, (choice as u64) << 1);
        self.proof.count += 1;
        Ok(())
    }
}

fn push_leb128(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}
