//! Records of games: files with the moves in the game's notation.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use foregone_game::Player;

use crate::failure::Failure;

/// Longer records are not games.
const LONGEST: u64 = 16 << 20;

/// Reads a file, or standard input for `-`.
pub(crate) fn read(file: &Path) -> Result<String, Failure> {
    let name = file.display().to_string();
    let mut text = String::new();
    let outcome = if file == Path::new("-") {
        std::io::stdin().lock().take(LONGEST + 1).read_to_string(&mut text)
    } else {
        File::open(file).and_then(|input| input.take(LONGEST + 1).read_to_string(&mut text))
    };
    outcome.map_err(|error| Failure::file(&name, "read", &error))?;
    if text.len() as u64 > LONGEST {
        return Err(Failure::bad(format!("{name} has more than {LONGEST} bytes: is it a record?")));
    }
    Ok(text)
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
