//! Who looks after a run: limits, checkpoints, progress, and searching again what workers claim.

use fleet::coordinator::Coordinator;
use nats::overseer::{Event, Overseer, Standing};
use nats::trust::Claim;
use solve::limits::{Meter, Stop};
use solve::station::{Leaf, Station};

use super::Run;
use super::kept::Kept;
use super::show::Show;
use crate::checkpoint::Keeper;
use crate::failure::reason;
use crate::interrupt;

/// Searching a claim again may take so many times the descents that it is said to have taken, and some more.
const TIMES: u64 = 8;
const MORE: u64 = 100_000;
/// Descents after which it is looked whether somebody has pressed Ctrl-C.
const PORTION: u64 = 1000;

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
        let stop = fleet::threads::watch(coordinator, self.station, ranges, self.meter, &mut ());
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
    fn checkpoint(&mut self, coordinator: &Coordinator) -> bool {
        let Some(keeper) = &mut self.keeper else { return false };
        let written = keeper.write(&Kept { run: self.run.setup.run, coordinator });
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

    fn holds(&mut self, claim: &Claim) -> Option<bool> {
        let questions = (self.run.setup.range.1 - self.run.setup.range.0, claim.question);
        let mut labour = self.station.worker();
        let leaf = Leaf { line: &claim.line, aim: claim.question, window: (0, questions.0) };
        labour.begin(leaf).ok()?;
        let budget = claim.spent.saturating_mul(TIMES).saturating_add(MORE);
        let mut spent = 0;
        while spent < budget && !interrupt::asked() {
            let (taken, done) = labour.go_on(PORTION);
            spent += taken;
            if done {
                break;
            }
        }
        let duel = labour.label().get(usize::from(claim.question)).copied()?;
        labour.finish();
        duel.is_settled().then(|| (duel.proof.finite() == Some(0)) == claim.proved)
    }

    fn begin(&self) -> Coordinator {
        let (root, range) = (self.station.root(), self.run.ranges().0);
        Coordinator::new(self.run.setup.run, root, range, self.run.plan)
    }
}
