//! The certificate of an answer, written to its file within the time limit.

use std::io::{self, Write};
use std::time::Duration;

use foregone::Answer;
use foregone_proof::format::Summary;

use crate::failure::Failure;
use crate::files::Destination;
use crate::interrupt::Deadline;

/// A certificate that was written.
pub(super) struct Written {
    pub(super) file: String,
    pub(super) summary: Summary,
    pub(super) claims: Vec<String>,
}

/// Writes the certificate, if there is one, unless that takes longer than the time limit of the search allows.
pub(super) fn write(
    destination: &Destination,
    answer: &Answer,
    time: Option<Duration>,
) -> Result<Option<Written>, Failure> {
    let Some(certificate) = answer.certificate() else { return Ok(None) };
    let deadline = Deadline::after(time);
    let summary = destination.write(|output| certificate.write(Timed { output, deadline }))?;
    Ok(Some(Written { file: destination.name(), summary, claims: certificate.claims() }))
}

/// An output that fails when it is time to end.
struct Timed<W> {
    output: W,
    deadline: Deadline,
}

impl<W: Write> Write for Timed<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.deadline.reached() {
            Some(why) => Err(io::Error::other(why)),
            None => self.output.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }
}
