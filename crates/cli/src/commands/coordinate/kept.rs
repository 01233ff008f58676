//! The coordinator on disk: the number of its run, all that has been found, what of it is only claimed, and who was sent away.

use std::fs::File;
use std::path::Path;

use foregone_fleet::coordinator::Coordinator;
use foregone_fleet::message::HostId;
use foregone_fleet::plan::Claims;
use foregone_fleet::plan::Plan;
use foregone_game::Outcome;
use foregone_solve::persist::{
    LoadError, Save, StateReader, StateWriter, put, put_all, put_count, take, take_all, take_count,
};
use foregone_solve::station::Root;

use crate::failure::Failure;
use crate::output;
use foregone::StopHandle;
use foregone::checkpoint::{self, Header, Keeper, Reader, Unusable};

/// Hosts that were sent away, at most.
const DISMISSED: u64 = 1 << 20;

/// A coordinator with the number of its run, as it was saved.
pub(super) struct Saved {
    pub(super) run: u64,
    pub(super) coordinator: Coordinator,
    pub(super) dismissed: Vec<HostId>,
}

/// A coordinator and its run, for saving.
pub(super) struct Kept<'k> {
    pub(super) run: u64,
    pub(super) coordinator: &'k Coordinator,
    pub(super) dismissed: Vec<HostId>,
}

impl Save for Kept<'_> {
    fn save(&self, out: &mut dyn StateWriter) {
        put(out, self.run);
        self.coordinator.save(out);
        put_count(out, self.dismissed.len());
        put_all(out, self.dismissed.iter().copied());
        let apart = self.coordinator.claims() != Claims::Believed;
        put(out, u8::from(apart));
        if apart {
            self.coordinator.save_claims(out);
        }
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
        let loaded = self.read(reader);
        let loaded = loaded.map_err(|broken| Unusable::Damaged(broken.to_string()))?;
        loaded.ok_or_else(|| {
            Unusable::Foreign(
                "was written with --trust all, so that what workers claimed is in it as fact"
                    .to_owned(),
            )
        })
    }

    /// None if claims are to be told from facts, and nobody has.
    fn read(&self, source: &mut dyn StateReader) -> Result<Option<Saved>, LoadError> {
        let run = take(source)?;
        let mut coordinator = Coordinator::load(run, self.root, self.range, *self.plan, source)?;
        let mut dismissed = Vec::new();
        let count = take_count(source, DISMISSED)?;
        take_all(source, count, |_, host: HostId| {
            dismissed.push(host);
            Ok(())
        })?;
        match take::<u8>(source)? {
            0 if self.plan.claims != Claims::Believed => return Ok(None),
            0 => {}
            _ => coordinator.load_claims(source)?,
        }
        Ok(Some(Saved { run, coordinator, dismissed }))
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
        let loaded = checkpoint::open(candidate, &StopHandle::of(crate::interrupt::flag()))
            .and_then(|(found, mut reader)| match found.is_same_search(&header) {
                true => beginning.load(&mut reader),
                false => Err(Unusable::Foreign(format!(
                    "is a checkpoint of another search, of {}",
                    found.game
                ))),
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
