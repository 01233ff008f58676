//! Reading positions, and refusing those that no play leads to.

use foregone_game::{Game, Notation, NotationError, Player};

use super::notation::{called, letter, name};
use super::{Breakthrough, Position, cells};

impl Breakthrough {
    pub(super) fn read(&self, text: &str) -> Result<Position, NotationError> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let [board, player] = words.as_slice() else {
            return Err(NotationError(format!(
                "a position is a board and the player to move, for example \"{}\"",
                self.write_position(&self.start())
            )));
        };
        let (white, black) = self.read_board(board)?;
        let player = match *player {
            "w" => Player::Max,
            "b" => Player::Min,
            other => {
                return Err(NotationError(format!(
                    "the player to move is w (White) or b (Black), not \"{other}\""
                )));
            }
        };
        let position = Position { white, black, player };
        self.check(&position).map(|()| position)
    }

    fn read_board(&self, text: &str) -> Result<(u64, u64), NotationError> {
        let field = self.field();
        let (width, height) = (field.width() as usize, field.height() as usize);
        let rows: Vec<&str> = text.split('/').collect();
        if rows.len() != height {
            return Err(NotationError(format!(
                "a board has {height} rows separated by \"/\", top row first; this one has {}",
                rows.len()
            )));
        }
        let (mut white, mut black) = (0_u64, 0_u64);
        for (from_top, text) in rows.into_iter().enumerate() {
            let (number, length) = (from_top + 1, text.chars().count());
            if length != width {
                return Err(NotationError(format!(
                    "row {number} from the top has {length} cells instead of {width}"
                )));
            }
            for (column, symbol) in text.chars().enumerate() {
                let cell = ((height - number) * width + column) as u8;
                let (bit, is_wall) = (1 << cell, field.open() >> cell & 1 == 0);
                match symbol {
                    '#' if is_wall => {}
                    '#' | 'w' | 'b' | '.' if is_wall || symbol == '#' => {
                        return Err(self.misplaced(cell, symbol, is_wall));
                    }
                    '.' => {}
                    'w' => white |= bit,
                    'b' => black |= bit,
                    other => {
                        return Err(NotationError(format!(
                            "'{other}' in row {number} from the top; cells are w (White), b (Black), . (empty) or # (wall)"
                        )));
                    }
                }
            }
        }
        Ok((white, black))
    }

    /// A wall that the board does not have, or something else where it has one.
    fn misplaced(&self, cell: u8, symbol: char, is_wall: bool) -> NotationError {
        let (place, spelling) = (name(self.field(), cell), self.spelling());
        NotationError(if is_wall {
            format!("{place} is a wall of breakthrough:{spelling}, so it is # and not '{symbol}'")
        } else {
            format!("{place} is # but no wall of breakthrough:{spelling}")
        })
    }

    /// Refuses positions that no play leads to: too many pawns, arrived pawns that did not end the game, and an opponent
    /// without pawns who must have moved last.
    fn check(&self, position: &Position) -> Result<(), NotationError> {
        let (field, mover) = (self.field(), position.player);
        let most = self.rows * field.width();
        let far = |player| match player {
            Player::Max => position.white & field.goal(),
            Player::Min => position.black & field.row(0),
        };
        for player in [Player::Max, Player::Min] {
            let count = position.pawns(player).count_ones();
            if count > most {
                return Err(NotationError(format!(
                    "{count} {}: {} has {most} pawns at most",
                    letter(player),
                    called(player)
                )));
            }
        }
        let arrived: Vec<String> =
            cells(far(Player::Max) | far(Player::Min)).map(|cell| name(field, cell)).collect();
        if arrived.len() > 1 {
            return Err(NotationError(format!(
                "there are pawns on the far rows on {}, but the first one there ends the game",
                arrived.join(" and ")
            )));
        }
        if far(mover) != 0 {
            return Err(NotationError(format!(
                "{} has a pawn on the far row on {}, so the game was over before {}'s last move",
                called(mover),
                arrived[0],
                called(mover.other())
            )));
        }
        if position.pawns(mover.other()) == 0 {
            return Err(NotationError(format!(
                "{} has no pawn, but must have moved last, since it is {}'s turn",
                called(mover.other()),
                called(mover)
            )));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn impossible_positions_are_refused_with_a_reason() {
        let game = Breakthrough::new(3, 5, 0).and_then(|game| game.walled("c3")).expect("a board");
        let refused = |text: &str| game.read_position(text).expect_err(text).0;
        for (text, sentence) in [
            (
                "bbb/bbb/..#/www/www",
                "a position is a board and the player to move, for example \"bbb/bbb/..#/www/www w\"",
            ),
            (
                "bbb/bbb/..#/www w",
                "a board has 5 rows separated by \"/\", top row first; this one has 4",
            ),
            ("bbb/bbb/..#./www/www w", "row 3 from the top has 4 cells instead of 3"),
            (
                "bbb/bbb/..#/wxw/www w",
                "'x' in row 4 from the top; cells are w (White), b (Black), . (empty) or # (wall)",
            ),
            (
                "bbb/bbb/..w/www/www w",
                "c3 is a wall of breakthrough:3x5,walls=c3, so it is # and not 'w'",
            ),
            ("bbb/b#b/..#/www/www w", "b4 is # but no wall of breakthrough:3x5,walls=c3"),
            ("bbb/bbb/b.#/www/www w", "7 b: Black has 6 pawns at most"),
            (
                "wbw/.../..#/.../... b",
                "there are pawns on the far rows on a5 and c5, but the first one there ends the game",
            ),
            (
                "wbb/.../..#/.../..b b",
                "there are pawns on the far rows on c1 and a5, but the first one there ends the game",
            ),
            (
                "wbb/.../..#/.../... w",
                "White has a pawn on the far row on a5, so the game was over before Black's last move",
            ),
            (
                "bb./.../..#/w../..b b",
                "Black has a pawn on the far row on c1, so the game was over before White's last move",
            ),
            (
                ".../.../..#/w../... w",
                "Black has no pawn, but must have moved last, since it is White's turn",
            ),
            ("bbb/bbb/..#/www/www x", "the player to move is w (White) or b (Black), not \"x\""),
        ] {
            assert_eq!(refused(text), sentence);
        }
    }
}
