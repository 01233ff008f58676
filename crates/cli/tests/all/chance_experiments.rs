//! `foregone reproduce` for games with chance: the figures agree with what was published and with the reference, and files are written.

use crate::common::{Folder, foregone, json, text};
use serde_json::Value;

/// The object that the quick version of a table prints.
fn reproduced(table: &str) -> Value {
    let object = json(foregone(&["reproduce", table, "--quick", "--json"]).assert().success());
    object["tables"][0].clone()
}

/// All figures, or all findings, of a table.
fn all<'v>(table: &'v Value, kind: &str) -> Vec<&'v Value> {
    let sections = table["sections"].as_array().expect("a list");
    sections.iter().filter_map(|section| section[kind].as_array()).flatten().collect()
}

/// Random trees differ from those of the reference, so that shares are only near.
#[test]
fn shares_of_leaves_are_near_those_of_the_reference() {
    let folder = Folder::new();
    let place = text(folder.0.path()).to_owned();
    let arguments =
        ["reproduce", "star-trees", "--quick", "--json", "--csv", &place, "--plot", &place];
    let object = json(foregone(&arguments).assert().success());
    let table = &object["tables"][0];
    let figures = all(table, "figures");
    let mut compared = 0;
    for figure in figures.iter().filter(|figure| figure["reference"].is_u64()) {
        let number = |name: &str| figure[name].as_f64().expect("a number");
        let share = number("measured") / number("reference");
        assert!((0.9..1.1).contains(&share), "{figure}");
        compared += 1;
    }
    assert_eq!(compared, 10);
    let drawing = std::fs::read_to_string(folder.file("star-trees.svg")).expect("a drawing");
    assert!(drawing.starts_with("<svg") && drawing.contains("Ballard 1983"), "{drawing}");
    let lines = std::fs::read_to_string(folder.file("star-trees.csv")).expect("a file");
    // Four searches of twenty trees in two orders for every shape.
    let shapes = figures.iter().filter(|figure| figure["what"] == "leaves").count() / 2;
    assert_eq!(lines.lines().count(), 1 + shapes * 2 * 20 * 4);
}

/// Whatever is known is found: published values, and those of an independent program.
#[test]
fn values_are_those_that_are_known() {
    let table = reproduced("chance-values");
    let findings = all(&table, "findings");
    let known = findings.iter().filter(|finding| finding["agrees"].is_boolean());
    assert!(known.clone().count() > 50, "{table}");
    known.for_each(|finding| assert_eq!(finding["agrees"], true, "{finding}"));
    let published = findings.iter().filter(|finding| finding["published"].is_string());
    assert!(published.count() >= 11, "{table}");
    let matrix = findings.iter().find(|finding| finding["what"] == "3x3, value").expect("a game");
    assert_eq!(matrix["measured"], "169/243");
}

/// The nodes of the reference, to the node; a table never takes more, nor does looking ahead.
#[test]
fn nodes_are_those_of_the_reference() {
    let table = reproduced("chance-games");
    let figures = all(&table, "figures");
    let known = figures.iter().filter(|figure| figure["reference"].is_u64());
    assert_eq!(known.clone().count(), 17);
    known.for_each(|figure| assert_eq!(figure["measured"], figure["reference"], "{figure}"));
    let nodes = |what: &str| -> Vec<u64> {
        let section = &table["sections"][1]["figures"];
        let figures = section.as_array().expect("a list").iter();
        let nodes = figures.filter(|figure| figure["what"] == what);
        nodes.map(|figure| figure["measured"].as_u64().expect("a number")).collect()
    };
    let (without, with) = (nodes("Star2"), nodes("Star2, ETC"));
    assert_eq!(without.len(), 10);
    assert!(
        without.iter().zip(&with).all(|(without, with)| with <= without),
        "{without:?} {with:?}"
    );
}

/// Three utilities side by side; `crates/chance` tests the same values one by one.
#[test]
fn utilities_stand_side_by_side() {
    let folder = Folder::new();
    let place = text(folder.0.path()).to_owned();
    let arguments = ["reproduce", "chance-utilities", "--quick", "--json", "--csv", &place];
    let object = json(foregone(&arguments).assert().success());
    let findings = all(&object["tables"][0], "findings");
    let value = |row: &str, what: &str| {
        let is_asked = |finding: &&&Value| finding["row"] == row && finding["what"] == what;
        findings.iter().find(is_asked).expect(row)["measured"].clone()
    };
    for (what, expected) in [("score", "-23/360"), ("win", "29/72"), ("not-lose", "193/360")] {
        assert_eq!(value("KCP", what), expected);
    }
    assert!(findings.iter().all(|finding| finding["agrees"] != false), "{object}");
    let lines = std::fs::read_to_string(folder.file("chance-utilities.csv")).expect("a file");
    assert_eq!(lines.lines().count(), 1 + findings.len());
}

/// The cuts save at least nine of ten nodes of expectimax, and speeds are measured for every search. How fast is not tested.
#[test]
fn speeds_and_savings_are_measured() {
    let table = reproduced("chance-speed");
    let sections = table["sections"].as_array().expect("a list");
    let rows = |section: usize| sections[section]["findings"].as_array().expect("a list").len();
    assert_eq!((rows(0), rows(1), rows(2)), (4 * 2, 2 * 5, 2 * 5), "{table}");
    let findings = all(&table, "findings");
    let number = |row: &str, what: &str| -> f64 {
        let is_asked = |finding: &&&Value| finding["row"] == row && finding["what"] == what;
        // Speeds stand in the same row; they are followed by how they compare, and are no plain numbers.
        let numbers = findings.iter().filter(is_asked);
        let read = |finding: &Value| finding["measured"].as_str()?.parse().ok();
        numbers.copied().find_map(read).expect(what)
    };
    for game in ["ewn:3x3,stones=3", "darkchess:2x3,pieces=KCP,limit=7"] {
        assert!(number(game, "times fewer") >= 10.0, "{table}");
        let all = number(game, "with a table");
        assert!(all <= number(game, "expectimax"), "{table}");
    }
}
