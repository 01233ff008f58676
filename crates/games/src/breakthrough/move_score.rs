//! Move scores for move ordering, and material for the estimate. Nothing here is a proof.

use foregone_game::Player;

use super::board::{self, Position};
use super::{Breakthrough, Field};

impl Breakthrough {
    /// How promising a move looks: arriving first, then captures, then cells that are not attacked or that another pawn
    /// guards; among these those near the own first row, because a player who runs out of waiting moves has to weaken
    /// the defence, and those away from the edge.
    #[inline]
    pub(super) fn score_move(&self, position: &Position, mv: board::Move) -> i32 {
        let field = self.field();
        let (from, to) = board::ends(mv);
        let (left, entered) = (1_u64 << from, 1_u64 << to);
        let (row, column) = (u32::from(to) / field.width(), u32::from(to) % field.width());
        let (other, strikes, guards, far) = match position.player {
            Player::Max => (
                position.black,
                field.strikes_back(position.black),
                field.strikes(position.white & !left),
                row,
            ),
            Player::Min => (
                position.white,
                field.strikes(position.white),
                field.strikes_back(position.black & !left),
                field.height() - 1 - row,
            ),
        };
        let arrives = i32::from(far == field.height() - 1);
        let captures = i32::from(other & entered != 0);
        let safe = i32::from(strikes & entered == 0);
        let guarded = i32::from(guards & entered != 0);
        let inside = column.min(field.width() - 1 - column) as i32;
        1_000 * arrives + 20 * captures + 4 * safe + 2 * guarded - 2 * far as i32 + inside
    }

    /// The material of a player: pawns count more the further they are, and more again if no pawn attacks them.
    pub(super) fn material(&self, position: &Position, player: Player) -> i32 {
        let white = self.field();
        let turned = |field: &Field, pawns| match player {
            Player::Max => pawns,
            Player::Min => field.turn(pawns),
        };
        let field = &self.fields[usize::from(player == Player::Min)];
        let own = turned(white, position.pawns(player));
        let other = turned(white, position.pawns(player.other()));
        let attacked = field.strikes_back(other);
        let rows = (0..field.height()).map(|row| {
            let (pawns, far) = (own & field.row(row), row as i32);
            let safe = pawns & !attacked;
            pawns.count_ones() as i32 * (10 + 2 * far) + safe.count_ones() as i32 * far * far
        });
        rows.sum()
    }
}
