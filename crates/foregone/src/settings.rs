//! How questions are to be answered: the algorithm, its options, the limits, and whether a proof is wanted.

use std::time::Duration;

use foregone_fleet::plan::Policy;
use foregone_solve::class::GameClass;
use foregone_solve::limits::Stop;
use foregone_solve::options::{Algorithm, Goal, OptionConflict, OptionRow, Question, SecondLevel};

use crate::chance;
use crate::choice::{choose, follow_game};
use crate::error::Error;
use crate::game::Game;

/// Who searches.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Method {
    /// Whichever algorithm fits the game, the question and the options.
    #[default]
    Auto,
    /// One search.
    Search(Algorithm),
    /// A fleet of threads, whose coordinator gives leaves away by that policy.
    Fleet(Policy),
}

impl Method {
    /// All names, `auto` first.
    pub fn names() -> impl Iterator<Item = &'static str> {
        let searches = Algorithm::ALL.map(Algorithm::name);
        ["auto"].into_iter().chain(searches).chain(Policy::ALL.map(Policy::name))
    }

    /// The names of searches against a model of the opponent. They prove nothing, so they are no methods.
    pub const MODELS: [&'static str; 2] = ["om", "prom"];

    /// The method of that name; the error lists the names.
    ///
    /// ```
    /// use foregone::{Algorithm, Method};
    /// assert_eq!(Method::named("dfpn").unwrap(), Method::Search(Algorithm::Dfpn));
    /// assert!(Method::named("magic").unwrap_err().to_string().contains("auto, pns, mopns"));
    /// ```
    pub fn named(name: &str) -> Result<Method, Error> {
        let policy = || Policy::ALL.into_iter().find(|policy| policy.name() == name);
        let search = Algorithm::named(name).map(Method::Search);
        let auto = (name == "auto").then_some(Method::Auto);
        auto.or(search).or_else(|| policy().map(Method::Fleet)).ok_or_else(|| {
            let names = Method::names().collect::<Vec<_>>().join(", ");
            if Method::MODELS.contains(&name) {
                return Error::input(format!(
                    "{name} searches against a model of the opponent, which proves nothing; `foregone model GAME` does that"
                ));
            }
            if chance::Method::named(name).is_ok() {
                return Error::input(format!(
                    "{name} is an algorithm for games with chance; here there are {names}"
                ));
            }
            Error::input(format!("\"{name}\" is not an algorithm; there are {names}"))
        })
    }

    /// The policy of a fleet, if it is one.
    pub fn policy(self) -> Option<Policy> {
        match self {
            Method::Fleet(policy) => Some(policy),
            Method::Auto | Method::Search(_) => None,
        }
    }
}

/// How questions are to be answered. The fields are the limits; options are set by name.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Who searches.
    pub method: Method,
    /// Nodes that a search may create.
    pub nodes: Option<u64>,
    /// Bytes that a search may hold.
    pub memory: u64,
    /// Time that a search may take.
    pub time: Option<Duration>,
    /// Whether a proof is wanted, which is written as a certificate.
    pub certificate: bool,
    /// Whether the certificate is to depend on the position and the claim alone.
    pub canonical: bool,
    /// Whether the certificate is to be small rather than soon made.
    pub small: bool,
    options: Vec<(&'static OptionRow, String)>,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            method: Method::Auto,
            nodes: None,
            memory: 1 << 30,
            time: None,
            certificate: false,
            canonical: false,
            small: false,
            options: Vec::new(),
        }
    }
}

/// A question with all that was left open decided.
#[derive(Clone, Debug)]
pub struct Decided {
    /// What is asked.
    pub question: Question,
    /// The policy of the fleet that searches, if one does.
    pub policy: Option<Policy>,
    /// Why the algorithm is what it is, if it was left open.
    pub chosen: Option<String>,
}

impl Settings {
    /// The default: the algorithm is chosen, and a search may hold 1 GiB.
    pub fn new() -> Settings {
        Settings::default()
    }

    /// The same by that method.
    pub fn by(method: Method) -> Settings {
        Settings { method, ..Settings::default() }
    }

    /// Sets an option by its name. The error says what its value should be; whether the algorithm takes the option is seen
    /// when a question is asked.
    ///
    /// ```
    /// let mut settings = foregone::Settings::new();
    /// settings.set("epsilon", "0.5").unwrap();
    /// let error = settings.set("epsilon", "a lot").unwrap_err();
    /// assert_eq!(error.to_string(), "epsilon: it is a share from 0 to 16, such as 0.25");
    /// ```
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), Error> {
        let row = OptionRow::named(name)
            .ok_or_else(|| Error::input(format!("\"{name}\" is not an option")))?;
        let check = row.values.check(value);
        check.map_err(|why| Error::OptionValue { option: row.name, why })?;
        self.options.retain(|(other, _)| other.name != row.name);
        self.options.push((row, value.to_owned()));
        Ok(())
    }

    /// Sets an option by a word such as `dag`, `no-prune` or `epsilon=0.5`.
    pub fn set_word(&mut self, word: &str) -> Result<(), Error> {
        let (row, value) = OptionRow::read_word(word).map_err(Error::Input)?;
        self.set(row.name, value)
    }

    /// The options that have been set, with their values.
    pub fn options(&self) -> impl Iterator<Item = (&'static OptionRow, &str)> {
        self.options.iter().map(|(row, value)| (*row, value.as_str()))
    }

    /// Whether an option has been set.
    pub fn is_set(&self, name: &str) -> bool {
        self.options.iter().any(|(row, _)| row.name == name)
    }

    /// The same settings with what is left of the limits after a search that created this many nodes and took this long.
    ///
    /// ```
    /// use std::time::Duration;
    /// let mut settings = foregone::Settings::new();
    /// settings.nodes = Some(1000);
    /// let rest = settings.remaining_after(300, Duration::from_secs(5));
    /// assert_eq!((rest.nodes, rest.time), (Some(700), None));
    /// ```
    #[must_use]
    pub fn remaining_after(&self, created: u64, elapsed: Duration) -> Settings {
        Settings {
            nodes: self.nodes.map(|nodes| nodes.saturating_sub(created)),
            time: self.time.map(|time| time.saturating_sub(elapsed)),
            ..self.clone()
        }
    }

    /// The limit that leaves nothing for a search, if one does.
    pub(crate) fn exhausted(&self) -> Option<Stop> {
        match (self.nodes, self.time) {
            (Some(0), _) => Some(Stop::Nodes),
            (_, Some(Duration::ZERO)) => Some(Stop::Time),
            _ => None,
        }
    }

    /// Decides what was left open about a question: the algorithm, and the values of options. The error says which options do
    /// not fit.
    pub fn decide(&self, game: &Game, goal: Goal) -> Result<Decided, Error> {
        let (algorithm, chosen) = choose(self, game, goal);
        let policy = self.method.policy();
        let usual_second = match policy {
            Some(_) => SecondLevel::Table(1000),
            None => SecondLevel::default(),
        };
        let mut question = Question {
            goal,
            second_level: usual_second,
            certificate: self.certificate,
            canonical: self.canonical,
            small: self.small,
            threads: cores(),
            ..Question::value(algorithm)
        };
        for (row, value) in &self.options {
            row.set(&mut question, value, game.names())
                .map_err(|why| Error::OptionValue { option: row.name, why })?;
        }
        follow_game(self, game, &mut question);
        self.fits_proof(game, &question)?;
        match policy {
            Some(policy) => self.fits_fleet(policy, &question)?,
            None => {
                let given: Vec<_> = self.options().collect();
                if let Some(conflict) = question.conflict(&given) {
                    return Err(Error::OptionConflict(conflict));
                }
            }
        }
        // Trees use no knowledge unless it is given, but a user who names tables wants values looked up.
        let looks_up = game.tables().is_some() && !game.knowledge_levels().is_empty();
        if looks_up && keeps_trees(&question) {
            question.techniques.knowledge.get_or_insert(0);
        }
        Ok(Decided { question, policy, chosen })
    }

    /// Small certificates are made by comparing sizes over the table of a search, in games in which play never returns.
    fn fits_proof(&self, game: &Game, question: &Question) -> Result<(), Error> {
        let why = match self.small {
            true if game.class() == GameClass::CanReturn => {
                "is for games in which play never returns, but in this game it can; leave it out"
            }
            true if self.canonical => "contradicts canonical; give one of them",
            true if !question.algorithm.is_depth_first() => {
                "goes with algorithms that keep a table, such as dfpn; leave it out"
            }
            _ => return Ok(()),
        };
        Err(Error::OptionConflict(OptionConflict { option: "small", why: why.to_owned() }))
    }

    fn fits_fleet(&self, policy: Policy, question: &Question) -> Result<(), Error> {
        let strange = self.options.iter().find(|(row, _)| !row.fleets);
        let second = match question.second_level {
            SecondLevel::Full => Some(("second", "full ")),
            SecondLevel::Breuker { .. } => Some(("second", "breuker ")),
            SecondLevel::Fixed(_) | SecondLevel::Table(_) => None,
        };
        match strange.map(|(row, _)| (row.name, "")).or(second) {
            None => Ok(()),
            Some((option, value)) => {
                let name = policy.name();
                let why =
                    format!("{value}is not for fleets of workers; the algorithm here is {name}");
                Err(Error::OptionConflict(OptionConflict { option, why }))
            }
        }
    }
}

/// Whether a search grows trees, or lets workers do so.
fn keeps_trees(question: &Question) -> bool {
    !question.algorithm.is_depth_first() || matches!(question.second_level, SecondLevel::Fixed(_))
}

/// As many threads as there are cores.
pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}
