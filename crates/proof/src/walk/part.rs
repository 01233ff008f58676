//! The walk through one part of a proof. It begins at a position on some line of play, and ends where the records of the part
//! end. What it has to believe about other parts are the positions that it cites. The one sequence of records that a claim has
//! in format 1 is a part without a line.

use super::judge::Judge;
use super::{Counts, Map, Resources};
use crate::claims::Claim;
use crate::failure::{Failure, Location};
use crate::format::{Mark, Numbers, PartStart, Step};
use crate::limits::{insert, push};
use crate::progress::Progress;
use crate::rules::Rules;

/// A position on the line of play whose moves are being followed. `entry` is the number of positions entered before it.
pub(super) enum Frame<P> {
    /// The owner moves. `number` is the number of records before the one with the choice.
    Choice { position: P, choice: u64, mark: Mark, number: u64, entry: u64 },
    /// The opponent moves. The positions after all replies are in the list of replies from `first` on; `next` is the index of
    /// the one that comes next. The position is there if it has to be remembered when it is left, and `number` is the number
    /// of records before it.
    Replies { first: usize, next: usize, position: Option<P>, number: u64, entry: u64 },
}

/// A position that need not be established again in this part.
#[derive(Clone, Copy)]
pub(super) struct Kept {
    /// The number of positions that were entered, cited or searched before this one in this part.
    pub(super) entry: u64,
    /// The number of the record, from 1, if the position has to be met again, or [`MET`].
    pub(super) waiting: u64,
}

/// Nothing is left to be met.
pub(super) const MET: u64 = 0;

/// What the walk depends on besides the rules.
#[derive(Clone, Copy)]
pub(crate) struct Form {
    /// Play can return to a position: every position that is left is kept, and lines that return are judged by infinite play.
    pub(crate) can_return: bool,
    /// Lines that return are looked for: because play can return, or because nothing is known about that.
    pub(crate) watched: bool,
    /// A position and its images under the symmetries of the game are one.
    pub(crate) symmetric: bool,
}

/// What a part establishes and what it rests on.
pub(crate) struct PartProof<P> {
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
pub(crate) struct PartWalk<'w, G: Rules> {
    pub(super) judge: Judge<'w, G>,
    pub(super) form: Form,
    pub(super) before: Progress,
    pub(super) start: PartStart,
    /// The number of the next record.
    pub(super) number: u64,
    pub(super) frames: Vec<Frame<G::Position>>,
    /// The number of positions that have been entered, cited or searched.
    pub(super) entered: u64,
    pub(super) replies: Vec<G::Position>,
    /// The position to establish next.
    pub(super) next: Option<G::Position>,
    pub(super) kept: Map<G::Position, Kept>,
    /// The positions on the line, where lines that return are looked for.
    pub(super) line: Map<G::Position, ()>,
    /// Where positions of the opponent are not kept: those that were established without reading a record, and need not be
    /// walked again.
    pub(super) without_records: Map<G::Position, ()>,
    pub(super) exports: Vec<(u64, G::Position)>,
    pub(super) citations: Vec<(u64, G::Position)>,
}

impl<'w, G: Rules> PartWalk<'w, G> {
    /// Begins a part with the first numbers of its first chunk, which begins at this place of the file.
    pub(crate) fn new(
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

    /// A walk without a line, in the form that parts have.
    pub(crate) fn at(
        judge: Judge<'w, G>,
        before: Progress,
        start: PartStart,
        root: G::Position,
    ) -> PartWalk<'w, G> {
        let can_return = judge.rules.infinite(&root).is_some();
        let watched = can_return || judge.rules.must_end();
        let form = Form { can_return, watched, symmetric: true };
        PartWalk {
            judge,
            form,
            before,
            number: start.first,
            start,
            frames: Vec::new(),
            entered: 0,
            replies: Vec::new(),
            next: Some(root),
            kept: Map::default(),
            line: Map::default(),
            without_records: Map::default(),
            exports: Vec::new(),
            citations: Vec::new(),
        }
    }

    /// The same for a sequence of records of format 1, where a position and its images are different positions.
    pub(crate) fn without_symmetries(mut self) -> PartWalk<'w, G> {
        self.form.symmetric = false;
        self
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
        if self.line.contains_key(&position) {
            return Err(wrong("the line of the part returns to a position".to_owned()));
        }
        let (meter, entry) = (self.judge.resources.meter, number()?);
        push(meter, &mut self.start.line, entry)?;
        if self.judge.owner_moves(&position) {
            let Step::Choice(choice, mark) = Step::new(entry) else {
                return Err(wrong("the line of the part has a record without a choice".to_owned()));
            };
            let next = self.judge.chosen(&position, choice).map_err(wrong)?;
            let number = if mark == Mark::Exported { number()? } else { 0 };
            if mark == Mark::Exported {
                push(meter, &mut self.start.line, number)?;
            }
            return self.choose(position, next, (choice, mark, number));
        }
        let count = self.replies.len();
        self.follow_replies(position)?;
        let Some(Frame::Replies { first, next, .. }) = self.frames.last_mut() else {
            return Err(wrong("the line of the part goes on where nothing is left".to_owned()));
        };
        let index = usize::try_from(entry).ok().filter(|&index| index < self.replies.len() - count);
        let Some(index) = index else {
            return Err(wrong("the line of the part has a reply that does not exist".to_owned()));
        };
        *next = index + 1;
        self.next = Some(self.replies[*first + index].clone());
        Ok(())
    }

    /// Ends the part after its last chunk.
    pub(crate) fn finish(self) -> Result<PartProof<G::Position>, Failure> {
        if let Some(record) =
            self.kept.values().map(|kept| kept.waiting).filter(|&it| it != MET).min()
        {
            let reason =
                format!("the position kept by record {record} is never met again in its part");
            return Err(self.fail(reason));
        }
        let records = self.number - self.start.first;
        let end = self.next.is_some().then(|| PartStart {
            claim: self.start.claim,
            first: self.number,
            line: self.encoded_line(),
        });
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
    pub(crate) fn needs_record(&self) -> Option<String> {
        self.next.as_ref().map(|position| self.judge.no_record(position))
    }

    /// The number of the claim.
    pub(crate) fn claim(&self) -> u64 {
        self.start.claim
    }

    /// The number of records of the claim before the next one.
    pub(crate) fn number(&self) -> u64 {
        self.number
    }

    /// The number of positions that have been entered, cited or searched.
    pub(crate) fn entered(&self) -> u64 {
        self.entered
    }

    /// The indices of the moves to the position that was met last, or that is entered last.
    pub(crate) fn moves(&self) -> impl Iterator<Item = usize> + '_ {
        self.frames.iter().map(|frame| match frame {
            Frame::Replies { next, .. } => next.saturating_sub(1),
            Frame::Choice { choice, .. } => usize::try_from(*choice).unwrap_or(usize::MAX),
        })
    }

    /// The line to the position that needs the next record, in the numbers of the file.
    fn encoded_line(&self) -> Vec<u64> {
        let mut line = Vec::new();
        for frame in &self.frames {
            match frame {
                Frame::Replies { next, .. } => line.push(*next as u64 - 1),
                Frame::Choice { choice, mark, number, .. } => {
                    line.push(choice << 2 | mark.bits());
                    if *mark == Mark::Exported {
                        line.push(*number);
                    }
                }
            }
        }
        line
    }

    /// Enters a position, which is on the line for as long as its moves are followed. Gives the number of those entered before.
    pub(super) fn enter(&mut self, position: &G::Position) -> Result<u64, Failure> {
        self.entered += 1;
        if self.form.watched {
            self.judge.reserve_for(position)?;
            insert(self.judge.resources.meter, &mut self.line, position.clone(), ())?;
        }
        Ok(self.entered - 1)
    }

    /// The position that stands for this one and all of its images.
    pub(super) fn image(&self, position: &G::Position) -> G::Position {
        if self.form.symmetric {
            self.judge.rules.representative(position)
        } else {
            position.clone()
        }
    }

    pub(super) fn fail(&self, reason: String) -> Failure {
        self.judge.fail(self.number, reason)
    }
}
