//! Who looks on while a run goes on: what happens, how things stand, and what has to be decided outside.

use foregone_fleet::controller::Members;
use foregone_fleet::controller::{RunEvent, RunStatus};
use foregone_fleet::coordinator::Coordinator;
use foregone_solve::limits::Stop;

/// Looks on, keeps what is to be kept, and says when to stop.
pub trait RunObserver {
    /// Called some times a second.
    fn look(&mut self, status: RunStatus<'_>) -> Option<Stop>;
    /// Something has happened.
    fn event(&mut self, event: &RunEvent);
    /// Whether the coordinator should be saved now.
    fn wants_checkpoint(&mut self) -> bool;
    /// Saves it, with who was sent away; whether that has worked.
    fn checkpoint(&mut self, coordinator: &Coordinator, members: &Members) -> bool;
}
