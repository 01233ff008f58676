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
mod full_disk;
mod games;
mod killed;
mod lithidion;
mod memory;
mod patterns;
mod play;
mod promises;
mod reaction;
mod rules;
mod solve;
mod strangers;
mod tablebase;
mod tables;
mod trust;
