//! The solver of games with chance: puts questions about positions to the searches.

use std::time::{Duration, Instant};

use foregone_chance::certify::finished;
use foregone_chance::fraction::{self, Fraction};
use foregone_chance::limits::{Limits, Stop};

use super::answer::Answer;
use super::erased::{Asked, Found};
use super::game::Game;
use super::kept::Slot;
use super::method::Method;
use super::position::Position;
use crate::error::Error;
use crate::solver::StopHandle;

/// How questions are to be answered.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Who searches.
    pub method: Method,
    /// Positions that may be entered.
    pub nodes: Option<u64>,
    /// Bytes for the table, or for the positions of a graph.
    pub memory: u64,
    /// Time that a question may take.
    pub time: Option<Duration>,
    /// Whether proofs are made, for [`Answer::certificate`].
    pub certificate: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            method: Method::Auto,
            nodes: None,
            memory: 1 << 30,
            time: None,
            certificate: false,
        }
    }
}

/// What is asked about a position.
#[derive(Clone, Default, Debug)]
pub struct Question {
    utility: Option<String>,
    at_least: Option<Fraction>,
    every_move: bool,
}

impl Question {
    /// The value, by the usual utility of the game.
    pub fn value() -> Question {
        Question::default()
    }

    /// The same by another utility: `score`, `win`, `not-lose`, or a list such as `loss=-3,draw=0,win=1`.
    #[must_use]
    pub fn by(self, utility: &str) -> Question {
        Question { utility: Some(utility.to_owned()), ..self }
    }

    /// Only whether the value is at least a number: `2/3`, `0.6` or `-1`.
    ///
    /// ```
    /// let error = foregone::chance::Question::value().at_least("5/0").unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "\"5/0\" is no number that a value can be compared with; write it like 2/3, 0.6 or -1"
    /// );
    /// ```
    pub fn at_least(self, number: &str) -> Result<Question, Error> {
        let threshold = fraction::read(number.trim()).ok_or_else(|| {
            Error::input(format!(
                "\"{number}\" is no number that a value can be compared with; write it like 2/3, 0.6 or -1"
            ))
        })?;
        Ok(Question { at_least: Some(threshold), ..self })
    }

    /// The value of every move and of every outcome of chance, too.
    #[must_use]
    pub fn every_move(self) -> Question {
        Question { every_move: true, ..self }
    }
}

/// Answers questions about positions of one game with chance.
pub struct Solver {
    game: Game,
    /// How questions are to be answered.
    pub settings: Settings,
    stop: StopHandle,
    /// The last game that was solved, if it is to be kept.
    kept: Option<Slot>,
}

impl Solver {
    /// A solver for a game, with the default settings.
    pub fn new(game: &Game) -> Solver {
        Solver::with(game, Settings::default())
    }

    /// The same with other settings.
    pub fn with(game: &Game, settings: Settings) -> Solver {
        Solver { game: game.clone(), settings, stop: StopHandle::new(), kept: None }
    }

    /// The same solver, stopped by another handle.
    #[must_use]
    pub fn stopped_by(self, stop: StopHandle) -> Solver {
        Solver { stop, ..self }
    }

    /// The same solver, which keeps the positions and values of a game that was solved as a whole: a question about another
    /// position of it is then answered without a search. That takes as much memory as solving did.
    #[must_use]
    pub fn keeping(self) -> Solver {
        Solver { kept: Some(Slot::default()), ..self }
    }

    /// A handle that stops the search from another thread; what is certain until then is the answer.
    pub fn stop_handle(&self) -> StopHandle {
        self.stop.clone()
    }

    /// Answers a question about a position, as far as the limits allow.
    ///
    /// ```
    /// use foregone::chance::{Game, Question, Solver};
    /// let game = Game::open("darkchess:2x3,pieces=KCP").unwrap();
    /// let win = Question::value().by("win");
    /// let answer = Solver::new(&game).ask(&game.start(), &win).unwrap();
    /// assert_eq!(answer.value().unwrap().to_string(), "29/72");
    /// ```
    pub fn ask(&self, position: &Position, question: &Question) -> Result<Answer, Error> {
        let Settings { method, nodes, memory, time, certificate } = self.settings;
        method.fits(&self.game)?;
        if certificate && method == Method::Expectimax {
            return Err(Error::input(
                "expectimax keeps no strategy that a certificate could be made from; use star2 or star1",
            ));
        }
        let utility = self.game.utility(question.utility.as_deref())?;
        let bytes = usize::try_from(memory).unwrap_or(usize::MAX);
        let asked = Asked {
            utility: &utility,
            threshold: question.at_least.as_ref(),
            every_move: question.every_move,
            certificate,
            method,
            limits: Limits { nodes, time, bytes, interrupt: Some(self.stop.flag()) },
            kept: self.kept.as_ref(),
        };
        let started = Instant::now();
        let found = match position.outcome() {
            Some(outcome) => {
                let worth = utility.worth(outcome);
                let nothing = Found::nothing(&asked, Stop::Solved, method, String::new());
                let found = Found { low: worth.clone(), high: worth.clone(), ..nothing };
                let proofs = if certificate { finished(&utility, outcome) } else { Vec::new() };
                found.with_proofs(proofs.into_iter().map(Ok))
            }
            None => position.erased.solve(&asked),
        };
        let mut answer = Answer {
            position: position.clone(),
            at_least: question.at_least.clone(),
            low: found.low,
            high: found.high,
            stop: found.stop,
            chosen: Some(found.why).filter(|why| method == Method::Auto && !why.is_empty()),
            method: found.method,
            tally: found.tally,
            positions: found.positions,
            counted_in: found.counted_in,
            best_move: found.best,
            moves: found.moves,
            wants_certificate: certificate,
            proofs: found.proofs,
            unproved: found.unproved,
            elapsed: started.elapsed(),
            utility,
        };
        answer.tighten();
        answer.sort_moves();
        Ok(answer)
    }
}
