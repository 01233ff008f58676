//! What a search is asked and with which options, as written on the command line. The options and their help texts come from
//! the option table of the library.

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};
pub(crate) use foregone::cores as default_threads;
use foregone::{Game, Goal, Method, OPTIONS, OptionRow, Settings, chance};

use crate::failure::Failure;

/// The question, and the options that were given.
pub(crate) struct QuestionArguments {
    /// The name of the algorithm, of those for games without and with chance.
    algorithm: Option<String>,
    at_least: Option<String>,
    range: Option<String>,
    /// Names and values, in the order of the table.
    given: Vec<(&'static OptionRow, String)>,
}

/// The group of all these arguments, which `--resume` conflicts with.
pub(crate) const GROUP: &str = "QuestionArguments";

impl QuestionArguments {
    /// The settings of a solver.
    pub(crate) fn settings(&self) -> Result<Settings, Failure> {
        let method = match &self.algorithm {
            Some(name) => Method::named(name)?,
            None => Method::default(),
        };
        let mut settings = Settings::by(method);
        for (row, value) in &self.given {
            settings.set(row.name, value)?;
        }
        Ok(settings)
    }

    /// What is to be found out.
    pub(crate) fn goal(&self, game: &Game) -> Result<Goal, Failure> {
        Ok(match (&self.at_least, &self.range) {
            (Some(name), _) => Goal::AtLeast(game.outcome(name)?),
            (None, Some(range)) => game.goal(&format!("range {range}"))?,
            (None, None) => Goal::Value,
        })
    }

    /// What is to be found out about a position of a game with chance, and by which method. What is not for such games is
    /// refused.
    pub(crate) fn of_chance(
        &self,
        utility: Option<&str>,
    ) -> Result<(chance::Question, chance::Method), Failure> {
        if let Some((row, _)) = self.given.first() {
            return Err(Failure::bad(format!(
                "--{} is an option for games without chance; leave it out",
                row.name
            )));
        }
        if self.range.is_some() {
            return Err(Failure::bad(
                "--range is for games without chance; compare the value with a number by --at-least",
            ));
        }
        let method = match &self.algorithm {
            Some(name) => chance::Method::named(name)?,
            None => chance::Method::default(),
        };
        let question = chance::Question::value();
        let question = utility.map_or(question.clone(), |utility| question.by(utility));
        let question = match &self.at_least {
            Some(number) => question.at_least(number)?,
            None => question,
        };
        Ok((question, method))
    }

    /// Whether only a threshold is asked.
    pub(crate) fn has_threshold(&self) -> bool {
        self.at_least.is_some()
    }

    /// The number of threads, if it was given.
    pub(crate) fn threads(&self) -> Option<&str> {
        let threads = self.given.iter().find(|(row, _)| row.name == "threads");
        threads.map(|(_, value)| value.as_str())
    }
}

impl Args for QuestionArguments {
    fn augment_args(command: Command) -> Command {
        let names = Method::names().chain(chance::Method::searches()).map(PossibleValue::new);
        // They are known, so that the refusal can name the command that takes them.
        let models = Method::MODELS.into_iter().map(|name| PossibleValue::new(name).hide(true));
        let names = PossibleValuesParser::new(names.chain(models));
        let command = command
            .next_help_heading("Question")
            .arg(
                Arg::new("algorithm")
                    .long("algorithm")
                    .short('a')
                    .value_name("NAME")
                    .value_parser(names)
                    .help("The algorithm; auto, the default, chooses by the game and the question, and says what"),
            )
            .arg(
                Arg::new("at_least")
                    .long("at-least")
                    .value_name("OUTCOME")
                    .allow_hyphen_values(true)
                    .help("Only find out whether the value is at least this outcome; a number in games with chance, such as 2/3"),
            )
            .arg(
                Arg::new("range")
                    .long("range")
                    .value_name("LOW..HIGH")
                    .allow_hyphen_values(true)
                    .conflicts_with("at_least")
                    .help("Only tell the outcomes from LOW to HIGH apart"),
            );
        let ids = ["algorithm", "at_least", "range"].into_iter();
        let ids = ids.chain(OPTIONS.iter().filter(|row| row.name != "threads").map(|row| row.name));
        let group = clap::ArgGroup::new(GROUP).multiple(true).args(ids);
        let options = OPTIONS.iter().flat_map(arguments_of);
        command.args(options).group(group).next_help_heading(None::<&str>)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

/// The argument of an option, and the one that negates it.
pub(super) fn arguments_of(row: &'static OptionRow) -> Vec<Arg> {
    let heading = match row.name {
        "strategy" => "Question",
        "threads" | "table" => "Limits",
        _ => "Options of the algorithms",
    };
    let default =
        if row.default.is_empty() { String::new() } else { format!(" [default: {}]", row.default) };
    let help = format!("{} ({}){default}", row.help, row.group.names());
    let argument = Arg::new(row.name).long(row.name).help_heading(heading).help(help.clone());
    let value = move |text: &str| row.values.check(text).map(|()| text.to_owned());
    let is_switch = row.placeholder.is_empty();
    let mut arguments = Vec::new();
    if is_switch && row.bare.is_some() {
        arguments.push(argument.action(ArgAction::SetTrue));
    } else if !is_switch && row.bare.is_some() {
        let argument = argument.value_name(row.placeholder).value_parser(value);
        let bare = row.bare.unwrap_or_default();
        arguments.push(argument.num_args(0..=1).require_equals(true).default_missing_value(bare));
    } else if !is_switch {
        let argument = argument.value_name(row.placeholder).value_parser(value);
        arguments.push(argument.allow_negative_numbers(true));
    } else {
        // A switch that is on by default: only its negation is an argument, under the name of the option.
        let long = format!("no-{}", row.name);
        let help = format!("Do not: {help}", help = lower(&help));
        arguments.push(argument.long(long).help(help).action(ArgAction::SetTrue));
    }
    if let (false, Some(value)) = (is_switch, row.negated) {
        let help = format!("The same as --{}={value}", row.name);
        let argument = Arg::new(format!("no-{}", row.name)).long(format!("no-{}", row.name));
        let argument = argument.help_heading(heading).help(help).conflicts_with(row.name);
        arguments.push(argument.action(ArgAction::SetTrue));
    }
    arguments
}

/// A phrase with a small first letter.
fn lower(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|letter| letter.to_lowercase().collect::<String>());
    first.unwrap_or_default() + letters.as_str()
}

impl FromArgMatches for QuestionArguments {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        Ok(QuestionArguments {
            algorithm: matches.get_one::<String>("algorithm").cloned(),
            at_least: matches.get_one::<String>("at_least").cloned(),
            range: matches.get_one::<String>("range").cloned(),
            given: given(matches, OPTIONS.iter()),
        })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// The options of these rows that were given, with their values.
pub(super) fn given(
    matches: &ArgMatches,
    rows: impl IntoIterator<Item = &'static OptionRow>,
) -> Vec<(&'static OptionRow, String)> {
    let mut given = Vec::new();
    for row in rows {
        let is_switch = row.placeholder.is_empty();
        let negation = format!("no-{}", row.name);
        let value = match (is_switch, row.bare, row.negated) {
            (true, Some(bare), _) => matches.get_flag(row.name).then(|| bare.to_owned()),
            (true, None, Some(negated)) => matches.get_flag(row.name).then(|| negated.to_owned()),
            (false, _, Some(negated)) if matches.get_flag(&negation) => Some(negated.to_owned()),
            _ => matches.get_one::<String>(row.name).cloned(),
        };
        given.extend(value.map(|value| (row, value)));
    }
    given
}

/// Reads a number of threads for commands that are no searches.
pub(super) fn threads(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(number @ 1..=1024) => Ok(number),
        Ok(0) => Err("a search needs at least 1 thread".to_owned()),
        _ => Err("it is a number from 1 to 1024".to_owned()),
    }
}

/// The outcome of that name.
pub(crate) fn outcome(
    scale: &foregone_game::Scale,
    name: &str,
) -> Result<foregone_game::Outcome, Failure> {
    scale.read(name).map_err(Failure::bad)
}
