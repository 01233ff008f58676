//! Wins and losses by sequences of threats, looked up in the tables of the last [rows](super::threat_table).
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

use super::threat_table::{Key, ThreatTable};
use super::view::{Direction, View};

/// The tables of both players, as the one sees them whose pawns go up.
#[derive(Clone, Copy, Debug)]
pub struct Tables<'a> {
    /// For the pawns that go up.
    pub up: &'a ThreatTable,
    /// For those that go down.
    pub down: &'a ThreatTable,
}

impl Tables<'_> {
    /// Whether a player, to move, wins by threats alone.
    #[inline]
    pub fn wins<D: Direction>(&self, view: &View) -> bool {
        self.rows::<D>().wins(key::<D>(view))
    }

    /// Whether a player wins by threats alone after any move of the opponent that is no threat itself.
    #[inline]
    pub fn holds<D: Direction>(&self, view: &View) -> bool {
        self.rows::<D>().holds(key::<D>(view))
    }

    /// Whether a player, to move, would win by threats alone with one more pawn two steps from the goal.
    #[inline]
    pub fn gains<D: Direction>(&self, view: &View) -> bool {
        self.rows::<D>().gains(key::<D>(view))
    }

    /// Whether a player, to move, wins or loses by threats.
    #[inline]
    pub fn decided<D: Direction>(&self, view: &View) -> Option<bool> {
        if self.wins::<D>(view) {
            Some(true)
        } else {
            self.holds::<D::Opposite>(view).then_some(false)
        }
    }

    #[inline]
    fn rows<D: Direction>(&self) -> &ThreatTable {
        if D::UP { self.up } else { self.down }
    }
}

/// What the threats of a player depend on.
#[inline]
fn key<D: Direction>(view: &View) -> Key {
    let (width, height) = (view.field.width(), view.field.height());
    let columns = |cells: u64, row: u32| cells >> (row * width) & ((1 << width) - 1);
    let (pawns, against) = (view.pawns::<D>(), view.pawns::<D::Opposite>());
    let [entering, between, goal] =
        if D::UP { [height - 3, height - 2, height - 1] } else { [2, 1, 0] };
    Key {
        entering: columns(pawns, entering),
        between: columns(against, between),
        goal: columns(against, goal),
    }
}
