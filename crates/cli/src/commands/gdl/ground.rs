//! `foregone gdl ground`: the rules of a file without variables.

use foregone_gdl::GroundRules;
use serde::Serialize;

use super::{Clock, limits, read};
use crate::arguments::gdl::GdlGroundArguments;
use crate::failure::{Ending, Failure};
use crate::files::{Destination, Named};
use crate::interrupt;
use crate::output;
use crate::progress;

/// The object of `--json`.
#[derive(Serialize)]
struct Object<'r> {
    schema: u32,
    file: String,
    facts: &'r [String],
    rules: Vec<Rule<'r>>,
}

/// A rule of the file with its instances.
#[derive(Serialize)]
struct Rule<'r> {
    line: u32,
    instances: &'r [String],
}

/// Grounds one file.
pub(super) fn run(arguments: &GdlGroundArguments) -> Result<Ending, Failure> {
    Named::new(arguments.shown.json)
        .input("the rule file", Some(&arguments.file))
        .output("--output", arguments.output.as_ref())
        .check()?;
    let destination = Destination::of(arguments.output.as_ref(), arguments.force)?;
    let bytes = read(&arguments.file)?;
    let clock = Clock::start(&arguments.limits);
    let bar = progress::sign_of_life("grounding", arguments.shown.progress());
    let stop = || clock.is_over();
    let rules = GroundRules::new(&bytes, limits(&arguments.limits, &stop));
    bar.finish_and_clear();
    let name = arguments.file.display().to_string();
    let rules = rules.map_err(|error| match interrupt::asked() {
        true => Failure::unfinished("the rules were not grounded"),
        false => super::check::failure(&error, &name, &bytes),
    })?;
    let text = rules.text();
    if arguments.shown.json {
        if let Some(file) = destination {
            file.write_text(&text)?;
        }
        let rows = rules.rules.iter().map(|(line, instances)| Rule { line: *line, instances });
        output::print_json(&Object {
            schema: 1,
            file: name,
            facts: &rules.facts,
            rules: rows.collect(),
        })?;
        return Ok(Ending::Answered);
    }
    match destination {
        Some(file) => file.write_text(&text)?,
        None => output::print(&text)?,
    }
    Ok(Ending::Answered)
}
