//! What a search is asked, and which techniques it uses. Researchers compare, so every technique of the papers can be
//! switched on and off.

use foregone_game::{KnowledgeLevel, Outcome, Scale};

use crate::effort::Sum;
use crate::initial::Initial;
use crate::mopns::Ties;

/// The algorithms.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Algorithm {
    /// Proof-number search, one question at a time (001).
    Pns,
    /// Multiple-outcome proof-number search (000).
    Mopns,
    /// PNS with a second search in each leaf.
    Pn2,
    /// MOPNS with a second search in each leaf.
    Mopn2,
    /// Depth-first proof-number search on a table, one question at a time.
    Dfpn,
    /// Depth-first multiple-outcome proof-number search on a table.
    Dfmopns,
    /// Alpha-beta search without a table (001 section 6.3).
    AlphaBeta,
    /// Alpha-beta search with a table.
    AlphaBetaTable,
    /// Every line to its end.
    Minimax,
}

impl Algorithm {
    /// The one for the value of a position where nothing else has been said; `is_keyed` if play never returns and positions
    /// have exact codes.
    pub fn usual(scale: &Scale, is_keyed: bool) -> Algorithm {
        match scale.len() {
            // Merits of moves and what is seen at a glance are worth more to it than proof numbers are: it solves
            // Breakthrough boards in a tenth of df-pn's time.
            _ if is_keyed => Algorithm::AlphaBetaTable,
            2 => Algorithm::Dfpn,
            _ => Algorithm::Dfmopns,
        }
    }

    /// All of them.
    pub const ALL: [Algorithm; 9] = [
        Algorithm::Pns,
        Algorithm::Mopns,
        Algorithm::Pn2,
        Algorithm::Mopn2,
        Algorithm::Dfpn,
        Algorithm::Dfmopns,
        Algorithm::AlphaBeta,
        Algorithm::AlphaBetaTable,
        Algorithm::Minimax,
    ];

    /// Those that keep a tree or a DAG in memory.
    pub const BEST_FIRST: [Algorithm; 4] =
        [Algorithm::Pns, Algorithm::Mopns, Algorithm::Pn2, Algorithm::Mopn2];

    /// Those that go down one line after the other.
    pub const DEPTH_FIRST: [Algorithm; 5] = [
        Algorithm::Dfpn,
        Algorithm::Dfmopns,
        Algorithm::AlphaBeta,
        Algorithm::AlphaBetaTable,
        Algorithm::Minimax,
    ];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Algorithm::Pns => "pns",
            Algorithm::Mopns => "mopns",
            Algorithm::Pn2 => "pn2",
            Algorithm::Mopn2 => "mopn2",
            Algorithm::Dfpn => "dfpn",
            Algorithm::Dfmopns => "dfmopns",
            Algorithm::AlphaBeta => "alphabeta",
            Algorithm::AlphaBetaTable => "alphabeta-tt",
            Algorithm::Minimax => "minimax",
        }
    }

    /// Whether it asks all questions at once, or knows no questions.
    pub fn is_multiple(self) -> bool {
        !self.asks_in_turn()
    }

    /// Whether it asks one question after the other, in the order of a [`Strategy`].
    pub fn asks_in_turn(self) -> bool {
        matches!(self, Algorithm::Pns | Algorithm::Pn2 | Algorithm::Dfpn)
    }

    /// Whether it is proof-number search on a table.
    pub fn is_dfpn(self) -> bool {
        matches!(self, Algorithm::Dfpn | Algorithm::Dfmopns)
    }

    /// Whether it keeps no tree.
    pub fn is_depth_first(self) -> bool {
        Algorithm::DEPTH_FIRST.contains(&self)
    }

    /// Whether it has a second level.
    pub fn is_nested(self) -> bool {
        matches!(self, Algorithm::Pn2 | Algorithm::Mopn2)
    }
}

/// What is to be found out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Goal {
    /// The value.
    #[default]
    Value,
    /// Whether it is at least this outcome.
    AtLeast(Outcome),
    /// The value if it lies between these outcomes, or else on which side of them.
    Range(Outcome, Outcome),
}

/// In which order PNS asks its two-valued questions (001 sections 2.3 and 3.5; 002).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Strategy {
    /// Halve what is left (001 figure 9).
    #[default]
    Binary,
    /// One step from below, one from above, in turn: useful bounds when stopped early (001 section 2.3).
    Linear,
    /// Double from the worst outcome until refuted, then halve (002).
    Doubling,
    /// Confirm a value that is already known: the two runs of 000 section 3.3.
    Known(Outcome),
}

/// How large the search in a leaf of PN² may grow, in nodes.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub enum SecondLevel {
    /// As large as the first level is now (Allis 1994).
    #[default]
    Full,
    /// A constant (004).
    Fixed(u64),
    /// A constant, by depth-first search on a table that is kept from leaf to leaf.
    Table(u64),
    /// The first level times 1 / (1 + e^((a - x) / b)), where x is the size of the first level (Breuker 1998).
    Breuker {
        /// Size at which the factor is a half.
        a: f64,
        /// How gently it rises.
        b: f64,
    },
}

impl SecondLevel {
    /// Nodes for a second level below a first level of that size.
    pub fn nodes(self, first_level: u64) -> u64 {
        match self {
            SecondLevel::Full => first_level,
            SecondLevel::Fixed(nodes) | SecondLevel::Table(nodes) => nodes,
            SecondLevel::Breuker { a, b } => {
                let x = first_level as f64;
                (x / (1.0 + ((a - x) / b).exp())) as u64
            }
        }
    }
}

/// When a technique that frees memory is applied.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum When {
    /// Not at all.
    Never,
    /// When memory is full.
    #[default]
    Full,
    /// As soon as it can be.
    AtOnce,
}

/// The techniques (001 section 4; 000 sections 4.5 and 4.6). None but the initialisation, the order of ties, the DAG
/// and giving up changes which nodes are expanded.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Techniques {
    /// DeleteSolvedSubtrees (001 section 4.1).
    pub delete_solved: When,
    /// Freeing what the relevancy bounds exclude (000 section 4.5).
    pub prune: When,
    /// DeleteLeastProving when memory is full (001 section 4.1).
    pub delete_least_proving: bool,
    /// Stop updating ancestors when nothing changes (001 section 4.2).
    pub stop_unchanged: bool,
    /// Select from the highest node that changed (001 section 4.2), the current-node enhancement of 000 section 4.6.
    pub restart_changed: bool,
    /// The numbers of a position seen for the first time (000 section 4.6).
    pub initial: Initial,
    /// The game's knowledge level, as an index into its list, if one was asked for. Tree searches use static bounds only
    /// then; depth-first searches always do, with the game's default level unless another one was asked for.
    pub knowledge: Option<u8>,
    /// Merge transpositions (000 section 6).
    pub dag: bool,
    /// How efforts add up.
    pub sum: Sum,
    /// Which outcome attracts among equals.
    pub ties: Ties,
    /// Depth-first: the share by which a search may overrun before another move is tried, in 256ths (Pawlewicz and Lew
    /// 2007).
    pub epsilon: u32,
    /// Alpha-beta: one ply deeper in every iteration (001 section 6.3), or to the end at once. By default without a table
    /// the former, with a table the latter.
    pub deepening: Option<bool>,
    /// Depth-first: forget everything between two questions.
    pub forget: bool,
    /// Depth-first: when the table is full, give up all small entries at once (Nagai's SmallTreeGC).
    pub collect: bool,
}

impl Default for Techniques {
    fn default() -> Self {
        Techniques {
            delete_solved: When::Full,
            prune: When::AtOnce,
            delete_least_proving: false,
            stop_unchanged: true,
            restart_changed: true,
            initial: Initial::Unit,
            knowledge: None,
            dag: false,
            sum: Sum::Plain,
            ties: Ties::Lowest,
            epsilon: 64,
            deepening: None,
            forget: false,
            collect: true,
        }
    }
}

impl Techniques {
    /// Whether what a search of a game with these knowledge levels finds is proved. If not it is only believed, and cannot
    /// be certified.
    pub fn are_sound(&self, levels: &[KnowledgeLevel]) -> bool {
        let sound = |index: u8| levels.get(usize::from(index)).is_some_and(|level| level.is_sound);
        self.knowledge.is_none_or(sound)
    }
}

/// A whole question.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Question {
    /// What is to be found out.
    pub goal: Goal,
    /// By which algorithm.
    pub algorithm: Algorithm,
    /// In which order `pns` and `pn2` ask.
    pub strategy: Strategy,
    /// Size of the second level of `pn2` and `mopn2`.
    pub second_level: SecondLevel,
    /// With which techniques.
    pub techniques: Techniques,
    /// Whether a certificate is wanted.
    pub certificate: bool,
    /// Whether the certificate is to depend on nothing but the position and what is claimed: it is then made from what a
    /// search of its own finds, which a depth-first algorithm starts when it is done.
    pub canonical: bool,
    /// Positions that a depth-first algorithm may search again for a certificate, if that is not to depend on what the
    /// answer took.
    pub research: Option<u64>,
    /// The most bytes of the table, if that is to be less than the memory allows.
    pub table: Option<u64>,
    /// Threads for the depth-first searches.
    pub threads: usize,
    /// Nodes that one thread creates before the others join in: small questions are not worth the trouble.
    pub alone: u64,
}

impl Question {
    /// The value by that algorithm, with the defaults.
    pub fn value(algorithm: Algorithm) -> Question {
        Question {
            goal: Goal::Value,
            algorithm,
            strategy: Strategy::default(),
            second_level: SecondLevel::default(),
            techniques: Techniques::default(),
            certificate: false,
            canonical: false,
            research: None,
            table: None,
            threads: 1,
            // Alpha-beta creates more nodes, and faster.
            alone: if algorithm == Algorithm::AlphaBetaTable { 1_000_000 } else { 100_000 },
        }
    }
}
