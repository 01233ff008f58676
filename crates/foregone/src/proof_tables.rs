//! Tables of endgames in memory, for proofs of games in which play can return and that have numbered tables (Awari). A proof
//! asks for them when its searches have cost as much as they do; it is then as strict as without, and cites nothing.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use foregone_game::EndgameTable;
use foregone_solve::class::GameClass;
use foregone_solve::options::Question;
use foregone_solve::proof_tables::ProofTables;
use foregone_tablebase::endgames::MemoryTables;
use foregone_tablebase::retro::Control;

use crate::position::Position;

/// The time between two looks at the limits while values are computed.
const LOOK_EVERY: Duration = Duration::from_millis(10);

/// The tables of the layers at and below a position.
pub(crate) struct PositionTables {
    spelling: String,
    position: String,
    threads: usize,
    planned: Option<MemoryTables>,
    /// The values, which serve all claims about the position.
    values: Option<EndgameTable>,
}

impl PositionTables {
    /// The tables for a question, if a proof may want some: not if the user has given tables, which the search knows, and not
    /// for canonical proofs, which have a search of their own.
    pub(crate) fn of(position: &Position, question: &Question) -> Option<PositionTables> {
        let game = position.game();
        let is_wanted = question.certificate && !question.canonical && game.tables().is_none();
        // A game that was brought along may have any name.
        let is_known = game.class() == GameClass::CanReturn && game.is_built_in();
        (is_wanted && is_known).then(|| PositionTables {
            spelling: game.spelling().to_owned(),
            position: position.to_string(),
            threads: question.threads,
            planned: None,
            values: None,
        })
    }
}

impl ProofTables for PositionTables {
    fn positions(&mut self, bytes: u64) -> Option<u64> {
        if self.values.is_some() {
            return Some(0);
        }
        if self.planned.is_none() {
            let within = (bytes, self.threads.max(1));
            self.planned = MemoryTables::plan(&self.spelling, &self.position, within);
        }
        self.planned.as_ref().map(MemoryTables::positions)
    }

    /// Computes on another thread, so that this one can look at the limits and show that something happens.
    fn compute(&mut self, go_on: &mut dyn FnMut() -> bool) -> Option<EndgameTable> {
        if let (None, Some(tables)) = (&self.values, &self.planned) {
            let (stop, threads) = (AtomicBool::new(false), self.threads.max(1));
            self.values = thread::scope(|scope| {
                let (sender, receiver) = channel();
                let stop = &stop;
                scope.spawn(move || {
                    let values = tables.compute(&Control { threads, stop, report: &|_| () });
                    // Nobody receives it if this thread was stopped.
                    let _ = sender.send(values.ok());
                });
                loop {
                    match receiver.recv_timeout(LOOK_EVERY) {
                        Ok(values) => return values,
                        Err(RecvTimeoutError::Disconnected) => return None,
                        Err(RecvTimeoutError::Timeout) if go_on() => {}
                        Err(RecvTimeoutError::Timeout) => stop.store(true, Ordering::Relaxed),
                    }
                }
            });
        }
        self.values.clone()
    }
}
