//! Reads graphs with chance nodes from JSON. Every error names line and column.
//!
//! The format is that of graphs without chance, with two additions: a node whose `player` is `chance` has `weights`, one
//! positive whole number for each of its `moves`; and the outcomes are numbers in quotes, such as `"-3"` or `"1/2"`, which
//! are also what the outcomes are worth.

mod parse;

use foregone_game::Outcome;

pub use foregone_game::graph_text::GraphFileError;

use super::ChanceGraph;

/// A game from a file.
#[derive(Clone, Debug)]
pub struct ChanceGraphFile {
    /// The game.
    pub graph: ChanceGraph,
    /// What endless play is worth, if the file says so.
    pub repetition: Option<Outcome>,
    /// What the file says about it.
    pub about: Option<String>,
}

/// A graph whose class is decided.
#[derive(Clone, Debug)]
pub enum DecidedGraph {
    /// Play never returns.
    Acyclic(super::AcyclicChanceGraph),
    /// Play can return, and the file says what that is worth.
    Cyclic(super::CyclicChanceGraph),
}

/// Reads a graph file.
///
/// ```
/// use foregone_chance::graph::file::{DecidedGraph, read};
///
/// let text = br#"{
///   "outcomes": ["0", "1"],
///   "start": "toss",
///   "nodes": {
///     "toss": {"player": "chance", "moves": ["tails", "heads"], "weights": [1, 2]},
///     "tails": {"value": "0"},
///     "heads": {"value": "1"}
///   }
/// }"#;
/// assert!(matches!(read(text)?.decide(), Ok(DecidedGraph::Acyclic(_))));
/// let error = read(b"{").unwrap_err();
/// assert_eq!((error.line, error.column), (1, 1));
/// # Ok::<(), foregone_chance::graph::file::GraphFileError>(())
/// ```
pub fn read(bytes: &[u8]) -> Result<ChanceGraphFile, GraphFileError> {
    parse::read(bytes)
}

impl ChanceGraphFile {
    /// The graph as a game in which play never returns, if that is so, and else as one in which play can return. One
    /// sentence if play can return and the file does not say what that is worth.
    pub fn decide(self) -> Result<DecidedGraph, String> {
        let repetition = self.repetition;
        match (self.graph.acyclic(), repetition) {
            (Ok(graph), _) => Ok(DecidedGraph::Acyclic(graph)),
            (Err(cycle), Some(endless)) => Ok(DecidedGraph::Cyclic(cycle.graph.cyclic(endless))),
            (Err(cycle), None) => Err(format!(
                "play can return ({}), so the graph needs the member repetition with the outcome of endless play",
                cycle.names.join(" -> ")
            )),
        }
    }
}
