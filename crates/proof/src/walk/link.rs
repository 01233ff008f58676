//! Puts the parts of a proof together: each begins where the one before it ended, and every citation is of a position that a
//! part before it has established. So all parts together are one walk from the root.

use super::judge::Judge;
use super::part::{PartProof, PartWalk};
use super::records::ChunkRecords;
use super::{Counts, Map, Resources};
use crate::claims::Claim;
use crate::failure::{Failure, Location};
use crate::format::{ChunkEnd, Numbers, PartStart};
use crate::limits::insert;
use crate::progress::Progress;
use crate::rules::Rules;

/// The parts that have been put together so far.
pub(super) struct Link<'w, G: Rules> {
    pub(super) rules: &'w G,
    pub(super) claims: &'w [Claim],
    root: &'w G::Position,
    pub(super) resources: Resources<'w>,
    /// Where the last part ends in the file.
    pub(super) end: Option<ChunkEnd>,
    /// Where the next part begins, and the sentence if there is none; nothing if it begins a claim.
    pub(super) open: Option<(PartStart, String)>,
    /// The first claim that is not established.
    pub(super) claim: usize,
    pub(super) counts: Counts,
    pub(super) records: u64,
    /// The established positions of this claim that may be cited, and whether they have been.
    pub(super) exports: Map<u64, (G::Position, bool)>,
}

/// Where a part is in the file.
#[derive(Clone, Copy)]
pub(super) struct PartPlace {
    /// Where it begins.
    pub(super) offset: u64,
    /// Where its last chunk ends.
    pub(super) end: ChunkEnd,
}

impl<'w, G: Rules> Link<'w, G> {
    pub(super) fn new(
        (rules, claims, root): (&'w G, &'w [Claim], &'w G::Position),
        resources: Resources<'w>,
    ) -> Link<'w, G> {
        Link {
            rules,
            claims,
            root,
            resources,
            end: None,
            open: None,
            claim: 0,
            counts: Counts::default(),
            records: 0,
            exports: Map::default(),
        }
    }

    /// Adds the next part.
    pub(super) fn add(
        &mut self,
        part: PartProof<G::Position>,
        place: PartPlace,
    ) -> Result<(), Failure> {
        let wrong = |reason: &str| Failure::at(Location::Byte(place.offset), reason);
        if part.records == 0 {
            return Err(wrong("the part has no records"));
        }
        match self.open.take() {
            Some((start, _)) if start == part.start => {}
            Some(_) => {
                return Err(wrong("the part does not begin where the part before it ended"));
            }
            None => {
                while (self.claim as u64) < part.start.claim {
                    self.claim_without_records()?;
                }
                let begin = PartStart { claim: self.claim as u64, first: 0, line: Vec::new() };
                if part.start != begin {
                    return Err(wrong(
                        "the part does not begin with a claim that is not proved yet",
                    ));
                }
            }
        }
        self.counts.add(part.counts);
        self.records += part.records;
        for (number, position) in &part.citations {
            match self.exports.get_mut(number) {
                Some((exported, cited)) if exported == position => *cited = true,
                _ => {
                    let text = self.rules.write(position);
                    let reason = format!(
                        "the position {} is cited, but record {} of the parts before does not establish it",
                        crate::failure::quote(&text),
                        number + 1
                    );
                    return Err(self.fail(part.start.first, reason));
                }
            }
        }
        for (number, position) in part.exports {
            self.export(number, position, false)?;
        }
        match part.end {
            Some(end) => self.open = Some((end, part.needs)),
            None => self.end_claim(part.start.first + part.records)?,
        }
        self.end = Some(place.end);
        Ok(())
    }

    /// Lets later parts cite a position.
    pub(super) fn export(
        &mut self,
        number: u64,
        position: G::Position,
        cited: bool,
    ) -> Result<(), Failure> {
        self.resources.meter.reserve(self.rules.heap_bytes(&position) as u64)?;
        insert(self.resources.meter, &mut self.exports, number, (position, cited)).map(drop)
    }

    /// All parts have been added.
    pub(super) fn finish(&mut self) -> Result<(), Failure> {
        if let Some((start, needs)) = self.open.take() {
            return Err(self.fail(start.first, needs));
        }
        while self.claim < self.claims.len() {
            self.claim_without_records()?;
        }
        Ok(())
    }

    /// A claim that has no part must be established without records.
    fn claim_without_records(&mut self) -> Result<(), Failure> {
        let start = PartStart { claim: self.claim as u64, first: 0, line: Vec::new() };
        let claim = &self.claims[self.claim];
        let judge = Judge::new(self.rules, claim, self.resources, Counts::default());
        let mut walk = PartWalk::at(judge, Progress::default(), start, self.root.clone());
        walk.go_on(&mut ChunkRecords::new(&mut Numbers::new(&[]), 0))?;
        if let Some(needs) = walk.needs_record() {
            return Err(self.fail(0, needs));
        }
        self.counts.add(walk.finish()?.counts);
        self.claim += 1;
        Ok(())
    }

    fn end_claim(&mut self, records: u64) -> Result<(), Failure> {
        let idle = self.exports.iter().filter(|(_, (_, cited))| !cited).map(|(number, _)| number);
        if let Some(number) = idle.min() {
            let reason =
                format!("the position of record {} is exported, but never cited", number + 1);
            return Err(self.fail(records, reason));
        }
        self.exports = Map::default();
        self.claim += 1;
        Ok(())
    }

    fn fail(&self, record: u64, reason: String) -> Failure {
        let claim = self.claims[self.claim].text.clone();
        Failure::at(Location::Claim { claim, record }, reason)
    }
}
