//! The end of a search that others have made: the proofs and the line of play, from what they have put into a table.

use foregone_game::TableKeyed;

use super::driver::{DepthFirst, Session, no_table};
use crate::class::StaticClass;
use crate::leaf_search::RunSummary;
use crate::limits::{Limits, Stop};
use crate::observe::Observer;
use crate::options::Question;
use crate::report::{Refusal, Report};
use crate::table::Table;

/// A table for that many questions.
pub fn table<G: TableKeyed>(game: &G, bytes: u64, questions: usize) -> Result<Table, Refusal> {
    let (table_key_bits, all_numbers) = (game.table_key_bits(), questions.min(2));
    Table::new(bytes, table_key_bits, all_numbers)
        .map(|table| table.trusting(false)) // other workers send facts
        .ok_or_else(|| no_table(bytes, Table::bucket_bytes(table_key_bits, all_numbers)))
}

/// The report about a search of a position whose findings are in the table; it may come with the line that was next.
pub fn conclude<G: TableKeyed, C: StaticClass<G>>(
    game: &G,
    root: &G::Position,
    table: &Table,
    (question, most_proving): (&Question, Vec<G::Move>),
    summary: RunSummary<'_>,
    limits: Limits<'_>,
    observer: &mut dyn Observer,
) -> Report<G::Move> {
    let asked = (question, summary.bounds);
    let session = crate::session::Session::new((game, root), asked, limits, false, observer);
    let mut session: Session<'_, G, C> = session.with_state(DepthFirst::new(table));
    session.meter.take_over(summary.counters, summary.elapsed);
    session.meter.go_on();
    (session.bounds, session.efforts) = (summary.bounds, summary.efforts);
    session.most_proving = most_proving;
    session.report(summary.stop)
}

/// The same when there is no room for a table.
pub fn unproved<M>(summary: RunSummary<'_>, question: &Question) -> Report<M> {
    Report {
        bounds: summary.bounds,
        stop: summary.stop,
        best: None,
        line: Vec::new(),
        most_proving: Vec::new(),
        efforts: summary.efforts,
        counters: summary.counters,
        elapsed: summary.elapsed,
        proofs: Vec::new(),
        unproved: question.certificate.then_some(Stop::Memory),
    }
}
