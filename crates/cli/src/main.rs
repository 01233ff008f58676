//! The program `foregone`; all of it is in the library beside this file.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(foregone_cli::run(std::env::args_os()))
}
