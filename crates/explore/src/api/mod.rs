//! The same for programs, as JSON. docs/explorer.md has the members.

pub(crate) mod games;
pub(crate) mod position;
pub(crate) mod proof;
pub(crate) mod runs;
