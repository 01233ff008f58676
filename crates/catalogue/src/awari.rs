//! Awari with its type, for who has boards in hand instead of texts; and Lithidion's questions, which are no game of the
//! registry.

use foregone_game::Game;
use foregone_games::awari::lithidion::Lithidion;
use foregone_games::awari::{Awari, Position};
use foregone_solve::class::CarriesPast;
use foregone_solve::limits::Limits;
use foregone_solve::options::Question;
use foregone_solve::request::Request;
use foregone_solve::{Refusal, Report, solve, solve_cyclic};

/// Answers a question about a position.
pub fn ask(
    game: &Awari,
    position: &Position,
    question: &Question,
    limits: Limits<'_>,
) -> Result<Report<u8>, Refusal> {
    solve_cyclic(game, position, Request::new(question, limits))
}

/// Answers a question about the position that Lithidion was asked about.
pub fn ask_lithidion(
    game: &Lithidion,
    question: &Question,
    limits: Limits<'_>,
) -> Result<Report<u8>, Refusal> {
    solve::<Lithidion, CarriesPast>(game, &game.start(), Request::new(question, limits))
}
