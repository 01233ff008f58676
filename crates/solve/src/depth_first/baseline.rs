//! Alpha-beta and minimax as answers to a whole question, with the proofs and lines of the other depth-first searches: what
//! they have found out is in the table, or is searched again by df-pn.

use foregone_game::{Outcome, TableKeyed};

use super::driver::Session;
use super::questions::QuestionChooser;
use super::saved::{LoadedState, SessionState};
use crate::alpha_beta::{self, Mode, Progress, Task};
use crate::class::StaticClass;
use crate::limits::{Meter, Stop};
use crate::minimax::minimax;
use crate::observe::{Snapshot, TableFill};
use crate::options::{Algorithm, Strategy};
use crate::persist::{LoadError, StateReader};
use crate::session::snapshot;

impl<G, C> Session<'_, G, C>
where
    G: TableKeyed,
    C: StaticClass<G>,
{
    /// Alpha-beta search, with the table if there is to be one.
    pub(super) fn alpha_beta(
        &mut self,
        range: (Outcome, Outcome),
        resume: Option<&mut dyn StateReader>,
    ) -> Result<Stop, LoadError> {
        let with_table = self.question.algorithm == Algorithm::AlphaBetaTable;
        let deepening = self.question.deepens() == Some(true);
        let mode = if deepening { Mode::Deepening } else { Mode::Full };
        let threads = (self.question.threads, self.question.alone);
        let task = Task { range, infinite: C::INFINITE, mode, threads };
        // Bounds found so far are in the table: who resumes begins again, and finds them there.
        let mut chooser = QuestionChooser::in_turn(Strategy::Binary, range.0, range.1);
        if let Some(source) = resume {
            self.take_over(source, &mut chooser)?;
        }
        let (observer, table, bounds) = (&mut *self.observer, self.state.table, self.bounds);
        let state = SessionState { table, bounds, efforts: &[], chooser: &chooser, query: None };
        let mut watch = |progress: &Progress, meter: &mut Meter<'_>| {
            let (low, high) = progress.bounds.unwrap_or(bounds);
            let shown = (bounds.0.max(low), bounds.1.min(high));
            if with_table {
                state.offer(None, (meter.counters, meter.elapsed()), false, observer);
            }
            if meter.is_due() {
                let held = (table.used(), table.bytes());
                let snapshot = snapshot(meter, shown, Vec::new(), held);
                let Progress { place, moves, line, .. } = progress.clone();
                let fill = with_table.then(|| TableFill::of(table));
                observer.progress(&Snapshot { place, moves, line, table: fill, ..snapshot });
            }
        };
        let table = with_table.then_some(table);
        let finding =
            alpha_beta::search(self.game, self.root, &task, table, &mut self.meter, &mut watch);
        self.meter.counters.counted = finding.counted;
        let (low, high) = finding.bounds;
        self.bounds = (self.bounds.0.max(low), self.bounds.1.min(high));
        self.line = finding.line;
        if with_table && finding.stop != Stop::Solved {
            let spent = (self.meter.counters, self.meter.elapsed());
            state.offer(None, spent, true, self.observer);
        }
        Ok(finding.stop)
    }

    fn take_over(
        &mut self,
        source: &mut dyn StateReader,
        chooser: &mut QuestionChooser,
    ) -> Result<(), LoadError> {
        let mut search = self.search();
        let loaded = LoadedState::new(source, chooser, &mut search, self.root)?;
        self.meter.take_over(loaded.counters, loaded.elapsed);
        self.meter.go_on();
        self.bounds = loaded.bounds;
        Ok(())
    }

    /// Plain minimax.
    pub(super) fn minimax(&mut self) -> Stop {
        self.meter.counters.runs += 1;
        match minimax(self.game, self.root, C::INFINITE, &mut self.meter) {
            Ok(value) => {
                self.bounds = (value, value);
                Stop::Solved
            }
            Err(stop) => stop,
        }
    }
}
