//! An algorithm with its options in one word, such as `pns:binary`, `mopn2:fixed:1000` or `mopns+mobility+high`.

use foregone_game::{KnowledgeLevel, Outcome};
use foregone_solve::effort::Sum;
use foregone_solve::initial::Initial;
use foregone_solve::mopns::Ties;
use foregone_solve::options::{Algorithm, Question, SecondLevel, Strategy, Techniques, When};

use crate::arguments::question::{algorithm, epsilon, knowledge, second_level, weight};
use crate::failure::Failure;

/// The techniques of the searches that keep a tree.
const TREE: &[&str] = &[
    "mobility",
    "estimate=WEIGHT",
    "knowledge=LEVEL",
    "dag",
    "weak",
    "high",
    "delete-solved",
    "delete-least-proving",
    "no-prune",
    "no-stop-unchanged",
    "no-restart",
];

/// An algorithm that takes part in a comparison.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Contender {
    /// As it was written, with the strategy spelled out.
    pub(crate) name: String,
    question: Question,
    /// The name of the knowledge level, which only a game can look up.
    knowledge: Option<String>,
    /// Whether it only confirms a value that someone else has to find first.
    pub(crate) needs_value: bool,
}

impl Contender {
    /// Reads `ALGORITHM[:STRATEGY][:SECOND][+TECHNIQUE]…`; the error is a sentence.
    pub(crate) fn parse(text: &str) -> Result<Contender, String> {
        let mut pieces = text.trim().split('+');
        let mut words = pieces.next().unwrap_or_default().split(':');
        let name = words.next().unwrap_or_default();
        let algorithm = algorithm(name).ok_or_else(|| {
            let known = Algorithm::ALL.map(Algorithm::name).join(", ");
            format!("\"{name}\" is not an algorithm; there are {known}")
        })?;
        let mut contender = Contender {
            name: name.to_owned(),
            question: Question::value(algorithm),
            knowledge: None,
            needs_value: algorithm.asks_in_turn(),
        };
        let mut words: Vec<&str> = words.collect();
        contender.read_strategy(text, &mut words)?;
        contender.read_second_level(text, &words)?;
        for piece in pieces {
            contender.read_technique(text, piece)?;
            contender.name.push_str(&format!("+{piece}"));
        }
        Ok(contender)
    }

    fn read_strategy(&mut self, text: &str, words: &mut Vec<&str>) -> Result<(), String> {
        let Some(&word @ ("known" | "binary" | "linear" | "doubling")) = words.first() else {
            if self.needs_value {
                self.name.push_str(":known");
            }
            return Ok(());
        };
        if !self.question.algorithm.asks_in_turn() {
            return Err(format!("{text}: {word} goes with pns, pn2 and dfpn"));
        }
        self.needs_value = word == "known";
        self.question.strategy = match word {
            "linear" => Strategy::Linear,
            "doubling" => Strategy::Doubling,
            _ => Strategy::Binary,
        };
        self.name.push_str(&format!(":{word}"));
        words.remove(0);
        Ok(())
    }

    fn read_second_level(&mut self, text: &str, words: &[&str]) -> Result<(), String> {
        if words.is_empty() {
            return Ok(());
        }
        let size = words.join(":");
        if !self.question.algorithm.is_nested() {
            return Err(format!(
                "{text}: \"{size}\" means nothing to {}; strategies are known, binary, linear and doubling, and a \
                 second level goes with pn2 and mopn2",
                self.question.algorithm.name()
            ));
        }
        let second = second_level(&size).map_err(|error| format!("{text}: {error}"))?;
        if second != SecondLevel::Full {
            self.name.push_str(&format!(":{size}"));
        }
        self.question.second_level = second;
        Ok(())
    }

    fn read_technique(&mut self, text: &str, word: &str) -> Result<(), String> {
        let algorithm = self.question.algorithm;
        let multiple = algorithm.is_multiple();
        let known: &[&str] = match algorithm {
            _ if algorithm.is_dfpn() => &[
                "mobility",
                "estimate=WEIGHT",
                "knowledge=LEVEL",
                "weak",
                "epsilon=SHARE",
                "forget",
                "no-collect",
            ],
            Algorithm::AlphaBeta => &["deepening", "full", "knowledge=LEVEL"],
            Algorithm::AlphaBetaTable => &["deepening", "full", "no-collect", "knowledge=LEVEL"],
            Algorithm::Minimax => &[],
            _ => TREE,
        };
        let stem = word.split_inclusive('=').next().unwrap_or_default();
        if !known
            .iter()
            .any(|known| *known == word || stem.ends_with('=') && known.starts_with(stem))
        {
            let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
            return Err(format!(
                "{text}: \"{word}\" is not a technique of {}; there are {known}",
                algorithm.name()
            ));
        }
        let techniques: &mut Techniques = &mut self.question.techniques;
        match word {
            "mobility" => techniques.initial = Initial::Mobility,
            "dag" => techniques.dag = true,
            "weak" => techniques.sum = Sum::Weak,
            "deepening" => techniques.deepening = Some(true),
            "full" => techniques.deepening = Some(false),
            "forget" => techniques.forget = true,
            "no-collect" => techniques.collect = false,
            _ if word.starts_with("estimate=") => {
                techniques.initial = Initial::Estimate(weight(&word["estimate=".len()..])?);
            }
            _ if stem == "knowledge=" => {
                if self.knowledge.replace(word[stem.len()..].to_owned()).is_some() {
                    return Err(format!("{text}: the knowledge level is given twice"));
                }
            }
            _ if word.starts_with("epsilon=") => {
                techniques.epsilon = epsilon(&word["epsilon=".len()..])?;
            }
            "delete-solved" => techniques.delete_solved = When::AtOnce,
            "delete-least-proving" => techniques.delete_least_proving = true,
            "no-stop-unchanged" => techniques.stop_unchanged = false,
            "no-restart" => techniques.restart_changed = false,
            "high" if multiple => techniques.ties = Ties::Highest,
            "no-prune" if multiple => techniques.prune = When::Never,
            _ => return Err(format!("{text}: {word} goes with mopns and mopn2")),
        }
        Ok(())
    }

    /// The question that it is asked about a game with these knowledge levels; `value` is what it has to confirm if it
    /// needs one.
    pub(crate) fn question(
        &self,
        value: Option<Outcome>,
        levels: &'static [KnowledgeLevel],
    ) -> Result<Question, Failure> {
        let strategy = match value {
            Some(value) if self.needs_value => Strategy::Known(value),
            _ => self.question.strategy,
        };
        let knowledge = knowledge(self.knowledge.as_deref(), levels)?;
        let techniques = Techniques { knowledge, ..self.question.techniques };
        Ok(Question { strategy, techniques, ..self.question })
    }

    /// The algorithm without its options.
    pub(crate) fn algorithm(&self) -> Algorithm {
        self.question.algorithm
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(text: &str) -> String {
        Contender::parse(text).expect(text).name
    }

    #[test]
    fn names_are_spelled_out() {
        assert_eq!(name("mopns"), "mopns");
        assert_eq!(name("pns"), "pns:known");
        assert_eq!(name("pns:known"), "pns:known");
        assert_eq!(name("pns:binary+dag+weak"), "pns:binary+dag+weak");
        assert_eq!(name("pn2:fixed:1000"), "pn2:known:fixed:1000");
        assert_eq!(name("pn2:linear:breuker:1000:100"), "pn2:linear:breuker:1000:100");
        assert_eq!(name("mopn2:full+high"), "mopn2+high");
    }

    #[test]
    fn options_reach_the_question() {
        let contender = Contender::parse("mopn2:fixed:1k+high+no-prune").expect("a contender");
        let question = contender.question(Some(Outcome(1)), &[]).expect("a question");
        assert_eq!(question.second_level, SecondLevel::Fixed(1000));
        assert_eq!(question.techniques.ties, Ties::Highest);
        assert_eq!(question.techniques.prune, When::Never);
        let pns = Contender::parse("pns").expect("a contender");
        let question = pns.question(Some(Outcome(1)), &[]).expect("a question");
        assert_eq!(question.strategy, Strategy::Known(Outcome(1)));
    }

    #[test]
    fn knowledge_levels_are_looked_up_in_the_game() {
        const LEVELS: &[KnowledgeLevel] =
            &[KnowledgeLevel::sound("0", "nothing"), KnowledgeLevel::unsound("rumours", "a guess")];
        let contender = Contender::parse("pns+knowledge=rumours").expect("a contender");
        let question = contender.question(None, LEVELS).expect("a question");
        assert_eq!(question.techniques.knowledge, Some(1));
        assert!(!question.techniques.are_sound(LEVELS));
        let error = contender.question(None, &LEVELS[..1]).expect_err("no such level");
        assert!(error.to_string().contains("the levels are 0 (nothing)"), "{error}");
    }

    #[test]
    fn nonsense_is_refused_with_the_choices() {
        for (text, sentence) in [
            (
                "",
                "is not an algorithm; there are pns, mopns, pn2, mopn2, dfpn, dfmopns, alphabeta, alphabeta-tt, minimax",
            ),
            ("abc", "\"abc\" is not an algorithm"),
            ("mopns:binary", "binary goes with pns, pn2 and dfpn"),
            ("dfmopns+dag", "\"dag\" is not a technique of dfmopns"),
            ("pns+forget", "\"forget\" is not a technique of pns"),
            ("minimax+weak", "\"weak\" is not a technique of minimax; there are none"),
            ("pns:fixed:3", "a second level goes with pn2 and mopn2"),
            ("pn2:fixed", "it is full, fixed:N"),
            ("pns+patterns=mine", "\"patterns=mine\" is not a technique of pns"),
            ("pns+knowledge=1+knowledge=patterns", "the knowledge level is given twice"),
            ("pns+high", "high goes with mopns and mopn2"),
            (
                "pns+fast",
                "\"fast\" is not a technique of pns; there are mobility, estimate=WEIGHT,",
            ),
        ] {
            let error = Contender::parse(text).expect_err(text);
            assert!(error.contains(sentence), "{text}: {error}");
        }
    }
}
