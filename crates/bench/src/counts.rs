//! The checked-in table of instruction counts (`counts.txt`), and what a new count is compared with.
//!
//! A count holds for one build: another compiler, target, optimisation level or profile gives other instructions. So the
//! table has a section for each build, and counts are compared only with those of the same build.

use std::collections::BTreeMap;
use std::fmt::{self, Display, Write};

/// A count may be this many times the one in the table.
pub const MOST: f64 = 1.03;

/// The environment variable that has the table written instead of compared.
pub const WRITE: &str = "FOREGONE_COUNTS";

/// Where the table is.
const PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/counts.txt");

const HEAD: &str = "\
# Instructions per created node, counted by Callgrind: a section for each build, a line for each task of foregone-measure.
# A count that is more than 3 % above its line makes these commands fail; with FOREGONE_COUNTS=write they write their section:
#   cargo bench -p foregone-bench --bench instructions
#   cargo test -p foregone-bench --test instructions
#   CARGO_INCREMENTAL=0 cargo test -p foregone-bench --test instructions
";

/// What counts depend on besides the source.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Build {
    /// The compiler with its version, the target, and flags from outside, if there are any.
    pub compiler: String,
    /// The level of optimisation, whether crates are compiled incrementally, and whether assertions are on.
    pub profile: String,
}

impl Build {
    /// The build that this code is a part of.
    pub fn this() -> Build {
        let assertions = if cfg!(debug_assertions) { ", assertions" } else { "" };
        Build {
            compiler: env!("FOREGONE_BENCH_COMPILER").to_owned(),
            profile: format!("{}{assertions}", env!("FOREGONE_BENCH_OPTIMISATION")),
        }
    }
}

impl Display for Build {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.compiler, self.profile)
    }
}

/// Instructions per node by task.
pub type Counts = BTreeMap<String, f64>;

/// The whole table.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Table(BTreeMap<Build, Counts>);

impl Table {
    /// Reads the table that is checked in.
    pub fn load() -> Result<Table, String> {
        let text = std::fs::read_to_string(PATH);
        Table::read(&text.map_err(|error| format!("{PATH} cannot be read: {error}"))?)
    }

    /// Reads a table. The error names the line that makes no sense.
    pub fn read(text: &str) -> Result<Table, String> {
        let mut table = Table::default();
        let mut section = None;
        for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let wrong = || format!("counts.txt has a line that is no count: \"{line}\"");
            let inner = line.strip_prefix('[').and_then(|line| line.strip_suffix(']'));
            if let Some((compiler, profile)) = inner.and_then(|build| build.split_once(": ")) {
                let (compiler, profile) = (compiler.to_owned(), profile.to_owned());
                section = Some(table.0.entry(Build { compiler, profile }).or_default());
                continue;
            }
            let (count, task) = line.trim_start().split_once("  ").ok_or_else(wrong)?;
            let count = count.parse().map_err(|_| wrong())?;
            section.as_mut().ok_or_else(wrong)?.insert(task.to_owned(), count);
        }
        Ok(table)
    }

    /// Every build that has counts.
    pub fn builds(&self) -> impl Iterator<Item = &Build> {
        self.0.keys()
    }

    /// Compares new counts with those of the same build. Returns notices for the user; fails with a sentence for each count
    /// that has grown, and if the table lacks counts that this compiler should have.
    pub fn compare(&self, build: &Build, counts: &Counts) -> Result<Vec<String>, String> {
        if self.builds().all(|known| known.compiler != build.compiler) {
            return Ok(vec![format!(
                "counts.txt has no counts by {}: nothing was compared",
                build.compiler
            )]);
        }
        let known = self.0.get(build);
        let (mut notices, mut failures) = (Vec::new(), Vec::new());
        for (task, &count) in counts {
            let Some(&before) = known.and_then(|known| known.get(task)) else {
                failures.push(format!("counts.txt has no count of `{task}` for {build}"));
                continue;
            };
            let sentence = format!(
                "`{task}` takes {count:.1} instructions a node, {:+.1} % to the {before:.1} of counts.txt",
                100.0 * (count / before - 1.0)
            );
            if count > MOST * before {
                failures.push(sentence);
            } else if count * MOST < before {
                notices.push(sentence);
            }
        }
        if failures.is_empty() {
            return Ok(notices);
        }
        failures.push(format!(
            "find out why; if the new counts are meant to be, write them down with {WRITE}=write"
        ));
        Err(failures.join("\n"))
    }
}

impl Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(HEAD)?;
        for (build, counts) in &self.0 {
            writeln!(f, "\n[{build}]")?;
            for (task, count) in counts {
                writeln!(f, "{count:8.1}  {task}")?;
            }
        }
        Ok(())
    }
}

/// Compares the counts of this build with the table, or writes them into it if the user wants that. Returns what to tell
/// the user; an error if a count has grown.
pub fn settle(counts: &Counts) -> Result<String, String> {
    let (mut table, build) = (Table::load()?, Build::this());
    if std::env::var(WRITE).is_ok_and(|value| value == "write") {
        table.0.insert(build, counts.clone());
        let written = std::fs::write(PATH, table.to_string());
        return written
            .map(|()| format!("{PATH} is written\n"))
            .map_err(|error| format!("{PATH} cannot be written: {error}"));
    }
    let mut said = String::new();
    for notice in table.compare(&build, counts)? {
        let _ = writeln!(said, "{notice}");
    }
    if !said.is_empty() {
        let _ = writeln!(said, "To write this build's counts down, set {WRITE}=write.");
    }
    Ok(said)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "[rustc 1.0.0 here: opt-level 3]\n   100.0  pns 7x6 nodes=9\n";

    fn build(compiler: &str, profile: &str) -> Build {
        Build { compiler: compiler.to_owned(), profile: profile.to_owned() }
    }

    fn compared(build: &Build, task: &str, count: f64) -> Result<Vec<String>, String> {
        let table = Table::read(TEXT).expect("a table");
        table.compare(build, &Counts::from([(task.to_owned(), count)]))
    }

    #[test]
    fn a_count_may_grow_by_three_percent() {
        let known = build("rustc 1.0.0 here", "opt-level 3");
        let with = |count| compared(&known, "pns 7x6 nodes=9", count);
        assert_eq!(with(102.9), Ok(Vec::new()));
        assert!(with(103.1).is_err_and(|why| why.contains("+3.1 %") && why.contains(WRITE)));
        assert!(with(97.0).is_ok_and(|notices| notices[0].contains("-3.0 %")));
    }

    #[test]
    fn a_count_that_is_missing_fails_unless_the_compiler_is_another() {
        let task = "pns 7x6 nodes=9";
        assert!(compared(&build("rustc 1.0.0 here", "opt-level 2"), task, 1.0).is_err());
        assert!(compared(&build("rustc 1.0.0 here", "opt-level 3"), "pn2 7x6", 1.0).is_err());
        let other = compared(&build("rustc 1.0.0 there", "opt-level 3"), task, 999.0);
        assert!(other.is_ok_and(|notices| notices[0].contains("nothing was compared")));
    }

    #[test]
    fn the_table_is_read_as_it_is_written() {
        let table = Table::load().expect("the table that is checked in");
        assert_eq!(Table::read(&table.to_string()), Ok(table));
        for wrong in ["100.0  before any build", "[a: b]\nten  pns", "[a: b]\n100.0", "[a]"] {
            assert!(Table::read(wrong).is_err_and(|why| why.contains("no count")), "{wrong}");
        }
    }

    #[test]
    fn the_table_is_of_the_compiler_that_is_asked_for() {
        let version = concat!("rustc ", env!("CARGO_PKG_RUST_VERSION"), ".");
        let table = Table::load().expect("the table that is checked in");
        assert!(table.builds().any(|build| build.compiler.starts_with(version)), "{version}");
    }
}
