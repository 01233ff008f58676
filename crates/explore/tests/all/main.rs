//! Tests of the router, without a port.

mod pages;
mod searches;
mod security;
mod visit;
