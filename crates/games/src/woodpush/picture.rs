//! Woodpush as a picture.

use core::fmt::Write;

use foregone_game::{Game, Picture, Player};

use super::{PathPosition, PreviousPosition, Rules, Strip, WoodpushPath, WoodpushPrevious};
use crate::grid::{label, svg_head};

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

const CELL: u32 = 40;
const MARGIN: u32 = 16;

/// The strip as a drawing; a piece is an arrow head in the direction it moves, with its player's letter.
fn svg(rules: &Rules, board: Strip, status: &str) -> String {
    let strip = rules.length * CELL;
    let width = (strip + 2 * MARGIN).max(7 * status.len() as u32 + 2 * MARGIN);
    let height = CELL + 5 * MARGIN;
    let mut out = svg_head(width, height, &format!("{}: {status}", board.text(rules.length)));
    for cell in 0..rules.length {
        let (x, y) = (MARGIN + cell * CELL, MARGIN);
        writeln!(
            out,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"#eef2f5\" stroke=\"#44546a\"/>"
        )
        .expect("writing to a string");
        for player in [Player::Max, Player::Min] {
            if board.of(player) >> cell & 1 != 0 {
                out.push_str(&piece(player, x, y));
            }
        }
        let number = label(x + CELL / 2, y + CELL + 18, "middle", &(cell + 1).to_string());
        writeln!(out, "{number}").expect("writing to a string");
    }
    writeln!(out, "{}\n</svg>", label(MARGIN, height - 12, "start", status))
        .expect("writing to a string");
    out
}

fn piece(player: Player, x: u32, y: u32) -> String {
    let (back, path, letter, letter_x, fill, ink) = match player {
        Player::Max => (x + 6, "h16l12 14l-12 14h-16z", 'L', x + 17, "#14507d", "#ffffff"),
        Player::Min => (x + 34, "h-16l-12 14l12 14h16z", 'R', x + 23, "#f6c04d", "#3d2a00"),
    };
    format!(
        "<path d=\"M{back} {}{path}\" fill=\"{fill}\" stroke=\"#22303f\" stroke-width=\"2\"/><text x=\"{letter_x}\" y=\"{}\" text-anchor=\"middle\" font-weight=\"bold\" fill=\"{ink}\">{letter}</text>\n",
        y + 6,
        y + 25
    )
}

impl Picture for WoodpushPath {
    fn text(&self, position: &PathPosition) -> String {
        let over = self.outcome(position).map(|outcome| self.rules.scale.name(outcome));
        text(&self.rules, position.board, &status(position.player, over, position.earlier.len()))
    }

    fn svg(&self, position: &PathPosition) -> String {
        let over = self.outcome(position).map(|outcome| self.rules.scale.name(outcome));
        svg(&self.rules, position.board, &status(position.player, over, position.earlier.len()))
    }
}

impl Picture for WoodpushPrevious {
    fn text(&self, position: &PreviousPosition) -> String {
        let over = self.outcome(position).map(|outcome| self.rules.scale.name(outcome));
        let earlier = usize::from(position.previous.is_some());
        text(&self.rules, position.board, &status(position.player, over, earlier))
    }

    fn svg(&self, position: &PreviousPosition) -> String {
        let over = self.outcome(position).map(|outcome| self.rules.scale.name(outcome));
        let earlier = usize::from(position.previous.is_some());
        svg(&self.rules, position.board, &status(position.player, over, earlier))
    }
}
