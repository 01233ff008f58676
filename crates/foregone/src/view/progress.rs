//! A running search as a front end shows it: a snapshot with its moves written and its outcomes named.

use foregone_game::Outcome;
use foregone_solve::effort::ProofNumbers;
use foregone_solve::observe::Snapshot;
use serde::Serialize;
use serde_json::{Map, Value};

use crate::position::Position;

/// A question "at least this outcome?" with its efforts; none is infinite.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Duel {
    /// The outcome.
    pub at_least: String,
    /// The effort to prove it.
    pub proof: Option<u32>,
    /// The effort to refute it.
    pub disproof: Option<u32>,
}

/// What a search holds about a move of the root.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct MoveProgress {
    /// The move in the game's notation.
    #[serde(rename = "move")]
    pub name: String,
    /// The questions with their efforts after the move; none in alpha-beta search.
    pub efforts: Vec<Duel>,
    /// What is proved about the position after the move: at least, at most.
    pub bounds: [String; 2],
    /// About how many nodes the search has spent on the move, if it keeps count.
    pub nodes: Option<u64>,
}

/// A look at a running search.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Progress {
    /// Time since the start.
    pub seconds: f64,
    /// What the search has cost.
    pub counters: Map<String, Value>,
    /// What is proved so far: at least, at most.
    pub bounds: [String; 2],
    /// The questions of the current run with their efforts at the root.
    pub efforts: Vec<Duel>,
    /// What the search holds about the moves of the root, in the canonical order.
    pub moves: Vec<MoveProgress>,
    /// The line to the most-proving leaf, or to where a depth-first search is.
    pub most_proving: Vec<String>,
    /// Nodes in use now.
    pub nodes: u64,
    /// Bytes in use now.
    pub bytes: u64,
    /// The share of the table's entries that are in use, if the search has a table.
    pub table: Option<f64>,
    /// The share of the current pass that is done, where a search takes the moves one after the other: a guess.
    pub share: Option<f64>,
    /// Records of the proof that is being extracted after the search.
    pub proving: Option<u64>,
}

impl Progress {
    /// A look at the search of that position.
    ///
    /// ```
    /// use foregone::view::Progress;
    /// use foregone::{Game, Goal, Snapshot, Solver};
    ///
    /// let position = Game::open("connect4:4x4")?.start();
    /// let root = position.clone();
    /// let mut watch = |snapshot: &Snapshot| {
    ///     let progress = Progress::of(&root, snapshot);
    ///     println!("{} proved after {} s", progress.bounds.join(" to "), progress.seconds);
    /// };
    /// Solver::new(position.game()).ask(&position, Goal::Value, &mut watch)?;
    /// # Ok::<(), foregone::Error>(())
    /// ```
    pub fn of(position: &Position, snapshot: &Snapshot) -> Progress {
        let scale = position.game().scale();
        let named =
            |(low, high): (Outcome, Outcome)| [low, high].map(|it| scale.name(it).to_owned());
        let duels = |efforts: &[(Outcome, ProofNumbers)]| {
            let duel = |&(outcome, numbers): &(Outcome, ProofNumbers)| Duel {
                at_least: scale.name(outcome).to_owned(),
                proof: numbers.proof.finite(),
                disproof: numbers.disproof.finite(),
            };
            efforts.iter().map(duel).collect()
        };
        let names = position.legal_moves();
        let mut held: Vec<_> = snapshot.moves.iter().collect();
        held.sort_by_key(|mv| mv.place);
        let moves = held.into_iter().filter_map(|mv| {
            Some(MoveProgress {
                name: names.get(mv.place)?.clone(),
                efforts: duels(&mv.efforts),
                bounds: named(mv.bounds),
                nodes: mv.nodes,
            })
        });
        let number = |(name, value): (&'static str, u64)| (name.to_owned(), Value::from(value));
        Progress {
            seconds: snapshot.elapsed.as_secs_f64(),
            counters: snapshot.counters.named().map(number).collect(),
            bounds: named(snapshot.bounds),
            efforts: duels(&snapshot.efforts),
            moves: moves.collect(),
            most_proving: position.words_of(&snapshot.line),
            nodes: snapshot.nodes,
            bytes: snapshot.bytes,
            table: snapshot.table.map(|fill| fill.share()),
            share: snapshot.place.map(|place| place.share),
            proving: snapshot.proving,
        }
    }
}
