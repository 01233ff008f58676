//! Who looks after a run: limits, checkpoints and progress.

use foregone_fleet::coordinator::Coordinator;
use foregone_fleet::office::ledger::Ledger;
use foregone_fleet::office::{Event, Standing};
use foregone_nats::overseer::Overseer;
use foregone_solve::limits::{Meter, Stop};
use foregone_solve::station::Station;

use super::Run;
use super::kept::Kept;
use super::show::Show;
use crate::failure::reason;
use foregone::checkpoint::Keeper;

/// Looks after a run.
pub(super) struct Watcher<'w> {
    run: &'w Run<'w>,
    station: &'w dyn Station,
    meter: &'w mut Meter<'static>,
    keeper: Option<&'w mut Keeper>,
    show: &'w Show<'w>,
}

impl<'w> Watcher<'w> {
    pub(super) fn new(
        run: &'w Run<'w>,
        station: &'w dyn Station,
        meter: &'w mut Meter<'static>,
        keeper: Option<&'w mut Keeper>,
        show: &'w Show<'w>,
    ) -> Watcher<'w> {
        Watcher { run, station, meter, keeper, show }
    }

    /// What has been counted so far.
    pub(super) fn meter(&self) -> &Meter<'static> {
        self.meter
    }

    /// Whether there is something to go on from.
    pub(super) fn is_kept(&self) -> bool {
        self.keeper.as_ref().is_some_and(|keeper| keeper.is_ours())
    }
}

impl Overseer for Watcher<'_> {
    fn look(&mut self, mut standing: Standing<'_>) -> Option<Stop> {
        let ranges = self.run.ranges();
        let coordinator = &*standing.coordinator;
        let stop =
            foregone_fleet::threads::watch(coordinator, self.station, ranges, self.meter, &mut ());
        self.show.progress(&mut standing);
        stop
    }

    fn event(&mut self, event: &Event) {
        self.show.event(event);
    }

    fn wants_checkpoint(&mut self) -> bool {
        self.keeper.as_ref().is_some_and(|keeper| keeper.is_due())
    }

    /// A run is not given up because a disk is full: it says so and goes on.
    fn checkpoint(&mut self, coordinator: &Coordinator, ledger: &Ledger) -> bool {
        let Some(keeper) = &mut self.keeper else { return false };
        let dismissed = ledger.dismissed().collect();
        let written = keeper.write(&Kept { run: self.run.setup.run, coordinator, dismissed });
        match &written {
            Ok(()) => self.show.saved(&keeper.name()),
            Err(error) => self.show.warn(&format!(
                "the checkpoint {} could not be written: {}",
                keeper.name(),
                reason(error)
            )),
        }
        written.is_ok()
    }
}
