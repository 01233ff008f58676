//! The strong solution of Breakthrough, against plain searches that share nothing with it, and the known winners.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};

use foregone_game::random::Random;
use foregone_tablebase::breakthrough::{
    Board, Depths, StrongSolution, Sweep, build_bytes, depth_bytes, peak_bytes,
};
use foregone_tablebase::retro::{AnalysisError, Control};

static NEVER: AtomicBool = AtomicBool::new(false);

fn control(threads: usize) -> Control<'static> {
    Control { threads, stop: &NEVER, report: &|_| () }
}

fn solve(width: u32, height: u32, walls: u64) -> StrongSolution {
    let board = Board::new(width, height, walls).expect("a board");
    StrongSolution::solve(&board, &control(2)).expect("a solution")
}

/// The rules once more, cell by cell.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Plain {
    white: u64,
    black: u64,
    white_moves: bool,
}

struct Rules {
    width: i32,
    height: i32,
    walls: u64,
    /// Who wins, and after how many plies.
    known: HashMap<Plain, (bool, u16)>,
    /// Who wins, as far as it was asked.
    won: HashMap<Plain, bool>,
}

impl Rules {
    fn new(width: u32, height: u32, walls: u64) -> Rules {
        Rules {
            width: width as i32,
            height: height as i32,
            walls,
            known: HashMap::new(),
            won: HashMap::new(),
        }
    }

    fn cell(&self, column: i32, row: i32) -> u64 {
        1 << (row * self.width + column)
    }

    fn start(&self) -> Plain {
        let mut start = Plain { white: 0, black: 0, white_moves: true };
        for column in 0..self.width {
            start.white |= self.cell(column, 0) | self.cell(column, 1);
            start.black |= self.cell(column, self.height - 1) | self.cell(column, self.height - 2);
        }
        start
    }

    /// Whether a pawn has reached the far row.
    fn is_over(&self, at: Plain) -> bool {
        (0..self.width).any(|column| {
            at.white & self.cell(column, self.height - 1) != 0
                || at.black & self.cell(column, 0) != 0
        })
    }

    fn next(&self, at: Plain) -> Vec<Plain> {
        let (own, other) = if at.white_moves { (at.white, at.black) } else { (at.black, at.white) };
        let ahead = if at.white_moves { 1 } else { -1 };
        let mut found = Vec::new();
        let cells =
            (0..self.height).flat_map(|row| (0..self.width).map(move |column| (row, column)));
        for (row, column) in cells.filter(|&(row, column)| own & self.cell(column, row) != 0) {
            for aside in [-1, 0, 1] {
                let (to_column, to_row) = (column + aside, row + ahead);
                if !(0..self.width).contains(&to_column) || !(0..self.height).contains(&to_row) {
                    continue;
                }
                let to = self.cell(to_column, to_row);
                if (own | self.walls) & to != 0 || (aside == 0 && other & to != 0) {
                    continue;
                }
                let (own, other) = (own & !self.cell(column, row) | to, other & !to);
                let (white, black) = if at.white_moves { (own, other) } else { (other, own) };
                found.push(Plain { white, black, white_moves: !at.white_moves });
            }
        }
        found
    }

    /// Whether the player to move wins.
    fn wins(&mut self, at: Plain) -> bool {
        if self.is_over(at) {
            return false;
        }
        if let Some(&known) = self.won.get(&at) {
            return known;
        }
        let wins = self.next(at).into_iter().any(|next| !self.wins(next));
        self.won.insert(at, wins);
        wins
    }

    /// Whether the player to move wins, and after how many plies if the winner hurries and the loser delays.
    fn worth(&mut self, at: Plain) -> (bool, u16) {
        if self.is_over(at) {
            return (false, 0);
        }
        if let Some(&known) = self.known.get(&at) {
            return known;
        }
        let (mut win, mut fastest, mut slowest) = (false, u16::MAX, 0);
        for next in self.next(at) {
            let (wins, plies) = self.worth(next);
            if wins {
                slowest = slowest.max(plies + 1);
            } else {
                win = true;
                fastest = fastest.min(plies + 1);
            }
        }
        let worth = (win, if win { fastest } else { slowest });
        self.known.insert(at, worth);
        worth
    }
}

fn agree(strong: &StrongSolution, rules: &mut Rules, at: Plain) {
    let wins = strong.wins(at.white, at.black, at.white_moves);
    assert_eq!(wins, rules.wins(at), "{at:?} on {}x{}", rules.width, rules.height);
}

/// All positions in which nobody has reached the far row.
fn all_positions(rules: &Rules, mut visit: impl FnMut(Plain)) {
    let cells = rules.width * rules.height;
    let row = |row: i32| (rules.cell(0, 1) - 1) << (row * rules.width);
    for digits in 0..3u64.pow(cells as u32) {
        let (mut rest, mut white, mut black) = (digits, 0, 0);
        for cell in 0..cells {
            match rest % 3 {
                1 => white |= 1 << cell,
                2 => black |= 1 << cell,
                _ => {}
            }
            rest /= 3;
        }
        if (white | black) & rules.walls == 0
            && white & row(rules.height - 1) == 0
            && black & row(0) == 0
        {
            visit(Plain { white, black, white_moves: true });
            visit(Plain { white, black, white_moves: false });
        }
    }
}

/// Whether a position has a bit of its own in the table: positions with a pawn one step from its goal have none.
fn is_stored(rules: &Rules, at: Plain) -> bool {
    (0..rules.width).all(|column| {
        at.white & rules.cell(column, rules.height - 2) == 0
            && at.black & rules.cell(column, 1) == 0
    })
}

#[test]
fn small_boards_are_right_everywhere() {
    for (width, height, walls) in
        [(2, 4, 0), (3, 4, 0), (2, 5, 0), (2, 5, 1 << 4), (2, 6, 0), (2, 6, 1 << 5 | 1 << 6)]
    {
        let strong = solve(width, height, walls);
        let mut rules = Rules::new(width, height, walls);
        let mut positions = Vec::new();
        all_positions(&rules, |at| positions.push(at));
        let (mut won, mut stored) = ([0, 0], [0, 0]);
        for at in positions {
            agree(&strong, &mut rules, at);
            if is_stored(&rules, at) {
                let side = usize::from(!at.white_moves);
                stored[side] += 1;
                won[side] += u64::from(rules.wins(at));
            }
        }
        let counts = strong.counts();
        assert_eq!([counts.white, counts.black], won, "{width}x{height}, walls {walls:b}");
        assert_eq!([counts.each; 2], stored);
    }
}

/// Enumerates every stored position of 3x5 by its digits, and compares its winner and its number of plies.
#[test]
fn all_stored_positions_of_3x5_are_right() {
    for walls in [0, 1 << 6] {
        let mut counts = [vec![0; 64], vec![0; 64]];
        let strong = solve(3, 5, walls);
        let mut rules = Rules::new(3, 5, walls);
        let (mut won, mut stored) = ([0, 0], 0);
        for number in 0..4096u64 * 27 {
            let (lane, home) = (number & 63, number >> 6 & 63);
            let (mut white, mut black, mut middle) = (lane, home << 9, number >> 12);
            for cell in 6..9 {
                match middle % 3 {
                    1 => white |= 1 << cell,
                    2 => black |= 1 << cell,
                    _ => {}
                }
                middle /= 3;
            }
            if (white | black) & walls != 0 {
                continue;
            }
            stored += 1;
            for white_moves in [true, false] {
                let at = Plain { white, black, white_moves };
                let (wins, plies) = rules.worth(at);
                assert_eq!(strong.wins(white, black, white_moves), wins, "{at:?}");
                won[usize::from(!white_moves)] += u64::from(wins);
                counts[usize::from(!white_moves)][usize::from(plies)] += 1;
            }
        }
        let depths = Depths::find(strong.board(), &control(2)).expect("depths");
        for (known, plies) in counts.iter_mut().zip(&depths.counts) {
            known.truncate(known.iter().rposition(|&count| count > 0).expect("positions") + 1);
            assert_eq!(known, plies, "walls {walls:b}");
        }
        assert_eq!(depths.start, rules.worth(rules.start()).1);
        let counts = strong.counts();
        assert_eq!((counts.each, [counts.white, counts.black]), (stored, won), "walls {walls:b}");
    }
}

/// Positions of random games in which few enough pawns are left for a plain search.
#[test]
fn larger_boards_are_right_in_samples() {
    for (width, height, walls, pawns, games) in [
        (4, 4, 0, 11, 60),
        (4, 5, 0, 8, 100),
        (4, 5, 1 << 9, 9, 60),
        (4, 5, 1 << 8 | 1 << 11, 9, 60),
        (3, 6, 0, 8, 60),
        (5, 4, 0, 11, 60),
        (5, 5, 0, 7, 60),
    ] {
        let strong = solve(width, height, walls);
        let mut rules = Rules::new(width, height, walls);
        let mut random = Random::new(u64::from(width * height));
        for _ in 0..games {
            let mut at = rules.start();
            while !rules.is_over(at) {
                if (at.white | at.black).count_ones() <= pawns {
                    agree(&strong, &mut rules, at);
                }
                let next = rules.next(at);
                if next.is_empty() {
                    break;
                }
                at = next[random.below(next.len())];
            }
        }
    }
}

#[test]
fn winners_and_lengths_are_the_known_ones() {
    for (width, height, plies, longest) in [
        (4, 4, 14, 14),
        (5, 4, 16, 16),
        (6, 4, 18, 18),
        (4, 5, 22, 22),
        (5, 5, 26, 30),
        (3, 6, 23, 27),
        (3, 7, 32, 38),
    ] {
        let first = plies % 2 == 1;
        let strong = solve(width, height, 0);
        let (white, black) = strong.board().start();
        assert_eq!(strong.wins(white, black, true), first, "{width}x{height}");
        assert_eq!(strong.wins(white, black, false), first, "{width}x{height}");
        let counts = strong.counts();
        assert_eq!(counts.white, counts.black, "the players see the same board");
        let depths = Depths::find(strong.board(), &control(2)).expect("depths");
        assert_eq!((depths.start, depths.longest()), (plies, longest), "{width}x{height}");
        for counted in &depths.counts {
            assert_eq!(counted.iter().sum::<u64>(), counts.each);
            assert_eq!(counted.iter().skip(1).step_by(2).sum::<u64>(), counts.white);
        }
    }
}

/// The three ways to count the plies of a position agree, also where a pawn is one step from its goal.
#[test]
fn distances_are_right() {
    for (width, height, walls, pawns) in [
        (3, 5, 0, 8),
        (3, 5, 1 << 7, 9),
        (3, 5, 1 << 8, 9),
        (4, 4, 0, 9),
        (4, 5, 1 << 9, 7),
        (3, 6, 0, 6),
    ] {
        let strong = solve(width, height, walls);
        let mut rules = Rules::new(width, height, walls);
        let mut random = Random::new(u64::from(width * height) + walls);
        for _ in 0..12 {
            let mut at = rules.start();
            while !rules.is_over(at) {
                let next = rules.next(at);
                if (at.white | at.black).count_ones() <= pawns {
                    let plies = rules.worth(at).1;
                    let Plain { white, black, white_moves } = at;
                    let searched = strong.distance((white, black), white_moves, u64::MAX, &NEVER);
                    assert_eq!(
                        searched,
                        Some(plies),
                        "{at:?} on {width}x{height}, walls {walls:b}"
                    );
                    let swept = strong.distance_by_sweeps(white, black, white_moves, &control(1));
                    assert_eq!(swept, Ok(plies), "{at:?} on {width}x{height}, walls {walls:b}");
                }
                if next.is_empty() {
                    break;
                }
                at = next[random.below(next.len())];
            }
        }
        let (white, black) = strong.board().start();
        assert_eq!(strong.distance((white, black), true, 3, &NEVER), None);
    }
}

/// If the walls are not symmetric from left to right, both halves of the table are computed. If they are not the same for both
/// players, the tables of both players are stored.
#[test]
fn symmetries_change_nothing() {
    for (width, height, walls) in [(4, 6, 0), (4, 6, 1 << 8 | 1 << 11), (4, 6, 1 << 9), (7, 4, 0)] {
        let strong = solve(width, height, walls);
        let board = *strong.board();
        let mut random = Random::new(7);
        let rules = Rules::new(width, height, walls);
        for _ in 0..2000 {
            let mut at = rules.start();
            for _ in 0..random.below(20) {
                let next = rules.next(at);
                if next.is_empty() || rules.is_over(next[0]) {
                    break;
                }
                at = next[random.below(next.len())];
            }
            if rules.is_over(at) {
                continue;
            }
            let wins = strong.wins(at.white, at.black, at.white_moves);
            if board.mirror(walls) == walls {
                let mirrored = (board.mirror(at.white), board.mirror(at.black));
                assert_eq!(wins, strong.wins(mirrored.0, mirrored.1, at.white_moves));
            }
            // A search of one ply gives the same value.
            let one_ply = rules.next(at).into_iter().any(|next| {
                rules.is_over(next) || !strong.wins(next.white, next.black, next.white_moves)
            });
            assert_eq!(wins, one_ply, "{at:?}");
            if walls == 0 {
                let turned = (board.turn(at.black), board.turn(at.white));
                assert_eq!(wins, strong.wins(turned.0, turned.1, !at.white_moves));
            }
        }
    }
}

#[test]
fn threads_change_no_bit_and_can_be_stopped() {
    let board = Board::new(4, 5, 0).expect("a board");
    let one = StrongSolution::solve(&board, &control(1)).expect("a solution");
    let three = StrongSolution::solve(&board, &control(3)).expect("a solution");
    assert_eq!(one.checksum(), three.checksum());
    assert_eq!(one.counts(), three.counts());
    assert!(one.bytes() < peak_bytes(&board, 1));
    assert!(peak_bytes(&board, 1) < depth_bytes(&board, 1));

    let stop = AtomicBool::new(false);
    let control =
        Control { threads: 2, stop: &stop, report: &|_| stop.store(true, Ordering::Relaxed) };
    assert_eq!(StrongSolution::solve(&board, &control).err(), Some(AnalysisError::Stopped));
}

/// All ranks of a board. The first ones are loaded from `kept` instead of computed.
fn ranks(board: &Board, kept: &[Vec<Vec<u64>>]) -> Vec<Vec<Vec<u64>>> {
    let mut sweep = Sweep::new(board);
    let ranks = (0..Sweep::ranks(board)).map(|rank| {
        match kept.get(rank) {
            Some(parts) => sweep.load(parts.clone()),
            None => sweep.advance(&control(2)).expect("a rank"),
        }
        let parts = sweep.parts();
        let won = parts.iter().flat_map(AsRef::as_ref).map(|word| u64::from(word.count_ones()));
        assert_eq!(sweep.results()[1], won.sum::<u64>());
        assert!(parts.iter().all(|part| part.as_ref().len() == sweep.part_words()));
        parts.iter().map(|part| part.as_ref().to_vec()).collect()
    });
    ranks.collect()
}

/// A build that continues from stored ranks, and a solution that is loaded from all of them, equal the solution.
#[test]
fn ranks_can_be_kept_and_taken_again() {
    for (width, height, walls) in
        [(2, 6, 0), (3, 4, 0), (4, 5, 0), (4, 5, 1 << 9), (4, 5, 1 << 8 | 1 << 11)]
    {
        let strong = solve(width, height, walls);
        let board = *strong.board();
        let all = ranks(&board, &[]);
        for kept in [1, 4, all.len()] {
            assert!(ranks(&board, &all[..kept]) == all, "{width}x{height} from rank {kept}");
        }
        let loaded =
            StrongSolution::load(&board, |rank, _| Ok::<_, AnalysisError>(all[rank].clone()));
        let loaded = loaded.expect("all ranks");
        assert_eq!(loaded.checksum(), strong.checksum());
        assert_eq!(loaded.counts(), strong.counts());
        assert!(build_bytes(&board, 1) < peak_bytes(&board, 1), "{width}x{height}");
    }
}

#[test]
fn boards_that_cannot_be_solved_are_refused() {
    for (width, height, walls) in [
        (1, 6, 0),
        (2, 3, 0),
        (10, 5, 0),
        (8, 9, 0),
        (4, 5, 1 << 7),
        (4, 4, 1 << 8),
        (4, 5, 1 << 12),
    ] {
        assert!(Board::new(width, height, walls).is_none(), "{width}x{height}");
    }
    assert!(Board::new(8, 8, 0).is_some_and(|board| peak_bytes(&board, 1) > 1 << 60));
}
