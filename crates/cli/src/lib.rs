//! The program `foregone`: proves what two-player games are worth, and hands out certificates. It is a library so that the Python
//! package is the program, too.
//!
//! Each command has a file in `commands`; `arguments` says how they are called. Results go to standard output, progress
//! and errors to standard error. This is the only crate of the solver that touches files.

mod arguments;
mod colour;
mod commands;
mod comparison_csv;
mod experiment;
mod failure;
mod files;
mod interrupt;
mod memory;
mod opening;
mod output;
mod plot;
mod progress;
mod record;
mod table;
mod trust;
mod worth;

use std::ffi::OsString;

/// Runs the program with these arguments, of which the first one is its name. Returns the exit code; some commands, and a panic,
/// end the process themselves.
pub fn run(arguments: impl IntoIterator<Item = impl Into<OsString> + Clone>) -> u8 {
    interrupt::start_clock();
    failure::report_panics();
    let ending = arguments::read(arguments).and_then(|command| commands::run(&command));
    match ending {
        Ok(ending) => ending.exit_code(),
        Err(failure) => {
            output::complain(&failure.to_string());
            failure.exit_code()
        }
    }
}
