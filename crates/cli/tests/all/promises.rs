//! docs/security.md names a test for each of its promises: those tests are there.

use std::fs;
use std::path::{Path, PathBuf};

/// The tests that a line names, each with its program and its path. A line writes `program: module::test`, and `module::test` for
/// further tests of the same program.
fn named(line: &str) -> Vec<(String, String)> {
    let mut program = String::new();
    let mut found = Vec::new();
    // Every other part stands between back quotes.
    for quoted in line.split('`').skip(1).step_by(2).filter(|quoted| quoted.contains("::")) {
        let path = match quoted.split_once(": ") {
            Some((name, path)) => {
                program = name.to_owned();
                path
            }
            None => quoted,
        };
        if path.contains("::") && !path.contains(' ') {
            found.push((program.clone(), path.trim_end_matches(':').to_owned()));
        }
    }
    found
}

/// The file of a module.
fn file(program: &str, modules: &[&str]) -> PathBuf {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let (folder, modules) = match (program, modules) {
        ("all" | "cluster", _) => (crates.join("cli/tests").join(program), modules),
        (_, [inner @ .., "tests"]) => (crates.join(program).join("src"), inner),
        _ => (crates.join(program).join("tests/all"), modules),
    };
    folder.join(modules.join("/")).with_extension("rs")
}

#[test]
fn promises_are_tested() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/security.md");
    let page = fs::read_to_string(page).expect("the page");
    let promises = page.lines().filter(|line| !line.contains("`program: module::test`"));
    let named: Vec<_> = promises.flat_map(named).collect();
    assert!(named.len() > 30, "{named:?}");
    for (program, path) in named {
        let segments: Vec<&str> = path.split("::").collect();
        let [modules @ .., test] = &segments[..] else { panic!("{path} is no path") };
        if test.is_empty() {
            continue; // a module, in a command
        }
        let file = file(&program, modules);
        let text = fs::read_to_string(&file)
            .unwrap_or_else(|_| panic!("{program}: {path} is not in {}", file.display()));
        let is_there = match *test {
            "*" => text.contains("#[test]"),
            test => text.contains(&format!("fn {test}(")),
        };
        assert!(is_there, "{} has no test {test}", file.display());
    }
}
