//! Games in turns with their own numbers for positions: bounds of all positions by sweeps over a table, for games whose graph
//! is too large to be written down.
//!
//! Both players are alike, and a turn is a roll and a play. So a position before a roll is seen by the player who rolls,
//! and the table has one number for it, whoever that is. [`solve`] finds the values roughly, makes bounds around them, and
//! proves the bounds in one last sweep in whole numbers.

mod backup;
mod bounds;
mod prove;
mod solve;
mod values;

use foregone_game::{Outcome, Player};

use crate::game::CyclicChance;
use crate::limits::Stop;

pub use solve::{Swept, solve};

/// A game in turns between players who are alike, which numbers its positions. The outcomes are symmetric, too: the rank of
/// what one player wins from below is that of what the other wins from above.
pub trait Turns: CyclicChance {
    /// Everything that sweeps need, made once.
    type Plan: Plan;

    /// All numbers of positions are below this one; some may belong to no position.
    fn numbers(&self) -> usize;

    /// Bytes that the plan takes, about.
    fn plan_bytes(&self) -> usize;

    /// Makes the plan.
    fn plan(&self) -> Self::Plan;

    /// The number of a position before a roll as the player sees it who rolls, and that player; nothing for other positions.
    fn number(&self, plan: &Self::Plan, position: &Self::Position) -> Option<(usize, Player)>;
}

/// The positions before a roll by their numbers, and what can follow them.
pub trait Plan: Send + Sync {
    /// How many positions there are.
    fn positions(&self) -> u64;

    /// The sum of the weights of all rolls, the same in all positions.
    fn weights(&self) -> u64;

    /// Calls `found` with every number of a finished position, and its outcome if `Max` is the player who would roll.
    fn finished(&self, found: &mut dyn FnMut(usize, Outcome));

    /// Calls `found` with the number of every unfinished position, in the order of the tables in certificates.
    fn unfinished(&self, found: &mut dyn FnMut(usize));

    /// Shows every unfinished position to the visitor with everything that can follow it, in an order in which most plays
    /// lead to positions that were shown before. Ends early if the visitor says so.
    fn sweep<V: Visitor>(&self, visitor: &mut V) -> Result<(), Stop>;
}

/// Who sees a sweep. Positions are shown in groups that have the same plays: for every group `begin`, then for every roll
/// `roll` and at least one `play`, then `end`.
pub trait Visitor {
    /// The numbers of the positions of a group.
    fn begin(&mut self, numbers: &[u32]);
    /// A roll with its weight.
    fn roll(&mut self, weight: i64);
    /// A play of this roll: for every position of the group the number of the position in which the opponent rolls.
    fn play(&mut self, next: &[u32]);
    /// Nothing else can follow these positions.
    fn end(&mut self) -> Result<(), Stop>;
}
