//! The invariants of ARCHITECTURE.md that a program can see.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the workspace")
}

/// All Rust files below a folder of the workspace, as paths from the workspace.
fn rust_files(folder: &str) -> Vec<PathBuf> {
    let (mut found, mut open) = (Vec::new(), vec![workspace().join(folder)]);
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(&folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                found.push(path.strip_prefix(workspace()).expect("inside").to_owned());
            }
        }
    }
    found.sort();
    found
}

fn read(path: &Path) -> String {
    fs::read_to_string(workspace().join(path)).expect("a source file")
}

/// The code of a file without its unit tests and comments.
fn code(path: &Path) -> String {
    let text = read(path);
    let text = text.split("#[cfg(test)]").next().expect("a first part");
    text.lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .map(|line| format!("{line}\n"))
        .collect()
}

/// Crates of ours that a crate depends on, tests aside.
fn uses(name: &str) -> BTreeSet<String> {
    let manifest = read(Path::new(&format!("crates/{name}/Cargo.toml")));
    let mut section = "";
    let mut found = BTreeSet::new();
    for line in manifest.lines() {
        if line.starts_with('[') {
            section = line;
        } else if section == "[dependencies]"
            && let Some(rest) = line.strip_prefix("foregone-")
        {
            found.insert(rest.split(['.', ' ', '=']).next().expect("a name").to_owned());
        }
    }
    found
}

#[test]
fn crates_use_only_what_they_may() {
    let may = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<BTreeSet<_>>();
    assert_eq!(uses("game"), may(&[]));
    assert_eq!(uses("games"), may(&["game"]));
    assert_eq!(uses("solve"), may(&["game"]));
    assert_eq!(uses("proof"), may(&[]), "the checker shares nothing with what it checks");
    assert_eq!(uses("catalogue"), may(&["game", "games", "solve"]));
    assert_eq!(uses("tablebase"), may(&["game", "games"]));
    assert_eq!(uses("fleet"), may(&["game", "solve"]), "the coordinator knows no game");
    assert_eq!(uses("nats"), may(&["fleet", "solve"]), "a carrier knows no game");
    let all = ["catalogue", "fleet", "nats", "game", "games", "proof", "solve", "tablebase"];
    assert_eq!(uses("cli"), may(&all));
}

#[test]
fn only_the_program_and_the_checker_touch_the_world() {
    let world = [
        "std::fs",
        "std::net",
        "std::process",
        "println!",
        "eprintln!",
        "print!(",
        "dbg!(",
        "stdout",
        "stderr",
    ];
    for folder in [
        "game/src",
        "games/src",
        "solve/src",
        "tablebase/src/retro",
        "catalogue/src",
        "fleet/src",
        "proof/src",
    ]
    .map(|folder| format!("crates/{folder}"))
    {
        for path in rust_files(&folder) {
            let checker = Path::new("crates/proof/src");
            if path == checker.join("main.rs") || path.starts_with(checker.join("program")) {
                continue;
            }
            let code = code(&path);
            for word in world {
                assert!(!code.contains(word), "{} uses {word}", path.display());
            }
            if !path.ends_with("limits.rs") {
                assert!(
                    !code.contains("Instant") && !code.contains("SystemTime"),
                    "{} reads a clock",
                    path.display()
                );
            }
        }
    }
}

/// Whoever does not need a network compiles without one.
#[test]
fn only_one_crate_knows_the_network() {
    for folder in fs::read_dir(workspace().join("crates")).expect("a folder") {
        let folder = folder.expect("an entry").file_name().into_string().expect("UTF-8");
        for path in rust_files(&format!("crates/{folder}/src")) {
            let code = code(&path);
            for word in ["async_nats", "tokio", "TcpStream", "TcpListener", "UdpSocket"] {
                let knows = code.contains(word) && folder != "nats";
                assert!(!knows, "{} uses {word}", path.display());
            }
        }
    }
}

/// Files that may contain unsafe code.
const UNSAFE_FILES: [&str; 2] = ["solve/src/table/memory.rs", "tablebase/src/file/map.rs"];

#[test]
fn there_is_no_unsafe_code() {
    for path in rust_files("crates") {
        let allowed = UNSAFE_FILES.iter().any(|file| path.ends_with(file));
        let words = code(&path)
            .split(|c: char| !c.is_alphanumeric() && c != '_')
            .any(|word| word == "unsafe");
        assert!(allowed || !words, "{} has unsafe code", path.display());
    }
}

#[test]
fn files_are_short_and_say_what_they_are() {
    for path in rust_files("crates") {
        let text = read(&path);
        assert!(text.starts_with("//!"), "{} does not say what it is", path.display());
        assert!(text.lines().count() <= 500, "{} is too long: split it by idea", path.display());
    }
}

/// A file that no `mod` names is dead.
#[test]
fn every_source_file_belongs_to_a_module() {
    for path in rust_files("crates")
        .into_iter()
        .filter(|path| path.components().any(|part| part.as_os_str() == "src"))
    {
        let stem = path.file_stem().expect("a name").to_string_lossy().into_owned();
        if ["lib", "main"].contains(&stem.as_str())
            || path.parent().is_some_and(|folder| folder.ends_with("bin"))
        {
            continue;
        }
        let folder = path.parent().expect("a folder");
        let (name, above) = match stem.as_str() {
            "mod" => (
                folder.file_name().expect("a name").to_string_lossy().into_owned(),
                folder.parent().expect("a folder"),
            ),
            _ => (stem, folder),
        };
        let parents = ["lib.rs", "main.rs", "mod.rs"].map(|file| above.join(file));
        let named = parents.iter().filter(|file| workspace().join(file).exists()).any(|file| {
            let text = read(file);
            text.lines().any(|line| line.trim_end().ends_with(&format!("mod {name};")))
        });
        assert!(named, "{} belongs to no module", path.display());
    }
}

#[test]
fn no_work_is_left_lying_about() {
    let marks = [
        ["to", "do!("].concat(),
        ["unimpl", "emented!("].concat(),
        ["FIX", "ME"].concat(),
        ["#[ign", "ore"].concat(),
    ];
    for path in rust_files("crates") {
        let text = read(&path);
        for mark in &marks {
            assert!(!text.contains(mark), "{} has {mark}", path.display());
        }
    }
}

#[test]
fn files_that_documents_name_exist() {
    let root = workspace();
    let docs = fs::read_dir(root.join("docs"))
        .expect("a folder")
        .map(|entry| entry.expect("an entry").path());
    let pages = ["README.md", "ARCHITECTURE.md"].map(|name| root.join(name));
    let mut named = 0;
    for page in docs.chain(pages).filter(|page| page.extension().is_some_and(|end| end == "md")) {
        let text = fs::read_to_string(&page).expect("a document");
        let words = text.split(|c: char| !c.is_ascii_alphanumeric() && !"/_-.".contains(c));
        for word in words.filter(|word| word.starts_with("crates/") && word.ends_with(".rs")) {
            assert!(root.join(word).is_file(), "{} names {word}", page.display());
            named += 1;
        }
    }
    assert!(named > 5, "documents name {named} files");
}
