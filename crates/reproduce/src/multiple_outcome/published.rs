//! Tables 1 to 3 of A. Saffidine and T. Cazenave, *Multiple-Outcome Proof Number Search* (ECAI 2012), and the figures of a
//! prototype of ours that was written independently of this library.

use crate::table::Table;

/// Two algorithms on all positions after some moves: a half of table 1 or 2.
#[derive(Clone, Copy, Debug)]
pub struct Experiment {
    /// The table.
    pub table: Table,
    /// What is measured.
    pub title: &'static str,
    /// A name for files about it.
    pub file: &'static str,
    /// The game by its spelling.
    pub game: &'static str,
    /// The number of moves.
    pub after: u32,
    /// MOPNS and PNS, as [`Contender::parse`](crate::Contender::parse) reads them.
    pub contenders: [&'static str; 2],
    /// Whether it takes seconds.
    pub is_quick: bool,
    pub(super) published: Totals,
    pub(super) reference: Totals,
}

/// What comes of an experiment, as far as it is stated.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Totals {
    pub(super) mopns: Option<u64>,
    pub(super) pns: Option<u64>,
    pub(super) mopns_lower: Option<u64>,
    pub(super) pns_lower: Option<u64>,
    pub(super) equal: Option<u64>,
    /// Wins, draws and losses of the first player.
    pub(super) values: Option<[u64; 3]>,
}

/// Tables 1 and 2.
pub(super) const EXPERIMENTS: [Experiment; 4] = [
    Experiment {
        table: Table::Mopns1,
        title: "Connect Four 4x5, 256 positions after 4 moves",
        file: "mopns-1-connect4-4x5",
        game: "connect4:4x5",
        after: 4,
        contenders: ["mopns", "pns"],
        is_quick: true,
        published: Totals {
            mopns: Some(16_947_536),
            pns: Some(20_175_238),
            mopns_lower: Some(227),
            pns_lower: Some(13),
            equal: Some(16),
            values: Some([16, 222, 18]),
        },
        reference: Totals {
            mopns: Some(16_943_961),
            pns: Some(20_082_774),
            mopns_lower: Some(219),
            pns_lower: Some(21),
            equal: Some(16),
            values: Some([16, 222, 18]),
        },
    },
    Experiment {
        table: Table::Mopns1,
        title: "Connect Four 5x5, 625 positions after 4 moves",
        file: "mopns-1-connect4-5x5",
        game: "connect4:5x5",
        after: 4,
        contenders: ["mopns", "pns"],
        is_quick: false,
        published: Totals {
            mopns: Some(1_557_490_694),
            pns: Some(1_757_370_222),
            mopns_lower: Some(406),
            pns_lower: Some(140),
            equal: None,
            values: Some([334, 267, 24]),
        },
        reference: Totals {
            mopns: Some(1_569_138_193),
            pns: Some(1_745_639_718),
            mopns_lower: None,
            pns_lower: None,
            equal: None,
            values: None,
        },
    },
    Experiment {
        table: Table::Mopns2,
        title: "Woodpush (8,3), 99 positions after 4 moves",
        file: "mopns-2-woodpush-8-3",
        game: PROBLEM_GAME,
        after: PROBLEM_AFTER,
        contenders: ["mopns+ties=highest", "pns"],
        is_quick: true,
        published: Totals {
            mopns: Some(31_328_178),
            pns: Some(34_869_213),
            mopns_lower: Some(76),
            pns_lower: Some(23),
            equal: None,
            values: None,
        },
        reference: Totals {
            mopns: Some(32_231_735),
            pns: Some(34_934_912),
            mopns_lower: Some(76),
            pns_lower: Some(23),
            equal: None,
            values: None,
        },
    },
    Experiment {
        table: Table::Mopns2,
        title: "Woodpush (13,2), 256 positions after 8 moves",
        file: "mopns-2-woodpush-13-2",
        game: "woodpush:13,2,scale=5",
        after: 8,
        contenders: ["mopns+ties=highest", "pns"],
        is_quick: false,
        published: Totals {
            mopns: Some(155_756_022),
            pns: Some(174_285_199),
            mopns_lower: Some(205),
            pns_lower: Some(51),
            equal: None,
            values: None,
        },
        reference: Totals {
            mopns: Some(151_931_957),
            pns: Some(172_043_187),
            mopns_lower: Some(208),
            pns_lower: Some(48),
            equal: None,
            values: None,
        },
    },
];

/// Table 3 is about the 86th position of the first Woodpush list.
pub(super) const PROBLEM: usize = 86;
/// The game of table 3: the paper's scale goes from -5 to 5, though a winner has at most 3 pieces.
pub(super) const PROBLEM_GAME: &str = "woodpush:8,3,scale=5";
/// After this many moves.
pub(super) const PROBLEM_AFTER: u32 = 4;

/// Nodes of PNS for each question "at least this?".
pub(super) const QUESTIONS: [(&str, u64); 9] = [
    ("-4", 39_340),
    ("-3", 39_340),
    ("-2", 68_035),
    ("-1", 84_184),
    ("1", 84_568),
    ("2", 84_545),
    ("3", 178_841),
    ("4", 98_069),
    ("5", 98_069),
];

/// The ranges that were searched as a whole, with the nodes of binary search by PNS and of MOPNS.
pub(super) const RANGES: [(&str, &str, u64, u64); 2] =
    [("-5", "5", 351_366, 210_183), ("1", "3", 263_386, 191_127)];
