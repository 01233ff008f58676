//! Instructions per created node, counted by Callgrind in a process of their own. Unlike times, such counts hardly vary
//! from run to run.

use std::io::ErrorKind;
use std::process::Command;

/// What to tell a user whose system has no Valgrind.
pub const MISSING: &str = "valgrind is missing, so nothing was counted. Install it (`apt install valgrind`, `dnf install \
                           valgrind`, `pacman -S valgrind`, `brew install valgrind` where there is a port) and try again.";

/// Why there is no count.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Failure {
    /// Valgrind is not installed.
    Missing,
    /// Something else: a sentence.
    Broken(String),
}

/// Instructions per created node of a [task](crate::task::Task) that has a node limit, without the instructions that start
/// and end the process. `program` is the path of `foregone-measure`.
pub fn per_node(program: &str, task: &str) -> Result<f64, Failure> {
    let (search, nodes) = task.split_once(" nodes=").unwrap_or((task, ""));
    let limit: u64 = nodes
        .parse()
        .map_err(|_| Failure::Broken(format!("`{task}` does not end with a limit of nodes")))?;
    let (empty, _) = count(program, &format!("{search} nodes=1"))?;
    let (instructions, created) = count(program, task)?;
    // The knowledge of the depth-first searches solves the small board with fewer nodes than the limit.
    if created < limit / 100 {
        return Err(Failure::Broken(format!("`{task}` ends after {created} nodes")));
    }
    Ok((instructions - empty) as f64 / created as f64)
}

/// Instructions executed and nodes created in one run of `foregone-measure`.
fn count(program: &str, task: &str) -> Result<(u64, u64), Failure> {
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(program)
        .args(task.split(' '))
        .output()
        .map_err(|error| match error.kind() {
            ErrorKind::NotFound => Failure::Missing,
            _ => Failure::Broken(format!("valgrind does not start: {error}")),
        })?;
    let number = |text: &[u8], label: &str| {
        let text = String::from_utf8_lossy(text).into_owned();
        let line = text.lines().find_map(|line| line.split_once(label));
        line.and_then(|(_, number)| number.trim().parse::<u64>().ok())
    };
    number(&output.stderr, "Collected :").zip(number(&output.stdout, "created=")).ok_or_else(|| {
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        Failure::Broken(format!("`{task}` could not be counted:\n{said}"))
    })
}
