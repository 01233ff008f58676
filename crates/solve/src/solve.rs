//! Answers a whole question about a position with the search that the question names.

use foregone_game::{Acyclic, Cyclic, Game, TableKeyed};

use crate::best_first;
use crate::class::{CanReturn, StaticClass};
use crate::depth_first;
use crate::persist::StateReader;
use crate::proof_tables::ProofTables;
use crate::report::{Refusal, Report, asked_range};
use crate::request::{Request, WarmTable, Watcher};
use crate::session::Session;

/// Answers a question about a position of a game in which play never returns.
pub fn solve<G, C>(
    game: &G,
    root: &G::Position,
    request: Request<'_>,
) -> Result<Report<G::Move>, Refusal>
where
    G: Acyclic + TableKeyed,
    C: StaticClass<G>,
{
    let is_depth_first = request.question.algorithm.is_depth_first();
    answer(game, root, request, false, |session, resume, warm| match is_depth_first {
        true => depth_first::drive::<G, C>(session, resume, warm),
        false => best_first::drive::<G, C>(session, resume),
    })
}

/// Answers a question about a position of a game in which play can return.
pub fn solve_cyclic<G>(
    game: &G,
    root: &G::Position,
    request: Request<'_>,
) -> Result<Report<G::Move>, Refusal>
where
    G: Cyclic + TableKeyed,
{
    if !request.question.algorithm.is_depth_first() {
        return Err(Refusal(format!(
            "{} is sound only where play never returns to a position, but in this game it can; use dfpn or dfmopns",
            request.question.algorithm.name()
        )));
    }
    answer(game, root, request, true, depth_first::drive::<G, CanReturn>)
}

/// Opens a session and hands it to a search, unless the position is terminal.
fn answer<G: Game>(
    game: &G,
    root: &G::Position,
    request: Request<'_>,
    cyclic: bool,
    drive: impl for<'a> FnOnce(
        Session<'a, G>,
        Option<&'a mut dyn StateReader>,
        Option<&'a mut WarmTable>,
    ) -> Result<Report<G::Move>, Refusal>,
) -> Result<Report<G::Move>, Refusal> {
    let Request { question, limits, observer, resume, warm, tables } = request;
    let mut watcher = Watcher(observer);
    let asked = (question, asked_range(game.scale(), question.goal)?);
    let mut session = Session::new((game, root), asked, limits, cyclic, &mut watcher);
    session.tables = tables.map(|tables| tables as &mut dyn ProofTables);
    match game.outcome(root) {
        Some(outcome) => Ok(session.report_terminal(outcome)),
        None => match resume {
            Some(source) => drive(session, Some(source), warm),
            None => drive(session, None, warm),
        },
    }
}
