//! The native half of the Python package `foregone`; the other half is in `python/foregone`.
//!
#![doc = include_str!("../README.md")]

#[cfg(feature = "extension")]
mod bindings;
pub mod growing;
