//! The memory limit is a hard one: with every algorithm the whole program stays below the limit plus a tenth of it plus 50 MB.
#![cfg(target_os = "linux")] // elsewhere the operating system is not asked

use std::fs;
use std::thread::sleep;
use std::time::Duration;

use crate::common::{Folder, foregone, json, program, text};

const LIMIT: u64 = 100_000_000;

/// Searches that keep a table do not run out of memory, because the table replaces entries. A node limit ends them, after the
/// table is full.
fn table_stays_within_the_limit(options: &[&str]) {
    let memory = LIMIT.to_string();
    let fixed = ["solve", "connect4:7x6", "--json", "--nodes", "12M", "--memory", memory.as_str()];
    let answer = json(foregone(&[&fixed, options].concat()).assert().code(3));
    assert_eq!(answer["stop"], "nodes", "{options:?}");
    let peak = answer["peak_resident_bytes"].as_u64().expect("Linux says");
    let counted = answer["counters"]["peak_bytes"].as_u64().expect("a number");
    assert!((LIMIT / 2..=LIMIT).contains(&counted), "{options:?}: counted {counted}");
    assert!(peak <= LIMIT + LIMIT / 10 + 50_000_000, "{options:?}: {peak} bytes resident");
}

/// Searches a board that is far too large, and returns the most memory that the program held.
fn peak(options: &[&str]) -> u64 {
    let memory = LIMIT.to_string();
    let fixed = ["solve", "connect4:7x6", "--json", "--time", "60s", "--memory", memory.as_str()];
    let answer = json(foregone(&[&fixed, options].concat()).assert().code(3));
    assert_eq!(answer["stop"], "memory", "{options:?} did not fill the memory");
    let peak = answer["peak_resident_bytes"].as_u64().expect("Linux says");
    let counted = answer["counters"]["peak_bytes"].as_u64().expect("a number");
    assert!(counted <= LIMIT, "{options:?}: counted {counted}");
    assert!(counted >= LIMIT / 2, "{options:?}: counted {counted} only");
    peak
}

fn stays_within_the_limit(options: &[&str]) {
    let peak = peak(options);
    assert!(peak <= LIMIT + LIMIT / 10 + 50_000_000, "{options:?}: {peak} bytes resident");
}

#[test]
fn trees_stay_within_the_limit() {
    stays_within_the_limit(&["--algorithm", "pns"]);
    stays_within_the_limit(&["--algorithm", "mopns"]);
    stays_within_the_limit(&["--algorithm", "pns", "--delete-solved"]);
    stays_within_the_limit(&["--algorithm", "mopns", "--delete-least-proving"]);
}

#[test]
fn tables_stay_within_the_limit() {
    table_stays_within_the_limit(&["--algorithm", "dfpn"]);
    table_stays_within_the_limit(&["--algorithm", "dfmopns", "--threads", "1"]);
    table_stays_within_the_limit(&["--algorithm", "alphabeta-tt"]);
}

#[test]
fn graphs_stay_within_the_limit() {
    stays_within_the_limit(&["--algorithm", "pns", "--dag"]);
    stays_within_the_limit(&["--algorithm", "mopns", "--dag", "--sum", "weak", "--delete-solved"]);
}

#[test]
fn second_levels_and_certificates_stay_within_the_limit() {
    stays_within_the_limit(&["--algorithm", "pn2", "--second", "fixed:20"]);
    let folder = Folder::new();
    stays_within_the_limit(&[
        "--algorithm",
        "mopns",
        "--certificate",
        text(&folder.file("proof.fgc")),
    ]);
}

/// A search that ends, with a proof that is extracted while the graph is still in memory.
#[test]
fn a_proof_is_made_within_the_limit() {
    let folder = Folder::new();
    let file = folder.file("proof.fgc");
    let fixed = [
        "solve",
        "connect4:5x5",
        "--json",
        "--dag",
        "--memory",
        "400MB",
        "--certificate",
        text(&file),
    ];
    let answer = json(foregone(&fixed).assert().success());
    assert_eq!((&answer["value"], &answer["unproved"]), (&"draw".into(), &serde_json::Value::Null));
    let peak = answer["peak_resident_bytes"].as_u64().expect("Linux says");
    assert!((200_000_000..=490_000_000).contains(&peak), "{peak} bytes resident");
    foregone(&["check", text(&file)]).assert().success();
}

/// An extraction of a proof that has no memory for the positions it has visited would never end, so it is given up.
#[test]
fn a_proof_that_does_not_fit_is_given_up() {
    let folder = Folder::new();
    let (file, limit) = (folder.file("proof.fgc"), 1_500_000);
    let memory = limit.to_string();
    let solve = ["solve", "mnk:4,4,4", "--algorithm", "dfpn", "--threads", "1", "--json"];
    let bounded = ["--memory", &memory, "--time", "120s", "--certificate", text(&file)];
    let answer = json(foregone(&[&solve[..], &bounded].concat()).assert().code(1));
    assert_eq!((&answer["value"], &answer["unproved"]), (&"draw".into(), &"memory".into()));
    let peak = answer["peak_resident_bytes"].as_u64().expect("Linux says");
    assert!(peak <= limit + limit / 10 + 50_000_000, "{peak} bytes resident");
}

/// The most memory that a command holds, as the operating system reports it, and its exit code.
fn watched(arguments: &[&str]) -> (u64, Option<i32>) {
    let mut child = program(arguments).spawn().expect("the program");
    let status = format!("/proc/{}/status", child.id());
    let mut peak = 0;
    loop {
        let text = fs::read_to_string(&status).unwrap_or_default();
        let field = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kilobytes =
            field.and_then(|field| field.trim().strip_suffix("kB")?.trim().parse().ok());
        peak = peak.max(kilobytes.unwrap_or(0) * 1024);
        if let Some(ended) = child.try_wait().expect("a child") {
            return (peak, ended.code());
        }
        sleep(Duration::from_millis(2));
    }
}

#[test]
fn contests_and_tables_stay_within_the_limit() {
    let folder = Folder::new();
    let dir = |name: &str| text(&folder.file(name)).to_owned();
    for (command, limit, code) in [
        ("compare connect4 -a mopns,pns --after 1 --nodes 1M".to_owned(), 60_000_000_u64, 3),
        (format!("tablebase build awari:stones=13 --dir {}", dir("awari")), 30_000_000, 0),
        (format!("tablebase build breakthrough:4x6 --dir {}", dir("bits")), 60_000_000, 0),
        (format!("tablebase build connect4:4x4 --dir {}", dir("listed")), 60_000_000, 0),
        (format!("tablebase build mnk:4,4,4 --dir {}", dir("refused")), 200_000_000, 2),
    ] {
        let memory = limit.to_string();
        let bounded: Vec<&str> = command.split(' ').chain(["--memory", &memory]).collect();
        let (peak, ended) = watched(&bounded);
        assert_eq!(ended, Some(code), "{command}");
        assert!(peak > 1_000_000, "{command}: {peak} bytes seen");
        assert!(peak <= limit + limit / 10 + 50_000_000, "{command}: {peak} bytes resident");
    }
}
