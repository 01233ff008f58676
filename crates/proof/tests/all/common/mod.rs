//! Makes certificates without a solver: plain minimax over the checker's own rules, and tools to take certificates
//! apart and seal them again.

pub mod fixpoint;

use std::collections::{HashMap, HashSet};

use fixpoint::Fixpoint;
use foregone_proof::format::{Header, Reader, Record, Writer};
use foregone_proof::rules::{Graph, Rules};
use foregone_proof::{Accepted, Failure, Options, check};

/// Calls a generic function with the rules of a game.
#[macro_export]
macro_rules! with_rules {
    ($game:expr, |$rules:ident| $body:expr) => {
        match foregone_proof::rules::Game::open($game).unwrap() {
            foregone_proof::rules::Game::Connect4($rules) => $body,
            foregone_proof::rules::Game::Mnk($rules) => $body,
            foregone_proof::rules::Game::Woodpush($rules) => $body,
            foregone_proof::rules::Game::Hounds($rules) => $body,
            foregone_proof::rules::Game::Torere($rules) => $body,
            foregone_proof::rules::Game::Awari($rules) => $body,
            foregone_proof::rules::Game::Breakthrough($rules) => $body,
            foregone_proof::rules::Game::Othello($rules) => $body,
            foregone_proof::rules::Game::Qubic($rules) => $body,
        }
    };
}

/// Every value below a position, by plain minimax.
pub struct Minimax<'g, G: Rules> {
    rules: &'g G,
    values: HashMap<G::Position, usize>,
}

impl<'g, G: Rules> Minimax<'g, G> {
    pub fn new(rules: &'g G) -> Minimax<'g, G> {
        Minimax { rules, values: HashMap::new() }
    }

    pub fn value(&mut self, position: &G::Position) -> usize {
        if let Some(rank) = self.rules.outcome(position) {
            return rank;
        }
        if let Some(&rank) = self.values.get(position) {
            return rank;
        }
        let ranks: Vec<usize> =
            successors(self.rules, position).map(|next| self.value(&next)).collect();
        let best = match self.rules.max_to_move(position) {
            true => ranks.into_iter().max(),
            false => ranks.into_iter().min(),
        };
        self.values.insert(position.clone(), best.unwrap());
        best.unwrap()
    }

    /// The records of `at least` or `at most` the true value of the root.
    pub fn records(&mut self, root: &G::Position, by_max: bool) -> Vec<Record> {
        let bound = self.value(root);
        let (mut seen, mut shared) = (HashSet::new(), HashSet::new());
        self.strategy(root, by_max, bound, &mut |position| {
            let first = seen.insert(position.clone());
            if !first {
                shared.insert(position.clone());
            }
            first
        });
        let mut done = HashSet::new();
        let mut records = Vec::new();
        for (position, choice) in
            self.strategy(root, by_max, bound, &mut |position| done.insert(position.clone()))
        {
            records.push(Record { choice: choice as u64, keep: shared.contains(&position) });
        }
        records
    }

    /// The owner's positions and choices, depth first, wherever `enter` says that one is new.
    fn strategy(
        &mut self,
        position: &G::Position,
        by_max: bool,
        bound: usize,
        enter: &mut impl FnMut(&G::Position) -> bool,
    ) -> Vec<(G::Position, usize)> {
        if self.rules.outcome(position).is_some() {
            return Vec::new();
        }
        if let Some((worst, best)) = self.rules.static_bounds(position)
            && if by_max { worst >= bound } else { best <= bound }
        {
            return Vec::new(); // the checker knows
        }
        let followers: Vec<G::Position> = successors(self.rules, position).collect();
        if self.rules.max_to_move(position) != by_max {
            return followers
                .iter()
                .flat_map(|next| self.strategy(next, by_max, bound, enter))
                .collect();
        }
        if !enter(position) {
            return Vec::new();
        }
        let good = |rank: usize| if by_max { rank >= bound } else { rank <= bound };
        let choice = followers.iter().position(|next| good(self.value(next))).unwrap();
        let mut found = vec![(position.clone(), choice)];
        found.extend(self.strategy(&followers[choice], by_max, bound, enter));
        found
    }
}

pub fn successors<'p, G: Rules>(
    rules: &'p G,
    position: &'p G::Position,
) -> impl Iterator<Item = G::Position> + 'p {
    (0..).map_while(|index| rules.successor(position, index))
}

/// A certificate in parts that can be tampered with.
#[derive(Clone, Debug)]
pub struct Parts {
    pub header: Header,
    pub records: Vec<Record>,
}

impl Parts {
    /// The true value of a position, proved from both sides as far as there is something to prove.
    pub fn of_value<G: Rules>(rules: &G, game: &str, position: &str) -> Parts {
        let root = rules.read(position).unwrap();
        let name = |rank: usize| rules.outcomes()[rank].to_owned();
        let mut header = Header::new(game, position);
        header.rules = rules.version();
        header.infinite = rules.infinite(&root).map(name);
        let (rank, [least, most]) = match rules.infinite(&root) {
            None => {
                let mut minimax = Minimax::new(rules);
                let rank = minimax.value(&root);
                (rank, [true, false].map(|by_max| minimax.records(&root, by_max)))
            }
            Some(_) => {
                let all = Fixpoint::new(rules, &root);
                let rank = all.value(rules.outcomes().len());
                let records = |by_max| all.records(by_max, rank, &all.strategy(by_max, rank));
                (rank, [true, false].map(records))
            }
        };
        let mut records = Vec::new();
        if rank > 0 {
            header.at_least = Some(name(rank));
            records.extend(least);
        }
        if rank + 1 < rules.outcomes().len() {
            header.at_most = Some(name(rank));
            records.extend(most);
        }
        Parts { header, records }
    }

    /// The same for any game but graphs.
    pub fn of(game: &str, position: &str) -> Parts {
        with_rules!(game, |rules| Parts::of_value(&rules, game, position))
    }

    /// The same for the start of a graph game.
    pub fn of_graph(file: &str) -> Parts {
        let graph = Graph::read_file(file.as_bytes()).unwrap();
        let mut parts = Parts::of_value(&graph, "graph:game.json", &graph.write(&graph.start()));
        parts.header.graph = Some(blake3::hash(file.as_bytes()).to_hex().to_string());
        parts
    }

    /// Takes a certificate apart.
    pub fn read(bytes: &[u8]) -> Parts {
        let mut reader = Reader::new(bytes).unwrap();
        let header = reader.header().clone();
        let records = core::iter::from_fn(|| reader.record().unwrap()).collect();
        reader.finish().unwrap();
        Parts { header, records }
    }

    /// The certificate's bytes, with the right count and hash.
    pub fn seal(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut writer = Writer::new(&mut bytes, &self.header).unwrap();
        for record in &self.records {
            writer.record(record.choice, record.keep).unwrap();
        }
        let summary = writer.finish().unwrap();
        assert_eq!(
            (summary.records, summary.bytes),
            (self.records.len() as u64, bytes.len() as u64)
        );
        bytes
    }

    /// What the checker says of it.
    pub fn verdict(&self) -> Result<Accepted, Failure> {
        check(&self.seal()[..], &Options::default())
    }
}

/// Puts a file together from raw parts, with the right hash: for files that no writer would write.
pub fn seal_raw(header_line: &str, chunks: &[Vec<u8>], records: u64) -> Vec<u8> {
    let mut bytes = format!("foregone certificate 1\n{header_line}\n").into_bytes();
    for chunk in chunks {
        bytes.extend((chunk.len() as u32).to_le_bytes());
        bytes.extend(chunk);
    }
    bytes.extend([0; 4]);
    bytes.extend(records.to_le_bytes());
    let hash = blake3::hash(&bytes);
    bytes.extend(hash.as_bytes());
    bytes
}

/// The sentence with which a certificate is rejected.
pub fn rejection(verdict: Result<Accepted, Failure>) -> String {
    match verdict {
        Err(Failure::Rejected(rejected)) => rejected.to_string(),
        other => panic!("not rejected: {other:?}"),
    }
}

/// A graph in which the first player has exactly one good choice everywhere, and meets some positions twice.
pub const NARROW: &str = r#"{
  "about": "Every choice matters.",
  "outcomes": ["loss", "draw", "win"],
  "start": "a",
  "nodes": {
    "a": {"player": "max", "moves": [["wrong", "lost"], ["right", "b"]]},
    "b": {"player": "min", "moves": ["c", "d"]},
    "c": {"player": "max", "moves": ["lost", "e"]},
    "d": {"player": "max", "moves": ["e", "lost"]},
    "e": {"player": "min", "moves": ["f", "g"]},
    "f": {"player": "max", "moves": ["drawn", "lost"]},
    "g": {"player": "max", "moves": ["lost", "f2"]},
    "f2": {"player": "min", "moves": ["f", "won"]},
    "lost": {"value": "loss"},
    "drawn": {"value": "draw"},
    "won": {"value": "win"}
  }
}
"#;

/// A graph in which neither player can do better than go round in circles, which is a draw.
pub const CIRCLES: &str = r#"{
  "about": "Every choice of the first player matters.",
  "outcomes": ["loss", "draw", "win"],
  "start": "a",
  "repetition": "draw",
  "nodes": {
    "a": {"player": "max", "moves": ["lost", "b"]},
    "b": {"player": "min", "moves": ["c", "d"]},
    "c": {"player": "max", "moves": ["lost", "b"]},
    "d": {"player": "max", "moves": ["a", "lost"]},
    "lost": {"value": "loss"}
  }
}
"#;

/// A graph with cycles that the first player has to avoid in order to win.
pub const DETOURS: &str = r#"{
  "about": "Every choice of the first player matters.",
  "outcomes": ["loss", "draw", "win"],
  "start": "a",
  "repetition": "draw",
  "nodes": {
    "a": {"player": "max", "moves": ["lost", "b"]},
    "b": {"player": "min", "moves": ["c", "d"]},
    "c": {"player": "max", "moves": ["b", "won"]},
    "d": {"player": "max", "moves": ["e", "c"]},
    "e": {"player": "min", "moves": ["d", "won"]},
    "lost": {"value": "loss"},
    "won": {"value": "win"}
  }
}
"#;
