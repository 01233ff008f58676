//! Who watches a search: shows its progress and keeps it on disk.

use foregone_solve::observe::{Observer, Snapshot};
use foregone_solve::persist::Save;

use crate::checkpoint::Keeper;
use crate::failure::reason;
use crate::progress::SearchLine;

/// A line on the terminal, and checkpoints if they are wanted.
pub(super) struct Watcher<'w> {
    pub(super) line: SearchLine<'w>,
    pub(super) keeper: Option<&'w mut Keeper>,
}

impl Observer for Watcher<'_> {
    fn progress(&mut self, snapshot: &Snapshot) {
        self.line.progress(snapshot);
    }

    fn wants_checkpoint(&mut self, stopping: bool) -> bool {
        self.keeper.as_ref().is_some_and(|keeper| stopping || keeper.is_due())
    }

    /// A search is not given up because a disk is full: it says so and goes on.
    fn checkpoint(&mut self, state: &dyn Save) {
        let Some(keeper) = &mut self.keeper else { return };
        if let Err(error) = keeper.write(state) {
            let rest = if keeper.is_ours() { ", with the one before left as it was" } else { "" };
            self.line.warn(&format!(
                "the checkpoint {} could not be written{rest}: {}",
                keeper.name(),
                reason(&error)
            ));
        }
    }
}
