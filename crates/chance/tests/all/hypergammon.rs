//! The rules of hypergammon: positions with all their plays by hand, plays compared with a plain generator written for this
//! test, notation both ways, and the number of positions.

use std::collections::BTreeSet;

use foregone_chance::conformance::{Plan, check_cyclic, playouts};
use foregone_chance::games::{Hypergammon, open};
use foregone_chance::notation::read_line;
use foregone_chance::sweeps::{Plan as Positions, Turns};
use foregone_chance::{ChanceGame, ChanceNotation, Turn};
use foregone_game::Player;

fn game(checkers: u32) -> Hypergammon {
    Hypergammon::new(checkers).expect("1 to 3 checkers")
}

/// The moves at a position, as they are written and in their order.
fn moves(game: &Hypergammon, position: &str) -> Vec<String> {
    let position = game.read_position(position).unwrap_or_else(|error| panic!("{error}"));
    let mut moves = Vec::new();
    game.moves(&position, &mut moves);
    moves.iter().map(|&mv| game.write_move(&position, mv)).collect()
}

#[test]
fn the_game_keeps_its_promises() {
    for checkers in 1..=3 {
        check_cyclic(&game(checkers), &Plan { seed: 5, playouts: 30 });
    }
}

/// Every row was worked out by hand from the rules of backgammon, in the order that the documents state.
#[test]
fn plays_of_positions_by_hand() {
    let rows: &[(&str, &[&str])] = &[
        // The opening: ways that lead to the same position are one move.
        (
            "24,23,22/24,23,22 max 21",
            &["24/22+23/22", "24/21", "24/23+22/20", "23/21+22/21", "23/20", "22/19"],
        ),
        // The same end is another move if something else is hit.
        ("24,off,off/4,2,off max 21", &["24/21*", "24/23*/21*"]),
        ("24,off,off/4,3,off max 21", &["24/21*", "24/22*/21*"]),
        ("24,off,off/3,2,off max 21", &["24/22*/21", "24/23*/21"]),
        ("3,2,off/24,off,off min 12", &["24/22*/21", "24/23*/21"]),
        // Who is on the bar enters first.
        ("bar,10,off/24,23,22 max 31", &["bar/21", "bar/22+10/9", "bar/24+10/7"]),
        ("bar,bar,7/6,6,1 max 65", &["bar/20"]),
        ("bar,bar,7/6,6,1 max 66", &["pass"]),
        (
            "bar,bar,7/6,6,1 max 11",
            &[
                "bar/24*/23+bar/23",
                "bar/24*/22+bar/24",
                "bar/24*/23+bar/24+7/6",
                "bar/24*+bar/24+7/5",
            ],
        ),
        // Either die alone, but not both: the larger one.
        ("20,off,off/16,16,1 max 65", &["20/14"]),
        // A number that is too high bears off from the highest point only.
        ("5,3,off/10,9,8 max 64", &["5/off+3/off", "5/1+3/off"]),
        ("5,3,off/10,9,8 max 32", &["5/2+3/1", "5/off"]),
        // Nothing is borne off before all checkers are home.
        ("7,1,off/10,9,8 max 61", &["7/off"]),
        ("7,2,off/10,9,8 max 66", &["7/off+2/off"]),
        // The last checker hits on its way.
        ("13,off,off/18,5,4 max 66", &["13/7*/off"]),
    ];
    for (position, expected) in rows {
        assert_eq!(moves(&game(3), position), *expected, "{position}");
    }
    assert_eq!(moves(&game(1), "3/23 min 61"), ["23/16", "23/22*/16"]);
    assert_eq!(moves(&game(2), "3,3/23,20 min 61"), ["23/17+20/19", "23/16", "20/13"]);
}

/// The outcome is 1 point, 2 if the loser has borne off nothing, and 3 if moreover a checker is on the bar or in the
/// winner's home board. A checker that the last play hits on its way is on the bar.
#[test]
fn gammons_and_backgammons() {
    let game = game(3);
    for (position, mv, outcome) in [
        ("1,off,off/18,5,off max 21", "1/off", "1"),
        ("1,off,off/22,5,off max 21", "1/off", "1"),
        ("1,off,off/18,5,4 max 21", "1/off", "2"),
        ("1,off,off/19,5,4 max 21", "1/off", "3"),
        ("1,off,off/bar,5,4 max 21", "1/off", "3"),
        ("13,off,off/18,5,4 max 66", "13/7*/off", "3"),
        ("18,5,4/1,off,off min 21", "1/off", "-2"),
        ("18,5,4/13,off,off min 66", "13/7*/off", "-3"),
    ] {
        let position = game.read_position(position).unwrap_or_else(|error| panic!("{error}"));
        let (after, _) = read_line(&game, position, mv).unwrap_or_else(|error| panic!("{error}"));
        let found = match game.turn(&after) {
            Turn::Over(outcome) => game.scale().name(outcome).to_owned(),
            _ => String::new(),
        };
        assert_eq!(found, outcome, "{} {mv}", game.write_position(&position));
    }
}

/// Checkers on places 25 to 0 of the player who moves, and of the opponent by the opponent's count.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Board {
    own: [u8; 26],
    other: [u8; 26],
}

impl Board {
    /// The board after a checker was moved by a die, if that is legal.
    fn moved(&self, from: usize, die: usize) -> Option<Board> {
        let highest = (0..26).rev().find(|&place| self.own[place] > 0)?;
        if self.own[from] == 0 || from == 0 || self.own[25] > 0 && from != 25 {
            return None;
        }
        let mut board = self.clone();
        board.own[from] -= 1;
        if die < from {
            let (to, seen) = (from - die, 25 - (from - die));
            match self.other[seen] {
                0 => {}
                1 => {
                    board.other[seen] = 0;
                    board.other[25] += 1;
                }
                _ => return None,
            }
            board.own[to] += 1;
        } else if highest > 6 || die > from && from < highest {
            return None;
        } else {
            board.own[0] += 1;
        }
        Some(board)
    }

    /// Every way to use the dice in this order, also ways that stop early: the dice used, and the board.
    fn ways(&self, dice: &[usize], used: &mut Vec<usize>, all: &mut Vec<(Vec<usize>, Board)>) {
        all.push((used.clone(), self.clone()));
        let Some((&die, rest)) = dice.split_first() else { return };
        for from in 1..=25 {
            if let Some(board) = self.moved(from, die) {
                used.push(die);
                board.ways(rest, used, all);
                used.pop();
            }
        }
    }

    /// The boards after all legal plays.
    fn plays(&self, dice: [usize; 2]) -> BTreeSet<Board> {
        let mut all = Vec::new();
        let [one, two] = dice;
        if one == two {
            self.ways(&[one; 4], &mut Vec::new(), &mut all);
        } else {
            self.ways(&[one, two], &mut Vec::new(), &mut all);
            self.ways(&[two, one], &mut Vec::new(), &mut all);
        }
        let most = all.iter().map(|(used, _)| used.len()).max().unwrap_or(0);
        all.retain(|(used, _)| used.len() == most);
        let larger = vec![one.max(two)];
        if one != two && most == 1 && all.iter().any(|(used, _)| *used == larger) {
            all.retain(|(used, _)| *used == larger);
        }
        all.into_iter().map(|(_, board)| board).collect()
    }
}

/// The sides of both players as counts, by the written position.
fn board(text: &str, is_max: bool) -> Board {
    let count = |side: &str| {
        let mut counts = [0; 26];
        for place in side.split(',') {
            let place: usize = match place {
                "bar" => 25,
                "off" => 0,
                point => point.parse().expect("a point"),
            };
            counts[place] += 1;
        }
        counts
    };
    let sides = text.split_whitespace().next().expect("sides");
    let (max, min) = sides.split_once('/').expect("two sides");
    let (own, other) = if is_max { (max, min) } else { (min, max) };
    Board { own: count(own), other: count(other) }
}

#[test]
fn plays_are_those_of_a_plain_generator() {
    let mut compared = 0;
    for checkers in 1..=3 {
        let game = game(checkers);
        playouts(&game, &Plan { seed: 11, playouts: 60 }, |position, _| {
            let turn = game.turn(position);
            if !matches!(turn, Turn::Max | Turn::Min) {
                return;
            }
            let text = game.write_position(position);
            let roll: usize =
                text.rsplit(' ').next().and_then(|it| it.parse().ok()).expect("a roll");
            let is_max = turn == Turn::Max;
            let mut moves = Vec::new();
            game.moves(position, &mut moves);
            let after = |&mv: &u32| board(&game.write_position(&game.after(position, mv)), is_max);
            let found: BTreeSet<Board> = moves.iter().map(after).collect();
            assert_eq!(found.len(), moves.len(), "two moves to the same position at {text}");
            assert_eq!(found, board(&text, is_max).plays([roll / 10, roll % 10]), "{text}");
            compared += 1;
        });
    }
    assert!(compared > 2_000, "{compared}");
}

/// Keith counts 7,959,904 positions with three checkers: all places of both sides that share no point, finished positions
/// included. The others are counted here.
#[test]
fn positions_are_counted() {
    let plain = |checkers: u32| {
        let sides: Vec<Vec<u32>> = match checkers {
            1 => (0..26).map(|a| vec![a]).collect(),
            _ => (0..26).flat_map(|a| (0..=a).map(move |b| vec![a, b])).collect(),
        };
        let is_point = |place: u32| (1..25).contains(&place);
        let meet = |one: &[u32], two: &[u32]| {
            one.iter().any(|&a| is_point(a) && two.iter().any(|&b| a + b == 25))
        };
        let others = |one: &Vec<u32>| sides.iter().filter(|two| !meet(one, two)).count();
        sides.iter().map(others).sum::<usize>() as u64
    };
    assert_eq!(game(1).plan().positions(), plain(1));
    assert_eq!(game(2).plan().positions(), plain(2));
    assert_eq!(game(3).plan().positions(), 7_959_904);
    for (checkers, sides) in [(1, 26), (2, 351), (3, 3276)] {
        assert_eq!(game(checkers).numbers(), sides * sides);
    }
}

/// Numbers of positions are different, and the same for both players.
#[test]
fn positions_are_numbered_as_the_player_sees_them_who_rolls() {
    let game = game(3);
    let plan = game.plan();
    let number = |text: &str| {
        let position = game.read_position(text).unwrap_or_else(|error| panic!("{error}"));
        game.number(&plan, &position)
    };
    let (one, player) = number("24,5,off/bar,8,3 max").expect("before a roll");
    assert_eq!(player, Player::Max);
    assert_eq!(number("bar,8,3/24,5,off min"), Some((one, Player::Min)));
    assert_ne!(number("bar,8,3/24,5,off max").map(|(number, _)| number), Some(one));
    assert_eq!(number("24,5,off/bar,8,3 max 31"), None);
    assert_eq!(number("24,23,22/24,23,22 max opening"), None);
    assert_eq!(number("off,off,off/bar,8,3 min"), None);
}

#[test]
fn notation_is_read_leniently_and_refused_clearly() {
    let game = game(3);
    let at = |text: &str| game.read_position(text).unwrap_or_else(|error| panic!("{error}"));
    // Places and dice in any order, and any way of writing a play.
    assert_eq!(at("off,24,5/3,bar,8 max 13"), at("24,5,off/bar,8,3 max 31"));
    let position = at("24,23,22/24,23,22 max 21");
    let read =
        |text: &str| game.read_move(&position, text).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(read("24/22+22/21"), read("24/21"));
    assert_eq!(read("23/21+24/23"), read("24/21"));
    let doubles = at("24,24,5/10,9,8 max 11");
    assert!(game.read_move(&doubles, "24/22(2)").is_ok());
    for wrong in ["24/22(3)", "24/23/22+24/22", "24/22*(2)", "pass", "24/22", "24", "", "24/25+5/2"]
    {
        let error = game.read_move(&doubles, wrong).expect_err(wrong).to_string();
        assert!(
            error.contains("is no move; the moves are") && error.contains("24/22(2)"),
            "{error}"
        );
    }
    let error = game.read_move(&game.start(), "11").expect_err("a double").to_string();
    assert!(
        error.starts_with("\"11\" is no outcome of chance; the outcomes are 21, 31"),
        "{error}"
    );
    for (text, part) in [
        ("", "like 24,5,off/bar,8,3 max"),
        ("24,23,22", "like 24,5,off/bar,8,3 max"),
        ("24,23/24,23,22 max", "the checkers of max are written like 24,23,22: 3 places"),
        ("24,23,22/24,23,26 max", "not \"26\""),
        ("24,23,22/24,23,0 max", "not \"0\""),
        ("24,23,22/24,23,22", "comes max or min"),
        ("24,23,22/24,23,22 you", "comes max or min"),
        ("24,23,22/24,23,22 max 71", "the roll, such as 31, not \"71\""),
        ("24,23,22/24,23,22 max 31 1", "leave out \"1\""),
        ("24,23,22/3,1,off max", "max has a checker on 24, which is 1 of min"),
        ("24,23,21/24,23,22 max opening", "leave opening out"),
        ("24,23,22/24,23,22 min opening", "leave opening out"),
        ("off,off,off/3,2,1 max", "has won and does not roll"),
        ("off,off,off/3,2,1 min 31", "over here; leave the roll out"),
    ] {
        let error = game.read_position(text).expect_err(text).to_string();
        assert!(error.contains(part), "{text}: {error}");
    }
}

#[test]
fn spellings() {
    for (spelling, canonical) in [
        ("hypergammon", "hypergammon:3"),
        ("hypergammon:1", "hypergammon:1"),
        ("hypergammon:02", "hypergammon:2"),
    ] {
        assert_eq!(open(spelling).expect(spelling).spelling(), canonical);
    }
    for (spelling, part) in [
        ("hypergammon:0", "needs 1 to 3 checkers a side, not 0"),
        ("hypergammon:15", "needs 1 to 3 checkers a side, not 15"),
        ("hypergammon:x", "needs a whole number for the checkers, not \"x\""),
        ("hypergammon:2,cube=1", "has no options, and \"cube\" is one; leave it out"),
    ] {
        let error = open(spelling).map(|game| game.spelling()).expect_err(spelling).to_string();
        assert!(error.contains(part), "{spelling}: {error}");
    }
}
