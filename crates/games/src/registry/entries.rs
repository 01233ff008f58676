//! A description of each game: the text behind `foregone games`.

use foregone_game::KnowledgeLevel;

use crate::{breakthrough, connect4, mnk, othello, qubic};

/// A game in the list.
#[derive(Clone, Copy, Debug)]
pub struct GameEntry {
    /// The name it is opened by.
    pub name: &'static str,
    /// Other names, for games with fixed parameters.
    pub other_names: &'static [&'static str],
    /// What it is, in one line.
    pub about: &'static str,
    /// How it is spelled, with what can be left out in brackets.
    pub spelling: &'static str,
    /// Each parameter and option, and what it means.
    pub parameters: &'static [(&'static str, &'static str)],
    /// How a move is written.
    pub moves: &'static str,
    /// How a position is written.
    pub positions: &'static str,
    /// Spellings to try.
    pub examples: &'static [&'static str],
    /// What the game can find out about a position without a search.
    pub knowledge_levels: &'static [KnowledgeLevel],
    /// Values that are known, each with its source.
    pub known: &'static [KnownValue],
}

/// A known value.
#[derive(Clone, Copy, Debug)]
pub struct KnownValue {
    /// The game.
    pub spec: &'static str,
    /// The value of its start position for the first player.
    pub value: &'static str,
    /// Who says so.
    pub source: &'static str,
}

/// Every game, in the order in which they are listed.
pub const GAMES: &[GameEntry] = &[
    GameEntry {
        name: "connect4",
        other_names: &[],
        about: "Connect Four on a board of any size: drop stones, four in a line win",
        spelling: "connect4[:COLUMNSxROWS][,score=pons]",
        parameters: &[
            (
                "COLUMNSxROWS",
                "size of the board, 7x6 unless given; COLUMNS x (ROWS + 1) at most 128",
            ),
            ("score=pons", "quicker wins are worth more: on 7x6, 22 minus the winner's stones"),
        ],
        moves: "the column from 1 at the left: 4453, or 10,1,12 on boards of more than nine columns",
        positions: "rows from the top separated by /, x first player, o second player, . empty: ..../..../..../xo.. on 4x4",
        examples: &["connect4", "connect4:4x5", "connect4:5x5,score=pons"],
        knowledge_levels: connect4::KNOWLEDGE_LEVELS,
        known: &[
            KnownValue { spec: "connect4:4x4", value: "draw", source: "exhaustive search" },
            KnownValue { spec: "connect4:4x5", value: "draw", source: "exhaustive search" },
            KnownValue {
                spec: "connect4:7x6",
                value: "win",
                source: "Allis 1988; Allen 1988, independently",
            },
        ],
    },
    GameEntry {
        name: "mnk",
        other_names: &["tictactoe"],
        about: "K in a row on a board of M columns and N rows; tictactoe is mnk:3,3,3",
        spelling: "mnk:M,N,K",
        parameters: &[
            ("M", "columns, 1 to 26"),
            ("N", "rows; at most 128 cells in all"),
            ("K", "how many stones in a line win"),
        ],
        moves: "a cell: the column's letter and the row's number from the bottom, b2 a1 c3",
        positions: "rows from the top separated by /, x first player, o second player, . empty: ..o/.x./x..",
        examples: &["tictactoe", "mnk:4,4,3", "mnk:5,4,4"],
        knowledge_levels: mnk::LEVELS,
        known: &[
            KnownValue { spec: "mnk:3,3,3", value: "draw", source: "exhaustive search" },
            KnownValue { spec: "mnk:4,3,3", value: "win", source: "exhaustive search" },
            KnownValue { spec: "mnk:4,4,4", value: "draw", source: "exhaustive search" },
            KnownValue { spec: "mnk:6,5,4", value: "win", source: "wins by fours" },
        ],
    },
    GameEntry {
        name: "woodpush",
        other_names: &[],
        about: "Woodpush: pieces jump forward and push back on a strip; boards may not repeat",
        spelling: "woodpush[:LENGTH,PIECES][,ko=previous[,loop=V]][,score=moves][,scale=S]",
        parameters: &[
            ("LENGTH", "cells of the strip, 2 to 30; 8 unless given"),
            ("PIECES", "pieces of each player, at most half the length; 3 unless given"),
            (
                "ko=path|previous",
                "which boards may not come again: all of the line (default), or the previous one",
            ),
            (
                "loop=V",
                "the score of a play that never ends, for ko=previous: 0 (default, a draw) or one on the scale",
            ),
            (
                "score=pieces|moves",
                "a win is worth the winner's pieces (default) or the moves they have left",
            ),
            ("scale=S", "scores from -S to S, for score=pieces"),
        ],
        moves: "f or p (forward, push) and the cell of the piece from 1 at the left: f3 p6",
        positions: "cells L, R or ., and the player to move: \"LL.R.RLR L\"; then earlier boards that may not come again, separated by commas",
        examples: &[
            "woodpush:8,3",
            "woodpush:13,2",
            "woodpush:6,2,score=moves",
            "woodpush:6,2,ko=previous",
        ],
        knowledge_levels: &[],
        known: &[
            KnownValue { spec: "woodpush:5,2", value: "2", source: "exhaustive search" },
            KnownValue { spec: "woodpush:6,2", value: "-1", source: "exhaustive search" },
            KnownValue { spec: "woodpush:7,2", value: "-1", source: "exhaustive search" },
        ],
    },
    GameEntry {
        name: "hounds",
        other_names: &[],
        about: "Hare and Hounds, the French Military Hunt: three hounds try to trap a hare",
        spelling: "hounds",
        parameters: &[],
        moves: "from cell to cell, columns a to e from the left, rows 1 to 3 from the bottom: b1c2 e2d3",
        positions: "rows from the top separated by /, x hounds, o hare, . empty, and the player to move: \"x../x...o/x.. x\"",
        examples: &["hounds"],
        knowledge_levels: &[],
        known: &[KnownValue {
            spec: "hounds",
            value: "win",
            source: "exhaustive search; Berlekamp, Conway, Guy, Winning Ways, chapter 21",
        }],
    },
    GameEntry {
        name: "torere",
        other_names: &[],
        about: "Mu Torere of the Maori: eight points on a rim and one in the middle, who cannot move loses",
        spelling: "torere",
        parameters: &[],
        moves: "the point of the piece that goes to the empty one: 1 to 8 clockwise along the rim, c in the middle",
        positions: "the rim from 1 to 8, /, the middle, x first player, o second player, . empty, and the player to move: \"xxxxoooo/. x\"",
        examples: &["torere"],
        knowledge_levels: &[],
        known: &[KnownValue {
            spec: "torere",
            value: "draw",
            source: "exhaustive search; Ascher, Mathematics Magazine 60 (1987)",
        }],
    },
    GameEntry {
        name: "awari",
        other_names: &[],
        about: "Awari (Wari, Awele): sow stones round twelve pits, capture twos and threes, have more in the end",
        spelling: "awari[:grandslam=G][,rest=R][,score=S]",
        parameters: &[
            (
                "grandslam=legal|forbidden|empty",
                "a capture of all the opponent's stones is like others (default), may not be made if there is another move, or captures nothing",
            ),
            (
                "rest=opponent|divided",
                "the stones on the board go to the opponent of the player who has none to move (default), or to both, one half each",
            ),
            (
                "score=difference|result",
                "South's stones minus North's in the end (default), or win, draw and loss, over with more than half of the stones",
            ),
        ],
        moves: "the pit, A to F of South, a to f of North; then, if you like, the stones sown and captured, which are checked: F14x7; move numbers are skipped",
        positions: "South's pits A to F, /, North's a to f; the stones captured by South and North, 0-0 if left out; the player to move: \"4,4,4,4,4,4/4,4,4,4,4,4 0-0 S\"",
        examples: &["awari", "awari:score=result", "awari:grandslam=empty,rest=divided"],
        knowledge_levels: &[],
        known: &[KnownValue {
            spec: "awari",
            value: "0",
            source: "Romein and Bal, IEEE Computer 36 (2003)",
        }],
    },
    GameEntry {
        name: "breakthrough",
        other_names: &[],
        about: "Breakthrough: pawns go ahead and capture diagonally, the first on the far row wins",
        spelling: "breakthrough[:WIDTHxHEIGHT][,walls=CELL,CELL,...]",
        parameters: &[
            (
                "WIDTHxHEIGHT",
                "size of the board, 8x8 unless given; 2 or more wide, 3 or more high, at most 64 cells",
            ),
            ("walls=CELL,...", "cells that nobody can enter, in rows where no pawns start"),
        ],
        moves: "from cell to cell, columns from a at the left, rows from 1 at the bottom: a2-a3, or b4xa5 for a capture",
        positions: "rows from the top separated by /, w White (first player), b Black, . empty, # wall, and the player to move: \"bbb/bbb/.../www/www w\" on 3x5",
        examples: &["breakthrough", "breakthrough:5x4", "breakthrough:5x6,walls=c3,c4"],
        knowledge_levels: breakthrough::KNOWLEDGE_LEVELS,
        known: &[
            KnownValue { spec: "breakthrough:4x4", value: "loss", source: "exhaustive search" },
            KnownValue { spec: "breakthrough:3x5", value: "loss", source: "exhaustive search" },
            KnownValue {
                spec: "breakthrough:6x5",
                value: "loss",
                source: "Saffidine, Jouandeau and Cazenave, ACG 2011",
            },
        ],
    },
    GameEntry {
        name: "othello",
        other_names: &[],
        about: "Othello: enclose discs in straight lines and turn them over, have more in the end",
        spelling: "othello[:NxN][,start=parallel][,score=S]",
        parameters: &[
            ("NxN", "size of the board: 4x4, 6x6 or 8x8, which it is unless given"),
            (
                "start=diagonal|parallel",
                "how the four discs lie at the start: equal ones diagonally (default), or side by side",
            ),
            (
                "score=difference|empties|result",
                "discs of the first player minus those of the second, the whole board against a player without any (default); the same with the empty cells for the winner, as Edax counts; or win, draw and loss",
            ),
        ],
        moves: "a cell, with rows from the top: f5d6c3; pass if there is none, which records may leave out",
        positions: "rows from the top separated by /, x first player (black), o second player, . empty, and the player to move: \"..../.ox./.xo./.... x\" on 4x4; or a line of an OBF file",
        examples: &[
            "othello",
            "othello:4x4",
            "othello:6x6,start=parallel",
            "othello:8x8,score=empties",
        ],
        knowledge_levels: othello::KNOWLEDGE_LEVELS,
        known: &[
            KnownValue { spec: "othello:4x4", value: "-8", source: "exhaustive search" },
            KnownValue { spec: "othello:6x6", value: "-4", source: "Feinstein 1993" },
            KnownValue {
                spec: "othello:6x6,start=parallel",
                value: "-2",
                source: "Feinstein 1993",
            },
            KnownValue { spec: "othello:8x8,score=empties", value: "0", source: "Takizawa 2023" },
        ],
    },
    GameEntry {
        name: "qubic",
        other_names: &[],
        about: "Qubic: four in a row on a board of 4x4x4 cells",
        spelling: "qubic",
        parameters: &[],
        moves: "a cell: the column's letter, the row's number and the layer's number, a11 d44 b23",
        positions: "sixteen rows separated by /, from the top: the four rows of layer 4, then of layers 3, 2 and 1; x first player, o second player, . empty",
        examples: &["qubic"],
        knowledge_levels: qubic::LEVELS,
        known: &[KnownValue { spec: "qubic", value: "win", source: "Patashnik 1980; Allis 1994" }],
    },
    GameEntry {
        name: "graph",
        other_names: &[],
        about: "a game written down position by position in a JSON file",
        spelling: "graph:FILE",
        parameters: &[("FILE", "a JSON file; docs/certificate.md describes the format")],
        moves: "the name of the move: that of the position it leads to, unless the file names it",
        positions: "the name of the position",
        examples: &["graph:examples/graphs/teaching.json"],
        knowledge_levels: &[],
        known: &[],
    },
    GameEntry {
        name: "gdl",
        other_names: &[],
        about: "a game written down as rules, in the Game Description Language",
        spelling: "gdl:FILE[,infinite=OUTCOME][,role=NAME]",
        parameters: &[
            ("FILE", "a rule file (KIF) of two roles that take turns; docs/gdl.md describes it"),
            (
                "infinite=OUTCOME",
                "what play without an end is worth to the first role; needed only where the rules do not show that play ends",
            ),
            (
                "role=NAME",
                "the value is what this role can get, whatever the other one wants; without it the first role of the file, and what one role gains the other must lose",
            ),
        ],
        moves: "as in the file: (mark 2 2), or without the outer parentheses, mark 2 2; in lists with a space between two",
        positions: "the sentences that are true, with a space between two: \"(cell 1 1 b) (control x)\"",
        examples: &["gdl:examples/gdl/tictactoe.kif", "gdl:examples/gdl/chase.kif,infinite=loss"],
        knowledge_levels: &[],
        known: &[],
    },
];
