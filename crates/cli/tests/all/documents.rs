//! The documents' examples are run: every `console` block in README.md, CONTRIBUTING.md and docs/ must print what it shows,
//! every picture in docs/images is what the program draws, and the tutorial shows the example of the library.
//! `FOREGONE_WRITE_DOCS=1 cargo test -p foregone-cli --test all documents` writes what is printed into the documents.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn documents() -> Vec<PathBuf> {
    let mut found = ["README.md", "CONTRIBUTING.md"].map(|name| workspace().join(name)).to_vec();
    let docs = fs::read_dir(workspace().join("docs")).expect("the docs folder");
    found.extend(
        docs.map(|entry| entry.expect("an entry").path())
            .filter(|path| path.extension().is_some_and(|e| e == "md")),
    );
    found.sort();
    found
}

/// Whether the documents are to be written instead of compared.
fn writes() -> bool {
    std::env::var_os("FOREGONE_WRITE_DOCS").is_some()
}

/// A command with what it should print.
struct Example {
    command: String,
    /// The lines of the document that show the output.
    shown: std::ops::Range<usize>,
}

fn examples(lines: &[&str]) -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    let mut inside = false;
    for (index, line) in lines.iter().enumerate() {
        if line.starts_with("```") {
            inside = *line == "```console";
        } else if inside {
            match line.strip_prefix("$ ") {
                Some(command) => examples
                    .push(Example { command: command.to_owned(), shown: index + 1..index + 1 }),
                None => {
                    examples.last_mut().expect("output follows a command").shown.end = index + 1
                }
            }
        }
    }
    examples
}

/// Runs a command of an example; what it prints, with the exit code if it is not 0.
fn run(command: &str, folder: &Path) -> String {
    let words = words(command);
    if let ["cargo", "run", "--release", "-p", "foregone", "--example", name] =
        words.iter().map(String::as_str).collect::<Vec<_>>()[..]
    {
        return run_example(name);
    }
    let arguments = match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["foregone", ..] => &words[1..],
        ["cargo", "run", "--release", "--", ..] => &words[4..],
        _ => {
            panic!("an example that is neither `foregone` nor `cargo run --release --`: {command}")
        }
    };
    let (arguments, input) = match arguments {
        [arguments @ .., sign, file] if sign == "<" => {
            let file = fs::File::open(folder.join(file)).expect("a file to read from");
            (arguments, Stdio::from(file))
        }
        _ => (arguments, Stdio::null()),
    };
    let output = Command::new(env!("CARGO_BIN_EXE_foregone"))
        .args(arguments)
        .current_dir(folder)
        .env("XDG_STATE_HOME", folder.join("state"))
        .stdin(input)
        .output()
        .expect("the program starts");
    let mut text = String::from_utf8(output.stdout).expect("text")
        + &String::from_utf8(output.stderr).expect("text");
    if let Some(code) = output.status.code().filter(|&code| code != 0) {
        text += &format!("? {code}\n");
    }
    text
}

/// Runs an example of the library. `cargo test --workspace` has compiled it already; otherwise it is compiled now.
fn run_example(name: &str) -> String {
    let tests = std::env::current_exe().expect("this program");
    let built = tests.ancestors().nth(2).expect("a folder").join("examples").join(name);
    let output = if built.exists() {
        Command::new(built).output()
    } else {
        let arguments = ["run", "--quiet", "-p", "foregone", "--example", name];
        Command::new(env!("CARGO")).args(arguments).current_dir(workspace()).output()
    };
    let output = output.expect("the example starts");
    assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

/// Splits at spaces outside quotes.
fn words(command: &str) -> Vec<String> {
    let (mut words, mut quoted) = (vec![String::new()], false);
    for symbol in command.chars() {
        match symbol {
            '"' => quoted = !quoted,
            ' ' if !quoted => words.push(String::new()),
            other => words.last_mut().expect("there is one").push(other),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// The words of each line without times, which differ from run to run and change the widths of columns. Only times are printed with
/// three decimals.
fn comparable(text: &str) -> Vec<String> {
    let is_seconds = |word: &str| {
        let decimals =
            word.split_once('.').map(|(whole, decimals)| (whole.parse::<u32>(), decimals.len()));
        matches!(decimals, Some((Ok(_), 3)))
    };
    // In JSON, times are found by the names of their members.
    let unnamed = |line: &str| {
        ["\"seconds\":", "\"peak_resident_bytes\":"].iter().fold(line.to_owned(), |line, name| {
            let Some((before, after)) = line.split_once(name) else { return line };
            let after = after.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
            format!("{before}{name}{after}")
        })
    };
    let timeless = |line: &str| match line.trim_start().split_once(' ') {
        Some(("time", _)) => "time".to_owned(),
        _ if line.contains("──") => "──".to_owned(),
        _ => {
            let words =
                line.split_whitespace().map(|word| if is_seconds(word) { "#" } else { word });
            words.collect::<Vec<_>>().join(" ")
        }
    };
    text.lines().map(|line| timeless(&unnamed(line))).collect()
}

fn copy_examples(to: &Path) {
    for name in [
        "examples/graphs",
        "examples/games",
        "examples/engine",
        "examples/gdl",
        "examples/gdl-tutorial",
    ] {
        let folder = to.join(name);
        fs::create_dir_all(&folder).expect("a folder");
        for entry in fs::read_dir(workspace().join(name)).expect("the examples") {
            let path = entry.expect("an entry").path();
            fs::copy(&path, folder.join(path.file_name().expect("a name"))).expect("a copy");
        }
    }
}

/// Runs the examples of a document and compares, or writes the document with what they print. Tells how many there are.
fn shows_what_is_printed(path: &Path) -> usize {
    let text = fs::read_to_string(path).expect("a document");
    let lines: Vec<&str> = text.lines().collect();
    let folder = tempfile::tempdir().expect("a folder");
    copy_examples(folder.path());
    let (mut updated, mut copied, mut count) = (String::new(), 0, 0);
    for Example { command, shown } in examples(&lines) {
        let begin = Instant::now();
        let printed = run(&command, folder.path());
        println!("{:.1} s: {command}", begin.elapsed().as_secs_f64());
        let expected = lines[shown.clone()].join("\n");
        lines[copied..shown.start].iter().for_each(|line| updated += &format!("{line}\n"));
        updated +=
            &printed.lines().map(|line| format!("{}\n", line.trim_end())).collect::<String>();
        copied = shown.end;
        if !writes() {
            let (printed, expected) = (comparable(&printed), comparable(&expected));
            assert_eq!(printed, expected, "{}: {command}", path.display());
        }
        count += 1;
    }
    if writes() {
        lines[copied..].iter().for_each(|line| updated += &format!("{line}\n"));
        fs::write(path, updated).expect("the document is written");
    }
    count
}

#[test]
fn documents_show_what_is_printed() {
    // Most of the time of all tests is spent here, so two documents at a time.
    let (left, count) = (Mutex::new(documents()), AtomicUsize::new(0));
    let next = || left.lock().expect("no thread has failed").pop();
    let look = || {
        while let Some(path) = next() {
            count.fetch_add(shows_what_is_printed(&path), Ordering::Relaxed);
        }
    };
    std::thread::scope(|scope| {
        scope.spawn(look);
        scope.spawn(look);
    });
    assert!(count.into_inner() >= 5, "hardly any example was found");
}

/// A document names the command that draws each picture, in a line of its own. `reproduce` names the picture after its table and is
/// told only the folder. Pictures of pages are made by a script in a browser.
#[test]
fn pictures_are_what_the_program_draws() {
    let texts: Vec<String> =
        documents().iter().map(|path| fs::read_to_string(path).expect("a document")).collect();
    let lines: Vec<&str> = texts.iter().flat_map(|text| text.lines()).collect();
    let mut count = 0;
    for entry in fs::read_dir(workspace().join("docs/images")).expect("the pictures") {
        let name = entry.expect("an entry").file_name().into_string().expect("UTF-8");
        let file = format!("docs/images/{name}");
        if name.ends_with(".png") {
            let script = workspace().join("crates/explore/tests/browser/pictures.js");
            let script = fs::read_to_string(script).expect("the script that shows pages");
            assert!(script.contains(&name), "{file} is not made by pictures.js");
            continue;
        }
        let table = format!("    foregone reproduce {} ", name.trim_end_matches(".svg"));
        let is_command = |line: &&&str| {
            let is_table = line.starts_with(&table) && line.ends_with("--plot docs/images");
            line.starts_with("    foregone ") && line.contains(&file) || is_table
        };
        let command =
            lines.iter().find(is_command).unwrap_or_else(|| panic!("no command draws {file}"));
        let folder = tempfile::tempdir().expect("a folder");
        copy_examples(folder.path());
        fs::create_dir_all(folder.path().join("docs/images")).expect("a folder");
        run(command.trim(), folder.path());
        let drawn = fs::read_to_string(folder.path().join(&file)).expect("the picture is drawn");
        if writes() {
            fs::write(workspace().join(&file), drawn).expect("the picture is written");
        } else {
            let shown = fs::read_to_string(workspace().join(&file)).expect("a picture");
            assert_eq!(shown, drawn, "{command}");
        }
        count += 1;
    }
    assert!(count > 0, "there are no pictures");
}

/// The tutorial shows the example up to the rules for the checker, between two comments.
#[test]
fn the_tutorial_shows_the_example_of_the_library() {
    let example = fs::read_to_string(workspace().join("crates/foregone/examples/own_game.rs"));
    let example = example.expect("the example");
    let begin = example.find("use foregone::").expect("the code after the head");
    let end = example.find("\n/// The rules once more").expect("the rules for the checker");
    let expected = format!("\n```rust\n{}```\n\n", &example[begin..end]);
    let path = workspace().join("docs/tutorial.md");
    let text = fs::read_to_string(&path).expect("the tutorial");
    let (begin, end) = ("<!-- own_game: begin -->\n", "<!-- own_game: end -->");
    let (before, rest) = text.split_once(begin).expect("the first comment");
    let (shown, after) = rest.split_once(end).expect("the second comment");
    if writes() {
        fs::write(&path, format!("{before}{begin}{expected}{end}{after}")).expect("written");
    } else {
        assert_eq!(shown, expected, "docs/tutorial.md");
    }
}

/// The name by which a heading can be linked to.
fn anchor(heading: &str) -> String {
    let kept = heading.chars().filter(|&c| c.is_alphanumeric() || " -_".contains(c));
    kept.map(|c| if c == ' ' { '-' } else { c.to_ascii_lowercase() }).collect()
}

/// Documents link to files and headings that exist.
#[test]
fn links_lead_somewhere() {
    let others = ["ARCHITECTURE.md", "CHANGELOG.md", "examples/README.md"];
    let others = others.map(|name| workspace().join(name)).into_iter();
    let crates = fs::read_dir(workspace().join("crates")).expect("the crates");
    let crates = crates.map(|entry| entry.expect("an entry").path().join("README.md"));
    for path in documents().into_iter().chain(others).chain(crates) {
        let text =
            fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let folder = path.parent().expect("a folder");
        let links = text.split("](").skip(1).map(|link| link.split(')').next().expect("its begin"));
        for link in links.filter(|link| !link.contains("://")) {
            let (file, heading) = link.split_once('#').unwrap_or((link, ""));
            let target = if file.is_empty() { path.clone() } else { folder.join(file) };
            assert!(target.exists(), "{} links to {link}", path.display());
            if heading.is_empty() {
                continue;
            }
            let linked = fs::read_to_string(&target).expect("a document");
            let headings = linked.lines().filter(|line| line.starts_with('#'));
            let is_there = headings
                .map(|line| anchor(line.trim_start_matches('#').trim()))
                .any(|name| name == heading);
            assert!(is_there, "{} links to {link}, a heading that is missing", path.display());
        }
    }
}
