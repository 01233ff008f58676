//! Evaluations are what their names say: they are counted again on the written board, line by line and stone by stone, along
//! random games.

use foregone_game::random::Random;
use foregone_game::{Game, Notation};
use foregone_games::connect4::Score;
use foregone_games::{Awari, Breakthrough, Connect4, Hounds, Mnk};

/// The rows of a written board from the bottom.
fn board(text: &str) -> Vec<Vec<char>> {
    text.split('/').rev().map(|row| row.chars().collect()).collect()
}

/// The stones on every line of that length.
fn lines(board: &[Vec<char>], length: usize) -> Vec<Vec<char>> {
    let (rows, columns) = (board.len() as i32, board[0].len() as i32);
    let mut found = Vec::new();
    for row in 0..rows {
        for column in 0..columns {
            // In a line of one stone all directions are the same, but the game counts each.
            for (right, up) in [(1, 0), (0, 1), (1, 1), (-1, 1)] {
                let cell = |step: i32| (row + step * up, column + step * right);
                let is_inside = |(row, column): (i32, i32)| {
                    (0..rows).contains(&row) && (0..columns).contains(&column)
                };
                if is_inside(cell(length as i32 - 1)) {
                    let stone = |step| board[cell(step).0 as usize][cell(step).1 as usize];
                    found.push((0..length as i32).map(stone).collect());
                }
            }
        }
    }
    found
}

/// `lines`, `centre` and `greedy` of a written board.
fn counted(text: &str, length: usize) -> [i32; 3] {
    let board = board(text);
    let lines = lines(&board, length);
    let open = |enemy: char| lines.iter().filter(|line| !line.contains(&enemy)).count() as i32;
    let short = |own: char| {
        let count = |line: &Vec<char>, stone| line.iter().filter(|it| **it == stone).count();
        let is_short = |line: &&Vec<char>| count(line, own) + 1 == length && count(line, '.') == 1;
        lines.iter().filter(is_short).count() as i32
    };
    let (height, width) = (board.len() as i32, board[0].len() as i32);
    let mut centre = 0;
    for (row, stones) in (0..).zip(&board) {
        for (column, stone) in (0..).zip(stones) {
            let far = (2 * column - (width - 1)).abs() + (2 * row - (height - 1)).abs();
            let sign = i32::from(*stone == 'x') - i32::from(*stone == 'o');
            centre += sign * (width + height - far);
        }
    }
    [open('o') - open('x'), centre, short('x') - short('o')]
}

/// Compares along random games, and returns how many positions had a line that is one stone short.
fn compare<G: Notation>(game: &G, length: usize) -> usize {
    let names: Vec<&str> = game.evaluations().iter().map(|it| it.name).collect();
    assert_eq!(names, ["lines", "centre", "greedy", "estimate"]);
    let (mut random, mut short) = (Random::new(7), 0);
    for _ in 0..30 {
        let (mut position, mut moves) = (game.start(), Vec::new());
        while game.outcome(&position).is_none() {
            let text = game.write_position(&position);
            let expected = counted(&text, length);
            let found = [0, 1, 2].map(|index| game.evaluate(&position, index));
            assert_eq!(found, expected, "{text}");
            assert_eq!(game.evaluate(&position, 3), game.estimate(&position));
            short += usize::from(expected[2] != 0);
            moves.clear();
            game.moves(&position, &mut moves);
            game.play(&mut position, moves[random.below(moves.len())]);
        }
    }
    short
}

#[test]
fn evaluations_of_stones_in_a_row_are_counted_right() {
    for (columns, rows, align) in [(3, 3, 3), (5, 4, 4), (4, 6, 3), (2, 7, 4)] {
        let game = Mnk::new(columns, rows, align).expect("a board");
        assert!(compare(&game, align as usize) > 0);
    }
    for (columns, rows) in [(7, 6), (4, 4), (5, 3), (3, 6), (2, 5)] {
        let game = Connect4::<u64>::new(columns, rows, Score::Result).expect("a board");
        compare(&game, 4);
        compare(&Connect4::<u128>::new(columns, rows, Score::Pons).expect("a board"), 4);
    }
    let usual = Connect4::<u64>::new(7, 6, Score::Result).expect("a board");
    assert!(compare(&usual, 4) > 100);
}

/// What is not over counts less than the best outcome.
fn stays_within_limits<G: Game>(game: &G) {
    let mut random = Random::new(3);
    assert!(!game.evaluations().is_empty());
    for _ in 0..20 {
        let (mut position, mut moves) = (game.start(), Vec::new());
        for _ in 0..100 {
            if game.outcome(&position).is_some() {
                break;
            }
            for (index, evaluation) in (0..).zip(game.evaluations()) {
                let value = game.evaluate(&position, index);
                assert!(value.abs() < evaluation.limit, "{}: {value}", evaluation.name);
            }
            moves.clear();
            game.moves(&position, &mut moves);
            game.play(&mut position, moves[random.below(moves.len())]);
        }
    }
}

#[test]
fn evaluations_stay_within_their_limits() {
    stays_within_limits(&Mnk::new(16, 8, 5).expect("a board"));
    stays_within_limits(&Connect4::<u64>::new(7, 6, Score::Result).expect("a board"));
    stays_within_limits(&Breakthrough::new(8, 8, 0).expect("a board"));
    stays_within_limits(&Hounds::new());
    stays_within_limits(&Awari::default());
}
