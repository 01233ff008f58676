//! The one table of options. A row says everything about an option: its name, the type, range and default of its value,
//! which algorithms take it, its help text, and whether it changes results.
//!
//! The command line, JSON output, checkpoint headers, the words after a `+` in `foregone compare`, the messages between
//! coordinator and workers, the table in docs/algorithms.md and the random option sets of the tests are all made from this
//! table. An option that is missing here exists nowhere.

use core::fmt;

use foregone_game::{KnowledgeLevel, Scale};

use super::algorithm::Group;
use super::rows::OPTIONS;
use super::values::Values;
use super::{Question, SecondLevel};

/// What an option can change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Changes {
    /// Time and memory only: the same nodes are expanded.
    Cost,
    /// Which nodes are expanded, but nothing that is proved.
    Nodes,
    /// Which nodes are expanded; some of its values are unsound, and what is found with them is not proved.
    Soundness,
}

/// The names that belong to a game, which some options need.
#[derive(Clone, Copy, Debug)]
pub struct Names<'g> {
    /// The outcomes.
    pub scale: &'g Scale,
    /// The knowledge levels.
    pub knowledge: &'static [KnowledgeLevel],
}

/// An option that was given and does not fit the question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptionConflict {
    /// The name of the option in the table. Programs may present it otherwise, such as by a flag.
    pub option: &'static str,
    /// The rest of the sentence, beginning with the verb: why it does not fit.
    pub why: String,
}

impl fmt::Display for OptionConflict {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "the option {} {}", self.option, self.why)
    }
}

impl core::error::Error for OptionConflict {}

/// One option.
pub struct OptionRow {
    /// The name: `--name` on the command line, `+name` in `compare`, and with `_` for `-` in JSON.
    pub name: &'static str,
    /// How help texts call the value; empty for a switch.
    pub placeholder: &'static str,
    /// The type and range of the value.
    pub values: Values,
    /// The value that the name alone stands for, if it may stand alone.
    pub bare: Option<&'static str>,
    /// The value that `no-name` stands for, if there is such a word.
    pub negated: Option<&'static str>,
    /// The value unless one is given; empty if that depends on the algorithm or the machine.
    pub default: &'static str,
    /// Which algorithms take it.
    pub group: Group,
    /// Whether PN² takes it, too, when its second level is a table.
    pub on_second_table: bool,
    /// Whether fleets of workers take it.
    pub fleets: bool,
    /// What it can change.
    pub changes: Changes,
    /// What it does: a phrase for `--help` and the documents.
    pub help: &'static str,
    /// Whence it comes: author, year and section; empty if it is ours.
    pub source: &'static str,
    /// Reads the value from a question. `None`: the value is the usual one, which has no name.
    pub(super) get: fn(&Question, Names<'_>) -> Option<String>,
    /// Writes a value into a question; the error says what it should be.
    pub(super) set: fn(&mut Question, &str, Names<'_>) -> Result<(), String>,
}

impl core::fmt::Debug for OptionRow {
    fn fmt(&self, out: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(out, "option {}", self.name)
    }
}

impl OptionRow {
    /// The option of that name.
    pub fn named(name: &str) -> Option<&'static OptionRow> {
        OPTIONS.iter().find(|row| row.name == name)
    }

    /// Reads a word such as `dag`, `no-prune` or `epsilon=0.5`: the option and the value it stands for.
    ///
    /// ```
    /// use foregone_solve::options::OptionRow;
    /// let meaning = |word| OptionRow::read_word(word).map(|(row, value)| (row.name, value));
    /// assert_eq!(meaning("dag"), Ok(("dag", "on")));
    /// assert_eq!(meaning("no-prune"), Ok(("prune", "never")));
    /// assert_eq!(meaning("epsilon=0.5"), Ok(("epsilon", "0.5")));
    /// assert!(meaning("turbo").is_err());
    /// ```
    pub fn read_word(word: &str) -> Result<(&'static OptionRow, &str), String> {
        if let Some((name, value)) = word.split_once('=') {
            return match OptionRow::named(name) {
                Some(row) => Ok((row, value)),
                None => Err(format!("\"{name}\" is not an option")),
            };
        }
        let bare = OPTIONS.iter().find(|row| row.name == word);
        let negated = word.strip_prefix("no-").and_then(OptionRow::named);
        match (bare, negated.and_then(|row| Some((row, row.negated?)))) {
            (Some(row), _) => match row.bare {
                Some(value) => Ok((row, value)),
                None => Err(format!("\"{word}\" needs another form: {}", row.word())),
            },
            (None, Some(meaning)) => Ok(meaning),
            (None, None) => Err(format!("\"{word}\" is not an option")),
        }
    }

    /// The form of the word that switches it from its default: `dag`, `no-prune`, `epsilon=SHARE`.
    pub fn word(&self) -> String {
        match (self.bare, self.negated) {
            (Some(_), _) => self.name.to_owned(),
            (None, Some(_)) => format!("no-{}", self.name),
            (None, None) => format!("{}={}", self.name, self.placeholder),
        }
    }

    /// The name in JSON.
    pub fn json_name(&self) -> String {
        self.name.replace('-', "_")
    }

    /// Whether a search that is asked this question takes the option.
    pub fn is_taken_by(&self, question: &Question) -> bool {
        let on_second_table = self.on_second_table
            && question.algorithm.is_nested()
            && matches!(question.second_level, SecondLevel::Table(_));
        self.group.contains(question.algorithm) || on_second_table
    }

    /// The value that a question has, as text; `None` if it is the usual one and has no name.
    pub fn get(&self, question: &Question, names: Names<'_>) -> Option<String> {
        (self.get)(question, names)
    }

    /// Gives a question that value, whether its algorithm takes the option or not. The error says what the value should be.
    pub fn set(
        &self,
        question: &mut Question,
        value: &str,
        names: Names<'_>,
    ) -> Result<(), String> {
        (self.set)(question, value, names)
    }
}

impl Question {
    /// Every option whose value is not the default, as words that [`Question::read_words`] reads again. Files and messages
    /// between machines carry options in this form.
    pub fn words(&self, names: Names<'_>) -> Vec<String> {
        let usual = Question::value(self.algorithm);
        let word = |row: &OptionRow| {
            let value = row.get(self, names)?;
            (row.get(&usual, names).as_ref() != Some(&value))
                .then(|| format!("{}={value}", row.name))
        };
        OPTIONS.iter().filter_map(word).collect()
    }

    /// Takes over options from words such as `epsilon=0.5`. The error names the word.
    pub fn read_words<'w>(
        &mut self,
        words: impl IntoIterator<Item = &'w str>,
        names: Names<'_>,
    ) -> Result<(), String> {
        for word in words {
            let (row, value) = OptionRow::read_word(word)?;
            row.set(self, value, names).map_err(|why| format!("{word}: {why}"))?;
        }
        Ok(())
    }

    /// The option that does not fit the question, if there is one. `given` are the options that were set, with their values.
    pub fn conflict(&self, given: &[(&OptionRow, &str)]) -> Option<OptionConflict> {
        let algorithm = self.algorithm.name();
        // Every search has one thread.
        let contradicts = |row: &OptionRow, value: &str| {
            !row.is_taken_by(self) && (row.name, value) != ("threads", "1")
        };
        if let Some((row, _)) = given.iter().find(|(row, value)| contradicts(row, value)) {
            let (names, common) = (row.group.names(), row.group.common);
            let why =
                format!("goes with {names}, which {common}; the algorithm here is {algorithm}");
            return Some(OptionConflict { option: row.name, why });
        }
        let asks_once = matches!(self.goal, super::Goal::AtLeast(_));
        if asks_once && given.iter().any(|(row, _)| row.name == "strategy") {
            let why = "is of no use here: \"at least\" asks only one question".to_owned();
            return Some(OptionConflict { option: "strategy", why });
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use foregone_game::Scale;

    use super::*;
    use crate::options::Algorithm;

    const LEVELS: &[KnowledgeLevel] = &[
        KnowledgeLevel { name: "0", about: "", is_sound: true },
        KnowledgeLevel { name: "guess", about: "", is_sound: false },
    ];

    #[test]
    fn every_value_is_read_back_as_it_is_written() {
        let scale = Scale::loss_draw_win();
        let names = Names { scale, knowledge: LEVELS };
        for row in &OPTIONS {
            let mut values = row.values.samples();
            match row.name {
                "strategy" => values.push("known:draw".to_owned()),
                "knowledge" => values.extend(["0".to_owned(), "guess".to_owned()]),
                _ => {}
            }
            assert!(!values.is_empty(), "{} is tried with no value", row.name);
            for value in values {
                let mut question = Question::value(row.group.algorithms[0]);
                row.values.check(&value).expect(row.name);
                row.set(&mut question, &value, names).expect(row.name);
                assert_eq!(row.get(&question, names), Some(value.clone()), "{}", row.name);
                let words = question.words(names);
                let mut again = Question::value(row.group.algorithms[0]);
                again.read_words(words.iter().map(String::as_str), names).expect("its own words");
                assert_eq!(again.words(names), words, "{} = {value}", row.name);
                assert_eq!(row.get(&again, names), Some(value), "{}: {words:?}", row.name);
            }
        }
    }

    #[test]
    fn defaults_are_what_a_new_question_has() {
        let scale = Scale::loss_draw_win();
        let names = Names { scale, knowledge: LEVELS };
        for row in &OPTIONS {
            let question = Question::value(row.group.algorithms[0]);
            match (row.default, row.name) {
                ("", "depth" | "threads") => {}
                ("", _) => assert_eq!(row.get(&question, names), None, "{}", row.name),
                (default, _) => {
                    assert_eq!(row.get(&question, names).as_deref(), Some(default), "{}", row.name);
                }
            }
        }
    }

    #[test]
    fn wrong_values_are_refused_by_the_check_or_by_the_option() {
        let scale = Scale::loss_draw_win();
        let names = Names { scale, knowledge: LEVELS };
        for row in &OPTIONS {
            for wrong in ["", "-1", "perhaps", "1e99", "known:nothing"] {
                let mut question = Question::value(row.group.algorithms[0]);
                assert!(row.set(&mut question, wrong, names).is_err(), "{}={wrong}", row.name);
            }
        }
        let knowledge = OptionRow::named("knowledge").expect("an option");
        let mut question = Question::value(Algorithm::Dfpn);
        let error = knowledge.set(&mut question, "7", names).expect_err("no such level");
        assert!(
            error.starts_with("this game has no knowledge level \"7\"; the levels are 0"),
            "{error}"
        );
    }

    #[test]
    fn options_that_do_not_fit_are_named() {
        let dag = OptionRow::named("dag").expect("an option");
        let question = Question::value(Algorithm::Dfpn);
        assert_eq!(
            question.conflict(&[(dag, "on")]).map(|conflict| conflict.to_string()).as_deref(),
            Some(
                "the option dag goes with pns, mopns, pn2 and mopn2, which keep a tree; the algorithm here is dfpn"
            )
        );
        assert_eq!(Question::value(Algorithm::Pns).conflict(&[(dag, "on")]), None);
    }
}
