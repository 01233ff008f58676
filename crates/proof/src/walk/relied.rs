//! Reports that a check rests on: comparing them with what is found here, and keeping some of them for that.

use std::sync::Arc;

use super::Resources;
use super::link::Link;
use super::part::PartProof;
use super::parts::{Common, follow_one};
use super::report::Report;
use crate::failure::Failure;
use crate::format::{Chunk, Decompress};
use crate::remote::{Fleet, LEAST_SAMPLE, Said, Trust};
use crate::rules::Rules;

/// A part that counts because of what a helper has said about it.
#[derive(Clone)]
pub(super) struct Relied {
    pub(super) chunk: Arc<Chunk>,
    /// The hash of the job.
    pub(super) job: blake3::Hash,
    pub(super) said: Said,
}

/// Some of the parts that count because of reports.
#[derive(Default)]
pub(super) struct Reserve {
    /// A random choice among all of them so far, each with the same chance (reservoir sampling).
    chosen: Vec<Relied>,
    number: u64,
    /// The last one.
    last: Option<Relied>,
}

impl Reserve {
    /// Adds a part. `random` gives a number below its second argument.
    pub(super) fn add(&mut self, relied: Relied, random: impl Fn(u64, u64) -> u64) {
        self.number += 1;
        if (self.chosen.len() as u64) < LEAST_SAMPLE {
            self.chosen.push(relied.clone());
        } else if let Ok(place) = usize::try_from(random(self.number, self.number))
            && let Some(chosen) = self.chosen.get_mut(place)
        {
            *chosen = relied.clone();
        }
        self.last = Some(relied);
    }

    pub(super) fn take_last(&mut self) -> Option<Relied> {
        self.last.take()
    }

    /// As many as a sample lacks.
    pub(super) fn least(&mut self, fleet: &Fleet<'_>) -> Vec<Relied> {
        let wanted = match fleet.trust {
            Trust::Sample => LEAST_SAMPLE.saturating_sub(fleet.ledger.borrow().repeated()),
            Trust::None | Trust::All => 0,
        };
        self.chosen.drain(..).take(wanted as usize).collect()
    }
}

impl<G: Rules> Common<'_, G> {
    /// The part that a report describes; nothing if it describes none.
    pub(super) fn part_of(
        self,
        said: &Said,
        job: &blake3::Hash,
        link: &Link<'_, G>,
    ) -> Result<Option<PartProof<G::Position>>, Failure> {
        Ok(match Report::read(&said.bytes, job, link.resources.meter)? {
            Some(Report::Followed(findings)) => findings.into_part(self.rules, self.claims.len()),
            _ => None,
        })
    }

    /// Whether a report says what was found here. Nobody is blamed when nothing was found because of a limit.
    pub(super) fn agrees(
        self,
        part: &Result<PartProof<G::Position>, Failure>,
        said: &Said,
        job: &blake3::Hash,
        link: &Link<'_, G>,
    ) -> Result<bool, Failure> {
        let report = Report::read(&said.bytes, job, link.resources.meter)?;
        Ok(match part {
            Ok(part) => report == Some(Report::of(self.rules, part)),
            Err(Failure::Rejected(_)) => report == Some(Report::Fails),
            Err(_) => true,
        })
    }

    /// Follows a part in this thread.
    pub(super) fn follow_again(
        self,
        chunk: &Chunk,
        link: &Link<'_, G>,
    ) -> Result<PartProof<G::Position>, Failure> {
        let Resources { tables, meter } = link.resources;
        follow_one(self, chunk, &mut Decompress::new()?, tables, &meter.share())
    }
}
