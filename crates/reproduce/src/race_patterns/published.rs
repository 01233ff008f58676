//! Table 5 of A. Saffidine, N. Jouandeau and T. Cazenave, *Solving Breakthrough with Race Patterns and Job-Level Proof
//! Number Search* (ACG 2011): PPN² on small boards, by a server and 64 clients.

/// A row of the table.
pub(super) struct Row {
    /// The board, width before height.
    pub(super) board: &'static str,
    /// Nodes of the second level, and how they are written.
    pub(super) second: (u64, &'static str),
    /// Whether race patterns were used.
    pub(super) patterns: bool,
    pub(super) seconds: u64,
    /// Nodes that the server expanded.
    pub(super) expanded: Nodes,
    /// Whether it takes seconds today.
    pub(super) is_quick: bool,
}

/// A number of nodes as the paper gives it.
#[derive(Clone, Copy)]
pub(super) enum Nodes {
    Exactly(u64),
    Thousands(u64),
}

use Nodes::{Exactly, Thousands};

const THOUSAND: (u64, &str) = (1_000, "1k");
const TEN_THOUSAND: (u64, &str) = (10_000, "10k");
const HUNDRED_THOUSAND: (u64, &str) = (100_000, "100k");

const fn row(
    board: &'static str,
    second: (u64, &'static str),
    patterns: bool,
    seconds: u64,
    expanded: Nodes,
    is_quick: bool,
) -> Row {
    Row { board, second, patterns, seconds, expanded, is_quick }
}

/// The table.
#[rustfmt::skip]
pub(super) const TABLE: [Row; 9] = [
    row("5x4", THOUSAND, false, 2, Exactly(4_132), true),
    row("5x4", THOUSAND, true, 1, Exactly(72), true),
    row("4x5", THOUSAND, false, 161, Thousands(241), false),
    row("4x5", THOUSAND, true, 27, Thousands(4), false),
    row("5x5", THOUSAND, true, 927, Thousands(78), false),
    row("5x5", HUNDRED_THOUSAND, false, 29_170, Thousands(208), false),
    row("5x5", HUNDRED_THOUSAND, true, 2_959, Thousands(3), false),
    row("6x5", TEN_THOUSAND, true, 25_638, Thousands(14), false),
    row("6x5", HUNDRED_THOUSAND, true, 47_134, Thousands(21), false),
];

/// The boards of the table.
pub(super) const BOARDS: [&str; 4] = ["5x4", "4x5", "5x5", "6x5"];
