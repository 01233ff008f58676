//! The order of the questions of a depth-first search.
//!
//! `dfpn` asks one two-valued question after the other (Allis et al. 1994 §3.5). `dfmopns` switches between questions,
//! as MOPNS does (Saffidine and Cazenave 2012 §4.2): it works on the question that seems cheapest until another one
//! seems half as costly. Switching costs more here than in a tree, because every descent starts again at the root. One
//! table serves all questions: the bounds from one outcome help the others, and the numbers of the two questions asked
//! last are stored.

use foregone_game::Outcome;

use crate::effort::{Effort, ProofNumbers};
use crate::options::Strategy;
use crate::persist::{LoadError, Save, StateReader, StateWriter, put, put_all, take, take_all};
use crate::strategy::Asking;

/// Larger thresholds are all treated alike.
const THRESHOLD_MAX: u64 = 1 << 40;

/// The rule that chooses the next question.
#[derive(Clone, Debug)]
pub enum QuestionChooser {
    /// One question after the other.
    InTurn(Asking),
    /// The question that seems cheapest.
    CheapestFirst(CheapestFirst),
}

/// The open questions with their estimated costs.
#[derive(Clone, Debug)]
pub struct CheapestFirst {
    low: u8,
    high: u8,
    /// The numbers of the questions, by goal.
    all_numbers: Vec<ProofNumbers>,
    /// The last thresholds of the questions, by goal. They grow, so that the search ends even if its table loses
    /// entries.
    last_thresholds: Vec<u64>,
}

impl QuestionChooser {
    /// Questions about the outcomes from `low` to `high`, one after the other.
    pub fn in_turn(strategy: Strategy, low: Outcome, high: Outcome) -> QuestionChooser {
        QuestionChooser::InTurn(Asking::new(strategy, low, high))
    }

    /// Questions about the outcomes from `low` to `high`, the cheapest first.
    pub fn cheapest(low: Outcome, high: Outcome) -> QuestionChooser {
        let all_numbers = vec![ProofNumbers::FRESH; usize::from(high.0) + 1];
        let last_thresholds = vec![0; all_numbers.len()];
        QuestionChooser::CheapestFirst(CheapestFirst {
            low: low.0,
            high: high.0,
            all_numbers,
            last_thresholds,
        })
    }

    /// The goal of the next question "at least this?" and its thresholds; `None` when nothing is left to ask.
    pub fn question(&mut self) -> Option<(u8, ProofNumbers)> {
        match self {
            QuestionChooser::InTurn(asking) => {
                asking.next().map(|goal| (goal.0, ProofNumbers::UNKNOWN))
            }
            QuestionChooser::CheapestFirst(cheapest) => cheapest.next(),
        }
    }

    /// Records the numbers with which a question was left, and the bounds known now.
    pub fn record(&mut self, goal: u8, result: ProofNumbers, (low, high): (Outcome, Outcome)) {
        match self {
            QuestionChooser::InTurn(asking) => {
                if let Some(holds) = result.answer() {
                    asking.answer(Outcome(goal), holds);
                }
                asking.narrow(low, high);
            }
            QuestionChooser::CheapestFirst(cheapest) => {
                cheapest.low = cheapest.low.max(low.0);
                cheapest.high = cheapest.high.min(high.0);
                if let Some(numbers) = cheapest.all_numbers.get_mut(usize::from(goal)) {
                    *numbers = result;
                }
            }
        }
    }

    /// Saves the state.
    pub fn save(&self, out: &mut dyn StateWriter) {
        match self {
            QuestionChooser::InTurn(asking) => asking.save(out),
            QuestionChooser::CheapestFirst(CheapestFirst {
                low,
                high,
                all_numbers,
                last_thresholds,
                ..
            }) => {
                put(out, [*low, *high]);
                put_all(out, all_numbers.iter().map(|d| [d.proof.rank(), d.disproof.rank()]));
                put_all(out, last_thresholds.iter().copied());
            }
        }
    }

    /// Loads the state of a chooser for the same outcomes.
    pub fn load(&mut self, source: &mut dyn StateReader) -> Result<(), LoadError> {
        match self {
            QuestionChooser::InTurn(asking) => asking.reload(source),
            QuestionChooser::CheapestFirst(CheapestFirst {
                low,
                high,
                all_numbers,
                last_thresholds,
                ..
            }) => {
                let [at_least, at_most] = take::<[u8; 2]>(source)?;
                if at_least > at_most || usize::from(at_most) >= all_numbers.len() {
                    return Err(LoadError::new("asks about outcomes that are not in question"));
                }
                (*low, *high) = (at_least, at_most);
                take_all(source, all_numbers.len(), |index, [proof, disproof]: [u64; 2]| {
                    let effort = |rank: u64| Effort::from_rank(rank as u32);
                    all_numbers[index] =
                        ProofNumbers { proof: effort(proof), disproof: effort(disproof) };
                    Ok(())
                })?;
                take_all(source, last_thresholds.len(), |index, limit: u64| {
                    last_thresholds[index] = limit.min(THRESHOLD_MAX);
                    Ok(())
                })
            }
        }
    }

    /// The numbers of all open questions, which should be read from the table again.
    pub fn stale(&mut self) -> &mut [ProofNumbers] {
        match self {
            QuestionChooser::InTurn(_) => &mut [],
            QuestionChooser::CheapestFirst(cheapest) => &mut cheapest.all_numbers,
        }
    }
}

impl CheapestFirst {
    fn next(&mut self) -> Option<(u8, ProofNumbers)> {
        let cost = |goal: u8| {
            let numbers = self.all_numbers[usize::from(goal)];
            numbers.proof.rank() + numbers.disproof.rank()
        };
        let middle = u32::from(self.low) + u32::from(self.high) + 1;
        // Among equal costs the question in the middle, whose answer excludes most outcomes.
        let rank = |goal: u8| (cost(goal), (2 * u32::from(goal)).abs_diff(middle));
        let goals = || self.low + 1..=self.high;
        let best = goals().min_by_key(|&goal| rank(goal))?;
        let next = goals().filter(|&goal| goal != best).map(cost).min();
        let Some(next) = next else { return Some((best, ProofNumbers::UNKNOWN)) };
        let budget = 2 * next - cost(best) + 1;
        let last_thresholds = &mut self.last_thresholds[usize::from(best)];
        let above = |effort: Effort| {
            (effort.rank() + budget).max(*last_thresholds + *last_thresholds / 8 + 1)
        };
        let numbers = self.all_numbers[usize::from(best)];
        let limits = (above(numbers.proof), above(numbers.disproof));
        *last_thresholds = limits.0.min(limits.1).min(THRESHOLD_MAX);
        // Numbers saturate at the largest effort: a threshold there could never be exceeded, and nothing would be
        // searched any more.
        let effort = |limit: u64| match limit < Effort::LARGEST.rank() {
            true => Effort::new(limit as u32),
            false => Effort::INFINITE,
        };
        Some((best, ProofNumbers { proof: effort(limits.0), disproof: effort(limits.1) }))
    }
}
