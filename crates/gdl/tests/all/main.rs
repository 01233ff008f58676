//! Tests of rule files: errors with their places, networks against counts and values that are known, mutated files.

mod errors;
mod values;
