//! The games with chance, and how they are spelled.

pub mod darkchess;
pub mod ewn;
pub mod hypergammon;
mod picture;
pub mod pig;
mod spelling;

pub use darkchess::DarkChess;
pub use ewn::Ewn;
pub use hypergammon::Hypergammon;
pub use pig::Pig;
pub use spelling::{Opened, SpellingError, open};
