//! All positions after some moves, as far as memory allows them to be kept.

use foregone::Position;

use crate::contest::Problem;
use crate::context::Context;
use crate::error::Error;

/// About how many bytes a position takes that is to be solved, results included.
const POSITION: u64 = 1 << 10;
/// About how many bytes each move takes that led to a position.
const MOVE: u64 = 16;

/// All positions after that many moves, as often as lines lead to them, if a quarter of the memory is enough for them. They are
/// counted before any of them is kept.
pub fn problems_after(
    start: &Position,
    moves: u32,
    context: &Context<'_>,
) -> Result<Vec<Problem>, Error> {
    let each = POSITION + u64::from(moves) * MOVE;
    let allowed = context.limits.memory / 4;
    let most = allowed / each;
    for moves in 1..=moves {
        let positions = count_lines(start, moves, most, context)?;
        if positions > most {
            let bytes = positions * each;
            return Err(Error::TooManyPositions { positions, moves, bytes, allowed });
        }
        if positions == 0 {
            return Ok(Vec::new());
        }
    }
    let problem = |placed| Problem { placed, expected: None };
    Ok(start.after(moves).into_iter().map(problem).collect())
}

/// The number of lines of that many moves, or at least a number above `most`. Lines are counted in parts, so that the caller
/// can stop the counting in between.
fn count_lines(
    start: &Position,
    moves: u32,
    most: u64,
    context: &Context<'_>,
) -> Result<u64, Error> {
    const BEFORE: u32 = 2;
    let mut count = 0;
    for placed in start.after(moves.min(BEFORE)) {
        count += placed.perft(moves.saturating_sub(BEFORE));
        if context.is_stopped() {
            return Err(Error::Stopped("the positions were not counted"));
        }
        if count > most {
            break;
        }
    }
    Ok(count)
}

#[cfg(test)]
mod tests {
    use foregone::{Game, StopHandle};

    use super::*;
    use crate::context::Limits;

    #[test]
    fn positions_are_counted_before_they_are_kept() {
        let start = Game::open("connect4:4x4").expect("a game").start();
        let context = Context::default();
        assert_eq!(problems_after(&start, 3, &context).expect("few").len(), 64);
        let context = context.with_limits(Limits { memory: 1 << 16, ..Limits::default() });
        let Err(Error::TooManyPositions { positions, moves, .. }) =
            problems_after(&start, 99, &context)
        else {
            panic!("64 KiB are not enough");
        };
        // A quarter of 64 KiB holds 6 positions of 2,608 bytes.
        assert_eq!((positions, moves), (16, 2));
    }

    #[test]
    fn counting_can_be_stopped() {
        let start = Game::open("connect4:4x4").expect("a game").start();
        let stop = StopHandle::new();
        stop.stop();
        let context = Context { stop, ..Context::default() };
        assert!(matches!(problems_after(&start, 3, &context), Err(Error::Stopped(_))));
    }
}
