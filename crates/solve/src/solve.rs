//! A whole question answered: the runs, what they establish, and the proofs.

use std::time::Duration;

use foregone_game::{Acyclic, Cyclic, Game, Outcome, Player, Scale, TableKeyed};

use crate::best_first::{SafePoint, Store, run};
use crate::certify::Proof;
use crate::checkpoint::Resumed;
use crate::class::{CanReturn, StaticClass};
use crate::dag::Dag;
use crate::depth_first;
use crate::effort::ProofNumbers;
use crate::expand::{Expand, Nested, OnePly};
use crate::limits::{Counters, Limits, Meter, Stop};
use crate::mopns::Mopns;
use crate::nested_dfpn::NestedDfpn;
use crate::observe::{Observer, Snapshot};
use crate::options::{Algorithm, Goal, Question, SecondLevel, Techniques, When};
use crate::persist::{LoadError, Save};
use crate::pns::Pns;
use crate::pool::Node;
use crate::request::{Request, Watcher};
use crate::results::FinishedStore;
use crate::rule::Rule;
use crate::strategy::Asking;
use crate::table::Table;
use crate::tree::Tree;

/// The answer to a [`Question`].
#[derive(Clone, Debug)]
pub struct Report<M> {
    /// What has been proved: at least, at most.
    pub bounds: (Outcome, Outcome),
    /// Why the search ended.
    pub stop: Stop,
    /// A move that keeps the value, if the game goes on and one is known.
    pub best: Option<M>,
    /// A line of best play, as far as the search still holds it.
    pub line: Vec<M>,
    /// When stopped early, the line to the leaf that would have come next.
    pub most_proving: Vec<M>,
    /// The efforts at the root when the last run ended, per question "at least this outcome?".
    pub efforts: Vec<(Outcome, ProofNumbers)>,
    /// What it cost.
    pub counters: Counters,
    /// How long it took.
    pub elapsed: Duration,
    /// Proofs of the bounds, if a certificate was wanted.
    pub proofs: Vec<Proof>,
    /// Why a wanted proof is missing.
    pub unproved: Option<Stop>,
}

/// Why a question cannot be put to this game or within these limits: a sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal(pub String);

impl Refusal {
    /// For that reason.
    pub fn new(sentence: impl Into<String>) -> Refusal {
        Refusal(sentence.into())
    }
}

impl core::fmt::Display for Refusal {
    fn fmt(&self, out: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        out.write_str(&self.0)
    }
}

impl std::error::Error for Refusal {}

impl From<LoadError> for Refusal {
    fn from(broken: LoadError) -> Refusal {
        Refusal(broken.0)
    }
}

/// Why a run ended, and the answers it found.
type Ended = (Stop, Vec<(Outcome, bool)>);

/// Fewer bytes than this and a search cannot begin.
const BYTES_MIN: u64 = 1 << 12;

/// Answers a question about a position of a game in which play never returns.
pub fn solve<G, C>(
    game: &G,
    root: &G::Position,
    request: Request<'_>,
) -> Result<Report<G::Move>, Refusal>
where
    G: Acyclic + TableKeyed,
    C: StaticClass<G>,
{
    if request.question.algorithm.is_depth_first() {
        return depth_first::solve::<G, C>(game, root, request);
    }
    let Request { question, limits, observer, resume, .. } = request;
    let mut watcher = Watcher(observer);
    let mut session = Session::<G, C>::new(game, root, question, limits, &mut watcher)?;
    if let Some(source) = resume {
        session.take_over(source)?;
    }
    let (low, high) = session.range;
    let stop = if let Some(outcome) = game.outcome(root) {
        session.meter.counters.created = 1;
        session.bounds = (outcome, outcome);
        session.certify_finished(outcome);
        Stop::Solved
    } else if question.algorithm.is_multiple() {
        session.ask_all(low, high)?
    } else {
        session.ask_in_turn(low, high)?
    };
    Ok(session.report(stop))
}

/// Answers a question about a position of a game in which play can return.
pub fn solve_cyclic<G>(
    game: &G,
    root: &G::Position,
    request: Request<'_>,
) -> Result<Report<G::Move>, Refusal>
where
    G: Cyclic + TableKeyed,
{
    if !request.question.algorithm.is_depth_first() {
        return Err(Refusal(format!(
            "{} is sound only where play never returns to a position, but in this game it can; use dfpn or dfmopns",
            request.question.algorithm.name()
        )));
    }
    depth_first::solve::<G, CanReturn>(game, root, request)
}

/// A question while it is being answered.
pub(crate) struct Session<'a, G: Game, C: StaticClass<G>> {
    pub(crate) game: &'a G,
    pub(crate) root: &'a G::Position,
    pub(crate) question: &'a Question,
    /// The outcomes that the question is about.
    pub(crate) range: (Outcome, Outcome),
    pub(crate) meter: Meter<'a>,
    pub(crate) observer: &'a mut dyn Observer,
    pub(crate) search_bytes: u64,
    pub(crate) proof_bytes: u64,
    pub(crate) bounds: (Outcome, Outcome),
    /// A bound and a move at the root that secures it.
    pub(crate) secure: Option<(Outcome, G::Move)>,
    pub(crate) line: Vec<G::Move>,
    pub(crate) most_proving: Vec<G::Move>,
    pub(crate) efforts: Vec<(Outcome, ProofNumbers)>,
    pub(crate) proofs: Vec<Proof>,
    pub(crate) unproved: Option<Stop>,
    /// Which question comes next, where one is asked after the other.
    pub(crate) asking: Option<Asking>,
    /// The state to go on from, until the first run has taken its store from it.
    pub(crate) resume: Option<Resumed<'a>>,
    /// Whether the state has been saved for the last time.
    pub(crate) sealed: bool,
    pub(crate) identity: core::marker::PhantomData<C>,
}

impl<'a, G: Acyclic + TableKeyed, C: StaticClass<G>> Session<'a, G, C> {
    fn new(
        game: &'a G,
        root: &'a G::Position,
        question: &'a Question,
        limits: Limits<'a>,
        observer: &'a mut dyn Observer,
    ) -> Result<Self, Refusal> {
        let scale = game.scale();
        let (worst, best) = (scale.worst(), scale.best());
        let range = asked_range(scale, question.goal)?;
        if question.techniques.dag && !C::EXACT {
            return Err(Refusal(
                "this game cannot merge transpositions: its positions carry the line that led to them, so they have \
                 no exact keys; leave out dag"
                    .into(),
            ));
        }
        let nested_dfpn = matches!(question.second_level, SecondLevel::Table(_));
        if nested_dfpn && question.algorithm == Algorithm::Mopn2 {
            return Err(Refusal(
                "a second level on a table answers one question at a time; use it with pn2".into(),
            ));
        }
        if limits.bytes < BYTES_MIN {
            return Err(Refusal(format!(
                "a search cannot start with {} bytes of memory; allow at least {BYTES_MIN}",
                limits.bytes
            )));
        }
        let proof_bytes = if question.certificate { limits.bytes / 4 } else { 0 };
        Ok(Session {
            game,
            root,
            question,
            range,
            meter: Meter::new(limits),
            observer,
            search_bytes: limits.bytes - proof_bytes,
            proof_bytes,
            bounds: (worst, best),
            secure: None,
            line: Vec::new(),
            most_proving: Vec::new(),
            efforts: Vec::new(),
            proofs: Vec::new(),
            unproved: None,
            asking: None,
            resume: None,
            sealed: false,
            identity: core::marker::PhantomData,
        })
    }

    /// PNS: one question after the other (Allis et al. 1994 §3.5).
    fn ask_in_turn(&mut self, low: Outcome, high: Outcome) -> Result<Stop, LoadError> {
        let asking = || Asking::new(self.question.strategy, low, high);
        let mut asking = self.asking.take().unwrap_or_else(asking);
        while let Some(goal) = asking.next() {
            self.asking = Some(asking.clone());
            let rule = Pns { goal, sum: self.question.techniques.sum };
            // Relevancy bounds are of no use with two outcomes: relevant means unsolved.
            let techniques = Techniques { prune: When::Never, ..self.question.techniques };
            let (stop, answers) = match self.question.second_level {
                SecondLevel::Table(nodes) if self.question.algorithm.is_nested() => {
                    self.search_on_table(&rule, &techniques, nodes)?
                }
                _ => self.search(&rule, &techniques)?,
            };
            match answers.first() {
                Some(&(_, holds)) => asking.answer(goal, holds),
                None => return Ok(stop),
            }
        }
        Ok(Stop::Solved)
    }

    /// MOPNS: all questions at once, with labels of the smallest size that is compiled. Sizes are few, as each is compiled for
    /// every game; a game that never has many outcomes is not compiled for them.
    fn ask_all(&mut self, low: Outcome, high: Outcome) -> Result<Stop, LoadError> {
        if G::OUTCOMES_MAX <= 3 {
            return match high.0 - low.0 {
                1 => self.ask_sized::<1>(low, high),
                _ => self.ask_sized::<2>(low, high),
            };
        }
        match high.0 - low.0 {
            1 => self.ask_sized::<1>(low, high),
            2 => self.ask_sized::<2>(low, high),
            3..=9 => self.ask_sized::<9>(low, high),
            10..=48 => self.ask_sized::<48>(low, high),
            _ => self.ask_sized::<127>(low, high),
        }
    }

    fn ask_sized<const K: usize>(
        &mut self,
        low: Outcome,
        high: Outcome,
    ) -> Result<Stop, LoadError> {
        let mut techniques = self.question.techniques;
        if self.question.certificate && techniques.prune == When::AtOnce {
            techniques.prune = When::Full; // what is freed would have to be searched again for the certificate
        }
        let rule = Mopns::<K>::new(low, high, techniques.sum, techniques.ties);
        Ok(self.search(&rule, &techniques)?.0)
    }

    /// One run of PN² with a table for the second level, which has half the memory.
    fn search_on_table(
        &mut self,
        rule: &Pns,
        techniques: &Techniques,
        nodes: u64,
    ) -> Result<Ended, LoadError> {
        self.count_run();
        let bytes = self.search_bytes / 2;
        let Some(table) = Table::new(bytes, self.game.table_key_bits(), 1) else {
            return Ok((Stop::Memory, Vec::new()));
        };
        let table = table
            .collecting(techniques.collect)
            .trusting(techniques.are_sound(self.game.knowledge_levels()));
        let mut second = NestedDfpn::<G, C>::new(self.game, self.root, &table, nodes, techniques);
        self.search_with(rule, techniques, self.search_bytes - bytes, &mut second)
    }

    /// Counts a run and its root, unless that has been done before the run was interrupted.
    fn count_run(&mut self) {
        if self.resume.is_none() {
            self.meter.counters.runs += 1;
            self.meter.counters.created += 1;
        }
    }

    /// One run.
    fn search<R: Rule>(&mut self, rule: &R, techniques: &Techniques) -> Result<Ended, LoadError> {
        self.count_run();
        if !self.question.algorithm.is_nested() {
            return self.search_with(
                rule,
                techniques,
                self.search_bytes,
                &mut OnePly::new(techniques),
            );
        }
        let node_bytes = size_of::<Node<G::Move, R::Label>>() as u64;
        let second = match self.question.second_level {
            SecondLevel::Fixed(nodes) => {
                nodes.saturating_add(4096).saturating_mul(node_bytes).min(self.search_bytes / 2)
            }
            _ => self.search_bytes / 2,
        };
        let mut nested = Nested::new(self.question.second_level, second, techniques);
        self.search_with(rule, techniques, self.search_bytes - second, &mut nested)
    }

    fn search_with<R: Rule, E: Expand<G, R>>(
        &mut self,
        rule: &R,
        techniques: &Techniques,
        bytes: u64,
        expander: &mut E,
    ) -> Result<Ended, LoadError> {
        let (game, root) = (self.game, self.root);
        let resume = self.resume.take();
        if let Some(resumed) = &resume {
            expander.take_over(resumed.widest);
        }
        Ok(if techniques.dag && C::EXACT {
            let mut dag = match resume {
                None => Dag::<G, C, R>::new(game, rule, root, bytes, techniques),
                Some(resumed) => resumed
                    .store(|source| Dag::load(game, rule, root, bytes, techniques, source))?,
            };
            self.run(rule, &mut dag, expander)
        } else {
            let mut tree = match resume {
                None => Tree::new(game, rule, root, bytes, techniques),
                Some(resumed) => resumed
                    .store(|source| Tree::load(game, rule, root, bytes, techniques, source))?,
            };
            self.run(rule, &mut tree, expander)
        })
    }

    fn run<R: Rule, S: Store<G, R> + Save, E: Expand<G, R>>(
        &mut self,
        rule: &R,
        store: &mut S,
        expander: &mut E,
    ) -> Ended {
        let stop = self.grow(rule, store, expander);
        if stop != Stop::Solved {
            self.offer_last(store, expander.widest(), self.meter.counters);
        }
        let deleted = self.meter.counters.deleted;
        self.meter.counters.deleted += store.deleted() as u64;
        self.efforts = rule.efforts(store.root());
        self.bounds = tightened(self.bounds, &self.efforts);
        if stop != Stop::Solved
            && let Some(aim) = store.aim()
        {
            store.select(self.game, rule, aim);
            self.most_proving = store.line();
        }
        let answers = self
            .efforts
            .iter()
            .filter_map(|&(goal, numbers)| Some((goal, numbers.answer()?)))
            .collect();
        let finished = FinishedStore { rule, store, game: core::marker::PhantomData };
        let unproved = self.unproved;
        if let Some(counters) = self.extract_results(&finished, store.held().1) {
            // The run is done, but not its proof: who resumes finds it settled and proves it.
            let unproved = core::mem::replace(&mut self.unproved, unproved);
            self.offer_last(store, expander.widest(), Counters { deleted, ..counters });
            self.unproved = unproved;
        }
        (stop, answers)
    }

    /// Grows the store, telling the observer now and then, until there is a reason to stop.
    fn grow<R: Rule, S: Store<G, R> + Save, E: Expand<G, R>>(
        &mut self,
        rule: &R,
        store: &mut S,
        expander: &mut E,
    ) -> Stop {
        let (game, bounds) = (self.game, self.bounds);
        let (found, observer, meter, sealed) = self.split();
        meter.go_on();
        let mut watch = |point: SafePoint<'_, '_, S>| {
            if point.show {
                observer.progress(&snapshot(rule, bounds, &point));
            }
            if point.last && !*sealed {
                found.offer(&point, true, observer);
                *sealed = true;
            } else if point.meter.reached().is_none() {
                found.offer(&point, false, observer);
            }
        };
        // A run that was resumed after it had been finished is finished whatever the limits are.
        match meter.look().filter(|_| !rule.is_settled(store.root())) {
            Some(stop) => stop,
            None => run(game, rule, store, expander, u64::MAX, meter, Some(&mut watch)),
        }
    }

    fn report(mut self, stop: Stop) -> Report<G::Move> {
        self.proofs.sort_by_key(|proof| proof.claim.owner() == Player::Min);
        let line = self.best_line();
        Report {
            bounds: self.bounds,
            stop,
            best: line.first().copied().or_else(|| self.bound_move()),
            line,
            most_proving: if stop == Stop::Solved { Vec::new() } else { self.most_proving },
            efforts: self.efforts,
            counters: self.meter.counters,
            elapsed: self.meter.elapsed(),
            proofs: self.proofs,
            unproved: self.unproved,
        }
    }
}

/// The outcomes that a question is about.
pub fn asked_range(scale: &Scale, goal: Goal) -> Result<(Outcome, Outcome), Refusal> {
    match goal {
        Goal::Value => Ok((scale.worst(), scale.best())),
        Goal::AtLeast(goal) if goal == scale.worst() => Err(Refusal(format!(
            "\"at least {}\" holds for every position, it is the worst outcome; ask for a better one",
            scale.name(goal)
        ))),
        Goal::AtLeast(goal) => Ok((Outcome(goal.0 - 1), goal)),
        Goal::Range(low, high) if low < high => Ok((low, high)),
        Goal::Range(low, high) => Err(Refusal(format!(
            "the range {}..{} must go from a worse outcome to a better one",
            scale.name(low),
            scale.name(high)
        ))),
    }
}

fn snapshot<G: Game, R: Rule, S: Store<G, R>>(
    rule: &R,
    bounds: (Outcome, Outcome),
    point: &SafePoint<'_, '_, S>,
) -> Snapshot {
    let (nodes, bytes) = point.store.held();
    let efforts = rule.efforts(point.store.root());
    Snapshot {
        counters: point.counters,
        elapsed: point.meter.elapsed(),
        bounds: tightened(bounds, &efforts),
        efforts,
        nodes: nodes as u64,
        bytes,
        proving: None,
        place: None,
    }
}

/// Bounds with what the answered questions add.
fn tightened(
    bounds: (Outcome, Outcome),
    efforts: &[(Outcome, ProofNumbers)],
) -> (Outcome, Outcome) {
    efforts.iter().fold(bounds, |(low, high), &(goal, numbers)| match numbers.answer() {
        Some(true) => (low.max(goal), high),
        Some(false) => (low, high.min(Outcome(goal.0 - 1))),
        None => (low, high),
    })
}
