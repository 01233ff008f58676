//! Figures of A. Saffidine and T. Cazenave, *Multiple-Outcome Proof Number Search* (ECAI 2012), and those of a
//! prototype of ours that was written independently of this program.

use crate::arguments::experiments::TableName;

/// Two algorithms on all positions after some moves: a half of table 1 or 2.
pub(super) struct Experiment {
    pub(super) table: TableName,
    pub(super) title: &'static str,
    /// The beginning of the names of its files.
    pub(super) file: &'static str,
    pub(super) game: &'static str,
    pub(super) after: u32,
    /// MOPNS and PNS, as `compare` writes them.
    pub(super) contenders: [&'static str; 2],
    pub(super) is_quick: bool,
    pub(super) published: Totals,
    pub(super) reference: Totals,
}

/// What comes of an experiment, as far as it is stated.
#[derive(Clone, Copy, Default)]
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
        table: TableName::Mopns1,
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
        table: TableName::Mopns1,
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
        table: TableName::Mopns2,
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
        table: TableName::Mopns2,
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
/// After so many moves.
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

/// Why the figures of a table differ.
pub(super) fn notes(table: TableName) -> &'static [&'static str] {
    match table {
        TableName::Allis1 => &[
            "Lithidion counts a move that starves the opponent as a node before it rejects it, and does not reject a \
             starving capture that leads to a position of its database. The values are the same; the third table has \
             the node counts without that.",
            "Sum and max pos differ in one row only, 46 (S). Max tree is the number of nodes that are not settled, in \
             the run with the most nodes; entries with ~ are estimates in the paper.",
            "The paper does not say what alpha-beta takes for the value of a position beyond the depth limit. Here each \
             iteration asks twice, for what either side can be sure of, and what is not seen counts against that side; \
             the nodes of both are added. It is given up after 30 million visits, with a table after 10 million; the \
             paper went further.",
            "Tables 2 to 5 cannot be repeated: the paper does not print those games.",
        ],
        TableName::Breakthrough5 => &[
            "The paper's PPN² has a server with the first level and 64 clients that search the second; the published time is \
             theirs together, the published nodes are those that the server expanded. Here PN² does on one core one such \
             search after the other: as many as \"expanded\" says, with the nodes of \"both levels\". What the clients did at \
             the same time on leaves that turned out not to matter is in the published numbers only. \
             Both begin leaves with their mobility; PNS and df-pn here begin them with 1/1.",
            "The paper has 26 patterns of order up to 2, written by hand, which see a win up to 4 moves before the end. Here \
             all minimal ones for up to 3 moves in windows of 3 columns are found by program. The paper's rule for two patterns that meet is unsound \
             (docs/race-patterns.md): what is found by it is believed, hence the question mark, and is not a proof. With all \
             patterns it even names the wrong winners of 5x4 and 4x5.",
            "Threats and attacks are what the game usually looks for (--knowledge 4); the paper has nothing like them. Their \
             rows stand beside what was published with patterns.",
            "A search that takes more than 100 million nodes or 2 GiB is given up, which is no result: \"limit\" and >. \
             Numbers with ~ are published in thousands, times in seconds.",
        ],
        TableName::Mopns1 => &[
            "The paper does not say in which order moves are tried, which outcome attracts among equals, and when a \
             finished position is recognised. Here: columns from left to right, ties to the lower outcome, all children \
             created at once and finished ones recognised then, leaves start at 1/1, the root is counted.",
            "PNS is the sum of the runs that prove the value: \"at least it\" and \"at least the next better\", only one \
             of them for a win or a loss.",
            "About 70 combinations of such conventions were tried; none gives the published figures to the node.",
            "On 5x5 the totals agree within one per cent, but not position by position: here both need the same number \
             of nodes on most won positions, while the paper's 406 and 140 leave only 79 positions for that.",
        ],
        TableName::Mopns2 => &[
            "The paper forbids to repeat \"the previous position\", which allows longer cycles, and calls the game \
             acyclic; here no board of the line of play may come again.",
            "The paper's text counts the winner's remaining moves, its scores from -5 to 5 without 0 fit the winner's \
             remaining pieces; here pieces are counted on that scale.",
            "Moves are tried from the rightmost piece, forward before push; ties go to the highest outcome. The paper \
             states neither; these come closest.",
        ],
        TableName::Mopns3 => &[
            "The published node count for binary search in [-5, 5] is the sum of the runs >= -1, >= 1, >= 2 and >= 4, its \
             published time that of runs with >= 3: the table contradicts itself. Binary search asks >= 1, >= 3, >= 2 here, \
             for which the published runs add up to 347,954.",
            "Otherwise as for table 2: repetition, score, order of moves and ties.",
        ],
        TableName::Breakthrough3 | TableName::Breakthrough4 => &[
            "Times are published in seconds and simulated in thousands of descents of one client. The published run with \
             one client does 107 thousand jobs of up to 1,000 descents in 3,397 seconds, so that a thousand descents took \
             its clients at least 32 milliseconds.",
            "Assumed: a message is under way for 20 descents and costs the coordinator 0.05; clients are equally fast, \
             have one job at a time, and do nothing but descents. The paper says nothing of the first two.",
            "The paper does not say what a client gets when all most-proving leaves are taken. Here it is the next best \
             leaf; `foregone simulate --policy ppn2-wait` lets it wait.",
            "Leaves begin with the number of their moves, which is how the paper's mobility heuristic is understood here; \
             moves are tried in the canonical order.",
        ],
        TableName::All | TableName::Solved => &[],
    }
}
