//! The observer of a run: limits, checkpoints and progress.

use foregone_fleet::controller::Members;
use foregone_fleet::controller::{RunEvent, RunStatus};
use foregone_fleet::coordinator::Coordinator;
use foregone_nats::RunObserver;
use foregone_solve::leaf_search::LeafSearch;
use foregone_solve::limits::{Meter, Stop};

use super::Run;
use super::reporter::RunReporter;
use super::saved_run::RunCheckpoint;
use crate::failure::reason;
use foregone::checkpoint::Keeper;

/// Observes a run.
pub(super) struct CoordinateObserver<'w> {
    run: &'w Run<'w>,
    leaf_search: &'w dyn LeafSearch,
    meter: &'w mut Meter<'static>,
    keeper: Option<&'w mut Keeper>,
    reporter: &'w RunReporter<'w>,
}

impl<'w> CoordinateObserver<'w> {
    pub(super) fn new(
        run: &'w Run<'w>,
        leaf_search: &'w dyn LeafSearch,
        meter: &'w mut Meter<'static>,
        keeper: Option<&'w mut Keeper>,
        reporter: &'w RunReporter<'w>,
    ) -> CoordinateObserver<'w> {
        CoordinateObserver { run, leaf_search, meter, keeper, reporter }
    }

    /// The counters so far.
    pub(super) fn meter(&self) -> &Meter<'static> {
        self.meter
    }

    /// Whether there is a checkpoint to continue from.
    pub(super) fn has_checkpoint(&self) -> bool {
        self.keeper.as_ref().is_some_and(|keeper| keeper.is_ours())
    }
}

impl RunObserver for CoordinateObserver<'_> {
    fn look(&mut self, mut status: RunStatus<'_>) -> Option<Stop> {
        let ranges = self.run.ranges();
        let coordinator = &*status.coordinator;
        let stop = foregone_fleet::threads::show_progress(
            coordinator,
            self.leaf_search,
            ranges,
            self.meter,
            &mut (),
        );
        self.reporter.progress(&mut status);
        stop
    }

    fn event(&mut self, event: &RunEvent) {
        self.reporter.event(event);
    }

    fn wants_checkpoint(&mut self) -> bool {
        self.keeper.as_ref().is_some_and(|keeper| keeper.is_due())
    }

    /// A checkpoint that cannot be written is a warning; the run continues.
    fn checkpoint(&mut self, coordinator: &Coordinator, members: &Members) -> bool {
        let Some(keeper) = &mut self.keeper else { return false };
        let excluded_hosts = members.excluded_hosts().collect();
        let written =
            keeper.write(&RunCheckpoint { run: self.run.setup.run, coordinator, excluded_hosts });
        match &written {
            Ok(()) => self.reporter.saved(&keeper.name()),
            Err(error) => self.reporter.warn(&format!(
                "the checkpoint {} could not be written: {}",
                keeper.name(),
                reason(error)
            )),
        }
        written.is_ok()
    }
}
