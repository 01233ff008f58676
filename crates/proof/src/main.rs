//! `foregone-check`: says of each certificate whether it proves what it claims.

mod arguments;

use std::io::{self, Write};
use std::process::ExitCode;

use arguments::Request;
use foregone_proof::program::{check_all, complain};

fn main() -> ExitCode {
    report_panics();
    match arguments::read(std::env::args_os().skip(1)) {
        Ok(Request::Text(text)) => match write!(io::stdout(), "{text}") {
            Ok(()) => ExitCode::SUCCESS,
            Err(_) => ExitCode::FAILURE,
        },
        Ok(Request::Check(order)) => match check_all(&order, None, &()) {
            Ok(verdicts) => ExitCode::from(verdicts.exit_code()),
            Err(error) => {
                complain(&format!("the verdict cannot be written: {error}"));
                ExitCode::FAILURE
            }
        },
        Err(sentence) => {
            complain(&format!("{sentence}; foregone-check --help says more"));
            ExitCode::from(2)
        }
    }
}

/// A panic is a mistake of ours and no verdict: says so in one sentence and ends with code 1.
fn report_panics() {
    std::panic::set_hook(Box::new(|panic| {
        let place = panic.location().map(|at| format!(" at {}:{}", at.file(), at.line()));
        let what = panic.payload_as_str().unwrap_or("no message");
        let place = place.unwrap_or_default();
        complain(&format!("this is a mistake in foregone-check; please report it ({what}{place})"));
        std::process::exit(1);
    }));
}
