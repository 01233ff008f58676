//! Hypergammon as a drawing: the board as the first player sees it, home below on the right, and the dice.

use foregone_game::drawing::label;
use foregone_game::{Drawing, Place, Player};

use super::side::{BAR, OFF, mirrored};
use super::{Hypergammon, Phase, Position};
use crate::games::picture::{class, colours, die};
use crate::notation::ChanceNotation;

/// The width of a point, of the bar, and of the place for checkers that are off.
const WIDE: u32 = 34;
const BAR_WIDE: u32 = 38;
const OFF_WIDE: u32 = 40;
/// Where the board begins, and how high half of it is.
const LEFT: u32 = 14;
const TOP: u32 = 30;
const HALF: u32 = 116;
/// The height of a point, the radius of a checker, and the distance of checkers on a point.
const POINT: u32 = 96;
const RADIUS: u32 = 14;
const STEP: u32 = 29;
/// The size of the board and of the drawing.
const BOARD: (u32, u32) = (12 * WIDE + BAR_WIDE + OFF_WIDE, 2 * HALF);
const SIZE: (u32, u32) = (BOARD.0 + 2 * LEFT, TOP + BOARD.1 + 90);

/// The names of the cells after the points 1 to 24, for the first and the second player.
const ASIDE: [[&str; 2]; 2] =
    [["first player's bar", "second player's bar"], ["first player off", "second player off"]];

fn index(player: Player) -> usize {
    usize::from(player == Player::Min)
}

/// The place among the cells of where a checker is by the count of its player.
fn cell(player: Player, place: u8) -> usize {
    match (place, player) {
        (BAR, _) => 24 + index(player),
        (OFF, _) => 26 + index(player),
        (point, Player::Max) => usize::from(point) - 1,
        (point, Player::Min) => usize::from(mirrored(point)) - 1,
    }
}

/// Whether a cell is in the upper half: the points from 13 on, and where the second player's checkers wait.
fn is_above(cell: usize) -> bool {
    match cell {
        0..24 => cell >= 12,
        aside => aside % 2 == 1,
    }
}

/// The middle of a cell across the board.
fn across(cell: usize) -> u32 {
    let column = |column: usize| {
        let bar = if column >= 6 { BAR_WIDE } else { 0 };
        LEFT + column as u32 * WIDE + WIDE / 2 + bar
    };
    match cell {
        0..12 => column(11 - cell),
        12..24 => column(cell - 12),
        24 | 25 => LEFT + 6 * WIDE + BAR_WIDE / 2,
        _ => LEFT + 12 * WIDE + BAR_WIDE + OFF_WIDE / 2,
    }
}

impl Hypergammon {
    /// The drawing of a position.
    pub(super) fn draw(&self, position: &Position) -> Drawing {
        let status = self.status(position);
        let mut out = Drawing::new(SIZE.0, SIZE.1, status.as_str());
        out.draw(&format!(
            "<rect class=\"board\" x=\"{LEFT}\" y=\"{TOP}\" width=\"{}\" height=\"{}\" fill=\"#eef2f5\" stroke=\"#44546a\" stroke-width=\"2\"/>",
            BOARD.0, BOARD.1
        ));
        let names = (1..=24).map(|point| point.to_string());
        let aside = ASIDE.iter().flatten().map(|&name| name.to_owned());
        for (cell, name) in names.chain(aside).enumerate() {
            let (x, y) = (across(cell), if is_above(cell) { TOP } else { TOP + HALF });
            if cell < 24 {
                out.draw(&point(x, is_above(cell), cell.is_multiple_of(2)));
                let below = if is_above(cell) { TOP - 8 } else { TOP + BOARD.1 + 18 };
                out.draw(&label(x, below, "middle", &name));
            }
            out.cell(name, (x, y + HALF / 2), (WIDE, HALF));
        }
        for edge in
            [across(24) - BAR_WIDE / 2, across(24) + BAR_WIDE / 2, across(26) - OFF_WIDE / 2]
        {
            out.draw(&format!(
                "<path class=\"line\" d=\"M{edge} {TOP}v{}\" stroke=\"#44546a\" stroke-width=\"2\"/>",
                BOARD.1
            ));
        }
        for player in [Player::Max, Player::Min] {
            let mut on = [0; 28];
            for &place in &position.side(player).places()[..self.checkers] {
                let cell = cell(player, place);
                out.draw(&checker(player, cell, on[cell]));
                on[cell] += 1;
            }
        }
        if let Phase::Play(roll) = position.phase {
            let y = (SIZE.1 - 62) as i32;
            out.draw(&(die(LEFT as i32, y, 28, Some(roll.0)) + &die(52, y, 28, Some(roll.1))));
        }
        out.draw(&label(LEFT, SIZE.1 - 12, "start", &status));
        out
    }

    /// The ways of the checkers of a move, from where each starts to where it ends.
    pub(super) fn ways(&self, position: &Position, mv: u32) -> Vec<Place> {
        let Phase::Play(roll) = position.phase else { return Vec::new() };
        let mut found: Option<Vec<(u8, u8)>> = None;
        self.each_move(position, roll, &mut |other, steps| {
            if other == mv && found.is_none() {
                let mut ways: Vec<(u8, u8)> = Vec::new();
                for step in steps {
                    match ways.iter_mut().find(|way| way.1 == step.from) {
                        Some(way) => way.1 = step.to,
                        None => ways.push((step.from, step.to)),
                    }
                }
                found = Some(ways);
            }
        });
        let place = |(from, to)| Place::Path {
            from: cell(position.player, from),
            to: cell(position.player, to),
        };
        found.into_iter().flatten().map(place).collect()
    }
}

/// A point of the board; neighbours differ.
fn point(x: u32, is_above: bool, is_dark: bool) -> String {
    let (class, fill) = if is_dark { ("pit", "#c3ccd5") } else { ("cell", "#ffffff") };
    let (base, tip) = match is_above {
        true => (TOP + 1, TOP + POINT),
        false => (TOP + BOARD.1 - 1, TOP + BOARD.1 - POINT),
    };
    let (left, right) = (x - WIDE / 2, x + WIDE / 2);
    format!(
        "<path class=\"{class}\" d=\"M{left} {base}L{x} {tip}L{right} {base}z\" fill=\"{fill}\" stroke=\"#c3ccd5\"/>"
    )
}

/// A checker on a cell that has so many below it; the second player's with a ring, so that colours are not needed.
fn checker(player: Player, cell: usize, below: u32) -> String {
    let ([fill, edge, _], x) = (colours(player), across(cell));
    let far = RADIUS + 3 + below * STEP;
    let y = if is_above(cell) { TOP + far } else { TOP + BOARD.1 - far };
    let class = class(player);
    let ring = match player {
        Player::Max => String::new(),
        Player::Min => format!(
            "<circle class=\"{class}-mark\" cx=\"{x}\" cy=\"{y}\" r=\"7\" fill=\"none\" stroke=\"{edge}\" stroke-width=\"2\"/>"
        ),
    };
    format!(
        "<circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"{RADIUS}\" fill=\"{fill}\" stroke=\"{edge}\" stroke-width=\"2\"/>{ring}"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checkers_stand_on_their_points_and_moves_lead_along_them() {
        let game = Hypergammon::new(3).expect("a game");
        let position = game.read_position("24,5,off/bar,8,3 max 31").expect("a position");
        let drawing = game.draw(&position);
        for class in ["first", "second"] {
            let checkers = format!("<circle class=\"{class}\"");
            assert_eq!(drawing.shapes.matches(&checkers).count(), 3, "{}", drawing.shapes);
        }
        let mv = game.read_move(&position, "24/21+5/4").expect("a move");
        let names: Vec<[&str; 2]> = game
            .ways(&position, mv)
            .into_iter()
            .map(|place| match place {
                Place::Path { from, to } => [from, to].map(|cell| &*drawing.cells[cell].name),
                Place::Cell(_) => panic!("a checker stays"),
            })
            .collect();
        assert_eq!(names.len(), 2);
        assert!(names.contains(&["24", "21"]) && names.contains(&["5", "4"]), "{names:?}");
    }

    #[test]
    fn the_second_player_counts_from_the_other_side() {
        assert_eq!((cell(Player::Max, 24), cell(Player::Min, 24)), (23, 0));
        assert_eq!((cell(Player::Max, BAR), cell(Player::Min, OFF)), (24, 27));
        assert!(is_above(23) && !is_above(0) && is_above(27) && !is_above(26));
    }
}
