//! Tests of the router, without a port.

mod pages;
mod records;
mod searches;
mod security;
mod visit;
