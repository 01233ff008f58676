//! Breakthrough boards a second way: the value of every position, without any search, and whether df-pn says the same of
//! the start.

use std::time::Instant;

use foregone_tablebase::breakthrough::{Board as Shape, Depths, StrongSolution, peak_bytes};
use foregone_tablebase::retro::{AnalysisError, Control};
use serde::Serialize;

use super::lines::Board;
use super::{SHOWN, Wrong};
use crate::arguments::question::default_threads;
use crate::failure::Failure;
use crate::interrupt;
use crate::output::{in_bytes, in_thousands};
use crate::table::{Align, Table};

/// What came out for a board.
#[derive(Serialize)]
pub(super) struct Found {
    pub(super) game: String,
    /// The value of the start for the first player.
    value: &'static str,
    /// The same by search, if that was done.
    searched: Option<String>,
    /// Arrangements of pawns, each solved with either player to move.
    positions: u64,
    /// Plies from the start on, if both hurry as it suits them.
    plies: Option<u16>,
    /// The most plies from any stored position on, and some of these cannot be reached.
    longest: Option<u16>,
    /// The checksum of all values.
    blake3: String,
    seconds: f64,
}

/// Solves all positions of a board, unless interrupted. `searched` is what a search has found, and `most` the bytes
/// that may be used.
pub(super) fn solve(
    board: &Board,
    searched: Option<String>,
    most: Option<u64>,
    wrong: &mut Wrong,
) -> Result<Option<Found>, Failure> {
    let began = Instant::now();
    let game = format!("breakthrough:{}x{}", board.width, board.height);
    let Some(shape) = Shape::new(board.width, board.height, 0) else {
        return Err(Failure::Failed(format!("{game} is too large, too low or too narrow")));
    };
    let need = peak_bytes(&shape, default_threads());
    if let Some(most) = most.filter(|&most| need > most) {
        return Err(Failure::bad(format!(
            "solving every position of {game} needs {} of memory, and {} may be used; --memory allows more",
            in_bytes(need),
            in_bytes(most)
        )));
    }
    let control = Control { threads: default_threads(), stop: interrupt::flag(), report: &|_| () };
    let Some(strong) = unless_stopped(StrongSolution::solve(&shape, &control))? else {
        return Ok(None);
    };
    let (white, black) = shape.start();
    let (wins, checksum) = (strong.wins(white, black, true), strong.checksum());
    let counts = strong.counts();
    drop(strong);
    let depths = match board.plies {
        Some(_) => match unless_stopped(Depths::find(&shape, &control))? {
            Some(depths) => Some(depths),
            None => return Ok(None),
        },
        None => None,
    };
    let found = Found {
        game,
        value: name(wins),
        searched,
        positions: counts.each,
        plies: depths.as_ref().map(|depths| depths.start),
        longest: depths.as_ref().map(Depths::longest),
        blake3: blake3::Hash::from(checksum).to_hex().to_string(),
        seconds: began.elapsed().as_secs_f64(),
    };
    found.compare(board, wrong);
    Ok(Some(found))
}

fn name(first_wins: bool) -> &'static str {
    if first_wins { "win" } else { "loss" }
}

fn unless_stopped<T>(result: Result<T, AnalysisError>) -> Result<Option<T>, Failure> {
    match result {
        Ok(found) => Ok(Some(found)),
        Err(_) if interrupt::asked() => Ok(None),
        Err(halt) => Err(Failure::Failed(halt.to_string())),
    }
}

impl Found {
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

/// The page's part for people.
pub(super) fn table(found: &[Found]) -> Table {
    let mut table = Table::new(&[
        ("all positions of", Align::Left),
        ("value", Align::Left),
        ("by search", Align::Left),
        ("positions", Align::Right),
        ("plies", Align::Right),
        ("longest", Align::Right),
        ("seconds", Align::Right),
        ("checksum", Align::Left),
    ]);
    let number = |number: Option<u16>| number.map_or("-".to_owned(), |number| number.to_string());
    for board in found {
        table.add([
            board.game.clone(),
            board.value.to_owned(),
            board.searched.clone().unwrap_or_else(|| "-".to_owned()),
            in_thousands(board.positions),
            number(board.plies),
            number(board.longest),
            format!("{:.3}", board.seconds),
            board.blake3[..SHOWN].to_owned(),
        ]);
    }
    table
}
