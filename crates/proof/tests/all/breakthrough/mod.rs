//! Version 2 of the rules of Breakthrough: what it knows is true, mirror images are one position, and certificates of version 1
//! are still accepted.

mod small_board;

use crate::common::{Parts, rejection};
use foregone_proof::rules::{Breakthrough, Game, Rules, newest_version};
use small_board::SmallBoard;

fn open(spelling: &str, version: u64) -> Breakthrough {
    Breakthrough::open(spelling).unwrap().with_version(version).unwrap()
}

/// Compares what is known about every position of a board with its value. Gives the number of positions, and of those that
/// are known.
fn compare_with_values(spelling: &str) -> (u32, u32) {
    let (rules, mut board) = (open(spelling, 2), SmallBoard::new(spelling));
    let (mut all, mut known) = (0, 0);
    for pawns in board.positions() {
        let Some(text) = board.text(&pawns) else { continue };
        let position = rules.read(&text).unwrap();
        let mover_wins = board.mover_wins(&pawns);
        let rank = usize::from(mover_wins == rules.max_to_move(&position));
        if let Some(outcome) = rules.outcome(&position) {
            assert_eq!(outcome, rank, "{text}");
            continue;
        }
        all += 1;
        if let Some(bounds) = rules.static_bounds(&position) {
            known += 1;
            assert_eq!(bounds, (rank, rank), "{text}");
        }
    }
    (all, known)
}

#[test]
fn all_that_is_known_is_true() {
    for spelling in [
        "3x3",
        "4x3,walls=b2",
        "2x4",
        "3x4",
        "4x4",
        "2x5",
        "2x5,walls=a3",
        "3x5,walls=b3",
        "3x5",
        "2x6",
        "2x6,walls=b3,a4",
        "2x7,walls=b4",
    ] {
        let (all, known) = compare_with_values(spelling);
        println!("{spelling}: {known} of {all}");
        assert!(known > all / 2, "{spelling}: {known} of {all}");
    }
}

/// The numbers of steps in `docs/certificate.md`, for who writes a checker from it.
#[test]
fn steps_are_those_documented() {
    for (spelling, position, expected) in [
        ("3x5", ".../.../.b./.w./ww. w", (Some(true), 1)),
        ("3x5", ".../b../.b./..w/.w. w", (Some(false), 3)),
        ("8x5", "bbbbbbbb/bb.bbbbb/bwwwwwww/w.ww.w.w/..w.ww.w b", (Some(true), 119_974)),
        ("8x5", "bbbbbbb./bbbbbbb./wwww..bw/w..www.w/.w.ww... w", (Some(false), 114_604)),
        ("7x5", "bbbbbbb/bbbbb.b/wwwwbww/.ww..w./..ww.w. w", (None, 131_072)),
    ] {
        let rules = open(spelling, 2);
        let position = rules.read(position).unwrap();
        assert_eq!(rules.examine_attacks(&position), expected, "{spelling}");
    }
}

#[test]
fn the_smaller_text_of_two_mirror_images_stands_for_both() {
    for (spelling, position, image) in [
        ("3x4", "bb./..b/w../.ww w", ".bb/b../..w/ww. w"),
        ("3x4", ".b./b../..w/ww. b", ".b./..b/w../.ww b"),
        ("3x4", "b.b/.../.w./w.w b", "b.b/.../.w./w.w b"),
        ("2x5,walls=b3", "b./b./w#/.w/.. b", "b./b./w#/.w/.. b"),
        ("4x5,walls=a3,d3", "bb.b/..../#.w#/..../ww.. w", "b.bb/..../#w.#/..../..ww w"),
    ] {
        let rules = open(spelling, 2);
        let position = rules.read(position).unwrap();
        assert_eq!(rules.write(&rules.representative(&position)), image);
    }
}

/// Along random games the representative is the smaller one of the two texts.
#[test]
fn representatives_are_the_smaller_texts() {
    for spelling in ["2x3", "3x5", "4x6,walls=b3,c3", "5x5", "8x8", "9x7", "21x3", "5x5,walls=b3"] {
        let (rules, first) = (open(spelling, 2), open(spelling, 1));
        let mut choice = 0;
        for _ in 0..40 {
            let mut position = rules.start();
            while rules.outcome(&position).is_none() {
                let text = rules.write(&position);
                let (board, mover) = text.split_once(' ').unwrap();
                let rows = board.split('/').map(|row| row.chars().rev().collect::<String>());
                let image = format!("{} {mover}", rows.collect::<Vec<_>>().join("/"));
                let smaller = if spelling == "5x5,walls=b3" { &text } else { (&text).min(&image) };
                assert_eq!(&rules.write(&rules.representative(&position)), smaller);
                assert_eq!(first.representative(&position), position, "version 1 has no symmetry");
                let mut next = Vec::new();
                rules.successors(&position, &mut next);
                for (index, after) in next.iter().enumerate() {
                    assert_eq!(rules.successor(&position, index).as_ref(), Some(after));
                }
                assert_eq!(rules.successor(&position, next.len()), None);
                choice = (choice * 31 + 17) % 1_000_003;
                position = next[choice % next.len()];
            }
        }
    }
}

#[test]
fn versions_are_told_apart() {
    assert_eq!(
        [1, 2, 3].map(|version| Game::open("hounds").unwrap().with_version(version).is_some()),
        [true, false, false]
    );
    let breakthrough = |version| Game::open("breakthrough:5x5").unwrap().with_version(version);
    assert_eq!(
        [0, 1, 2, 3].map(|version| breakthrough(version).is_some()),
        [false, true, true, false]
    );
    assert_eq!((newest_version("breakthrough:5x5"), newest_version("awari")), (2, 1));
}

/// The walls are not symmetric, so that no proof depends on mirror images.
#[test]
fn certificates_of_both_versions_are_accepted() {
    let (game, start) = ("breakthrough:3x5,walls=a3", "bbb/bbb/#../www/www w");
    let parts = [1, 2].map(|version| {
        let mut parts = Parts::of_value(&open("3x5,walls=a3", version), game, start);
        parts.header.rules = version;
        parts
    });
    let [first, second] = parts.each_ref().map(|parts| parts.verdict().unwrap());
    assert_eq!(first.value, second.value);
    assert!(first.records > 2 * second.records, "{} and {}", first.records, second.records);
    for (parts, version, why) in [
        (&parts[0], 2, ""),
        (&parts[1], 1, ""),
        (
            &parts[1],
            3,
            "rules version 3 of \"breakthrough:3x5,walls=a3\" is not known; this checker has version 2",
        ),
    ] {
        let mut other = parts.clone();
        other.header.rules = version;
        let sentence = rejection(other.verdict());
        assert!(sentence.contains(why), "{sentence}");
    }
}
