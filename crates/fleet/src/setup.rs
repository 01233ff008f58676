//! What a worker must know before its first job: the game, the position, the outcomes in question and the search options.
//!
//! [`Setup::new`] is the only place where options become text, and [`Setup::leaf_search_config`] the only place where the text
//! becomes options again.

use core::fmt;

use foregone_game::Outcome;
use foregone_solve::leaf_search::LeafSearchConfig;
use foregone_solve::options::{Algorithm, Names, OptionRow, Question, Techniques};
use serde::{Deserialize, Serialize};

/// The algorithm whose defaults the options of a leaf search have.
const SEARCH: Algorithm = Algorithm::Dfmopns;

/// The description of a run, as the coordinator publishes it for workers.
///
/// ```
/// use foregone_fleet::setup::{LeafStore, SearchSetup, Setup};
/// use foregone_game::Scale;
/// use foregone_solve::options::Sum;
/// use foregone_solve::options::{Names, Techniques};
///
/// let scale = Scale::new(["loss", "draw", "win"]);
/// let names = Names { scale: &scale, knowledge: &[] };
/// let techniques = Techniques { sum: Sum::Weak, epsilon: 128, ..Techniques::default() };
/// let search = SearchSetup { store: LeafStore::Table, techniques, min_shared_work: None };
/// let range = (scale.worst(), scale.best());
/// let setup = Setup::new(7, ("mnk:3,3,3", "start"), range, search, names)?;
/// assert_eq!(setup.options, ["sum=weak", "epsilon=0.5"]);
/// let config = setup.leaf_search_config(names, 1 << 20, 1)?;
/// assert_eq!(config.techniques, techniques);
/// # Ok::<(), foregone_fleet::setup::SetupError>(())
/// ```
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Setup {
    /// The number of the run. Several runs may share one transport.
    pub run: u64,
    /// The spelling of the game.
    pub game: String,
    /// The root in the game's notation.
    pub position: String,
    /// Ranks of the worst and the best outcome in question. The questions are "at least `k`?" for every `k` above the first rank
    /// up to the second.
    pub range: (u8, u8),
    /// Where a worker keeps the positions of a leaf's search.
    pub store: LeafStore,
    /// The options that differ from their defaults, as words `name=value` of the option table.
    pub options: Vec<String>,
    /// A worker sends a proved fact to the coordinator if at least this much work is behind it; none if facts are not shared.
    pub min_shared_work: Option<u64>,
}

/// Where a worker keeps the positions of a leaf's search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum LeafStore {
    /// A tree that is discarded with the job (Saffidine, Jouandeau and Cazenave 2011 §2.3).
    Tree,
    /// A transposition table that is kept from job to job and shared by the workers of a host.
    #[default]
    Table,
}

/// How the leaves of a run are searched.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SearchSetup {
    /// Where a worker keeps the positions of a leaf's search.
    pub store: LeafStore,
    /// The techniques of the search.
    pub techniques: Techniques,
    /// See [`Setup::min_shared_work`].
    pub min_shared_work: Option<u64>,
}

/// Why a run cannot be described to workers, or why a description cannot be followed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SetupError {
    /// The search of a leaf does not have this option.
    NotForWorkers(&'static str),
    /// An option that does not exist, or a value that it cannot have: the reason.
    BadOption(String),
    /// The outcomes in question are not those of the game.
    BadRange(u8, u8),
    /// The game has no knowledge level with this index, or the level is not sound, so that its results are no proof.
    BadKnowledge(u8),
}

impl fmt::Display for SetupError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SetupError::NotForWorkers(name) => {
                write!(out, "the option {name} is not for workers; leave it at its default")
            }
            SetupError::BadOption(why) => {
                write!(out, "the coordinator sent options that this worker does not have: {why}")
            }
            SetupError::BadRange(low, high) => write!(
                out,
                "the coordinator asks about outcomes {low} to {high}, which the game does not have"
            ),
            SetupError::BadKnowledge(index) => write!(
                out,
                "the coordinator asks for knowledge level {index}, which the game does not have here, or which is not \
                 sound; use the same program on all machines"
            ),
        }
    }
}

impl core::error::Error for SetupError {}

impl Setup {
    /// Describes a run about a position of a game with these names. An option that workers cannot honour is an error.
    pub fn new(
        run: u64,
        (game, position): (&str, &str),
        (low, high): (Outcome, Outcome),
        search: SearchSetup,
        names: Names<'_>,
    ) -> Result<Setup, SetupError> {
        let SearchSetup { store, techniques, min_shared_work } = search;
        Ok(Setup {
            run,
            game: game.to_owned(),
            position: position.to_owned(),
            range: (low.0, high.0),
            store,
            options: write_options(techniques, names)?,
            min_shared_work,
        })
    }

    /// Whether some worker can follow the description: its outcomes are in order, and its options exist.
    pub fn check(&self) -> Result<(), SetupError> {
        let (low, high) = self.range;
        if low >= high {
            return Err(SetupError::BadRange(low, high));
        }
        for word in &self.options {
            let (row, value) = option(word)?;
            row.values
                .check(value)
                .map_err(|why| SetupError::BadOption(format!("{word}: {why}")))?;
        }
        Ok(())
    }

    /// The leaf search of a host, for a game with these names, with this many bytes and workers. A table has all the bytes; a tree has its worker's share.
    pub fn leaf_search_config(
        &self,
        names: Names<'_>,
        bytes: u64,
        workers: usize,
    ) -> Result<LeafSearchConfig, SetupError> {
        let (low, high) = self.range;
        if low >= high || Outcome(high) > names.scale.best() {
            return Err(SetupError::BadRange(low, high));
        }
        let techniques = read_options(&self.options, names)?;
        if let Some(index) = techniques.knowledge
            && !techniques.are_sound(names.knowledge)
        {
            return Err(SetupError::BadKnowledge(index));
        }
        let on_table = self.store == LeafStore::Table;
        Ok(LeafSearchConfig {
            range: (Outcome(low), Outcome(high)),
            on_table,
            bytes: if on_table { bytes } else { bytes / workers.max(1) as u64 },
            techniques,
            min_shared_work: self.min_shared_work,
        })
    }
}

/// Writes the options that differ from their defaults.
fn write_options(techniques: Techniques, names: Names<'_>) -> Result<Vec<String>, SetupError> {
    let question = Question { techniques, ..Question::value(SEARCH) };
    // The table has no value of this option for a search that is not alpha-beta.
    if techniques.deepening.is_some() {
        return Err(SetupError::NotForWorkers("depth"));
    }
    let words = question.words(names);
    match words.iter().map(|word| option(word)).find_map(Result::err) {
        Some(error) => Err(error),
        None => Ok(words),
    }
}

/// Reads what [`write_options`] has written.
fn read_options(options: &[String], names: Names<'_>) -> Result<Techniques, SetupError> {
    options.iter().try_for_each(|word| option(word).map(drop))?;
    let mut question = Question::value(SEARCH);
    let words = options.iter().map(String::as_str);
    question.read_words(words, names).map_err(SetupError::BadOption)?;
    Ok(question.techniques)
}

/// The option and the value of a word, if workers have the option.
fn option(word: &str) -> Result<(&'static OptionRow, &str), SetupError> {
    let (row, value) = OptionRow::read_word(word).map_err(SetupError::BadOption)?;
    match row.fleets {
        true => Ok((row, value)),
        false => Err(SetupError::NotForWorkers(row.name)),
    }
}

#[cfg(test)]
mod tests {
    use foregone_game::{KnowledgeLevel, Scale};
    use foregone_solve::options::Initial;
    use foregone_solve::options::Sum;
    use foregone_solve::options::Ties;

    use super::*;

    const LEVELS: [KnowledgeLevel; 2] =
        [KnowledgeLevel::sound("0", "nothing"), KnowledgeLevel::sound("1", "something")];

    fn names(scale: &Scale) -> Names<'_> {
        Names { scale, knowledge: &LEVELS }
    }

    fn setup(techniques: Techniques) -> Result<Setup, SetupError> {
        let search = SearchSetup { store: LeafStore::Table, techniques, min_shared_work: None };
        let scale = Scale::new(["loss", "draw", "win"]);
        Setup::new(1, ("game", "start"), (Outcome(0), Outcome(2)), search, names(&scale))
    }

    /// Every technique that a leaf search reads reaches the worker.
    #[test]
    fn options_arrive_as_they_were_sent() {
        let scale = Scale::new(["loss", "draw", "win"]);
        let usual = Techniques::default();
        let sent = [
            usual,
            Techniques { knowledge: Some(0), ..usual },
            Techniques { epsilon: 0, ..usual },
            Techniques { initial: Initial::Mobility, ..usual },
            Techniques { initial: Initial::Estimate(4), ..usual },
            Techniques { sum: Sum::Weak, ..usual },
            Techniques { ties: Ties::Highest, ..usual },
            Techniques { collect: false, ..usual },
            Techniques {
                knowledge: Some(1),
                epsilon: 4096,
                initial: Initial::Estimate(1_000_000),
                sum: Sum::Weak,
                ties: Ties::Highest,
                collect: false,
                ..usual
            },
        ];
        for techniques in sent {
            let setup = setup(techniques).expect("workers have it");
            let config = setup.leaf_search_config(names(&scale), 100, 4).expect("the same options");
            assert_eq!(config.techniques, techniques, "{:?}", setup.options);
            assert_eq!(config.bytes, 100, "a table is shared");
            let tree = Setup { store: LeafStore::Tree, ..setup };
            let config = tree.leaf_search_config(names(&scale), 100, 4).expect("the same options");
            assert_eq!((config.bytes, config.on_table), (25, false));
        }
    }

    #[test]
    fn what_workers_cannot_do_is_refused() {
        let usual = Techniques::default();
        let refused = [
            Techniques { deepening: Some(true), ..usual },
            Techniques { forget: true, ..usual },
            Techniques { delete_least_proving: true, ..usual },
        ];
        for techniques in refused {
            let why = setup(techniques).expect_err("no worker does that").to_string();
            assert!(why.contains("is not for workers"), "{why}");
        }
    }

    #[test]
    fn a_description_that_nobody_wrote_is_refused() {
        let scale = Scale::new(["loss", "win"]);
        let right = Setup { range: (0, 1), ..setup(Techniques::default()).expect("the defaults") };
        assert!(right.leaf_search_config(names(&scale), 1, 1).is_ok());
        let missing = Setup { options: vec!["knowledge=2".to_owned()], ..right.clone() };
        let error = missing.leaf_search_config(names(&scale), 1, 1).expect_err("no such level");
        assert!(matches!(error, SetupError::BadOption(_)), "{error}");
        static UNSOUND: [KnowledgeLevel; 1] = [KnowledgeLevel { is_sound: false, ..LEVELS[0] }];
        let wrong = Setup { options: vec!["knowledge=0".to_owned()], ..right.clone() };
        assert!(
            wrong.leaf_search_config(Names { scale: &scale, knowledge: &UNSOUND }, 1, 1).is_err(),
            "its results are no proof"
        );
        for range in [(1, 1), (1, 0), (0, 2), (0, 255)] {
            let wrong = Setup { range, ..right.clone() };
            assert!(wrong.leaf_search_config(names(&scale), 1, 1).is_err(), "{range:?}");
        }
        for options in
            ["epsilon", "epsilon=", "epsilon=-1", "sum=strong", "depth=3", "initial=estimate"]
        {
            let wrong = Setup { options: vec![options.to_owned()], ..right.clone() };
            let error = wrong.leaf_search_config(names(&scale), 1, 1).expect_err("no such option");
            assert!(!error.to_string().is_empty(), "{options}");
        }
    }
}
