//! What a search is asked and which techniques it uses, as written on the command line.

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use foregone_catalogue::Kind;
use foregone_fleet::plan::Policy;
use foregone_game::{KnowledgeLevel, Outcome, Scale};
use foregone_solve::effort::Sum;
use foregone_solve::initial::Initial;
use foregone_solve::mopns::Ties;
use foregone_solve::options::{Algorithm, Goal, Question, SecondLevel, Strategy, Techniques, When};

use super::choice::Choice;
use super::fleet::policy;
use super::limits::{bytes, count};
use crate::failure::Failure;

/// The searches on a table that positions share.
const TABLE: &[Algorithm] = &[Algorithm::Dfpn, Algorithm::Dfmopns, Algorithm::AlphaBetaTable];

/// Question and techniques.
#[derive(Args)]
pub(crate) struct QuestionArguments {
    /// The algorithm; auto, the default, chooses by the game and the question, and says what
    #[arg(long, short, value_name = "NAME", value_parser = algorithms(), help_heading = "Question")]
    pub(crate) algorithm: Option<AlgorithmName>,
    /// Only find out whether the value is at least this outcome
    #[arg(long, value_name = "OUTCOME", allow_hyphen_values = true, help_heading = "Question")]
    pub(crate) at_least: Option<String>,
    /// Only tell the outcomes from LOW to HIGH apart
    #[arg(long, value_name = "LOW..HIGH", allow_hyphen_values = true)]
    #[arg(conflicts_with = "at_least", help_heading = "Question")]
    pub(crate) range: Option<String>,
    /// In which order pns, pn2 and dfpn ask: binary, linear, doubling, or known:VALUE to confirm a value
    #[arg(long, value_name = "STRATEGY", value_parser = strategy, help_heading = "Question")]
    pub(crate) strategy: Option<StrategyName>,
    /// Size of the second level of pn2 and mopn2: `full`, `fixed:N`, `breuker[:A,B]`, or for pn2 `table:N`; jobs of a
    /// fleet are `fixed:N` or `table:N`, in descents, and `table:1000` unless given
    #[arg(long, value_name = "SIZE", value_parser = second_level, help_heading = "Techniques")]
    pub(crate) second: Option<SecondLevel>,
    /// Free solved subtrees at once, not only when memory is full
    #[arg(long, help_heading = "Techniques")]
    pub(crate) delete_solved: bool,
    /// When memory is full, give up the least-proving parts of the tree
    #[arg(long, help_heading = "Techniques")]
    pub(crate) delete_least_proving: bool,
    /// Do not free what the relevancy bounds of mopns and mopn2 exclude
    #[arg(long, help_heading = "Techniques")]
    pub(crate) no_prune: bool,
    /// Update all ancestors, even if nothing changes
    #[arg(long, help_heading = "Techniques")]
    pub(crate) no_stop_unchanged: bool,
    /// Start every descent at the root
    #[arg(long, help_heading = "Techniques")]
    pub(crate) no_restart: bool,
    /// Initialise leaves by the number of their moves
    #[arg(long, help_heading = "Techniques")]
    pub(crate) mobility: bool,
    /// Initialise leaves by mobility and, for the player whom the game's estimate speaks against, twice WEIGHT more
    #[arg(long, value_name = "WEIGHT", conflicts_with = "mobility", value_parser = weight)]
    #[arg(help_heading = "Techniques")]
    pub(crate) estimate: Option<u32>,
    /// What the game works out about positions without a search: a level that `foregone games NAME` lists, such as 0 for
    /// nothing. Unless given, tree searches use nothing but a --tablebase, and the others use the game's default level
    #[arg(long, value_name = "LEVEL", help_heading = "Techniques")]
    pub(crate) knowledge: Option<String>,
    /// Merge transpositions
    #[arg(long, help_heading = "Techniques")]
    pub(crate) dag: bool,
    /// How efforts add up: weak does not count shared parts twice, and is meant for --dag
    #[arg(long, value_name = "SUM", value_parser = sums(), help_heading = "Techniques")]
    pub(crate) sum: Option<Sum>,
    /// How far dfpn and dfmopns may overrun before they try another move, as a share: 0.25 unless given
    #[arg(long, value_name = "SHARE", value_parser = epsilon, allow_negative_numbers = true)]
    #[arg(help_heading = "Techniques")]
    pub(crate) epsilon: Option<u32>,
    /// How alpha-beta looks ahead: deepening (a ply more in each iteration), or full (to the end at once)
    #[arg(long, value_name = "DEPTH", value_parser = depths(), help_heading = "Techniques")]
    pub(crate) depth: Option<Deepening>,
    /// Let dfpn forget everything between two questions
    #[arg(long, help_heading = "Techniques")]
    pub(crate) forget: bool,
    /// Give up entries of a full table one by one, not all the small ones at once
    #[arg(long, help_heading = "Techniques")]
    pub(crate) no_collect: bool,
    /// Memory for the table of dfpn, dfmopns and alphabeta-tt, if less than --memory allows
    #[arg(long, value_name = "SIZE", value_parser = bytes, help_heading = "Limits")]
    pub(crate) table: Option<u64>,
    /// Which outcome attracts mopns and mopn2 among equals: lowest (default) or highest
    #[arg(long, value_name = "TIES", value_parser = ties(), help_heading = "Techniques")]
    pub(crate) ties: Option<Ties>,
}

/// Whether alpha-beta deepens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Deepening(bool);

/// An algorithm by its name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum AlgorithmName {
    /// Whichever fits.
    Auto,
    /// One that runs by itself.
    One(Algorithm),
    /// A fleet of threads with that policy.
    Fleet(Policy),
}

/// A [`Strategy`] whose outcome has not been looked up yet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum StrategyName {
    Binary,
    Linear,
    Doubling,
    Known(String),
}

impl QuestionArguments {
    /// The question about a game of that kind and scale, if the options fit each other, and why the algorithm is
    /// what it is, if nobody said so.
    pub(crate) fn question(
        &self,
        (kind, scale, levels): (Kind, &Scale, &'static [KnowledgeLevel]),
        certificate: bool,
        threads: Option<usize>,
    ) -> Result<(Question, Option<String>), Failure> {
        let goal = self.goal(scale)?;
        let Choice { algorithm, why } = Choice::new(self, scale, goal, kind);
        match self.policy() {
            Some(policy) => self.fits_fleet(policy)?,
            None => self.fits(algorithm, threads)?,
        }
        let strategy = match &self.strategy {
            None => Strategy::default(),
            Some(StrategyName::Binary) => Strategy::Binary,
            Some(StrategyName::Linear) => Strategy::Linear,
            Some(StrategyName::Doubling) => Strategy::Doubling,
            Some(StrategyName::Known(name)) => Strategy::Known(outcome(scale, name)?),
        };
        let usual_second = match self.policy() {
            Some(_) => SecondLevel::Table(1000),
            None => SecondLevel::default(),
        };
        let question = Question {
            goal,
            algorithm,
            strategy,
            second_level: self.second.unwrap_or(usual_second),
            techniques: self.techniques(levels)?,
            certificate,
            table: self.table,
            threads: threads.unwrap_or_else(default_threads),
            ..Question::value(algorithm)
        };
        Ok((question, why))
    }

    /// The policy of a fleet, if the search is to be made by one.
    pub(crate) fn policy(&self) -> Option<Policy> {
        match self.algorithm {
            Some(AlgorithmName::Fleet(policy)) => Some(policy),
            _ => None,
        }
    }

    fn goal(&self, scale: &Scale) -> Result<Goal, Failure> {
        if let Some(name) = &self.at_least {
            return Ok(Goal::AtLeast(outcome(scale, name)?));
        }
        let Some(range) = &self.range else {
            return Ok(Goal::Value);
        };
        let Some((low, high)) = range.split_once("..") else {
            return Err(Failure::bad(format!(
                "\"{range}\" is not a range; write it like {}..{}",
                scale.name(scale.worst()),
                scale.name(scale.best())
            )));
        };
        Ok(Goal::Range(outcome(scale, low)?, outcome(scale, high)?))
    }

    /// An option that only the searches with a tree know, if one was given.
    pub(crate) fn tree_option(&self) -> Option<&'static str> {
        let given = [
            (self.second.is_some(), "--second"),
            (self.dag, "--dag"),
            (self.delete_solved, "--delete-solved"),
            (self.delete_least_proving, "--delete-least-proving"),
            (self.no_prune, "--no-prune"),
            (self.no_stop_unchanged, "--no-stop-unchanged"),
            (self.no_restart, "--no-restart"),
            (self.ties.is_some(), "--ties"),
        ];
        given.into_iter().find(|(given, _)| *given).map(|(_, option)| option)
    }

    /// Whether an option only makes sense with proof numbers on a table.
    pub(crate) fn asks_for_proof_numbers(&self) -> bool {
        let deep = self.deep_options().any(|(_, who)| !who.contains(&Algorithm::AlphaBetaTable));
        deep || self.strategy.is_some() || self.initial() != Initial::Unit || self.sum.is_some()
    }

    /// Options that some of the searches without a tree know, if they were given: with the algorithms that do.
    fn deep_options(&self) -> impl Iterator<Item = (&'static str, &'static [Algorithm])> {
        const DFPN: &[Algorithm] = &[Algorithm::Dfpn, Algorithm::Dfmopns];
        const ALPHA_BETA: &[Algorithm] = &[Algorithm::AlphaBeta, Algorithm::AlphaBetaTable];
        let given = [
            (self.epsilon.is_some(), "--epsilon", DFPN),
            (self.forget, "--forget", DFPN),
            (self.no_collect, "--no-collect", TABLE),
            (self.table.is_some(), "--table", TABLE),
            (self.depth.is_some(), "--depth", ALPHA_BETA),
        ];
        given.into_iter().filter(|(given, ..)| *given).map(|(_, option, who)| (option, who))
    }

    fn fits(&self, algorithm: Algorithm, threads: Option<usize>) -> Result<(), Failure> {
        let name = algorithm.name();
        if let (true, Some(option)) = (algorithm.is_depth_first(), self.tree_option()) {
            return Err(Failure::bad(format!(
                "{option} goes with pns, mopns, pn2 and mopn2, which keep a tree; the algorithm here is {name}"
            )));
        }
        let on_table = matches!(self.second, Some(SecondLevel::Table(_)));
        if !on_table {
            threads_fit(algorithm, threads)?;
            self.deep_options().try_for_each(|(option, who)| goes_with(option, who, algorithm))?;
        }
        if matches!(
            algorithm,
            Algorithm::AlphaBeta | Algorithm::AlphaBetaTable | Algorithm::Minimax
        ) && (self.initial() != Initial::Unit || self.sum.is_some())
        {
            return Err(Failure::bad(format!(
                "--mobility, --estimate and --sum are about proof numbers, which {name} does without; leave them out"
            )));
        }
        let misfit = if !algorithm.asks_in_turn() && self.strategy.is_some() {
            "--strategy goes with pns, pn2 and dfpn, which ask one question after the other"
        } else if self.at_least.is_some() && self.strategy.is_some() {
            "--strategy is of no use with --at-least, which asks only one question"
        } else if algorithm.asks_in_turn() && self.ties.is_some() {
            "--ties goes with mopns and mopn2, which choose among several outcomes"
        } else if algorithm.asks_in_turn() && self.no_prune {
            "--no-prune goes with mopns and mopn2, which have relevancy bounds"
        } else if !algorithm.is_nested() && self.second.is_some() {
            "--second goes with pn2 and mopn2, which have a second level"
        } else {
            return Ok(());
        };
        Err(Failure::bad(format!("{misfit}; the algorithm here is {name}")))
    }

    fn initial(&self) -> Initial {
        match self.estimate {
            Some(weight) => Initial::Estimate(weight),
            None if self.mobility => Initial::Mobility,
            None => Initial::Unit,
        }
    }

    fn techniques(&self, levels: &'static [KnowledgeLevel]) -> Result<Techniques, Failure> {
        let usual = Techniques::default();
        Ok(Techniques {
            delete_solved: if self.delete_solved { When::AtOnce } else { usual.delete_solved },
            prune: if self.no_prune { When::Never } else { usual.prune },
            delete_least_proving: self.delete_least_proving,
            stop_unchanged: !self.no_stop_unchanged,
            restart_changed: !self.no_restart,
            initial: self.initial(),
            knowledge: knowledge(self.knowledge.as_deref(), levels)?,
            dag: self.dag,
            sum: self.sum.unwrap_or_default(),
            ties: self.ties.unwrap_or_default(),
            epsilon: self.epsilon.unwrap_or(usual.epsilon),
            deepening: self.depth.map(|depth| depth.0),
            forget: self.forget,
            collect: !self.no_collect,
        })
    }
}

/// Why an answer that rests on a knowledge level that is not sound is not proved.
pub(crate) const BELIEF: &str = "uses a knowledge level that is not sound: not a proof";

/// The index of the knowledge level of that name, if one is given.
pub(crate) fn knowledge(
    name: Option<&str>,
    levels: &'static [KnowledgeLevel],
) -> Result<Option<u8>, Failure> {
    let Some(name) = name else { return Ok(None) };
    KnowledgeLevel::find(levels, name.trim()).map(Some).map_err(|unknown| {
        Failure::bad(match levels.is_empty() {
            true => format!("{unknown}; leave --knowledge out"),
            false => unknown.to_string(),
        })
    })
}

/// The outcome of that name, or a sentence with all of them.
pub(crate) fn outcome(scale: &Scale, name: &str) -> Result<Outcome, Failure> {
    scale.find(name.trim()).ok_or_else(|| {
        Failure::bad(format!(
            "\"{name}\" is not an outcome of this game; the outcomes are {}",
            scale.names().join(", ")
        ))
    })
}

/// The algorithm of that name.
pub(crate) fn algorithm(name: &str) -> Option<Algorithm> {
    Algorithm::ALL.into_iter().find(|algorithm| algorithm.name() == name)
}

fn algorithms() -> impl TypedValueParser<Value = AlgorithmName> {
    let fleets = Policy::ALL.map(Policy::name);
    let names = ["auto"].into_iter().chain(Algorithm::ALL.map(Algorithm::name)).chain(fleets);
    PossibleValuesParser::new(names).map(|name| match (algorithm(&name), policy(&name)) {
        (Some(algorithm), _) => AlgorithmName::One(algorithm),
        (None, Some(policy)) => AlgorithmName::Fleet(policy),
        (None, None) => AlgorithmName::Auto,
    })
}

/// Whether a search can be made by so many threads.
pub(crate) fn threads_fit(algorithm: Algorithm, threads: Option<usize>) -> Result<(), Failure> {
    match threads {
        Some(2..) => goes_with("--threads", TABLE, algorithm),
        _ => Ok(()),
    }
}

/// Whether an option that some algorithms know goes with this one.
fn goes_with(option: &str, who: &[Algorithm], algorithm: Algorithm) -> Result<(), Failure> {
    if who.contains(&algorithm) {
        return Ok(());
    }
    let names: Vec<&str> = who.iter().map(|algorithm| algorithm.name()).collect();
    let (last, rest) = names.split_last().expect("somebody knows it");
    Err(Failure::bad(format!(
        "{option} goes with {} and {last}; the algorithm here is {}",
        rest.join(", "),
        algorithm.name()
    )))
}

/// As many threads as there are cores.
pub(crate) fn default_threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

pub(super) fn threads(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(number @ 1..=1024) => Ok(number),
        Ok(0) => Err("a search needs at least 1 thread".to_owned()),
        _ => Err("it is a number from 1 to 1024".to_owned()),
    }
}

/// Reads a share; it is kept in 256ths.
pub(crate) fn epsilon(text: &str) -> Result<u32, String> {
    match text.parse::<f64>() {
        Ok(share) if (0.0..=16.0).contains(&share) => Ok((share * 256.0).round() as u32),
        _ => Err("it is a share from 0 to 16, such as 0.25".to_owned()),
    }
}

/// Reads the weight of an estimate.
pub(crate) fn weight(text: &str) -> Result<u32, String> {
    let weight = text.parse().ok().filter(|weight| (1..=1_000_000).contains(weight));
    weight.ok_or_else(|| "it is a whole number from 1 to 1000000, such as 4".to_owned())
}

fn depths() -> impl TypedValueParser<Value = Deepening> {
    PossibleValuesParser::new(["deepening", "full"]).map(|name| Deepening(name == "deepening"))
}

pub(super) fn sums() -> impl TypedValueParser<Value = Sum> {
    PossibleValuesParser::new(["plain", "weak"]).map(|name| match name.as_str() {
        "weak" => Sum::Weak,
        _ => Sum::Plain,
    })
}

fn ties() -> impl TypedValueParser<Value = Ties> {
    PossibleValuesParser::new(["lowest", "highest"]).map(|name| match name.as_str() {
        "highest" => Ties::Highest,
        _ => Ties::Lowest,
    })
}

/// Reads a strategy.
pub(crate) fn strategy(text: &str) -> Result<StrategyName, String> {
    match text {
        "binary" => Ok(StrategyName::Binary),
        "linear" => Ok(StrategyName::Linear),
        "doubling" => Ok(StrategyName::Doubling),
        _ => match text.strip_prefix("known:") {
            Some(value) => Ok(StrategyName::Known(value.to_owned())),
            None => Err("it is binary, linear, doubling or known:VALUE".to_owned()),
        },
    }
}

/// The parameters that served for Lines of Action: the second level is half the first at 1.8 million nodes.
const BREUKER: SecondLevel = SecondLevel::Breuker { a: 1_800_000.0, b: 240_000.0 };

/// Reads the size of a second level.
pub(crate) fn second_level(text: &str) -> Result<SecondLevel, String> {
    let wrong = || "it is full, fixed:N, breuker, breuker:A,B or table:N".to_owned();
    let (kind, rest) = match text.split_once(':') {
        Some((kind, rest)) => (kind, Some(rest)),
        None => (text, None),
    };
    match (kind, rest) {
        ("full", None) => Ok(SecondLevel::Full),
        ("fixed", Some(nodes)) => count(nodes).map(SecondLevel::Fixed),
        ("table", Some(nodes)) => count(nodes).map(SecondLevel::Table),
        ("breuker", None) => Ok(BREUKER),
        ("breuker", Some(pair)) => {
            let (a, b) = pair.split_once([',', ':']).ok_or_else(wrong)?;
            Ok(SecondLevel::Breuker { a: count(a)? as f64, b: count(b)? as f64 })
        }
        _ => Err(wrong()),
    }
}

/// A size of a second level as it is written.
pub(crate) fn second_level_name(second_level: SecondLevel) -> String {
    match second_level {
        SecondLevel::Full => "full".to_owned(),
        SecondLevel::Fixed(nodes) => format!("fixed:{nodes}"),
        SecondLevel::Table(nodes) => format!("table:{nodes}"),
        SecondLevel::Breuker { a, b } => format!("breuker:{a},{b}"),
    }
}

/// A strategy as it is written.
pub(crate) fn strategy_name(scale: &Scale, strategy: Strategy) -> String {
    match strategy {
        Strategy::Binary => "binary".to_owned(),
        Strategy::Linear => "linear".to_owned(),
        Strategy::Doubling => "doubling".to_owned(),
        Strategy::Known(value) => format!("known:{}", scale.name(value)),
    }
}
