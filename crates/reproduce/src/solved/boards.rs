//! Breakthrough boards a second way: the value of every position, without any search, and whether df-pn says the same of
//! the start.

use std::time::Instant;

use foregone_tablebase::breakthrough::{Board as Shape, Depths, StrongSolution, peak_bytes};
use foregone_tablebase::retro::{AnalysisError, Control};
use serde::Serialize;

use super::lines::Board;
use super::{SHOWN, Wrong};
use crate::context::{Context, cores};
use crate::error::Error;

/// A board all of whose positions were solved.
#[derive(Clone, Debug, Serialize)]
pub struct SolvedBoard {
    /// The game by its spelling.
    pub game: String,
    /// The value of the start for the first player.
    pub value: &'static str,
    /// The same by search, if that was done.
    pub searched: Option<String>,
    /// Arrangements of pawns, each solved with either player to move.
    pub positions: u64,
    /// Plies from the start on, if the winner hurries and the loser delays.
    pub plies: Option<u16>,
    /// The most plies from any stored position on, and some of these cannot be reached.
    pub longest: Option<u16>,
    /// The checksum of all values.
    pub blake3: String,
    /// The time it took.
    pub seconds: f64,
}

/// Solves all positions of a board; `None` if the caller stopped it. `searched` is what a search has found, and `most` the
/// bytes that may be used.
pub(super) fn solve(
    board: &Board,
    searched: Option<String>,
    most: Option<u64>,
    wrong: &mut Wrong,
    context: &Context<'_>,
) -> Result<Option<SolvedBoard>, Error> {
    let began = Instant::now();
    let game = format!("breakthrough:{}x{}", board.width, board.height);
    let Some(shape) = Shape::new(board.width, board.height, 0) else {
        return Err(Error::failed(format!("{game} is too large, too low or too narrow")));
    };
    let needed = peak_bytes(&shape, cores());
    if let Some(allowed) = most.filter(|&most| needed > most) {
        return Err(Error::TooLittleMemory { game, needed, allowed });
    }
    let control = Control { threads: cores(), stop: context.stop.flag(), report: &|_| () };
    let Some(strong) = unless_stopped(StrongSolution::solve(&shape, &control), context)? else {
        return Ok(None);
    };
    let (white, black) = shape.start();
    let (wins, checksum) = (strong.wins(white, black, true), strong.checksum());
    let counts = strong.counts();
    drop(strong);
    let depths = match board.plies {
        Some(_) => match unless_stopped(Depths::find(&shape, &control), context)? {
            Some(depths) => Some(depths),
            None => return Ok(None),
        },
        None => None,
    };
    let found = SolvedBoard {
        game,
        value: name(wins),
        searched,
        positions: counts.each,
        plies: depths.as_ref().map(|depths| depths.start),
        longest: depths.as_ref().map(Depths::longest),
        blake3: checksum.iter().map(|byte| format!("{byte:02x}")).collect(),
        seconds: began.elapsed().as_secs_f64(),
    };
    found.compare(board, wrong);
    Ok(Some(found))
}

fn name(first_wins: bool) -> &'static str {
    if first_wins { "win" } else { "loss" }
}

fn unless_stopped<T>(
    result: Result<T, AnalysisError>,
    context: &Context<'_>,
) -> Result<Option<T>, Error> {
    match result {
        Ok(found) => Ok(Some(found)),
        Err(_) if context.is_stopped() => Ok(None),
        Err(halt) => Err(Error::failed(halt.to_string())),
    }
}

impl SolvedBoard {
    fn compare(&self, board: &Board, wrong: &mut Wrong) {
        let game = format!("every position of {}", self.game);
        wrong.differ(&game, "value", self.value, name(board.first_wins));
        if let Some(searched) = &self.searched {
            wrong.differ(&game, "value by search", searched, self.value);
        }
        let plies = |plies: Option<(u16, u16)>| match plies {
            Some((start, longest)) => format!("{start} of {longest} plies"),
            None => "uncounted plies".to_owned(),
        };
        wrong.differ(&game, "length", &plies(self.plies.zip(self.longest)), &plies(board.plies));
        wrong.differ(&game, "checksum", &self.blake3[..SHOWN], board.checksum);
    }
}
