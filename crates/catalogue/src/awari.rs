//! Awari with its type, for who has boards in hand instead of texts; and Lithidion's questions, which are no game of the
//! registry.

use game::Game;
use games::awari::lithidion::Lithidion;
use games::awari::{Awari, Position};
use solve::identity::Unkeyed;
use solve::limits::Limits;
use solve::options::Question;
use solve::{Refusal, Report, solve, solve_cyclic};

/// Answers a question about a position.
pub fn ask(
    game: &Awari,
    position: &Position,
    question: &Question,
    limits: Limits<'_>,
) -> Result<Report<u8>, Refusal> {
    solve_cyclic(game, position, question, limits, &mut (), None)
}

/// Answers a question about the position that Lithidion was asked about.
pub fn ask_lithidion(
    game: &Lithidion,
    question: &Question,
    limits: Limits<'_>,
) -> Result<Report<u8>, Refusal> {
    solve::<Lithidion, Unkeyed>(game, &game.start(), question, limits, &mut (), None)
}
