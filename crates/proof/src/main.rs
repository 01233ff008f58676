//! `foregone-check`: checks whether certificates prove what they claim.

mod arguments;

use std::io::{self, Write};
use std::process::ExitCode;

use arguments::Command;
use foregone_proof::program::{check_all, print_error};

fn main() -> ExitCode {
    report_panics();
    match arguments::read(std::env::args_os().skip(1)) {
        Ok(Command::Print(text)) => match write!(io::stdout(), "{text}") {
            Ok(()) => ExitCode::SUCCESS,
            Err(_) => ExitCode::FAILURE,
        },
        Ok(Command::Check(request)) => match check_all(&request, None) {
            Ok(verdict) => ExitCode::from(verdict.exit_code()),
            Err(error) => {
                print_error(&format!("the verdict cannot be written: {error}"));
                ExitCode::FAILURE
            }
        },
        Err(sentence) => {
            print_error(&format!("{sentence}; foregone-check --help says more"));
            ExitCode::from(2)
        }
    }
}

/// A panic is a defect of the checker and no verdict: it is reported in one sentence, and the exit code is 1.
fn report_panics() {
    std::panic::set_hook(Box::new(|panic| {
        let place = panic.location().map(|at| format!(" at {}:{}", at.file(), at.line()));
        let what = panic.payload_as_str().unwrap_or("no message");
        let place = place.unwrap_or_default();
        print_error(&format!(
            "this is a defect of foregone-check; please report it ({what}{place})"
        ));
        std::process::exit(1);
    }));
}
