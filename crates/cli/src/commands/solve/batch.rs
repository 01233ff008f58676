//! `foregone solve --positions`: the positions of a file one after the other, each as one line of JSON.

use std::path::Path;

use foregone::{Game, Position, Solver, StopHandle};

use super::{Files, search};
use crate::arguments::SolveArguments;
use crate::failure::{Ending, Failure};
use crate::files::{self, Named};
use crate::interrupt;
use crate::output;

/// Longer lists would not be searched to their end.
const LONGEST: u64 = 1 << 28;

/// Solves the positions of a file. All of them are read before the first search, so that a mistake in the last line does
/// not come after hours. The limits hold for each position.
pub(super) fn run(file: &Path, game: &Game, arguments: &SolveArguments) -> Result<Ending, Failure> {
    let list = file.to_owned();
    let named = Named::new(arguments.shown.json).input("the list of positions", Some(&list));
    named.game(game.spelling()).check()?;
    let positions = read(file, game)?;
    let mut settings = arguments.question.settings()?;
    arguments.limits.apply(&mut settings);
    let mut worst = Ending::Answered;
    for (done, position) in positions.iter().enumerate() {
        if interrupt::asked() {
            let left = output::counted((positions.len() - done) as u64, "position");
            output::warn(&format!("{left} left: {}", interrupt::reason()));
            return Ok(Ending::LimitReached);
        }
        let decided = settings.decide(game, arguments.question.goal(game)?)?;
        // A solver of its own: what is found does not depend on the positions before.
        let solver = Solver::with(game, settings.clone());
        let solver = solver.stopped_by(StopHandle::of(interrupt::flag()));
        let files = Files { certificate: None, keeper: None };
        match search(solver, position, decided, files, None, arguments)? {
            Ending::Answered => {}
            ending if worst == Ending::Answered || ending == Ending::Failed => worst = ending,
            _ => {}
        }
    }
    Ok(worst)
}

/// The positions of a file, one on each line that is neither empty nor begins with `#`. An error names the line.
fn read(file: &Path, game: &Game) -> Result<Vec<Position>, Failure> {
    let (name, text) = (file.display(), files::read_text(file, LONGEST)?);
    let lines = (1..).zip(text.lines().map(str::trim));
    let lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    let place = |(number, line): (u64, &str)| {
        read_line(line, game)
            .map_err(|error| Failure::bad(format!("{name}, line {number}: {error}")))
    };
    let positions: Vec<Position> = lines.map(place).collect::<Result<_, _>>()?;
    match positions.is_empty() {
        true => Err(Failure::bad(format!("there are no positions in {name}"))),
        false => Ok(positions),
    }
}

/// Moves from the start (`-` for none), or else a position in the game's notation. After `@` it is a position in any case.
fn read_line(line: &str, game: &Game) -> Result<Position, Failure> {
    if let Some(position) = line.strip_prefix('@') {
        return Ok(game.position(position.trim())?);
    }
    let moves = Some(line).filter(|&line| line != "-");
    match (game.place(None, moves), game.position(line)) {
        (Ok(placed), _) | (Err(_), Ok(placed)) => Ok(placed),
        (Err(no_moves), Err(no_position)) => {
            Err(Failure::bad(format!("as moves: {no_moves}; as a position: {no_position}")))
        }
    }
}
