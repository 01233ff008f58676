//! Fuzzes the named targets, or all of them, for the time in `FOREGONE_FUZZ_SECONDS`.

use std::process::ExitCode;

use foregone_fuzz::{Config, all, fuzz};

fn main() -> ExitCode {
    let names: Vec<String> = std::env::args().skip(1).collect();
    let known: Vec<&str> = all().iter().map(|target| target.name()).collect();
    if let Some(unknown) = names.iter().find(|name| !known.contains(&name.as_str())) {
        eprintln!("error: {unknown} is not a target; the targets are {}", known.join(", "));
        return ExitCode::from(2);
    }
    let config = Config::from_environment();
    for target in all() {
        let name = target.name();
        if !names.is_empty() && !names.iter().any(|wanted| wanted == name) {
            continue;
        }
        match fuzz(target, config) {
            Ok(report) => {
                println!("{name}: {} inputs, {} different answers", report.inputs, report.answers);
            }
            Err(sentence) => {
                eprintln!("error: {sentence}");
                return ExitCode::FAILURE;
            }
        }
    }
    ExitCode::SUCCESS
}
