//! The end of a search that others have made: the proofs and the line of play, from what they have put into a table.

use core::marker::PhantomData;

use foregone_game::TableKeyed;

use super::session::{Session, Shares, no_table};
use crate::class::StaticClass;
use crate::limits::{Limits, Meter, Stop};
use crate::observe::Observer;
use crate::options::Question;
use crate::solve::{Refusal, Report};
use crate::station::Verdict;
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
    verdict: Verdict<'_>,
    limits: Limits<'_>,
    observer: &mut dyn Observer,
) -> Report<G::Move> {
    let mut meter = Meter::new(limits);
    meter.take_over(verdict.counters, verdict.elapsed);
    meter.go_on();
    let session = Session::<G, C> {
        game,
        root,
        question,
        table,
        shares: Shares::new(limits.bytes, question.certificate, false),
        meter,
        observer,
        bounds: verdict.bounds,
        efforts: verdict.efforts,
        most_proving,
        known_line: Vec::new(),
        chooser: None,
        identity: PhantomData,
    };
    session.report(verdict.stop)
}

/// The same when there is no room for a table.
pub fn unproved<M>(verdict: Verdict<'_>, question: &Question) -> Report<M> {
    Report {
        bounds: verdict.bounds,
        stop: verdict.stop,
        best: None,
        line: Vec::new(),
        most_proving: Vec::new(),
        efforts: verdict.efforts,
        counters: verdict.counters,
        elapsed: verdict.elapsed,
        proofs: Vec::new(),
        unproved: question.certificate.then_some(Stop::Memory),
    }
}
