//! A whole question answered by depth-first search: which questions are asked, what they establish, and the proofs.

use core::marker::PhantomData;

use foregone_game::{Outcome, TableKeyed};

use super::questions::QuestionChooser;
use super::saved::{LoadedState, Query, SessionState};
use super::{DfpnOptions, Search};
use crate::class::StaticClass;
use crate::effort::ProofNumbers;
use crate::limits::{Meter, Stop};
use crate::observe::{Observer, Snapshot};
use crate::options::{Algorithm, Question};
use crate::persist::{LoadError, StateReader};
use crate::request::{Request, WarmTable, Watcher};
use crate::solve::{Refusal, Report, asked_range};
use crate::table::Table;

/// Answers a question about a position.
pub fn solve<G, C>(
    game: &G,
    root: &G::Position,
    request: Request<'_>,
) -> Result<Report<G::Move>, Refusal>
where
    G: TableKeyed,
    C: StaticClass<G>,
{
    let Request { question, limits, observer, mut resume, warm } = request;
    let range = asked_range(game.scale(), question.goal)?;
    let questions = match question.algorithm {
        Algorithm::Dfmopns => 2,
        Algorithm::AlphaBetaTable if !question.certificate => 0,
        _ => 1,
    };
    let shares = Shares::new(limits.bytes, question.certificate, C::CAN_RETURN);
    let bytes = question.table.map_or(shares.table, |most| most.min(shares.table));
    let table_key_bits = game.table_key_bits();
    let mut cold = WarmTable::new();
    let warm = warm.unwrap_or(&mut cold);
    let table = match &mut resume {
        Some(source) => Table::load(bytes, table_key_bits, questions, *source)?,
        None => warm
            .take(bytes, table_key_bits, questions)
            .ok_or_else(|| no_table(bytes, Table::bucket_bytes(table_key_bits, questions)))?,
    };
    let table = table
        .collecting(question.techniques.collect)
        .trusting(question.techniques.are_sound(game.knowledge_levels()));
    let scale = game.scale();
    let mut watcher = Watcher(observer);
    let mut session = Session::<G, C> {
        game,
        root,
        question,
        table: &table,
        shares,
        meter: Meter::new(limits),
        observer: &mut watcher,
        bounds: (scale.worst(), scale.best()),
        efforts: Vec::new(),
        most_proving: Vec::new(),
        known_line: Vec::new(),
        chooser: None,
        identity: PhantomData,
    };
    let stop = match game.outcome(root) {
        Some(outcome) => {
            session.meter.counters.created = 1;
            session.bounds = (outcome, outcome);
            Stop::Solved
        }
        None => match question.algorithm {
            Algorithm::Minimax => session.minimax(),
            Algorithm::AlphaBeta | Algorithm::AlphaBetaTable => {
                session.alpha_beta(range, resume)?
            }
            _ => session.ask(range, resume)?,
        },
    };
    let report = session.report(stop);
    warm.put(table, bytes, table_key_bits);
    Ok(report)
}

pub(super) fn no_table(bytes: u64, bucket: u64) -> Refusal {
    Refusal(if bytes < bucket {
        format!("a table of {bytes} bytes is smaller than one bucket of {bucket}; allow more")
    } else {
        format!("the system does not give {bytes} bytes for the table; allow less memory")
    })
}

/// How the memory is divided.
#[derive(Clone, Copy)]
pub(super) struct Shares {
    /// For the table.
    pub(super) table: u64,
    /// For what holds on one line only.
    pub(super) loops: u64,
    /// For what a proof has been through.
    pub(super) proof: u64,
}

impl Shares {
    pub(super) fn new(bytes: u64, certificate: bool, cyclic: bool) -> Shares {
        let proof = if certificate { bytes / 4 } else { 0 };
        let loops = if cyclic { (bytes - proof) / 8 } else { 0 };
        Shares { table: bytes - proof - loops, loops, proof }
    }
}

/// A question while it is being answered.
pub(super) struct Session<'a, G: TableKeyed, C: StaticClass<G>> {
    pub(super) game: &'a G,
    pub(super) root: &'a G::Position,
    pub(super) question: &'a Question,
    pub(super) table: &'a Table,
    pub(super) shares: Shares,
    pub(super) meter: Meter<'a>,
    pub(super) observer: &'a mut dyn Observer,
    pub(super) bounds: (Outcome, Outcome),
    pub(super) efforts: Vec<(Outcome, ProofNumbers)>,
    pub(super) most_proving: Vec<G::Move>,
    /// A line of best play that a search has found by itself.
    pub(super) known_line: Vec<G::Move>,
    /// Who asks, once the search is over.
    pub(super) chooser: Option<QuestionChooser>,
    pub(super) identity: PhantomData<C>,
}

impl<'a, G, C> Session<'a, G, C>
where
    G: TableKeyed,
    C: StaticClass<G>,
{
    fn ask(
        &mut self,
        (low, high): (Outcome, Outcome),
        resume: Option<&mut dyn StateReader>,
    ) -> Result<Stop, LoadError> {
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
        self.chooser = Some(chooser);
        Ok(stop)
    }

    /// The next question.
    fn next(&mut self, chooser: &mut QuestionChooser) -> Option<Query> {
        let next = chooser.question()?;
        self.meter.counters.runs += 1;
        if self.question.techniques.forget && !self.question.algorithm.is_multiple() {
            self.table.clear();
        }
        Some(next)
    }

    pub(super) fn search(&self) -> Search<'a, G, C> {
        let options = DfpnOptions::new(&self.question.techniques);
        Search::new(self.game, self.root, self.table, options, self.shares.loops)
    }

    /// Takes in how a question was left.
    fn note(&mut self, goal: u8, result: ProofNumbers) {
        match result.answer() {
            Some(true) => self.bounds.0 = self.bounds.0.max(Outcome(goal)),
            Some(false) => self.bounds.1 = self.bounds.1.min(Outcome(goal - 1)),
            None => {}
        }
        if let Some(entry) = self.table.probe(self.game.table_key(self.root)) {
            self.bounds.0 = self.bounds.0.max(Outcome(entry.facts.low));
            self.bounds.1 = self.bounds.1.min(Outcome(entry.facts.high));
        }
        self.efforts.retain(|&(known, _)| known.0 != goal);
        self.efforts.push((Outcome(goal), result));
        self.efforts.sort_by_key(|&(goal, _)| goal);
    }

    /// What the table says about a question at the root, unless it has forgotten.
    fn look_up(&self, goal: u8, known: ProofNumbers) -> ProofNumbers {
        let entry = self.table.probe(self.game.table_key(self.root));
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

    /// Tells the observer how things stand.
    pub(super) fn show(
        observer: &mut dyn Observer,
        table: &Table,
        bounds: (Outcome, Outcome),
        efforts: Vec<(Outcome, ProofNumbers)>,
        meter: &Meter<'_>,
        proving: Option<u64>,
    ) {
        let snapshot = Self::snapshot(table, bounds, efforts, meter);
        observer.progress(&Snapshot { proving, ..snapshot });
    }

    /// How things stand.
    pub(super) fn snapshot(
        table: &Table,
        bounds: (Outcome, Outcome),
        efforts: Vec<(Outcome, ProofNumbers)>,
        meter: &Meter<'_>,
    ) -> Snapshot {
        Snapshot {
            counters: meter.counters,
            elapsed: meter.elapsed(),
            bounds,
            efforts,
            nodes: table.used(),
            bytes: table.bytes(),
            proving: None,
            place: None,
        }
    }

    pub(super) fn report(mut self, stop: Stop) -> Report<G::Move> {
        self.meter.hold(self.table.used() as usize, self.table.bytes());
        let spent = (self.meter.counters, self.meter.elapsed());
        let (proofs, unproved) = self.prove();
        if let (Some(Stop::Time | Stop::Interrupted), Stop::Solved, Some(chooser)) =
            (unproved, stop, &self.chooser)
        {
            // The proof can be made by someone who has the time.
            let (table, bounds, efforts) = (self.table, self.bounds, &self.efforts[..]);
            let state = SessionState { table, bounds, efforts, chooser, query: None };
            state.offer(None, spent, true, self.observer);
        }
        let line = self.best_line();
        let best = line.first().copied();
        let best = best.or_else(|| (stop == Stop::Solved).then(|| self.bound_move()).flatten());
        Report {
            bounds: self.bounds,
            stop,
            best,
            line,
            most_proving: if stop == Stop::Solved { Vec::new() } else { self.most_proving },
            efforts: self.efforts,
            counters: self.meter.counters,
            elapsed: self.meter.elapsed(),
            proofs,
            unproved,
        }
    }
}
