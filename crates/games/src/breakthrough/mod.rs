//! Breakthrough: pawns that go straight or diagonally ahead and capture diagonally; who gets one to the far row wins.

pub mod early;
pub mod field;
