//! Values that rest on tables: with every value the program says whether the tables were verified on this machine.

use std::path::Path;

use assert_cmd::Command;
use serde_json::Value;

use crate::common::{Folder, copy_bits, foregone, json, stdout, text};

/// A board whose tables have no hash that the checker knows.
const GAME: &str = "breakthrough:3x5,walls=b3";

/// The program, with the state of the user in a folder.
fn user(state: &Path, arguments: &[&str]) -> Command {
    let mut command = foregone(arguments);
    command.env("XDG_STATE_HOME", state);
    command
}

fn build(state: &Path, game: &str, dir: &Path) {
    user(state, &["tablebase", "build", game, "--dir", text(dir)]).assert().success();
}

/// The tables that a search takes on trust, as the text and the JSON output say.
fn trusted(state: &Path, game: &str, dir: &Path) -> Vec<String> {
    let solve = ["solve", game, "--nodes", "1000", "--tablebase", text(dir)];
    let output = user(state, &solve).output().expect("the program");
    let page = String::from_utf8(output.stdout).expect("UTF-8");
    let output = user(state, &[&solve[..], &["--json"]].concat()).output().expect("the program");
    let answer: Value = serde_json::from_slice(&output.stdout).expect("one JSON object");
    let list = answer["trusted"].as_array().expect("a list");
    let list: Vec<_> = list.iter().map(|item| item.as_str().expect("words").to_owned()).collect();
    for item in &list {
        assert!(page.contains(item), "{page}");
    }
    assert_eq!(page.contains("on trust"), !list.is_empty(), "{page}");
    list
}

fn sentence(dir: &Path) -> String {
    format!(
        "the tablebase {0}, which was never verified here; `foregone tablebase verify --dir {0}` does that",
        text(dir)
    )
}

#[test]
fn tables_from_elsewhere_are_on_trust_until_they_are_verified() {
    let folder = Folder::new();
    let [dir, here, elsewhere] = ["b", "here", "elsewhere"].map(|name| folder.file(name));
    build(&elsewhere, GAME, &dir);
    assert_eq!(trusted(&elsewhere, GAME, &dir), [""; 0], "it was built there");
    assert_eq!(trusted(&here, GAME, &dir), [sentence(&dir)]);
    let verify = ["tablebase", "verify", "--dir", text(&dir)];
    user(&here, &[&verify[..], &["--sample", "10"]].concat()).assert().success();
    assert_eq!(trusted(&here, GAME, &dir), [sentence(&dir)], "a sample proves nothing");
    user(&here, &verify).assert().success();
    assert_eq!(trusted(&here, GAME, &dir), [""; 0]);
}

/// A forger changes the tables and computes all hashes again.
#[test]
fn forged_tables_are_on_trust_for_ever() {
    let folder = Folder::new();
    let [dir, forged, here] = ["b", "forged", "here"].map(|name| folder.file(name));
    build(&here, GAME, &dir);
    let all = foregone_tablebase::file::Manifest::read(&dir).expect("a manifest").layers.len();
    copy_bits(GAME, (&dir, &forged), all, |layer, words| {
        if layer == all / 2 {
            words[0] ^= 1;
        }
    });
    assert_eq!(trusted(&here, GAME, &forged), [sentence(&forged)]);
    user(&here, &["tablebase", "verify", "--dir", text(&forged)]).assert().code(4);
    assert_eq!(trusted(&here, GAME, &forged), [sentence(&forged)]);
    // The true content in the manifest does not help: values are compared with it.
    std::fs::copy(dir.join("manifest.json"), forged.join("manifest.json")).expect("a copy");
    user(&here, &["solve", GAME, "--tablebase", text(&forged)]).assert().code(2);
    assert_eq!(trusted(&here, GAME, &dir), [""; 0]);
}

/// Layers that are built on layers of unknown origin are taken on trust as well.
#[test]
fn layers_on_top_of_strange_ones_are_on_trust() {
    let folder = Folder::new();
    let [dir, here, elsewhere] = ["a", "here", "elsewhere"].map(|name| folder.file(name));
    build(&elsewhere, "awari:rest=divided,stones=3", &dir);
    build(&here, "awari:rest=divided,stones=5", &dir);
    assert_eq!(trusted(&here, "awari:rest=divided", &dir), [sentence(&dir)]);
    // The user of the lower layers builds on, but layers 4 and 5 are from another user.
    build(&elsewhere, "awari:rest=divided,stones=6", &dir);
    assert_eq!(
        trusted(&elsewhere, "awari:rest=divided", &dir),
        [sentence(&dir)],
        "layers 4 and 5 are strange"
    );
    let own = folder.file("own");
    build(&here, "awari:rest=divided,stones=3", &own);
    build(&here, "awari:rest=divided,stones=5", &own);
    assert_eq!(trusted(&here, "awari:rest=divided", &own), [""; 0]);
}

/// A table with a known hash is not taken on trust, wherever it was built.
#[test]
fn tables_that_the_checker_knows_need_no_trust() {
    let folder = Folder::new();
    let [dir, here, elsewhere] = ["b", "here", "elsewhere"].map(|name| folder.file(name));
    build(&elsewhere, "breakthrough:4x4", &dir);
    assert_eq!(trusted(&here, "breakthrough:4x4", &dir), [""; 0]);
}

#[test]
fn it_is_said_if_nothing_can_be_remembered() {
    let folder = Folder::new();
    let (dir, state) = (folder.file("b"), folder.write("state", "a file, not a folder"));
    let built = user(&state, &["tablebase", "build", GAME, "--dir", text(&dir)]).assert().success();
    let said = String::from_utf8(built.get_output().stderr.clone()).expect("UTF-8");
    assert!(said.contains("it cannot be remembered that these tables are right"), "{said}");
    assert_eq!(trusted(&state, GAME, &dir), [sentence(&dir)]);
}

#[test]
fn records_and_games_say_it_as_well() {
    let folder = Folder::new();
    let [dir, here, elsewhere] = ["b", "here", "elsewhere"].map(|name| folder.file(name));
    build(&elsewhere, GAME, &dir);
    let record = folder.write("record.txt", "1. a2-a3");
    let analyse =
        ["analyse", GAME, "--game", text(&record), "--tablebase", text(&dir), "--nodes", "1000"];
    let trusting = user(&here, &analyse).output().expect("the program").stdout;
    let page = String::from_utf8(trusting).expect("UTF-8");
    assert!(page.contains(&format!("values are on trust in {}", sentence(&dir))), "{page}");
    let sure = user(&elsewhere, &analyse).output().expect("the program").stdout;
    assert!(!String::from_utf8(sure).expect("UTF-8").contains("on trust"));
    let object = json(user(&here, &[&analyse[..], &["--json"]].concat()).assert());
    assert_eq!(object["trusted"][0], sentence(&dir));
    let play = ["play", GAME, "--first", "solver", "--tablebase", text(&dir)];
    let page = stdout(user(&here, &play).write_stdin("quit\n").assert().success());
    assert!(page.contains(&format!("on trust in {}", sentence(&dir))), "{page}");
    let events =
        stdout(user(&here, &[&play[..], &["--json"]].concat()).write_stdin("quit\n").assert());
    let moved = events.lines().find(|line| line.contains("\"by\":\"solver\"")).expect("a move");
    let moved: Value = serde_json::from_str(moved).expect("JSON");
    assert_eq!(moved["trusted"][0], sentence(&dir));
}
