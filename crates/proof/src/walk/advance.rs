//! One step of a walk: the next position is met, and judged, entered or recognised.

use super::judge::Reason;
use super::part::{Frame, Kept, MET, PartWalk};
use super::records::Records;
use super::search::LEAF_POSITIONS;
use crate::failure::Failure;
use crate::format::{Mark, Step};
use crate::limits::{insert, push};
use crate::progress::Progress;
use crate::rules::Rules;

/// What a walk has met.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Met {
    /// Play is over, with a result of this rank that satisfies the claim.
    Over(usize),
    /// The tablebase or the static bounds say that the claim holds.
    Known,
    /// The checker has searched that the claim holds.
    Searched,
    /// The position was established before in this part, after this many others were entered, cited or searched.
    Kept(u64),
    /// The position is on the line, and infinite play satisfies the claim.
    Returned,
    /// The record with this number, from 0, has established the position.
    Cited(u64),
    /// The owner makes the move with this index; the record has this number. The position is entered.
    Choice { index: u64, number: u64 },
    /// The opponent moves. The position is entered.
    Replies,
    /// All moves of the position that was entered last have been followed: it is established.
    Left,
    /// A record is needed, and there is none left.
    NeedsRecord,
    /// The root is established.
    Finished,
}

impl<G: Rules> PartWalk<'_, G> {
    /// Goes on until the records end, or the claim is established, and says whether it is.
    pub(crate) fn go_on(&mut self, records: &mut impl Records) -> Result<bool, Failure> {
        loop {
            match self.step(records)? {
                Met::NeedsRecord => return Ok(false),
                Met::Finished => return Ok(true),
                _ => {}
            }
        }
    }

    /// Meets the next position, or leaves one.
    #[inline]
    pub(crate) fn step(&mut self, records: &mut impl Records) -> Result<Met, Failure> {
        if self.next.is_none() && !self.take_reply() {
            return self.leave();
        }
        let Some(position) = self.next.take() else { return Ok(Met::Finished) };
        if let Some(met) = self.is_established(&position, records)? {
            return Ok(met);
        }
        if !self.judge.owner_moves(&position) {
            return self.follow_replies(position);
        }
        match records.next(self.number)? {
            Some(step) => self.record(position, step),
            None => {
                self.next = Some(position);
                Ok(Met::NeedsRecord)
            }
        }
    }

    /// Whether the position needs no moves to be established, and why.
    fn is_established(
        &mut self,
        position: &G::Position,
        records: &impl Records,
    ) -> Result<Option<Met>, Failure> {
        let (depth, number) = (self.frames.len() as u64, self.number);
        let (before, read) = (self.before, number - self.start.first);
        let positions = before.positions + self.judge.counts.positions;
        let progress = || Progress {
            positions,
            records: before.records + read,
            bytes: records.bytes().unwrap_or(before.bytes),
            ..before
        };
        match self.judge.holds_here(position, depth, number, progress)? {
            Some(Reason::Over(rank)) => return Ok(Some(Met::Over(rank))),
            Some(Reason::Known) => return Ok(Some(Met::Known)),
            None => {}
        }
        if self.form.can_return || self.judge.owner_moves(position) {
            let image = self.image(position);
            if let Some(kept) = self.kept.get_mut(&image) {
                kept.waiting = MET;
                return Ok(Some(Met::Kept(kept.entry)));
            }
        }
        if self.form.watched && self.line.contains_key(position) {
            return self.return_to(position).map(Some);
        }
        Ok(None)
    }

    /// The line has returned to one of its own positions, and the opponent can repeat it for ever.
    fn return_to(&self, position: &G::Position) -> Result<Met, Failure> {
        let text = || self.judge.text(position);
        let Some(infinite) = self.judge.rules.infinite(position) else {
            return Err(self.fail(format!(
                "the line returns to {}, where nothing says what infinite play is worth",
                text()
            )));
        };
        if self.judge.claim.is_met_by(infinite) {
            return Ok(Met::Returned);
        }
        Err(self.fail(format!(
            "the line returns to {}, which is not yet established; the claim needs progress, since infinite play is worth {}",
            text(),
            self.judge.outcome(infinite)
        )))
    }

    /// Does what the record of a position of the owner says.
    fn record(&mut self, position: G::Position, step: Step) -> Result<Met, Failure> {
        let number = self.number;
        self.number += 1;
        match step {
            Step::Choice(index, mark) => {
                if mark == Mark::Kept && self.form.can_return {
                    return Err(self.fail(format!(
                        "the keep mark is set at {}, but where play can return every position is kept; there are no keep marks",
                        self.judge.text(&position)
                    )));
                }
                let next = self.judge.chosen(&position, index).map_err(|why| self.fail(why))?;
                self.choose(position, next, (index, mark, number))?;
                Ok(Met::Choice { index, number })
            }
            Step::Citation(back) => {
                let Some(cited) = number.checked_sub(back) else {
                    return Err(self.fail("the record cites one before the first".to_owned()));
                };
                self.keep_image(&position)?;
                let position = self.image(&position);
                self.judge.reserve_for(&position)?;
                push(self.judge.resources.meter, &mut self.citations, (cited, position))?;
                Ok(Met::Cited(cited))
            }
            Step::Search => {
                let holds = self.judge.search(&position, self.number)?;
                if holds == Some(true) {
                    self.keep_image(&position)?;
                    return Ok(Met::Searched);
                }
                let text = self.judge.text(&position);
                Err(self.fail(match holds {
                    Some(_) => {
                        format!("a search at {text} finds that the claim does not hold there")
                    }
                    None => {
                        format!("a search at {text} takes more than {LEAF_POSITIONS} positions")
                    }
                }))
            }
        }
    }

    /// Follows a choice of the owner: its index, what becomes of the position, and the number of its record.
    pub(super) fn choose(
        &mut self,
        position: G::Position,
        next: G::Position,
        (choice, mark, number): (u64, Mark, u64),
    ) -> Result<(), Failure> {
        let entry = self.enter(&position)?;
        self.judge.reserve_for(&position)?;
        let frame = Frame::Choice { position, choice, mark, number, entry };
        push(self.judge.resources.meter, &mut self.frames, frame)?;
        self.next = Some(next);
        Ok(())
    }

    /// Plans to establish the position after every reply of the opponent.
    pub(super) fn follow_replies(&mut self, position: G::Position) -> Result<Met, Failure> {
        let meter = self.judge.resources.meter;
        // Where the opponent moves several times in a row, the number of lines can be exponential in the number of positions.
        let by_opponent = matches!(self.frames.last(), Some(Frame::Replies { .. }));
        if by_opponent && self.without_records.contains_key(&position) {
            return Ok(Met::Known);
        }
        let first = self.replies.len();
        self.judge.rules.successors(&position, &mut self.replies);
        if self.replies.len() == first {
            return Err(self.fail(self.judge.no_move(&position)));
        }
        let new = &self.replies[first..];
        let heap: usize = new.iter().map(|reply| self.judge.rules.heap_bytes(reply)).sum();
        meter.reserve((size_of_val(new) + heap) as u64)?;
        let (entry, number) = (self.enter(&position)?, self.number);
        let position = (by_opponent || self.form.watched).then_some(position);
        let frame = Frame::Replies { first, next: 0, position, number, entry };
        push(meter, &mut self.frames, frame)?;
        Ok(Met::Replies)
    }

    fn forget_replies(&mut self, first: usize) {
        let old = &self.replies[first..];
        let heap: usize = old.iter().map(|reply| self.judge.rules.heap_bytes(reply)).sum();
        self.judge.resources.meter.release((size_of_val(old) + heap) as u64);
        self.replies.truncate(first);
    }

    /// Takes the next reply at the end of the line, if there is one.
    fn take_reply(&mut self) -> bool {
        let Some(Frame::Replies { first, next, .. }) = self.frames.last_mut() else { return false };
        let Some(reply) = self.replies.get(*first + *next) else { return false };
        *next += 1;
        self.next = Some(reply.clone());
        true
    }

    /// Goes back over a position below which everything is established.
    fn leave(&mut self) -> Result<Met, Failure> {
        match self.frames.pop() {
            None => return Ok(Met::Finished),
            Some(Frame::Replies { first, position, number, entry, .. }) => {
                self.forget_replies(first);
                if let Some(position) = position {
                    self.leave_replies(position, number, entry)?;
                }
            }
            Some(Frame::Choice { position, mark, number, entry, .. }) => {
                self.judge.release_for(&position);
                self.establish(&position, mark, number, entry)?;
            }
        }
        Ok(Met::Left)
    }

    /// Everything below a position of the opponent is established; `number` records were read before it.
    fn leave_replies(
        &mut self,
        position: G::Position,
        number: u64,
        entry: u64,
    ) -> Result<(), Failure> {
        self.take_off_line(&position);
        if self.form.can_return {
            let image = self.image(&position);
            self.judge.reserve_for(&image)?;
            return self.keep(image, Kept { entry, waiting: MET });
        }
        let by_opponent = matches!(self.frames.last(), Some(Frame::Replies { .. }));
        if by_opponent && number == self.number {
            self.judge.reserve_for(&position)?;
            let meter = self.judge.resources.meter;
            insert(meter, &mut self.without_records, position, ())?;
        }
        Ok(())
    }

    /// Everything below a position of the owner is established.
    fn establish(
        &mut self,
        position: &G::Position,
        mark: Mark,
        number: u64,
        entry: u64,
    ) -> Result<(), Failure> {
        self.take_off_line(position);
        if mark == Mark::None && !self.form.can_return {
            return Ok(());
        }
        let position = self.image(position);
        self.judge.reserve_for(&position)?;
        self.judge.counts.kept += u64::from(mark != Mark::None);
        if mark == Mark::Exported {
            self.judge.reserve_for(&position)?;
            push(self.judge.resources.meter, &mut self.exports, (number, position.clone()))?;
        }
        let waiting = if mark == Mark::Kept { number + 1 } else { MET };
        self.keep(position, Kept { entry, waiting })
    }

    /// Keeps a position that is established without being entered.
    fn keep_image(&mut self, position: &G::Position) -> Result<(), Failure> {
        let image = self.image(position);
        self.judge.reserve_for(&image)?;
        self.entered += 1;
        self.keep(image, Kept { entry: self.entered - 1, waiting: MET })
    }

    fn keep(&mut self, position: G::Position, kept: Kept) -> Result<(), Failure> {
        insert(self.judge.resources.meter, &mut self.kept, position, kept).map(drop)
    }

    fn take_off_line(&mut self, position: &G::Position) {
        if self.form.watched {
            self.judge.release_for(position);
            self.line.remove(position);
        }
    }
}
