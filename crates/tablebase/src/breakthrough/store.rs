//! The tables of all homes while several threads fill them in, rank by rank.
//!
//! The table of a home depends on tables of the two ranks below, so all homes of a rank are computed in parallel. Where
//! mirrored positions have the same value, only one of two homes is computed and kept; the table of the other is made from
//! it for as long as the next two ranks need it.

use core::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use super::board::{Middle, Shape, bits};
use super::job::{Table, needed};
use super::lanes::mirror;
use crate::retro::{AnalysisError, Control, Progress};

/// Middles that are computed between two looks at the stop flag.
pub(super) const INTERVAL: usize = 1 << 12;

/// The tables, and the homes by ranks.
pub(super) struct Store {
    pub(super) shape: Shape,
    tables: Vec<Mutex<Arc<Table>>>,
    /// The homes whose tables are computed.
    pub(super) homes: Vec<Vec<usize>>,
    /// The homes whose tables are mirrored.
    others: Vec<Vec<usize>>,
}

impl Store {
    /// Empty tables.
    pub(super) fn new(shape: Shape) -> Store {
        let (homes, others) = by_rank(&shape);
        let tables = (0..shape.homes()).map(|_| Mutex::default()).collect();
        Store { shape, tables, homes, others }
    }

    /// Empty tables of the homes that can follow one.
    pub(super) fn below(shape: Shape, home: usize) -> Store {
        let mut is_below = vec![false; shape.homes()];
        let mut open = vec![home];
        while let Some(home) = open.pop() {
            if !core::mem::replace(&mut is_below[home], true) {
                open.extend(needed(&shape, home));
            }
        }
        let mut store = Store::new(shape);
        let shape = &store.shape;
        for list in store.homes.iter_mut().chain(&mut store.others) {
            list.retain(|&home| {
                is_below[home] || shape.mirrored && is_below[shape.mirror_home(home)]
            });
        }
        store
    }

    /// A home's table.
    pub(super) fn table(&self, home: usize) -> Arc<Table> {
        self.tables[home].lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Keeps a home's table in place of the last one.
    pub(super) fn put(&self, home: usize, table: Table) {
        let table = Arc::new(table);
        *self.tables[home].lock().unwrap_or_else(PoisonError::into_inner) = table;
    }

    /// The tables that a home needs.
    pub(super) fn around(&self, home: usize) -> Vec<(usize, Arc<Table>)> {
        needed(&self.shape, home).into_iter().map(|home| (home, self.table(home))).collect()
    }

    /// Makes the mirrored tables of a rank, if there are any.
    pub(super) fn mirror(&self, rank: usize, control: &Control<'_>) -> Result<(), AnalysisError> {
        let quiet = Control { report: &|_| (), ..*control };
        share(&quiet, rank, &self.others[rank], |_, home| {
            let table = self.table(self.shape.mirror_home(home));
            self.put(home, mirrored(&self.shape, &table));
        })
    }

    /// Frees the mirrored tables of a rank.
    pub(super) fn forget(&self, rank: usize) {
        for &home in &self.others[rank] {
            self.put(home, Table::default());
        }
    }

    /// Frees the computed tables of a rank.
    pub(super) fn drop_rank(&self, rank: usize) {
        for &home in &self.homes[rank] {
            self.put(home, Table::default());
        }
    }

    /// All tables.
    pub(super) fn finish(self) -> Vec<Table> {
        let tables = self.tables.into_iter();
        tables
            .map(|table| take(table.into_inner().unwrap_or_else(PoisonError::into_inner)))
            .collect()
    }
}

/// The homes of each rank that are computed, and those that are mirrored.
pub(super) fn by_rank(shape: &Shape) -> (Vec<Vec<usize>>, Vec<Vec<usize>>) {
    let mut homes = vec![Vec::new(); shape.ranks()];
    let mut others = homes.clone();
    for home in 0..shape.homes() {
        let list = if shape.is_canonical(home) { &mut homes } else { &mut others };
        list[shape.rank(home)].push(home);
    }
    (homes, others)
}

/// The table itself, or a copy if it is still shared.
fn take(table: Arc<Table>) -> Table {
    Arc::try_unwrap(table).unwrap_or_else(|table| Table::clone(&table))
}

/// Lets the threads work through some homes of a rank, and reports progress. Each thread has a buffer of words.
pub(super) fn share(
    control: &Control<'_>,
    rank: usize,
    homes: &[usize],
    work: impl Fn(&mut Vec<u64>, usize) + Sync,
) -> Result<(), AnalysisError> {
    let next = AtomicUsize::new(0);
    let run = |reports: bool| {
        let mut scratch = Vec::new();
        while !control.stopped() {
            let at = next.fetch_add(1, Relaxed);
            let Some(&home) = homes.get(at) else { return };
            if reports {
                let share = at as f64 / homes.len() as f64;
                (control.report)(Progress { layer: rank, share });
            }
            work(&mut scratch, home);
        }
    };
    thread::scope(|scope| {
        for _ in 1..control.threads.min(homes.len()) {
            scope.spawn(|| run(false));
        }
        run(true);
    });
    if control.stopped() { Err(AnalysisError::Stopped) } else { Ok(()) }
}

/// Calls a function with the width of a board and the words of its lanes as constants.
macro_rules! by_width {
    ($shape:expr, $function:ident($($argument:expr),*)) => {
        match $shape.width {
            2 => $function::<2, 1>($($argument),*),
            3 => $function::<3, 1>($($argument),*),
            4 => $function::<4, 4>($($argument),*),
            5 => $function::<5, 16>($($argument),*),
            6 => $function::<6, 64>($($argument),*),
            7 => $function::<7, 256>($($argument),*),
            8 => $function::<8, 1024>($($argument),*),
            _ => $function::<9, 4096>($($argument),*),
        }
    };
}
pub(super) use by_width;

/// A table as the mirror shows it. Black's bits are needed elsewhere only on the lowest boards.
fn mirrored(shape: &Shape, table: &Table) -> Table {
    let white = by_width!(shape, reflect(shape, &table.white));
    let black =
        if shape.rows == 0 { by_width!(shape, reflect(shape, &table.black)) } else { Vec::new() };
    Table { white, black }
}

fn reflect<const M: usize, const L: usize>(shape: &Shape, bits_of: &[u64]) -> Vec<u64> {
    let mut reflected = vec![0; bits_of.len()];
    let into = reflected.as_chunks_mut::<L>().0;
    let image = |cell: usize| cell - cell % M + M - 1 - cell % M;
    let mut middle = Middle::first(shape);
    let mut number = 0;
    for lanes in bits_of.as_chunks::<L>().0 {
        let place = &mut into[number];
        *place = *lanes;
        mirror::<M, L>(place);
        // The digits that carry fall from two to nothing, and the first that does not grows by one.
        for cell in bits(shape.open) {
            let weight = shape.weights[image(cell)];
            if middle.black >> cell & 1 == 0 {
                number += weight;
                break;
            }
            number -= 2 * weight;
        }
        middle.advance(shape.open);
    }
    reflected
}
