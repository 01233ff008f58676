//! Proof extraction: from a finished search to the records of a certificate (`docs/certificate.md`).
//!
//! The proof is walked depth-first. At positions where the owner of the claim moves, one move that keeps the claim is
//! chosen and recorded; at positions where the opponent moves, all moves are followed. A [`Guide`] supplies the owner's
//! moves, from the finished search or by searching again. A position that is met twice is recorded once: its first
//! record gets the keep mark. In games with cycles no position is entered twice, so there are no marks.

use foldhash::fast::FixedState;
use foregone_game::{Game, Outcome, Player, Scale};
use hashbrown::{HashMap, HashSet};

use crate::class::StaticClass;
use crate::limits::{LONG_STEP, Meter, Stop};

/// A lower or an upper bound on a value, which a proof establishes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Claim {
    /// Max can force this outcome or better.
    AtLeast(Outcome),
    /// Min can force this outcome or worse.
    AtMost(Outcome),
}

impl Claim {
    /// The claims that bounds make. A bound at the end of the scale holds for every position and claims nothing.
    pub fn from_bounds((low, high): (Outcome, Outcome), scale: &Scale) -> Vec<Claim> {
        let at_least = (low > scale.worst()).then_some(Claim::AtLeast(low));
        let at_most = (high < scale.best()).then_some(Claim::AtMost(high));
        at_least.into_iter().chain(at_most).collect()
    }

    /// The player who forces the claim.
    pub fn owner(self) -> Player {
        match self {
            Claim::AtLeast(_) => Player::Max,
            Claim::AtMost(_) => Player::Min,
        }
    }

    /// The goal of the two-valued question "at least `goal`?" that the claim answers.
    pub fn goal(self) -> Outcome {
        match self {
            Claim::AtLeast(outcome) => outcome,
            Claim::AtMost(outcome) => Outcome(outcome.0 + 1),
        }
    }

    /// The answer of the claim to that question.
    pub fn answer(self) -> bool {
        matches!(self, Claim::AtLeast(_))
    }

    pub(crate) fn holds(self, outcome: Outcome) -> bool {
        (outcome >= self.goal()) == self.answer()
    }

    /// Whether the checker sees at a position that the claim holds, so that the position needs no record.
    pub(crate) fn is_evident<G: Game>(self, game: &G, position: &G::Position) -> bool {
        let (low, high) = game.checker_bounds(position);
        self.holds(if self.answer() { low } else { high })
    }
}

/// A claim with the records that prove it, encoded as in a certificate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proof {
    /// The claim that is proved.
    pub claim: Claim,
    /// The encoded records.
    pub records: Vec<u8>,
    /// The number of records.
    pub count: u64,
}

/// A source of moves that keep a claim.
pub trait Guide<G: Game> {
    /// A node of the guide's own data; `()` if it keeps none.
    type Place: Copy;

    /// Enters a position that is not terminal and for which the claim holds: the root, or the position after a move
    /// from `from`.
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

    /// Leaves a node; nodes are left in the reverse order of entering.
    fn leave(&mut self, place: Self::Place);
}

/// A position on the current line of the walk.
struct WalkNode<P, M, L> {
    position: P,
    place: L,
    /// The moves still to be followed, the next one last.
    moves: Vec<M>,
    /// For a position in which the opponent moves twice in a row: the number of records when it was entered.
    passed: Option<u64>,
}

/// The walk through a proof.
pub struct Extraction<'a, G: Game, C: StaticClass<G>, A: Guide<G>> {
    game: &'a G,
    claim: Claim,
    guide: A,
    /// Whether the game has cycles.
    cyclic: bool,
    /// Where the record of a position starts in the encoded records.
    known: HashMap<C::Key, u64, FixedState>,
    /// Positions that the opponent enters by the second of two moves in a row and below which no new record was needed.
    /// They are not walked again, because there may be very many lines through them; the checker skips them, too. In
    /// games with cycles this set holds all positions entered.
    settled: HashSet<C::Key, FixedState>,
    known_max: usize,
    /// The most bytes of records. When memory is short, positions are forgotten and recorded again wherever they occur,
    /// so the number of records needs a limit.
    records_max: usize,
    stack: Vec<WalkNode<G::Position, G::Move, A::Place>>,
    proof: Proof,
    moves: Vec<G::Move>,
}

impl<'a, G: Game, C: StaticClass<G>, A: Guide<G>> Extraction<'a, G, C, A> {
    /// Extracts the proof of a claim about a position. Besides the memory of the guide it may hold `bytes` for each of
    /// the two sets of positions and for the records. `on_progress` receives the number of records so far.
    pub fn run(
        game: &'a G,
        root: &G::Position,
        claim: Claim,
        (guide, cyclic): (A, bool),
        bytes: u64,
        meter: &mut Meter<'_>,
        on_progress: &mut dyn FnMut(&Meter<'_>, u64),
    ) -> Result<Proof, Stop> {
        let entry = (size_of::<(C::Key, u64)>() + 1) * 2; // twice: a hash table grows by doubling
        let mut walk = Extraction::<G, C, A> {
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
            self.settled.insert(C::key(self.game, &node.position));
        }
    }

    /// Starts the proof of a position, unless the position needs none.
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
            if !self.settled.insert(C::key(self.game, &position)) {
                return Ok(());
            }
        } else if owned && self.is_known(&position) {
            return Ok(());
        }
        let passing = !self.cyclic && C::EXACT && by_opponent && !owned;
        if passing && self.settled.contains(&C::key(self.game, &position)) {
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
        let Some(&at) = self.known.get(&C::key(self.game, position)).filter(|_| C::EXACT) else {
            return false;
        };
        self.proof.records[at as usize] |= 1;
        true
    }

    /// Records the owner's move.
    fn record(&mut self, position: &G::Position, mv: G::Move) -> Result<(), Stop> {
        if self.proof.records.len() >= self.records_max {
            return Err(Stop::Memory);
        }
        self.moves.clear();
        self.game.moves(position, &mut self.moves);
        let choice =
            self.moves.iter().position(|&known| known == mv).expect("a chosen move is legal");
        if C::EXACT && !self.cyclic && self.known.len() < self.known_max {
            self.known.insert(C::key(self.game, position), self.proof.records.len() as u64);
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
