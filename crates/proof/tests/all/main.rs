//! Tests of the checker, in one program: what they have in common is compiled once.

#[macro_use]
mod common;

mod accepted;
mod bit_tables;
#[cfg(target_os = "linux")]
mod bombs;
mod breakthrough;
mod connect4;
mod custom_rules;
mod cyclic;
mod example;
mod expectation;
mod format;
mod fuzz;
mod graph_rules;
mod memory;
mod mutations;
mod parts;
mod perft;
mod program;
mod remote;
mod rule_files;
mod rules;
mod tables;
mod threats;
