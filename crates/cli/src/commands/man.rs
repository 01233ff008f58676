//! `foregone man`: manual pages, made from the texts of `--help`.

use std::fs;
use std::io;

use clap::Command;

use crate::arguments::{ManArguments, command_line};
use crate::failure::{Ending, Failure};
use crate::files::{Destination, is_standard};

/// Writes the pages.
pub(crate) fn run(arguments: &ManArguments) -> Result<Ending, Failure> {
    let mut whole = command_line();
    whole.build();
    if is_standard(&arguments.folder) {
        Destination::new(&arguments.folder, false)?.write(|output| page(whole, output))?;
        return Ok(Ending::Answered);
    }
    let named = arguments.folder.display().to_string();
    fs::create_dir_all(&arguments.folder).map_err(|error| Failure::file(&named, "made", &error))?;
    let mut pages = Vec::new();
    collect(&whole, "foregone", &mut pages);
    // All names are looked at before the first page is written.
    let destinations = pages.iter().map(|(name, _)| {
        Destination::new(&arguments.folder.join(format!("{name}.1")), arguments.force)
    });
    let destinations: Vec<Destination> = destinations.collect::<Result<_, _>>()?;
    for (destination, (_, command)) in destinations.iter().zip(pages) {
        destination.write(|output| page(command, output))?;
    }
    Ok(Ending::Answered)
}

/// A command and all commands below it, each with the name of its page.
fn collect(command: &Command, name: &str, pages: &mut Vec<(String, Command)>) {
    pages.push((name.to_owned(), command.clone()));
    for below in command.get_subcommands().filter(|below| below.get_name() != "help") {
        collect(below, &format!("{name}-{}", below.get_name()), pages);
    }
}

fn page(command: Command, mut output: &mut dyn io::Write) -> io::Result<()> {
    clap_mangen::Man::new(command).render(&mut output)
}
