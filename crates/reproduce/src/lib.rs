//! The experiments of the papers.
//!
#![doc = include_str!("../README.md")]

mod allis;
mod bench;
mod chance;
mod contender;
mod contest;
mod context;
mod error;
mod figures;
mod findings;
mod job_level;
mod multiple_outcome;
mod notes;
mod positions;
mod race_patterns;
mod solved;
mod standing;
mod table;

pub use allis::{Curve, figure_13};
pub use bench::{Bench, BenchLine, bench};
pub use chance::{Order, Records, Savings};
pub use contender::Contender;
pub use contest::{Contest, Expected, Measurement, Problem, Row};
pub use context::{Context, Limits, Progress};
pub use error::Error;
pub use figures::{Figure, Reproduced, Section};
pub use findings::Finding;
pub use multiple_outcome::{Comparison, Experiment};
pub use positions::problems_after;
pub use solved::{
    CheckedCertificate, SolvedAgain, SolvedBoard, SolvedPosition, Wrong, solve_again,
};
pub use standing::{Finder, Score, Standing, score, standings, values};
pub use table::{Selection, Table};
