//! A job: one part of a certificate with all that is needed to follow it. It is the file of the game, if it has one, and a
//! certificate of this one part without the end, so that the reader of certificates reads it.

use crate::check::{READING, Task, with_rules};
use crate::claims;
use crate::failure::Failure;
use crate::format::{Chunk, Header, PARTS_VERSION, Reader, Writer};
use crate::limits::{Limits, Meter};
use crate::options::Options;
use crate::rules::Rules;
use crate::walk::{self, Report, Resources};

/// The largest file of a game that travels with jobs. Each job has a copy of it.
pub(crate) const FILE_BYTES: u64 = 1 << 18;

/// Makes the jobs of a certificate.
pub(crate) struct Jobs {
    /// What all of them begin with.
    head: Vec<u8>,
}

impl Jobs {
    pub(crate) fn new(header: &Header, game_file: Option<&[u8]>) -> Option<Jobs> {
        let game_file = game_file.unwrap_or_default();
        let mut head = u32::try_from(game_file.len()).ok()?.to_le_bytes().to_vec();
        head.extend_from_slice(game_file);
        Writer::in_parts(&mut head, header).ok()?;
        Some(Jobs { head })
    }

    /// The job of a part that has one chunk.
    pub(crate) fn job(&self, chunk: &Chunk) -> Vec<u8> {
        let frame = chunk.frame();
        let mut job = Vec::with_capacity(self.head.len() + frame.len() + 8);
        job.extend_from_slice(&self.head);
        job.extend_from_slice(&(frame.len() as u32).to_le_bytes());
        job.extend_from_slice(frame);
        job.extend_from_slice(&[0; 4]);
        job
    }
}

/// Follows the part of a job, and reports. The job may be any bytes: what cannot be followed within the limits is declined in the
/// report. No file is opened; that of the game is in the job.
pub fn follow(job: &[u8], limits: Limits<'_>) -> Vec<u8> {
    let hash = blake3::hash(job);
    follow_within(job, limits).unwrap_or(Report::Declined).write(&hash)
}

/// The report of somebody who does not follow a job.
pub fn decline(job: &[u8]) -> Vec<u8> {
    Report::Declined.write(&blake3::hash(job))
}

/// The report; nothing if the job cannot be followed here.
fn follow_within(job: &[u8], limits: Limits<'_>) -> Option<Report> {
    let (length, rest) = job.split_first_chunk()?;
    let (game_file, file) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)?;
    let meter = Meter::new(limits, None);
    meter.reserve(READING).ok()?;
    let mut reader = Reader::new(file).ok().filter(|reader| reader.version() == PARTS_VERSION)?;
    let header = reader.header().clone();
    let chunk = reader.chunk().ok().flatten()?;
    if header.tablebase.is_some() || !matches!(reader.chunk(), Ok(None)) {
        return None;
    }
    let options = Options::with_game_file(game_file);
    with_rules(&header, &options, &meter, Follow { header: &header, chunk: &chunk, meter: &meter })
        .ok()
}

/// Follows one part, whatever the game is.
struct Follow<'j> {
    header: &'j Header,
    chunk: &'j Chunk,
    meter: &'j Meter<'j>,
}

impl Task for Follow<'_> {
    type Output = Report;

    fn run<G: Rules>(self, rules: &G) -> Result<Report, Failure> {
        let claims = claims::read(self.header, &rules.outcomes())?;
        let root = rules.read(&self.header.position).map_err(Failure::header)?;
        claims::compare_infinite(self.header, rules, &root)?;
        let resources = Resources { tables: None, meter: self.meter };
        match walk::follow_part((rules, &claims, &root), self.chunk, resources) {
            Ok(part) => Ok(Report::of(rules, &part)),
            Err(Failure::Rejected(_)) => Ok(Report::Fails),
            Err(other) => Err(other),
        }
    }
}
