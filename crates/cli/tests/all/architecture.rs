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

/// The crates of the repository that a crate depends on, tests aside: `solve` for `foregone-solve`, `foregone` for the
/// library itself.
fn uses(name: &str) -> BTreeSet<String> {
    let manifest = read(Path::new(&format!("crates/{name}/Cargo.toml")));
    let mut section = "";
    let mut found = BTreeSet::new();
    for line in manifest.lines() {
        if line.starts_with('[') {
            section = line;
        } else if section == "[dependencies]" && line.starts_with("foregone") {
            let dependency = line.split(['.', ' ', '=']).next().expect("a name");
            found.insert(dependency.strip_prefix("foregone-").unwrap_or(dependency).to_owned());
        }
    }
    found
}

/// Each crate with those that it may use, in the order of ARCHITECTURE.md.
const MAY_USE: [(&str, &[&str]); 18] = [
    ("game", &[]),
    ("gdl", &["game"]),
    ("games", &["game", "gdl"]),
    ("chance", &["game"]),
    ("solve", &["game"]),
    ("tablebase", &["game", "games"]),
    ("catalogue", &["game", "games", "solve"]),
    // The coordinator and the transport know no game.
    ("fleet", &["game", "solve"]),
    // The checker shares nothing with what it checks.
    ("proof", &[]),
    ("nats", &["fleet", "solve", "proof"]),
    ("foregone", &["game", "games", "chance", "solve", "tablebase", "catalogue", "fleet", "proof"]),
    ("explore", &["games", "solve", "foregone"]),
    ("engine", &["foregone"]),
    (
        "reproduce",
        &[
            "game",
            "games",
            "chance",
            "solve",
            "tablebase",
            "catalogue",
            "fleet",
            "proof",
            "foregone",
        ],
    ),
    (
        "cli",
        &[
            "game",
            "gdl",
            "games",
            "solve",
            "tablebase",
            "catalogue",
            "explore",
            "fleet",
            "nats",
            "proof",
            "foregone",
            "engine",
            "reproduce",
        ],
    ),
    // The wheel is the program, too.
    ("python", &["game", "tablebase", "proof", "foregone", "explore", "cli"]),
    ("bench", &["game", "games", "solve"]),
    // Fuzzing reads the messages of the transport.
    (
        "fuzz",
        &[
            "game",
            "gdl",
            "games",
            "chance",
            "solve",
            "tablebase",
            "fleet",
            "nats",
            "proof",
            "foregone",
            "engine",
        ],
    ),
];

#[test]
fn crates_use_only_what_they_may() {
    for folder in fs::read_dir(workspace().join("crates")).expect("a folder") {
        let name = folder.expect("an entry").file_name().into_string().expect("UTF-8");
        let (_, may) = MAY_USE
            .into_iter()
            .find(|(listed, _)| *listed == name)
            .unwrap_or_else(|| panic!("crates/{name} is new: list it here and in ARCHITECTURE.md"));
        for used in uses(&name) {
            assert!(may.contains(&used.as_str()), "{name} uses {used}");
        }
    }
}

/// The map names every crate.
#[test]
fn every_crate_is_on_the_map() {
    let map = read(Path::new("ARCHITECTURE.md"));
    for folder in fs::read_dir(workspace().join("crates")).expect("a folder") {
        let name = folder.expect("an entry").file_name().into_string().expect("UTF-8");
        assert!(map.contains(&format!("| `crates/{name}` |")), "ARCHITECTURE.md lacks {name}");
    }
}

/// The map names the files of the library and of the searches, and no others.
#[test]
fn the_files_of_the_library_are_on_the_map() {
    let map = read(Path::new("ARCHITECTURE.md"));
    for name in ["foregone", "solve"] {
        let (_, section) =
            map.split_once(&format!("### `crates/{name}`")).expect("a section of the map");
        let section = section.split("\n### ").next().expect("its text");
        for entry in fs::read_dir(workspace().join(format!("crates/{name}/src"))).expect("a folder")
        {
            let entry = entry.expect("an entry");
            let file = entry.file_name().into_string().expect("UTF-8");
            let file = if entry.path().is_dir() { format!("{file}/") } else { file };
            let is_root = name == "solve" && file == "lib.rs";
            assert!(
                is_root || section.contains(&format!("`{file}`")),
                "ARCHITECTURE.md does not say what {file} of {name} is"
            );
        }
        let named = section.split('`').skip(1).step_by(2);
        for file in named.filter(|word| !word.contains(' ')) {
            let is_path = file.ends_with('/') || (file.ends_with(".rs") && file.contains('/'));
            let path = workspace().join(format!("crates/{name}/src/{file}"));
            assert!(!is_path || path.exists(), "ARCHITECTURE.md names {file} of {name}");
        }
    }
}

/// Files that may touch the world although the other files of their crate may not.
const WORLDLY: [&str; 5] = [
    "crates/proof/src/main.rs",
    "crates/proof/src/program",
    "crates/foregone/src/checkpoint",
    "crates/foregone/src/game.rs",
    "crates/tablebase/src/endgames/verified.rs",
];

/// Crates whose time is that of their caller.
const TIMELESS: [&str; 8] =
    ["game", "gdl", "games", "chance", "solve", "catalogue", "fleet", "proof"];

#[test]
fn only_the_program_and_a_few_files_touch_the_world() {
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
    for name in [
        "game",
        "gdl",
        "games",
        "chance",
        "solve",
        "tablebase",
        "catalogue",
        "fleet",
        "proof",
        "foregone",
        "reproduce",
    ] {
        for path in rust_files(&format!("crates/{name}/src")) {
            let is_worldly = WORLDLY.iter().any(|file| path.starts_with(file))
                || path.starts_with("crates/tablebase/src/file");
            let code = code(&path);
            for word in world.into_iter().filter(|_| !is_worldly) {
                assert!(!code.contains(word), "{} uses {word}", path.display());
            }
            if TIMELESS.contains(&name) && !is_worldly && !path.ends_with("limits.rs") {
                assert!(
                    !code.contains("Instant") && !code.contains("SystemTime"),
                    "{} reads a clock",
                    path.display()
                );
            }
        }
    }
}

/// The library decides how a question is answered: the program names no algorithm.
#[test]
fn the_program_does_not_choose_algorithms() {
    for path in rust_files("crates/cli/src") {
        let code = code(&path);
        let names = code.match_indices("Algorithm::").any(|(at, word)| {
            // The list of all of them is no choice, and functions with small letters choose in the library.
            let rest = &code[at + word.len()..];
            rest.starts_with(char::is_uppercase) && !rest.starts_with("ALL")
        });
        assert!(!names, "{} names an algorithm", path.display());
    }
}

/// The explorer answers requests by tokio, and has its sockets in one file.
fn is_server(path: &Path) -> bool {
    let has_sockets = code(path).contains("Tcp");
    path.starts_with("crates/explore/src") && (!has_sockets || path.ends_with("server.rs"))
}

/// Whoever does not need a network compiles without one.
#[test]
fn only_two_crates_know_the_network() {
    for folder in fs::read_dir(workspace().join("crates")).expect("a folder") {
        let folder = folder.expect("an entry").file_name().into_string().expect("UTF-8");
        for path in rust_files(&format!("crates/{folder}/src")) {
            let code = code(&path);
            for word in ["async_nats", "tokio", "TcpStream", "TcpListener", "UdpSocket"] {
                let knows = code.contains(word) && folder != "nats" && !is_server(&path);
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
        // The word alone may stand in a sentence of a program.
        let code = code(&path);
        let is_keyword = |rest: &str| {
            ["{", "fn", "impl", "trait", "extern"]
                .iter()
                .any(|next| rest.trim_start().starts_with(next))
        };
        let has = code.split("unsafe").skip(1).any(is_keyword);
        assert!(allowed || !has, "{} has unsafe code", path.display());
    }
}

#[test]
fn files_are_short_and_say_what_they_are() {
    for path in rust_files("crates") {
        let text = read(&path);
        let says = text.starts_with("//!") || text.starts_with("#![doc = include_str!");
        assert!(says, "{} does not say what it is", path.display());
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
    let pages = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"].map(|name| root.join(name));
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
