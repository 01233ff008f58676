//! `foregone-measure SEARCH BOARD [OPTION]...`: makes one search and says what it cost, the most memory the process had
//! resident included (where the system tells).

use std::process::ExitCode;

use foregone_bench::task::Task;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match Task::parse(words.iter().map(String::as_str)).and_then(|task| task.run()) {
        Ok(counters) => {
            let mut figures = vec![
                ("created", counters.created),
                ("expanded", counters.expanded),
                ("peak_nodes", counters.peak_nodes),
                ("peak_bytes", counters.peak_bytes),
                ("deleted", counters.deleted),
                ("peak_unsettled", counters.peak_unsettled),
                ("certificate_created", counters.certificate_created),
            ];
            figures.extend(most_resident().map(|bytes| ("resident_bytes", bytes)));
            for (name, figure) in figures {
                println!("{name}={figure}");
            }
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// The most memory that this process has had resident.
fn most_resident() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().strip_suffix(" kB")?.parse::<u64>().ok()? << 10)
}
