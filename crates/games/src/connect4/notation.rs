//! Connect Four as people write it: columns from 1, `4453` as digits on boards of up to nine columns.

use foregone_game::{Notation, NotationError, Player};

use super::{Board, Connect4, Position};
use crate::grid;

impl<W: Board> Connect4<W> {
    /// Whether a column is always one digit, so that moves need no separator.
    fn one_digit(&self) -> bool {
        self.columns <= 9
    }

    /// What stands on a cell.
    pub(super) fn stone(&self, position: &Position<W>, column: u32, row: u32) -> grid::Cell {
        let (max, min) = self.stones(position);
        let cell = self.cell(column, row);
        if max & cell != W::ZERO {
            Some(Player::Max)
        } else if min & cell != W::ZERO {
            Some(Player::Min)
        } else {
            None
        }
    }

    /// How many stones lie in a column.
    pub(super) fn height(&self, position: &Position<W>, column: u32) -> u32 {
        (0..self.rows)
            .find(|&row| position.all & self.cell(column, row) == W::ZERO)
            .unwrap_or(self.rows)
    }
}

impl<W: Board> Notation for Connect4<W> {
    fn write_move(&self, _: &Position<W>, column: u8) -> String {
        (column + 1).to_string()
    }

    fn read_move(&self, position: &Position<W>, text: &str) -> Result<u8, NotationError> {
        let columns = self.columns;
        let column = match text.parse::<u32>() {
            Ok(number) if (1..=columns).contains(&number) => number - 1,
            _ => {
                return Err(NotationError(format!(
                    "a move is the number of a column, from 1 to {columns}"
                )));
            }
        };
        if self.height(position, column) == self.rows {
            return Err(NotationError(format!("column {} is full", column + 1)));
        }
        Ok(column as u8)
    }

    fn write_position(&self, position: &Position<W>) -> String {
        grid::write_rows(self.columns, self.rows, |column, row| self.stone(position, column, row))
    }

    fn read_position(&self, text: &str) -> Result<Position<W>, NotationError> {
        let (mut max, mut min) = (W::ZERO, W::ZERO);
        let (max_count, min_count) =
            grid::read_rows(text, self.columns, self.rows, |column, row, player| {
                let stones = if player == Player::Max { &mut max } else { &mut min };
                *stones = *stones | self.cell(column, row);
            })?;
        let mover = if max_count == min_count { max } else { min };
        let position = Position { mover, all: max | min, plies: (max_count + min_count) as u8 };
        for column in 0..self.columns {
            let height = self.height(&position, column);
            for row in height..self.rows {
                if position.all & self.cell(column, row) != W::ZERO {
                    return Err(NotationError(format!(
                        "the stone in column {}, row {} from the bottom rests on nothing",
                        column + 1,
                        row + 1
                    )));
                }
            }
        }
        if self.has_line(position.mover) {
            let (line, last) = if max_count == min_count { ("x", "o") } else { ("o", "x") };
            return Err(NotationError(format!(
                "{line} has four in a row, so the game was over before the last stone of {last}"
            )));
        }
        Ok(position)
    }

    /// At white space and commas; on boards of up to nine columns also between digits.
    fn split_moves<'t>(&self, text: &'t str) -> Vec<&'t str> {
        let mut moves = Vec::new();
        for piece in text.split(|c: char| c.is_whitespace() || c == ',') {
            if self.one_digit() {
                moves.extend(
                    piece.char_indices().map(|(at, symbol)| &piece[at..at + symbol.len_utf8()]),
                );
            } else if !piece.is_empty() {
                moves.push(piece);
            }
        }
        moves
    }

    fn join_moves(&self, moves: &[String]) -> String {
        moves.join(if self.one_digit() { "" } else { "," })
    }
}

#[cfg(test)]
mod tests {
    use foregone_game::Game;
    use foregone_game::notation::read_line;

    use super::*;
    use crate::connect4::Score;

    fn error(game: &Connect4, text: &str) -> String {
        game.read_position(text).expect_err(text).0
    }

    #[test]
    fn digits_commas_and_spaces_are_all_read() {
        let game = Connect4::<u64>::new(7, 6, Score::Result).expect("a board");
        let (position, line) = read_line(&game, game.start(), "4453").expect("legal");
        assert_eq!(line, [3, 3, 4, 2]);
        for text in ["4,4,5,3", "4 4 5 3", " 44, 53 "] {
            assert_eq!(read_line(&game, game.start(), text).expect("legal").0, position);
        }
        let wide = Connect4::<u64>::new(12, 4, Score::Result).expect("a board");
        assert_eq!(read_line(&wide, wide.start(), "10,1 12").expect("legal").1, [9, 0, 11]);
    }

    #[test]
    fn bad_moves_are_named_by_number() {
        let game = Connect4::<u64>::new(4, 5, Score::Result).expect("a board");
        let error = |text| read_line(&game, game.start(), text).expect_err(text).0;
        assert_eq!(error("115"), "move 3 (\"5\"): a move is the number of a column, from 1 to 4");
        assert_eq!(error("111111"), "move 6 (\"1\"): column 1 is full");
        assert!(error("12121213").starts_with("move 8 (\"3\"): the game is already over (win)"));
    }

    #[test]
    fn impossible_positions_are_refused_with_a_reason() {
        let game = Connect4::<u64>::new(4, 4, Score::Result).expect("a board");
        assert!(error(&game, "..../..../....").contains("has 4 rows"));
        assert!(error(&game, "..../..../.../....").contains("row 3 from the top has 3 cells"));
        assert!(error(&game, "..../..../..?./....").contains("'?' in row 3"));
        assert!(error(&game, "..../..../..../xx..").contains("2 x and 0 o"));
        assert!(error(&game, "..../..../x.../.o..").contains("column 1, row 2 from the bottom"));
        let line = error(&game, "..../o.../xxx./oooo");
        assert!(line.contains("5 o") && line.contains("3 x"), "{line}");
        assert!(error(&game, "o.../o.../oo../xxxx").contains("x has four in a row"));
    }
}
