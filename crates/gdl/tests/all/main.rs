//! Tests of rule files: errors with their places, networks against counts and values that are known, mutated files.

mod ends;
mod errors;
mod interpreter;
mod mutated;
mod roles;
mod symmetries;
mod values;

use std::sync::Arc;

use foregone_game::Outcome;
use foregone_gdl::{Compiled, Limits, Returns, RuleGame};

/// Whether tests that take minutes are to run.
fn is_thorough() -> bool {
    std::env::var_os("FOREGONE_THOROUGH").is_some()
}

/// The text of an example.
fn example(name: &str) -> Vec<u8> {
    let path = format!("{}/../../examples/gdl/{name}.kif", env!("CARGO_MANIFEST_DIR"));
    std::fs::read(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// An example as a game, in which infinite play is worth that.
fn game<const N: usize>(name: &str, infinite: u8) -> RuleGame<N, Returns> {
    let compiled = Compiled::new(&example(name), Limits::default());
    let compiled = compiled.unwrap_or_else(|error| panic!("{name}: {error}"));
    assert_eq!(compiled.warnings, [], "{name}");
    let class = Returns { infinite: Outcome(infinite) };
    RuleGame::new(Arc::new(compiled), class).unwrap_or_else(|error| panic!("{name}: {error}"))
}
