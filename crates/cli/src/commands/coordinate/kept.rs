//! The coordinator on disk: the number of its run, and all that has been found.

use std::fs::File;
use std::path::Path;

use fleet::coordinator::Coordinator;
use fleet::plan::Plan;
use game::Outcome;
use solve::persist::{Save, Sink, Source, put, take};
use solve::station::Root;

use crate::checkpoint::{self, Header, Keeper, Reader, Unusable};
use crate::failure::Failure;
use crate::output;

/// Jobs are numbered from so much further on after a restart: answers to those that were given away after the last checkpoint
/// may still come.
const AHEAD: u64 = 1 << 32;

/// A coordinator with the number of its run, as it was saved.
pub(super) type Saved = (u64, Coordinator);

/// A coordinator and its run, for saving.
pub(super) struct Kept<'k> {
    pub(super) run: u64,
    pub(super) coordinator: &'k Coordinator,
}

impl Save for Kept<'_> {
    fn save(&self, out: &mut dyn Sink) {
        put(out, self.run);
        self.coordinator.save(out);
    }
}

/// What a coordinator begins with.
pub(super) struct Beginning<'b> {
    pub(super) root: Root,
    pub(super) range: (Outcome, Outcome),
    pub(super) plan: &'b Plan,
}

impl Beginning<'_> {
    fn load(&self, reader: &mut Reader<File>) -> Result<Saved, Unusable> {
        let source: &mut dyn Source = reader;
        let damaged = |why: String| Unusable::Damaged(why);
        let run = take(source).map_err(|broken| damaged(broken.to_string()))?;
        let mut coordinator = Coordinator::load(run, self.root, self.range, *self.plan, source)
            .map_err(|broken| damaged(broken.to_string()))?;
        coordinator.number_from(coordinator.numbered() + AHEAD);
        Ok((run, coordinator))
    }
}

/// Looks for a coordinator of this search in a file, or, if that is damaged or missing, in the one before it. What is of
/// another search is in the way, unless it may be replaced.
pub(super) fn find(
    file: &Path,
    header: Header,
    beginning: &Beginning<'_>,
    replace: bool,
) -> Result<(Keeper, Option<Saved>), Failure> {
    let previous = checkpoint::previous(file);
    for (candidate, is_named) in [(file, true), (previous.as_path(), false)] {
        let named = candidate.display();
        let loaded = checkpoint::open(candidate).and_then(|(found, mut reader)| {
            match found.is_same_search(&header) {
                true => beginning.load(&mut reader),
                false => Err(Unusable::Foreign(format!(
                    "is a checkpoint of another search, of {}",
                    found.game
                ))),
            }
        });
        match loaded {
            Ok(loaded) => return Ok((Keeper::resume(file, header, is_named)?, Some(loaded))),
            Err(Unusable::Missing(_)) => {}
            Err(_) if replace => {}
            Err(Unusable::Damaged(why)) if is_named && previous.exists() => {
                output::warn(&format!("{named} {why}; trying {}", previous.display()));
            }
            Err(unusable) => {
                return Err(Failure::bad(format!(
                    "{named} {}; name another file, or replace it with --force",
                    unusable.why()
                )));
            }
        }
    }
    Ok((Keeper::start(file, header, replace)?, None))
}
