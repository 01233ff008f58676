//! Woodpush with `ko=path`: no board of the line of play may come again.
//!
//! A player can be stuck: pieces left, but every move would repeat a board. Such a player has lost. But for
//! repetition every piece can go forward, and that to a different board each, so it takes a line that has been on all
//! of these boards. Such positions can be written down (`L.R L .LR`), but we have not met one in play: none in the
//! complete trees of (L,1) up to L = 10, (4,2) to (7,2) and (6,3) from the start (up to 4.7 million positions), none
//! in the first 20 million positions of (8,3), none in 210,000 random games on seven boards between (8,3) and
//! (30,15). So the test for it stops at the first legal move, which is nearly always the first one it looks at.

use foregone_game::{Acyclic, Evaluation, Game, Outcome, Player, Scale, TableKeyed, hash128};

use super::{Rules, Strip, cells, rightmost_first};

/// Woodpush with `ko=path`. Acyclic, but a position carries the line that led to it, so there is no small key.
#[derive(Clone, Debug)]
pub struct WoodpushPath {
    pub(super) rules: Rules,
}

/// A board, whose turn it is, and the boards of the line so far that still matter.
///
/// Two positions play alike if the *sets* of earlier boards are equal; `==` also compares their order, which tells
/// some alike positions apart but never confuses two.
#[derive(PartialEq, Eq, Hash, Debug)]
pub struct PathPosition {
    pub(super) board: Strip,
    pub(super) player: Player,
    /// Since a piece last left the board, oldest first: pieces never come back, so no board before can.
    pub(super) earlier: Vec<Strip>,
    /// One bit for every earlier board, see [`mark`]: most boards that are not among them are recognised by it.
    marks: u64,
}

/// One of 64 bits, by a multiplicative hash of the board.
#[inline]
fn mark(board: Strip) -> u64 {
    1 << (board.bits().wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 58)
}

impl Clone for PathPosition {
    fn clone(&self) -> PathPosition {
        PathPosition { earlier: self.earlier.clone(), ..*self }
    }

    /// A search copies a position for every move it tries: the list's memory is used again.
    #[inline]
    fn clone_from(&mut self, source: &PathPosition) {
        self.board = source.board;
        self.player = source.player;
        self.marks = source.marks;
        self.earlier.clone_from(&source.earlier);
    }
}

impl PathPosition {
    pub(super) fn new(board: Strip, player: Player, earlier: Vec<Strip>) -> PathPosition {
        let marks = earlier.iter().fold(0, |marks, &board| marks | mark(board));
        PathPosition { board, player, earlier, marks }
    }

    #[inline]
    fn repeats(&self, board: Strip) -> bool {
        self.marks & mark(board) != 0 && self.earlier.contains(&board)
    }
}

impl WoodpushPath {
    /// The game with these rules.
    pub fn new(rules: Rules) -> WoodpushPath {
        WoodpushPath { rules }
    }

    /// Whether the player to move has pieces but no legal move. Almost always the first move looked at is legal.
    #[inline]
    fn is_stuck(&self, position: &PathPosition) -> bool {
        if position.earlier.is_empty() {
            return false;
        }
        let (board, player) = (position.board, position.player);
        let repeats_forward = |cell| position.repeats(board.forward(self.rules.full, player, cell));
        let repeats_push = |cell| position.repeats(board.push(self.rules.full, player, cell));
        cells(board.of(player)).all(repeats_forward)
            && cells(board.pushers(player)).all(repeats_push)
    }
}

impl Game for WoodpushPath {
    type Position = PathPosition;
    /// Twice the cell, from 0 at the left; plus 1 for a push.
    type Move = u8;

    #[inline]
    fn scale(&self) -> &Scale {
        &self.rules.scale
    }

    fn start(&self) -> PathPosition {
        let board = Strip::start(self.rules.length, self.rules.pieces);
        PathPosition::new(board, Player::Max, Vec::new())
    }

    #[inline]
    fn player(&self, position: &PathPosition) -> Player {
        position.player
    }

    #[inline]
    fn outcome(&self, position: &PathPosition) -> Option<Outcome> {
        let cleared = self.rules.cleared(position.board);
        if cleared.is_none() && self.is_stuck(position) {
            return Some(self.rules.won(position.player.other(), position.board));
        }
        cleared
    }

    #[inline]
    fn moves(&self, position: &PathPosition, moves: &mut Vec<u8>) {
        let legal = |board, _| !position.repeats(board);
        self.rules.moves(position.board, position.player, moves, legal);
    }

    #[inline]
    fn play(&self, position: &mut PathPosition, mv: u8) {
        let (before, player) = (position.board, position.player);
        let after = self.rules.after(before, player, mv);
        let forward = mv.is_multiple_of(2);
        let lost = if forward {
            after.of(player) & !before.of(player) == 0
        } else {
            after.count() != before.count()
        };
        position.board = after;
        position.player = player.other();
        if lost {
            position.earlier.clear();
            position.marks = 0;
        } else {
            position.earlier.push(before);
            position.marks |= mark(before);
        }
    }

    #[inline]
    fn order_moves(&self, _: &PathPosition, moves: &mut [u8]) {
        rightmost_first(moves);
    }

    fn estimate(&self, position: &PathPosition) -> i32 {
        self.rules.estimate(position.board)
    }

    fn evaluations(&self) -> &'static [Evaluation] {
        Evaluation::ESTIMATE_ONLY
    }
}

impl Acyclic for WoodpushPath {}

impl TableKeyed for WoodpushPath {
    /// A hash: of the board and the player to move, and of the *set* of earlier boards, as their order does not matter.
    #[inline]
    fn table_key(&self, position: &PathPosition) -> u128 {
        let earlier = position
            .earlier
            .iter()
            .fold(0u128, |sum, board| sum.wrapping_add(hash128(&board.bits())));
        let player = u64::from(position.player == Player::Min) << 31;
        hash128(&(earlier, position.board.bits() | player))
    }
}

#[cfg(test)]
mod tests {
    use foregone_game::Notation;
    use foregone_game::notation::read_line;

    use super::*;
    use crate::woodpush::Score;

    fn game(length: u32, pieces: u32, score: Score) -> WoodpushPath {
        WoodpushPath::new(Rules::new(length, pieces, score, None).expect("rules"))
    }

    #[test]
    fn no_board_of_the_line_may_come_again() {
        let game = game(8, 4, Score::Pieces);
        let start = game.read_position("..RLLRL. R").expect("a position");
        let (after, _) = read_line(&game, start, "p6 f5 p3").expect("legal");
        assert_eq!(game.write_position(&after), "...RLLRL L ..RLLRL.,..RLL.RL,..RL.LRL");
        let error = game.read_move(&after, "p8").expect_err("closes the circle").0;
        assert_eq!(error, "this would repeat the board ..RLLRL.");
    }

    #[test]
    fn boards_are_forgotten_once_a_piece_has_left() {
        let game = game(5, 2, Score::Pieces);
        let (position, _) = read_line(&game, game.start(), "f2 f4").expect("legal");
        assert_eq!(game.write_position(&position), "LRL.R L LL.RR,L.LRR");
        let (position, _) = read_line(&game, position, "f3 f2").expect("legal");
        assert_eq!(game.write_position(&position), "L..LR L");
    }

    #[test]
    fn a_stuck_player_has_lost() {
        let game = game(3, 1, Score::Moves);
        let position = game.read_position("L.R L .LR").expect("a position");
        assert_eq!(game.outcome(&position).map(|outcome| game.scale().name(outcome)), Some("-3"));
        let position = game.read_position("L.R R LR.").expect("a position");
        assert_eq!(game.outcome(&position).map(|outcome| game.scale().name(outcome)), Some("3"));
        let free = game.read_position("L.R L").expect("a position");
        assert_eq!(game.outcome(&free), None);
    }

    /// The claim at the head of this file, as far as it is quickly checked.
    #[test]
    fn nobody_gets_stuck_in_play_on_small_boards() {
        fn walk(game: &WoodpushPath, position: &PathPosition) {
            if game.rules.cleared(position.board).is_some() {
                return;
            }
            assert!(!game.is_stuck(position), "{}", game.write_position(position));
            let (mut moves, mut child) = (Vec::new(), position.clone());
            game.moves(position, &mut moves);
            for mv in moves {
                child.clone_from(position);
                game.play(&mut child, mv);
                walk(game, &child);
            }
        }
        for (length, pieces) in (2..=10).map(|length| (length, 1)).chain([(4, 2), (5, 2), (6, 2)]) {
            let game = game(length, pieces, Score::Pieces);
            walk(&game, &game.start());
        }
    }

    #[test]
    fn a_search_tries_the_rightmost_piece_first() {
        let game = game(8, 3, Score::Pieces);
        let position = game.read_position("LL.RL.R. L").expect("a position");
        let mut moves = Vec::new();
        game.moves(&position, &mut moves);
        let names = |moves: &[u8]| -> Vec<String> {
            moves.iter().map(|&mv| game.write_move(&position, mv)).collect()
        };
        assert_eq!(names(&moves), ["f1", "f2", "f5", "p5"]);
        game.order_moves(&position, &mut moves);
        assert_eq!(names(&moves), ["f5", "p5", "f2", "f1"]);
    }

    #[test]
    fn copying_into_a_position_uses_its_memory_again() {
        let game = game(8, 3, Score::Pieces);
        let (long, _) = read_line(&game, game.start(), "f3 f7 f4 f5").expect("legal");
        let mut copy = long.clone();
        let memory = copy.earlier.as_ptr();
        copy.clone_from(&game.start());
        assert_eq!(copy, game.start());
        copy.clone_from(&long);
        assert_eq!((copy.earlier.as_ptr(), &copy), (memory, &long));
    }
}
