//! What a search knows about Connect Four by default is what the checker knows in its newest version of the rules, and both take a
//! position and its mirror image for one.

use foregone_game::random::Random;
use foregone_game::{Game, Notation, Outcome};
use foregone_games::connect4::{Board, Connect4, Score};
use foregone_proof::rules::{self, Rules, newest_version};

/// The checker's rules of the board.
fn checker(columns: u32, rows: u32, score: Score) -> rules::Connect4 {
    let option = if score == Score::Pons { ",score=pons" } else { "" };
    let spelling = format!("connect4:{columns}x{rows}{option}");
    let game = rules::Game::open(&spelling).expect("a board");
    match game.with_version(newest_version(&spelling)) {
        Some(rules::Game::Connect4(rules)) => rules,
        other => panic!("{other:?}"),
    }
}

/// Compares the bounds of random games, and gives the number of positions. One position in a hundred is also compared by
/// its text.
fn compare<W: Board>((columns, rows): (u32, u32), random: &mut Random, games: usize) -> usize {
    let mut count = 0;
    for score in [Score::Result, Score::Pons] {
        let game = Connect4::<W>::new(columns, rows, score).expect("a board");
        let plain_search = game.with_knowledge(0).expect("a level");
        let rules = checker(columns, rows, score);
        let rank = |outcome: Outcome| usize::from(outcome.0);
        let mut moves = Vec::new();
        for _ in 0..games {
            let (mut position, mut plain) = (game.start(), rules.start());
            while game.outcome(&position).is_none() {
                let (low, high) = game.checker_bounds(&position);
                let bounds = Some((rank(low), rank(high)));
                let text = || format!("{columns}x{rows} {score:?} {}", rules.write(&plain));
                assert_eq!(rules.static_bounds(&plain), bounds, "{}", text());
                assert_eq!(game.static_bounds(&position), (low, high), "{}", text());
                assert_eq!(plain_search.checker_bounds(&position), (low, high), "{}", text());
                if random.percent(1) {
                    assert_eq!(rules.read(&game.write_position(&position)), Ok(plain));
                    let image = game.write_position(&game.checker_image(&position));
                    let image = rules.read(&image).expect("a position");
                    let representative = rules.representative(&plain);
                    assert_eq!(rules.representative(&image), representative, "{}", text());
                    let from_image = game.read_position(&rules.write(&representative));
                    let from_image = game.checker_image(&from_image.expect("a position"));
                    assert_eq!(from_image, game.checker_image(&position), "{}", text());
                }
                moves.clear();
                game.moves(&position, &mut moves);
                let choice = random.below(moves.len());
                game.play(&mut position, moves[choice]);
                plain = rules.successor(&plain, choice).expect("as many moves");
                count += 1;
            }
            assert_eq!(rules.outcome(&plain), game.outcome(&position).map(rank));
        }
    }
    count
}

#[test]
fn the_checker_knows_what_the_search_knows() {
    let mut random = Random::new(4);
    let mut count = 0;
    for columns in 1..=64 {
        for rows in (1..=127).take_while(|rows| columns * (rows + 1) <= 128) {
            let is_usual = columns.max(rows) <= 9;
            let games = if is_usual { GAMES } else { GAMES / 100 };
            count += match columns * (rows + 1) <= 64 {
                true => compare::<u64>((columns, rows), &mut random, games),
                false => compare::<u128>((columns, rows), &mut random, games),
            };
        }
    }
    assert!(count > 1_000_000, "{count}");
}

/// Random games of each usual board.
const GAMES: usize = 500;

/// Boards on which no line has room.
#[test]
fn tiny_boards_are_draws() {
    for (columns, rows) in [(1, 1), (1, 2), (1, 3), (2, 1), (3, 1), (3, 2), (4, 1), (5, 1), (1, 6)]
    {
        for score in [Score::Result, Score::Pons] {
            let game = Connect4::<u64>::new(columns, rows, score).expect("a board");
            let draw = Outcome((game.scale().len() / 2) as u8);
            let (low, high) = game.checker_bounds(&game.start());
            assert!(low <= draw && draw <= high, "{columns}x{rows} {score:?} {low:?} {high:?}");
        }
    }
}
