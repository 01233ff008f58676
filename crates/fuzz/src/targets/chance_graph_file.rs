//! Graph files with chance, which the solver and the checker read with different code: both must accept the same files.

use foregone_chance::graph::file::read;
use foregone_proof::rules::chance::ChanceGraph;

use crate::Target;

/// The two readers of graph files with chance.
pub(super) struct ChanceGraphFile;

const SEEDS: [&str; 3] = [
    r#"{"outcomes": ["-1", "0", "1/2"], "start": "a", "nodes": {
  "a": {"player": "max", "moves": ["b", ["aside", "c"]]},
  "b": {"player": "chance", "moves": ["c", "lost"], "weights": [1, 9223372036854775806]},
  "c": {"player": "min", "moves": ["won", "lost"]},
  "lost": {"value": "-1"}, "won": {"value": "1/2"}}}"#,
    r#"{"about": "Cycles", "outcomes": ["0", "0.25"], "start": "a", "repetition": "0", "nodes": {
  "a": {"player": "chance", "moves": ["a", "c"], "weights": [3, 1]}, "c": {"value": "0.25"}}}"#,
    r#"{"outcomes":["-6/4","1"],"start":"é","nodes":{"é":{"value":"1"}}}"#,
];

impl Target for ChanceGraphFile {
    fn name(&self) -> &'static str {
        "chance_graph_file"
    }

    fn seeds(&self) -> Vec<Vec<u8>> {
        SEEDS.iter().map(|seed| seed.as_bytes().to_vec()).collect()
    }

    fn run(&self, input: &[u8]) -> String {
        let solver = read(input).map_err(|error| error.to_string()).and_then(|file| file.decide());
        let checker = ChanceGraph::read_file(input);
        assert_eq!(solver.is_ok(), checker.is_ok(), "{:?} / {:?}", solver.err(), checker.err());
        let text = |error: Option<String>| error.unwrap_or_else(|| "accepted".to_owned());
        format!("{} / {}", text(solver.err()), text(checker.err()))
    }
}
