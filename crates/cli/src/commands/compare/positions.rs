//! Lists of positions, in files like Pascal Pons' tests for Connect Four.

use std::path::Path;

use foregone::Game;
use foregone_game::{Outcome, Player, Scale};
use foregone_reproduce::{Expected, Problem};

use crate::failure::Failure;
use crate::files;

/// Longer lists would not be searched to their end.
const LONGEST: u64 = 1 << 28;

/// The positions of a file, as moves from `position` or the start. An error names the line.
pub(crate) fn read(
    file: &Path,
    opened: &Game,
    position: Option<&str>,
) -> Result<Vec<Problem>, Failure> {
    let name = file.display().to_string();
    let text = files::read_text(file, LONGEST)?;
    let mut problems = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let problem = read_line(line, opened, position)
            .map_err(|error| Failure::bad(format!("{name}, line {number}: {error}")))?;
        problems.push(problem);
    }
    Ok(problems)
}

fn read_line(line: &str, opened: &Game, position: Option<&str>) -> Result<Problem, Failure> {
    let mut words = line.split_whitespace();
    let moves = words.next().filter(|&moves| moves != "-");
    let expected = words.next();
    if let Some(extra) = words.next() {
        return Err(Failure::bad(format!(
            "\"{extra}\" is too much; a line is the moves in one word (with commas, if need be) and what the position \
             should be worth"
        )));
    }
    let placed = opened.place(position, moves)?;
    let expected = match expected {
        Some(text) => Some(expect(opened.scale(), placed.player(), text)?),
        None => None,
    };
    Ok(Problem { placed, expected })
}

/// Reads what a position should be worth. A number is the score for the player to move.
fn expect(scale: &Scale, player: Player, text: &str) -> Result<Expected, Failure> {
    let Ok(score) = text.parse::<i64>() else {
        let outcomes = vec![crate::arguments::question::outcome(scale, text)?];
        return Ok(Expected { text: text.to_owned(), outcomes });
    };
    let score = if player == Player::Max { score } else { -score };
    let outcomes = match (scale.find(&score.to_string()), scale.names().join(" ").as_str()) {
        (Some(outcome), _) => vec![outcome],
        (None, "loss draw win") => vec![Outcome((score.signum() + 1) as u8)],
        _ => {
            return Err(Failure::bad(format!(
                "{text} is not a score of this game; the outcomes are {}",
                scale.names().join(", ")
            )));
        }
    };
    Ok(Expected { text: text.to_owned(), outcomes })
}
