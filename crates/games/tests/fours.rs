//! Wins by fours and what else lines tell never contradict plain minimax, and the search knows exactly what the checker knows.

use std::collections::HashMap;

use foregone_game::random::Random;
use foregone_game::{Game, Keyed, Notation, Outcome, Player};
use foregone_games::{Mnk, Qubic};
use foregone_proof::rules::{self, Rules, newest_version};

/// The ranks of the outcomes.
const LOSS: Outcome = Outcome(0);
const WIN: Outcome = Outcome(2);

/// The board with the knowledge of fours.
fn board(columns: u32, rows: u32, align: u32) -> Mnk {
    let game = Mnk::new(columns, rows, align).expect("a board");
    game.with_knowledge(1).expect("fours")
}

/// The checker's rules of the board, in their newest version.
fn checker(columns: u32, rows: u32, align: u32) -> rules::Mnk {
    let spelling = format!("mnk:{columns},{rows},{align}");
    let game = rules::Game::open(&spelling).expect("a board");
    match game.with_version(newest_version(&spelling)) {
        Some(rules::Game::Mnk(rules)) => rules,
        other => panic!("{other:?}"),
    }
}

fn moves_of<G: Game<Move = u8>>(game: &G, position: &G::Position) -> Vec<u8> {
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    moves
}

fn after<G: Game>(game: &G, position: &G::Position, mv: G::Move) -> G::Position {
    let mut after = position.clone();
    game.play(&mut after, mv);
    after
}

/// The bounds after each move that the game finds together, or none.
fn bounds_after<G: Game>(
    game: &G,
    position: &G::Position,
    moves: &[G::Move],
) -> Vec<(Outcome, Outcome)> {
    let mut bounds = Vec::new();
    game.bounds_after(position, moves, &mut bounds);
    bounds
}

/// What minimax has compared.
struct Compared<G: Keyed> {
    values: HashMap<G::Key, Outcome>,
    /// Positions whose bounds are a value, although no line can be completed with the next move.
    decided: usize,
    /// Moves whose bounds are a value.
    decided_moves: usize,
}

impl<G: Keyed<Move = u8> + Notation> Compared<G> {
    fn new() -> Compared<G> {
        Compared { values: HashMap::new(), decided: 0, decided_moves: 0 }
    }

    /// The value by minimax. On the way all bounds are compared with it.
    fn value(&mut self, game: &G, position: &G::Position) -> Outcome {
        if let Some(outcome) = game.outcome(position) {
            return outcome;
        }
        if let Some(&value) = self.values.get(&game.key(position)) {
            return value;
        }
        let moves = moves_of(game, position);
        let after_moves = bounds_after(game, position, &moves);
        let mut best = None;
        for (index, &mv) in moves.iter().enumerate() {
            let value = self.value(game, &after(game, position, mv));
            let text = || format!("{} {mv}", game.write_position(position));
            if let Some(&(low, high)) = after_moves.get(index) {
                assert!(low <= value && value <= high, "{}", text());
                self.decided_moves += usize::from(low == high);
            }
            best = match (best, game.player(position)) {
                (None, _) => Some(value),
                (Some(best), Player::Max) => Some(value.max(best)),
                (Some(best), Player::Min) => Some(value.min(best)),
            };
        }
        let value = best.expect("a move");
        let (low, high) = game.static_bounds(position);
        assert!(low <= value && value <= high, "{}", game.write_position(position));
        self.decided += usize::from(low == high);
        self.values.insert(game.key(position), value);
        value
    }
}

/// Compares all positions below random ones with that many stones.
fn compare_with_minimax((columns, rows, align): (u32, u32, u32), stones: usize, games: usize) {
    let game = board(columns, rows, align);
    let mut random = Random::new(7);
    let mut compared = Compared::new();
    for _ in 0..games {
        let mut position = game.start();
        for _ in 0..stones {
            if game.outcome(&position).is_none() {
                let moves = moves_of(&game, &position);
                position = after(&game, &position, moves[random.below(moves.len())]);
            }
        }
        compared.value(&game, &position);
    }
    let Compared { values, decided, decided_moves } = compared;
    println!(
        "{columns},{rows},{align}: {} positions, {decided} decided, {decided_moves} moves",
        values.len()
    );
    assert!(decided > values.len() / 20 && decided_moves > decided / 20, "too few are decided");
}

#[test]
fn bounds_hold_on_small_boards() {
    compare_with_minimax((3, 3, 3), 0, 1);
    compare_with_minimax((4, 3, 3), 0, 1);
    compare_with_minimax((7, 1, 3), 0, 1);
    compare_with_minimax((4, 4, 3), 4, 20);
    compare_with_minimax((4, 4, 4), 6, 20);
    compare_with_minimax((8, 2, 4), 6, 20);
    compare_with_minimax((5, 4, 4), 10, 20);
    compare_with_minimax((5, 5, 4), 15, 40);
    compare_with_minimax((6, 5, 5), 20, 20);
}

/// All positions of the boards that minimax can solve, and more of larger ones: minutes and gigabytes, so only with
/// `FOREGONE_THOROUGH=1`. The test above has samples of the same boards.
#[test]
fn bounds_hold_on_all_positions_of_small_boards() {
    if std::env::var_os("FOREGONE_THOROUGH").is_none() {
        return;
    }
    compare_with_minimax((4, 4, 3), 0, 1);
    compare_with_minimax((4, 4, 4), 0, 1);
    compare_with_minimax((5, 4, 4), 8, 40);
    compare_with_minimax((5, 5, 4), 13, 40);
}

/// A move that looks good among a few random ones, so that lines are made and stopped.
fn lively_move<G: Game<Move = u8>>(game: &G, position: &G::Position, random: &mut Random) -> u8 {
    let moves = moves_of(game, position);
    let worth = |mv: u8| {
        let next = after(game, position, mv);
        match (game.outcome(&next), game.player(position)) {
            (Some(outcome), _) => 10_000 * (i32::from(outcome.0) - 1).abs(),
            (None, Player::Max) => game.estimate(&next),
            (None, Player::Min) => -game.estimate(&next),
        }
    };
    let some: Vec<u8> = (0..6).map(|_| moves[random.below(moves.len())]).collect();
    some.into_iter().max_by_key(|&mv| worth(mv)).expect("a move")
}

/// Compares the bounds of the search with those of the checker along lively games, until that many positions have been seen.
/// Gives how many are decided.
fn compare<G, R>(game: &G, rules: &R, seed: u64, count: usize) -> usize
where
    G: Notation<Move = u8>,
    R: Rules,
{
    let plain_search = game.with_knowledge(0).expect("a level");
    let rank = |outcome: Outcome| usize::from(outcome.0);
    let mut random = Random::new(seed);
    let (mut seen, mut decided) = (0, 0);
    while seen < count {
        let mut position = game.start();
        let mut plain = rules.read(&game.write_position(&position)).expect("the start");
        while game.outcome(&position).is_none() {
            let (low, high) = game.checker_bounds(&position);
            let text = || rules.write(&plain);
            assert_eq!(rules.static_bounds(&plain), Some((rank(low), rank(high))), "{}", text());
            assert_eq!(game.static_bounds(&position), (low, high), "{}", text());
            assert_eq!(plain_search.checker_bounds(&position), (low, high), "{}", text());
            let moves = moves_of(game, &position);
            let mv = lively_move(game, &position, &mut random);
            let index = moves.iter().position(|&known| known == mv).expect("a legal move");
            let next = after(game, &position, mv);
            // A move that is known to lose is one after which the checker sees the win.
            if game.outcome(&next).is_none()
                && let Some(&(least, most)) = bounds_after(game, &position, &moves).get(index)
                && least == most
            {
                assert_eq!(game.static_bounds(&next), (least, most), "{} {mv}", text());
            }
            decided += usize::from(low == high);
            seen += 1;
            position = next;
            plain = rules.successor(&plain, index).expect("as many moves");
        }
    }
    println!("{seen} positions, {decided} decided");
    decided
}

/// The same on a board of an m,n,k-game.
fn compare_with_checker((columns, rows, align): (u32, u32, u32), seed: u64, count: usize) -> usize {
    println!("{columns},{rows},{align}");
    compare(&board(columns, rows, align), &checker(columns, rows, align), seed, count)
}

#[test]
fn the_checker_knows_what_the_search_knows() {
    for (seed, size) in
        (0..).zip([(4, 4, 4), (5, 5, 4), (6, 5, 4), (7, 7, 5), (26, 4, 4), (11, 11, 5), (9, 9, 6)])
    {
        let decided = compare_with_checker(size, seed, 600);
        assert!(decided > 20, "{size:?}: {decided}");
    }
    for (seed, size) in (0..).zip([(2, 2, 9), (9, 1, 4), (1, 128, 4), (3, 5, 4)]) {
        compare_with_checker(size, seed, 100);
    }
}

/// More than 100,000 positions of large boards.
#[test]
fn the_checker_knows_what_the_search_knows_about_many_positions() {
    for (seed, size) in (100..).zip([(6, 5, 4), (9, 9, 5), (11, 11, 5), (16, 8, 5), (11, 11, 6)]) {
        compare_with_checker(size, seed, 20_000);
    }
    compare(&Qubic::new(), &rules::Qubic::open().expect("the game"), 7, 20_000);
}

#[test]
fn the_checker_knows_what_the_search_knows_about_qubic() {
    let decided = compare(&Qubic::new(), &rules::Qubic::open().expect("the game"), 8, 1_500);
    assert!(decided > 100, "{decided}");
}

/// A position of Qubic with six empty cells and no line.
const END: &str = ".xoo/ooxo/.oxx/oxxx/xooo/xxx./o.oo/ox.x/oxxx/xxox/ooxx/ooxo/xoxo/oo.o/xoox/xxxo";

#[test]
fn bounds_hold_at_the_end_of_qubic() {
    let game = Qubic::new();
    let mut random = Random::new(9);
    let mut compared = Compared::new();
    for _ in 0..12 {
        let mut text: Vec<char> = END.chars().collect();
        for symbol in ['x', 'o'] {
            for _ in 0..3 {
                let stones: Vec<usize> = (0..text.len()).filter(|&at| text[at] == symbol).collect();
                text[stones[random.below(stones.len())]] = '.';
            }
        }
        let text: String = text.into_iter().collect();
        compared.value(&game, &game.read_position(&text).expect("a position"));
    }
    let Compared { values, decided, decided_moves } = compared;
    println!("{} positions, {decided} decided, {decided_moves} moves", values.len());
    assert!(decided > 1_000 && decided_moves > 100, "{decided} and {decided_moves}");
}

/// Known wins and traps, first player to move. Columns are a, b, … from the left, rows are written from the top.
#[test]
fn single_positions() {
    for (size, text, bounds) in [
        // b3 makes two completions, a3 and e3.
        ((6, 5, 4), "....../....../..xx../..oo../......", (WIN, WIN)),
        // The opponent has two completions.
        ((6, 5, 4), "....../....../.ooo../x.x.x./......", (LOSS, LOSS)),
        // b2 and d2 are left in two lines. A stone on one of them makes one completion, not two.
        ((5, 3, 4), "o.o.o/x.x.x/.....", (LOSS, WIN)),
        // A line of two on a board of one row is never completed against an answer.
        ((4, 1, 4), "xo..", (Outcome(1), Outcome(1))),
        // No line is left for anybody.
        ((2, 2, 9), "../..", (Outcome(1), Outcome(1))),
        // At the start the first player does not lose.
        ((5, 5, 4), "...../...../...../...../.....", (Outcome(1), WIN)),
    ] {
        let (columns, rows, align) = size;
        let game = board(columns, rows, align);
        let Ok(position) = game.read_position(text) else { panic!("{text}") };
        assert_eq!(game.static_bounds(&position), bounds, "{size:?} {text}");
    }
}

/// Version 1 of the rules has no static bounds, and lines of fewer than four stones have no version 2.
#[test]
fn versions() {
    let open = |spelling: &str, version| {
        rules::Game::open(spelling).expect("a board").with_version(version)
    };
    assert!(open("mnk:3,3,3", 2).is_none() && open("mnk:5,5,4", 3).is_none());
    assert_eq!((newest_version("mnk:3,3,3"), newest_version("mnk:5,5,4")), (1, 2));
    let Some(rules::Game::Mnk(first)) = open("mnk:5,5,4", 1) else { panic!("version 1") };
    assert_eq!(first.static_bounds(&first.start()), None);
}
