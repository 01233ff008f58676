//! Tables of endgames that are computed when a proof needs them. Whoever puts a question may offer some; this crate computes
//! none, because it knows no game.

use foregone_game::EndgameTable;

/// An offer of tables of the positions that play from the root can reach.
pub trait ProofTables {
    /// The number of positions whose values can be computed within that many bytes; `None` if there are no such tables. It is 0
    /// if the values are there already.
    fn positions(&mut self, bytes: u64) -> Option<u64>;

    /// Computes the values that [`ProofTables::positions`] has counted. They may not be cited. `go_on` is called many times a
    /// second, and there are no values if it returns false.
    fn compute(&mut self, go_on: &mut dyn FnMut() -> bool) -> Option<EndgameTable>;
}
