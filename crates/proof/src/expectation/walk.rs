//! The walk that proves a claim about an expectation: it follows one move of the claim's owner, and every move of the opponent
//! and of chance, and computes the number of every position that it leaves.

use std::collections::HashMap;
use std::io::Read;

use foldhash::fast::RandomState;

use super::claims::ExpectationClaim;
use crate::failure::{Failure, Location, quote};
use crate::format::{ExpectationRecord, Reader};
use crate::limits::{Meter, insert, push};
use crate::number::Arithmetic;
use crate::progress::Progress;
use crate::rules::chance::{ChanceRules, Turn};
use crate::walk::Counts;

/// One move, in the unit of lengths.
const MOVE: u128 = 1024;

/// Lengths are less than this.
const LENGTHS: u128 = 1 << 63;

/// Numbers of more bytes take so long to compute that the clock is looked at after every one.
const LONG: usize = 256;

/// The number and the length of a position.
#[derive(Clone)]
struct Value<N> {
    number: N,
    /// An upper bound on the expected number of moves among hot positions, in units of 1/1024; 0 where play never returns.
    length: u64,
}

/// A position that has been entered.
enum Entered<N> {
    /// It is on the line: the index of its frame.
    OnLine(usize),
    /// It has been left.
    Left(Value<N>),
}

/// A position on the line of play whose moves are being followed.
struct Frame<P, N> {
    position: P,
    turn: Turn,
    /// Where its positions begin in the list of all that are to be met.
    first: usize,
    /// How many of them have been met.
    met: usize,
    /// What those that have been met give: the number of one of them, or, where chance moves, a sum.
    number: Option<N>,
    /// The highest length, or, where chance moves, a sum.
    length: u128,
    /// The sum of the weights, where chance moves.
    weights: u64,
    /// What the record states.
    stated: Option<Value<N>>,
}

/// The walk for one claim.
pub(super) struct Walk<'w, G: ChanceRules, A: Arithmetic> {
    rules: &'w G,
    claim: &'w ExpectationClaim,
    arithmetic: A,
    /// The numbers of the worths, worst outcome first.
    worths: Vec<A::Number>,
    can_return: bool,
    meter: &'w Meter<'w>,
    counts: Counts,
    frames: Vec<Frame<G::Position, A::Number>>,
    /// The positions after those on the line, with their weights.
    list: Vec<(G::Position, u64)>,
    entered: HashMap<G::Position, Entered<A::Number>, RandomState>,
    /// The number of records that have been read.
    records: u64,
}

impl<'w, G: ChanceRules, A: Arithmetic> Walk<'w, G, A> {
    /// A walk that begins at the root, with the numbers of the worths, after walks that have counted so much.
    pub(super) fn new(
        rules: &'w G,
        claim: &'w ExpectationClaim,
        arithmetic: A,
        worths: Vec<A::Number>,
        root: &G::Position,
        (meter, counts): (&'w Meter<'w>, Counts),
    ) -> Walk<'w, G, A> {
        Walk {
            rules,
            claim,
            arithmetic,
            worths,
            can_return: rules.infinite(root).is_some(),
            meter,
            counts,
            frames: Vec::new(),
            list: Vec::new(),
            entered: HashMap::default(),
            records: 0,
        }
    }

    /// What this walk and those before it have counted.
    pub(super) fn counts(&self) -> Counts {
        self.counts
    }

    /// Meets the root, and compares its number with the claim.
    pub(super) fn prove<R: Read>(
        &mut self,
        root: G::Position,
        reader: &mut Reader<R>,
    ) -> Result<(), Failure> {
        let text = self.text(&root);
        let mut value = self.meet(root, reader)?;
        loop {
            if let Some(value) = value.take() {
                if self.frames.is_empty() {
                    return self.compare(&value.number, &text);
                }
                self.absorb(&value)?;
            }
            value = match self.next_position() {
                Some(position) => self.meet(position, reader)?,
                None => Some(self.leave()?),
            };
        }
    }

    /// The next position after the last one on the line, if there is one that has not been met.
    fn next_position(&self) -> Option<G::Position> {
        let frame = self.frames.last()?;
        self.list.get(frame.first + frame.met).map(|(position, _)| position.clone())
    }

    /// The claim is proved if the number of the root is good enough.
    fn compare(&self, number: &A::Number, root: &str) -> Result<(), Failure> {
        let number = self.arithmetic.fraction(number);
        let bound = &self.claim.bound;
        let is_proved = if self.claim.by_max { number >= *bound } else { number <= *bound };
        if is_proved {
            return Ok(());
        }
        let number = quote(&number.to_string());
        Err(self.fail(format!("the proof gives {root} only the number {number}")))
    }

    /// Meets a position: gives its value, or enters it.
    fn meet<R: Read>(
        &mut self,
        position: G::Position,
        reader: &mut Reader<R>,
    ) -> Result<Option<Value<A::Number>>, Failure> {
        let positions = self.counts.positions;
        self.meter.step_at(|| Progress {
            positions,
            records: reader.records(),
            bytes: reader.bytes(),
            ..Progress::default()
        })?;
        self.counts.positions += 1;
        self.counts.longest_line = self.counts.longest_line.max(self.frames.len() as u64);
        let turn = self.rules.turn(&position);
        if let Turn::Over(rank) = turn {
            return self.worth(rank, &position).map(Some);
        }
        match self.entered.get(&position) {
            Some(Entered::Left(value)) => return Ok(Some(value.clone())),
            Some(Entered::OnLine(frame)) => return self.return_to(*frame).map(Some),
            None => {}
        }
        let Some(record) = reader.expectation_record()? else {
            return Err(self.fail(format!("there is no record for {}", self.text(&position))));
        };
        self.records += 1;
        self.counts.kept += 1;
        self.meter.reserve(self.rules.heap_bytes(&position) as u64)?;
        match record {
            ExpectationRecord::GivenUp => self.give_up(position).map(Some),
            ExpectationRecord::Followed { choice, stated } => {
                let stated = match stated {
                    true => Some(self.stated(&position, reader)?),
                    false => None,
                };
                self.follow(position, turn, choice, stated).map(|()| None)
            }
        }
    }

    /// The value of a finished position.
    fn worth(&self, rank: usize, position: &G::Position) -> Result<Value<A::Number>, Failure> {
        match self.worths.get(rank) {
            Some(number) => Ok(Value { number: number.clone(), length: 0 }),
            None => Err(self.fail(format!("the rules give {} no outcome", self.text(position)))),
        }
    }

    /// The line has returned to a position on it: what its record states.
    fn return_to(&self, frame: usize) -> Result<Value<A::Number>, Failure> {
        let frame = &self.frames[frame];
        let text = || self.text(&frame.position);
        if !self.can_return || self.rules.infinite(&frame.position).is_none() {
            return Err(self.fail(format!(
                "the line returns to {}, but play never returns in this game",
                text()
            )));
        }
        frame.stated.clone().ok_or_else(|| {
            self.fail(format!("the line returns to {}, whose record states no number", text()))
        })
    }

    fn give_up(&mut self, position: G::Position) -> Result<Value<A::Number>, Failure> {
        let worst = if self.claim.by_max { self.worths.first() } else { self.worths.last() };
        let Some(worst) = worst.cloned() else {
            return Err(self.fail("there are no outcomes".to_owned()));
        };
        let value = Value { number: worst, length: 0 };
        self.reserve_number(&value.number)?;
        insert(self.meter, &mut self.entered, position, Entered::Left(value.clone()))?;
        Ok(value)
    }

    /// Reads the number of a position, and its length where it has one.
    fn stated<R: Read>(
        &self,
        position: &G::Position,
        reader: &mut Reader<R>,
    ) -> Result<Value<A::Number>, Failure> {
        let number = self.arithmetic.read(&mut || reader.long_integer())?;
        let number = number.map_err(|why| {
            self.fail(format!("the number that is stated for {} {why}", self.text(position)))
        })?;
        self.poll_if_long(&number)?;
        let length = if self.is_hot(position, &number) { reader.length()? } else { 0 };
        if u128::from(length) >= LENGTHS {
            let text = self.text(position);
            return Err(
                self.fail(format!("the length that is stated for {text} is not below 2^63"))
            );
        }
        Ok(Value { number, length })
    }

    /// Enters a position whose moves are followed.
    fn follow(
        &mut self,
        position: G::Position,
        turn: Turn,
        choice: u64,
        stated: Option<Value<A::Number>>,
    ) -> Result<(), Failure> {
        let first = self.list.len();
        self.rules.successors(&position, &mut self.list);
        let moves = self.list.len() - first;
        if moves == 0 {
            let text = self.text(&position);
            return Err(self.fail(format!("the rules give neither a result nor a move at {text}")));
        }
        if self.is_owner(turn) {
            let chosen = usize::try_from(choice).ok().filter(|&chosen| chosen < moves);
            let Some(chosen) = chosen else {
                let text = self.text(&position);
                return Err(self.fail(format!(
                    "the choice {choice} at {text} is not below {moves}, the number of legal moves"
                )));
            };
            self.list.swap(first, first + chosen);
            self.list.truncate(first + 1);
        } else if choice != 0 {
            let text = self.text(&position);
            return Err(self.fail(format!("there is nothing to choose at {text}")));
        }
        let new = &self.list[first..];
        let heap: usize = new.iter().map(|(next, _)| self.rules.heap_bytes(next)).sum();
        self.meter.reserve((size_of_val(new) + heap) as u64)?;
        if let Some(value) = &stated {
            self.reserve_number(&value.number)?;
        }
        let on_line = Entered::OnLine(self.frames.len());
        self.meter.reserve(self.rules.heap_bytes(&position) as u64)?;
        insert(self.meter, &mut self.entered, position.clone(), on_line)?;
        let frame =
            Frame { position, turn, first, met: 0, number: None, length: 0, weights: 0, stated };
        push(self.meter, &mut self.frames, frame)
    }

    /// Adds the value of the position that was met last to the position before it.
    fn absorb(&mut self, value: &Value<A::Number>) -> Result<(), Failure> {
        let Some(frame) = self.frames.last() else { return Ok(()) };
        let weight = self.list.get(frame.first + frame.met).map_or(0, |(_, weight)| *weight);
        let length = u128::from(value.length);
        let (number, length, weights) = if frame.turn == Turn::Chance {
            self.add(frame, value, weight)?
        } else {
            // The owner has one move. The opponent takes the one that is worst for the owner.
            let number = match &frame.number {
                Some(known) if !self.is_better(known, &value.number) => known.clone(),
                _ => value.number.clone(),
            };
            (number, frame.length.max(length), 0)
        };
        self.reserve_number(&number)?;
        self.poll_if_long(&number)?;
        if let Some(frame) = self.frames.last_mut() {
            let old = frame.number.replace(number);
            (frame.length, frame.weights) = (length, weights);
            frame.met += 1;
            self.release_number(old.as_ref());
        }
        Ok(())
    }

    /// The sums of a chance node after one more outcome: of numbers, of lengths and of weights.
    fn add(
        &self,
        frame: &Frame<G::Position, A::Number>,
        value: &Value<A::Number>,
        weight: u64,
    ) -> Result<(A::Number, u128, u64), Failure> {
        let text = || self.text(&frame.position);
        let zero = self.arithmetic.zero();
        let sum = frame.number.as_ref().unwrap_or(&zero);
        let sum = self.arithmetic.add(sum, &value.number, weight).ok_or_else(|| {
            self.fail(format!("the sum of the numbers after {} becomes too long", text()))
        })?;
        let length = u128::from(value.length).checked_mul(weight.into());
        let length = length.and_then(|length| frame.length.checked_add(length));
        let weights = frame.weights.checked_add(weight).filter(|_| weight > 0);
        let (Some(length), Some(weights)) = (length, weights) else {
            return Err(self.fail(format!("the rules give wrong weights at {}", text())));
        };
        Ok((sum, length, weights))
    }

    /// Leaves the last position on the line.
    fn leave(&mut self) -> Result<Value<A::Number>, Failure> {
        let Some(frame) = self.frames.pop() else {
            return Err(self.fail("there is no position to leave".to_owned()));
        };
        let number = self.computed(&frame)?;
        let number = match &frame.stated {
            None => number,
            Some(stated) if self.is_better(&stated.number, &number) => {
                let [stated, computed] = [&stated.number, &number]
                    .map(|number| quote(&self.arithmetic.fraction(number).to_string()));
                return Err(self.fail(format!(
                    "the number {stated} is stated for {}, but follows only as {computed}",
                    self.text(&frame.position)
                )));
            }
            Some(stated) => stated.number.clone(),
        };
        let value = Value { length: self.length(&frame, &number)?, number };
        self.forget(&frame);
        self.reserve_number(&value.number)?;
        self.poll_if_long(&value.number)?;
        self.entered.insert(frame.position, Entered::Left(value.clone()));
        Ok(value)
    }

    /// The number that the positions after a position give.
    fn computed(&self, frame: &Frame<G::Position, A::Number>) -> Result<A::Number, Failure> {
        let number = match (&frame.number, frame.turn) {
            (Some(sum), Turn::Chance) if frame.weights > 0 => {
                self.arithmetic.divide(sum, frame.weights)
            }
            (Some(number), _) => Some(number.clone()),
            (None, _) => None,
        };
        number.ok_or_else(|| {
            self.fail(format!("the number of {} becomes too long", self.text(&frame.position)))
        })
    }

    /// The length of a position with this number.
    fn length(
        &self,
        frame: &Frame<G::Position, A::Number>,
        number: &A::Number,
    ) -> Result<u64, Failure> {
        if !self.is_hot(&frame.position, number) {
            return Ok(0);
        }
        let after = match frame.turn {
            Turn::Chance => frame.length.div_ceil(u128::from(frame.weights.max(1))),
            _ => frame.length,
        };
        let computed = after.saturating_add(MOVE);
        let Some(length) = u64::try_from(computed).ok().filter(|_| computed < LENGTHS) else {
            let text = self.text(&frame.position);
            return Err(self.fail(format!("the length of {text} is not below 2^63")));
        };
        match &frame.stated {
            None => Ok(length),
            Some(stated) if stated.length >= length => Ok(stated.length),
            Some(stated) => Err(self.fail(format!(
                "the length {} is stated for {}, but it follows only as {length}",
                stated.length,
                self.text(&frame.position)
            ))),
        }
    }

    /// Forgets what a frame has needed.
    fn forget(&mut self, frame: &Frame<G::Position, A::Number>) {
        let old = &self.list[frame.first..];
        let heap: usize = old.iter().map(|(next, _)| self.rules.heap_bytes(next)).sum();
        let own = self.rules.heap_bytes(&frame.position);
        self.meter.release((size_of_val(old) + heap + own) as u64);
        self.list.truncate(frame.first);
        self.release_number(frame.number.as_ref());
        self.release_number(frame.stated.as_ref().map(|value| &value.number));
    }

    /// Whether a position with this number is hot: whether it takes a length to show that play does not stay there for ever.
    fn is_hot(&self, position: &G::Position, number: &A::Number) -> bool {
        let infinite = self.rules.infinite(position).and_then(|rank| self.worths.get(rank));
        self.can_return && infinite.is_none_or(|infinite| self.is_better(number, infinite))
    }

    /// Whether a number is better for the owner of the claim than another one.
    fn is_better(&self, one: &A::Number, two: &A::Number) -> bool {
        if self.claim.by_max { one > two } else { one < two }
    }

    fn is_owner(&self, turn: Turn) -> bool {
        turn == if self.claim.by_max { Turn::Max } else { Turn::Min }
    }

    fn reserve_number(&self, number: &A::Number) -> Result<(), Failure> {
        self.meter.reserve(self.arithmetic.heap_bytes(number) as u64)
    }

    fn release_number(&self, number: Option<&A::Number>) {
        self.meter.release(number.map_or(0, |number| self.arithmetic.heap_bytes(number)) as u64);
    }

    fn poll_if_long(&self, number: &A::Number) -> Result<(), Failure> {
        if self.arithmetic.heap_bytes(number) > LONG { self.meter.poll() } else { Ok(()) }
    }

    /// The position, for a message.
    fn text(&self, position: &G::Position) -> String {
        quote(&self.rules.write(position))
    }

    fn fail(&self, reason: String) -> Failure {
        let location = Location::Claim { claim: self.claim.text.clone(), record: self.records };
        Failure::at(location, reason)
    }
}
