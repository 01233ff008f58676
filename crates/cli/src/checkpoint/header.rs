//! What the beginning of a checkpoint says: which search it is of. Everything that shapes the search is in it, so that
//! `--resume` needs nothing else.

use std::time::Duration;

use blake3::Hash;
use foregone_game::{Outcome, Scale};
use foregone_solve::effort::Sum;
use foregone_solve::initial::Initial;
use foregone_solve::mopns::Ties;
use foregone_solve::options::{Algorithm, Goal, Question, SecondLevel, Strategy, Techniques, When};
use serde::{Deserialize, Deserializer, Serialize};

/// The version of this program; another one may search in another order.
const PROGRAM: &str = env!("CARGO_PKG_VERSION");

/// The search that a checkpoint is of.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Header {
    /// The version of the program.
    program: String,
    /// The game in its canonical spelling.
    pub(crate) game: String,
    /// The BLAKE3 hash of the graph file, for `graph:` games only.
    graph: Option<String>,
    /// How the position was given.
    pub(crate) position: Option<String>,
    /// The moves played from there.
    pub(crate) moves: Option<String>,
    /// The position itself, in the game's notation.
    board: String,
    /// What is asked.
    #[serde(with = "QuestionForm")]
    pub(crate) question: Question,
    /// The memory limit, in bytes: what is freed and when depends on it.
    pub(crate) memory: u64,
    /// Where the certificate goes.
    pub(crate) certificate: Option<String>,
    /// How often a checkpoint is written.
    pub(crate) every: Duration,
    /// The policy of the fleet whose coordinator this is, if it is one, and how it reaches its workers.
    #[serde(skip_serializing_if = "Option::is_none")]
    fleet: Option<String>,
}

/// What a header says about the search that it is to be compared with.
pub(crate) struct Subject<'s> {
    pub(crate) game: &'s str,
    pub(crate) graph: Option<Hash>,
    pub(crate) board: String,
}

impl Header {
    /// The header for a search by this program.
    pub(crate) fn new(
        subject: &Subject<'_>,
        (position, moves): (Option<String>, Option<String>),
        question: &Question,
        memory: u64,
        certificate: Option<String>,
        every: Duration,
    ) -> Header {
        Header {
            program: PROGRAM.to_owned(),
            game: subject.game.to_owned(),
            graph: subject.graph.map(|hash| hash.to_hex().to_string()),
            position,
            moves,
            board: subject.board.clone(),
            question: *question,
            memory,
            certificate,
            every,
            fleet: None,
        }
    }

    /// The header for the coordinator of a fleet, if it is one.
    pub(crate) fn of_fleet(self, fleet: Option<&str>) -> Header {
        Header { fleet: fleet.map(str::to_owned), ..self }
    }

    /// The fleet whose coordinator this is, if it is one.
    pub(crate) fn fleet(&self) -> Option<&str> {
        self.fleet.as_deref()
    }

    /// Whether both are of the same search: where its files go and how long it may take is no part of it.
    pub(crate) fn is_same_search(&self, other: &Header) -> bool {
        (&self.game, &self.graph, &self.board) == (&other.game, &other.graph, &other.board)
            && self.question == other.question
            && self.fleet == other.fleet
    }

    /// Why this program cannot go on with the search, if it cannot: half a sentence that follows "it".
    pub(crate) fn misfit(&self, subject: &Subject<'_>, scale: &Scale) -> Option<String> {
        if self.game != subject.game {
            return Some(format!("is of {}, not of {}", self.game, subject.game));
        }
        if self.graph != subject.graph.map(|hash| hash.to_hex().to_string()) {
            return Some(
                "is of a graph file that has changed since; put the old one back".to_owned(),
            );
        }
        if self.board != subject.board || !self.is_about(scale) {
            return Some(format!("does not fit the rules of {}", self.game));
        }
        None
    }

    /// The version of the program that wrote it, if it was not this one.
    pub(crate) fn other_program(&self) -> Option<&str> {
        (self.program != PROGRAM).then_some(&self.program)
    }

    /// Whether the question is about outcomes that there are.
    fn is_about(&self, scale: &Scale) -> bool {
        let is_outcome = |outcome: Outcome| outcome <= scale.best();
        let goal = match self.question.goal {
            Goal::Value => true,
            Goal::AtLeast(outcome) => is_outcome(outcome),
            Goal::Range(low, high) => is_outcome(low) && is_outcome(high),
        };
        let strategy = match self.question.strategy {
            Strategy::Known(value) => is_outcome(value),
            Strategy::Binary | Strategy::Linear | Strategy::Doubling => true,
        };
        goal && strategy
    }
}

/// How a [`Question`] is written. The compiler compares this and the following with the originals.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Question", deny_unknown_fields)]
struct QuestionForm {
    #[serde(with = "GoalForm")]
    goal: Goal,
    #[serde(with = "AlgorithmForm")]
    algorithm: Algorithm,
    #[serde(with = "StrategyForm")]
    strategy: Strategy,
    #[serde(with = "SecondLevelForm")]
    second_level: SecondLevel,
    #[serde(with = "TechniquesForm")]
    techniques: Techniques,
    certificate: bool,
    canonical: bool,
    research: Option<u64>,
    table: Option<u64>,
    threads: usize,
    alone: u64,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Outcome")]
struct OutcomeForm(u8);

#[derive(Serialize, Deserialize)]
#[serde(remote = "Goal")]
enum GoalForm {
    Value,
    AtLeast(#[serde(with = "OutcomeForm")] Outcome),
    Range(#[serde(with = "OutcomeForm")] Outcome, #[serde(with = "OutcomeForm")] Outcome),
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Algorithm")]
enum AlgorithmForm {
    Pns,
    Mopns,
    Pn2,
    Mopn2,
    Dfpn,
    Dfmopns,
    AlphaBeta,
    AlphaBetaTable,
    Minimax,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Strategy")]
enum StrategyForm {
    Binary,
    Linear,
    Doubling,
    Known(#[serde(with = "OutcomeForm")] Outcome),
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "SecondLevel")]
enum SecondLevelForm {
    Full,
    Fixed(u64),
    Table(u64),
    Breuker { a: f64, b: f64 },
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Techniques", deny_unknown_fields)]
struct TechniquesForm {
    #[serde(with = "WhenForm")]
    delete_solved: When,
    #[serde(with = "WhenForm")]
    prune: When,
    delete_least_proving: bool,
    stop_unchanged: bool,
    restart_changed: bool,
    #[serde(with = "InitialForm")]
    initial: Initial,
    /// Files of version 0.1 call it `glance` and have the level in words.
    #[serde(alias = "glance", deserialize_with = "knowledge_index")]
    knowledge: Option<u8>,
    dag: bool,
    #[serde(with = "SumForm")]
    sum: Sum,
    #[serde(with = "TiesForm")]
    ties: Ties,
    epsilon: u32,
    deepening: Option<bool>,
    forget: bool,
    collect: bool,
}

/// Reads the index of a knowledge level, also as version 0.1 wrote it: numbered levels, or the two kinds of race patterns
/// that only Breakthrough has, which follow its numbered levels.
fn knowledge_index<'d, D: Deserializer<'d>>(source: D) -> Result<Option<u8>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Written {
        Index(u8),
        Old(Old),
    }

    #[derive(Deserialize)]
    enum Old {
        Level(u8),
        Patterns(Rule),
    }

    #[derive(Deserialize)]
    enum Rule {
        Sound,
        Paper,
    }

    Ok(Option::deserialize(source)?.map(|written| match written {
        Written::Index(index) | Written::Old(Old::Level(index)) => index,
        Written::Old(Old::Patterns(Rule::Sound)) => 7,
        Written::Old(Old::Patterns(Rule::Paper)) => 8,
    }))
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "When")]
enum WhenForm {
    Never,
    Full,
    AtOnce,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Initial")]
enum InitialForm {
    Unit,
    Mobility,
    Estimate(u32),
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Sum")]
enum SumForm {
    Plain,
    Weak,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Ties")]
enum TiesForm {
    Lowest,
    Highest,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header(question: &Question) -> Header {
        let subject =
            Subject { game: "graph:a.json", graph: Some(blake3::hash(b"a")), board: "n0".into() };
        let place = (None, Some("1 2".to_owned()));
        Header::new(&subject, place, question, 1 << 30, None, Duration::from_secs(60))
    }

    #[test]
    fn questions_come_back() {
        let goals = [Goal::Value, Goal::AtLeast(Outcome(2)), Goal::Range(Outcome(0), Outcome(7))];
        let seconds = [
            SecondLevel::Full,
            SecondLevel::Fixed(12),
            SecondLevel::Breuker { a: 1_800_000.0, b: 240_000.0 },
        ];
        let knowledge_levels = [None, Some(2), Some(8)];
        for algorithm in Algorithm::ALL {
            for ((goal, second_level), knowledge) in
                goals.into_iter().zip(seconds).zip(knowledge_levels)
            {
                let strategy = Strategy::Known(Outcome(3));
                let usual = Question::value(algorithm);
                let techniques = Techniques { knowledge, ..usual.techniques };
                let question = Question { goal, strategy, second_level, techniques, ..usual };
                let text = serde_json::to_string(&header(&question)).expect("JSON");
                let read: Header = serde_json::from_str(&text).expect("a header");
                assert_eq!(read.question, question);
                assert!(read.is_same_search(&header(&question)));
                assert!(!read.is_same_search(&header(&usual)));
            }
        }
    }

    #[test]
    fn knowledge_levels_of_older_files_are_read() {
        let techniques = Techniques { knowledge: Some(0), ..Techniques::default() };
        let question = Question { techniques, ..Question::value(Algorithm::Dfpn) };
        let written = serde_json::to_string(&header(&question)).expect("JSON");
        for (old, index) in [
            (r#""glance":null"#, None),
            (r#""glance":{"Level":4}"#, Some(4)),
            (r#""glance":{"Patterns":"Sound"}"#, Some(7)),
            (r#""glance":{"Patterns":"Paper"}"#, Some(8)),
        ] {
            let text = written.replace(r#""knowledge":0"#, old);
            let read: Header = serde_json::from_str(&text).expect(old);
            assert_eq!(read.question.techniques.knowledge, index, "{old}");
        }
    }

    #[test]
    fn a_header_must_fit() {
        let question =
            Question { goal: Goal::AtLeast(Outcome(2)), ..Question::value(Algorithm::Pns) };
        let header = header(&question);
        let subject = |game, graph: &[u8], board: &str| Subject {
            game,
            graph: Some(blake3::hash(graph)),
            board: board.to_owned(),
        };
        let misfit = |subject: Subject<'_>, outcomes: u8| {
            let names = (0..outcomes).map(|outcome| outcome.to_string());
            header.misfit(&subject, &Scale::new(names)).unwrap_or_default()
        };
        assert_eq!(misfit(subject("graph:a.json", b"a", "n0"), 3), "");
        assert!(misfit(subject("graph:b.json", b"a", "n0"), 3).contains("not of graph:b.json"));
        assert!(misfit(subject("graph:a.json", b"b", "n0"), 3).contains("has changed"));
        assert!(misfit(subject("graph:a.json", b"a", "n1"), 3).contains("rules"));
        assert!(misfit(subject("graph:a.json", b"a", "n0"), 2).contains("rules"));
        assert_eq!(header.other_program(), None);
    }
}
