//! The tables of options and counters in the documents are those of the source. They stand between two comments of the
//! document; `FOREGONE_WRITE_DOCS=1 cargo test -p foregone-solve --test documents` writes them.

use std::fs;
use std::path::Path;

use foregone_solve::limits::Counters;
use foregone_solve::options::{Algorithm, Changes, Group, OPTIONS, OptionRow, Values};

/// Compares the part of a document that a table fills with that table, or writes it there.
fn document_has(name: &str, table: &str, expected: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(name);
    let text = fs::read_to_string(&path).expect("a document");
    let (begin, end) = (format!("<!-- {table}: begin -->\n"), format!("<!-- {table}: end -->"));
    let (before, rest) = text.split_once(&begin).expect("the comment before the table");
    let (shown, after) = rest.split_once(&end).expect("the comment after the table");
    if std::env::var_os("FOREGONE_WRITE_DOCS").is_some() {
        fs::write(&path, format!("{before}{begin}{expected}{end}{after}")).expect("written");
        return;
    }
    assert_eq!(
        shown, expected,
        "docs/{name} is out of date; run \
         `FOREGONE_WRITE_DOCS=1 cargo test -p foregone-solve --test documents`"
    );
}

/// The forms on the command line: `--dag`, `--no-restart`, `--epsilon SHARE`.
fn forms(row: &OptionRow) -> String {
    let (name, value) = (row.name, row.placeholder);
    let positive = match (value.is_empty(), row.bare) {
        (true, Some(_)) => Some(format!("`--{name}`")),
        (true, None) => None,
        (false, Some(_)) => Some(format!("`--{name}[={value}]`")),
        (false, None) => Some(format!("`--{name} {value}`")),
    };
    let negative = row.negated.map(|_| format!("`--no-{name}`"));
    positive.into_iter().chain(negative).collect::<Vec<_>>().join(", ")
}

fn values(row: &OptionRow) -> String {
    let text = match row.values {
        Values::Switch => "on, off".to_owned(),
        Values::Choice(words) => words.join(", "),
        Values::Count { least, most } => format!("{least} to {most}"),
        Values::Share(most) => format!("0 to {most}"),
        Values::Bytes => "a size such as 500MB".to_owned(),
        Values::Knowledge => "a level of the game".to_owned(),
        Values::Strategy => "binary, linear, doubling, known:VALUE".to_owned(),
        Values::Second => "full, fixed:N, breuker[:A,B], table:N".to_owned(),
    };
    match row.bare {
        Some(bare) if !row.placeholder.is_empty() => format!("{text}; alone: {bare}"),
        _ => text,
    }
}

/// The algorithms, as a group where that is shorter.
fn algorithms(row: &OptionRow) -> String {
    let mut text = match row.group {
        Group::TREE => "tree searches".to_owned(),
        Group::PROOF_NUMBERS => "tree searches, `dfpn`, `dfmopns`".to_owned(),
        Group::INFORMED => format!("all but `{}`", Algorithm::Minimax.name()),
        group => {
            let names = group.algorithms.iter().map(|algorithm| format!("`{}`", algorithm.name()));
            names.collect::<Vec<_>>().join(", ")
        }
    };
    if row.on_second_table {
        text += ", `pn2` with `--second table:N`";
    }
    if row.fleets {
        text += ", fleets";
    }
    text
}

fn changes(row: &OptionRow) -> &'static str {
    match row.changes {
        Changes::Cost => "time and memory",
        Changes::Nodes => "which nodes are expanded",
        Changes::Soundness => "which nodes are expanded; with some values, what is proved",
    }
}

/// A cell, with `-` where there is nothing to say.
fn cell(text: &str) -> &str {
    if text.is_empty() { "-" } else { text }
}

#[test]
fn options_are_documented_as_the_table_has_them() {
    let mut table = String::from(
        "\n| option | what it does | values | default | algorithms | changes | source |\n\
         |---|---|---|---|---|---|---|\n",
    );
    for row in &OPTIONS {
        let cells = [
            &forms(row),
            row.help,
            &values(row),
            cell(row.default),
            &algorithms(row),
            changes(row),
            cell(row.source),
        ];
        let cells = cells.map(|cell| cell.replace('|', "\\|"));
        table += &format!("| {} |\n", cells.join(" | "));
    }
    document_has("algorithms.md", "options", &(table + "\n"));
}

/// The words "tree searches" in the table stand for these algorithms, which the document lists.
#[test]
fn groups_that_the_table_names_are_what_the_document_says() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/algorithms.md");
    let text = fs::read_to_string(path).expect("a document");
    let names = Group::TREE.algorithms.iter().map(|algorithm| format!("`{}`", algorithm.name()));
    let sentence = format!("*Tree searches* are {}", names.collect::<Vec<_>>().join(", "));
    assert!(text.contains(&sentence), "docs/algorithms.md does not say: {sentence}");
}

#[test]
fn counters_are_documented_as_the_source_has_them() {
    let mut table = String::from("\n| counter | what it counts |\n|---|---|\n");
    for (name, about) in Counters::NAMES.iter().zip(Counters::ABOUT) {
        table += &format!("| `{name}` | {} |\n", about.trim());
    }
    document_has("json.md", "counters", &(table + "\n"));
}
