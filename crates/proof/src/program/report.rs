//! The verdict on a certificate as a line of text or of JSON.

use std::io::{self, Write};

use serde::Serialize;

use super::{CheckRequest, Verdict, in_thousands, print_error, printable};
use crate::printable::printable_json;
use crate::{Accepted, Failure, Rejected, Undecided};

/// Prints the verdict on a certificate as the request asks.
pub(super) fn print(
    file: &str,
    result: &Result<Accepted, Failure>,
    request: &CheckRequest,
) -> io::Result<()> {
    if request.quiet && Verdict::of(result) == Verdict::Accepted {
        return Ok(());
    }
    let mut output = io::stdout().lock();
    if request.json {
        return writeln!(output, "{}", as_json(file, result)?);
    }
    match result {
        Ok(accepted) => {
            writeln!(output, "{}", printable(&format!("{file}: {}", as_text(accepted))))
        }
        Err(failure @ (Failure::Rejected(_) | Failure::Undecided(_))) => {
            writeln!(output, "{}", printable(&format!("{file}: {failure}")))
        }
        Err(failure @ (Failure::Unreadable(_) | Failure::Missing(_))) => {
            print_error(&format!("{file}: {failure}"));
            Ok(())
        }
    }
}

/// The JSON object of one certificate.
#[derive(Serialize)]
pub struct JsonReport<'v> {
    schema: u32,
    file: &'v str,
    verdict: &'static str,
    #[serde(flatten)]
    members: JsonMembers<'v>,
}

/// The members of the object that depend on the verdict.
#[derive(Serialize)]
#[serde(untagged)]
enum JsonMembers<'v> {
    Accepted(&'v Accepted),
    Rejected(&'v Rejected),
    Unreadable { reason: String },
    Undecided(&'v Undecided),
}

fn as_json(file: &str, result: &Result<Accepted, Failure>) -> io::Result<String> {
    Ok(printable_json(&serde_json::to_string(&verdict_object(file, result))?))
}

/// The verdict on a certificate for programs, as `--json` prints it.
pub fn verdict_object<'v>(file: &'v str, result: &'v Result<Accepted, Failure>) -> JsonReport<'v> {
    let (verdict, members) = match result {
        Ok(accepted) if accepted.trusted.is_empty() => {
            ("accepted", JsonMembers::Accepted(accepted))
        }
        Ok(accepted) => ("accepted on trust", JsonMembers::Accepted(accepted)),
        Err(Failure::Rejected(rejected)) => ("rejected", JsonMembers::Rejected(rejected)),
        Err(Failure::Unreadable(reason)) => {
            ("unreadable", JsonMembers::Unreadable { reason: reason.clone() })
        }
        Err(Failure::Missing(missing)) => {
            ("unreadable", JsonMembers::Unreadable { reason: missing.to_string() })
        }
        Err(Failure::Undecided(limit)) => ("undecided", JsonMembers::Undecided(limit)),
    };
    JsonReport { schema: 1, file, verdict, members }
}

fn as_text(accepted: &Accepted) -> String {
    let claims = accepted.claims.join(", ");
    let worth = match &accepted.value {
        Some(value) => format!("is worth {value} ({claims})"),
        None => format!("is worth {claims}"),
    };
    let worths: Vec<String> =
        accepted.utility.iter().map(|(outcome, worth)| format!("{outcome}={worth}")).collect();
    let worth = match &worths[..] {
        [] => worth,
        worths => format!("{worth} by the utility {}", worths.join(", ")),
    };
    let verdict = match &accepted.trusted[..] {
        [] => "accepted".to_owned(),
        trusted => format!("accepted on trust in {}", trusted.join("; ")),
    };
    let rests_on: String =
        accepted.rests_on.iter().map(|phrase| format!(", resting on {phrase}")).collect();
    format!(
        "{verdict}: {} at {} {worth}, {} positions, {} records, blake3 {}…{rests_on}",
        accepted.game,
        accepted.position,
        in_thousands(accepted.positions),
        in_thousands(accepted.records),
        &accepted.hash[..16]
    )
}
