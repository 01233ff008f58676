//! An algorithm with its options in one word, such as `pns:binary`, `mopn2:fixed:1000` or `mopns+mobility+ties=highest`.

use foregone::{
    Algorithm, Decided, Error, Game, Goal, Method, OPTIONS, OptionRow, Outcome, Settings,
};
use foregone_solve::options::Strategy;

/// An algorithm that takes part in a comparison.
///
/// ```
/// use foregone_reproduce::Contender;
/// assert_eq!(Contender::parse("pns+dag").unwrap().name, "pns:known+dag");
/// let error = Contender::parse("pns+ties=highest").unwrap_err();
/// assert!(error.contains("ties goes with mopns and mopn2"), "{error}");
/// ```
#[derive(Clone, Debug)]
pub struct Contender {
    /// As it was written, with the strategy spelled out.
    pub name: String,
    pub(crate) settings: Settings,
    /// Whether it only confirms a value that another search has to find first.
    pub needs_value: bool,
}

impl Contender {
    /// Reads `ALGORITHM[:STRATEGY][:SECOND][+OPTION]…`; the error is a sentence.
    pub fn parse(text: &str) -> Result<Contender, String> {
        let mut pieces = text.trim().split('+');
        let mut words = pieces.next().unwrap_or_default().split(':');
        let name = words.next().unwrap_or_default();
        let method = match Method::named(name).map_err(|error| error.to_string())? {
            Method::Fleet(_) => {
                return Err(format!(
                    "{name} is a fleet of workers; foregone simulate compares fleets"
                ));
            }
            method => method,
        };
        let mut settings = Settings::by(method);
        settings.set("threads", "1").map_err(|error| error.to_string())?;
        let asks_in_turn = matches!(method, Method::Search(algorithm) if algorithm.asks_in_turn());
        let mut contender =
            Contender { name: name.to_owned(), settings, needs_value: asks_in_turn };
        let words: Vec<&str> = words.collect();
        contender.read_words(text, &words)?;
        for piece in pieces {
            let (row, value) = OptionRow::read_word(piece)
                .map_err(|why| format!("{text}: {why}; there are {}", contender.options()))?;
            contender.set(text, row.name, value)?;
            contender.name.push_str(&format!("+{piece}"));
        }
        Ok(contender)
    }

    /// The words that the algorithm takes after a `+`.
    fn options(&self) -> String {
        let taken = |row: &&OptionRow| match self.settings.method {
            Method::Search(algorithm) => row.group.contains(algorithm),
            _ => true,
        };
        let words = OPTIONS.iter().filter(taken).map(OptionRow::word);
        let words: Vec<String> = words.collect();
        if words.is_empty() { "none".to_owned() } else { words.join(", ") }
    }

    /// Sets an option, if the algorithm takes it.
    fn set(&mut self, text: &str, name: &str, value: &str) -> Result<(), String> {
        if self.settings.is_set(name) && name != "threads" {
            return Err(format!("{text}: {name} is given twice"));
        }
        let row = OptionRow::named(name).expect("a row of the table");
        if let Method::Search(algorithm) = self.settings.method
            && !row.group.contains(algorithm)
            && !row.on_second_table
        {
            return Err(format!(
                "{text}: {name} goes with {}, which {}; the options of {} are {}",
                row.group.names(),
                row.group.common,
                algorithm.name(),
                self.options()
            ));
        }
        self.settings.set(name, value).map_err(|error| format!("{text}: {error}"))
    }

    /// The strategy and the second level, which may stand after the name.
    fn read_words(&mut self, text: &str, words: &[&str]) -> Result<(), String> {
        let words = match words.first() {
            Some(&"known") if self.needs_value => &words[1..],
            Some(&word @ ("known" | "binary" | "linear" | "doubling")) => {
                self.set(text, "strategy", word)?;
                self.needs_value = false;
                self.name.push_str(&format!(":{word}"));
                &words[1..]
            }
            _ => words,
        };
        if self.needs_value {
            self.name.push_str(":known");
        }
        if !words.is_empty() {
            let size = words.join(":");
            self.set(text, "second", &size)?;
            if size != "full" {
                self.name.push_str(&format!(":{size}"));
            }
        }
        Ok(())
    }

    /// What it is asked about a game; `value` is what it has to confirm if it needs one.
    pub fn decided(&self, game: &Game, value: Option<Outcome>) -> Result<Decided, Error> {
        let decided = self.settings.decide(game, Goal::Value);
        let mut decided =
            decided.map_err(|error| Error::input(format!("{}: {error}", self.name)))?;
        if let (true, Some(value)) = (self.needs_value, value) {
            decided.question.strategy = Strategy::Known(value);
        }
        Ok(decided)
    }

    /// The same with what `auto` stands for in a game in its name, such as `auto=alphabeta-tt`.
    pub fn named_for(&self, game: &Game) -> Result<Contender, Error> {
        let mut named = self.clone();
        if let Some(rest) = self.name.strip_prefix("auto") {
            let algorithm = self.decided(game, None)?.question.algorithm;
            named.name = format!("auto={}{rest}", algorithm.name());
        }
        Ok(named)
    }

    /// The algorithm without its options, if it was named.
    pub fn algorithm(&self) -> Option<Algorithm> {
        match self.settings.method {
            Method::Search(algorithm) => Some(algorithm),
            Method::Auto | Method::Fleet(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use foregone_solve::options::Ties;
    use foregone_solve::options::{SecondLevel, When};

    use super::*;

    fn name(text: &str) -> String {
        Contender::parse(text).expect(text).name
    }

    #[test]
    fn names_are_spelled_out() {
        assert_eq!(name("mopns"), "mopns");
        assert_eq!(name("auto"), "auto");
        assert_eq!(name("pns"), "pns:known");
        assert_eq!(name("pns:known"), "pns:known");
        assert_eq!(name("pns:binary+dag+sum=weak"), "pns:binary+dag+sum=weak");
        assert_eq!(name("pn2:fixed:1000"), "pn2:known:fixed:1000");
        assert_eq!(name("pn2:linear:breuker:1000:100"), "pn2:linear:breuker:1000:100");
        assert_eq!(name("mopn2:full+ties=highest"), "mopn2+ties=highest");
    }

    #[test]
    fn options_reach_the_question() {
        let game = Game::open("connect4:4x4").expect("a game");
        let decided = |text: &str| {
            let contender = Contender::parse(text).expect("a contender");
            contender.decided(&game, Some(Outcome(1))).expect("options that fit").question
        };
        let question = decided("mopn2:fixed:1k+ties=highest+no-prune");
        assert_eq!(question.second_level, SecondLevel::Fixed(1000));
        assert_eq!(question.techniques.ties, Ties::Highest);
        assert_eq!(question.techniques.prune, When::Never);
        assert_eq!(decided("pns").strategy, Strategy::Known(Outcome(1)));
        assert_eq!(decided("auto").algorithm, Algorithm::AlphaBetaTable);
        assert_eq!(decided("dfpn").threads, 1, "node counts are compared");
    }

    #[test]
    fn nonsense_is_refused_with_the_choices() {
        for (text, sentence) in [
            ("", "is not an algorithm; there are auto, pns, mopns, pn2, mopn2, dfpn"),
            ("abc", "\"abc\" is not an algorithm"),
            ("lock", "foregone simulate compares fleets"),
            ("mopns:binary", "strategy goes with pns, pn2 and dfpn"),
            ("dfmopns+dag", "dag goes with pns, mopns, pn2 and mopn2, which keep a tree"),
            ("pns+forget", "forget goes with dfpn"),
            ("minimax+sum=weak", "the options of minimax are none"),
            ("pns:fixed:3", "second goes with pn2 and mopn2, which have a second level"),
            ("pn2:fixed", "it is full, fixed:N"),
            ("pns+knowledge=1+knowledge=2", "knowledge is given twice"),
            ("pns+ties=highest", "ties goes with mopns and mopn2"),
            ("pns+fast", "\"fast\" is not an option; there are strategy=STRATEGY, delete-solved,"),
        ] {
            let error = Contender::parse(text).expect_err(text);
            assert!(error.contains(sentence), "{text}: {error}");
        }
    }
}
