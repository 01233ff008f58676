//! Race patterns: each is minimal, and no claim is wrong. The published rule for two patterns makes wrong claims.

use foregone_games::breakthrough::field::Field;
use foregone_games::breakthrough::knowledge::patterns::{
    Matches, Pattern, Turn, holds, minimal, minimal_by_passes,
};

use crate::strong::{Board, Strong};

fn patterns() -> Vec<Pattern> {
    minimal(3, 3).expect("strips of at most 36 cells")
}

#[test]
fn there_are_so_many() {
    let patterns = patterns();
    let count =
        |turn, order| patterns.iter().filter(|one| one.turn == turn && one.order == order).count();
    assert_eq!([1, 2, 3].map(|order| count(Turn::First, order)), [3, 8, 58]);
    assert_eq!([1, 2, 3].map(|order| count(Turn::Second, order)), [6, 51, 381]);
}

#[test]
fn each_wins_and_needs_all_that_it_names() {
    for pattern in patterns() {
        assert_eq!(holds(&pattern), Some(true), "{}", pattern.picture());
        for cell in (0..pattern.width * pattern.height()).map(|cell| 1 << cell) {
            let mut weaker = pattern;
            if pattern.attackers & cell != 0 {
                (weaker.attackers, weaker.free) = (pattern.attackers ^ cell, pattern.free | cell);
            } else if pattern.free & cell != 0 {
                weaker.free = pattern.free ^ cell;
            } else {
                continue;
            }
            assert_eq!(holds(&weaker), Some(false), "{}", pattern.picture());
        }
    }
}

#[test]
fn pictures_show_the_goal_at_the_top() {
    let patterns = patterns();
    let pictures: Vec<String> = patterns.iter().map(Pattern::picture).collect();
    // If the pawn at the edge can be captured only from the left, it can be recaptured.
    assert!(pictures.contains(&" ..|\n .A|\n A.|\n".to_owned()));
    assert!(pictures.contains(&"|.. \n|A. \n|.A \n".to_owned()), "and in a mirror");
    let text = serde_json::to_string(&patterns).expect("plain numbers");
    assert_eq!(serde_json::from_str::<Vec<Pattern>>(&text).expect("the same"), patterns);
}

/// Compares the claims of patterns about a board with its values. Returns the number of positions that they decide.
fn decided(width: i32, height: i32, walls: u64) -> usize {
    let mut strong = Strong::new(Board::new(width, height, walls));
    let first = Field::new(width as u32, height as u32, walls);
    let mut decided = 0;
    for (second, field) in [(false, first), (true, first.turned())] {
        let matches = Matches::new(&field, &patterns());
        for number in 0..if second && field == first { 0 } else { strong.size(second) } {
            let (own, other) = strong.position(second, number);
            if let Some(claim) = matches.mover_wins(&field, own, other) {
                let wins = strong.wins(second, own, other);
                assert_eq!(claim, wins, "{width}x{height}, {walls:#x}: {own:#x} {other:#x}");
                decided += 1;
            }
        }
    }
    decided
}

#[test]
fn no_pattern_claims_what_is_wrong() {
    assert_eq!(decided(3, 4, 0), 42_010, "of 46,656");
    assert_eq!(decided(3, 5, 0), 1_132_360, "of 1,259,712");
    for (width, height, walls) in [
        (3, 5, 0x0080),
        (3, 5, 0x4001),
        (3, 4, 0x0008),
        (4, 4, 0x0402),
        (2, 6, 0x0110),
        (4, 3, 0x041),
    ] {
        decided(width, height, walls);
    }
}

/// The first player takes b3: that stops one attacker, and the other then comes one move too late.
///
/// ```text
///     . . .
///     x . .
///     . x .
///     O . O
///     . . .
/// ```
#[test]
fn the_published_rule_is_wrong_here() {
    let field = Field::new(3, 5, 0);
    let (own, other) = (1 << 3 | 1 << 5, 1 << 7 | 1 << 9);
    assert!(Strong::new(Board::new(3, 5, 0)).wins(false, own, other));
    let published = Matches::new(&field, &minimal_by_passes(3, 3).expect("small strips"));
    assert_eq!(published.published_rule(&field, own, other), Some(false));
    assert_eq!(Matches::new(&field, &patterns()).mover_wins(&field, own, other), None);
}

/// On 3x5 the published rule is wrong in one claim of 226.
#[test]
fn the_published_rule_is_seldom_wrong() {
    let field = Field::new(3, 5, 0);
    let published = Matches::new(&field, &minimal_by_passes(3, 3).expect("small strips"));
    let mut strong = Strong::new(Board::new(3, 5, 0));
    let (mut claims, mut wrong) = (0, 0);
    for number in 0..strong.size(false) {
        let (own, other) = strong.position(false, number);
        if let Some(claim) = published.published_rule(&field, own, other) {
            claims += 1;
            wrong += u32::from(claim != strong.wins(false, own, other));
        }
    }
    assert_eq!((claims, wrong), (1_220_521, 5_401));
}
