//! Race patterns (Saffidine, Jouandeau and Cazenave 2011 §3): small windows at the goal row in which an attacker wins
//! whatever the defender does, found and verified by program.
//!
//! A pattern of order `k` names attackers and cells without defenders, such that the attacker arrives with at most `k`
//! moves of its own, the defender passing or moving anything, whatever stands on all other cells. It is minimal if no
//! attacker can be replaced by a cell without defenders and no such cell by one about which the pattern says nothing.
//!
//! Why one position proves a pattern. The worst case has defenders wherever the pattern does not forbid them. One more
//! defender never harms the defender: play as without it, and pass when another is to go where it stands; from then on it
//! is the other one that is too many. One more attacker never harms the attacker: if another is to go where it stands,
//! that one has arrived without a move, and the attacker moves on as if the defender had passed. So whatever wins in the
//! worst case wins wherever the pattern matches, in no more moves. Attackers never leave the window, so it does not matter
//! whether what lies beside it is full of defenders or of walls: defenders are worse.
//!
//! A pattern counts in a game only if the defender cannot arrive before: that is up to [`Matches`].

mod find;
mod matches;
mod verify;

pub use find::{Unfinished, Watch, estimate, minimal, minimal_by_passes, minimal_watched};
pub use matches::Matches;
pub use verify::holds;

use serde::{Deserialize, Serialize};

/// Who is to move when a pattern is met.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Turn {
    /// The attacker.
    First,
    /// The defender.
    Second,
}

/// A window and what must stand there. A cell is bit `row * width + column`; the last row is the goal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Pattern {
    /// The most moves that the attacker needs.
    pub order: u32,
    /// The most passes that the defender may need to be granted, and one more if the attacker is to move: the order of
    /// Saffidine, Jouandeau and Cazenave 2011 §3. Moves of the defender that are no passes do not count, so it can be lower than `order`.
    pub passes: u32,
    /// Who is to move.
    pub turn: Turn,
    /// Columns; there are `order + 1` rows.
    pub width: u32,
    /// Whether the board ends at the first column, and at the last.
    pub edges: [bool; 2],
    /// Cells with attackers.
    pub attackers: u64,
    /// Cells without defenders.
    pub free: u64,
}

impl Pattern {
    /// ThreatTable of the window.
    pub fn height(&self) -> u32 {
        self.order + 1
    }

    /// The same in a mirror.
    #[must_use]
    pub fn mirrored(&self) -> Pattern {
        let mirror = |cells: u64| {
            (0..self.width * self.height()).filter(|cell| cells >> cell & 1 != 0).fold(
                0,
                |set, cell| {
                    let (row, column) = (cell / self.width, cell % self.width);
                    set | 1 << (row * self.width + self.width - 1 - column)
                },
            )
        };
        let [first, last] = self.edges;
        let (attackers, free) = (mirror(self.attackers), mirror(self.free));
        Pattern { attackers, free, edges: [last, first], ..*self }
    }

    /// A picture, the goal row at the top: `A` attackers, `-` cells without defenders, `.` any, `|` the end of the board.
    pub fn picture(&self) -> String {
        let mut text = String::new();
        let edge = |edge: bool| if edge { "|" } else { " " };
        for row in (0..self.height()).rev() {
            text += edge(self.edges[0]);
            for column in 0..self.width {
                let cell = row * self.width + column;
                text += match (self.attackers >> cell & 1, self.free >> cell & 1) {
                    (1, _) => "A",
                    (_, 1) => "-",
                    _ => ".",
                };
            }
            text += edge(self.edges[1]);
            text += "\n";
        }
        text
    }
}
