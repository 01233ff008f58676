//! Tablebases that anybody can build and that were verified: who cites one of these asks for no trust in a stranger.
//!
//! A line is the game as the tables spell it, the number of layers, and the hash of their content as `docs/tablebase.md`
//! defines it. That page names the command that builds each of them again.

/// Whether that tablebase is one of those.
pub(crate) fn is_known(game: &str, layers: usize, hash: &str) -> bool {
    TABLES.contains(&(game, layers, hash))
}

/// All of them.
pub const TABLES: &[(&str, usize, &str)] = &[];
