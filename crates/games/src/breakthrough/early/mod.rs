//! What can be known about a position without a search: wins and losses several moves before a pawn arrives.
//!
//! Every claim is proved in the head of the file that makes it and holds on boards with walls. Levels are switchable, so
//! that what they are worth can be measured; each includes those before it. Threats and attacks rest on a table over three
//! rows that boards more than 8 wide or less than 4 high do not have: there only runners and patterns are seen.

use std::sync::{Arc, LazyLock};

use foregone_game::Combining;

use super::field::Field;

mod attack;
mod checker_bounds;
mod one;
pub mod patterns;
mod rows;
mod runner;
mod sight;
mod threats;

use patterns::{Matches, Pattern, minimal, minimal_by_passes};
use rows::{Open, Rows, WIDEST};
use sight::Sight;
use threats::Tables;

/// The patterns of the last level: those up to order 3 in windows of 3 columns, found in a twentieth of a second.
static PATTERNS: LazyLock<Vec<Pattern>> = LazyLock::new(|| minimal(3, 3).unwrap_or_default());

/// The same windows by the order that 004 goes by.
static BY_PASSES: LazyLock<Vec<Pattern>> =
    LazyLock::new(|| minimal_by_passes(3, 3).unwrap_or_default());

/// How much to look for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Level {
    /// Nothing.
    None,
    /// Pawns that arrive with the next move, and threats to do so that cannot all be parried.
    One,
    /// Pawns that nobody can stop and that are faster than any of the opponent's.
    Runner,
    /// Sequences of threats to arrive that must be answered, and positions that lose to them.
    Threats,
    /// Moves that prepare such a sequence and leave no defence, and forced captures that lead there.
    Attack,
    /// The same, with more moves that prepare and with pawns given away for them: fewer nodes, but not less time.
    Siege,
    /// Race patterns as well. On boards up to 4x5 and 5x4 they add nothing to what is seen already, so this level is for
    /// comparison, and for boards without a table.
    Patterns,
}

impl Level {
    /// All levels, from nothing to everything.
    pub const ALL: [Level; 7] = [
        Level::None,
        Level::One,
        Level::Runner,
        Level::Threats,
        Level::Attack,
        Level::Siege,
        Level::Patterns,
    ];
}

/// The knowledge for a board.
#[derive(Clone, Debug)]
pub struct Early {
    level: Level,
    /// What follows from patterns, if nothing else is looked for.
    alone: Option<Combining>,
    /// As the first player sees the board and as the second does.
    sides: [Side; 2],
}

/// The board as one player sees it, with what was computed for it.
#[derive(Clone, Debug)]
struct Side {
    field: Field,
    /// For the pawns that go up and for those that go down; none on boards that are too wide or too low.
    rows: Option<[Arc<Rows>; 2]>,
    patterns: Option<Matches>,
}

impl Early {
    /// Knowledge up to a level for a board, given as the first player sees it.
    pub fn new(field: &Field, level: Level) -> Early {
        let second = field.turned();
        let mut made: Vec<Arc<Rows>> = Vec::new();
        let sides = [*field, second].map(|field| Side::new(field, level, &mut made));
        Early { level, alone: None, sides }
    }

    /// Race patterns and nothing else. By the rule of 004 that is no knowledge, but a belief.
    pub fn of_patterns(field: &Field, combining: Combining) -> Early {
        let patterns = match combining {
            Combining::Sound => &PATTERNS,
            Combining::Paper => &BY_PASSES,
        };
        let side = |field: Field| Side {
            field,
            rows: None,
            patterns: Some(Matches::new(&field, patterns)),
        };
        let sides = [side(*field), side(field.turned())];
        Early { level: Level::Patterns, alone: Some(combining), sides }
    }

    /// Whether the player to move wins, if that can be seen. Pawns are given as that player sees them, going up; `second`
    /// says that it is the second player. Neither player may have arrived.
    #[inline]
    pub fn judge(&self, second: bool, own: u64, other: u64) -> Option<bool> {
        let side = &self.sides[usize::from(second)];
        match (self.alone, &side.patterns) {
            (Some(Combining::Sound), Some(found)) => found.judge(&side.field, own, other),
            (Some(Combining::Paper), Some(found)) => found.paper_claim(&side.field, own, other),
            _ => side.judge(&Sight { field: &side.field, own, other }, self.level),
        }
    }

    /// The same as far as a proof may leave it out.
    pub fn checker_bounds(&self, second: bool, own: u64, other: u64) -> Option<bool> {
        let field = &self.sides[usize::from(second)].field;
        checker_bounds::checker_bounds(&Sight { field, own, other }, second)
    }

    /// Whether the player to move wins by threats, as far as a proof may leave it out, and how many positions were examined
    /// to see it.
    pub fn examine_threats(&self, second: bool, own: u64, other: u64) -> (bool, u32) {
        let field = &self.sides[usize::from(second)].field;
        checker_bounds::examine_threats(&Sight { field, own, other }, second)
    }
}

impl Side {
    fn new(field: Field, level: Level, made: &mut Vec<Arc<Rows>>) -> Side {
        let (width, height) = (field.width(), field.height());
        let patterns = (level >= Level::Patterns).then(|| Matches::new(&field, &PATTERNS));
        if level < Level::Threats || width > WIDEST || height < 4 {
            return Side { field, rows: None, patterns };
        }
        let columns = |row: u32| field.open() >> (row * width) & ((1 << width) - 1);
        let ends = [(height - 2, height - 1), (1, 0)];
        let rows = ends.map(|(between, goal)| {
            let open = Open { between: columns(between), goal: columns(goal) };
            if let Some(same) = made.iter().find(|rows| rows.is_for(open)) {
                return Arc::clone(same);
            }
            made.push(Arc::new(Rows::new(width, open)));
            Arc::clone(&made[made.len() - 1])
        });
        Side { field, rows: Some(rows), patterns }
    }

    #[inline]
    fn judge(&self, sight: &Sight, level: Level) -> Option<bool> {
        if level == Level::None {
            return None;
        }
        let seen = one::one(sight);
        if seen.is_some() || level == Level::One {
            return seen;
        }
        let seen = match &self.rows {
            Some([up, down]) => attack::judge(sight, &Tables { up, down }, level),
            None => runner::race(sight),
        };
        match &self.patterns {
            Some(patterns) if seen.is_none() => patterns.judge(&self.field, sight.own, sight.other),
            _ => seen,
        }
    }
}
