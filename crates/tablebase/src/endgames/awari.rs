//! Awari: layer n holds the boards with n stones. Tables are spelled `awari:stones=N,grandslam=..,rest=..`.

use foregone_game::{Layered, Notation, NotationError, Player};
use foregone_games::Awari;
use foregone_games::awari::Position;
use foregone_games::awari::board::{Board, GrandSlam, PITS, ROW, Rest, STONES, Variant};
use foregone_games::awari::index::Endgames as Boards;
use foregone_games::awari::plain::PlainEndgames;

use super::Endgames;
use super::numbering::{Located, Positions, place};
use super::open::HasTables;
use super::retrograde::Retrograde;
use crate::TableError;
use crate::file::Table;

/// The most layers that tables can have.
pub(super) const MOST_LAYERS: usize = STONES as usize + 1;
/// The number of layers unless it is given: 13 stones take two seconds and few files.
const DEFAULT_LAYERS: usize = 14;

/// Boards with at most some number of stones.
struct AwariTables {
    name: String,
    game: Awari,
    boards: Boards,
    /// The same with rules and indices written a second time.
    plain: PlainEndgames,
}

impl HasTables for Awari {
    fn endgames(&self, layers: Option<usize>) -> Result<Option<Endgames>, TableError> {
        let variant = self.variant();
        let stones = layers.unwrap_or(DEFAULT_LAYERS).clamp(1, MOST_LAYERS) as u8 - 1;
        Ok(Some(Endgames(Box::new(AwariTables {
            name: name(variant),
            // Tables hold differences, whatever the outcomes of the game are.
            game: Awari::new(variant, Default::default()),
            boards: Boards::new(variant, stones),
            plain: PlainEndgames::new(variant, stones),
        }))))
    }
}

/// The rules as the manifest names them. The number of stones is left out because layers tell it.
fn name(variant: Variant) -> String {
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
fn read_board(text: &str) -> Result<Board, NotationError> {
    let words = text.split([' ', ',', '/']).filter(|word| !word.is_empty());
    let pits: Option<Vec<u8>> = words.map(|word| word.parse().ok()).collect();
    let pits: Option<[u8; PITS]> = pits.and_then(|pits| pits.try_into().ok());
    pits.map(Board).ok_or_else(|| {
        NotationError::new(
            "an Awari position is the stones in the six pits of the player to move and in the six of the opponent, for example \"0 0 1 2 0 1 / 0 0 3 0 0 1\"",
        )
    })
}

fn write_board(board: &Board) -> String {
    let row = |pits: &[u8]| pits.iter().map(u8::to_string).collect::<Vec<_>>().join(" ");
    format!("{} / {}", row(&board.0[..ROW]), row(&board.0[ROW..]))
}

/// The difference at the end of a game in which the player to move wins that many more of the stones on the board.
fn difference_at_end(position: &Position, value: i8) -> i32 {
    position.difference() + i32::from(if position.player == Player::Max { value } else { -value })
}

fn meaning(value: i8, stones: usize) -> String {
    format!("{value:+} of the {stones} stones on the board")
}

impl AwariTables {
    /// The layer and the index of a board, whether the tables reach that layer or not.
    fn index(&self, board: &Board) -> Result<(usize, u64), NotationError> {
        let all = Boards::new(self.boards.variant(), STONES);
        let (layer, decoded) = all.find_board(board).ok_or_else(|| {
            NotationError::new(format!(
                "{} has more than {STONES} stones, and the game has no more",
                write_board(board)
            ))
        })?;
        Ok((layer, all.index(layer, decoded)))
    }
}

impl Retrograde for AwariTables {
    type Game = Boards;
    type Plain = PlainEndgames;

    fn game(&self) -> &Boards {
        &self.boards
    }

    fn plain(&self) -> &PlainEndgames {
        &self.plain
    }
}

impl Positions for AwariTables {
    fn name(&self) -> &str {
        &self.name
    }

    /// Tables with more stones than were asked for fit, too.
    fn fits(&self, table: &Table) -> Result<(), TableError> {
        let stones = table.manifest().layers.len().clamp(1, MOST_LAYERS) as u8 - 1;
        table.fits(&Boards::new(self.boards.variant(), stones))
    }

    /// A board is enough. For a position of the game, the meaning says how the game ends, too.
    fn locate(&self, position: Option<&str>, moves: Option<&str>) -> Result<Located, TableError> {
        if let (Some(text), None) = (position, moves)
            && !text.trim().contains(char::is_alphabetic)
        {
            let board = read_board(text)?;
            let (layer, index) = self.index(&board)?;
            let meaning = Box::new(move |value: i8| meaning(value, layer));
            return Ok(Located::stored(
                write_board(&board),
                (layer, index),
                meaning,
                Box::new(|_| None),
            ));
        }
        let position = place(&self.game, position, moves)?;
        let (layer, index) = self.index(&position.board)?;
        let text = self.game.write_position(&position);
        let meaning = Box::new(move |value: i8| {
            let end = difference_at_end(&position, value);
            format!("{}, so the game ends {end:+} for South", meaning(value, layer))
        });
        let game = self.game.clone();
        let outcome = Box::new(move |value| Some(game.worth(difference_at_end(&position, value))));
        Ok(Located::stored(text, (layer, index), meaning, outcome))
    }

    fn position(&self, layer: usize, index: u64) -> String {
        write_board(&self.boards.decode(layer, index).board())
    }
}
