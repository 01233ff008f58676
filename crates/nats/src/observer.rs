//! The observer of a run.

use foregone_fleet::controller::Members;
use foregone_fleet::controller::{RunEvent, RunStatus};
use foregone_fleet::coordinator::Coordinator;
use foregone_solve::limits::Stop;

/// Observes a run, saves checkpoints, and decides when to stop.
pub trait RunObserver {
    /// Called several times a second. Returns why the run should stop, if it should.
    fn look(&mut self, status: RunStatus<'_>) -> Option<Stop>;
    /// Called for every event.
    fn event(&mut self, event: &RunEvent);
    /// Whether a checkpoint should be saved now.
    fn wants_checkpoint(&mut self) -> bool;
    /// Saves a checkpoint with the hosts that were excluded. Returns whether that has succeeded.
    fn checkpoint(&mut self, coordinator: &Coordinator, members: &Members) -> bool;
}
