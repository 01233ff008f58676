//! What a search is asked, and which techniques it uses. Researchers compare, so every technique of the papers can be
//! switched on and off by an option; `table.rs` describes them all.

mod algorithm;
mod rows;
mod table;
mod values;

use foregone_game::{KnowledgeLevel, Outcome};

use crate::certify::LeafLimits;

pub use algorithm::{Algorithm, Group};
pub use rows::OPTIONS;
pub use table::{Changes, Names, OptionConflict, OptionRow};
pub use values::{Values, bytes, count, without_separators};

pub use crate::effort::Sum;
pub use crate::initial::Initial;
pub use crate::mopns::Ties;

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

/// The effort that moves which are not promising are taken to need as long as they have not been looked at: more than that of
/// any position that is searched in earnest, so that they hardly ever are while another move is left anywhere.
pub const LATER_MOVES: u32 = 1 << 28;

/// In which order PNS asks its two-valued questions (Allis et al. 1994 §2.3 and §3.5; Hsu's lecture).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Strategy {
    /// Halve what is left (Allis et al. 1994 figure 9).
    #[default]
    Binary,
    /// One step from below, one from above, in turn: useful bounds when stopped early (Allis et al. 1994 §2.3).
    Linear,
    /// Double from the worst outcome until refuted, then halve (Hsu's lecture).
    Doubling,
    /// Confirm a value that is already known: the two runs of Saffidine and Cazenave 2012 §3.3.
    Known(Outcome),
}

/// How large the search in a leaf of PN² may grow, in nodes.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub enum SecondLevel {
    /// As large as the first level is now (Allis 1994).
    #[default]
    Full,
    /// A constant (Saffidine, Jouandeau and Cazenave 2011).
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

/// The techniques (Allis et al. 1994 §4; Saffidine and Cazenave 2012 §4.5 and §4.6). None but the initialisation, the order of ties, the DAG
/// and giving up changes which nodes are expanded.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Techniques {
    /// DeleteSolvedSubtrees (Allis et al. 1994 §4.1).
    pub delete_solved: When,
    /// Freeing what the relevancy bounds exclude (Saffidine and Cazenave 2012 §4.5).
    pub prune: When,
    /// DeleteLeastProving when memory is full (Allis et al. 1994 §4.1).
    pub delete_least_proving: bool,
    /// Stop updating ancestors when nothing changes (Allis et al. 1994 §4.2).
    pub stop_unchanged: bool,
    /// Select from the highest node that changed (Allis et al. 1994 §4.2), the current-node enhancement of
    /// Saffidine and Cazenave 2012 §4.6.
    pub restart_changed: bool,
    /// The numbers of a position seen for the first time (Saffidine and Cazenave 2012 §4.6).
    pub initial: Initial,
    /// The knowledge level that the game uses, an index into its list. Tree searches use static bounds only if a level is
    /// given; depth-first searches use the game's usual level otherwise.
    pub knowledge: Option<u8>,
    /// Merge transpositions (Saffidine and Cazenave 2012 §6).
    pub dag: bool,
    /// How efforts add up.
    pub sum: Sum,
    /// Which outcome attracts among equals.
    pub ties: Ties,
    /// Depth-first: the share by which a search may overrun before another move is tried, in 256ths (Pawlewicz and Lew
    /// 2007).
    pub epsilon: u32,
    /// Depth-first: the moves that the game finds promising are tried first; the others once these are settled or seem harder
    /// than [`LATER_MOVES`].
    pub promising_first: bool,
    /// Alpha-beta: one ply deeper in every iteration (Allis et al. 1994 §6.3), or to the end at once. By default without a table
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
            promising_first: false,
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
    /// Whether the certificate is to be small rather than soon made, in games in which play never returns.
    pub small: bool,
    /// Positions that a depth-first algorithm may search again for a certificate, if that is not to depend on what the
    /// answer took.
    pub proof_search_nodes: Option<u64>,
    /// Records in a part of a proof; by default [`PART_RECORDS`](crate::certify::PART_RECORDS). Tests have small ones.
    pub proof_part_records: Option<u64>,
    /// When a proof leaves a position to the checker, if that is not to depend on `small`. Tests have other limits.
    pub proof_leaves: Option<LeafLimits>,
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
            small: false,
            proof_search_nodes: None,
            proof_part_records: None,
            proof_leaves: None,
            table: None,
            threads: 1,
            // Alpha-beta creates more nodes, and faster.
            alone: if algorithm == Algorithm::AlphaBetaTable { 1_000_000 } else { 100_000 },
        }
    }

    /// The value by the usual algorithm of games about which nothing is known: for options that go with every algorithm.
    pub fn of_any() -> Question {
        Question::value(Algorithm::Dfmopns)
    }

    /// Whether alpha-beta deepens iteratively; `None` for the other algorithms.
    pub fn deepens(&self) -> Option<bool> {
        let usual = match self.algorithm {
            Algorithm::AlphaBeta => true,
            Algorithm::AlphaBetaTable => false,
            _ => return None,
        };
        Some(self.techniques.deepening.unwrap_or(usual))
    }
}
