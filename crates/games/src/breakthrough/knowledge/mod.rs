//! Static knowledge: wins and losses that are recognised without a search, several moves before a pawn arrives.
//!
//! Every claim is proved in the head of the file that makes it, and holds on boards with walls. Levels can be chosen, so
//! that their worth can be measured. A numbered level includes those before it; race patterns can also be used alone, with
//! a sound rule or with the published one, which is not sound. Threats and attacks rest on a table over three rows, which
//! is built for boards at most 8 wide and at least 4 high: on others the levels recognise only runners and patterns.

use std::cell::Cell;
use std::sync::{Arc, LazyLock};

use foregone_game::KnowledgeLevel;

use super::field::Field;

mod attack;
mod next_move;
pub mod patterns;
mod runner;
mod threat_table;
mod threats;
mod view;

use attack::STEPS_MAX;
use patterns::{Matches, Pattern, minimal, minimal_by_passes};
use threat_table::{Open, ThreatTable, WIDEST};
use threats::Tables;
use view::View;

/// The patterns in use: those up to order 3 in windows of 3 columns, found in a twentieth of a second.
static PATTERNS: LazyLock<Vec<Pattern>> = LazyLock::new(|| minimal(3, 3).unwrap_or_default());

/// The same windows with the order counted as in Saffidine, Jouandeau and Cazenave 2011 §3.
static BY_PASSES: LazyLock<Vec<Pattern>> =
    LazyLock::new(|| minimal_by_passes(3, 3).unwrap_or_default());

/// The levels as they are listed for people, in the order of [`Level::ALL`].
pub const KNOWLEDGE_LEVELS: &[KnowledgeLevel] = &[
    KnowledgeLevel::sound("0", "nothing"),
    KnowledgeLevel::sound(
        "1",
        "arriving with the next move, and threats to that cannot all be parried",
    ),
    KnowledgeLevel::sound("2", "a pawn that nobody can stop and that arrives first"),
    KnowledgeLevel::sound("3", "sequences of threats that must be answered"),
    KnowledgeLevel::sound(
        "4",
        "moves that prepare such sequences and leave no defence; the default",
    ),
    KnowledgeLevel::sound("5", "more of these; fewer nodes, but not less time"),
    KnowledgeLevel::sound("6", "race patterns as well"),
    KnowledgeLevel::sound("patterns", "race patterns and nothing else, by a sound rule"),
    KnowledgeLevel::unsound(
        "patterns-paper",
        "race patterns by the published rule, which is not sound: not a proof",
    ),
];

/// How much to look for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Level {
    /// Nothing.
    None,
    /// Pawns that arrive with the next move, and threats to do so that cannot all be parried.
    NextMove,
    /// Pawns that the opponent cannot stop and that are faster than any of the opponent's.
    Runner,
    /// Sequences of threats to arrive that must be answered, and positions that lose to them.
    Threats,
    /// Moves that prepare such a sequence and leave no defence, and forced captures that lead there.
    Attack,
    /// The same, with more moves that prepare and with pawns given away for them: fewer nodes, but not less time.
    LongAttack,
    /// Race patterns as well. On boards up to 4x5 and 5x4 they add nothing to the levels before, so this level is for
    /// comparison, and for boards without a table.
    Patterns,
    /// Race patterns and nothing else: a pattern wins if the opponent cannot arrive before.
    PatternsAlone,
    /// Race patterns and nothing else, by the rule of Saffidine, Jouandeau and Cazenave 2011 §3: the pattern of the lower
    /// order wins if the two share only cells about which they say nothing. That is not always so.
    PatternsPaper,
}

impl Level {
    /// All levels, in the order of [`KNOWLEDGE_LEVELS`].
    pub const ALL: [Level; 9] = [
        Level::None,
        Level::NextMove,
        Level::Runner,
        Level::Threats,
        Level::Attack,
        Level::LongAttack,
        Level::Patterns,
        Level::PatternsAlone,
        Level::PatternsPaper,
    ];

    /// The numbered levels, each of which includes the ones before it.
    pub fn numbered() -> &'static [Level] {
        const { Level::ALL.split_at(Level::Patterns as usize + 1).0 }
    }
}

/// What is known about the positions of one board at one level.
#[derive(Clone, Debug)]
pub struct Knowledge {
    level: Level,
    /// As the first player sees the board and as the second does.
    sides: [Side; 2],
}

/// The board as one player sees it, with what was computed for it.
#[derive(Clone, Debug)]
struct Side {
    field: Field,
    /// For the pawns that go up and for those that go down; none on boards that are too wide or too low.
    threat_tables: Option<[Arc<ThreatTable>; 2]>,
    patterns: Option<Matches>,
}

impl Knowledge {
    /// Knowledge of that level for a board, given as the first player sees it.
    pub fn new(field: &Field, level: Level) -> Knowledge {
        let mut made: Vec<Arc<ThreatTable>> = Vec::new();
        let sides = [*field, field.turned()].map(|field| Side::new(field, level, &mut made));
        Knowledge { level, sides }
    }

    /// Whether the player to move wins, if that can be seen. Pawns are given as that player sees them, going up; `second`
    /// says that it is the second player. Neither player may have arrived.
    #[inline]
    pub fn mover_wins(&self, second: bool, own: u64, other: u64) -> Option<bool> {
        let side = &self.sides[usize::from(second)];
        match (self.level, &side.patterns) {
            (Level::PatternsAlone, Some(found)) => found.mover_wins(&side.field, own, other),
            (Level::PatternsPaper, Some(found)) => found.published_rule(&side.field, own, other),
            _ => self.examine(second, own, other).0,
        }
    }

    /// The same for a numbered level, with the number of positions of attacks that were looked at.
    pub fn examine(&self, second: bool, own: u64, other: u64) -> (Option<bool>, u32) {
        let (side, steps) = (&self.sides[usize::from(second)], Cell::new(STEPS_MAX));
        let wins = side.mover_wins(&View { field: &side.field, own, other }, self.level, &steps);
        (wins, STEPS_MAX - steps.get())
    }
}

impl Side {
    fn new(field: Field, level: Level, made: &mut Vec<Arc<ThreatTable>>) -> Side {
        let (width, height) = (field.width(), field.height());
        let patterns = match level {
            Level::Patterns | Level::PatternsAlone => Some(Matches::new(&field, &PATTERNS)),
            Level::PatternsPaper => Some(Matches::new(&field, &BY_PASSES)),
            _ => None,
        };
        let uses_threats = (Level::Threats..=Level::Patterns).contains(&level);
        if !uses_threats || width > WIDEST || height < 4 {
            return Side { field, threat_tables: None, patterns };
        }
        let columns = |row: u32| field.open() >> (row * width) & ((1 << width) - 1);
        let ends = [(height - 2, height - 1), (1, 0)];
        let tables = ends.map(|(between, goal)| {
            let open = Open { between: columns(between), goal: columns(goal) };
            if let Some(same) = made.iter().find(|table| table.is_for(open)) {
                return Arc::clone(same);
            }
            made.push(Arc::new(ThreatTable::new(width, open)));
            Arc::clone(&made[made.len() - 1])
        });
        Side { field, threat_tables: Some(tables), patterns }
    }

    #[inline]
    fn mover_wins(&self, view: &View, level: Level, steps: &Cell<u32>) -> Option<bool> {
        if level == Level::None {
            return None;
        }
        let seen = next_move::next_move(view);
        if seen.is_some() || level == Level::NextMove {
            return seen;
        }
        let seen = match &self.threat_tables {
            Some([up, down]) => attack::mover_wins(view, &Tables { up, down }, level, steps),
            None => runner::race(view),
        };
        match &self.patterns {
            Some(patterns) if seen.is_none() => {
                patterns.mover_wins(&self.field, view.own, view.other)
            }
            _ => seen,
        }
    }
}
