//! The proof of bounds of all positions: the table itself, as `docs/certificate-chance.md` describes it.

use foregone_game::Player;

use super::{Plan, Swept, Turns};
use crate::certify::{Claim, Proof, Unproved, encode};
use crate::limits::Stop;

/// Numbers of a table are less than this.
const NUMBERS: i64 = 1 << 57;

/// Bytes that the record of a position takes at most: two numbers, of which the second is a small difference.
const RECORD: usize = 12;

impl<G: Turns> Swept<G> {
    /// Proofs of what is certain of a position, one for each of these players who has anything to claim. All rest on the same
    /// table, which is in the first one.
    pub fn prove(
        &self,
        game: &G,
        position: &G::Position,
        owners: &[Player],
        bytes: usize,
    ) -> Result<Vec<Proof>, Unproved> {
        let (low, high) = self.bounds(game, position);
        let claims: Vec<Claim> = owners
            .iter()
            .filter(|owner| match owner {
                Player::Max => low > *self.utility.least(),
                Player::Min => high < *self.utility.greatest(),
            })
            .map(|&owner| {
                let bound = if owner == Player::Max { low.clone() } else { high.clone() };
                Claim::of(owner, bound)
            })
            .collect();
        if claims.is_empty() {
            return Ok(Vec::new());
        }
        let (mut table, mut records) = self.records(bytes)?;
        let proof = |claim| Proof {
            claim,
            bytes: core::mem::take(&mut table),
            records: core::mem::take(&mut records),
            denominator: Some(self.words.denominator().clone()),
            is_table: true,
        };
        Ok(claims.into_iter().map(proof).collect())
    }

    /// The records of the table, and their number.
    fn records(&self, bytes: usize) -> Result<(Vec<u8>, u64), Unproved> {
        let sides = self.tables.len() / 2;
        let size = RECORD * self.plan.positions() as usize * sides;
        let tables: usize = self.tables.iter().map(|table| size_of_val(table.as_slice())).sum();
        if size.saturating_add(tables) > bytes {
            return Err(Unproved::Stopped(Stop::Memory));
        }
        let (mut records, mut count, mut fits) = (Vec::with_capacity(size), 0, true);
        for side in 0..sides {
            let (lows, highs) = (&self.tables[side], &self.tables[sides + side]);
            self.plan.unfinished(&mut |number| {
                let (low, high) = (lows[number], highs[number]);
                fits &= low > -NUMBERS && low <= high && high < NUMBERS;
                // As `2n`, and below zero as `-2n - 1`.
                encode::unsigned(&mut records, ((low << 1) ^ (low >> 63)) as u64);
                encode::unsigned(&mut records, high.wrapping_sub(low) as u64);
                count += 1;
            });
        }
        if fits { Ok((records, count)) } else { Err(Unproved::TooLong) }
    }
}
