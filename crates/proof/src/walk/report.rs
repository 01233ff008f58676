//! What a part has established and what it rests on, as bytes for somebody else, and back. Whoever has sent them may be wrong or
//! lie: sizes and numbers are bounded before anything is made from them.

use serde::{Deserialize, Serialize};

use super::Counts;
use super::part::PartProof;
use crate::failure::Failure;
use crate::format::PartStart;
use crate::limits::Meter;
use crate::remote::REPORT_BYTES;
use crate::rules::Rules;

/// The largest number of bytes of the findings before they are compressed.
const CONTENT: usize = 4 << 20;

/// What a byte of the findings can take at most in memory while they are read: a number of a line has two bytes there, and eight
/// in a list that may be twice as large as needed and is copied when it grows.
const EXPANSION: u64 = 16;

/// No count of a part is larger, so that no sum over parts overflows.
const MOST: u64 = 1 << 40;

/// The compression level: a report is made once and read once.
const LEVEL: i32 = 1;

/// The report about a part.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Report {
    /// It was followed.
    Followed(Findings),
    /// It proves nothing.
    Fails,
    /// It cannot be followed there.
    Declined,
}

/// What a part establishes and what it rests on, with positions as texts.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Findings {
    start: PartStart,
    end: Option<PartStart>,
    records: u64,
    counts: Counts,
    exports: Vec<(u64, String)>,
    citations: Vec<(u64, String)>,
}

impl Report {
    /// The report about a part that was followed here.
    pub(crate) fn of<G: Rules>(rules: &G, part: &PartProof<G::Position>) -> Report {
        let texts = |list: &[(u64, G::Position)]| {
            list.iter().map(|(number, position)| (*number, rules.write(position))).collect()
        };
        Report::Followed(Findings {
            start: part.start.clone(),
            end: part.end.clone(),
            records: part.records,
            counts: part.counts,
            exports: texts(&part.exports),
            citations: texts(&part.citations),
        })
    }

    /// The bytes: what it says, the hash of the job, and the findings.
    pub(crate) fn write(&self, job: &blake3::Hash) -> Vec<u8> {
        let with_tag = |tag: u8| [&[tag][..], job.as_bytes()].concat();
        let findings = match self {
            Report::Followed(findings) => findings,
            Report::Fails => return with_tag(b'F'),
            Report::Declined => return with_tag(b'D'),
        };
        let content = serde_json::to_vec(findings).ok().filter(|content| content.len() <= CONTENT);
        let frame = content.and_then(|content| zstd::bulk::compress(&content, LEVEL).ok());
        match frame {
            Some(frame) if 1 + 32 + frame.len() <= REPORT_BYTES => [with_tag(b'P'), frame].concat(),
            _ => with_tag(b'D'),
        }
    }

    /// Reads a report about a job; nothing for bytes that are none.
    pub(crate) fn read(
        bytes: &[u8],
        job: &blake3::Hash,
        meter: &Meter<'_>,
    ) -> Result<Option<Report>, Failure> {
        let Some((tag, frame)) = split(bytes, job) else { return Ok(None) };
        match tag {
            b'F' => return Ok(frame.is_empty().then_some(Report::Fails)),
            b'D' => return Ok(frame.is_empty().then_some(Report::Declined)),
            b'P' => {}
            _ => return Ok(None),
        }
        meter.reserve(CONTENT as u64)?;
        let content = zstd::bulk::decompress(frame, CONTENT).unwrap_or_default();
        let room = content.len() as u64 * EXPANSION;
        meter.reserve(room)?;
        let findings: Option<Findings> = serde_json::from_slice(&content).ok();
        // What is kept of the findings is counted by whoever keeps it.
        meter.release(CONTENT as u64 + room);
        Ok(findings.filter(Findings::is_plausible).map(Report::Followed))
    }

    /// The kind of a report without a look at the findings; nothing for bytes that are no report about this job.
    pub(crate) fn is_followed(bytes: &[u8], job: &blake3::Hash) -> Option<bool> {
        split(bytes, job).map(|(tag, _)| tag == b'P')
    }

    /// Whether the part is said to prove nothing.
    pub(crate) fn is_failing(bytes: &[u8], job: &blake3::Hash) -> bool {
        split(bytes, job).is_some_and(|(tag, _)| tag == b'F')
    }
}

/// What a report says, and the bytes of the findings.
fn split<'b>(bytes: &'b [u8], job: &blake3::Hash) -> Option<(u8, &'b [u8])> {
    let (tag, rest) = bytes.split_first().filter(|_| bytes.len() <= REPORT_BYTES)?;
    Some((*tag, rest.strip_prefix(job.as_bytes())?))
}

impl Findings {
    /// Whether all numbers are those of a part, so that nothing overflows.
    fn is_plausible(&self) -> bool {
        let Counts { positions, kept, longest_line, cited } = self.counts;
        let ends = [Some(&self.start), self.end.as_ref()].into_iter().flatten();
        let numbers = self.exports.iter().chain(&self.citations).map(|(number, _)| *number);
        [self.records, positions, kept, longest_line, cited]
            .into_iter()
            .chain(ends.map(|end| end.first))
            .chain(numbers)
            .all(|number| number <= MOST)
            && self.end.as_ref().is_none_or(|end| end.claim == self.start.claim)
    }

    /// The part with its positions. Nothing if it is not about one of so many claims, or has a text that is no position.
    pub(super) fn into_part<G: Rules>(
        self,
        rules: &G,
        claims: usize,
    ) -> Option<PartProof<G::Position>> {
        if usize::try_from(self.start.claim).ok().is_none_or(|claim| claim >= claims) {
            return None;
        }
        let positions = |list: Vec<(u64, String)>| -> Option<Vec<(u64, G::Position)>> {
            let read = |(number, text): (u64, String)| Some((number, rules.read(&text).ok()?));
            list.into_iter().map(read).collect()
        };
        Some(PartProof {
            start: self.start,
            end: self.end,
            records: self.records,
            counts: self.counts,
            exports: positions(self.exports)?,
            citations: positions(self.citations)?,
            // Only for the message of a rejection, before which the part is followed here.
            needs: String::new(),
        })
    }
}
