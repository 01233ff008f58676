//! From a finished search to the choices of a certificate (`docs/certificate.md`).
//!
//! A proof is walked depth-first: at the owner's turns one winning move is chosen and recorded, at the opponent's turns all
//! moves are followed. The search that found the result advises; where it has forgotten (deleted subtrees, second levels,
//! irrelevant parts), the part is searched again. A position met twice is recorded once: its first record gets the keep mark.

use foldhash::fast::FixedState;
use game::{Game, Outcome, Player, Scale};
use hashbrown::{HashMap, HashSet};

use crate::identity::Identity;
use crate::limits::{Meter, Stop};
use crate::research::{Place, Research};

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

    fn holds(self, outcome: Outcome) -> bool {
        (outcome >= self.goal()) == self.answer()
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

/// What a finished search can tell about the nodes it still holds.
pub trait Advice<M> {
    /// Appends the moves of a node with the nodes they lead to.
    fn children(&self, node: u32, children: &mut Vec<(M, u32)>);

    /// Whether a node is known to answer "at least `goal`?", and how.
    fn answer(&self, node: u32, goal: Outcome) -> Option<bool>;
}

/// A position whose proof is under way.
struct Frame<P, M> {
    position: P,
    place: Place,
    /// The moves still to be followed, last first.
    moves: Vec<M>,
    /// Whether a search was made for it, which is forgotten with it.
    searched: bool,
    /// For a position of the opponent entered by a move of the opponent: how many records there were.
    passed: Option<u64>,
}

/// Walks through a proof.
pub struct Extraction<'a, G: Game, I: Identity<G>> {
    game: &'a G,
    claim: Claim,
    research: Research<'a, G>,
    /// Where the record of a position stands.
    known: HashMap<I::Key, u64, FixedState>,
    /// Positions of the opponent, entered by a move of the opponent, below which nothing is left to be recorded. A
    /// walk through them would lead to known positions only, but on many ways (the checker leaves them out, too).
    settled: HashSet<I::Key, FixedState>,
    known_max: usize,
    frames: Vec<Frame<G::Position, G::Move>>,
    proof: Proof,
    children: Vec<(G::Move, u32)>,
    moves: Vec<G::Move>,
}

impl<'a, G: Game, I: Identity<G>> Extraction<'a, G, I> {
    /// Proves a claim about the root of the search that gives advice. It may hold `bytes` and create `nodes`; `watch`
    /// is told the number of records so far when it is time to show something.
    pub fn run(
        game: &'a G,
        root: &G::Position,
        claim: Claim,
        advice: &'a dyn Advice<G::Move>,
        (bytes, nodes): (u64, u64),
        meter: &mut Meter<'_>,
        watch: &mut dyn FnMut(&Meter<'_>, u64),
    ) -> Result<Proof, Stop> {
        let entry = (size_of::<(I::Key, u64)>() + 1) * 2; // twice: the table doubles
        let mut walk = Extraction::<G, I> {
            game,
            claim,
            research: Research::new(game, claim, advice, bytes / 2, nodes),
            known: HashMap::with_hasher(FixedState::default()),
            settled: HashSet::with_hasher(FixedState::default()),
            known_max: (bytes / 4) as usize / entry,
            frames: Vec::new(),
            proof: Proof { claim, records: Vec::new(), count: 0 },
            children: Vec::new(),
            moves: Vec::new(),
        };
        walk.enter(root.clone(), Some((0, 0)), false, meter)?;
        while let Some(frame) = walk.frames.last_mut() {
            if meter.tick(u64::MAX)
                && let Some(stop) = meter.look()
            {
                return Err(stop);
            }
            if meter.showing() {
                watch(meter, walk.proof.count);
            }
            let Some(mv) = frame.moves.pop() else {
                let frame = walk.frames.pop().expect("the loop has seen one");
                walk.leave(&frame);
                continue;
            };
            let mut child = frame.position.clone();
            let place = frame.place;
            let by_opponent = game.player(&frame.position) != claim.owner();
            game.play(&mut child, mv);
            let place = walk.child_place(place, mv);
            walk.enter(child, place, by_opponent, meter)?;
        }
        Ok(walk.proof)
    }

    fn leave(&mut self, frame: &Frame<G::Position, G::Move>) {
        if frame.searched {
            self.research.forget();
        }
        if frame.passed == Some(self.proof.count) && self.settled.len() < self.known_max {
            self.settled.insert(I::key(self.game, &frame.position));
        }
    }

    fn child_place(&mut self, place: Place, mv: G::Move) -> Option<Place> {
        self.research.children(place, &mut self.children);
        let found = self.children.iter().find(|(known, _)| *known == mv);
        found.map(|&(_, node)| (place.0, node))
    }

    /// Begins the proof of a position, unless it is done at once.
    fn enter(
        &mut self,
        position: G::Position,
        place: Option<Place>,
        by_opponent: bool,
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop> {
        if let Some(outcome) = self.game.outcome(&position) {
            assert!(self.claim.holds(outcome), "a search claimed what the rules deny");
            return Ok(());
        }
        let owned = self.game.player(&position) == self.claim.owner();
        if owned && self.is_known(&position) {
            return Ok(());
        }
        let passing = I::EXACT && by_opponent && !owned;
        if passing && self.settled.contains(&I::key(self.game, &position)) {
            return Ok(());
        }
        let mut searched = false;
        let place = match place {
            Some(place) if self.research.has_children(place, &mut self.children) => place,
            _ => {
                searched = true;
                self.research.search(&position, meter)?
            }
        };
        let mut moves = Vec::new();
        if owned {
            moves.push(self.choose(&position, place));
        } else {
            self.game.moves(&position, &mut moves);
            moves.reverse();
        }
        let passed = passing.then_some(self.proof.count);
        self.frames.push(Frame { position, place, moves, searched, passed });
        Ok(())
    }

    fn is_known(&mut self, position: &G::Position) -> bool {
        let Some(&at) = self.known.get(&I::key(self.game, position)).filter(|_| I::EXACT) else {
            return false;
        };
        self.proof.records[at as usize] |= 1;
        true
    }

    /// Records a winning move.
    fn choose(&mut self, position: &G::Position, place: Place) -> G::Move {
        self.research.children(place, &mut self.children);
        let (goal, answer) = (self.claim.goal(), self.claim.answer());
        let winning = self
            .children
            .iter()
            .find(|&&(_, node)| self.research.answer((place.0, node), goal) == Some(answer));
        let &(mv, _) = winning.expect("a settled node of the owner has a settled child");
        self.moves.clear();
        self.game.moves(position, &mut self.moves);
        let choice =
            self.moves.iter().position(|&known| known == mv).expect("a chosen move is legal");
        if I::EXACT && self.known.len() < self.known_max {
            self.known.insert(I::key(self.game, position), self.proof.records.len() as u64);
        }
        push_leb128(&mut self.proof.records, (choice as u64) << 1);
        self.proof.count += 1;
        mv
    }
}

fn push_leb128(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}
