//! Mu Torere of the Māori: `torere` (M. Ascher, *Mu Torere: An Analysis of a Maori Game*, Mathematics Magazine 60, 1987).
//!
//! Eight points on a rim and one in the middle, four pieces each and one empty point, so a move is the point of the piece
//! that goes to the empty one. Who cannot move has lost; nothing is captured, and play can go on for ever, which is a draw.

use foregone_game::{
    Cyclic, Drawing, Game, Keyed, Notation, NotationError, Outcome, Picture, Place, Player, Scale,
    Symmetric, TableKeyed,
};

use crate::grid::{CELL, label, letter, stone};

/// The points of the rim, clockwise; the middle comes after them.
const RIM: u8 = 8;
const MIDDLE: u8 = RIM;
const POINTS: u8 = RIM + 1;

/// The game.
#[derive(Clone, Debug)]
pub struct Torere {
    scale: Scale,
}

/// Whose pieces stand where, a bit for every point, and whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    max: u16,
    min: u16,
    player: Player,
}

impl Position {
    #[inline]
    fn of(&self, player: Player) -> u16 {
        match player {
            Player::Max => self.max,
            Player::Min => self.min,
        }
    }

    /// The one empty point.
    #[inline]
    fn empty(&self) -> u8 {
        (self.max | self.min).trailing_ones() as u8
    }

    fn stands_on(&self, point: u8) -> Option<Player> {
        [Player::Max, Player::Min].into_iter().find(|&player| self.of(player) >> point & 1 != 0)
    }
}

/// Those next to the points of a set along the rim.
#[inline]
fn beside(points: u16) -> u16 {
    let rim = points as u8;
    u16::from(rim.rotate_left(1) | rim.rotate_right(1))
}

impl Default for Torere {
    fn default() -> Torere {
        Torere::new()
    }
}

impl Torere {
    /// The game; there is only one board.
    pub fn new() -> Torere {
        Torere { scale: Scale::loss_draw_win().clone() }
    }

    /// The pieces that can move. From the rim to the middle only those beside an opponent's piece.
    #[inline]
    fn movers(&self, position: &Position) -> u16 {
        let own = position.of(position.player);
        match position.empty() {
            MIDDLE => own & beside(position.of(position.player.other())),
            point => own & (beside(1 << point) | 1 << MIDDLE),
        }
    }

    fn status(&self, position: &Position) -> String {
        let result = self.outcome(position).map(|outcome| self.scale.name(outcome));
        crate::grid::status(result, position.player)
    }
}

impl Game for Torere {
    type Position = Position;
    /// The point of the piece that moves.
    type Move = u8;

    const OUTCOMES_MAX: usize = 3;

    #[inline]
    fn scale(&self) -> &Scale {
        &self.scale
    }

    fn start(&self) -> Position {
        Position { max: 0x0f, min: 0xf0, player: Player::Max }
    }

    #[inline]
    fn player(&self, position: &Position) -> Player {
        position.player
    }

    #[inline]
    fn outcome(&self, position: &Position) -> Option<Outcome> {
        (self.movers(position) == 0).then(|| match position.player {
            Player::Max => self.scale.worst(),
            Player::Min => self.scale.best(),
        })
    }

    #[inline]
    fn moves(&self, position: &Position, moves: &mut Vec<u8>) {
        let movers = self.movers(position);
        moves.extend((0..POINTS).filter(|&point| movers >> point & 1 != 0));
    }

    #[inline]
    fn play(&self, position: &mut Position, mv: u8) {
        let change = 1 << mv | 1 << position.empty();
        match position.player {
            Player::Max => position.max ^= change,
            Player::Min => position.min ^= change,
        }
        position.player = position.player.other();
    }
}

impl Keyed for Torere {
    /// The points of either player (9 bits each) and the player to move.
    type Key = u32;

    #[inline]
    fn key(&self, position: &Position) -> u32 {
        let player = u32::from(position.player == Player::Min);
        u32::from(position.max) | u32::from(position.min) << 9 | player << 18
    }
}

impl TableKeyed for Torere {
    #[inline]
    fn table_key_bits(&self) -> u32 {
        19
    }

    #[inline]
    fn table_key(&self, position: &Position) -> u128 {
        u128::from(self.key(position))
    }
}

impl Cyclic for Torere {
    fn infinite(&self, _: &Position) -> Outcome {
        Outcome(1)
    }
}

impl Symmetric for Torere {
    /// Eight turns of the board, and eight of its mirror image.
    fn images(&self, position: &Position) -> Vec<Position> {
        let turned = |points: u16, by: u32, mirrored: bool| {
            let rim = points as u8;
            let rim = if mirrored { rim.reverse_bits() } else { rim };
            u16::from(rim.rotate_left(by)) | points & 1 << MIDDLE
        };
        let image = |by, mirrored| Position {
            max: turned(position.max, by, mirrored),
            min: turned(position.min, by, mirrored),
            player: position.player,
        };
        [false, true]
            .into_iter()
            .flat_map(|mirrored| (0..8).map(move |by| image(by, mirrored)))
            .collect()
    }
}

impl Notation for Torere {
    fn write_move(&self, _: &Position, mv: u8) -> String {
        if mv == MIDDLE { "c".to_owned() } else { (mv + 1).to_string() }
    }

    fn read_move(&self, position: &Position, text: &str) -> Result<u8, NotationError> {
        let point = match text {
            "c" | "C" => Some(MIDDLE),
            _ => text
                .parse::<u8>()
                .ok()
                .filter(|point| (1..=RIM).contains(point))
                .map(|point| point - 1),
        };
        let Some(point) = point else {
            return Err(NotationError::new(
                "a move is the point of the piece that goes to the empty one: 1 to 8 along the rim, or c in the middle",
            ));
        };
        if self.movers(position) >> point & 1 != 0 {
            return Ok(point);
        }
        Err(NotationError(if position.stands_on(point) != Some(position.player) {
            format!("there is no {} on {text}", letter(Some(position.player)))
        } else if position.empty() == MIDDLE {
            format!("the piece on {text} has no opponent beside it, so it may not go to the middle")
        } else {
            format!("{text} is not beside the empty point {}", position.empty() + 1)
        }))
    }

    fn write_position(&self, position: &Position) -> String {
        let symbol = |point| letter(position.stands_on(point));
        let rim: String = (0..RIM).map(symbol).collect();
        format!("{rim}/{} {}", symbol(MIDDLE), letter(Some(position.player)))
    }

    fn read_position(&self, text: &str) -> Result<Position, NotationError> {
        let form = || {
            NotationError::new(
                "a position is the eight points of the rim, \"/\", the middle, and the player to move, for example \"xxxxoooo/. x\"",
            )
        };
        let words: Vec<&str> = text.split_whitespace().collect();
        let [board, player] = words.as_slice() else { return Err(form()) };
        let symbols: Vec<char> = board.chars().collect();
        let [rim @ .., '/', middle] = symbols.as_slice() else { return Err(form()) };
        if rim.len() != usize::from(RIM) {
            return Err(form());
        }
        let player = match *player {
            "x" => Player::Max,
            "o" => Player::Min,
            other => {
                return Err(NotationError(format!(
                    "the player to move is x or o, not \"{other}\""
                )));
            }
        };
        let mut position = Position { max: 0, min: 0, player };
        for (point, symbol) in rim.iter().chain([middle]).enumerate() {
            match symbol {
                'x' => position.max |= 1 << point,
                'o' => position.min |= 1 << point,
                '.' => {}
                other => {
                    return Err(NotationError(format!(
                        "'{other}' on a point; points are x (first player), o (second player) or . (empty)"
                    )));
                }
            }
        }
        match (position.max.count_ones(), position.min.count_ones()) {
            (4, 4) => Ok(position),
            (max, min) => {
                Err(NotationError(format!("{max} x and {min} o: each player has four pieces")))
            }
        }
    }
}

/// Where the points are in a drawing.
const PLACES: [(u32, u32); POINTS as usize] = [
    (140, 40),
    (211, 69),
    (240, 140),
    (211, 211),
    (140, 240),
    (69, 211),
    (40, 140),
    (69, 69),
    (140, 140),
];

impl Picture for Torere {
    fn text(&self, position: &Position) -> String {
        let at = |number: u8| letter(position.stands_on(number - 1));
        let rows = [
            format!("    {}          1", at(1)),
            format!("  {}   {}      8   2", at(8), at(2)),
            format!("{}   {}   {}  7   c   3", at(7), at(MIDDLE + 1), at(3)),
            format!("  {}   {}      6   4", at(6), at(4)),
            format!("    {}          5", at(5)),
        ];
        format!("{}\n{}\n", rows.join("\n"), self.status(position))
    }

    fn drawing(&self, position: &Position) -> Drawing {
        let status = self.status(position);
        let mut out = Drawing::new(300, 316, status.as_str());
        let (middle_x, middle_y) = PLACES[usize::from(MIDDLE)];
        out.draw(&format!(
            "<circle class=\"line\" cx=\"{middle_x}\" cy=\"{middle_y}\" r=\"100\" fill=\"none\" stroke=\"#44546a\" stroke-width=\"2\"/>"
        ));
        for (x, y) in &PLACES[..usize::from(RIM)] {
            out.draw(&format!(
                "<line class=\"line\" x1=\"{middle_x}\" y1=\"{middle_y}\" x2=\"{x}\" y2=\"{y}\" stroke=\"#44546a\" stroke-width=\"2\"/>"
            ));
        }
        for (point, (x, y)) in (0..).zip(PLACES) {
            let name = self.write_move(position, point);
            out.draw(&stone(x, y, position.stands_on(point)));
            out.draw(&label(x + 20, y - 12, "start", &name));
            out.cell(name, (x, y), (CELL, CELL));
        }
        out.draw(&label(16, 300, "start", &status));
        out
    }

    fn places(&self, position: &Position, point: u8, _: &Drawing) -> Vec<Place> {
        vec![Place::Path { from: point.into(), to: position.empty().into() }]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(text: &str) -> String {
        let (game, mut moves) = (Torere::new(), Vec::new());
        let position = game.read_position(text).expect("a position");
        game.moves(&position, &mut moves);
        moves.iter().map(|&mv| game.write_move(&position, mv)).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn pieces_go_along_the_rim_and_through_the_middle() {
        assert_eq!(moves("xxxxoooo/. x"), "1 4", "only those beside an opponent");
        assert_eq!(moves("xxxxoooo/. o"), "5 8");
        assert_eq!(moves(".xxxoooo/x x"), "2 c");
        assert_eq!(moves("xoxoxoxo/. o"), "2 4 6 8");
        assert_eq!(moves("xxx.xooo/o o"), "c");
    }

    #[test]
    fn who_cannot_move_has_lost() {
        let game = Torere::new();
        let outcome = |text: &str| {
            let position = game.read_position(text).expect("a position");
            game.outcome(&position).map(|outcome| game.scale().name(outcome).to_owned())
        };
        assert_eq!(outcome(".ooxxxxo/o x").as_deref(), Some("loss"));
        assert_eq!(outcome(".xxoooox/x o").as_deref(), Some("win"));
        assert_eq!(outcome(".ooxxxxo/o o"), None);
    }

    #[test]
    fn errors_say_what_is_wrong() {
        let game = Torere::new();
        let read = |text: &str| game.read_position(text).expect_err(text).0;
        assert!(read("xxxxoooo. x").contains("for example"));
        assert!(read("xxxxooo/. x").contains("for example"));
        assert_eq!(read("xxxxoooo/x x"), "5 x and 4 o: each player has four pieces");
        assert_eq!(read("xxxxoooo/. L"), "the player to move is x or o, not \"L\"");
        assert!(read("xxxxooo#/. x").starts_with("'#' on a point"));
        let refused = |text: &str, mv: &str| {
            game.read_move(&game.read_position(text).expect("a position"), mv).expect_err(mv).0
        };
        assert!(refused("xxxxoooo/. x", "9").starts_with("a move is the point"));
        assert_eq!(refused("xxxxoooo/. x", "5"), "there is no x on 5");
        assert_eq!(
            refused("xxxxoooo/. x", "2"),
            "the piece on 2 has no opponent beside it, so it may not go to the middle"
        );
        assert_eq!(refused(".xxxoooo/x x", "3"), "3 is not beside the empty point 1");
    }
}
