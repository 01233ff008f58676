//! A question answered by depth-first search: which questions are asked, and what they establish.

use core::marker::PhantomData;

use foregone_game::{Outcome, TableKeyed};

use super::questions::QuestionChooser;
use super::saved::{LoadedState, Query, SessionState};
use super::{DfpnOptions, Search};
use crate::class::StaticClass;
use crate::effort::ProofNumbers;
use crate::initial::Initial;
use crate::limits::{Meter, Stop};
use crate::observe::{Observer, Snapshot, TableFill, numbered};
use crate::options::Algorithm;
use crate::persist::{LoadError, StateReader};
use crate::report::{Refusal, Report};
use crate::request::WarmTable;
use crate::session::snapshot;
use crate::table::Table;

/// Answers the question of a session.
pub(crate) fn drive<'a, G, C>(
    session: crate::session::Session<'a, G>,
    mut resume: Option<&'a mut dyn StateReader>,
    warm: Option<&'a mut WarmTable>,
) -> Result<Report<G::Move>, Refusal>
where
    G: TableKeyed,
    C: StaticClass<G>,
{
    let (game, question, most) = (session.game, session.question, session.memory.search);
    let questions = match question.algorithm {
        Algorithm::Dfmopns => 2,
        Algorithm::AlphaBetaTable if !question.certificate => 0,
        _ => 1,
    };
    let bytes = question.table.map_or(most, |wanted| wanted.min(most));
    let table_key_bits = game.table_key_bits();
    let mut cold = WarmTable::new();
    let warm = warm.unwrap_or(&mut cold);
    let table = match &mut resume {
        Some(source) => {
            Table::load(bytes, (table_key_bits, questions), game.scale().best(), *source)?
        }
        None => warm
            .take(bytes, table_key_bits, questions)
            .ok_or_else(|| no_table(bytes, Table::bucket_bytes(table_key_bits, questions)))?,
    };
    let table = table
        .collecting(question.techniques.collect)
        .trusting(question.techniques.are_sound(game.knowledge_levels()));
    let report = search_on::<G, C>(session, &table, resume)?;
    warm.put(table, bytes, table_key_bits);
    Ok(report)
}

/// Searches on a table.
fn search_on<'t, 'a: 't, G: TableKeyed, C: StaticClass<G>>(
    session: crate::session::Session<'a, G>,
    table: &'t Table,
    resume: Option<&mut dyn StateReader>,
) -> Result<Report<G::Move>, LoadError> {
    let mut session: Session<'t, G, C> = session.with_state(DepthFirst::new(table));
    let range = session.range;
    let stop = match session.question.algorithm {
        Algorithm::Minimax => session.minimax(),
        Algorithm::AlphaBeta | Algorithm::AlphaBetaTable => session.alpha_beta(range, resume)?,
        _ => session.ask(range, resume)?,
    };
    Ok(session.report(stop))
}

pub(super) fn no_table(bytes: u64, bucket: u64) -> Refusal {
    Refusal(if bytes < bucket {
        format!("a table of {bytes} bytes is smaller than one bucket of {bucket}; allow more")
    } else {
        format!("the system does not give {bytes} bytes for the table; allow less memory")
    })
}

/// The state of a session that searches depth-first.
pub(super) struct DepthFirst<'a, C> {
    pub(super) table: &'a Table,
    /// Who asks, once the search is over.
    pub(super) chooser: Option<QuestionChooser>,
    class: PhantomData<C>,
}

impl<'a, C> DepthFirst<'a, C> {
    pub(super) fn new(table: &'a Table) -> Self {
        DepthFirst { table, chooser: None, class: PhantomData }
    }
}

/// A session that searches depth-first.
pub(super) type Session<'a, G, C> = crate::session::Session<'a, G, DepthFirst<'a, C>>;

impl<'a, G, C> Session<'a, G, C>
where
    G: TableKeyed,
    C: StaticClass<G>,
{
    fn ask(
        &mut self,
        mut range: (Outcome, Outcome),
        resume: Option<&mut dyn StateReader>,
    ) -> Result<Stop, LoadError> {
        // Questions that the game answers need not be asked. A search as published asks them all the same.
        if self.question.techniques.initial == Initial::Guess
            && self.game.outcome(self.root).is_none()
        {
            self.bounds = self.game.static_bounds(self.root);
            let within = |outcome: Outcome| outcome.clamp(range.0, range.1);
            range = (within(self.bounds.0), within(self.bounds.1));
        }
        let (low, high) = range;
        let mut chooser = match self.question.algorithm {
            Algorithm::Dfmopns => QuestionChooser::cheapest(low, high),
            _ => QuestionChooser::in_turn(self.question.strategy, low, high),
        };
        let mut search = self.search();
        let mut going_on = None;
        match resume {
            None => self.meter.counters.created += 1,
            Some(source) => {
                let loaded = LoadedState::new(source, &mut chooser, &mut search, self.root)?;
                self.meter.take_over(loaded.counters, loaded.elapsed);
                self.meter.go_on();
                (self.bounds, self.efforts) = (loaded.bounds, loaded.efforts);
                going_on = loaded.query;
            }
        }
        let mut stop = Stop::Solved;
        while let Some((goal, limit)) = going_on.take().or_else(|| self.next(&mut chooser)) {
            stop = self.run(&mut search, &chooser, (goal, limit));
            self.note(goal, search.result());
            if stop != Stop::Solved && !search.result().is_settled() {
                break;
            }
            stop = Stop::Solved;
            chooser.record(goal, search.result(), self.bounds);
            for (goal, numbers) in chooser.stale().iter_mut().enumerate().skip(1) {
                *numbers = self.look_up(goal as u8, *numbers);
            }
        }
        self.state.chooser = Some(chooser);
        Ok(stop)
    }

    /// The next question.
    fn next(&mut self, chooser: &mut QuestionChooser) -> Option<Query> {
        let next = chooser.question()?;
        self.meter.counters.runs += 1;
        if self.question.techniques.forget && !self.question.algorithm.is_multiple() {
            self.state.table.clear();
        }
        Some(next)
    }

    pub(super) fn search(&self) -> Search<'a, G, C> {
        let options = DfpnOptions::new(&self.question.techniques);
        Search::new(self.game, self.root, self.state.table, options, self.memory.repetitions)
    }

    /// Takes in how a question was left.
    fn note(&mut self, goal: u8, result: ProofNumbers) {
        self.tighten(&[(Outcome(goal), result)]);
        if let Some(entry) = self.state.table.probe(self.game.table_key(self.root)) {
            self.bounds.0 = self.bounds.0.max(Outcome(entry.facts.low));
            self.bounds.1 = self.bounds.1.min(Outcome(entry.facts.high));
        }
        self.efforts.retain(|&(known, _)| known.0 != goal);
        self.efforts.push((Outcome(goal), result));
        self.efforts.sort_by_key(|&(goal, _)| goal);
    }

    /// What the table says about a question at the root, unless it has forgotten.
    fn look_up(&self, goal: u8, known: ProofNumbers) -> ProofNumbers {
        let entry = self.state.table.probe(self.game.table_key(self.root));
        match entry.map(|entry| entry.numbers(goal)) {
            Some(numbers)
                if numbers.is_open() && !entry.is_some_and(|e| e.facts.goals.contains(&goal)) =>
            {
                ProofNumbers {
                    proof: numbers.proof.max(known.proof),
                    disproof: numbers.disproof.max(known.disproof),
                }
            }
            Some(numbers) => numbers,
            None => known,
        }
    }

    /// Shows the observer a search that runs.
    pub(super) fn show_search(
        observer: &mut dyn Observer,
        (table, root): (&Table, &G::Position),
        bounds: (Outcome, Outcome),
        search: &Search<'_, G, C>,
        meter: &Meter<'_>,
    ) {
        let efforts = vec![(Outcome(search.goal()), search.numbers())];
        let snapshot = snapshot(meter, bounds, efforts, (table.used(), table.bytes()));
        observer.progress(&Snapshot {
            moves: search.root_moves(),
            line: numbered(search.game, root, &search.line()),
            table: Some(TableFill::of(table)),
            ..snapshot
        });
    }

    /// Shows the observer the table and the numbers, and the records of a proof that is being extracted.
    pub(super) fn show(
        observer: &mut dyn Observer,
        table: &Table,
        bounds: (Outcome, Outcome),
        efforts: Vec<(Outcome, ProofNumbers)>,
        meter: &Meter<'_>,
        proving: Option<u64>,
    ) {
        let snapshot = snapshot(meter, bounds, efforts, (table.used(), table.bytes()));
        observer.progress(&Snapshot { proving, table: Some(TableFill::of(table)), ..snapshot });
    }

    pub(super) fn report(mut self, stop: Stop) -> Report<G::Move> {
        self.meter.hold(self.state.table.used() as usize, self.state.table.bytes());
        let spent = (self.meter.counters, self.meter.elapsed());
        self.prove();
        if let (Some(Stop::Time | Stop::Interrupted), Stop::Solved, Some(chooser)) =
            (self.unproved, stop, &self.state.chooser)
        {
            // The proof can be made by a resumed search that has the time.
            let (table, bounds, efforts) = (self.state.table, self.bounds, &self.efforts[..]);
            let state = SessionState { table, bounds, efforts, chooser, query: None };
            state.offer(None, spent, true, self.observer);
        }
        self.line = self.best_line();
        let is_bound_known = stop == Stop::Solved && self.line.is_empty();
        let best = is_bound_known.then(|| self.bound_move()).flatten();
        self.into_report(stop, best)
    }
}
