//! `foregone-check`: says of each certificate whether it proves what it claims.

mod arguments;

use std::io::{self, Write};
use std::process::ExitCode;

use arguments::Request;
use proof::program::{Verdicts, check_all, complain};

fn main() -> ExitCode {
    match arguments::read(std::env::args_os().skip(1)) {
        Ok(Request::Text(text)) => match write!(io::stdout(), "{text}") {
            Ok(()) => ExitCode::SUCCESS,
            Err(_) => ExitCode::FAILURE,
        },
        Ok(Request::Check(order)) => match check_all(&order) {
            Ok(Verdicts::AllAccepted) => ExitCode::SUCCESS,
            Ok(Verdicts::OneRejected) => ExitCode::from(4),
            Ok(Verdicts::OneUnreadable) => ExitCode::FAILURE,
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
