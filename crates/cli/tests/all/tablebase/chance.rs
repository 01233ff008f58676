//! Tables of games with chance: expectations that are found again, builds that go on, damage that is noticed.

use std::fs;
use std::path::Path;

use crate::common::{Folder, foregone, json, stdout, text};
use predicates::str::contains;

use super::refused;

fn build(game: &str, dir: &Path, more: &[&str]) -> serde_json::Value {
    let arguments = ["tablebase", "build", game, "--dir", text(dir), "--threads", "1", "--json"];
    json(foregone(&[&arguments[..], more].concat()).assert().success())
}

/// The references were computed by an independent program in fractions.
#[test]
fn dark_chess_is_built_asked_counted_and_verified() {
    let folder = Folder::new();
    let dir = folder.file("kcp");
    let game = "darkchess:2x3,pieces=KCP";
    let built = build(game, &dir, &[]);
    assert_eq!(built["status"], "finished");
    assert_eq!(built["values"][0]["value"], "-23/360");
    let probe = |more: &[&str]| {
        let arguments = ["tablebase", "probe", game, "--dir", text(&dir), "--json"];
        json(foregone(&[&arguments[..], more].concat()).assert().success())
    };
    assert_eq!(probe(&["--moves", "flip-a1"])["values"][0]["value"], "-11/60");
    assert_eq!(probe(&["--moves", "flip-a2"])["values"][0]["value"], "-23/360");
    let ended = probe(&["--position", "../../.K - min"]);
    assert_eq!((&ended["values"][0]["value"], ended["layer"].is_null()), (&"1".into(), true));
    foregone(&["tablebase", "verify", "--dir", text(&dir)])
        .assert()
        .success()
        .stdout(contains("all values are right"));
    foregone(&["tablebase", "verify", game, "--dir", text(&dir), "--sample", "5"])
        .assert()
        .success()
        .stdout(contains("5 positions of each layer"));
    let stats = stdout(foregone(&["tablebase", "stats", game, "--dir", text(&dir)]).assert());
    assert!(stats.contains("wins") && stats.contains("losses"), "{stats}");
    let other = refused(&["probe", "darkchess:2x3,pieces=KGP", "--dir", text(&dir)], 2);
    assert!(other.contains("holds tables of darkchess:2x3,pieces=KCP"), "{other}");
    let foreign = ["probe", game, "--dir", text(&dir), "--position", "../k./GK - max"];
    assert!(refused(&foreign, 2).contains("its pieces are not those of the game"));
    let distance = ["probe", game, "--dir", text(&dir), "--distance"];
    assert!(refused(&distance, 2).contains("do not tell how long"));
    let win = ["build", game, "--dir", text(&dir), "--utility", "win"];
    assert!(refused(&win, 2).contains("holds tables of darkchess:2x3,pieces=KCP utility=score"));
}

/// The references were computed by an independent program in fractions.
#[test]
fn tables_of_winning_also_tell_not_losing() {
    let folder = Folder::new();
    let dir = folder.file("kcp-win");
    let game = "darkchess:2x3,pieces=KCP";
    let built = build(game, &dir, &["--utility", "not-lose"]);
    let value = |at: usize| (&built["values"][at]["utility"], &built["values"][at]["value"]);
    assert_eq!(value(0), (&"win".into(), &"29/72".into()));
    assert_eq!(value(1), (&"not-lose".into(), &"193/360".into()));
    let arguments = ["tablebase", "probe", game, "--dir", text(&dir), "--moves", "flip-a2"];
    foregone(&arguments).assert().success().stdout(contains("win       29/72, about 0.402777"));
}

#[test]
fn ewn_is_built_and_probed_before_and_after_the_roll() {
    let folder = Folder::new();
    let dir = folder.file("ewn");
    let built = build("ewn:3x3,stones=3", &dir, &[]);
    assert_eq!(built["values"][0]["value"], "170/243");
    // All arrangements are in the same tables.
    let other = "ewn:3x3,stones=3,max=213";
    let probe = |more: &[&str]| {
        let arguments = ["tablebase", "probe", other, "--dir", text(&dir), "--json"];
        json(foregone(&[&arguments[..], more].concat()).assert().success())
    };
    let rolled = probe(&["--position", "31./2../..a max 1"]);
    assert!(rolled["layer"].is_null());
    assert_eq!(probe(&["--position", "31./2../..a max"])["values"][0]["value"], "25/27");
    // The reference has 50/81 for this arrangement against 123.
    let built = build(other, &dir, &[]);
    assert_eq!((&built["built"], &built["values"][0]["value"]), (&0.into(), &"50/81".into()));
}

#[test]
fn a_killed_build_goes_on_and_damage_is_noticed() {
    let folder = Folder::new();
    let (dir, whole) = (folder.file("some"), folder.file("whole"));
    let game = "darkchess:2x3,pieces=GCP";
    let content = build(game, &whole, &[])["content"].clone();
    build(game, &dir, &[]);
    // What a build leaves that was killed before it wrote its last layers.
    let layers = fs::read_dir(&dir).expect("a folder").count() - 1;
    let last = dir.join(format!("layer-{:03}.fgt", layers - 1));
    let good = fs::read(&last).expect("a layer");
    let mut bad = good.clone();
    let middle = bad.len() / 2;
    bad[middle] ^= 1;
    fs::remove_file(&last).expect("a layer");
    fs::write(&last, &bad).expect("a layer");
    let rejected = foregone(&["tablebase", "verify", "--dir", text(&dir)]).assert().code(4);
    let said = String::from_utf8(rejected.get_output().stderr.clone()).expect("UTF-8");
    assert!(said.contains(&format!("layer-{:03}.fgt", layers - 1)), "{said}");
    let again = build(game, &dir, &["--force"]);
    assert_eq!((&again["built"], &again["content"]), (&1.into(), &content));
    assert_eq!(fs::read(&last).expect("a layer"), good);
}

#[test]
fn what_has_no_tables_is_refused() {
    let folder = Folder::new();
    let dir = folder.file("none");
    for (arguments, sentence) in [
        (&["pig:10"][..], "is a game with chance of which there are no tables"),
        (&["darkchess:4x8"], "only boards of at most 16 cells are solved by layers"),
        (&["ewn:5x5"], "at most 3 stones are solved by layers"),
        (&["ewn:3x3", "--utility", "score"], "leave --utility out"),
        (&["darkchess:2x2,pieces=KP", "--utility", "fun"], "a utility is score, win, not-lose"),
        (&["torere", "--utility", "win"], "leave --utility out"),
        (&["darkchess:2x3,pieces=KCP", "--memory", "100KB"], "--memory allows more"),
    ] {
        let error = refused(&[&["build"], arguments, &["--dir", text(&dir)]].concat(), 2);
        assert!(error.contains(sentence), "{arguments:?}: {error}");
    }
}
