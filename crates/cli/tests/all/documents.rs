//! The documents' examples are run: every `console` block in README.md and docs/ must print what it shows.
//! `UPDATE=1 cargo test -p foregone --test all documents` writes what is printed into the documents.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn documents() -> Vec<PathBuf> {
    let mut found = vec![workspace().join("README.md")];
    let docs = fs::read_dir(workspace().join("docs")).expect("the docs folder");
    found.extend(
        docs.map(|entry| entry.expect("an entry").path())
            .filter(|path| path.extension().is_some_and(|e| e == "md")),
    );
    found.sort();
    found
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

/// Times differ from run to run, and with them the widths of columns: seconds are printed with three decimals, nothing
/// else is.
fn comparable(text: &str) -> Vec<String> {
    let is_seconds = |word: &str| {
        let decimals =
            word.split_once('.').map(|(whole, decimals)| (whole.parse::<u32>(), decimals.len()));
        matches!(decimals, Some((Ok(_), 3)))
    };
    // In JSON they have names.
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
    for name in ["examples/graphs", "examples/games"] {
        let folder = to.join(name);
        fs::create_dir_all(&folder).expect("a folder");
        for entry in fs::read_dir(workspace().join(name)).expect("the examples") {
            let path = entry.expect("an entry").path();
            fs::copy(&path, folder.join(path.file_name().expect("a name"))).expect("a copy");
        }
    }
}

#[test]
fn documents_show_what_is_printed() {
    let mut count = 0;
    for path in documents() {
        let text = fs::read_to_string(&path).expect("a document");
        let lines: Vec<&str> = text.lines().collect();
        let folder = tempfile::tempdir().expect("a folder");
        copy_examples(folder.path());
        let (mut updated, mut copied) = (String::new(), 0);
        for Example { command, shown } in examples(&lines) {
            let printed = run(&command, folder.path());
            let expected = lines[shown.clone()].join("\n");
            lines[copied..shown.start].iter().for_each(|line| updated += &format!("{line}\n"));
            updated +=
                &printed.lines().map(|line| format!("{}\n", line.trim_end())).collect::<String>();
            copied = shown.end;
            if std::env::var_os("UPDATE").is_none() {
                assert_eq!(
                    comparable(&printed),
                    comparable(&expected),
                    "{}: {command}",
                    path.display()
                );
            }
            count += 1;
        }
        if std::env::var_os("UPDATE").is_some() {
            lines[copied..].iter().for_each(|line| updated += &format!("{line}\n"));
            fs::write(&path, updated).expect("the document is written");
        }
    }
    assert!(count >= 5, "only {count} examples were found");
}
