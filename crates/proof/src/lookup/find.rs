//! Finds the position after some moves in the parts of a proof.

use super::parts::PartAt;
use super::{Found, Lookup, Place};
use crate::failure::Failure;
use crate::format::{Numbers, PartStart};
use crate::limits::Meter;
use crate::progress::Progress;
use crate::rules::Rules;
use crate::walk::{ChunkRecords, Counts, Judge, Met, PartWalk};

impl<G: Rules> Lookup<G> {
    /// What the proof of a claim says about the position after some moves.
    pub(super) fn find_line(&self, claim: usize, moves: &[usize]) -> Result<Found, Failure> {
        let meter = &Meter::new(self.limits, None);
        let contradiction = || Failure::header("the parts contradict one another");
        let (mut target, mut last) = (moves.to_vec(), usize::MAX);
        loop {
            let (at, met) = self.nearest(claim, &target, meter)?;
            let line = target[..at].to_vec();
            // The same number of moves is left, whichever line leads there.
            let left = target.len() - at;
            let after = moves.len().checked_sub(left).ok_or_else(contradiction)?;
            let place = match met {
                Met::Over(rank) if left == 0 => Place::Over(self.rules.outcomes()[rank].to_owned()),
                Met::Known if left == 0 => Place::Known,
                Met::Searched if left == 0 => Place::Searched,
                Met::Over(_) | Met::Known | Met::Searched => Place::Ended { after },
                Met::Choice { index, .. } => {
                    let index = usize::try_from(index).unwrap_or(usize::MAX);
                    let same = self.moved(&line, moves[..after].to_vec(), &[index])?;
                    let choice = same.last().copied().unwrap_or(index);
                    match left {
                        0 => Place::Choice(choice),
                        _ => Place::Elsewhere { after, choice },
                    }
                }
                Met::Replies => Place::Replies,
                met => {
                    // The record of the position is followed by at least one move, unless the parts are wrong.
                    if left >= last {
                        return Err(contradiction());
                    }
                    last = left;
                    let home = self.home(claim, &line, met, meter)?;
                    target = self.moved(&line, home, &target[at..])?;
                    continue;
                }
            };
            let record = match met {
                Met::Choice { number, .. } if left == 0 => Some(number),
                _ => None,
            };
            let in_tables = place == Place::Known && self.is_in_tables(claim, &line, meter)?;
            return Ok(Found { line, place, record, in_tables });
        }
    }

    /// Whether the tablebase that the proof cites has the position after a line.
    fn is_in_tables(
        &self,
        claim: usize,
        line: &[usize],
        meter: &Meter<'_>,
    ) -> Result<bool, Failure> {
        let (claim, resources) = (&self.claims[claim], self.resources(meter));
        let judge = Judge::new(&self.rules, claim, resources, Counts::default());
        Ok(judge.cited_rank(&self.position(line)?).map_err(Failure::header)?.is_some())
    }

    /// The last part of a claim that begins at a line, or before it.
    fn part_at(&self, claim: usize, line: &[usize]) -> Option<&PartAt> {
        self.parts.iter().rfind(|part| part.claim == claim && part.line.as_slice() <= line)
    }

    /// How far a line is in the proof, and what the proof does there.
    fn nearest(
        &self,
        claim: usize,
        target: &[usize],
        meter: &Meter<'_>,
    ) -> Result<(usize, Met), Failure> {
        let Some(stated) = self.claims.get(claim) else {
            return Err(Failure::header(format!("there is no claim with the number {claim}")));
        };
        let part = self.part_at(claim, target);
        let mut numbers = Numbers::new(part.map_or(&[], |part| &part.content));
        let mut walk = match part {
            Some(part) => self.walk(part, &mut numbers, meter)?,
            None => {
                // A claim without parts is established at the root.
                let start = PartStart { claim: claim as u64, first: 0, line: Vec::new() };
                let judge =
                    Judge::new(&self.rules, stated, self.resources(meter), Counts::default());
                PartWalk::at(judge, Progress::default(), start, self.root.clone())
            }
        };
        if let Some(part) = part
            && let Some(met) = self.leaves_line(part, target)?
        {
            return Ok(met);
        }
        loop {
            let met = walk.step(&mut ChunkRecords::new(&mut numbers, 0))?;
            let line = match met {
                Met::NeedsRecord | Met::Finished => break,
                Met::Left => continue,
                met => met_line(&walk, met),
            };
            let leads_elsewhere = matches!(met, Met::Choice { index, .. }
                if target.get(line.len()).is_some_and(|&next| next as u64 != index));
            let is_leaf = !matches!(met, Met::Choice { .. } | Met::Replies) || leads_elsewhere;
            if line == target || is_leaf && target.starts_with(&line) {
                return Ok((line.len(), met));
            }
        }
        let reason = "the line is not in the proof; perhaps a move of it does not exist";
        Err(Failure::header(reason))
    }

    /// Where a line leaves the line with which a part begins by a move of the owner that is not the one of the proof.
    fn leaves_line(
        &self,
        part: &PartAt,
        target: &[usize],
    ) -> Result<Option<(usize, Met)>, Failure> {
        let pairs = || part.line.iter().zip(target);
        let Some(at) = pairs().position(|(ours, theirs)| ours != theirs) else { return Ok(None) };
        let owner_moves = self.rules.max_to_move(&self.position(&target[..at])?)
            == self.claims[part.claim].by_max;
        let index = part.line[at] as u64;
        Ok(owner_moves.then_some((at, Met::Choice { index, number: part.first })))
    }

    /// The line by which the proof comes to a position for the first time that it meets again at this line.
    fn home(
        &self,
        claim: usize,
        line: &[usize],
        met: Met,
        meter: &Meter<'_>,
    ) -> Result<Vec<usize>, Failure> {
        let part = match met {
            Met::Returned => return self.earlier(line),
            Met::Cited(number) => {
                let mut parts = self.parts.iter();
                parts.rfind(|part| part.claim == claim && part.first <= number)
            }
            _ => self.part_at(claim, line),
        };
        let lost = || Failure::header("the record of a position that is met again is not there");
        let part = part.ok_or_else(lost)?;
        let mut numbers = Numbers::new(&part.content);
        let mut walk = self.walk(part, &mut numbers, meter)?;
        // The position may be on the line with which the part begins.
        if let Met::Kept(entry) = met
            && let Some(before) =
                usize::try_from(entry).ok().and_then(|entry| part.line.get(..entry))
            && before.len() < part.line.len()
        {
            return Ok(before.to_vec());
        }
        loop {
            let here = walk.step(&mut ChunkRecords::new(&mut numbers, 0))?;
            let is_entered = match (here, met) {
                (Met::NeedsRecord | Met::Finished, _) => return Err(lost()),
                (Met::Choice { number, .. }, Met::Cited(cited)) => number == cited,
                (
                    Met::Choice { .. } | Met::Replies | Met::Cited(_) | Met::Searched,
                    Met::Kept(entry),
                ) => walk.entered() == entry + 1,
                _ => false,
            };
            if is_entered {
                let line = met_line(&walk, here);
                return match here {
                    Met::Cited(_) => self.home(claim, &line, here, meter),
                    _ => Ok(line),
                };
            }
        }
    }

    /// The beginning of a line that leads to the same position as all of it.
    fn earlier(&self, line: &[usize]) -> Result<Vec<usize>, Failure> {
        let wanted = self.position(line)?;
        for length in 0..line.len() {
            if self.position(&line[..length])? == wanted {
                return Ok(line[..length].to_vec());
            }
        }
        Err(Failure::header("a line that returns to a position does not come from there"))
    }

    /// The moves from another line to the same position, or to its image, on.
    fn moved(&self, from: &[usize], to: Vec<usize>, rest: &[usize]) -> Result<Vec<usize>, Failure> {
        let (mut there, mut here) = (self.position(from)?, self.position(&to)?);
        let mut line = to;
        for &index in rest {
            there = self.rules.successor(&there, index).ok_or_else(|| no_move(index))?;
            let wanted = self.rules.representative(&there);
            let mut all = Vec::new();
            self.rules.successors(&here, &mut all);
            let same = all.iter().position(|next| self.rules.representative(next) == wanted);
            let same = same.ok_or_else(|| no_move(index))?;
            line.push(same);
            here = all.swap_remove(same);
        }
        Ok(line)
    }

    fn position(&self, line: &[usize]) -> Result<G::Position, Failure> {
        line.iter().try_fold(self.root.clone(), |position, &index| {
            self.rules.successor(&position, index).ok_or_else(|| no_move(index))
        })
    }
}

/// The moves to the position that a walk has just met.
fn met_line<G: Rules>(walk: &PartWalk<'_, G>, met: Met) -> Vec<usize> {
    let mut line: Vec<usize> = walk.moves().collect();
    // The position that was just entered is on the line with its next move.
    if matches!(met, Met::Choice { .. } | Met::Replies) {
        line.pop();
    }
    line
}

fn no_move(index: usize) -> Failure {
    Failure::header(format!("there is no move with the index {index}"))
}
