//! A question answered by best-first search: which runs are made, and what they establish.

use core::marker::PhantomData;

use foregone_game::{Acyclic, Game, Outcome, TableKeyed};

use super::results::FinishedStore;
use super::saved::Resumed;
use super::{SafePoint, Store, run};
use crate::class::StaticClass;
use crate::dag::Dag;
use crate::expand::{Expand, Nested, OnePly};
use crate::limits::{Counters, Stop};
use crate::mopns::Mopns;
use crate::nested_dfpn::NestedDfpn;
use crate::observe::{RootMove, Snapshot, legal_moves, numbered};
use crate::options::{Algorithm, Question, SecondLevel, Techniques, When};
use crate::persist::{LoadError, Save, StateReader};
use crate::pns::Pns;
use crate::pool::Node;
use crate::report::{Refusal, Report};
use crate::rule::Rule;
use crate::session::{MemoryShares, snapshot, tightened};
use crate::strategy::Asking;
use crate::table::Table;
use crate::tree::Tree;

/// Why a run ended, and the answers it found.
type Ended = (Stop, Vec<(Outcome, bool)>);

/// Fewer bytes than this and a search cannot begin.
const BYTES_MIN: u64 = 1 << 12;

/// Answers the question of a session.
pub(crate) fn drive<'a, G, C>(
    session: crate::session::Session<'a, G>,
    resume: Option<&'a mut dyn StateReader>,
) -> Result<Report<G::Move>, Refusal>
where
    G: Acyclic + TableKeyed,
    C: StaticClass<G>,
{
    refuse_unfit::<G, C>(session.question, &session.memory)?;
    let mut session: Session<'a, G, C> = session.with_state(BestFirst::new());
    if let Some(source) = resume {
        session.take_over(source)?;
    }
    let (low, high) = session.range;
    let stop = match session.question.algorithm.is_multiple() {
        true => session.ask_all(low, high)?,
        false => session.ask_in_turn(low, high)?,
    };
    session.line = session.best_line();
    let best = session.bound_move();
    Ok(session.into_report(stop, best))
}

/// Refuses what these searches cannot do.
fn refuse_unfit<G: Game, C: StaticClass<G>>(
    question: &Question,
    memory: &MemoryShares,
) -> Result<(), Refusal> {
    if question.techniques.dag && !C::EXACT {
        return Err(Refusal::new(
            "this game cannot merge transpositions: its positions carry the line that led to them, so they have \
             no exact keys; leave out dag",
        ));
    }
    let nested_dfpn = matches!(question.second_level, SecondLevel::Table(_));
    if nested_dfpn && question.algorithm == Algorithm::Mopn2 {
        return Err(Refusal::new(
            "a second level on a table answers one question at a time; use it with pn2",
        ));
    }
    let bytes = memory.search + memory.proof;
    if bytes < BYTES_MIN {
        return Err(Refusal::new(format!(
            "a search cannot start with {bytes} bytes of memory; allow at least {BYTES_MIN}"
        )));
    }
    Ok(())
}

/// The state of a session that searches best-first.
pub(crate) struct BestFirst<'a, M, C> {
    /// A bound and a move at the root that secures it.
    pub(crate) secure: Option<(Outcome, M)>,
    /// Which question comes next, where one is asked after the other.
    pub(crate) asking: Option<Asking>,
    /// The state to go on from, until the first run has taken its store from it.
    pub(crate) resume: Option<Resumed<'a>>,
    /// Whether the state has been saved for the last time.
    pub(crate) sealed: bool,
    class: PhantomData<C>,
}

impl<M, C> BestFirst<'_, M, C> {
    fn new() -> Self {
        BestFirst { secure: None, asking: None, resume: None, sealed: false, class: PhantomData }
    }
}

/// A session that searches best-first.
pub(crate) type Session<'a, G, C> =
    crate::session::Session<'a, G, BestFirst<'a, <G as Game>::Move, C>>;

impl<'a, G: Acyclic + TableKeyed, C: StaticClass<G>> Session<'a, G, C> {
    /// PNS: one question after the other (Allis et al. 1994 §3.5).
    fn ask_in_turn(&mut self, low: Outcome, high: Outcome) -> Result<Stop, LoadError> {
        let asking = || Asking::new(self.question.strategy, low, high);
        let mut asking = self.state.asking.take().unwrap_or_else(asking);
        while let Some(goal) = asking.next() {
            self.state.asking = Some(asking.clone());
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
        let bytes = self.memory.search / 2;
        let Some(table) = Table::new(bytes, self.game.table_key_bits(), 1) else {
            return Ok((Stop::Memory, Vec::new()));
        };
        let table = table
            .collecting(techniques.collect)
            .trusting(techniques.are_sound(self.game.knowledge_levels()));
        let mut second = NestedDfpn::<G, C>::new(self.game, self.root, &table, nodes, techniques);
        self.search_with(rule, techniques, self.memory.search - bytes, &mut second)
    }

    /// Counts a run and its root, unless that has been done before the run was interrupted.
    fn count_run(&mut self) {
        if self.state.resume.is_none() {
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
                self.memory.search,
                &mut OnePly::new(techniques),
            );
        }
        let node_bytes = size_of::<Node<G::Move, R::Label>>() as u64;
        let second = match self.question.second_level {
            SecondLevel::Fixed(nodes) => {
                nodes.saturating_add(4096).saturating_mul(node_bytes).min(self.memory.search / 2)
            }
            _ => self.memory.search / 2,
        };
        let mut nested = Nested::new(self.question.second_level, second, techniques);
        self.search_with(rule, techniques, self.memory.search - second, &mut nested)
    }

    fn search_with<R: Rule, E: Expand<G, R>>(
        &mut self,
        rule: &R,
        techniques: &Techniques,
        bytes: u64,
        expander: &mut E,
    ) -> Result<Ended, LoadError> {
        let (game, root) = (self.game, self.root);
        let resume = self.state.resume.take();
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
        let finished = FinishedStore { rule, store, game: PhantomData };
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
        let (game, root, bounds) = (self.game, self.root, self.bounds);
        let (found, observer, meter, sealed) = self.split();
        meter.go_on();
        let mut watch = |point: SafePoint<'_, '_, S>| {
            if point.show {
                observer.progress(&store_snapshot((game, root), rule, bounds, &point));
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
}

fn store_snapshot<G: Game, R: Rule, S: Store<G, R>>(
    (game, root): (&G, &G::Position),
    rule: &R,
    bounds: (Outcome, Outcome),
    point: &SafePoint<'_, '_, S>,
) -> Snapshot {
    let (nodes, bytes) = point.store.held();
    let efforts = rule.efforts(point.store.root());
    let bounds = tightened(bounds, &efforts);
    let snapshot = snapshot(point.meter, bounds, efforts, (nodes as u64, bytes));
    let (moves, line) = (root_moves((game, root), rule, point.store), point.store.line());
    Snapshot { counters: point.counters, moves, line: numbered(game, root, &line), ..snapshot }
}

/// What the store holds about the moves of the root.
fn root_moves<G: Game, R: Rule, S: Store<G, R>>(
    (game, root): (&G, &G::Position),
    rule: &R,
    store: &S,
) -> Vec<RootMove> {
    let (canonical, mut children) = (legal_moves(game, root), Vec::new());
    store.children(0, &mut children);
    let all = (game.scale().worst(), game.scale().best());
    let held = |&(mv, node): &(G::Move, u32)| {
        let place = canonical.iter().position(|&known| known == mv)?;
        let efforts = rule.efforts(store.label(node));
        Some(RootMove { place, bounds: tightened(all, &efforts), efforts, nodes: None })
    };
    children.iter().filter_map(held).collect()
}
