//! Awari against what is printed (Allis et al. 1994 §6.1 and appendix B) and against endgames found by the plainest method.

use std::collections::HashMap;

use foregone_game::notation::{read_line, write_line};
use foregone_game::{Cyclic, Game, Notation, Player};
use foregone_games::Awari;
use foregone_games::awari::board::{Board, GrandSlam, PITS, Rest, Variant};
use foregone_games::awari::{MARCO_LITHIDION_5, Position, Score};

fn moves(game: &Awari, position: &Position) -> String {
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    moves.iter().map(|&mv| game.write_move(position, mv)).collect::<Vec<_>>().join(" ")
}

#[test]
fn figure_11() {
    let game = Awari::default();
    let position = game.read_position("1,0,4,19,4,2/1,1,3,1,0,0 5-7 S").expect("a position");
    assert_eq!(moves(&game, &position), "A1 C4x2 D19x7 E4 F2x4");
}

/// "1. B1 f1 wins. After 1. E1? f1, South must play 2. F1."
#[test]
fn figure_12() {
    let game = Awari::default();
    let position = game.read_position("0,1,0,0,1,0/0,0,0,0,0,1 22-23 S").expect("a position");
    let after = |line: &str| read_line(&game, position, line).expect("legal").0;
    assert_eq!(moves(&game, &after("B1 f1")), "A1 C1 E1");
    for last in ["A1", "C1", "E1"] {
        let end = after(&format!("1. B1 f1 2. {last}"));
        assert_eq!(game.outcome(&end).map(|outcome| game.scale().name(outcome)), Some("2"));
    }
    assert_eq!(moves(&game, &after("E1 f1")), "F1");
}

/// Every count and every capture of the record is checked as it is read.
#[test]
fn appendix_b_replays_in_full() {
    let game = Awari::default();
    let (end, line) = read_line(&game, game.start(), MARCO_LITHIDION_5).expect("a legal game");
    assert_eq!((line.len(), end.captured), (194, [17, 26]), "North has won by 26 stones to 17");
    let written = write_line(&game, &game.start(), &line);
    let printed = MARCO_LITHIDION_5.split_whitespace().filter(|word| !word.ends_with('.'));
    assert_eq!(written, printed.collect::<Vec<_>>().join(" "), "all captures are in the record");
    assert_eq!(MARCO_LITHIDION_5.matches('.').count(), 97);
    // As the paper prints the captures.
    let as_printed = MARCO_LITHIDION_5.replace('x', " × ");
    assert_eq!(read_line(&game, game.start(), &as_printed).expect("legal").1, line);
    let result = Awari::new(Variant::default(), Score::Result);
    let over = read_line(&result, game.start(), MARCO_LITHIDION_5).expect("until it is over");
    assert_eq!(result.outcome(&over.0), Some(result.scale().worst()), "26 are more than half");
}

/// The value to the player to move of the stones on every board with at most this number of stones. Boards with fewer stones come
/// first. Among boards with the same number of stones, for every margin in turn, the set of boards from which a player can force
/// the margin grows from the boards where that is clear. From boards in no set play goes on for ever: they are worth nothing.
fn endgames(most: u8, variant: Variant) -> Vec<HashMap<Board, i32>> {
    let mut known: Vec<HashMap<Board, i32>> = Vec::new();
    for stones in 0..=most {
        let boards = placements(stones, PITS);
        let mut values: HashMap<Board, i32> = boards.iter().map(|&board| (board, 0)).collect();
        for margin in 1..=i32::from(stones) {
            for (board, won) in forced(&boards, margin, variant, &known) {
                values.insert(board, if won { margin } else { -margin });
            }
        }
        known.push(values);
    }
    known
}

/// All ways to put stones into places.
fn placements(stones: u8, places: usize) -> Vec<Board> {
    let mut all = vec![(Board::default(), stones)];
    for place in 0..places {
        let last = place + 1 == places;
        let put = |(board, left): (Board, u8)| {
            (if last { left } else { 0 }..=left).map(move |here| {
                let mut pits = board.0;
                pits[place] = here;
                (Board(pits), left - here)
            })
        };
        all = all.into_iter().flat_map(put).collect();
    }
    all.into_iter().map(|(board, _)| board).collect()
}

/// The boards where the player to move forces a margin (`true`), and those where the opponent does (`false`).
fn forced(
    boards: &[Board],
    margin: i32,
    variant: Variant,
    known: &[HashMap<Board, i32>],
) -> HashMap<Board, bool> {
    let mut decided: HashMap<Board, bool> = HashMap::new();
    loop {
        let before = decided.len();
        for board in boards {
            if decided.contains_key(board) {
                continue;
            }
            // For the player to move: the margin is won, lost, or neither.
            let replies: Vec<Option<bool>> = (0..6)
                .filter(|pit| board.legal(variant) >> pit & 1 != 0)
                .map(|pit| {
                    let sown = board.sow(pit, variant);
                    if sown.captured == 0 {
                        return decided.get(&sown.board).map(|won| !won);
                    }
                    let rest = known[usize::from(sown.board.stones())][&sown.board];
                    let value = i32::from(sown.captured) - rest;
                    (value.abs() >= margin).then_some(value > 0)
                })
                .collect();
            if replies.contains(&Some(true)) {
                decided.insert(*board, true);
            } else if replies.iter().all(|reply| *reply == Some(false))
                && (!replies.is_empty() || variant.rest == Rest::Opponent)
            {
                decided.insert(*board, false);
            }
        }
        if decided.len() == before {
            return decided;
        }
    }
}

#[test]
fn endgames_are_as_many_wins_draws_and_losses_as_published() {
    let known = endgames(5, Variant::default());
    let count = |stones: usize| {
        let values = || known[stones].values();
        let wins = values().filter(|&&value| value > 0).count();
        (
            wins,
            values().filter(|&&value| value == 0).count(),
            values().filter(|&&value| value < 0).count(),
        )
    };
    assert_eq!(count(1), (5, 0, 7));
    assert_eq!(count(2), (25, 13, 40));
    assert_eq!(count(3), (123, 63, 178));
    assert_eq!(count(5), (2165, 0, 2203));
}

/// The game itself, with captured stones and two players, has the same values: no move is better than the value of the position,
/// and one move is as good.
#[test]
fn the_game_agrees_with_its_endgames() {
    for grand_slam in [GrandSlam::Legal, GrandSlam::Forbidden, GrandSlam::Empty] {
        for rest in [Rest::Opponent, Rest::Divided] {
            let variant = Variant { grand_slam, rest };
            let game = Awari::new(variant, Score::Difference);
            let known = endgames(4, variant);
            for (board, value) in known.iter().flatten() {
                for (captured, player) in [([3, 1], Player::Max), ([20, 24], Player::Min)] {
                    let position = Position { board: *board, captured, player };
                    assert_eq!(best(&game, &known, &position), worth(&position, *value));
                }
            }
        }
    }
}

/// The final difference, if the stones on the board are worth that much to the player to move.
fn worth(position: &Position, value: i32) -> i32 {
    match position.player {
        Player::Max => position.difference() + value,
        Player::Min => position.difference() - value,
    }
}

/// The best final difference by the game's own moves and outcomes.
fn best(game: &Awari, known: &[HashMap<Board, i32>], position: &Position) -> i32 {
    let named = |outcome| game.scale().name(outcome).parse::<i32>().expect("a number");
    assert_eq!(named(game.infinite(position)), position.difference());
    if let Some(outcome) = game.outcome(position) {
        return named(outcome);
    }
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    let values = moves.into_iter().map(|mv| {
        let mut child = *position;
        game.play(&mut child, mv);
        worth(&child, known[usize::from(child.board.stones())][&child.board])
    });
    match position.player {
        Player::Max => values.max(),
        Player::Min => values.min(),
    }
    .expect("a move")
}
