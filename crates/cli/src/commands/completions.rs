//! `foregone completions`: a script for the user's shell.

use crate::arguments::{CompletionsArguments, command_line};
use crate::failure::{Ending, Failure};
use crate::output;

/// Prints the script.
pub(crate) fn run(arguments: &CompletionsArguments) -> Result<Ending, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut command_line(), "foregone", &mut script);
    output::print_raw(&String::from_utf8_lossy(&script))?;
    Ok(Ending::Answered)
}
