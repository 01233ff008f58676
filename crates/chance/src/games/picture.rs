//! What the drawings of games with chance share: stones with a letter, dice, and coins.

use foregone_game::Player;
use foregone_game::drawing::CELL;

/// The colours of a player: of the disc, its edge, and what is written on it.
pub(super) fn colours(player: Player) -> [&'static str; 3] {
    match player {
        Player::Max => ["#14507d", "#0b2f4b", "#ffffff"],
        Player::Min => ["#f6c04d", "#6b4a00", "#3d2a00"],
    }
}

/// The class of a player's pieces.
pub(super) fn class(player: Player) -> &'static str {
    match player {
        Player::Max => "first",
        Player::Min => "second",
    }
}

/// A stone of a player with a letter, whose middle is there; of Min's with a ring, so that colours are not needed.
pub(super) fn stone(x: u32, y: u32, player: Player, symbol: char) -> String {
    let ([fill, edge, ink], radius) = (colours(player), CELL * 2 / 5);
    let class = class(player);
    let ring = match player {
        Player::Max => String::new(),
        Player::Min => format!(
            "<circle class=\"{class}-mark\" cx=\"{x}\" cy=\"{y}\" r=\"{}\" fill=\"none\" stroke=\"{edge}\"/>",
            radius - 4
        ),
    };
    format!(
        "<circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{fill}\" stroke=\"{edge}\" stroke-width=\"2\"/>{ring}<text class=\"{class}-mark\" x=\"{x}\" y=\"{}\" text-anchor=\"middle\" font-size=\"17\" font-weight=\"bold\" fill=\"{ink}\">{symbol}</text>",
        y + 6
    )
}

/// Where the pips of a die stand, in thirds of its side around the middle.
const PIPS: [&[(i32, i32)]; 6] = [
    &[(0, 0)],
    &[(-1, -1), (1, 1)],
    &[(-1, -1), (0, 0), (1, 1)],
    &[(-1, -1), (1, -1), (-1, 1), (1, 1)],
    &[(-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)],
    &[(-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)],
];

/// A die of that side with its top left corner there: a face, or a question mark before the roll. Faces above 6 are
/// written as numbers.
pub(super) fn die(x: i32, y: i32, side: i32, face: Option<u8>) -> String {
    let frame = format!(
        "<rect class=\"die\" x=\"{x}\" y=\"{y}\" width=\"{side}\" height=\"{side}\" rx=\"{}\" fill=\"#ffffff\" stroke=\"#22303f\" stroke-width=\"2\"/>",
        side / 6
    );
    let (middle_x, middle_y) = (x + side / 2, y + side / 2);
    let pips = face.and_then(|face| PIPS.get(usize::from(face).wrapping_sub(1)));
    let content: String = match (pips, face) {
        (Some(pips), _) => pips
            .iter()
            .map(|(across, down)| {
                let (x, y) = (middle_x + across * side / 4, middle_y + down * side / 4);
                format!(
                    "<circle class=\"pip\" cx=\"{x}\" cy=\"{y}\" r=\"{}\" fill=\"#22303f\"/>",
                    side / 11
                )
            })
            .collect(),
        (None, face) => format!(
            "<text class=\"faint\" x=\"{middle_x}\" y=\"{}\" text-anchor=\"middle\" font-size=\"{}\" font-weight=\"bold\" fill=\"#5a6878\">{}</text>",
            middle_y + side / 5,
            side * 5 / 9,
            face.map_or("?".to_owned(), |face| face.to_string())
        ),
    };
    frame + &content
}
