//! Awari as players see it: North's row above, from f to a, South's below, and what a player has captured at the right
//! of the own row.

use core::f64::consts::PI;
use core::fmt::Write;

use foregone_game::{Drawing, Game, Picture, Place, Player};

use super::board::ROW;
use super::notation::letters;
use super::{Awari, Position, name};
use crate::grid::label;

/// Distance of neighbouring pits in a drawing, and where the first ones are.
const STEP: u32 = 76;
const LEFT: u32 = 138;
const ROWS: [u32; 2] = [170, 86];
/// The size of the drawing, and of pits and stones.
const SIZE: (u32, u32) = (LEFT + 5 * STEP + LEFT, 292);
const PIT: u32 = 31;
const STONE: f64 = 4.5;

impl Awari {
    fn status(&self, position: &Position) -> String {
        match self.outcome(position) {
            Some(outcome) => format!("over: {} for South", self.scale().name(outcome)),
            None => format!("{} to move", name(position.player)),
        }
    }
}

/// Stones in a round place, side by side along a spiral; the more there are, the closer they lie.
fn heap(x: u32, y: u32, radius: u32, stones: u8) -> String {
    // Every stone is turned by the golden angle, which fills a disc evenly however many there are.
    let golden = PI * (3.0 - 5.0_f64.sqrt());
    let room = (f64::from(radius) - STONE - 2.0) / f64::from(stones.max(1)).sqrt();
    let spread = room.min(2.0 * STONE);
    let mut out = String::new();
    for stone in 0..stones {
        let (turn, far) = (f64::from(stone) * golden, spread * (f64::from(stone) + 0.3).sqrt());
        let (x, y) = (f64::from(x) + far * turn.cos(), f64::from(y) + far * turn.sin());
        write!(
            out,
            "<circle class=\"seed\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{STONE}\" fill=\"#5c6f82\" stroke=\"#22303f\"/>"
        )
        .expect("writing to a string");
    }
    out
}

/// A pit with its stones.
fn pit(x: u32, y: u32, stones: u8) -> String {
    format!(
        "<circle class=\"pit\" cx=\"{x}\" cy=\"{y}\" r=\"{PIT}\" fill=\"#c99b62\" stroke=\"#8a6234\" stroke-width=\"2\"/>{}",
        heap(x, y, PIT, stones)
    )
}

/// A store with the stones that a player has captured.
fn store(x: u32, player: Player, stones: u8) -> String {
    let (middle, radius) = ((ROWS[0] + ROWS[1]) / 2, PIT + 3);
    format!(
        "<rect class=\"pit\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{radius}\" fill=\"#c99b62\" stroke=\"#8a6234\" stroke-width=\"2\"/>{}\n{}\n{}",
        x - radius,
        ROWS[1] - PIT,
        2 * radius,
        ROWS[0] - ROWS[1] + 2 * PIT,
        heap(x, middle, radius, stones),
        label(x, 34, "middle", name(player)),
        label(x, 232, "middle", &stones.to_string())
    )
}

impl Picture for Awari {
    fn text(&self, position: &Position) -> String {
        let board = position.from_south().0;
        let row = |stones: &mut dyn Iterator<Item = &u8>| -> String {
            stones.map(|stones| format!("{stones:>3}")).collect()
        };
        let [south, north] = position.captured;
        let rows = [
            "             f  e  d  c  b  a".to_owned(),
            format!("North {north:>2}  |{}  |", row(&mut board[ROW..].iter().rev())),
            format!("          |{}  | {south:>2}  South", row(&mut board[..ROW].iter())),
            "             A  B  C  D  E  F".to_owned(),
        ];
        format!("{}\n{}\n", rows.join("\n"), self.status(position))
    }

    fn drawing(&self, position: &Position) -> Drawing {
        let ((width, height), status) = (SIZE, self.status(position));
        let board = position.from_south().0;
        let mut out = Drawing::new(width, height, status.as_str());
        out.draw(&format!(
            "<rect class=\"wood\" x=\"8\" y=\"8\" width=\"{}\" height=\"240\" rx=\"28\" fill=\"#e3c08f\" stroke=\"#8a6234\" stroke-width=\"2\"/>",
            width - 16
        ));
        out.draw(&store(62, Player::Min, position.captured[1]));
        out.draw(&store(width - 62, Player::Max, position.captured[0]));
        for place in 0..ROW {
            let x = LEFT + place as u32 * STEP;
            let (south, north) = (board[place], board[2 * ROW - 1 - place]);
            out.draw(&pit(x, ROWS[0], south));
            out.draw(&pit(x, ROWS[1], north));
            // Letter and number apart from the stones: figures must be readable at a glance.
            let letter = (b'A' + place as u8) as char;
            out.draw(&label(x, ROWS[0] + 62, "middle", &format!("{letter} {south}")));
            out.cell(letter, (x, ROWS[0]), (2 * PIT, 2 * PIT));
            let letter = (b'f' - place as u8) as char;
            out.draw(&label(x, ROWS[1] - 52, "middle", &format!("{letter} {north}")));
            out.cell(letter, (x, ROWS[1]), (2 * PIT, 2 * PIT));
        }
        out.draw(&label(16, height - 16, "start", &status));
        out
    }

    fn places(&self, position: &Position, pit: u8, drawing: &Drawing) -> Vec<Place> {
        let name = letters(position.player)[usize::from(pit)].to_string();
        drawing.find(&name).map(Place::Cell).into_iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use foregone_game::Notation;

    use super::*;

    /// The board of Allis et al. 1994 figure 11.
    #[test]
    fn the_board_is_the_one_of_the_paper() {
        let game = Awari::default();
        let position = game.read_position("1,0,4,19,4,2/1,1,3,1,0,0 5-7 S").expect("figure 11");
        let expected = [
            "             f  e  d  c  b  a",
            "North  7  |  0  0  1  3  1  1  |",
            "          |  1  0  4 19  4  2  |  5  South",
            "             A  B  C  D  E  F",
            "South to move",
            "",
        ];
        assert_eq!(game.text(&position), expected.join("\n"));
        let svg = game.drawing(&position).shapes;
        assert_eq!(svg.matches("<circle ").count(), 12 + 48, "pits and stones");
        let over = game.read_position("0,0,0,0,0,0/0,0,0,0,0,2 21-25 S").expect("a position");
        assert!(game.text(&over).ends_with("over: -6 for South\n"));
    }
}
