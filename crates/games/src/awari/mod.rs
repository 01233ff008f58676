//! Awari (001 section 6.1).

pub mod board;
pub mod index;
mod lanes;
pub mod plain;
