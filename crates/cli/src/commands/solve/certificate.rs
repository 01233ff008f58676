//! The certificate of an answer, written to its file within the time limit.

use std::io::{self, Write};
use std::time::Duration;

use foregone_proof::format::Summary;

use crate::failure::Failure;
use crate::files::Destination;
use crate::interrupt::Deadline;
use crate::output::{self, Rows, counted, in_bytes};

/// A certificate that was written.
pub(super) struct Written {
    pub(super) file: String,
    pub(super) summary: Summary,
    pub(super) claims: Vec<String>,
}

/// Writes the certificate, if there is one, unless that takes longer than the time limit of the search allows. Without one
/// a file of that name stays although `--force` would replace it, and a warning says so: nothing better takes its place.
pub(super) fn write(
    destination: &Destination,
    certificate: Option<impl Certified>,
    time: Option<Duration>,
) -> Result<Option<Written>, Failure> {
    let Some(certificate) = certificate else {
        if destination.is_there() {
            output::warn(&format!(
                "nothing was proved, so {} is as it was: what it proves was found before",
                destination.name()
            ));
        }
        return Ok(None);
    };
    let deadline = Deadline::after(time);
    let summary = destination.write(|output| certificate.write_to(Timed { output, deadline }))?;
    Ok(Some(Written { file: destination.name(), summary, claims: certificate.in_words() }))
}

/// A certificate of any kind of game.
pub(super) trait Certified {
    /// What it claims, in words.
    fn in_words(&self) -> Vec<String>;

    /// Writes the file.
    fn write_to(&self, output: impl Write) -> io::Result<Summary>;
}

impl Certified for foregone::Certificate {
    fn in_words(&self) -> Vec<String> {
        self.claims()
    }

    fn write_to(&self, output: impl Write) -> io::Result<Summary> {
        self.write(output)
    }
}

impl Certified for foregone::chance::Certificate {
    fn in_words(&self) -> Vec<String> {
        self.claims()
    }

    fn write_to(&self, output: impl Write) -> io::Result<Summary> {
        self.write(output)
    }
}

impl Written {
    /// The lines of a page.
    pub(super) fn add_to(&self, rows: &mut Rows) {
        let Written { file, summary, claims } = self;
        let (size, records) = (in_bytes(summary.bytes), counted(summary.records, "record"));
        let hash = &summary.hash[..16];
        rows.add("certificate", format!("{file} ({size}, {records}, blake3 {hash}…)"));
        rows.add("", format!("proves {}", claims.join(", ")));
    }
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
