//! Tests of the program, in one program: what they have in common is compiled once.

mod analyse;
mod architecture;
mod bad_input;
mod check;
mod checkpoint;
mod citations;
mod common;
mod documents;
mod drill;
mod experiments;
mod games;
mod lithidion;
mod memory;
mod patterns;
mod play;
mod rules;
mod solve;
mod tablebase;
mod tables;
