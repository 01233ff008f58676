//! Depth-first proof-number search: df-pn (Nagai 2002) for one question at a time, with a transposition table in place of a
//! tree. The line being searched lies on an explicit stack, so its length is bounded by memory alone.
//!
//! `dfpn` and `dfmopns` are both this search: they differ in who chooses the question, see [`ask`]. The table keeps
//! bounds for all outcomes and efforts for the questions asked last.

pub mod ask;
mod baseline;
mod conclude;
mod expand;
mod frame;
mod keep;
mod leave;
mod loops;
mod ordered;
mod prove;
mod region;
mod session;
mod threads;

use foregone_game::{Player, TableKeyed};

use crate::crowd::Crowd;
use crate::effort::{Effort, ProofNumbers, Sum};
use crate::identity::Identity;
use crate::initial::Initial;
use crate::leaf_search::Fact;
use crate::limits::{Meter, Stop};
use crate::on_line::Infinite;
use crate::options::Techniques;
use crate::table::Table;
use frame::{Child, Frame, Summary};
use loops::{Loops, extended};

pub(crate) use conclude::{conclude, table, unproved};
pub(crate) use prove::canonical;
pub use session::solve;

/// How a depth-first search goes about it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Manner {
    /// How efforts add up.
    pub sum: Sum,
    /// The share by which a search may overrun before another move is tried, in 256ths.
    pub epsilon: u32,
    /// The numbers of a position seen for the first time.
    pub initial: Initial,
}

impl Manner {
    /// As the techniques say.
    pub fn new(techniques: &Techniques) -> Manner {
        let Techniques { sum, epsilon, initial, .. } = *techniques;
        Manner { sum, epsilon, initial }
    }
}

/// Where play can return, numbers of positions that lead to each other can push each other up in steps of one for longer than
/// anyone can wait. Limits that grow by a factor put an end to that.
const EPSILON_CYCLIC: u32 = 16;

/// A search on a table. `CYCLIC` for games in which play can return.
pub struct Search<'s, G: TableKeyed, I: Identity<G>, const CYCLIC: bool> {
    game: &'s G,
    table: &'s Table,
    manner: Manner,
    crowd: Option<&'s Crowd<ProofNumbers>>,
    /// Says what infinite play is worth, where there is any.
    infinite: Option<Infinite<G>>,
    /// The ends of the scale.
    ends: (u8, u8),
    /// The question "at least this?".
    goal: u8,
    frames: Vec<Frame<G::Position, I::Key>>,
    children: Vec<Child<G::Move>>,
    loops: Loops<I::Key>,
    moves: Vec<G::Move>,
    replies: Vec<G::Move>,
    spare: G::Position,
    /// Positions entered so far, and how many may be.
    visits: u64,
    visits_max: u64,
    /// Work behind a proved fact from which on somebody wants to know it, and those that nobody has been told yet.
    min_shared_work: u64,
    heavy_facts: Vec<Fact>,
    /// The numbers with which the root was left.
    result: ProofNumbers,
    /// The move of the root that answers the question for the player who makes it.
    best: Option<G::Move>,
}

/// Who is shown a search from time to time.
pub type Watch<'w, S> = &'w mut dyn FnMut(&S, &mut Meter<'_>);

impl<'s, G: TableKeyed, I: Identity<G>, const CYCLIC: bool> Search<'s, G, I, CYCLIC> {
    /// A search that has not begun. `spare` is any position. In games where play can return, `infinite` says what that is
    /// worth, and `bytes` are there for what holds on one line only.
    pub fn new(
        game: &'s G,
        spare: &G::Position,
        table: &'s Table,
        mut manner: Manner,
        infinite: Option<Infinite<G>>,
        bytes: u64,
    ) -> Self {
        if CYCLIC {
            manner.epsilon = manner.epsilon.max(EPSILON_CYCLIC);
        }
        let scale = game.scale();
        Search {
            game,
            table,
            manner,
            crowd: None,
            infinite,
            ends: (scale.worst().0, scale.best().0),
            goal: 0,
            frames: Vec::new(),
            children: Vec::new(),
            loops: Loops::new(bytes),
            moves: Vec::new(),
            replies: Vec::new(),
            spare: spare.clone(),
            visits: 0,
            visits_max: u64::MAX,
            min_shared_work: u64::MAX,
            heavy_facts: Vec::new(),
            result: ProofNumbers::FRESH,
            best: None,
        }
    }

    /// One of several threads.
    #[must_use]
    pub fn among(mut self, crowd: &'s Crowd<ProofNumbers>) -> Self {
        self.crowd = Some(crowd);
        self
    }

    /// Begins with the question "at least `goal`?" about a position that is not over. The search ends when a number
    /// of the position reaches the limits.
    pub fn begin(
        &mut self,
        root: &G::Position,
        goal: u8,
        limit: ProofNumbers,
        meter: &mut Meter<'_>,
    ) {
        debug_assert!(self.frames.is_empty() && goal > 0);
        self.ask(goal);
        let table_key = self.game.table_key(root);
        self.enter(root.clone(), table_key, limit, self.ends, false, extended(0, table_key), meter);
    }

    /// Lets the search enter so many positions more, new or not.
    pub(crate) fn allow(&mut self, visits: u64) {
        self.visits_max = self.visits.saturating_add(visits);
    }

    /// Positions entered so far.
    pub(crate) fn visits(&self) -> u64 {
        self.visits
    }

    /// Keeps what is proved with so much work behind it, for somebody to be told.
    pub(crate) fn tell(&mut self, work: u64) {
        self.min_shared_work = work;
    }

    /// What has been proved like that since the last time.
    pub(crate) fn told(&mut self) -> Vec<Fact> {
        core::mem::take(&mut self.heavy_facts)
    }

    /// Turns to a question.
    fn ask(&mut self, goal: u8) {
        if self.goal != goal {
            self.goal = goal;
            self.loops.ask();
        }
    }

    /// The player who gets what they want if play comes back to a position for ever.
    fn safe(&self, position: &G::Position) -> Player {
        match self.infinite {
            Some(infinite) if CYCLIC && infinite(self.game, position).0 >= self.goal => Player::Max,
            _ => Player::Min,
        }
    }

    /// Searches until the question is answered, a limit of the question is reached, `end` nodes have been created or the
    /// meter says stop. `watch` is called when it is time to show something.
    pub fn run(&mut self, end: u64, meter: &mut Meter<'_>, watch: Watch<'_, Self>) -> Stop {
        while let Some(frame) = self.frames.last() {
            let children = &self.children[frame.first..];
            let summary = match self.crowd {
                None => Summary::new(children, self.manner.sum, |_| 0),
                Some(crowd) => {
                    Summary::new(children, self.manner.sum, |table_key| crowd.at(table_key))
                }
            };
            let (own, other) = self.raised(&summary);
            if summary.own >= own || summary.other >= other {
                self.leave(&summary);
                continue;
            }
            let due = meter.tick(end) || self.visits >= self.visits_max;
            if due || self.crowd.is_some_and(Crowd::disturbed) {
                match self.look(end, meter, watch) {
                    Some(stop) => return stop,
                    // The line may be shorter now, and the numbers along it may have changed.
                    None => continue,
                }
            }
            self.descend(&summary, own, other, meter);
        }
        Stop::Solved
    }

    #[cold]
    fn look(&mut self, end: u64, meter: &mut Meter<'_>, watch: Watch<'_, Self>) -> Option<Stop> {
        watch(self, meter);
        let mut stop = meter.look();
        if let Some(crowd) = self.crowd {
            self.catch_up();
            stop = stop.or(crowd.is_over().then_some(Stop::Interrupted));
        }
        let over = meter.counters.created >= end || self.visits >= self.visits_max;
        stop.or(over.then_some(Stop::Nodes))
    }

    /// Another thread may have settled a position of the line: goes back to above it.
    fn catch_up(&mut self) {
        let is_settled = |frame: &Frame<G::Position, I::Key>| {
            self.table
                .probe(frame.table_key)
                .is_some_and(|entry| entry.numbers(self.goal).is_settled())
        };
        let Some(depth) = self.frames.iter().skip(1).position(is_settled) else { return };
        while self.frames.len() > depth + 1 {
            let first = self.frames[self.frames.len() - 1].first;
            let summary = Summary::new(&self.children[first..], self.manner.sum, |_| 0);
            self.leave(&summary);
        }
        self.refresh();
    }

    /// Gives the line up and takes what it has found out back to the root, as far as it goes.
    pub fn unwind(&mut self) {
        while let Some(frame) = self.frames.last() {
            let summary = Summary::new(&self.children[frame.first..], self.manner.sum, |_| 0);
            self.leave(&summary);
        }
    }

    /// The move by which the player at the root gets what they want, if the search has ended with that.
    pub fn best(&self) -> Option<G::Move> {
        self.best
    }

    /// The numbers with which the root was left.
    pub fn result(&self) -> ProofNumbers {
        self.result
    }

    /// Whether there is a line to go on with.
    pub(crate) fn is_under_way(&self) -> bool {
        !self.frames.is_empty()
    }

    /// Takes over the result of another search for the same.
    pub(super) fn adopt(&mut self, result: ProofNumbers) {
        self.result = result;
    }

    /// The moves to where the search is.
    pub fn line(&self) -> Vec<G::Move> {
        let above = self.frames.len().saturating_sub(1);
        self.frames[..above].iter().map(|frame| self.children[frame.current].mv).collect()
    }

    /// The numbers of the root as they are now.
    pub fn numbers(&self) -> ProofNumbers {
        let Some(root) = self.frames.first() else { return self.result };
        let end = self.frames.get(1).map_or(self.children.len(), |next| next.first);
        let summary = Summary::new(&self.children[root.first..end], self.manner.sum, |_| 0);
        ProofNumbers::of(root.player, summary.own, summary.other)
    }

    /// The question the numbers are about.
    pub fn goal(&self) -> u8 {
        self.goal
    }

    /// The limits of the last position. They are raised when it has to let a descent through: a search that has been led
    /// to a position nearer to the root could otherwise find all numbers too large and never reach a leaf.
    #[inline]
    fn raised(&mut self, summary: &Summary) -> (Effort, Effort) {
        let frame = self.frames.last_mut().expect("a line");
        let (mut own, mut other) = frame.limit.seen_by(frame.player);
        if CYCLIC && frame.fresh {
            frame.fresh = false;
            let open = !summary.own.is_done() && !summary.other.is_done();
            if frame.raise && open {
                own = own.max(summary.own.next());
                other = other.max(summary.other.next());
                frame.limit = ProofNumbers::of(frame.player, own, other);
            }
        }
        (own, other)
    }

    /// Goes on with the best child.
    fn descend(&mut self, summary: &Summary, own: Effort, other: Effort, meter: &mut Meter<'_>) {
        let frame = self.frames.last_mut().expect("a line");
        frame.current = frame.first + summary.best;
        let child = &self.children[frame.current];
        let limits = summary.limits(own, other, (child.own, child.other), self.manner.epsilon);
        let limit = ProofNumbers::of(frame.player, limits.0, limits.1);
        let mut position = frame.position.clone();
        self.game.play(&mut position, child.mv);
        let (table_key, bounds, raise) = (child.table_key, (child.low, child.high), frame.raise);
        let path = if CYCLIC { extended(frame.path, table_key) } else { 0 };
        self.enter(position, table_key, limit, bounds, raise, path, meter);
    }
}
