//! A question with everything that goes with it: one value that is handed from the façade down to the search.

use crate::limits::Limits;
use crate::observe::{Observer, Snapshot};
use crate::options::Question;
use crate::persist::{Save, StateReader};
use crate::proof_tables::ProofTables;
use crate::table::Table;

/// A question to a search.
pub struct Request<'r> {
    /// What is asked, and how it is to be found out.
    pub question: &'r Question,
    /// How far the search may go.
    pub limits: Limits<'r>,
    /// Who is told about progress and saves the state, if anybody does.
    pub observer: Option<&'r mut dyn Observer>,
    /// The saved state from which the search goes on, if it does: of the same question about the same position, with as
    /// much memory.
    pub resume: Option<&'r mut dyn StateReader>,
    /// A table that outlives the question, if one is kept.
    pub warm: Option<&'r mut WarmTable>,
    /// Tables of endgames that a proof may have computed, if somebody can.
    pub tables: Option<&'r mut dyn ProofTables>,
}

impl<'r> Request<'r> {
    /// A question within limits, with nobody watching and nothing kept.
    pub fn new(question: &'r Question, limits: Limits<'r>) -> Request<'r> {
        Request { question, limits, observer: None, resume: None, warm: None, tables: None }
    }

    /// The same with an observer.
    pub fn watched(self, observer: &'r mut dyn Observer) -> Request<'r> {
        Request { observer: Some(observer), ..self }
    }

    /// The same from a saved state, if there is one.
    pub fn resumed<'s: 'r>(self, source: Option<&'r mut (dyn StateReader + 's)>) -> Request<'r> {
        let mut request = self;
        if let Some(source) = source {
            request.resume = Some(source);
        }
        request
    }

    /// The same on a table that is kept.
    pub fn on(self, warm: &'r mut WarmTable) -> Request<'r> {
        Request { warm: Some(warm), ..self }
    }
}

/// The observer of a request, or one that ignores everything.
pub(crate) struct Watcher<'r>(pub(crate) Option<&'r mut dyn Observer>);

impl Observer for Watcher<'_> {
    fn progress(&mut self, snapshot: &Snapshot) {
        if let Some(observer) = &mut self.0 {
            observer.progress(snapshot);
        }
    }

    fn wants_checkpoint(&mut self, stopping: bool) -> bool {
        self.0.as_mut().is_some_and(|observer| observer.wants_checkpoint(stopping))
    }

    fn checkpoint(&mut self, state: &dyn Save) {
        if let Some(observer) = &mut self.0 {
            observer.checkpoint(state);
        }
    }
}

/// A transposition table that is kept from one question to the next about the same game. What it holds is true of positions,
/// whatever the question was, so a later question finds the work of the earlier ones. Its owner must not use it for two
/// games, nor after a search with a knowledge level that is not sound.
#[derive(Debug, Default)]
pub struct WarmTable(Option<StoredTable>);

/// A table with the shape it was made for.
#[derive(Debug)]
struct StoredTable {
    table: Table,
    bytes: u64,
    key_bits: u32,
    questions: usize,
}

impl WarmTable {
    /// A table that has nothing in it yet.
    pub fn new() -> WarmTable {
        WarmTable::default()
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.0 = None;
    }

    /// Positions in it, about.
    pub fn len(&self) -> u64 {
        self.0.as_ref().map_or(0, |stored| stored.table.used())
    }

    /// Whether it has nothing in it.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The table if it has this shape, or else a new one; `None` if there is no room for one.
    pub(crate) fn take(&mut self, bytes: u64, key_bits: u32, questions: usize) -> Option<Table> {
        match self.0.take() {
            Some(stored)
                if (stored.bytes, stored.key_bits) == (bytes, key_bits)
                    && stored.questions >= questions =>
            {
                Some(stored.table)
            }
            _ => Table::new(bytes, key_bits, questions),
        }
    }

    /// Keeps the table for the next question.
    pub(crate) fn put(&mut self, table: Table, bytes: u64, key_bits: u32) {
        let questions = table.questions();
        self.0 = Some(StoredTable { table, bytes, key_bits, questions });
    }
}
