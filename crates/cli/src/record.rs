//! Records of games: files with the moves in the game's notation.

use std::path::Path;

use foregone::chance::{Position, Turn};
use foregone_game::Player;

use crate::failure::Failure;
use crate::files;

/// Longer records are not games.
const LONGEST: u64 = 16 << 20;
/// Moves and outcomes in a line of the record of a game with chance.
const WORDS: usize = 12;

/// Reads a file, or standard input for `-`.
pub(crate) fn read(file: &Path) -> Result<String, Failure> {
    files::read_text(file, LONGEST)
}

/// The record of a game: what it is as a comment, then the moves, two to a number. `position` is where it started, if
/// that was not the start of the game, and `first` whose turn it was there.
pub(crate) fn write(game: &str, position: Option<&str>, first: Player, moves: &[String]) -> String {
    let mut text = format!("# {game}\n");
    if let Some(position) = position {
        text.push_str(&format!("# from {position}\n"));
    }
    let offset = usize::from(first == Player::Min);
    for (index, mv) in moves.iter().enumerate() {
        let ply = index + offset;
        let number = ply / 2 + 1;
        match (ply % 2, index) {
            (0, _) => text.push_str(&format!("{number}. {mv}")),
            (_, 0) => text.push_str(&format!("{number}... {mv}")),
            _ => text.push_str(&format!(" {mv}")),
        }
        if ply % 2 == 1 || index + 1 == moves.len() {
            text.push('\n');
        }
    }
    text
}

/// The record of a game with chance: what it is as a comment, then the moves, with outcomes of chance in parentheses.
pub(crate) fn write_chance(end: &Position) -> String {
    let mut text = format!("# {}\n", end.game().spelling());
    if let Some(position) = end.base() {
        text.push_str(&format!("# from {position}\n"));
    }
    let words = end.along().into_iter().zip(end.line()).map(|(before, mv)| match before.turn() {
        Turn::Chance => format!("({mv})"),
        _ => mv.clone(),
    });
    let words: Vec<String> = words.collect();
    for line in words.chunks(WORDS) {
        text.push_str(&format!("{}\n", line.join(" ")));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_numbered_in_pairs() {
        let moves = ["a", "b", "c"].map(str::to_owned);
        assert_eq!(write("g", None, Player::Max, &moves), "# g\n1. a b\n2. c\n");
        assert_eq!(write("g", Some("p"), Player::Min, &moves), "# g\n# from p\n1... a\n2. b c\n");
        assert_eq!(write("g", None, Player::Max, &[]), "# g\n");
    }
}
