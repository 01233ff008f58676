//! `foregone gdl check`: what is wrong with rule files, or what the games are like.

use std::path::{Path, PathBuf};

use foregone_gdl::{Error, Stage};

use super::report::{Report, examine, object, stage};
use super::{read, text};
use crate::arguments::gdl::GdlCheckArguments;
use crate::failure::{Ending, Failure};
use crate::files;
use crate::interrupt;
use crate::output;
use crate::progress;

/// Checks files, and the files of folders.
pub(super) fn run(arguments: &GdlCheckArguments) -> Result<Ending, Failure> {
    let mut list = Vec::new();
    for file in &arguments.files {
        match !files::is_standard(file) && file.is_dir() {
            true => rule_files(file, &mut list)?,
            false => list.push(file.clone()),
        }
    }
    match (&list[..], &arguments.files[..]) {
        ([one], [named]) if one == named => single(one, arguments),
        _ => several(&list, arguments),
    }
}

/// The rule files of a folder and the folders in it, in the order of their names.
fn rule_files(folder: &Path, list: &mut Vec<PathBuf>) -> Result<(), Failure> {
    let failed = |error| Failure::file(&folder.display().to_string(), "read", &error);
    let mut entries: Vec<PathBuf> = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(failed)? {
        entries.push(entry.map_err(failed)?.path());
    }
    entries.sort();
    for path in entries {
        // A link could lead back to a folder above.
        let is_link = std::fs::symlink_metadata(&path).is_ok_and(|facts| facts.is_symlink());
        if path.is_dir() && !is_link {
            rule_files(&path, list)?;
        } else if path.extension().is_some_and(|end| end == "kif" || end == "gdl") && path.is_file()
        {
            list.push(path);
        }
    }
    Ok(())
}

/// The failure that an error of a rule file is, in one sentence.
pub(super) fn failure(error: &Error, name: &str, bytes: &[u8]) -> Failure {
    let sentence = error.sentence(name, bytes);
    match is_limit(error) {
        true => Failure::Limit(sentence),
        false => Failure::bad(sentence),
    }
}

/// Whether a limit was reached, so that nothing is known about the rules.
fn is_limit(error: &Error) -> bool {
    error.stage == Stage::Grounding && error.message.contains("raise the limit")
}

fn single(file: &Path, arguments: &GdlCheckArguments) -> Result<Ending, Failure> {
    let (name, bytes) = (file.display().to_string(), read(file)?);
    let bar = progress::sign_of_life("checking", arguments.shown.progress());
    let found = examine(&bytes, arguments);
    bar.finish_and_clear();
    if arguments.shown.json {
        output::print_json(&object(&name, &found))?;
        return ending(&found);
    }
    let source = String::from_utf8_lossy(&bytes);
    match &found {
        Ok(report) => {
            output::print(&text::page(&name, &source, report))?;
            if let Some(finding) = &report.statistics.finding {
                return Err(Failure::bad(format!("{name}: {finding}")));
            }
        }
        Err(error) => {
            let sentence = error.render(&name, &source);
            let (sentence, shown) = sentence.split_once('\n').unwrap_or((&sentence, ""));
            output::complain(sentence);
            for line in shown.lines() {
                eprintln!("{}", output::printable(line));
            }
        }
    }
    ending(&found)
}

/// How the check of a file ends.
fn ending(found: &Result<Report, Error>) -> Result<Ending, Failure> {
    Ok(match found {
        Ok(report) if report.statistics.finding.is_none() => Ending::Answered,
        Err(error) if is_limit(error) => Ending::LimitReached,
        _ => Ending::BadInput,
    })
}

fn several(list: &[PathBuf], arguments: &GdlCheckArguments) -> Result<Ending, Failure> {
    if list.is_empty() {
        let folders: Vec<String> =
            arguments.files.iter().map(|file| file.display().to_string()).collect();
        return Err(Failure::bad(format!(
            "{} has no file that ends in .kif or .gdl",
            folders.join(", ")
        )));
    }
    let title = "files checked";
    let bar =
        progress::ContestLine::counting("files", title, list.len(), arguments.shown.progress());
    let mut worst = Ending::Answered;
    let mut counts: Vec<(&str, u64)> = Vec::new();
    for file in list {
        if interrupt::asked() {
            worst = Ending::LimitReached;
            break;
        }
        let name = file.display().to_string();
        let found = match read(file) {
            Ok(bytes) => examine(&bytes, arguments),
            Err(failure) => {
                output::complain(&failure.to_string());
                worst = most_severe(worst, Ending::BadInput);
                count(&mut counts, "not read");
                continue;
            }
        };
        match arguments.shown.json {
            true => output::print_json(&object(&name, &found))?,
            false => output::print(&text::line(&name, &found))?,
        }
        worst = most_severe(worst, ending(&found)?);
        count(&mut counts, verdict(&found));
        bar.advance();
    }
    bar.clear();
    if !arguments.shown.json {
        let all: Vec<String> =
            counts.iter().map(|(what, number)| format!("{number} {what}")).collect();
        output::print(&format!("\n{} files: {}\n", list.len(), all.join(", ")))?;
    }
    Ok(worst)
}

fn verdict(found: &Result<Report, Error>) -> &'static str {
    match found {
        Ok(report) if report.statistics.finding.is_some() => "refused in play",
        Ok(report) if report.ends.is_some() => "whose play ends",
        Ok(_) => "whose play may not end",
        Err(error) if is_limit(error) => "at a limit",
        Err(error) => match stage(error.stage) {
            "reading" => "refused in reading",
            "checking" => "refused in checking",
            "grounding" => "refused in grounding",
            "opening" => "refused in opening",
            _ => "refused in play",
        },
    }
}

fn count(counts: &mut Vec<(&'static str, u64)>, what: &'static str) {
    match counts.iter_mut().find(|(known, _)| *known == what) {
        Some((_, number)) => *number += 1,
        None => counts.push((what, 1)),
    }
}

/// Of two endings the one with the higher exit code.
fn most_severe(one: Ending, other: Ending) -> Ending {
    let rank = |ending: Ending| match ending {
        Ending::LimitReached => 2,
        Ending::BadInput => 1,
        _ => 0,
    };
    if rank(other) > rank(one) { other } else { one }
}
