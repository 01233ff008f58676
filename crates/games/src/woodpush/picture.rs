//! Woodpush as a picture.

use core::fmt::Write;

use foregone_game::{Drawing, Game, Picture, Place, Player};

use super::{PathPosition, PreviousPosition, Rules, Strip, WoodpushPath, WoodpushPrevious};
use crate::grid::{CELL, label};

fn status(player: Player, over: Option<&str>, earlier: usize) -> String {
    let mut text = match (over, player) {
        (Some(result), _) => format!("over: {result} for Left"),
        (None, Player::Max) => "Left to move (to the right)".to_owned(),
        (None, Player::Min) => "Right to move (to the left)".to_owned(),
    };
    if over.is_none() && earlier > 0 {
        let boards = if earlier == 1 { "board" } else { "boards" };
        write!(text, "; {earlier} earlier {boards} forbidden").expect("writing to a string");
    }
    text
}

/// The strip with the numbers of the cells below.
fn text(rules: &Rules, board: Strip, status: &str) -> String {
    let wide = rules.length.to_string().len();
    let (mut cells, mut numbers) = (String::new(), String::new());
    for (index, symbol) in board.text(rules.length).chars().enumerate() {
        let gap = if index == 0 { "" } else { " " };
        write!(cells, "{gap}{symbol:>wide$}").expect("writing to a string");
        write!(numbers, "{gap}{:>wide$}", index + 1).expect("writing to a string");
    }
    format!("{cells}\n{numbers}\n{status}\n")
}

const MARGIN: u32 = 16;

/// The strip as a drawing; a piece is an arrow head in the direction it moves, with its player's letter. The cells are those of
/// the strip from the left, and then the two ends over which pieces leave it.
fn drawing(rules: &Rules, board: Strip, status: &str) -> Drawing {
    let strip = rules.length * CELL;
    let width = (strip + 2 * MARGIN).max(7 * status.len() as u32 + 2 * MARGIN);
    let height = CELL + 5 * MARGIN;
    let mut out = Drawing::new(width, height, format!("{}: {status}", board.text(rules.length)));
    for cell in 0..rules.length {
        let (x, y) = (MARGIN + cell * CELL, MARGIN);
        out.draw(&format!(
            "<rect class=\"board\" x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"#eef2f5\" stroke=\"#44546a\"/>"
        ));
        for player in [Player::Max, Player::Min] {
            if board.of(player) >> cell & 1 != 0 {
                out.draw(&piece(player, x, y));
            }
        }
        let name = (cell + 1).to_string();
        out.draw(&label(x + CELL / 2, y + CELL + 18, "middle", &name));
        out.cell(name, (x + CELL / 2, y + CELL / 2), (CELL, CELL));
    }
    let middle = MARGIN + CELL / 2;
    out.cell("left end", (MARGIN / 2, middle), (MARGIN, CELL));
    out.cell("right end", (MARGIN + strip + MARGIN / 2, middle), (MARGIN, CELL));
    out.draw(&label(MARGIN, height - 12, "start", status));
    out
}

/// From the cell of the piece to where the move takes it: ahead to the nearest empty cell or off the strip, or one cell back.
fn places(rules: &Rules, board: Strip, player: Player, mv: u8) -> Vec<Place> {
    let (cell, last) = (u32::from(mv / 2), rules.length - 1);
    let (left_end, right_end) = (last + 1, last + 2);
    let is_push = !mv.is_multiple_of(2);
    let entered = rules.after(board, player, mv).of(player) & !board.of(player);
    let to = match (is_push, player) {
        // An opponent is right behind a piece that pushes, so there is a cell behind it.
        (true, Player::Max) => cell - 1,
        (true, Player::Min) => cell + 1,
        (false, _) if entered != 0 => entered.trailing_zeros(),
        (false, Player::Max) => right_end,
        (false, Player::Min) => left_end,
    };
    vec![Place::Path { from: cell as usize, to: to as usize }]
}

fn piece(player: Player, x: u32, y: u32) -> String {
    let (class, back, path) = match player {
        Player::Max => ("first", x + 6, "h16l12 14l-12 14h-16z"),
        Player::Min => ("second", x + 34, "h-16l-12 14l12 14h16z"),
    };
    let (letter, letter_x, fill, ink) = match player {
        Player::Max => ('L', x + 17, "#14507d", "#ffffff"),
        Player::Min => ('R', x + 23, "#f6c04d", "#3d2a00"),
    };
    format!(
        "<path class=\"{class}\" d=\"M{back} {}{path}\" fill=\"{fill}\" stroke=\"#22303f\" stroke-width=\"2\"/><text class=\"{class}-mark\" x=\"{letter_x}\" y=\"{}\" text-anchor=\"middle\" font-weight=\"bold\" fill=\"{ink}\">{letter}</text>",
        y + 6,
        y + 25
    )
}

impl Picture for WoodpushPath {
    fn text(&self, position: &PathPosition) -> String {
        let over = self.outcome(position).map(|outcome| self.rules.scale.name(outcome));
        text(&self.rules, position.board, &status(position.player, over, position.earlier.len()))
    }

    fn drawing(&self, position: &PathPosition) -> Drawing {
        let over = self.outcome(position).map(|outcome| self.rules.scale.name(outcome));
        drawing(&self.rules, position.board, &status(position.player, over, position.earlier.len()))
    }

    fn places(&self, position: &PathPosition, mv: u8, _: &Drawing) -> Vec<Place> {
        places(&self.rules, position.board, position.player, mv)
    }
}

impl Picture for WoodpushPrevious {
    fn text(&self, position: &PreviousPosition) -> String {
        let over = self.outcome(position).map(|outcome| self.rules.scale.name(outcome));
        let earlier = usize::from(position.previous.is_some());
        text(&self.rules, position.board, &status(position.player, over, earlier))
    }

    fn drawing(&self, position: &PreviousPosition) -> Drawing {
        let over = self.outcome(position).map(|outcome| self.rules.scale.name(outcome));
        let earlier = usize::from(position.previous.is_some());
        drawing(&self.rules, position.board, &status(position.player, over, earlier))
    }

    fn places(&self, position: &PreviousPosition, mv: u8, _: &Drawing) -> Vec<Place> {
        places(&self.rules, position.board, position.player, mv)
    }
}
