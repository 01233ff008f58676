//! Fuzzing of everything that reads files and texts from elsewhere.
#![doc = ""]
#![doc = include_str!("../README.md")]

mod driver;
mod mutate;
pub mod parts;
pub mod targets;

pub use driver::{Config, Report, fuzz};
pub use targets::all;

/// Code that reads bytes which anybody may have written. For every input it must give an answer in a short time, and never
/// panic.
pub trait Target: Send + Sync {
    /// The name of the target on the command line.
    fn name(&self) -> &'static str;

    /// Valid inputs. The fuzzer mutates them.
    fn seeds(&self) -> Vec<Vec<u8>>;

    /// Runs the code under test with an input and gives its answer, for example the text of an error. An input with a new
    /// answer (numbers and quotations aside) is mutated further, so answers should tell which code was reached.
    fn run(&self, input: &[u8]) -> String;
}
