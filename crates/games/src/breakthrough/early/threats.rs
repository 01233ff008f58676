//! Wins and losses by sequences of threats, looked up in the tables of the last [rows](super::rows).
//!
//! Both players have no pawn one step from the goal here, and the board is at least 4 high.
//!
//! Why it is sound. *A win*: each move of the mover threatens to arrive, every answer but the capture of that pawn loses
//! at once, and the captures bring no pawn of the opponent to one step from its goal. *A loss*: the opponent wins by
//! threats after any move of the mover in the opponent's last three rows, or none there (`holds`), and the mover does not
//! win by threats. If the mover's move is no threat, the opponent plays its threats and wins as above. If it is one, then
//! some capture leaves the mover without a winning sequence; the mover is to move again, and the opponent has no fewer
//! attackers and no more defenders in its way than before: on boards at least 5 high those rows did not change at all,
//! on lower ones a defender left them and perhaps an attacker came. So `holds` is still true, and the mover has
//! a pawn less: sooner or later a move is no threat.

use super::rows::{Key, Rows};
use super::sight::Sight;

/// The tables of both players, as the one sees them whose pawns go up.
#[derive(Clone, Copy, Debug)]
pub struct Tables<'a> {
    /// For the pawns that go up.
    pub up: &'a Rows,
    /// For those that go down.
    pub down: &'a Rows,
}

impl Sight<'_> {
    /// What threats of a player depend on.
    #[inline]
    pub fn key<const UP: bool>(&self) -> Key {
        let (width, height) = (self.field.width(), self.field.height());
        let (pawns, against) = (self.pawns::<UP>(), self.against::<UP>());
        let columns = |cells: u64, row: u32| cells >> (row * width) & ((1 << width) - 1);
        if UP {
            let goal = columns(against, height - 1);
            let between = columns(against, height - 2);
            Key { entering: columns(pawns, height - 3), between, goal }
        } else {
            Key {
                entering: columns(pawns, 2),
                between: columns(against, 1),
                goal: columns(against, 0),
            }
        }
    }
}

/// Whether the player `UP`, who is to move, wins or loses by threats; nobody stands one step from the goal.
#[inline]
pub fn threats<const UP: bool>(sight: &Sight, tables: &Tables) -> Option<bool> {
    let (pawns, against) = if UP {
        (tables.up.wins(sight.key::<true>()), tables.down.holds(sight.key::<false>()))
    } else {
        (tables.down.wins(sight.key::<false>()), tables.up.holds(sight.key::<true>()))
    };
    if pawns {
        Some(true)
    } else if against {
        Some(false)
    } else {
        None
    }
}
