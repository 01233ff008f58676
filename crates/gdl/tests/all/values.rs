//! Numbers of positions, numbers of moves and values of the examples: against the games that are built in, against published
//! values, and against solvers of a few lines that know nothing of rule files.

use std::collections::{HashMap, HashSet};

use foregone_game::conformance::{Conformance, Values, check_cyclic};
use foregone_game::perft::perft;
use foregone_game::{Game, Keyed, Notation, Player};
use foregone_games::connect4::Score;
use foregone_games::{Breakthrough, Connect4, Mnk};

use crate::game;

/// The value of an example by plain minimax, with the number of its positions; the conformance kit is run on the way.
fn solved<const N: usize>(name: &str, infinite: u8, positions: usize) -> (String, usize) {
    let game = game::<N>(name, infinite);
    let plan = Conformance { playouts: 20, positions, ..Conformance::default() };
    check_cyclic(&game, &plan);
    let values = Values::cyclic(&game, positions).expect("a small game");
    let value = values.of(&game, &game.start()).expect("the start");
    assert_eq!(game.finding(), None, "{name}");
    (game.scale().name(value).to_owned(), values.len())
}

fn value<const N: usize>(name: &str) -> String {
    solved::<N>(name, 0, 20_000).0
}

#[test]
fn small_games_have_their_known_values() {
    assert_eq!(solved::<4>("tictactoe", 0, 6_000), ("draw".to_owned(), 5_478));
    assert_eq!(value::<4>("hexapawn"), "loss", "Gardner: the second player wins");
    assert_eq!(value::<4>("domineering"), "win", "Breuker, Uiterwijk and van den Herik 2000");
    assert_eq!(value::<4>("hex-3x3"), "win", "strategy stealing");
    assert_eq!(value::<4>("chomp"), "win", "strategy stealing");
    assert_eq!(value::<4>("dodgem"), "win", "Berlekamp, Conway and Guy 1982");
}

/// Bouton 1901, for every position of both games.
#[test]
fn nim_is_won_by_whoever_is_not_at_zero() {
    for (name, misere) in [("nim", false), ("nim-misere", true)] {
        let game = game::<4>(name, 0);
        let values = Values::cyclic(&game, 10_000).expect("a small game");
        for (position, value) in values.iter() {
            let text = game.write_position(position);
            let heaps: Vec<u32> = text
                .split("(heap ")
                .skip(1)
                .map(|rest| rest[2..3].parse().expect("a digit"))
                .collect();
            let sum = heaps.iter().fold(0, |sum, heap| sum ^ heap);
            let only_ones = heaps.iter().all(|&heap| heap < 2);
            let mover_wins = if misere && only_ones { sum == 0 } else { sum != 0 };
            let x_moves = text.contains("(control x)");
            assert_eq!(value.0 == 1, mover_wins == x_moves, "{name}: {text}");
        }
        assert_eq!(game.finding(), None);
    }
}

/// The staircases on a bar of 4 by 3: C(7, 3), the empty one among them.
#[test]
fn chomp_has_all_staircases() {
    let game = game::<4>("chomp", 0);
    let values = Values::cyclic(&game, 1_000).expect("a small game");
    let squares =
        |text: String| text.replace("(control x)", "").replace("(control o)", "").trim().to_owned();
    let boards: HashSet<String> =
        values.iter().map(|(position, _)| squares(game.write_position(position))).collect();
    assert_eq!(boards.len(), 35);
}

/// Positions that can be reached and the value, without notation. Called with small games, or on demand.
fn explored<G: Keyed>(game: &G) -> (usize, u8) {
    fn value<G: Keyed>(game: &G, position: &G::Position, known: &mut HashMap<G::Key, u8>) -> u8 {
        if let Some(&value) = known.get(&game.key(position)) {
            return value;
        }
        let mut moves = Vec::new();
        let found = match game.outcome(position) {
            Some(outcome) => outcome.0,
            None => {
                game.moves(position, &mut moves);
                let children = moves.iter().map(|&mv| {
                    let mut child = position.clone();
                    game.play(&mut child, mv);
                    value(game, &child, known)
                });
                let all: Vec<u8> = children.collect();
                let best = match game.player(position) {
                    Player::Max => all.into_iter().max(),
                    Player::Min => all.into_iter().min(),
                };
                best.expect("a move")
            }
        };
        known.insert(game.key(position), found);
        found
    }
    let mut known = HashMap::new();
    let found = value(game, &game.start(), &mut known);
    (known.len(), found)
}

/// The value by questions "at least this?", each answered with cuts.
fn value_by_questions<G: Keyed>(game: &G) -> u8 {
    fn at_least<G: Keyed>(
        game: &G,
        position: &G::Position,
        bound: u8,
        known: &mut HashMap<G::Key, bool>,
    ) -> bool {
        if let Some(outcome) = game.outcome(position) {
            return outcome.0 >= bound;
        }
        if let Some(&answer) = known.get(&game.key(position)) {
            return answer;
        }
        let mut moves = Vec::new();
        game.moves(position, &mut moves);
        let mut answers = moves.iter().map(|&mv| {
            let mut child = position.clone();
            game.play(&mut child, mv);
            at_least(game, &child, bound, known)
        });
        let answer = match game.player(position) {
            Player::Max => answers.any(|answer| answer),
            Player::Min => answers.all(|answer| answer),
        };
        known.insert(game.key(position), answer);
        answer
    }
    let best = game.scale().best().0;
    let holds = |bound: &u8| at_least(game, &game.start(), *bound, &mut HashMap::new());
    (1..=best).rev().find(holds).unwrap_or(0)
}

/// Values agree; with `FOREGONE_THOROUGH=1`, so do the numbers of all positions, which takes minutes.
fn same_value<A: Keyed, B: Keyed>(one: &A, other: &B) {
    assert_eq!(value_by_questions(one), value_by_questions(other));
    if crate::is_thorough() {
        assert_eq!(explored(one), explored(other));
    }
}

fn same_lines<A: Game, B: Game>(one: &A, other: &B, depth: u32) {
    for depth in 1..=depth {
        let lines = (perft(one, &one.start(), depth), perft(other, &other.start(), depth));
        assert_eq!(lines.0, lines.1, "lines of {depth} moves");
    }
}

#[test]
fn connect_four_is_the_built_in_game() {
    let (rules, native) =
        (game::<4>("connect4-5x4", 0), Connect4::<u64>::new(5, 4, Score::Result).expect("a board"));
    same_value(&rules, &native);
    same_lines(&rules, &native, 7);
    let (rules, native) =
        (game::<4>("connect4-8x6", 0), Connect4::<u64>::new(8, 6, Score::Result).expect("a board"));
    same_lines(&rules, &native, 6);
    assert!(rules.finding().is_none());
}

#[test]
fn breakthrough_is_the_built_in_game() {
    let (rules, native) =
        (game::<4>("breakthrough-5x4", 0), Breakthrough::new(5, 4, 0).expect("a board"));
    same_lines(&rules, &native, 5);
    if crate::is_thorough() {
        same_value(&rules, &native); // minutes, without a table
    }
    let (rules, native) =
        (game::<4>("breakthrough-8x8", 0), Breakthrough::new(8, 8, 0).expect("a board"));
    same_lines(&rules, &native, 4);
    let (rules, native) =
        (game::<4>("breakthrough-6x6", 0), Breakthrough::new(6, 6, 0).expect("a board"));
    same_lines(&rules, &native, 4);
}

#[test]
fn three_in_a_row_is_the_built_in_game() {
    let (rules, native) = (game::<4>("mnk-4-4-3", 0), Mnk::new(4, 4, 3).expect("a board"));
    same_lines(&rules, &native, 5);
    same_value(&rules, &native);
}

/// Connect Three by a solver of its own: columns as texts.
#[test]
fn connect_three_agrees_with_a_plain_solver() {
    fn line(board: &[Vec<u8>], who: u8) -> bool {
        let at = |c: i32, r: i32| {
            let column = usize::try_from(c).ok().and_then(|c| board.get(c));
            column.and_then(|column| column.get(usize::try_from(r).ok()?)) == Some(&who)
        };
        let ways = [(1, 0), (0, 1), (1, 1), (1, -1)];
        (0..4).any(|c| {
            (0..4).any(|r| ways.iter().any(|(x, y)| (0..3).all(|k| at(c + k * x, r + k * y))))
        })
    }
    fn solve(board: &mut Vec<Vec<u8>>, who: u8, known: &mut HashMap<Vec<Vec<u8>>, i8>) -> i8 {
        if let Some(&value) = known.get(board) {
            return value;
        }
        let value = if line(board, 1 - who) {
            -1
        } else if board.iter().all(|column| column.len() == 4) {
            0
        } else {
            let mut best = -1;
            for c in 0..4 {
                if board[c].len() < 4 {
                    board[c].push(who);
                    best = best.max(-solve(board, 1 - who, known));
                    board[c].pop();
                }
            }
            best
        };
        known.insert(board.clone(), value);
        value
    }
    let mut known = HashMap::new();
    let value = solve(&mut vec![Vec::new(); 4], 0, &mut known);
    let rules = game::<4>("connect3-4x4", 0);
    assert_eq!(explored(&rules), (known.len(), (value + 1) as u8));
}

/// Dots and boxes by a solver of its own: the sides as bits.
#[test]
fn boxes_agree_with_a_plain_solver() {
    const BOXES: [u32; 4] = [
        1 << 0 | 1 << 2 | 1 << 6 | 1 << 7,
        1 << 1 | 1 << 3 | 1 << 7 | 1 << 8,
        1 << 2 | 1 << 4 | 1 << 9 | 1 << 10,
        1 << 3 | 1 << 5 | 1 << 10 | 1 << 11,
    ];
    /// Boxes that the player to move gets of those that are left.
    fn best(drawn: u32, known: &mut HashMap<u32, i32>) -> i32 {
        if let Some(&value) = known.get(&drawn) {
            return value;
        }
        let closed =
            |drawn: u32| BOXES.iter().filter(|&&sides| drawn & sides == sides).count() as i32;
        let left = 4 - closed(drawn);
        let values = (0..12).filter(|side| drawn >> side & 1 == 0).map(|side| {
            let after = drawn | 1 << side;
            match closed(after) - closed(drawn) {
                0 => left - best(after, known),
                gained => gained + best(after, known),
            }
        });
        let value = values.max().unwrap_or(0);
        known.insert(drawn, value);
        value
    }
    let expected = best(0, &mut HashMap::new());
    let rules = game::<4>("boxes", 0);
    let (_, value) = explored(&rules);
    assert_eq!(rules.scale().names()[usize::from(value)], (25 * expected).to_string());
}

/// The chase by rounds of an attractor: with infinite play lost for the hunter, and with a limit of twelve moves.
#[test]
fn chases_agree_with_a_plain_solver() {
    let ring = |chord: bool| {
        let mut steps: Vec<(usize, usize)> = (0..7).map(|place| (place, (place + 1) % 7)).collect();
        steps.extend(chord.then_some((0, 3)));
        let near = |a: usize| {
            steps
                .iter()
                .filter_map(move |&(x, y)| if x == a { Some(y) } else { (y == a).then_some(x) })
        };
        (0..7).map(|place| near(place).collect()).collect::<Vec<Vec<usize>>>()
    };
    // Whether x catches o within so many moves, by the places of both and whose turn it is.
    let caught = |near: &[Vec<usize>], moves: usize| {
        let mut won = HashSet::new();
        for _ in 0..moves {
            let before: HashSet<(usize, usize, bool)> = won.clone();
            for (x, o) in (0..49).map(|pair| (pair / 7, pair % 7)).filter(|(x, o)| x != o) {
                if near[x].iter().any(|&to| to == o || before.contains(&(to, o, false))) {
                    won.insert((x, o, true));
                }
                if near[o].iter().filter(|&&to| to != x).all(|&to| before.contains(&(x, to, true)))
                {
                    won.insert((x, o, false));
                }
            }
        }
        won.contains(&(0, 3, true))
    };
    let expected = |won: bool| if won { "win" } else { "loss" };
    assert_eq!(value::<4>("chase"), expected(caught(&ring(true), 200)));
    assert_eq!(value::<4>("chase-limit"), expected(caught(&ring(false), 12)));
}

#[test]
fn positions_and_moves_are_read_and_refused() {
    let game = game::<4>("tictactoe", 0);
    let start = game.start();
    let text = game.write_position(&start);
    assert!(text.starts_with("(cell 1 1 b) (cell 1 2 b)") && text.ends_with("(control x)"));
    assert_eq!(
        game.split_moves("(mark 1 1) noop,(mark (a b)) x"),
        ["(mark 1 1)", "noop", "(mark (a b))", "x"]
    );
    assert!(game.read_move(&start, " ( MARK 1 3 ) ").is_ok());
    let refused = |text: &str| game.read_position(text).expect_err(text).to_string();
    assert!(refused("(cell 1 1 q)").contains("(cell 1 1 q) is never true"));
    assert!(refused(&text.replace("(cell 1 1 b)", "")).contains("exclude each other"));
    assert!(refused(&format!("{text} (control x)")).contains("twice"));
    assert!(refused("(((").contains("never closed"));
    let error = game.read_move(&start, "(mark 4 4)").expect_err("off the board").to_string();
    assert!(error.contains("no such move of x; the moves are (mark 1 1) (mark 1 2)"), "{error}");
}
