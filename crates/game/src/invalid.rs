//! The error for parameters that make no game.

use core::fmt;

/// Why no game can be made of what was given, such as a board without cells or an outcome that is listed twice: one
/// sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InvalidGame(pub String);

impl fmt::Display for InvalidGame {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

impl std::error::Error for InvalidGame {}
