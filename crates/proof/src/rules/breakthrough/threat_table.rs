//! Wins by threats, as rules version 2 knows them (`docs/certificate.md`, *Threats* of version 2). They depend on three sets of
//! columns only, so every answer is worked out once, by its definition, when it is first asked for.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

/// The widest board for which answers are stored: 2^24 triples of sets, a byte each.
pub(super) const WIDEST: usize = 8;

/// The three sets of columns that the threats of a player, the *attacker*, depend on; bit 0 is the first column.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rows {
    /// Pawns of the attacker two rows from the goal.
    pub(super) entry: usize,
    /// Pawns of the defender on the row before the goal.
    pub(super) near: usize,
    /// Pawns of the defender on the goal row.
    pub(super) goal: usize,
}

/// What can be asked about the rows. The number is the place of the answer in its byte.
#[derive(Clone, Copy)]
enum Question {
    Wins = 0,
    Holds = 2,
    Gains = 4,
}

/// The answers for boards of one width. An answer has two bits: 1 once it is known, and 2 if it is yes.
pub(super) struct ThreatTable {
    width: usize,
    /// A page for every set `entry`, allocated when it is first needed. All pages of a board 8 wide take 16 MiB.
    pages: Vec<OnceLock<Box<[AtomicU8]>>>,
}

impl ThreatTable {
    pub(super) fn new(width: usize) -> ThreatTable {
        assert!(width <= WIDEST);
        ThreatTable { width, pages: (0..1 << width).map(|_| OnceLock::new()).collect() }
    }

    /// Whether the attacker, to move, wins by threats alone.
    #[inline]
    pub(super) fn wins(&self, rows: Rows) -> bool {
        self.answer(Question::Wins, rows)
    }

    /// Whether the attacker wins by threats alone after every move that the defender can make in these rows, and after none.
    #[inline]
    pub(super) fn holds(&self, rows: Rows) -> bool {
        self.answer(Question::Holds, rows)
    }

    /// Whether the attacker, to move, would win by threats alone with one more pawn, or none, two rows from the goal.
    #[inline]
    pub(super) fn gains(&self, rows: Rows) -> bool {
        self.answer(Question::Gains, rows)
    }

    #[inline]
    fn answer(&self, question: Question, rows: Rows) -> bool {
        let page = self.pages[rows.entry].get_or_init(|| self.empty_page());
        let stored = &page[rows.near << self.width | rows.goal];
        let bits = stored.load(Relaxed) >> question as u8 & 3;
        if bits != 0 {
            return bits == 3;
        }
        let yes = self.work_out(question, rows);
        stored.fetch_or((if yes { 3 } else { 1 }) << question as u8, Relaxed);
        yes
    }

    #[cold]
    fn work_out(&self, question: Question, rows: Rows) -> bool {
        match question {
            Question::Wins => self.work_out_wins(rows),
            Question::Holds => self.work_out_holds(rows),
            Question::Gains => self.work_out_gains(rows),
        }
    }

    fn empty_page(&self) -> Box<[AtomicU8]> {
        (0..1 << (2 * self.width)).map(|_| AtomicU8::new(0)).collect()
    }

    /// A pawn enters the row before the goal. It arrives with its next move unless it is captured, and after every capture
    /// the attacker wins again.
    fn work_out_wins(&self, rows: Rows) -> bool {
        self.columns(rows.entry).any(|from| {
            self.around(from).filter(|&to| to != from || !has(rows.near, to)).any(|to| {
                let entry = rows.entry & !(1 << from);
                let then = Rows { entry, near: rows.near | 1 << to, ..rows };
                let mut captors = self.beside(to).filter(|&side| has(rows.goal, side));
                captors.all(|side| self.wins(Rows { goal: rows.goal & !(1 << side), ..then }))
            })
        })
    }

    fn work_out_holds(&self, rows: Rows) -> bool {
        // A pawn leaves the row before the goal, perhaps with a capture.
        let leaves = |from: usize| {
            let left = Rows { near: rows.near & !(1 << from), ..rows };
            let mut captured = self.beside(from).filter(|&to| has(rows.entry, to));
            self.wins(left)
                && captured.all(|to| self.wins(Rows { entry: rows.entry & !(1 << to), ..left }))
        };
        // A pawn leaves the goal row.
        let comes = |from: usize| {
            let left = Rows { goal: rows.goal & !(1 << from), ..rows };
            let mut free = self.around(from).filter(|&to| !has(rows.near, to));
            free.all(|to| self.wins(Rows { near: rows.near | 1 << to, ..left }))
        };
        self.wins(rows) && self.columns(rows.near).all(leaves) && self.columns(rows.goal).all(comes)
    }

    fn work_out_gains(&self, rows: Rows) -> bool {
        (0..self.width).any(|column| self.wins(Rows { entry: rows.entry | 1 << column, ..rows }))
    }

    /// The columns of a set.
    fn columns(&self, set: usize) -> impl Iterator<Item = usize> {
        (0..self.width).filter(move |&column| has(set, column))
    }

    /// A column and those beside it.
    fn around(&self, column: usize) -> impl Iterator<Item = usize> {
        column.saturating_sub(1)..(column + 2).min(self.width)
    }

    /// The columns beside a column.
    fn beside(&self, column: usize) -> impl Iterator<Item = usize> {
        self.around(column).filter(move |&beside| beside != column)
    }
}

/// The answers are left out: there are millions.
impl core::fmt::Debug for ThreatTable {
    fn fmt(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        formatter.debug_struct("ThreatTable").field("width", &self.width).finish_non_exhaustive()
    }
}

fn has(set: usize, column: usize) -> bool {
    set >> column & 1 == 1
}
