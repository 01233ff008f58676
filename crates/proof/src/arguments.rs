//! The command line of `foregone-check`.

use std::ffi::OsString;
use std::time::Duration;

use foregone_proof::format::VERSIONS;
use foregone_proof::program::{CheckRequest, PROGRESS_VARIABLE};

const HELP: &str = "\
Checks whether certificates prove what they claim.

Usage: foregone-check FILE... [--game-file FILE] [--tablebase FOLDER]
                      [--strict] [--threads N] [--memory SIZE] [--time TIME]
                      [--checkpoint FILE] [--json] [--quiet]

  FILE          a certificate; - is standard input
  --game-file FILE  the graph file or rule file, for certificates of graph: and gdl:
                games; by default the file that the certificate names is looked for
                beside the certificate; --graph is the same
  --tablebase FOLDER  the tablebase, for certificates that cite one; the layers that are
                cited are compared with the hash in the certificate
  --strict      reject certificates that cite a tablebase
  --threads N   follow the parts of a certificate by N threads side by side; by default
                one for each core; certificates of expectations are followed by one
  --memory SIZE the limit of memory for one certificate, such as 500MB or 2GiB; by
                default 4GiB
  --time TIME   the limit of time for one certificate, such as 90s, 15min or 1h30m; by
                default none
  --checkpoint FILE  save the state of the check here once a minute and when it is
                stopped; if the file exists, go on from there; for one certificate
  --json        print one JSON object per certificate, each on one line
  --quiet       print nothing about certificates that are accepted without trust in a
                tablebase, and no progress
  --help        print this text
  --version     print the version of the checker and of the format it reads

Example: foregone-check proof.fgc

A check that takes long shows its progress on standard error. Where that is not a terminal, it
is a line a minute, or as often as the environment variable FOREGONE_PROGRESS_EVERY says (10s).

Exit code: 0 all certificates accepted, 5 one accepted only on trust in the tablebase it
cites, 3 one undecided because a limit was reached, 1 a file cannot be read, 4 one rejected;
if several apply, the one that stands last here. 2 bad usage.
";

/// The options that take a value.
const TAKE_VALUES: [&str; 7] =
    ["--game-file", "--graph", "--tablebase", "--threads", "--memory", "--time", "--checkpoint"];

/// What the arguments ask for.
pub enum Command {
    /// Print this text.
    Print(String),
    /// Check certificates.
    Check(CheckRequest),
}

/// Reads the arguments after the program's name; the error is a sentence.
pub fn read(mut given: impl Iterator<Item = OsString>) -> Result<Command, String> {
    let interval = std::env::var(PROGRESS_VARIABLE).ok().and_then(|text| time(&text));
    let mut request = CheckRequest { progress_interval: interval, ..CheckRequest::default() };
    let mut only_files = false;
    while let Some(argument) = given.next() {
        let text = argument.to_string_lossy();
        if only_files || text == "-" || !text.starts_with('-') {
            request.files.push(argument.into());
            continue;
        }
        match &*text {
            "--" => only_files = true,
            "--help" | "-h" => return Ok(Command::Print(HELP.to_owned())),
            "--version" | "-V" => return Ok(Command::Print(version())),
            "--json" => request.json = true,
            "--quiet" | "-q" => request.quiet = true,
            "--strict" => request.strict = true,
            name if TAKE_VALUES.contains(&name) => {
                let value = given.next().ok_or_else(|| format!("{name} needs {}", needs(name)))?;
                set(&mut request, name, value)?;
            }
            unknown => match unknown.split_once('=') {
                Some((name, value)) if TAKE_VALUES.contains(&name) => {
                    set(&mut request, name, value.into())?;
                }
                _ => return Err(format!("{unknown} is not an option")),
            },
        }
    }
    if request.files.is_empty() {
        return Err("no certificate is named".to_owned());
    }
    if request.checkpoint.is_some() && request.files.len() > 1 {
        return Err("--checkpoint is for one certificate; check them one by one".to_owned());
    }
    Ok(Command::Check(request))
}

/// The value that an option needs.
fn needs(name: &str) -> &'static str {
    match name {
        "--game-file" | "--graph" | "--checkpoint" => "the name of a file",
        "--tablebase" => "the name of a folder",
        "--threads" => "a number from 1 to 1024",
        "--memory" => "a size such as 2GiB, 500MB or 1048576",
        _ => "a time such as 90s, 15min or 1h30m",
    }
}

fn set(request: &mut CheckRequest, name: &str, value: OsString) -> Result<(), String> {
    let text = value.to_string_lossy().into_owned();
    let wrong = || format!("{name} needs {}, not {text}", needs(name));
    match name {
        "--game-file" | "--graph" => request.game_file = Some(value.into()),
        "--tablebase" => request.tablebase = Some(value.into()),
        "--checkpoint" => request.checkpoint = Some(value.into()),
        "--threads" => request.threads = Some(threads(&text).ok_or_else(wrong)?),
        "--memory" => request.memory = Some(size(&text).ok_or_else(wrong)?),
        _ => request.time = Some(time(&text).ok_or_else(wrong)?),
    }
    Ok(())
}

/// A number of threads.
fn threads(text: &str) -> Option<usize> {
    text.parse().ok().filter(|threads| (1..=1024).contains(threads))
}

/// A number of bytes.
fn size(text: &str) -> Option<u64> {
    let (number, unit) = split(text)?;
    let factor: u64 = match unit.trim().to_ascii_lowercase().as_str() {
        "" | "b" => 1,
        "k" | "kb" => 1_000,
        "m" | "mb" => 1_000_000,
        "g" | "gb" => 1_000_000_000,
        "kib" => 1 << 10,
        "mib" => 1 << 20,
        "gib" => 1 << 30,
        _ => return None,
    };
    number.checked_mul(factor)
}

/// A time: one or several numbers, each with its unit.
fn time(text: &str) -> Option<Duration> {
    let (mut rest, mut sum) = (text.trim(), Duration::ZERO);
    while !rest.is_empty() {
        let (number, behind) = split(rest)?;
        let end = behind.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(behind.len());
        let part = match &behind[..end] {
            "ms" => Duration::from_millis(number),
            "s" | "sec" => Duration::from_secs(number),
            "m" | "min" => Duration::from_secs(number.checked_mul(60)?),
            "h" => Duration::from_secs(number.checked_mul(3600)?),
            _ => return None,
        };
        sum = sum.checked_add(part)?;
        rest = behind[end..].trim_start();
    }
    (!text.trim().is_empty()).then_some(sum)
}

/// The number at the beginning, and the text after it.
fn split(text: &str) -> Option<(u64, &str)> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    Some((text[..end].parse().ok()?, &text[end..]))
}

fn version() -> String {
    let formats = VERSIONS.map(|format| format.to_string()).join(", ");
    format!("foregone-check {} (certificate formats {formats})\n", env!("CARGO_PKG_VERSION"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_and_times_are_read() {
        for (text, expected) in [
            ("1048576", Some(1 << 20)),
            ("2GiB", Some(2 << 30)),
            ("500MB", Some(500_000_000)),
            ("64k", Some(64_000)),
            ("", None),
            ("much", None),
            ("-1", None),
            ("99999999999GiB", None),
        ] {
            assert_eq!(size(text), expected, "{text}");
        }
        for (text, expected) in [
            ("90s", Some(90_000)),
            ("15min", Some(900_000)),
            ("1h30m", Some(5_400_000)),
            ("1h 5s", Some(3_605_000)),
            ("200ms", Some(200)),
            ("90", None),
            ("", None),
            ("s", None),
        ] {
            assert_eq!(time(text), expected.map(Duration::from_millis), "{text}");
        }
    }
}
