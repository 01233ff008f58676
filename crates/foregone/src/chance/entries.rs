//! A description of each game with chance: the text behind `foregone games`.

use foregone_games::registry::{GameEntry, KnownValue};

/// Who says what the values are.
const REFERENCE: &str = "computed by a second program";

/// Every game with chance that has a name. Graphs with chance nodes are `graph:` games like all others.
pub const ENTRIES: &[GameEntry] = &[
    GameEntry {
        name: "pig",
        other_names: &[],
        about: "Pig, a race with a die: roll again and risk the turn, or hold (with chance)",
        spelling: "pig[:TARGET][,turns=N]",
        parameters: &[
            ("TARGET", "the score that wins, 100 unless given; at most 1000"),
            ("turns=N", "a draw after N turns of both players together"),
        ],
        moves: "roll and hold; the outcomes of a throw are 1 to 6, and 1 ends the turn",
        positions: "scores, total of the turn, player, phase, turns left if they are limited: 12:30+5 max choose",
        examples: &["pig:25", "pig", "pig:10,turns=4"],
        knowledge_levels: &[],
        known: &[
            KnownValue { spec: "pig:10", value: "7776/10961", source: REFERENCE },
            KnownValue { spec: "pig:100", value: "0.5306", source: "Neller and Presser 2004" },
        ],
    },
    GameEntry {
        name: "piglet",
        other_names: &[],
        about: "Pig with a coin: heads count 1, tails end the turn (with chance)",
        spelling: "piglet[:TARGET][,turns=N]",
        parameters: &[
            ("TARGET", "the score that wins, 10 unless given; at most 1000"),
            ("turns=N", "a draw after N turns of both players together"),
        ],
        moves: "roll and hold; the outcomes of a throw are tails and heads",
        positions: "scores, total of the turn, player, phase, turns left if they are limited: 2:0+1 max choose",
        examples: &["piglet:3", "piglet:10"],
        knowledge_levels: &[],
        known: &[KnownValue { spec: "piglet:3", value: "6/11", source: REFERENCE }],
    },
    GameEntry {
        name: "ewn",
        other_names: &[],
        about: "EinStein würfelt nicht!: a die says which stone walks to the far corner (with chance)",
        spelling: "ewn[:COLUMNSxROWS][,stones=K][,die=D][,max=ORDER][,min=ORDER]",
        parameters: &[
            ("COLUMNSxROWS", "size of the board, 5x5 unless given; at most 250 cells"),
            ("stones=K", "1, 3 or 6 stones a side; as many as there is room for unless given"),
            ("die=D", "faces of the die, as many as stones unless given; at most 60"),
            (
                "max=ORDER, min=ORDER",
                "the stones from the corner on, such as 312; 123 unless given",
            ),
        ],
        moves: "a stone and its way: 2- along the row, 2| along the column, 2\\ along the diagonal; an outcome is the face",
        positions: "rows from the first player's corner, digits first player, letters second, then max or min and the roll: 12./3.c/.ba max 2",
        examples: &["ewn:3x3", "ewn:4x4,stones=3,max=213,min=213"],
        knowledge_levels: &[],
        known: &[
            KnownValue { spec: "ewn:3x3,stones=3", value: "170/243", source: REFERENCE },
            KnownValue { spec: "ewn:4x4,stones=3", value: "7909618/14348907", source: REFERENCE },
        ],
    },
    GameEntry {
        name: "darkchess",
        other_names: &[],
        about: "Chinese dark chess: pieces lie face down until they are flipped (with chance)",
        spelling: "darkchess[:COLUMNSxROWS,pieces=LETTERS][,min-pieces=LETTERS][,limit=N]",
        parameters: &[
            ("COLUMNSxROWS", "size of the board, 4x8 unless given; at most 32 cells"),
            (
                "pieces=LETTERS",
                "the pieces of a side, of K G M R N C P; all 16 on 4x8 unless given",
            ),
            ("min-pieces=LETTERS", "those of the other side, if they differ"),
            (
                "limit=N",
                "a draw after N turns in a row without a flip or a capture; endless play is a draw in any case",
            ),
        ],
        moves: "flip-a1 or b2-a2; the outcome of a flip is the letter of the piece, upper case for the first player",
        positions: "rows from the top, x dark, . empty, then the dark pieces (or -) and the player: xgc/p../.M./x.. KC max",
        examples: &[
            "darkchess:2x3,pieces=KCP",
            "darkchess:2x4,pieces=KPPP",
            "darkchess:2x2,pieces=KP,limit=4",
        ],
        knowledge_levels: &[],
        known: &[
            KnownValue { spec: "darkchess:2x3,pieces=KCP", value: "-23/360", source: REFERENCE },
            KnownValue { spec: "darkchess:2x4,pieces=KPPP", value: "-9/40", source: REFERENCE },
        ],
    },
    GameEntry {
        name: "hypergammon",
        other_names: &[],
        about: "backgammon with three checkers a side, or fewer, without a cube (with chance)",
        spelling: "hypergammon[:CHECKERS]",
        parameters: &[("CHECKERS", "checkers a side, 3 unless given; 1 to 3")],
        moves: "24/21+6/5*, bar/22, 6/off, 24/22(2) or pass; an outcome is the roll, such as 31",
        positions: "checkers of the first and the second player by their own counts, the player, and the roll if it is known: 24,5,off/bar,8,3 max 31",
        examples: &["hypergammon:1", "hypergammon:2", "hypergammon"],
        knowledge_levels: &[],
        known: &[KnownValue {
            spec: "hypergammon:3",
            value: "0.083679544470863",
            source: "T. Keith, Hyper Fun 06",
        }],
    },
];
