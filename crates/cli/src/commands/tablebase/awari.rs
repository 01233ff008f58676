//! Awari endgames as tables, written `awari:stones=N,grandslam=..,rest=..`.

use foregone_game::{Layered, Notation, Player};
use foregone_games::awari::board::{Board, GrandSlam, PITS, ROW, Rest, STONES, Variant};
use foregone_games::awari::index::Endgames;
use foregone_games::awari::plain::PlainEndgames;
use foregone_tablebase::file::Table;

use crate::arguments::PlaceArguments;
use crate::failure::Failure;
use crate::opening;

use super::subject::{self, Found, Tabled};

/// Stones without a word about them.
const DEFAULT: u8 = 13;

/// The endgames, and the same in plain form to verify them.
pub(super) struct Awari {
    identity: String,
    game: Endgames,
    plain: PlainEndgames,
}

/// Reads the spelling.
pub(super) fn read(spec: &str) -> Result<Awari, Failure> {
    let (mut variant, mut stones) = (Variant::default(), None);
    let options = spec.split_once(':').map_or("", |(_, options)| options);
    for option in options.split(',').map(str::trim).filter(|option| !option.is_empty()) {
        let bad = || {
            Failure::bad(format!(
                "{spec} has no \"{option}\"; it knows stones=0 to {STONES}, grandslam=legal, forbidden or empty, and rest=opponent or divided"
            ))
        };
        match option.split_once('=').ok_or_else(bad)? {
            ("stones", text) => {
                let number = text.parse().ok().filter(|number| *number <= STONES);
                stones = Some(number.ok_or_else(bad)?);
            }
            ("grandslam", "legal") => variant.grand_slam = GrandSlam::Legal,
            ("grandslam", "forbidden") => variant.grand_slam = GrandSlam::Forbidden,
            ("grandslam", "empty") => variant.grand_slam = GrandSlam::Empty,
            ("rest", "opponent") => variant.rest = Rest::Opponent,
            ("rest", "divided") => variant.rest = Rest::Divided,
            _ => return Err(bad()),
        }
    }
    let stones = stones.unwrap_or(DEFAULT);
    Ok(Awari {
        identity: identity(variant),
        game: Endgames::new(variant, stones),
        plain: PlainEndgames::new(variant, stones),
    })
}

/// The rules of a game in its canonical spelling, in which options that are left out have their defaults.
pub(super) fn identity_of(spec: &str) -> String {
    let mut variant = Variant::default();
    for option in spec.split([':', ',']) {
        match option {
            "grandslam=forbidden" => variant.grand_slam = GrandSlam::Forbidden,
            "grandslam=empty" => variant.grand_slam = GrandSlam::Empty,
            "rest=divided" => variant.rest = Rest::Divided,
            _ => {}
        }
    }
    identity(variant)
}

/// The rules as the manifest says them: how many stones there are is a matter of the layers.
fn identity(variant: Variant) -> String {
    let slam = match variant.grand_slam {
        GrandSlam::Legal => "legal",
        GrandSlam::Forbidden => "forbidden",
        GrandSlam::Empty => "empty",
    };
    let rest = match variant.rest {
        Rest::Opponent => "opponent",
        Rest::Divided => "divided",
    };
    format!("awari:grandslam={slam},rest={rest}")
}

/// Reads a board: twelve numbers, the pits of the player to move first.
fn board(text: &str) -> Result<Board, Failure> {
    let words = text.split([' ', ',', '/']).filter(|word| !word.is_empty());
    let pits: Option<Vec<u8>> = words.map(|word| word.parse().ok()).collect();
    let pits: Option<[u8; PITS]> = pits.and_then(|pits| pits.try_into().ok());
    pits.map(Board).ok_or_else(|| {
        Failure::bad(
            "an Awari position is the stones in the six pits of the player to move and in the six of the opponent, for example \"0 0 1 2 0 1 / 0 0 3 0 0 1\"",
        )
    })
}

fn written(board: &Board) -> String {
    let row = |pits: &[u8]| pits.iter().map(u8::to_string).collect::<Vec<_>>().join(" ");
    format!("{} / {}", row(&board.0[..ROW]), row(&board.0[ROW..]))
}

/// What a value says of the stones on the board.
fn on_board(value: i8, stones: usize) -> String {
    format!("{value:+} of the {stones} stones on the board")
}

impl Awari {
    /// The layer and the number of a board, whether it is in the tables or not.
    fn number(&self, board: &Board) -> Result<(usize, u64), Failure> {
        let all = Endgames::new(self.game.variant(), STONES);
        let (layer, place) = all.find_board(board).ok_or_else(|| {
            Failure::bad(format!(
                "{} has more than {STONES} stones, and the game has no more",
                written(board)
            ))
        })?;
        Ok((layer, all.index(layer, place)))
    }

    /// A position in the game's own notation, or after moves from the start.
    fn find_position(&self, place: &PlaceArguments) -> Result<Found, Failure> {
        let text = place.of(&opening::open(&self.identity)?)?.position();
        let game = foregone_games::awari::Awari::new(self.game.variant(), Default::default());
        let position = game.read_position(&text)?;
        let (layer, index) = self.number(&position.board)?;
        let say = Box::new(move |value: i8| {
            let rest = i32::from(if position.player == Player::Max { value } else { -value });
            let end = position.difference() + rest;
            format!("{}, so the game ends {end:+} for South", on_board(value, layer))
        });
        Ok(Found::at(text, (layer, index), say))
    }
}

impl Tabled for Awari {
    type Game = Endgames;
    type Plain = PlainEndgames;

    fn identity(&self) -> &str {
        &self.identity
    }

    fn game(&self) -> &Endgames {
        &self.game
    }

    fn plain(&self) -> &PlainEndgames {
        &self.plain
    }

    fn fits(&self, table: &Table) -> Result<(), Failure> {
        let layers = table.manifest().layers.len().max(1) - 1;
        // Tables with more stones than were asked for are as good.
        subject::fits(table, &Endgames::new(self.game.variant(), layers as u8))
    }

    /// A board is enough; a position of the game does as well, and then the end of the game is told, too.
    fn find(&self, place: &PlaceArguments) -> Result<Found, Failure> {
        let only_board = match (&place.position, &place.moves) {
            (Some(text), None) if !text.trim().contains(char::is_alphabetic) => Some(board(text)?),
            _ => None,
        };
        let Some(board) = only_board else { return self.find_position(place) };
        let (layer, index) = self.number(&board)?;
        let say = Box::new(move |value: i8| on_board(value, layer));
        Ok(Found::at(written(&board), (layer, index), say))
    }

    fn position(&self, layer: usize, index: u64) -> String {
        written(&self.game.place(layer, index).board())
    }
}
