//! Graph files, which the solver and the checker read with different code: both must accept the same files.

use foregone_games::graph_file::read;
use foregone_proof::rules::Graph;

use crate::Target;

/// The two readers of graph files.
pub(super) struct GraphFile;

const SEEDS: [&str; 3] = [
    r#"{"outcomes": ["loss", "draw", "win"], "start": "a", "nodes": {
  "a": {"player": "max", "moves": ["b", ["aside", "c"]]},
  "b": {"player": "min", "moves": ["c", "lost"]},
  "c": {"player": "max", "moves": ["won", "lost"]},
  "lost": {"value": "loss"}, "won": {"value": "win"}}}"#,
    r#"{"about": "Cycles", "outcomes": ["0", "1"], "start": "a", "repetition": "0", "nodes": {
  "a": {"player": "max", "moves": ["b"]}, "b": {"player": "min", "moves": ["a", "c"]},
  "c": {"value": "1"}}}"#,
    r#"{"outcomes":["-1","1"],"start":"é","nodes":{"é":{"value":"-1"}}}"#,
];

impl Target for GraphFile {
    fn name(&self) -> &'static str {
        "graph_file"
    }

    fn seeds(&self) -> Vec<Vec<u8>> {
        SEEDS.iter().map(|seed| seed.as_bytes().to_vec()).collect()
    }

    fn run(&self, input: &[u8]) -> String {
        let solver = read(input).map_err(|error| error.to_string()).and_then(|file| {
            // The solver opens such a game to show it, but no search of it has a value to prove.
            match file.repetition.is_none() && file.graph.find_cycle().is_some() {
                true => Err("infinite play has no value".to_owned()),
                false => Ok(file),
            }
        });
        let checker = Graph::read_file(input);
        assert_eq!(solver.is_ok(), checker.is_ok(), "{:?} / {:?}", solver.err(), checker.err());
        let text = |error: Option<String>| error.unwrap_or_else(|| "accepted".to_owned());
        format!("{} / {}", text(solver.err()), text(checker.err()))
    }
}
