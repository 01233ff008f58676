//! How long positions of Breakthrough last if the winner hurries and the loser does not: found from the tables, which only say
//! who wins.

use foregone_tablebase::breakthrough::{Board, Depths, StrongSolution, depth_bytes};
use foregone_tablebase::file::Table;
use foregone_tablebase::retro::{AnalysisError, Control};

use crate::arguments::tablebase::EffortArguments;
use crate::failure::Failure;
use crate::interrupt;
use crate::output::in_bytes;

use super::subject::Subject;

/// Positions that are looked at before sweeps take over, which need more memory, and where they do not fit.
const FEW: u64 = 200_000;
const MANY: u64 = 20_000_000;
/// Bytes that remembering one of them takes at most, growth of the table included.
const NODE_BYTES: u64 = 120;

/// The board of a game whose tables tell how long positions last.
fn board(subject: &dyn Subject) -> Result<&Board, Failure> {
    subject.board().ok_or_else(|| {
        Failure::bad(format!(
            "tables of {} do not tell how long positions last, only those of Breakthrough do; leave --distance out",
            subject.identity()
        ))
    })
}

fn refuse(what: &str, need: u64, allowed: u64) -> Failure {
    Failure::bad(format!(
        "{what} needs {} of memory, and {} may be used; --memory allows more",
        in_bytes(need),
        in_bytes(allowed)
    ))
}

fn control(effort: &EffortArguments) -> Control<'static> {
    Control { threads: effort.threads(), stop: interrupt::flag(), report: &|_| () }
}

/// Plies until a position is over, unless it was interrupted: White's and Black's pawns, and whether White is to move.
pub(super) fn of_position(
    subject: &dyn Subject,
    table: &Table,
    pawns: Option<(u64, u64, bool)>,
    effort: &EffortArguments,
) -> Result<Option<u16>, Failure> {
    let board = board(subject)?;
    let Some((white, black, white_moves)) = pawns else { return Ok(None) };
    let (first, goal) = ((1 << board.width()) - 1, (board.height() - 1) * board.width());
    if black & first != 0 || white >> goal != 0 {
        return Ok(Some(0));
    }
    let (layers, memory) = (&table.manifest().layers, effort.memory());
    let kept = layers.iter().map(|layer| table.manifest().form().bytes(layer.size)).sum::<u64>();
    if kept > memory {
        return Err(refuse("finding how long a position lasts", kept, memory));
    }
    let strong = StrongSolution::load(board, |layer, words| table.layer(layer)?.words(words))?;
    let room = (memory - kept) / NODE_BYTES;
    let search = |nodes: u64| {
        strong.distance((white, black), white_moves, room.min(nodes), interrupt::flag())
    };
    if let Some(plies) = search(FEW) {
        return Ok(Some(plies));
    }
    let need = kept.saturating_add(depth_bytes(board, effort.threads()));
    if need <= memory {
        return stopped_or(strong.distance_by_sweeps(white, black, white_moves, &control(effort)));
    }
    let refusal = || refuse("finding how long this position lasts", need, memory);
    match search(MANY) {
        None if interrupt::asked() => Ok(None),
        found => found.ok_or_else(refusal).map(Some),
    }
}

/// How long all positions last, unless it was interrupted.
pub(super) fn of_all(
    subject: &dyn Subject,
    effort: &EffortArguments,
) -> Result<Option<Depths>, Failure> {
    let (board, memory) = (board(subject)?, effort.memory());
    let need = depth_bytes(board, effort.threads());
    if need > memory {
        return Err(refuse("finding how long all positions last", need, memory));
    }
    stopped_or(Depths::find(board, &control(effort)))
}

fn stopped_or<T>(found: Result<T, AnalysisError>) -> Result<Option<T>, Failure> {
    match found {
        Ok(found) => Ok(Some(found)),
        Err(AnalysisError::Stopped) => Ok(None),
        Err(halt) => Err(Failure::bad(halt.to_string())),
    }
}
