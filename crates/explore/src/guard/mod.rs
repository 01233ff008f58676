//! What is refused before a page is made: wrong hosts, unknown visitors, changes without the token of a page, and too much of
//! anything. docs/security.md says why.

mod headers;
mod host;
mod limits;
mod secret;
mod visitor;

pub(crate) use headers::headers;
pub(crate) use host::host;
pub(crate) use limits::{BODY_BYTES, limits};
pub(crate) use secret::Secret;
pub(crate) use visitor::{change_is_allowed, changes, visitor};
