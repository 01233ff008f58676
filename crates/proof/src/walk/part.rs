//! The walk through one part of a proof, in a game in which play never returns. It begins at a position on some line of play,
//! and ends where the records of the part end. What it has to believe about other parts are the positions that it cites.

use super::judge::Judge;
use super::{Counts, Map, Resources};
use crate::claims::Claim;
use crate::failure::{Failure, Location};
use crate::format::{Mark, Numbers, PartStart, Step};
use crate::limits::{insert, push};
use crate::progress::Progress;
use crate::rules::Rules;

/// A position on the line of play whose moves are being followed.
enum Frame<P> {
    /// The owner moves. `record` is the choice as the file has it, and `number` the number of records before it.
    Choice { position: P, record: u64, number: u64 },
    /// The opponent moves. The positions after all replies are in the list of replies from `first` on; `next` is the index of
    /// the one that comes next.
    Replies { first: usize, next: usize, passed: Option<(P, u64)> },
}

/// Marks a kept position that has been met again. The value of the other ones is the number of their record, from 1.
const MET: u64 = 0;

/// What a part establishes and what it rests on.
pub(super) struct PartProof<P> {
    pub(super) start: PartStart,
    /// Where the part ends; nothing if the claim is established.
    pub(super) end: Option<PartStart>,
    /// The records of the part.
    pub(super) records: u64,
    pub(super) counts: Counts,
    /// The positions that other parts may cite, with the numbers of their records.
    pub(super) exports: Vec<(u64, P)>,
    /// The positions that other parts must have established, with the numbers of the records there.
    pub(super) citations: Vec<(u64, P)>,
    /// The position that needs the next record, in a message.
    pub(super) needs: String,
}

/// The walk through one part.
pub(super) struct PartWalk<'w, G: Rules> {
    judge: Judge<'w, G>,
    before: Progress,
    start: PartStart,
    /// The number of the next record.
    number: u64,
    frames: Vec<Frame<G::Position>>,
    replies: Vec<G::Position>,
    /// The position to establish next.
    next: Option<G::Position>,
    kept: Map<G::Position, u64>,
    /// Positions of the opponent that were established without reading a record, and need not be walked again.
    without_records: Map<G::Position, ()>,
    exports: Vec<(u64, G::Position)>,
    citations: Vec<(u64, G::Position)>,
}

impl<'w, G: Rules> PartWalk<'w, G> {
    /// Begins a part with the first numbers of its first chunk, which begins at this place of the file.
    pub(super) fn new(
        (rules, claims, root): (&'w G, &'w [Claim], &G::Position),
        numbers: &mut Numbers<'_>,
        offset: u64,
        resources: Resources<'w>,
        before: Progress,
    ) -> Result<PartWalk<'w, G>, Failure> {
        let wrong = |reason: String| Failure::at(Location::Byte(offset), reason);
        let mut number = |what: &str| {
            numbers.required().map_err(|why| wrong(format!("the {what} of the part {why}")))
        };
        let (claim, first, length) = (number("claim")?, number("first record")?, number("line")?);
        let stated = usize::try_from(claim).ok().and_then(|index| claims.get(index));
        let stated =
            stated.ok_or_else(|| wrong(format!("there is no claim with the number {claim}")))?;
        let judge = Judge::new(rules, stated, resources, Counts::default());
        let start = PartStart { claim, first, line: Vec::new() };
        let mut walk = PartWalk::at(judge, before, start, root.clone());
        for _ in 0..length {
            let mut next = || number("line");
            walk.follow_line(&mut next, &wrong)?;
        }
        Ok(walk)
    }

    /// A walk without a line.
    pub(super) fn at(
        judge: Judge<'w, G>,
        before: Progress,
        start: PartStart,
        root: G::Position,
    ) -> PartWalk<'w, G> {
        PartWalk {
            judge,
            before,
            number: start.first,
            start,
            frames: Vec::new(),
            replies: Vec::new(),
            next: Some(root),
            kept: Map::default(),
            without_records: Map::default(),
            exports: Vec::new(),
            citations: Vec::new(),
        }
    }

    /// Plays one move of the line with which the part begins.
    fn follow_line(
        &mut self,
        number: &mut dyn FnMut() -> Result<u64, Failure>,
        wrong: &dyn Fn(String) -> Failure,
    ) -> Result<(), Failure> {
        let position = self.next.take().expect("the line has led to a position");
        if self.judge.rules.outcome(&position).is_some() {
            return Err(wrong("the line of the part goes on where play is over".to_owned()));
        }
        let (meter, entry) = (self.judge.resources.meter, number()?);
        push(meter, &mut self.start.line, entry)?;
        if self.judge.owner_moves(&position) {
            let Ok(Step::Choice(choice, mark)) = Step::new(entry) else {
                return Err(wrong("the line of the part has a citation".to_owned()));
            };
            let next = self.judge.chosen(&position, choice).map_err(wrong)?;
            let number = if mark == Mark::Exported { number()? } else { 0 };
            if mark == Mark::Exported {
                push(meter, &mut self.start.line, number)?;
            }
            return self.choose(position, next, entry, number);
        }
        self.follow_replies(position)?;
        let Some(Frame::Replies { first, next, .. }) = self.frames.last_mut() else {
            return Err(wrong("the line of the part goes on where nothing is left".to_owned()));
        };
        let index =
            usize::try_from(entry).ok().filter(|&index| index < self.replies.len() - *first);
        let Some(index) = index else {
            return Err(wrong("the line of the part has a reply that does not exist".to_owned()));
        };
        *next = index + 1;
        self.next = Some(self.replies[*first + index].clone());
        Ok(())
    }

    /// Follows a choice of the owner.
    fn choose(
        &mut self,
        position: G::Position,
        next: G::Position,
        record: u64,
        number: u64,
    ) -> Result<(), Failure> {
        self.judge.reserve_for(&position)?;
        let frame = Frame::Choice { position, record, number };
        push(self.judge.resources.meter, &mut self.frames, frame)?;
        self.next = Some(next);
        Ok(())
    }

    /// Goes on with the records of a chunk until they end, or the claim is established.
    pub(super) fn go_on(&mut self, numbers: &mut Numbers<'_>, offset: u64) -> Result<(), Failure> {
        loop {
            if let Some(position) = self.next.take() {
                let (record, owner) = match self.needs(&position)? {
                    Need::Nothing => continue,
                    Need::Replies => (None, false),
                    Need::Record => (self.read(numbers, offset)?, true),
                };
                match record {
                    Some(record) => self.record(position, record)?,
                    None if owner => {
                        self.next = Some(position);
                        return Ok(());
                    }
                    None => self.follow_replies(position)?,
                }
            } else if !self.leave()? {
                return match numbers.next() {
                    Ok(None) => Ok(()),
                    _ => Err(self.fail("records are left where the claim is proved".to_owned())),
                };
            }
        }
    }

    fn read(&self, numbers: &mut Numbers<'_>, offset: u64) -> Result<Option<u64>, Failure> {
        numbers.next().map_err(|why| {
            let reason =
                format!("record {} (in the chunk that begins here) {why}", self.number + 1);
            Failure::at(Location::Byte(offset), reason)
        })
    }

    /// What the position needs to be established.
    fn needs(&mut self, position: &G::Position) -> Result<Need, Failure> {
        let (depth, number) = (self.frames.len() as u64, self.number);
        let (before, read) = (self.before, number - self.start.first);
        let positions = before.positions + self.judge.counts.positions;
        let progress = || Progress { positions, records: before.records + read, ..before };
        if self.judge.holds_here(position, depth, number, progress)? {
            return Ok(Need::Nothing);
        }
        if !self.judge.owner_moves(position) {
            return Ok(Need::Replies);
        }
        let Some(record) = self.kept.get_mut(&self.judge.rules.representative(position)) else {
            return Ok(Need::Record);
        };
        *record = MET;
        Ok(Need::Nothing)
    }

    /// Does what the record of a position of the owner says.
    fn record(&mut self, position: G::Position, record: u64) -> Result<(), Failure> {
        let (number, meter) = (self.number, self.judge.resources.meter);
        self.number += 1;
        match Step::new(record).map_err(|why| self.fail(format!("the record {why}")))? {
            Step::Choice(choice, _) => {
                let next = self.judge.chosen(&position, choice).map_err(|why| self.fail(why))?;
                self.choose(position, next, record, number)
            }
            Step::Citation(back) => {
                let Some(cited) = number.checked_sub(back) else {
                    return Err(self.fail("the record cites one before the first".to_owned()));
                };
                let position = self.judge.rules.representative(&position);
                self.judge.reserve_for(&position)?;
                self.judge.reserve_for(&position)?;
                push(meter, &mut self.citations, (cited, position.clone()))?;
                insert(meter, &mut self.kept, position, MET).map(drop)
            }
        }
    }

    /// Plans to establish the position after every reply of the opponent.
    fn follow_replies(&mut self, position: G::Position) -> Result<(), Failure> {
        let meter = self.judge.resources.meter;
        let first = self.replies.len();
        self.judge.rules.successors(&position, &mut self.replies);
        if self.replies.len() == first {
            return Err(self.fail(self.judge.no_move(&position)));
        }
        let new = &self.replies[first..];
        let heap: usize = new.iter().map(|reply| self.judge.rules.heap_bytes(reply)).sum();
        meter.reserve((size_of_val(new) + heap) as u64)?;
        // Where the opponent moves several times in a row, the number of lines can be exponential in the number of positions.
        let by_opponent = matches!(self.frames.last(), Some(Frame::Replies { .. }));
        if by_opponent && self.without_records.contains_key(&position) {
            self.forget_replies(first);
            return Ok(());
        }
        let passed = by_opponent.then_some((position, self.number));
        push(meter, &mut self.frames, Frame::Replies { first, next: 0, passed })
    }

    fn forget_replies(&mut self, first: usize) {
        let old = &self.replies[first..];
        let heap: usize = old.iter().map(|reply| self.judge.rules.heap_bytes(reply)).sum();
        self.judge.resources.meter.release((size_of_val(old) + heap) as u64);
        self.replies.truncate(first);
    }

    /// Takes the next reply at the end of the line, or goes back over a position below which everything is established. False
    /// if that was the root.
    fn leave(&mut self) -> Result<bool, Failure> {
        if let Some(Frame::Replies { first, next, .. }) = self.frames.last_mut()
            && let Some(reply) = self.replies.get(*first + *next)
        {
            *next += 1;
            self.next = Some(reply.clone());
            return Ok(true);
        }
        let meter = self.judge.resources.meter;
        match self.frames.pop() {
            None => return Ok(false),
            Some(Frame::Replies { first, passed, .. }) => {
                self.forget_replies(first);
                if let Some((position, records)) = passed
                    && records == self.number
                {
                    self.judge.reserve_for(&position)?;
                    insert(meter, &mut self.without_records, position, ())?;
                }
            }
            Some(Frame::Choice { position, record, number }) => {
                self.judge.release_for(&position);
                self.establish(&position, record, number)?;
            }
        }
        Ok(true)
    }

    /// Everything below a position of the owner is established.
    fn establish(
        &mut self,
        position: &G::Position,
        record: u64,
        number: u64,
    ) -> Result<(), Failure> {
        let Ok(Step::Choice(_, mark)) = Step::new(record) else { return Ok(()) };
        if mark == Mark::None {
            return Ok(());
        }
        let meter = self.judge.resources.meter;
        let position = self.judge.rules.representative(position);
        self.judge.reserve_for(&position)?;
        self.judge.counts.kept += 1;
        let mut met = number + 1;
        if mark == Mark::Exported {
            self.judge.reserve_for(&position)?;
            push(meter, &mut self.exports, (number, position.clone()))?;
            met = MET;
        }
        insert(meter, &mut self.kept, position, met).map(drop)
    }

    /// Ends the part after its last chunk.
    pub(super) fn finish(self) -> Result<PartProof<G::Position>, Failure> {
        if let Some(record) = self.kept.values().filter(|&&record| record != MET).min() {
            let reason =
                format!("the position kept by record {record} is never met again in its part");
            return Err(self.fail(reason));
        }
        let records = self.number - self.start.first;
        let end = self.next.is_some().then(|| PartStart {
            claim: self.start.claim,
            first: self.number,
            line: self.line(),
        });
        if end.is_some() && records == 0 {
            return Err(self.fail("the part has no records".to_owned()));
        }
        Ok(PartProof {
            end,
            records,
            needs: self.needs_record().unwrap_or_default(),
            start: self.start,
            counts: self.judge.counts,
            exports: self.exports,
            citations: self.citations,
        })
    }

    /// The sentence about the record that is missing, if the walk needs one.
    pub(super) fn needs_record(&self) -> Option<String> {
        self.next.as_ref().map(|position| self.judge.no_record(position))
    }

    /// The line to the position that needs the next record, in the numbers of the file.
    fn line(&self) -> Vec<u64> {
        let mut line = Vec::new();
        for frame in &self.frames {
            match frame {
                Frame::Replies { next, .. } => line.push(*next as u64 - 1),
                Frame::Choice { record, number, .. } => {
                    line.push(*record);
                    if matches!(Step::new(*record), Ok(Step::Choice(_, Mark::Exported))) {
                        line.push(*number);
                    }
                }
            }
        }
        line
    }

    fn fail(&self, reason: String) -> Failure {
        self.judge.fail(self.number, reason)
    }
}

/// What a position needs to be established.
enum Need {
    /// It is established.
    Nothing,
    /// The owner moves: a record.
    Record,
    /// The opponent moves: the positions after all replies.
    Replies,
}
