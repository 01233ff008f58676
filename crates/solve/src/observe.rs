//! What a running search reports to its caller.

use std::time::Duration;

use foregone_game::{Game, Outcome};

use crate::effort::ProofNumbers;
use crate::limits::Counters;
use crate::persist::Save;
use crate::table::Table;

/// The state of a running search, for display.
#[derive(Clone, Debug)]
pub struct Snapshot {
    /// The counters so far.
    pub counters: Counters,
    /// Time since the start.
    pub elapsed: Duration,
    /// The questions "at least this outcome?" of the current run with their proof numbers at the root.
    pub efforts: Vec<(Outcome, ProofNumbers)>,
    /// The bounds proved so far: at least, at most.
    pub bounds: (Outcome, Outcome),
    /// Nodes in use now.
    pub nodes: u64,
    /// Bytes in use now.
    pub bytes: u64,
    /// Number of records of the proof that is being extracted after the search.
    pub proving: Option<u64>,
    /// Where the search is, if it takes the moves of a position one after the other.
    pub place: Option<Place>,
    /// What the search holds about the moves of the root, in the order in which it holds them. Moves that it does not
    /// hold are left out.
    pub moves: Vec<RootMove>,
    /// The line that the search works on: to the most-proving leaf of a best-first search, or to where a depth-first
    /// search is. Each move is given by its place in the canonical order, counted from 0; a long line is cut off.
    pub line: Vec<usize>,
    /// How full the transposition table is, if the search has one.
    pub table: Option<TableFill>,
}

/// What a search holds about a move of the root.
#[derive(Clone, PartialEq, Debug)]
pub struct RootMove {
    /// The place of the move in the canonical order, counted from 0.
    pub place: usize,
    /// The questions "at least this outcome?" with their proof numbers after the move; none in alpha-beta search.
    pub efforts: Vec<(Outcome, ProofNumbers)>,
    /// The bounds that are proved about the position after the move.
    pub bounds: (Outcome, Outcome),
    /// About how many nodes the search has spent on the move, if it keeps count.
    pub nodes: Option<u64>,
}

/// How full a transposition table is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableFill {
    /// Entries in use, about.
    pub entries: u64,
    /// Entries that fit if the table takes all the memory it may.
    pub capacity: u64,
}

impl TableFill {
    pub(crate) fn of(table: &Table) -> TableFill {
        TableFill { entries: table.used(), capacity: table.capacity_max() }
    }

    /// The share of the entries in use.
    pub fn share(&self) -> f64 {
        self.entries as f64 / self.capacity.max(1) as f64
    }
}

/// Lines are cut off after so many moves.
const LINE_MAX: usize = 256;

/// The moves of a line as places in the canonical order.
pub(crate) fn numbered<G: Game>(game: &G, root: &G::Position, line: &[G::Move]) -> Vec<usize> {
    let (mut position, mut moves) = (root.clone(), Vec::new());
    let mut places = Vec::with_capacity(line.len().min(LINE_MAX));
    for &mv in line.iter().take(LINE_MAX) {
        moves.clear();
        game.moves(&position, &mut moves);
        let Some(place) = moves.iter().position(|&known| known == mv) else { break };
        places.push(place);
        game.play(&mut position, mv);
    }
    places
}

/// The moves of a position, so that each can be found by its place in the canonical order.
pub(crate) fn legal_moves<G: Game>(game: &G, position: &G::Position) -> Vec<G::Move> {
    let mut moves = Vec::new();
    if game.outcome(position).is_none() {
        game.moves(position, &mut moves);
    }
    moves
}

/// Where a search is that takes the moves of a position one after the other.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Place {
    /// The question of the current pass: on which side of the window the value is, or where in between.
    pub window: (Outcome, Outcome),
    /// The move of the root that is being searched, counted from 1, and how many moves the pass has to search there.
    pub root_move: (usize, usize),
    /// The share of the pass that is done, if all moves of a position took the same time. They do not, so this is a guess.
    pub share: f64,
    /// Plies from the root to where the search is.
    pub depth: usize,
    /// The depth limit of the current pass, if it has one.
    pub limit: Option<usize>,
}

/// The receiver of progress and checkpoints. It is called a few times a second at most.
pub trait Observer {
    /// Displays the state of the search.
    fn progress(&mut self, snapshot: &Snapshot);

    /// Whether the state of the search should be saved now. The search asks after each look at the clock, and once more
    /// with `stopping` if it stops before it has its answer.
    fn wants_checkpoint(&mut self, stopping: bool) -> bool {
        let _ = stopping;
        false
    }

    /// Saves the state, which was asked for. A search that loads it continues exactly as this one.
    fn checkpoint(&mut self, state: &dyn Save) {
        let _ = state;
    }
}

/// The observer that ignores everything.
impl Observer for () {
    fn progress(&mut self, _snapshot: &Snapshot) {}
}
