//! The checkpoint of a coordinator: the number of its run, the graph, which answers are claims, and the excluded hosts.

use std::fs::File;
use std::path::Path;

use foregone_fleet::coordinator::Coordinator;
use foregone_fleet::message::HostId;
use foregone_fleet::plan::ClaimPolicy;
use foregone_fleet::plan::Plan;
use foregone_game::Outcome;
use foregone_solve::leaf_search::Root;
use foregone_solve::persist::{
    LoadError, Save, StateReader, StateWriter, put, put_all, put_count, take, take_all, take_count,
};

use crate::failure::Failure;
use crate::output;
use foregone::StopHandle;
use foregone::checkpoint::{self, Header, Keeper, Reader, Unusable};

/// The most excluded hosts.
const EXCLUDED_MAX: u64 = 1 << 20;

/// A saved coordinator.
pub(super) struct SavedRun {
    pub(super) run: u64,
    pub(super) coordinator: Coordinator,
    pub(super) excluded_hosts: Vec<HostId>,
}

/// A coordinator to be saved.
pub(super) struct RunCheckpoint<'k> {
    pub(super) run: u64,
    pub(super) coordinator: &'k Coordinator,
    pub(super) excluded_hosts: Vec<HostId>,
}

impl Save for RunCheckpoint<'_> {
    fn save(&self, out: &mut dyn StateWriter) {
        put(out, self.run);
        self.coordinator.save(out);
        put_count(out, self.excluded_hosts.len());
        put_all(out, self.excluded_hosts.iter().copied());
        let apart = self.coordinator.claim_policy() != ClaimPolicy::Believed;
        put(out, u8::from(apart));
        if apart {
            self.coordinator.save_claims(out);
        }
    }
}

/// What a coordinator starts with.
pub(super) struct Beginning<'b> {
    pub(super) root: Root,
    pub(super) range: (Outcome, Outcome),
    pub(super) plan: &'b Plan,
}

impl Beginning<'_> {
    fn load(&self, reader: &mut Reader<File>) -> Result<SavedRun, Unusable> {
        let loaded = self.read(reader);
        let loaded = loaded.map_err(|broken| Unusable::Damaged(broken.to_string()))?;
        loaded.ok_or_else(|| {
            Unusable::Foreign(
                "was written with --trust all, so that it contains claims of workers as facts"
                    .to_owned(),
            )
        })
    }

    /// None if claims must be told apart from facts and the checkpoint does not.
    fn read(&self, source: &mut dyn StateReader) -> Result<Option<SavedRun>, LoadError> {
        let run = take(source)?;
        let mut coordinator = Coordinator::load(run, self.root, self.range, *self.plan, source)?;
        let mut excluded_hosts = Vec::new();
        let count = take_count(source, EXCLUDED_MAX)?;
        take_all(source, count, |_, host: HostId| {
            excluded_hosts.push(host);
            Ok(())
        })?;
        match take::<u8>(source)? {
            0 if self.plan.claims != ClaimPolicy::Believed => return Ok(None),
            0 => {}
            _ => coordinator.load_claims(source)?,
        }
        Ok(Some(SavedRun { run, coordinator, excluded_hosts }))
    }
}

/// Looks for a coordinator of this search in a file or, if that is damaged or missing, in the previous checkpoint. A
/// checkpoint of another search is an error unless it may be replaced.
pub(super) fn find(
    file: &Path,
    header: Header,
    beginning: &Beginning<'_>,
    replace: bool,
) -> Result<(Keeper, Option<SavedRun>), Failure> {
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
