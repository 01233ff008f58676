//! Rules version 2 of Connect Four: the static bounds and the mirror image, against plain minimax and plain texts.

use std::collections::HashSet;

use crate::common::{Minimax, Parts, rejection, successors};
use foregone_proof::format::{Header, Record};
use foregone_proof::rules::{Connect4, Game, Rules, Stones};

fn version_2(parameters: &str) -> Connect4 {
    let game = Game::open(&format!("connect4:{parameters}")).unwrap();
    match game.with_version(2) {
        Some(Game::Connect4(rules)) => rules,
        other => panic!("{other:?}"),
    }
}

/// Visits every position that play can come to and that is not over.
fn visit(rules: &Connect4, mut visit: impl FnMut(&Stones)) {
    let (mut seen, mut list) = (HashSet::from([rules.start()]), vec![rules.start()]);
    while let Some(position) = list.pop() {
        if rules.outcome(&position).is_none() {
            visit(&position);
            list.extend(successors(rules, &position).filter(|&next| seen.insert(next)));
        }
    }
}

/// The text of the mirror image.
fn mirrored(text: &str) -> String {
    let rows: Vec<String> = text.split('/').map(|row| row.chars().rev().collect()).collect();
    rows.join("/")
}

#[test]
fn static_bounds_hold_at_every_position_of_small_boards() {
    for board in ["4x4", "5x3", "7x2", "3x6", "4x5", "5x4"] {
        for score in ["", ",score=pons"] {
            if ["4x5", "5x4"].contains(&board) && score.is_empty() {
                continue; // the most positions, of which scores say more
            }
            let rules = version_2(&format!("{board}{score}"));
            let mut minimax = Minimax::new(&rules);
            let (mut settled, mut count) = (0, 0);
            visit(&rules, |position| {
                let value = minimax.value(position);
                let (lowest, highest) = rules.static_bounds(position).unwrap();
                let text = || format!("{board}{score} {}", rules.write(position));
                assert!((lowest..=highest).contains(&value), "{} is worth {value}", text());
                settled += u32::from(lowest == highest);
                count += 1;
            });
            assert!(settled * 4 > count, "{settled} of {count} on {board}{score}");
        }
    }
}

#[test]
fn the_representative_has_the_smaller_text_and_the_same_value() {
    for board in ["4x4", "5x3", "1x9", "2x5", "9x1"] {
        let rules = version_2(board);
        let mut minimax = Minimax::new(&rules);
        visit(&rules, |position| {
            let text = rules.write(position);
            let image = mirrored(&text);
            let representative = rules.representative(position);
            assert_eq!(rules.write(&representative), text.clone().min(image.clone()));
            let image = rules.read(&image).unwrap();
            assert_eq!(rules.representative(&image), representative, "{text}");
            assert_eq!(minimax.value(&image), minimax.value(position), "{text}");
        });
    }
}

/// The examples in `docs/certificate.md`, and their images.
#[test]
fn bounds_are_those_documented() {
    for (board, position, rank) in [("4x4", "..../..o./..x./o.x.", 0), ("4x3", ".o../xxx./oox.", 2)]
    {
        let rules = version_2(board);
        for text in [position.to_owned(), mirrored(position)] {
            let position = rules.read(&text).unwrap();
            assert_eq!(rules.static_bounds(&position), Some((rank, rank)), "{text}");
        }
    }
}

/// A sequence of numbers that looks random (Marsaglia's xorshift).
fn next_random(state: &mut u64) -> usize {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    (*state >> 32) as usize
}

/// The positions of a random game, the last one finished.
fn random_game(rules: &Connect4, state: &mut u64) -> Vec<Stones> {
    let (mut line, mut next) = (vec![rules.start()], Vec::new());
    while rules.outcome(&line[line.len() - 1]).is_none() {
        next.clear();
        rules.successors(&line[line.len() - 1], &mut next);
        line.push(next[next_random(state) % next.len()]);
    }
    line
}

/// The bounds of a position and what its successors allow have a value in common. The last board needs more than 64 bits.
#[test]
fn bounds_agree_with_those_after_a_move() {
    for board in ["7x6", "8x7", "7x6,score=pons", "9x8,score=pons"] {
        let rules = version_2(board);
        let known = |position: &Stones| match rules.outcome(position) {
            Some(rank) => (rank, rank),
            None => rules.static_bounds(position).unwrap(),
        };
        let (mut state, mut count) = (1988, 0);
        while count < 100_000 {
            for position in random_game(&rules, &mut state) {
                if rules.outcome(&position).is_some() {
                    continue;
                }
                let (lowest, highest) = known(&position);
                let max_moves = rules.max_to_move(&position);
                let best = |ranks: &mut dyn Iterator<Item = usize>| {
                    if max_moves { ranks.max() } else { ranks.min() }.unwrap()
                };
                let after: Vec<_> =
                    successors(&rules, &position).map(|next| known(&next)).collect();
                let least = best(&mut after.iter().map(|bounds| bounds.0));
                let most = best(&mut after.iter().map(|bounds| bounds.1));
                let text = || format!("{board} {}", rules.write(&position));
                assert!(lowest.max(least) <= highest.min(most), "{}", text());
                count += 1;
            }
        }
    }
}

/// Whether four equal symbols of the text are in a line.
fn has_line(text: &str, symbol: char) -> bool {
    let rows: Vec<Vec<char>> = text.split('/').map(|row| row.chars().collect()).collect();
    let at = |column: i32, row: i32| {
        let row = rows.get(usize::try_from(row).ok()?)?;
        row.get(usize::try_from(column).ok()?).copied()
    };
    let size = (rows[0].len() as i32, rows.len() as i32);
    (0..size.0).any(|column| {
        (0..size.1).any(|row| {
            let steps = [(1, 0), (0, 1), (1, 1), (1, -1)];
            let is_line = |&(right, down): &(i32, i32)| {
                (0..4).all(|n| at(column + n * right, row + n * down) == Some(symbol))
            };
            steps.iter().any(is_line)
        })
    })
}

/// Moves and results, compared with what the texts of the positions say, on boards of all shapes.
#[test]
fn sets_of_cells_play_as_texts_do() {
    let boards = ["7x6", "8x7", "9x8", "4x31", "1x127", "2x63", "3x41", "64x1", "42x2", "10x10"];
    for board in boards {
        let rules = Connect4::open(board).unwrap();
        let mut state = 7;
        for _ in 0..20 {
            let line = random_game(&rules, &mut state);
            for (n, position) in line.iter().enumerate() {
                let text = rules.write(position);
                assert_eq!(rules.read(&text), Ok(*position));
                assert_eq!(rules.max_to_move(position), n % 2 == 0);
                let mut next = Vec::new();
                rules.successors(position, &mut next);
                assert_eq!(next, successors(&rules, position).collect::<Vec<_>>());
                let free = text.split('/').next().unwrap().matches('.').count();
                assert_eq!(next.len(), free, "{board} {text}");
                let expected = match free {
                    _ if has_line(&text, 'x') => Some(2),
                    _ if has_line(&text, 'o') => Some(0),
                    0 => Some(1),
                    _ => None,
                };
                assert_eq!(rules.outcome(position), expected, "{board} {text}");
            }
        }
    }
}

#[test]
fn a_choice_beyond_the_moves_is_no_move() {
    let rules = version_2("7x6");
    for index in [7, 8, 1 << 40, usize::MAX] {
        assert_eq!(rules.successor(&rules.start(), index), None);
    }
}

/// Max completes a line with the first stone: version 1 needs a record that says so, version 2 knows.
#[test]
fn both_versions_are_checked() {
    let mut header = Header::new("connect4:4x4", "..../..../ooo./xxx.");
    header.at_least = Some("win".to_owned());
    let record = Record { choice: 3, keep: false };
    let mut old = Parts { header, records: vec![record] };
    assert_eq!(old.header.rules, 1);
    let accepted = old.verdict().unwrap();
    assert_eq!((accepted.value.as_deref(), accepted.positions), (Some("win"), 2));
    let mut new = Parts { records: Vec::new(), ..old.clone() };
    new.header.rules = 2;
    assert_eq!(new.verdict().unwrap().positions, 1);
    new.header.rules = 1;
    assert!(rejection(new.verdict()).contains("there is no record for the move"));
    old.header.rules = 2;
    rejection(old.verdict());
    for unknown in [0, 3, u64::MAX] {
        old.header.rules = unknown;
        let sentence = rejection(old.verdict());
        assert!(sentence.contains("is not known; this checker has version 2"), "{sentence}");
    }
}

#[test]
fn the_start_is_proved_in_both_versions() {
    for parameters in ["4x4", "4x4,score=pons", "5x3"] {
        let game = format!("connect4:{parameters}");
        let rules = Connect4::open(parameters).unwrap();
        let start = rules.write(&rules.start());
        let old = Parts::of_value(&rules, &game, &start);
        let new = Parts::of_value(&version_2(parameters), &game, &start);
        assert_eq!((old.header.rules, new.header.rules), (1, 2));
        assert_eq!(old.verdict().unwrap().value, new.verdict().unwrap().value);
        assert!(2 * new.records.len() < old.records.len(), "{}", new.records.len());
    }
}
