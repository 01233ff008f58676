//! The state of a check between two parts, from which a check that was stopped goes on. It holds what has been established so
//! far and may still be cited, so it is believed: it must be kept like the verdict itself.

use std::cell::Cell;
use std::io::Read;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::Counts;
use super::link::Link;
use crate::failure::Failure;
use crate::format::{ChunkEnd, PartStart, Reader};
use crate::limits::Meter;
use crate::options::Saver;
use crate::rules::Rules;

/// The first line of a state; a line of JSON and the hash of both follow.
const MAGIC: &str = "foregone check 1\n";

/// A state is saved about as often as this.
const INTERVAL: Duration = Duration::from_secs(60);

/// What is saved.
#[derive(Serialize, Deserialize)]
struct State {
    /// The chunks of the parts that have been put together.
    chunks: u64,
    /// The hash of the certificate up to there.
    hash: String,
    claim: usize,
    records: u64,
    counts: Counts,
    open: Option<(PartStart, String)>,
    /// The positions that may be cited, by the numbers of their records, and whether they have been cited.
    exports: Vec<(u64, bool, String)>,
}

/// Saves the state of a check now and then.
pub(super) struct Saving<'s> {
    save: Option<&'s Saver<'s>>,
    meter: &'s Meter<'s>,
    next: Cell<Duration>,
}

impl<'s> Saving<'s> {
    pub(super) fn new(save: Option<&'s Saver<'s>>, meter: &'s Meter<'s>) -> Saving<'s> {
        Saving { save, meter, next: Cell::new(INTERVAL) }
    }

    pub(super) fn save_if_due<G: Rules>(&self, link: &Link<'_, G>) {
        if self.save.is_some() && self.meter.elapsed() >= self.next.get() {
            self.save(link);
            self.next.set(self.meter.elapsed() + INTERVAL);
        }
    }

    pub(super) fn save<G: Rules>(&self, link: &Link<'_, G>) {
        let (Some(save), Some(state)) = (self.save, link.state()) else { return };
        let mut bytes = MAGIC.as_bytes().to_vec();
        bytes.extend(serde_json::to_vec(&state).expect("numbers and texts"));
        bytes.push(b'\n');
        let hash = blake3::hash(&bytes).to_hex();
        bytes.extend_from_slice(hash.as_bytes());
        bytes.push(b'\n');
        save(&bytes);
    }
}

/// Whether these bytes begin like a saved state.
pub(crate) fn is_state(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC.as_bytes())
}

fn read(bytes: &[u8]) -> Option<State> {
    let content = bytes.strip_suffix(b"\n")?;
    let (content, hash) = content.split_at_checked(content.len().checked_sub(64)?)?;
    if blake3::hash(content).to_hex().as_bytes() != hash {
        return None;
    }
    serde_json::from_slice(content.strip_prefix(MAGIC.as_bytes())?).ok()
}

impl<G: Rules> Link<'_, G> {
    /// What has been established so far; nothing before the first part.
    fn state(&self) -> Option<State> {
        let end = self.end?;
        let mut exports: Vec<_> = self
            .exports
            .iter()
            .map(|(&number, (position, cited))| (number, *cited, self.rules.write(position)))
            .collect();
        exports.sort();
        Some(State {
            chunks: end.chunks,
            hash: end.hash.to_hex().to_string(),
            claim: self.claim,
            records: self.records,
            counts: self.counts,
            open: self.open.clone(),
            exports,
        })
    }

    /// Goes on from a state: skips the parts that have been followed.
    pub(super) fn load<R: Read>(
        &mut self,
        bytes: &[u8],
        reader: &mut Reader<R>,
    ) -> Result<(), Failure> {
        let refuse = |why: &str| Failure::Unreadable(format!("the saved check {why}"));
        let state = read(bytes).filter(|state| state.claim <= self.claims.len());
        let state = state.ok_or_else(|| refuse("is damaged, or not one"))?;
        let mut end = None;
        while end.is_none_or(|end: ChunkEnd| end.chunks < state.chunks) {
            self.resources.meter.poll()?;
            let chunk = reader.chunk()?.ok_or_else(|| refuse("is of another certificate"))?;
            end = Some(chunk.end);
        }
        if end.is_none_or(|end| end.hash.to_hex().as_str() != state.hash) {
            return Err(refuse("is of another certificate"));
        }
        for (number, cited, text) in state.exports {
            let position = self.rules.read(&text);
            let position =
                position.map_err(|why| refuse(&format!("has a wrong position: {why}")))?;
            self.export(number, position, cited)?;
        }
        (self.end, self.open, self.claim) = (end, state.open, state.claim);
        (self.records, self.counts) = (state.records, state.counts);
        Ok(())
    }
}
