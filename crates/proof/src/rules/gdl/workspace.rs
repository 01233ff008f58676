//! What one thread at a time works with: an interpreter, and the positions it has judged last.

use std::hash::BuildHasher;
use std::sync::Arc;

use foldhash::fast::FixedState;

use super::interpreter::Interpreter;
use super::positions::{BROKEN, Position, Sentences};
use super::terms::Term;

/// What the rules say about a position.
#[derive(Debug)]
pub(super) enum Verdict {
    /// Play is over with this goal of Max.
    Over(i64),
    /// A role chooses, by number, among moves in the canonical order; the other one has only one.
    Turn { chooser: usize, moves: Vec<Term>, other: Term },
    /// The rules do not say what a game of two players needs.
    Wrong(String),
}

/// How many judged positions are remembered, a power of two.
const REMEMBERED: usize = 256;
/// The interpreter begins anew when it has this many terms more than at first.
const TERMS: usize = 1 << 20;

/// A position with its verdict, and the positions after moves that were asked for.
#[derive(Debug)]
struct Known {
    position: Position,
    verdict: Arc<Verdict>,
    next: Vec<Option<Position>>,
    /// How often the state had to be evaluated for a move.
    visits: u32,
}

/// See the head of the file.
#[derive(Debug)]
pub(super) struct Workspace {
    interpreter: Interpreter,
    /// The number of the role that is Max.
    max: usize,
    /// The number of terms at first.
    first: usize,
    /// The number of the sentence that is a term, and the term of a sentence, where known.
    number_of: Vec<u32>,
    term_of: Vec<Term>,
    /// The position whose state is evaluated.
    current: Option<Position>,
    known: Vec<Option<Known>>,
}

/// Nothing is known here.
const NONE: u32 = u32::MAX;

impl Workspace {
    pub(super) fn new(interpreter: Interpreter, max: usize) -> Workspace {
        Workspace {
            first: interpreter.size(),
            interpreter,
            max,
            number_of: Vec::new(),
            term_of: Vec::new(),
            current: None,
            known: Vec::new(),
        }
    }

    /// Whether it should not be used again.
    pub(super) fn is_full(&self) -> bool {
        self.interpreter.size() > self.first + TERMS
    }

    fn slot(position: &Position) -> usize {
        FixedState::default().hash_one(position) as usize % REMEMBERED
    }

    /// What the rules say about a position.
    pub(super) fn judge(&mut self, position: &Position, sentences: &Sentences) -> Arc<Verdict> {
        if self.known.is_empty() {
            self.known.resize_with(REMEMBERED, || None);
        }
        let slot = Self::slot(position);
        if let Some(known) = self.known[slot].as_ref().filter(|known| known.position == *position) {
            return known.verdict.clone();
        }
        let verdict = self.load(position, sentences).and_then(|()| self.verdict());
        let verdict = verdict.unwrap_or_else(|reason| {
            Verdict::Wrong(format!(
                "{reason}, at {}",
                crate::failure::quote(&sentences.write(position))
            ))
        });
        let verdict = Arc::new(verdict);
        let count = if let Verdict::Turn { moves, .. } = &*verdict { moves.len() } else { 0 };
        let known = Known {
            position: position.clone(),
            verdict: verdict.clone(),
            next: vec![None; count],
            visits: 0,
        };
        self.known[slot] = Some(known);
        verdict
    }

    /// Evaluates the state of a position, if it is not the last one that was evaluated.
    fn load(&mut self, position: &Position, sentences: &Sentences) -> Result<(), String> {
        if self.current.as_ref() == Some(position) {
            return Ok(());
        }
        self.current = None;
        if position.0.contains(&BROKEN) {
            return Err("the rules cannot be evaluated".to_owned());
        }
        let terms: Result<Vec<Term>, String> =
            position.0.iter().map(|&number| self.term(number, sentences)).collect();
        self.interpreter.enter(&terms?)?;
        self.current = Some(position.clone());
        Ok(())
    }

    /// What the rules say about the state that is evaluated; the error is a sentence.
    fn verdict(&mut self) -> Result<Verdict, String> {
        let role = |number: usize| self.interpreter.role(number);
        if self.interpreter.is_over() {
            return match self.interpreter.goals(self.max)[..] {
                [goal] => goal_value(&self.interpreter.write(goal)).map(Verdict::Over),
                [] => Err(format!("play is over and {} has no goal", role(self.max))),
                _ => Err(format!("play is over and {} has several goals", role(self.max))),
            };
        }
        let [max, min] = [self.max, 1 - self.max].map(|role| self.interpreter.moves(role));
        for (moves, number) in [(&max, self.max), (&min, 1 - self.max)] {
            if moves.is_empty() {
                return Err(format!("{} has no legal move", role(number)));
            }
        }
        let (chooser, moves, other) = match (max.len(), min.len()) {
            (_, 1) => (self.max, max, min[0]),
            (1, _) => (1 - self.max, min, max[0]),
            _ => return Err("both roles have a choice".to_owned()),
        };
        let mut named: Vec<(String, Term)> =
            moves.into_iter().map(|mv| (self.interpreter.write(mv), mv)).collect();
        named.sort_unstable();
        let moves = named.into_iter().map(|(_, mv)| mv).collect();
        Ok(Verdict::Turn { chooser, moves, other })
    }

    /// The position after the move with this index; nothing if there is none.
    pub(super) fn after(
        &mut self,
        position: &Position,
        index: usize,
        sentences: &Sentences,
    ) -> Option<Position> {
        let verdict = self.judge(position, sentences);
        let Verdict::Turn { moves, .. } = &*verdict else { return None };
        moves.get(index)?;
        let slot = Self::slot(position);
        let known = self.known[slot].as_mut()?;
        if let Some(next) = &known.next[index] {
            return Some(next.clone());
        }
        let is_evaluated = self.current.as_ref() == Some(position);
        known.visits += u32::from(!is_evaluated);
        // Whoever comes back for another move will ask for all of them.
        let wanted = if known.visits > 0 { index..moves.len() } else { index..index + 1 };
        for number in wanted {
            let next = self.advance(position, number, sentences);
            self.known[slot].as_mut()?.next[number] = Some(next);
        }
        self.known[slot].as_ref()?.next[index].clone()
    }

    /// Computes the position after a move. If that is not possible, the result is a broken position.
    fn advance(&mut self, position: &Position, index: usize, sentences: &Sentences) -> Position {
        let verdict = self.judge(position, sentences);
        let next = self.load(position, sentences).and_then(|()| {
            let Verdict::Turn { chooser, moves, other } = &*verdict else {
                return Err("play is over".to_owned());
            };
            let mut joint = [*other; 2];
            joint[*chooser] = moves[index];
            let next = self.interpreter.advance(&joint)?;
            self.position(&next, sentences)
        });
        next.unwrap_or_else(|_| Position(Arc::new([BROKEN])))
    }

    /// The position with these sentences.
    pub(super) fn position(
        &mut self,
        terms: &[Term],
        sentences: &Sentences,
    ) -> Result<Position, String> {
        let numbers: Result<Vec<u32>, String> =
            terms.iter().map(|&term| self.number(term, sentences)).collect();
        let mut numbers = numbers?;
        numbers.sort_unstable();
        Ok(Position(numbers.into()))
    }

    /// The position of a text, which must have its form.
    pub(super) fn read(&mut self, text: &str, sentences: &Sentences) -> Result<Position, String> {
        let terms = self.interpreter.ground(text)?;
        let position = self.position(&terms, sentences)?;
        if position.0.windows(2).any(|pair| pair[0] == pair[1]) {
            return Err("a sentence stands twice in the position".to_owned());
        }
        if sentences.write(&position) != text {
            return Err(
                "the position is not written as sentences in the order of their bytes with one space between words"
                    .to_owned(),
            );
        }
        Ok(position)
    }

    fn number(&mut self, term: Term, sentences: &Sentences) -> Result<u32, String> {
        let known = self.number_of.get(term as usize).copied().unwrap_or(NONE);
        if known != NONE {
            return Ok(known);
        }
        let number = sentences.number(&self.interpreter.write(term))?;
        self.pair(term, number);
        Ok(number)
    }

    fn term(&mut self, number: u32, sentences: &Sentences) -> Result<Term, String> {
        let known = self.term_of.get(number as usize).copied().unwrap_or(NONE);
        if known != NONE {
            return Ok(known);
        }
        let [term] = self.interpreter.ground(&sentences.text(number))?[..] else {
            return Err("a sentence of the position is none".to_owned());
        };
        self.pair(term, number);
        Ok(term)
    }

    fn pair(&mut self, term: Term, number: u32) {
        for (list, at, value) in
            [(&mut self.number_of, term, number), (&mut self.term_of, number, term)]
        {
            if list.len() <= at as usize {
                list.resize(at as usize + 1, NONE);
            }
            list[at as usize] = value;
        }
    }
}

/// The value of a goal.
pub(super) fn goal_value(text: &str) -> Result<i64, String> {
    let value = text.parse::<i64>().ok().filter(|value| value.abs() <= 1_000_000_000);
    value.ok_or_else(|| format!("the goal {} is not a whole number", crate::failure::quote(text)))
}
