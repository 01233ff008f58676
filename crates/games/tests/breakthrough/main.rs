//! Static knowledge about Breakthrough against the values of all positions of small boards, with and without walls.

mod lines;
mod patterns;
mod strong;

use foregone_games::breakthrough::field::Field;
use foregone_games::breakthrough::knowledge::{KNOWLEDGE_LEVELS, Knowledge, Level};

use lines::Lines;
use strong::{Board, Strong};

/// Compares all claims about a board with its values. Counts the positions that each level decides, and all positions.
fn compare(width: i32, height: i32, walls: u64) -> (Vec<usize>, usize) {
    let mut strong = Strong::new(Board::new(width, height, walls));
    let field = Field::new(width as u32, height as u32, walls);
    let numbered = Level::numbered();
    let levels: Vec<Knowledge> =
        numbered.iter().map(|&level| Knowledge::new(&field, level)).collect();
    let (mut decided, mut all) = (vec![0; levels.len()], 0);
    for second in [false, true] {
        if second && field.turned() == field {
            continue;
        }
        for number in 0..strong.size(second) {
            let (own, other) = strong.position(second, number);
            let wins = strong.wins(second, own, other);
            let claims: Vec<Option<bool>> =
                levels.iter().map(|level| level.mover_wins(second, own, other)).collect();
            for (index, claim) in claims.iter().enumerate() {
                assert!(
                    claim.is_none_or(|claim| claim == wins),
                    "{width}x{height}, walls {walls:#x}, second {second}, level {:?}: own {own:#x}, other {other:#x} wins {wins}",
                    numbered[index]
                );
                decided[index] += usize::from(claim.is_some());
            }
            let more = claims.windows(2).all(|pair| pair[0].is_none() || pair[1].is_some());
            assert!(more, "a level forgets: own {own:#x}, other {other:#x}");
            all += 1;
        }
    }
    (decided, all)
}

#[test]
fn levels_are_listed_by_number_first() {
    assert_eq!(KNOWLEDGE_LEVELS.len(), Level::ALL.len());
    for (index, (listed, level)) in KNOWLEDGE_LEVELS.iter().zip(Level::ALL).enumerate() {
        assert_eq!(level as usize, index);
        assert_eq!(listed.name == index.to_string(), Level::numbered().contains(&level));
        assert_eq!(listed.is_sound, level != Level::PatternsPaper);
    }
}

#[test]
fn no_claim_is_wrong_on_small_boards() {
    for (width, height) in [(2, 4), (2, 5), (2, 6), (3, 3), (3, 4), (3, 5), (4, 4), (4, 3)] {
        let (decided, all) = compare(width, height, 0);
        println!("{width}x{height}: {decided:?} of {all}");
    }
}

/// Numbers that look random.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 16
    }
}

#[test]
fn no_claim_is_wrong_with_walls() {
    let mut random = Random(0x1234_5678_9abc_def1);
    for (width, height, boards) in [
        (2, 4, 40),
        (2, 5, 40),
        (2, 6, 20),
        (2, 7, 3),
        (3, 3, 20),
        (3, 4, 40),
        (3, 5, 6),
        (4, 4, 3),
        (4, 3, 10),
        (5, 3, 4),
    ] {
        for _ in 0..boards {
            let all = (1u64 << (width * height)) - 1;
            let walls = random.next() & random.next() & all;
            compare(width, height, walls);
        }
    }
}

/// Checks claims about positions of random games and about random positions by short lines of play: no claim may be refuted, and
/// most claims are confirmed. Counts the claims, and those that were confirmed.
fn sample(width: i32, height: i32, games: u32, placements: u32) -> (u32, u32) {
    let board = Board::new(width, height, 0);
    let field = Field::new(width as u32, height as u32, 0);
    let knowledge = Knowledge::new(&field, Level::Patterns);
    let (mut lines, mut random) = (Lines::new(board), Random(0x9e37_79b9_7f4a_7c15));
    let mut positions = Vec::new();
    for _ in 0..games {
        let start = field.row(0) | field.row(1);
        let mut position = Some((start, field.turn(start)));
        while let Some((own, other)) = position {
            positions.push((own, other));
            let moves = board.moves(own, other);
            position = moves.get(random.next() as usize % moves.len().max(1)).copied().flatten();
        }
    }
    for _ in 0..placements {
        let sets = [random.next(), random.next(), random.next(), random.next()];
        let own = sets[0] & sets[1] & field.open() & !field.goal();
        positions.push((own, sets[2] & sets[3] & field.open() & !field.row(0) & !own));
    }
    let (mut claims, mut checked) = (0, 0);
    for (own, other) in positions {
        let Some(claim) = knowledge.mover_wins(false, own, other) else { continue };
        let wrong = lines.forced(own, other, !claim, 7);
        assert!(!wrong, "{width}x{height}: own {own:#x}, other {other:#x}, claimed {claim}");
        let right = lines.forced(own, other, claim, 8);
        (claims, checked) = (claims + 1, checked + u32::from(right));
    }
    (claims, checked)
}

#[test]
fn no_claim_is_wrong_in_samples_of_larger_boards() {
    for (width, height, games, placements) in [
        (4, 5, 30, 3000),
        (5, 4, 100, 3000),
        (5, 5, 30, 3000),
        (4, 6, 20, 3000),
        (6, 6, 10, 1000),
        (8, 8, 2, 100),
    ] {
        let (claims, checked) = sample(width, height, games, placements);
        println!("{width}x{height}: {claims} claims, {checked} confirmed");
    }
}

/// On a wide board pawns can be sacrificed in too many ways to try all of them. The examination ends at a limit and then claims
/// nothing. In the start position of 8x4 all ways would take minutes.
#[test]
fn attacks_on_wide_boards_are_looked_for_within_bounds() {
    let field = Field::new(8, 4, 0);
    let knowledge = Knowledge::new(&field, Level::LongAttack);
    let begin = std::time::Instant::now();
    let (own, other) = (field.row(0) | field.row(1), field.row(2) | field.row(3));
    assert_eq!(knowledge.mover_wins(false, own, other), None);
    assert!(begin.elapsed() < std::time::Duration::from_secs(10), "{:?}", begin.elapsed());
}
