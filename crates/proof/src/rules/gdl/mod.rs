//! Rule files, read and interpreted in a plain way: no instances, no gates, nothing that the solver does.

mod components;
mod evaluate;
mod facts;
mod goals;
mod interpreter;
mod positions;
mod read;
mod rule_file;
mod spelling;
mod terms;
mod workspace;

pub use interpreter::{Interpreter, Judged};
pub use rule_file::RuleFile;
pub(crate) use spelling::file_of;
