//! Who looks on while a run goes on: what happens, how things stand, and what has to be decided outside.

use foregone_fleet::coordinator::Coordinator;
use foregone_fleet::office::ledger::Ledger;
use foregone_fleet::office::{Event, Standing};
use foregone_solve::limits::Stop;

/// Looks on, keeps what is to be kept, and says when to stop.
pub trait Overseer {
    /// Called some times a second.
    fn look(&mut self, standing: Standing<'_>) -> Option<Stop>;
    /// Something has happened.
    fn event(&mut self, event: &Event);
    /// Whether the coordinator should be saved now.
    fn wants_checkpoint(&mut self) -> bool;
    /// Saves it, with who was sent away; whether that has worked.
    fn checkpoint(&mut self, coordinator: &Coordinator, ledger: &Ledger) -> bool;
}
