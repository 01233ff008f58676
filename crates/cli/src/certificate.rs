//! From the proofs of a search to a certificate file.

use std::io::{self, Write};

use foregone_catalogue::Opened;
use foregone_proof::format::{Header, Summary, Writer};
use foregone_solve::certify::{Claim, Proof};
use foregone_solve::hosted::Placed;
use foregone_solve::limits::Limits;

use crate::failure::Failure;
use crate::files::Destination;
use crate::interrupt::Deadline;

/// Writes the proofs under that header, unless that takes longer than the limits of the search allow.
pub(crate) fn write(
    destination: &Destination,
    header: &Header,
    proofs: &[Proof],
    limits: &Limits<'_>,
) -> Result<Summary, Failure> {
    let deadline = Deadline::after(limits.time);
    destination.write(|output| write_to(Timed { output, deadline }, header, proofs))
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

/// The same to wherever.
pub(crate) fn write_to(
    output: impl Write,
    header: &Header,
    proofs: &[Proof],
) -> io::Result<Summary> {
    let mut writer = Writer::new(output, header)?;
    for proof in proofs {
        writer.raw(&proof.records, proof.count)?;
    }
    writer.finish()
}

/// The header for what has been proved of a position.
pub(crate) fn header(opened: &Opened, placed: &dyn Placed, proofs: &[Proof]) -> Header {
    let (facts, scale) = (&opened.facts, opened.game.scale());
    let mut header = Header::new(facts.spec.clone(), placed.position());
    for proof in proofs {
        match proof.claim {
            Claim::AtLeast(outcome) => header.at_least = Some(scale.name(outcome).to_owned()),
            Claim::AtMost(outcome) => header.at_most = Some(scale.name(outcome).to_owned()),
        }
    }
    header.infinite = placed.infinite().map(|worth| scale.name(worth).to_owned());
    header.tablebase.clone_from(&opened.tablebase);
    header.graph = facts.file.as_deref().map(|bytes| blake3::hash(bytes).to_hex().to_string());
    header
}
