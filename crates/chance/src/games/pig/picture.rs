//! Pig and Piglet as a drawing: a bar for each player up to the target, the total of the turn at its end, and the die.

use core::fmt::Write;

use foregone_game::drawing::label;
use foregone_game::{Drawing, Player};

use super::super::picture::{class, colours, die};
use super::{Pig, Position, Thrown, place};
use crate::game::{ChanceGame, Turn};
use crate::notation::ChanceNotation;

/// Where the bars begin, how long they are up to the target, and how high.
const LEFT: u32 = 84;
const LONG: u32 = 300;
const HIGH: u32 = 30;
/// The tops of the bars.
const TOPS: [u32; 2] = [34, 84];
/// The size of the drawing.
const SIZE: (u32, u32) = (LEFT + LONG + 76, 176);

impl<const LIMITED: bool> Pig<LIMITED> {
    /// The drawing of a position.
    pub(super) fn draw(&self, position: &Position) -> Drawing {
        let (status, (width, height)) = (self.status(position), SIZE);
        let mut out = Drawing::new(width, height, status.as_str());
        for player in [Player::Max, Player::Min] {
            out.draw(&self.bar(position, player));
        }
        let (target, end) = (LEFT + LONG, TOPS[1] + HIGH + 10);
        out.draw(&format!(
            "<path class=\"goal\" d=\"M{target} 22V{end}\" stroke=\"#b4302d\" stroke-width=\"2\" stroke-dasharray=\"5 3\"/>"
        ));
        out.draw(&label(target, 16, "middle", &format!("target {}", self.target)));
        let (x, y) = (16, (SIZE.1 - 46) as i32);
        if self.turn(position) == Turn::Chance {
            out.draw(&match self.thrown {
                Thrown::Die => die(x, y, 30, None),
                Thrown::Coin => coin(x, y),
            });
        }
        let left = if self.turn(position) == Turn::Chance { 58 } else { 16 };
        out.draw(&label(left, height - 25, "start", &self.sentence(position, &status)));
        out
    }

    /// How long a part of a bar is.
    fn length(&self, points: u16) -> u32 {
        let most = u32::from(self.target);
        u32::from(points).min(most) * LONG / most
    }

    fn bar(&self, position: &Position, player: Player) -> String {
        let ([fill, edge, _], top) = (colours(player), TOPS[place(player)]);
        let score = position.scores[place(player)];
        let total = if position.player == player { position.total } else { 0 };
        let (banked, reached) = (self.length(score), self.length(score.saturating_add(total)));
        let class = class(player);
        let middle = top + HIGH / 2 + 5;
        let points = match total {
            0 => score.to_string(),
            total => format!("{score} + {total}"),
        };
        let frame = format!(
            "<rect class=\"board\" x=\"{LEFT}\" y=\"{top}\" width=\"{LONG}\" height=\"{HIGH}\" fill=\"#eef2f5\" stroke=\"#c3ccd5\"/>"
        );
        let part = |from: u32, to: u32, opacity: &str| match to > from {
            true => format!(
                "<rect class=\"{class}\" x=\"{}\" y=\"{top}\" width=\"{}\" height=\"{HIGH}\" fill=\"{fill}\" fill-opacity=\"{opacity}\" stroke=\"{edge}\"/>",
                LEFT + from,
                to - from
            ),
            false => String::new(),
        };
        let mark = match position.player == player && position.scores != [self.target; 2] {
            true => format!(
                "<path class=\"goal\" d=\"M8 {}l9 6l-9 6z\" fill=\"#b4302d\"/>",
                middle - 11
            ),
            false => String::new(),
        };
        format!(
            "{frame}{}{}{mark}{}{}",
            part(0, banked, "1"),
            part(banked, reached, "0.4"),
            label(24, middle, "start", class),
            label(LEFT + LONG + 10, middle, "start", &points)
        )
    }

    /// Who does what.
    fn sentence(&self, position: &Position, status: &str) -> String {
        let who = if position.player == Player::Max { "first" } else { "second" };
        let mut text = match self.turn(position) {
            Turn::Over(_) => status.to_owned(),
            Turn::Chance => format!("the {who} player throws"),
            _ => format!("the {who} player has {} this turn: roll or hold", position.total),
        };
        if LIMITED {
            write!(text, "; turns left: {}", position.turns).expect("writing to a string");
        }
        text
    }
}

/// A coin in the air.
fn coin(x: i32, y: i32) -> String {
    let (x, y) = (x + 15, y + 15);
    format!(
        "<circle class=\"coin\" cx=\"{x}\" cy=\"{y}\" r=\"15\" fill=\"#e8d9a8\" stroke=\"#6b5a1e\" stroke-width=\"2\"/><text class=\"coin-mark\" x=\"{x}\" y=\"{}\" text-anchor=\"middle\" font-weight=\"bold\" fill=\"#6b5a1e\">?</text>",
        y + 5
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_are_as_long_as_the_scores() {
        let game = Pig::with_die(100).expect("a target");
        let position = game.read_position("50:25+10 max choose").expect("a position");
        let svg = game.draw(&position).shapes;
        for part in [
            "width=\"150\"",
            "width=\"75\"",
            "width=\"30\"",
            "50 + 10",
            "target 100",
            "roll or hold",
        ] {
            assert!(svg.contains(part), "{part} in {svg}");
        }
        assert!(game.draw(&game.start()).shapes.contains("the first player throws"));
        let over = game.read_position("98:0+6 max choose").expect("a won game");
        assert!(game.draw(&over).shapes.contains("over: win"));
        let coin = Pig::with_coin(3).expect("a target").limited(4).expect("turns");
        assert!(coin.draw(&coin.start()).shapes.contains("turns left: 4"));
    }
}
