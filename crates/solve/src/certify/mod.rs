//! Proof extraction: from a finished search to the records of a certificate (`docs/certificate.md`).
//!
//! The proof is walked depth-first. At positions where the owner of the claim moves, one move that keeps the claim is
//! chosen and recorded; at positions where the opponent moves, all moves are followed. A [`Guide`] supplies the owner's
//! moves, from the finished search or by searching again. A position that is met twice is recorded once.

mod leaf;
mod records;

use foldhash::fast::FixedState;
use foregone_game::{Game, Outcome, Player, Scale};
use hashbrown::HashSet;

pub use self::leaf::LeafLimits;
use self::leaf::LeafSearch;
pub use self::records::{CYCLIC_PART_RECORDS, PART_RECORDS};
use self::records::{Known, LineEntry, Records};
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
    /// The parts of the proof.
    pub parts: Vec<Vec<u8>>,
    /// The number of records.
    pub count: u64,
}

/// The limits of a proof.
#[derive(Clone, Copy, Debug)]
pub struct ProofLimits {
    /// Bytes for the records, and for each of the sets of positions that are needed to make them.
    pub bytes: u64,
    /// Records in a part, if that is not to be as many as usual.
    pub part_records: Option<u64>,
    /// When a position is left to the checker.
    pub leaves: LeafLimits,
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

    /// The work that the search has done for the claim at a position, if it is known. Where it is little, the proof leaves the
    /// position to the checker.
    fn work(&self, position: &G::Position) -> Option<u64> {
        let _ = position;
        None
    }

    /// Leaves a node; nodes are left in the reverse order of entering.
    fn leave(&mut self, place: Self::Place);
}

/// A source of moves that keeps no nodes of its own: it gives a move for a position, whichever line led there.
pub trait MoveSource<G: Game> {
    /// A move of the owner that keeps the claim.
    fn next_move(&mut self, position: &G::Position, meter: &mut Meter<'_>)
    -> Result<G::Move, Stop>;

    /// See [`Guide::work`].
    fn work_behind(&self, position: &G::Position) -> Option<u64> {
        let _ = position;
        None
    }
}

/// The guide that such a source is.
pub struct ByPosition<S>(pub S);

impl<G: Game, S: MoveSource<G>> Guide<G> for ByPosition<S> {
    type Place = ();

    fn enter(
        &mut self,
        _position: &G::Position,
        _from: Option<((), G::Move)>,
        _meter: &mut Meter<'_>,
    ) -> Result<(), Stop> {
        Ok(())
    }

    fn choose(
        &mut self,
        position: &G::Position,
        _place: (),
        meter: &mut Meter<'_>,
    ) -> Result<G::Move, Stop> {
        self.0.next_move(position, meter)
    }

    fn work(&self, position: &G::Position) -> Option<u64> {
        self.0.work_behind(position)
    }

    fn leave(&mut self, _place: ()) {}
}

/// A position on the current line of the walk.
struct WalkNode<P, M, L> {
    position: P,
    place: L,
    /// The moves still to be followed, the next one last.
    moves: Vec<M>,
    /// Its record if the owner moves, and otherwise how many replies have been followed.
    step: LineEntry,
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
    records: Records<C::Key>,
    /// Positions that are not walked again in this part, because the checker skips them, too. In games with cycles these are all
    /// positions that the walk has left. In the others they are those that the opponent enters by the second of two moves in a
    /// row and below which no new record was needed: there may be very many lines through them.
    settled: HashSet<C::Key, FixedState>,
    settled_max: usize,
    /// Positions that the checker has searched in this part.
    searched: HashSet<C::Key, FixedState>,
    /// In games with cycles: the positions on the line.
    on_line: HashSet<C::Key, FixedState>,
    stack: Vec<WalkNode<G::Position, G::Move, A::Place>>,
    moves: Vec<G::Move>,
    leaves: LeafSearch<'a, G>,
}

impl<'a, G: Game, C: StaticClass<G>, A: Guide<G>> Extraction<'a, G, C, A> {
    /// Extracts the proof of a claim about a position. When memory is short, positions are forgotten and recorded again wherever
    /// they occur. `on_progress` receives the number of records so far.
    pub fn run(
        game: &'a G,
        root: &G::Position,
        claim: Claim,
        (guide, cyclic): (A, bool),
        limits: ProofLimits,
        meter: &mut Meter<'_>,
        on_progress: &mut dyn FnMut(&Meter<'_>, u64),
    ) -> Result<Proof, Stop> {
        let entry = (size_of::<(C::Key, u64)>() + 1) * 2; // twice: a hash table grows by doubling
        let positions = limits.bytes as usize / entry;
        let mut walk = Extraction::<G, C, A> {
            game,
            claim,
            guide,
            cyclic,
            records: Records::new(positions, limits, cyclic),
            settled: HashSet::with_hasher(FixedState::default()),
            settled_max: positions,
            searched: HashSet::with_hasher(FixedState::default()),
            on_line: HashSet::with_hasher(FixedState::default()),
            stack: Vec::new(),
            moves: Vec::new(),
            leaves: LeafSearch::new(game, claim, limits.leaves),
        };
        walk.enter(root.clone(), None, false, meter)?;
        while let Some(node) = walk.stack.last_mut() {
            meter.check(LONG_STEP)?;
            if meter.showing() {
                on_progress(meter, walk.records.count());
            }
            let Some(mv) = node.moves.pop() else {
                walk.leave()?;
                continue;
            };
            if let LineEntry::Reply(followed) = &mut node.step {
                *followed += 1;
            }
            let mut child = node.position.clone();
            let from = Some((node.place, mv));
            let by_opponent = game.player(&node.position) != claim.owner();
            game.play(&mut child, mv);
            walk.enter(child, from, by_opponent, meter)?;
        }
        let count = walk.records.count();
        Ok(Proof { claim, parts: walk.records.into_parts(), count })
    }

    fn leave(&mut self) -> Result<(), Stop> {
        let node = self.stack.pop().expect("the loop has seen one");
        self.guide.leave(node.place);
        if let LineEntry::Choice(record) = node.step {
            self.records.establish(record);
        }
        if self.cyclic {
            let key = C::key(self.game, &node.position);
            self.on_line.remove(&key);
            return self.settle(key);
        }
        if node.passed == Some(self.records.count()) && self.settled.len() < self.settled_max {
            self.settled.insert(C::key(self.game, &node.position));
        }
        Ok(())
    }

    /// Remembers a position of a game with cycles that is established in this part. The checker keeps all of them, so none may be
    /// forgotten.
    fn settle(&mut self, key: C::Key) -> Result<(), Stop> {
        if self.settled.len() >= self.settled_max {
            return Err(Stop::Memory);
        }
        self.settled.insert(key);
        Ok(())
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
            let key = C::key(self.game, &position);
            if self.settled.contains(&key) || self.on_line.contains(&key) {
                return Ok(());
            }
        }
        let key =
            (C::EXACT && owned).then(|| C::key(self.game, &self.game.checker_image(&position)));
        if let Some(key) = &key
            && (self.searched.contains(key) || self.meet_again(key)?)
        {
            return if self.cyclic { self.settle(C::key(self.game, &position)) } else { Ok(()) };
        }
        let passing = !self.cyclic && C::EXACT && by_opponent && !owned;
        if passing && self.settled.contains(&C::key(self.game, &position)) {
            return Ok(());
        }
        // The checker keeps what it searches, so the walk must be able to recognise it. At the root people want to see a move.
        let has_room = C::EXACT && self.searched.len() < self.settled_max;
        let may_be_left = owned && has_room && !self.stack.is_empty();
        if may_be_left && self.leaves.succeeds(&position, self.guide.work(&position)) {
            return self.leave_to_checker(&position);
        }
        let place = self.guide.enter(&position, from, meter)?;
        let mut moves = Vec::new();
        let step = if owned {
            let mv = self.guide.choose(&position, place, meter)?;
            moves.push(mv);
            LineEntry::Choice(self.record(&position, mv, key)?)
        } else {
            self.game.moves(&position, &mut moves);
            moves.reverse();
            LineEntry::Reply(0)
        };
        if self.cyclic {
            self.on_line.insert(C::key(self.game, &position));
        }
        let passed = passing.then_some(self.records.count());
        self.stack.push(WalkNode { position, place, moves, step, passed });
        Ok(())
    }

    /// Lets the checker search a position of the owner. The checker keeps it for the rest of the part.
    fn leave_to_checker(&mut self, position: &G::Position) -> Result<(), Stop> {
        self.make_room()?;
        self.records.search();
        let image = self.game.checker_image(position);
        self.searched.insert(C::key(self.game, &image));
        Ok(())
    }

    /// Whether the position of the owner has a record already; cites it if the record is in another part.
    fn meet_again(&mut self, key: &C::Key) -> Result<bool, Stop> {
        match self.records.meet(key) {
            Known::No => Ok(false),
            Known::Here => Ok(true),
            Known::Elsewhere(record) => {
                self.make_room()?;
                self.records.cite(record);
                Ok(true)
            }
        }
    }

    /// Records the owner's move.
    fn record(
        &mut self,
        position: &G::Position,
        mv: G::Move,
        key: Option<C::Key>,
    ) -> Result<u32, Stop> {
        self.make_room()?;
        self.moves.clear();
        self.game.moves(position, &mut self.moves);
        let choice =
            self.moves.iter().position(|&known| known == mv).expect("a chosen move is legal");
        Ok(self.records.choose(choice, key))
    }

    /// Begins a new part if that is due before the next record.
    fn make_room(&mut self) -> Result<(), Stop> {
        if self.records.is_full() {
            return Err(Stop::Memory);
        }
        // The reply that is being followed has been counted already.
        let line = self.stack.iter().map(|node| match node.step {
            LineEntry::Reply(followed) => LineEntry::Reply(followed - 1),
            choice => choice,
        });
        if self.records.cut(line) {
            self.settled.clear();
            self.searched.clear();
        }
        Ok(())
    }
}
