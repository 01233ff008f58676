//! The answer for programs: the object of the library, with what the program adds.

use foregone::AnswerObject;
use serde::Serialize;

use super::certificate::Written;
use super::{Checkpoint, MemberSummary, Page};
use crate::memory;

/// The object that `--json` prints.
#[derive(Serialize)]
pub(super) struct Object<'a> {
    #[serde(flatten)]
    answer: AnswerObject<'a>,
    /// The value of every move, if that was asked, best first.
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<MoveObject<'a>>>,
    /// The most memory the program has held, where the operating system says so.
    peak_resident_bytes: Option<u64>,
    certificate: Option<CertificateFile<'a>>,
    /// Why there is no file with the certificate although it was made.
    certificate_unwritten: Option<&'a str>,
    /// The file to go on from.
    checkpoint: Option<&'a str>,
    /// Why the last one could not be written: then the file is an older one.
    checkpoint_unwritten: Option<&'a str>,
    /// Of fleets whose workers came from elsewhere.
    #[serde(skip_serializing_if = "Option::is_none")]
    workers: Option<&'a [MemberSummary]>,
}

#[derive(Serialize)]
struct MoveObject<'a> {
    #[serde(rename = "move")]
    mv: &'a str,
    value: Option<&'a str>,
    bounds: [&'a str; 2],
    created: u64,
}

#[derive(Serialize)]
pub(super) struct CertificateFile<'a> {
    file: &'a str,
    bytes: u64,
    records: u64,
    blake3: &'a str,
    claims: &'a [String],
}

impl<'a> CertificateFile<'a> {
    pub(super) fn new(written: &'a Written) -> CertificateFile<'a> {
        CertificateFile {
            file: &written.file,
            bytes: written.summary.bytes,
            records: written.summary.records,
            blake3: &written.summary.hash,
            claims: &written.claims,
        }
    }
}

/// What there is to say, as an object.
pub(super) fn object<'a>(page: &'a Page<'_>) -> Object<'a> {
    let last = match &page.checkpoint {
        Some(Checkpoint::Left(last)) => Some(last),
        _ => None,
    };
    let scale = page.answer.scale();
    let moves = page.moves.as_ref().map(|moves| {
        let object = |value: &'a foregone::MoveValue| {
            let (low, high) = value.bounds();
            MoveObject {
                mv: &value.mv,
                value: value.value(),
                bounds: [scale.name(low), scale.name(high)],
                created: value.answer.report.counters.created,
            }
        };
        moves.iter().map(object).collect()
    });
    Object {
        answer: page.answer.object(),
        moves,
        peak_resident_bytes: memory::resident_peak(),
        certificate: page.certificate.as_ref().map(CertificateFile::new),
        certificate_unwritten: page.unwritten.as_deref(),
        checkpoint: last.and_then(|last| last.file.as_deref()),
        checkpoint_unwritten: last.and_then(|last| last.failed.as_deref()),
        workers: page.members.as_deref(),
    }
}
