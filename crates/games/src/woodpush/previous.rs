//! Woodpush with `ko=previous`: no move may undo the opponent's last move.
//!
//! This is the rule as Saffidine and Cazenave 2012 §5.2 state it. It allows longer cycles, for example `..RLLRL.` Right to
//! move, `..RLL.RL`, `..RL.LRL`, `...RLLRL` and back, so the game is not acyclic but says what infinite play is worth
//! (`loop=V`).
//!
//! Only a push can undo the opponent's last move, and only one that was a push: every move takes a piece of its own
//! player along, while a forward move leaves the opponent's pieces alone and so cannot put that piece back. Hence
//! forward moves are never forbidden, a player with pieces always has a move, and the earlier board has to be
//! remembered only while a push could bring it back.

use foregone_game::{
    Cyclic, Evaluation, Game, InvalidGame, Keyed, Outcome, Player, Scale, TableKeyed,
};

use super::{Rules, Strip, cells, rightmost_first};

/// Woodpush with `ko=previous`. Positions are small and have a key, but play can go in circles.
#[derive(Clone, Debug)]
pub struct WoodpushPrevious {
    pub(super) rules: Rules,
    infinite: Outcome,
}

/// A board, whose turn it is, and the board that may not come back.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PreviousPosition {
    pub(super) board: Strip,
    pub(super) player: Player,
    /// The board before the opponent's last move, if a push could bring it back.
    pub(super) previous: Option<Strip>,
}

impl WoodpushPrevious {
    /// The game with these rules in which a play that never ends has that score: 0, which is then added to the scale,
    /// or one that is on it. The error is a sentence about why there is no such game.
    pub fn new(rules: Rules, infinite: &str) -> Result<WoodpushPrevious, InvalidGame> {
        let rules = if infinite == "0" { rules.with_draw()? } else { rules };
        match rules.scale.find(infinite) {
            Some(infinite) => Ok(WoodpushPrevious { rules, infinite }),
            None => Err(InvalidGame(format!(
                "woodpush has no loop=\"{infinite}\"; it may be a whole number from -{limit} to {limit}",
                limit = rules.limit
            ))),
        }
    }

    /// Whether a push of that player would lead from the one board to the other.
    #[inline]
    pub(super) fn is_push(&self, from: Strip, player: Player, to: Strip) -> bool {
        cells(from.pushers(player)).any(|cell| from.push(self.rules.full, player, cell) == to)
    }
}

impl Game for WoodpushPrevious {
    type Position = PreviousPosition;
    /// Twice the cell, from 0 at the left; plus 1 for a push.
    type Move = u8;

    #[inline]
    fn scale(&self) -> &Scale {
        &self.rules.scale
    }

    fn start(&self) -> PreviousPosition {
        let board = Strip::start(self.rules.length, self.rules.pieces);
        PreviousPosition { board, player: Player::Max, previous: None }
    }

    #[inline]
    fn player(&self, position: &PreviousPosition) -> Player {
        position.player
    }

    #[inline]
    fn outcome(&self, position: &PreviousPosition) -> Option<Outcome> {
        self.rules.cleared(position.board)
    }

    #[inline]
    fn moves(&self, position: &PreviousPosition, moves: &mut Vec<u8>) {
        let legal = |board, push: bool| !(push && position.previous == Some(board));
        self.rules.moves(position.board, position.player, moves, legal);
    }

    #[inline]
    fn play(&self, position: &mut PreviousPosition, mv: u8) {
        let before = position.board;
        let board = self.rules.after(before, position.player, mv);
        let player = position.player.other();
        let pushed = mv % 2 == 1;
        let previous = (pushed && self.is_push(board, player, before)).then_some(before);
        *position = PreviousPosition { board, player, previous };
    }

    #[inline]
    fn order_moves(&self, _: &PreviousPosition, moves: &mut [u8]) {
        rightmost_first(moves);
    }

    fn estimate(&self, position: &PreviousPosition) -> i32 {
        self.rules.estimate(position.board)
    }

    fn evaluations(&self) -> &'static [Evaluation] {
        Evaluation::ESTIMATE_ONLY
    }
}

impl Keyed for WoodpushPrevious {
    /// Board (30 bits for each player), player to move, and the board that may not come back.
    type Key = u128;

    #[inline]
    fn key(&self, position: &PreviousPosition) -> u128 {
        let previous = position.previous.map_or(0, Strip::bits);
        let player = u64::from(position.player == Player::Min) << 31;
        u128::from(position.board.bits() | player) | u128::from(previous) << 64
    }
}

impl TableKeyed for WoodpushPrevious {
    #[inline]
    fn table_key(&self, position: &PreviousPosition) -> u128 {
        self.key(position)
    }
}

impl Cyclic for WoodpushPrevious {
    #[inline]
    fn infinite(&self, _: &Self::Position) -> Outcome {
        self.infinite
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use foregone_game::Notation;
    use foregone_game::conformance::{self, Conformance};
    use foregone_game::notation::read_line;

    use super::*;
    use crate::woodpush::Score;

    fn game(length: u32, pieces: u32) -> WoodpushPrevious {
        let rules = Rules::new(length, pieces, Score::Pieces, None).expect("rules");
        WoodpushPrevious::new(rules, "0").expect("a score")
    }

    #[test]
    fn play_can_go_in_circles() {
        let game = game(8, 4);
        let start = game.read_position("..RLLRL. R").expect("a position");
        let (once, _) = read_line(&game, start, "p6 f5 p3 p8").expect("legal");
        let (twice, _) = read_line(&game, once, "p6 f5 p3 p8").expect("legal");
        assert_eq!((once.board, once), (start.board, twice));
    }

    #[test]
    fn the_scale_has_a_draw_only_if_infinite_play_is_one() {
        let rules = || Rules::new(4, 2, Score::Pieces, None).expect("rules");
        let drawn = WoodpushPrevious::new(rules(), "0").expect("a score");
        let judged = WoodpushPrevious::new(rules(), "-1").expect("a score");
        assert_eq!(drawn.scale().names(), ["-2", "-1", "0", "1", "2"]);
        assert_eq!(judged.scale().names(), ["-2", "-1", "1", "2"]);
        let worth = |game: &WoodpushPrevious| game.infinite(&game.start());
        assert_eq!((worth(&drawn), worth(&judged)), (Outcome(2), Outcome(1)));
        for (game, board, score) in [
            (&drawn, "L.L. R", "2"),
            (&drawn, "..R. L", "-1"),
            (&judged, "L.L. R", "2"),
            (&judged, "..R. L", "-1"),
        ] {
            let over = game.read_position(board).expect("a position");
            assert_eq!(game.outcome(&over), game.scale().find(score), "{board}");
        }
    }

    #[test]
    fn the_last_push_cannot_be_undone_at_once() {
        let game = game(6, 1);
        let start = game.read_position("..RL.. R").expect("a position");
        let (after, _) = read_line(&game, start, "p3").expect("legal");
        assert_eq!(game.write_position(&after), "...RL. L ..RL..");
        let error = game.read_move(&after, "p5").expect_err("undoes the push").0;
        assert_eq!(error, "this would repeat the board ..RL..");
        let (after, _) = read_line(&game, after, "f5").expect("forward is always possible");
        assert_eq!(after.previous, None, "nothing to undo");
    }

    /// What the head of this file claims: forgetting boards that no push brings back changes nothing, and nobody
    /// with pieces is stuck. Compared with the rule taken literally, on every position of small boards.
    #[test]
    fn forgetting_harmless_boards_keeps_the_rule() {
        for (length, pieces) in [(4, 2), (5, 2), (6, 2), (6, 3), (7, 3)] {
            let game = game(length, pieces);
            let rules = &game.rules;
            let mut seen = HashSet::new();
            let mut open = vec![(game.start(), None::<Strip>)];
            while let Some((position, before)) = open.pop() {
                if !seen.insert((position, before)) || game.outcome(&position).is_some() {
                    continue;
                }
                let (board, player) = (position.board, position.player);
                let (mut found, mut literal) = (Vec::new(), Vec::new());
                game.moves(&position, &mut found);
                rules.moves(board, player, &mut literal, |after, _| Some(after) != before);
                assert_eq!(found, literal, "{}", game.write_position(&position));
                assert!(!found.is_empty());
                for mv in found {
                    let mut child = position;
                    game.play(&mut child, mv);
                    open.push((child, Some(board)));
                }
            }
            assert!(seen.len() > 30, "{length},{pieces}: {}", seen.len());
        }
    }

    #[test]
    fn an_earlier_board_without_consequences_is_dropped() {
        let game = game(6, 2);
        let position = game.read_position("L.R..R L L..R.R").expect("a position");
        assert_eq!(game.write_position(&position), "L.R..R L");
        assert!(game.read_position("L.R..R L L..R.R,L...RR").is_err());
        conformance::keys(&game, &Conformance { seed: 5, playouts: 200, positions: 0 });
    }
}
