//! What a recorded game with chance was worth from position to position: what moves gave up, and what chance gave.

use foregone_chance::fraction::{Fraction, ratio};
use foregone_chance::limits::Stop;
use foregone_chance::{Turn, Utility};

use super::answer::MoveValue;
use super::position::Position;
use super::solver::{Question, Solver};
use crate::error::Error;

/// At least, and at most.
pub type Bounds = (Fraction, Fraction);

/// What was found about a position.
#[derive(Clone, Debug)]
pub struct Judged {
    /// The value is at least this much.
    pub low: Fraction,
    /// The value is at most this much.
    pub high: Fraction,
    /// A move that keeps the value, if the value is known and one was found.
    pub best: Option<String>,
    /// Whether the question for the value was answered; the bounds of interval iteration answer it.
    pub is_known: bool,
    /// Nodes that were entered.
    pub nodes: u64,
    /// Why the search ended.
    pub stop: Stop,
}

/// How good a move was.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mark {
    /// It certainly gave up a tenth or more of what the utility ranges over.
    Blunder,
    /// It certainly gave something up.
    Mistake,
    /// It gave up nothing; where values are known as bounds, less than a millionth of the range.
    Sound,
    /// The bounds do not say.
    Unknown,
    /// It is no move but an outcome of chance.
    Chance,
}

impl Mark {
    /// As it is written behind a move.
    pub fn sign(self) -> &'static str {
        match self {
            Mark::Blunder => "??",
            Mark::Mistake => "?",
            _ => "",
        }
    }

    /// The name in JSON output.
    pub fn name(self) -> &'static str {
        match self {
            Mark::Blunder => "blunder",
            Mark::Mistake => "mistake",
            Mark::Sound => "sound",
            Mark::Unknown => "unknown",
            Mark::Chance => "chance",
        }
    }
}

/// A move or an outcome of chance of the game.
#[derive(Clone, Debug)]
pub struct Ply {
    /// Whose turn it was.
    pub turn: Turn,
    /// What happened.
    pub mv: String,
    /// How probable it was, if it is an outcome of chance.
    pub probability: Option<Fraction>,
    /// By how much the value for the first player changed. A player can only give up: the first lowers it, the second raises
    /// it.
    pub change: Bounds,
    /// How good it was.
    pub mark: Mark,
}

/// Sums over a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Totals {
    /// What the moves of the first player gave up.
    pub first: Bounds,
    /// What the moves of the second player gave up.
    pub second: Bounds,
    /// What the outcomes of chance gave the first player; negative if they took.
    pub luck: Bounds,
    /// Positions whose value was not found within the limits.
    pub unknown: usize,
}

/// A game with what was found about it.
///
/// With known values the sums explain the game: its result is the value at the start, plus the luck, minus what the first
/// player gave up, plus what the second player gave up.
///
/// ```
/// use foregone::chance::{Analysis, Game, Solver};
///
/// let game = Game::open("piglet:2").unwrap();
/// let end = game.replay(None, "heads hold heads roll heads").unwrap();
/// let analysis = Analysis::of(&end, None, &Solver::new(&game), &mut |_| ()).unwrap();
/// let totals = analysis.totals();
/// let (start, last) = (&analysis.judged[0].low, &analysis.judged[5].low);
/// assert_eq!(start + &totals.luck.0 - &totals.first.0 + &totals.second.0, *last);
/// ```
#[derive(Clone, Debug)]
pub struct Analysis {
    /// The last position, which knows the line that led to it.
    pub end: Position,
    /// What outcomes are worth.
    pub utility: Utility,
    /// What was found about every position, the first one included.
    pub judged: Vec<Judged>,
    /// The moves and outcomes; one less.
    pub plies: Vec<Ply>,
}

impl Analysis {
    /// Judges every position from where the last one was placed, each within the limits of the solver; `done` is told how
    /// many are judged.
    pub fn of(
        end: &Position,
        utility: Option<&str>,
        solver: &Solver,
        done: &mut dyn FnMut(usize),
    ) -> Result<Analysis, Error> {
        let game = end.game();
        let positions = end.along();
        let mut judge = Judge {
            utility: game.utility(utility)?,
            named: utility,
            solver,
            positions: &positions,
            line: end.line(),
            judged: vec![None; positions.len()],
        };
        for index in 0..positions.len() {
            judge.position(index)?;
            done(index + 1);
        }
        let (utility, judged) = (judge.utility.clone(), judge.finish()?);
        let plies = (0..end.line().len()).map(|index| {
            ply(&positions[index], &end.line()[index], &judged[index..=index + 1], &utility)
        });
        let plies = plies.collect();
        Ok(Analysis { end: end.clone(), utility, judged, plies })
    }

    /// The sums.
    pub fn totals(&self) -> Totals {
        let zero = || (ratio(0, 1), ratio(0, 1));
        let unknown = self.judged.iter().filter(|judged| !judged.is_known).count();
        let mut totals = Totals { first: zero(), second: zero(), luck: zero(), unknown };
        for ply in &self.plies {
            let (sum, (low, high)) = match ply.turn {
                Turn::Max => (&mut totals.first, ply.given_up()),
                Turn::Min => (&mut totals.second, ply.given_up()),
                _ => (&mut totals.luck, ply.change.clone()),
            };
            sum.0 += low;
            sum.1 += high;
        }
        totals
    }

    /// Whether every value was found.
    pub fn is_complete(&self) -> bool {
        self.judged.iter().all(|judged| judged.is_known)
    }
}

impl Ply {
    /// What a move gave up, as a number that is not negative; nothing is given up by an outcome of chance.
    pub fn given_up(&self) -> Bounds {
        let (low, high) = self.change.clone();
        match self.turn {
            Turn::Max => (-high, -low),
            Turn::Min => (low, high),
            _ => (ratio(0, 1), ratio(0, 1)),
        }
    }
}

/// A game that is being judged.
struct Judge<'a> {
    utility: Utility,
    named: Option<&'a str>,
    solver: &'a Solver,
    positions: &'a [Position],
    line: &'a [String],
    judged: Vec<Option<Judged>>,
}

impl Judge<'_> {
    /// Judges a position, unless an earlier question has told its value already. Where play can return, a search finds the
    /// values of everything below, so the moves cost nothing and spare the questions that follow.
    fn position(&mut self, index: usize) -> Result<(), Error> {
        if self.judged[index].as_ref().is_some_and(|judged| judged.is_known) {
            return Ok(());
        }
        let answer = self.ask(index)?;
        let mut following = answer.moves.as_deref().unwrap_or_default();
        let (is_known, stop) = (answer.is_answered(), answer.stop);
        let (nodes, best) = (answer.tally.nodes, answer.best_move.clone());
        let judged = Judged {
            low: answer.low.clone(),
            high: answer.high.clone(),
            best,
            is_known,
            nodes,
            stop,
        };
        self.judged[index] = Some(judged);
        for later in index + 1..self.positions.len() {
            let found = following.iter().find(|value| value.mv == self.line[later - 1]);
            let Some(value) = found.filter(|_| stop == Stop::Solved) else { break };
            self.judged[later] = Some(told(value));
            following = &value.outcomes;
        }
        Ok(())
    }

    fn ask(&self, index: usize) -> Result<super::answer::Answer, Error> {
        let question = match self.named {
            Some(utility) => Question::value().by(utility),
            None => Question::value(),
        };
        let position = &self.positions[index];
        let question = if position.game().can_return() { question.every_move() } else { question };
        self.solver.ask(position, &question)
    }

    /// What was found. Bounds are narrowed by what a move or an outcome led to, from the last position backwards; a better
    /// move is looked for where one is missing.
    fn finish(mut self) -> Result<Vec<Judged>, Error> {
        for index in (0..self.line.len()).rev() {
            let next = self.judged[index + 1].clone().expect("judged");
            let turn = self.positions[index].turn();
            let this = self.judged[index].as_mut().expect("judged");
            match turn {
                Turn::Max => this.low = next.low.clone().max(this.low.clone()),
                Turn::Min => this.high = next.high.clone().min(this.high.clone()),
                _ => {}
            }
            let gives_up = match turn {
                Turn::Max => next.high < this.low,
                Turn::Min => next.low > this.high,
                _ => false,
            };
            if this.best.is_some() || !this.is_known {
                continue;
            }
            if gives_up {
                let best = self.ask(index)?.best_move;
                self.judged[index].as_mut().expect("judged").best = best;
            } else if turn != Turn::Chance && next.low == this.low && next.high == this.high {
                this.best = Some(self.line[index].clone());
            }
        }
        Ok(self.judged.into_iter().map(|judged| judged.expect("judged")).collect())
    }
}

/// What an earlier question has told about a position.
fn told(value: &MoveValue) -> Judged {
    Judged {
        low: value.low.clone(),
        high: value.high.clone(),
        best: None,
        is_known: true,
        nodes: 0,
        stop: Stop::Solved,
    }
}

/// What a move or an outcome did, from what was found before and after it.
fn ply(position: &Position, mv: &str, judged: &[Judged], utility: &Utility) -> Ply {
    let (before, after) = (&judged[0], &judged[1]);
    let turn = position.turn();
    let zero = || ratio(0, 1);
    let (mut low, mut high) = (&after.low - &before.high, &after.high - &before.low);
    match turn {
        Turn::Max => high = high.min(zero()),
        Turn::Min => low = low.max(zero()),
        _ => {}
    }
    // The same position before and after, as far as bounds tell: they do not move by more than they are wide.
    low = low.min(high.clone());
    let moves = position.moves();
    let total: u64 = moves.iter().filter_map(|mv| mv.weight).sum();
    let weight = moves.iter().find(|other| other.name == mv).and_then(|mv| mv.weight);
    let probability = weight.map(|weight| Fraction::new(weight.into(), total.into()));
    let mut ply =
        Ply { turn, mv: mv.to_owned(), probability, change: (low, high), mark: Mark::Chance };
    if turn != Turn::Chance {
        ply.mark = mark(&ply.given_up(), utility);
    }
    ply
}

fn mark((low, high): &Bounds, utility: &Utility) -> Mark {
    let range = utility.greatest() - utility.least();
    if *low >= &range * ratio(1, 10) {
        Mark::Blunder
    } else if *high <= &range * ratio(1, 1_000_000) && *low == ratio(0, 1) {
        Mark::Sound
    } else if *low > ratio(0, 1) {
        Mark::Mistake
    } else {
        Mark::Unknown
    }
}
